"""Escape without a wait, and a stop without harm: how keys and the shell's signals are read on terminals of Unix.

Escape begins the sequences of arrows and other keys, so whoever reads it must wait a moment for more. Textual looks
only ten times a second whether the moment has passed; here it is looked at as soon as it has.

SIGTSTP (Ctrl+Z, or `kill -TSTP`) hands the terminal back before the program stops, as with Textual alone. SIGCONT takes
it again whatever came before: also after SIGSTOP, of which nobody hears and after which the shell has the terminal.
"""

import os
import selectors
import signal
from codecs import getincrementaldecoder
from contextlib import suppress

from textual import constants
from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

IDLE = 0.1
"""Seconds after which the thread looks whether it is to end."""


class PromptDriver(LinuxDriver):
    """Textual's driver with its own loop of input, and its own answer to SIGTSTP and SIGCONT."""

    _away = False
    """Whether the terminal was handed back before the program stopped."""

    def _sigtstp_application(self, *_: object) -> None:
        if not self._auto_restart:  # another program has the terminal, and whoever started it takes it back
            os.kill(os.getpid(), signal.SIGSTOP)
            return
        self._away = True
        self.suspend_application_mode()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        if self._away:  # nobody is there to continue the program (`ssh -t host westwall`), and so it was not stopped
            self._sigcont_application()

    def _sigcont_application(self, *_: object) -> None:
        if not self._auto_restart:
            return
        if not self._in_front():  # continued behind another program: the terminal is not ours
            os.kill(os.getpid(), signal.SIGSTOP)
            return
        if not self._away:  # stopped without notice: threads and the terminal's modes are as the program left them
            self.suspend_application_mode()
        self._away = False
        self._must_signal_resume = True
        self.resume_application_mode()

    def _in_front(self) -> bool:
        """Whether the terminal listens to this program; also where there is no job control."""
        try:
            return os.tcgetpgrp(self.fileno) == os.getpgrp()
        except OSError:
            return True

    def run_input_thread(self) -> None:
        """Read keys and hand them on, until the screen closes or the line drops."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        wait = IDLE
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                ready = selector.select(wait)
                if ready:
                    read = self._read()
                    if not read:
                        self.hung_up()
                        break
                    for event in parser.feed(decode(read)):
                        self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)
                wait = constants.ESCAPE_DELAY if ready else IDLE
        try:
            for _ in parser.feed(""):
                pass
        except (EOFError, ParseError):
            pass

    def _read(self) -> bytes:
        """What was typed; nothing if the terminal is gone."""
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def hung_up(self) -> None:
        """End the program: nobody can press a key any more, and the game is on disk.

        A signal says so, too, but not while the program is still starting.
        """
        with suppress(RuntimeError):  # the screen has closed meanwhile
            self._loop.call_soon_threadsafe(self._app.exit, 0)
