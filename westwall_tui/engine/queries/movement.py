"""A unit's reach in a Movement Phase, and its limits (5.0)."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from westwall_tui.engine.decisions.halted import Halted
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.queries.arrival import ways_out
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules import movement, moves
from westwall_tui.engine.rules.exits import cheapest_exit
from westwall_tui.engine.rules.movement import FAR, Field, Spread, Steps


class Reach(Record):
    """A unit's reach in this phase, along paths through the pinned hexes.

    `h in reach` is True if the unit can stop in a hex or pass through it.
    """

    unit: int
    start: int
    """The unit's hex, or a number below 0 for a unit that is to enter the map."""
    pins: tuple[int, ...]
    """The hexes that the path must pass, in this order."""
    rounds: tuple[tuple[int, int], ...]
    """Adjacent pinned hexes between which the unit cannot step, so that its path makes a detour."""
    allowance: int
    """Half Movement Points for this phase (5.13)."""
    left: Mapping[int, int]
    """The hexes where the unit may stop, with the half Movement Points left there.

    The unit's own hex is among them only if the pins lead it out and back.
    """
    through: frozenset[int]
    """The hexes that the unit can pass through but not stop in, including its own hex if it may move."""
    halting: frozenset[int]
    """The hexes in reach where an enemy Zone of Control stops the unit (6.0)."""
    shared: frozenset[int]
    """The hexes in `left` with a friendly unit."""
    landings: frozenset[int]
    """The landing hexes of a unit that arrives by air; such a unit moves only after it has landed."""
    leaves_zone: bool
    """True if the unit begins in an Enemy-controlled hex that it may leave, without entering another."""
    _trail: tuple[int, ...]
    """The path up to the last pinned hex, without that hex."""
    _ways: Spread
    _steps: Steps
    """The unit's costs from each hex to the next."""
    _met: Field
    """The enemies, zones and friendly units in the way."""

    def __contains__(self, h: int) -> bool:
        return h in self.left or h in self.through

    def __repr__(self) -> str:
        return f"<Reach of unit {self.unit}: {len(self.left)} hexes to stop in, {len(self.through)} more to pass>"

    def may_stop(self, h: int) -> bool:
        """Return True if the unit may stop or land in a hex."""
        return h in self.left or h in self.landings

    def may_pin(self, h: int) -> bool:
        """Return True if a path may be pinned through a hex."""
        return h in self and h not in self.halting

    def path(self, h: int, prefer: Collection[int] = ()) -> tuple[int, ...]:
        """Return the cheapest path through the pinned hexes to a hex within reach, from the start or entry hex.

        A tie goes to the path with the most hexes of `prefer`. Raises `ValueError` for a hex out of reach.
        """
        if h not in self:
            raise ValueError(f"hex {h} is out of reach")
        ways = self._preferring(prefer, self._ways.cost[h]) if prefer else self._ways
        return self._trail + ways.path(h)

    def _preferring(self, prefer: Collection[int], most: int) -> Spread:
        """Return the paths that cost at most `most`, each with as many preferred hexes as possible."""
        cost, came = self._ways.cost, list(self._ways.came)
        count: dict[int, int] = {}
        # In order of cost, so that the best path to a hex is final before any path leads on from there.
        for h in sorted((h for h, spent in enumerate(cost) if spent <= most), key=cost.__getitem__):
            count[h] = count.get(came[h], 0) + (h in prefer)
            if h in self.halting:
                continue
            for n, step in self._steps[h]:
                if cost[h] + step == cost[n] and came[n] != NOWHERE and count[h] > count.get(came[n], -1):
                    came[n] = h
        return Spread(cost, came)


def reach(game: Game, unit: int | str, pins: Sequence[int | str] = ()) -> Reach:
    """Return the reach of a unit on the map or a reinforcement, as if its side's Movement Phase were now (5.0).

    The path leads through the `pins`, from each to the next by the cheapest path. If `may_pin` forbids a pin, no hex is
    within reach after it. Raises `ValueError` for an unknown unit or hex.
    """
    unit, board = game.scenario.unit(unit), game.scenario.board
    ground = movement.field(game.state, game.state.units[unit].side)
    return _reach(game, unit, ground, [board.hex(pin) for pin in pins])


def reach_after_landing(game: Game, unit: int, h: int) -> Reach:
    """Return the reach of a unit after it has landed in a hex, if it may land there (15.32)."""
    twin = game.copy()
    twin.rules.entered(twin.state, unit, h)
    twin.state.place(unit, h)
    return reach(twin, unit)


def _reach(game: Game, unit: int, ground: Field, pins: Sequence[int] = ()) -> Reach:
    state, rules = game.state, game.rules
    start, limit = state.location[unit], rules.allowance(state, unit)
    leaves = start >= 0 and bool(ground.halting[start]) and rules.leaves_zones(state)
    met = movement.leaving(ground, start) if leaves else ground
    ways = movement.reach(state, unit, ground)
    trail: tuple[int, ...] = ()
    for pin in pins:
        spent = ways.cost[pin]
        if spent == FAR or met.halting[pin]:
            ways = Spread([FAR] * len(ways.cost), [NOWHERE] * len(ways.came))
            break
        trail += ways.path(pin)[:-1]
        ways = movement.spread(rules.steps(state, unit), [(pin, spent)], limit, met.blocked, met.halting)
    found = [h for h, cost in enumerate(ways.cost) if cost != FAR]
    stops = [h for h in found if (h != start or trail) and movement.may_stop(met, state, unit, h)]
    left = {h: limit - ways.cost[h] for h in stops}
    lands = start < 0 and rules.landings.lands(state, unit)
    return Reach(
        unit=unit,
        start=start,
        pins=tuple(pins),
        rounds=_rounds(game, unit, pins),
        allowance=limit,
        left=left,
        through=frozenset(h for h in found if h not in left),
        halting=frozenset(h for h in found if met.halting[h]),
        shared=frozenset(h for h in stops if met.friends[h] and h != start),
        landings=frozenset(rules.landings.hexes(state, unit)) if lands else frozenset(),
        leaves_zone=leaves,
        _trail=trail,
        _ways=ways,
        _steps=rules.steps(state, unit),
        _met=met,
    )


def _rounds(game: Game, unit: int, pins: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return adjacent pinned hexes between which the unit cannot step."""
    start, steps = game.state.location[unit], game.rules.steps(game.state, unit)
    way = (start, *pins) if start >= 0 else pins
    around = game.scenario.board.grid.neighbors
    return tuple([(a, b) for a, b in pairwise(way) if b in around[a] and all(n != b for n, _ in steps[a])])


def exits(game: Game, found: Reach) -> tuple[str, ...]:
    """Return the edges by which a unit on the map could exit this phase (5.0)."""
    edges = ways_out(game, found.unit) if found.start in found else ()
    state, unit, met, ways = game.state, found.unit, found._met, found._ways
    return tuple(edge for edge in edges if cheapest_exit(state, unit, edge, met, ways) is not None)


def why_not(game: Game, unit: int | str, h: int | str) -> IllegalOrder | None:
    """Return the refusal of a move to a hex by a unit on the map, or None if it is possible (5.0)."""
    state, unit, h = game.state, game.scenario.unit(unit), game.scenario.board.hex(h)
    ground = movement.field(state, state.units[unit].side)
    try:
        ground = movement.check_may_move(state, unit, ground)
        movement.find_path(state, unit, (h,), ground)
        movement.check_stop(state, unit, h, ground)
    except IllegalOrder as refusal:
        return refusal
    return None


def why_immobile(game: Game, unit: int) -> IllegalOrder | None:
    """Return the reason why a unit on the map may not move this phase (5.14, 5.15), or None if it may."""
    state = game.state
    try:
        movement.check_may_move(state, unit, movement.field(state, state.units[unit].side))
    except IllegalOrder as refusal:
        return refusal
    return None


# -- The Movement Phase (5.0): units that can still move, their allowances, and the choices of a halted unit.


def movers(game: Game) -> list[int]:
    """Return the phasing player's units that can still move, then the reinforcements that can enter."""
    return moves.movers(game.state, game.state.side)


def allowance(game: Game, unit: int) -> int:
    """Return a unit's half Movement Points for this phase (5.13)."""
    return game.rules.allowance(game.state, unit)


def share_case(game: Game) -> str:
    """Return the case that lets a unit stop with a friendly unit; empty if there is none (5.31)."""
    return game.rules.river_assaults.share_case


class Onward(NamedTuple):
    """The choices of a unit that halted at a blown bridge."""

    left: int
    """Half Movement Points left."""
    ways: Mapping[int, tuple[int, ...]]
    """The hexes within reach, with the cheapest path to each."""
    rest: Mapping[int, int]
    """The same hexes, with the half Movement Points left there."""


def onward(game: Game) -> Onward:
    """Return the choices of the halted unit; none if no unit has halted."""
    frame = game.state.pending
    if not isinstance(frame, Halted):
        return Onward(0, {}, {})
    state, unit = game.state, frame.unit
    ways = movement.onward(state, unit, frame.left)
    rest = {h: frame.left - movement.path_cost(state, unit, way) for h, way in ways.items()}
    return Onward(frame.left, ways, rest)
