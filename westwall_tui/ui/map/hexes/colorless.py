"""The map without colors: brackets around Allied counters, a dark counter under the cursor, blanks beside numbers.

German counters are white. An Allied counter is bold, and its word is in brackets: `[INF]`. Columns of hexes are half a
hex apart, so the upper line of a counter has the lower lines of its neighbors beside it, and no bracket can belong to
two counters. A bracket does not replace the ground, water, an objective or a zone beside a counter. However, each
counter has at least one bracket if that hides only ground or a road.
"""

from collections.abc import Collection, Iterator, Mapping

from westwall_tui.ui.map.geometry import Spot
from westwall_tui.ui.map.hexes.counters import CROSSINGS, Token
from westwall_tui.ui.map.hexes.numbers import HALF, ON_THE_WAY, REACHED
from westwall_tui.ui.map.sheet.canvas import Canvas
from westwall_tui.ui.map.sheet.printed import FREE, WATERS
from westwall_tui.ui.map.signs import DONE, SIGNS

BARE = ("grid", "rail", "trail", *FREE)
"""Roles that a bracket may cover.

A trail must be covered, because it would look like a minus sign. Waters and some roads stay.
"""
BRACKETS = "[]"
ENTRY = SIGNS["entry"].role
FLAT_WATERS = "~-"
"""The signs of water along flat hexsides."""
SEEN_BEYOND = {*WATERS, *CROSSINGS}
"""The signs beside which a water stays visible even if a blank covers one of its cells."""
NATIONS = ("german", "ss")
"""Nations whose counters are white."""


def spots_beside(canvas: Canvas, h: int) -> Iterator[Spot]:
    """Return the cells on both sides of a hex's counter."""
    ox, oy = canvas.origin(h)
    return ((ox + x, oy + y) for x, y in canvas.size.frame if 0 <= ox + x < canvas.width)


def spots_of_counter(canvas: Canvas, h: int) -> Iterator[Spot]:
    """Return the cells that a counter in a hex would take."""
    ox, oy = canvas.origin(h)
    return ((ox + x, oy + y) for y, row in enumerate(canvas.size.counter) for x in row)


class Brackets:
    """The cells beside Allied counters on a line of the map: brackets at their first line, blanks at the others."""

    def __init__(self, canvas: Canvas, tokens: Mapping[int, Token], y: int) -> None:
        self._blanks: list[int] = []
        """Columns beside the lower lines of counters."""
        self._ends: list[tuple[list[int], str]] = []
        """For each counter whose word is on the line, the columns beside it and the role of its brackets."""
        self._beside_germans: list[int] = []
        """Columns beside German counters."""
        for h, token in tokens.items():
            line = y - canvas.origin(h)[1]
            if not 0 <= line < len(canvas.size.counter):
                continue
            ends = sorted(x for x, at in spots_beside(canvas, h) if at == y)
            if token.german:
                self._beside_germans += ends
            elif line:
                self._blanks += ends
            else:
                self._ends.append((ends, "us_done" if token.state == DONE else "us"))

    def draw(self, cells: list[tuple[str, str]], signs: Mapping[int, tuple[str, str]]) -> None:
        """Draw the brackets and blanks over a line of the map.

        `signs` has, by column, the signs in and beside hexes' counters.

        A bracket leaves signs, ways, waters and crossings in sight, except a road that continues beyond it. A counter
        that would have no bracket gets one in place of the ground, or of a road.
        """
        told = {x for x, (char, _) in signs.items() if char != " "}
        for x in (x for x in self._blanks if x not in told and _role(cells[x]) in BARE):
            cells[x] = " ", ""
        for ends, role in self._ends:
            free = [x for x in ends if x not in told and self._has_room(cells, x, -1 if x == ends[0] else 1)]
            others = [x for x in ends if _role(cells[x]) in (*BARE, "road")]
            found = free or sorted(others, key=lambda x: _role(cells[x]) not in BARE)[:1]
            for x in found:
                cells[x] = BRACKETS[x == ends[-1]], role
        beside = {*self._blanks, *(x for ends, _ in self._ends for x in ends)}
        beside |= {x for x in self._beside_germans if _role(cells[x]) == ENTRY}
        for x in (x for x in beside if cells[x][0].isalpha()):
            cells[x] = cells[x][0], ""  # such letters are neither bold nor white, unlike the counter's own letters

    def _has_room(self, cells: list[tuple[str, str]], x: int, outward: int) -> bool:
        """Return True if a bracket would hide only bare ground, or a road that continues beyond it."""
        beyond = x + outward
        on_road = _role(cells[x]) == "road" and 0 <= beyond < len(cells) and _role(cells[beyond]) == "road"
        return on_road or _role(cells[x]) in BARE


def _role(cell: tuple[str, str]) -> str:
    return cell[1].partition("@")[0]


def role_under_cursor(role: str) -> str:
    """Return the role of a cell of a counter under the cursor, where German counters become dark."""
    nation = next((nation for nation in NATIONS if role.startswith(nation)), "")
    return role.replace(nation, "us", 1) if nation else role


# -- names and numbers


def part_names(cells: list[tuple[str, str]], letters: Collection[int]) -> None:
    """Replace water with blanks between it and a name that begins or ends on it: `~~~Linz` would be one word.

    Without colors, water has no ground to separate them. `letters` has the columns of names. The rest of the water
    stays in sight. A town's sign beside a name is plain, unlike the name's letters.
    """
    for x in {x + aside for x in letters for aside in (-1, 1)} - {*letters}:
        around = [_role(cells[i]) for i in (x - 1, x + 1) if 0 <= i < len(cells) and i not in letters]
        if 0 <= x < len(cells) and cells[x][0] in FLAT_WATERS and _role(cells[x]) in WATERS and {*around} & SEEN_BEYOND:
            cells[x] = " ", cells[x][1]
        elif 0 <= x < len(cells) and _role(cells[x]).startswith("town"):
            cells[x] = cells[x][0], ""


def part_numbers(cells: list[tuple[str, str]], numbers: Collection[int]) -> None:
    """Replace with blanks what would be read as part of a number of the reach: `-4`, `"4`, and `3/4`.

    Roads stay beside a number, which is bold, because they would fall to pieces. `numbers` has the columns of marks.
    """
    found = {x for x in numbers if _is_number(*cells[x])}
    for x in {x + aside for x in found for aside in (-1, 1)} & {*range(len(cells))}:
        role = cells[x][1].partition("@")[0]
        if role in ("trail", "rail") or (role == "grid" and {x - 1, x + 1} <= found):
            cells[x] = " ", ""


def _is_number(char: str, role: str) -> bool:
    return role.partition("@")[0] in (REACHED, ON_THE_WAY) and (char.isdigit() or char == HALF)
