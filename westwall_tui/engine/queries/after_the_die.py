"""After the die of a combat: retreats (7.7), displacement (7.8), advances (7.9)."""

from collections.abc import Mapping
from typing import NamedTuple

from westwall_tui.engine.decisions import displace
from westwall_tui.engine.decisions.displace import Displacing
from westwall_tui.engine.decisions.retreat import Retreats
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules import retreat
from westwall_tui.engine.rules.advance import advances as advance_ways
from westwall_tui.engine.rules.retreat import Choices


def retreats(game: Game, unit: int) -> Choices:
    """The ways of a unit that must retreat now; none if it does not have to."""
    frame = game.state.frames[-1] if game.state.frames else None
    if not isinstance(frame, Retreats) or unit not in frame.units:
        return Choices((), lost=False, displacing=False)
    return retreat.choices(game.rules, game.state, unit, frame.hexes, frame.trail)


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
    return displace.displacements(game.rules, game.state, frame) if isinstance(frame, Displacing) else []


def advances(game: Game, unit: int) -> Mapping[int, tuple[int, ...]]:
    """Where a victorious unit may advance now, with the way there (7.9)."""
    return {} if game.state.combat is None else advance_ways(game.rules, game.state, unit)
