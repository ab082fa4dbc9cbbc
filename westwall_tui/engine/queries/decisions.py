"""All kinds of decisions, and the default answer to the pending one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine import flow
from westwall_tui.engine.decisions.base import DECISIONS
from westwall_tui.engine.decisions.offer import has_been_refused
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Offer, Order

DEFENSE = ("fpf", "retreat", "displace", "advance", "demolition")
"""The kinds of decisions that fall to a side in the other's Player-Turn."""


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


def offered(game: Game) -> str:
    """What the other side offers the side to decide: one of `orders.OFFERS`; empty if nothing."""
    return str(getattr(flow.pending(game.state), "what", "")) if game.prompt.kind == "offer" else ""


def may_offer(game: Game, what: str) -> bool:
    """True if the side to decide may offer that now, and has never been refused an offer in this game."""
    return game.explain(Offer(what)) is None and not has_been_refused(game.state, game.side)


def is_defense(game: Game) -> bool:
    """True if the pending decision falls to a side in the other's Player-Turn, so that somebody may stand in for it."""
    return game.prompt.kind in DEFENSE and game.side != game.state.side
