"""The question before the game is given up."""

from westwall_tui.engine.orders import Concede
from westwall_tui.ui.kit.dialog import Confirm, Desk, Dialog
from westwall_tui.ui.kit.rows import row


def concede_dialog(desk: Desk) -> Dialog:
    """The question before the side that decides gives the game up."""
    game = desk.game
    sides = game.scenario.sides
    side = game.prompt.side
    if side < 0:
        return Confirm(desk, "", [row("The game is over.")], lambda: None, also="back", does="close", stays="close")
    told = [
        row(f"{sides[side].name} gives the game up, and {sides[1 - side].name} wins."),
        row("This cannot be taken back."),
    ]
    return Confirm(desk, "Concede?", told, lambda: _concede(desk), also="concede", does="concede", stays="play on")


def _concede(desk: Desk) -> None:
    desk.apply(Concede())
