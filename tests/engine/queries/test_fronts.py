"""The front that a side must hold: the U.S. in Remagen (14.0)."""

from typing import Any

from tests.drawn import drawn
from tests.engine.queries.battles import remagen
from westwall_tui.engine import queries


def test_14_0_the_side_that_must_hold_a_front():
    units: dict[str, Any] = {"blue": ["A 3-6-7 0301", "B 3-6-7 0305", "C 3-6-7 0309"], "red": ["X 2-4-7 0905"]}
    game = remagen(**units)
    assert queries.front_side(game) == 0
    assert queries.front_side(drawn(**units)) == -1


def test_14_11_the_front_once_three_units_are_across():
    three = ["A 3-6-7 0301", "B 3-6-7 0305", "C 3-6-7 0309"]
    game = remagen(blue=three, red=["X 2-4-7 0905"])
    found = queries.front(game)
    assert found is not None
    assert set(found.gaps) <= set(found.hexes)
    assert queries.front(remagen(blue=three[:2], red=["X 2-4-7 0905"])) is None


def test_14_0_a_front_through_given_hexes():
    game = remagen(blue=["A 3-6-7 0301", "B 3-6-7 0305", "C 3-6-7 0309"], red=["X 2-4-7 0905"])
    h = game.scenario.board.hex("0505")
    found = queries.front(game, pins=[h])
    assert found is not None
    assert h in found.hexes
    assert queries.front(game, pins=[game.scenario.board.hex("0505"), h]) == found
