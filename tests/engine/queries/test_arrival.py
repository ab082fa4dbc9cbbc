"""Units that are not on the map."""

import pytest

from tests.drawn import deciding, drawn, legal, play, until
from tests.engine.naming import at, ids, numbers, unit
from tests.engine.queries.battles import arnhem, bastogne
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.queries import UnitPlace, Whereabouts
from westwall_tui.files.library import new_game
from westwall_tui.files.scenarios.catalog import load_scenario

# -- Setting up (3.0).


def to_set_up():
    return drawn(
        ". . % .",
        blue=["A 4-4-7", "V 4-4-7 armor"],
        red=["X 4-4-7 0104"],
        setup=[("A V", "0101 0102 0103 0104")],
        phase="set-up",
    )


def test_3_0_units_left_to_set_up():
    game = to_set_up()
    assert ids(game, queries.to_set_up(game)) == "A V"
    play(game, "deploy A 0102")
    assert ids(game, queries.to_set_up(game)) == "V"


def test_3_0_hexes_where_a_unit_may_be_set_up_are_those_of_its_orders():
    game = to_set_up()
    assert numbers(game, queries.setup_hexes(game, unit(game, "A"))) == "0101 0102 0103"
    assert numbers(game, queries.setup_hexes(game, unit(game, "V"))) == "0101 0102"
    offered = {line.split()[2] for line in legal(game) if line.startswith("deploy V")}
    assert " ".join(sorted(offered)) == "0101 0102"
    assert queries.setup_hexes(game, unit(game, "X")) == frozenset()


def test_3_0_the_suggested_set_up_is_legal_and_makes_way():
    game = Game(load_scenario("bastogne/relief"))
    orders = queries.suggested_setup(game)
    assert len(orders) == len(queries.to_set_up(game))
    wanted = orders[1].hex
    play(game, f"deploy {orders[0].unit} {wanted}")
    again = queries.suggested_setup(game)
    assert wanted not in {order.hex for order in again}
    play(game, *map(str, again), "done")


def test_3_0_no_suggestion():
    with pytest.raises(IllegalOrder, match="suggests no hex for A"):
        queries.suggested_setup(to_set_up())
    with pytest.raises(IllegalOrder, match="no side sets up units now"):
        queries.suggested_setup(drawn(blue=["A 4-4-7 0505"]))


def test_hexes_of_a_unit_in_hand_are_free():
    game = to_set_up()
    play(game, "deploy A 0102")
    assert at(game, "0102") not in queries.setup_hexes(game, unit(game, "V"))


# -- Secret notes before the game: drop zones in Arnhem.


ALL = " ".join(f"{c:02}{r:02}" for c in range(1, 21) for r in range(1, 21))


def secret():
    return arnhem(
        "\n".join(["." * 20] * 20),
        blue=["A 2-2-7 airborne:101st", "B 2-2-7 airborne:82nd"],
        red=["X 2-2-7 0101"],
        landings=[(1, "A B", ALL)],
        victory={"weather": "always", "drop_zones": ["101", "82"]},
    )


def test_notes_and_those_that_are_left():
    game = secret()
    assert deciding(game) == "Allied notes"
    assert queries.notes(game, 0) == queries.notes_left(game, 0) == ("101", "82")
    assert queries.notes(game, 1) == ()
    play(game, "zone 101 0303")
    assert queries.notes_left(game, 0) == ("82",)
    assert queries.notes(game, 0) == ("101", "82")


def test_only_the_noting_side_holds_the_secret():
    game = secret()
    assert not queries.holds_secret(game, 0)
    play(game, "zone 101 0303", "zone 82 1515 2")
    assert queries.holds_secret(game, 0)
    assert not queries.holds_secret(game, 1)
    assert not queries.holds_secret(game, -1)


def test_the_case_of_notes_comes_from_the_battle():
    assert queries.note_case(secret()) == "15.36"
    assert queries.note_case(drawn(blue=["A 2-2-7 0101"])) == "4.1"


# -- Coming onto the map and leaving it.


def arriving(**what):
    return drawn(
        blue=["A 4-4-7", "B 4-4-7", "C 4-4-7 0505"],
        red=["X 4-4-7 0109"],
        arrivals=[(1, "A", "0501 0601"), (2, "B", "0101")],
        **what,
    )


def test_4_1_reinforcements_that_can_enter_with_their_hexes():
    game = arriving()
    assert ids(game, queries.entering(game, 0)) == "A"
    assert [queries.may_arrive(game, u) for u in (0, 1, 2)] == [True, False, False]
    assert numbers(game, queries.entry_hexes(game, 0)) == "0501 0601"
    assert queries.entry_hexes(game, 1) == ()
    until(game, "Blue movement", 2)
    assert ids(game, queries.entering(game, 0)) == "A B"


def test_units_that_land_with_their_hexes():
    game = arnhem(
        blue=["A 2-2-7 airborne:101st", "B 2-2-7"],
        red=["X 2-2-7 0909"],
        landings=[(1, "A", "0505 0504")],
        arrivals=[(1, "B", "0101")],
    )
    assert [queries.lands(game, u) for u in (0, 1)] == [True, False]
    assert numbers(game, queries.entry_hexes(game, 0)) == "0504 0505"
    play(game, "land A 0505")
    assert not queries.lands(game, 0)


def test_a_landing_place_is_named_only_if_the_schedule_has_no_hexes():
    game = Game(load_scenario("arnhem/free"), seed=1)
    lander = next(u for group in game.scenario.reinforcements if group.lands for u in group.units)
    assert queries.landing_place(game, lander)
    assert queries.landing_place(arriving(), 0) == ""


def test_edges_for_exits_come_from_the_battle():
    assert queries.ways_out(arriving(), 2) == ()
    game = bastogne(blue=["A 4-4-7 0505"], red=["X 4-4-7 0101"])
    assert queries.ways_out(game, 0) == ("north", "east", "south", "west")
    assert queries.ways_out(game, 1) == ()


def test_exited_units_and_the_turn_of_their_return():
    game = bastogne(blue=["A 4-4-7 0105", "B 4-4-7 0505"], red=["X 4-4-7 0901"], turn=2)
    play(game, "exit A west")
    assert queries.left_the_map(game) == [0]
    assert queries.whereabouts(game, 0) == Whereabouts(UnitPlace.LEFT, edge="west", turn=2)
    assert queries.return_turn(game, 0) is None


def test_whereabouts():
    game = arriving(setup=[], rules="standard")
    assert queries.whereabouts(game, unit(game, "C")) == Whereabouts(UnitPlace.MAP, hex=at(game, "0505"))
    assert queries.whereabouts(game, unit(game, "B")) == Whereabouts(UnitPlace.RESERVE, turn=2)
    fresh = drawn(blue=["A 4-4-7"], red=["X 4-4-7 0109"], setup=[("A", "0101")], phase="set-up")
    assert queries.whereabouts(fresh, 0) == Whereabouts(UnitPlace.SETUP)


def test_whereabouts_of_eliminated_units():
    game = drawn(blue=["A 9-4-7 0505", "B 9-4-7 0604"], red=["X 1-1-7 0504"], phase="combat", turn=3)
    play(game, "attack A B > X", "roll 1")
    assert queries.whereabouts(game, unit(game, "X")) == Whereabouts(UnitPlace.ELIMINATED, turn=3)
    assert queries.left_the_map(game) == []


# -- Reinforcements in columns.


ROADS = ["edge 0501 0502 0503 0504 0505 0506 0507 0508 0509 edge", "0504 0604 0704"]


def in_order(game, hexes):
    """Return printed numbers in the given order."""
    return " ".join(game.state.numbers(hexes))


def landing_game(*terrain, **what):
    """Return a game in which four units can enter in the north, by a road at 0501 and a trail at 0801."""
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
    game = landing_game("\n".join(["...%....."] + ["........."] * 8))
    assert in_order(game, queries.best_entries(game, 0)).split()[:2] == ["0501", "0801"]
    assert in_order(game, queries.best_entries(game, 0)).split()[2:] == ["0301"], "0401 costs more than it has"


def test_the_road_that_leads_farther_is_the_better_entry():
    game = landing_game(roads=["edge 0301 0302", *ROADS])
    assert in_order(game, queries.best_entries(game, 0)).split()[:2] == ["0501", "0301"]


def test_a_blocked_entry_hex_is_left_out():
    game = landing_game(red=["X 1-1-1 0501"])
    assert "0501" not in in_order(game, queries.best_entries(game, 0)).split()


def test_a_unit_that_lands_has_no_best_entry():
    game = arnhem(blue=["A 2-2-7 airborne:101st"], red=["X 2-2-7 0909"], landings=[(1, "A", "0505")])
    assert queries.best_entries(game, 0) == []
    assert queries.road_in(game, 0, game.scenario.board.hex("0505")) == ()


def test_the_path_along_the_road_is_as_long_as_the_units_allowance():
    game = landing_game()
    h = game.scenario.board.hex("0501")
    assert in_order(game, queries.road_in(game, 2, h)) == "0501 0502 0503 0504", "not along the branch, which is nearer"
    assert in_order(game, queries.road_in(game, 0, h)).startswith("0501 0502 0503 0504 0505 0506")
    assert queries.road_in(game, 0, game.scenario.board.hex("0909")) == ()


def test_at_a_fork_the_path_leads_toward_the_objectives():
    """XXX Corps enters south of Eindhoven and takes the road to Nijmegen, not the one to the east."""
    game = Game(load_scenario("arnhem/historical"), seed=1)
    unit, board = game.scenario.by_id["2i/5"], game.scenario.board
    game.state.turn = 2
    end = queries.road_in(game, unit, board.hex("0105"))[-1]
    assert board.grid.distance(end, board.hex("2721")) < 20


def test_the_path_along_the_road_ends_before_an_enemy_zone():
    game = landing_game(red=["X 1-1-1 0505"])
    assert in_order(game, queries.road_in(game, 0, game.scenario.board.hex("0501"))) == "0501 0502 0503"


def test_the_next_unit_follows_to_the_last_free_hex():
    game = landing_game()
    assert queries.last_entry(game) == ()
    play(game, "enter A 0501 0502 0503 0504")
    assert in_order(game, queries.last_entry(game)) == "0501 0502 0503 0504"
    assert str(queries.following(game, 1, queries.last_entry(game))) == "enter B 0501 0502 0503"
    play(game, "enter B 0501 0502 0503")
    assert str(queries.following(game, 2, queries.last_entry(game))) == "enter C 0501 0502"
    assert queries.following(game, 3, queries.last_entry(game)) is None, "it enters elsewhere"


def test_a_slower_unit_follows_as_far_as_it_can():
    game = landing_game()
    play(game, "enter A 0501 0506")
    order = queries.following(game, 2, queries.last_entry(game))
    assert order is not None
    assert order.hexes[-1] == "0504"


def test_there_is_no_last_entry_after_another_order_or_in_another_phase():
    game = landing_game(blue=["A 4-4-3", "B 4-4-3", "C 4-4-2", "Elsewhere 4-4-7", "Z 1-1-7 0905"])
    play(game, "enter A 0501 0506")
    play(game, "move Z 0904")
    assert queries.last_entry(game) == ()
    game.undo()
    assert queries.last_entry(game)
    play(game, "done")
    assert queries.last_entry(game) == ()


def test_a_single_step_that_is_named_twice_is_one_step():
    game = landing_game(blue=["A 4-4-7"], arrivals=[(1, "A", "0401")], streams=["0401/0402"])
    play(game, "enter A 0401 0402 0402")
    assert game.log[-1] == "enter A 0401 0402 0402"
    assert in_order(game, queries.last_entry(game)) == "0401 0402"


def test_15_34_16_12_units_that_may_stay_off_the_map():
    """Airborne units must land unless there is weather; in Remagen no reinforcement may wait (12.23)."""
    what = {
        "blue": ["A 2-2-7 airborne:101st", "B 2-2-7"],
        "red": ["X 2-2-7 0909"],
        "landings": [(1, "A", "0505 0504")],
        "arrivals": [(1, "B", "0101")],
    }
    may = [
        [queries.may_withhold(game, unit) for unit in (0, 1)]
        for game in (arnhem(**what), arnhem(**what, victory={"weather": "always"}))
    ]
    assert may == [[False, True], [True, True]]
    assert queries.may_withhold(arriving(), 0)
    assert not queries.may_withhold(new_game("remagen/historical"), 0)
