"""The screens: the title with its menus, and a game in play, from its keys to its panes; and the app as all know it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.screen import Screen

from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.terminal.internals import InnerApp

if TYPE_CHECKING:
    from westwall_tui.files.sessions.base import Session


class GameApp(InnerApp):
    """Goes between the title and games."""

    preferences: Preferences

    def title_screen(self) -> Screen[None]:
        """Where somebody goes who leaves a game."""
        raise NotImplementedError

    def show_game(self, session: "Session", page: str = "") -> None:
        """Show a game, and with a name a page over it first."""
        raise NotImplementedError

    def when_shown(self, then: Callable[[float], object]) -> None:
        """Call `then` with the time, once the terminal has shown everything written so far."""
        raise NotImplementedError

    def back_to_title(self) -> None:
        """Leave the game; it is saved."""
        self.leave_all()
        self.push_screen(self.title_screen())

    def leave_all(self) -> None:
        """Leave all screens but the first, under which there is none."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def show_instead(self, screen: Screen[None]) -> None:
        """Show a screen in place of the one on top."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)
