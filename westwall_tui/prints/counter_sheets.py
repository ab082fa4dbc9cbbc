"""Counters to cut out: sheets of a battle's units, with the fronts on one page and the backs on the next."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine.scenario import Scenario
from westwall_tui.prints.counters import COLORS, DOT, SYMBOLS, entry_in_words, formation_colors
from westwall_tui.prints.drawing import HEIGHT, box, line, moved, path, text, width_of
from westwall_tui.prints.sheet import MARGIN, Sheet, units

FACE = 0.7 * HEIGHT
"""The side of a counter in drawing units: 11.2 mm for hexes of 16 mm, half an inch for hexes of 18.1 mm."""
BORDER = 7.0
"""The width of the border around the counters of a sheet, which has the cut marks, in millimeters."""
TICK = 4.0
"""The length of a cut mark, in millimeters."""
PRINT = 0.9
"""The share of a counter's side that a line of text may fill."""


class PrintedCounter(NamedTuple):
    """A unit of one of the scenarios, and the text about its arrival for the counter's back."""

    scenario: Scenario
    unit: int
    arrival: str


def counter_sheets(name: str, scenarios: Sequence[Scenario], hex_mm: float, paper: tuple[float, float]) -> list[Sheet]:
    """Yield sheets with the units of some scenarios, each unit once, fronts and backs in turn.

    `paper` is the width and height of the paper in millimeters. Backs are mirrored from left to right, for paper that
    is turned on its long edge.
    """
    border = units(BORDER, hex_mm)
    room = [units(side - 2 * MARGIN, hex_mm) - 2 * border for side in paper]
    across, down = (int(length / FACE + 1e-6) for length in room)
    if not across or not down:
        return []
    found = []
    every = printed(scenarios)
    for number, start in enumerate(range(0, len(every), across * down), 1):
        own = every[start : start + across * down]
        rows = -(-len(own) // across)
        grid = _Grid(border, across, rows)
        title = f"{name}, counters, sheet {number}"
        for side, draw in (("front", front), ("back", back)):
            drawn = [grid.marks(hex_mm), text("fine", border, border * 0.35, f"{title}, {side}")]
            for i, each in enumerate(own):
                column = i % across if side == "front" else across - 1 - i % across
                drawn.append(moved(*grid.middle(column, i // across), draw(each)))
            found.append(Sheet(f"{title}, {side}", "".join(drawn), *grid.size, "#fff"))
    return found


class _Grid(NamedTuple):
    """A sheet of counters side by side, so that each cut separates two of them."""

    border: float
    across: int
    down: int

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the sheet."""
        return self.across * FACE + 2 * self.border, self.down * FACE + 2 * self.border

    def middle(self, column: int, row: int) -> tuple[float, float]:
        """Return the center of a counter."""
        return self.border + (column + 0.5) * FACE, self.border + (row + 0.5) * FACE

    def marks(self, hex_mm: float) -> str:
        """Draw marks at the ends of all cuts."""
        width, height = self.size
        long = units(TICK, hex_mm)
        ends = []
        for x in (self.border + FACE * i for i in range(self.across + 1)):
            ends += [((x, y), (x, y + away * long)) for y, away in ((self.border, -1), (height - self.border, 1))]
        for y in (self.border + FACE * i for i in range(self.down + 1)):
            ends += [((x, y), (x + away * long, y)) for x, away in ((self.border, -1), (width - self.border, 1))]
        return path("cut", "".join(map(line, ends)))


def printed(scenarios: Sequence[Scenario]) -> list[PrintedCounter]:
    """Return each unit of the scenarios once, by side and formation.

    It has its arrival if all scenarios agree on that.
    """
    first: dict[str, tuple[Scenario, int]] = {}
    arrivals: dict[str, set[str]] = {}
    for scenario in scenarios:
        for unit, own in enumerate(scenario.units):
            first.setdefault(own.id, (scenario, unit))
            arrivals.setdefault(own.id, set()).add(_arrival_in_words(scenario, unit))
    found = []
    for (scenario, unit), texts in zip(first.values(), arrivals.values(), strict=True):
        found.append(PrintedCounter(scenario, unit, next(iter(texts)) if len(texts) == 1 else ""))
    groups = sorted(dict.fromkeys(map(_group_of_counter, found)), key=lambda group: group[0])
    return sorted(found, key=lambda each: groups.index(_group_of_counter(each)))


def _group_of_counter(each: PrintedCounter) -> tuple[int, str]:
    own = each.scenario.units[each.unit]
    return own.side, own.formation


def _arrival_in_words(scenario: Scenario, unit: int) -> str:
    """Return where or when a unit enters play; empty if its player sets it up."""
    placed = dict(scenario.placed)
    if unit in placed:
        return scenario.board.number(placed[unit])
    group = scenario.arrivals.get(unit)
    return "" if group is None else f"GT {group.turn}{entry_in_words(scenario, unit)}"


def front(each: PrintedCounter) -> str:
    """Draw a counter's front around 0,0: designation, size, symbol and strengths."""
    own = each.scenario.units[each.unit]
    ground, ink = COLORS[each.scenario.army(each.unit)]
    color = formation_colors(each.scenario)[own.side, own.formation]
    symbol = SYMBOLS[own.kind]
    s = own.strength
    found = [
        _draw_face(ground),
        _draw_line(own.designation, -13.5, 11.5, ink, bold=True),
        box("symbol", -13, -11.5, 26, 16, f' style="fill:{color}"'),
        f'<path class="symbol" transform="translate(0,-3.5)" d="{symbol.replace(DOT, "")}"/>\n',
        f'<path class="dot" transform="translate(0,-3.5)" d="{DOT}"/>\n' if DOT in symbol else "",
        text("size", 19, -1, own.size, f' style="fill:{ink};font-size:8px"'),
    ]
    if own.is_artillery:
        found.append(_draw_line(f"{s.barrage}-{s.fpf}-{s.range}", 13.5, 9.5, ink, bold=True))
        found.append(_draw_line(f"{s.defense}-{s.movement}", 22, 9.5, ink, bold=True))
    else:
        found.append(_draw_line(str(s), 20.5, 13.5, ink, bold=True))
    return "".join(found)


def back(each: PrintedCounter) -> str:
    """Draw a counter's back around 0,0: designation, formation, and its hex, or its Game-Turn and entry."""
    own = each.scenario.units[each.unit]
    ground, ink = COLORS[each.scenario.army(each.unit)]
    formation = wrap(own.formation, 13, break_long_words=False)[:2]
    when, _, where = each.arrival.partition(", ")
    return "".join(
        (
            _draw_face(ground),
            _draw_line(own.designation, -10, 14, ink, bold=True),
            *(_draw_line(words, -1 + 7 * i, 7, ink) for i, words in enumerate(formation)),
            _draw_line(when, 15 if where else 18, 8.5, ink, bold=True),
            _draw_line(where, 22, 6.5, ink) if where else "",
        )
    )


def _draw_face(ground: str) -> str:
    half = FACE / 2
    return box("counter", -half, -half, FACE, FACE, f' style="fill:{ground}"')


def _draw_line(words: str, y: float, size: float, ink: str, *, bold: bool = False) -> str:
    """Draw a line of text across the middle of a counter, in smaller type if the text is long."""
    size = min(size, size * PRINT * FACE / max(1.0, width_of(words, size, bold=bold)))
    weight = "bold" if bold else "normal"
    return text("print", 0, y, words, f' style="fill:{ink};font-size:{size:.2f}px;font-weight:{weight}"')


def stacked_pages(name: str, sheets: Sequence[Sheet]) -> Sheet:
    """Join sheets one below the other in one SVG file."""
    return Sheet(
        name,
        "".join(_draw_pages(sheets)),
        max(sheet.width for sheet in sheets),
        sum(sheet.height for sheet in sheets),
        "#fff",
    )


def _draw_pages(sheets: Sequence[Sheet]) -> Iterator[str]:
    y = 0.0
    for sheet in sheets:
        yield moved(0, y, sheet.drawn)
        y += sheet.height
