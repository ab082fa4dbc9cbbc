"""The lines of the table that `make bench` prints."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """One figure, and what is promised of it."""

    what: str
    value: float | None
    """None when it could not be measured; then `note` says why."""
    unit: str
    floor: float | None
    """What it must not be worse than; None where there is only an aim."""
    aim: float
    higher: bool
    """Whether more is better."""
    note: str = ""

    @property
    def verdict(self) -> str:
        """`aim`, `floor` or `MISSED`, by what has been met."""
        if self.value is None:
            return "-"
        if self.meets(self.aim):
            return "aim met"
        if self.floor is not None and self.meets(self.floor):
            return "floor met"
        return "MISSED"

    def meets(self, limit: float) -> bool:
        """Whether the value is as good as that."""
        assert self.value is not None
        return self.value >= limit if self.higher else self.value <= limit


def show(figures: list[Figure]) -> str:
    """The table as text."""
    rows = [("", "measured", "floor", "aim", "")]
    for figure in figures:
        sign = ">=" if figure.higher else "<="
        value = "-" if figure.value is None else f"{figure.value:.{2 if figure.value < 100 else 0}f} {figure.unit}"
        floor = "" if figure.floor is None else f"{sign} {figure.floor:g}"
        rows.append((figure.what, value, floor, f"{sign} {figure.aim:g}", figure.verdict))
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    notes = [f"{figure.what}: {figure.note}" for figure in figures if figure.note]
    return "\n".join([*lines, *([""] if notes else []), *notes])


def middle(values: Sequence[float]) -> float:
    """The median of several rounds: one slow round on a busy machine does not count."""
    return median(values)
