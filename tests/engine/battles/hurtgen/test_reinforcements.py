"""Hurtgen Forest, 13.0: reinforcements."""

from functools import cache

import pytest

from tests.drawn import allowed, cost, legal, play, refused, until, where
from tests.engine.battles.drawn_hurtgen import forest
from tests.every import every
from tests.examples import example
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)
"""Load a scenario of the package, once."""


def arriving(count: int = 4, where_: str = "0901", strength: str = "1-2-7", **what) -> Game:
    units = [f"R{i} {strength}" for i in range(1, count + 1)]
    names = " ".join(f"R{i}" for i in range(1, count + 1))
    what = {"us": ["A 2-3-7 0109"], "side": 1, **what}
    return forest(german=[*units, *what.pop("german", ())], arrivals=[(1, names, where_)], **what)


def test_13_0_from_their_game_turn_on():
    game = forest(us=["A 2-3-7 0109"], german=["R 1-2-7"], arrivals=[(2, "R", "0901")], side=1)
    refusal = refused(game, "enter R 0901")
    assert (refusal.case, refusal.reason) == ("13.0", "R is not on the map yet; it arrives on Game-Turn 2")
    until(game, "German movement", 2)
    play(game, "enter R 0901")


@every(("terrain", "clear"), [(".", 1), (",", 2), ("f", 2), ("^", 3), ("%", 4), ("o", 1)])
def test_13_11_the_entry_hex_is_paid_by_the_terrain_key_or_the_road(terrain, clear):
    ground = f"........{terrain}\n" + "\n".join(["........."] * 8)
    assert cost(arriving(1, terrain=ground), "enter R1 0901") == clear
    assert cost(arriving(1, terrain=ground, roads=["0901 edge"]), "enter R1 0901") == 0.5
    assert cost(arriving(1, terrain=ground, trails=["0901 edge"]), "enter R1 0901") == 1


def test_13_12_several_come_one_behind_the_other_in_any_order():
    game = arriving(3, roads=["0801 0901 edge"])
    for number, name in enumerate(("R3", "R1", "R2"), 1):
        assert cost(game, f"enter {name} 0901 0801 070{number}") >= number / 2


@pytest.mark.parametrize(("ways", "first", "more"), [({"roads": ["0901 edge"]}, 0.5, 0.5), ({}, 1, 1)])
def test_13_13_the_example(ways, first, more):
    """Half a Movement Point, one, one and a half by road; else a clear hex more for each unit ahead."""
    game = arriving(4, **ways)
    for ahead in range(4):
        to = f"090{5 - ahead}"
        assert cost(game, f"enter R{ahead + 1} 0901 {to}") == first + more * ahead + (4 - ahead)


def test_13_13_a_column_behind_difficult_ground_crosses_clear_hexes():
    ground = "........f\n" + "\n".join(["........."] * 8)
    game = arriving(2, terrain=ground)
    assert cost(game, "enter R1 0901 0902") == 2 + 1
    assert cost(game, "enter R2 0901") == 2 + 1


def test_13_13_the_column_is_new_in_every_phase_and_in_every_hex():
    game = forest(
        us=["A 2-3-7 0109"],
        german=["R1 1-2-7", "R2 1-2-7", "R3 1-2-7"],
        arrivals=[(1, "R1", "0901"), (1, "R2", "0905"), (2, "R3", "0901")],
        side=1,
    )
    assert cost(game, "enter R1 0901 0902") == 2
    assert cost(game, "enter R2 0905") == 1
    until(game, "German movement", 2)
    assert cost(game, "enter R3 0901") == 1


def test_13_13_a_unit_that_cannot_pay_enters_later():
    game = arriving(3, strength="1-2-2")
    play(game, "enter R1 0901 0902", "enter R2 0901")
    assert refused(game, "enter R3 0901").case in ("5.25", "5.31")
    until(game, "German movement", 2)
    play(game, "move R2 0801", "enter R3 0901")


def test_13_14_once_on_the_map_they_move_as_usual_and_between_other_moves():
    game = arriving(2, german=["X 1-2-7 0903"])
    play(game, "enter R1 0901 0804", "move X 0905", "enter R2 0901 0902 0903")
    assert [where(game, name) for name in ("R1", "R2", "X")] == ["0804", "0903", "0905"]


def test_13_14_they_do_not_end_the_phase_stacked():
    game = arriving(2)
    play(game, "enter R1 0901")
    assert refused(game, "enter R2 0901").case == "5.31"


def test_13_21_not_into_an_enemys_hex_but_into_his_zone():
    game = arriving(1, "0901 0903", us=["A 2-3-7 0901"])
    refusal = refused(game, "enter R1 0901")
    assert (refusal.case, refusal.units, refusal.hexes) == ("13.21", ("R1", "A"), ("0901",))
    game = arriving(1, "0902", us=["A 2-3-7 0901"])
    assert refused(game, "enter R1 0902 0903").case == "6.0"
    play(game, "enter R1 0902")


def test_13_22_blocked_by_an_enemy_they_come_by_the_nearest_hex_towards_a_friend():
    game = arriving(1, "0905", us=["A 2-3-7 0905"], german=["X 1-2-7 0909"])
    refusal = refused(game, "enter R1 0905")
    assert (refusal.case, refusal.units) == ("13.21", ("R1", "A"))
    assert refusal.reason == "the enemy A is in 0905, so R1 cannot enter there, only at 0906"
    assert refused(game, "enter R1 0904").case == "13.24"
    assert cost(game, "enter R1 0906") == 1


def test_13_22_blocked_by_a_friend_in_an_enemy_zone():
    game = arriving(1, "0905", us=["A 2-3-7 0804"], german=["X 1-2-7 0905", "Y 1-2-7 0901"])
    assert not allowed(game, "enter R1 0905")
    assert refused(game, "enter R1 0906").case == "13.24"
    assert allowed(game, "enter R1 0904")
    free = arriving(1, "0905", us=["A 2-3-7 0109"], german=["X 1-2-7 0905"])
    assert refused(free, "enter R1 0906").case == "13.24"
    play(free, "enter R1 0905 0906")


def test_13_23_they_may_be_withheld():
    game = arriving(1)
    until(game, "German movement", 3)
    play(game, "enter R1 0901")


def test_13_24_withheld_units_enter_at_their_scheduled_hex():
    game = arriving(1)
    until(game, "German movement", 3)
    refusal = refused(game, "enter R1 0902")
    assert (refusal.case, refusal.reason) == ("13.24", "R1 cannot enter at 0902, only at 0901")


def test_13_25_units_off_the_map_have_no_contacts():
    game = arriving(1, us=["A 2-3-7 0801"], side=0)
    play(game, "move A 0901")
    assert where(game, "A") == "0901"


def test_13_13_a_column_on_the_real_road():
    """By road from 2907 to 2908, and half a Movement Point more for each one ahead."""
    game = Game(shipped("hurtgen/historical"), seed=1)
    until(game, "German movement", 2)
    for ahead, name in enumerate(("1/854", "2/854", "1/855", "2/855", "344B")):
        assert cost(game.copy(), f"enter {name} 2907 2908") == 1 + ahead / 2
        game.rules.entered(game.state, 0, game.scenario.board.hex("2907"))


@pytest.mark.parametrize("key", ["historical", "free"])
def test_13_11_every_unit_has_enough_points_to_enter(key):
    """All in one Game-Turn, the last of a column of eleven too, and clear the entry hex for those behind."""
    scenario = shipped(f"hurtgen/{key}")
    for group in scenario.reinforcements:
        for unit in group.units:
            assert scenario.units[unit].strength.movement * 2 > len(group.units) + 1


# -- the examples of play


def test_13_22_of_the_example_the_nearest_free_hexes_of_the_mapedge():
    game = example("hurtgen/13.0-entering", 3)
    assert {line.split()[2] for line in legal(game) if line.startswith("enter ")} == {"0206", "0306"}
