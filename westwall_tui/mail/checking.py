"""Checks letters against the rules and the agreed terms. It carries out each new order and checks who may give it."""

from bisect import bisect_right
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

from westwall_tui import __version__
from westwall_tui.ai.thinker import INSTANT, LazyPlayer, answer
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Note, Order, OrderSyntaxError, parse
from westwall_tui.engine.words import count, possessive
from westwall_tui.files.checks import Report
from westwall_tui.files.command_line import COMPUTER, CONDITIONS, ORDERS, SEALED
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE
from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.saves.catalog import read_info
from westwall_tui.files.saves.file import Save, build_save, read_save
from westwall_tui.files.saves.mailed import OTHERS, Mailed, Opened
from westwall_tui.files.saves.shares import rolls_of
from westwall_tui.files.tables import SourceFile, read
from westwall_tui.mail.damage import how_changed
from westwall_tui.mail.notes import decline, division_of, masked, placed_by, seal_of_note
from westwall_tui.mail.shares import FIRST_WITH_DICE, Secret, dice_of, fault_of_share
from westwall_tui.mail.wrapped import conditions_answer, is_own, unwrap

DEFENDS_AT = 2
"""The level of the computer that decides for an absent player."""


class LetterStep(Enum):
    """The next step in a letter."""

    WRITER = "writer"
    """The writer of the letter decides for its own side."""
    DEPUTY = "deputy"
    """The writer of the letter decides for the other side, following that side's standing orders."""
    COMPUTER = "computer"
    """The computer decides for the other side."""
    CONDITIONS = "conditions"
    """The conditions of the other player decide for the other side."""
    DIE = "die"
    """A die must be rolled."""
    SEND = "send"
    """The letter must be sent: the other player continues, or the game is over."""


def next_step(game: Game, mailed: Mailed, letter: int, start: int) -> LetterStep:
    """Return the next step in a letter that begins after `start` orders."""
    writer = mailed.author(letter)
    if game.outcome is not None:
        return LetterStep.SEND
    if game.prompt.kind == "roll":
        return LetterStep.DIE if _die_falls(game, mailed, letter, start) else LetterStep.SEND
    if game.side == writer:
        return LetterStep.WRITER
    if queries.is_defense(game):
        if mailed.defense == CONDITIONS:
            return LetterStep.SEND if conditions_answer(game, mailed, letter) is None else LetterStep.CONDITIONS
        return {COMPUTER: LetterStep.COMPUTER, ORDERS: LetterStep.DEPUTY}.get(mailed.defense, LetterStep.SEND)
    return LetterStep.SEND


def _die_falls(game: Game, mailed: Mailed, letter: int, start: int) -> bool:
    """Return True if a die that is due is rolled in this letter: always, or only before the letter's first decision."""
    if letter < FIRST_WITH_DICE:
        return False
    return mailed.dice == SEALED or all(line.startswith("roll ") for line in game.log[start:])


def computers_answer(game: Game, mailed: Mailed) -> Order:
    """Return the computer's decision for the side to decide, which is the same everywhere and needs no secret."""
    seed = int(mailed.game[:15], 16) + len(game.log)
    thought = answer(game.fork(seed=0), (LazyPlayer(DEFENDS_AT, seed), LazyPlayer(INSTANT, seed)))
    return thought.order or queries.default_order(game)


class Checked:
    """Checked letters: the game at the end of the last one, and remarks for its player."""

    def __init__(
        self, letter: Save, mine: int, secret: Secret, secret_notes: Mapping[int, Opened], *, own: bool = False
    ) -> None:
        """Prepare to check a letter, or a player's `own` file, whose last letter may be incomplete.

        `secret_notes` has the player's own secret notes.
        """
        self.mailed = letter.mailed
        self._mine, self._secret, self._own = mine, secret, own
        self._lines = masked(letter.game.log, self.mailed, secret_notes)
        self._opened_late = dict.fromkeys(self.mailed.hidden, self.mailed.number)
        """By the number of the note's order, the last letter in which the note was hidden."""
        self._noted: dict[int, int] = {}
        """By the number of the note's order, the note's side."""
        self._placed: dict[str, int] = {}
        """By division, the number of orders before its drop zone became public."""
        self.game: Game = letter.game.root()
        self.remarks: list[str] = []
        self._program = letter.program
        """The version of the program that wrote the letter."""
        self.by_conditions: dict[int, int] = {}
        """The sides whose conditions have given orders, by the place of the order in the log."""
        self._new = 0
        """The number of orders before the new letters."""

    @property
    def news(self) -> list[str]:
        """The remarks, after the number of decisions that the player's own conditions made."""
        n, name = self._decisions, self.mailed.players[1 - self._mine]
        decided = f"In {possessive(name)} letter your conditions made {count(n, 'decision')} for you"
        return [*([decided] if n else []), *self.remarks]

    @property
    def _decisions(self) -> int:
        """The number of decisions that this player's conditions made in the new letters."""
        return sum(n >= self._new and side == self._mine for n, side in self.by_conditions.items())

    def check(self, known: int, opened: Container[int] = ()) -> None:
        """Carry out all letters, and check those after the first `known` ones. Raises `FileError`.

        `opened` are the notes that were open after the known letters.
        """
        mailed = self.mailed
        if known:
            self._opened_late |= {n: known for n in mailed.opened if n not in opened and n < mailed.ends[known - 1]}
        if len(self._lines) != mailed.start:
            self._refuse("its letters do not end where its orders do")
        if not mailed.number:
            self._refuse("it contains no letter")
        self._check_notes()
        self._new = before = mailed.ends[known - 1] if known else 0
        for line in self._lines[:before]:
            self._carry_out(line)
        for letter in range(known + 1, mailed.number + 1):
            self._check_letter(letter)
        self._check_places()

    def check_own(self) -> None:
        """Carry out a player's own file: its letters, and the orders of its incomplete letter. Raises `FileError`."""
        mailed, start = self.mailed, self.mailed.start
        if len(self._lines) < start or (len(self._lines) > start and mailed.writes != self._mine):
            self._refuse("its letters do not end where its orders do")
        self._check_notes()
        for letter in range(1, mailed.number + 1):
            self._check_letter(letter)
        self._judge_letter(mailed.number + 1, start, self._lines[start:])

    def _refuse(self, why: str) -> NoReturn:
        name = self.mailed.players[1 - self._mine]
        what = "your own file" if self._own else f"{possessive(name)} letter"
        decline(f"{what} is refused: {why}")

    def _check_notes(self) -> None:
        for n, note in self.mailed.opened.items():
            if seal_of_note(self.mailed.game, n, note) != self.mailed.sealed[n]:
                self._refuse("it opens a secret note that is not the one that was sealed")
        if any(n >= len(self._lines) or not division_of(self._lines[n]) for n in self.mailed.sealed):
            self._refuse("it seals an order that isn't a secret note")

    def _check_places(self) -> None:
        """Check that the other player cannot use two places for the same drop zone. Raises `FileError`.

        The other player must open a note in the first letter after it applies. Until then, the note in the log must
        name a place for the last Game-Turn.
        """
        mailed, last = self.mailed, self.game.scenario.last_turn
        for n, hidden_until in self._opened_late.items():
            side = self._noted.get(n, self._mine)
            if side == self._mine:
                continue
            if n in mailed.hidden and not _is_for_turn(self._lines[n], last):
                self._refuse("a secret note that it leaves sealed applies before the last Game-Turn")
            letter = hidden_until if mailed.author(hidden_until) == side else hidden_until - 1
            placed = self._placed.get(division_of(self._lines[n]))
            if placed is not None and letter > 0 and placed < mailed.ends[letter - 1]:
                self._refuse("it uses a secret note that was not opened in the first letter after it applied")

    def _check_letter(self, letter: int) -> None:
        """Carry out one letter order by order. Raises `FileError`."""
        mailed, author = self.mailed, self.mailed.author(letter)
        if why := fault_of_share(mailed, letter):
            self._refuse(why)
        if author == self._mine and mailed.shares[letter - 1] != self._secret.share(letter + 1):
            self._refuse(f"its copy of your letter {letter} differs from yours")
        self._check_conditions(letter)
        start = mailed.ends[letter - 2] if letter > 1 else 0
        self._judge_letter(letter, start, self._lines[start : mailed.ends[letter - 1]])
        if next_step(self.game, mailed, letter, start) is not LetterStep.SEND:
            self._refuse("it stops in the middle of a turn")

    def _check_conditions(self, letter: int) -> None:
        """Check that the conditions in a letter can be read, and are this player's own if this player wrote them."""
        mailed = self.mailed
        if not mailed.conditions:
            return
        try:
            table = unwrap(mailed.game, letter, mailed.conditions[letter - 1])
        except ValueError as error:
            self._refuse(f"the table of conditions of letter {letter} is damaged: {error}")
        if mailed.author(letter) == self._mine and not is_own(self._secret, letter, table):
            self._refuse(f"the conditions in its copy of your letter {letter} are not those that you sent")

    def _judge_letter(self, letter: int, start: int, lines: Sequence[str]) -> None:
        """Carry out the lines of a letter. Refuse a line that doesn't belong there."""
        for line in lines:
            for why in self._faults_of_line(letter, start, line):
                self._refuse(why)
            self._carry_out(line)

    def _faults_of_line(self, letter: int, start: int, line: str) -> Iterator[str]:
        """Yield the reason if an order doesn't belong in a letter."""
        mailed, game, author = self.mailed, self.game, self.mailed.author(letter)
        step = next_step(game, mailed, letter, start)
        if step is LetterStep.SEND:
            yield f"it continues past a decision that belongs to {mailed.players[1 - author]}: {game.prompt.text}"
        elif step is LetterStep.DIE:
            dice = dice_of(mailed, letter, self._secret.share(letter) if letter > mailed.number else "")
            number = len(game.log) - start - sum(not each.startswith("roll ") for each in game.log[start:]) + 1
            die = dice.die(number) if dice is not None else 0
            if line != f"roll {die}":
                yield f"die {number} of letter {letter} is a {die}, but the letter has {line!r}"
        elif step is not LetterStep.WRITER and line == "concede":
            yield "it concedes for the other side"
        elif step is LetterStep.CONDITIONS:
            order = conditions_answer(game, mailed, letter)
            if line != f"{order}":
                whose = "your" if author != self._mine else f"{possessive(mailed.players[1 - author])}"
                hint = "" if self._program == __version__ else f" (version {self._program} wrote the letter)"
                yield f"order {len(game.log) + 1} is {line!r}, but by {whose} conditions it is '{order}'{hint}"
        elif step is LetterStep.COMPUTER and not self._own and line != (answer := str(computers_answer(game, mailed))):
            name = mailed.players[author]
            self.remarks.append(
                f"In {possessive(name)} letter the computer decided {line!r} for the other side, but your computer "
                f"decides {answer!r}. This cannot happen if both of you have the same version of the game"
            )

    def _carry_out(self, line: str) -> None:
        side, number = self.game.side, len(self.game.log)
        author = self.mailed.author(bisect_right(self.mailed.ends, number) + 1)
        if self.mailed.defense == CONDITIONS and side == 1 - author and not line.startswith("roll "):
            self.by_conditions[number] = side
        try:
            events = self.game.replay([line])
        except (IllegalOrder, OrderSyntaxError) as error:
            number = len(self.game.log) + 1
            secret = bool(division_of(line))
            self._refuse(f"order {number} {'is' if secret else f'({line!r}) is'} not legal: {error}")
        if division_of(line):
            self._noted[number] = side
        self._placed |= dict.fromkeys(placed_by(events), number)


def _is_for_turn(line: str, turn: int) -> bool:
    order = parse(line)
    return isinstance(order, Note) and order.turn == turn


def differs(own: Save, letter: Save, letters: int) -> str:
    """Return how a letter differs from the first `letters` letters of the player's own file; empty if it doesn't."""
    ours, theirs = own.mailed, letter.mailed
    mine, other = (_terms_agreed(each) for each in (own, letter))
    for what, value in mine.items():
        if other[what] != value:
            return f"its {what} are not those that you agreed on"
    if ours.ends[:letters] != theirs.ends[:letters] or ours.shares[:letters] != theirs.shares[:letters]:
        return "its earlier letters differ from yours"
    if ours.conditions[:letters] != theirs.conditions[:letters]:
        return "the conditions in its earlier letters differ from those in yours"
    end = ours.ends[letters - 1] if letters else 0
    sealed, now_sealed = ({n: seal for n, seal in each.sealed.items() if n < end} for each in (ours, theirs))
    if sealed != now_sealed or any(theirs.opened.get(n) != note for n, note in ours.opened.items() if n < end):
        return "it changes a secret note that was sealed"
    if 0 < letters >= theirs.number - 1 and theirs.author(theirs.number) != ours.yours:
        if theirs.standing[ours.yours] != ours.sent:
            return "your standing orders in it are not those that you sent"
        if theirs.number == ours.number and theirs.standing[1 - ours.yours] != ours.standing[1 - ours.yours]:
            return "its standing orders have changed"
    for n, (line, now) in enumerate(zip(own.game.log[:end], letter.game.log[:end], strict=True)):
        if n in sealed and division_of(line) != division_of(now):
            return "it changes a secret note that was sealed"
        if n not in sealed and line != now:
            return f"it changes an earlier order: order {n + 1} was {line!r} and is now {now!r}"
    return ""


def _terms_agreed(save: Save) -> Mapping[str, object]:
    """Return the terms of the game by name."""
    mailed, game = save.mailed, save.game
    chosen: Sequence[object] = (sorted(game.rules.options.items()), game.strict)
    return {
        "players": (mailed.players, mailed.began),
        "scenario files": (game.scenario.key, game.scenario.digest),
        "options": chosen,
        "dice": mailed.dice,
        "rules of defense": mailed.defense,
        "terms of the match": (mailed.match, mailed.kind),
    }


def why_not_replayed(save: Save) -> str:
    """Return why the orders of a save cannot be replayed and therefore prove nothing; empty if they can."""
    if save.game.base is None and not save.history:
        return ""
    why = save.unreplayed or "its orders are missing"
    return f"this version of the game cannot replay it: {why}. If the same version wrote it, somebody has changed it"


def has_dice_of_mail(save: Save) -> bool:
    """Return True if the dice come from neither a seed nor a record of shared dice, and are therefore in the orders."""
    return save.game.seed is None and save.drawn and save.transcript is None


def first_wrong_die(save: Save) -> str:
    """Return the fault of the first die that differs from both players' shares; empty if none differs.

    This needs no secret, because each letter opens the shares from which its dice come.
    """
    mailed = save.mail
    if mailed is None:
        return ""
    if why := why_not_replayed(save):
        return why
    if not has_dice_of_mail(save):
        return "its dice are not those of a game by mail"
    starts = [0, *mailed.ends]
    for letter, (start, end) in enumerate(pairwise(starts), 1):
        if why := fault_of_share(mailed, letter):
            return f"letter {letter}: {why}"
        dice = dice_of(mailed, letter)
        rolls = rolls_of(save.game.log[start:end])
        for number, roll in enumerate(rolls, 1):
            if dice is None or dice.die(number) != roll:
                return f"letter {letter}: die {number} was a {roll}, but the players' shares make another number"
    return ""


def check_letters(path: Path, report: Report) -> Report:
    """Return the report on a file. For a letter, add damage by mail and faults of its dice."""
    if report.faults:
        with suppress(FileError):
            if why := how_changed(read(path, largest=MAX_SAVE_SIZE).text):
                return report._replace(faults=(Fault(str(path), "", "", why),))
        return report
    if not read_info(path).mail:
        return report
    try:
        save = read_save(path)
        others = zip(OTHERS, save.mailed.others, strict=False)
        games = [save, *(build_save(SourceFile(f"{path}: {key}", text)) for key, text in others)]
    except FileError as error:
        return report._replace(faults=tuple(error.faults))
    wrong = next(filter(None, map(first_wrong_die, games)), "")
    return report._replace(faults=(Fault(str(path), "[mail]", "", wrong),) if wrong else ())
