"""The screens (the title with its menus, and a game in play), and the interface of the app that they share."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.screen import Screen

from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.terminal.internals import InnerApp

if TYPE_CHECKING:
    from westwall_tui.files.sessions.base import Session
    from westwall_tui.words.copies import Copy


class GameApp(InnerApp):
    """The app that shows the title and the games."""

    preferences: Preferences

    def title_screen(self) -> Screen[None]:
        """Return the screen that a player comes back to after a game."""
        raise NotImplementedError

    def show_game(self, session: "Session", page: str = "") -> None:
        """Show a game; if a `page` is named, show that first."""
        raise NotImplementedError

    def show_results(self) -> None:
        """Show the player's results over a game, from which no other game can be opened."""
        raise NotImplementedError

    def show_sandboxes(self) -> None:
        """Show the player's sandboxes over the game on the screen."""
        raise NotImplementedError

    def when_shown(self, then: Callable[[float], object]) -> None:
        """Once the terminal has shown everything written so far, call `then` with the time."""
        raise NotImplementedError

    def name_window(self, title: str) -> None:
        """Show a title on the terminal's window, if the terminal has one."""
        raise NotImplementedError

    def copy_out(self, copy: "Copy", instead: str = "") -> str:
        """Put a text on the clipboard of the player's terminal, and return a sentence that says so.

        If the clipboard is not certain to work, put the text into a file, unless there is a sentence to return
        `instead`.
        """
        raise NotImplementedError

    def back_to_title(self) -> None:
        """Go back to the title from a game; the game is saved."""
        self.leave_all()
        self.push_screen(self.title_screen())

    def leave_all(self) -> None:
        """Close all screens but the first one."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def show_instead(self, screen: Screen[None]) -> None:
        """Replace the top screen with another."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)
