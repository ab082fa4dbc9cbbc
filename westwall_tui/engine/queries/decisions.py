"""What can be decided in this game: the pending decisions by their kinds, and the answer nobody has to think about."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine import flow
from westwall_tui.engine.decisions.decision import DECISIONS
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order


class DecisionKind(NamedTuple):
    """A kind of decision, as `Game.prompt` names it."""

    title: str
    """What it is about: `Advance after combat`."""
    forms: Sequence[str]
    """How its orders are written: `advance UNIT HEX`."""


def decisions() -> Mapping[str, DecisionKind]:
    """Every kind of decision that there is; what a battle does not have is among them too."""
    return {
        each.kind: DecisionKind(each.title, [order.usage() for order in each.orders]) for each in DECISIONS.values()
    }


def default_order(game: Game) -> Order:
    """The legal order of a player without an opinion, for whoever was not taught this decision.

    Raises `ValueError` once the game is over, or if there is no legal order but to concede.
    """
    if not game.state.frames:
        raise ValueError("the game is over: there is nothing left to order")
    try:
        return flow.pending(game.state).default(game.state)
    except StopIteration:
        raise ValueError("there is no legal order") from None
