"""Results in a CSV file, one game a line: a game whose line is not whole is played again."""

from collections.abc import Sequence
from pathlib import Path

from westwall_tui.tools.simulate import lines
from westwall_tui.tools.simulate.games import Result


def read(path: Path) -> list[Result]:
    """The results in a file; empty if there is none. Raises `ValueError` for a file of another kind."""
    return lines.read(path, Result)


def append(path: Path, results: Sequence[Result]) -> None:
    """Add results to a file, with headings if it is new."""
    lines.append(path, results)
