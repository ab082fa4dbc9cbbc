"""Subscriptions to changes of games."""

import asyncio
import contextlib
import socket
from collections import defaultdict

ANY = 0
"""The number that stands for any game."""
LISTS_LATER = 15.0
"""Seconds of delay with which lobbies hear of changes in other players' games."""


class Subscriptions:
    """The wake sockets of players' processes and of the thinker, by the games that they follow.

    A lobby follows its player's own games and hears of a new game at once. It hears of changes in other games only now
    and then. If every order woke a hundred lobbies, the machine would be too slow for the people who play.
    """

    def __init__(self, newest: int) -> None:
        """Begin without subscriptions. `newest` is the highest number of a game so far."""
        self._watching: dict[int, set[socket.socket]] = defaultdict(set)
        self._lists: set[socket.socket] = set()
        self._newest = newest
        self._later: asyncio.TimerHandle | None = None

    async def follow(self, process: socket.socket) -> None:
        """Read a process's subscriptions and reports of changes until the process is gone."""
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
        """Wake a process whenever a game changes; 0 stands for any game."""
        self._watching[game].add(wake)

    def watch_lists(self, wake: socket.socket) -> None:
        """Wake a process when a new game is made, and now and then after changes in other games."""
        self._lists.add(wake)

    def forget(self, wake: socket.socket) -> None:
        """Remove a process that is gone."""
        self._lists.discard(wake)
        for game in [game for game, waking in self._watching.items() if wake in waking]:
            self._watching[game].discard(wake)
            if not self._watching[game]:
                del self._watching[game]

    def all_changed(self) -> None:
        """Wake all processes, because games may have changed while the server could not hear of changes."""
        for game in [*self._watching]:
            if game:
                self.changed(game)
        self.lists_changed()

    def changed(self, game: int, by: socket.socket | None = None) -> None:
        """Wake the processes that follow a changed game, except the process that changed it."""
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
            # If the socket is full, the process has already been woken. If it is closed, the process is gone.
            with contextlib.suppress(OSError):
                wake.send(b"changed %d" % game)
