"""The questions that a player may ask about a game, answered in sentences for `--plain` and the referee.

This module answers questions about the game as a whole: points, news, hints, briefing and rules.
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
from westwall_tui.engine.scoring import EACH_TURN
from westwall_tui.engine.words import these, with_stop
from westwall_tui.files.faults import brief
from westwall_tui.files.scenarios.briefings import briefings_of, head_start
from westwall_tui.files.scenarios.texts import Briefing
from westwall_tui.plain import combats, ground, moves
from westwall_tui.plain.console import TYPED
from westwall_tui.plain.entries import happened_since
from westwall_tui.plain.speech import aloud, capital, count, listed, sentence
from westwall_tui.referee import Inquiry, Sentences
from westwall_tui.words.hints import hint_reasons
from westwall_tui.words.orders import in_words
from westwall_tui.words.places import named_hex
from westwall_tui.words.rulebook import STANDARD, book_name, books, search

ADVISER = 3
"""The computer's level for hints."""


def points(asked: Inquiry) -> Iterator[str]:
    """List the points, the places that score, and the changes that would change the winner."""
    game, sides = asked.game, asked.game.scenario.sides
    now = queries.standing_now(game)
    if game.state.turn:
        yield f"Game-Turn {game.state.turn} of {game.scenario.last_turn}"
    yield now.sentence
    for line in now.lines:
        if line.points:
            cause = re.sub(r": (\d+)$", r", \1 in all", line.cause).replace(": ", ", ")
            yield f"{capital(sides[line.side].people)} have {count(line.points, 'point', most=0)} for {cause}"
    yield from (_place_in_words(game, place) for place in queries.objectives(game))
    for what, group in groupby(sorted(queries.counted(game), key=lambda unit: unit.what), lambda unit: unit.what):
        units = [(queries.named(game.state.units[each.unit].id), each.how) for each in group]
        told = [f"{name} ({how})" for name, how in units] if len(units) > 1 else [" ".join(units[0])]
        yield f"{what}: {listed(told, 12)}"
    yield from queries.situation(game)
    turning = [f"{turn.text}, for a score of {turn.points[0]} to {turn.points[1]}" for turn in queries.reversals(game)]
    if turning:
        yield f"{capital(these(len(turning)))} would change the result: {'; '.join(turning)}"


def _place_in_words(game: Game, place: queries.Objective) -> str:
    """Describe a place that scores: its worth, and the side that has it."""
    sides = game.scenario.sides
    worth = [f"{count(n, 'point', most=0)} to {side.people}" for side, n in zip(sides, place.points, strict=True) if n]
    per = f" for each {place.per}" if place.per else ""
    board = game.scenario.board
    where = named_hex(board, place.hexes[0]) if place.hexes else ""
    known = any(word in place.name for h in place.hexes[:1] for word in board.describe(h).split(" ", 1))
    name = place.called
    named = name if known or not where else f"{name}, {where},"
    often = EACH_TURN if name != place.name else ""
    holder = sides[place.side].people if place.side >= 0 else "neither side"
    why = f": {place.why}" if place.why else ""
    worths = with_stop(f"{named} is worth {listed(worth) or 'nothing'}{per}{often}")
    held = place.side >= 0 and not place.points[place.side]
    return f"{capital(worths)} {f'{capital(holder)} have it' if held else f'It counts for {holder}'}{why}"


def news(asked: Inquiry) -> Iterator[str]:
    """Describe what has happened since the asker's last turn began."""
    if asked.played.base is not None:
        raise IllegalOrder("4.1", "this game was resumed from a position, without the orders before it")
    lines = happened_since(asked.played, asked.viewer)
    yield from lines
    if not lines:
        yield "Nothing has happened yet"


def hint(asked: Inquiry) -> Iterator[str]:
    """Describe what the computer would do: the order to type, and its reasons."""
    game = asked.game
    check_hint(game)
    unit = game.state.units[game.scenario.unit(asked.words[0])].id if asked.words else ""
    yield from hint_in_words(game, hint_of(game, unit))


def check_hint(game: Game) -> None:
    """Raise `IllegalOrder` if the game is over, since there is no hint then."""
    if game.outcome is not None:
        raise IllegalOrder("4.0", "the game is over")


def hint_of(game: Game, unit: str = "") -> Thought:
    """Return the computer's hint, for a unit if one is named. It is the same as on the screen (`Thinker`)."""
    return Thought() if game.prompt.kind == "roll" else Thinker(0).hint(game, ADVISER, unit)()


def hint_in_words(game: Game, thought: Thought) -> Iterator[str]:
    """Yield a hint in words and as the line to type, with its reasons."""
    if game.prompt.kind == "roll":
        yield "Roll a die, then type roll and the number"
        return
    if thought.order is not None:
        yield f"{sentence(in_words(thought.order))} {TYPED}{as_typed(game, thought.order)}"
    elif thought.stays:
        yield f"Leave {queries.named(thought.stays)} where it is"
    else:
        yield "The computer has no hint here"
    yield from map(_with_points_in_words, hint_reasons(game, thought))
    if thought.second is not None:
        yield f"Or {in_words(thought.second)}. {TYPED}{as_typed(game, thought.second)}"


def _with_points_in_words(reason: str) -> str:
    """Return a reason with its points in a separate sentence, such as `That gains 1.9 points`."""
    return re.sub(
        POINTS, lambda found: f" That {'loses' if found[1][0] == '-' else 'gains'} {found[1][1:]} points.", reason
    )


def as_typed(game: Game, order: Order) -> str:
    """Return an order as a person would type it, without the hexes that the cheapest path passes anyway."""
    if isinstance(order, Move | Enter) and len(order.hexes) > 2:
        short = type(order)(
            order.unit, order.hexes[-1:] if isinstance(order, Move) else (order.hexes[0], order.hexes[-1])
        )
        fork = game.fork(viewer=game.side)
        if fork.explain(short) is None:
            fork.apply(short)
            if fork.log and fork.log[0] == str(order):
                return str(short)
    return str(order)


def briefing(asked: Inquiry) -> Iterator[str]:
    """Yield the briefing of the asker's side."""
    scenario = asked.game.scenario
    found = {each.side: each for each in briefings_of(scenario)}
    if asked.side in found:
        yield from _briefing_in_words(asked, found[asked.side])
    elif scenario.about:
        yield " ".join(scenario.about)
    else:
        yield f"{scenario.name} has no briefing"


def _briefing_in_words(asked: Inquiry, briefing: Briefing) -> Iterator[str]:
    enemy = asked.game.scenario.sides[1 - briefing.side].people
    yield briefing.situation
    for side, sources in ((briefing.side, briefing.own), (1 - briefing.side, briefing.other)):
        who = "You score" if side == briefing.side else f"{capital(enemy)} score"
        given = [
            (f"{each.points} for " if each.points else "") + each.what + (f" ({each.case})" if each.case else "")
            for each in (*head_start(asked.game, side), *sources)
        ]
        if given:
            yield f"{who}: {'; '.join(given)}"
    yield from briefing.wins
    for when, what in briefing.clock:
        turns = listed(when.split(", "))
        yield f"Game-Turn{'s' * (turns != when)} {turns}: {what}" if when[:1].isdigit() else f"{when}: {what}"
    yield from briefing.tips
    if briefing.special:
        yield briefing.special
    if briefing.enemy:
        yield re.sub("^To ", f"{capital(enemy)} want to ", briefing.enemy)


class Question(NamedTuple):
    """A question: its notation, its description, and the function that answers it."""

    form: str
    about: str
    answer: Callable[[Inquiry], Iterable[str]]


MOST = 12
"""The maximum number of paragraphs of the rules in an answer."""


def rules(asked: Inquiry) -> Iterator[str]:
    """Yield the paragraphs of a case, or those that contain some words."""
    if not asked.rest:
        raise ValueError
    book = asked.game.scenario.rules
    found = search(asked.rest, book if book in books() else STANDARD)
    if found.also:
        yield f"The term in the rules is {', '.join(found.also)}"
    shown = [each for each in found.found if each.book in (STANDARD, book)] or [*found.found]
    for each in shown[:MOST]:
        where = f"{each.paragraph.case}, {each.title}" if each.paragraph.case else each.title
        yield f"{where}, {book_name(each.book)}: {each.paragraph.text}"
    if len(shown) > MOST:
        yield f"There are {len(shown) - MOST} more paragraphs; type a case or more words to hear fewer"
    if not shown:
        yield "No rule contains that"


QUESTIONS: Mapping[str, Question] = {
    "map": Question("map [HEX]", "list all units, town by town; or describe a hex and its neighbors", ground.survey),
    "look": Question("look HEX", "describe a hex: its terrain, roads, water, zones and units", ground.look),
    "unit": Question("unit UNIT", "describe a unit: its numbers, its hex and what it has done", ground.about_unit),
    "units": Question("units", "list your units and their hexes", ground.own_units),
    "near": Question("near HEX [N]", "list the units and towns within N hexes, or within four", ground.near),
    "enemies": Question("enemies [all]", "list the enemies, beginning with the nearest to your units", ground.enemies),
    "zones": Question("zones", "list the hexes in enemy Zones of Control", ground.zones),
    "lines": Question("lines", "list the units without a Line of Communication, with the reasons", ground.lines),
    "reach": Question("reach UNIT [HEX]", "say where a unit can go; or its path to a hex, and the risks", moves.reach),
    "odds": Question("odds [ATTACK]", "give the odds of an attack, as in odds 1/902 > 20 + 9A gs 1", combats.odds),
    "traps": Question("traps", "list the enemies that you can surround, and how", combats.traps),
    "threat": Question(
        "threat UNIT [HEX]", "say how the enemy could attack a unit next turn, here or in another hex", combats.threat
    ),
    "who": Question(
        "who must fight", "list the units that must attack and the enemies that must be attacked", combats.obligations
    ),
    "legal": Question("legal [UNIT]", "list what you may do now", moves.legal),
    "hint": Question("hint [UNIT]", "say what the computer would do here, and why", hint),
    "points": Question("points", "give the score, and say how the game would end now", points),
    "news": Question("news", "say what has happened since your last turn", news),
    "briefing": Question("briefing", "say what the battle is about, and how your side wins", briefing),
    "rules": Question("rules WORD", "read out the rules by word or case, as in rules supply or rules 7.71", rules),
}
"""The questions by their first words."""


def questions() -> Sentences:
    """Return a function that answers each question, for the referee."""
    return {word: partial(ask, word) for word in QUESTIONS}


def ask(word: str, asked: Inquiry) -> list[str]:
    """Return the answer to a question, in lines for a voice. Raises `OrderSyntaxError` for an unclear question."""
    question = QUESTIONS[word]
    try:
        return [aloud(line) for line in question.answer(asked)]
    except OrderSyntaxError:
        raise
    except ValueError as error:
        raise OrderSyntaxError(brief(str(error)) or f"write it like this: {question.form}") from None
