"""Escape without a wait: how keys are read on terminals of Unix.

Escape begins the sequences of arrows and other keys, so whoever reads it must wait a moment for more. Textual looks
only ten times a second whether the moment has passed; here it is looked at as soon as it has.
"""

import os
import selectors
from codecs import getincrementaldecoder
from contextlib import suppress

from textual import constants
from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

IDLE = 0.1
"""Seconds after which the thread looks whether it is to end."""


class PromptDriver(LinuxDriver):
    """Textual's driver with its own loop of input."""

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
