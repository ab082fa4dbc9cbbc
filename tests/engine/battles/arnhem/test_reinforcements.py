"""Arnhem, 15.1, 15.2 and 15.4: ground reinforcements, and German units that exit and come back."""

from functools import cache
from typing import Any

import pytest

from tests.drawn import FIELD, allowed, deciding, legal, only, play, refused, where
from tests.engine.battles.drawn_arnhem import field, market, rules, until
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.events import Entered, Exited
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)

ROAD: dict[str, Any] = {"roads": ["edge 0501 0502 0503 0504"]}
COLUMN = ["A 3-3-7", "B 3-3-7", "C 3-3-7", "D 3-3-7"]
BLUE = ["X 2-2-7 0909"]


def column(arrivals, allied=COLUMN, german=BLUE, terrain=FIELD, **what):
    return market(terrain, allied=allied, german=german, arrivals=arrivals, **what)


def cost(game, order):
    (event,) = only(play(game, order), Entered)
    return event.cost / 2


def test_15_13_the_example_of_the_column_on_a_road():
    """Half a Movement Point, one, one and a half."""
    game = column([(1, "A B C D", "0501")], **ROAD)
    assert cost(game, "enter A 0501 0502 0503 0504") == 0.5 + 1.5
    assert cost(game, "enter B 0501 0502 0503") == 1 + 1
    assert cost(game, "enter C 0501 0502") == 1.5 + 0.5
    assert cost(game, "enter D 0501") == 2


def test_15_13_hypothetical_clear_hexes_where_there_is_no_road():
    game = column([(1, "A B C D", "0501")], terrain=field("0501^"))
    assert cost(game, "enter A 0501 0502") == 3 + 1
    assert cost(game, "enter B 0501 0601") == 4 + 1
    assert cost(game, "enter C 0501 0402") == 5 + 2
    assert cost(game, "enter D 0501") == 6


def test_15_13_each_hex_has_its_own_column_and_each_turn_a_new_one():
    game = column([(1, "A B C D", "0401 0501")], **ROAD)
    assert cost(game, "enter A 0501 0502") == 1
    assert cost(game, "enter B 0401 0402") == 2
    assert cost(game, "enter C 0501 0602") == 1 + 0.5 + 1
    until(game, 2, "Allied")
    assert cost(game, "enter D 0501") == 0.5


def test_15_13_undo_shortens_a_column():
    game = column([(1, "A B C D", "0501")], **ROAD)
    play(game, "enter A 0501 0502")
    game.undo()
    assert cost(game, "enter B 0501") == 0.5


def test_15_13_a_unit_that_cannot_pay_waits_for_a_later_turn():
    game = column([(1, "A B C D", "0501")], allied=["A 3-3-7", "B 3-3-7", "C 3-3-7", "D 1-1-1"], **ROAD)
    for name in "ABC":
        play(game, f"enter {name} 0501 050{4 - 'ABC'.index(name)}")
    assert refused(game, "enter D 0501").case == "5.25"
    until(game, 2, "Allied")
    assert allowed(game, "enter D 0501")


def test_15_11_at_the_rate_of_the_road_or_of_the_ground():
    game = column([(1, "A", "0501")], **ROAD)
    assert cost(game, "enter A 0501") == 0.5
    game = column([(1, "A", "0501")], terrain=field("0501%"))
    assert cost(game, "enter A 0501") == 4


@pytest.mark.slow
def test_15_12_15_13_one_behind_the_other_by_the_real_road():
    game = Game(shipped("arnhem/historical"), seed=1)
    while (game.state.turn, game.prompt.side, game.prompt.kind) != (2, 0, "movement"):
        play(game, _through(game))
    assert [cost(game, f"enter {name} 0106") for name in ("2I/5",)] == [0.5]
    assert refused(game, "enter 55 0106").case == "5.31"  # two may not stop in one hex
    assert cost(game, "enter 55 0106 0206") > 1


def _through(game):
    """Return an order that continues a real game: a landing, no demolition, or the end of a phase."""
    orders = legal(game)
    if "done" in orders:
        return "done"
    return next((order for order in orders if order == "demolish no" or order.startswith("land")), orders[0])


def test_15_14_they_move_on_and_may_come_at_any_time():
    game = column([(1, "A B", "0501")], allied=["A 3-3-7", "B 3-3-7", "C 3-3-7 0101"], **ROAD)
    play(game, "enter A 0501 0502 0503", "move C 0102", "enter B 0501 0502")
    assert (where(game, "A"), where(game, "B")) == ("0503", "0502")


def test_15_21_no_entry_onto_an_enemy_but_into_its_zone():
    game = column([(1, "A B", "0401 0501")], german=["X 2-2-7 0501"])
    assert refused(game, "enter A 0501").case == "15.21"
    play(game, "enter A 0401")
    assert where(game, "A") == "0401"
    game = column([(1, "A B", "0501")], german=["X 2-2-7 0502"])
    assert refused(game, "enter A 0501 0402").case in ("6.0", "5.12")


def test_15_22_the_nearest_free_hex_toward_the_nearest_friendly_unit():
    """An enemy unit is in the scheduled hex; the nearest friendly unit is east of it."""
    game = column([(1, "A", "0501")], allied=["A 3-3-7", "F 1-1-7 0803"], german=["X 2-2-7 0501"])
    assert [line for line in legal(game) if line.startswith("enter") and line.count(" ") == 2] == ["enter A 0601"]
    assert refused(game, "enter A 0401").case == "15.24"
    assert where(game, "A") == "reserve"
    play(game, "enter A 0601")


def test_15_22_a_friend_in_an_enemy_zone_blocks_the_hex_too():
    game = column([(1, "A", "0501")], allied=["A 3-3-7", "F 1-1-7 0501"], german=["X 2-2-7 0502"])
    entries = {line.split()[2] for line in legal(game) if line.startswith("enter")}
    assert entries == {"0401", "0601"}  # no other friendly unit: the nearest hexes, in either direction


def test_15_22_a_friend_outside_enemy_zones_does_not_block():
    game = column([(1, "A", "0501")], allied=["A 3-3-7", "F 1-1-7 0501"])
    entries = {line.split()[2] for line in legal(game) if line.startswith("enter")}
    assert entries == {"0501"}


def test_15_22_only_if_all_hexes_of_a_span_are_blocked():
    game = column([(1, "A", "0401 0501")], german=["X 2-2-7 0501"])
    entries = {line.split()[2] for line in legal(game) if line.startswith("enter")}
    assert entries == {"0401"}


def test_15_22_only_while_all_hexes_are_blocked():
    game = column([(1, "A", "0501")], german=["X 2-2-7 0502"])
    entries = {line.split()[2] for line in legal(game) if line.startswith("enter")}
    assert entries == {"0501"}  # an enemy zone alone does not block


def test_15_23_they_may_be_withheld():
    game = column([(1, "A", "0501")])
    until(game, 3, "Allied")
    play(game, "enter A 0501")
    assert where(game, "A") == "0501"


def test_15_24_withheld_units_enter_at_their_hex():
    game = column([(1, "A", "0501")])
    until(game, 3, "Allied")
    assert refused(game, "enter A 0701").case == "15.24"


def test_15_0_not_before_their_turn():
    game = column([(2, "A", "0501")])
    assert refused(game, "enter A 0501").case == "15.0"


def test_15_25_units_off_the_map_have_no_contacts():
    game = column([(2, "A", "0501")], german=["X 2-2-7 0502"], side=1)
    play(game, "move X 0501", "done")
    assert where(game, "X") == "0501"
    assert deciding(game) == "Allied movement"


# -- leaving the map, 15.4

EXITS: dict[str, Any] = {"exit_west": ["0102", "0107"], "exit_east": ["0901", "0909"]}


def leaving(*german, allied=("A 3-3-7 0505",), side=1, **what):
    return market(allied=allied, german=german, side=side, victory=EXITS, **what)


@pytest.mark.parametrize(("start", "edge"), [("0203", "west"), ("0803", "east")])
def test_15_41_german_units_leave_by_the_west_and_the_east(start, edge):
    game = leaving(f"X 2-2-7 {start}")
    play(game, f"exit X {edge}")
    assert where(game, "X") == edge


@pytest.mark.parametrize(("start", "edge"), [("0501", "north"), ("0509", "south")])
def test_15_41_no_exit_by_another_edge(start, edge):
    game = leaving(f"X 2-2-7 {start}")
    refusal = refused(game, f"exit X {edge}")
    assert (refusal.case, refusal.units) == ("15.41", ("X",))
    assert refusal.reason == "X can exit only by the west or east edge"


def test_15_41_only_between_two_hexes():
    game = leaving("X 2-2-7 0101")
    (event,) = only(play(game, "exit X west"), Exited)
    assert event.path[-1] == "0102"
    game = leaving("X 2-2-7 0108")
    refusal = refused(game, "exit X 0109 west")
    assert refusal.case == "15.41"
    assert "0102 to 0107" in refusal.reason


def test_15_4_only_german_units_exit():
    game = market(allied=["A 3-3-7 0103"], german=["X 2-2-7 0909"], victory=EXITS)
    refusal = refused(game, "exit A west")
    assert (refusal.case, refusal.units) == ("15.4", ("A",))
    assert refusal.reason == "A cannot exit; only German units can"
    assert not any(line.startswith("exit") for line in legal(game))


def test_15_4_for_the_cost_of_the_hex_or_of_its_road():
    game = leaving("X 2-2-7 0103", terrain=field("0103%"))
    (event,) = only(play(game, "exit X 0103 west"), Exited)
    assert event.cost == 8
    game = leaving("X 2-2-7 0103", roads=["edge 0103 0203"])
    (event,) = only(play(game, "exit X west"), Exited)
    assert event.cost == 1


def test_15_42_units_return_by_the_same_edge_in_a_later_turn():
    game = leaving("X 2-2-7 0103", "Y 2-2-7 0903")
    play(game, "exit X west", "exit Y east")
    refusal = refused(game, "enter X 0103")
    assert (refusal.case, refusal.units) == ("15.42", ("X",))
    assert not queries.movers(game)
    until(game, 2, "German")
    assert refused(game, "enter X 0903").case == "15.24"
    entries = {line.split()[2] for line in legal(game) if line.startswith("enter X")}
    assert entries == {f"010{n}" for n in range(2, 8)}
    play(game, "enter X 0107", "enter Y 0909")
    assert (where(game, "X"), where(game, "Y")) == ("0107", "0909")


def test_15_42_exited_units_may_stay_off_the_map():
    game = leaving("X 2-2-7 0103", "Y 2-2-7 0803")
    play(game, "exit X west")
    until(game, 5, "German")
    assert allowed(game, "enter X 0102")


def test_15_42_a_unit_may_exit_and_return_twice():
    game = leaving("X 2-2-7 0103", "Y 2-2-7 0803")
    play(game, "exit X west")
    until(game, 2, "German")
    play(game, "enter X 0102")
    until(game, 3, "German")
    play(game, "exit X west")
    assert where(game, "X") == "west"


def test_15_42_on_the_real_map():
    game = Game(shipped("arnhem/historical"), seed=1)
    number = game.scenario.board.number
    west, east = (tuple(map(number, rules(game).exits[edge])) for edge in ("west", "east"))
    assert (west[0], west[-1], len(west)) == ("0601", "2301", 18)
    assert (east[0], east[-1], len(east)) == ("0126", "2726", 27)


def test_15_43_no_unit_exits_by_combat():
    game = market(allied=["A 9-4-7 0201"], german=["X 1-1-7 0101"], phase="combat", victory=EXITS)
    play(game, "attack A > X", "roll 1")
    assert where(game, "X") == "eliminated"


def test_15_43_only_in_their_own_movement_phase():
    game = leaving("X 2-2-7 0103", side=0)
    assert refused(game, "exit X west").case == "5.11"


def test_5_14_not_out_of_an_enemy_zone():
    game = leaving("X 2-2-7 0103", allied=("A 3-3-7 0104",))
    assert refused(game, "exit X west").case == "5.14"


# -- the examples of play


def test_15_13_of_the_example_the_first_unit_pays_least():
    game, costs = example("arnhem/15.1-entering"), []
    for line in ("enter 32 0103 0402", "enter 2I/5 0103 0303", "enter 1C/5 0103 0202"):
        (event,) = only(play(game, line), Entered)
        costs.append(event.cost)
    assert costs == [1 + 3, 2 + 2, 3 + 1], "in halves: the column before the map, then the road on it"
