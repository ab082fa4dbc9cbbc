"""Bastogne, 13.0: airborne units."""

from functools import cache

from tests.drawn import play, where
from tests.engine.battles.drawn_bastogne import siege
from tests.every import every
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)
"""Load a scenario of the package, once."""


@every("terrain", ".,gf^%o")
def test_13_0_airborne_units_are_infantry(terrain):
    """They move and fight like infantry, at the same costs."""
    found = []
    for kind in ("airborne", "infantry"):
        game = siege(f". {terrain} .", german=[f"A 2-4-7 {kind} 0101"], us=["X 4-4-7 0103"])
        play(game, "move A 0102", "done", "attack A > X", "roll 6")
        found.append((where(game, "A"), where(game, "X"), game.log[1:]))
    assert found[0] == found[1]


def test_13_0_the_101st_airborne():
    units = [unit for unit in shipped("bastogne/spearhead").units if unit.formation == "101st Airborne"]
    battalions = [unit for unit in units if str(unit.strength) == "2-4-7"]
    assert len(battalions) == 12
    assert not any(unit.is_vehicle for unit in battalions)
