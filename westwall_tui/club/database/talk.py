"""The talk of a game: the players' messages, and notes on what they did."""

import time
from bisect import bisect
from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.club.database.authority import check_player
from westwall_tui.club.database.store import Refused, Store

MAX_TALK_LENGTH = 500
"""The maximum number of characters in a message."""
MAX_TALK, TALK_SPAN = 10, 60.0
"""Rate limit: at most this many messages per `TALK_SPAN` seconds, over all of a player's games."""
KEPT_TALK = 500
"""The number of messages of a game that are kept. Older ones are deleted."""


class Said(NamedTuple):
    """A message in the talk of a game, or a note on something that a player did."""

    n: int
    """The number of the message in its game."""
    name: str
    text: str
    is_note: int
    at: float

    @property
    def line(self) -> str:
        """The message or note with the name: `Anna: Good luck`, `Bert offers a pause`."""
        return f"{self.name} {self.text}" if self.is_note else f"{self.name}: {self.text}"


class Talk:
    """The messages of a club's games."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def say(self, game: int, player: int, text: str) -> int:
        """Add a message to the talk of a game, and return the message's number. The game may be over.

        Raises `Refused` if the player has no seat there, or has sent too many messages.
        """
        with self._store.writing(game):
            check_player(self._store, game, player, "talk")
            self.check_rate(player)
            n = self.note(game, player, text, is_note=False)
            self._store.notify(game)
        return n

    def check_rate(self, player: int) -> None:
        """Raise `Refused` if a player has sent too many messages and offers."""
        since = time.time() - TALK_SPAN
        (lately,) = self._store.row("select count(*) from talk where player = ? and at > ?", player, since)
        if lately >= MAX_TALK:
            raise Refused("you have sent too many messages; wait a minute")

    def note(self, game: int, player: int, text: str, *, is_note: bool = True) -> int:
        """Add a message, or a note on something that the player did, to the talk of a game. Return its number."""
        (n,) = self._store.row("select coalesce(max(n), 0) + 1 from talk where game = ?", game)
        self._store.run(
            "insert into talk(game, n, player, at, text, note) values(?, ?, ?, ?, ?, ?)",
            *(game, n, player, time.time()),
            *(text.replace("\0", "")[:MAX_TALK_LENGTH], int(is_note)),  # PostgreSQL refuses NUL characters
        )
        self._store.run("delete from talk where game = ? and n <= ?", game, n - KEPT_TALK)
        return int(n)

    def read(self, game: int, after: int = 0) -> list[Said]:
        """Return up to 100 messages and notes of a game after number `after`."""
        found = self._store.rows(
            "select t.n, p.name, t.text, t.note, t.at from talk t join player p on p.id = t.player "
            "where t.game = ? and t.n > ? order by t.n desc limit 100",
            *(game, after),
        )
        return [Said(*row) for row in reversed(found)]

    def last_heard(self, game: int, player: int) -> int:
        """Return the number of the last message that a player of a game has heard; a spectator has heard all."""
        (n,) = self._store.row(
            "select coalesce((select heard from seat where game = ? and player = ?), max(n), 0) from talk "
            "where game = ?",
            *(game, player, game),
        )
        return int(n)

    def places(self, game: int, said: Sequence[Said]) -> list[int]:
        """Return the number of orders before each message."""
        times = [at for (at,) in self._store.rows("select at from entry where game = ? order by n", game)]
        return [bisect(times, each.at) for each in said]
