"""Undoing orders that your opponent has seen or answered, which needs the agreement of both players (5.15).

The request says how far it goes: the last order, a unit's last order, or the whole turn with its dice.
"""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.game import TURN, Game
from westwall_tui.engine.orders import IllegalOrder, Roll, parse
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.words import count

DIE = -1
"""In place of the side that gave an order: the order is a die."""


class UndoRequest(NamedTuple):
    """A request to undo orders."""

    what: str
    """The orders to undo, as `Game.undo` takes them."""
    keep: int
    """The number of the game's orders before the first one to undo."""
    dice: int
    """The number of dice to undo."""
    text: str
    """The request in words, to follow a verb: `the whole turn: 14 orders, 3 dice`."""
    goes_back: bool
    """True if the request goes farther back than `Game.undo`, so that all orders after the first `keep` are undone."""

    def carry_out(self, game: Game) -> None:
        """Undo the orders. Raises `IllegalOrder`."""
        if self.goes_back:
            game.back_to(self.keep)
        else:
            game.undo(self.what, agreed=True)


def undo_request(game: Game, side: int, what: str = "") -> UndoRequest:
    """Return the request of a side to undo its last order, or `what` `Game.undo` says.

    The whole turn is the present Player-Turn or set-up of that side, from its first order on. The last order of a side
    may have been followed by dice and by decisions of the other side, within a Player-Turn. Raises `IllegalOrder` if
    there is nothing to undo.
    """
    if game.strict:
        game.undo()  # raises the reason
    if game.outcome is not None:
        raise IllegalOrder("5.15", "the game is over")
    if what and what != TURN:
        return _request_for_unit(game, side, what)
    givers, begin = _givers(game)
    own = [n for n, giver in enumerate(givers) if giver == side and n >= begin]
    if not own and givers and givers[-1] == side and game.can_undo_together:
        own = [len(givers) - 1]  # the order that ended the Player-Turn
    if not own:
        raise IllegalOrder("5.15", "you have given no order in this Player-Turn")
    whole = what == TURN and _whose_turn(game) == side
    keep = next(n for n in range(begin, len(givers)) if givers[n] != DIE) if whole else own[-1]
    dice, gone = givers[keep:].count(DIE), len(givers) - keep
    if dice and game.seed is not None:
        game.copy().back_to(keep)  # raises the reason
    if gone == 1:
        game.copy(undo=True).undo(agreed=True)  # raises the reason
    amount = _amount(gone - dice, dice)
    last = "the last order" if gone == 1 else f"the last order and what followed it: {amount}"
    text = f"the whole turn: {amount}" if whole else last
    return UndoRequest(TURN if whole else "", keep, dice, text, goes_back=gone > 1)


def _request_for_unit(game: Game, side: int, unit: str) -> UndoRequest:
    """Return the request to undo the last order of a unit, which no die may have followed."""
    trial = game.copy(undo=True)
    if game.can_undo and game.undoes != side:
        raise IllegalOrder("5.15", "that wasn't your order")
    trial.undo(unit)  # raises the reason
    gone = len(game.log) - len(trial.log)
    name = game.scenario.units[game.scenario.unit(unit)].name
    text = f"the last order of {name}" + ("" if gone == 1 else f" and what followed it: {_amount(gone)}")
    return UndoRequest(unit, common(game.log, trial.log), 0, text, goes_back=False)


def _amount(orders: int, dice: int = 0) -> str:
    """Return numbers of orders and dice: `14 orders, 3 dice`."""
    return ", ".join([count(orders, "order", most=0), *([count(dice, "die", "dice", most=0)] if dice else [])])


def common(log: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of orders with which both logs begin."""
    pairs = zip(log, other, strict=False)
    return next((n for n, (line, also) in enumerate(pairs) if line != also), min(len(log), len(other)))


def _whose_turn(game: Game) -> int:
    """Return the side whose Player-Turn or set-up it is."""
    return game.side if game.state.phase is Phase.SETUP else game.state.side


def _givers(game: Game) -> tuple[list[int], int]:
    """Return the side that gave each order, and the number of orders before the present Player-Turn or set-up."""
    replayed, givers, begin = game.root(), list[int](), 0
    before = replayed.state.turn, _whose_turn(replayed)
    for line in game.log:
        givers.append(DIE if isinstance(parse(line), Roll) else replayed.side)
        replayed.replay([line])
        now = replayed.state.turn, _whose_turn(replayed)
        if now != before:
            before, begin = now, len(givers)
    return givers, begin
