"""The signs of the objectives on the map."""

from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.ui.overlays.objectives import APART, TOWN, Objectives


def test_a_region_has_a_sign_here_and_there_and_a_town_in_every_hex():
    game = Game(load_scenario("remagen/historical"), seed=1)
    places, distance = Objectives(game), game.scenario.board.grid.distance
    sizes = set()
    for place in places.places:
        signed = [h for h in place.hexes if h in places.signs()]
        assert all(h in places.marks() for h in place.hexes), "who holds it is shown in every hex"
        sizes.add(len(place.hexes) > TOWN)
        if len(place.hexes) <= TOWN:
            assert signed == list(place.hexes)
        else:
            assert 1 < len(signed) < len(place.hexes)
            assert all(distance(a, b) >= APART for a in signed for b in signed if a != b)
            assert all(min(distance(h, n) for n in signed) < APART for h in place.hexes)
            assert all(places.panel(h, 26) for h in place.hexes), "the panel still says it of every hex"
    assert sizes == {False, True}
