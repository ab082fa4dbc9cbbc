"""The lines of the drawn board that are visible through a window."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from westwall_tui.engine.units import Kind
from westwall_tui.ui.map.drawn.glyphs import Blocks, Drawing, PaintedCell, cell_of
from westwall_tui.ui.map.drawn.layers import Layers, Traces
from westwall_tui.ui.map.drawn.sheet import DrawnSheet
from westwall_tui.ui.map.hexes.marks import Contents
from westwall_tui.ui.map.lettering import Room
from westwall_tui.ui.map.names import NamePlacer, Sight
from westwall_tui.ui.map.sheet.picture import Picture


class Scene(NamedTuple):
    """Everything that a map shows besides its cursor."""

    shown: Mapping[int, Contents]
    gates: Mapping[tuple[int, int], str]
    borders: Sequence[tuple[int, int]]
    kinds: Mapping[int, Kind]
    traces: Traces
    objectives: frozenset[int] = frozenset()
    """Hexes whose towns are named first."""


@lru_cache(maxsize=3)
def sheet_of(picture: Picture, blocks: Blocks) -> DrawnSheet:
    """Return the sheet of a picture, drawn once; the sizes shown last are kept."""
    return DrawnSheet(picture, blocks)


class DrawnWindow:
    """A drawn position, visible through a window."""

    def __init__(self, picture: Picture, drawing: Drawing) -> None:
        self._layers = Layers(sheet_of(picture, drawing.blocks), drawing)
        self._room = Room(NamePlacer(picture))
        self._objectives: frozenset[int] = frozenset()
        self._sight = Sight(0, 0, picture.width, picture.height)
        self._lines: dict[int, list[PaintedCell]] = {}
        """The lines that were painted last."""

    def show_part(self, sight: Sight) -> None:
        """Move the window to another part of the picture. Names are placed where they are entirely in sight."""
        if sight != self._sight:
            self._turn_to(sight)
            self._forget(self._show_texts())

    def _turn_to(self, sight: Sight) -> None:
        if sight[:4] != self._sight[:4]:
            self._lines = {}
        self._sight = sight

    def _show_texts(self) -> set[int]:
        layers, room = self._layers, self._room
        return layers.show_texts(*room.share(layers.hexes, layers.signs, layers.covered, self._sight, self._objectives))

    def show(self, scene: Scene, cursor: int, sight: Sight | None = None) -> None:
        """Show a position."""
        layers = self._layers
        self._objectives = scene.objectives
        if sight is not None:
            self._turn_to(sight)
        lines = layers.show_board(scene.gates, scene.borders, scene.kinds)
        lines |= layers.show_hexes(scene.shown, scene.traces)
        lines |= self._show_texts()
        self._forget(lines | layers.show_cursor(cursor))

    def move_cursor(self, h: int) -> None:
        """Move the cursor to another hex."""
        self._forget(self._layers.show_cursor(h))

    def line(self, y: int) -> Sequence[tuple[str, str]]:
        """Return the visible cells of a line of the picture: character and role, as `strip_of` takes them."""
        painted = self._lines.get(y)
        if painted is None:
            sight = self._sight
            painted = self._lines[y] = self._layers.cells(y, sight.left, sight.right - sight.left)
        return [cell_of(*cell) for cell in painted]

    def _forget(self, lines: Iterable[int]) -> None:
        """Have lines drawn again when they are next needed."""
        for y in lines:
            self._lines.pop(y, None)
