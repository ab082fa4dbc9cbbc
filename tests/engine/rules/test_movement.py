"""Movement (5.0)."""

from typing import Any

import pytest

from tests.drawn import FIELD, allowed, below, deciding, drawn, legal, only, play, refused, where
from tests.engine.battles.drawn_arnhem import field
from tests.engine.battles.drawn_bastogne import siege
from tests.every import every
from tests.examples import example
from westwall_tui.engine.events import Entered, Moved, Rolled
from westwall_tui.engine.game import TURN, Game
from westwall_tui.engine.orders import IllegalOrder

FOOT = ["infantry", "airborne", "glider", "engineer", "artillery"]
VEHICLES = ["armor", "mechanized", "reconnaissance", "sp-artillery"]
STRENGTHS = {"artillery": "1-1-9/1-8", "sp-artillery": "1-1-9/1-8"}


def counter(kind: str, at: str) -> str:
    return f"A {STRENGTHS.get(kind, '1-1-8')} {kind} {at}"


def cost(game, line: str) -> float:
    """Return the cost of a move in Movement Points."""
    (moved,) = only(play(game, line), Moved)
    return moved.cost / 2


# -- 5.1 restrictions and prohibitions


def test_5_11_units_move_only_in_their_own_movement_phase():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0109"])
    assert refused(game, "move X 0108").case == "5.11"
    play(game, "done", "move X 0108")
    assert refused(game, "move A 0504").case == "5.11"


def test_5_11_nothing_moves_in_a_combat_phase():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0101"], red=["X 4-4-7 0504"], phase="combat")
    assert deciding(game) == "Blue combat"
    assert refused(game, "move B 0102").case == "4.1"
    assert refused(game, "advance A 0504").case == "4.1"
    assert refused(game, "retreat X 0503").case == "4.1"


def test_5_11_a_unit_in_the_first_hex_of_the_board_moves():
    """The hex is number 0 in the engine, where numbers below 0 are places off the map."""
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0909"])
    assert "move A 0102 0103" in legal(game)
    assert cost(game, "move A 0103") == 2
    pinned = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0102"])
    assert not any(line.startswith("move") for line in legal(pinned))
    assert refused(pinned, "move A 0203").case == "5.14"


def test_5_12_a_unit_never_enters_an_enemy_hex():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0501"])
    refusal = refused(game, "move A 0501")
    assert refusal.case == "5.12"
    assert (refusal.units, refusal.hexes) == (("A", "X"), ("0501",))


def test_5_13_a_unit_spends_no_more_than_its_allowance():
    game = drawn(blue=["A 4-4-3 0505"])
    assert refused(game, "move A 0501").case == "5.25"
    refusal = refused(game, "move A 0501")
    assert "needs 4 MP" in refusal.reason
    assert (refusal.units, refusal.hexes) == (("A",), ("0501",))
    assert cost(game, "move A 0502") == 3


def test_5_13_points_are_neither_saved_up_nor_passed_on():
    game = drawn(blue=["A 4-4-3 0505", "B 4-4-3 0909"])
    play(game, "done", "done")
    assert deciding(game) == "Blue movement"
    assert refused(game, "move A 0501").case == "5.25"


def test_5_13_a_unit_may_spend_some_of_its_points_or_none():
    game = drawn(blue=["A 4-4-3 0505"])
    assert cost(game, "move A 0504") == 1
    play(game, "done", "done", "done")


def test_5_14_a_unit_may_not_leave_an_enemy_controlled_hex():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"])
    refusal = refused(game, "move A 0506")
    assert refusal.case == "5.14"
    assert (refusal.units, refusal.hexes) == (("A",), ("0505",))
    assert not any(line.startswith("move") for line in legal(game))


def test_5_14_a_unit_does_not_move_from_one_enemy_controlled_hex_to_another():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"])
    assert refused(game, "move A 0605").case == "5.14"
    assert refused(game, "move A 0404").case == "5.14"


def test_5_0_no_unit_exits_unless_the_battle_allows_it():
    refusal = refused(drawn(blue=["A 4-4-7 0101"]), "exit A west")
    assert (refusal.case, refusal.units) == ("5.0", ("A",))
    assert refusal.reason == "no unit can exit the map in this game"


def test_5_15_a_moved_unit_moves_no_further():
    game = drawn(blue=["A 4-4-7 0505"])
    play(game, "move A 0504")
    assert refused(game, "move A 0503").case == "5.15"
    assert refused(game, "move A 0505").case == "5.15"


def test_5_15_a_move_can_be_undone_and_made_again():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0101"], red=["X 4-4-7 0909"])
    before = game.digest()
    play(game, "move A 0504", "move B 0103")
    game.undo()
    game.undo()
    assert game.digest() == before
    play(game, "move A 0501")
    assert where(game, "A") == "0501"


def test_5_15_no_undo_in_a_strict_game_or_after_the_phase():
    game = drawn(blue=["A 4-4-7 0505"], strict=True)
    play(game, "move A 0504")
    assert not game.can_undo
    game = drawn(blue=["A 4-4-7 0505"])
    play(game, "move A 0504", "done")
    assert not game.can_undo


def test_5_15_the_move_of_one_unit_is_undone_and_later_moves_stay():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0101"])
    play(game, "move B 0103", "move A 0504")
    game.undo("b")
    assert (where(game, "A"), where(game, "B"), game.log) == ("0504", "0101", ["move A 0504"])
    game.redo()
    assert (where(game, "B"), game.log) == ("0103", ["move A 0504", "move B 0102 0103"])
    game.undo()
    game.undo()
    assert (game.log, game.can_undo) == ([], False)


def test_5_15_a_unit_whose_move_is_undone_after_the_phase_can_move_again():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0101"], red=["X 4-4-7 0502"])
    play(game, "move A 0503", "move B 0103", "done")
    before = game.digest()
    game.undo("B")
    assert (game.log, game.prompt.kind) == (["move A 0504 0503"], "movement")
    game.redo()
    assert (game.digest(), game.log[-1]) == (before, "done")


def test_5_15_a_move_is_not_undone_if_a_later_one_depends_on_it():
    """B takes the hex that A has left."""
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0506", "C 4-4-7 0101"])
    play(game, "move A 0501", "move C 0103", "move B 0505")
    before = game.digest()
    with pytest.raises(IllegalOrder, match="the order of B depends on that of A: undo B first"):
        game.undo("A")
    assert (game.digest(), len(game.log)) == (before, 3)
    game.undo("B")
    game.undo("A")
    assert game.log == ["move C 0102 0103"]


def test_5_15_the_whole_turn_is_undone_and_made_again_at_once():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0101"], red=["X 4-4-7 0502"])
    play(game, "move A 0503", "move B 0103", "done")
    before = game.digest()
    game.undo(TURN)
    assert (game.log, game.prompt.kind) == ([], "movement")
    game.redo()
    assert game.digest() == before
    play(game, "attack A > X", "roll 3")
    with pytest.raises(IllegalOrder, match="you cannot undo a die roll"):
        game.undo(TURN)


def test_5_16_an_isolated_unit_moves_and_fights_as_ever():
    ring = ["0502", "0704", "0706", "0508", "0306", "0304"]
    red = [f"X{i} 4-4-7 {at}" for i, at in enumerate(ring)]
    game = drawn(blue=["A 4-4-7 0505"], red=red)
    assert cost(game, "move A 0503") == 2
    (rolled,) = only(play(game, "done", "attack A > X0", "roll 3"), Rolled)
    assert rolled.differential == 0


# -- 5.2 terrain

KEY = [(".", 1), (",", 2), ("g", 2), ("f", 2), ("^", 3), ("%", 4), ("o", 1), ("#", 1)]


@every(("terrain", "points"), KEY)
def test_5_21_terrain_key(terrain, points):
    game = drawn(f"{terrain}{terrain} ..", blue=["A 4-4-7 0102"])
    assert cost(game, "move A 0101") == points


@every(("terrain", "points"), KEY)
def test_5_21_hexside_costs_are_added_to_the_hex(terrain, points):
    game = drawn(f"{terrain}{terrain} ..", blue=["A 4-4-7 0102"], streams=[below(1, 2, 2)])
    assert cost(game, "move A 0101") == points + 3


def test_5_21_a_canal_costs_the_same_as_a_stream():
    game = drawn(".. ..", blue=["A 4-4-7 0102"], canals=[below(1, 2, 2)])
    assert cost(game, "move A 0101") == 4


def test_5_21_costs_add_up():
    game = drawn(". f ^ . .", blue=["A 4-4-7 0101"], streams=["0103/0104"])
    assert refused(game, "move A 0104").case == "5.25"
    assert cost(game, "move A 0103") == 5


def test_5_21_no_unit_enters_a_river_hex():
    game = drawn(". ~ .", blue=["A 4-4-7 0101"])
    assert refused(game, "move A 0102").case == "5.21"
    assert refused(game, "move A 0103").case == "5.21"


@every("terrain", ".,gf^%o#")
@every("kind", ["infantry", "armor"])
def test_5_22_a_road_hexside_costs_half_a_point_whatever_the_hex(terrain, kind):
    game = drawn(f". {terrain}", blue=[counter(kind, "0101")], roads=["0101 0102"])
    assert cost(game, "move A 0102") == 0.5


def test_5_22_road_hexes_without_a_road_hexside_do_not_help():
    game = drawn("%%%% %%%%", blue=["A 4-4-7 0101"], roads=["0101 0102", "0201 0301"])
    assert cost(game, "move A 0201") == 4


def test_5_22_half_points_are_spent_to_the_last():
    """Two and a half points of road leave half a point of three: enough for the next road hexside, not for a hex."""
    road = "0101 0201 0301 0401 0501 0601"
    game = drawn("." * 9, blue=["A 4-4-3 0101"], roads=[road])
    assert refused(game, "move A 0701").case == "5.25"
    game = drawn("." * 9, blue=["A 4-4-3 0101"], roads=[f"{road} 0701"])
    assert cost(game, "move A 0701") == 3


@every("terrain", ".,gf^%o#")
@every("kind", ["infantry", "armor"])
def test_5_23_a_trail_hexside_costs_one_point_whatever_the_hex(terrain, kind):
    game = drawn(f". {terrain}", blue=[counter(kind, "0101")], trails=["0101 0102"])
    assert cost(game, "move A 0102") == 1


@pytest.mark.parametrize("water", ["streams", "canals", "rivers"])
@pytest.mark.parametrize(("way", "points"), [("roads", 0.5), ("trails", 1)])
def test_5_22_5_23_a_road_or_trail_bridges_every_water(water, way, points):
    game = drawn(". .", blue=["A 4-4-7 armor 0101"], **{water: ["0101/0102"], way: ["0101 0102"]})
    assert cost(game, "move A 0102") == points


@pytest.mark.parametrize("kind", VEHICLES)
@pytest.mark.parametrize("terrain", "f^%")
def test_5_24_vehicles_keep_out_of_woods_broken_and_rough(kind, terrain):
    game = drawn(f". {terrain} .", blue=[counter(kind, "0101")])
    assert refused(game, "move A 0102").case == "5.24"
    assert refused(game, "move A 0103").case == "5.24"


@every("kind", VEHICLES)
@every("terrain", ".,go#")
def test_5_24_vehicles_enter_all_other_terrain(kind, terrain):
    assert allowed(drawn(f". {terrain}", blue=[counter(kind, "0101")]), "move A 0102")


@every("kind", FOOT)
@every("terrain", "f^%")
def test_5_24_all_other_units_enter_woods_broken_and_rough(kind, terrain):
    assert allowed(drawn(f". {terrain}", blue=[counter(kind, "0101")]), "move A 0102")


@every("kind", VEHICLES)
def test_5_24_vehicles_leave_such_a_hex_freely_but_enter_the_next_by_the_road(kind):
    """A road leads into the woods at 0102; from there the open 0103 may be entered, the woods of 0203 not."""
    game = drawn(".. ff .f", blue=[counter(kind, "0101")], roads=["0101 0102"])
    assert allowed(game, "move A 0102 0103")
    assert refused(game, "move A 0102 0202").case == "5.24"


@pytest.mark.parametrize("kind", VEHICLES)
@pytest.mark.parametrize("water", ["streams", "canals"])
def test_5_24_vehicles_do_not_ford(kind, water):
    game = drawn(". .", blue=[counter(kind, "0101")], **{water: ["0101/0102"]})
    assert refused(game, "move A 0102").case == "5.24"


def test_5_24_a_rail_bridge_is_for_units_on_foot():
    def ground(kind: str, **ways):
        return drawn(". .", blue=[counter(kind, "0101")], rivers=["0101/0102"], bridges=["rail 0101/0102"], **ways)

    assert refused(ground("armor"), "move A 0102").case == "5.24"
    assert cost(ground("infantry"), "move A 0102") == 1
    assert cost(ground("armor", roads=["0101 0102"]), "move A 0102") == 0.5


def test_5_24_a_ferry_is_for_units_on_foot_at_three_extra_points():
    def ground(kind: str):
        return drawn(". .", blue=[counter(kind, "0101")], rivers=["0101/0102"], ferries=["0101/0102"])

    assert refused(ground("armor"), "move A 0102").case == "5.24"
    assert cost(ground("infantry"), "move A 0102") == 4


def test_5_25_a_hex_must_be_paid_in_full():
    """Two points left are not enough for a broken hex, nor for a clear one behind a stream."""
    game = drawn(". . ^", blue=["A 4-4-3 0101"])
    refusal = refused(game, "move A 0103")
    assert refusal.case == "5.25"
    assert "needs 4 MP" in refusal.reason
    game = drawn(". .", blue=["A 4-4-3 0101"], streams=["0101/0102"])
    assert refused(game, "move A 0102").case == "5.25"


# -- 5.3 friendly units


def test_5_31_units_pass_friendly_units_at_no_cost_but_do_not_stop_there():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0504", "C 4-4-7 0503"])
    refusal = refused(game, "move A 0504")
    assert refusal.case == "5.31"
    assert (refusal.units, refusal.hexes) == (("A", "B"), ("0504",))
    assert refused(game, "move A 0503").case == "5.31"
    assert cost(game, "move A 0504 0503 0502") == 3


def test_5_31_units_do_not_pass_a_friendly_unit_in_an_enemy_controlled_hex():
    """The unit would have to stop there. 0104 is behind the friendly unit, and no other path leads there."""
    game = drawn(". . . .", blue=["A 4-4-7 0101", "B 4-4-7 0103"], red=["X 4-4-7 0104"])
    refusal = refused(game, "move A 0103")
    assert (refusal.case, refusal.units, refusal.hexes) == ("5.31", ("A",), ("0103",))
    assert "0103, which is in an enemy zone" in refusal.reason


def test_5_32_any_number_of_units_through_one_hex():
    game = drawn(". . . . . . .", blue=[f"{name} 4-4-7 010{i}" for i, name in enumerate("ABC", 1)])
    play(game, "move C 0107", "move B 0106", "move A 0105")
    assert [where(game, name) for name in "ABC"] == ["0105", "0106", "0107"]


def test_5_33_friendly_zones_never_interfere():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0404", "C 4-4-7 0604"])
    assert cost(game, "move A 0503") == 2


# -- waypoints


def test_5_0_a_unit_takes_the_cheapest_path_unless_waypoints_pin_another():
    """A road leads there by 0201; the direct way through the woods costs more."""
    ways = {"roads": ["0101 0201 0202 0103"]}
    game = drawn("... f.. ...", blue=["A 4-4-7 0101"], **ways)
    assert cost(game, "move A 0103") == 1.5
    game = drawn("... f.. ...", blue=["A 4-4-7 0101"], **ways)
    assert cost(game, "move A 0102 0103") == 3
    assert game.log == ["move A 0102 0103"]


AROUND: dict[str, Any] = {"terrain": "... f.. ...", "roads": ["0101 0201 0102"]}
"""0102 is woods; by road over 0201 it costs 1 Movement Point from 0101, straight 2."""


def around(*blue: str, **what: Any) -> Game:
    """Return a game on that board."""
    return drawn(AROUND["terrain"], blue=blue, roads=AROUND["roads"], **what)


def test_5_0_a_single_adjacent_hex_is_reached_by_the_cheapest_path():
    game = around("A 4-4-7 0101")
    assert cost(game, "move A 0102") == 1
    assert game.log == ["move A 0201 0102"]


def test_5_25_an_adjacent_hex_reached_only_by_a_detour():
    game = around("A 4-4-1 0101")
    assert refused(game, "move A 0102 0102").case == "5.25"
    assert cost(game, "move A 0102") == 1


def test_5_0_a_refusal_has_the_cost_of_the_cheapest_path():
    game = drawn("... %.. ...", blue=["A 4-4-1 0101"], trails=["0101 0201 0102"])
    assert refused(game, "move A 0102").reason == "A needs 2 MP to reach 0102, but has only 1"


def test_5_0_a_hex_named_twice_pins_the_step_and_so_it_is_logged():
    game = around("A 4-4-7 0101")
    assert cost(game, "move A 0102 0102") == 2
    assert game.log == ["move A 0102 0102"]
    again = around("A 4-4-7 0101")
    again.replay(game.log)
    assert again.digest() == game.digest()


def test_5_0_a_detour_that_saves_half_a_point_is_taken():
    """Over 0201, by road and then by trail, the woods of 0102 cost 1.5; straight they cost 2."""
    ways: dict[str, Any] = {"roads": ["0101 0201"], "trails": ["0201 0102"]}
    game = drawn("... f.. ...", blue=["A 4-4-7 0101"], **ways)
    assert cost(game, "move A 0102") == 1.5
    game = drawn("... f.. ...", blue=["A 4-4-7 0101"], **ways)
    assert cost(game, "move A 0102 0102") == 2
    assert game.log == ["move A 0102 0102"]


def test_5_0_a_step_without_a_cheaper_detour_is_logged_by_its_hex():
    game = drawn("... f.. ...", blue=["A 4-4-7 0101"])
    play(game, "move A 0102 0102")
    assert game.log == ["move A 0102"]


def test_5_0_a_waypoint_next_to_the_unit_pins_the_step():
    assert cost(around("A 4-4-7 0101"), "move A 0102 0103") == 3
    assert cost(around("A 4-4-7 0101"), "move A 0201 0102") == 1


@every(
    ("line", "drawing", "ways", "case", "reason"),
    [
        (
            "move A 0305 0305",
            [],
            {"streams": ["0304/0305"]},
            "5.24",
            "A cannot step into 0305: vehicles cannot",
        ),
        ("move A 0305 0306", [], {"streams": ["0304/0305"]}, "5.24", "the stream between 0304 and 0305"),
        ("move A 0304 0305", [], {"streams": ["0304/0305"]}, "5.24", "the stream between 0304 and 0305"),
        (
            "move A 0303 0304 0305",
            [],
            {"rivers": ["0304/0305"]},
            "5.21",
            "no bridge across the river",
        ),
        ("move A 0305 0305", [field("0305f")], {}, "5.24", "vehicles can enter 0305 (Woods) only by road or trail"),
        ("move A 0305 0306", [], {"red": ["X 1-1-7 0306"]}, "5.12", "enemy X is in 0306"),
        ("move A 0404 0405 0406", [], {"red": ["X 1-1-7 0504"]}, "6.0", "enemy Zones of Control stop A short of 0405"),
    ],
)
def test_5_24_a_step_named_in_a_path_is_taken_or_refused(line, drawing, ways, case, reason):
    """A path of adjacent hexes never makes a detour, because the player would not know its zones and bridges."""
    refusal = refused(drawn(*drawing, blue=["A 4-4-7 armor 0304"], **ways), line)
    assert refusal.case == case
    assert reason in refusal.reason


def test_5_24_a_single_adjacent_hex_behind_a_stream_is_reached_by_a_detour():
    game = drawn(blue=["A 4-4-7 armor 0304"], streams=["0304/0305"])
    play(game, "move A 0305")
    assert game.log == ["move A 0404 0305"]


def test_5_24_entries_and_exits_take_pinned_steps_or_are_refused():
    stream = {"streams": ["0101/0102"]}
    game = drawn(blue=["A 4-4-7 armor"], arrivals=[(1, "A", "0101")], **stream)
    assert refused(game, "enter A 0101 0102 0103").case == "5.24"
    assert allowed(game, "enter A 0101 0102")
    game = siege(german=["A 4-4-7 armor 0102"], streams=["0101/0102"])
    assert refused(game, "exit A 0101 0101 west").case == "5.24"
    assert allowed(game, "exit A 0201 0101 west")


def test_5_0_a_direct_step_of_equal_cost_is_taken_and_logged_by_its_hex():
    game = drawn("... ... ...", blue=["A 4-4-7 0101"], roads=["0101 0201 0102"])
    play(game, "move A 0102")
    assert game.log == ["move A 0102"]


def test_5_0_a_single_hex_after_the_entry_hex_is_reached_by_the_cheapest_path():
    game = around("R 4-4-7", arrivals=[(1, "R", "0101")])
    (entered,) = only(play(game, "enter R 0101 0102"), Entered)
    assert (entered.path, entered.cost) == (("0101", "0201", "0102"), 4)
    pinned = around("R 4-4-7", arrivals=[(1, "R", "0101")])
    (entered,) = only(play(pinned, "enter R 0101 0102 0102"), Entered)
    assert (entered.path, entered.cost) == (("0101", "0102"), 6)
    assert (game.log, pinned.log) == (["enter R 0101 0201 0102"], ["enter R 0101 0102 0102"])


def test_5_0_the_full_path_is_in_the_log():
    game = drawn(FIELD, blue=["A 4-4-7 0505"])
    play(game, "move a 0502")
    assert game.log == ["move A 0504 0503 0502"]


def test_5_0_a_move_must_end_in_another_hex():
    game = drawn(blue=["A 4-4-7 0505"])
    assert refused(game, "move A 0505").case == "5.0"
    assert refused(game, "move B 0504").case == "2.3"
    assert refused(game, "move A 0999").case == "2.1"


def test_5_0_reach_and_refusals_agree():
    """Every hex is either listed by `legal` or refused with a case."""
    game = drawn(
        ".,gf^% ...... f...f. .~.... ......",
        blue=["A 4-4-4 0303", "V 4-4-4 armor 0403"],
        red=["X 1-1-7 0601"],
        roads=["0303 0302 0301"],
        streams=["0403/0404 0304/0404"],
    )
    listed = set(legal(game))
    ends = {(line.split()[1], line.split()[-1]) for line in listed if line.startswith("move")}
    board = game.scenario.board
    for name in "AV":
        for h in board.playable:
            assert allowed(game, f"move {name} {board.number(h)}") == ((name, board.number(h)) in ends)


# -- the examples of play


def test_5_24_of_the_examples_board_vehicles_reach_no_woods_and_cross_the_brook_by_its_bridge():
    game = example("standard/5.2-terrain")
    ends = {line.split()[-1] for line in legal(game) if line.startswith(("move 8 ", "move 25 "))}
    woods = {"0102", "0103", "0104", "0105", "0106", "0202", "0203", "0204", "0205", "0206", "0302", "0303", "0304"}
    assert not ends & woods
    (moved,) = only(play(game, "move 8 0703"), Moved)
    assert moved.path[-3:] == ("0503", "0602", "0703")


def test_5_31_on_the_examples_road_any_hex_but_those_of_friends_is_an_end():
    game = example("standard/5.3-friends")
    ends = {line.split()[-1] for line in legal(game) if line.startswith("move 10 ")}
    assert not ends & {"0103", "0303", "0604", "0704"}
    assert {"0203", "0402", "0503", "0602"} <= ends


def test_5_14_5_15_of_the_example_only_one_unit_can_still_move():
    game = example("standard/5.1-moving", 1)
    assert {line.split()[1] for line in legal(game) if line.startswith("move ")} == {"25"}
