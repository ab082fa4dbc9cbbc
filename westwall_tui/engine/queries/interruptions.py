"""What comes between: a battle's own die, a wired bridge, and whose way they interrupt."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.decisions.marching import Marching
from westwall_tui.engine.decisions.retreat import Retreating
from westwall_tui.engine.game import Game


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
