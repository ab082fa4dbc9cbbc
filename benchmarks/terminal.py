"""A program on a pseudo-terminal: the time of its painting, the bytes and time of its keys, and its memory."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from time import clock_gettime, perf_counter
from types import TracebackType
from typing import NamedTuple

SMALL, LARGE = (80, 24), (200, 60)
SIXTEEN = {"TERM": "xterm-16color", "TEXTUAL_COLOR_SYSTEM": "standard"}
QUIET = 0.15
"""Seconds without output after which a program counts as finished."""
TIMEOUT = 60.0
"""Seconds after which a program counts as stuck."""
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, ESCAPE, TAB = "\r", "\x1b", "\t"

_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|P.*?\x1b\\|[ -/]*[0-~])", re.DOTALL)
_QUERIES = (
    (re.compile(rb"\x1b\[\?2026\$p"), b"\x1b[?2026;2$y"),  # synchronized output
    (re.compile(rb"\x1b\[\?2048\$p"), b"\x1b[?2048;0$y"),  # resize reports in the stream
    (re.compile(rb"\x1b\[0?c"), b"\x1b[?62;22c"),
    (re.compile(rb"\x1b\[5n"), b"\x1b[0n"),
)
_OF_MARGINS = ((re.compile(rb"\x1b\[\?69\$p"), b"\x1b[?69;2$y"),)
"""Answers of a terminal with left and right margins."""


class Cost(NamedTuple):
    """The cost of a key."""

    bytes: int
    seconds: float
    """Seconds from the key to the last byte of its effect; 0 if it has none."""
    processor: float
    """Processor seconds."""


class Terminal:
    """A program started on a terminal."""

    def __init__(
        self,
        command: Sequence[str],
        extra: Mapping[str, str] | None = None,
        size: tuple[int, int] = SMALL,
        colors: Mapping[str, str] = SIXTEEN,
        *,
        margins: bool = False,
    ) -> None:
        """Start the program.

        `colors` is the environment's text about colors; `margins` gives the terminal left and right ones, as in xterm.
        """
        hidden = ("PYTHONDONTWRITEBYTECODE", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES", "TMUX", "STY")
        environment = {name: value for name, value in os.environ.items() if name not in hidden}
        environment |= {"LANG": "C.UTF-8", **colors, **(extra or {})}
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.started = perf_counter()
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)
        self.output = bytearray()
        self._queries = dict((*_QUERIES, *(_OF_MARGINS if margins else ())))
        self._answered = 0
        self._last = 0.0
        """Time of the last output."""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    # -- output and cost

    def text(self, start: int = 0) -> str:
        """Return the output since a position, without escape sequences."""
        return _SEQUENCE.sub(b"", bytes(self.output[start:])).decode(errors="replace")

    @property
    def processor(self) -> float:
        """Processor seconds so far; seconds since the start if the system does not report them."""
        try:
            return clock_gettime((~self.process.pid << 3) | 2)
        except (OSError, ValueError):
            return perf_counter() - self.started

    @property
    def memory(self) -> float:
        """Maximum of memory in megabytes. Raises `OSError` if the system does not report it."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.findall(r"VmHWM:\s*(\d+)", status)[0]) / 1024

    @property
    def last(self) -> float:
        """Time of the last output, by `perf_counter`."""
        return self._last

    # -- input

    def wait_for(self, marker: str, start: int = 0) -> float:
        """Return the seconds from the program's start until it has written a text. Raises `TimeoutError`."""
        while marker not in self.text(start):
            if not self._read(TIMEOUT):
                raise TimeoutError(f"no {marker!r} in: {self.text(start)[-300:]!r}")
        return perf_counter() - self.started

    def settle(self, quiet: float = QUIET) -> None:
        """Wait until it stops writing."""
        while self._read(quiet):
            pass

    def press(self, keys: str, quiet: float = QUIET) -> Cost:
        """Type something, and wait for all of its effect."""
        bytes_before, processor_before, now = len(self.output), self.processor, perf_counter()
        self.type(keys)
        self.settle(quiet)
        cost, took = len(self.output) - bytes_before, self.processor - processor_before
        return Cost(cost, self._last - now if cost else 0.0, took)

    def type(self, keys: str) -> None:
        """Type keys without waiting."""
        os.write(self.master, keys.encode())

    def hold(self, keys: Iterable[str], rate: float) -> float:
        """Type keys at a rate per second, like a held key; return the seconds from the last key to the last byte."""
        begun = last = perf_counter()
        for i, key in enumerate(keys):
            while (left := begun + i / rate - perf_counter()) > 0:
                self._read(left)
            last = perf_counter()
            self.type(key)
        self.settle(2 * QUIET)
        return max(0.0, self._last - last)

    def idle(self, seconds: float) -> Cost:
        """Measure it while nothing is typed."""
        bytes_before, processor_before, now = len(self.output), self.processor, perf_counter()
        while (left := now + seconds - perf_counter()) > 0:
            self._read(left)
        return Cost(len(self.output) - bytes_before, seconds, self.processor - processor_before)

    def _read(self, timeout: float) -> bool:
        """Read for a time; return False if there was nothing, or if the program has ended."""
        ready, _, _ = select.select([self.master], [], [], timeout)
        if not ready:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self._last = perf_counter()
        self.output += data
        self._answer()
        return bool(data)

    def _answer(self) -> None:
        """Return a terminal's answers in the order of the questions."""
        new, before = bytes(self.output[self._answered :]), self._answered
        asked = [(found, answer) for query, answer in self._queries.items() for found in query.finditer(new)]
        for found, answer in sorted(asked, key=lambda each: each[0].start()):
            os.write(self.master, answer)
            self._answered = max(self._answered, before + found.end())
