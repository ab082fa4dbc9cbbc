"""The Combat Results Table (7.61), as printed, and what its results mean (7.62): the same in every game."""

from westwall_tui.engine.rules.results_table import FLOORS, LOST, RESULTS, column, column_name, effect, results
from westwall_tui.engine.terrain import Line

__all__ = ["LOST", "RESULTS", "column", "effect", "headings", "results"]


def headings(line: Line) -> tuple[str, ...]:
    """The headings of the columns on a line of the table: `-1`, `+2,3`, `+6-8` ..."""
    return tuple(column_name(line, index) for index in range(len(FLOORS[line])))
