"""`westwall mail`: finds the game that the arguments name, and asks questions before the game begins."""

import argparse
import getpass
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.disk.reach import BYTE_ORDER_MARK, has_keyboard, is_file
from westwall_tui.files.faults import printable
from westwall_tui.files.players.bids import ONE_GAME
from westwall_tui.files.players.options import read_options
from westwall_tui.files.saves.catalog import find_save, list_saves
from westwall_tui.files.scenarios.catalog import first_battle, load_scenario
from westwall_tui.mail.bids import answer_bid, bids_by_mail, is_bidding
from westwall_tui.mail.letters import WrittenLetter, open_letter, read_letter
from westwall_tui.mail.notes import decline
from westwall_tui.mail.opening import NEW_PASSPHRASE, Terms, begin, begin_with_bid, open_mail
from westwall_tui.mail.session import MailSession


def run(options: argparse.Namespace, show: Callable[[Callable[[], MailSession]], int]) -> int:
    """List the games by mail, write a letter again, give standing orders, or `show` a game.

    Raises `FileError` or `OSError`.
    """
    if not (options.file or options.new):
        for line in games_by_mail():
            print(line)
        return 0
    if options.new and options.file:
        decline(f"--new begins a new game, but {options.file} is already a game: leave one of them out")
    if (written := _write_bid(options)) is not None:
        print(printable(f"The letter with your bid: {written.file}"))
        print(printable(f"Its text: {written.text_file}"))
        return 0
    make, is_own = meant(options)
    gives_orders = is_own and options.standing is not None and not options.plain
    if not (options.again or gives_orders):
        return show(make)
    session = make()
    if gives_orders:
        if not session.is_saved:
            decline(session.trouble)
        name = session.path.name
        print(
            printable(f"{session.other} gets your standing orders with your next letter. To play: westwall mail {name}")
        )
    elif session.written is None and not session.send():
        decline(session.trouble)
    print_letter(session)
    return 0


def print_letter(session: MailSession) -> None:
    """Print the paths of the letter that was written while the game was open, and of its text."""
    if session.written is not None:
        print(printable(f"The letter to {session.other}: {session.written.file}"))
        print(printable(f"Its text: {session.written.text_file}"))


def meant(options: argparse.Namespace) -> tuple[Callable[[], MailSession], bool]:
    """Return a function that opens the game of a command line, and whether the game is in the player's own file.

    Nothing is begun or changed until that function is called. Raises `FileError`.
    """
    if options.new:
        scenario, terms, strict, chosen = _terms_meant(options)
        return lambda: begin(scenario, terms, ask, strict=strict, options=chosen), False
    path = _path_meant(options.file)
    found = open_letter(read_letter(path)).mailed

    def open_it() -> MailSession:
        session = open_mail(path, ask)
        if options.standing is not None:
            try:
                session.give_standing_orders(options.standing)
            except IllegalOrder as refusal:
                decline(refusal.reason)
        return session

    return open_it, found.yours >= 0


def _path_meant(name: str) -> Path:
    """Return the file that a player names: a path, because letters can be anywhere, or the name of a save.

    Raises `FileError`.
    """
    return Path(name) if is_file(Path(name)) else find_save(name)


def _write_bid(options: argparse.Namespace) -> WrittenLetter | None:
    """Write a letter with a bid if the player begins a game with one, or answers one; else return None.

    Raises `FileError` or `OSError`.
    """
    if options.new:
        if not options.bid:
            return None
        scenario, terms, strict, chosen = _terms_meant(options)
        return begin_with_bid(scenario, terms, options.bid, strict=strict, options=chosen)
    path = _path_meant(options.file)
    source = read_letter(path)
    letter = open_letter(source) if options.bid or "\nbids = " in source.text else None  # reading a game takes time
    bids = letter.mailed.bids if letter is not None and is_bidding(letter.mailed) else None
    if letter is None or bids is None or bids.answer:
        if options.bid:
            decline(f"{path.name} does not ask for a bid: leave out --bid")
        return None
    return answer_bid(letter, options.bid, partial(_ask_bid, path.name))


def _ask_bid(file: str, prompt: str) -> str:
    """Ask for a bid at the keyboard. Raises `FileError`."""
    if not has_keyboard():
        decline(f"type your bid: westwall mail {file} --bid SIDE=POINTS")
    try:
        return input(prompt).strip()
    except EOFError:
        return ""


def _terms_meant(options: argparse.Namespace) -> tuple[Scenario, Terms, bool, dict[str, int]]:
    """Return the scenario, terms, strictness and options of a new game. Raises `FileError`."""
    scenario = load_scenario(options.new)
    sides = [side.name for side in scenario.sides]
    side = scenario.side_called(options.side) if options.side else -1
    if options.bid:
        if options.side:
            decline("the bids decide who plays which side: leave out --as")
        if options.match:
            decline(ONE_GAME)
        side = 0
    if side < 0:
        none = f"this scenario has no side {options.side!r}; " if options.side else ""
        decline(f"{none}name your side: --as {' or --as '.join(sides)}")
    if not options.other:
        decline("name your opponent with --with; the letters use that name")
    me = options.name or getpass.getuser()
    players = (me, options.other) if side == 0 else (options.other, me)
    chosen = read_options(scenario, options.option)
    terms = Terms(side, players, options.dice, options.defense, options.standing or "", match=options.match)
    return scenario, terms, options.strict or chosen.strict, chosen.battle


def ask(prompt: str) -> str:
    """Ask for a passphrase without showing it; ask twice for a new one. Raises `FileError`."""
    if not has_keyboard():
        given = sys.stdin.readline().removeprefix(BYTE_ORDER_MARK).strip() if sys.stdin is not None else ""
    else:
        given = getpass.getpass(prompt)
        if prompt == NEW_PASSPHRASE and given and getpass.getpass("Again: ") != given:
            decline("you typed two different passphrases, so the game has not begun; try again")
    if not given:
        decline("your secret notes need a passphrase, but you typed none")
    return given


def games_by_mail() -> Iterator[str]:
    """Yield a line about each of the player's games by mail."""
    found = [f"{info.path.name:<32} {info.about}" for info in list_saves() if info.mail and not info.trouble]
    found += bids_by_mail()
    yield from map(printable, found)
    if not found:
        yield "You have no games by mail. To begin one: westwall mail --new SCENARIO --as SIDE --with NAME"
        yield f"westwall list has the names of the scenarios, such as {first_battle().word}."
