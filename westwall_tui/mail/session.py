"""A game by mail at one of its two computers: a `files.sessions.base.Session` that stops when a letter is due."""

import errno
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from westwall_tui.conditions import is_on
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Note, Order, Roll, as_order
from westwall_tui.engine.words import possessive
from westwall_tui.files.command_line import COMPUTER, CONDITIONS, ORDERS
from westwall_tui.files.faults import FileError, why_no_line
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.mailed import MAX_ORDERS_LENGTH, Opened
from westwall_tui.files.saves.matches import AT_ONCE, Match, MatchResult
from westwall_tui.files.sessions.base import Deputy, Heard
from westwall_tui.files.sessions.local import LocalSession, Stamp
from westwall_tui.mail.checking import LetterStep, computers_answer, next_step
from westwall_tui.mail.letters import WrittenLetter, is_written, own_text, write_letter
from westwall_tui.mail.notes import Box, placed_by, public_game, seal_of_note
from westwall_tui.mail.shares import Secret, dice_of
from westwall_tui.mail.wrapped import conditions_answer, wrap

CASE = "mail"
"""The case number of a refusal that doesn't come from the rules."""


WRITTEN = "your letter is written and can no longer be changed"


class MailSession(LocalSession):
    """A game by mail, in a player's own file."""

    def __init__(
        self,
        save: Save,
        path: Path,
        secret: Secret,
        *,
        box: Box | None = None,
        secret_notes: Mapping[int, Opened] | None = None,
        news: Sequence[str] = (),
        by_conditions: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        """Open the game of a `save` with `secret_notes`, the player's secret notes.

        `news` has sentences on the letter that was just opened, and `by_conditions` the sides whose conditions have
        given orders.
        """
        super().__init__(save, path)
        self.mailed = save.mailed
        self.owner, self.by_conditions = self.mine, by_conditions
        self.conditions_decide = self.mailed.defense not in (COMPUTER, ORDERS)
        self._secret, self._box, self._secret_notes = secret, box, dict(secret_notes or {})
        self._public: Game | None = None
        """The game as of the last save, without this player's secrets."""
        self._deputized = -1
        """The length of the log when the standing orders were last announced; -1 if they never were."""
        self._notify: Callable[[], object] = lambda: None
        self._pending: list[Heard] = []
        self.written: WrittenLetter | None = None
        """The last letter that was written since the game was opened."""
        unprepared = self.mailed.defense == CONDITIONS and not is_on(save.private[self.mine].conditions)
        turn = f"{possessive(self.other)} turn"
        reminder = f"You have no conditions, so each decision in {turn} takes an extra letter"
        self._own_notes = (*news, *([reminder] if unprepared and self.is_my_letter else []))
        self.games: Sequence[MailSession] = (self,)
        """All games of the match that have begun, in their order; only this game if it belongs to no match."""
        if self.mailed.hidden and secret_notes:
            self._open_notes(placed_by([event for events in save.past() for event in events]))

    # -- the players

    @property
    def mine(self) -> int:
        """The side of the player at this computer."""
        return self.mailed.yours

    @property
    def other(self) -> str:
        """The other player's name."""
        return self.mailed.players[1 - self.mine]

    @property
    def step(self) -> LetterStep:
        """The next step. It is `SEND` while the game waits for the other player's letter, and when the game is over."""
        if not self.is_my_letter:
            return LetterStep.SEND
        return next_step(self.game, self.mailed, self.mailed.number + 1, self.mailed.start)

    @property
    def deputy(self) -> Deputy | None:
        """The other player and that player's standing orders, while this player decides for the other."""
        orders = self.mailed.standing[1 - self.mine]
        return Deputy(self.other, orders) if self.step is LetterStep.DEPUTY else None

    @property
    def has_news(self) -> bool:
        """True if the letter that was just opened contains orders."""
        return 0 <= self.since < len(self.game.log)

    @property
    def is_my_letter(self) -> bool:
        """True if this player writes the next letter; false while this player waits for one."""
        return self.mailed.writes == self.mine and not self._is_closed

    @property
    def _is_closed(self) -> bool:
        """True if the game's last letter has been written."""
        return self.game.outcome is not None and self.mailed.start == len(self.game.log) and bool(self.mailed.number)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Both players. The other player is away, unless this player decides for that side."""
        names = self.mailed.players
        away = Seat(name=self.other) if self.step is LetterStep.DEPUTY else Seat("away", self.other, here=False)
        own = Seat(name=names[self.mine])
        return (own, away) if self.mine == 0 else (away, own)

    def may_sit(self, side: int) -> Sequence[Seat]:
        """Return only the present seat, because seats cannot change."""
        return (self.seats[side],)

    def sit(self, side: int, seat: Seat) -> None:  # noqa: ARG002 - every session has this parameter
        """Raise `IllegalOrder`, because seats cannot change."""
        raise IllegalOrder(CASE, f"only you and {self.other} can play in this game")

    @property
    def is_hosted(self) -> bool:
        """True, because a person elsewhere plays the other side."""
        return True

    @property
    def waiting(self) -> str:
        """A sentence about the awaited letter; empty if this player has a decision to make, or if the game is over."""
        if self.game.outcome is not None or self.is_my_letter:
            return ""
        if (other := next((each for each in self.games if each.is_my_letter), None)) is not None:
            due = other.mailed.match
            return f"Your part of game {self.mailed.match} is complete. Play game {due}; that completes your letter"
        file = self.written.file.name if self.written else f"again: westwall mail {self.path.name} --again"
        return f"Your letter to {self.other} is written ({file}). The game is waiting for the answer"

    @property
    def saved_in_words(self) -> str:
        """A sentence that asks the player to send the letter in which the game ended, if it was just written."""
        if self.trouble or self.written is None:
            return super().saved_in_words
        return f"Send {self.other} your last letter, {self.written.file.name}. The game is saved."

    @property
    def where_conditions_decide(self) -> str:
        """A sentence on where this player's conditions decide; empty if at this computer, when a letter is opened."""
        return {
            CONDITIONS: f"They go with your next letter, and decide in {possessive(self.other)} program. It never "
            "shows them, but a few lines of Python can.",
            COMPUTER: "In this game they decide nothing, because you agreed that the computer decides for you.",
            ORDERS: f"In this game they decide nothing, because {self.other} decides for you by your standing orders.",
        }.get(self.mailed.defense, "")

    # -- the match

    @property
    def match(self) -> Match | None:
        """The match, with the results of the other games that are over."""
        if not self.mailed.match:
            return None
        return self.mailed.match_with(each.result for each in self.games if each is not self and each.is_over)

    @property
    def result(self) -> MatchResult:
        """The result of the present game, which is over."""
        return self.mailed.result(self.game)

    @property
    def is_over(self) -> bool:
        """True if the present game is over."""
        return self.game.outcome is not None

    @property
    def match_in_bar(self) -> str:
        return "" if self.match is None else self.match.in_the_bar(self.mailed.players_by_number, self.mailed.match)

    def match_after_game(self) -> Sequence[str]:
        if not self.mailed.match:
            return ()
        match = self.mailed.match_with(each.result for each in self.games if each.is_over)
        said = match.after_game(self.mailed.players_by_number, at_once=True)
        begins = f"It begins with the next letter from {self.other}."
        return (*said, begins) if match.is_third_due and len(self.games) == AT_ONCE else said

    @property
    def next_game(self) -> "Callable[[], MailSession] | None":
        """A function that returns another game of the match; None if there is none, or if this is the third one."""
        at = self.mailed.match
        if at > AT_ONCE or len(self.games) == 1:
            return None
        other = self.games[at % len(self.games)]

        def go_on() -> MailSession:
            self.since = -1  # the player has seen the orders of the letter in this game
            return other

        return go_on

    @property
    def is_due(self) -> bool:
        """True if this player has to decide something in this game now."""
        return self.step in (LetterStep.WRITER, LetterStep.DEPUTY)

    @property
    def _newest(self) -> "MailSession":
        """The game that the last letter is about."""
        return max(self.games, key=lambda each: each.mailed.progress)

    # -- orders

    def apply(self, order: Order | str) -> list[Event]:
        """Carry out an order and everything after it that requires no decision of this player, then save.

        This also writes the letter if it is due. Raises `IllegalOrder`.
        """
        return self.apply_all([order])

    def _apply(self, order: Order | str) -> list[Event]:
        step, given = self.step, as_order(order)
        if step not in (LetterStep.WRITER, LetterStep.DEPUTY):
            raise IllegalOrder(CASE, self.waiting or "the game is over")
        if step is LetterStep.DEPUTY and given.word == "concede":
            raise IllegalOrder(CASE, f"only {self.other} can concede for that side")
        noted = {_division_of_note(each) for each in self._secret_notes.values()}
        if isinstance(given, Note) and given.division in noted:
            raise IllegalOrder(CASE, f"you have already noted {given.division}; undo that note first")
        events = self.game.apply(given)
        if isinstance(given, Note):
            self._seal_note(self.game.log[-1])
        return events + self.go_on(events)

    def go_on(self, happened: Sequence[Event] = ()) -> list[Event]:
        """Roll dice, let the computer answer for the other side, and close a letter that is complete.

        `happened` has the events of the orders so far.
        """
        events: list[Event] = []
        while (step := self.step) in (LetterStep.DIE, LetterStep.COMPUTER, LetterStep.CONDITIONS):
            if step is LetterStep.CONDITIONS:
                events += self._decide_by_conditions()
            else:
                die = step is LetterStep.DIE
                events += self.game.apply(self._next_die() if die else computers_answer(self.game, self.mailed))
        self._open_notes(placed_by([*happened, *events]))
        if step is LetterStep.SEND and self.is_my_letter:
            self._close_letter()
        elif step is LetterStep.DEPUTY and self._deputized != len(self.game.log):
            self._deputized = len(self.game.log)
            assert self.deputy is not None
            self._hear_text(self.deputy.text)
        return events

    def _decide_by_conditions(self) -> list[Event]:
        """Decide for the other side by the conditions of its player."""
        order = conditions_answer(self.game, self.mailed, self.mailed.number + 1)
        assert order is not None
        self.by_conditions = {**self.by_conditions, len(self.game.log): 1 - self.mine}
        events = self.game.apply(order)
        self.mailed.firm = len(self.game.log)
        return events

    def _next_die(self) -> Roll:
        mailed, letter = self.mailed, self.mailed.number + 1
        dice = dice_of(mailed, letter, self._secret.share(letter))
        assert dice is not None
        fallen = sum(line.startswith("roll ") for line in self.game.log[mailed.start :])
        return Roll(dice.die(fallen + 1))

    def _close_letter(self) -> None:
        """End the letter here."""
        mailed = self.mailed
        if self.game.outcome is not None:
            self._open_notes([_division_of_note(note) for note in self._secret_notes.values()])
        mailed.sent, mailed.firm = mailed.standing[self.mine], 0
        if mailed.defense == CONDITIONS:
            conditions = self._save.private[self.mine].conditions
            mailed.conditions.append(wrap(self.game, self._secret, mailed.number + 1, conditions))
        mailed.shares.append(self._secret.share(mailed.number + 2))
        mailed.ends.append(len(self.game.log))
        for each in self.games:
            each.written = None

    def undo(self, what: str = "") -> None:
        """Undo the last order of the letter that this player is writing, or `what` `Game.undo` says.

        Raises `IllegalOrder`.
        """
        if not self.is_my_letter:
            raise IllegalOrder("5.15", WRITTEN)
        if len(self.game.log) <= self.mailed.start:
            raise IllegalOrder("5.15", "you have given no orders in this letter yet")
        if len(self.game.log) <= self.mailed.firm:
            raise IllegalOrder("5.15", self._is_firm)
        if self.game.undoes == 1 - self.mine and self.mailed.defense != ORDERS:
            raise IllegalOrder("5.15", "you cannot undo: the computer has decided something since your order")
        if what:
            self._check_undo(what)
        self.game.undo(what)
        for n in [n for n in self._secret_notes if n >= len(self.game.log)]:
            del self._secret_notes[n], self.mailed.sealed[n]
        self.save()

    @property
    def _is_firm(self) -> str:
        """The reason why no order before a decision by conditions can be undone."""
        return f"you cannot undo: {possessive(self.other)} conditions have decided something since your order"

    def _check_undo(self, what: str) -> None:
        """Raise `IllegalOrder` if undoing `what` would reach an earlier letter, or move a secret note in the log."""
        trial, log = self.game.copy(undo=True), self.game.log
        trial.undo(what)
        first = next((at for at, (a, b) in enumerate(zip(trial.log, log, strict=False)) if a != b), len(trial.log))
        if first < self.mailed.start:
            raise IllegalOrder("5.15", "that order is in an earlier letter")
        if first < self.mailed.firm:
            raise IllegalOrder("5.15", self._is_firm)
        if any(first <= note < len(trial.log) for note in self._secret_notes):
            raise IllegalOrder("5.15", "you have noted a drop zone since that order; undo the note first")

    def redo(self) -> list[Event]:
        if not self.is_my_letter:
            raise IllegalOrder("5.15", WRITTEN)
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
        self._secret_notes[number] = note
        self.mailed.sealed[number] = seal_of_note(self.mailed.game, number, note)
        self._public = None

    def _open_notes(self, divisions: Collection[str]) -> None:
        """Open the notes of these divisions, which apply from now on."""
        for n, note in self._secret_notes.items():
            if n not in self.mailed.opened and _division_of_note(note) in divisions:
                self.mailed.opened[n] = note
                self._public = None

    def _as_public(self) -> Game:
        """Return the game with placeholders for sealed notes, brought up to date."""
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
        if self._box is not None and (not self.mailed.box or self._box.holds != self._secret_notes):
            self.mailed.box = self._box.seal(self._secret_notes)
        return own_text(replace(self._public_save(), private=self._save.private), self._secret)

    def save(self) -> bool:
        """Save the game, and write the letter if it is due. Return True if both succeeded."""
        if not self._save_own():
            return False
        return self.send() if self.misses_letter else True

    @property
    def _has_last_letter(self) -> bool:
        """True if this player has written the last letter, in all games of a match."""
        newest = self._newest
        number = newest.mailed.number
        is_mine = number > 0 and newest.mailed.author(number) == newest.mine
        return is_mine and not any(each.is_my_letter for each in self.games)

    def _make_way(self) -> None:
        """Raise `OSError` if another program has changed the file, so that there are never two versions of a letter."""
        if self._stamp is not None and Stamp.of(self.path) not in (self._stamp, None):
            raise OSError(
                errno.EBUSY,
                f"another program changed {self.path.name}: is this game open in a second terminal? "
                "Quit here, and open it again",
            )
        super()._make_way()

    def take_stamp(self) -> None:
        """Remember the present state of the file."""
        self._stamp = Stamp.of(self.path)

    @property
    def misses_letter(self) -> bool:
        """True if this player's last letter is missing and the other player waits for it."""
        if not self._has_last_letter or self._newest.written is not None:
            return False
        return not is_written([each._public_save() for each in self.games], self.path.parent)

    def send(self) -> bool:
        """Write the last letter, even if it already exists. If that fails, set `trouble` and return False."""
        if not self._has_last_letter:
            over = all(each.is_over for each in self.games)
            answered = "the game is over" if over else f"{self.other} has answered your last letter; it is your turn"
            self.trouble = answered if self._newest.mailed.number else "you have not written a letter yet"
            return False
        try:
            written = write_letter([each._public_save() for each in self.games], self.path.parent)
        except (OSError, FileError) as error:
            self.trouble = f"the letter could not be written: {error}"
            return False
        for each in self.games:
            each.written = written
        self._hear_text(f"The letter to {self.other} is written: {written.file}")
        return True

    def give_standing_orders(self, text: str) -> None:
        """Set this player's standing orders, which are sent with the next letter. Raises `IllegalOrder`."""
        check_standing_orders(text)
        for each in self.games:
            each.mailed.standing[each.mine] = text
            each.save()

    # -- news

    def listen(self, notify: Callable[[], object]) -> None:
        """Set the function that is called whenever there is news."""
        self._notify = notify
        if self._pending:
            notify()

    def _hear_text(self, text: str) -> None:
        self._pending.append(Heard(text=text))
        self._notify()

    def hear(self) -> list[Heard]:
        """Return the news since the last call: written letters, and the other player's standing orders."""
        heard, self._pending = self._pending, []
        return heard

    def say(self, said: str) -> None:
        """Raise `IllegalOrder`, because the other player is not at this computer."""
        raise IllegalOrder(CASE, f"{self.other} is not at a terminal now; write {said!r} in your letter")

    def another(self, *, swapped: bool) -> LocalSession:
        """Raise `IllegalOrder`, because a new game requires a new letter."""
        side = self.game.scenario.sides[1 - self.mine if swapped else self.mine].name
        new = f"westwall mail --new {self.game.scenario.key} --as {side} --with NAME"
        raise IllegalOrder(CASE, f"to begin another game by mail: {new}")


def check_standing_orders(text: str) -> None:
    """Raise `IllegalOrder` if a file cannot store a text as standing orders."""
    if why := why_no_line(text, MAX_ORDERS_LENGTH):
        raise IllegalOrder(
            CASE, f"standing orders must be one line of at most {MAX_ORDERS_LENGTH} characters, but this one {why}"
        )


def _division_of_note(note: Opened) -> str:
    return note.line.split()[1]
