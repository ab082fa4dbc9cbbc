"""A program on a pseudo-terminal: when it paints, what its keys cost in bytes and time, how much memory it takes."""

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
"""Seconds without output after which a program is taken to be done."""
PATIENCE = 60.0
"""Seconds after which it is taken to be stuck."""
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
"""More of them, if it has left and right margins."""


class Cost(NamedTuple):
    """What a key costs."""

    bytes: int
    seconds: float
    """From the key to the last byte that it brings about; 0 if it brings about none."""
    processor: float
    """Seconds of processor time."""


class Terminal:
    """A program started on a terminal."""

    def __init__(
        self,
        command: Sequence[str],
        extra: Mapping[str, str] | None = None,
        size: tuple[int, int] = SMALL,
        colours: Mapping[str, str] = SIXTEEN,
        *,
        margins: bool = False,
    ) -> None:
        """`colours`: what its environment says of them. `margins`: whether it has left and right ones, as xterm has."""
        hidden = ("PYTHONDONTWRITEBYTECODE", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES", "TMUX", "STY")
        environment = {name: value for name, value in os.environ.items() if name not in hidden}
        environment |= {"LANG": "C.UTF-8", **colours, **(extra or {})}
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
        """When it last wrote something."""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    # -- what it shows and takes

    def text(self, start: int = 0) -> str:
        """What was written since, without escape sequences."""
        return _SEQUENCE.sub(b"", bytes(self.output[start:])).decode(errors="replace")

    @property
    def processor(self) -> float:
        """Seconds of processor time it has taken; seconds since its start where the system does not tell."""
        try:
            return clock_gettime((~self.process.pid << 3) | 2)
        except (OSError, ValueError):
            return perf_counter() - self.started

    @property
    def memory(self) -> float:
        """Megabytes that it took at most. Raises `OSError` where the system does not tell."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.findall(r"VmHWM:\s*(\d+)", status)[0]) / 1024

    @property
    def last(self) -> float:
        """When it last wrote something, by `perf_counter`."""
        return self._last

    # -- using it

    def wait_for(self, marker: str, start: int = 0) -> float:
        """Seconds from the program's start until it has written some text. Raises `TimeoutError`."""
        while marker not in self.text(start):
            if not self._read(PATIENCE):
                raise TimeoutError(f"no {marker!r} in: {self.text(start)[-300:]!r}")
        return perf_counter() - self.started

    def settle(self, quiet: float = QUIET) -> None:
        """Wait until it writes no more."""
        while self._read(quiet):
            pass

    def press(self, keys: str, quiet: float = QUIET) -> Cost:
        """Type something, and wait until all that it brings about is there."""
        bytes_before, processor_before, now = len(self.output), self.processor, perf_counter()
        self.type(keys)
        self.settle(quiet)
        cost, took = len(self.output) - bytes_before, self.processor - processor_before
        return Cost(cost, self._last - now if cost else 0.0, took)

    def type(self, keys: str) -> None:
        """Type keys, and wait for nothing."""
        os.write(self.master, keys.encode())

    def hold(self, keys: Iterable[str], rate: float) -> float:
        """Type keys at a rate (a second), as a held key does; seconds from the last of them to the last byte."""
        begun = last = perf_counter()
        for i, key in enumerate(keys):
            while (left := begun + i / rate - perf_counter()) > 0:
                self._read(left)
            last = perf_counter()
            self.type(key)
        self.settle(2 * QUIET)
        return max(0.0, self._last - last)

    def idle(self, seconds: float) -> Cost:
        """Leave it alone for a while."""
        bytes_before, processor_before, now = len(self.output), self.processor, perf_counter()
        while (left := now + seconds - perf_counter()) > 0:
            self._read(left)
        return Cost(len(self.output) - bytes_before, seconds, self.processor - processor_before)

    def _read(self, timeout: float) -> bool:
        """Read what there is within a time; false when there was nothing, or the program has ended."""
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
        """What a terminal says when it is asked, in the order of the questions."""
        new, before = bytes(self.output[self._answered :]), self._answered
        asked = [(found, answer) for query, answer in self._queries.items() for found in query.finditer(new)]
        for found, answer in sorted(asked, key=lambda each: each[0].start()):
            os.write(self.master, answer)
            self._answered = max(self._answered, before + found.end())
