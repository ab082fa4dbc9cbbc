"""Keys from a browser, by way of `westwall web`: read as those of a terminal are, so that no byte ends the game."""

import signal
from contextlib import suppress

from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver, _ExitInput

from westwall_tui.ui.terminal.reading import Reader


class BrowserDriver(WebDriver):
    """Textual's driver with our own reader of keys, that ends with the server."""

    def start_application_mode(self) -> None:
        """Take the screen. Signals stay with the app, which loses none."""
        kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        super().start_application_mode()
        for number, handler in kept.items():
            self._loop.remove_signal_handler(number)
            signal.signal(number, handler)

    def run_input_thread(self) -> None:
        """Read packets and hand on what is in them, until the screen closes or the server is gone."""
        reader, packets, fresh = Reader(), ByteStream(), False
        try:
            for data in self._input_reader:  # nothing: a tenth of a second has passed, or something has just come
                if not data and not fresh:
                    for message in reader.idle():
                        self.process_message(message)
                for kind, payload in packets.feed(data) if data else ():
                    if kind != "D":
                        self._on_meta(kind, payload)
                        continue
                    for message in reader.read(payload):
                        self.process_message(message)
                fresh = bool(data)
        except _ExitInput:
            return
        if not self.exit_event.is_set():
            with suppress(RuntimeError):  # the screen has closed meanwhile
                self._loop.call_soon_threadsafe(self._app.exit, 0)
