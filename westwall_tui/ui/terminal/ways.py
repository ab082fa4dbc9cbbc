"""Ways of the terminal's cursor from cell to cell: the codes of the shortest, and its bytes."""

import sys
from functools import lru_cache

STEPS_DOWN = 0 if sys.platform == "win32" else 3
"""Up to so many lines down a vertical tab for each is shorter; it keeps the column, though on Windows not always."""
STEPS_BACK = 3
"""Up to so many cells back it is shorter to go step by step."""
STOP = 8
"""Cells from tab stop to tab stop."""
COLUMNS = 1 << 10
"""More than a screen has."""


class CursorWays:
    """The ways on a screen."""

    def __init__(self, width: int, *, tabs: bool = False) -> None:
        """`width`: of the screen. `tabs`: whether a tab goes to the next eighth column."""
        self.width = width
        self._tabs = tabs
        self._across: dict[int, str] = {}
        self._bytes_across: dict[int, list[int]] = {}

    def codes(self, y: int, x: int, to_y: int, to_x: int) -> str:
        """The shortest way from a cell to another. Which column it is in after a line's last, nobody knows."""
        if y == to_y and 0 <= x <= to_x < self.width:
            return self._codes_across(x, to_x)  # forward on its line: nothing else is shorter
        ways = []
        if y >= 0 and x < self.width:
            ways.append(codes_for_lines_down(to_y - y) + self._codes_across(x, to_x))
        ways.append(f"\x1b[{to_y + 1};{to_x + 1}H")
        if 0 <= y <= to_y:
            ways.append(f"\r{codes_for_lines_down(to_y - y)}{self._codes_across(0, to_x)}")
        return min(ways, key=len)

    def bytes_across(self, x: int) -> list[int]:
        """The bytes of the shortest way along a line to each column."""
        found = self._bytes_across.get(x)
        if found is None:
            found = [len(self._codes_across(x, to_x)) for to_x in range(self.width + 1)]
            self._bytes_across[x] = found
        return found

    @staticmethod
    def bytes_from_anywhere(to_y: int, to_x: int) -> int:
        """The bytes of the code that leads to a cell wherever the cursor is."""
        return 4 + len(f"{to_y + 1}{to_x + 1}")

    def _codes_across(self, x: int, to_x: int) -> str:
        """The shortest way along a line."""
        key = x * COLUMNS + to_x
        found = self._across.get(key)
        if found is None:
            found = self._across[key] = min(self._each_across(x, to_x), key=len)
        return found

    def _each_across(self, x: int, to_x: int) -> list[str]:
        """Ways along a line: by steps, and by tabs with steps forth or back from the last stop."""
        steps = _codes_for_steps_across(to_x - x)
        if not self._tabs or to_x < x:
            return [steps]
        before = to_x // STOP
        stops = [stop for stop in (before, before + 1) if x < stop * STOP < self.width]
        return [
            steps,
            *("\t" * (stop - x // STOP) + _codes_for_steps_across(to_x - stop * STOP) for stop in stops),
        ]


@lru_cache(maxsize=16)
def ways_on(width: int, *, tabs: bool = False) -> CursorWays:
    """The ways on a screen of a width, which are found once."""
    return CursorWays(width, tabs=tabs)


def _codes_for_steps_across(count: int) -> str:
    """So many cells to the right, or back."""
    return "\b" * -count if -STEPS_BACK <= count < 0 else codes_for_steps(count, "C", "D")


@lru_cache(maxsize=1024)
def codes_for_lines_down(lines: int) -> str:
    """The shortest way so many lines down, or up."""
    if lines == -1:
        return "\x1bM"  # one up; the terminal would scroll at the top of its region, but nothing is above the screen
    return "\v" * lines if 0 < lines <= STEPS_DOWN else codes_for_steps(lines, "B", "A")


@lru_cache(maxsize=2048)
def codes_for_steps(count: int, forward: str, back: str) -> str:
    """So many steps forward, or back."""
    number = str(abs(count)) if abs(count) > 1 else ""
    return f"\x1b[{number}{forward if count > 0 else back}" if count else ""


@lru_cache(maxsize=2048)
def bytes_of_lines_down(lines: int) -> int:
    """The bytes of the shortest way so many lines down, or up."""
    return len(codes_for_lines_down(lines))
