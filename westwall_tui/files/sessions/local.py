"""A game with its save on this disk. Every order is saved before the next decision."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.disk.reach import is_visible_file
from westwall_tui.files.disk.writing import BACKUP, backup_of, file_lock, replace_whole
from westwall_tui.files.faults import Fault, FileError, refuse
from westwall_tui.files.players.seats import SEATS, Seat
from westwall_tui.files.saves.catalog import free_path
from westwall_tui.files.saves.file import Save, open_save, read_save, write_save
from westwall_tui.files.saves.private import Change, Private

if TYPE_CHECKING:
    from westwall_tui.files.saves.matches import Match
    from westwall_tui.files.saves.shares import Transcript
    from westwall_tui.files.sessions.agreed import UndoRequest


from westwall_tui.files.scenarios.own import short_key
from westwall_tui.files.sessions.base import Deputy, SessionAlone, check_side
from westwall_tui.files.sessions.dice import roll_due, seed_of

QUICK_RULES = {
    False: "each player decides their own retreats, displacements and advances",
    True: "the player whose turn it is decides all retreats, displacements and advances",
}
"""For players: the rule on who decides retreats and advances, in a quick game (True) and in any other."""


class Stamp(NamedTuple):
    """The identity of a file's contents, which shows whether another program has changed it."""

    node: int
    size: int
    time: int

    @classmethod
    def of(cls, path: Path) -> "Stamp | None":
        try:
            stat = path.stat()
        except OSError:
            return None
        return cls(stat.st_ino, stat.st_size, stat.st_mtime_ns)


class LocalSession(SessionAlone):
    """A game with its save. `apply`, `undo` and `redo` do what `Game` does, and save before they return.

    A full disk or a read-only folder does not end the game: `trouble` says what is wrong until a save works again.

    A game that was resumed `at_once` has the position of its snapshot. Until `verify` replays its orders, the game is
    neither changed nor saved.
    """

    owner = -1
    since = -1

    def __init__(self, save: Save, path: Path, stamp: "Stamp | None" = None) -> None:
        self._save = save
        self.path = path
        self._stamp = stamp
        self.trouble = ""
        """The reason why the position is not saved; empty if it is saved."""
        self._news = ""
        self._own_notes: tuple[str, ...] = ()
        self._verifying = Lock()

    @classmethod
    def new(
        cls,
        scenario: Scenario,
        *,
        seed: int | None = None,
        manual: bool = False,
        drawn: bool = False,
        strict: bool = False,
        options: Mapping[str, int] | None = None,
        seats: Sequence[Seat] = (),
        match: "Match | None" = None,
        folder: Path | None = None,
    ) -> "LocalSession":
        """Start a new game, which is saved with the first order. Without a seed, the game gets a random one.

        `manual`: the players roll. `drawn`: the system draws each die when it is due, so that no one can know it
        before. `options`: the values of the chosen options (`game.options_of`), by name. `match`: the match that the
        game belongs to.
        """
        first, second = seats or (Seat(), Seat())
        game = Game(scenario, seed=seed_of(seed, manual=manual or drawn), strict=strict, options=options)
        if drawn:
            roll_due(game)
        return cls.of_save(Save(game, (first, second), drawn=drawn, match=match), folder)

    @classmethod
    def of_save(cls, save: Save, folder: Path | None = None, name: str = "") -> "LocalSession":
        """Return a session of a given position. Its file gets a free name: `name`, or that of the scenario."""
        return cls(save, free_path(folder or saves_folder(), name or short_key(save.game.scenario.key)))

    def another(self, *, swapped: bool) -> "LocalSession":
        """Start a new game like this one, with the same players, who switch sides if `swapped`."""
        return self._begin_like_this(swapped=swapped)

    def _begin_like_this(self, *, swapped: bool, seed: int | None = None) -> "LocalSession":
        game, drawn = self.game, self._save.drawn
        new = LocalSession.new(
            game.scenario,
            seed=seed,
            manual=game.seed is None and not drawn,
            drawn=drawn,
            strict=game.strict,
            options=game.rules.options,
            seats=self.seats[::-1] if swapped else self.seats,
            folder=self.path.parent,
        )
        new._save.quick = self._save.quick
        if swapped:
            new._own_notes = (_new_sides(new),)
        return new

    def begin_over(self, options: Mapping[str, int], *, swapped: bool) -> None:
        """Begin the game over before its first order, with more options. The players switch sides if `swapped`."""
        game = self.game
        assert not game.log
        chosen = {**game.rules.options, **options}
        self._save.game = Game(game.scenario, seed=game.seed, strict=game.strict, options=chosen, stream=game.stream)
        if self._save.drawn:
            roll_due(self._save.game)
        if swapped:
            self._save.seats = self._save.seats[::-1]
        self.save()

    @property
    def match(self) -> "Match | None":
        """The match that the game belongs to, with the results of the games before it."""
        return self._save.match

    @property
    def next_game(self) -> "Callable[[], LocalSession] | None":
        """A function that returns the next game of the match after this one; None if there is none."""
        if self.match is None or self.game.outcome is None or self.match.with_result(self.game).is_over:
            return None
        return self.next_of_match

    def next_of_match(self) -> "LocalSession":
        """Return the next game of a match whose present game is over: a saved game, or a new one.

        The players switch sides. Raises `FileError` if the next game was begun and its file cannot be read.
        """
        from westwall_tui.files.saves.matches import find_game

        assert self.match is not None
        match = self.match.with_result(self.game)
        if (begun := find_game(self.path.parent, match)) is not None:
            return LocalSession.resume(begun)
        following = self._begin_like_this(swapped=True, seed=self.game.seed if match.same_dice else None)
        following._save.match = match
        following.save()
        return following

    @classmethod
    def resume(cls, path: Path, *, at_once: bool = False) -> "LocalSession":
        """Continue a saved game. Raises `FileError`, which names the backup if that can be used instead.

        With `at_once`, begin with the snapshot. `verify` replays the orders later, at the latest before the first
        change.
        """
        try:
            stamp = Stamp.of(path)
            save = open_save(path) if at_once else read_save(path)
        except FileError as error:
            backup = backup_of(path)
            if path.suffix != BACKUP and is_visible_file(backup):
                hint = f"the previous save still exists; open it with: westwall resume {backup.name}"
                raise FileError([*error.faults, Fault(str(path), "", "", hint)]) from None
            raise
        if save.mail is not None:
            refuse(str(path), f"is a game by mail; open it with: westwall mail {path.name}")
        if path.suffix == BACKUP:
            return cls(save, free_path(path.parent, path.name.split(".")[0]))
        return cls(save, path, stamp)

    @property
    def game(self) -> Game:
        """The game."""
        return self._save.game

    @property
    def draws_dice(self) -> bool:
        """True if the system draws each die when it is due."""
        return self._save.drawn

    def share_dice(self) -> "Transcript":
        """Return the record of the game's shared dice.

        If there is none, begin one: from now on the game has shared dice.
        """
        self.verify()
        if self._save.transcript is None:
            from westwall_tui.files.saves.shares import Transcript

            self._save.transcript = Transcript(os.urandom(16).hex())
        return self._save.transcript

    @property
    def is_verified(self) -> bool:
        """True if the orders of the game have been replayed. Until then its log is empty."""
        return self._save.replayed is None

    def verify(self) -> None:
        """Replay the orders of a game that was resumed at once. It may be called in another thread.

        The position stays the same. If the orders lead to it, they can then be read and undone. Otherwise the game
        continues from the snapshot, and `notes` say so.
        """
        with self._verifying:
            if self._save.replayed is not None:
                host, quick, self._save = self._save.host, self._save.quick, self._save.replayed()
                self._save.host, self._save.quick = host, quick

    @property
    def host(self) -> str:
        """The name of the player who hosts the game, or hosted it when it was saved; may be empty."""
        return self._save.host

    def set_host(self, host: str) -> None:
        """Set the name of the host. Without a name, the game continues at this keyboard, and `notes` say so.

        The next save contains the name.
        """
        if self.host and not host:
            words = f"{self.host} hosted this game. It continues here at one keyboard"
            self._own_notes = (f"{words}; to host it again: westwall host {self.path.name}",)
        self._save.host = host

    @property
    def quick(self) -> bool | None:
        """True if the phasing player decides retreats, displacements and advances for both sides; None if undecided.

        The next save contains it.
        """
        return self._save.quick

    @quick.setter
    def quick(self, quick: bool) -> None:
        self._save.quick = quick

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The players of the sides."""
        return self._save.seats

    def may_sit(self, side: int) -> Sequence[Seat]:
        """Return the seats that a side may have from now on, the present one first."""
        now = self.seats[side]
        at = next(i for i, seat in enumerate(SEATS) if seat.level == now.level)
        return (now, *SEATS[at + 1 :], *SEATS[:at])

    def seat(self, seats: Sequence[Seat]) -> None:
        """Seat the given computers and named people, and save; leave other seats unchanged."""
        for side, seat in enumerate(seats):
            if seat.is_computer or seat.name:
                self.sit(side, seat)

    def sit(self, side: int, seat: Seat) -> None:
        """Give a side another player from now on, and save."""
        self.verify()
        first, second = self._save.seats
        self._save.seats = (seat, second) if side == 0 else (first, seat)
        self.save()

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for the players: how the save was read, who plays which side now, and the rule if the game is quick."""
        quick = (f"In this game, {QUICK_RULES[True]}",) if self._save.quick else ()
        return self._save.notes + self._own_notes + quick

    @property
    def history(self) -> Sequence[str]:
        """Orders from before a position that could not be replayed, for reading only."""
        return self._save.history

    def past(self) -> Sequence[Sequence[Event]]:
        """Return the events of the opening, and then of each order of the log."""
        self.verify()
        return self._save.past()

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order, or its line of text, and save. Raises `IllegalOrder`, and then nothing has changed."""
        self.verify()
        events = self._apply(order)
        self.save()
        return events

    def _apply(self, order: Order | str) -> list[Event]:
        events = self.game.apply(order)
        return events + roll_due(self.game) if self._save.drawn else events

    def apply_all(self, orders: Iterable[Order | str]) -> list[Event]:
        """Carry out orders that belong together, and save once. Raises `IllegalOrder`; earlier orders are kept."""
        self.verify()
        events: list[Event] = []
        before = len(self.game.log)
        try:
            for order in orders:
                events += self._apply(order)
        finally:
            if len(self.game.log) > before:
                self.save()
        return events

    def undo(self, what: str = "") -> None:
        """Undo the last order, or `what` `Game.undo` says, and save. Raises `IllegalOrder`."""
        self.verify()
        self.game.undo(what)
        self.save()

    def undo_together(self, what: str = "") -> None:
        """Undo the last order, even one that ended a Player-Turn, because two people at this keyboard agree.

        With `what`, undo as in `undo`. Raises `IllegalOrder`.
        """
        self.verify()
        self.game.undo(what, agreed=all(seat.is_person for seat in self.seats))
        self.save()

    def undo_agreed(self, request: "UndoRequest") -> None:
        """Undo the orders of a request to which the other player at another terminal agrees, and save.

        Raises `IllegalOrder`.
        """
        self.verify()
        request.carry_out(self.game)
        self.save()

    def redo(self) -> list[Event]:
        """Repeat the order that was undone last, and save. Raises `IllegalOrder`."""
        self.verify()
        events = self.game.redo()
        self.save()
        return events

    def private(self, side: int) -> Private:
        """Return the notes, sandboxes and conditions of a side's player. Raises `IllegalOrder` for another's side."""
        self._check_private(side)
        return self._save.private[side]

    def change_private(self, side: int, change: Change) -> Private:
        """Change the notes, sandboxes and conditions of a side's player, save, and return them.

        Raises `IllegalOrder` for another player's side, or if they cannot be stored. If the disk is full, `trouble`
        says so, as after an order.
        """
        self._check_private(side)
        self.verify()
        first, second = self._save.private
        new = self._save.private[side].changed(change)
        self._save.private = (new, second) if side == 0 else (first, new)
        self._save_own()
        return new

    def _check_private(self, side: int) -> None:
        if self.owner >= 0 or not (0 <= side < 2 and self.seats[side].is_person):
            check_side(self.owner, side)

    # -- other terminals

    @property
    def saved_in_words(self) -> str:
        """A sentence that says where the finished game is saved; empty if it could not be saved."""
        return "" if self.trouble else f"The game is saved as {self.path.name}."

    @property
    def is_hosted(self) -> bool:
        """True if a host has the game, and others may play and watch it at other terminals."""
        return False

    @property
    def deputy(self) -> Deputy | None:
        """Always None, because no player is away."""
        return None

    @property
    def waiting(self) -> str:
        """Always empty, because the game waits for nobody."""
        return ""

    def news(self) -> str:
        """Return, once, the news that the game is now saved in another file."""
        news, self._news = self._news, ""
        return news

    @property
    def is_saved(self) -> bool:
        """True if the position is saved."""
        return self._stamp is not None and not self.trouble

    def save(self) -> bool:
        """Save the game. Return False if that fails; then `trouble` says why."""
        return self._save_own()

    def _save_own(self) -> bool:
        """Save the game's file, without anything that goes to another player."""
        self.verify()
        text = self._text()
        try:
            with file_lock(self.path):  # locked from the check of the file to its replacement
                self._make_way()
                replace_whole(self.path, text)
                self._stamp = Stamp.of(self.path)
        except OSError as error:
            self.trouble = f"not saved: {self.path.parent}: {error.strerror or error}"
            return False
        self.trouble = ""
        return True

    def _text(self) -> str:
        """Return the text of the game's file."""
        return write_save(self._save)

    def _make_way(self) -> None:
        """If another program has written our file, choose another name, so that its game is never overwritten."""
        if not os.path.lexists(self.path):
            return  # the name is free, or our own file was removed and is written again
        now = Stamp.of(self.path)
        if now == self._stamp and now is not None:
            return
        taken, self.path = self.path, free_path(self.path.parent, self.path.stem)
        if self._stamp is not None:
            self._news = (
                f"Another program has changed {taken.name}: is this game open in a second terminal? "
                f"From now on this game is saved as {self.path.name}. To continue the other one, quit and type: "
                f"westwall resume {taken.stem}"
            )


def _new_sides(session: LocalSession) -> str:
    """Return a sentence that says who plays which side, after the players have switched sides."""
    first, second = (side.people for side in session.game.scenario.sides)
    one, two = session.seats
    if one.name and two.name:
        return f"You have switched sides: {one.name} plays {first}, {two.name} plays {second}"
    if one.is_person and two.is_person:
        return f"You have switched sides: the player of {second} now plays {first}, and the other way around"
    return f"You have switched sides: you play {first if one.is_person else second}"
