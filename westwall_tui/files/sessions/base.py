"""The interface between the screen and a game in play: `Session`.

The game of a `local.LocalSession` is stored on this disk; the game of a `net.session.HostedSession` is stored by a
host.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.private import CASE, NOTHING, Change, Private

if TYPE_CHECKING:
    from westwall_tui.files.saves.matches import Match


OVER = "The game is over"
"""The beginning of `Session.waiting` if a game ended outside the rules."""


class Heard(NamedTuple):
    """A piece of news from another terminal (`net`); a game at one keyboard has none."""

    events: tuple[Event, ...] = ()
    """The events of orders."""
    text: str = ""
    """A line for the log and the player, such as an arrival or a message."""
    asks: str = ""
    """The other player's request to undo an order, which needs your answer."""
    back: int = 0
    """The number of orders that the other player undid."""
    fresh: bool = False
    """True if the game was read again, so that everything must be shown again."""
    calls: bool = False
    """True if the news needs the player's attention."""
    order: Order | None = None
    """The last order, if any were carried out; it may have no events."""
    closed: bool = False
    """True if the game can no longer be played here."""
    is_logged: bool = False
    """True if the text is one of the session's `remarks`, so that a log that was just read has it."""


class Deputy(NamedTuple):
    """An absent player for whom the player at this keyboard decides."""

    name: str
    """The absent player's name."""
    orders: str
    """The absent player's standing orders."""

    @property
    def text(self) -> str:
        """The name and the standing orders, in two sentences."""
        return f"You decide for {self.name}. Standing orders: {self.orders or 'none, so decide as they would'}"


class Session(Protocol):
    """A game in play on this disk (`LocalSession`), or at a host's table (`net.session.HostedSession`).

    Every change is on disk, here or at the host, before the method returns.
    """

    path: Path
    """The game's file; for a game at a host's table, only its name."""
    trouble: str
    """The reason why the position is not saved; empty if it is saved."""
    owner: int
    """The side that owns the file, which has no secrets of the other side; -1 if the game belongs to both sides."""
    since: int
    """The number of orders that the player has seen; -1 if the player has seen all."""

    @property
    def game(self) -> Game:
        """The game, for reading."""

    @property
    def is_verified(self) -> bool:
        """True once the orders of the game have been replayed. Until then its log is empty."""

    def verify(self) -> None:
        """Replay the orders if this has not been done yet. It may be called in another thread."""

    @property
    def notes(self) -> Sequence[str]:
        """Notes for the players on how the save was read."""

    @property
    def history(self) -> Sequence[str]:
        """Orders from before a position that could not be replayed, for reading only."""

    def past(self) -> Sequence[Sequence[Event]]:
        """Return the events of the opening, and then of each order of the log."""

    @property
    def remarks(self) -> Mapping[int, Sequence[str]]:
        """Additions to the orders in the log, such as talk, by the number of orders before."""

    @property
    def by_conditions(self) -> Mapping[int, int]:
        """The sides whose conditions have given orders of the log away from here, by the place of the order."""

    # -- orders

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order, or its line of text. Raises `IllegalOrder`, and then nothing has changed."""

    def apply_all(self, orders: Iterable[Order | str]) -> list[Event]:
        """Carry out orders that belong together. Raises `IllegalOrder`; orders before the refused one are kept."""

    def undo(self, what: str = "") -> None:
        """Undo the last order, or `what` `Game.undo` says. Raises `IllegalOrder`."""

    def redo(self) -> list[Event]:
        """Repeat the order that was undone last. Raises `IllegalOrder`."""

    def save(self) -> bool:
        """Save the game. Return False if that fails; then `trouble` says why."""

    def news(self) -> str:
        """Return the news that the game is now saved in another file. Return it only once."""

    # -- what a player keeps for nobody else

    def private(self, side: int) -> Private:
        """Return the notes, sandboxes and conditions of a side's player. Raises `IllegalOrder` for another's side."""

    def change_private(self, side: int, change: Change) -> Private:
        """Change the notes, sandboxes and conditions of a side's player, and return them once they are stored.

        Raises `IllegalOrder` for another player's side, or if they cannot be stored.
        """

    # -- seats, and other terminals

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The players of the sides."""

    def may_sit(self, side: int) -> Sequence[Seat]:
        """Return the seats that a side may have from now on, the present one first.

        Return only one if you may not change it.
        """

    def sit(self, side: int, seat: Seat) -> None:
        """Give a side another player from now on. Raises `IllegalOrder`."""

    @property
    def is_hosted(self) -> bool:
        """True if a host has the game, and others may play and watch it at other terminals."""

    @property
    def waiting(self) -> str:
        """A sentence that says what the game is waiting for, or that it is over; empty while a player is to decide."""

    def listen(self, notify: Callable[[], object]) -> None:
        """Have `notify` called, from any thread, when there is news to `hear`."""

    def hear(self) -> list[Heard]:
        """Return the news from other terminals since the last time, and bring the game up to date."""

    def say(self, text: str) -> None:
        """Send the other players a message. Raises `IllegalOrder`."""

    def agree(self, yes: bool) -> None:
        """Answer the other player's request to undo an order. Raises `IllegalOrder`."""

    def leave(self) -> None:
        """Stop following the game."""

    @property
    def defends_elsewhere(self) -> bool:
        """True if the conditions of this player are carried out elsewhere, so that this program must not do it, too."""

    @property
    def conditions_decide(self) -> bool:
        """True if the conditions of this player decide in this game."""

    @property
    def where_conditions_decide(self) -> str:
        """A sentence on where the conditions of this player decide; empty if only here, while the game is open."""

    # -- the match that the game belongs to, if any

    @property
    def match_in_bar(self) -> str:
        """The number of the game and the lead in its match, for the phase bar; empty without a match."""

    def match_after_game(self) -> Sequence[str]:
        """Return sentences on the match after this game, which is over; none without a match."""

    @property
    def next_game(self) -> "Callable[[], Session | None] | None":
        """A function that goes on to another game of the match; None if there is none to play now.

        The function returns None if the other game will continue in this session. It raises `FileError` or
        `IllegalOrder`.
        """

    # -- bids before the game

    @property
    def is_bidding(self) -> bool:
        """True while the players bid for a side, so that the game has not begun."""

    @property
    def may_bid(self) -> bool:
        """True if this player has not bid yet."""

    def bid(self, word: str) -> None:
        """Bid `SIDE=POINTS`. Raises `IllegalOrder`."""


class InMatch:
    """The methods of a `Session` about the match that its game belongs to, and about bids before the game."""

    is_bidding = False
    may_bid = False
    defends_elsewhere = False
    conditions_decide = True
    by_conditions: Mapping[int, int] = MappingProxyType({})

    @property
    def where_conditions_decide(self) -> str:
        """A sentence on where the conditions of this player decide. Here empty."""
        return ""

    @property
    def remarks(self) -> Mapping[int, Sequence[str]]:
        """Additions to the orders in the log. Here empty."""
        return {}

    def bid(self, word: str) -> None:
        """Raise `IllegalOrder`, because nobody bids in this game."""
        raise IllegalOrder("table", f"this game has no bids: {word!r}")

    @property
    def match(self) -> "Match | None":
        """The match that the game belongs to, with the results of the games before it. Here None."""
        return None

    @property
    def match_in_bar(self: "_GameOfMatch") -> str:
        """The number of the game and the lead in its match, for the phase bar; empty without a match."""
        return "" if self.match is None else self.match.in_the_bar(self.match.players(self.seats))

    def match_after_game(self: "_GameOfMatch") -> Sequence[str]:
        """Return sentences on the match after this game, which is over; none without a match."""
        match = self.match
        return () if match is None else match.with_result(self.game).after_game(match.players(self.seats))

    @property
    def next_game(self) -> Callable[[], Session | None] | None:
        """A function that goes on to another game of the match. Here None."""
        return None


class _GameOfMatch(Protocol):
    """The parts of a session that `InMatch` reads."""

    @property
    def game(self) -> Game: ...

    @property
    def seats(self) -> tuple[Seat, Seat]: ...

    @property
    def match(self) -> "Match | None": ...


def check_side(own: int, side: int) -> None:
    """Raise `IllegalOrder` if a side isn't a player's `own`, so that its notes, sandboxes and conditions are secret."""
    if side != own or side < 0:
        raise IllegalOrder(CASE, "only the player of a side has its notes, sandboxes and conditions")


class SessionAlone(InMatch):
    """The methods of a `Session` that concern other terminals, for a game without other terminals.

    A subclass that stores its game also stores what its players keep for nobody else.
    """

    def private(self, side: int) -> Private:  # noqa: ARG002 - every session has this parameter
        """Return an empty table, because nothing of this game is stored."""
        return NOTHING

    def change_private(self, side: int, change: Change) -> Private:  # noqa: ARG002 - every session has them
        """Raise `IllegalOrder`, because nothing of this game is stored."""
        raise IllegalOrder(CASE, "this game isn't saved, so it has no notes, sandboxes or conditions")

    def listen(self, notify: Callable[[], object]) -> None:
        """Do nothing, because there will be no news."""

    def hear(self) -> list[Heard]:
        """Return no news."""
        return []

    def say(self, text: str) -> None:
        """Raise `IllegalOrder`, because there is nobody to read a message."""
        raise IllegalOrder("table", f"there is nobody at another terminal to read {text!r}")

    def agree(self, yes: bool) -> None:
        """Do nothing, because no other player makes requests."""

    def leave(self) -> None:
        """Do nothing, because there is nothing to stop."""


class Unsaved(SessionAlone):
    """A session without a save, without other players, and with seats that cannot change."""

    def __init__(self, path: Path) -> None:
        """Create a session whose name is `path`."""
        self.path = path
        self.trouble = ""
        self.notes: Sequence[str] = ()
        self.history: Sequence[str] = ()
        self.is_verified = True
        self.is_hosted = False
        self.owner, self.since, self.waiting = -1, -1, ""

    @property
    def game(self) -> Game:
        raise NotImplementedError

    @property
    def seats(self) -> tuple[Seat, Seat]:
        raise NotImplementedError

    def apply(self, order: Order | str) -> list[Event]:
        raise NotImplementedError

    def apply_all(self, orders: Iterable[Order | str]) -> list[Event]:
        return [event for order in orders for event in self.apply(order)]

    def past(self) -> list[list[Event]]:
        start = self.game.root()
        return [start.opening, *(start.replay([line]) for line in self.game.log)]

    def verify(self) -> None:
        """Do nothing, because there is nothing to replay."""

    def save(self) -> bool:
        """Return True without writing anything."""
        return True

    def news(self) -> str:
        """Return no news, because no other player changes the game."""
        return ""

    def may_sit(self, side: int) -> Sequence[Seat]:
        """Return only the present seat."""
        return (self.seats[side],)

    def sit(self, side: int, seat: Seat) -> None:
        """Raise `IllegalOrder`, because seats are fixed."""
        raise IllegalOrder("table", f"side {side} cannot be given to {seat} here")


class SessionElsewhere(InMatch):
    """A `Session` whose game is at a host's table or in a club's database.

    Subclasses change the game and follow other people's changes.
    """

    _save: Save
    owner = -1
    since = -1

    @property
    def game(self) -> Game:
        """The game, for reading."""
        return self._save.game

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The players of the sides, at this keyboard or away."""
        return self._save.seats

    @property
    def is_verified(self) -> bool:
        """Always true, because the game was read whole."""
        return True

    def verify(self) -> None:
        """Do nothing, because the orders were replayed."""

    @property
    def notes(self) -> Sequence[str]:
        """Always empty, because notes on the save could reveal secrets."""
        return ()

    @property
    def history(self) -> Sequence[str]:
        return self._save.history

    def past(self) -> Sequence[Sequence[Event]]:
        return self._save.past()

    @property
    def is_hosted(self) -> bool:
        """Always true: others may play and watch at other terminals."""
        return True

    @property
    def waiting(self) -> str:
        """Always empty. If the other player is to decide, the seats say so."""
        return ""

    def save(self) -> bool:
        """Return True, because the game is saved elsewhere."""
        return True

    def news(self) -> str:
        """Return an empty string, because the game has no file here."""
        return ""
