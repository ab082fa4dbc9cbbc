"""A hostile client, which does for a while what costs the server most: `WAY PORT KEY GAME SECONDS`."""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable

import asyncssh


class Attacker:
    """A client with a key, and its attack."""

    def __init__(self, port: int, key: str, game: str, seconds: float) -> None:
        self._port, self._key, self._game, self._seconds = port, key, game, seconds
        self._end = 0.0
        self.done = 0
        """The number of attacks so far."""

    @property
    def goes_on(self) -> bool:
        """Return True while there is time left."""
        return time.monotonic() < self._end

    def _begin(self) -> None:
        """Report that the client is connected, and begin the attack."""
        self._end = time.monotonic() + self._seconds
        print("begins", flush=True)

    async def _come(self, key: str | None = None) -> asyncssh.SSHClientConnection:
        keys = [key or self._key]
        return await asyncssh.connect(
            "127.0.0.1", self._port, username="x", client_keys=keys, known_hosts=None, config=None, agent_path=None,
            local_addr=("127.0.0.9", 0),
        )  # fmt: skip

    async def _sit(self, *, at: str = "watch", **how: object) -> "asyncssh.SSHClientProcess[bytes]":
        connection = await self._come()
        return await connection.create_process(f"{at} {self._game}", term_type="xterm-256color", encoding=None, **how)

    async def sizes(self) -> None:
        """Resize the window a thousand times per second."""
        process = await self._sit(term_size=(80, 24))
        reading = asyncio.create_task(self._read(process))
        self._begin()
        while self.goes_on:
            for _ in range(10):
                self.done += 1
                process.change_terminal_size(*((500, 300), (80, 24))[self.done % 2])
            await asyncio.sleep(0.01)
        reading.cancel()

    async def _read(self, process: "asyncssh.SSHClientProcess[bytes]") -> None:
        while await process.stdout.read(65_536):
            pass

    async def deaf(self) -> None:
        """Have as much as possible painted, and read nothing."""
        processes = [await self._sit(term_size=(500, 300)) for _ in range(5)]
        self._begin()
        while self.goes_on:
            for process in processes:
                self.done += 1
                process.stdin.write(b"zzTT%%lljjkkhh")
            await asyncio.sleep(0.05)

    async def talk(self) -> None:
        """Send messages in a game without end."""
        process = await self._sit(at="play", term_size=(80, 24))
        await process.stdout.readuntil(b"help")  # the game's screen is there, with its keys
        reading = asyncio.create_task(self._read(process))
        await asyncio.sleep(1)
        self._begin()
        while self.goes_on:
            self.done += 1
            process.stdin.write(b'"' + b"x" * 30 + b"\r")
            await asyncio.sleep(0.02)
        reading.cancel()

    async def logins(self) -> None:
        """Connect, run a command and disconnect, as often as possible."""
        await self._often(self._log_in, 6)

    async def _log_in(self) -> None:
        async with await self._come() as connection:
            await connection.run("games", check=False)
        self.done += 1  # refused connections don't count

    async def handshakes(self) -> None:
        """Exchange keys and show an unknown key, as often as possible."""
        unknown = self._key + ".unknown"
        asyncssh.generate_private_key("ssh-ed25519").write_private_key(unknown)

        async def try_it() -> None:
            self.done += 1
            await self._come(unknown)

        await self._often(try_it, 6)

    async def idle(self) -> None:
        """Connect and request nothing."""
        kept = []
        self._begin()
        while self.goes_on:
            try:
                kept.append(await self._come())
                self.done += 1
            except (OSError, asyncssh.Error):
                await asyncio.sleep(0.05)

    async def _often(self, do: Callable[[], Awaitable[None]], at_once: int) -> None:
        self._begin()

        async def again() -> None:
            while self.goes_on:
                try:
                    await do()
                except (OSError, asyncssh.Error):
                    await asyncio.sleep(0.005)

        await asyncio.gather(*(again() for _ in range(at_once)))


def main() -> None:
    """Attack for a while."""
    way, port, key, game, seconds = sys.argv[1:]
    hostile = Attacker(int(port), key, game, float(seconds))
    try:
        asyncio.run(getattr(hostile, way)())
    except (OSError, asyncssh.Error) as error:
        print(f"sent away: {error}", flush=True)
    print(f"done {hostile.done}", flush=True)


if __name__ == "__main__":
    main()
