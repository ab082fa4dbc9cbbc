"""The questions that a player may ask of a game in lines, answered in sentences: of `--plain` and of the referee."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from westwall_tui.engine.orders import OrderSyntaxError
from westwall_tui.files.faults import brief
from westwall_tui.plain import combats, ground, moves, situation
from westwall_tui.plain.inquiry import PlainInquiry
from westwall_tui.plain.speech import sentence, spoken
from westwall_tui.referee import Inquiry, Sentences
from westwall_tui.ui.words.rulebook import STANDARD, book_name, books, search


class Question(NamedTuple):
    """A question: how it is written, what it is for, and who answers it."""

    form: str
    about: str
    answer: Callable[[PlainInquiry], Iterable[str]]


MOST = 12
"""The most paragraphs of the rules in an answer."""


def rules(asked: PlainInquiry) -> Iterator[str]:
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
        yield "The rules say nothing of that"


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
    "hint": Question("hint [UNIT]", "what the computer would do here, and why", situation.hint),
    "points": Question("points", "the points, the places, and how the game would end now", situation.points),
    "news": Question("news", "what has happened since your last turn", situation.news),
    "briefing": Question("briefing", "what the battle is about, and how your side wins", situation.briefing),
    "rules": Question("rules WORD", "the rules by word or by case: rules supply, rules 7.71", rules),
}
"""By its word."""


def questions() -> Sentences:
    """For the referee: how each question is answered."""

    def answer(word: str, inquiry: Inquiry) -> Sequence[str]:
        return ask(PlainInquiry(*inquiry), word)

    return {word: partial(answer, word) for word in QUESTIONS}


def ask(asked: PlainInquiry, word: str) -> list[str]:
    """The answer to a question, in lines to be read aloud. Raises `OrderSyntaxError` where it cannot be understood."""
    question = QUESTIONS[word]
    try:
        return [spoken(sentence(line)) for line in question.answer(asked)]
    except OrderSyntaxError:
        raise
    except ValueError as error:
        raise OrderSyntaxError(brief(str(error)) or f"write it like this: {question.form}") from None
