"""Reasons in whole sentences, each with its worth in points, and the phrases that they are made of."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.ai.value.view import View
from westwall_tui.engine import queries
from westwall_tui.engine.words import capital, count, in_words, listed

WORTH_TELLING = 0.25
"""Minimum difference in points for which a part of the value is named."""
LEAST_SHOWN = 0.05
"""Minimum of points that a reason shows as a number."""
FEW_NAMES = 2
"""More units than this are counted, not named."""


class Reason(NamedTuple):
    """A reason for an order or, with points below 0, against it."""

    points: float
    text: str
    """One sentence or more. "It" is the unit that the order is for."""

    @classmethod
    def of(cls, points: float, clause: str, *, risk: bool = False) -> "Reason":
        """Return a reason in sentences, from a clause without its capital and its full stop."""
        before = "" if points >= 0 else "Risk: " if risk else "But "
        return cls(points, f"{capital(before + clause)}.")

    def __str__(self) -> str:
        """Return the sentences, and then the points in the form that `ai.POINTS` finds."""
        return f"{self.text} ({self.points:+.1f})" if abs(self.points) >= LEAST_SHOWN else self.text


def names_of(view: View, units: Sequence[int], *, where: bool = False) -> str:
    """Return the names of units; with `where`, a bare number is followed by its hex."""
    names = []
    for unit in units:
        counter, h = view.game.state.units[unit], view.position.where[unit]
        at = f" at {view.game.state.number(h)}" if where and counter.id.isdigit() and h >= 0 else ""
        names.append(counter.name + at)
    return listed(names)


def names_or_number(view: View, units: Sequence[int], more: str) -> str:
    """Return the names of a few units, or the number of many: `five enemies`."""
    return names_of(view, units) if len(units) <= FEW_NAMES else f"{in_words(len(units))} {more}"


def is_or_are(units: Sequence[int]) -> str:
    return "is" if len(units) == 1 else "are"


def town_at(view: View, h: int) -> str:
    """Return the name of the place worth points to which a hex belongs, else nothing; areas of the map do not count."""
    return next((each.name for each in queries.objectives(view.game) if not each.area and h in each.hexes), "")


def hexes_in_words(n: int) -> str:
    """Return `one hex`, `two hexes`."""
    return count(n, "hex", "hexes")


def number_in_words(n: int) -> str:
    """Return a number without its noun: `two`, `none`."""
    return in_words(n) if n else "none"


def compared_in_words(n: int, other: int, one: str, many: str) -> tuple[str, str]:
    """Return two counts of the same things: `two hexes`, `none`; or both in figures if one is: `6 hexes`, `12`."""
    if n and in_words(max(n, other)).isdigit():
        return f"{n} {one if n == 1 else many}", str(other) if other else "none"
    return count(n, one, many), number_in_words(other)
