"""The line between a player's SSH client and his process: a terminal or three pipes, and bytes to and fro.

And what somebody may do how often: so much at once, and after that so much a second.
"""

import asyncio
import contextlib
import fcntl
import os
import signal
import socket
import struct
import termios
import time
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from westwall_tui.club.server.calls import Calls
from westwall_tui.club.server.connection import ClubProcess
from westwall_tui.club.server.forks import Zygote, wake_sockets
from westwall_tui.club.server.log import log
from westwall_tui.club.server.zygote import SORRY
from westwall_tui.club.words import FAILED, LARGEST_SCREEN

MOST_KNOWN = 10_000
"""Of how many it is remembered how often they came lately."""


class Often:
    """How often each of many may do something: so often at once, and then so often a second."""

    def __init__(self, at_once: float, each_second: float) -> None:
        self._at_once, self._each_second = at_once, each_second
        self._left: dict[str, tuple[float, float]] = {}
        """How often each may still do it at once, and when that was."""

    def _tokens_left(self, who: str, now: float) -> float:
        left, at = self._left.get(who, (self._at_once, now))
        return min(self._at_once, left + (now - at) * self._each_second)

    def may(self, who: str) -> bool:
        """True if somebody may do it now; then he has done it."""
        now = time.monotonic()
        left = self._tokens_left(who, now)
        if left < 1:
            return False
        self._keep_count(who, left - 1, now)
        return True

    def wait(self, who: str) -> float:
        """How many seconds somebody is to wait before he does it, which he will."""
        now = time.monotonic()
        left = self._tokens_left(who, now) - 1
        self._keep_count(who, left, now)
        return max(0.0, -left / self._each_second)

    def _keep_count(self, who: str, left: float, now: float) -> None:
        if len(self._left) >= MOST_KNOWN:
            self._left = {
                each: kept for each, kept in self._left.items() if self._tokens_left(each, now) < self._at_once
            }
        self._left[who] = left, now


def network(address: str, ipv4: int = 32, ipv6: int = 64) -> str:
    """Return the network of an address with a prefix of so many bits: by default one IPv4 address, or an IPv6 /64."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    return str(ip_network((found, ipv4 if found.version == 4 else ipv6), strict=False))


TYPED, PIPED = 4_096, 32_768
"""Bytes a second that a player may send, and as many at once: at a terminal, and to a word that may read a save."""
CHUNK = 65_536
MOST_SIZES = 100
"""Sizes of his window that somebody may have in a second: more than anybody drags it to."""
SIZE_LASTS = 0.2
"""Seconds between two that his process hears of: each has it paint all anew."""
LAST_WORDS = 1.0
"""Seconds that a process has to say its last words once its player has gone."""


class Exchange(NamedTuple):
    """What a line needs of the door."""

    zygote: Zygote
    calls: Calls
    idle: float
    """Seconds in which somebody must type."""


class PlayerLine:
    """A player's process and the line to him."""

    most = TYPED
    plain = ""
    """Codes that reset the terminal after the process of a screen was killed."""

    def __init__(self, exchange: Exchange, process: ClubProcess, wake: socket.socket) -> None:
        self._exchange, self._line, self._wake = exchange, process, wake
        self._child = 0
        self._resizes = Often(MOST_SIZES, MOST_SIZES)
        self._takes: asyncio.Task[None] | None = None

    async def serve(self) -> int:
        """Carry bytes to and fro until one of them is gone; the exit status."""
        hears = asyncio.create_task(self._exchange.calls.hear_from(self._wake))
        self._takes = takes = asyncio.create_task(self._take_bytes())
        self._line.resize = self._take_size
        gives = asyncio.create_task(self._give_bytes())
        over = asyncio.create_task(self._until_over(takes, gives))
        gone = asyncio.create_task(self._line.wait_closed())  # what he typed before is for nobody any more
        try:
            await asyncio.wait([over, gone], return_when=asyncio.FIRST_COMPLETED)
        finally:
            tasks = (takes, gives, hears, over, gone)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.close()
            self._exchange.calls.forget(self._wake)
            self._wake.close()
            status = await self._exchange.zygote.end(self._child)
        if status >= 0 or -status == signal.SIGHUP:  # the terminal was closed
            return max(status, 0)
        log(f"a player's process was killed by signal {-status}")
        with contextlib.suppress(OSError):
            self._line.stderr.write(f"{self.plain}{SORRY}\r\n".encode())
        return FAILED

    async def _until_over(self, takes: "asyncio.Task[None]", gives: "asyncio.Task[None]") -> None:
        """The player has gone, or his process; what it has said by then he still hears."""
        await asyncio.wait([takes, gives], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait([gives], timeout=LAST_WORDS)

    def close(self) -> None:
        """Close what leads to the process."""
        raise NotImplementedError

    def resize(self, columns: int, rows: int) -> None:
        """The terminal has another size."""

    async def _write(self, data: bytes) -> bool:
        """Give bytes to the process; False if it is gone."""
        raise NotImplementedError

    async def _read(self) -> bytes:
        """Bytes of the process; none if it is gone."""
        raise NotImplementedError

    async def _take_bytes(self) -> None:
        """What the player types; no faster than anybody types."""
        idle = self._exchange.idle
        while True:
            began = time.monotonic()
            try:
                data = await asyncio.wait_for(self._line.stdin.read(self.most), idle)
            except TimeoutError:
                log("disconnected: idle for", idle, "seconds")
                return
            if not data or not await self._write(data):
                return
            await asyncio.sleep(max(0.0, len(data) / self.most - (time.monotonic() - began)))

    def _take_size(self, columns: int, rows: int) -> None:
        """Resize the terminal; end the session of a client that resizes too often."""
        assert self._takes is not None
        if self._takes.done():
            return
        if self._resizes.may(""):
            self.resize(columns, rows)
        else:
            log("disconnected: too many window sizes")
            self._takes.cancel()

    async def _give_bytes(self) -> None:
        """Send the process's output as fast as the client reads it."""
        while data := await self._read():
            self._line.stdout.write(data)
            await self._line.stdout.drain()
            await self._line.is_read()


class TerminalLine(PlayerLine):
    """Somebody at a terminal."""

    plain = "\x1b[?1049l\x1b[?25h\x1b[m\r\n"

    @classmethod
    async def open(cls, exchange: Exchange, process: ClubProcess, asked: dict[str, object]) -> "TerminalLine":
        """Open a terminal and have a process sit at it."""
        near, far = os.openpty()
        ours, wake = wake_sockets()
        table = cls(exchange, process, ours)
        table._near = near
        try:
            columns, rows, *_ = process.term_size
            table.resize(columns or 80, rows or 24)
            table._child = await exchange.zygote.fork(asked, [far, wake.fileno()])
        except BaseException:
            os.close(near)
            ours.close()
            raise
        finally:
            os.close(far)
            wake.close()
        os.set_blocking(near, False)
        return table

    _near = -1
    _size: tuple[int, int] | None = None
    _resizing: asyncio.TimerHandle | None = None

    def resize(self, columns: int, rows: int) -> None:
        """No size that somebody asks for costs more than a large screen, and of many only the last soon."""
        widest, highest = LARGEST_SCREEN
        self._size = max(1, min(columns, widest)), max(1, min(rows, highest))
        if self._resizing is None:
            self._resize()

    def _resize(self) -> None:
        self._resizing = None
        if self._size is not None:
            columns, rows = self._size
            self._size = None
            fcntl.ioctl(self._near, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            self._resizing = asyncio.get_running_loop().call_later(SIZE_LASTS, self._resize)

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


class PipeLine(PlayerLine):
    """A word without a terminal: three pipes."""

    most = PIPED

    @classmethod
    async def open(cls, exchange: Exchange, process: ClubProcess, asked: dict[str, object]) -> "PipeLine":
        """Open pipes and have a process sit at them."""
        pipes = [os.pipe() for _ in range(3)]
        (child_in, table_in), (table_out, child_out), (table_errors, child_errors) = pipes
        ours, wake = wake_sockets()
        table = cls(exchange, process, ours)
        table._in, table._out, table._errors = table_in, table_out, table_errors
        try:
            table._child = await exchange.zygote.fork(asked, [child_in, child_out, child_errors, wake.fileno()])
        except BaseException:
            table.close()
            ours.close()
            raise
        finally:
            for descriptor in (child_in, child_out, child_errors):
                os.close(descriptor)
            wake.close()
        for descriptor in (table_in, table_out, table_errors):
            os.set_blocking(descriptor, False)
        return table

    _in = _out = _errors = -1

    async def _until_over(self, takes: "asyncio.Task[None]", gives: "asyncio.Task[None]") -> None:
        """The end of what somebody says is not the end of what he hears."""
        takes.add_done_callback(lambda _: self._close_in())
        await gives
        while data := await _read(self._errors):
            self._line.stderr.write(data)

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
    """Bytes from a terminal or pipe when there are some; none at its end."""
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
