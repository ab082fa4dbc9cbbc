"""The window on a drawn position: which cells of it have changed, and its lines as the panes write them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from westwall_tui.engine.units import Kind
from westwall_tui.ui.map.drawn.glyphs import Blocks, Drawing, Look, cell_of, fewest_codes
from westwall_tui.ui.map.drawn.layers import Layers, Traces
from westwall_tui.ui.map.drawn.sheet import DrawnSheet
from westwall_tui.ui.map.marks import Contents
from westwall_tui.ui.map.names import NamePlacer, Sight
from westwall_tui.ui.map.picture import Picture


class Scene(NamedTuple):
    """All that a map shows besides its cursor."""

    shown: Mapping[int, Contents]
    gates: Mapping[tuple[int, int], str]
    borders: Sequence[tuple[int, int]]
    kinds: Mapping[int, Kind]
    traces: Traces
    objectives: frozenset[int] = frozenset()
    """Hexes whose towns are named first."""


@lru_cache(maxsize=3)
def sheet_of(picture: Picture, blocks: Blocks) -> DrawnSheet:
    """The sheet of a picture, drawn once: those of the sizes that were shown last are kept."""
    return DrawnSheet(picture, blocks)


Span = tuple[int, int, int]
"""Cells of a line of the picture that have changed: y, the first, the one after the last."""


class Window:
    """A drawn position, seen through a window."""

    def __init__(self, picture: Picture, drawing: Drawing) -> None:
        self._layers = Layers(sheet_of(picture, drawing.blocks), drawing.colors)
        self._blocks = drawing.blocks
        self._name_placer = NamePlacer(picture, picture.names)
        self._objectives: frozenset[int] = frozenset()
        self._sight = Sight(0, 0, picture.width, picture.height)
        self._lines: dict[int, list[Look]] = {}
        """The lines that were painted last."""

    def look(self, sight: Sight) -> None:
        """Look at another part of the picture: names stand where they are whole in it."""
        if sight != self._sight:
            self._sight, self._lines = sight, {}
            self._show_names()

    def _show_names(self) -> set[int]:
        layers, placer = self._layers, self._name_placer
        cells = placer.cells(layers.occupied, self._sight, self._objectives, layers.counters)
        return layers.show_names(cells, placer.leaders)

    def show(self, scene: Scene, cursor: int, sight: Sight | None = None) -> list[Span]:
        """Show a position; the cells in sight that change."""
        layers = self._layers
        self._objectives = scene.objectives
        if sight is not None:
            self.look(sight)
        lines = layers.show_board(scene.gates, scene.borders, scene.kinds)
        lines |= layers.show_hexes(scene.shown, scene.traces)
        lines |= self._show_names()
        return self._changed_spans(lines | layers.show_cursor(cursor))

    def move_cursor(self, h: int) -> list[Span]:
        """Put the cursor on another hex; the cells in sight that change."""
        return self._changed_spans(self._layers.show_cursor(h))

    def line(self, y: int) -> Sequence[tuple[str, str]]:
        """The cells in sight of a line of the picture: character and role, as `strip_of` takes them."""
        looks = self._lines.get(y)
        if looks is None:
            looks = self._lines[y] = self._cells(y)
        return [cell_of(*look) for look in fewest_codes(looks, self._blocks)]

    def _cells(self, y: int) -> list[Look]:
        return self._layers.cells(y, self._sight.left, self._sight.right - self._sight.left)

    def _changed_spans(self, lines: Iterable[int]) -> list[Span]:
        found, left = [], self._sight.left
        for y in sorted(lines):
            old = self._lines.get(y)
            if old is not None:
                new = self._lines[y] = self._cells(y)
                found += [(y, left + first, left + last) for first, last in _changes(old, new)]
        return found


NEAR = 3
"""Stretches with so few cells between them are written in one."""


def _changes(old: Sequence[Look], new: Sequence[Look]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for x, (a, b) in enumerate(zip(old, new, strict=True)):
        if a != b:
            if spans and x - spans[-1][1] < NEAR:
                spans[-1] = spans[-1][0], x + 1
            else:
                spans.append((x, x + 1))
    return spans
