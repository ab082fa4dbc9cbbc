"""Relays between a player's SSH client and the player's process: over a terminal, or over three pipes."""

import asyncio
import contextlib
import fcntl
import os
import signal
import socket
import struct
import termios
import time
from typing import NamedTuple

from westwall_tui.club.command_line import FAILED, MAX_SCREEN
from westwall_tui.club.server.connection import ClubProcess
from westwall_tui.club.server.forks import PreforkParent, wake_sockets
from westwall_tui.club.server.limits import RateLimit
from westwall_tui.club.server.log import log
from westwall_tui.club.server.prefork import SORRY
from westwall_tui.club.server.subscriptions import Subscriptions

TYPED, PIPED = 4_096, 32_768
"""Bytes per second, and per burst, that a client may send to a terminal, and to a command, which may read a save."""
CHUNK = 65_536
MAX_SIZES = 100
"""The maximum number of window sizes that a client may send per second. Dragging a window's corner sends fewer."""
RESIZE_INTERVAL = 0.2
"""Seconds between two sizes passed to a process, because the process redraws the whole screen for each one."""
LAST_OUTPUT = 1.0
"""Seconds that a process has to write its last output after its client has gone."""


class Services(NamedTuple):
    """The parts of the server that a relay uses."""

    prefork: PreforkParent
    subscriptions: Subscriptions
    idle: float
    """Seconds without input after which a session ends."""


class Relay:
    """A relay between a client and its process."""

    rate = TYPED
    reset_codes = ""
    """Codes that reset the client's terminal if its process was killed."""

    def __init__(self, services: Services, process: ClubProcess, wake: socket.socket) -> None:
        self._services, self._client, self._wake = services, process, wake
        self._child = 0
        self._resizes = RateLimit(MAX_SIZES, MAX_SIZES)
        self._input: asyncio.Task[None] | None = None

    async def serve(self) -> int:
        """Pass on bytes in both directions until either end is gone. Return the exit status."""
        follows = asyncio.create_task(self._services.subscriptions.follow(self._wake))
        self._input = reading = asyncio.create_task(self._relay_input())
        self._client.resize = self._take_size
        writing = asyncio.create_task(self._relay_output())
        over = asyncio.create_task(self._until_over(reading, writing))
        # The process must not outlive its client to handle old input.
        gone = asyncio.create_task(self._client.wait_closed())
        try:
            await asyncio.wait([over, gone], return_when=asyncio.FIRST_COMPLETED)
        finally:
            tasks = (reading, writing, follows, over, gone)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.close()
            self._services.subscriptions.forget(self._wake)
            self._wake.close()
            status = await self._services.prefork.end(self._child)
        if status >= 0 or -status == signal.SIGHUP:  # the terminal was closed
            return max(status, 0)
        log(f"a player's process was killed by signal {-status}")
        with contextlib.suppress(OSError):
            self._client.stderr.write(f"{self.reset_codes}{SORRY}\r\n".encode())
        return FAILED

    async def _until_over(self, reading: "asyncio.Task[None]", writing: "asyncio.Task[None]") -> None:
        """Wait until the client or the process is gone, and then for the process's last output."""
        await asyncio.wait([reading, writing], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait([writing], timeout=LAST_OUTPUT)

    def close(self) -> None:
        """Close the server's ends of the terminal or pipes."""
        raise NotImplementedError

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""

    async def _write(self, data: bytes) -> bool:
        """Write bytes to the process; return False if it is gone."""
        raise NotImplementedError

    async def _read(self) -> bytes:
        """Return bytes from the process, or none if it is gone."""
        raise NotImplementedError

    async def _relay_input(self) -> None:
        """Pass on the client's input at a limited rate."""
        idle = self._services.idle
        while True:
            began = time.monotonic()
            try:
                data = await asyncio.wait_for(self._client.stdin.read(self.rate), idle)
            except TimeoutError:
                log("disconnected: idle for", idle, "seconds")
                return
            if not data or not await self._write(data):
                return
            await asyncio.sleep(max(0.0, len(data) / self.rate - (time.monotonic() - began)))

    def _take_size(self, columns: int, rows: int) -> None:
        """Resize the terminal. If a client resizes too often, end its session."""
        assert self._input is not None
        if self._input.done():
            return
        if self._resizes.allow(""):
            self.resize(columns, rows)
        else:
            log("disconnected: too many window sizes")
            self._input.cancel()

    async def _relay_output(self) -> None:
        """Send the process's output as fast as the client reads it."""
        while data := await self._read():
            self._client.stdout.write(data)
            await self._client.stdout.drain()
            await self._client.is_read()


class TerminalRelay(Relay):
    """A relay to a process on a terminal."""

    reset_codes = "\x1b[?1049l\x1b[?25h\x1b[m\r\n"

    @classmethod
    async def open(cls, services: Services, process: ClubProcess, request: dict[str, object]) -> "TerminalRelay":
        """Open a terminal, and fork a process on it."""
        near, far = os.openpty()
        ours, wake = wake_sockets()
        relay = cls(services, process, ours)
        relay._near = near
        try:
            columns, rows, *_ = process.term_size
            relay.resize(columns or 80, rows or 24)
            relay._child = await services.prefork.fork(request, [far, wake.fileno()])
        except BaseException:
            os.close(near)
            ours.close()
            raise
        finally:
            os.close(far)
            wake.close()
        os.set_blocking(near, False)
        return relay

    _near = -1
    _size: tuple[int, int] | None = None
    _resizing: asyncio.TimerHandle | None = None

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, at most `MAX_SCREEN`.

        If many sizes come in a short time, only the last one counts.
        """
        widest, highest = MAX_SCREEN
        self._size = max(1, min(columns, widest)), max(1, min(rows, highest))
        if self._resizing is None:
            self._resize()

    def _resize(self) -> None:
        self._resizing = None
        if self._size is not None:
            columns, rows = self._size
            self._size = None
            fcntl.ioctl(self._near, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            self._resizing = asyncio.get_running_loop().call_later(RESIZE_INTERVAL, self._resize)

    def close(self) -> None:
        if self._resizing is not None:
            self._resizing.cancel()
        os.close(self._near)

    async def _write(self, data: bytes) -> bool:
        while data:
            try:
                data = data[os.write(self._near, data) :]
            except BlockingIOError:
                await asyncio.sleep(0.05)
            except OSError:
                return False
        return True

    async def _read(self) -> bytes:
        return await _read(self._near)


class PipeRelay(Relay):
    """A relay to a command that has no terminal, over three pipes."""

    rate = PIPED

    @classmethod
    async def open(cls, services: Services, process: ClubProcess, request: dict[str, object]) -> "PipeRelay":
        """Open pipes, and fork a process on them."""
        pipes = [os.pipe() for _ in range(3)]
        (child_in, relay_in), (relay_out, child_out), (relay_errors, child_errors) = pipes
        ours, wake = wake_sockets()
        relay = cls(services, process, ours)
        relay._in, relay._out, relay._errors = relay_in, relay_out, relay_errors
        try:
            relay._child = await services.prefork.fork(request, [child_in, child_out, child_errors, wake.fileno()])
        except BaseException:
            relay.close()
            ours.close()
            raise
        finally:
            for descriptor in (child_in, child_out, child_errors):
                os.close(descriptor)
            wake.close()
        for descriptor in (relay_in, relay_out, relay_errors):
            os.set_blocking(descriptor, False)
        return relay

    _in = _out = _errors = -1

    async def _until_over(self, reading: "asyncio.Task[None]", writing: "asyncio.Task[None]") -> None:
        """Wait until the process closes its output. The client may end its input earlier."""
        reading.add_done_callback(lambda _: self._close_in())
        await writing
        while data := await _read(self._errors):
            self._client.stderr.write(data)

    def _close_in(self) -> None:
        if self._in >= 0:
            os.close(self._in)
            self._in = -1

    def close(self) -> None:
        self._close_in()
        os.close(self._out)
        os.close(self._errors)

    async def _write(self, data: bytes) -> bool:
        while data and self._in >= 0:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                await asyncio.sleep(0.05)
            except OSError:
                return False
        return self._in >= 0

    async def _read(self) -> bytes:
        return await _read(self._out)


async def _read(descriptor: int) -> bytes:
    """Return bytes from a terminal or pipe as soon as there are any, or none at the end of the file."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            return os.read(descriptor, CHUNK)
        except BlockingIOError:
            pass
        except OSError:  # a terminal whose process is gone
            return b""
        ready = loop.create_future()
        loop.add_reader(descriptor, _set_ready, ready)
        try:
            await ready
        finally:
            loop.remove_reader(descriptor)


def _set_ready(ready: "asyncio.Future[None]") -> None:
    if not ready.done():
        ready.set_result(None)
