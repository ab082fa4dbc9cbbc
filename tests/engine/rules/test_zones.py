"""Zones of Control (6.0)."""

import pytest

from tests.drawn import allowed, below, deciding, drawn, legal, only, play, refused, where
from tests.every import every
from tests.examples import example
from westwall_tui.engine.events import Moved
from westwall_tui.engine.rules.zones import touching

KINDS = ["infantry", "airborne", "glider", "engineer", "armor", "mechanized", "reconnaissance"]
GUNS = ["artillery", "sp-artillery"]
AROUND = ["0504", "0604", "0605", "0506", "0405", "0404"]


@every("at", AROUND)
def test_6_0_units_stop_in_each_of_the_six_hexes(at):
    """A moves to the hex and cannot go on."""
    game = drawn(blue=["A 4-4-9 0101"], red=["X 4-4-7 0505"])
    board = game.scenario.board
    h = board.hex(at)
    assert allowed(game, f"move A {at}")
    for n in board.grid.neighbors[h]:
        number = board.number(n)
        if number not in AROUND and number != "0505":
            assert refused(game, f"move A {at} {number}").case == "6.0"


def test_6_0_entering_a_zone_stops_a_unit():
    """Two zones block the narrow field."""
    game = drawn("... ... ... ... ... ...", blue=["A 4-4-9 0101"], red=["X 4-4-7 0104", "Y 4-4-7 0304"])
    assert refused(game, "move A 0206").case == "6.0"
    assert allowed(game, "move A 0203")


@every("kind", [*KINDS, *GUNS])
def test_6_11_every_unit_has_a_zone(kind):
    strength = "0-0-9/1-0" if kind in GUNS else "0-1-0"
    game = drawn(blue=["A 4-4-9 0507"], red=[f"X {strength} {kind} 0504"])
    assert refused(game, "move A 0506 0505 0506").case == "6.0"


def test_6_11_in_every_phase():
    """Zones block retreats in the Combat Phase, and stop movement in the Movement Phase."""
    game = drawn(". . . .", blue=["A 13-1-7 0102"], red=["X 1-1-7 0103", "Y 1-1-7 0101"], phase="combat")
    play(game, "attack A > X Y", "roll 4")
    play(game, "retreat X 0104")
    assert where(game, "X") == where(game, "Y") == "eliminated"


def test_6_11_zones_are_not_affected_by_friends_of_the_mover():
    """B and X touch each other, but the hexes next to X still stop A."""
    game = drawn(blue=["A 4-4-9 0407", "B 4-4-7 0505"], red=["X 4-4-7 0504"])
    assert refused(game, "move A 0405 0404 0403").case == "6.0"


def test_6_12_a_zone_costs_nothing():
    game = drawn(blue=["A 4-4-9 0507"], red=["X 4-4-7 0504"])
    (moved,) = only(play(game, "move A 0505"), Moved)
    assert moved.cost == 4


def test_6_13_a_unit_is_free_once_the_enemy_is_gone():
    game = drawn(blue=["A 13-1-7 0505", "B 1-1-7 0604"], red=["X 1-1-7 0504"])
    assert refused(game, "move A 0507").case == "5.14"
    play(game, "done", "attack A B > X", "roll 1", "stand")
    assert where(game, "X") == "eliminated"
    while deciding(game) != "Blue movement":
        play(game, "done")
    play(game, "move A 0507")


def test_6_13_a_retreat_leaves_a_zone():
    game = drawn(blue=["A 13-1-7 0505"], red=["X 1-1-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 4", "retreat X 0502", "stand")
    assert where(game, "X") == "0502"


def test_6_13_an_advance_leaves_a_zone():
    """A is in the zones of X and Y, and follows X."""
    game = drawn(blue=["A 13-1-7 0505", "B 1-1-7 0607"], red=["X 1-1-7 0504", "Y 1-1-7 0606"], phase="combat")
    play(game, "attack A > X", "roll 4", "retreat X 0502", "advance A 0503")
    assert where(game, "A") == "0503"


def test_6_21_both_sides_control_a_hex_between_them():
    """0503 is between A and X, and stops friendly units of both."""
    for side, mover in enumerate("BY"):
        game = drawn(blue=["A 1-1-7 0504", "B 1-1-7 0803"], red=["X 1-1-7 0502", "Y 1-1-7 0203"], side=side, turn=1)
        assert allowed(game, f"move {mover} 0503")
        assert refused(game, f"move {mover} 0503 {'0403' if mover == 'B' else '0602'}").case == "6.0"


def test_6_22_several_zones_count_as_one():
    """0505 is in three zones: it may be entered at the usual cost."""
    game = drawn(blue=["A 4-4-7 0507"], red=["X 1-1-7 0504", "Y 1-1-7 0404", "Z 1-1-7 0604"])
    (moved,) = only(play(game, "move A 0505"), Moved)
    assert moved.cost == 4


def test_6_23_neither_of_two_neighbors_may_move_away():
    game = drawn(blue=["A 1-1-7 0505"], red=["X 1-1-7 0504"])
    assert refused(game, "move A 0507").case == "5.14"
    game = drawn(blue=["A 1-1-7 0505"], red=["X 1-1-7 0504"], side=1)
    assert refused(game, "move X 0502").case == "5.14"


@every("terrain", ".,gf^%o#")
def test_6_31_zones_reach_into_every_terrain(terrain):
    """A moves into 0202, where it stops and must attack X in 0201."""
    game = drawn(f"{terrain * 3} {terrain * 3} {terrain * 3}", blue=["A 4-4-9 0203"], red=["X 4-4-7 0201"])
    assert refused(game, "move A 0202 0102").case == "6.0"


@pytest.mark.parametrize("water", ["streams", "canals"])
def test_6_31_6_33_zones_and_attacks_cross_streams(water):
    game = drawn(blue=["A 4-4-9 0507"], red=["X 4-4-7 0504"], **{water: [below(4)]})
    assert refused(game, "move A 0505 0506").case == "6.0"
    play(game, "move A 0505", "done")
    assert refused(game, "done").case == "7.11"
    assert allowed(game, "attack A > X")


def test_6_31_no_zone_in_prohibited_ground():
    game = drawn(". ~ . .", blue=["A 4-4-9 0103"], red=["X 4-4-7 0101"])
    assert legal(game) == ["move A 0104", "done"]


@pytest.mark.parametrize("kind", ["armor", "mechanized", "reconnaissance"])
@pytest.mark.parametrize("terrain", "f^%")
def test_6_32_vehicles_control_and_attack_ground_that_they_cannot_enter(kind, terrain):
    ground = f"... .{terrain}. ..."
    game = drawn(ground, blue=["A 4-4-9 0203"], red=[f"X 4-4-7 {kind} 0201"])
    assert refused(game, "move A 0202 0102").case == "6.0"
    game = drawn(ground, blue=[f"V 4-4-9 {kind} 0201"], red=["X 4-4-7 0202"], phase="combat")
    assert refused(game, "done").case == "7.11"
    assert allowed(game, "attack V > X")


@pytest.mark.slow
def test_6_33_no_zone_and_no_attack_across_a_river():
    game = drawn(blue=["A 4-4-9 0507"], red=["X 4-4-7 0504"], rivers=[below(4)])
    play(game, "move A 0505 0605 0606")
    game = drawn(blue=["A 4-4-9 0505", "B 4-4-9 0403"], red=["X 4-4-7 0504"], rivers=[below(4)], phase="combat")
    refusal = refused(game, "attack A B > X")
    assert refusal.case == "6.33"
    assert (refusal.units, refusal.hexes) == (("A", "X"), ("0505", "0504"))
    assert allowed(game, "attack B > X")


def test_6_33_a_ferry_is_not_a_bridge():
    """A crosses by the ferry in one move, out of no zone and into one."""
    ways = {"rivers": [below(4)], "ferries": ["0504/0505"]}
    game = drawn(blue=["A 4-4-9 0505"], red=["X 4-4-7 0504"], **ways)
    assert allowed(game, "move A 0506")
    assert deciding(game) == "Blue movement"
    play(game, "done")
    assert deciding(game) == "Red movement"


def test_6_33_zones_and_attacks_cross_a_bridge():
    ways = {"rivers": [below(4)], "roads": ["0504 0505"]}
    game = drawn(blue=["A 4-4-9 0505"], red=["X 4-4-7 0504"], **ways)
    assert refused(game, "move A 0506").case == "5.14"
    play(game, "done")
    assert refused(game, "done").case == "7.11"
    assert allowed(game, "attack A > X")


def test_6_33_a_bridge_opens_only_its_own_hexside():
    """X is at the near end of the bridge, A at the far end, and B next to A on the far bank."""
    ways = {"rivers": [below(4)], "roads": ["0504 0505"]}
    game = drawn(blue=["A 4-4-9 0504", "B 4-4-9 0604"], red=["X 4-4-7 0505"], phase="combat", **ways)
    assert allowed(game, "attack A > X")
    assert refused(game, "attack A B > X").case == "6.33"


@every(("unit", "enemies"), [("A", ["X", "Y"]), ("B", []), ("X", ["A"]), ("Y", ["A"]), ("Z", [])])
def test_6_23_6_33_enemies_in_a_units_zone(unit, enemies):
    """The same for both sides; not across a river, not two hexes away, and no friendly unit."""
    game = drawn(
        blue=["A 4-4-7 0505", "B 4-4-7 0506"],
        red=["X 3-3-7 0504", "Y 3-3-7 0604", "Z 3-3-7 0507"],
        rivers=["0506/0507"],
    )
    found = touching(game.state, game.scenario.by_id[unit.lower()])
    assert [game.scenario.units[enemy].id for enemy in found] == enemies


# -- the examples of play


def test_6_0_6_33_of_the_example_zones_end_at_the_river_and_pinned_units_stay():
    game = example("standard/6.0-zones")
    assert not [line for line in legal(game) if line.startswith("move 1/1 ")]
    paths = [line.split()[2:] for line in legal(game) if line.startswith("move 2/1 ")]
    assert {"0304", "0404", "0506", "0606", "0705"} <= {path[-1] for path in paths}
    ring = {"0402", "0403", "0502", "0504", "0602", "0603"}
    assert not [path for path in paths if ring & set(path[:-1])], "it goes on behind Krafft's ring"
