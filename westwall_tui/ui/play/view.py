"""View: the screen, as far as a game at the keyboard knows it."""

from typing import Protocol

from westwall_tui.ui.computer.computer import Room
from westwall_tui.ui.terminal.dialog import Dialog


class View(Room, Protocol):
    """The screen, as far as a game at the keyboard knows it."""

    def paint(self) -> None:
        """Paint what may have changed in the mode: marks, panel, prompt, keys."""

    def paint_game(self) -> None:
        """Paint what an order may have changed: counters, zones, phase bar, log."""

    def make_room(self, dialog: Dialog) -> None:
        """Bring the hexes that a dialog is about into sight beside it, if that can be."""

    def paint_dialog(self) -> None:
        """Paint the open dialog, or what was behind it."""

    def set_size(self, step: int) -> None:
        """Draw the map larger or smaller."""

    def change_characters(self) -> None:
        """Draw the map in the next kind of characters."""

    def show_page(self, name: str) -> None:
        """Show a page of its own."""

    def open_look(self, name: str) -> None:
        """Open a dialog for finding your way: go to, commands, messages, legend."""

    def show_overview(self) -> None:
        """Show the whole board."""

    def hold_keys(self) -> None:
        """Drop the keys that are pressed before what is now to be painted is on the screen."""

    def ring(self) -> None:
        """Ring the terminal's bell: the player is asked."""

    def set_speed(self, speed: str) -> None:
        """Show the computer's orders at another speed from now on."""

    def leave(self) -> None:
        """Back to the title."""
