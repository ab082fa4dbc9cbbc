"""Begins and resumes games by mail, and opens letters."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, NoReturn

from westwall_tui import __version__
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.words import possessive
from westwall_tui.files.command_line import COMPUTER, MIRRORED, SEALED
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.faults import why_no_line
from westwall_tui.files.saves.catalog import file_stem, free_path
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.mailed import MAX_LETTERS, Mailed, Opened, SealedBids
from westwall_tui.files.saves.matches import AT_ONCE, KINDS, side_in
from westwall_tui.files.saves.private import NOTHING, Both, Private
from westwall_tui.files.scenarios.texts import LoadedScenario
from westwall_tui.files.tables import MAX_NAME_LENGTH
from westwall_tui.mail.bids import check_settled, is_bidding, seal_bid, settle
from westwall_tui.mail.checking import Checked, differs
from westwall_tui.mail.letter_text import DEFENSE, MATCH, dice_in_words
from westwall_tui.mail.letters import (
    OwnFile,
    WrittenLetter,
    battle_in_names,
    games_of_letter,
    open_letter,
    own_file,
    own_files,
    read_letter,
)
from westwall_tui.mail.notes import MISSING, Box, can_seal, decline, seal_of_note
from westwall_tui.mail.session import MailSession, check_standing_orders
from westwall_tui.mail.shares import Secret
from westwall_tui.mail.wrapped import conditions_at

Ask = Callable[[str], str]
"""A function that shows a prompt and returns the passphrase that is typed."""
NEW_PASSPHRASE = "Choose a passphrase for your secret notes (it is never stored): "
PASSPHRASE = "The passphrase of your secret notes: "
THIRD_BEGINS = "The first two games have not decided the match, so the third one begins"


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
    match: str = ""
    """The kind of match (`saves.matches.KINDS`), or empty for a single game. The sides are those of game 1."""


def name_of(text: str) -> str:
    """Return a player's name in the form in which files have it. Raises `FileError`."""
    name = " ".join(text.split())
    if why := why_no_line(name, MAX_NAME_LENGTH) if name else "is empty":
        decline(f"{text!r} cannot be a player's name of at most {MAX_NAME_LENGTH} characters: it {why}")
    return name


def begin(
    scenario: Scenario,
    terms: Terms,
    ask: Ask,
    *,
    strict: bool = False,
    options: Mapping[str, int] | None = None,
) -> MailSession:
    """Begin a game by mail, and write its first letter if that is already due. Raises `FileError` or `OSError`."""
    terms = _checked(terms)
    return _begin(scenario, terms, ask, _new_id(), strict=strict, options=options)


def begin_with_bid(
    scenario: Scenario, terms: Terms, bid: str, *, strict: bool = False, options: Mapping[str, int] | None = None
) -> WrittenLetter:
    """Write a letter with the player's sealed bid, before a game begins. The player comes first in the terms.

    Raises `FileError` or `OSError`.
    """
    terms = _checked(terms)
    mailed = _first_game(_new_id(), terms._replace(side=0))
    mailed.yours = -1
    mailed.standing[0] = terms.standing
    return seal_bid(Game(scenario, seed=None, strict=strict, options=options), mailed, bid)


def _new_id() -> str:
    """Return a new id for a game. Its last two bits are 0, as for the first game of a match."""
    return f"{int(os.urandom(16).hex(), 16) & ~3:032x}"


def _checked(terms: Terms) -> Terms:
    """Return the terms with the names as files have them. Raises `FileError`."""
    first, second = map(name_of, terms.players)
    if first == second:
        decline(f"both players are called {first!r}; choose another name with --name")
    try:
        check_standing_orders(terms.standing)
    except IllegalOrder as refusal:
        decline(refusal.reason)
    return terms._replace(players=(first, second))


def _begin(
    scenario: Scenario,
    terms: Terms,
    ask: Ask,
    number: str,
    bids: SealedBids | None = None,
    news: Sequence[str] = (),
    *,
    strict: bool,
    options: Mapping[str, int] | None,
) -> MailSession:
    """Begin a game with an id, after opened bids if there are any, and return its session with the `news`."""
    me, ask = terms.players[terms.side], once(ask)
    one, games = _first_game(number, terms), []
    for mailed in (one, _game_like(one, AT_ONCE, me)) if terms.match else (one,):
        mailed.bids = bids if mailed is one else None
        mailed.standing[mailed.yours] = terms.standing
        told = news if mailed is one else ()  # the bids are about game 1
        games.append(_own_game(Game(scenario, seed=None, strict=strict, options=options), mailed, ask, told))
    return _open_games(games, ask)


def _first_game(number: str, terms: Terms) -> Mailed:
    """Return the only game or the first game of a match, with an id. The player who begins owns the file."""
    side, match = terms.side, int(bool(terms.match))
    kind = terms.match or MIRRORED
    return Mailed(number, terms.players, side, terms.dice, terms.defense, side, match=match, kind=kind)


def _game_like(one: Mailed, number: int, began: str) -> Mailed:
    """Return another game of the match of game 1. The player who `began` it owns the file."""
    first, second = (one.players[side_in(number, side)] for side in (0, 1))
    side = (first, second).index(began)
    return Mailed(one.id_of(number), (first, second), side, one.dice, one.defense, side, match=number, kind=one.kind)


def _begin_after_bids(letter: Save, ask: Ask) -> MailSession:
    """Open the player's own bid after the other player's answer, and begin the game. Raises `FileError`."""
    mailed, game = letter.mailed, letter.game
    settled, bids = settle(letter)
    if (own := next(iter(own_files(mailed.game)), None)) is not None:
        if own.save.mailed.bids != bids:
            decline(f"you have already opened another answer to your bid, which counts: {own.path.name}")
        return _open_games([_resume(each, ask) for each in _own_games(own)], ask)
    if Secret.kept(mailed.game, settled.side) is not None:
        decline(f"this game has already begun: open the last letter from {mailed.players[1]}")
    kind = mailed.kind if mailed.match else ""
    terms = Terms(settled.side, settled.players, mailed.dice, mailed.defense, mailed.standing[0], match=kind)
    return _begin(
        game.scenario, terms, ask, mailed.game, bids, [settled.text], strict=game.strict, options=settled.options
    )


Opening = Callable[[], tuple[MailSession, bool]]
"""A function that opens a checked game, and returns its session and true if the session is to be saved."""


def once(ask: Ask) -> Ask:
    """Return a function that asks for each passphrase only once, for all games of a match."""
    return lru_cache(ask)


def _open_games(openings: Sequence[Opening], ask: Ask) -> MailSession:
    """Open a checked game, or all games of a match. Return the first one with a decision or news for the player."""
    opened = [opening() for opening in openings]
    sessions = [session for session, _ in opened]
    for session in sessions:
        session.games = sessions
    for session, changed in opened:
        if session.go_on() or changed or session.misses_letter:
            session.save()
    if (third := _third_game(sessions, ask)) is not None:
        sessions.append(third)
        third.go_on()
        third.save()
    return next((each for each in sessions if each.is_due or each.has_news), sessions[0])


def _third_game(sessions: Sequence[MailSession], ask: Ask) -> MailSession | None:
    """Begin the third game of a match if it is due and this player writes its first letter; else return None."""
    one, two = sessions[0], sessions[-1]
    me, game = one.mailed.players[one.mine], one.game
    if len(sessions) != AT_ONCE or _begins_third(one.mailed, two.mailed, [game, two.game]) != me:
        return None
    mailed = _game_like(one.mailed, AT_ONCE + 1, me)
    mailed.standing[mailed.yours] = one.mailed.standing[one.mine]
    following = Game(game.scenario, seed=None, strict=game.strict, options=game.rules.options)
    third, _ = _own_game(following, mailed, ask, [THIRD_BEGINS])()
    third.games = sessions
    return third


def _begins_third(one: Mailed, two: Mailed, games: Sequence[Game]) -> str:
    """Return the name of the player who writes the first letter of the third game; empty if that game is not due.

    That player has received the last letter of the first two games.
    """
    if any(game.outcome is None for game in games):
        return ""
    if not one.match_with(each.result(game) for each, game in zip((one, two), games, strict=True)).is_third_due:
        return ""
    last = max(one, two, key=lambda each: each.number)
    return last.players[last.writes]


def _own_game(game: Game, mailed: Mailed, ask: Ask, news: Sequence[str] = (), since: int = -1) -> Opening:
    """Prepare the own file of a player who begins a game or accepts an invitation."""
    box = None
    if queries.notes(game, mailed.yours) and queries.notes_left(game, mailed.yours):
        if not can_seal():
            decline(MISSING)
        box = Box(mailed.game, ask(NEW_PASSPHRASE))

    def open_it() -> tuple[MailSession, bool]:
        kept = Secret.kept(mailed.game, mailed.yours) if mailed.match > AT_ONCE else None  # its file was lost
        secret, path = kept or Secret.new(mailed.game, mailed.yours), _free_path(game, mailed)
        session = MailSession(Save(game, drawn=True, mail=mailed), path, secret, box=box, news=news)
        session.since = since
        session.save()
        return session, True

    return open_it


def _free_path(game: Game, mailed: Mailed) -> Path:
    """Return a free path for a player's own file."""
    return free_path(saves_folder(), f"{battle_in_names(game)}-with-{file_stem(mailed.players[1 - mailed.yours])}")


def open_mail(path: Path, ask: Ask) -> MailSession:
    """Resume a player's own game, or open a letter. Raises `FileError` or `OSError`."""
    source, ask = read_letter(path), once(ask)
    save = open_letter(source)
    if is_bidding(save.mailed):
        if save.mailed.bids is None or not save.mailed.bids.answer:
            decline(f"this letter has a sealed bid. To answer with yours: westwall mail {path.name} --bid SIDE=POINTS")
        return _begin_after_bids(save, ask)
    if save.mailed.yours < 0:
        games = _readers(save)
        openings = [_take_letter(each, mine, ask) for each, mine in games]
        if len(games) == AT_ONCE and (third := _own_file_of(save.mailed.id_of(AT_ONCE + 1), games[0][1])) is not None:
            openings.append(_resume(third, ask))
        return _open_games(openings, ask)
    own = own_file(path, source, save)
    if own is None:
        _refuse_own_file(path.name, save.mailed)
    session = _open_games([_resume(each, ask) for each in _own_games(own)], ask)
    return next(each for each in session.games if each.mailed.game == own.save.mailed.game)


def _own_games(own: OwnFile) -> list[OwnFile]:
    """Return a player's own file, or the own files of all games of its match that have begun. Raises `FileError`."""
    mailed = own.save.mailed
    if not mailed.match:
        return [own]
    found = []
    for number in range(1, KINDS[mailed.kind] + 1):
        side = (mailed.yours + number - mailed.match) % 2
        each = own if number == mailed.match else _own_file_of(mailed.id_of(number), side)
        if each is None and number <= AT_ONCE:
            decline(
                f"the file of the other game of your match with {mailed.players[1 - mailed.yours]} is missing. Open "
                "the last letter that you received again: the program makes the file from it"
            )
        found += [each] if each is not None else []
    return found


def _own_file_of(game: str, mine: int) -> OwnFile | None:
    """Return the own file of the player of a side in a game; None if there is none."""
    return next((each for each in own_files(game) if each.save.mailed.yours == mine), None)


def _readers(letter: Save) -> list[tuple[Save, int]]:
    """Return the game of a letter, or all games of a match, each with the side of the letter's reader.

    Raises `FileError` if the games do not belong together.
    """
    games = games_of_letter(letter)
    if (len(games) > 1) != bool(letter.mailed.match):
        decline("this letter is refused: it has only one game of a match")
    if len(games) > 1 and (why := _why_no_match(*games)):
        decline(f"this letter is refused: {why}")
    newest = max((each.mailed for each in games), key=lambda each: each.progress)
    name = newest.players[1 - newest.author(newest.number)]
    return [(each, each.mailed.players.index(name)) for each in games]


def _why_no_match(first: Save, second: Save, third: Save | None = None) -> str:
    """Return why the games of a letter are not those of a match; empty if they are.

    The results of the first two games are known to be true only after these games have been checked.
    """
    one, two = first.mailed, second.mailed
    if not _belongs_to(first, second, 2, one.players[one.began]):
        return "its two games are not those of one match"
    if one.number != two.number and min(first, second, key=lambda each: each.mailed.number).game.outcome is None:
        return "one of its two games stops before the last letter"
    if third is None:
        return ""
    begins = _begins_third(one, two, [first.game, second.game])
    if not begins:
        return "it has a third game, but the first two games don't call for one"
    return "" if _belongs_to(first, third, 3, begins) else "its third game is not that of the match"


def _belongs_to(first: Save, other: Save, number: int, began: str) -> bool:
    """Return True if a game is that with a number in the match of the first game, and the right player `began` it."""
    must, mailed = _game_like(first.mailed, number, began), other.mailed
    pairs = (
        (mailed.match, number), (mailed.kind, must.kind), (mailed.game, must.game), (mailed.others, ()),
        (mailed.bids, None), (mailed.yours, -1), (mailed.players, must.players), (mailed.began, must.began),
        (mailed.dice, must.dice), (mailed.defense, must.defense), (other.game.scenario.key, first.game.scenario.key),
        (other.game.scenario.digest, first.game.scenario.digest),
        (other.game.rules.options, first.game.rules.options), (other.game.strict, first.game.strict),
    )  # fmt: skip
    return all(is_ == must_be for is_, must_be in pairs)


# -- a player's own game


def _refuse_own_file(name: str, mailed: Mailed) -> NoReturn:
    me = mailed.players[mailed.yours]
    if Secret.kept(mailed.game, mailed.yours) is None:
        decline(
            f"{name} is {possessive(me)} own game file, not a letter, and it can be opened only on {possessive(me)} "
            f"computer. If you are not {me}, ask for the letter, which is in the folder letters"
        )
    decline(
        f"{name} claims to be your own file of this game, but this computer did not write it. If someone sent it to "
        f"you, ask for the letter; if it is yours, move it away and open the last letter again"
    )


def _resume(own: OwnFile, ask: Ask, news: Sequence[str] = ()) -> Opening:
    """Check a player's own game, in order to resume it."""
    path, save, secret = own
    mailed = save.mailed
    box, secret_notes = _open_box(save.game, mailed, mailed.yours, ask)
    checked = Checked(save, mailed.yours, secret, secret_notes, own=True)
    checked.check_own()
    session = MailSession(
        Save(checked.game, drawn=True, mail=mailed, private=save.private),
        *(path, secret),
        box=box,
        secret_notes=secret_notes,
        news=news,
        by_conditions=checked.by_conditions,
    )
    session.take_stamp()
    return lambda: (session, False)


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


def _take_letter(letter: Save, mine: int, ask: Ask) -> Opening:
    """Check a letter to a side: the next one of a game, an invitation, or a letter that was opened before.

    Raises `FileError`.
    """
    mailed = letter.mailed
    if not 1 <= mailed.number < MAX_LETTERS:
        decline("this file contains no letter")
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


def _accept_invitation(letter: Save, mine: int, ask: Ask) -> Opening:
    """Check an invitation, in order to accept it."""
    mailed = letter.mailed
    if mailed.standing[mine]:
        decline("this invitation is refused: your standing orders in it are not those that you sent")
    checked = Checked(letter, mine, Secret(mailed.game, mine, ""), {})
    checked.check(0)
    bids = check_settled(letter) if mailed.match < 2 else ""
    news = [*_of_another_version(letter), *checked.remarks]
    if mailed.match <= AT_ONCE:
        news = [*_terms_in_words(mailed, mine, checked.game, bids), *news]
    else:
        news = [THIRD_BEGINS, *news]
        first = _own_file_of(mailed.id_of(1), mine)
        mailed.standing[mine] = first.save.mailed.standing[mine] if first is not None else ""
    mailed.yours, mailed.others = mine, ()
    return _own_game(checked.game, mailed, ask, news, since=0)


def _terms_in_words(mailed: Mailed, mine: int, game: Game, bids: str) -> Iterator[str]:
    """Yield the terms of an invitation, after the result of the bids if there are any."""
    people, other = game.scenario.sides[mine].people, mailed.players[1 - mine]
    yield bids or f"{other} invites you, {mailed.players[mine]}, to a game by mail. You play {people}"
    if mailed.match:
        yield f"{other} writes: {MATCH[mailed.kind]}"
    yield dice_in_words(mailed)
    yield f"{other} writes: {DEFENSE[mailed.defense]}"
    yield from _unusual_terms(game)


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


def _follow_letter(found: OwnFile, letter: Save, ask: Ask) -> Opening:
    """Check a letter, in order to continue a game on this computer with it."""
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
        return _resume(found, ask, [again] if own.game.outcome is None else [])
    if len(own.game.log) > ours.start:
        decline(
            f"{other} letter {mailed.number} answers your letter {mailed.number - 1}, which is not yet in {path.name}. "
            f"If you have sent that letter, move {path.name} away and open {other} letter again"
        )
    box, secret_notes = _open_box(own.game, ours, mine, ask)
    checked = Checked(letter, mine, secret, secret_notes)
    checked.check(ours.number, ours.opened)
    news = [*_of_another_version(letter), *checked.news]
    if mailed.number > ours.number + 1:
        letter_before = f"your letter {mailed.number - 1}"
        news.append(f"Your file did not contain {letter_before} yet, so it was updated from {other} letter")
    return _continue(path, checked, ours, secret, box, secret_notes, news, own.private)


def _recover_file(letter: Save, mine: int, secret: Secret, ask: Ask) -> Opening:
    """Check a letter, in order to restore a player's lost file from it. This requires the player's secret."""
    mailed = letter.mailed
    box, secret_notes = _open_box(letter.game, mailed, mine, ask)
    checked = Checked(letter, mine, secret, secret_notes)
    checked.check(0)
    other = mailed.players[1 - mine]
    path = _free_path(letter.game, replace(mailed, yours=mine))
    news = [
        *_of_another_version(letter),
        *checked.remarks,
        f"Your own file was missing or changed, so {path.name} was made again from {possessive(other)} letter",
    ]
    known = Mailed(mailed.game, mailed.players, mailed.began, yours=mine, box=mailed.box, bids=mailed.bids)
    known.standing[mine] = known.sent = mailed.standing[mine]
    sent = conditions_at(mailed, mine, mailed.number + 1) if mailed.conditions else ()
    own = Private(conditions=tuple(sent))
    private = (own, NOTHING) if mine == 0 else (NOTHING, own)
    return _continue(path, checked, known, secret, box, secret_notes, news, private)


def _continue(
    path: Path,
    checked: Checked,
    ours: Mailed,
    secret: Secret,
    box: Box | None,
    secret_notes: dict[int, Opened],
    news: Sequence[str],
    private: Both = (NOTHING, NOTHING),
) -> Opening:
    """Prepare to continue the game after a checked letter. The player's own data come from the player's file."""
    mailed = checked.mailed
    mailed.yours, mailed.box, mailed.others, mailed.bids = ours.yours, ours.box, (), ours.bids
    mailed.standing[ours.yours], mailed.sent = ours.standing[ours.yours], ours.sent
    session = MailSession(
        Save(checked.game, drawn=True, mail=mailed, private=private),
        *(path, secret),
        box=box,
        secret_notes=secret_notes,
        news=news,
        by_conditions=checked.by_conditions,
    )
    session.take_stamp()
    session.since = mailed.ends[-2] if mailed.number > 1 else 0
    return lambda: (session, True)
