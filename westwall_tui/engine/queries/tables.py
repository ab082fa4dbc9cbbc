"""The Combat Results Table (7.61), as printed: the same in every game."""

from westwall_tui.engine.board import Line
from westwall_tui.engine.rules.results_table import FLOORS, RESULTS, column, column_name

__all__ = ["RESULTS", "column", "headings"]


def headings(line: Line) -> tuple[str, ...]:
    """The headings of the columns on a line of the table: `-1`, `+2,3`, `+6-8` ..."""
    return tuple(column_name(line, index) for index in range(len(FLOORS[line])))
