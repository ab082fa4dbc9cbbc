"""Remagen, 12.0: reinforcements enter by lettered areas, and are never withheld."""

import pytest

from tests.drawn import allowed, deciding, legal, play, refused, where
from tests.engine.battles.rhine import RHINE, cost, rhine
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game

AREAS = {"C": "0701 0801", "D": "0903 0904", "E": "0907 0908", "G": "0609 0709", "A": "0101 0102"}


def test_12_0_they_enter_on_their_turn_by_their_area():
    game = rhine(
        us=["A 3-6-7", "B 3-6-7"],
        german=["X 2-4-7 0905"],
        entries=AREAS,
        arrivals=[(1, "A", "0101 0102"), (2, "B", "0101 0102")],
    )
    assert refused(game, "enter A 0109").case == "12.0"
    assert refused(game, "enter B 0101").case == "12.0"
    assert queries.entry_hexes(game, game.scenario.by_id["b"]) == ()
    play(game, "enter A 0101")


@pytest.mark.parametrize(("roads", "points"), [((), 1), (("edge 0101 0201",), 0.5)])
def test_12_11_the_entry_hex_is_paid_by_the_terrain_key_or_by_its_road(roads, points):
    game = rhine(us=["A 3-6-7"], entries=AREAS, arrivals=[(1, "A", "0101 0102")], roads=roads)
    assert cost(game, "enter A 0101") == points


def test_12_12_they_move_on_and_come_at_any_time_of_the_phase():
    game = rhine(us=["A 3-6-7", "B 3-6-7 0201"], entries=AREAS, arrivals=[(1, "A", "0101 0102")])
    play(game, "move B 0203")
    assert cost(game, "enter A 0101 0301") == 3


def test_12_13_any_number_by_one_hex_at_no_extra_cost():
    names = "ABCD"
    game = rhine(us=[f"{name} 3-6-7" for name in names], entries=AREAS, arrivals=[(1, " ".join(names), "0101 0102")])
    for i, name in enumerate(names):
        assert cost(game, f"enter {name} 0101 010{4 - i}") == 4 - i


def test_12_21_no_entry_onto_an_enemy_or_into_its_zone():
    game = rhine(
        us=["A 3-6-7 0802"],
        german=["X 2-4-7"],
        side=1,
        entries=AREAS,
        arrivals=[(1, "X", "0701 0801 0601")],
    )
    refusal = refused(game, "enter X 0801")
    assert (refusal.case, refusal.units, refusal.hexes) == ("12.21", ("X",), ("0801",))
    assert refusal.reason == "0801 is Enemy-controlled, so X cannot enter there, only at 0601 or 0701"
    assert allowed(game, "enter X 0601")
    game.state.place(0, game.scenario.board.hex("0801"))
    assert refused(game, "enter X 0801").units == ("X", "A")


def test_12_21_a_refusal_names_an_enemy_in_another_area_but_no_friendly_unit():
    game = rhine(
        us=["A 3-6-7 0903"],
        german=["X 2-4-7", "Y 2-4-7 0909"],
        side=1,
        entries=AREAS,
        arrivals=[(1, "X", "0701 0801")],
    )
    refusal = refused(game, "enter X 0903")
    assert (refusal.case, refusal.units, refusal.hexes) == ("12.21", ("X", "A"), ("0903",))
    assert refused(game, "enter X 0909").case == "12.0"


def blocked(us, arrivals="0701 0801") -> Game:
    return rhine(us=us, german=["X 2-4-7"], side=1, entries=AREAS, arrivals=[(1, "X", arrivals)])


def entry_numbers(game: Game) -> tuple[str, ...]:
    return game.state.numbers(queries.entry_hexes(game, game.scenario.by_id["x"]))


def test_12_22_by_the_next_area_only_if_all_hexes_are_blocked():
    assert entry_numbers(blocked(["A 3-6-7 0601"])) == ("0801",)
    assert entry_numbers(blocked(["A 3-6-7 0801"])) == ("0903", "0904")
    game = blocked(["A 3-6-7 0801"])
    assert refused(game, "enter X 0907").case == "12.0"
    play(game, "enter X 0903")


def test_12_22_as_in_the_booklets_example_c_then_d_then_e():
    assert entry_numbers(blocked(["A 3-6-7 0801", "B 3-6-7 0803"])) == ("0907", "0908")


def test_12_22_area_a_follows_area_g():
    assert entry_numbers(blocked(["A 3-6-7 0609"], "0609 0709")) == ("0101", "0102")


def test_12_22_of_two_areas_the_last_counts():
    assert entry_numbers(blocked(["A 3-6-7 0801", "B 3-6-7 0803"], "0701 0801 0903 0904")) == ("0907", "0908")


def test_12_23_reinforcements_must_enter_if_they_can():
    game = rhine(us=["A 3-6-7", "B 3-6-7 0201"], entries=AREAS, arrivals=[(1, "A", "0101 0102")])
    refusal = refused(game, "done")
    assert (refusal.case, refusal.units) == ("12.23", ("A",))
    assert "done" not in legal(game)
    play(game, "enter A 0101", "done")


def behind(strength: str, terrain: str = RHINE, *us: str) -> Game:
    """Return a game in which A can enter at 0101."""
    return rhine(terrain, us=[f"A {strength}", *us], arrivals=[(1, "A", "0101")], entries={"A": "0101"})


def test_12_23_a_unit_that_can_move_on_from_a_shared_hex_must_enter():
    game = behind("3-6-2", RHINE, "B 3-6-7 0101")
    refusal = refused(game, "done")
    assert (refusal.case, refusal.units, refusal.reason) == (
        "12.23",
        ("A",),
        "you must first enter A; reinforcements cannot wait",
    )
    assert refused(game, "enter A 0101").case == "5.31"
    play(game, "enter A 0101 0102", "done")


def test_12_23_a_unit_that_cannot_pay_to_move_on_waits():
    game = behind("3-6-1", RHINE, "B 3-6-7 0101")
    play(game, "done")
    assert deciding(game) == "German movement"
    rough = "%" + RHINE[1:]
    game = behind("3-6-3", rough)
    play(game, "done")
    assert deciding(game) == "German movement"
    assert refused(behind("3-6-4", rough), "done").case == "12.23"


def test_12_23_a_unit_that_cannot_enter_waits():
    game = rhine(us=["A 3-6-7", "B 3-6-7"], german=["X 2-4-7 0901"], arrivals=[(1, "A", "0101")], entries={"A": "0101"})
    game.state.place(1, game.scenario.board.hex("0101"))
    game.state.place(2, game.scenario.board.hex("0201"))
    play(game, "done")
    assert where(game, "A") == "reserve"


def test_12_22_hexes_outside_all_areas_have_no_next_area():
    assert entry_numbers(blocked(["A 3-6-7 0801"], "0701")) == ()


def test_12_23_the_refusal_names_all_units_that_must_enter():
    game = rhine(us=["A 3-6-7", "B 3-6-7", "C 3-6-7 0201"], entries=AREAS, arrivals=[(1, "A B", "0101 0102")])
    refusal = refused(game, "done")
    assert (refusal.units, refusal.reason) == (("A", "B"), "you must first enter A and B; reinforcements cannot wait")


# -- the examples of play


def test_12_22_of_the_example_a_blocked_area_sends_all_to_the_next():
    game = example("remagen/12.0-entering")
    assert {line.split()[2] for line in legal(game) if line.startswith("enter ")} == {"0106"}
