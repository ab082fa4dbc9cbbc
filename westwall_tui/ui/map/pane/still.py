"""A map without a cursor, as rows of a page, and the display of a position on it."""

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from textual.geometry import Size as Extent

from westwall_tui.engine import queries
from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.ui.map.geometry import MIDDLE, Size
from westwall_tui.ui.map.hexes.counters import Counters, gates
from westwall_tui.ui.map.hexes.marks import NOTE_ROLES
from westwall_tui.ui.map.overlays.edges import edge_arrows
from westwall_tui.ui.map.overlays.objectives import TOWN, Objectives
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.ui.map.signs import ASCII, Signs
from westwall_tui.words.rows import Row, Span

if TYPE_CHECKING:
    from westwall_tui.ui.map.drawn.glyphs import Drawing


class StillMap(MapView):
    """A map without a cursor. Its `cursor` is the hex in the middle of its window."""

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

    def _fit(self) -> None:
        """Prepare the map for a new size of its window."""

    def rows(self, extent: Extent) -> Sequence[Row]:
        """Return the lines of the map, in a window of this size."""
        if extent != self._extent:
            self._extent = extent
            self._fit()
            self._shown = [tuple(Span(*cell) for cell in self.line_cells(y)) for y in range(extent.height)]
        return self._shown


class GameMap(StillMap):
    """The map of a game's position, around the pending decision."""

    def __init__(self, game: Game, size: Size = MIDDLE, signs: Signs = ASCII, drawing: "Drawing | None" = None) -> None:
        super().__init__(game.scenario.board, size, signs, boundary_pairs(game))
        self.drawing = drawing
        self.cursor = middle_of(game)
        show_position(self, game, Counters(), -1)
        self._units = dict(self._tokens)

    def _fit(self) -> None:
        """Leave out the counters that the edge of the window would cut."""
        self._centre()
        seen = frozenset(self.in_sight)
        self.show_units({h: counter for h, counter in self._units.items() if h in seen})


def show_position(view: MapView, game: Game, counters: Counters, viewer: int) -> None:
    """Show a position as a side may see it, or everyone (-1). The caller shows marks, a path and losses."""
    places = Objectives(game)
    markers = queries.markers(game, viewer)
    notes = {marker.hex: (marker.sign, NOTE_ROLES[marker.sign]) for marker in markers if marker.sign in NOTE_ROLES}
    view.show_units(counters.of(game))
    arrows = edge_arrows(game, view.picture.signs, drawn=view.drawing is not None)
    view.show_signs({**arrows, **places.signs(), **notes})
    view.show_gates(gates(game))
    view.show_boundaries(boundary_pairs(game))
    view.show_objectives(h for place in places.places for h in place.hexes)
    if view.drawing is not None:
        kinds = {h: game.state.units[unit].kind for h, unit in game.state.occupants().items()}
        rings = [place.hexes for place in queries.objectives(game) if len(place.hexes) <= TOWN]
        view.show_traces((), rings, kinds)


def middle_of(game: Game) -> int:
    """Return the busiest hex: the hex of a unit with the most units around it, preferably a unit of the decision.

    If there are no units yet, return the hex of an objective or a town.
    """
    state, board = game.state, game.scenario.board
    asked = [state.location[unit] for unit in game.prompt.units if state.location[unit] >= 0]
    units = sorted(state.occupants())
    if not units:
        scored = (h for place in queries.objectives(game) for h in place.hexes)
        towns = (h for place in board.places if place.kind == "town" for h in place.hexes)
        return next(chain(scored, towns, board.playable), 0)
    distance = board.grid.distance
    return max(asked or units, key=lambda h: sum(max(0, 6 - distance(h, other)) for other in units))
