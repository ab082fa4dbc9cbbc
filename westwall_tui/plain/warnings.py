"""Warnings about orders in plain lines: those that the player has to confirm, and those that come after a move."""

from collections.abc import Sequence

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.words.warnings import attack_warning, warning_in_full

MOST_RISKS = 3
"""The maximum number of risks in a warning."""


def warnings_before(game: Game, order: Order) -> list[str]:
    """Return the warnings about an order that can't be undone."""
    if order.word == "done":
        return _price_of_ending(game)
    if order.word == "attack":
        found = planning.preview(game, order)  # type: ignore[arg-type]  # its word says what it is
        alone = planning.attackers_alone(game, order)  # type: ignore[arg-type]
        warning = attack_warning(game, planning.risks_of_attack(game, found, alone=alone)) if found else ""
        return [f"Warning: {warning}"] if warning else []
    lost = planning.needless_loss(game, order)
    names = " and ".join(queries.named(name) for name in game.state.ids(lost))
    return [f"Warning: this order loses {names}. Another order would save more"] if lost else []


def _price_of_ending(game: Game) -> list[str]:
    """Return the warnings about ending the phase now."""
    price = planning.price_of_ending(game)
    if price.refusal is not None:
        return []
    warnings = [f"You will have to fight: {clash.text}" for clash in price.clashes]
    warnings += [f"If the phase ends now: {concern.text}" for concern in price.concerns]
    if game.prompt.kind in ("movement", "combat"):
        risks = planning.risks_of_ending(game)[:MOST_RISKS]
        warnings += [f"Warning: {warning_in_full(game, risk)}" for risk in risks]
    return warnings


def warnings_after(game: Game, orders: Sequence[Order]) -> list[str]:
    """Return the risks of moves.

    Call this before the moves; the player hears them afterward, in time to undo them.
    """
    if game.prompt.kind != "movement":
        return []
    risks = planning.risks_of_moves(game, orders)[:MOST_RISKS]
    back = ["Type undo to take the move back"] if risks and not game.strict else []
    return [*(f"Warning: {warning_in_full(game, risk)}" for risk in risks), *back]
