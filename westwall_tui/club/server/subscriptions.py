"""Subscriptions to changes of games."""

import asyncio
import contextlib
import socket
from collections import defaultdict

ANY = 0
"""Stands for any game."""
LISTS_LATER = 15.0
"""Seconds after which lobbies hear of changes in the games of other players."""


class Subscriptions:
    """The wake sockets of players' processes and of the thinker, by the games that they follow.

    A lobby follows its player's own games and hears of a new game at once. It hears of changes in other games now and
    then: if every order woke a hundred lobbies, they would take the machine from the people who play.
    """

    def __init__(self, newest: int) -> None:
        """Begin without subscriptions. `newest`: the highest number of a game so far."""
        self._watching: dict[int, set[socket.socket]] = defaultdict(set)
        self._lists: set[socket.socket] = set()
        self._newest = newest
        self._later: asyncio.TimerHandle | None = None

    async def follow(self, process: socket.socket) -> None:
        """Read a process's subscriptions and changes until it is gone."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                data = await loop.sock_recv(process, 100)
            except OSError:
                return
            if not data:
                return
            word, _, number = data.decode("ascii", "replace").partition(" ")
            if word == "watch":
                self.watch(int(number), process)
            elif word == "lists":
                self.watch_lists(process)
            elif word == "changed":
                self.changed(int(number), by=process)

    def watch(self, game: int, wake: socket.socket) -> None:
        """Wake a process when a game changes; 0 is any game."""
        self._watching[game].add(wake)

    def watch_lists(self, wake: socket.socket) -> None:
        """Wake a process when there is a new game, and now and then when other games have changed."""
        self._lists.add(wake)

    def forget(self, wake: socket.socket) -> None:
        """Remove a process that is gone."""
        self._lists.discard(wake)
        for game in [game for game, waking in self._watching.items() if wake in waking]:
            self._watching[game].discard(wake)
            if not self._watching[game]:
                del self._watching[game]

    def all_changed(self) -> None:
        """Wake all processes, because any game may have changed while the server could not know."""
        for game in [*self._watching]:
            if game:
                self.changed(game)
        self.lists_changed()

    def changed(self, game: int, by: socket.socket | None = None) -> None:
        """Wake the processes that follow a game that has changed, apart from the one that changed it."""
        _wake({*self._watching.get(game, ()), *self._watching.get(ANY, ())}, game, by)
        if game > self._newest:
            self._newest = game
            _wake(self._lists, game, by)
        elif self._later is None and self._lists:
            self._later = asyncio.get_running_loop().call_later(LISTS_LATER, self.lists_changed)

    def lists_changed(self) -> None:
        """Wake the lobbies, because their lists are out of date."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        _wake(self._lists, ANY)


def _wake(sockets: set[socket.socket], game: int, by: socket.socket | None = None) -> None:
    for wake in sockets:
        if wake is not by:
            with contextlib.suppress(OSError):  # full: the process has been woken already; closed: it is gone
                wake.send(b"changed %d" % game)
