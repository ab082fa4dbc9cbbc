"""A reason: what it is worth, in points, and its words; and the names of units and places in it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.ai.value.view import View
from westwall_tui.engine import queries
from westwall_tui.engine.words import count, in_words, listed

WORTH_TELLING = 0.25
"""Points by which a part of the value must differ to be named."""
LEAST_SHOWN = 0.05
"""Points from which a reason shows its number."""
FEW_NAMES = 2
"""More units than this are counted, not named."""


class Reason(NamedTuple):
    """One reason and its points; below 0 it speaks against the order."""

    points: float
    text: str

    def __str__(self) -> str:
        """Its points stand at the end, where `ai.POINTS` finds them."""
        but = "but " if self.points < 0 else ""
        return f"{but}{self.text} ({self.points:+.1f})" if abs(self.points) >= LEAST_SHOWN else f"{but}{self.text}"


def names_of(view: View, units: Sequence[int], *, blocked: Mapping[int, int] | None = None, where: bool = False) -> str:
    """Units in one phrase; those with a room of 0 in `blocked` are marked. `where`: bare numbers with their hexes."""
    said = []
    for unit in units:
        counter, h = view.game.state.units[unit], view.position.where[unit]
        at = f" at {view.game.state.number(h)}" if where and counter.id.isdigit() and h >= 0 else ""
        said.append(counter.name + at + (" (no way out)" if (blocked or {}).get(unit) == 0 else ""))
    return listed(said)


def names_or_number(view: View, units: Sequence[int], more: str) -> str:
    """Units by their names, or how many they are."""
    return names_of(view, units) if len(units) <= FEW_NAMES else f"{in_words(len(units))} {more}"


def is_or_are(units: Sequence[int]) -> str:
    return "is" if len(units) == 1 else "are"


def town_at(view: View, h: int) -> str:
    """The name of the place worth points in which a hex lies, or nothing; whole areas of the map do not count."""
    return next((each.name for each in queries.objectives(view.game) if not each.area and h in each.hexes), "")


def hexes_in_words(n: int) -> str:
    """`one hex`, `two hexes`."""
    return count(n, "hex", "hexes")


def number_in_words(n: int) -> str:
    """A number without its noun: `two`, `none`."""
    return in_words(n) if n else "none"


def compared_in_words(n: int, other: int, one: str, many: str) -> tuple[str, str]:
    """What is counted in two places: `two hexes`, `none`; in figures both where one is: `6 hexes`, `8`."""
    if n and in_words(max(n, other)).isdigit():
        return f"{n} {one if n == 1 else many}", str(other) if other else "none"
    return count(n, one, many), number_in_words(other)
