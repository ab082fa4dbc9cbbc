"""A game by mail at one of its two computers: a `sessions.session.Session` that stops where the letter is due."""

import errno
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Note, Order, Roll, as_order
from westwall_tui.files.command_line import ORDERS
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.mailed import LONGEST_ORDERS, Opened, possessive
from westwall_tui.files.sessions.base import Deputy, Heard
from westwall_tui.files.sessions.local import LocalSession, Stamp
from westwall_tui.mail.checking import LetterStep, computers_answer, next_step
from westwall_tui.mail.letters import WrittenLetter, is_written, own_text, write_letter
from westwall_tui.mail.notes import Box, placed_by, public_game, seal_of_note
from westwall_tui.mail.shares import Secret, dice_of

CASE = "mail"
"""In place of a case number: it is not the rules that stand in the way."""


class MailSession(LocalSession):
    """A game by mail, in its player's own file."""

    def __init__(
        self,
        save: Save,
        path: Path,
        secret: Secret,
        *,
        box: Box | None = None,
        truth: Mapping[int, Opened] | None = None,
        news: Sequence[str] = (),
    ) -> None:
        """`save` is the game as its player knows it, with `truth`, his secret notes.

        `news` are sentences on the letter that was just opened.
        """
        super().__init__(save, path)
        self.mailed = save.mailed
        self.owner = self.mine
        self._secret, self._box, self._truth = secret, box, dict(truth or {})
        self._public: Game | None = None
        """The game as the other player may know it, as it stood at the last save."""
        self._stood = -1
        """For how many orders this player has stood in for the other; -1 if not in this decision."""
        self._notify: Callable[[], object] = lambda: None
        self._pending: list[Heard] = []
        self.written: WrittenLetter | None = None
        """The letter that was written last in this sitting."""
        self._own_notes = tuple(news)
        if self.mailed.hidden and truth:
            self._open_notes(placed_by([event for events in save.past() for event in events]))

    # -- who is who

    @property
    def mine(self) -> int:
        """The side that is played here."""
        return self.mailed.yours

    @property
    def other(self) -> str:
        """The other player's name."""
        return self.mailed.players[1 - self.mine]

    @property
    def step(self) -> LetterStep:
        """What comes next; `SEND` while the other player's letter is awaited, or the game is over."""
        if not self.is_my_letter:
            return LetterStep.SEND
        return next_step(self.game, self.mailed, self.mailed.number + 1, self.mailed.start)

    @property
    def deputy(self) -> Deputy | None:
        """The other player, while this one decides for him."""
        orders = self.mailed.standing[1 - self.mine]
        return Deputy(self.other, orders) if self.step is LetterStep.DEPUTY else None

    @property
    def has_news(self) -> bool:
        """True if the letter that was just opened has orders in it."""
        return 0 <= self.since < len(self.game.log)

    @property
    def is_my_letter(self) -> bool:
        """True if the next letter is this player's; false while he waits."""
        return self.mailed.writes == self.mine and not self._is_closed

    @property
    def _is_closed(self) -> bool:
        """True if the game's last letter has been written."""
        return self.game.outcome is not None and self.mailed.start == len(self.game.log) and bool(self.mailed.number)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """This player, and the other: away, or with this one standing in for him."""
        names = self.mailed.players
        away = Seat(name=self.other) if self.step is LetterStep.DEPUTY else Seat("away", self.other, here=False)
        own = Seat(name=names[self.mine])
        return (own, away) if self.mine == 0 else (away, own)

    def may_sit(self, side: int) -> Sequence[Seat]:
        """The seats stay as they are."""
        return (self.seats[side],)

    def sit(self, side: int, seat: Seat) -> None:  # noqa: ARG002 - as every session has it
        """Nobody changes seats. Raises `IllegalOrder`."""
        raise IllegalOrder(CASE, f"this game is yours and {possessive(self.other)}: nobody else plays a side of it")

    @property
    def is_hosted(self) -> bool:
        """Always: somebody elsewhere plays the other side."""
        return True

    @property
    def waiting(self) -> str:
        """What is awaited while nothing can be decided here; empty if something can."""
        if self.game.outcome is not None or self.is_my_letter:
            return ""
        file = self.written.file.name if self.written else f"again: westwall mail {self.path.name} --again"
        return f"Your letter to {self.other} is written ({file}). The game waits for the answer"

    # -- orders

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order, and all that follows from it without this player; then save, and write the letter if it
        is due. Raises `IllegalOrder`."""
        return self.apply_all([order])

    def _apply(self, order: Order | str) -> list[Event]:
        step, given = self.step, as_order(order)
        if step not in (LetterStep.WRITER, LetterStep.DEPUTY):
            raise IllegalOrder(CASE, self.waiting or "the game is over")
        if step is LetterStep.DEPUTY and given.word == "concede":
            raise IllegalOrder(CASE, f"only {self.other} can concede for that side")
        noted = {_division_of_note(each) for each in self._truth.values()}
        if isinstance(given, Note) and given.division in noted:
            raise IllegalOrder(CASE, f"{given.division} is noted already; take that back first")
        events = self.game.apply(given)
        if isinstance(given, Note):
            self._seal_note(self.game.log[-1])
        return events + self.go_on(events)

    def go_on(self, happened: Sequence[Event] = ()) -> list[Event]:
        """Do what nobody decides here: dice fall, the computer answers for the other side, the letter is closed.

        `happened`: what has just been done.
        """
        events: list[Event] = []
        while (step := self.step) in (LetterStep.DIE, LetterStep.COMPUTER):
            events += self.game.apply(
                self._next_die() if step is LetterStep.DIE else computers_answer(self.game, self.mailed)
            )
        self._open_notes(placed_by([*happened, *events]))
        if step is LetterStep.SEND and self.is_my_letter:
            self._close_letter()
        elif step is LetterStep.DEPUTY and self._stood != len(self.game.log):
            self._stood = len(self.game.log)
            assert self.deputy is not None
            self._hear_text(self.deputy.told)
        return events

    def _next_die(self) -> Roll:
        mailed, letter = self.mailed, self.mailed.number + 1
        dice = dice_of(mailed, letter, self._secret.share(letter))
        assert dice is not None
        fallen = sum(line.startswith("roll ") for line in self.game.log[mailed.start :])
        return Roll(dice.die(fallen + 1))

    def _close_letter(self) -> None:
        """The letter ends here."""
        mailed = self.mailed
        if self.game.outcome is not None:
            self._open_notes([_division_of_note(note) for note in self._truth.values()])
        mailed.sent = mailed.standing[self.mine]
        mailed.shares.append(self._secret.share(mailed.number + 2))
        mailed.ends.append(len(self.game.log))
        self.written = None

    def undo(self) -> None:
        """Take back the last order of the letter that is being written. Raises `IllegalOrder`."""
        if not self.is_my_letter:
            raise IllegalOrder("5.15", "your letter is written; what is in it stays")
        if len(self.game.log) <= self.mailed.start:
            raise IllegalOrder("5.15", "nothing has been done in this letter yet")
        if self.game.undoes == 1 - self.mine and self.mailed.defense != ORDERS:
            raise IllegalOrder("5.15", "the computer has decided since your last order")
        self.game.undo()
        for n in [n for n in self._truth if n >= len(self.game.log)]:
            del self._truth[n], self.mailed.sealed[n]
        self.save()

    def redo(self) -> list[Event]:
        if not self.is_my_letter:
            raise IllegalOrder("5.15", "your letter is written; what is in it stays")
        before = len(self.game.log)
        events = self.game.redo()
        for line in self.game.log[before:]:
            if line.startswith(f"{Note.word} "):
                self._seal_note(line)
        events += self.go_on(events)
        self.save()
        return events

    # -- secret notes

    def _seal_note(self, line: str) -> None:
        number = len(self.game.log) - 1
        note = Opened(os.urandom(16).hex(), line)
        self._truth[number] = note
        self.mailed.sealed[number] = seal_of_note(self.mailed.game, number, note)
        self._public = None

    def _open_notes(self, divisions: Collection[str]) -> None:
        """Open the notes that count from now on: everybody may know them, and later orders rest on them."""
        for n, note in self._truth.items():
            if n not in self.mailed.opened and _division_of_note(note) in divisions:
                self.mailed.opened[n] = note
                self._public = None

    def _as_public(self) -> Game:
        """The game with other notes in place of those that are sealed, brought up to date."""
        if not self.mailed.hidden:
            return self.game
        public, log = self._public, self.game.log
        if public is not None and len(public.log) <= len(log):
            hidden = self.mailed.hidden
            if all(a == b or n in hidden for n, (a, b) in enumerate(zip(public.log, log, strict=False))):
                public.replay(log[len(public.log) :])
                return public
        self._public = public_game(self.game, self.mailed)
        return self._public

    # -- files

    def _public_save(self) -> Save:
        first, second = (Seat(name=name) for name in self.mailed.players)
        return Save(self._as_public(), (first, second), drawn=True, mail=self.mailed)

    def _text(self) -> str:
        if self._box is not None and (not self.mailed.box or self._box.holds != self._truth):
            self.mailed.box = self._box.seal(self._truth)
        return own_text(self._public_save(), self._secret)

    def save(self) -> bool:
        """Put the game on disk, and write the letter if one is due; whether that worked."""
        if not super().save():
            return False
        if self.mailed.number and self.mailed.author(self.mailed.number) == self.mine and self.written is None:
            return self.send()
        return True

    def _make_way(self) -> None:
        """A file that another program went on with stays as it is: no letter has two texts. Raises `OSError`."""
        if self._stamp is not None and Stamp.of(self.path) not in (self._stamp, None):
            raise OSError(
                errno.EBUSY,
                f"{self.path.name} was changed by another program: is this game open in a second terminal? "
                "Leave here, and open it again",
            )
        super()._make_way()

    def take_stamp(self) -> None:
        """The file stands as it was just read."""
        self._stamp = Stamp.of(self.path)

    @property
    def misses_letter(self) -> bool:
        """True if the other player is to decide, and the letter that says so is missing."""
        number = self.mailed.number
        mine = number > 0 and self.mailed.author(number) == self.mine
        return mine and self.written is None and not is_written(self._public_save(), self.path.parent)

    def send(self) -> bool:
        """Write the last letter, once more if need be; whether that worked (else `trouble` says why not)."""
        number = self.mailed.number
        if not number or self.mailed.author(number) != self.mine:
            over = self.game.outcome is not None
            answered = "the game is over" if over else f"{self.other} has answered your last letter: it is your turn"
            self.trouble = answered if number else "you have written no letter yet"
            return False
        try:
            self.written = write_letter(self._public_save(), self.path.parent)
        except (OSError, FileError) as error:
            self.trouble = f"the letter is not written: {error}"
            return False
        told = f"The letter to {self.other} is written: {self.written.file}"
        self._hear_text(told)
        return True

    def give_standing_orders(self, text: str) -> None:
        """Say how the other player is to decide for this side; it goes with the next letter. Raises `IllegalOrder`."""
        check_standing_orders(text)
        self.mailed.standing[self.mine] = text
        self.save()

    # -- what is told

    def listen(self, notify: Callable[[], object]) -> None:
        """Have somebody called when there is something to hear."""
        self._notify = notify
        if self._pending:
            notify()

    def _hear_text(self, text: str) -> None:
        self._pending.append(Heard(text=text))
        self._notify()

    def hear(self) -> list[Heard]:
        """What is to be told: that a letter is written, and the other player's standing orders."""
        heard, self._pending = self._pending, []
        return heard

    def say(self, said: str) -> None:
        """Refused: what is said goes into the letter. Raises `IllegalOrder`."""
        raise IllegalOrder(CASE, f"write {said!r} into your letter: {self.other} is not at a terminal now")

    def another(self, *, swapped: bool) -> LocalSession:
        """Refused: another game begins with a letter. Raises `IllegalOrder`."""
        side = self.game.scenario.sides[1 - self.mine if swapped else self.mine].name
        new = f"westwall mail --new {self.game.scenario.key} --as {side} --with NAME"
        raise IllegalOrder(CASE, f"another game by mail begins with {new}")


def check_standing_orders(text: str) -> None:
    """Raise `IllegalOrder` if a file cannot store a text as standing orders."""
    if why := why_no_line(text, LONGEST_ORDERS):
        raise IllegalOrder(CASE, f"standing orders are one line of at most {LONGEST_ORDERS} characters, and this {why}")


def why_no_line(text: str, longest: int) -> str:
    """Return why a file cannot store a text as one line, or an empty string."""
    if odd := next((character for character in text if not character.isprintable()), ""):
        return f"holds the character U+{ord(odd):04X}, which is not plain text"
    return f"has {len(text)}" if len(text) > longest else ""


def _division_of_note(note: Opened) -> str:
    return note.line.split()[1]
