"""A box over the map that takes the keys while it is open, and paints nothing but itself.

It is no Textual screen: a `ModalScreen` repaints everything behind it. The panes of the playing screen (`pane.py`) ask
the open box for the cells that it covers; a dialog is what is in the box and what its keys do.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westwall_tui.ui.rows import Row

if TYPE_CHECKING:
    from westwall_tui.ui.modes.base import Desk


class Dialog:
    """What a box shows and does. After anything changes, call `desk.refresh_dialog()`."""

    title = ""
    width = 74
    """Of the whole box at most, its border included; narrower where the screen is."""
    typing = False
    """Whether printable keys are text (`typed`) and not keys of actions."""

    def __init__(self, desk: "Desk") -> None:
        self.desk = desk

    def rows(self, width: int) -> Sequence[Row]:
        """What is in the box, as rows of at most that width; they should stay as many while it is open."""
        raise NotImplementedError

    def act(self, action: str) -> bool:
        """Do what a key stands for here: `confirm`, `skip`, `up`, `next` ... True when it was taken.

        `back` closes the box unless it is taken; what else is not taken does nothing, for the box has the keys.
        """
        return False

    def typed(self, character: str) -> None:
        """A character was typed (`typing`); an empty string is Backspace."""

    def hexes(self) -> Sequence[int]:
        """Hexes that should stay in sight beside the box if that can be."""
        return ()
