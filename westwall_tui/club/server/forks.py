"""The server's end of the prefork parent, which forks players' processes on request and reports when they end."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys

from westwall_tui.club.server.log import log
from westwall_tui.club.server.prefork import MAX_PACKET

NOWHERE = {
    **dict.fromkeys(("HOME", "WESTWALL_SAVES", "WESTWALL_CONFIG", "WESTWALL_SCENARIOS"), "/proc/nowhere"),
    **{f"XDG_{kind}_HOME": "/proc/nowhere" for kind in ("CACHE", "CONFIG", "DATA", "STATE")},
}
"""Folders for the files of players' processes. They are at a place where not even root can create folders."""
PAUSE = 1
"""Seconds between two attempts to start a prefork parent that dies at once."""
GRACE = 3
"""Seconds that a player's process has to end before it is killed."""


def wake_sockets() -> tuple[socket.socket, socket.socket]:
    """Return a pair of connected sockets: the server's end and the process's end."""
    server, wake = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    server.setblocking(False)
    return server, wake


class PreforkParent:
    """The prefork parent. If it dies, the server starts another one, and the players' processes continue."""

    def __init__(self) -> None:
        self._control: socket.socket | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting: dict[int, asyncio.Future[int]] = {}
        self._gone: dict[int, asyncio.Future[int]] = {}
        self._number = 0
        self._closing = False
        self._restart: asyncio.Task[None] | None = None
        """The task that restarts the parent. It is kept because asyncio forgets tasks without a reference."""

    async def start(self) -> None:
        """Start the parent, and wait until it has loaded everything."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        environment = {**NOWHERE, "PATH": "/usr/bin:/bin", "PYTHONPATH": os.pathsep.join(sys.path)}
        command = (sys.executable, "-m", "westwall_tui.club.server.prefork", str(theirs.fileno()))
        nothing = asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(
            *command, pass_fds=[theirs.fileno()], stdin=nothing, env=environment, cwd="/"
        )
        theirs.close()
        self._control = ours
        asyncio.get_running_loop().add_reader(ours.fileno(), self._hear_children)
        await self._ready

    async def _start_again(self) -> None:
        """Start parents until one stays alive."""
        while not self._closing:
            with contextlib.suppress(ConnectionError):
                await self.start()
                return
            await asyncio.sleep(PAUSE)
            self._ready = asyncio.get_running_loop().create_future()

    def _hear_children(self) -> None:
        assert self._control is not None
        while True:
            try:
                data = self._control.recv(MAX_PACKET)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self._note_death()
                return
            message = json.loads(data)
            if "ready" in message:
                if not self._ready.done():
                    self._ready.set_result(None)
            elif "for" in message:
                self._gone[message["process"]] = asyncio.get_running_loop().create_future()
                waiting = self._waiting.pop(message["for"], None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message["process"])
            elif (gone := self._gone.get(message["gone"])) is not None and not gone.done():
                gone.set_result(message["status"])

    def _note_death(self) -> None:
        """Start another parent.

        The players' processes continue. Only the closing of their terminals will show that they end.
        """
        assert self._control is not None
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._control.fileno())
        self._control.close()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(ConnectionError("the club is restarting; try again"))
        self._waiting.clear()
        self._gone.clear()
        if not self._ready.done():
            self._ready.set_exception(ConnectionError("the club cannot start its processes; see the log"))
        elif not self._closing:
            log("the prefork parent died; starting another")
            self._ready = loop.create_future()
            self._restart = loop.create_task(self._start_again())

    async def fork(self, request: dict[str, object], descriptors: list[int]) -> int:
        """Fork a process with these descriptors; return its number. Raises `ConnectionError`."""
        await self._ready
        assert self._control is not None
        self._number += 1
        number, loop = self._number, asyncio.get_running_loop()
        future: asyncio.Future[int] = loop.create_future()
        packet = json.dumps({**request, "id": number}).encode()
        if len(packet) > MAX_PACKET:
            raise ConnectionError("the request is too long")
        self._waiting[number] = future
        try:
            while True:
                try:
                    socket.send_fds(self._control, [packet], descriptors)
                    break
                except BlockingIOError:
                    await asyncio.sleep(0.02)
            return await future
        finally:
            self._waiting.pop(number, None)

    async def end(self, process: int) -> int:
        """End a process, by force if it takes too long.

        Return its status. Do nothing if the process has already ended.
        """
        gone = self._gone.get(process)
        if gone is None:  # a dead parent has forked the process, and closing its terminal ends it
            return 0
        for number in (signal.SIGHUP, signal.SIGKILL):
            if gone.done():
                break
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(gone), GRACE)
        self._gone.pop(process, None)
        return gone.result() if gone.done() else 0

    async def close(self) -> None:
        """End the process, after its children have ended."""
        self._closing = True
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()
