"""A fast position, in which moving a unit takes microseconds: flat lists, and the ground under them.

The numbers come from the rules, once; the answers are the same as those of `rules/` for the same places.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from westwall_tui.engine.board import FOOT, WHEELS, Board, Changes, Ground
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.answers import TERRAIN_LINES
from westwall_tui.engine.rules.artillery import silenced
from westwall_tui.engine.rules.combat import water_line
from westwall_tui.engine.rules.movement import spread
from westwall_tui.engine.rules.obligations import Contacts, contacts
from westwall_tui.engine.rules.results_table import FURTHEST
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.rules.zones import but, mask
from westwall_tui.engine.state import VACANT, State, changed
from westwall_tui.engine.terrain import LINE_ORDER, Terrain

FAR = 1 << 20
"""The cost of an unreachable hex, in half Movement Points."""
MOST_FLOODS = 512
"""The maximum number of cached floods; a Combat Phase asks for the same floods again and again."""
MOST_REACHES = 4096
"""The maximum number of cached reaches; each new view of a phase asks for nearly the same reaches."""

Steps = Sequence[Sequence[tuple[int, int]]]
"""By hex: the next hexes, each with its cost in half Movement Points."""
Way = tuple[int, Steps]
"""A way of moving with other steps than the Terrain Key: its way of retreating (`FOOT` or `WHEELS`), and its steps."""


class FlatGround:
    """The ground of a position, shared by all positions with the same bridges and the same costs of movement.

    A way of moving is a number: `FOOT`, `WHEELS`, or a number from 2 on for a way that the rules add.
    """

    def __init__(self, board: Board, changes: Changes, others: Sequence[Way]) -> None:
        """Prepare a board with changed hexsides; `others` are the ways of moving that differ from the Terrain Key."""
        ground: Ground = board.ground_with(changes)
        self.board, self.ground = board, ground
        self.size = len(board.grid)
        self.zone = ground.zone
        self.steps: tuple[Steps, ...] = (*ground.steps, *(steps for _, steps in others))
        """By way of moving and hex: the next hexes and their costs."""
        self.retreat = (*ground.retreat, *(ground.retreat[mode] for mode, _ in others))
        """By way of moving and hex: the hexes into which a unit may retreat (7.72)."""
        self.modes = (FOOT, WHEELS, *(mode for mode, _ in others))
        """By way of moving: `FOOT` or `WHEELS`."""
        self.ways = range(len(self.steps))
        self.line = tuple([TERRAIN_LINES[terrain].rank for terrain in board.terrain])
        """By hex: the terrain's line of the table, as an index of `LINE_ORDER`."""
        self.around = tuple(
            tuple(n for n in row if n != NOWHERE and board.terrain[n] is not Terrain.NONE)
            for row in board.grid.neighbors
        )
        self._water: dict[tuple[int, int], int] = {}
        self._floods: dict[tuple[int, tuple[int | tuple[int, int], ...], bytes | None], list[int]] = {}
        self._near: dict[tuple[int, int], tuple[int, ...]] = {}
        self._back: dict[int, list[list[tuple[int, int]]]] = {}
        self._onward: dict[tuple[int, int], dict[int, tuple[int, ...]]] = {}
        self._reaches: dict[tuple[int, int, int, frozenset[int]], tuple[int, ...]] = {}

    def distance(self, h: int) -> bytes:
        """Return the distance from a hex to every hex."""
        return self.board.grid.distances(h)

    def near(self, h: int, most: int) -> tuple[int, ...]:
        """Return the hexes within `most` hexes of a hex, itself included."""
        found = self._near.get((h, most))
        if found is None:
            row = self.distance(h)
            found = self._near[h, most] = tuple([n for n in range(self.size) if row[n] <= most])
        return found

    def water(self, a: int, b: int) -> int:
        """Return the crossing of an attack from one hex into the next: `WET`, `BRIDGED` or `DRY` (7.42)."""
        found = self._water.get((a, b))
        if found is None:
            found = self._water[a, b] = water_line(self.ground.features(a, b))
        return found

    def back(self, way: int) -> list[list[tuple[int, int]]]:
        """Return, by hex, the hexes from which a unit could enter it, each with the cost in half Movement Points."""
        found = self._back.get(way)
        if found is None:
            found = [[] for _ in range(self.size)]
            for h, steps in enumerate(self.steps[way]):
                for n, cost in steps:
                    found[n].append((h, cost))
            self._back[way] = found
        return found

    def onward(self, way: int, h: int) -> dict[int, tuple[int, ...]]:
        """Return the next hexes of a retreat from `h`, for each hex at a distance below `FURTHEST` (7.74)."""
        found = self._onward.get((way, h))
        if found is None:
            found = self._onward[way, h] = {}
            row, retreat = self.distance(h), self.retreat[way]
            ring = [h]
            for far in range(1, FURTHEST + 1):
                for a in ring:
                    found[a] = tuple([n for n in retreat[a] if row[n] == far])
                ring = list(dict.fromkeys(n for a in ring for n in found[a]))
        return found

    def reach(self, way: int, here: int, limit: int, barred: frozenset[int]) -> tuple[int, ...]:
        """Return the hexes within `limit` half Movement Points of a hex; the hex itself may be `barred`."""
        key = (way, here, limit, barred)
        found = self._reaches.get(key)
        if found is None:
            if len(self._reaches) >= MOST_REACHES:
                self._reaches.clear()
            closed = but(mask(barred, self.size), here, 0)
            cost = spread(self.steps[way], [(here, 0)], limit, closed, bytes(self.size)).cost
            found = self._reaches[key] = tuple([h for h, spent in enumerate(cost) if spent <= limit])
        return found

    def flood(self, way: int, goals: Iterable[int | tuple[int, int]], toll: Sequence[int] | None = None) -> list[int]:
        """Return the half Movement Points from every hex to the nearest goal, plus a `toll` for each hex entered.

        A goal may come with a further cost. The list is shared: do not change it.
        """
        key = (way, tuple(goals), None if toll is None else bytes(toll))
        found = self._floods.get(key)
        if found is None:
            if len(self._floods) >= MOST_FLOODS:
                self._floods.clear()
            found = self._floods[key] = self._flood(*key)
        return found

    def _flood(self, way: int, goals: tuple[int | tuple[int, int], ...], toll: bytes | None) -> list[int]:
        cost = [FAR] * self.size
        buckets: list[list[int]] = []
        for goal in goals:
            h, spent = goal if isinstance(goal, tuple) else (goal, 0)
            if spent < cost[h]:
                cost[h] = spent
                while len(buckets) <= spent:
                    buckets.append([])
                buckets[spent].append(h)
        back = self.back(way)
        spent = 0
        while spent < len(buckets):
            for h in buckets[spent]:
                if cost[h] != spent:
                    continue
                extra = spent + (toll[h] if toll else 0)
                for n, step in back[h]:
                    total = extra + step
                    if total < cost[n]:
                        cost[n] = total
                        while len(buckets) <= total:
                            buckets.append([])
                        buckets[total].append(n)
            spent += 1
        return cost


@lru_cache(maxsize=8)
def _within(land: FlatGround, hexes: frozenset[int], most: int) -> bytes:
    """Return 1 for each hex within `most` hexes of one of the given ones, otherwise 0."""
    rows = [land.distance(h) for h in hexes]
    return bytes([any(row[h] <= most for row in rows) for h in range(land.size)])


@lru_cache(maxsize=8)
def land_of(board: Board, changes: Changes, others: tuple[Way, ...] = ()) -> FlatGround:
    """Return the ground of a board with changed hexsides and other ways of moving besides those of the Terrain Key."""
    return FlatGround(board, changes, others)


NOBODY = VACANT


class Ruled(Protocol):
    """Anything with rules and a state: a `Game` or a `Play`."""

    @property
    def rules(self) -> Ruleset:
        """The rules."""

    @property
    def state(self) -> State:
        """The position."""


class Position:
    """The places and zones of units. Only `move` changes them."""

    def __init__(self, game: Ruled) -> None:
        state, rules = game.state, game.rules
        units = state.units
        self.land, self.way = _on_the_ground(state)
        """The ground, and the way of moving of each unit."""
        self.units = units
        self.side = [unit.side for unit in units]
        self.attack = [u.strength.barrage if u.is_artillery else u.strength.attack for u in units]
        self.defense = [u.strength.defense for u in units]
        self.fpf = [u.strength.fpf for u in units]
        self.range = [u.strength.range for u in units]
        self.gun = [u.is_artillery for u in units]
        self._ask(game)
        self.quiet = bytearray(self.land.size)
        """By hex: 1 if a unit there cannot attack."""
        for h in rules.no_attacks.hexes:
            self.quiet[h] = 1
        self._refuge = bytearray(self.land.size)
        for h in rules.refuges.hexes:
            self._refuge[h] = 1
        self._reliefs = rules.refuges.reliefs
        self._near_refuge = _within(self.land, rules.refuges.hexes, FURTHEST)
        self._home, self.where = state.location, list(state.location)
        self._line = [rules.defense_line(state, unit).rank if h >= 0 else 0 for unit, h in enumerate(self._home)]
        """By unit: the line of the table in its hex of the game; in any other hex, the unit has the terrain's line."""
        self.at = list(state.at)
        """By hex: the unit there (the latest of several), or `NOBODY`."""
        self.zones = (list(state.zones[0]), list(state.zones[1]))
        """By side and hex: the number of the side's units that control the hex."""
        self.rooted = rules.rooted(state)
        """The units that can neither retreat nor be displaced."""

    def _ask(self, game: Ruled) -> None:
        """Read the numbers that the rules change from phase to phase."""
        rules, state = game.rules, game.state
        self.allowance = rules.allowances_ahead(state)
        """By unit: the half Movement Points for a later phase, as far as known now."""
        self.barred = tuple([rules.closed_hexes(state, side).hexes for side in (0, 1)])
        """By side: the hexes closed to it beyond the Terrain Key."""
        self.limits = tuple(
            [[rules.artillery_limit(state, side, attacking=does) for does in (False, True)] for side in (0, 1)]
        )
        """By side, for defense and attack: the limit on its artillery in a combat."""
        self.support = tuple([rules.ground_support(state, side) for side in (0, 1)])
        """By side: the Ground Support that it may use now."""
        self.silent = tuple([silenced(state, side) for side in (0, 1)])
        """By side: the artillery that may not give FPF in this or the next Combat Phase."""

    def copy_places(self, game: Ruled) -> None:
        """Copy places and numbers from a game of the same scenario with the same bridges."""
        self._ask(game)
        for unit, h in enumerate(game.state.location):
            if self.where[unit] != h:
                self.move(unit, h)

    def _put_on_map(self, unit: int, h: int) -> None:
        self.at[h] = unit
        zones = self.zones[self.side[unit]]
        for n in self.land.zone[h]:
            zones[n] += 1

    def move(self, unit: int, h: int) -> None:
        """Move a unit to another hex, or off the map (below 0)."""
        old = self.where[unit]
        if old >= 0:
            if self.at[old] == unit:
                self.at[old] = NOBODY
            zones = self.zones[self.side[unit]]
            for n in self.land.zone[old]:
                zones[n] -= 1
        self.where[unit] = h
        if h >= 0:
            self._put_on_map(unit, h)

    def on_map(self, side: int) -> list[int]:
        """Return the side's units on the map, in unit order."""
        return [unit for unit, h in enumerate(self.where) if h >= 0 and self.side[unit] == side]

    # -- movement: 5.0

    def reach_ahead(self, unit: int) -> tuple[int, ...]:
        """Return the hexes that a unit on the map could reach in its next move if no unit were in its way."""
        barred = self.barred[self.side[unit]]
        return self.land.reach(self.way[unit], self.where[unit], self.allowance[unit], barred)

    # -- contacts and lines: 7.0

    def touched(self, side: int, h: int) -> list[int]:
        """Return the enemies in contact with a unit of `side` in a hex (6.33, 7.1)."""
        if self.quiet[h]:
            return []
        owner, at = self.side, self.at
        return [at[n] for n in self.land.zone[h] if at[n] >= 0 and owner[at[n]] != side]

    def contacts(self, game: Ruled, fought: Collection[int] = ()) -> Contacts:
        """Return the contacts of a game's Combat Phase with the units in the places of this position.

        Units in `fought` count as having fought. Units in other places than in the game count as having advanced.
        """
        state = game.state
        elsewhere = [unit for unit, h in enumerate(self.where) if h != state.location[unit]]
        if elsewhere or fought:
            state = state.copy()
            for unit in elsewhere:
                state.place(unit, self.where[unit])
            state.advanced = changed(state.advanced, state.serial, *elsewhere)
            state.attacked = changed(state.attacked, state.serial, *fought)
            state.defended = changed(state.defended, state.serial, *fought)
        return contacts(state)

    def line(self, attackers: Sequence[int], defenders: Sequence[int]) -> int:
        """Return the line of the table, as an index of `LINE_ORDER` (7.44)."""
        land, where, gun = self.land, self.where, self.gun
        best = len(LINE_ORDER)
        for defender in defenders:
            h = where[defender]
            line = self._line[defender] if h == self._home[defender] else land.line[h]
            crossed = [land.water(where[unit], h) for unit in attackers if not gun[unit]]
            if crossed:
                line = min(line, max(crossed))
            best = min(best, line)
        return best

    def supports(self, side: int, defenders: Sequence[int]) -> bool:
        """Return True if a side may use Ground Support in a combat with these defenders (9.0)."""
        support = self.support[side]
        if support.spotters is None:
            return True
        where = self.where
        eyes = [where[unit] for unit in support.spotters if where[unit] >= 0]
        return any(self.land.distance(where[d])[h] <= support.reach for d in defenders for h in eyes)

    # -- retreats: 7.7

    def room(self, unit: int, h: int) -> int:
        """Return the longest retreat that a unit in a hex survives if all friendly units can be displaced.

        The search covers at most `FURTHEST` hexes; a reduction by refuges is added.
        """
        if not (self._reliefs and self._near_refuge[h]) and not self.rooted:
            return self._farthest(unit, h)
        rings = self._rings(unit, h, FURTHEST)
        found = len(rings) - 1
        for far, shorter in enumerate(self._shortened(unit, rings)):
            if shorter:
                found = max(found, far + max(shorter.values()))
        return found

    def ends(self, unit: int, h: int, hexes: int) -> list[int]:
        """Return the hexes where a retreat of `hexes` may end, after the shortest way that refuges allow.

        The list is empty if the unit is lost.
        """
        rings = self._rings(unit, h, hexes)
        for far, shorter in enumerate(self._shortened(unit, rings)):
            found = [n for n in rings[far] if far + shorter.get(n, 0) >= hexes]
            if found:
                return found
        return rings[hexes] if len(rings) > hexes else []

    def _farthest(self, unit: int, h: int) -> int:
        """Return the length of the longest retreat without refuges, by depth-first search, which ends soonest."""
        side = self.side[unit]
        zones, at, owner, barred = self.zones[1 - side], self.at, self.side, self.barred[side]
        onward, row = self.land.onward(self.way[unit], h), self.land.distance(h)
        seen = bytearray(mask(barred, self.land.size))
        found, todo = 0, [h]
        while todo:
            for n in onward[todo.pop()]:
                if zones[n] or seen[n] or (at[n] >= 0 and owner[at[n]] != side):
                    continue
                far = row[n]
                if far > found:
                    if far == FURTHEST:
                        return far
                    found = far
                seen[n] = 1
                todo.append(n)
        return found

    def _rings(self, unit: int, h: int, most: int) -> list[list[int]]:
        """Return the possible hexes after each of `most` steps (up to `FURTHEST`), each a hex farther away (7.74)."""
        side = self.side[unit]
        zones, at, owner, barred = self.zones[1 - side], self.at, self.side, self.barred[side]
        onward, rings = self.land.onward(self.way[unit], h), [[h]]
        if self.rooted:
            if unit in self.rooted:
                return rings
            barred = barred.union([self.where[rooted] for rooted in self.rooted if self.side[rooted] == side])
        for _ in range(most):
            found: list[int] = []
            for a in rings[-1]:
                for n in onward[a]:
                    if not zones[n] and n not in found and n not in barred:
                        other = at[n]
                        if other < 0 or owner[other] == side:
                            found.append(n)
            if not found:
                break
            rings.append(found)
        return rings

    def _shortened(self, unit: int, rings: Sequence[Sequence[int]]) -> list[dict[int, int]]:
        """Return, by step and hex, the hexes by which a unit may have shortened its retreat."""
        if not self._reliefs:
            return []
        retreat, refuge = self.land.retreat[self.way[unit]], self._refuge
        found: list[dict[int, int]] = []
        before: dict[int, int] = {}
        for ring in rings:
            here: dict[int, int] = {}
            for n in ring:
                shortened = self.relief(unit, n) if refuge[n] else 0
                for a, less in before.items():
                    if less > shortened and n in retreat[a]:
                        shortened = less
                if shortened:
                    here[n] = shortened
            found.append(here)
            before = here
        return found

    def relief(self, unit: int, h: int) -> int:
        """Return the number of hexes by which a unit in a hex may shorten its retreat."""
        if not self._refuge[h]:
            return 0
        relief = self._reliefs[unit]
        if relief.free == relief.surrounded:
            return relief.free
        return relief.surrounded if self.surrounded(self.side[unit], h) else relief.free

    def surrounded(self, side: int, h: int) -> bool:
        """Return True if the enemy occupies or controls all six hexes around a hex."""
        zones, at, owner, around = self.zones[1 - side], self.at, self.side, self.land.around[h]
        for n in around:
            if not zones[n] and (at[n] < 0 or owner[at[n]] == side):
                return False
        return len(around) == 6


def _on_the_ground(state: State) -> tuple[FlatGround, list[int]]:
    """Return the ground of a position, and each unit's way of moving: `FOOT`, `WHEELS`, or one that the rules add."""
    ground, others = state.ground.steps, list[Way]()
    ways = []
    for mode, steps in zip(state.scenario.ways, state.rules.steps_ahead(state), strict=True):
        if steps is ground[mode]:
            ways.append(mode)
            continue
        other = mode, tuple(map(tuple, steps))
        if other not in others:
            others.append(other)
        ways.append(len(ground) + others.index(other))
    return land_of(state.scenario.board, state.works, tuple(others)), ways
