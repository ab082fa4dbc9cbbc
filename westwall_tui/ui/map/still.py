"""A map that stands still, as rows of a page; and small boards to be shown so, which no battle has."""

from collections.abc import Iterable, Sequence

from textual.geometry import Size as Extent

from westwall_tui.engine.board import Board, Hexsides, Path, Terrain
from westwall_tui.engine.hexgrid import HexGrid
from westwall_tui.ui.map.geometry import MIDDLE, Size
from westwall_tui.ui.map.signs import ASCII, Signs
from westwall_tui.ui.map.view import MapView
from westwall_tui.ui.terminal.rows import Row, Span


class StillMap(MapView):
    """A map in which nobody has a cursor; its `cursor` is the middle of its window."""

    has_cursor = False

    def __init__(
        self, board: Board, size: Size = MIDDLE, signs: Signs = ASCII, lines: Sequence[tuple[int, int]] = ()
    ) -> None:
        super().__init__(board, size, signs, lines)
        self._extent = Extent(0, 0)
        self._shown: Sequence[Row] = ()

    @property
    def _window(self) -> Extent:
        return self._extent

    def rows(self, extent: Extent) -> Sequence[Row]:
        """Its lines, in a window as large as that."""
        if extent != self._extent:
            self._extent = extent
            self._shown = [tuple(Span(*cell) for cell in self.line_cells(y)) for y in range(extent.height)]
        return self._shown


def specimen(
    terrain: Sequence[str],
    *,
    roads: Iterable[str] = (),
    trails: Iterable[str] = (),
    railways: Iterable[str] = (),
    streams: Iterable[str] = (),
    canals: Iterable[str] = (),
    rivers: Iterable[str] = (),
    ferries: Iterable[str] = (),
) -> Board:
    """A small board from its rows, a character a hex as in board files; ways as `0101 0102`, waters as `0101/0102`."""
    grid = HexGrid(len(terrain[0]), len(terrain), len(terrain))

    def paths(texts: Iterable[str]) -> tuple[Path, ...]:
        return tuple(Path("", tuple(map(grid.parse, text.split())), (False, False)) for text in texts)

    def chains(texts: Iterable[str]) -> tuple[Hexsides, ...]:
        pairs = (tuple(tuple(map(grid.parse, word.split("/"))) for word in text.split()) for text in texts)
        return tuple(Hexsides("", tuple((a, b) for a, b in each)) for each in pairs)

    return Board(
        name="specimen",
        grid=grid,
        terrain=tuple(Terrain(terrain[row - 1][column - 1]) for column, row in grid.positions),
        roads=paths(roads),
        trails=paths(trails),
        railways=paths(railways),
        streams=chains(streams),
        canals=chains(canals),
        rivers=chains(rivers),
        ferries=chains(ferries),
    )
