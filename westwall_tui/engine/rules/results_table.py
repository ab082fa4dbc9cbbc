"""The Combat Results Table (7.61): four lines of different length over one block of results, and their effects."""

from bisect import bisect_right
from typing import NamedTuple

from westwall_tui.engine.terrain import Line

RESULTS = (
    ("A1", "A1", "A1", "Br", "D1", "D2", "D2", "D2", "D2", "D3", "D4", "De"),
    ("A1", "A1", "A1", "A1", "Br", "D1", "D2", "D2", "D2", "D2", "D3", "D4"),
    ("A1", "A1", "A1", "A1", "A1", "Br", "D1", "D2", "D2", "D2", "D2", "D3"),
    ("A2", "A1", "A1", "A1", "A1", "Br", "Br", "D1", "D2", "D2", "D2", "D2"),
    ("A2", "A2", "A1", "A1", "A1", "A1", "Br", "Br", "D1", "D2", "D2", "D2"),
    ("Ae", "Ae", "A2", "A1", "A1", "A1", "A1", "Br", "Br", "Br", "D2", "D2"),
)
"""The results by die (from 1) and by column."""

FLOORS = {
    Line.ROUGH: (-2, -1, 0, 1, 2, 4, 6, 9, 12),
    Line.BROKEN: (-3, -2, -1, 0, 1, 2, 4, 6, 9, 12),
    Line.GROVE: (-5, -4, -2, -1, 0, 1, 2, 4, 6, 9, 12),
    Line.CLEAR: (-7, -6, -4, -2, -1, 0, 1, 2, 4, 6, 9, 12),
}
"""For each line, the lowest differential of each column; lower ones use the first column, and above +12 use +12."""


def column(line: Line, differential: int) -> int:
    """Return the column, from 0, for a differential on a line."""
    return max(0, bisect_right(FLOORS[line], differential) - 1)


def column_name(line: Line, index: int) -> str:
    """Return the column's heading: `+2,3`, `+6-8`, `-4,3`."""
    floors = FLOORS[line]
    low = floors[index]
    if index == len(floors) - 1:
        return "+12"
    high = floors[index + 1] - 1
    if index == 0 or low == high:
        return f"{low:+d}" if low else "0"
    return f"{low:+d}{'-' if high - low > 1 else ','}{abs(high)}"


def results(line: Line, differential: int) -> tuple[str, ...]:
    """Return the six results, for a die of 1 to 6."""
    index = column(line, differential)
    return tuple(row[index] for row in RESULTS)


def headings(line: Line) -> tuple[str, ...]:
    """Return the headings of the columns on a line of the table: `-1`, `+2,3`, `+6-8` ..."""
    return tuple(column_name(line, index) for index in range(len(FLOORS[line])))


# -- the effect of a result: 7.62

FURTHEST = 4
"""The longest retreat that a result requires, in hexes."""
LOST = FURTHEST + 1
"""The retreat of units that a result eliminates outright, a number larger than any required retreat."""


class Effect(NamedTuple):
    """The effect of a result on both sides: hexes to retreat, 0 for none, or `LOST`."""

    attackers: int
    defenders: int
    won: bool
    """True if the unaffected side has won, so that its units may advance (7.91)."""


def effect(result: str, *, alone: bool) -> Effect:
    """Return the effect of a result. Neither side wins by Br (a ruling).

    `alone` is True if only artillery and Ground Support attack; then D1 and Br do not affect the defender (8.15).
    """
    if result == "Br":
        return Effect(1, 0 if alone else 1, won=False)
    if result == "D1" and alone:
        return Effect(0, 0, won=False)
    asked = LOST if result[1] == "e" else int(result[1])
    return Effect(asked, 0, won=True) if result[0] == "A" else Effect(0, asked, won=True)
