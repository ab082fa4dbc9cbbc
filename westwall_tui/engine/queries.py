"""Read-only answers about a game, for screens and for computer players."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.board import Hexside
from westwall_tui.engine.decisions import displace
from westwall_tui.engine.decisions import movement as moving
from westwall_tui.engine.decisions.displace import Displacing
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.decisions.halted import Halted
from westwall_tui.engine.decisions.marching import Marching
from westwall_tui.engine.decisions.retreat import Retreating, Retreats
from westwall_tui.engine.decisions.setup import Setup, undeployed
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import DIRECTIONS, NOWHERE
from westwall_tui.engine.orders import Bridge, Deploy, IllegalOrder
from westwall_tui.engine.rules import movement, obligations, reinforcements, retreat, zones
from westwall_tui.engine.rules.advance import advances as advance_ways
from westwall_tui.engine.rules.answers import Crossing, Front, Marker, Objective, Score, Standing, Supply
from westwall_tui.engine.rules.movement import FAR
from westwall_tui.engine.rules.obligations import Outstanding
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE, State

__all__ = [
    "ELIMINATED",
    "EXITED",
    "RESERVE",
    "Front",
    "Objective",
    "Outstanding",
    "Reach",
    "Standing",
    "Supply",
]


# -- the set-up


def to_set_up(game: Game) -> list[int]:
    """The units that the side to decide has still to set up, in unit order."""
    return undeployed(game.state, game.side)


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
    for unit in undeployed(state, frame.side):
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
    return moving.movers(game.rules, game.state, game.state.side)


def entering(game: Game, side: int) -> list[int]:
    """Reinforcements whose time has come and that are not on the map yet (all may be withheld)."""
    return reinforcements.available(game.rules, game.state, side)


def entry_hexes(game: Game, unit: int) -> tuple[int, ...]:
    """Where a reinforcement may enter or land now, costs and enemies not considered."""
    if game.rules.lands(game.state, unit):
        return game.rules.landing_hexes(game.state, unit)
    return game.rules.entry_hexes(game.state, unit)


def bridge_sites(game: Game) -> list[Bridge]:
    """The bridges that may be laid now, as a part of the Movement Phase (11.1 of Remagen)."""
    return list(game.rules.bridge_sites(game.state))


def zone(game: Game, side: int) -> frozenset[int]:
    """The hexes in a Zone of Control of the side (6.0)."""
    return frozenset(h for h, c in enumerate(zones.controlled(game.state, side)) if c)


class Onward(NamedTuple):
    """How a unit may go on that had to halt before a fallen bridge."""

    left: int
    """Half Movement Points that it has left."""
    ways: Mapping[int, tuple[int, ...]]
    """By hex: the cheapest way there, from where it stands."""
    rest: Mapping[int, int]
    """By hex: half Movement Points that would be left there."""


def onward(game: Game) -> Onward:
    """Where the unit that had to halt may go on to; nowhere when none had to."""
    frame = game.state.frames[-1] if game.state.frames else None
    if not isinstance(frame, Halted):
        return Onward(0, {}, {})
    rules, state, unit = game.rules, game.state, frame.unit
    ways = movement.onward(rules, state, unit, frame.left)
    rest = {h: frame.left - movement.path_cost(rules, state, unit, way) for h, way in ways.items()}
    return Onward(frame.left, ways, rest)


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


def retreat_length(game: Game) -> int:
    """How many hexes the units must retreat that are to retreat now; 0 when none has to."""
    frame = game.state.frames[-1] if game.state.frames else None
    return frame.hexes if isinstance(frame, Retreats) else 0


class DieDue(NamedTuple):
    """A die that a battle's Exclusive Rules ask for."""

    purpose: str
    """For what, in a word."""
    hexes: tuple[int, ...]
    """The hexes that it concerns."""
    table: Sequence[str]
    """What each of the six numbers would do, in a word or two; nothing where the battle does not say."""


def die_due(game: Game) -> DieDue | None:
    """The die that is to be rolled now, if a battle asks for it and no combat."""
    frame = game.state.frames[-1] if game.state.frames else None
    if not isinstance(frame, ExclusiveRoll):
        return None
    return DieDue(frame.purpose, frame.about, game.rules.die_table(game.state, frame.purpose, frame.about))


def displacements(game: Game) -> list[int]:
    """Where the unit that must make way now may go (7.8)."""
    frame = game.state.frames[-1] if game.state.frames else None
    return displace.displacements(game.rules, game.state, frame) if isinstance(frame, Displacing) else []


def advances(game: Game, unit: int) -> Mapping[int, tuple[int, ...]]:
    """Where a victorious unit may advance now, with the way there (7.9)."""
    return {} if game.state.combat is None else advance_ways(game.rules, game.state, unit)


# -- the game as a whole


def account(game: Game) -> list[Score]:
    """The Victory Points as they stand, by cause."""
    return game.rules.account(game.state)


def totals(game: Game) -> tuple[int, int]:
    """The Victory Points of both sides as they stand."""
    return game.rules.totals(game.state)


def objectives(game: Game) -> list[Objective]:
    """The places that points are given for, and who would score them if the game ended now."""
    return game.rules.objectives(game.state)


def bridges(game: Game) -> Sequence[Standing]:
    """How each bridge stands that is laid and destroyed: there, due or gone (11.0 of Remagen); none in most battles."""
    return game.rules.standing_bridges(game.state)


def front(game: Game) -> Front | None:
    """The front that would be in force if the Player-Turn ended now (14.0 of Remagen): hexes, gaps, units lost.

    None where none is due.
    """
    return game.rules.front(game.state)


def supplies(game: Game) -> Sequence[Supply]:
    """By unit that needs one, its Line of Communication, or what keeps it from one; nothing in most battles."""
    return game.rules.supplies(game.state)


class Change(NamedTuple):
    """What a move would change for lines of communication: names of units and places."""

    gained: tuple[str, ...]
    lost: tuple[str, ...]
    own: Supply | None
    """The line of the unit that moves, from where it would be; None if it needs none."""


def line_changes(game: Game, unit: int, h: int) -> Change:
    """Who would gain and who would lose a line of communication, if a unit stood in another hex."""
    state = game.state
    after = state.copy()
    after.location[unit] = h
    now, then = ({**_supplied(game, s), **_scored(game, s)} for s in (state, after))
    gained = tuple(name for name, has in then.items() if has and not now.get(name))
    lost = tuple(name for name, has in now.items() if has and not then.get(name))
    own = next((s for s in game.rules.supplies(after) if s.unit == unit), None)
    return Change(gained, lost, own)


def _supplied(game: Game, state: State) -> dict[str, bool]:
    return {state.units[s.unit].id: bool(s.line) for s in game.rules.supplies(state)}


def _scored(game: Game, state: State) -> dict[str, bool]:
    return {o.name: bool(o.line) for o in game.rules.objectives(state)}


def crossings(game: Game) -> Sequence[Crossing]:
    """The bridges that the battle has rules for, and those that have fallen or been laid."""
    return game.rules.crossings(game.state)


def markers(game: Game, viewer: int) -> Sequence[Marker]:
    """What lies on the map beside the units, as far as a side may know; -1: what everybody may."""
    return game.rules.markers(game.state, viewer)


def under_way(game: Game) -> int:
    """The unit whose move, landing, retreat or advance has been interrupted by what is decided now; -1 if none has."""
    on_way = (frame for frame in reversed(game.state.frames) if isinstance(frame, Marching | Retreating))
    return next((frame.unit for frame in on_way), -1)


def boundaries(game: Game) -> Sequence[str]:
    """The named lines of the board that matter now."""
    return game.rules.boundaries(game.state)


def situation(game: Game) -> Sequence[str]:
    """What a player should know beside the account of points, in sentences."""
    return game.rules.situation(game.state)


def holds_secret(game: Game, side: int) -> bool:
    """Whether a side knows something of the map that its enemy must not see."""
    return side >= 0 and game.rules.secret(game.state, side)


def units_at(game: Game, h: int) -> tuple[int, ...]:
    """The units in a hex, in unit order: one, save where the battle lets two stop (5.31)."""
    return tuple(unit for unit, at in enumerate(game.state.location) if at == h)


def losses(game: Game, side: int) -> list[int]:
    """The side's eliminated units, in unit order."""
    return game.state.eliminated(side)


def ways_of(game: Game, h: int) -> dict[str, tuple[str, ...]]:
    """What lies on a hex's sides, as directions by feature: road, trail, stream, river, bridge ..."""
    names = {
        Hexside.ROAD: "road",
        Hexside.TRAIL: "trail",
        Hexside.STREAM: "stream",
        Hexside.CANAL: "canal",
        Hexside.RIVER: "river",
    }
    names |= {Hexside.BRIDGE: "bridge", Hexside.FERRY: "ferry", Hexside.RAILWAY: "railway"}
    ground, around = game.state.ground, game.scenario.board.grid.neighbours[h]
    lies = [(d, ground.hexside(h, n)) for d, n in zip(DIRECTIONS, around, strict=True) if n != NOWHERE]
    found: dict[str, tuple[str, ...]] = {}
    for flag, name in names.items():
        sides = tuple(d for d, side in lies if side & flag)
        if sides:
            found[name] = sides
    return found
