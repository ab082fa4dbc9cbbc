"""A position on the map as somebody sees it who only looks: counters, objectives, bridges, boundary lines."""

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.map.counters import Counters, gates
from westwall_tui.ui.map.marks import NOTE_ROLES
from westwall_tui.ui.map.objectives import TOWN, Objectives
from westwall_tui.ui.map.printed import boundary_pairs
from westwall_tui.ui.map.view import MapView


def show_position(view: MapView, game: Game, counters: Counters, viewer: int) -> None:
    """Show a position as a side may see it; marks, a way and losses are shown by whoever has them."""
    places = Objectives(game)
    markers = queries.markers(game, viewer)
    notes = {marker.hex: (marker.sign, NOTE_ROLES[marker.sign]) for marker in markers if marker.sign in NOTE_ROLES}
    view.show_units(counters.of(game))
    view.show_signs({**places.signs(), **notes})
    view.show_gates(gates(game))
    view.show_boundaries(boundary_pairs(game))
    view.show_objectives(h for place in places.places for h in place.hexes)
    if view.drawing is not None:
        kinds = {h: game.state.units[unit].kind for h, unit in game.state.occupants().items()}
        rings = [place.hexes for place in queries.objectives(game) if len(place.hexes) <= TOWN]
        view.show_traces((), rings, kinds)
