"""The Combat Phase (7.0, 9.0): obligations, interruptions, and what follows the roll."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.decisions.displace import Displacing, Retreating
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.decisions.march import Marching
from westwall_tui.engine.decisions.retreat import Retreats
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules import obligations, retreat
from westwall_tui.engine.rules.advance import advances as advance_ways
from westwall_tui.engine.rules.displacement import why_closed
from westwall_tui.engine.rules.obligations import Outstanding
from westwall_tui.engine.rules.retreat import Choices
from westwall_tui.engine.terrain import Terrain

# -- The Combat Phase (7.0, 9.0): obligations and Ground Support.


def has_combat(game: Game) -> bool:
    """Whether there are Combat Phases in this Game-Turn (4.1)."""
    return game.rules.fights(game.state)


def outstanding(game: Game) -> Outstanding:
    """The units that must still attack or be attacked this Combat Phase (7.1)."""
    return obligations.outstanding(game.state)


def support_left(game: Game, side: int) -> int:
    """The Ground Support Points that a side may use now (9.14)."""
    return game.rules.support_left(game.state, side)


def assaulting(game: Game) -> tuple[int, ...]:
    """The units assaulting one enemy across a river with the Engineer; one that cannot advance is eliminated
    (13.24)."""
    return game.rules.assaulting(game.state)


# -- Interruptions: a battle's own die, a wired bridge, and the unit they stop.


class DieDue(NamedTuple):
    """A die roll of a battle's Exclusive Rules."""

    purpose: str
    """Its purpose in a word."""
    hexes: tuple[int, ...]
    """Its hexes."""
    table: Sequence[str]
    """The effect of each of the six rolls in a word or two; empty if the battle does not say."""


def die_due(game: Game) -> DieDue | None:
    """The due die roll, if it is a battle's and not a combat's."""
    frame = game.state.frames[-1] if game.state.frames else None
    if not isinstance(frame, ExclusiveRoll):
        return None
    return DieDue(frame.purpose, frame.about, game.rules.die_table(game.state, frame.purpose, frame.about))


def under_way(game: Game) -> int:
    """The unit whose move, landing, retreat or advance the current decision interrupts; -1 if there is none."""
    on_way = (frame for frame in reversed(game.state.frames) if isinstance(frame, Marching | Retreating))
    return next((frame.unit for frame in on_way), -1)


class WiredBridge(NamedTuple):
    """A battle's words about blowing a wired bridge."""

    answers: tuple[str, str]
    """The two answers and their effects in a few words: to try, and not to."""
    case: str
    """The case that allows it."""


def wired_bridge(game: Game) -> WiredBridge:
    """A battle's words and case for blowing a wired bridge."""
    return WiredBridge(game.rules.demolition_answers, game.rules.demolition_case)


# -- After the die of a combat: retreats (7.7), displacement (7.8), advances (7.9).


def retreats(game: Game, unit: int) -> Choices:
    """A unit's retreat paths; none if it need not retreat now."""
    frame = game.state.frames[-1] if game.state.frames else None
    if not isinstance(frame, Retreats) or unit not in frame.units:
        return Choices((), lost=False, displacing=False)
    return retreat.choices(game.state, unit, frame.hexes, frame.trail)


def retreat_length(game: Game) -> int:
    """The length in hexes of the current retreat; 0 if no unit has to retreat."""
    frame = game.state.frames[-1] if game.state.frames else None
    return frame.hexes if isinstance(frame, Retreats) else 0


class Reduction(NamedTuple):
    """The places where a unit may shorten its retreat."""

    place: str
    """The kind of place in a word."""
    case: str
    """The case; empty if the battle has no such rule."""


def retreat_reduction(game: Game) -> Reduction:
    """Where a unit may shorten its retreat in this battle, and the case."""
    return Reduction(game.rules.reduction_place, game.rules.reduction_case)


def displacements(game: Game) -> list[int]:
    """The hexes for the unit being displaced (7.8)."""
    frame = game.state.frames[-1] if game.state.frames else None
    return frame.hexes(game.state) if isinstance(frame, Displacing) else []


def advances(game: Game, unit: int) -> Mapping[int, tuple[int, ...]]:
    """By hex where a victorious unit may advance now, the path there (7.9)."""
    return {} if game.state.combat is None else advance_ways(game.state, unit)


class ShutIn(NamedTuple):
    """What keeps a unit that retreats from going on, hex by hex around it."""

    enemies: tuple[int, ...]
    """Hexes that enemies hold."""
    zones: tuple[int, ...]
    """Vacant hexes in their Zones of Control (7.71)."""
    barred: tuple[tuple[int, str, str], ...]
    """Other hexes that it may not enter, each with case and reason: a barrier, a limit, a friend that is stuck."""
    edge: bool
    """True if the mapedge is next to it."""


def shut_in(game: Game, unit: int, h: int) -> ShutIn:
    """What keeps a unit from retreating on from a hex, in the position as it stands."""
    state, side = game.state, game.state.units[unit].side
    enemies, zones, barred, edge = [], [], [], False
    for n in state.scenario.board.grid.neighbours[h]:
        if n == NOWHERE or state.scenario.board.terrain[n] is Terrain.NONE:
            edge = True
            continue
        closed = why_closed(state, unit, h, n)
        if state.held[1 - side][n]:
            enemies.append(n)
        elif closed is not None and closed[0] == "7.71":
            zones.append(n)
        elif closed is not None:
            barred.append((n, *closed))
    return ShutIn(tuple(enemies), tuple(zones), tuple(barred), edge)
