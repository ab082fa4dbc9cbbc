"""The course of a game: points by turn, strength lost, turning points, dice, and ground held."""

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Measure
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.words import capital, count, listed, signed
from westwall_tui.history import course
from westwall_tui.history.course import by_game_turn, measures_over_time, places_over_time, strength_lost
from westwall_tui.history.gains import roads
from westwall_tui.history.record import Fight, History
from westwall_tui.history.story import Story
from westwall_tui.history.words import Words, times
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.words.rows import Row, Span, row, text_rows

HEIGHT = 10
"""Lines of the chart of points."""
BESIDE = 78
"""Minimum columns for two charts side by side."""
CHART = 38
"""Columns of each chart."""
LONGEST_BAR = 9


def course_screen(game: Game) -> PageScreen:
    """Return the course of the game so far as a page, without secrets that are hidden from either side."""
    history = History(game.known(-1) if game.outcome is None else game)
    return PageScreen("The course of the game", lambda width: course_rows(history, width))


def course_rows(history: History, width: int) -> list[Row]:
    """Return all rows of the page."""
    if not history.turns:
        return [row(), row(" No turn has been played yet. This page fills as you play.")]
    points, losses = points_rows(history), losses_rows(history)
    rows: list[Row] = [row()]
    if width >= BESIDE:
        rows += [_side_by_side(left, right) for left, right in zip_longest(points, losses, fillvalue=row())]
    else:
        rows += [*points, row(), *losses]
    if any(map(any, _points_by_turn(history))):
        rows += [line for text in _scale_in_words(history) for line in _indented_rows(text, width, 1)]
    story = Story(history)
    for part in (turned_rows(story, width), dice_rows(story, width), ground_rows(history, width)):
        if part:
            rows += [row(), *part]
    earned = story.achievements()
    if earned:
        rows += [row(), (Span(" "), Span("Earned", "heading"))]
        rows += [line for each in earned for line in _indented_rows(f" {each}", width, 2)]
    return rows


def _side_by_side(left: Row, right: Row) -> Row:
    """Return two rows side by side."""
    used = sum(len(span.text) for span in left)
    return (*left, Span(" " * max(1, CHART + 2 - used)), *right)


# -- points by turn


def points_rows(history: History) -> list[Row]:
    """Return a chart of both sides' points at the end of each Game-Turn, on the scale that decides the game."""
    lines = _points_by_turn(history)
    if not any(map(any, lines)):
        return [row(" This scenario has no Victory Points.")]
    low, high = min(map(min, lines)), max(map(max, lines))
    step = max(1, (CHART - 7) // max(1, len(lines[0]) - 1))
    grid: dict[tuple[int, int], Span] = {}
    for side in (0, 1):
        letter, style = letter_of(history.scenario, side), f"chip_{history.scenario.colors(side)}"
        for at, value in enumerate(lines[side]):
            y = round((high - value) * (HEIGHT - 1) / (high - low or 1))
            for x in range(1, step):
                if at < len(lines[side]) - 1:
                    grid.setdefault((y, at * step + x), Span("-" if side else "."))
            grid[y, at * step] = Span(letter, style)
    rows: list[Row] = [(Span(" "), Span("Points at the end of each turn", "heading"))]
    columns = (len(lines[0]) - 1) * step + 1
    for y in range(HEIGHT):
        value = round(high - y * (high - low) / (HEIGHT - 1))
        label = f"{value:>4} " if y % 3 == 0 else "     "
        rows.append((Span(label, "dim"), Span("|", "frame"), *(grid.get((y, x), Span(" ")) for x in range(columns))))
    rows.append((Span("     "), Span("+" + "-" * columns, "frame")))
    rows.append((Span(_turn_labels(history, step), "dim"),))
    return rows


def _points_by_turn(history: History) -> tuple[list[int], list[int]]:
    """Return each side's weighted points at the start and at the end of each Game-Turn."""
    scale, ends = history.scale, by_game_turn(history)
    points = [history.turns[0].points_before, *(turn.points for turn in ends.values())]
    first, second = ([each[side] * scale.weights[side] + scale.handicap[side] for each in points] for side in (0, 1))
    return first, second


def _turn_labels(history: History, step: int) -> str:
    """Return the line of Game-Turn numbers below the chart, as many as fit."""
    text = "turn  "
    for at, turn in enumerate(["0", *map(str, by_game_turn(history))]):
        column = 6 + at * step
        if column > len(text) or at == 0:
            text = text[:column].ljust(column) + turn if at else text + turn
    return text


def _scale_in_words(history: History) -> list[str]:
    """Return sentences about the scale, for comparing the two lines."""
    names = [side.adjective for side in history.scenario.sides]
    letters = [letter_of(history.scenario, side) for side in (0, 1)]
    sentences = ["  ".join(f"{letter} {name}" for letter, name in zip(letters, names, strict=True))]
    for side in (0, 1):
        if history.scale.weights[side] > 1:
            often = times(history.scale.weights[side])
            sentences.append(f"Each {names[side]} point counts {often} here, as it does in the result.")
        ahead = history.scale.handicap[side]
        if ahead:
            added = f"The {names[side]} score here includes {count(ahead, 'extra point')}"
            sentences.append(f"{added}: the other side must lead by that many to win.")
    return sentences


# -- strength lost


def losses_rows(history: History) -> list[Row]:
    """Return a chart of the strength lost in each Game-Turn, the First Player's on the left of the axis."""
    lost = strength_lost(history)
    names = [side.adjective for side in history.scenario.sides]
    sums = [sum(each[side] for each in lost.values()) for side in (0, 1)]
    most = max((max(each) for each in lost.values()), default=0) or 1
    styles = [f"chip_{history.scenario.colors(side)}" for side in (0, 1)]
    rows: list[Row] = [
        (Span("Strength lost", "heading"), Span(f"   {names[0]} {sums[0]} : {names[1]} {sums[1]}")),
        row(),
    ]
    for turn, (first, second) in lost.items():
        if not first and not second:
            continue
        left, right = (round(value * LONGEST_BAR / most) or bool(value) for value in (first, second))
        rows.append(
            (
                Span(f"{turn:>4} ", "dim"),
                Span(" " * (LONGEST_BAR - left)),
                Span("#" * left, styles[0] if left else ""),
                Span(f" {first or '':>3}"),
                Span(" | ", "frame"),
                Span(f"{second or '':<3} "),
                Span("#" * right, styles[1] if right else ""),
            )
        )
    return rows if len(rows) > 2 else [*rows, row(" No unit has been lost.")]


# -- turning points


def turned_rows(story: Story, width: int) -> list[Row]:
    """Return the turning points: the turn, the event, its gains, and the points after it."""
    if not story.swings:
        return []
    rows: list[Row] = [(Span(" "), Span("Turning points", "heading"))]
    for swing in story.swings:
        turn, words = swing.turn, story.words
        summary = f"{story.turned(turn).title}: {words.gains(turn, sign='-')}. Then {words.points(turn.points)}"
        rows += _indented_rows(
            f"{swing.number}  turn {turn.turn:<3} {words.adjectives[turn.side]} Player-Turn. {summary}", width, 12
        )
    return rows


# -- dice


def dice_rows(story: Story, width: int) -> list[Row]:
    """Return the dice of both sides, and a verdict on their luck."""
    history = story.history
    if not history.fights:
        return []
    rows: list[Row] = [
        (Span(" "), Span("The die", "heading"), Span("      rolls    1  2  3  4  5  6   average (3.5 is fair)", "dim"))
    ]
    for side, info in enumerate(history.scenario.sides):
        rolled = course.rolls(history.fights, side)
        faces = "".join(f"{number:>3}" for number in rolled.faces)
        mean = f"{rolled.mean:.2f}" if rolled.dice else "-"
        rows.append(row(f"  {info.adjective:<10} {rolled.dice:>5}  {faces}   {mean}"))
    rows += _indented_rows(story.luck(), width, 1)
    found = course.best_and_worst(history.fights)
    if found is not None:
        rows += _indented_rows(f"Best   {fight_in_words(history, found[0])}", width, 8)
        rows += _indented_rows(f"Worst  {fight_in_words(history, found[1])}", width, 8)
    return rows


def fight_in_words(history: History, fight: Fight) -> str:
    """Return a combat in short: `3/77 on unit 20 at 1317, turn 3: +4, die 1, D2`."""
    names, board = history.end.state.names, history.scenario.board
    attackers = capital(listed(names(fight.combat.attackers + fight.combat.barrage), 2)) or "Ground Support"
    at = board.describe(fight.place)
    defenders = listed(names(fight.combat.defenders), 2)
    rolled = f"{signed(fight.differential)}, die {fight.die}, {fight.result}"
    return f"{attackers} on {defenders} at {at}, turn {fight.turn}: {rolled}"


def _indented_rows(text: str, width: int, indent: int) -> list[Row]:
    """Return a text in rows of a page, with its later lines indented."""
    return text_rows(text, min(width, 80), indent=" ", hang=" " * indent)


TALL = 4
"""Lines of a chart of ground."""
MARGIN = 7
"""Columns on the left of the chart."""
COLUMNS = 72
"""Maximum columns for all Game-Turns together."""


def letter_of(scenario: Scenario, side: int) -> str:
    """Return the letter of a side in charts; as on the map, that of the Germans is lowercase."""
    letter = scenario.sides[side].name[:1]
    return letter.lower() if scenario.colors(side) in ("german", "ss") else letter.upper()


def ground_rows(history: History, width: int) -> list[Row]:
    """Return charts and lists of the ground held; empty in a battle without places and measures."""
    ends = [at for at, turn in enumerate(history.turns) if by_game_turn(history)[turn.turn] is turn]
    rows: list[Row] = []
    for name, values in measures_over_time(history).items():
        rows += [*_rows_of_chart(history, name, [values[at + 1] for at in ends]), row()]
    for part in (_rows_of_roads(history, width), _rows_of_places(history, ends)):
        rows += [*part, row()] if part else []
    return rows[:-1]


def _rows_of_chart(history: History, name: str, values: Sequence[Measure]) -> list[Row]:
    """Return a chart of a measure, one column per Game-Turn, with the numbers below."""
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
    rows.append((Span("   now "), Span(_numbers_below(numbers, step), "bold")))
    rows.append((Span("  turn "), Span(_numbers_below(turns, step), "dim")))
    return rows


def _numbers_below(numbers: Sequence[int], step: int) -> str:
    """Return the numbers below the columns of a chart, as many as fit."""
    every = 1 if max(len(str(number)) for number in numbers) < step else 2
    return "".join(
        f"{number if (len(numbers) - 1 - at) % every == 0 else '':>{step}}" for at, number in enumerate(numbers)
    )


def _rows_of_roads(history: History, width: int) -> list[Row]:
    """Return when and where each side cut or opened roads."""
    words = Words(history.scenario)
    changes = [(turn, news) for turn in history.turns for news in roads(turn.began, turn.ended, words)]
    rows: list[Row] = [(Span(" "), Span("Roads", "heading"))] if changes else []
    for turn, news in changes:
        head = f"   turn {turn.turn:<3} {words.adjectives[turn.side]}: "
        lines = wrap(f"{head}{news.text}", min(width, 78), subsequent_indent=" " * 12, drop_whitespace=True)
        rows += [row(line) for line in lines]
    return rows


def _rows_of_places(history: History, ends: Sequence[int]) -> list[Row]:
    """Return the side that would have scored each place at the end of each Game-Turn."""
    held = places_over_time(history)
    if not held:
        return []
    room = max(len(name) for name in held) + 2
    rows: list[Row] = [(Span(" "), Span("Places held", "heading"), Span(", one column per Game-Turn", "dim"))]
    for name, owners in held.items():
        spans = [Span(f"  {name:<{room}}"), *(_sign_of_owner(history.scenario, owners[at]) for at in ends)]
        rows.append(tuple(spans))
    return rows


def _sign_of_owner(scenario: Scenario, side: int) -> Span:
    """Return one character for the owner of a place."""
    return Span(".", "dim") if side < 0 else Span(letter_of(scenario, side), f"chip_{scenario.colors(side)}")
