"""A letter in words: what happened in three or four sentences, how it stands, what is expected, how to open it."""

from collections.abc import Iterator, Sequence
from textwrap import fill

from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.words import capital, count, listed
from westwall_tui.files.command_line import COMPUTER, LETTERS, SEALED
from westwall_tui.files.saves.mailed import Mailed
from westwall_tui.history.entries import Entry, Fight, entries_since
from westwall_tui.history.gains import tidings
from westwall_tui.history.words import FEW, Words
from westwall_tui.words.telling import COUNTED

WIDTH = 76
"""Columns of a letter, for mail that is shown as it is."""
MOST_TOLD = 4
"""Events of a letter that are told one by one, where there is nothing to sum up."""
NOTHING = "I had nothing to decide this time."
SEALS = " This letter seals my dice."
DICE_TOLD = {
    SEALED: "a turn is one letter, and nobody can change a die",
    "together": "a letter for each die, and nobody can know one before",
}
DEFENSE_TOLD = {
    COMPUTER: "in your turn the computer decides for me, and in mine for you",
    "orders": "in your turn you decide for me as my standing orders say, and I for you in mine",
    LETTERS: "each decides for himself, so that there are letters in mid-turn",
}


def dice_told(mailed: Mailed) -> str:
    """What is agreed of the dice, and how many letters that makes."""
    if mailed.dice == SEALED and mailed.defense == LETTERS:
        return "nobody can change a die"
    return DICE_TOLD[mailed.dice]


def entries_after(game: Game, start: int) -> list[Entry]:
    """What the orders after the first `start` did."""
    before = game.root().rolled_by_hand()
    before.replay(game.log[:start])
    return entries_since(before, game.log)


def happened(game: Game, entries: Sequence[Entry]) -> list[str]:
    """What some orders did, in a few sentences."""
    words = Words(game.scenario)
    told = [
        *_tell_moves(entries, words),
        *_tell_fights(entries, words),
        *_tell_losses(entries, words),
        *_tell_tidings(entries, words),
    ]
    events = [event for entry in entries for event in entry.events]
    if game.state.combat is not None and not game.state.combat.die:
        told += [_sentence(str(event)) for event in events if isinstance(event, ev.Attacked)][-1:]
    untold = (ev.GameEnded, ev.PhaseSkipped)
    return told or [_sentence(str(event)) for event in events if not isinstance(event, untold)][:MOST_TOLD]


def _sentence(text: str) -> str:
    return capital(text if text.endswith(".") else f"{text}.")


def _tell_moves(entries: Sequence[Entry], words: Words) -> Iterator[str]:
    """`German moved 12 units and brought in three.`"""
    units: dict[tuple[int, type], set[str]] = {}
    for event in (event for entry in entries for event in entry.events):
        if type(event) in COUNTED and (side := _side_of(event, words)) >= 0:
            what = getattr(event, "unit", "") or getattr(event, "division", "")
            units.setdefault((side, type(event)), set()).add(what)
    for side, name in enumerate(words.sides):
        found = [(len(units[side, kind]), how) for kind, how in COUNTED.items() if (side, kind) in units]
        done = [how.sentence.format(count(n, how.thing)) for n, how in found if how.sentence]
        if done:
            yield f"{name} {listed(done)}."


def _side_of(event: ev.Event, words: Words) -> int:
    """The side of an event, or of its unit; -1 if it names neither."""
    unit, name = getattr(event, "unit", "").lower(), getattr(event, "side", "")
    if unit in words.scenario.by_id:
        return words.scenario.units[words.scenario.by_id[unit]].side
    return words.sides.index(name) if name in words.sides else -1


def _tell_fights(entries: Sequence[Entry], words: Words) -> Iterator[str]:
    """`There were three combats: at 1417 Noville (De), ...`"""
    fights: list[Fight] = [entry.fight for entry in entries if entry.rolls and entry.fight is not None]
    for side, name in enumerate(words.sides):
        own = [fight for fight in fights if fight.side == side]
        if not own:
            continue
        heavy = sorted(own, key=lambda fight: -abs(fight.worth(fight.result)))[:FEW]
        told = [f"{words.at(fight.place)} ({fight.result}, with a {fight.die})" for fight in own if fight in heavy]
        rest = len(own) - len(told)
        more = f", and {count(rest, 'other')}" if rest else ""
        yield f"{name} attacked {'; '.join(told)}{more}."


def _tell_losses(entries: Sequence[Entry], words: Words) -> Iterator[str]:
    """`US lost 52 and 3/327.`"""
    lost = [loss.unit for entry in entries for loss in entry.losses]
    for side, name in enumerate(words.sides):
        units = [unit for unit in lost if words.scenario.units[unit].side == side]
        if units:
            yield f"{name} lost {words.units(units)}."


def _tell_tidings(entries: Sequence[Entry], words: Words) -> Iterator[str]:
    """What a Player-Turn brought: places that passed, roads that were cut."""
    texts = [tiding.text for entry in entries for tiding in tidings(entry, words)]
    for text in list(dict.fromkeys(texts))[:FEW]:
        yield _sentence(text)


def stands(game: Game) -> str:
    """The points, if the battle counts any; while units are set up they say nothing yet."""
    if game.state.phase is Phase.SETUP or not queries.account(game):
        return ""
    points = queries.totals(game)
    return "Points: " + ", ".join(f"{side.name} {n}" for side, n in zip(game.scenario.sides, points, strict=True)) + "."


def letter_in_words(game: Game, mailed: Mailed, file: str) -> str:
    """The text of the last letter."""
    letter = mailed.number
    writer = mailed.author(letter)
    me, you = mailed.players[writer], mailed.players[1 - writer]
    start = mailed.ends[letter - 2] if letter > 1 else 0
    scenario, turn = game.scenario, game.state.turn
    title = f"{scenario.battle}: {scenario.name}" if scenario.battle else scenario.name
    when = f"Game-Turn {turn} of {scenario.last_turn}" + (f", {scenario.date(turn)}" if scenario.date(turn) else "")
    entries = entries_after(game, start)
    paragraphs = [[f"Subject: {title} by mail, {when if turn else 'set-up'}"], [f"{you},"]]
    if letter == 1:
        paragraphs.append(_lines_of_invitation(game, mailed, writer))
    paragraphs.append(happened(game, entries) or [NOTHING + (SEALS if letter <= len(mailed.players) else "")])
    if orders := mailed.standing[writer]:
        paragraphs.append([f"My standing orders: {orders}"])
    over = game.outcome is not None
    asked = [_sentence(game.outcome.sentence)] if game.outcome is not None else [_question_in_words(game, writer)]
    paragraphs.append([each for each in (stands(game), *asked) if each])
    how = "To see how it ended" if over else "To go on"
    paragraphs.append([f"The game is in the attached file, {file}. {how}, save it and type:"])
    body = "\n\n".join(fill(" ".join(each), WIDTH, break_on_hyphens=False) for each in paragraphs)
    return f"{body}\n\n    westwall mail {file}\n\n{me}\n"


def _question_in_words(game: Game, writer: int) -> str:
    """What the other player is to do."""
    if game.prompt.kind == "roll":
        return "A die is due, and it needs your letter."
    if game.side == writer:
        return "I continue when your letter arrives."
    return f"Your turn: {_sentence(game.prompt.text)}"


def _lines_of_invitation(game: Game, mailed: Mailed, writer: int) -> list[str]:
    """The terms of a new game."""
    sides = game.scenario.sides
    options = [option.name for option in game.rules.choices if option.name in game.rules.options]
    chosen = f" Options: {listed(options)}." if options else ""
    return [
        f"I invite you to a game by mail. You play {sides[1 - writer].name}, I play {sides[writer].name}.{chosen}",
        f"Dice: {dice_told(mailed)}. Defense: {DEFENSE_TOLD[mailed.defense]}.",
        "If you agree, open the file and answer.",
    ]
