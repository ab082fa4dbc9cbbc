"""All kinds of decisions, and the default answer to the pending one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine import flow
from westwall_tui.engine.decisions.decision import DECISIONS
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order


class DecisionKind(NamedTuple):
    """A kind of decision, as `Game.prompt` names it."""

    title: str
    """Its title: `Advance after combat`."""
    forms: Sequence[str]
    """The notation of its orders: `advance UNIT HEX`."""


def decisions() -> Mapping[str, DecisionKind]:
    """Every kind of decision, also those of other battles."""
    return {
        each.kind: DecisionKind(each.title, [order.usage() for order in each.orders]) for each in DECISIONS.values()
    }


def default_order(game: Game) -> Order:
    """The legal order for a player without an opinion, or one who was not taught this decision.

    Raises `ValueError` once the game is over, or if there is no legal order but to concede.
    """
    if not game.state.frames:
        raise ValueError("the game is over: there is nothing left to order")
    try:
        return flow.pending(game.state).default(game.state)
    except StopIteration:
        raise ValueError("there is no legal order") from None
