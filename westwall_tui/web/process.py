"""The process of a visitor's game, and checks of the browser's messages."""

import asyncio
import json
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from textual.geometry import Size

from westwall_tui.files.faults import printable
from westwall_tui.net.command import SECRETS
from westwall_tui.net.lease import Lease
from westwall_tui.ui.terminal.abilities import LIKES

COMMAND = (sys.executable, "-m", "westwall_tui")
DRIVER = "textual.drivers.web_driver:WebDriver"
GRACE = 2.0
"""Seconds to wait for a game to end by itself, then after a signal, then after a kill."""
STALL_TIMEOUT = 10.0
"""Timeout for a game to accept input, and for a browser to accept output, in seconds."""
MAX_MESSAGE = 64 * 1024
"""The maximum bytes of a browser's message, enough for a long paste."""
MAX_BYTES, SECONDS = 256 * 1024, 10.0
"""Rate limit: the maximum bytes of a browser's messages in this many seconds. A fast mouse sends a tenth of that."""
MIN_COUNTED = 50
"""The minimum bytes that a message counts, because each message costs the server and the game some time."""
MAX_SIZE = Size(400, 120)
"""Columns and rows of the largest window, as on a 4K monitor. A game in it takes 100 MB."""
MAX_ERROR_OUTPUT = 4096
"""The maximum bytes of a game's error output in the server's log."""


class InvalidMessage(Exception):
    """A message that our page would never send."""


class GameProcess:
    """A visitor's game in a process of its own."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._error_log: asyncio.Task[None] | None = None
        self._has_begun = False
        """True once the game paints, because from then on it reads its input."""
        self._messages: deque[tuple[float, int]] = deque()
        self._bytes_received = 0

    async def start(self, home: Path, size: Size, lease: Lease) -> None:
        """Start the game for the visitor whose folder is `home`. Raises `OSError`."""
        self._process = process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=_environment(home, size, lease),
            pass_fds=(lease.lifeline,),
        )
        assert process.stderr is not None
        self._error_log = asyncio.create_task(_log_errors(process.stderr))

    async def receive(self, text: str) -> str:
        """Check a message of the browser, and pass it on. Return the answer for the browser, or an empty string.

        Raises `InvalidMessage` for an invalid message or too many messages, and `TimeoutError` or `OSError` if the game
        stops reading.
        """
        self._count(len(text))
        try:
            message = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidMessage from error
        match message:
            case ["stdin", str(typed)]:
                if typed:
                    await self._send(b"D", typed.encode("utf-8", "replace"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                width, height = fit(width, height)
                await self._send(b"M", json.dumps({"type": "resize", "width": width, "height": height}).encode())
            case ["focus" | "blur" as what]:
                await self._send(b"M", json.dumps({"type": what}).encode())
            case ["ping", str(when)]:
                return json.dumps(["pong", when[:100]])
            case _:
                raise InvalidMessage
        return ""

    def _count(self, size: int) -> None:
        """Count a message against the rate limit. Raises `InvalidMessage` if it is exceeded."""
        now, size = time.monotonic(), max(size, MIN_COUNTED)
        self._messages.append((now, size))
        self._bytes_received += size
        while self._messages[0][0] < now - SECONDS:
            self._bytes_received -= self._messages.popleft()[1]
        if self._bytes_received > MAX_BYTES:
            raise InvalidMessage

    async def _send(self, kind: bytes, payload: bytes) -> None:
        assert self._process is not None
        stdin = self._process.stdin
        assert stdin is not None
        stdin.write(kind + len(payload).to_bytes(4, "big") + payload)
        async with asyncio.timeout(STALL_TIMEOUT):
            await stdin.drain()

    async def show(self, browser: Callable[[bytes], Awaitable[None]]) -> None:
        """Send the browser the game's output, until the game ends or the browser stops reading."""
        stdout = self._stdout
        # These errors mean that the game or the browser is gone.
        gone = (EOFError, OSError, RuntimeError, TimeoutError, asyncio.LimitOverrunError)
        with suppress(*gone):
            await stdout.readuntil(b"__GANGLION__\n")
            self._has_begun = True
            while True:
                kind, size = await stdout.readexactly(1), int.from_bytes(await stdout.readexactly(4), "big")
                payload = await stdout.readexactly(size)
                if kind == b"D":
                    async with asyncio.timeout(STALL_TIMEOUT):
                        await browser(payload)
                elif kind == b"M" and json.loads(payload)["type"] == "exit":
                    break

    @property
    def _stdout(self) -> asyncio.StreamReader:
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout

    async def stop(self) -> None:
        """End the game within a few seconds, by force if necessary. Call this only when no `show` is running.

        A game ends by itself when its input ends, except while it is starting. Every order is on disk, so a kill loses
        nothing.
        """
        process = self._process
        if process is None or process.stdin is None or self._error_log is None:
            return
        stdin = process.stdin
        painting = asyncio.create_task(_discard(self._stdout))  # so that the game is not blocked while writing
        stdin.close()
        if not self._has_begun:
            with suppress(ProcessLookupError):
                process.terminate()
        for force in (process.terminate, process.kill, lambda: None):
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), GRACE)
                break
            with suppress(ProcessLookupError):
                force()
        with suppress(OSError, TimeoutError):
            await asyncio.wait_for(stdin.wait_closed(), GRACE)
        painting.cancel()
        self._error_log.cancel()


def fit(width: int, height: int) -> Size:
    """Return the size of a browser's window in cells, within the limits of a screen."""
    return Size(max(1, min(width, MAX_SIZE.width)), max(1, min(height, MAX_SIZE.height)))


def requested_size(width: str, height: str) -> Size:
    """Return the size that a web address asks for, or the usual size if the address names none."""
    if width.isdecimal() and height.isdecimal():
        return fit(int(width[:6]), int(height[:6]))
    return LIKES


async def _discard(stdout: asyncio.StreamReader) -> None:
    while await stdout.read(MAX_MESSAGE):
        pass


async def _log_errors(stderr: asyncio.StreamReader) -> None:
    """Log the last error output of a game, as plain text."""
    output = b""
    while read := await stderr.read(MAX_ERROR_OUTPUT):
        output = (output + read)[-MAX_ERROR_OUTPUT:]
    for line in output.decode("utf-8", "replace").splitlines():
        logging.getLogger(__name__).error("%s", printable(line))


def _environment(home: Path, size: Size, lease: Lease) -> dict[str, str]:
    """Return the environment of a visitor's game: its own folders, and no secrets of the server."""
    own = {
        "WESTWALL_SAVES": home / "saves",
        "WESTWALL_CONFIG": home / "settings.toml",
        "WESTWALL_SCENARIOS": home / "scenarios",
        "XDG_DATA_HOME": home,
        "XDG_STATE_HOME": home,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "TEXTUAL_DRIVER": DRIVER,
        "TEXTUAL_FPS": 60,
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM_PROGRAM": "textual",
        "COLUMNS": size.width,
        "ROWS": size.height,
        **lease.environment,
    }
    inherited = {name: value for name, value in os.environ.items() if name not in SECRETS}
    return inherited | {name: str(value) for name, value in own.items()}
