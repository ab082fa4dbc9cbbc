"""Bastogne, 15.27: the Line of Communication."""

import pytest

from tests.drawn import FIELD, deciding, play
from tests.engine.battles.drawn_bastogne import relief, siege
from tests.every import every
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game

ROAD = {"roads": ["0109 0108 0107 0106 0105 0104 0103"]}

LINE = {"bastogne": [], "line_from": ["0109", "0909"], "line_to": ["0103", "0903"]}


def road(*, us=("A 4-4-7 0901",), german=(), last_turn=3, roads=ROAD, **what) -> Game:
    return relief(us=us, german=german, victory=LINE, last_turn=last_turn, **roads, **what)


def winner(game: Game) -> str:
    """Return the winner's name; empty while the game is not over."""
    return game.scenario.sides[game.outcome.winner].name if game.outcome else ""


def end_turn(game: Game) -> None:
    turn = game.state.turn
    while game.outcome is None and game.state.turn == turn:
        play(game, "done")


def test_15_27_an_open_road_wins_at_the_end_of_a_game_turn():
    game = road()
    end_turn(game)
    assert winner(game) == "US"


@pytest.mark.parametrize(
    ("german", "now"),
    [
        (["X 4-4-7 0509"], "Open now: 0109 to 0103."),
        (["X 4-4-7 0106"], "None is open now; the nearest is closed at 0107, 0106 and 0105."),
    ],
)
def test_15_27_the_situation_says_what_wins_and_how_it_stands(german, now):
    told = " ".join(queries.situation(road(german=german)))
    assert "a road open from 0109 or 0909 to 0103 or 0903" in told
    assert now in told


def test_15_27_not_before_the_end_of_the_game_turn():
    game = road(german=["X 4-4-7 0509"])
    play(game, "done")
    assert deciding(game) == "German movement"
    play(game, "move X 0209")  # onto the road in time
    end_turn(game)
    assert not winner(game)
    assert game.state.turn == 2


@every(("at", "open_"), [("0105", False), ("0205", False), ("0305", True), ("0109", False), ("0208", False)])
def test_15_27_enemies_and_their_zones_cut_it(at, open_):
    game = road(german=[f"X 4-4-7 {at}"])
    end_turn(game)
    assert (game.outcome is not None) is open_


@pytest.mark.parametrize(("at", "open_"), [("0205", False), ("0305", True)])
def test_15_27_also_if_the_us_is_the_second_player(at, open_):
    game = siege(german=[f"X 4-4-7 {at}"], us=["A 4-4-7 0901"], victory=LINE, roads=ROAD["roads"])
    end_turn(game)
    assert (winner(game) == "US") is open_


@pytest.mark.parametrize(("at", "relieved"), [("0205", ""), ("0305", "US")])
def test_15_27_a_friendly_unit_does_not_open_an_enemy_controlled_hex(at, relieved):
    """A is on the road, with or without artillery next to it that may not attack alone (14.0)."""
    game = road(us=["A 4-4-7 0105"], german=[f"H 1-1-9/1-7 {at}"], side=1)
    end_turn(game)
    assert winner(game) == relieved


def test_15_27_a_river_keeps_zones_off_the_road():
    moat = "0105/0205 0106/0205"
    game = road(german=["X 4-4-7 0205"], rivers=[moat, "0104/0204 0105/0204"])
    end_turn(game)
    assert winner(game) == "US"


def test_15_27_the_hexes_must_be_joined_by_road_hexsides():
    gap = {"roads": ["0109 0108 0107 0106", "0105 0104 0103"]}
    game = road(roads=gap, german=["X 4-4-7 0505"])
    end_turn(game)
    assert not winner(game)
    trail = {"roads": ["0109 0108 0107 0106", "0105 0104 0103"], "trails": ["0106 0105"]}
    game = road(roads=trail, german=["X 4-4-7 0505"])
    end_turn(game)
    assert not winner(game)


def test_15_27_from_either_hex_to_either():
    """From the second start to the first goal, around a corner."""
    other = {"roads": ["0909 0908 0907 0906 0806 0706 0605 0505 0404 0304 0203 0103"]}
    game = road(roads=other, german=["X 4-4-7 0109"])
    end_turn(game)
    assert game.outcome
    assert "0909 to 0103" in game.outcome.reason


def test_15_27_at_the_end_of_any_game_turn():
    game = road(german=["X 4-4-7 0105"])
    end_turn(game)
    assert not winner(game)
    play(game, "done", "move X 0505", "done")
    assert (winner(game), game.state.turn) == ("US", 2)


def test_15_27_otherwise_the_germans_win_with_the_last_game_turn():
    game = road(german=["X 4-4-7 0105"])
    for _ in range(3):
        assert not winner(game)
        end_turn(game)
    assert (winner(game), game.state.turn) == ("German", 3)
    assert game.outcome is not None
    assert game.outcome.reason == "German wins: Bastogne is not relieved"


def test_15_27_only_where_the_scenario_names_a_line():
    game = siege(FIELD, german=["A 4-4-7 0901"], us=["X 4-4-7 0909"], **ROAD)
    end_turn(game)
    assert not winner(game)


def test_15_27_the_german_is_warned_of_an_open_road_in_his_player_turn():
    game = road(german=["X 4-4-7 0509"])
    assert game.rules.concerns(game.state) == []
    play(game, "done")
    (concern,) = game.rules.concerns(game.state)
    assert concern.text == "The U.S. have a road open from 0109 to 0103: they win when the Game-Turn ends"
    assert (concern.units, game.state.numbers(concern.hexes)[::6]) == ((), ("0109", "0103"))
