"""The bar below a game that is watched: its turns to scale in orders, the place in it, the points as they changed."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from westwall_tui.history.record import History
from westwall_tui.ui.terminal.pane import TextPane
from westwall_tui.ui.terminal.rows import Row, Span, row


class TrackPane(TextPane):
    """The bar."""

    DEFAULT_CSS = "TrackPane { width: 1fr; height: 4; }"


class BarSigns(NamedTuple):
    """The characters of the bar: what is played, what is to come, where a turn begins, and the place."""

    played: str = "="
    left: str = "."
    turn: str = "|"
    here: str = "O"


ASCII_BAR, DRAWN_BAR = BarSigns(), BarSigns("\u2501", "\u2500", "\u253c", "\u25cf")


def track_rows(history: History, at: int, width: int, signs: BarSigns) -> list[Row]:
    """Turns, bar, and a line for each side with its points where they changed; without points only the first two."""
    length = len(history.log)

    def column(orders: int) -> int:
        return 1 + orders * (width - 3) // max(1, length)

    begins = {turn.turn: turn.first for turn in reversed(history.turns)}
    bar = [signs.played if x < column(at) else signs.left for x in range(1, width - 1)]
    for first in begins.values():
        bar[column(first) - 1] = signs.turn
    here = column(at) - 1
    turns = _spread(((column(first), str(turn)) for turn, first in sorted(begins.items())), width)
    rows = [
        row(turns, "key"),
        (
            Span(" " + "".join(bar[:here]), "key"),
            Span(signs.here, "chip_cursor"),
            Span("".join(bar[here + 1 :]), "dim"),
        ),
    ]
    if not any(turn.ended.account or turn.began.account for turn in history.turns):
        return rows
    for side, about in enumerate(history.scenario.sides):
        chip = Span(f"{about.name}", f"chip_{history.scenario.colors(side)}")
        changes = _spread(_changes(history, side, column), width, after=len(about.name) + 1)
        rows.append((chip, *row(changes[len(about.name) :])))
    return rows


def _changes(history: History, side: int, column: Callable[[int], int]) -> Iterable[tuple[int, str]]:
    """The points of a side where they changed, at the end of the Player-Turn that changed them; first as it began."""
    if not history.turns:
        return
    last = history.turns[0].points_before[side]
    yield column(history.turns[0].first), str(last)
    for turn in history.turns:
        if turn.points[side] != last:
            last = turn.points[side]
            yield column(turn.end), str(last)


def _spread(labels: Iterable[tuple[int, str]], width: int, after: int = 0) -> str:
    """Labels in a line from `after` on, each at its column; one without room is left out, but never the last."""
    placed: list[tuple[int, str]] = []
    found = list(labels)
    for number, (wanted, label) in enumerate(found):
        x = max(after, min(wanted, width - len(label) - 1))
        if number == len(found) - 1:
            while placed and placed[-1][0] + len(placed[-1][1]) >= x:
                placed.pop()
        if not placed or placed[-1][0] + len(placed[-1][1]) < x:
            placed.append((x, label))
    line = ""
    for x, label in placed:
        line = f"{line:<{x}}{label}"
    return line
