"""Ground held in a game: the battle's own measures by Game-Turn, the roads that were cut, who had which place."""

from collections.abc import Sequence
from textwrap import wrap

from westwall_tui.engine.queries import Measure
from westwall_tui.engine.scenario import Scenario
from westwall_tui.history.course import by_game_turn, measures_over_time, places_over_time
from westwall_tui.history.gains import roads
from westwall_tui.history.record import History
from westwall_tui.history.words import Words
from westwall_tui.ui.terminal.rows import Row, Span, row

TALL = 4
"""Lines of a chart."""
MARGIN = 7
"""Columns at the left of it."""
COLUMNS = 72
"""Columns that all Game-Turns together may take."""


def letter_of(scenario: Scenario, side: int) -> str:
    """The letter of a side in charts; the German's is small, as on the map."""
    letter = scenario.sides[side].name[:1]
    return letter.lower() if scenario.colors(side) in ("german", "ss") else letter.upper()


def ground_rows(history: History, width: int) -> list[Row]:
    """All of it; empty in a battle without places and measures."""
    ends = [at for at, turn in enumerate(history.turns) if by_game_turn(history)[turn.turn] is turn]
    rows: list[Row] = []
    for name, values in measures_over_time(history).items():
        rows += [*_chart(history, name, [values[at + 1] for at in ends]), row()]
    for part in (_roads(history, width), _places(history, ends)):
        rows += [*part, row()] if part else []
    return rows[:-1]


def _chart(history: History, name: str, values: Sequence[Measure]) -> list[Row]:
    """A measure as columns, a Game-Turn each, with the numbers below."""
    scenario, numbers = history.scenario, [each.value for each in values]
    high = max(1, *numbers)
    step = max(2, min(4, COLUMNS // len(values)))
    side = 1 - values[0].side if values[0].falls else values[0].side
    style = f"chip_{scenario.colors(side)}"
    rows: list[Row] = [(Span(" "), Span(name, "heading"))]
    for line in range(TALL, 0, -1):
        label = f"{high:>{MARGIN - 2}} " if line == TALL else " " * (MARGIN - 1)
        spans = [Span(label, "dim"), Span("|", "frame")]
        for number in numbers:
            full = round(number / high * TALL) or bool(number)
            spans += [Span(" " * (step - 1)), Span("#", style) if full >= line else Span(" ")]
        rows.append(tuple(spans))
    rows.append((Span(" " * (MARGIN - 1)), Span("+" + "-" * (step * len(values)), "frame")))
    turns = list(by_game_turn(history))
    rows.append((Span("   now "), Span(_numbers(numbers, step), "bold")))
    rows.append((Span("  turn "), Span(_numbers(turns, step), "dim")))
    return rows


def _numbers(numbers: Sequence[int], step: int) -> str:
    """Numbers under the columns of a chart, as many as there is room for."""
    every = 1 if max(len(str(number)) for number in numbers) < step else 2
    return "".join(
        f"{number if (len(numbers) - 1 - at) % every == 0 else '':>{step}}" for at, number in enumerate(numbers)
    )


def _roads(history: History, width: int) -> list[Row]:
    """When roads were cut or opened, where and by whom."""
    words = Words(history.scenario)
    told = [(turn, tiding) for turn in history.turns for tiding in roads(turn.began, turn.ended, words)]
    rows: list[Row] = [(Span(" "), Span("Roads", "heading"))] if told else []
    for turn, tiding in told:
        head = f"   turn {turn.turn:<3} {words.sides[turn.side]}: "
        lines = wrap(f"{head}{tiding.text}", min(width, 78), subsequent_indent=" " * 12, drop_whitespace=True)
        rows += [row(line) for line in lines]
    return rows


def _places(history: History, ends: Sequence[int]) -> list[Row]:
    """Who would have scored each place at the end of each Game-Turn."""
    held = places_over_time(history)
    if not held:
        return []
    room = max(len(name) for name in held) + 2
    rows: list[Row] = [(Span(" "), Span("Places held", "heading"), Span(", a column for each Game-Turn", "dim"))]
    for name, owners in held.items():
        spans = [Span(f"  {name:<{room}}"), *(_owner(history.scenario, owners[at]) for at in ends)]
        rows.append(tuple(spans))
    return rows


def _owner(scenario: Scenario, side: int) -> Span:
    """Who has a place, in one character."""
    return Span(".", "dim") if side < 0 else Span(letter_of(scenario, side), f"chip_{scenario.colors(side)}")
