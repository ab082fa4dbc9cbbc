"""What the screen asks of a game in play: `Session`.

`local.LocalSession` keeps it on this disk; with `net.session.HostedSession` a host keeps it.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save


class Heard(NamedTuple):
    """One thing that came from another terminal (`net`); a game of one's own hears nothing."""

    events: tuple[Event, ...] = ()
    """What orders brought about."""
    text: str = ""
    """A line for the log and the player: who came or left, what somebody says."""
    asks: str = ""
    """What the other player wants to take back, if you agree."""
    back: bool = False
    """True if orders were taken back."""
    fresh: bool = False
    """True if the game was read again, so that nothing shown before may be relied on."""
    calls: bool = False
    """True if somebody wants the player's attention."""
    order: Order | None = None
    """The last order, where some were carried out; it may have brought nothing about but the next decision."""
    closed: bool = False
    """True if the game can no longer be played here."""


class Deputy(NamedTuple):
    """That the player at this keyboard decides for somebody who is away."""

    name: str
    """For whom."""
    orders: str
    """How that one wants it to be done, in his words."""

    @property
    def told(self) -> str:
        """For whom, and how, in two sentences."""
        return f"You decide for {self.name}. Standing orders: {self.orders or 'none, so decide as they would'}"


class Session(Protocol):
    """A game that somebody plays: on this disk (`LocalSession`), or at a host's table (`net.session.HostedSession`).

    Whatever changes it is kept, on the disk that it is on, before the method returns.
    """

    path: Path
    """Its file; of a game at a host's table only what it is called."""
    trouble: str
    """Why the game is not on disk as it stands, or nothing."""
    owner: int
    """The side whose file this is, with none of the other's secrets in it; -1 if it is the game of both."""
    since: int
    """The number of orders up to which its player knows the game; -1 if he knows all of it."""

    @property
    def game(self) -> Game:
        """The game; for reading."""

    @property
    def is_verified(self) -> bool:
        """True once the orders of the game have been replayed. Until then its log is empty."""

    def verify(self) -> None:
        """Replay the orders, if they are not yet; it may be called in a thread of its own."""

    @property
    def notes(self) -> Sequence[str]:
        """What the players should know about how the save was read."""

    @property
    def history(self) -> Sequence[str]:
        """Orders from before a position that could not be replayed; for reading only."""

    def past(self) -> Sequence[Sequence[Event]]:
        """The events of the opening, and then of each order of the log."""

    # -- orders

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order, or its line of text. Raises `IllegalOrder`, and then nothing has changed."""

    def apply_all(self, orders: Iterable[Order | str]) -> list[Event]:
        """Carry out orders that belong together. Raises `IllegalOrder`, with those before it done."""

    def undo(self) -> None:
        """Take back the last order. Raises `IllegalOrder`."""

    def redo(self) -> list[Event]:
        """Repeat the order that was taken back last. Raises `IllegalOrder`."""

    def save(self) -> bool:
        """Put the game on disk; False if that failed, and then `trouble` says why."""

    def news(self) -> str:
        """What the players should know about the last save, once: that their game goes on in another file."""

    # -- seats, and other terminals

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Who plays the sides."""

    def may_sit(self, side: int) -> Sequence[Seat]:
        """Who may play a side from here on: as it is, then the others; one alone if the side is not yours to give."""

    def sit(self, side: int, seat: Seat) -> None:
        """Have somebody else play a side from here on. Raises `IllegalOrder`."""

    @property
    def is_hosted(self) -> bool:
        """True if a host has the game, and others may play and watch it at terminals of their own."""

    @property
    def waiting(self) -> str:
        """Why nobody decides, in a sentence: what is awaited, or that it is over. Empty if anybody does, anywhere."""

    def listen(self, notify: Callable[[], object]) -> None:
        """Have `notify` called, from any thread, when there is something to `hear`."""

    def hear(self) -> list[Heard]:
        """What has come from other terminals since the last time; the game is up to date with it."""

    def say(self, said: str) -> None:
        """Say something to the others. Raises `IllegalOrder`."""

    def agree(self, yes: bool) -> None:
        """Answer what the other player asked. Raises `IllegalOrder`."""

    def leave(self) -> None:
        """Nobody looks at the game here any more."""


class SessionAlone:
    """A `Session` that nobody plays or watches at another terminal: what it answers when the screen asks for them."""

    def listen(self, notify: Callable[[], object]) -> None:
        """There is nobody to hear."""

    def hear(self) -> list[Heard]:
        """There is nobody to hear."""
        return []

    def say(self, said: str) -> None:
        """There is nobody to say it to. Raises `IllegalOrder`."""
        raise IllegalOrder("table", f"there is nobody at another terminal to read {said!r}")

    def agree(self, yes: bool) -> None:
        """Nobody asks."""

    def leave(self) -> None:
        """Nobody looks at the game here any more."""


class SessionElsewhere:
    """A `Session` whose game is at a host's table or in a club's database.

    It answers what all such sessions answer alike; how the game is changed and followed is the subclass's.
    """

    _save: Save
    owner = -1
    since = -1

    @property
    def game(self) -> Game:
        """The game as it is here; for reading."""
        return self._save.game

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Who plays the sides: at this keyboard, or away."""
        return self._save.seats

    @property
    def is_verified(self) -> bool:
        """Always: the game was read whole."""
        return True

    def verify(self) -> None:
        """Nothing is left to replay."""

    @property
    def notes(self) -> Sequence[str]:
        """Always empty: how the save was read is its keeper's affair, and the position alone could reveal secrets."""
        return ()

    @property
    def history(self) -> Sequence[str]:
        return self._save.history

    def past(self) -> Sequence[Sequence[Event]]:
        return self._save.past()

    @property
    def is_hosted(self) -> bool:
        """Always: others may play and watch at terminals of their own."""
        return True

    @property
    def waiting(self) -> str:
        """Nothing: somebody elsewhere decides, or is away for a while."""
        return ""

    def save(self) -> bool:
        """It is kept already."""
        return True

    def news(self) -> str:
        """Nothing: the file is its keeper's affair."""
        return ""
