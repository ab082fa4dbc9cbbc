"""A host in a thread of the tests, which is faster than a separate process."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from westwall_tui.engine.game import Game
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.addresses import Address
from westwall_tui.net.client import Client
from westwall_tui.net.host import Host
from westwall_tui.net.host_dice import SharedDice
from westwall_tui.net.session import HostedSession
from westwall_tui.net.table import Table

T = TypeVar("T")


PATIENCE = 60
"""Timeout in seconds, which is long because the machine may be busy."""


def wait_for(what: Callable[[], Any], why: str = "it did not come") -> Any:
    """Return the first true answer of `what`."""
    end = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < end, why
        time.sleep(0.005)
    return found


class LocalHost:
    """A host of a session in a thread."""

    def __init__(self, session: LocalSession, folder: Path, token: str = "", *, bidding: bool = False) -> None:
        self._token, self._folder = token, folder
        self.said: list[str] = []
        """The lines of the host's output."""
        self.address = Address(folder / "game.sock")
        dice = SharedDice(session) if session.game.seed is None and not session.draws_dice else None
        self.table = Table(session, owner_key="owner", dice=dice, bidding=bidding)
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._run()))
        self._guests: list[HostedSession] = []
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    async def _run(self) -> None:
        host = Host(self.table, self.said.append, token=self._token, pace=0)
        await host.listen(self.address)
        await host.begin()
        self._ready.set()
        await self._stop.wait()
        for _ in range(8):  # connections that are just arriving are still accepted
            await asyncio.sleep(0)
        await host.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def see(self, what: Callable[[Game], T]) -> T:
        """Return something about the game, computed in the host's thread."""

        return self.do(lambda table: what(table.game))

    def do(self, what: Callable[[Table], T]) -> T:
        """Do something with the table in the host's thread, and return the result."""

        async def act() -> T:
            return what(self.table)

        return asyncio.run_coroutine_threadsafe(act(), self._loop).result()

    def sit(self, side: str, name: str, *, patient: bool = False, **hello: object) -> HostedSession:
        """Join, and return the guest's session. The host's player has the `owner` key "owner"."""
        client = Client(self.address, {"side": side, "name": name, **hello}, patient=patient)
        guest = HostedSession(client, "game", private=self._folder / f"of-{name}")
        self._guests.append(guest)
        return guest

    def stop(self) -> None:
        """Stop all guests and the host."""
        for guest in self._guests:
            guest.leave()
        self.close()

    def close(self) -> None:
        """Stop the host."""
        if self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)
        self._loop.close()
