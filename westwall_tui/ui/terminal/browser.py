"""The driver for keys from a browser, through `westwall web`. It reads keys as safely as the one for terminals."""

import json
import os
import resource
import select
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Timer
from typing import Any

from textual.app import App
from textual.drivers.web_driver import WebDriver

from westwall_tui.files.disk.folders import remove_unpacked
from westwall_tui.ui.terminal.asking import Answers, Sight, up_to_ready
from westwall_tui.ui.terminal.internals import get_time
from westwall_tui.ui.terminal.reading import Reader
from westwall_tui.ui.terminal.title import titled

IDLE = 0.1
"""Seconds after which the thread checks whether it must end."""
MOST_WAITING = 200
"""Maximum number of events waiting for the app and its screens.

While more wait, the thread reads nothing, so that a flood of keys stays in the pipe and does not fill the memory.
"""
LARGEST_READ = 1024
PATIENCE = 2.0
"""Seconds that the program has to end once the server is gone."""
MOST_MEMORY = 700 << 20
"""Bytes of memory for one session's game, and for a host that it starts."""


TYPED = b"D"
"""The kind of packets with typed bytes. All others hold notices of the server."""


class Packets:
    """A splitter of bytes into the server's packets: a kind, a length in four bytes, the contents."""

    def __init__(self) -> None:
        self._kept = b""

    def read(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Yield the kind and the contents of each complete packet."""
        self._kept += data
        while len(self._kept) >= 5 and len(self._kept) >= (end := 5 + int.from_bytes(self._kept[1:5], "big")):
            kind, payload, self._kept = self._kept[:1], self._kept[5:end], self._kept[end:]
            yield kind, payload


class BrowserDriver(WebDriver):
    """Textual's driver with our own reader of keys. It ends with the server."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.sight = Sight(self._loop, self.write)
        self._answers = Answers()
        self._title = ""

    def start_application_mode(self) -> None:
        """Take the screen. Leave signals to the app, which handles them."""
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
        kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        super().start_application_mode()
        for number, handler in kept.items():
            self._loop.remove_signal_handler(number)
            signal.signal(number, handler)

    def show_title(self, title: str) -> None:
        """Show a title, if it has changed, on the terminal in the browser, whose page takes it over."""
        if title != self._title:
            self._title = title
            self.write(titled(title))

    def run_input_thread(self) -> None:
        """Read packets and hand on their contents until the screen closes or the server is gone."""
        reader = Reader(lambda typed: self._answers.typed(typed, waits=False))
        packets, stdin, ready = Packets(), self._input_reader._fileno, select.poll()
        ready.register(stdin, select.POLLIN)
        taken = Event()
        taken.set()
        while not self.exit_event.is_set():
            state = ready.poll(IDLE * 1000)
            if not state:
                for message in reader.idle(self._answers.given_up()):
                    self.process_message(message)
                continue
            is_busy = not taken.is_set() or self._waiting > MOST_WAITING
            if is_busy and not state[0][1] & select.POLLHUP:
                time.sleep(IDLE / 10)
                continue
            data = b"" if is_busy else os.read(stdin, LARGEST_READ)
            if not data:
                self._end()
                return
            taken.clear()
            try:
                for kind, payload in packets.read(data):
                    if not self._hand_on(reader, kind, payload):
                        return
                self._loop.call_soon_threadsafe(taken.set)
            except RuntimeError:  # the screen has closed meanwhile
                return

    @property
    def _waiting(self) -> int:
        """The number of events that wait for the app and its screens."""
        return sum(each.message_queue_size for each in (self._app, *self._app.screen_stack))

    def _hand_on(self, reader: Reader, kind: bytes, payload: bytes) -> bool:
        """Hand on the contents of a packet. Return False once no more packets can come."""
        if kind != TYPED:
            told = json.loads(payload)
            if told.get("type") == "exit":
                return False
            self.on_meta(str(told.get("type")), told)
            return True
        for part in up_to_ready(payload):
            for message in reader.read(part):
                self.process_message(message)
            for _ in self._answers.taken():
                self._loop.call_soon_threadsafe(self.sight.hear, get_time())
        return True

    def _end(self) -> None:
        """End the program when the browser is gone; the game is on disk. Kill the program if it hangs."""
        watchdog = Timer(PATIENCE, _end_at_once)
        watchdog.daemon = True
        watchdog.start()
        with suppress(RuntimeError):  # the screen has closed meanwhile
            self._loop.call_soon_threadsafe(self._app.exit, 0)


def _end_at_once() -> None:
    remove_unpacked()
    os._exit(1)
