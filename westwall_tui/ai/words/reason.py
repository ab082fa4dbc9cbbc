"""Reasons in whole sentences, each with its worth in points, and the phrases of which they consist."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.ai.value.view import View
from westwall_tui.engine import queries
from westwall_tui.engine.words import capital, count, in_words, listed

WORTH_TELLING = 0.25
"""Minimum difference in points for which a part of the value is named."""
LEAST_SHOWN = 0.05
"""Minimum number of points for a reason to show them."""
FEW_NAMES = 2
"""Maximum number of units that are named; more are counted."""


class Reason(NamedTuple):
    """A reason for an order; with points below 0, a reason against it."""

    points: float
    text: str
    """One or more sentences, in which "it" is the unit that the order is for."""

    @classmethod
    def of(cls, points: float, clause: str, *, risk: bool = False) -> "Reason":
        """Return a reason in sentences from a clause, which has no capital at its beginning and no full stop."""
        before = "" if points >= 0 else "Risk: " if risk else "But "
        return cls(points, f"{capital(before + clause)}.")

    def __str__(self) -> str:
        """Return the sentences, followed by the points in the form of `ai.POINTS`."""
        return f"{self.text} ({self.points:+.1f})" if abs(self.points) >= LEAST_SHOWN else self.text


def names_of(view: View, units: Sequence[int], *, where: bool = False) -> str:
    """Return the names of units. With `where`, a bare number is followed by the unit's hex."""
    names = []
    for unit in units:
        counter, h = view.game.state.units[unit], view.position.where[unit]
        at = f" at {view.game.state.number(h)}" if where and counter.id.isdigit() and h >= 0 else ""
        names.append(counter.name + at)
    return listed(names)


def names_or_number(view: View, units: Sequence[int], more: str) -> str:
    """Return the names of units if they are few, or else their number: `five enemies`."""
    return names_of(view, units) if len(units) <= FEW_NAMES else f"{in_words(len(units))} {more}"


def is_or_are(units: Sequence[int]) -> str:
    return "is" if len(units) == 1 else "are"


def town_at(view: View, h: int) -> str:
    """Return the name of the place worth points to which a hex belongs; empty if none.

    Areas of the map do not count.
    """
    return next((each.called for each in queries.objectives(view.game) if not each.area and h in each.hexes), "")


def hexes_in_words(n: int) -> str:
    """Return `one hex`, `two hexes`."""
    return count(n, "hex", "hexes")


def number_in_words(n: int) -> str:
    """Return a number without its noun: `two`, `none`."""
    return in_words(n) if n else "none"


def compared_in_words(n: int, other: int, one: str, many: str) -> tuple[str, str]:
    """Return two counts of the same things: `two hexes`, `none`.

    Or both in figures if one needs them: `6 hexes`, `12`.
    """
    if n and in_words(max(n, other)).isdigit():
        return f"{n} {one if n == 1 else many}", str(other) if other else "none"
    return count(n, one, many), number_in_words(other)
