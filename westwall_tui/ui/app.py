"""The application: it starts Textual, keeps the settings, and switches between the title screen and a game."""

import asyncio
import gc
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from textual import on
from textual.binding import Binding
from textual.driver import Driver
from textual.events import Event, InputEvent, Key, Paste, Resize, ScreenResume
from textual.geometry import Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.worker import WorkerFailed

from westwall_tui.files.disk.folders import settings_file
from westwall_tui.files.faults import Fault, refuse
from westwall_tui.files.players.settings import Settings, load_settings
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.starts import GameStart, ScreenStart, TitleStart
from westwall_tui.ui.terminal.abilities import MOST, NEEDS, fits, laid_out_for, takes_copies, unfit
from westwall_tui.ui.terminal.internals import ChopsUpdate, LayoutUpdate, get_time, is_leaving
from westwall_tui.ui.terminal.title import window_title
from westwall_tui.ui.terminal.writer import RESET, Abilities, Shown, TrimmedUpdate
from westwall_tui.words.keymap import HELD, OF_THE_APP

if TYPE_CHECKING:
    from westwall_tui.files.sessions.base import Session
    from westwall_tui.ui.pages.rules import ExampleWanted
    from westwall_tui.ui.screens.boards.watch import WatchScreen
    from westwall_tui.ui.screens.play.screen import PlayScreen
    from westwall_tui.ui.screens.title.lobby import Lobby
    from westwall_tui.words.copies import Copy


PLAIN = "ansi-dark"
"""The theme that uses the terminal's own colors."""
ENDS = ("HUP", "INT", "QUIT", "TERM", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "IO", "PWR", "XCPU")
"""Signals that end a program by default, except SIGKILL and the signals of a crash."""


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

    largest = MOST
    """The largest size for which screens are laid out."""
    theme: Reactive[str] = Reactive(PLAIN, init=False)
    """The theme, chosen before the first paint, because otherwise Textual would first paint in its own theme."""

    def __init__(
        self,
        start: ScreenStart | None = None,
        settings: Settings | None = None,
        *,
        asks: bool = False,
        at_home: bool = True,
    ) -> None:
        """Open with `start`, or with the title screen.

        If the app `asks`, it asks once for the style of the map, at a terminal that can draw. If the player is not
        `at_home`, the files of this machine belong to others, and no screen lists or writes any.
        """
        super().__init__()
        self._asks = asks
        self.faults: Sequence[Fault] = ()
        """The errors in the settings file."""
        if settings is None:
            settings, self.faults = load_settings()
        self.faults = (*self.faults, *_key_faults(settings))
        self.preferences = Preferences(settings, self.console, at_home=at_home)
        self._start = start or TitleStart()
        self.animation_level = "none"
        self._shown = Shown(Size(0, 0))
        """The cells that the terminal shows."""
        self._window_title = window_title()
        """The title of the terminal's window."""
        self._failed = False
        """True once a failure has ended the program."""
        self._terminal = NEEDS
        """The size of the terminal; `size` is the one for which screens are laid out."""
        if settings.theme in self.available_themes and settings.theme != PLAIN:
            self.theme = settings.theme

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self.preferences.settings

    def get_default_screen(self) -> Screen[None]:
        """Return the first screen: `start` or, once per terminal, the choice of a style for the map."""
        if self._asks and self.preferences.unchosen:
            from westwall_tui.ui.screens.title.choice import ChoiceScreen

            return ChoiceScreen(self.preferences, lambda: self.push_screen(self._start.screen(self)))
        return self._start.screen(self)

    @cached_property
    def lobby(self) -> "Lobby":
        """The object through which the title screen opens games; loaded only for the title screen."""
        from westwall_tui.ui.screens.title.lobby import Lobby

        return Lobby(self)

    def get_driver_class(self) -> type[Driver]:
        """Return the program's own driver, or Textual's where the program has none.

        Raises `FileError` if there is no driver.
        """
        try:
            chosen = super().get_driver_class()
        except (ImportError, AttributeError, RuntimeError, ValueError):
            named = os.environ.get("TEXTUAL_DRIVER", "")
            refuse("TEXTUAL_DRIVER", "isn't a driver of Textual", at=named)
        if chosen.__name__ == "WebDriver":
            from westwall_tui.ui.terminal.browser import BrowserDriver

            return BrowserDriver
        if chosen.__name__ != "LinuxDriver":
            return chosen
        from westwall_tui.ui.terminal.keyboard import PromptDriver

        return PromptDriver

    def on_mount(self) -> None:
        """Have exceptions in callbacks of the loop end the program, and collect garbage only after the start."""
        self._show_title()
        if not self.is_headless:
            asyncio.get_running_loop().set_exception_handler(self._callback_failed)
        self.call_after_refresh(_collect_garbage_from_now)

    def on_unmount(self) -> None:
        """Reset the terminal's rendition, which is still that of the last update."""
        if self.driver is not None and not self.is_headless:
            self.driver.write(RESET)

    def trimmed(self, screen: Screen[object], update: ChopsUpdate | LayoutUpdate) -> TrimmedUpdate:
        """Return an update of a screen, trimmed to the cells that change (`writer.py`)."""
        if self._shown.size != self.size:
            self._shown = Shown(self.size)
        window = getattr(screen, "window", None)  # only a screen with a map has one
        return TrimmedUpdate(update, self._shown, window, self._what_terminal_can)

    @property
    def _what_terminal_can(self) -> Abilities:
        """The abilities of the terminal."""
        margins = getattr(self.driver, "has_margins", False)  # only the program's own drivers ask
        return Abilities(os.environ.get("TERM", ""), margins, self.can_wait)

    def when_shown(self, then: Callable[[float], object]) -> None:
        sight = getattr(self.driver, "sight", None)  # only the program's own drivers have one
        if sight is not None:
            sight.when_shown(then)
        else:
            then(get_time())

    def name_window(self, title: str) -> None:
        self._window_title = window_title(title)
        self._show_title()

    def _show_title(self) -> None:
        show = getattr(self.driver, "show_title", None)  # only the program's own drivers show one
        if show is not None:
            show(self._window_title)

    def copy_out(self, copy: "Copy", instead: str = "") -> str:
        if copy.text and takes_copies(os.environ, reported=getattr(self.driver, "has_clipboard", False)):
            self.copy_to_clipboard(copy.text)  # encoded, so that no text can end the terminal's sequence
            return f"{copy.called} is on the clipboard of your terminal"
        if copy.text and instead:
            return instead
        from westwall_tui.words.copies import write_copy

        return write_copy(copy)

    # -- the size of the terminal

    @property
    def size(self) -> Size:
        """The size for which screens are laid out; it is within limits, no matter which size the terminal reports."""
        return laid_out_for(super().size, self.largest)

    @property
    def is_covered(self) -> bool:
        """True if the terminal is too small for any screen; the app then says so, and screens get no keys."""
        return not fits(self._terminal)

    @property
    def cover(self) -> Sequence[str]:
        """The lines shown on a terminal that is too small; none on any other."""
        if not self.is_covered:
            return ()
        from westwall_tui.ui.terminal.page import too_small_rows  # seldom needed

        return too_small_rows(self._terminal)

    async def on_event(self, event: Event) -> None:
        """Handle an event, but drop Shift or Ctrl alone and, while the screen is covered, all input for the screen.

        A new size is passed on within the limits for screens.
        """
        if isinstance(event, Key) and event.key in HELD:
            return
        if self.is_covered and isinstance(event, InputEvent | Paste) and getattr(event, "key", "") not in OF_THE_APP:
            return
        if isinstance(event, Resize):
            event = self._resized(self.terminal_size(event))
        await super().on_event(event)

    def _resized(self, terminal: Size) -> Resize:
        """Cover or uncover the screen for a new size of the terminal. Return the event for the screens."""
        was_covered, self._terminal = self.is_covered, terminal
        size = laid_out_for(terminal, self.largest)
        self._shown = Shown(size)  # a terminal of another size may show anything
        if self.is_covered:
            self._show_cover()
        elif was_covered:
            self.call_later(self._uncover)
        return Resize(size, size)

    def _show_cover(self) -> None:
        if self.driver is not None and not self.is_headless:
            lines = "".join(f"\x1b[{y};1H{line}" for y, line in enumerate(self.cover, 1))
            self.driver.write(f"{RESET}\x1b[2J{lines}")
            self.driver.flush()

    def _uncover(self) -> None:
        """Show the top screen again and let it continue, because the terminal has grown."""
        self.action_paint_again()
        self.screen.post_message(ScreenResume())

    @on(Driver.SignalResume)
    def _paint_again(self) -> None:
        """Paint again after a stop, because the terminal now shows something else."""
        self.action_paint_again()

    def action_paint_again(self) -> None:
        """Write the whole screen again, over anything that another program has written (Ctrl+L)."""
        self._shown = Shown(self.size)
        if self.is_covered:
            self._show_cover()
        self.screen.refresh()

    def action_help_quit(self) -> None:
        """After Ctrl+C, have the screen say how to quit, where and in the style in which it shows its own messages."""
        interrupted = getattr(self.screen, "interrupted", None)
        if interrupted is not None and not self.is_covered:
            interrupted()

    # -- the end

    def serve(self, *, mouse: bool) -> int:
        """Run until the player quits, a signal comes, or something fails. Return the exit status.

        An exception in any thread ends the program, as one in the app does. The signal handler calls the loop itself,
        because asyncio would send the signal's number through a pipe, and lose it while the pipe is full of keys.
        """
        threading.excepthook = self._thread_failed
        with asyncio.Runner() as runner:
            loop = runner.get_loop()  # made first, so that no signal interrupts its making
            for name in ENDS:
                if (number := getattr(signal, f"SIG{name}", None)) is not None:
                    signal.signal(number, self._end)
            status = self.run(mouse=mouse, loop=loop)
        if self._failed:
            return 1
        return status if status is not None else self.return_code or 0

    def _end(self, *_: object) -> None:
        """End the program after a signal; the game is already on disk."""
        try:
            asyncio.get_running_loop().call_soon_threadsafe(self.exit, 0)
        except RuntimeError:  # the loop has not started yet, or has ended
            sys.exit(0)

    def _thread_failed(self, failed: threading.ExceptHookArgs) -> None:
        """End the program after an exception in a thread, from within the loop if that still runs."""
        error = failed.exc_value
        if error is None or isinstance(error, SystemExit):
            return
        try:
            assert self.loop is not None
            self.loop.call_soon_threadsafe(self._fail_unless_left, error)
        except (AssertionError, RuntimeError):
            self.fault_in_words(error)

    def _callback_failed(self, _: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """End the program after an unhandled exception in a callback or a task of the loop."""
        if (error := context.get("exception")) is not None:
            self._fail_unless_left(error)

    def _fail_unless_left(self, error: BaseException) -> None:
        """End the program after a failure; if the player is already quitting, only report it."""
        if is_leaving(self):
            self.fault_in_words(error)
        else:
            self._fail(error)

    def handle_failure(self, error: Exception) -> None:
        """End the program after an exception, with a sentence for the player and never a traceback."""
        if self.is_headless:  # tests need the exception itself
            super().handle_failure(error)
        else:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        text = "" if self._failed else self.fault_in_words(error)
        self._failed = True
        self.end_with(text)

    def fault_in_words(self, error: BaseException) -> str:
        """Write an exception to the error report. Return a message: where the report is, and how to go on."""
        from westwall_tui.files.disk.writing import add_report

        report = add_report(whole_traceback(error))
        text = "westwall: a bug has closed the screen." + (f" The details are in {report}." if report else "")
        return f"{text} {self._how_to_go_on()}".rstrip()

    def _how_to_go_on(self) -> str:
        """Return how to continue the game after a crash; empty if no saved game was in progress."""
        games = (play.session for screen in self.screen_stack if (play := getattr(screen, "play", None)) is not None)
        saved = any(getattr(session, "is_saved", False) for session in games)
        return "Your game is saved: westwall resume continues it." if saved else ""

    # -- between the title and a game

    def title_screen(self) -> Screen[None]:
        from westwall_tui.ui.screens.title.screen import TitleScreen

        self.name_window("")
        return TitleScreen(self.lobby, self.faults)

    def show_game(self, session: "Session", page: str = "") -> None:
        self.push_screen(GameStart(session, page).screen(self))

    def show_results(self) -> None:
        from westwall_tui.ui.screens.title.results import ResultsScreen

        self.push_screen(ResultsScreen())

    def show_sandboxes(self) -> None:
        from westwall_tui.ui.screens.play.sandbox import show_sandboxes
        from westwall_tui.ui.screens.play.screen import PlayScreen

        assert isinstance(self.screen, PlayScreen)
        show_sandboxes(self.screen)

    def on_watch_screen_go_on(self, event: "WatchScreen.GoOn") -> None:
        """Play the new game that starts from a position of a game that was watched."""
        self._play_instead(event.session)

    def on_play_screen_another(self, event: "PlayScreen.Another") -> None:
        """Play another game of a match, or a new game in place of one that is over."""
        session = event.session
        self.leave_all()
        self.show_game(session, "since" if 0 <= session.since < len(session.game.log) else "")

    def on_example_wanted(self, event: "ExampleWanted") -> None:
        """Show an example of play that the player opened from a page of the rules."""
        from westwall_tui.ui.screens.boards.example import show_example

        show_example(self, event.example)

    def _play_instead(self, session: "Session") -> None:
        self.leave_all()
        self.show_game(session)


def _key_faults(settings: Settings) -> Sequence[Fault]:
    """Return the errors in the keys that the player has set."""
    if not settings.keys:
        return ()
    from westwall_tui.words.keymap import keymap_of

    keymap = keymap_of(settings)
    file = str(settings_file())
    faults = [Fault(file, "[keys]", name, "unknown action") for name in keymap.unknown()]
    for first, second, key in keymap.conflicts():
        own, other = (first, second) if first in settings.keys else (second, first)
        faults.append(Fault(file, "[keys]", own, f"{key} is also the key for {other}"))
    return faults


def whole_traceback(error: BaseException) -> str:
    """Return the traceback of an exception, without Textual's wrapper for workers."""
    return "".join(traceback.format_exception(error.error if isinstance(error, WorkerFailed) else error))


def _collect_garbage_from_now() -> None:
    """Collect garbage from now on, except objects made during the start."""
    gc.freeze()
    gc.enable()


def wants_mouse(setting: str, environment: Mapping[str, str]) -> bool:
    """Return True if the app wants the mouse: over SSH only if the setting is `always`."""
    return setting == "always" or (setting == "local" and not environment.get("SSH_CONNECTION"))


def run(start: ScreenStart) -> int:
    """Start the app and return the exit status. Raises `FileError` if it cannot start."""
    if wrong := unfit(os.environ):
        refuse("westwall", wrong)
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    app = WestwallApp(start, asks=True)
    return app.serve(mouse=wants_mouse(app.settings.mouse, os.environ))
