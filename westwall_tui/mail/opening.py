"""Begins and resumes games by mail, and opens letters."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from westwall_tui import __version__
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.command_line import COMPUTER, SEALED
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.saves.catalog import file_stem, free_path
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.mailed import MAX_LETTERS, Mailed, Opened, possessive
from westwall_tui.files.scenarios.texts import LoadedScenario
from westwall_tui.files.tables import MAX_NAME_LENGTH
from westwall_tui.mail.checking import Checked, differs
from westwall_tui.mail.letter_text import DEFENSE, dice_in_words
from westwall_tui.mail.letters import OwnFile, open_letter, own_file, own_files, read_letter
from westwall_tui.mail.notes import MISSING, Box, can_seal, decline, seal_of_note
from westwall_tui.mail.session import MailSession, check_standing_orders, why_no_line
from westwall_tui.mail.shares import Secret

Ask = Callable[[str], str]
"""A function that shows a prompt and returns the passphrase that is typed."""
NEW_PASSPHRASE = "Choose a passphrase for your secret notes (it is never stored): "
PASSPHRASE = "The passphrase of your secret notes: "


class PassphraseWanted(Exception):
    """Raised if the game by mail needs a passphrase, before anything is done."""

    def __init__(self, prompt: str) -> None:
        super().__init__(prompt)
        self.prompt = prompt
        self.is_new = prompt == NEW_PASSPHRASE


def answer_with(passphrase: str) -> Ask:
    """Return a function that answers with a passphrase, or raises `PassphraseWanted` if it is empty."""

    def answer(prompt: str) -> str:
        if not passphrase:
            raise PassphraseWanted(prompt)
        return passphrase

    return answer


class Terms(NamedTuple):
    """The terms of a new game by mail."""

    side: int
    """The side of the player who begins the game."""
    players: tuple[str, str]
    """By side."""
    dice: str = SEALED
    defense: str = COMPUTER
    standing: str = ""
    """The standing orders of the player who begins the game."""


def name_of(text: str) -> str:
    """Return a player's name in the form in which files have it. Raises `FileError`."""
    name = " ".join(text.split())
    if why := why_no_line(name, MAX_NAME_LENGTH) if name else "is empty":
        decline(f"{text!r} cannot be a player's name of at most {MAX_NAME_LENGTH} characters: it {why}")
    return name


def begin(
    scenario: Scenario, terms: Terms, ask: Ask, *, strict: bool = False, options: Mapping[str, int] | None = None
) -> MailSession:
    """Begin a game by mail, and write its first letter if that is already due. Raises `FileError` or `OSError`."""
    first, second = map(name_of, terms.players)
    if first == second:
        decline(f"both players are called {first!r}; choose another name with --name")
    try:
        check_standing_orders(terms.standing)
    except IllegalOrder as refusal:
        decline(refusal.reason)
    game = Game(scenario, seed=None, strict=strict, options=options)
    number = os.urandom(16).hex()
    mailed = Mailed(number, (first, second), terms.side, terms.dice, terms.defense, terms.side)
    mailed.standing[terms.side] = terms.standing
    return _own_game(game, mailed, ask)


def _own_game(game: Game, mailed: Mailed, ask: Ask, news: Sequence[str] = ()) -> MailSession:
    """Make the own file of a player who begins a game or accepts an invitation."""
    box = None
    if queries.notes(game, mailed.yours) and queries.notes_left(game, mailed.yours):
        if not can_seal():
            decline(MISSING)
        box = Box(mailed.game, ask(NEW_PASSPHRASE))
    secret = Secret.new(mailed.game, mailed.yours)
    battle = game.scenario.key.partition("/")[0]
    path = free_path(saves_folder(), f"{battle}-with-{file_stem(mailed.players[1 - mailed.yours])}")
    session = MailSession(Save(game, drawn=True, mail=mailed), path, secret, box=box, news=news)
    session.go_on()
    session.save()
    return session


def open_mail(path: Path, ask: Ask) -> MailSession:
    """Resume a player's own game, or open a letter. Raises `FileError` or `OSError`."""
    source = read_letter(path)
    save = open_letter(source)
    if save.mailed.yours < 0:
        return _take_letter(save, ask)
    own = own_file(path, source, save)
    if own is None:
        _refuse_own_file(path.name, save.mailed)
    return _resume(own, ask)


# -- a player's own game


def _refuse_own_file(name: str, mailed: Mailed) -> NoReturn:
    me = mailed.players[mailed.yours]
    if Secret.kept(mailed.game, mailed.yours) is None:
        decline(
            f"{name} is {possessive(me)} own game file, not a letter, and it can be opened only on {possessive(me)} "
            f"computer. If you are not {me}, ask for the letter, which is in the folder letters"
        )
    decline(
        f"{name} claims to be your own file of this game, but this computer did not write it. If somebody sent it to "
        f"you, ask for the letter; if it is yours, move it away and open the last letter again"
    )


def _resume(own: OwnFile, ask: Ask, news: Sequence[str] = ()) -> MailSession:
    """Resume a player's own game."""
    path, save, secret = own
    mailed = save.mailed
    box, secret_notes = _open_box(save.game, mailed, mailed.yours, ask)
    checked = Checked(save, mailed.yours, secret, secret_notes, own=True)
    checked.check_own()
    session = MailSession(
        Save(checked.game, drawn=True, mail=mailed), path, secret, box=box, secret_notes=secret_notes, news=news
    )
    session.take_stamp()
    if session.go_on() or session.misses_letter:
        session.save()
    return session


def _open_box(game: Game, mailed: Mailed, mine: int, ask: Ask) -> tuple[Box | None, dict[int, Opened]]:
    """If some of the player's secret notes are still sealed, ask for the passphrase and open them.

    Raises `FileError`.
    """
    if not mailed.box or (mailed.sealed and not mailed.hidden) or not queries.notes(game, mine):
        return None, {}
    if not can_seal():
        decline(MISSING)
    box = Box(mailed.game, ask(PASSPHRASE))
    secret_notes = box.open(mailed.box)
    if any(seal_of_note(mailed.game, n, note) != mailed.sealed.get(n) for n, note in secret_notes.items()):
        decline("the secret notes in this file are not those that were sealed")
    return box, secret_notes


# -- a letter


def _take_letter(letter: Save, ask: Ask) -> MailSession:
    """Open a letter: the next one of a game, an invitation, or a letter that was opened before. Raises `FileError`."""
    mailed = letter.mailed
    if not 1 <= mailed.number < MAX_LETTERS:
        decline("this file contains no letter")
    mine = 1 - mailed.author(mailed.number)
    me, other = mailed.players[mine], mailed.players[1 - mine]
    own = own_files(mailed.game)
    ours = next((each for each in own if each.save.mailed.yours == mine), None)
    if ours is not None:
        return _follow_letter(ours, letter, ask)
    if own:
        if mailed.number > own[0].save.mailed.number or differs(own[0].save, letter, mailed.number):
            decline(f"this letter claims to be from you, but {own[0].path.name} contains no such letter")
        decline(f"this is your own letter to {me}: mail it. To continue: westwall mail {own[0].path.name}")
    secret = Secret.kept(mailed.game, mine)
    if secret is None and mailed.number > 1:
        decline(f"this letter is for {me}, but the game of {me} and {other} is not on this computer")
    if secret is None:
        return _accept_invitation(letter, mine, ask)
    return _recover_file(letter, mine, secret, ask)


def _accept_invitation(letter: Save, mine: int, ask: Ask) -> MailSession:
    """Accept an invitation."""
    mailed = letter.mailed
    if mailed.standing[mine]:
        decline("this invitation is refused: your standing orders in it are not those that you sent")
    checked = Checked(letter, mine, Secret(mailed.game, mine, ""), {})
    checked.check(0)
    sides, other = checked.game.scenario.sides, mailed.players[1 - mine]
    news = [
        f"{other} invites you, {mailed.players[mine]}, to a game by mail. You play {sides[mine].people}",
        dice_in_words(mailed),
        f"{other} writes: {DEFENSE[mailed.defense]}",
        *_unusual_terms(checked.game),
        *_of_another_version(letter),
        *checked.remarks,
    ]
    mailed.yours = mine
    session = _own_game(checked.game, mailed, ask, news)
    session.since = 0
    return session


def _unusual_terms(game: Game) -> Iterator[str]:
    """Yield the unusual terms of an invitation: a player's own scenario, and options."""
    scenario = game.scenario
    if isinstance(scenario, LoadedScenario) and not scenario.shipped:
        yield f"The scenario {scenario.key} did not come with your program; its files came with the letter"
    for option in game.rules.offered:
        if value := game.rules.options.get(option.name, 0):
            yield f"Special rule: {option.told(value)}"
    if game.strict:
        yield "Special rule: strict, so no order can be undone (5.15)"


def _of_another_version(letter: Save) -> Iterator[str]:
    """Say so if another version of the program, or other rules or scenario files, made the letter."""
    if letter.program != __version__:
        yield f"Version {letter.program or 'unknown'} of the program wrote the letter; yours is {__version__}"
    if letter.notes:
        yield "The letter was written with other rules or scenario files than yours, but both programs can play it"


def _follow_letter(found: OwnFile, letter: Save, ask: Ask) -> MailSession:
    """Continue a game on this computer with a letter."""
    path, own, secret = found
    ours, mailed = own.mailed, letter.mailed
    mine, other = ours.yours, possessive(ours.players[1 - ours.yours])
    shared = min(ours.number, mailed.number)
    if why := differs(own, letter, shared):
        if mailed.number <= ours.number:
            decline(f"you have already opened another version of {other} letter {mailed.number}, which counts: {why}")
        decline(f"{other} letter {mailed.number} is refused: {why}")
    if mailed.number <= ours.number:
        again = f"You have already opened {other} letter {mailed.number}. The game is as you left it"
        return _resume(found, ask, [again])
    if len(own.game.log) > ours.start:
        decline(
            f"{other} letter {mailed.number} answers your letter {mailed.number - 1}, which is not yet in {path.name}. "
            f"If you have sent that letter, move {path.name} away and open {other} letter again"
        )
    box, secret_notes = _open_box(own.game, ours, mine, ask)
    checked = Checked(letter, mine, secret, secret_notes)
    checked.check(ours.number, ours.opened)
    news = [*_of_another_version(letter), *checked.remarks]
    if mailed.number > ours.number + 1:
        letter_before = f"your letter {mailed.number - 1}"
        news.append(f"Your file did not contain {letter_before} yet, so it was updated from {other} letter")
    return _continue(path, checked, ours, secret, box, secret_notes, news)


def _recover_file(letter: Save, mine: int, secret: Secret, ask: Ask) -> MailSession:
    """Restore a player's lost file from a letter. This requires the player's secret."""
    mailed = letter.mailed
    box, secret_notes = _open_box(letter.game, mailed, mine, ask)
    checked = Checked(letter, mine, secret, secret_notes)
    checked.check(0)
    other = mailed.players[1 - mine]
    path = free_path(saves_folder(), f"{letter.game.scenario.key.partition('/')[0]}-with-{file_stem(other)}")
    news = [
        *_of_another_version(letter),
        *checked.remarks,
        f"Your own file was missing or changed, so {path.name} was made again from {possessive(other)} letter",
    ]
    known = Mailed(mailed.game, mailed.players, mailed.began, yours=mine, box=mailed.box)
    known.standing[mine] = known.sent = mailed.standing[mine]
    return _continue(path, checked, known, secret, box, secret_notes, news)


def _continue(
    path: Path,
    checked: Checked,
    ours: Mailed,
    secret: Secret,
    box: Box | None,
    secret_notes: dict[int, Opened],
    news: Sequence[str],
) -> MailSession:
    """Continue the game after a checked letter. The player's own data come from the player's file."""
    mailed = checked.mailed
    mailed.yours, mailed.box = ours.yours, ours.box
    mailed.standing[ours.yours], mailed.sent = ours.standing[ours.yours], ours.sent
    session = MailSession(
        Save(checked.game, drawn=True, mail=mailed), path, secret, box=box, secret_notes=secret_notes, news=news
    )
    session.take_stamp()
    session.since = mailed.ends[-2] if mailed.number > 1 else 0
    session.go_on()
    session.save()
    return session
