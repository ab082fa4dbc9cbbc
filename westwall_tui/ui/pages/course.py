"""The course of a game: points by turn, strength lost, ground held, dice, and how it turned."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Score
from westwall_tui.engine.scenario import Scenario
from westwall_tui.history import luck
from westwall_tui.history.course import Swing, by_game_turn, places_over_time, strength_lost, swings
from westwall_tui.history.record import Fight, History, listed
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, Span, row

HEIGHT = 10
"""Lines of the chart of points."""
BESIDE = 78
"""With so many columns, two charts stand side by side."""
CHART = 38
"""Columns of each of them."""
LONGEST_BAR = 9
FAIR = 3.5
"""The mean of a fair die."""


def course_screen(game: Game) -> PageScreen:
    """The course of the game so far, as a page. Of what is still secret it shows what both sides may know."""
    history = History(game.known(-1) if game.outcome is None else game)
    return PageScreen("The course of the game", lambda width: course_rows(history, width))


def course_rows(history: History, width: int) -> list[Row]:
    """All of the page."""
    if not history.turns:
        return [row(), row(" No turn has been played yet. This page fills as you play.")]
    points, losses = points_rows(history), losses_rows(history)
    rows: list[Row] = [row()]
    if width >= BESIDE:
        rows += [_side_by_side(left, right) for left, right in zip_longest(points, losses, fillvalue=row())]
    else:
        rows += [*points, row(), *losses]
    if any(map(any, _lines(history))):
        rows += [line for text in _scale_in_words(history) for line in _indented(text, width, 1)]
    for part in (turned_rows(history, width), dice_rows(history, width), ground_rows(history)):
        if part:
            rows += [row(), *part]
    return rows


def _side_by_side(left: Row, right: Row) -> Row:
    """Two rows beside each other."""
    used = sum(len(span.text) for span in left)
    return (*left, Span(" " * max(1, CHART + 2 - used)), *right)


# -- points by turn


def points_rows(history: History) -> list[Row]:
    """The points of both sides at the end of each Game-Turn, on the scale that decides the game."""
    lines = _lines(history)
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


def _lines(history: History) -> tuple[list[int], list[int]]:
    """What each side's points weigh, at the start and at the end of each Game-Turn."""
    scale, ends = history.scale, by_game_turn(history)
    points = [history.turns[0].points_before, *(turn.points for turn in ends.values())]
    first, second = ([each[side] * scale.weights[side] + scale.handicap[side] for each in points] for side in (0, 1))
    return first, second


def _turn_labels(history: History, step: int) -> str:
    """The numbers of the Game-Turns under the chart, as many as there is room for."""
    text = "turn  "
    for at, turn in enumerate(["0", *map(str, by_game_turn(history))]):
        column = 6 + at * step
        if column > len(text) or at == 0:
            text = text[:column].ljust(column) + turn if at else text + turn
    return text


def _scale_in_words(history: History) -> list[str]:
    """What to know before one reads one line against the other."""
    names = [side.name for side in history.scenario.sides]
    letters = [letter_of(history.scenario, side) for side in (0, 1)]
    said = ["  ".join(f"{letter} {name}" for letter, name in zip(letters, names, strict=True))]
    for side in (0, 1):
        if history.scale.weights[side] > 1:
            said.append(f"{names[side]} points count {history.scale.weights[side]} times, since that decides the game.")
        ahead = history.scale.handicap[side]
        if ahead:
            said.append(f"{ahead} are added to the {names[side]} side: the other must be so many ahead.")
    return said


def letter_of(scenario: Scenario, side: int) -> str:
    """The letter of a side in charts; the German's is small, as on the map."""
    letter = scenario.sides[side].name[:1]
    return letter.lower() if scenario.colors(side) in ("german", "ss") else letter.upper()


# -- strength lost


def losses_rows(history: History) -> list[Row]:
    """The strength that both sides lost in each Game-Turn, to both sides of one axis."""
    lost = strength_lost(history)
    names = [side.name for side in history.scenario.sides]
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
    return rows if len(rows) > 2 else [*rows, row(" Nobody has lost a unit.")]


# -- how it turned


def turned_rows(history: History, width: int) -> list[Row]:
    """The turning points: when, what it brought, and how the points stood then."""
    found = swings(history)
    if not found:
        return []
    rows: list[Row] = [(Span(" "), Span("How it turned", "heading"))]
    for swing in found:
        rows += _indented(f"{swing.number}  turn {swing.turn.turn:<3} {swing_in_words(history, swing)}", width, 12)
    return rows


def swing_in_words(history: History, swing: Swing) -> str:
    """A turning point in a sentence: the cause that moved most points, and the points after it."""
    names = [side.name for side in history.scenario.sides]
    turn = swing.turn
    changes = account_changes(turn.account_before, turn.account)
    side, cause, by = max(changes, key=lambda each: abs(each[2])) if changes else (0, "", 0)
    points = f"{names[0]} {turn.points[0]} : {names[1]} {turn.points[1]}"
    why = f"{cause}, {names[side]} {by:+d}" if cause else "the points move"
    return f"{names[turn.side]} Player-Turn: {why}. Then {points}"


def account_changes(before: Sequence[Score], after: Sequence[Score]) -> list[tuple[int, str, int]]:
    """How an account changed: side, cause, points. A line whose number changed is the same line."""

    def key(line: Score) -> tuple[int, str]:
        return line.side, line.place or re.sub(r"\d+", "#", line.cause.split(":")[0])

    was, now, said = Counter[tuple[int, str]](), Counter[tuple[int, str]](), dict[tuple[int, str], str]()
    for lines, sums in ((before, was), (after, now)):
        for line in lines:
            sums[key(line)] += line.points
            said[key(line)] = line.place or line.cause.split(":")[0]
    moved = [(*name, now[name] - was[name]) for name in said if now[name] != was[name]]
    return [(side, said[side, cause], by) for side, cause, by in moved]


# -- dice


def dice_rows(history: History, width: int) -> list[Row]:
    """The dice of both sides, and whether they were luck."""
    if not history.fights:
        return []
    scenario = history.scenario
    rows: list[Row] = [
        (Span(" "), Span("The die", "heading"), Span("      rolls    1  2  3  4  5  6   mean, fair is 3.5", "dim"))
    ]
    for side, info in enumerate(scenario.sides):
        rolled = luck.rolls(history.fights, side)
        faces = "".join(f"{count:>3}" for count in rolled.faces)
        mean = f"{rolled.mean:.2f}" if rolled.dice else "-"
        rows.append(row(f"  {info.name:<10} {rolled.dice:>5}  {faces}   {mean}"))
    rows += _indented(luck_in_words(history), width, 1)
    found = luck.best_and_worst(history.fights)
    if found is not None:
        rows += _indented(f"Best   {fight_in_words(history, found[0])}", width, 8)
        rows += _indented(f"Worst  {fight_in_words(history, found[1])}", width, 8)
    return rows


def luck_in_words(history: History) -> str:
    """Which way the dice leaned, by how much, and how often so uneven a game comes up."""
    found = luck.luck(history.fights)
    often = max(1, round(found.chance * 10))
    lucky = history.scenario.sides[0 if found.hexes > 0 else 1].name
    hexes = abs(round(found.hexes))
    if not hexes:
        return "The dice were even."
    games = f"{often} games in 10 are at least so uneven" if often < 10 else "Few games are more even"
    return f"The dice leaned to the {lucky} side: they were worth {_count(hexes, 'hex', 'hexes')} of retreat. {games}."


def fight_in_words(history: History, fight: Fight) -> str:
    """`3/77 on 20 at 1317, turn 3: +4, die 1, D2`."""
    ids, board = history.end.state.ids, history.scenario.board
    attackers = listed(ids(fight.combat.attackers + fight.combat.barrage), 2) or "Ground Support"
    at = board.describe(fight.where[fight.combat.defenders[0]])
    defenders = listed(ids(fight.combat.defenders), 2)
    rolled = f"{fight.differential:+d}, die {fight.die}, {fight.result}"
    return f"{attackers} on {defenders} at {at}, turn {fight.turn}: {rolled}"


# -- ground


def ground_rows(history: History) -> list[Row]:
    """Who would have scored each place at the end of each Game-Turn."""
    held = places_over_time(history)
    if not held:
        return []
    ends = [at for at, turn in enumerate(history.turns) if by_game_turn(history)[turn.turn] is turn]
    room = max(len(name) for name in held) + 2
    rows: list[Row] = [(Span(" "), Span("Ground held", "heading"), Span(", a column for each Game-Turn", "dim"))]
    for name, owners in held.items():
        spans = [Span(f"  {name:<{room}}"), *(_owner(history.scenario, owners[at]) for at in ends)]
        rows.append(tuple(spans))
    return rows


def _owner(scenario: Scenario, side: int) -> Span:
    """Who has a place, in one character."""
    return Span(".", "dim") if side < 0 else Span(letter_of(scenario, side), f"chip_{scenario.colors(side)}")


def _indented(text: str, width: int, indent: int) -> list[Row]:
    """A text in rows of a page, its later lines indented."""
    return [row(f" {line}") for line in wrap(text, min(width, 80) - 1, subsequent_indent=" " * indent)]


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
