"""The whole board of a game as a part of a page, as large as fits there."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.geometry import Size as Extent

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.map.far.canvas import ROOMY, WIDE
from westwall_tui.ui.map.far.overview import Miniature, OnBoard, Overview
from westwall_tui.ui.map.geometry import LARGE, MIDDLE
from westwall_tui.ui.map.hexes.counters import Counters
from westwall_tui.ui.map.overlays.edges import edge_arrows
from westwall_tui.ui.map.overlays.objectives import TOWN
from westwall_tui.ui.map.pane.still import GameMap
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.ui.map.signs import ASCII, Signs
from westwall_tui.words.rows import Row, Span

if TYPE_CHECKING:
    from westwall_tui.ui.map.drawn.glyphs import Drawing


def fitted_board(game: Game, extent: Extent, signs: Signs = ASCII, drawing: "Drawing | None" = None) -> Sequence[Row]:
    """Return the rows of a game's whole board, in at most the columns and lines of `extent`; none if it doesn't fit.

    A small board is drawn as the map that people play on. A larger one is an overview or a miniature.
    """
    grid = game.scenario.board.grid
    for size in (LARGE, MIDDLE):
        right, low = grid.columns * size.across + 2, grid.odd_rows * size.down + size.down // 2
        if right <= extent.width and low <= extent.height:
            return GameMap(game, size, signs, drawing).rows(Extent(right, low))
    objectives = [h for place in queries.objectives(game) if len(place.hexes) <= TOWN for h in place.hexes]
    marks = edge_arrows(game, signs, drawn=drawing is not None)
    seen = OnBoard(Counters().of(game), objectives, boundary_pairs(game), marks)
    for overview in (_overview(game, extent, signs, drawing), _miniature(game, extent, signs, drawing)):
        if overview.width <= extent.width:
            return [tuple(Span(*cell) for cell in line) for line in overview.rows(seen)[: extent.height]]
    return ()


def _overview(game: Game, extent: Extent, signs: Signs, drawing: "Drawing | None") -> Overview:
    board = game.scenario.board
    fitting = (across * board.grid.columns for across in (WIDE, ROOMY))
    columns = next((columns for columns in fitting if columns < extent.width), 0)
    if drawing is None:
        return Overview(board, extent.height, signs, columns)
    from westwall_tui.ui.map.drawn.far import DrawnOverview  # not loaded where nothing is drawn

    return DrawnOverview(board, extent.height, drawing, signs, columns)


def _miniature(game: Game, extent: Extent, signs: Signs, drawing: "Drawing | None") -> Overview:
    board = game.scenario.board
    if drawing is None:
        return Miniature(board, extent.height, signs)
    from westwall_tui.ui.map.drawn.far import DrawnMiniature

    return DrawnMiniature(board, extent.height, drawing, signs)
