"""A program on a pseudo-terminal: when it paints, and how many bytes a key costs."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence
from time import perf_counter
from types import TracebackType

COLUMNS, ROWS = 80, 24
QUIET = 0.25
"""Seconds without output after which a program is taken to be done."""
PATIENCE = 20.0
"""Seconds after which it is taken to be stuck."""

_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|P.*?\x1b\\|[ -/]*[0-~])", re.DOTALL)
_QUERIES = (
    (re.compile(rb"\x1b\[\?2026\$p"), b"\x1b[?2026;2$y"),  # synchronized output
    (re.compile(rb"\x1b\[\?2048\$p"), b"\x1b[?2048;0$y"),  # resize reports in the stream
    (re.compile(rb"\x1b\[0?c"), b"\x1b[?62;22c"),
    (re.compile(rb"\x1b\[6n"), b"\x1b[1;1R"),
)


class Terminal:
    """A program started on a terminal in 16 colours, of 80 columns and 24 rows unless said otherwise."""

    def __init__(
        self, command: Sequence[str], extra: Mapping[str, str] | None = None, size: tuple[int, int] = (COLUMNS, ROWS)
    ) -> None:
        hidden = ("PYTHONDONTWRITEBYTECODE", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES", "TMUX", "STY")
        environment = {name: value for name, value in os.environ.items() if name not in hidden}
        environment |= {"TERM": "xterm-16color", "TEXTUAL_COLOR_SYSTEM": "standard", "LANG": "C.UTF-8", **(extra or {})}
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.started = perf_counter()
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)
        self.output = bytearray()
        self._answered = 0

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def text(self, start: int = 0) -> str:
        """What was written since, without escape sequences."""
        return _SEQUENCE.sub(b"", bytes(self.output[start:])).decode(errors="replace")

    def wait_for(self, marker: str, start: int = 0) -> float:
        """Seconds from the program's start until it has written some text. Raises `TimeoutError`."""
        while marker not in self.text(start):
            if not self._read(PATIENCE):
                raise TimeoutError(f"no {marker!r} in: {self.text(start)[-300:]!r}")
        return perf_counter() - self.started

    def settle(self) -> None:
        """Wait until it writes no more."""
        while self._read(QUIET):
            pass

    def press(self, keys: str) -> int:
        """Type something; how many bytes it wrote for that."""
        before = len(self.output)
        os.write(self._master, keys.encode())
        self.settle()
        return len(self.output) - before

    def _read(self, timeout: float) -> bool:
        """Read what there is within a time; false when there was nothing, or the program has ended."""
        ready, _, _ = select.select([self._master], [], [], timeout)
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self.output += data
        self._answer()
        return bool(data)

    def _answer(self) -> None:
        """What a terminal says when it is asked."""
        new = bytes(self.output[self._answered :])
        for query, answer in _QUERIES:
            for found in query.finditer(new):
                os.write(self._master, answer)
                self._answered = max(self._answered, len(self.output) - len(new) + found.end())
