"""Hurtgen Forest, 15.2: towns."""

from functools import cache

from tests.drawn import outcome, play, until, until_over
from tests.engine.battles.drawn_hurtgen import TOWN, account, forest, held, objective, points
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import ELIMINATED
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)
"""Load a scenario of the package, once."""


def test_15_21_a_town_need_not_be_occupied():
    assert held(forest(us=["A 2-3-7 0909"], german=["X 1-2-7 0901"], towns=TOWN))


@every(
    ("at", "why"),
    [
        ("0505", "X is in 0505"),
        ("0604", "X is in 0604"),
        ("0405", "0505 is in the Zone of Control of X"),
        ("0704", "0604 is in the Zone of Control of X"),
        ("0804", ""),
    ],
)
def test_15_21_every_hex_of_it_must_be_free_of_germans_and_their_zones(at, why):
    game = forest(us=["A 2-3-7 0909"], german=[f"X 1-2-7 {at}"], towns=TOWN)
    assert held(game) is not bool(why)
    assert not why or objective(game).why == why


def test_15_21_a_us_unit_there_does_not_undo_a_german_zone():
    """Ruling."""
    game = forest(us=["A 2-3-7 0505"], german=["X 1-2-7 0405"], towns=TOWN)
    assert not held(game)


def test_15_21_only_the_us_scores_and_only_at_the_end():
    """During the game the account shows the points as if it ended now; a town lost again is not scored."""
    game = forest(us=["A 2-3-7 0909"], german=["X 1-2-7 0901"], towns=TOWN, last_turn=1)
    assert held(game)
    play(game, "done")
    until(game, "German movement")
    play(game, "move X 0604")
    assert not held(game)
    assert points(game) == {"US": 0, "German": 0}
    until_over(game)
    assert outcome(game).reason == "German Decisive Victory: US 0, German 0, 0 to 0"


def test_15_22_the_twelve_towns_and_their_points():
    five = ("Kommerscheidt", "Vossenack", "Germeter", "Hurtgen", "Kleinhau", "Grosshau", "Brandenburg")
    many = ("Gey", "Bergstein", "Untermaubach", "Nideggen", "Schmidt")
    for key in ("historical", "free"):
        game = Game(shipped(f"hurtgen/{key}"))
        found = {place.name: (place.hexes[0], place.points) for place in queries.objectives(game)}
        assert {name: worth for name, (_, worth) in found.items()} == {
            **dict.fromkeys(five, (5, 0)),
            **dict.fromkeys(many, (25, 0)),
        }
        numbers = ["1524", "1120", "0819", "1214", "1410", "1408", "1717", "1805", "2118", "2410", "2919", "1726"]
        assert [game.state.number(h) for h, _ in found.values()] == numbers


def test_15_22_towns_that_would_score_at_the_start():
    """Towns that no German unit can reach, even by a detour; the German player must prevent that."""
    game = Game(shipped("hurtgen/historical"))
    us = [place.name for place in queries.objectives(game) if place.side == 0]
    assert us == [cause.removeprefix("US: ") for cause in account(game) if cause[4:] in us]
    assert {"Germeter", "Vossenack"} <= {*us}
    assert not {"Hurtgen", "Kleinhau", "Schmidt", "Kommerscheidt", "Brandenburg", "Bergstein"} & {*us}


def test_15_21_nothing_is_scored_while_the_armies_are_set_up():
    game = Game(shipped("hurtgen/free"))
    assert points(game) == {"US": 0, "German": 0}
    assert {place.why for place in queries.objectives(game)} == {"the armies are being set up"}


def test_15_22_every_town_can_be_scored():
    game = Game(shipped("hurtgen/historical"))
    for unit in game.state.on_map(1):
        game.state.place(unit, ELIMINATED)
    for place in queries.objectives(game):
        assert place.side == 0, place.name
        assert place.line[-1] in game.scenario.board.edge("west")
        assert place.line[0] in place.hexes


# -- the examples of play


@every(("step", "points"), [(1, 0), (2, 5), (3, 5), (4, 0)])
def test_15_21_15_32_of_the_example_the_town_counts_only_while_it_is_free_and_has_a_line(step, points):
    assert queries.totals(example("hurtgen/15.2+15.3-towns", step)) == (points, 0)
