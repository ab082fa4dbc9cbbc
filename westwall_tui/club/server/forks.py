"""The door's end of the zygote: it is asked for processes, tells of their end, and is started again if it dies."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys

from westwall_tui.club.server.log import log
from westwall_tui.club.server.zygote import MOST_PACKET

NOWHERE = {
    **dict.fromkeys(("HOME", "WESTWALL_SAVES", "WESTWALL_CONFIG"), "/proc/nowhere"),
    **{f"XDG_{kind}_HOME": "/proc/nowhere" for kind in ("CACHE", "CONFIG", "DATA", "STATE")},
}
"""Where players' processes would look for files of their own: where nobody, not even root, can make any."""
PAUSE = 1
"""Seconds between two attempts to start a zygote that dies at once."""
PATIENCE = 3
"""Seconds that a player's process has to end before it is killed."""


def wake_sockets() -> tuple[socket.socket, socket.socket]:
    """The door's end, and that of a process."""
    door, wake = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    door.setblocking(False)
    return door, wake


class Zygote:
    """The process that forks those of players; another is started if it dies, and players play on."""

    def __init__(self) -> None:
        self._control: socket.socket | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting: dict[int, asyncio.Future[int]] = {}
        self._gone: dict[int, asyncio.Future[int]] = {}
        self._number = 0
        self._closing = False
        self._restart: asyncio.Task[None] | None = None
        """Kept because asyncio forgets a task that nothing refers to."""

    async def start(self) -> None:
        """Start it, and wait until it is warm."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        environment = {**NOWHERE, "PATH": "/usr/bin:/bin", "PYTHONPATH": os.pathsep.join(sys.path)}
        command = (sys.executable, "-m", "westwall_tui.club.server.zygote", str(theirs.fileno()))
        nothing = asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(
            *command, pass_fds=[theirs.fileno()], stdin=nothing, env=environment, cwd="/"
        )
        theirs.close()
        self._control = ours
        asyncio.get_running_loop().add_reader(ours.fileno(), self._hear_children)
        await self._ready

    async def _start_again(self) -> None:
        """Start zygotes until one stays alive."""
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
                data = self._control.recv(MOST_PACKET)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self._note_death()
                return
            said = json.loads(data)
            if "ready" in said:
                if not self._ready.done():
                    self._ready.set_result(None)
            elif "for" in said:
                self._gone[said["process"]] = asyncio.get_running_loop().create_future()
                waiting = self._waiting.pop(said["for"], None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(said["process"])
            elif (gone := self._gone.get(said["gone"])) is not None and not gone.done():
                gone.set_result(said["status"])

    def _note_death(self) -> None:
        """Players' processes go on; nobody hears of their end any more, so their terminals tell."""
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

    async def fork(self, asked: dict[str, object], descriptors: list[int]) -> int:
        """A new process with these descriptors; its number."""
        await self._ready
        assert self._control is not None
        self._number += 1
        number, loop = self._number, asyncio.get_running_loop()
        future: asyncio.Future[int] = loop.create_future()
        packet = json.dumps({**asked, "id": number}).encode()
        if len(packet) > MOST_PACKET:
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
        """Have a process end, by force if it takes too long; its status. Nobody is killed whose end was told."""
        gone = self._gone.get(process)
        if gone is None:  # forked by a zygote that has died: its terminal is closed, and that ends it
            return 0
        for number in (signal.SIGHUP, signal.SIGKILL):
            if gone.done():
                break
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(gone), PATIENCE)
        self._gone.pop(process, None)
        return gone.result() if gone.done() else 0

    async def close(self) -> None:
        """End it; its children have ended before."""
        self._closing = True
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()
