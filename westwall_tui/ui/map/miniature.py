"""The board with a character a hex, for the corner of a page: what ground there is, who stands where, what scores."""

from collections.abc import Mapping
from dataclasses import replace

from westwall_tui.ui.map.overview import OnBoard, Overview

NAMES = 16
"""Twice the names that a board as small as this has, since it has half as many characters as the smallest overview."""


class Miniature(Overview):
    """The overview at its smallest. Where two hexes share a cell, the one that matters more is shown."""

    names = NAMES
    leads = False
    narrow = 1

    def _lines_a_row(self, lines: int, rows: int) -> float:
        return min(1.0, lines / (rows + 0.5))

    def _put(self, h: int, right: int, char: str, role: str) -> None:
        super()._put(h, 0, char, role)  # there is one cell only

    def _draw_board(self, seen: OnBoard) -> None:
        super()._draw_board(replace(seen, lines=()))  # its signs are those of entry areas, too

    def _draw_bridges(self, crossings: Mapping[tuple[int, int], str]) -> None:
        """None: there is no room."""

    def _draw_water_names(self) -> None:
        """None: there is no room."""
