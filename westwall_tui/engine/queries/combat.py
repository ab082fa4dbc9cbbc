"""The Combat Phase (7.0, 9.0): who must fight, what interrupts it, and what follows the die."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.decisions.displace import Displacing, Retreating
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.decisions.marching import Marching
from westwall_tui.engine.decisions.retreat import Retreats
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules import obligations, retreat
from westwall_tui.engine.rules.advance import advances as advance_ways
from westwall_tui.engine.rules.obligations import Outstanding
from westwall_tui.engine.rules.retreat import Choices

# -- The Combat Phase (7.0, 9.0): whether there is one, what is obliged in it, what Ground Support is left.


def has_combat(game: Game) -> bool:
    """Whether there are Combat Phases in this Game-Turn (4.1)."""
    return game.rules.fights(game.state)


def outstanding(game: Game) -> Outstanding:
    """Who must still attack and be attacked in this Combat Phase (7.1)."""
    return obligations.outstanding(game.state)


def support_left(game: Game, side: int) -> int:
    """Ground Support Points that a side may use now, of those that the Game-Turn has left it (9.14)."""
    return game.rules.support_left(game.state, side)


def assaulting(game: Game) -> tuple[int, ...]:
    """The units that stand with the Engineer to assault one enemy over a river: who cannot advance is lost (13.24)."""
    return game.rules.assaulting(game.state)


# -- What comes between: a battle's own die, a wired bridge, and whose way they interrupt.


class DieDue(NamedTuple):
    """A die that a battle's Exclusive Rules ask for."""

    purpose: str
    """For what, in a word."""
    hexes: tuple[int, ...]
    """The hexes that it concerns."""
    table: Sequence[str]
    """What each of the six numbers would do, in a word or two; empty if the battle does not say."""


def die_due(game: Game) -> DieDue | None:
    """The die that is to be rolled now, if a battle asks for it and no combat."""
    frame = game.state.frames[-1] if game.state.frames else None
    if not isinstance(frame, ExclusiveRoll):
        return None
    return DieDue(frame.purpose, frame.about, game.rules.die_table(game.state, frame.purpose, frame.about))


def under_way(game: Game) -> int:
    """The unit whose move, landing, retreat or advance has been interrupted by what is decided now; -1 if none has."""
    on_way = (frame for frame in reversed(game.state.frames) if isinstance(frame, Marching | Retreating))
    return next((frame.unit for frame in on_way), -1)


class WiredBridge(NamedTuple):
    """What a battle says of an attempt to blow a wired bridge."""

    answers: tuple[str, str]
    """What a side can do, and what comes of it, in a few words: to try, and not to."""
    case: str
    """Who may try it, and when."""


def wired_bridge(game: Game) -> WiredBridge:
    """The words and the case for an attempt to blow a wired bridge."""
    return WiredBridge(game.rules.demolition_answers, game.rules.demolition_case)


# -- After the die of a combat: retreats (7.7), displacement (7.8), advances (7.9).


def retreats(game: Game, unit: int) -> Choices:
    """The ways of a unit that must retreat now; none if it does not have to."""
    frame = game.state.frames[-1] if game.state.frames else None
    if not isinstance(frame, Retreats) or unit not in frame.units:
        return Choices((), lost=False, displacing=False)
    return retreat.choices(game.state, unit, frame.hexes, frame.trail)


def retreat_length(game: Game) -> int:
    """How many hexes the units that retreat now must go; 0 if no unit has to retreat."""
    frame = game.state.frames[-1] if game.state.frames else None
    return frame.hexes if isinstance(frame, Retreats) else 0


class Reduction(NamedTuple):
    """Where a unit may shorten its retreat."""

    place: str
    """In what kind of place, in a word."""
    case: str
    """The case that lets it; empty if the battle has no such rule."""


def retreat_reduction(game: Game) -> Reduction:
    """Where the battle lets a unit shorten its retreat, and by which case."""
    return Reduction(game.rules.reduction_place, game.rules.reduction_case)


def displacements(game: Game) -> list[int]:
    """Where the unit that must make way now may go (7.8)."""
    frame = game.state.frames[-1] if game.state.frames else None
    return frame.hexes(game.state) if isinstance(frame, Displacing) else []


def advances(game: Game, unit: int) -> Mapping[int, tuple[int, ...]]:
    """Where a victorious unit may advance now, with the way there (7.9)."""
    return {} if game.state.combat is None else advance_ways(game.state, unit)
