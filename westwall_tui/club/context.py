"""The data that the club's screens need: the player, the database, and news of changed games."""

import contextlib
import logging
import socket
import threading
from collections.abc import Callable
from typing import Protocol

from westwall_tui.club.database.agreements import Agreements
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.lists import Lists
from westwall_tui.club.database.people import ClubPlayer, People
from westwall_tui.club.database.store import Store
from westwall_tui.club.database.tournaments import Tournaments


class ChangeFeed:
    """The connection to the server on which changes of games are reported in both directions."""

    def __init__(self, wake: socket.socket | None = None) -> None:
        self._wake = wake
        self._listener: Callable[[int], object] = lambda _: None
        self._watched: set[str] = set()
        self.is_over = False
        """True once the server is gone."""
        if wake is not None:
            threading.Thread(target=self._listen_for_wake, args=[wake], daemon=True, name="feed").start()

    def _listen_for_wake(self, wake: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := wake.recv(100):
                word, _, number = data.decode("ascii", "replace").partition(" ")
                if word == "changed" and number.isdigit():
                    self._report(int(number))
        self.is_over = True
        self._report(0)

    def _report(self, game: int) -> None:
        """Call the listener for a changed game.

        If it fails, log that, so that the listener still hears of the next change.
        """
        try:
            self._listener(game)
        except Exception:
            logging.getLogger(__name__).exception("game %d has changed, and a screen failed", game)

    def on_change(self, listener: Callable[[int], object]) -> None:
        """Set the listener. It is called in another thread, with the number of each game that has changed."""
        self._listener = listener

    def watch(self, game: int) -> None:
        """Follow a game. The number 0 stands for all games."""
        self._send_once(f"watch {game}")

    def watch_lists(self) -> None:
        """Follow the lists.

        Each new game is reported at once; changes in other games are reported now and then, as game 0.
        """
        self._send_once("lists")

    def _send_once(self, text: str) -> None:
        if text not in self._watched:
            self._watched.add(text)
            self._send_text(text)

    def changed(self, game: int = 0) -> None:
        """Report that this process has changed a game, or with 0, only a list."""
        self._send_text(f"changed {game}")

    def _send_text(self, text: str) -> None:
        if self._wake is not None:
            with contextlib.suppress(OSError):  # the server is gone, and this process ends soon
                self._wake.send(text.encode())


class ShowGame(Protocol):
    """A function that shows a game in place of the lobby. Raises `FileError` if the player may not see it."""

    def __call__(self, game: int, *, watches: bool = False, again: int | None = None) -> None:
        """Show a game. With `again`, show its replay, beginning after that number of orders."""


class Context:
    """A player, with everything that the club's screens read and call."""

    def __init__(self, club: str, store: Store, player: ClubPlayer, feed: ChangeFeed, play: ShowGame) -> None:
        self.club, self.player, self.feed, self.play = club, player, feed, play
        self.games, self.lists, self.people = Games(store), Lists(store), People(store)
        self.agreements, self.challenges = Agreements(self.games), Challenges(self.games)
        self.tournaments = Tournaments(store)
        self.sends_mail = True
