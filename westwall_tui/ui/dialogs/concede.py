"""Are you sure you want to concede?"""

from westwall_tui.engine.orders import Concede
from westwall_tui.ui.kit.dialog import Confirm, Desk, Dialog
from westwall_tui.ui.kit.rows import row


def concede_dialog(desk: Desk) -> Dialog:
    """Ask the side that decides whether it really concedes."""
    game = desk.game
    sides = game.scenario.sides
    side = game.prompt.side
    if side < 0:
        return Confirm(desk, "", [row("The game is over.")], lambda: None, does="close", stays="close")
    rows = [
        row(f"{sides[side].name} concedes, and {sides[1 - side].name} wins."),
        row("You cannot take this back."),
    ]
    return Confirm(desk, "Concede?", rows, lambda: _concede(desk), does="concede", stays="play on")


def _concede(desk: Desk) -> None:
    desk.apply(Concede())
