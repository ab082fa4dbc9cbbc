"""The figures, and the table that `make bench` prints."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """A figure and its promised limit."""

    what: str
    worst: float | None
    """The worst value measured; None if it could not be measured, and then `note` says why."""
    unit: str
    goal: float | None
    """The limit that the figure must keep; None if nothing is promised."""
    higher: bool = False
    """True if more is better."""
    middle: float | None = None
    """The median, if there are several values."""
    note: str = ""

    @property
    def verdict(self) -> str:
        """A word that says whether the goal was met."""
        if self.worst is None:
            return "not measured"
        if self.goal is None:
            return ""
        return "met" if (self.worst >= self.goal if self.higher else self.worst <= self.goal) else "MISSED"

    @property
    def miss(self) -> str:
        """A sentence that says which goal was missed and by how much; empty if none was."""
        if self.verdict != "MISSED":
            return ""
        assert self.worst is not None
        assert self.goal is not None
        sign = "at least" if self.higher else "at most"
        return f"{self.what} is {_number(self.worst)} {self.unit}; the goal is {sign} {_number(self.goal)} {self.unit}."


class Measured(NamedTuple):
    """A figure of one battle or one key."""

    value: float
    where: str


def worst_of(
    what: str, found: Sequence[Measured], unit: str, goal: float | None, *, higher: bool = False, note: str = ""
) -> Figure:
    """Return the worst of some figures, with its place and the median."""
    if not found:
        return Figure(what, None, unit, goal, higher, note=note or "nothing was found to measure")
    worst = (min if higher else max)(found)
    text = f"worst: {worst.where}" + (f"; {note}" if note else "")
    return Figure(what, worst.value, unit, goal, higher, median(m.value for m in found), text)


def show(figures: Sequence[Figure]) -> str:
    """Return the table as text, with notes and a sentence for each missed goal."""
    rows = [("", "worst", "median", "goal", "")]
    for figure in figures:
        sign = "" if figure.goal is None else f"{'>=' if figure.higher else '<='} {_number(figure.goal)}"
        worst = "-" if figure.worst is None else f"{_number(figure.worst)} {figure.unit}"
        rows.append((figure.what, worst, "" if figure.middle is None else _number(figure.middle), sign, figure.verdict))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    notes = [f"{figure.what}: {figure.note}" for figure in figures if figure.note]
    return "\n".join([*lines, *_part("Notes", notes), *_part("Missed", misses(figures))])


def misses(figures: Iterable[Figure]) -> list[str]:
    """Return the missed goals in sentences."""
    return [figure.miss for figure in figures if figure.miss]


def _part(heading: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield from ("", f"{heading}:", *(f"  {line}" for line in lines))


def _number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) or value >= 100 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"
