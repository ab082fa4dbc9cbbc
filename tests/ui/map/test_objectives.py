"""The signs of the objectives on the map."""

from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.ui.map.objectives import STRETCH, TOWN, Objectives


def test_a_region_has_a_sign_here_and_there_and_a_town_in_every_hex():
    game = Game(load_scenario("remagen/historical"), seed=1)
    places, positions = Objectives(game), game.scenario.board.grid.positions
    sizes = set()
    for place in places.places:
        signed = [h for h in place.hexes if h in places.signs()]
        assert all(h in places.marks() for h in place.hexes), "who holds it is shown in every hex"
        sizes.add(len(place.hexes) > TOWN)
        if len(place.hexes) <= TOWN:
            assert signed == list(place.hexes)
        else:
            assert 1 < len(signed) < len(place.hexes)
            stretches = [
                {tuple(part // STRETCH for part in positions[h]) for h in hexes} for hexes in (signed, place.hexes)
            ]
            assert len(signed) == len(stretches[0])
            assert stretches[0] == stretches[1]
            assert all(places.panel(h, 26) for h in place.hexes), "the panel still says it of every hex"
    assert sizes == {False, True}
