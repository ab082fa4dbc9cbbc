"""The Combat Results Table (7.61): four lines of different length over one block of results."""

from bisect import bisect_right

from westwall_tui.engine.board import Line

RESULTS = (
    ("A1", "A1", "A1", "Br", "D1", "D2", "D2", "D2", "D2", "D3", "D4", "De"),
    ("A1", "A1", "A1", "A1", "Br", "D1", "D2", "D2", "D2", "D2", "D3", "D4"),
    ("A1", "A1", "A1", "A1", "A1", "Br", "D1", "D2", "D2", "D2", "D2", "D3"),
    ("A2", "A1", "A1", "A1", "A1", "Br", "Br", "D1", "D2", "D2", "D2", "D2"),
    ("A2", "A2", "A1", "A1", "A1", "A1", "Br", "Br", "D1", "D2", "D2", "D2"),
    ("Ae", "Ae", "A2", "A1", "A1", "A1", "A1", "Br", "Br", "Br", "D2", "D2"),
)
"""By die (from 1) and column."""

FLOORS = {
    Line.ROUGH: (-2, -1, 0, 1, 2, 4, 6, 9, 12),
    Line.BROKEN: (-3, -2, -1, 0, 1, 2, 4, 6, 9, 12),
    Line.GROVE: (-5, -4, -2, -1, 0, 1, 2, 4, 6, 9, 12),
    Line.CLEAR: (-7, -6, -4, -2, -1, 0, 1, 2, 4, 6, 9, 12),
}
"""For each line, the lowest differential of each column; lower ones use the first column, and above +12 use +12."""


def column(line: Line, differential: int) -> int:
    """The column, from 0, for a differential on a line."""
    return max(0, bisect_right(FLOORS[line], differential) - 1)


def column_name(line: Line, index: int) -> str:
    """The column's heading: `+2,3`, `+6-8`, `-4,3`."""
    floors = FLOORS[line]
    low = floors[index]
    if index == len(floors) - 1:
        return "+12"
    high = floors[index + 1] - 1
    if index == 0 or low == high:
        return f"{low:+d}" if low else "0"
    return f"{low:+d}{'-' if high - low > 1 else ','}{abs(high)}"


def results(line: Line, differential: int) -> tuple[str, ...]:
    """The six results, for die 1 to 6."""
    index = column(line, differential)
    return tuple(row[index] for row in RESULTS)
