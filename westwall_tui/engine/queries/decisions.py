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
"""The kinds of decisions that a side makes in the other side's Player-Turn."""


class DecisionKind(NamedTuple):
    """A kind of decision, as `Game.prompt` names it."""

    title: str
    """The title: `Advance after combat`."""
    forms: Sequence[str]
    """The notation of the orders: `advance UNIT HEX`."""


def decisions() -> Mapping[str, DecisionKind]:
    """Return every kind of decision, including those of other battles."""
    added = [order for order in WORDS.values() if order.added_to]
    return {
        each.kind: DecisionKind(
            each.title, [order.usage() for order in (*each.orders, *added) if order.added_to in ("", each.kind)]
        )
        for each in DECISIONS.values()
    }


def extra_orders(game: Game, unit: int = NO_UNIT) -> list[Order]:
    """Return the legal orders that the battle adds to the pending decision for a unit of the deciding side.

    Without a `unit` they are the orders that name no unit, such as bridges to lay (11.1 of Remagen).
    """
    state = game.state
    parts = flow.pending(state).parts(state)
    return [order for part in parts for order in part.candidates(state, unit) if part.why_not(state, order) is None]


def why_no_extra(game: Game, kind: type[Order], unit: int = NO_UNIT) -> IllegalOrder | None:
    """Return the refusal of a kind of order for a unit; None if such an order is legal, or never possible for it."""
    state = game.state
    parts = (part for part in flow.pending(state).parts(state) if kind in part.orders)
    refusals = [part.why_not(state, order) for part in parts for order in part.candidates(state, unit)]
    return next(iter(refusals)) if all(refusals) and refusals else None


def absent_orders(game: Game) -> list[type[Order]]:
    """Return the kinds of orders that other battles add to decisions, but not this one."""
    own = {kind for part in game.rules.parts for kind in part.orders}
    return [kind for kind in WORDS.values() if kind.added_to and kind not in own]


def extra_kinds(game: Game) -> list[type[Order]]:
    """Return the kinds of orders that the battle adds to the pending decision; none once the game is over."""
    if not game.state.frames:
        return []
    return [kind for part in flow.pending(game.state).parts(game.state) for kind in part.orders]


def default_order(game: Game) -> Order:
    """Return the legal order that a computer player gives if it has no code for this decision.

    An order that ends a phase is returned only after units have done everything that the battle's parts allow. Raises
    `ValueError` once the game is over, or if conceding is the only legal order.
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
    """Return the offer that the deciding side has to answer, one of `orders.OFFERS`; empty if there is none."""
    return str(getattr(flow.pending(game.state), "what", "")) if game.prompt.kind == "offer" else ""


def may_offer(game: Game, what: str) -> bool:
    """Return True if the deciding side may make an offer now, and none of its offers has been refused in this game."""
    return game.explain(Offer(what)) is None and not has_been_refused(game.state, game.side)


def is_defense(game: Game) -> bool:
    """Return True if the side that is not phasing decides; another player may then decide for that side."""
    return game.prompt.kind in DEFENSE and game.side != game.state.side
