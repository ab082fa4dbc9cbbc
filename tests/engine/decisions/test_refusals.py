"""Refusals of orders at the wrong time, with the case that forbids them, or else 4.1, the sequence of play."""

import pytest

from tests.drawn import deciding, drawn, play, refused, where
from tests.engine.battles.drawn_arnhem import market
from tests.engine.battles.drawn_hurtgen import panzers
from tests.every import every
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario


def attacked(**what) -> Game:
    """Return a game in which A attacks X, whose gun H cannot fire, so that the decision is skipped."""
    red = ["X 3-3-7 0504", what.pop("gun")]
    game = drawn(blue=["A 4-4-7 0505", *what.pop("blue", [])], red=red, phase="combat", **what)
    play(game, "attack A > X")
    assert deciding(game) == "Blue roll"
    return game


@pytest.mark.parametrize(
    ("case", "what"),
    [
        ("8.41", {"gun": "H 1-1-18/1-7 0901", "blue": ["B 4-4-7 0801"]}),
        ("8.42", {"gun": "H 1-1-2/1-7 0901"}),
    ],
)
def test_8_4_guns_that_cannot_fire_are_refused_after_a_skipped_decision(case, what):
    assert refused(attacked(**what), "fpf H").case == case


def test_8_45_no_fire_against_artillery_alone():
    game = drawn(blue=["G 2-1-9/1-7 0505"], red=["X 3-3-7 0503", "H 1-1-18/1-7 0901"], phase="combat")
    play(game, "attack > X + G")
    assert refused(game, "fpf H").case == "8.45"


def test_8_46_no_gun_fires_twice_in_a_combat():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504", "H 1-1-18/1-7 0901"], phase="combat")
    play(game, "attack A > X", "fpf H")
    assert refused(game, "fpf H").case == "8.46"
    assert refused(game, "fpf none").case == "4.1"


def test_9_12_ground_support_without_points_is_refused():
    assert refused(attacked(gun="H 1-1-2/1-7 0901"), "fpf gs 1").case == "9.12"


def test_14_0_no_room_for_the_guns_of_bastogne():
    """The defender's only gun is stronger than the defender."""
    red = ["X 1-1-7 0504", "H 1-3-18/1-7 0901"]
    game = drawn(blue=["A 4-4-7 0505"], red=red, phase="combat", rules="bastogne", names=("US", "German"))
    play(game, "attack A > X")
    assert deciding(game) == "US roll"
    assert refused(game, "fpf H").case == "14.0"


def test_14_11_support_out_of_reach_at_arnhem():
    game = market(
        allied=["A 2-2-7 airborne:101st 0505", "B 3-3-7 0501"],
        german=["X 2-2-7 0506"],
        side=1,
        phase="combat",
        supports=([(1, 9, 3)], []),
    )
    play(game, "attack X > A")
    assert deciding(game) == "German roll"
    assert refused(game, "fpf gs 1").case == "14.11"


def test_11_21_bridges_are_destroyed_at_the_end_of_a_player_turn():
    game = Game(load_scenario("remagen/historical"), seed=1)
    assert refused(game, "destroy 0616").case == "11.21"


def test_13_0_no_attack_at_night():
    game, draw = Game(load_scenario("remagen/historical"), seed=1), Draw(1)
    while game.state.turn == 1:
        game.apply(game.random_order(draw))
    own, enemy = (game.state.ids(game.state.on_map(side))[0] for side in (game.side, 1 - game.side))
    assert refused(game, f"attack {own} > {enemy}").case == "13.0"


def test_7_7_a_second_retreat_is_refused():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 2", "retreat X 0503 0502")
    refusal = refused(game, "retreat X 0503")
    assert (refusal.case, refusal.reason) == ("7.7", "X has already retreated")


# -- decisions that were skipped for lack of a choice


ALONG = {"blue": ["A1 13-1-10 armor 0506"], "phase": "combat"}
WOODS = ".........\n" * 4 + "....f....\n" + ".........\n" * 4


def driven_off(**what) -> Game:
    """Return a game in which A1 has driven X from 0505 to 0503, and no unit could advance."""
    game = drawn(WOODS, red=["X 1-1-7 0505"], **{**ALONG, **what})
    play(game, "attack A1 > X", "roll 4")
    play(game, "retreat X 0504 0503")
    assert (deciding(game), where(game, "X")) == ("Blue combat", "0503")
    return game


@pytest.mark.parametrize("h", ["0505", "0504"])
def test_5_24_an_impossible_advance_of_a_vehicle_is_refused(h):
    refusal = refused(driven_off(), f"advance A1 {h}")
    assert (refusal.case, refusal.units, refusal.hexes) == ("5.24", ("A1",), (h,))
    assert refusal.reason == f"A1 cannot advance to {h}: vehicles can get there only by road or trail"


def test_7_96_a_second_advance_is_refused():
    game = drawn(blue=["A 13-1-7 0505"], red=["X 1-1-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 4", "retreat X 0503 0502", "advance A 0504")
    assert refused(game, "advance A 0503").case == "7.96"


def test_5_12_an_advance_to_an_occupied_hex_is_refused():
    game = driven_off()
    refusal = refused(game, "advance A1 0503")
    assert (refusal.case, refusal.reason) == ("5.12", "A1 cannot advance to 0503: X is in 0503")


def test_7_94_only_units_that_fought_next_to_the_enemy_advance():
    game = driven_off(blue=["A1 13-1-10 armor 0506", "B 4-4-7 0109"])
    assert refused(game, "advance B 0505").case == "7.94"
    game = drawn(blue=["G 20-1-9/1-7 0505"], red=["X 1-1-7 0503"], phase="combat")
    play(game, "attack > X + G", "roll 4", "retreat X 0502 0501")
    assert refused(game, "advance G 0503").case == "7.94"


def test_7_95_an_advance_off_the_path_is_refused():
    assert refused(driven_off(), "advance A1 0605").case == "7.95"


def test_7_96_a_declined_advance_is_refused_later():
    game = drawn(blue=["A 13-1-7 0505"], red=["X 1-1-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 4", "retreat X 0503 0502", "stand")
    refusal = refused(game, "advance A 0504")
    assert (refusal.case, refusal.reason) == (
        "7.96",
        "A cannot advance to 0504: units advance right after their combat or not at all",
    )


def test_4_1_no_advance_after_a_defeat_without_a_winner_or_in_another_phase():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 4", "retreat X 0503", "retreat A 0506")
    assert refused(game, "advance A 0504").case == "4.1"  # Br
    game = driven_off()
    play(game, "done")
    assert refused(game, "advance A1 0505").case == "4.1"


def test_7_81_a_unit_displaced_to_its_only_hex_is_not_displaced_again():
    board = "\n".join("".join("." if f"{c:02}{r:02}" in LANE else "-" for c in range(1, 10)) for r in range(1, 10))
    game = drawn(board, blue=["A 4-1-7 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0503"], phase="combat")
    play(game, "attack A > X", "roll 4")
    refusal = refused(game, "displace Y 0502")
    assert (refusal.case, refusal.reason) == ("7.81", "Y has already been displaced to 0502")
    assert refused(game, "displace A 0502").case == "4.1"


LANE = ("0505", "0504", "0503", "0502")


def test_7_15_an_attack_in_a_skipped_combat_phase_is_refused():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0501"])
    play(game, "done")
    assert deciding(game) == "Red movement"
    assert refused(game, "attack A > X").case == "7.15"
    play(game, "move X 0502")
    assert refused(game, "attack A > X").case == "4.1"  # long ago


def test_3_0_no_unit_is_set_up_during_the_game():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0101"])
    assert refused(game, "deploy A 0506").case == "3.0"


def test_3_0_only_listed_units_are_set_up():
    game = drawn(blue=["A 4-4-7", "B 4-4-7"], red=["X 3-3-7 0101"], setup=[("A", "0505 0506")])
    assert refused(game, "deploy B 0505").case == "3.0"


def test_5_11_a_unit_off_the_map_cannot_exit():
    game = panzers(["P1 2-2-12 0909", "P2 2-2-12"], side=1)
    refusal = refused(game, "exit P2 east")
    assert (refusal.case, refusal.units) == ("5.11", ("P2",))


def test_5_0_11_21_most_battles_have_no_bridges_to_lay_or_destroy():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0101"])
    assert refused(game, "bridge 0404 0304 0505").case == "5.0"
    assert refused(game, "destroy 0404").case == game.rules.bridging.case
    assert refused(game, "zone 101 0404").case == game.rules.notes.case


def test_15_36_no_drop_zone_is_noted_during_the_game():
    game = Game(load_scenario("arnhem/historical"), seed=1)
    assert refused(game, "zone 101 1007").case == "15.36"


def test_12_1_a_bridge_is_not_blown_before_an_enemy_comes_to_it():
    game = Game(load_scenario("arnhem/historical"), seed=1)
    assert refused(game, "demolish yes").case == "12.1"


@every("line", ["roll 3", "advance A 0504", "displace A 0504", "retreat A 0506", "stand", "fpf none"])
def test_4_1_orders_of_other_decisions_are_refused(line):
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0101"])
    assert refused(game, line).case == "4.1"


def test_15_26_4_ground_support_of_the_other_combat_phase_at_the_relief_of_bastogne():
    """The U.S. player has used points in the U.S. Combat Phase and has none in the German one."""
    game = drawn(
        blue=["A 4-4-7 0505", "B 4-4-7 0109"], red=["X 3-3-7 0504", "Y 3-3-7 0106"], phase="combat", rules="bastogne",
        names=("US", "German"), supports=([(1, 9, 5)], []),
    )  # fmt: skip
    play(game, "attack A > X gs 1", "roll 6")
    while deciding(game) != "German movement":
        play(game, "done" if deciding(game) == "US combat" else str(next(game.legal())))
    play(game, "move Y 0108", "done", "attack Y > B")
    assert refused(game, "fpf gs 1").case == "15.26.4"


def test_11_43_ground_support_cannot_protect_units_in_hurtgen_forest():
    game = drawn(
        blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], side=1, phase="combat", rules="hurtgen", names=("US", "German"),
        supports=([(1, 9, 5)], []),
    )  # fmt: skip
    play(game, "attack X > A")
    assert refused(game, "fpf gs 1").case == "11.43"
