"""The first menu of the title: at the left its items, and with room for it the last game's map at the right."""

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from textual.geometry import Size as Extent

from westwall_tui import __version__
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import CONTINUE, YOUR_MOVE, MenuItem
from westwall_tui.ui.terminal.rows import Row, Span, row, shortened

if TYPE_CHECKING:
    from westwall_tui.ui.screens.lastgame import LastGame

MENU, ROOM_FOR_MAP = 28, 76
"""Columns of the first menu, and of a screen that has room for a map beside it."""
LINES_OF_LAST = 3
"""Lines under Continue that are kept free until the last game is known."""
LONGEST_TROUBLE = 9
"""Lines of a fault under the menu."""
FRAMES = (tuple("-|++++"), tuple("\u2500\u2502\u250c\u2510\u2514\u2518"))
"""The lines of a frame and its corners, in ASCII and where the terminal shows more."""
HEADS, GAP = ("New game", "Options"), -2
"""Items of the first menu with a blank line above them, and what tells that line from others that are no items."""
BANNER = (
    "W E S T W A L L",
    "Four battles, 1944-45",
)
"""The head of the first menu."""


class FrontPage:
    """The first menu as it is now."""

    def __init__(self, items: Sequence[MenuItem], at: int, last: "LastGame | None", preferences: Preferences) -> None:
        """`at`: the item under the bar; `last`: the game at the menu's side, once it is there."""
        self._items, self._at, self._last, self._preferences = items, at, last, preferences

    def rows(self, extent: Extent, trouble: str) -> list[Row]:
        """All lines but the last one, which has the keys."""
        width, height = extent
        beside = width >= ROOM_FOR_MAP
        said = wrap(trouble, width - 2)[:LONGEST_TROUBLE]
        foot = [row(f" {line}", "danger") for line in said] or [self._stand(width)]
        menu = self._menu_lines(MENU if beside else width, height - len(foot) - 2)
        menu += [row(" " * MENU)] * (height - len(foot) - 2 - len(menu))
        if beside:
            around = self._framed(Extent(width - MENU - 3, len(menu)))
            menu = [(*own, Span("  "), *right) for own, right in zip(menu, around, strict=True)]
        return [row(f"{__version__:>{width - 1}}", "dim"), *menu, *foot]

    def _menu_lines(self, width: int, room: int) -> list[Row]:
        """The lines of the first menu; with little room without blanks, then without those far from the bar."""
        about = self._last.about if self._last is not None else [""] * LINES_OF_LAST
        found = [(BANNER[0], "heading", -1), (BANNER[1], "dim", -1)]
        for number, item in enumerate(self._items):
            if item.label in HEADS or number == 0:
                found.append(("", "", GAP))
            found.append((item.label, "bold@here" if number == self._at else "", number))
            if item.label == CONTINUE:
                for text in about:
                    ink = "good" if text.startswith(YOUR_MOVE) else ""
                    found += [(f"  {line}", ink, -1) for line in wrap(text, width - 4) or [""]]
        if len(found) > room:
            found = [line for line in found if line[2] != GAP]
        bar = next(i for i, (*_, number) in enumerate(found) if number == self._at)
        first = max(0, min(bar - room // 2, len(found) - room))
        return [
            (
                Span("> " if number == self._at else "  ", "key@here" if number == self._at else ""),
                Span(text[: width - 2].ljust(width - 2), ink),
            )
            for text, ink, number in found[first:][:room]
        ]

    def _framed(self, extent: Extent) -> Sequence[Row]:
        """The last game's map in a frame, as large as that; an empty frame until it is there."""
        preferences = self._preferences
        across, upright, *corners = FRAMES[preferences.unicode or preferences.drawing is not None]
        inner = Extent(extent.width - 2, extent.height - 2)
        lines: Sequence[Row] = [row(" " * inner.width)] * inner.height
        caption = ""
        if self._last is not None:
            lines, caption = self._last.map(inner, preferences), f" {self._last.caption} "[: inner.width - 2]
        side = Span(upright, "frame")
        beyond = across * (inner.width - 1 - len(caption))
        top = (Span(corners[0] + across, "frame"), Span(caption, "heading"), Span(beyond + corners[1], "frame"))
        bottom = f"{corners[2]}{across * inner.width}{corners[3]}"
        return [top, *((side, *line, side) for line in lines), row(bottom, "frame")]

    def _stand(self, width: int) -> Row:
        """The line under the map: how the last game stands, or what the item under the bar means."""
        item = self._items[self._at]
        if item.label == CONTINUE and self._last is not None and self._last.stand:
            return shortened((Span(" "), *self._last.stand), width)
        return shortened(row(f" {' '.join(item.info())}"), width)
