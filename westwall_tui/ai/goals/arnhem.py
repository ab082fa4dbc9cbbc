"""Goals of Arnhem: Lines of Communication, the corridor, and Allied units over the Waal (15.0, 17.0)."""

from collections.abc import Sequence

from westwall_tui.ai.goals.base import Aspect, Goals, WeighedPlan
from westwall_tui.ai.goals.corridor import MOST, broken_of, corridor_of, road_of, zone_marks
from westwall_tui.engine import queries
from westwall_tui.engine.board import WHEELS
from westwall_tui.engine.loops import FAR, WET
from westwall_tui.engine.state import EXITED, RESERVE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind

EVERYWHERE, NOWHERE_BARRED = 250, frozenset[int]()
"""An allowance that reaches the whole map, and no closed hexes."""
SOON, FEWEST_LOCKED, MOST_LOCKED, FAR_FROM_LOCK = 3, 2, 8, 16
"""The Game-Turns for which arrivals count, the numbers of vehicles for which it pays to lock a City hex, and the half
Movement Points beyond which its distance no longer matters.
"""
AIR = (Kind.AIRBORNE, Kind.GLIDER, Kind.AIRBORNE_ARTILLERY)
CROSS = (Kind.AIRBORNE, Kind.GLIDER)
NO_LINE, ALLIED_LOST, GERMAN_LOST, OVER_WAAL, OVER_RIJN = 3.0, 5.0, 1.0, 5.0, 10.0
LENGTH = 7
HOPELESS = MOST + 1
"""The risk of a hex that surely cuts a line."""
RAID = 7
"""Hexes that a German unit covers in about a Game-Turn. A unit this near to the road can soon cut it."""
ON_ROAD, AT_ZONE = 4, 12
"""The risk that a hex within the Germans' reach adds to a line by road, and to a line to a drop zone."""
ROAD_TO_ZONE = bytes(AT_ZONE if taken == ON_ROAD else taken for taken in range(256))
"""A translation table from the risk of a hex to lines by road to its risk to lines to drop zones.

Only `ON_ROAD` changes.
"""
OPEN_ZONE, BESIDE_ZONE = 60, 5
"""The risk of an empty drop zone, and of each hex from which the unit in it could be attacked."""
BASE = 3
"""Number of road hexes, from the entry on, where a cut isolates all units."""
HEAD, LEAST_HEAD, HEAD_GUNS, PUNCH = 9, 5, 3, 0.6
"""The units of XXX Corps that run for the river, their minimum while raiders are near, and the guns that go with them.

The other units keep the road open. Each Strength Point makes up for `PUNCH` Game-Turns of delay.
"""
POST, BEYOND, HELD_PART = 0.6, 0.4, 0.5
"""Shares of the worth of the hex beyond the bridge: for adjacent hexes, hexes further on, and a unit in place."""
NEAR_WORK = 0.5
"""The share of the worth of the Engineer's work for a hex from which it can soon be there."""
BEHIND = 2
"""A gun should be nearer to the crossing than its range by this many hexes."""
FAR_OFF, FAR_DROPPED = 6.0, 4.0
"""Game-Turns beyond which the distance of raiders no longer matters: for XXX Corps, and for units that have dropped."""
RAIDERS = "a German unit that could cut the road"
ALLIED_PACE, GERMAN_PACE = 0.7, 0.6
ALLIED_SHARE, GERMAN_SHARE = 0.2, 0.35
AWAY = 6.0
"""The worth of what a German unit that exits could otherwise still have done."""


class ArnhemGoals(Goals):
    """The goals of both scenarios."""

    losses_score = True
    in_columns = True
    guns_block = True

    def read(self) -> None:
        """Read the sides, the divisions that dropped, the banks, the drop zones and the ends of lines."""
        scenario = self.scenario
        self.allied = self.side_of("Allied")
        self.german = 1 - self.allied
        self.line_to = self.listed_hexes("line_to")
        self.engineer = next(iter(self.listed_units("engineer")), -1)
        self.airborne = [u.side == self.allied and u.kind in AIR for u in scenario.units]
        self.boats = frozenset(i for i, u in enumerate(scenario.units) if self.airborne[i] and u.kind in CROSS)
        self.polish = [u.formation.startswith("Polish") for u in scenario.units]
        self.division = ["".join(c for c in u.formation[:4] if c.isdigit()) for u in scenario.units]
        areas = scenario.board.areas
        self.north = frozenset(areas.get("North of the Waal", ()))
        self.rijn = frozenset(areas.get("North of the Neder Rijn", ()))
        self.zones_at = {m.division: m.hex for m in queries.markers(self.game, self.side) if m.division}
        self.pace = ALLIED_PACE if self.side == self.allied else GERMAN_PACE
        self.share = ALLIED_SHARE if self.side == self.allied else GERMAN_SHARE
        self._nothing = bytes(len(scenario.board.grid))
        self.gate_held = False
        self.sites: dict[int, float] = {}
        self.pickets: dict[int, float] = {}
        """By road hex that the Germans could close next, the worth of a picket there."""
        self.locks: dict[int, float] = {}
        """By City hex that would keep German vehicles from the Waal bridge if a unit held it, its worth."""

    def points(self, unit: int) -> float:
        """Return the points of a lost unit (17.11, 17.12)."""
        return ALLIED_LOST if self.state.units[unit].side == self.allied else GERMAN_LOST

    def prepare(self) -> None:
        """Work out the corridor, the Germans that may still close it, and the hexes worth taking."""
        land, state = self.position.land, self.state
        foes = self._foes_about()
        road = road_of(land, self.line_to, self.rijn, foes)
        self.broken = broken_of(land, road)
        self.corridor = corridor = corridor_of(land, self.line_to, self.north, road)
        self.road, self.gate = corridor.road, corridor.gate
        self._closable = -1, self._nothing, self._nothing
        for h in self.road:
            self.gain[h] += 1.0
        for h in self.zones_at.values():
            self.gain[h] += 4.0
            for n in land.zone[h]:
                self.gain[n] += 1.0
        self.base = frozenset(self.road[:BASE])
        self.door = self.road[min(BASE, len(self.road) - 1)] if self.road else -1
        """A German unit that closes the road before this hex stops all units that are still to enter.

        It is -1 if there is no road.
        """
        self.coming = frozenset(
            unit
            for unit in self.scenario.of_side[self.allied]
            if not self.airborne[unit]
            and (group := queries.arrival(self.game, unit)) is not None
            and group.turn <= state.turn + 1
        )
        self.prey = self._find_raiders()
        self.head = self._best_at_the_river()
        if self.gate >= 0:
            holder = self.position.at[self.gate]
            self.gate_held = holder >= 0 and self.position.side[holder] == self.allied
            self.gain[self.gate] += self.weight("gate" if self.side == self.allied else "hold", 3.0)
            if self.side == self.allied:
                self.gain[corridor.far_bank] += self.weight("crossing", 8.0)
                for h in corridor.posts:
                    self.gain[h] += POST * self.weight("crossing", 8.0)
                self._mark_blockers()
        if self.side == self.allied:
            self.sites = self._engineer_sites()
        if self.side == self.allied and state.phase == "movement":
            self.pickets = self._picket_hexes()
            self.locks = self._city_hexes_that_lock()
            for h, worth in self.locks.items():
                self.gain[h] += worth

    def _foes_about(self) -> frozenset[int]:
        """Return the hexes where German units are or will enter; the road is hard to hold near these."""
        position = self.position
        foes = {position.where[u] for u in position.on_map(self.german) if not position.gun[u]}
        for unit in self.scenario.of_side[self.german]:
            group = self.scenario.arrivals.get(unit)
            if group is not None and position.where[unit] == RESERVE:
                foes.update(group.hexes)
        return frozenset(foes)

    def _best_at_the_river(self) -> frozenset[int]:
        """Return the units of XXX Corps that can soon be at the river in strength, with a few guns."""
        position, to_river = self.position, self.corridor.to_river
        order: list[list[tuple[float, int]]] = [[], []]
        for unit in self.scenario.of_side[self.allied]:
            h, group = position.where[unit], queries.arrival(self.game, unit)
            if self.airborne[unit] or (h < 0 and (h != RESERVE or group is None)):
                continue
            starts = (h,) if h >= 0 or group is None else self.line_to or group.hexes
            cost = min(to_river[position.way[unit]][start] for start in starts)
            late = 0 if h >= 0 or group is None else max(group.turn - self.state.turn, 0)
            hurry = cost / position.allowance[unit] + late - PUNCH * position.attack[unit]
            order[position.gun[unit]].append((hurry, unit))
        head = max(HEAD - int(self.weight("reserve", 0.25) * len(self.prey)), LEAST_HEAD)
        first = sorted(order[False])[:head] + sorted(order[True])[:HEAD_GUNS]
        return frozenset(unit for _, unit in first)

    def _find_raiders(self) -> tuple[int, ...]:
        """Return the hexes of German units that could be at the road south of the river in about a Game-Turn."""
        position, near = self.position, self.corridor.near
        foes = [position.where[u] for u in position.on_map(self.german)]
        return tuple(h for h in foes if near[h] <= RAID and h not in self.north)

    def _engineer_sites(self) -> dict[int, float]:
        land, corridor = self.position.land, self.corridor
        found: dict[int, float] = {}
        for a, b in self.broken:
            for h in (a, b):
                found[h] = self.weight("repair", 10.0)
        crossing = corridor.posts | {corridor.far_bank} if self.gate >= 0 else ()
        banks = {h for h in crossing if any(self._held_by_enemy(n) for n in (h, *land.zone[h]))}
        for post in banks:
            for h in land.around[post]:
                if h not in self.north and land.water(h, post) == WET:
                    found[h] = max(found.get(h, 0.0), self.weight("boats", 2.0))
        return found

    def _held_by_enemy(self, h: int) -> bool:
        unit = self.position.at[h]
        return unit >= 0 and self.position.side[unit] != self.allied

    def _mark_blockers(self) -> None:
        """Raise the worth of hexes from which German units cut lines, in proportion to the number of units cut off."""
        position, corridor = self.position, self.corridor
        price = self.weight("cut off", 0.8)
        gap = corridor.first_gap(position, self.german)
        left = corridor.left.get(gap, -1)
        corps = [u for u in self.scenario.of_side[self.allied] if position.where[u] >= 0 and not self.airborne[u]]
        beyond = sum(1 for u in corps if corridor.to_river[0][position.where[u]] <= left - corridor.beyond)
        on_road = frozenset(self.road)
        ring = () if self.gate_held else self.corridor.ring
        strength = {
            zone: sum(1 for u in position.on_map(self.allied) if self.division[u] == division)
            for division, zone in self.zones_at.items()
        }
        for foe in position.on_map(self.german):
            h = position.where[foe]
            zone = position.land.zone[h]
            if not position.gun[foe] and h not in self.north:
                self.worth[foe] += self.weight("raider", 2.0) * (2 if corridor.near[h] <= RAID else 1)
            if h in ring:
                self.gain[h] += self.weight("ring", 3.0)
            if h == gap or gap in zone:
                self.gain[h] += self.weight("gap", 3.0) + price * beyond
            elif h in on_road or any(n in on_road for n in zone):
                self.gain[h] += self.weight("blocker", 1.5)
            for drop, units_there in strength.items():
                if h == drop or (drop in zone and position.at[drop] < 0):
                    self.gain[h] += price * units_there

    def group_targets(self, view: WeighedPlan) -> Sequence[Sequence[tuple[int, float]]]:
        """Return the hexes around the gate while the Germans hold it; none for the Germans."""
        if self.side != self.allied or self.gate < 0 or self.gate_held:
            return ()
        return [[(h, 1.0) for h in self.corridor.ring]]

    # -- places

    def place(self, unit: int, h: int) -> float:
        """Return the worth of a hex: near drop zones and the road, for the Allies also the way north."""
        if h in EXITED:
            return -self.worth[unit] - AWAY
        if h == RESERVE:
            return self._reserve_place(unit)
        value = self.gun_place(unit, h)
        if self.side == self.allied:
            return value + (self._airborne_place(unit, h) if self.airborne[unit] else self._corps_place(unit, h))
        return value + self._german_place(unit, h)

    def _reserve_place(self, unit: int) -> float:
        """Return the worth of a unit in reserve: at most that of its entry hexes, less a price for waiting."""
        price = -self.weight("waiting", 4.0)
        if self.side != self.allied or self.airborne[unit]:
            return price
        return price + min((self._corps_place(unit, h) for h in self.line_to), default=0.0)

    def _airborne_place(self, unit: int, h: int) -> float:
        near_road = self.corridor.near[h]
        zone = self.zones_at.get(self.division[unit], -1)
        if zone < 0:
            return self.pickets.get(h, 0.0) - 0.2 * near_road
        distance = self.position.land.distance
        away = distance(zone)[h]
        value = -0.15 * away - (1.5 if away > LENGTH - 1 else 0.0)
        value += self.pickets.get(h, 0.0) if away <= LENGTH else -NO_LINE
        if h == zone:
            value += self.weight("zone", 5.0)
        elif away == 1:
            value += 0.6
        value += self._worth_to_lock(unit, h, zone)
        if self.gate >= 0 and distance(zone)[self.gate] <= LENGTH and not self.position.gun[unit]:
            goal = self.corridor.far_bank if self.gate_held else self.gate
            value -= self.weight("to gate", 0.3) * distance(goal)[h]
            if h == self.gate:
                value += self.weight("gate", 3.0)
        if self.prey:
            value -= self.weight("to raider", 0.3) * self.turns_to(unit, h, self.prey, FAR_DROPPED)
        return value - 0.15 * min(near_road, 8)

    def _corps_place(self, unit: int, h: int) -> float:
        if h in self.north:
            return self._worth_beyond_river(h)
        cost = self.corridor.to_river[self.position.way[unit]][h]
        if not self.road:
            return -self.far(unit, h)
        if cost >= FAR:
            return -15.0
        if unit == self.engineer and self.sites:
            return self._worth_to_engineer(h) - self.weight("guard", 0.8) * cost / self.position.allowance[unit]
        if self.position.gun[unit]:
            cost = max(cost - self.position.range[unit] + BEHIND, 0)
        if unit in self.head:
            return -self.weight("north", 4.0) * cost / self.position.allowance[unit]
        base = (self.weight("base", 2.5) if h in self.base else 0.0) + self.pickets.get(h, 0.0)
        if self.prey and not self.position.gun[unit]:
            return base - self.weight("hunt", 1.0) * self.turns_to(unit, h, self.prey, FAR_OFF)
        return base - self.weight("guard", 0.8) * cost / self.position.allowance[unit]

    def _worth_beyond_river(self, h: int) -> float:
        """Return the worth of a hex beyond the river; it is highest at the crossing."""
        corridor = self.corridor
        part = 1.0 if h == corridor.far_bank else POST if h in corridor.posts else BEYOND
        return part * HELD_PART * self.weight("crossing", 8.0)

    def _picket_hexes(self) -> dict[int, float]:
        """Return, by road hex that the Germans could close, the worth of a picket.

        A hex too far from all drop zones is worth more, because no division there can do without the road (17.32).
        """
        (_, exposed), worth = self._hexes_to_close(), self.weight("picket", 2.0)
        rows = [self.position.land.distance(zone) for zone in self.zones_at.values()]
        return {
            h: worth * (1.0 if any(row[h] <= LENGTH for row in rows) else 2.0)
            for h in self.road
            if exposed[h] and h not in self.north
        }

    def _city_hexes_that_lock(self) -> dict[int, float]:
        """Return the City hexes near drop zones that would keep German vehicles from the Waal, and their worth.

        The vehicles that are on the map or due soon count. Hardly any attack takes a City hex (11.2).
        """
        if self.gate < 0 or not self.zones_at:
            return {}
        position, land, starts = self.position, self.position.land, list[tuple[int, ...]]()
        for unit in self.scenario.of_side[self.german]:
            h, group = position.where[unit], queries.arrival(self.game, unit)
            if land.modes[position.way[unit]] != WHEELS:
                continue
            if h >= 0:
                starts.append((h,))
            elif h == RESERVE and group is not None and group.turn <= self.state.turn + SOON:
                starts.append(group.hexes)
        rows = [land.distance(zone) for zone in self.zones_at.values()]
        city = [h for h, terrain in enumerate(land.board.terrain) if terrain is Terrain.CITY]
        free, found = set(land.reach(WHEELS, self.gate, EVERYWHERE, NOWHERE_BARRED)), {}
        for h in city:
            if h != self.gate and any(row[h] <= LENGTH for row in rows):
                left = free.difference(land.reach(WHEELS, self.gate, EVERYWHERE, frozenset((h,))))
                count = sum(1 for hexes in starts if left.issuperset(hexes))
                if count >= FEWEST_LOCKED:
                    found[h] = self.weight("lock", 6.0) * min(count, MOST_LOCKED)
        return found

    def _worth_to_lock(self, unit: int, h: int, zone: int) -> float:
        """Return the worth of being in or near a City hex that locks, for a unit of the division of a drop zone."""
        row = self.position.land.distance(zone)
        locks = tuple(lock for lock in self.locks if row[lock] <= LENGTH)
        if not locks or self.position.gun[unit]:
            return 0.0
        cost = self.flood(self.position.way[unit], locks, fear=False)[h]
        return self.locks.get(h, 0.0) - self.weight("to lock", 0.3) * min(cost, FAR_FROM_LOCK)

    def _hexes_to_close(self) -> tuple[bytes, bytes]:
        """Return, by hex, 1 if a German could be there after the next German move, and 1 if one could control it."""
        self.reach.update()
        changes, reached, exposed = self._closable
        if changes != self.reach.changes:
            at, marks, sum_of_marks = self.reach.at, zone_marks(self.position.land), 0
            reached = bytes(map(bool, at))
            for h, units in enumerate(at):
                if units:
                    sum_of_marks |= marks[h]
            exposed = sum_of_marks.to_bytes(len(at), "little")
            self._closable = self.reach.changes, reached, exposed
        return reached, exposed

    def _worth_to_engineer(self, h: int) -> float:
        way, allowance = self.position.way[self.engineer], self.position.allowance[self.engineer]
        best = -10.0
        for site, worth in self.sites.items():
            cost = self.flood(way, (site,), fear=False)[h]
            there = worth if h == site else NEAR_WORK * worth
            best = max(best, there - self.weight("north", 4.0) * min(cost / allowance, 9.0))
        return best

    def _german_place(self, unit: int, h: int) -> float:
        if self.position.gun[unit]:
            return 0.0
        zones = [*self.zones_at.values()]
        value = -0.4 * self.turns_to(unit, h, zones) if zones else 0.0
        if h == self.gate:
            value += self.weight("hold", 3.0)
        elif h in self.corridor.posts:
            value += 0.4 * self.weight("hold", 3.0)
        return value - 0.4 * self.turns_to(unit, h, self.road)

    # -- in words

    def prize(self, h: int) -> str:
        """Return a drop zone, the crossing of the Waal, or the road."""
        corridor, zone = self.corridor, set(self.position.land.zone[h])
        if h == self.gate or h == corridor.far_bank or h in corridor.posts:
            return "at the crossing of the Waal"
        drop = next((drop for drop in self.zones_at.values() if h == drop or drop in zone), -1)
        if drop >= 0:
            return "on a drop zone" if h == drop else f"at the drop zone {self.state.number(drop)}"
        return "on the road north" if h in self.road else "next to the road north" if zone & {*self.road} else ""

    def draws(self, unit: int, h: int) -> Sequence[Aspect]:
        """Return rough aspects of `place`."""
        if self.side != self.allied:
            return self._draws_german(unit, h)
        return self._draws_landed(unit, h) if self.airborne[unit] else self._draws_corps(unit, h)

    def _picket_aspect(self, points: float, h: int) -> Aspect:
        held = f"it holds a road hex that the enemy could close {self.soon}"
        return Aspect(
            points, held if h in self.pickets else "it keeps the road open", "it leaves the road open to the enemy"
        )

    def _draws_landed(self, unit: int, h: int) -> list[Aspect]:
        position, corridor = self.position, self.corridor
        near, zone = corridor.near[h], self.zones_at.get(self.division[unit], -1)
        road = self.near(-0.15 * min(near, 8), "the road north", h, self.road, there=not near, where="on")
        if zone < 0:
            return [self._picket_aspect(self.pickets.get(h, 0.0), h), road]
        away = position.land.distance(zone)[h]
        holds = self.weight("zone", 5.0) if h == zone else 0.0
        price = 1.5 * (away >= LENGTH) + NO_LINE * (away > LENGTH)
        name = f"its drop zone, {self.state.number(zone)}"
        found = [
            self.near(holds - 0.15 * away - price, name, h, (zone,), there=h == zone, where="in"),
            self._picket_aspect(self.pickets.get(h, 0.0) if away <= LENGTH else 0.0, h),
            road,
        ]
        if self.locks:
            name = "a City hex that bars German vehicles from the Waal"
            points, hexes = self._worth_to_lock(unit, h, zone), [*self.locks]
            found.append(self.near(points, name, h, hexes, there=h in self.locks, where="in"))
        if self.gate >= 0 and position.land.distance(zone)[self.gate] <= LENGTH:
            goal = corridor.far_bank if self.gate_held else self.gate
            points = -self.weight("to gate", 0.3) * position.land.distance(goal)[h]
            points += self.weight("gate", 3.0) if h == self.gate else 0.0
            found.append(self.near(points, "the Waal bridge", h, (self.gate,), there=h == self.gate))
        if self.prey:
            points = -self.weight("to raider", 0.3) * self.turns_to(unit, h, self.prey, FAR_DROPPED)
            found.append(self.near(points, RAIDERS, h, self.prey, foes=True))
        return found

    def _draws_corps(self, unit: int, h: int) -> list[Aspect]:
        over = h in self.north
        cost = 0 if over else self.corridor.to_river[self.position.way[unit]][h]
        turns = 12.0 if cost >= FAR else cost / self.position.allowance[unit]
        works, hunts = unit == self.engineer and bool(self.sites), bool(self.prey)
        north = self.weight("north", 4.0) if unit in self.head else self.weight("guard", 0.8)
        waal = (self.gate,) if self.gate >= 0 else sorted(self.north)
        found = [
            Aspect(
                self._worth_beyond_river(h) if over else 0.0,
                "it is across the Waal",
                "it is less useful across the Waal",
            ),
            self.near(-north * turns if unit in self.head or works or not hunts else 0.0, "the Waal", h, waal),
        ]
        if works:
            worth = 0.0 if over else self._worth_to_engineer(h)
            found.append(self.near(worth, "the Engineer's crossing", h, [*self.sites]))
        elif unit not in self.head:
            base = self.weight("base", 2.5) if h in self.base else 0.0
            found.append(self._picket_aspect(base + (0.0 if over else self.pickets.get(h, 0.0)), h))
            if hunts:
                chase = 0.0 if over else -self.weight("hunt", 1.0) * self.turns_to(unit, h, self.prey, FAR_OFF)
                found.append(self.near(chase, RAIDERS, h, self.prey, foes=True))
        return found

    def _draws_german(self, unit: int, h: int) -> list[Aspect]:
        hold = 1.0 if h == self.gate else 0.4 if h in self.corridor.posts else 0.0
        found = [
            Aspect(hold * self.weight("hold", 3.0), "it guards the Waal bridge", "it leaves the Waal bridge"),
            self.near(
                -0.4 * self.turns_to(unit, h, self.road),
                "the road north",
                h,
                self.road,
                there=h in self.road,
                where="on",
            ),
        ]
        if self.zones_at:
            zone = min(self.zones_at.values(), key=lambda zone: (self.turns_to(unit, h, (zone,)), zone))
            points = -0.4 * self.turns_to(unit, h, [*self.zones_at.values()])
            name = f"the drop zone {self.state.number(zone)}"
            found.append(self.near(points, name, h, (zone,), there=h == zone, where="in"))
        return found

    def stakes(self, view: WeighedPlan) -> Sequence[Aspect]:
        """Return the aspects of `total` and `costly`: lines, and for the Allies their units over the Waal."""
        position = self.position
        if self.side != self.allied:
            shut = self.corridor.risks(position, self.german, self._nothing, 0)
            closed = sum(shut[h] > 0 for h in self.road)
            fact = "{} of the road hexes would be closed"
            more, fewer = (f"it cuts {each}Lines of Communication" for each in ("", "fewer "))
            return (Aspect(self.total(view), more, fewer, fact, ", not {}", many=closed, more=True),)
        exposed = self._hexes_to_close()[1]
        in_reach = sum(bool(exposed[h]) for h in self.road)
        over = sum(position.where[u] in self.north for u in self.scenario.of_side[self.allied] if not self.airborne[u])
        return (
            Aspect(
                self.total(view),
                "it brings more units across the Waal",
                "it leaves fewer units across the Waal",
                "{} would be there",
                ", not {}",
                many=over,
                more=True,
            ),
            Aspect(
                self.costly(view),
                "it protects the road",
                "it does less to protect the road",
                "the enemy could then close {} of its hexes",
                ", not {}",
                many=in_reach,
            ),
        )

    # -- Lines of Communication, 17.3

    def total(self, view: WeighedPlan) -> float:
        """Return the points for the end of this Game-Turn and the next ones (17.11, 17.12).

        For the Allies their maximum.
        """
        if self.side == self.allied:
            return self._points_if_all_live()
        shut = self.corridor.risks(self.position, self.german, self._nothing, 0)
        hopeless = shut.translate(bytes((0, *[HOPELESS] * 255)))
        return -self._line_points(hopeless, hopeless)

    def costly(self, view: WeighedPlan) -> float:
        """Return what the Germans' next move is expected to cost in lines: points are scored after their turn."""
        if self.side != self.allied:
            return 0.0
        reached, exposed = self._hexes_to_close()
        land = self.corridor.risks(self.position, self.german, exposed, ON_ROAD)
        air = land.translate(ROAD_TO_ZONE)
        self._mark_zone_risks(air, reached)
        return min(self._line_points(land, air) - self._points_if_all_live(), 0.0)

    def _points_if_all_live(self) -> float:
        """Return the Allied points for the end of this Game-Turn and the next ones if every line lives."""
        where, north, over = self.position.where, self.north, self._over_waal()
        value = 0.0
        for unit in self.scenario.of_side[self.allied]:
            if where[unit] in north and not self.airborne[unit] and not self.polish[unit]:
                value += over
                if where[unit] in self.rijn and self.left <= 2:
                    value += OVER_RIJN / self.left
        return value

    def _over_waal(self) -> float:
        return min(self.left, 5) * self.weight("lines", 0.6) * OVER_WAAL

    def _line_points(self, risk: Sequence[int], air: Sequence[int]) -> float:
        """Return these points weighed by the chance of each line to live, given the risks by road and to drop zones."""
        position, dry, corridor = self.position, self.position.land.ground.dry, self.corridor
        horizon, over = min(self.left, 3) * self.weight("lines", 0.6), self._over_waal()
        south = corridor.by_land(risk)
        drops = {name: corridor.by_air(air, zone, LENGTH) for name, zone in self.zones_at.items()}
        value = 0.0
        for unit in self.scenario.of_side[self.allied]:
            h = position.where[unit]
            if h < 0 or self.polish[unit]:
                if h == RESERVE and unit in self.coming:
                    value -= self.weight("entry", 4.0) * (1.0 - (south[self.door] if self.road else 0.0))
                continue
            net = drops.get(self.division[unit], self._nothing) if self.airborne[unit] else south
            alive = net[h]
            for n in dry[h]:
                if net[n] > alive:
                    alive = net[n]
            value -= NO_LINE * horizon * (1.0 - alive)
            if not self.airborne[unit] and h in self.north:
                value += over * alive
                if h in self.rijn and self.left <= 2:
                    value += OVER_RIJN / self.left * alive
        return value

    def _mark_zone_risks(self, air: bytearray, reached: Sequence[int]) -> None:
        """Mark the risk of each drop zone, where all supply lines of its division end (17.32)."""
        position, at, owner = self.position, self.position.at, self.position.side
        for zone in self.zones_at.values():
            if at[zone] < 0:
                air[zone] = OPEN_ZONE if air[zone] else 0
            elif owner[at[zone]] == self.allied:
                sides = sum(1 for n in position.land.zone[zone] if reached[n] or self._held_by_enemy(n))
                air[zone] = BESIDE_ZONE * sides
