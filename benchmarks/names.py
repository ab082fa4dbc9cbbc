"""Measure the share of place names that are whole in windows of the map, by board."""

from collections.abc import Iterator

from textual.geometry import Size

from benchmarks.table import Figure, Measured, worst_of
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.map.geometry import MIDDLE
from westwall_tui.ui.map.hexes.counters import Counters
from westwall_tui.ui.map.overlays.objectives import Objectives
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.printed import boundary_pairs

WINDOW = Size(53, 19)
"""The map on a screen of 80x24."""
SCENARIOS = ("arnhem/free", "bastogne/campaign", "hurtgen/free", "remagen/historical")
GOAL = 80


class Window(MapView):
    """A map without a terminal."""

    @property
    def size(self) -> Size:
        return WINDOW


def positions() -> Iterator[Game]:
    """Yield a game of each battle, played at random for a few Game-Turns."""
    for name in SCENARIOS:
        game, draw = Game(load_scenario(name), seed=1), Draw(1)
        while game.outcome is None and (game.state.turn < 3 or game.prompt.kind != "movement"):
            game.apply(game.random_order(draw))
        yield game


def names_whole(game: Game) -> Measured:
    """Of 100 cities, towns and villages in windows all over the board, count those whose names are whole."""
    board, seen, named = game.scenario.board, 0, 0
    view = Window(board, MIDDLE)
    view.show_boundaries(boundary_pairs(game))
    view.show_units(Counters().of(game))
    view.show_objectives(h for place in Objectives(game).places for h in place.hexes)
    places = [place for place in board.places if place.kind in ("town", "village")]
    for h in board.playable[:: len(board.playable) // 24]:
        view.move_cursor(h)
        view._centre()
        text = "\n".join(view.line(y).text for y in range(WINDOW.height))
        here = [place for place in places if not {*view.in_sight}.isdisjoint(place.hexes)]
        seen, named = seen + len(here), named + sum(place.name in text for place in here)
    return Measured(100 * named / seen, board.name)


def figures() -> list[Figure]:
    """Return the share of whole names."""
    found = [names_whole(game) for game in positions()]
    return [worst_of("names whole in a map window 53x19", found, "in 100", GOAL, higher=True)]
