"""How the game stands."""

from typing import Any

from tests.drawn import drawn, play
from tests.engine.naming import ids
from tests.engine.queries.battles import remagen
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios import load_scenario


def test_account_and_totals_agree():
    game = remagen(blue=["A 3-6-7 0301"], red=["X 2-4-7 0505"])
    account = queries.account(game)
    for side in (0, 1):
        assert sum(line.points for line in account if line.side == side) == queries.totals(game)[side]
    assert queries.totals(game) == (0, 20)
    plain = drawn(blue=["A 4-4-7 0505"])
    assert (queries.account(plain), queries.totals(plain)) == ([], (0, 0))


def test_who_would_win_now():
    found = queries.outcome_now(remagen(blue=["A 3-6-7 0301"], red=["X 2-4-7 0505"]))
    assert found.winner == 1
    assert "20" in found.reason
    assert queries.outcome_now(drawn(blue=["A 4-4-7 0505"])).winner == -1


def test_objectives_are_the_battles():
    places = queries.objectives(Game(load_scenario("hurtgen/historical")))
    assert len(places) == 12
    assert all(place.hexes and max(place.points) > 0 for place in places)
    assert queries.objectives(drawn(blue=["A 4-4-7 0505"])) == []


def test_losses_of_a_side():
    game = drawn(blue=["A 9-4-7 0505", "B 9-4-7 0604"], red=["X 1-1-7 0504"], phase="combat")
    assert queries.losses(game, 1) == []
    play(game, "attack A B > X", "roll 1")
    assert ids(game, queries.losses(game, 1)) == "X"
    assert queries.losses(game, 0) == []


def test_what_holds_and_what_one_should_know():
    units: dict[str, Any] = {"blue": ["A 3-6-7 0301"], "red": ["X 2-4-7 0505"]}
    assert [*queries.conditions(remagen(night=True, **units))] == ["NIGHT"]
    assert [*queries.conditions(remagen(**units))] == []
    assert queries.situation(remagen(**units))
    assert queries.situation(drawn(**units)) == ()
