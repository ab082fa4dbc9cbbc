"""Are you sure you want to concede?"""

from collections.abc import Callable

from westwall_tui.ui.terminal.dialog import Confirm, Desk, Dialog
from westwall_tui.ui.terminal.rows import row


def concede_dialog(desk: Desk, side: int, concede: Callable[[], None]) -> Dialog:
    """Ask whether a side really concedes; it does as soon as it is to decide, since no other order ends its game."""
    game = desk.game
    sides = game.scenario.sides
    if side < 0:
        return Confirm(desk, "", [row("The game is over.")], lambda: None, does="close", stays="close")
    rows = [
        row(f"{sides[side].name} concedes, and {sides[1 - side].name} wins."),
        row("You cannot take this back."),
    ]
    if side != game.prompt.side:
        rows.append(row(f"First {sides[game.prompt.side].name} plays, at once, until you are asked."))
    return Confirm(desk, "Concede?", rows, concede, does="concede", stays="play on")
