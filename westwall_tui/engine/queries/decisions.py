"""All kinds of decisions, and the default answer to the pending one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine import flow
from westwall_tui.engine.decisions.base import DECISIONS
from westwall_tui.engine.decisions.offer import has_been_refused
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import WORDS, Done, IllegalOrder, Offer, Order
from westwall_tui.engine.rules.parts import NO_UNIT

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
    added = [order for order in WORDS.values() if order.added_to]
    return {
        each.kind: DecisionKind(
            each.title, [order.usage() for order in (*each.orders, *added) if order.added_to in ("", each.kind)]
        )
        for each in DECISIONS.values()
    }


def extra_orders(game: Game, unit: int = NO_UNIT) -> list[Order]:
    """Return what a unit of the side that decides can do now besides the decision's own orders.

    Without a `unit` they are the orders that name none, such as bridges to lay (11.1 of Remagen).
    """
    state = game.state
    parts = flow.pending(state).parts(state)
    return [order for part in parts for order in part.candidates(state, unit) if part.why_not(state, order) is None]


def why_no_extra(game: Game, kind: type[Order], unit: int = NO_UNIT) -> IllegalOrder | None:
    """Return why a unit cannot give an order of that kind; None if it can, or if there never is one for it."""
    state = game.state
    parts = (part for part in flow.pending(state).parts(state) if kind in part.orders)
    refusals = [part.why_not(state, order) for part in parts for order in part.candidates(state, unit)]
    return next(iter(refusals)) if all(refusals) and refusals else None


def extra_kinds(game: Game) -> list[type[Order]]:
    """Return the kinds of orders that the battle adds to the pending decision; none once the game is over."""
    if not game.state.frames:
        return []
    return [kind for part in flow.pending(game.state).parts(game.state) for kind in part.orders]


def default_order(game: Game) -> Order:
    """The legal order for a player without an opinion, or one who was not taught this decision.

    Nothing is ended before what the battle's parts let units do.

    Raises `ValueError` once the game is over, or if there is no legal order but to concede.
    """
    if not game.state.frames:
        raise ValueError("the game is over: there is nothing left to order")
    decision = flow.pending(game.state)
    try:
        found = decision.default(game.state)
        return next(decision.extras(game.state), found) if isinstance(found, Done) else found
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
