"""Read-only answers about a game, for screens and for computer players."""

from collections.abc import Mapping
from typing import NamedTuple

from westwall_tui.engine import choices, flow
from westwall_tui.engine.battles.hurtgen import Hurtgen, Withdrawal
from westwall_tui.engine.board import Side
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, IllegalOrder
from westwall_tui.engine.rules import displacement, movement, obligations, reinforcements, retreat, zones
from westwall_tui.engine.rules.advance import advances as advance_ways
from westwall_tui.engine.rules.movement import FAR
from westwall_tui.engine.rules.obligations import Outstanding
from westwall_tui.engine.rules.ruleset import Objective, Score
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE, Displacing, Retreats, Setup

__all__ = ["ELIMINATED", "EXITED", "RESERVE", "Objective", "Outstanding", "Reach", "Withdrawal"]


# -- the set-up


def suggested_setup(game: Game) -> list[Deploy]:
    """The scenario's suggested set-up for the units that the side to decide has left (3.0).

    A unit whose hex is taken goes to the nearest free one. Raises `IllegalOrder` when there is no suggestion.
    """
    state = game.state
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, Setup):
        raise IllegalOrder("3.0", "no side is setting up")
    taken = set(state.occupants())
    found = []
    for unit in flow.undeployed(state, frame.side):
        counter, group = state.units[unit], state.scenario.setup_of[unit]
        if not group.suggest:
            raise IllegalOrder("3.0", f"the scenario suggests no hex for {counter.id}", (counter.id,))
        wanted = group.suggest[group.units.index(unit)]
        free = [h for h in group.hexes if h not in taken and movement.standing_room(state, unit, h)]
        if not free:
            raise IllegalOrder("3.0", f"no hex is left for {counter.id}", (counter.id,))
        h = min((state.scenario.board.grid.distance(wanted, h), h) for h in free)[1]
        taken.add(h)
        found.append(Deploy(counter.id, state.number(h)))
    return found


# -- movement


class Reach(NamedTuple):
    """How far a unit can go in this phase."""

    left: Mapping[int, int]
    """By hex where it may stop: half Movement Points left there."""
    through: frozenset[int]
    """Hexes that it can pass through only."""
    ways: movement.Spread

    def path(self, h: int) -> tuple[int, ...]:
        """The cheapest way to a hex in reach, the start (or entry hex) first."""
        return self.ways.path(h)


def reach(game: Game, unit: int) -> Reach:
    """Where a unit could move, or enter the map, if it were its player's Movement Phase now (5.0)."""
    state, rules = game.state, game.rules
    ground = movement.field(rules, state, state.units[unit].side)
    ways = movement.reach(rules, state, unit, ground)
    limit = rules.allowance(state, unit)
    found = [h for h, cost in enumerate(ways.cost) if cost != FAR]
    left = {h: limit - ways.cost[h] for h in found if movement.may_stop(rules, ground, state, unit, h)}
    return Reach(left, frozenset(h for h in found if h not in left), ways)


def why_not(game: Game, unit: int, h: int) -> IllegalOrder | None:
    """Why a unit on the map could not move to a hex, or None if it could (5.0)."""
    state, rules = game.state, game.rules
    ground = movement.field(rules, state, state.units[unit].side)
    try:
        ground = movement.check_may_move(rules, state, unit, ground)
        movement.find_path(rules, state, unit, (h,), ground)
        movement.check_stop(rules, state, unit, h, ground)
    except IllegalOrder as refusal:
        return refusal
    return None


def side_reach(game: Game, side: int) -> frozenset[int]:
    """Every hex that some unit of a side on the map could move to: what a player fears in the next Movement Phase."""
    units = game.state.on_map(side)
    return frozenset(h for unit in units for h in reach(game, unit).left)


def movers(game: Game) -> list[int]:
    """The phasing player's units that can still move, then the reinforcements that can enter."""
    return choices.movers(game.rules, game.state, game.state.side)


def entering(game: Game, side: int) -> list[int]:
    """Reinforcements whose time has come and that are not on the map yet (all may be withheld)."""
    return reinforcements.available(game.rules, game.state, side)


def entry_hexes(game: Game, unit: int) -> tuple[int, ...]:
    """Where a reinforcement may enter or land now, costs and enemies not considered."""
    if game.rules.lands(game.state, unit):
        return game.rules.landing_hexes(game.state, unit)
    return game.rules.entry_hexes(game.state, unit)


def zone(game: Game, side: int) -> frozenset[int]:
    """The hexes in a Zone of Control of the side (6.0)."""
    return frozenset(h for h, c in enumerate(zones.controlled(game.state, side)) if c)


# -- combat


def outstanding(game: Game) -> Outstanding:
    """Who must still attack and be attacked in this Combat Phase (7.1)."""
    return obligations.outstanding(game.rules, game.state)


# -- after the die


def retreats(game: Game, unit: int) -> retreat.Choices:
    """The ways of a unit that must retreat now; none when it need not."""
    frame = game.state.frames[-1] if game.state.frames else None
    if not isinstance(frame, Retreats) or unit not in frame.units:
        return retreat.Choices((), lost=False, displacing=False)
    return retreat.choices(game.rules, game.state, unit, frame.hexes, frame.trail)


def displacements(game: Game) -> list[int]:
    """Where the unit that must make way now may go (7.8)."""
    frame = game.state.frames[-1] if game.state.frames else None
    return displacement.displacements(game.rules, game.state, frame) if isinstance(frame, Displacing) else []


def advances(game: Game, unit: int) -> Mapping[int, tuple[int, ...]]:
    """Where a victorious unit may advance now, with the way there (7.9)."""
    return {} if game.state.combat is None else advance_ways(game.rules, game.state, unit)


# -- the game as a whole


def account(game: Game) -> list[Score]:
    """The Victory Points as they stand, by cause."""
    return game.rules.account(game.state)


def totals(game: Game) -> tuple[int, int]:
    """The Victory Points of both sides as they stand."""
    lines = account(game)
    first, second = (sum(line.points for line in lines if line.side == side) for side in (0, 1))
    return first, second


def objectives(game: Game) -> list[Objective]:
    """The places that points are given for, and who would score them if the game ended now."""
    return game.rules.objectives(game.state)


def withdrawal(game: Game) -> Withdrawal | None:
    """How the 116th Panzer Division's withdrawal stands (12.0 of Hurtgen Forest); None in other battles."""
    return game.rules.withdrawal(game.state) if isinstance(game.rules, Hurtgen) else None


def losses(game: Game, side: int) -> list[int]:
    """The side's eliminated units, in unit order."""
    state = game.state
    return [i for i, unit in enumerate(state.units) if unit.side == side and state.location[i] == ELIMINATED]


def ways_of(game: Game, h: int) -> dict[str, tuple[str, ...]]:
    """What lies on a hex's sides, as directions by feature: road, trail, stream, river, bridge ..."""
    names = {Side.ROAD: "road", Side.TRAIL: "trail", Side.STREAM: "stream", Side.CANAL: "canal", Side.RIVER: "river"}
    names |= {Side.BRIDGE: "bridge", Side.FERRY: "ferry", Side.RAILWAY: "railway"}
    board = game.scenario.board
    directions = ("N", "NE", "SE", "S", "SW", "NW")
    found: dict[str, tuple[str, ...]] = {}
    for flag, name in names.items():
        sides = tuple(d for d, side in zip(directions, board.sides[h], strict=True) if side & flag)
        if sides:
            found[name] = sides
    return found
