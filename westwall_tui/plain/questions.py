"""The questions that a player may ask of a game in lines, answered in sentences: of `--plain` and of the referee.

Those about the game as a whole are here: points, what happened, what the computer would do, what the battle is
about.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import NamedTuple

from westwall_tui.ai import POINTS
from westwall_tui.ai.thinker import Thinker, Thought
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Enter, IllegalOrder, Move, Order, OrderSyntaxError
from westwall_tui.files.faults import brief
from westwall_tui.files.scenarios.briefings import Briefing, briefings_of
from westwall_tui.plain import combats, ground, moves
from westwall_tui.plain.entries import happened_since
from westwall_tui.plain.speech import aloud, count, listed, sentence
from westwall_tui.referee import Inquiry, Sentences
from westwall_tui.words.orders import in_words
from westwall_tui.words.places import named_hex
from westwall_tui.words.rulebook import STANDARD, book_name, books, search

ADVISER = 3
"""The level that is asked for a hint."""
MOST_REASONS = 4


def points(asked: Inquiry) -> Iterator[str]:
    """The points as they stand, places, and what would turn the game."""
    game, sides = asked.game, asked.game.scenario.sides
    now = queries.standing_now(game)
    if game.state.turn:
        yield f"Game-Turn {game.state.turn} of {game.scenario.last_turn}"
    yield now.sentence
    for line in now.lines:
        if line.points:
            cause = re.sub(r": (\d+)$", r", \1 in all", line.cause).replace(": ", ", ")
            yield f"{sides[line.side].name} has {count(line.points, 'point')} for {cause}"
    for place in queries.objectives(game):
        holder = f"counts for {sides[place.side].name}" if place.side >= 0 else "counts for neither side"
        worth = listed(f"{n} for {side.name}" for side, n in zip(sides, place.points, strict=True) if n)
        per = f" for each {place.per}" if place.per else ""
        where = named_hex(game.scenario.board, place.hexes[0]) if place.hexes else ""
        yield f"{place.name}, {where}: {worth or 'nothing'}{per}; {holder}, {place.why}".removesuffix(", ")
    for what, group in groupby(sorted(queries.counted(game), key=lambda unit: unit.what), lambda unit: unit.what):
        counted = [*group]
        told = [f"{queries.named(game.state.units[each.unit].id)} {each.how}" for each in counted]
        yield f"{what}: {listed(told, 12)}"
    yield from queries.situation(game)
    turning = [f"{turn.text}, {turn.points[0]} to {turn.points[1]}" for turn in queries.reversals(game)]
    if turning:
        yield f"To change who wins: {', or '.join(turning)}"


def news(asked: Inquiry) -> Iterator[str]:
    """What has happened since the asker's last turn began."""
    if asked.played.base is not None:
        raise IllegalOrder("4.1", "this game was resumed from a position; what came before is not known")
    told = happened_since(asked.played, asked.viewer)
    yield from told
    if not told:
        yield "Nothing has happened yet"


def hint(asked: Inquiry) -> Iterator[str]:
    """What the computer would do, in words and as the line to write, with its reasons."""
    game = asked.game
    check_hint(game)
    unit = game.state.units[game.scenario.unit(asked.words[0])].id if asked.words else ""
    yield from hint_in_words(game, hint_of(game, unit))


def check_hint(game: Game) -> None:
    """Raise `IllegalOrder` if the game is over: then there is no hint."""
    if game.outcome is not None:
        raise IllegalOrder("4.0", "the game is over")


def hint_of(game: Game, unit: str = "") -> Thought:
    """Return the computer's hint, for a unit if one is named; it is the same in every program (`Thinker`)."""
    return Thought() if game.prompt.kind == "roll" else Thinker(0).hint(game, ADVISER, unit)()


def hint_in_words(game: Game, thought: Thought) -> Iterator[str]:
    """Yield a hint in words and as the line to type, with its reasons."""
    if game.prompt.kind == "roll":
        yield "Roll a die, and write roll and its number"
        return
    if thought.order is not None:
        yield f"{sentence(in_words(thought.order))} Write: {as_typed(game, thought.order)}"
    elif thought.stays:
        yield f"Leave {queries.named(thought.stays)} where it is"
    else:
        yield "The computer has no hint here"
    yield from map(_with_points_in_words, thought.reasons[:MOST_REASONS])
    if thought.second is not None:
        yield f"Or {in_words(thought.second)}. Write: {as_typed(game, thought.second)}"


def _with_points_in_words(reason: str) -> str:
    """Return a reason with its points as a sentence: `It gets next to X. That gains 1.9 points.`"""
    return re.sub(
        POINTS, lambda found: f" That {'loses' if found[1][0] == '-' else 'gains'} {found[1][1:]} points.", reason
    )


def as_typed(game: Game, order: Order) -> str:
    """An order as a person types it: without the hexes of its way that the cheapest one passes anyway."""
    if isinstance(order, Move | Enter) and len(order.hexes) > 2:
        short = type(order)(
            order.unit, order.hexes[-1:] if isinstance(order, Move) else (order.hexes[0], order.hexes[-1])
        )
        twin = game.fork(viewer=game.side)
        if twin.explain(short) is None:
            twin.apply(short)
            if twin.log and twin.log[0] == str(order):
                return str(short)
    return str(order)


def briefing(asked: Inquiry) -> Iterator[str]:
    """What the battle is about, for the asker's side."""
    scenario = asked.game.scenario
    found = {each.side: each for each in briefings_of(scenario)}
    if asked.side in found:
        yield from _briefing_in_words(asked, found[asked.side])
    elif scenario.about:
        yield from scenario.about
    else:
        yield f"{scenario.name} has no briefing"


def _briefing_in_words(asked: Inquiry, told: Briefing) -> Iterator[str]:
    names = [side.name for side in asked.game.scenario.sides]
    yield told.situation
    for own, sources in ((True, told.own), (False, told.other)):
        who = "You score" if own else f"{names[1 - told.side]} scores"
        given = [f"{each.points} for {each.what} ({each.case})" if each.points else f"{each.what} ({each.case})"
                 for each in sources]  # fmt: skip
        if given:
            yield f"{who}: {'; '.join(given)}"
    yield from told.wins
    for when, what in told.clock:
        yield f"Game-Turn {when}: {what}" if when[:1].isdigit() else f"{when}: {what}"
    yield from told.tips
    yield from filter(None, (told.special, told.enemy))


class Question(NamedTuple):
    """A question: how it is written, what it is for, and who answers it."""

    form: str
    about: str
    answer: Callable[[Inquiry], Iterable[str]]


MOST = 12
"""The most paragraphs of the rules in an answer."""


def rules(asked: Inquiry) -> Iterator[str]:
    """The paragraphs of a case, or with a word in them."""
    if not asked.rest:
        raise ValueError
    book = asked.game.scenario.rules
    found = search(asked.rest, book if book in books() else STANDARD)
    if found.also:
        yield f"The rules call it {', '.join(found.also)}"
    shown = [each for each in found.found if each.book in (STANDARD, book)] or [*found.found]
    for each in shown[:MOST]:
        where = f"{each.paragraph.case}, {each.title}" if each.paragraph.case else each.title
        yield f"{where}, {book_name(each.book)}: {each.paragraph.text}"
    if len(shown) > MOST:
        yield f"And {len(shown) - MOST} more; name a case or more words"
    if not shown:
        yield "No rule says anything about that"


QUESTIONS: Mapping[str, Question] = {
    "map": Question("map [HEX]", "who is where, town by town; or a hex and the six around it", ground.survey),
    "look": Question("look HEX", "a hex: its ground, roads, water, zones, units", ground.look),
    "unit": Question("unit UNIT", "a unit: its numbers, where it is, what it has done", ground.about_unit),
    "units": Question("units", "your units, and where they are", ground.own_units),
    "near": Question("near HEX [N]", "units and towns within N hexes, 4 if you name no number", ground.near),
    "enemies": Question("enemies [all]", "enemies, the nearest to your units first", ground.enemies),
    "zones": Question("zones", "the hexes in enemy Zones of Control", ground.zones),
    "lines": Question("lines", "Lines of Communication: who has none, and why", ground.lines),
    "reach": Question("reach UNIT [HEX]", "where a unit can go, or the way to a hex and what it risks", moves.reach),
    "odds": Question("odds [ATTACK]", "the odds of an attack, by each result: odds 1/902 > 20 + 9A gs 1", combats.odds),
    "who": Question("who must fight", "units that must attack and enemies that must be attacked", combats.obligations),
    "legal": Question("legal [UNIT]", "what you may do now", moves.legal),
    "hint": Question("hint [UNIT]", "what the computer would do here, and why", hint),
    "points": Question("points", "the points, the places, and how the game would end now", points),
    "news": Question("news", "what has happened since your last turn", news),
    "briefing": Question("briefing", "what the battle is about, and how your side wins", briefing),
    "rules": Question("rules WORD", "the rules by word or by case: rules supply, rules 7.71", rules),
}
"""By its word."""


def questions() -> Sentences:
    """For the referee: how each question is answered."""
    return {word: partial(ask, word) for word in QUESTIONS}


def ask(word: str, asked: Inquiry) -> list[str]:
    """The answer to a question, in lines to be read aloud. Raises `OrderSyntaxError` where it cannot be understood."""
    question = QUESTIONS[word]
    try:
        return [aloud(line) for line in question.answer(asked)]
    except OrderSyntaxError:
        raise
    except ValueError as error:
        raise OrderSyntaxError(brief(str(error)) or f"write it like this: {question.form}") from None
