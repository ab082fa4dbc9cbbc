"""The map where there are no colors: brackets round Allied counters, a black hole under the cursor, room for numbers.

German counters are white. An Allied one is bold, and its word stands in brackets: `[INF]`. Columns of hexes lie half a
hex apart, so beside the upper line of a counter stands the lower one of its neighbor: no bracket is another's.
What stands beside a counter stays: its ground, a road, water, an objective, a zone, instead of a bracket if need be.
"""

from collections.abc import Collection, Iterator, Mapping

from westwall_tui.ui.map.geometry import Spot
from westwall_tui.ui.map.hexes.counters import Token
from westwall_tui.ui.map.hexes.numbers import HALF, ON_THE_WAY, REACHED
from westwall_tui.ui.map.sheet.canvas import Canvas
from westwall_tui.ui.map.sheet.printed import FREE
from westwall_tui.ui.map.signs import DONE

BARE = ("grid", "rail", "trail", *FREE)
"""What makes way for a bracket, by its role: a trail would seem the dash of a number. Roads and waters stay."""
BRACKETS = "[]"
NATIONS = ("german", "ss")
"""Whose counters are white."""


def spots_beside(canvas: Canvas, h: int) -> Iterator[Spot]:
    """The cells of the picture at the left and at the right of a hex's counter."""
    ox, oy = canvas.origin(h)
    return ((ox + x, oy + y) for x, y in canvas.size.frame if 0 <= ox + x < canvas.width)


def spots_of_counter(canvas: Canvas, h: int) -> Iterator[Spot]:
    """The cells of the picture that a counter in a hex would have."""
    ox, oy = canvas.origin(h)
    return ((ox + x, oy + y) for y, row in enumerate(canvas.size.counter) for x in row)


class Brackets:
    """What stands on a line of the map beside Allied counters: brackets on their first, blanks on the others."""

    def __init__(self, canvas: Canvas, tokens: Mapping[int, Token], y: int) -> None:
        self._cells: dict[int, tuple[str, str]] = {}
        """By column."""
        signs: dict[int, tuple[str, str]] = {}
        for h, token in tokens.items():
            line = y - canvas.origin(h)[1]
            if token.german or not 0 <= line < len(canvas.size.counter):
                continue
            ends = sorted(x for x, at in spots_beside(canvas, h) if at == y)
            if line:
                self._cells |= dict.fromkeys(ends, (" ", ""))
            else:
                middle = canvas.origin(h)[0] + canvas.size.middle
                signs |= {x: (BRACKETS[x > middle], "us_done" if token.state == DONE else "us") for x in ends}
        self._cells |= signs

    def draw(self, cells: list[tuple[str, str]]) -> None:
        """Lay them over a line of the board."""
        for x, cell in self._cells.items():
            char, role = cells[x]
            cells[x] = cell if role.partition("@")[0] in BARE else (char, self.role_beside(char, role))

    def __contains__(self, x: object) -> bool:
        return x in self._cells

    def role_beside(self, char: str, role: str) -> str:
        """How a sign is painted that stands in place of one: no letter is bold there, as the counter's own are."""
        return "" if char.isalpha() else role


def role_under_cursor(role: str) -> str:
    """The role of a cell of the counter under the cursor: a German one is black, a hole among white ones."""
    nation = next((nation for nation in NATIONS if role.startswith(nation)), "")
    return role.replace(nation, "us", 1) if nation else role


# -- numbers


def part_numbers(cells: list[tuple[str, str]], numbers: Collection[int]) -> None:
    """Blanks in place of what leads right up to a number of the reach, and of what would make two of them a fraction.

    `=4` and `3/4` would be read as one. `numbers`: the columns in which marks stand.
    """
    found = {x for x in numbers if _is_number(*cells[x])}
    for x in {x + aside for x in found for aside in (-1, 1)} & {*range(len(cells))}:
        role = cells[x][1].partition("@")[0]
        if role in ("road", "trail", "rail") or (role == "grid" and {x - 1, x + 1} <= found):
            cells[x] = " ", ""


def _is_number(char: str, role: str) -> bool:
    return role.partition("@")[0] in (REACHED, ON_THE_WAY) and (char.isdigit() or char == HALF)
