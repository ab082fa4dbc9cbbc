"""Reinforcements in columns."""

from tests.drawn import drawn, play
from tests.engine.queries.battles import arnhem
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios import load_scenario

ROADS = ["edge 0501 0502 0503 0504 0505 0506 0507 0508 0509 edge", "0504 0604 0704"]


def numbers(game, hexes):
    """Printed numbers, in the order given."""
    return " ".join(game.state.numbers(hexes))


def arriving(*terrain, **what):
    """Four units can enter in the north, where a road leaves the map at 0501 and a trail at 0801."""
    return drawn(
        *terrain,
        **{
            "blue": ["A 4-4-3", "B 4-4-3", "C 4-4-2", "Elsewhere 4-4-7"],
            "red": ["X 1-1-1 0109"],
            "arrivals": [(1, "A B C", "0301 0401 0501 0801"), (1, "Elsewhere", "0901")],
            "roads": ROADS,
            "trails": ["edge 0801 0802"],
            **what,
        },
    )


def test_a_road_is_the_best_entry_then_a_trail_then_the_way_that_leads_farthest():
    game = arriving("\n".join(["...%....."] + ["........."] * 8))
    assert numbers(game, queries.best_entries(game, 0)).split()[:2] == ["0501", "0801"]
    assert numbers(game, queries.best_entries(game, 0)).split()[2:] == ["0301"], "0401 costs more than it has"


def test_of_two_roads_the_one_that_leads_farther_is_better():
    game = arriving(roads=["edge 0301 0302", *ROADS])
    assert numbers(game, queries.best_entries(game, 0)).split()[:2] == ["0501", "0301"]


def test_an_entry_hex_that_is_blocked_is_none():
    game = arriving(red=["X 1-1-1 0501"])
    assert "0501" not in numbers(game, queries.best_entries(game, 0)).split()


def test_nobody_enters_best_who_lands():
    game = arnhem(blue=["A 2-2-7 airborne:101st"], red=["X 2-2-7 0909"], landings=[(1, "A", "0505")])
    assert queries.best_entries(game, 0) == []
    assert queries.road_in(game, 0, game.scenario.board.hex("0505")) == ()


def test_the_road_leads_as_far_in_as_the_unit_gets():
    game = arriving()
    h = game.scenario.board.hex("0501")
    assert numbers(game, queries.road_in(game, 2, h)) == "0501 0502 0503 0504", "not along the branch, which is nearer"
    assert numbers(game, queries.road_in(game, 0, h)).startswith("0501 0502 0503 0504 0505 0506")
    assert queries.road_in(game, 0, game.scenario.board.hex("0909")) == ()


def test_where_it_forks_the_road_leads_towards_the_objectives():
    """XXX Corps enters south of Eindhoven, and goes up the road to Nijmegen rather than off to the east."""
    game = Game(load_scenario("arnhem/historical"), seed=1)
    unit, board = game.scenario.by_id["2i/5"], game.scenario.board
    game.state.turn = 2
    end = queries.road_in(game, unit, board.hex("0105"))[-1]
    assert board.grid.distance(end, board.hex("2721")) < 20


def test_the_road_ends_before_an_enemy_zone():
    game = arriving(red=["X 1-1-1 0505"])
    assert numbers(game, queries.road_in(game, 0, game.scenario.board.hex("0501"))) == "0501 0502 0503"


def test_the_next_follows_on_the_same_way_to_the_last_free_hex():
    game = arriving()
    assert queries.last_entry(game) == ()
    play(game, "enter A 0501 0502 0503 0504")
    assert numbers(game, queries.last_entry(game)) == "0501 0502 0503 0504"
    assert str(queries.following(game, 1, queries.last_entry(game))) == "enter B 0501 0502 0503"
    play(game, "enter B 0501 0502 0503")
    assert str(queries.following(game, 2, queries.last_entry(game))) == "enter C 0501 0502"
    assert queries.following(game, 3, queries.last_entry(game)) is None, "it enters elsewhere"


def test_a_slower_unit_follows_as_far_as_it_gets():
    game = arriving()
    play(game, "enter A 0501 0506")
    order = queries.following(game, 2, queries.last_entry(game))
    assert order is not None
    assert order.hexes[-1] == "0504"


def test_there_is_no_last_one_after_another_order_or_in_another_phase():
    game = arriving(blue=["A 4-4-3", "B 4-4-3", "C 4-4-2", "Elsewhere 4-4-7", "Z 1-1-7 0905"])
    play(game, "enter A 0501 0506")
    play(game, "move Z 0904")
    assert queries.last_entry(game) == ()
    game.undo()
    assert queries.last_entry(game)
    play(game, "done")
    assert queries.last_entry(game) == ()


def test_a_single_step_that_is_named_twice_is_one_step():
    game = arriving(blue=["A 4-4-7"], arrivals=[(1, "A", "0401")], streams=["0401/0402"])
    play(game, "enter A 0401 0402 0402")
    assert game.log[-1] == "enter A 0401 0402 0402"
    assert numbers(game, queries.last_entry(game)) == "0401 0402"
