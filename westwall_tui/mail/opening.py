"""How a game by mail is begun, taken up again, and how a letter is opened."""

import os
from collections.abc import Callable, Iterator, Sequence
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
from westwall_tui.files.saves.mailed import MOST_LETTERS, Mailed, Opened, possessive
from westwall_tui.files.scenarios.texts import LoadedScenario
from westwall_tui.files.tables import LONGEST_NAME
from westwall_tui.mail.checking import Checked, differs
from westwall_tui.mail.letters import OwnFile, open_letter, own_file, own_files, read_letter
from westwall_tui.mail.notes import MISSING, Box, can_seal, decline, seal_of_note
from westwall_tui.mail.session import MailSession, check_standing_orders, why_no_line
from westwall_tui.mail.shares import Secret
from westwall_tui.mail.told import DEFENSE_TOLD, dice_told

Ask = Callable[[str], str]
"""Asks for a passphrase; gets what it is for."""
NEW_PASSPHRASE = "A passphrase for your secret notes (it is kept nowhere): "
PASSPHRASE = "The passphrase of your secret notes: "


class PassphraseWanted(Exception):
    """A passphrase has to be asked for before a game by mail can be opened; nothing has been done yet."""

    def __init__(self, prompt: str) -> None:
        super().__init__(prompt)
        self.prompt = prompt
        self.is_new = prompt == NEW_PASSPHRASE


def said(passphrase: str) -> Ask:
    """Answers with a passphrase that was asked for already; without one raises `PassphraseWanted`."""

    def answer(prompt: str) -> str:
        if not passphrase:
            raise PassphraseWanted(prompt)
        return passphrase

    return answer


class Terms(NamedTuple):
    """What a new game by mail is agreed to be."""

    side: int
    """The side of who begins it."""
    players: tuple[str, str]
    """By side."""
    dice: str = SEALED
    defense: str = COMPUTER
    standing: str = ""
    """The standing orders of who begins it."""


def name_of(text: str) -> str:
    """A player's name, as it may stand in a file. Raises `FileError`."""
    name = " ".join(text.split())
    if why := why_no_line(name, LONGEST_NAME) if name else "is empty":
        decline(f"{text!r} cannot be a player's name, which has at most {LONGEST_NAME} characters: it {why}")
    return name


def begin(
    scenario: Scenario, terms: Terms, ask: Ask, *, strict: bool = False, options: dict[str, bool] | None = None
) -> MailSession:
    """Begin a game by mail; the first letter is written as soon as it is due. Raises `FileError` or `OSError`."""
    first, second = map(name_of, terms.players)
    if first == second:
        decline(f"both players cannot be called {first!r}: your name is said with --name")
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
    """The file of a player who has none yet: of a game that he begins, or is invited to."""
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
    """Take up a player's own game, or open a letter. Raises `FileError` or `OSError`."""
    source = read_letter(path)
    save = open_letter(source)
    if save.mailed.yours < 0:
        return _take_letter(save, ask)
    own = own_file(path, source, save)
    if own is None:
        _refuse_own_file(path.name, save.mailed)
    return _take_up(own, ask)


# -- a player's own game


def _refuse_own_file(name: str, mailed: Mailed) -> NoReturn:
    me = mailed.players[mailed.yours]
    if Secret.kept(mailed.game, mailed.yours) is None:
        decline(
            f"{name} is {possessive(me)} own file of a game by mail, no letter, and what it needs is not on "
            f"this computer. If you are not {me}, ask for the letter, which lies in the folder letters"
        )
    decline(
        f"{name} says that it is your own file of this game, but it is not as this computer wrote it. If "
        f"somebody sent it to you, ask for the letter; if it is yours, move it away and open the last letter again"
    )


def _take_up(own: OwnFile, ask: Ask, news: Sequence[str] = ()) -> MailSession:
    """Take a player's own game up again."""
    path, save, secret = own
    mailed = save.mailed
    box, truth = _open_box(save.game, mailed, mailed.yours, ask)
    checked = Checked(save, mailed.yours, secret, truth, own=True)
    checked.check_own()
    session = MailSession(Save(checked.game, drawn=True, mail=mailed), path, secret, box=box, truth=truth, news=news)
    session.take_stamp()
    if session.go_on() or session.misses_letter:
        session.save()
    return session


def _open_box(game: Game, mailed: Mailed, mine: int, ask: Ask) -> tuple[Box | None, dict[int, Opened]]:
    """The player's secret notes, if some are not open yet, or still to be made. Raises `FileError`."""
    if not mailed.box or (mailed.sealed and not mailed.hidden) or not queries.notes(game, mine):
        return None, {}
    if not can_seal():
        decline(MISSING)
    box = Box(mailed.game, ask(PASSPHRASE))
    truth = box.open(mailed.box)
    if any(seal_of_note(mailed.game, n, note) != mailed.sealed.get(n) for n, note in truth.items()):
        decline("the secret notes in this file are not those that were sealed")
    return box, truth


# -- a letter


def _take_letter(letter: Save, ask: Ask) -> MailSession:
    """Open a letter: the next one of a game, an invitation, or one that was opened before. Raises `FileError`."""
    mailed = letter.mailed
    if not 1 <= mailed.number < MOST_LETTERS:
        decline("there is no letter in this file")
    mine = 1 - mailed.author(mailed.number)
    me, other = mailed.players[mine], mailed.players[1 - mine]
    own = own_files(mailed.game)
    ours = next((each for each in own if each.save.mailed.yours == mine), None)
    if ours is not None:
        return _follow_letter(ours, letter, ask)
    if own:
        if mailed.number > own[0].save.mailed.number or differs(own[0].save, letter, mailed.number):
            decline(f"by its own words you wrote this letter, but {own[0].path.name} knows no such letter of yours")
        decline(f"this is your own letter to {me}: mail it. Your game goes on with westwall mail {own[0].path.name}")
    secret = Secret.kept(mailed.game, mine)
    if secret is None and mailed.number > 1:
        decline(f"this letter is for {me}, and the game of {me} and {other} is not on this computer")
    if secret is None:
        return _accept_invitation(letter, mine, ask)
    return _recover_file(letter, mine, secret, ask)


def _accept_invitation(letter: Save, mine: int, ask: Ask) -> MailSession:
    """Take an invitation."""
    mailed = letter.mailed
    if mailed.standing[mine]:
        decline("this invitation is refused: your standing orders in it are not those that you sent")
    checked = Checked(letter, mine, Secret(mailed.game, mine, ""), {})
    checked.check(0)
    sides, other = checked.game.scenario.sides, mailed.players[1 - mine]
    news = [
        f"{other} invites you, {mailed.players[mine]}, to a game by mail. You play {sides[mine].name}",
        f"Dice: {dice_told(mailed)}",
        f"Defense, in the words of {other}: {DEFENSE_TOLD[mailed.defense]}",
        *_unusual_terms(checked.game),
        *_of_another_version(letter),
        *checked.remarks,
    ]
    mailed.yours = mine
    session = _own_game(checked.game, mailed, ask, news)
    session.since = 0
    return session


def _unusual_terms(game: Game) -> Iterator[str]:
    """What is unusual in the game of an invitation: a scenario of one's own, and the options chosen."""
    scenario = game.scenario
    if isinstance(scenario, LoadedScenario) and not scenario.shipped:
        yield f"Its scenario, {scenario.key}, is not one that came with your program: its files came with the letter"
    for option in game.rules.choices:
        if option.name in game.rules.options:
            yield f"Not as usual: {option.text}"
    if game.strict:
        yield "Not as usual: strict, so that no order can be taken back (5.15)"


def _of_another_version(letter: Save) -> Iterator[str]:
    """That a letter was written by another version of the program, or by other rules."""
    if letter.program != __version__:
        yield f"Version {letter.program or 'unknown'} of the program wrote the letter, and yours is {__version__}"
    if letter.notes:
        yield "The letter was written with other rules or scenario files than those of your program; both can play it"


def _follow_letter(found: OwnFile, letter: Save, ask: Ask) -> MailSession:
    """Go on with a letter in a game that is on this computer."""
    path, own, secret = found
    ours, mailed = own.mailed, letter.mailed
    mine, other = ours.yours, possessive(ours.players[1 - ours.yours])
    shared = min(ours.number, mailed.number)
    if why := differs(own, letter, shared):
        if mailed.number <= ours.number:
            decline(f"you opened another letter {mailed.number} of {other} before, and the first one counts: {why}")
        decline(f"{other} letter {mailed.number} is refused: {why}")
    if mailed.number <= ours.number:
        return _take_up(found, ask, [f"You opened {other} letter {mailed.number} before. The game is as you left it"])
    if len(own.game.log) > ours.start:
        decline(
            f"{other} letter {mailed.number} answers your letter {mailed.number - 1}, which this file has not written "
            f"yet. If you did write it, move {path.name} away and open the letter again"
        )
    box, truth = _open_box(own.game, ours, mine, ask)
    checked = Checked(letter, mine, secret, truth)
    checked.check(ours.number, ours.opened)
    news = [*_of_another_version(letter), *checked.remarks]
    if mailed.number > ours.number + 1:
        news.append(f"Your file did not know your letter {mailed.number - 1} yet; it is now as {other} letter has it")
    return _go_on(path, checked, ours, secret, box, truth, news)


def _recover_file(letter: Save, mine: int, secret: Secret, ask: Ask) -> MailSession:
    """Make a player's file again from a letter: his own is lost, but not his secret."""
    mailed = letter.mailed
    box, truth = _open_box(letter.game, mailed, mine, ask)
    checked = Checked(letter, mine, secret, truth)
    checked.check(0)
    other = mailed.players[1 - mine]
    path = free_path(saves_folder(), f"{letter.game.scenario.key.partition('/')[0]}-with-{file_stem(other)}")
    gone = "Your own file is gone, or changed"
    news = [
        *_of_another_version(letter),
        *checked.remarks,
        f"{gone}. {path.name} is made from the letter, as {other} has the game",
    ]
    known = Mailed(mailed.game, mailed.players, mailed.began, yours=mine, box=mailed.box)
    known.standing[mine] = known.sent = mailed.standing[mine]
    return _go_on(path, checked, known, secret, box, truth, news)


def _go_on(
    path: Path,
    checked: Checked,
    ours: Mailed,
    secret: Secret,
    box: Box | None,
    truth: dict[int, Opened],
    news: Sequence[str],
) -> MailSession:
    """The game after a letter that was found good; what is the player's own stays as his file has it."""
    mailed = checked.mailed
    mailed.yours, mailed.box = ours.yours, ours.box
    mailed.standing[ours.yours], mailed.sent = ours.standing[ours.yours], ours.sent
    session = MailSession(Save(checked.game, drawn=True, mail=mailed), path, secret, box=box, truth=truth, news=news)
    session.take_stamp()
    session.since = mailed.ends[-2] if mailed.number > 1 else 0
    session.go_on()
    session.save()
    return session
