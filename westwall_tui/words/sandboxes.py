"""Sentences about sandboxes: where they begin, how the game compares with them, and what came of them."""

from collections.abc import Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.words import capital, count, listed
from westwall_tui.files.sessions.sandbox import ListedSandbox
from westwall_tui.words.orders import in_words

MOST_NAMED = 20
"""Maximum number of orders that a question names; more are counted."""
MOST_LOST = 3
"""Maximum number of lost units that a sentence names; more are counted."""


def place_in_short(game: Game | None) -> str:
    """Return where a sandbox begins, for a list: `turn 3 German move`."""
    if game is None:
        return "undone"
    state = game.state
    if state.phase is Phase.SETUP:
        return "set-up"
    phase = "combat" if state.phase is Phase.COMBAT else "move"
    return f"turn {state.turn} {game.scenario.sides[state.side].adjective} {phase}"


def orders_in_short(box: ListedSandbox) -> str:
    """Return the number of orders of a sandbox in figures, for a list."""
    return f"{len(box.sandbox.orders)} order{'s' * (len(box.sandbox.orders) != 1)}"


def result_in_short(box: ListedSandbox) -> str:
    """Return what came of a sandbox, for a wide list: `11 : 12, lost 2 : 0`, or that it cannot be opened."""
    if box.beginning is None or box.end is None:
        return "cannot be opened"
    lost = [len(_lost_units(box.beginning, box.end, side)) for side in (0, 1)]
    points = [f"{' : '.join(map(str, queries.totals(box.end)))}"] if queries.account(box.end) else []
    return ", ".join([*points, f"lost {lost[0]} : {lost[1]}"])


def _lost_units(beginning: Game, end: Game, side: int) -> Sequence[int]:
    before = {*queries.losses(beginning, side)}
    return [unit for unit in queries.losses(end, side) if unit not in before]


def about_sandbox(box: ListedSandbox) -> Sequence[str]:
    """Return sentences about a sandbox: its beginning, the game's course since, and its result."""
    begins = [_beginning(box.beginning, len(box.sandbox.orders))] if box.beginning is not None else []
    found = [*begins, _course(box)]
    if box.beginning is None or box.end is None:
        return [*found, f"It cannot be opened: {box.why}."]
    return [*found, *_result(box.beginning, box.end)] if box.sandbox.orders else found


def _beginning(game: Game, orders: int) -> str:
    state, has = game.state, f"has {count(orders, 'order')}"
    if state.phase is Phase.SETUP:
        return f"It begins in the set-up and {has}."
    phase = "Combat" if state.phase is Phase.COMBAT else "Movement"
    side = game.scenario.sides[state.side].adjective
    return f"It begins on Game-Turn {state.turn} in the {side} {phase} Phase and {has}."


def _course(box: ListedSandbox) -> str:
    orders, played = len(box.sandbox.orders), box.played
    if not box.is_on_course:
        return "The orders before it have been undone in the game."
    if not box.since:
        return "The game is still where it begins."
    if not orders:
        return "The game has gone on since."
    if played == orders:
        return "The game has played all its orders" + (", and then more." if box.since > played else ".")
    first = f"its first {count(played, 'order')}" if played > 1 else "its first order"
    if box.is_overtaken:
        return (
            f"The game has played {first}, and then others." if played else "The game has taken another course since."
        )
    return f"The game has played {first} so far."


def _result(beginning: Game, end: Game) -> list[str]:
    scenario, found = end.scenario, list[str]()
    if queries.account(end):
        totals = zip(scenario.sides, queries.totals(end), strict=True)
        found.append(f"After it, the points are {', '.join(f'{side.adjective} {points}' for side, points in totals)}.")
    for side, info in enumerate(scenario.sides):
        if lost := [end.state.units[unit].name for unit in _lost_units(beginning, end, side)]:
            found.append(f"{capital(info.people)} lose {listed(lost, MOST_LOST)}.")
    return [*found, f"{end.outcome.sentence if end.outcome is not None else end.prompt.text}."]


def question_in_words(orders: Sequence[str]) -> str:
    """Return the question before orders are given in earnest."""
    what = "this order" if len(orders) == 1 else f"these {count(len(orders), 'order')}"
    return f"Give {what} in earnest?"


def named_orders(orders: Sequence[str]) -> str:
    """Return orders in words, as a list that a question names."""
    told = [in_words(parse(line)) for line in orders[:MOST_NAMED]]
    rest = len(orders) - len(told)
    return "; ".join(told) + (f"; and {count(rest, 'more order', 'more orders')}" if rest else "")
