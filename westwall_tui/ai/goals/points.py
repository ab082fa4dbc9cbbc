"""Goals of scenarios with `[[points]]`: the points of each table, weighed by how surely they last until they count."""

from collections.abc import Iterator, Sequence
from math import exp
from typing import NamedTuple

from westwall_tui.ai.goals.base import Aspect, Goals, WeighedPlan
from westwall_tui.engine import queries
from westwall_tui.engine.loops import FAR
from westwall_tui.engine.scoring import Exit, Hold, Inside, Line, Lose, PointsTable
from westwall_tui.engine.state import EXITED, RESERVE
from westwall_tui.engine.terrain import Hexside
from westwall_tui.engine.units import Strength

REACH = 4.0
"""Game-Turns within which a place draws units."""
ROADS = ("road", "Weg", "Autobahn")
"""The ends of the names of roads. A unit is on a road, not at it."""
PULL, DENY = 0.3, 0.15
"""The share of a place's worth that attracts units: to take the place, and to keep it."""
STAKES, MOST_SCALED = 80.0, 7.0
"""The sum to which all prizes are scaled, and the maximum scale.

The errors of a level and the use of a unit suit the large battles, where a town gives 25 points rather than three. A
larger sum won no more games.
"""
WON = 40.0
"""The worth of winning the game by a table that gives no points."""


class Prize(NamedTuple):
    """A place that one of the sides can hold."""

    name: str
    table: Hold
    hexes: tuple[int, ...]
    ours: float
    """The worth of holding the place, compared with neither side holding it."""
    theirs: float
    """The cost if the enemy holds the place, compared with neither side holding it."""
    holder: int

    @property
    def within(self) -> str:
        """The place for a unit in it: `in Vossenack`, `at the south ramp`, `on the Marche road`."""
        name = self.table.name
        return f"{'on' if name.endswith(ROADS) else 'at' if name.startswith('the ') else 'in'} {name}"

    @property
    def swing(self) -> float:
        """The difference between our holding the place and the enemy holding it."""
        return self.ours + self.theirs


class PointsGoals(Goals):
    """The goals of either side in a scenario with tables of points."""

    def read(self) -> None:
        """Read the tables, and work out the scale."""
        self.is_final = self.left == 1 and self.state.side == 1
        """True in the last Player-Turn, when no enemy moves afterward."""
        tables = self.scenario.scoring.points
        self.holds = [table for table in tables if isinstance(table, Hold)]
        self.areas = [table for table in tables if isinstance(table, Inside)]
        self.lines = [table for table in tables if isinstance(table, Line)]
        self.losses = [table for table in tables if isinstance(table, Lose)]
        self.exits = {unit: table for table in tables if isinstance(table, Exit) for unit in table.units}
        self.losses_score = bool(self.losses)
        stakes = sum(map(_stakes, tables))
        self.scale = min(max(self.weight("stakes", STAKES) / max(stakes, 1.0), 1.0), MOST_SCALED)

    def weight(self, name: str, standard: float) -> float:
        """Return a number from the battle's weights.

        In the last Player-Turn there is no fear, and units have no use.
        """
        return 0.0 if self.is_final and name in ("fear", "use") else super().weight(name, standard)

    def points(self, unit: int) -> float:
        """Return the points for a unit's loss, plus half of the swing of its exit while it can still exit."""
        counter, found = self.state.units[unit], 0.0
        for table in self.losses:
            if unit in table.units:
                found += _value(counter.strength, counter.is_artillery, table.by) * _net(table, 1 - counter.side)
        leaves = self.exits.get(unit)
        if leaves is not None and self.state.turn <= leaves.until:
            return found * self.scale + self._exit_swing(leaves, counter.side) / 2
        return found * self.scale

    def _exit_swing(self, table: Exit, side: int) -> float:
        """Return the gain of a side from the exit of one of its units, compared with no exit."""
        gain = [table.points[s] - table.missed[s] for s in (0, 1)]
        won = WON / len(table.units) if table.wins == side else 0.0
        return self.scale * (gain[side] - gain[1 - side]) + won

    def _factor(self, table: PointsTable) -> float:
        """Return the factor for a table's points: how many are still to come, and how sure they are."""
        if not table.turns:
            progress = (self.state.turn - self.scenario.first_turn + 1) / self.turns
            return (0.45 + 0.55 * float(progress**1.5)) * self.scale
        left = sum(turn >= self.state.turn + table.begins for turn in table.turns)
        return self.scale * sum(0.75**i for i in range(left))

    def prepare(self) -> None:
        """Weigh places, areas and lines, and measure the ways out."""
        self.prizes = list(self._weighed_places())
        land = self.position.land
        for prize in self.prizes:
            held = prize.holder == self.side
            for h in prize.hexes:
                self.gain[h] += prize.swing / len(prize.hexes) * self._lasting(0.35 if held else 0.7)
                if prize.table.by in ("zones", "line") and not held:
                    for n in land.zone[h]:
                        self.gain[n] += 0.1 * prize.swing / len(prize.hexes)
        self.fields = [(table, frozenset(table.hexes), self._area_worth(table)) for table in self.areas]
        for table, hexes, worth in self.fields:
            for h in hexes if table.side == self.side and not table.everywhere else ():
                self.gain[h] += 0.3 * worth
        self.roads = [(table, self._shortest(table), self._line_worth(table)) for table in self.lines]
        for line, path, worth in self.roads:
            for h in path:
                self.gain[h] += 0.15 * worth
            shutting = [h for h in self._foes_on_map() if not {h, *land.zone[h]}.isdisjoint(path)]
            for h in shutting if line.side == self.side else ():
                self.gain[h] += worth / len(shutting)
        self.ways_out = {id(table): self._ways_out(table) for table in self.exits.values()}

    def _weighed_places(self) -> Iterator[Prize]:
        holders = {place.name: place.side for place in queries.objectives(self.game)}
        side = self.side
        for table in self.holds:
            many = table.each and len(table.hexes) > 1
            for hexes in [(h,) for h in table.hexes] if many else [table.hexes]:
                name = f"{table.name} at {self.state.number(hexes[0])}" if many else table.name
                holder = holders.get(name + table.title.removeprefix(table.name), -1)
                factor = self._factor(table)
                missed = (table.missed[side] - table.missed[1 - side]) * factor
                won = [WON * (table.wins == s) for s in (0, 1)]
                ours = table.points[side] * factor + won[side] - missed
                theirs = table.points[1 - side] * factor + won[1 - side] + missed
                yield Prize(name, table, hexes, ours, theirs, holder)

    def _area_worth(self, table: Inside) -> float:
        """Return the worth of a unit inside an area to its side."""
        worth = _net(table, table.side) * self._factor(table)
        return -worth if table.without else worth

    def _line_worth(self, table: Line) -> float:
        """Return the worth of an open line to its side."""
        both = _net(table, table.side) + table.missed[1 - table.side] - table.missed[table.side]
        return both * self._factor(table) + WON * (table.wins == table.side)

    def _ways_out(self, table: Exit) -> list[list[int]]:
        """Return by way of moving, then by hex, the half Movement Points to exit as a table demands."""
        land, found = self.position.land, []
        for way in land.ways:
            ends = [
                (h, cost)
                for edge in table.edges
                for h in self.scenario.board.edge(edge)
                if (not table.hexes or h in table.hexes)
                and (cost := land.ground.edge_cost(h, land.modes[way])) is not None
            ]
            found.append(land.flood(way, ends, self.toll if self.side == table.side else None))
        return found

    def _shortest(self, table: Line) -> tuple[int, ...]:
        """Return the shortest line on the map, ignoring enemies; empty if there is none."""
        land, road, ends = self.position.land, int(Hexside.ROAD), set(table.route.to)
        came = dict.fromkeys(table.hexes, -1)
        todo = list(came)
        for h in todo:
            if h in ends:
                path = [h]
                while came[path[-1]] >= 0:
                    path.append(came[path[-1]])
                return tuple(path)
            for n, _ in land.steps[0][h]:
                if n not in came and (not table.route.by_road or int(land.ground.hexside(h, n)) & road):
                    came[n] = h
                    todo.append(n)
        return ()

    # -- where units should be

    def place(self, unit: int, h: int) -> float:
        """Return the worth of a hex: for a unit that should exit, its way out; for others, what they are near."""
        table = self.exits.get(unit)
        leaves = table is not None and self.state.turn <= table.until
        if h in EXITED:
            return self._exit_swing(table, self.side) + 0.5 if table and leaves else -self.worth[unit] - 30.0
        if h == RESERVE:
            return -self.weight("waiting", 5.0)
        value = self.gun_place(unit, h) - self.far(unit, h)
        if table and leaves and self._exit_swing(table, self.side) > 0:
            return value + self._way_out(unit, table, h)
        return value if self.position.gun[unit] else value + self._pull(unit, h)

    def _way_out(self, unit: int, table: Exit, h: int) -> float:
        """Return the worth of a hex to a unit that should exit."""
        cost = self.ways_out[id(table)][self.position.way[unit]][h]
        if cost >= FAR:
            return 0.0
        turns = cost / max(self.position.allowance[unit], 1)
        slack = table.until - self.state.turn - turns - 0.3
        swing = self._exit_swing(table, self.side)
        return swing * round(1 / (1 + exp(-2.0 * slack)), 9) - 0.2 * swing * min(turns, 8)

    def _pull(self, unit: int, h: int) -> float:
        """Return the worth of being near prizes: all of the strongest attraction, and a little of the others."""
        pulls = [pull for _, pull in self._pulls(unit, h)]
        best = max(pulls, default=0.0)
        return best + 0.15 * (sum(pulls) - best)

    def _pulls(self, unit: int, h: int) -> Iterator[tuple[str, float]]:
        reach = min(REACH, self.left - 0.5)
        for prize in self.prizes if self.left > 1 else ():
            turns = self.turns_to(unit, h, prize.hexes)
            if turns < reach:
                yield prize.name, prize.swing * (DENY if prize.holder == self.side else PULL) * (1 - turns / reach)
        for table, hexes, worth in self.fields:
            if table.side == self.side and unit in table.units and not table.everywhere and worth > 0:
                turns = self.turns_to(unit, h, table.hexes)
                yield table.name, worth * (1.0 if h in hexes else 0.6 * max(1 - turns / REACH, 0.0))
        for line, path, worth in self.roads:
            turns = self.turns_to(unit, h, path) if path else REACH
            if turns < REACH:
                yield line.name, 0.12 * worth * (1 - turns / REACH)

    # -- the position as a whole

    def total(self, view: WeighedPlan) -> float:
        """Return the worth of places as they would be held, enemies inside areas, and lines open or closed."""
        places = sum(self._held(prize) for prize in self.prizes)
        return places + sum(self._enemies_inside()) + sum(self._open_lines())

    def _held(self, prize: Prize) -> float:
        if prize.table.by == "last":
            return sum(self._last_in(prize, h) for h in prize.hexes) / len(prize.hexes)
        position, side = self.position, self.side
        at, owner, zones = position.at, position.side, position.zones
        holders = [owner[at[h]] if at[h] >= 0 else -1 for h in prize.hexes]
        ours, theirs = (all(holder == s for holder in holders) for s in (side, 1 - side))
        if prize.table.by != "unit" and not ours and not theirs:
            own = [bool(zones[side][h]) or held == side for h, held in zip(prize.hexes, holders, strict=True)]
            foe = [bool(zones[1 - side][h]) or held == 1 - side for h, held in zip(prize.hexes, holders, strict=True)]
            ours, theirs = all(own) and not any(foe), all(foe) and not any(own)
            if not ours and not theirs:
                return (0.3 if any(foe) else 0.5) * prize.ours if any(own) else 0.0
        return prize.ours if ours else -prize.theirs if theirs else 0.0

    def _last_in(self, prize: Prize, h: int) -> float:
        """Return the worth of a hex that the last side to pass through holds."""
        unit = self.position.at[h]
        if unit >= 0:
            return prize.ours if self.position.side[unit] == self.side else -prize.theirs
        if prize.holder == self.side:
            return prize.ours * self._lasting(0.35 if self.near_enemy(h) <= 3 else 0.75)
        return -self._lasting(0.75) * prize.theirs if prize.holder == 1 - self.side else 0.0

    def _lasting(self, part: float) -> float:
        """Return the share of a worth that is expected to last; all of it in the last Player-Turn."""
        return 1.0 if self.is_final else part

    def _enemies_inside(self) -> Iterator[float]:
        where = self.position.where
        for table, hexes, worth in self.fields:
            if table.side != self.side:
                yield -worth * sum(where[unit] in hexes for unit in table.units)

    def _open_lines(self) -> Iterator[float]:
        at, owner, zones = self.position.at, self.position.side, self.position.zones
        for table, path, worth in self.roads:
            foe = 1 - table.side
            shut = sum(1 for h in path if zones[foe][h] or (at[h] >= 0 and owner[at[h]] == foe))
            now = worth * (-0.12 * min(shut, 6) if shut else 1.0)
            yield now if self.side == table.side else -now

    def group_targets(self, view: WeighedPlan) -> Sequence[Sequence[tuple[int, float]]]:
        """Return the places that the side doesn't hold, each as a group of hexes."""
        wanted = [prize for prize in self.prizes if prize.holder != self.side]
        return [[(h, prize.swing / len(prize.hexes)) for h in prize.hexes] for prize in wanted]

    # -- in words

    def prize(self, h: int) -> str:
        """Return a phrase for a hex in a place that scores, or on a line."""
        found = next((prize.within for prize in self.prizes if h in prize.hexes), "")
        return found or next((f"on {table.name}" for table, path, _ in self.roads if h in path), "")

    def draws(self, unit: int, h: int) -> Sequence[Aspect]:
        """Return the aspects of nearness: to the enemy, the nearest place, and the exit if the unit should leave."""
        found = [self.to_enemy(unit, h)]
        places = {prize.name: prize.hexes for prize in self.prizes}
        if places:
            name = self.nearest(unit, h, places)
            pull = dict(self._pulls(unit, h)).get(name, 0.0)
            within = next((f"it is {prize.within}" for prize in self.prizes if h in prize.hexes), "")
            near = self.near(pull, name, h, places[name])
            found.insert(0, near._replace(better=within) if h in places[name] else near)
        table = self.exits.get(unit)
        if table is not None and self.state.turn <= table.until:
            ends = [n for edge in table.edges for n in self.scenario.board.edge(edge)]
            goal = f"the {' or '.join(table.edges)} edge, where it can exit in time"
            found.insert(0, self.near(self._way_out(unit, table, h), goal, h, ends))
        return found

    def stakes(self, view: WeighedPlan) -> Sequence[Aspect]:
        """Return an aspect for each place, and one for the lines."""
        found = [Aspect(self._held(p), f"it helps to hold {p.name}", f"it does less to hold {p.name}")
                 for p in self.prizes]  # fmt: skip
        lines = sum(self._open_lines())
        if self.lines:
            opens, closes = f"it helps to open {self.lines[0].name}", f"it helps to close {self.lines[0].name}"
            ours = self.lines[0].side == self.side
            found.append(Aspect(lines, opens if ours else closes, closes if ours else opens))
        inside = sum(self._enemies_inside())
        if self.areas:
            found.append(Aspect(inside, "it keeps enemies out of hexes that score points", "it lets enemies score"))
        return found or super().stakes(view)


def _stakes(table: PointsTable) -> float:
    """Return the most points that a table can swing."""
    swing = sum(table.points) + sum(table.missed)
    if isinstance(table, Lose):
        return 0.0
    if isinstance(table, Exit):
        return float(swing * len(table.units))
    many = len(table.hexes) if isinstance(table, Hold) and table.each else 1
    return float(swing * max(len(table.turns), 1) * many)


def _net(table: PointsTable, side: int) -> int:
    """Return the points that a table gives a side, less those that it gives the other side."""
    return table.points[side] - table.points[1 - side]


def _value(strength: Strength, gun: bool, by: str) -> int:
    """Return the number of points, by a table's measure, for a lost unit."""
    if by == "unit":
        return 1
    attack = strength.barrage if gun else strength.attack
    if by == "attack":
        return attack
    return strength.defense + (0 if by == "defense" else attack + (strength.fpf if gun else 0))
