"""The report's charts: the course of the points, luck combat by combat, and dice by face. Widths are in pixels."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.queries import Measure
from westwall_tui.engine.words import capital, signed
from westwall_tui.history.course import Swing, factors, rolls, walk, weighed
from westwall_tui.history.record import History
from westwall_tui.history.words import MINUS, Words
from westwall_tui.prints.drawing import clean, width_of
from westwall_tui.prints.report.styles import SideStyles

WIDE = 500
"""Width above which a chart has room for labels beside its lines."""
CONE = 1.28
"""Number of standard deviations within which eight games in ten stay."""
GRID = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Distances between grid lines, in points."""
MARKED = 5
"""Number of greatest rolls that are marked with a dot."""


class PlotArea(NamedTuple):
    """The area of a chart, and the range of the values in it."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    steps: int
    low: float
    high: float

    def x(self, step: float) -> float:
        """Return the horizontal position of a step from 0 to `steps`."""
        return self.left + (self.width - self.left - self.right) * step / max(1, self.steps)

    def y(self, value: float) -> float:
        """Return the vertical position of a value."""
        return self.top + (self.height - self.top - self.bottom) * (self.high - value) / ((self.high - self.low) or 1)

    def drawn(self, parts: Sequence[str], label: str) -> str:
        """Return the chart, with a label for screen readers."""
        size = f"0 0 {self.width} {self.height}"
        return f'<svg class="ch" viewBox="{size}" role="img" aria-label="{clean(label)}">{"".join(parts)}</svg>'


def both(draw: Sequence[str]) -> str:
    """Return a chart for wide screens and one for narrow screens, so that type has the same size on both."""
    wide, narrow = draw
    return f'<div class="wide">{wide}</div><div class="narrow">{narrow}</div>'


def course(history: History, turning: Sequence[Swing], colors: SideStyles, width: int, height: int) -> str:
    """Draw both sides' points as steps, on the scale that decides. The area between them has the leader's color."""
    rows, turns = weighed(history), history.turns
    high, low = max(map(max, rows)), min(0, *map(min, rows))
    labels = _labels_of_turns(history, width)
    right = 18 + round(max(width_of(label, 16, bold=True) for label in labels))
    frame = PlotArea(width, height, 40, right, 36 if len(turns) < 25 else 60, 34, len(turns), low, high)
    parts = [*_draw_grid(frame), *_draw_turns(frame, history)]
    for i in range(len(turns)):
        first, second = rows[0][i], rows[1][i]
        if first != second:
            kind = colors.kinds[0 if first > second else 1]
            drawn = f"M{frame.x(i):.1f} {frame.y(first):.1f}V{frame.y(second):.1f}H{frame.x(i + 1):.1f}"
            parts.append(f'<path class="s{kind}" d="{drawn}V{frame.y(first):.1f}z"/>')
    for side in (0, 1):
        steps = "".join(f"H{frame.x(i):.1f}V{frame.y(v):.1f}" for i, v in enumerate(rows[side]))
        start = f"M{frame.x(0):.1f} {frame.y(rows[side][0]):.1f}"
        parts.append(f'<path class="l{colors.kinds[side]}" d="{start}{steps}"/>')
    parts += _end_labels(frame, labels, rows, colors)
    parts += _draw_pins(frame, history, rows, turning)
    words = Words(history.scenario)
    label = "; ".join(f"turn {turn.turn}: {words.points(turn.points)}" for turn in turns if turn.side == 1)
    return frame.drawn(parts, f"Chart of the points by turn. {label}")


def _draw_grid(frame: PlotArea) -> list[str]:
    step = next((step for step in GRID if (frame.high - frame.low) / step <= 7), GRID[-1])
    values = [v for v in range(int(frame.low // step * step), int(frame.high) + 1, step) if v >= frame.low]
    return [
        f'<path class="ax" d="M{frame.left} {frame.y(v):.0f}H{frame.width - frame.right}"/>'
        f'<text x="{frame.left - 5}" y="{frame.y(v) + 4:.0f}" text-anchor="end">{v}</text>'
        for v in values
    ]


def _draw_turns(frame: PlotArea, history: History) -> list[str]:
    """Draw as many of the Game-Turns' numbers as there is room for."""
    numbers = [turn.turn for turn in history.turns]
    each = max(1, round(len(set(numbers)) / (15 if frame.width > WIDE else 8)))
    parts = []
    for number in dict.fromkeys(numbers):
        begins = numbers.index(number)
        middle = frame.x(begins + numbers.count(number) / 2)
        parts.append(f'<path class="ax" d="M{frame.x(begins):.0f} {frame.height - frame.bottom}v5"/>')
        if (number - numbers[0]) % each == 0:
            word = "turn " if begins == 0 and frame.width > WIDE else ""
            parts.append(f'<text x="{middle:.0f}" y="{frame.height - 12}" text-anchor="middle">{word}{number}</text>')
    return parts


def _labels_of_turns(history: History, width: int) -> Sequence[str]:
    """Return by side its name and points, with the factors of the scale. The text is short if there is little room."""
    found = []
    for side in (0, 1):
        name = history.scenario.sides[side].adjective
        name = name if width > WIDE or len(name) < 8 else name[:3]
        found.append(f"{name} {history.turns[-1].points[side]}{factors(history, side, '×')}")
    return found


def _end_labels(
    frame: PlotArea, labels: Sequence[str], rows: tuple[Sequence[int], Sequence[int]], colors: SideStyles
) -> list[str]:
    """Draw each side's label at the end of its line."""
    ends = [row[-1] for row in rows]
    ys = [frame.y(end) for end in ends]
    if abs(ys[0] - ys[1]) < 18:
        middle, upper = sum(ys) / 2, 0 if ends[0] >= ends[1] else 1
        ys[upper], ys[1 - upper] = middle - 9, middle + 9
    return [
        f'<text class="v v{colors.kinds[side]}" x="{frame.x(frame.steps) + 7:.0f}" y="{ys[side] + 5:.0f}">'
        f"{clean(labels[side])}</text>"
        for side in (0, 1)
    ]


def _draw_pins(
    frame: PlotArea, history: History, rows: tuple[Sequence[int], Sequence[int]], turning: Sequence[Swing]
) -> list[str]:
    """Draw the numbers of the turning points so that none covers another number."""
    used: list[tuple[float, float]] = []
    parts = []
    for swing in turning:
        i = history.turns.index(swing.turn) + 1
        ends = [frame.y(row[k]) for row in rows for k in (i - 1, i)]
        x, y = frame.x(i), min(ends) - 17
        while any(abs(x - a) < 23 and abs(y - b) < 23 for a, b in used):
            y -= 24
        y = max(y, 13)
        used.append((x, y))
        parts.append(
            f'<path class="stem" d="M{x:.0f} {y + 11:.0f}V{max(ends[1], ends[3]):.0f}"/><g class="pin">'
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="11"/><text x="{x:.0f}" y="{y + 5:.0f}">{swing.number}</text></g>'
        )
    return parts


def ground_held(history: History, values: Sequence[Measure], colors: SideStyles, width: int, height: int) -> str:
    """Draw a measure of ground as steps over the Player-Turns, with a dot where the measure's road was cut."""
    first, turns, numbers = values[0], history.turns, [each.value for each in values]
    kind = colors.kinds[1 - first.side if first.falls else first.side]
    frame = PlotArea(width, height, 40, 18 + round(width_of(str(numbers[-1]), 16, bold=True)), 14, 34, len(turns), 0,
                  max(1, *numbers))  # fmt: skip
    steps = "".join(f"H{frame.x(i):.1f}V{frame.y(n):.1f}" for i, n in enumerate(numbers))
    start = f"M{frame.x(0):.1f} {frame.y(numbers[0]):.1f}"
    bottom = frame.y(0)
    parts = [
        *_draw_grid(frame),
        *_draw_turns(frame, history),
        f'<path class="s{kind}" d="{start}{steps}V{bottom:.1f}H{frame.x(0):.1f}z"/>',
        f'<path class="l{kind}" d="{start}{steps}"/>',
        *(
            f'<circle class="dot" cx="{frame.x(i):.1f}" cy="{frame.y(numbers[i]):.1f}" r="5"/>'
            for i in range(1, len(values))
            if values[i].cut and not values[i - 1].cut
        ),
        f'<text class="v v{kind}" x="{frame.x(frame.steps) + 6:.0f}" y="{frame.y(numbers[-1]) + 5:.0f}">'
        f"{numbers[-1]}</text>",
    ]
    label = "; ".join(f"turn {turn.turn}: {numbers[i]}" for i, turn in enumerate(turns, 1) if turn.side == 1)
    return frame.drawn(parts, f"Chart: {first.name}. {label}")


def luck_walk(history: History, width: int, height: int) -> str:
    """Draw the First Player's luck, combat by combat, and the cone in which eight games in ten stay."""
    steps = list(walk(history.fights))
    high = 1.08 * max([5.0, *(abs(step.hexes) for step in steps), *(CONE * step.spread for step in steps)])
    frame = PlotArea(width, height, 34, 136 if width > WIDE else 46, 16, 30, len(steps), -high, high)
    up = [f"L{frame.x(i):.1f} {frame.y(CONE * step.spread):.1f}" for i, step in enumerate(steps, 1)]
    down = [f"L{frame.x(i):.1f} {frame.y(-CONE * step.spread):.1f}" for i, step in enumerate(steps, 1)]
    zero = f"M{frame.x(0):.0f} {frame.y(0):.0f}"
    parts = [
        f'<path class="cone" d="{zero}{"".join(up)}{"".join(reversed(down))}z"/>',
        f'<path class="ax" style="opacity:1" d="{zero}H{width - frame.right}"/>',
    ]
    grid = next(step for step in GRID if step >= 5 and high / step < 4)
    for v in range(-int(high // grid) * grid, int(high) + 1, grid):
        words = signed(v, MINUS) if v else "0"
        parts.append(f'<text x="{frame.left - 5}" y="{frame.y(v) + 4:.0f}" text-anchor="end">{words}</text>')
    turn, free = 0, 0.0
    for i, step in enumerate(steps):
        if step.fight.turn != turn:
            turn, x = step.fight.turn, frame.x(i)
            parts.append(f'<path class="ax" d="M{x:.0f} {frame.top}V{height - frame.bottom}"/>')
            if x >= free:
                word = "turn " if not free and width > WIDE else ""
                parts.append(f'<text x="{x + 3:.0f}" y="{height - 12}">{word}{turn}</text>')
                free = x + (56 if word else 26)
    line = "".join(f"L{frame.x(i):.1f} {frame.y(step.hexes):.1f}" for i, step in enumerate(steps, 1))
    parts.append(f'<path class="wl" d="{zero}{line}"/>')
    before = [0.0, *(step.hexes for step in steps)]
    great = sorted(range(len(steps)), key=lambda i: -abs(steps[i].hexes - before[i]))[:MARKED]
    parts += [
        f'<circle class="dot" cx="{frame.x(i + 1):.1f}" cy="{frame.y(steps[i].hexes):.1f}" r="4"/>'
        for i in sorted(great)
    ]
    end = before[-1]
    last = f"{signed(round(end), MINUS)}{' at the end' if width > WIDE else ''}"
    parts.append(f'<text class="v vg" x="{frame.x(len(steps)) + 6:.0f}" y="{frame.y(end) + 5:.0f}">{last}</text>')
    words_ = Words(history.scenario)
    for side, y in ((0, frame.top + 10), (1, height - frame.bottom - 3)):
        words = clean(words_.people[side])
        parts.append(f'<text x="{frame.left + 6}" y="{y}">{"▼" if side else "▲"} lucky for {words}</text>')
    label = f"Chart: over {len(steps)} combats, luck ends at {signed(round(end), MINUS)} for {words_.people[0]}"
    return frame.drawn(parts, label)


def dice(history: History, side: int, colors: SideStyles) -> str:
    """Draw how often a side rolled each number in its attacks, with a line at the expected frequency."""
    found = rolls(history.fights, side)
    most = max(*found.faces, found.dice / 6, 1)
    parts = []
    for i, often in enumerate(found.faces):
        high, x = 70 * often / most, 20 + 50 * i
        parts.append(
            f'<rect class="f{colors.kinds[side]}" x="{x}" y="{84 - high:.0f}" width="38" height="{high:.0f}"/>'
            f'<text x="{x + 19}" y="{79 - high:.0f}" text-anchor="middle">{often}</text>'
            f'<text class="v" x="{x + 19}" y="102" text-anchor="middle">{i + 1}</text>'
        )
    expected = 84 - 70 * found.dice / 6 / most
    label = ", ".join(f"{often} times {face}" for face, often in enumerate(found.faces, 1))
    people = capital(history.scenario.sides[side].people)
    return (
        f'<svg class="ch dc" viewBox="0 -12 330 120" role="img" aria-label="{clean(f"{people} rolled {label}")}">'
        f'{"".join(parts)}<path class="stem" d="M12 {expected:.0f}H322"/></svg>'
    )
