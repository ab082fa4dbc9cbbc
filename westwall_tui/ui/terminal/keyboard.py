"""Reading of keys and job-control signals on Unix terminals: Escape without a delay, and stopping without harm.

Escape begins the sequences of arrows and other keys, so a reader must wait a moment for more bytes. Textual checks only
ten times a second whether the moment has passed; this driver checks as soon as it has.

SIGTSTP (Ctrl+Z, or `kill -TSTP`) hands the terminal back before the program stops, as in Textual. SIGCONT takes the
terminal again in every case, even after SIGSTOP, which no program can catch and after which the shell has the terminal.

Signals arrive while the program does something else and may hold the output's lock. They are therefore handled in the
event loop, like the signals that end the program (`app.py`). SIGCONT is handled last, because another signal that came
with it may end the program: SIGHUP when the connection is lost, or SIGTERM when a shell kills a stopped program.
"""

import os
import selectors
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from threading import Event
from time import monotonic
from typing import TextIO

from textual import constants
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from westwall_tui.ui.terminal.asking import (
    ASK_FOR_MARGINS,
    ASK_WHAT,
    Answer,
    Answers,
    Identity,
    ModeReport,
    Ready,
    Sight,
    up_to_ready,
)
from westwall_tui.ui.terminal.internals import get_time, is_leaving
from westwall_tui.ui.terminal.reading import Reader
from westwall_tui.ui.terminal.title import RESTORE, SAVE, has_title, titled
from westwall_tui.ui.terminal.writer import RESET

IDLE = 0.1
"""Seconds after which the thread checks whether it must end."""

SOON = 0.3
"""Seconds that the program waits at its end for expected answers, so that no shell takes them for typed text."""
LATE = 2.0
"""Seconds after which no answer is expected any longer."""


class Output:
    """The terminal as an output file. If the connection is lost, text that cannot be written is dropped.

    Otherwise the writing thread would end, and the program would wait forever for it.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write a text if the terminal is still there."""
        with suppress(OSError, ValueError):
            self._file.write(text)

    def flush(self) -> None:
        """Write all buffered text if the terminal is still there."""
        with suppress(OSError, ValueError):
            self._file.flush()

    def fileno(self) -> int:
        """Return the file descriptor of the terminal."""
        return self._file.fileno()


class PromptDriver(LinuxDriver):
    """Textual's driver with its own input loop, and its own handling of SIGTSTP and SIGCONT."""

    has_margins = False
    """True if the terminal reports left and right margins."""
    _title = ""
    """The title of the window; empty if it has none of ours."""
    _titled = False
    """True while the window has a title of ours."""
    has_clipboard = False
    """True if the terminal reports a clipboard that programs may set."""
    _away = False
    """True if the terminal was handed back before the program stopped."""
    _asked = 0.0
    """Time of the last query."""
    _rows_asked = _rows_answered = 0
    """The number of query sequences sent, and the number of those that were answered completely."""

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert isinstance(sys.__stdout__, TextIOWrapper)
        sys.__stdout__.reconfigure(errors="replace")
        # Textual would write to standard error, but a user who redirects that wants the errors, not the screen.
        self._file = Output(sys.__stdout__)  # type: ignore[assignment]  # Textual only writes to it
        self._answered = Event()
        self.sight = Sight(self._loop, self._ask)
        self._when(signal.SIGTSTP, self._suspend)
        self._when(signal.SIGCONT, self._loop.call_soon, self._go_on)

    def start_application_mode(self) -> None:
        """Take the terminal once the program is in the foreground."""
        while not self._in_front():  # started in the background
            os.kill(os.getpid(), signal.SIGSTOP)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._titled = has_title(os.environ)
        if self._titled:
            self.write(SAVE + (titled(self._title) if self._title else ""))
        self._rows_asked = self._rows_answered  # answers to earlier queries are lost
        # Apple's terminal prints the last letter of the query for margins.
        shows_question = os.environ.get("TERM_PROGRAM") == "Apple_Terminal"
        self._ask(ASK_WHAT if shows_question else ASK_FOR_MARGINS + ASK_WHAT)

    def show_title(self, title: str) -> None:
        """Show a title on the window now, if it has changed, and again whenever the program takes the terminal."""
        if title != self._title:
            self._title = title
            if self._titled:
                self.write(titled(title))

    # -- the terminal's abilities

    @property
    def _expects_answers(self) -> bool:
        """True while answers are expected."""
        return self._rows_answered < self._rows_asked and monotonic() < self._asked + LATE

    def _ask(self, codes: str) -> None:
        self._asked = monotonic()
        self._rows_asked += 1
        self._answered.clear()
        self.write(codes)
        self.flush()

    def _hear(self, answers: Sequence[Answer], at: float) -> None:
        """Handle answers of the terminal."""
        if self._away or is_leaving(self._app):
            return
        self.sight.answers = True
        for answer in answers:
            if isinstance(answer, Ready):
                self.sight.hear(at)
            elif isinstance(answer, ModeReport):
                self.has_margins = answer.state in (1, 2)  # set or not set, but known and not permanent
            else:
                self.has_clipboard = answer.has_clipboard

    def stop_application_mode(self) -> None:
        """Hand the terminal back, unless that has been done."""
        if self._away:
            return
        self.write(RESET)  # an update leaves it painting as it did last (`writer.py`)
        if self._titled:
            self._titled = False
            self.write(RESTORE)
        if self._expects_answers:
            self._answered.wait(SOON)
        super().stop_application_mode()

    def disable_input(self) -> None:
        """Stop reading keys, because they belong to the program that now has the terminal."""
        if not self._away:
            super().disable_input()

    def write(self, data: str) -> None:
        """Write to the terminal, but nothing after handing it back: everything is painted again on return."""
        if not self._away:
            super().write(data)

    def _when(self, number: int, do: Callable[..., object], *args: object) -> None:
        """Call a function in the loop when a signal comes; `app.serve` explains why asyncio cannot do this."""

        def signaled(*_: object) -> None:
            with suppress(RuntimeError):  # the screen has closed meanwhile
                self._loop.call_soon_threadsafe(do, *args)

        signal.signal(number, signaled)

    def _suspend(self) -> None:
        """Handle SIGTSTP: hand the terminal back and stop."""
        if is_leaving(self._app):
            return
        if not self._auto_restart:  # another program has the terminal, and takes it back itself
            os.kill(os.getpid(), signal.SIGSTOP)
            return
        self.suspend_application_mode()
        self._away = True
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        self._when(signal.SIGTSTP, self._suspend)
        self._loop.call_later(IDLE, self._come_back)

    def _come_back(self) -> None:
        """Take the terminal again if the program ran on because no shell could stop it (`ssh -t host westwall`)."""
        if self._away:
            self._go_on()

    def _go_on(self) -> None:
        """Handle SIGCONT: take the terminal again, unless the program is ending."""
        if is_leaving(self._app) or not self._auto_restart:
            return
        if not self._in_front():  # continued in the background: the terminal is not ours
            os.kill(os.getpid(), signal.SIGSTOP)
            return
        if not self._away:  # stopped by SIGSTOP: threads and the terminal's modes are as the program left them
            self.suspend_application_mode()
        self._away = False
        self._must_signal_resume = True
        self.resume_application_mode()

    def _in_front(self) -> bool:
        """Return True if this program is in the foreground, or if there is no job control."""
        try:
            return os.tcgetpgrp(self.fileno) == os.getpgrp()
        except OSError:
            return True

    def _run_input_thread(self) -> None:
        """Read keys. The app handles exceptions here, as in any thread."""
        self.run_input_thread()

    def run_input_thread(self) -> None:
        """Read keys and hand them on until the screen closes or the connection is lost."""
        answers = Answers()
        reader, wait = Reader(lambda typed: answers.typed(typed, waits=self._expects_answers)), IDLE
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                ready = selector.select(wait)
                if ready:
                    read = self._read_typed()
                    if not read:
                        self.hung_up()
                        break
                    for part in up_to_ready(read):
                        self._hand_on(reader.read(part), answers)
                else:
                    self._hand_on(reader.idle(answers.given_up()), answers)
                wait = constants.ESCAPE_DELAY if ready else IDLE

    def _hand_on(self, messages: Iterable[Message], answers: Answers) -> None:
        for message in messages:
            self.process_message(message)
        self._pass_on(answers.taken())

    def _pass_on(self, answers: Sequence[Answer]) -> None:
        """Have the loop handle answers, and end a wait for the last of them."""
        if answers:
            with suppress(RuntimeError):  # the screen has closed meanwhile
                self._loop.call_soon_threadsafe(self._hear, answers, get_time())
            self._rows_answered += sum(isinstance(answer, Identity | Ready) for answer in answers)
            if self._rows_answered >= self._rows_asked:
                self._answered.set()

    def _read_typed(self) -> bytes:
        """Return the typed bytes; none if the terminal is gone."""
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def hung_up(self) -> None:
        """End the program when its terminal is gone; the game is on disk.

        SIGHUP has the same effect, but not while the program is still starting.
        """
        with suppress(RuntimeError):  # the screen has closed meanwhile
            self._loop.call_soon_threadsafe(self._app.exit, 0)
