"""Values over the time of a game as steps, in blocks, in lines or in ASCII, with labels at their ends."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.scenario import Scenario
from westwall_tui.history.course import Swing, factors, strength_lost, weighed
from westwall_tui.history.record import History
from westwall_tui.words.rows import Row, Span, width_of

if TYPE_CHECKING:
    from westwall_tui.ui.map.drawn.glyphs import Blocks, Drawing


class ChartSigns(NamedTuple):
    """The characters of charts and small maps."""

    lines: tuple[str, str]
    """For each side the characters of its line: across, down, and the corners above left, above right, below left and
    below right."""
    fill: str
    here: str
    """The sign of the current place on the timeline."""
    fight: str
    blocks: "Blocks | None" = None
    """The blocks of a drawn map; then lines and maps are made of blocks."""


ASCII_CHART = ChartSigns(("=|++++", "-|++++"), ".", "^", ".")
LINE_CHART = ChartSigns(("═║╔╗╚╝", "━┃┏┓┗┛"), "░", "▲", "·")


def chart_signs(drawing: "Drawing | None", *, fine: bool) -> ChartSigns:
    """Return the characters that suit the map: its blocks if it is drawn, lines if it has more than ASCII."""
    if drawing is not None:
        return LINE_CHART._replace(blocks=drawing.blocks)
    return LINE_CHART if fine else ASCII_CHART


class Curve(NamedTuple):
    """Values over time, in steps."""

    starts: Sequence[int]
    """The time at which each step begins; the first is 0."""
    end: int
    values: Mapping[int, Sequence[int]]
    """For each side that has a line, the value of each step."""

    def columns(self, width: int) -> Sequence[int]:
        """Return where each step begins if the whole time has this many columns."""
        return [self.column(start, width) for start in self.starts]

    def column(self, time: int, width: int) -> int:
        """Return the column of a time."""
        return time * width // self.end

    @property
    def low(self) -> int:
        """The lowest value of the scale."""
        return min(0, *(value for line in self.values.values() for value in line))

    @property
    def high(self) -> int:
        """The highest value of the scale."""
        return max(self.low + 1, *(value for line in self.values.values() for value in line))

    def levels(self, width: int, height: int, high: int = 1) -> Mapping[int, Sequence[int]]:
        """Return by side the level of each column, from 0 at the top. A cell of the chart has `high` levels.

        Two different values are never in the same cell: one of them is moved to the next cell.
        """
        low, whole = self.low, self.high - self.low
        exact = {
            side: [(height - 1) * (1 - (value - low) / whole) for value in line] for side, line in self.values.items()
        }
        steps = {side: [*map(round, line)] for side, line in exact.items()}
        if len(steps) > 1:
            for at, (one, other) in enumerate(zip(*self.values.values(), strict=True)):
                upper, lower = [*steps][:: 1 if one > other else -1]
                cell = steps[lower][at] // high
                if one == other or steps[upper][at] // high != cell:
                    continue
                above, below = cell * high - 1, (cell + 1) * high
                if above < 0 or (below < height and below - exact[lower][at] < exact[upper][at] - above):
                    steps[lower][at] = below
                else:
                    steps[upper][at] = above
        columns = self.columns(width)
        return {side: [line[bisect_right(columns, x) - 1] for x in range(width)] for side, line in steps.items()}


def by_player_turn(history: History) -> Curve:
    """Return both sides' points on the scale that decides the game. Each Player-Turn has one unit of time."""
    first, second = weighed(history)
    return Curve(range(len(first)), len(first), {0: first, 1: second})


def by_order(history: History) -> Curve:
    """Return both sides' points on the scale that decides the game. Each order has one unit of time."""
    first, second = weighed(history)
    return Curve([0, *(turn.end for turn in history.turns)], len(history.log) + 1, {0: first, 1: second})


# -- the steps


Spot = tuple[int, int]


def step_rows(
    curve: Curve, scenario: Scenario, width: int, height: int, signs: ChartSigns, played: int = -1
) -> list[Row]:
    """Return the lines of a curve. The area between two lines is filled in the color of the side that leads.

    An area under a single line is filled in its own color. Columns from `played` on are darker, unless it is -1.
    """
    cells = _in_blocks(curve, width, height, signs.blocks) if signs.blocks else _in_lines(curve, width, height, signs)
    sides = list(curve.values)
    high = signs.blocks.high if signs.blocks else 1
    levels = {side: [y // high for y in line] for side, line in curve.levels(width, height * high, high).items()}
    rows: list[Row] = []
    for y in range(height):
        spans = []
        for x in range(width):
            dim = 0 <= played <= x
            char, side = cells.get((x, y), ("", 0))
            if char:
                role = f"{'fill' if dim else 'side'}_{scenario.colors(side)}"
            else:
                upper = min(sides, key=lambda each: levels[each][x])
                below = max(levels[each][x] for each in sides) if len(sides) > 1 else height
                filled = not dim and levels[upper][x] < y < below
                char, role = (signs.fill, f"fill_{scenario.colors(upper)}") if filled else (" ", "")
            spans.append(Span(char, role))
        rows.append(tuple(spans))
    return rows


Cells = dict[Spot, tuple[str, int]]
"""The cells of lines: each with its character and its side. Where both sides have the same value, they take turns."""


def _in_lines(curve: Curve, width: int, height: int, signs: ChartSigns) -> Cells:
    """Return the cells of lines that are made of characters."""
    found: Cells = {}
    both = curve.levels(width, height)
    for side in curve.values:
        across, down, above_left, above_right, below_left, below_right = list(signs.lines[side])
        levels = both[side]
        before = levels[0]
        for x, y in enumerate(levels):
            if (x, y) not in found or x % 4 < 2:
                found[x, y] = across, side
            if y != before:
                found |= {(x, line): (down, side) for line in range(min(before, y), max(before, y))}
                found[x, before] = (above_right if y > before else below_right), side
                found[x, y] = (below_left if y > before else above_left), side
            before = y
    return found


def _in_blocks(curve: Curve, width: int, height: int, blocks: "Blocks") -> Cells:
    """Return the cells of lines that are made of blocks. In a cell of both lines, the one with more blocks is shown."""
    bits: dict[Spot, dict[int, int]] = {}
    for side, levels in curve.levels(2 * width, height * blocks.high, blocks.high).items():
        before = levels[0]
        for x, y in enumerate(levels):
            for line in range(min(before, y), max(before, y) + 1):
                cell = bits.setdefault((x // 2, line // blocks.high), {})
                cell[side] = cell.get(side, 0) | 1 << (x % 2 + 2 * (line % blocks.high))
            before = y
    found: Cells = {}
    for (x, y), cell in bits.items():
        side = max(cell, key=lambda each: (cell[each].bit_count(), each if x % 4 < 2 else -each))
        found[x, y] = blocks.glyphs[cell[side]], side
    return found


# -- the chart with its labels


def chart_rows(
    history: History,
    width: int,
    height: int,
    signs: ChartSigns,
    swings: Sequence[Swing] = (),
    chosen: int = -1,
    *,
    losses: bool = True,
) -> list[Row]:
    """Return the points by Player-Turn: the numbers of turning points, `height` lines, the Game-Turns and the losses.

    `chosen` is the index of the turning point whose number is marked. The losses can be left out.
    """
    curve = by_player_turn(history)
    left, right = margins(history)
    columns = max(10, width - left - right)
    ends = [curve.column(history.turns.index(swing.turn) + 1, columns) for swing in swings]
    return [
        *([_row_of_pins(ends, left, columns, chosen)] if swings else []),
        *labeled_rows(curve, history.scenario, left, columns, height, signs, side_labels(history)),
        label_row(turn_labels(history, curve, columns), left, "dim"),
        *(losses_rows(history, curve, left, columns) if losses else []),
    ]


def margins(history: History) -> tuple[int, int]:
    """Return the columns for the labels on the left and on the right of a chart."""
    names = [side.adjective for side in history.scenario.sides]
    ends = [*map(width_of, side_labels(history).values()), *(1 + len(text) for text in _sums_of_losses(history))]
    return 2 + max(4, *map(len, names)), max(ends)


def side_labels(history: History, points: Sequence[int] | None = None) -> Mapping[int, Row]:
    """Return by side its name as a chip with points, by default those at the end."""
    found = {}
    for side, info in enumerate(history.scenario.sides):
        chip = Span(info.adjective, f"chip_{history.scenario.colors(side)}")
        now = (points or history.turns[-1].points)[side]
        found[side] = Span(" "), chip, Span(f" {now}{factors(history, side)}")
    return found


def labeled_rows(
    curve: Curve, scenario: Scenario, left: int, columns: int, height: int, signs: ChartSigns,
    ends: Mapping[int, Row], played: int = -1,
) -> list[Row]:  # fmt: skip
    """Return the steps with values of the scale on their left, and on their right a label for each side.

    `left` is the width of the margin on the left, `columns` the width of the steps.
    """
    scale = {height - 1: curve.low, height // 2: round((curve.low + curve.high) / 2)} if height > 3 else {}
    scale |= {height - 1: curve.low, 0: curve.high}
    high = signs.blocks.high if signs.blocks else 1
    at = {side: line[-1] // high for side, line in curve.levels(columns, height * high, high).items()}
    if len(set(at.values())) < len(at):
        above = max(0, at[0] - 1)
        at = {0: above, 1: above + 1}
    labels = {at[side]: label for side, label in ends.items()}
    rows = step_rows(curve, scenario, columns, height, signs, played)
    return [(Span(f"{scale.get(y, ''):>{left - 1}} ", "dim"), *line, *labels.get(y, ())) for y, line in enumerate(rows)]


def turn_labels(history: History, curve: Curve, columns: int) -> Sequence[tuple[int, str]]:
    """Return the Game-Turns, each with the column in which it begins; the first with the word `turn` if there is room.

    The steps of the curve are the Player-Turns.
    """
    begins = {turn.turn: curve.starts[at] for at, turn in reversed([*enumerate(history.turns)])}
    labels = [(curve.column(time, columns), str(turn)) for turn, time in sorted(begins.items())]
    worded = f"turn {labels[0][1]}"
    if len(labels) < 2 or labels[1][0] > labels[0][0] + len(worded):
        labels[0] = labels[0][0], worded
    return placed(labels, columns)


def placed(labels: Iterable[tuple[int, str]], width: int) -> Sequence[tuple[int, str]]:
    """Return as many labels as fit in a line, each at or before its column; the last one always fits."""
    found: list[tuple[int, str]] = []
    wanted = list(labels)
    for number, (column, label) in enumerate(wanted):
        x = max(0, min(column, width - len(label)))
        if number == len(wanted) - 1:
            while found and found[-1][0] + len(found[-1][1]) >= x:
                found.pop()
        if not found or found[-1][0] + len(found[-1][1]) < x:
            found.append((x, label))
    return found


def label_row(labels: Iterable[tuple[int, str]], left: int, style: str = "") -> Row:
    """Return a line with labels at their columns, after a margin."""
    line = ""
    for x, label in labels:
        line = f"{line:<{x}}{label}"
    return (Span(" " * left + line, style),)


def _row_of_pins(ends: Sequence[int], left: int, columns: int, chosen: int) -> Row:
    """Return the numbers of the turning points above the ends of their Player-Turns, at least one blank apart."""
    places: list[int] = []
    for end in ends:
        places.append(max(end, places[-1] + 2 if places else 0))
    for at in reversed(range(len(places))):
        places[at] = min(places[at], columns - 1 if at == len(places) - 1 else places[at + 1] - 2)
    spans: list[Span] = [Span(" " * left)]
    for at, place in enumerate(places):
        spans.append(Span(" " * (left + place - width_of(tuple(spans)))))
        spans.append(Span(str(at + 1), "chip_cursor" if at == chosen else "key"))
    return tuple(spans)


# -- the timeline


def timeline_rows(history: History, at: int, width: int, height: int, signs: ChartSigns) -> list[Row]:
    """Return a game as a timeline: points in `height` lines, Game-Turns with the place after `at` orders, and combats.

    The game after that place is darker. A combat in which units were lost is marked with `x`. Without a height, the
    points are left out.
    """
    left, right = margins(history) if height else (1, 1)
    columns = max(10, width - left - right - 1)
    curve = by_order(history) if height else Curve([0], len(history.log) + 1, {})
    here = curve.column(at, columns)
    begins = {turn.turn: turn.first for turn in reversed(history.turns)}
    turns = placed([(curve.column(first, columns), str(turn)) for turn, first in sorted(begins.items())], columns)
    (axis,) = label_row(turns, left)
    line = axis.text.ljust(left + columns)
    fights = {curve.column(fight.order + 1, columns): signs.fight for fight in history.fights}
    fights |= {curve.column(loss.order + 1, columns): "x" for loss in history.losses}
    marks = "".join(fights.get(x, " ") for x in range(columns))
    rows: list[Row] = []
    if height:
        labels = side_labels(history)
        rows = labeled_rows(curve, history.scenario, left, columns, height, signs, labels, here + 1)
    return [
        *rows,
        (Span(line[: left + here], "key"), Span(signs.here, "chip_cursor"), Span(line[left + here + 1 :], "dim")),
        (Span(" " * left), Span(marks[: here + 1]), Span(marks[here + 1 :], "dim")),
    ]


# -- losses


def _sums_of_losses(history: History) -> Sequence[str]:
    """Return by side how many units it lost, with their strength: `4 lost (13)`; empty texts if no unit was lost."""
    if not history.losses:
        return "", ""
    units = history.scenario.units
    counts = [sum(units[loss.unit].side == side for loss in history.losses) for side in (0, 1)]
    sums = [sum(each[side] for each in strength_lost(history).values()) for side in (0, 1)]
    return [f"{count} lost ({total})" if count else "none lost" for count, total in zip(counts, sums, strict=True)]


def losses_rows(history: History, curve: Curve, left: int, columns: int) -> list[Row]:
    """Return a row for each side with the strength that it lost in each Game-Turn, below the chart's Game-Turns.

    Return no rows if no unit was lost.
    """
    if not history.losses:
        return []
    begins = {turn.turn: at for at, turn in reversed([*enumerate(history.turns)])}
    rows: list[Row] = []
    for side, info in enumerate(history.scenario.sides):
        lost = {turn: each[side] for turn, each in strength_lost(history).items()}
        labels = [(curve.column(begins[turn], columns), str(points or "-")) for turn, points in lost.items()]
        kept = placed(labels, columns)
        if len(kept) < len(labels):
            kept = placed([label for label in labels if label[1] != "-"], columns)
        chip = Span(info.adjective, f"chip_{history.scenario.colors(side)}")
        (line,) = label_row(kept, left - 1 - len(info.adjective))
        room = " " * (left + columns + 1 - 1 - len(info.adjective) - len(line.text))
        rows.append((Span(" "), chip, line, Span(room), Span(_sums_of_losses(history)[side], "dim")))
    return rows


def letter_of(scenario: Scenario, side: int) -> str:
    """Return the letter of a side in charts; as on the map, that of the Germans is lowercase."""
    letter = scenario.sides[side].name[:1]
    return letter.lower() if scenario.colors(side) in ("german", "ss") else letter.upper()
