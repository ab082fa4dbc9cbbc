"""Sealed bids by mail, before the first letter of a game.

The player who begins seals a bid in a letter. The other player answers with an open bid. Then the first bid is opened
in the first letter of the game, whose sides and points at the start follow from both bids. Each player's last letter
about the bids is stored among the secrets; the first player's own bid is there, too, and in no other file.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import tomli_w

from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.words import possessive, with_stop
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.disk.reach import is_visible_file
from westwall_tui.files.disk.writing import write_out
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.bids import Bid, settled_in_words, winner
from westwall_tui.files.players.options import starts_of
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.catalog import file_stem
from westwall_tui.files.saves.file import Save, write_save
from westwall_tui.files.saves.mailed import Mailed, SealedBids
from westwall_tui.files.scenarios.catalog import fair_terms
from westwall_tui.files.tables import parse, read
from westwall_tui.mail.letter_text import letter_with, lines_of_terms, title_of
from westwall_tui.mail.letters import WrittenLetter, battle_in_names, open_letter, path_of_letter, read_letter
from westwall_tui.mail.notes import decline
from westwall_tui.mail.shares import secret_file, secrets_folder

FIRST, SECOND = "first", "second"
"""The players: the first one begins the game and seals a bid, the second one answers."""


class Settled(NamedTuple):
    """The result of two bids."""

    players: tuple[str, str]
    """The players' names by side."""
    side: int
    """The side of the player who began."""
    options: dict[str, int]
    """The options of the game, with the points at the start."""
    text: str
    """Both bids and their result in sentences."""


def is_bidding(mailed: Mailed) -> bool:
    """Return True if a file is a letter about bids, from before the first letter of the game."""
    return mailed.bids is not None and not mailed.number and mailed.yours < 0


def seal_of_bid(game: str, salt: str, word: str) -> str:
    """Return the seal of a bid."""
    return sha256(f"westwall bid {game} {salt} {word}".encode()).hexdigest()


# -- letters


def seal_bid(game: Game, mailed: Mailed, word: str) -> WrittenLetter:
    """Seal the bid of the player who begins a game, and write the letter. Raises `FileError` or `OSError`.

    `mailed` has the terms of the game. Its players are in the order of their bids.
    """
    scenario = game.scenario
    if any(game.rules.options.get(option.name) for option in starts_of(scenario)):
        decline("the points at the start come from the bids: leave out their --option")
    bid, salt = Bid.read(scenario, word).word(scenario), os.urandom(16).hex()
    path = _file(mailed.game, f"bid-{FIRST}")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_out(path, tomli_w.dumps({"format": 1, "kind": "bid", "bid": bid, "salt": salt}), mode=0o600)
    mailed.bids = SealedBids(seal_of_bid(mailed.game, salt, bid))
    return _write_letter(_save_of(game, mailed), FIRST)


def answer_bid(letter: Save, word: str, ask: Callable[[str], str]) -> WrittenLetter:
    """Answer a sealed bid with the player's own bid (`word`), and write the letter. `ask` asks for an empty bid.

    The same letter is written again if the player has already answered. Raises `FileError` or `OSError`.
    """
    mailed, scenario = letter.mailed, letter.game.scenario
    bids = mailed.bids
    assert bids is not None
    me, other = mailed.players[1], mailed.players[0]
    if _kept_letter(mailed.game, FIRST) is not None:
        decline(f"this is your own letter to {me}: send it to them")
    if letter.game.log or any(letter.game.rules.options.get(option.name) for option in starts_of(scenario)):
        decline(f"{possessive(other)} letter is refused: the game in it has already begun")
    if (kept := _kept_letter(mailed.game, SECOND)) is not None:
        known = kept.mailed.bids
        assert known is not None
        if known.sealed != bids.sealed or _terms(kept) != _terms(letter):
            decline(f"{possessive(other)} letter is refused: you have already answered another version of it")
        if word and Bid.read(scenario, word).word(scenario) != known.answer:
            decline(f"you have already bid {known.answer}, and you can no longer change your bid")
        return _write_letter(kept, SECOND)
    people = [scenario.sides[side].name for side in (0, 1)]
    prompt = f"{fair_terms(scenario)} Your bid, such as {people[0]}=2 or {people[1]}=0: ".lstrip()
    mailed.bids = bids._replace(answer=Bid.read(scenario, word or ask(prompt)).word(scenario))
    return _write_letter(letter, SECOND)


def _save_of(game: Game, mailed: Mailed) -> Save:
    first, second = (Seat(name=name) for name in mailed.players)
    return Save(game, (first, second), drawn=True, mail=mailed)


def _write_letter(save: Save, writer: str) -> WrittenLetter:
    """Keep a letter about bids, and write it for the mail."""
    mailed, text = save.mailed, write_save(save)
    kept = _file(mailed.game, f"bids-{writer}")
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_out(kept, text, mode=0o600)
    path = _path_of(save, writer)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_out(path, text)
    words = _letter_in_words(save, path.name, writer)
    write_out(path.with_suffix(".txt"), words)
    return WrittenLetter(path, path.with_suffix(".txt"), words)


def _path_of(save: Save, writer: str) -> Path:
    to = save.mailed.players[int(writer == FIRST)]
    return path_of_letter(saves_folder(), f"{battle_in_names(save.game)}-bid-to-{file_stem(to)}", save)


def _letter_in_words(save: Save, file: str, writer: str) -> str:
    """Return the text that goes with a letter about bids."""
    mailed, game = save.mailed, save.game
    bids = mailed.bids
    assert bids is not None
    first, second = mailed.players
    me, you = (first, second) if writer == FIRST else (second, first)
    paragraphs = [[f"Subject: {title_of(game.scenario)} by mail, a bid"], [f"{you},"]]
    if writer == FIRST:
        paragraphs += [
            ["I invite you to a game by mail.", *lines_of_terms(game, mailed)],
            [
                "First we bid for a side. A bid is the number of points that you give the other player at the start. "
                "The higher bidder plays the side they bid for; if the bids are equal, mine counts. My bid is sealed "
                "in the file. Answer with yours, and my next letter opens mine.",
                fair_terms(game.scenario),
            ],
        ]
        last = f"The sealed bid is in the attached file, {file}. To bid, save it and type:"
    else:
        bid = Bid.read(game.scenario, bids.answer)
        people = with_stop(game.scenario.sides[bid.side].people)
        paragraphs.append([f"I bid {bid.points} for {people} Now open your bid."])
        last = f"My bid is in the attached file, {file}. To begin the game, save it and type:"
    return letter_with([[each for each in lines if each] for lines in paragraphs], last, file, me)


# -- the result


def settle(letter: Save) -> tuple[Settled, SealedBids]:
    """Open the player's own bid after the answer in a letter. Return the result, and the opened bids.

    Raises `FileError`.
    """
    mailed, scenario = letter.mailed, letter.game.scenario
    bids, kept = mailed.bids, _kept_letter(mailed.game, FIRST)
    other = possessive(mailed.players[1])
    if kept is None or bids is None:
        decline("this letter answers a bid that was not made on this computer")
    known = kept.mailed.bids
    assert known is not None
    if letter.game.log or known.sealed != bids.sealed or bids.opened or _terms(kept) != _terms(letter):
        decline(f"{other} letter is refused: it changes the terms of your letter")
    salt, word = _kept_bid(mailed.game)
    opened = bids._replace(salt=salt, opened=word)
    return _result(scenario, kept, opened, f"{other} letter"), opened


def check_settled(letter: Save) -> str:
    """Check that an invitation follows from the bids, and return these in sentences; empty if nobody has bid.

    Raises `FileError`.
    """
    mailed, kept = letter.mailed, _kept_letter(letter.mailed.game, SECOND)
    bids, author = mailed.bids, possessive(mailed.players[mailed.began])
    if kept is None and bids is None:
        return ""
    known = kept.mailed.bids if kept is not None else None
    if kept is None or known is None:
        decline(f"{author} letter is refused: it has bids, but you have not bid in this game on this computer")
    if bids is None or not bids.opened:
        decline(f"{author} letter is refused: it does not open the bid that was sealed")
    if (bids.sealed, bids.answer) != (known.sealed, known.answer):
        decline(f"{author} letter is refused: its bids are not those of the letters before")
    if seal_of_bid(mailed.game, bids.salt, bids.opened) != bids.sealed:
        decline(f"{author} letter is refused: it opens a bid other than the one that was sealed")
    settled = _result(letter.game.scenario, kept, bids, f"{author} letter")
    chosen = {name: value for name, value in letter.game.rules.options.items() if value}
    if (mailed.players, mailed.began, chosen) != (settled.players, settled.side, settled.options):
        decline(f"{author} letter is refused: its sides or points at the start do not follow from the bids")
    if _terms(letter, of_bids=True) != _terms(kept, of_bids=True):
        decline(f"{author} letter is refused: its terms are not those of the letters before")
    return settled.text


def _result(scenario: Scenario, kept: Save, bids: SealedBids, source: str) -> Settled:
    """Return the result of opened bids. `kept` has the terms. Raises `FileError` about the `source` of the bids."""
    made = []
    for word in (bids.opened, bids.answer):
        try:
            bid = Bid.read(scenario, word)
        except FileError as error:
            decline(f"{source} is refused: its bid {word!r} isn't one ({error.faults[0].reason})")
        if bid.word(scenario) != word:
            decline(f"{source} is refused: its bid {word!r} isn't one")
        made.append(bid)
    won = winner(*made)
    side = made[won].side if won == 0 else 1 - made[won].side
    first, second = kept.mailed.players
    players = (first, second) if side == 0 else (second, first)
    before = {name: value for name, value in kept.game.rules.options.items() if value}
    options = {**before, **made[won].options(scenario)}
    return Settled(players, side, options, settled_in_words(scenario, (first, second), made))


def _terms(save: Save, *, of_bids: bool = False) -> Sequence[object]:
    """Return the terms of a game; those that do not depend on the bids if `of_bids`."""
    mailed, game = save.mailed, save.game
    scenario, match = (game.scenario.key, game.scenario.digest), (mailed.match, mailed.kind)
    given = (*scenario, game.strict, mailed.dice, mailed.defense, *match)
    if of_bids:
        return (*given, sorted(mailed.players))
    return (*given, mailed.players, mailed.began, sorted(game.rules.options.items()), mailed.standing)


# -- the player's own files


def bids_by_mail() -> Iterator[str]:
    """Yield a line about each of the player's bids for games that have not begun."""
    for path in sorted(secrets_folder().glob("*-bids-*.toml")):
        game, _, writer = path.stem.split("-")
        if any(is_visible_file(secret_file(game, side)) for side in (0, 1)):
            continue
        with suppress(FileError):
            if (save := _kept_letter(game, writer)) is not None:
                other, sent = save.mailed.players[int(writer == FIRST)], _path_of(save, writer).name
                yield f"{sent:<32} {title_of(save.game.scenario)}, a bid, {possessive(other)} move"


def _file(game: str, what: str) -> Path:
    return secrets_folder() / f"{game}-{what}.toml"


def _kept_letter(game: str, writer: str) -> Save | None:
    """Return the last letter about bids that a player wrote on this computer, or None. Raises `FileError`."""
    path = _file(game, f"bids-{writer}")
    return open_letter(read_letter(path)) if is_visible_file(path) else None


def _kept_bid(game: str) -> tuple[str, str]:
    """Return the salt and the bid that were sealed on this computer. Raises `FileError`."""
    top = parse(read(_file(game, f"bid-{FIRST}")), "bid")
    salt, word = top.text("salt", longest=32), top.text("bid", longest=70)
    top.check()
    return salt, word
