"""The map of recorded games at their busiest, in windows of any size, without a terminal."""

from functools import cache
from itertools import groupby

import pytest
from textual.geometry import Region
from textual.geometry import Size as Extent

from tests.games import record
from tests.long import paired
from westwall_tui.engine.board import Place
from westwall_tui.engine.game import Game
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import SEXTANTS, Drawing
from westwall_tui.ui.map.geometry import MIDDLE
from westwall_tui.ui.map.hexes.counters import Counters, gates
from westwall_tui.ui.map.lettering import LINE_ROLE
from westwall_tui.ui.map.names import Placed, Sight
from westwall_tui.ui.map.overlays.objectives import Objectives
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.picture import Picture

BUSY = {
    "arnhem-historical-busy": 5,
    "spearhead-greedy": 4,
    "hurtgen-free-busy": 4,
    "remagen-historical-busy": 8,
}
"""Recorded games, and their busiest Game-Turns."""
ACROSS, DOWN = 53, 19
DRAWN = Drawing(SEXTANTS, Colors("night", exact=False))
BOTH = (None, DRAWN)
"""Styles of the map."""


def name_of(each: object) -> str:
    """Return the name of a case."""
    return each if isinstance(each, str) else "ascii" if each is None else "drawn"


BUSY_IN_BOTH = pytest.mark.parametrize(("name", "drawing"), paired(BUSY, BOTH), ids=name_of)


class Seen(MapView):
    """The map in a window without a terminal."""

    extent = Extent(ACROSS, DOWN)

    @property
    def size(self) -> Extent:
        return self.extent

    @property
    def region(self) -> Region:
        return Region(0, 1, *self.extent)

    def look_at(self, left: int, top: int) -> Sight:
        self._centred_for = self.size
        self.left, self.top = left, top
        self.line_cells(0)
        return self._sight

    def letters(self) -> dict[tuple[int, int], str]:
        """Return the letters of names."""
        if self._window_drawn is not None:
            rows = self._window_drawn._layers._texts["names"]
            return {(x, y): text.char for y, row in rows.items() for x, text in row.items()}
        layer = self._layers["names"]
        return {
            (x, y): char for y, row in layer.items() for x, (char, role) in row.items() if role not in ("", LINE_ROLE)
        }

    def placed(self) -> list[Placed]:
        """Return the names of places."""
        room = self._lettering._room if self._window_drawn is None else self._window_drawn._room
        assert room is not None
        return [each for each in room._names if each.place is not None]

    def texts(self) -> dict[tuple[int, int], str]:
        """Return the characters in hexes."""
        if self._window_drawn is not None:
            rows = self._window_drawn._layers._texts["hexes"]
            return {(x, y): text.char for y, row in rows.items() for x, text in row.items()}
        return {(x, y): char for y, row in self._layers["hexes"].items() for x, (char, _) in row.items()}

    def names(self) -> set[tuple[str, int, int]]:
        """Return the names, each with the cell where it begins."""
        found, letters = set(), self.letters()
        for y, row in groupby(sorted(letters, key=lambda spot: spot[::-1]), key=lambda spot: spot[1]):
            for _, run in groupby(enumerate(row), key=lambda each: each[1][0] - each[0]):
                spots = [spot for _, spot in run]
                found.add(("".join(letters[spot] for spot in spots), spots[0][0], y))
        return found


@cache
def in_its_thick(name: str, kind: str = "") -> Game:
    """Return a recorded game at a Game-Turn."""
    header, orders = record.read((record.FOLDER / f"{name}.orders").read_text(encoding="utf-8"))
    game = record.begin(*header[:3])
    for order in orders:
        wanted = (kind,) if kind else ("movement", "combat")
        if game.state.turn >= BUSY[name] and game.prompt.kind in wanted:
            break
        game.replay([order])
    return game


def seen(game: Game, drawing: Drawing | None, size=MIDDLE, extent=(ACROSS, DOWN)) -> Seen:
    """Return the map of a game as the playing screen fills it."""
    view, places = Seen(game.scenario.board, size), Objectives(game)
    view.extent = Extent(*extent)
    view.set_picture(size, drawing=drawing)
    view.show_units(Counters().of(game))
    view.show_gates(gates(game))
    view.show_signs(places.signs())
    view.show_objectives(h for place in places.places for h in place.hexes)
    return view


def whole(picture: Picture, h: int, sight: Sight) -> bool:
    """Return True if a hex is whole in a window."""
    return all(sight.holds(cell) for cell in picture.counter_of(h))


def at_the_rim(picture: Picture, place: Place, sight: Sight) -> bool:
    """Return True if a place is so near the rim of a window that its name may find no room on its own bank."""
    columns, length = [picture.origin(h)[0] for h in place.hexes], len(place.name)
    return min(columns) - sight.left <= length or sight.right - max(columns) <= length
