"""A visit to the club: whose it is, the rows that its screens read, and how it hears that a game has changed."""

import contextlib
import logging
import socket
import threading
from collections.abc import Callable
from typing import Protocol

from westwall_tui.club.database.games import Games
from westwall_tui.club.database.lists import Lists
from westwall_tui.club.database.people import ClubPlayer, People
from westwall_tui.club.database.store import Store


class Waking:
    """The socket to the door: which games are looked at, which have changed, and who is called when one has."""

    def __init__(self, wake: socket.socket | None = None) -> None:
        self._wake = wake
        self._called: Callable[[int], object] = lambda _: None
        self._watched: set[str] = set()
        self.is_over = False
        """The door is gone."""
        if wake is not None:
            threading.Thread(target=self._listen_for_wake, args=[wake], daemon=True, name="waking").start()

    def _listen_for_wake(self, wake: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := wake.recv(100):
                word, _, number = data.decode("ascii", "replace").partition(" ")
                if word == "changed" and number.isdigit():
                    self._tell(int(number))
        self.is_over = True
        self._tell(0)

    def _tell(self, game: int) -> None:
        """Call the listener for a changed game. Its failure is logged, so that the next change is told, too."""
        try:
            self._called(game)
        except Exception:
            logging.getLogger(__name__).exception("game %d has changed, and a screen failed", game)

    def call(self, called: Callable[[int], object]) -> None:
        """Have somebody called, in a thread, with the number of a game that has changed."""
        self._called = called

    def watch(self, game: int) -> None:
        """Be told of a game; 0 is all of them."""
        self._send_once(f"watch {game}")

    def watch_lists(self) -> None:
        """Be told of each new game, and now and then, as game 0, that others have changed."""
        self._send_once("lists")

    def _send_once(self, text: str) -> None:
        if text not in self._watched:
            self._watched.add(text)
            self._send_text(text)

    def changed(self, game: int) -> None:
        """A game was changed here."""
        self._send_text(f"changed {game}")

    def _send_text(self, text: str) -> None:
        if self._wake is not None:
            with contextlib.suppress(OSError):  # the door is gone, and so are we soon
                self._wake.send(text.encode())


class ShowGame(Protocol):
    """Shows a game in place of the lobby. Raises `FileError` if the player may not see it."""

    def __call__(self, game: int, *, watches: bool = False, again: int | None = None) -> None:
        """The game by its number; `again`: what has happened in it after so many orders, to watch."""


class Visit:
    """A player in the club, as its pages know him."""

    def __init__(self, club: str, store: Store, player: ClubPlayer, waking: Waking, play: ShowGame) -> None:
        self.club, self.player, self.waking, self.play = club, player, waking, play
        self.games, self.lists, self.people = Games(store), Lists(store), People(store)
        self.sends_mail = True
