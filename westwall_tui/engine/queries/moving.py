"""The Movement Phase (5.0): who can still move, with how much, and how a unit goes on that had to halt."""

from collections.abc import Mapping
from typing import NamedTuple

from westwall_tui.engine.decisions import movement as moving
from westwall_tui.engine.decisions.halted import Halted
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules import movement


def movers(game: Game) -> list[int]:
    """The phasing player's units that can still move, then the reinforcements that can enter."""
    return moving.movers(game.rules, game.state, game.state.side)


def allowance(game: Game, unit: int) -> int:
    """Half Movement Points that a unit may spend in this phase (5.13)."""
    return game.rules.allowance(game.state, unit)


def share_case(game: Game) -> str:
    """The case that lets a unit stop where a friend stands; empty if none does (5.31)."""
    return game.rules.share_case


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
