"""The screen: starts Textual, keeps settings, and goes between the title and a game."""

import asyncio
import gc
import os
import signal
import traceback
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text
from textual import on
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.binding import Binding
from textual.driver import Driver
from textual.events import Event, Key, Resize
from textual.geometry import Size
from textual.reactive import Reactive
from textual.screen import Screen

from westwall_tui.files.disk.folders import settings_file
from westwall_tui.files.faults import Fault, refuse
from westwall_tui.files.players.settings import Settings, load_settings
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.starts import GameStart, ScreenStart, TitleStart
from westwall_tui.ui.terminal.abilities import fits, is_silent, unfit
from westwall_tui.ui.terminal.keymap import HELD
from westwall_tui.ui.terminal.numbers import NONE
from westwall_tui.ui.terminal.updates import Can, Shown, TrimmedUpdate

if TYPE_CHECKING:
    from westwall_tui.files.sessions.base import Session
    from westwall_tui.ui.pages.rules import ExampleWanted
    from westwall_tui.ui.screens.boards.watch import WatchScreen
    from westwall_tui.ui.screens.play.screen import PlayScreen
    from westwall_tui.ui.screens.title.lobby import Lobby


PLAIN = "ansi-dark"
"""The theme of the terminal's own colours."""


class WestwallApp(GameApp):
    """The game in a terminal."""

    TITLE = "westwall"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = "Screen { overflow: hidden; }"
    BINDINGS = [
        Binding("ctrl+z", "suspend_process", show=False, system=True),
        Binding("ctrl+l", "paint_again", show=False, system=True),
    ]

    theme: Reactive[str] = Reactive(PLAIN, init=False)
    """Chosen before the first paint; Textual would otherwise paint once in its own theme first."""

    def __init__(
        self,
        start: ScreenStart | None = None,
        settings: Settings | None = None,
        *,
        asks: bool = False,
        at_home: bool = True,
    ) -> None:
        """It opens with `start`, or with the title.

        `asks`: ask once how the map should look, at a terminal that could draw it. `at_home`: the files of this machine
        are the player's; if not, no screen lists or writes any.
        """
        super().__init__()
        self._asks = asks
        self.faults: Sequence[Fault] = ()
        """What is wrong with the settings file."""
        if settings is None:
            settings, self.faults = load_settings()
        self.faults = (*self.faults, *_key_faults(settings))
        self.preferences = Preferences(settings, self.console, at_home=at_home)
        self._start = start or TitleStart()
        self.animation_level = "none"
        self._shown = Shown(Size(0, 0))
        """What stands on the terminal."""
        self._suited: Settings | None = None
        """The settings that its lent numbers suit."""
        if settings.theme in self.available_themes and settings.theme != PLAIN:
            self.theme = settings.theme

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self.preferences.settings

    def get_default_screen(self) -> Screen[None]:
        """What was asked for; once at a terminal, before it, how the map should look."""
        if self._asks and self.preferences.unchosen and fits(self.size):
            from westwall_tui.ui.screens.title.choice import ChoiceScreen

            return ChoiceScreen(self.preferences, lambda: self.push_screen(self._start.screen(self)))
        return self._start.screen(self)

    @cached_property
    def lobby(self) -> "Lobby":
        """What the title asks to open a game; a game that was asked for needs none."""
        from westwall_tui.ui.screens.title.lobby import Lobby

        return Lobby(self)

    def get_driver_class(self) -> type[Driver]:
        """Textual's choice, and on Unix with an Escape key that does not wait. Raises `FileError` if there is none."""
        try:
            chosen = super().get_driver_class()
        except (ImportError, AttributeError, RuntimeError, ValueError):
            named = os.environ.get("TEXTUAL_DRIVER", "")
            refuse("TEXTUAL_DRIVER", "names no driver of Textual's", at=named)
        if chosen.__name__ != "LinuxDriver":
            return chosen
        from westwall_tui.ui.terminal.keyboard import PromptDriver

        return PromptDriver

    def on_mount(self) -> None:
        """Exit cleanly when the line drops or the system shuts down; the game is already on disk."""
        loop = asyncio.get_running_loop()
        for name in ("SIGHUP", "SIGTERM"):
            number = getattr(signal, name, None)
            if number is not None and not self.is_headless:
                loop.add_signal_handler(number, self.exit, 0)
        self.call_after_refresh(_collect_garbage_from_now)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, ChopsUpdate | LayoutUpdate):
            renderable = self.trimmed(screen, renderable)
        super()._display(screen, renderable)

    def trimmed(self, screen: Screen[object], update: ChopsUpdate | LayoutUpdate) -> TrimmedUpdate:
        """An update of a screen, trimmed to the cells that change (`updates.py`)."""
        if self._suited is not self.settings:
            self._suit_numbers()
        if self._shown.size != self.size:
            self._shown = Shown(self.size)
        window = getattr(screen, "window", None)  # only a screen with a map has one
        return TrimmedUpdate(update, self._shown, window, self._what_terminal_can)

    def _suit_numbers(self) -> None:
        """Have the terminal lend the numbers that suit palette and characters; if others were lent, paint all again."""
        self._suited = self.settings
        lend = getattr(self._driver, "lend", None)  # only our own driver can
        if lend is not None and lend(
            self.preferences.numbers, silent=is_silent(os.environ), keeps_note=self.preferences.at_home
        ):
            self.call_later(self.action_paint_again)

    @property
    def _what_terminal_can(self) -> Can:
        """What the terminal can do."""
        margins, columns, tabs = (  # only our own driver asks
            getattr(self._driver, f"has_{what}", False) for what in ("margins", "columns", "tabs")
        )
        kept = getattr(self._driver, "ends_plain", False)
        numbers = getattr(self._driver, "numbers", NONE)
        return Can(os.environ.get("TERM", ""), margins, columns, tabs, self._sync_available, kept, numbers)

    def _begin_update(self) -> None:
        """Nothing: an update says itself whether the terminal is to wait for its end."""

    def _end_update(self) -> None:
        """Nothing, as before it."""

    async def on_event(self, event: Event) -> None:
        """A terminal of another size may show anything; Shift or Ctrl alone is no key that anybody asks for."""
        if isinstance(event, Key) and event.key in HELD:
            return
        if isinstance(event, Resize):
            self._shown = Shown(event.size)
        await super().on_event(event)
        if isinstance(event, Resize):
            self.call_later(self._cover_if_too_small)

    def _cover_if_too_small(self) -> None:
        """If the terminal is too small, a sentence that says so lies over everything until it has grown."""
        if fits(self.size):
            return
        from westwall_tui.ui.terminal.page import TooSmallScreen  # seldom needed

        if not any(isinstance(screen, TooSmallScreen) for screen in self.screen_stack):
            self.push_screen(TooSmallScreen())

    @on(Driver.SignalResume)
    def _paint_again(self) -> None:
        """Back from a stop: whatever the terminal shows now, it is not ours."""
        self.action_paint_again()

    def action_paint_again(self) -> None:
        """Ctrl+L: write the whole screen once more, whatever something else has written over it."""
        if (lend_again := getattr(self._driver, "lend_again", None)) is not None:
            lend_again()
        self._shown = Shown(self.size)
        self.screen.refresh()

    def action_help_quit(self) -> None:
        """Ctrl+C: the screen says how to leave, in its own place and its own characters."""
        interrupted = getattr(self.screen, "interrupted", None)
        if interrupted is not None:
            interrupted()

    def _fatal_error(self) -> None:
        """A crash: the player sees no traceback, just where it was written and how to carry on."""
        if self.is_headless:  # the tests see it whole
            super()._fatal_error()
            return
        from westwall_tui.files.disk.writing import add_report

        report = add_report(traceback.format_exc())
        text = "westwall: a bug has closed the screen." + (f" The details are in {report}." if report else "")
        self._exit_renderables.append(Text(f"{text} {self._how_to_go_on()}".rstrip()))
        self._close_messages_no_wait()

    def _how_to_go_on(self) -> str:
        """How to continue the game after a crash; empty if none was under way that is on disk as it stood."""
        games = (play.session for screen in self.screen_stack if (play := getattr(screen, "play", None)) is not None)
        saved = any(getattr(session, "is_saved", False) for session in games)
        return "Your game is saved: westwall resume continues it." if saved else ""

    # -- between the title and a game

    def title_screen(self) -> Screen[None]:
        from westwall_tui.ui.screens.title.screen import TitleScreen

        return TitleScreen(self.lobby, self.faults)

    def show_game(self, session: "Session", page: str = "") -> None:
        self.push_screen(GameStart(session, page).screen(self))

    def on_watch_screen_go_on(self, event: "WatchScreen.GoOn") -> None:
        """Play the new game that goes on from one that was watched."""
        self._play_instead(event.session)

    def on_play_screen_another(self, event: "PlayScreen.Another") -> None:
        """Play another game in place of one that is over."""
        self._play_instead(event.session)

    def on_example_wanted(self, event: "ExampleWanted") -> None:
        """Show an example of play that was asked for on a page of the rules."""
        from westwall_tui.ui.screens.boards.example import show_example

        show_example(self, event.example)

    def _play_instead(self, session: "Session") -> None:
        self.leave_all()
        self.show_game(session)


def _key_faults(settings: Settings) -> Sequence[Fault]:
    """What is wrong with the keys that the player has set."""
    if not settings.keys:
        return ()
    from westwall_tui.ui.terminal.keymap import keymap_of

    keymap = keymap_of(settings)
    file = str(settings_file())
    faults = [Fault(file, "[keys]", name, "unknown action") for name in keymap.unknown()]
    for first, second, key in keymap.conflicts():
        own, other = (first, second) if first in settings.keys else (second, first)
        faults.append(Fault(file, "[keys]", own, f"{key} is also the key for {other}"))
    return faults


def _collect_garbage_from_now() -> None:
    """Collect garbage from now on, but leave alone what the start has made."""
    gc.freeze()
    gc.enable()


def wants_mouse(setting: str, environment: Mapping[str, str]) -> bool:
    """True if the terminal is asked for the mouse: over SSH only if the setting says so in as many words."""
    return setting == "always" or (setting == "local" and not environment.get("SSH_CONNECTION"))


def run(start: ScreenStart) -> int:
    """Start the screen; the exit status. Raises `FileError` where it cannot start."""
    if wrong := unfit(os.environ):
        refuse("westwall", wrong)
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    app = WestwallApp(start, asks=True)
    status = app.run(mouse=wants_mouse(app.settings.mouse, os.environ))
    return status if status is not None else app.return_code or 0
