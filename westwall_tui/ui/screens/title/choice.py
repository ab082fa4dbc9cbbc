"""The first screen at a terminal that can draw: sample maps in each style, from which the player picks one."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from textual.events import Key
from textual.geometry import Size as Extent

from westwall_tui.engine.board import Place
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS, blocks_for, drawing_for
from westwall_tui.ui.map.drawn.swatches import specimen
from westwall_tui.ui.map.hexes.counters import Token
from westwall_tui.ui.map.pane.still import StillMap
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import HIGH, LARGER, WIDE
from westwall_tui.ui.terminal.page import PaperScreen
from westwall_tui.words.keymap import OF_THE_APP
from westwall_tui.words.rows import Row, Span, row, text_rows

GROUND = ["ff....", "f..^^.", ".o..%.", "f.....", "..ff,."]
RIVER = "0103/0104 0203/0204 0203/0303 0303/0304 0304/0403 0403/0404 0404/0504 0504/0505 0505/0604 0604/0605"
ROAD = "0201 0202 0203 0204 0205"
UNITS = {
    "0204": Token("inf", (4, 3), "1", "4-3-7", "german"),
    "0402": Token("PAR", (5, 5), "2", "5-5-7", "us"),
    "0303": Token("TNK", (6, 4), "3", "6-4-10", "british"),
}
GAP = 2
"""Columns between two pictures."""
STEPS = {"left": -1, "up": -1, "right": 1, "down": 1}


class MapStyle(NamedTuple):
    """A style of the map."""

    glyphs: str
    blocks: str
    about: str


class ChoiceScreen(PaperScreen):
    """The sample maps side by side: arrows choose one and Enter picks it, or a number picks one at once."""

    def __init__(self, preferences: Preferences, go_on: Callable[[], object]) -> None:
        """Call `go_on` once the choice is saved."""
        super().__init__()
        self._preferences, self._go_on = preferences, go_on
        drawn = [MapStyle("drawn", SEXTANTS.name, "drawn, fine"), MapStyle("drawn", QUADRANTS.name, "drawn, coarse")]
        known = blocks_for(os.environ) is SEXTANTS
        if known:
            drawn = [MapStyle("drawn", "auto", "drawn")]
        self.map_styles: Sequence[MapStyle] = (MapStyle("ascii", "auto", "letters and symbols"), *drawn)
        self._at = int(known)  # the best style that the terminal is known to show
        self._maps = [self._sample(style) for style in self.map_styles]

    def _sample(self, style: MapStyle) -> StillMap:
        """Return a piece of map in a style."""
        board = specimen(GROUND, rivers=[RIVER], roads=[ROAD])
        board = replace(board, places=(Place("Lent", "town", (board.hex("0203"),)),))
        view = StillMap(board)
        if style.glyphs == "drawn":
            view.drawing = drawing_for(self._preferences.palette, style.blocks, os.environ)
        view.show_units({board.hex(number): token for number, token in UNITS.items()})
        return view

    def paint(self) -> None:
        """Paint the question, the samples, and the explanation of the keys."""
        width, height = self.size
        wide = self._maps[0].picture.width
        left = max(1, (width - len(self._maps) * (wide + GAP) + GAP) // 2)
        heads: list[Span] = [Span(" " * left)]
        for number, style in enumerate(self.map_styles, 1):
            chosen = number - 1 == self._at
            text = f"{'> ' if chosen else '  '}{number} {style.about}"
            heads += [Span(text, "key@here" if chosen else ""), Span(" " * (wide + GAP - len(text)))]
        rows: list[Row] = [row(), row(f"{' ' * left}How should the map look?", "heading"), row(), tuple(heads), row()]
        pictures = [view.rows(Extent(wide, self._maps[0].picture.height)) for view in self._maps]
        between = Span(" " * GAP)
        rows += [
            (Span(" " * left), *chain(*((*line, between) for line in lines))) for lines in zip(*pictures, strict=True)
        ]
        advice = (
            "Choose a picture with Left and Right and press Enter, or press its number. "
            "If a picture has stripes or gaps, choose another."
        )
        later = f"You can change it later with {self.keymap.first('characters')} on the map."
        if width < WIDE or height < HIGH:
            later += f" {LARGER}"
        rows += [
            row(),
            *text_rows(advice, width - left, indent=" " * left),
            *text_rows(later, width - left, "dim", indent=" " * left),
        ]
        self._paper.show(rows[:height])

    def on_key(self, event: Key) -> None:
        """Choose another style, or pick one."""
        if event.key in OF_THE_APP or not self.is_active:
            return
        event.stop()
        numbers = [str(number) for number in range(1, len(self.map_styles) + 1)]
        if event.key in STEPS:
            self._at = (self._at + STEPS[event.key]) % len(self.map_styles)
            self.paint()
        elif event.key in ("enter", "space", *numbers):
            style = self.map_styles[numbers.index(event.key) if event.key in numbers else self._at]
            self._preferences.choose(style.glyphs, style.blocks)
            self._go_on()
