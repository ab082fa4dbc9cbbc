"""A host's output, which never waits for a reader.

A full pipe (64 kilobytes) blocks its writer for ever. So a thread writes. It writes to the stream's handle, because
while it waits Python's buffer would stay locked, even at exit.
"""

import os
import queue
import threading
import time

from westwall_tui.files.faults import printable

MOST = 1_000
"""The most unread lines; further ones are dropped and counted."""
_STEP = 0.01


class Notices:
    """Lines for a stream, written one after another by a thread."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._lines: queue.Queue[str] = queue.Queue(MOST)
        self._left_out = 0
        self._has_written = False
        self._trouble: OSError | None = None
        threading.Thread(target=self._write, daemon=True, name="notices").start()

    def say(self, line: str) -> None:
        """Print a line, made safe for a terminal. Returns at once."""
        try:
            self._lines.put_nowait(printable(line))
        except queue.Full:
            self._left_out += 1

    def flush(self, seconds: float) -> None:
        """Wait until all is written, at most `seconds`. Raises `OSError` if it cannot be written.

        A reader that leaves is no error: the starter of a background host does.
        """
        end = time.monotonic() + seconds
        while self._lines.unfinished_tasks and time.monotonic() < end:
            time.sleep(_STEP)
        if self._trouble is not None:
            raise self._trouble

    def _write(self) -> None:
        while True:
            line = self._lines.get()
            left_out, self._left_out = self._left_out, 0
            if left_out:
                line = f"({left_out} lines were left out: nobody read them)\n{line}"
            try:
                self._write_all(f"{line}\n".encode(errors="backslashreplace"))
                self._has_written = True
            except OSError as error:  # later lines go nowhere
                if not (self._has_written and isinstance(error, BrokenPipeError)):
                    self._trouble = error
            self._lines.task_done()

    def _write_all(self, text: bytes) -> None:
        while text:
            text = text[os.write(self._handle, text) :]
