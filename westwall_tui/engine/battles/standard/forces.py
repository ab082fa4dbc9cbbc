"""Points for units that exit, are lost, or are inside an area."""

from collections.abc import Iterator

from westwall_tui.engine.battles.standard.points import PointsRule, change
from westwall_tui.engine.hexgrid import EDGES, NOWHERE
from westwall_tui.engine.rules.answers import NOBODY, Chance, Concern, Counted, Objective
from westwall_tui.engine.rules.exits import leaves_in_time, urgent_exits
from westwall_tui.engine.rules.lines import joined
from westwall_tui.engine.rules.losses import attack_value, by_unit, by_value, full_value
from westwall_tui.engine.rules.whereabouts import whereabouts
from westwall_tui.engine.scoring import Both, Exit, Inside, Lose
from westwall_tui.engine.state import ELIMINATED, EXITED, State
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Unit
from westwall_tui.engine.words import count


def times(points: Both, count: int) -> Both:
    """Return both sides' points, multiplied by `count`."""
    return points[0] * count, points[1] * count


class ExitPoints(Exit, PointsRule):
    """Points for each unit that exits the map in time, and for each that doesn't."""

    def out(self, state: State) -> list[int]:
        """Return the units that have exited in time by one of the edges."""
        gone = [EXITED[EDGES.index(edge)] for edge in self.edges]
        return [unit for unit in self.units if state.location[unit] in gone and state.gone[unit] <= self.until]

    def _can(self, state: State) -> int:
        return sum(leaves_in_time(state, unit, self.edges, self.until) for unit in self.units)

    @property
    def gain(self) -> Both:
        """The change of both sides' points when a unit exits."""
        return change(self.missed, self.points)

    def now(self, state: State) -> Both:
        out = len(self.out(state))
        return _sum(times(self.points, out), times(self.missed, len(self.units) - out))

    def bounds(self, state: State) -> tuple[Both, Both]:
        now, more = self.now(state), times(self.gain, self._can(state))
        least = (now[0] + min(more[0], 0), now[1] + min(more[1], 0))
        return least, (now[0] + max(more[0], 0), now[1] + max(more[1], 0))

    def stands(self, state: State) -> str:
        out, can = len(self.out(state)), self._can(state)
        return f"{out} of {len(self.units)}" + (f", up to {can} more" if can else "")

    def done(self, state: State) -> bool:
        return len(self.out(state)) == len(self.units)

    def chances(self, state: State, left: int) -> Iterator[Chance]:
        out = len(self.out(state))
        alone = sum(isinstance(table, Exit) for table in state.scenario.scoring.points) == 1
        which = "" if alone else f" ({self.name})"
        yield Chance(f"one more exit{which}", f"{{n}} more exits{which}", self._can(state), self.gain,
                     missed=len(self.units) - out, done=out,
                     less=(f"one fewer exit{which}", f"{{n}} fewer exits{which}"))  # fmt: skip

    @property
    def way(self) -> str:
        """The edges and the last Game-Turn for exits, in a few words."""
        return f"{' or '.join(self.edges)} by Game-Turn {self.until}"

    def label(self, side: int) -> str:
        each = self.points[side] or self.missed[side]
        how = "" if self.points[side] else "not exited: "
        return f"{how}{self.name}, {each} each" if each else self.name

    @property
    def about(self) -> tuple[int, ...]:
        return self.units

    def counted(self, state: State) -> list[Counted]:
        found, out = [], self.out(state)
        for unit in self.units:
            where = state.location[unit]
            side = self.side if unit in out else 1 - self.side
            points = (self.points if unit in out else self.missed)[side]
            over = where == ELIMINATED or where in EXITED or state.turn > self.until
            how = whereabouts(state, unit) + (", which does not count" if where in EXITED and unit not in out else "")
            found.append(Counted(unit, f"to exit {self.way}", how, side, points, () if over else self.edges,
                                 self.until, (0, 0) if over else self.gain))  # fmt: skip
        return found

    def concerns(self, state: State) -> list[Concern]:
        if state.side != self.side:
            return []
        worth = self.gain[self.side] - self.gain[1 - self.side]
        return urgent_exits(state, self.units, self.edges, self.until, worth)


class LossPoints(Lose, PointsRule):
    """Points for lost units."""

    def value(self, unit: Unit) -> int:
        """Return the value of a unit when it is lost, by the table's measure."""
        if self.by == "unit":
            return 1
        if self.by == "attack":
            return attack_value(unit)
        return unit.strength.defense if self.by == "defense" else full_value(unit)

    def _lost(self, state: State) -> int:
        return sum(self.value(state.units[unit]) for unit in self.units if state.location[unit] == ELIMINATED)

    def _left(self, state: State) -> int:
        return sum(self.value(state.units[unit]) for unit in self.units if state.location[unit] != ELIMINATED)

    def now(self, state: State) -> Both:
        return times(self.points, max(self._lost(state) - self.free, 0))

    def bounds(self, state: State) -> tuple[Both, Both]:
        every = times(self.points, max(self._lost(state) + self._left(state) - self.free, 0))
        return self.now(state), every

    def stands(self, state: State) -> str:
        lost = sum(state.location[unit] == ELIMINATED for unit in self.units)
        free = f", {self.free} {'are' if self.free > 1 else 'is'} free" if self.free else ""
        return f"{lost} lost{free}"

    def done(self, state: State) -> bool:
        return self._left(state) == 0

    def chances(self, state: State, left: int) -> Iterator[Chance]:
        lost = self._lost(state)
        more = min(self._left(state), lost + self._left(state) - self.free)
        if more <= 0:
            return
        name = state.scenario.sides[self.side].adjective
        chance = (by_unit if self.by == "unit" else by_value)(name, more, self.points, max(lost - self.free, 0))
        yield chance.replace(one=f"{chance.one}{self._beyond(lost)}", many=f"{chance.many}{self._beyond(lost)}")

    def _beyond(self, lost: int) -> str:
        """Return the free losses that must come before the next points, as the end of a text; empty if none."""
        if lost >= self.free:
            return ""
        what = "unit" if self.by == "unit" else "point"
        return f", beyond the next {count(self.free - lost, what) if self.free - lost > 1 else what}"

    def label(self, side: int) -> str:
        if self.by == "unit":
            return f"{self.name}, {self.points[side]} each"
        return f"{self.name}, {self.points[side]} per point"

    @property
    def about(self) -> tuple[int, ...]:
        return self.units


class InsidePoints(Inside, PointsRule):
    """Points for units inside an area, or for those of them without a Line of Communication."""

    def there(self, state: State) -> list[int]:
        """Return the units inside the area that count; some tables require units with a line, or without one."""
        inside = frozenset(self.hexes)
        found = [unit for unit in self.units if state.location[unit] in inside]
        if self.route is None or not found:
            return found
        line = joined(state, self.side, self.route.to, by_road=self.route.by_road)
        return [unit for unit in found if line(state.location[unit]) is not self.without]

    def _given(self, count: int) -> Both:
        return times(self.points, max(count - self.free, 0)) if count else self.missed

    def now(self, state: State) -> Both:
        return self._given(len(self.there(state)))

    def _alive(self, state: State) -> int:
        return sum(state.location[unit] != ELIMINATED and state.location[unit] not in EXITED for unit in self.units)

    def bounds(self, state: State) -> tuple[Both, Both]:
        given = [self._given(count) for count in (0, 1, self._alive(state))]
        least = min(first for first, _ in given), min(second for _, second in given)
        return least, (max(first for first, _ in given), max(second for _, second in given))

    def stands(self, state: State) -> str:
        free = f", {self.free} {'are' if self.free > 1 else 'is'} free" if self.free else ""
        return f"{len(self.there(state))} there{free}"

    def done(self, state: State) -> bool:
        return len(self.there(state)) > self.free

    def chances(self, state: State, left: int) -> Iterator[Chance]:
        here, alive = len(self.there(state)), self._alive(state)
        unit = f"{state.scenario.sides[self.side].adjective} unit"
        if left:
            if any(self.points):
                yield Chance(f"one more turn with a {unit} for {self.name}",
                             f"{{n}} more turns with a {unit} for {self.name}",
                             left * max(alive - self.free, 0), self.points)  # fmt: skip
            return
        more = max(alive - max(here, self.free), 0)
        first = change(self.missed, (0, 0)) if not here and any(self.missed) else (0, 0)
        if more:
            beyond = f", once {self.free - here} more are there" if here < self.free else ""
            yield Chance(f"one more {unit} for {self.name}{beyond}", f"{{n}} more {unit}s for {self.name}{beyond}",
                         more, self.points, first)  # fmt: skip
        elif any(first) and alive:
            yield Chance(f"a {unit} for {self.name}", f"a {unit} for {self.name}", 1, first)
        fewer = max(here - self.free, 0)
        if fewer and any(self.points):
            yield Chance(f"one fewer {unit} for {self.name}", f"{{n}} fewer {unit}s for {self.name}", fewer,
                         (-self.points[0], -self.points[1]))  # fmt: skip

    def label(self, side: int) -> str:
        if not self.points[side]:
            return f"none: {self.title}"
        return f"{self.title}, {self.points[side]} per unit"

    @property
    def shown(self) -> tuple[int, ...]:
        return self.hexes

    @property
    def about(self) -> tuple[int, ...]:
        return self.units

    @property
    def objective(self) -> str:
        return "" if self.everywhere else self.title

    def objectives(self, state: State, scored: Both) -> list[Objective]:
        if self.everywhere:
            return []
        there = self.there(state)
        side = self.side if there else NOBODY
        lines = "" if self.route is None else " without a line" if self.without else " with a line"
        why = f"{count(len(there), 'unit')}{lines}" if there else f"no unit is there{lines}"
        points = scored if self.turns else self.now(state)
        rim = _rim(state, self.hexes)
        return [Objective(self.title, rim, self.points, side, why, (), points, "unit", frozenset(self.hexes))]

    def account(self, state: State) -> list[tuple[str, str, Both]]:
        return [(self.name, "" if self.everywhere else self.name, self.now(state))]

    def counted(self, state: State) -> list[Counted]:
        given = self.points if any(self.points) else self.missed
        scorer = 0 if given[0] >= given[1] else 1
        found = []
        for number, unit in enumerate(self.there(state)):
            free = number < self.free
            how = whereabouts(state, unit) + (f", one of the first {self.free}" if free else "")
            found.append(Counted(unit, self.title, how, scorer, 0 if free else self.points[scorer]))
        return found


def _rim(state: State, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the hexes of an area that are next to a hex of the map outside it, or all its hexes if none is."""
    board, inside = state.scenario.board, frozenset(hexes)

    def outside(h: int) -> bool:
        return h != NOWHERE and h not in inside and board.terrain[h] is not Terrain.NONE

    return tuple(h for h in hexes if any(map(outside, board.grid.neighbors[h]))) or hexes


def _sum(one: Both, other: Both) -> Both:
    return one[0] + other[0], one[1] + other[1]
