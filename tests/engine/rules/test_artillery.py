"""Artillery (8.0)."""

import pytest

from tests.drawn import allowed, below, deciding, drawn, legal, only, play, refused, rolled, until, where
from tests.every import every
from tests.examples import example
from westwall_tui.engine.events import Fired
from westwall_tui.engine.terrain import Line


def combat(*board, **what):
    return drawn(*board, phase="combat", **what)


# -- 8.1 barrage


def test_8_11_artillery_attacks_from_afar_within_its_range():
    game = combat(blue=["G 3-1-4/1-1 0509"], red=["X 1-1-7 0505", "Y 1-1-7 0504"])
    assert rolled(game.copy(), "attack > X + G", "roll 6").differential == 2
    assert refused(game, "attack > Y + G").case == "8.12"


def test_8_11_artillery_is_never_forced_to_barrage():
    game = combat(blue=["G 3-1-4/1-1 0509"], red=["X 1-1-7 0505"])
    assert deciding(game) == "Blue combat"
    play(game, "done")


def test_8_11_barrage_needs_no_line_of_sight():
    """It passes over woods, heights, enemies and friendly units."""
    game = combat(". f % . . . .", blue=["G 3-1-6/1-1 0107", "A 1-1-7 0106"], red=["X 1-1-7 0101", "Y 1-1-7 0104"])
    assert allowed(game, "attack > X + G")


@every(("reach", "yes"), [(3, False), (4, True), (5, True)])
def test_8_12_range_counts_the_target_hex_but_not_the_guns_own(reach, yes):
    game = combat(blue=[f"G 3-1-{reach}/1-1 0909"], red=["X 1-1-7 0905"])
    assert allowed(game, "attack > X + G") is yes


def test_8_12_the_refusal_has_the_distance_of_the_nearest_defender():
    game = combat(blue=["G 3-1-3/1-1 0909", "A 1-1-7 0404"], red=["X 1-1-7 0504", "Y 1-1-7 0403"])
    refusal = refused(game, "attack A > X Y + G")
    assert (refusal.case, refusal.units) == ("8.12", ("G", "X", "Y"))
    assert refusal.reason == "the nearest defender is 7 hexes away, and G has a range of 3"


def test_8_13_barrage_alone_attacks_one_hex():
    game = combat(blue=["G 3-1-9/1-1 0509", "H 3-1-9/1-1 0609"], red=["X 1-1-7 0505", "Y 1-1-7 0504"])
    refusal = refused(game, "attack > X Y + G H")
    assert (refusal.case, refusal.units) == ("8.13", ("X", "Y"))
    assert rolled(game, "attack > X + G H", "roll 6").differential == 5


def test_8_13_barrage_attacks_several_hexes_in_a_combined_attack():
    game = combat(blue=["G 3-1-9/1-1 0509", "A 1-1-7 0404"], red=["X 1-1-7 0504", "Y 1-1-7 0403"])
    assert rolled(game, "attack A > X Y + G", "roll 6").differential == 2


@every("die", range(1, 7))
def test_8_14_barraging_artillery_suffers_no_result(die):
    """At -7 the die gives A1, A2 or Ae."""
    game = combat(blue=["G 1-1-9/1-1 0509"], red=["X 8-8-7 0505"])
    play(game, "attack > X + G", f"roll {die}")
    assert where(game, "G") == "0509"
    assert deciding(game) == "Blue combat"


def test_8_14_units_that_cooperate_with_a_barrage_suffer_results():
    game = combat(blue=["G 1-1-9/1-1 0509", "A 1-1-7 0506"], red=["X 8-9-7 0505"])
    play(game, "attack A > X + G", "roll 6", "stand")
    assert (where(game, "A"), where(game, "G")) == ("eliminated", "0509")


ALONE = [
    ("4-1-9/1-1", 6, "A1", False),
    ("4-1-9/1-1", 4, "Br", False),
    ("4-1-9/1-1", 3, "D1", False),
    ("4-1-9/1-1", 2, "D2", True),
    ("15-1-9/1-1", 3, "D3", True),
    ("15-1-9/1-1", 2, "D4", True),
    ("15-1-9/1-1", 1, "De", True),
]


@every(("gun", "die", "result", "hit"), ALONE)
def test_8_15_artillery_alone_only_does_d2_d3_d4_and_de(gun, die, result, hit):
    game = combat(blue=[f"G {gun} 0509"], red=["X 1-3-7 0505"])
    assert rolled(game, "attack > X + G", f"roll {die}").result == result
    assert (where(game, "X") != "0505" or deciding(game) == "Red retreat") is hit


@every(("gun", "die", "result", "hit"), ALONE)
def test_8_15_ground_support_alone_only_does_d2_d3_d4_and_de(gun, die, result, hit):
    points = int(gun.partition("-")[0])
    game = combat(red=["X 1-3-7 0505"], blue=["A 1-1-7 0101"], supports=([(1, 1, 20)], []))
    assert rolled(game, f"attack > X gs {points}", f"roll {die}").result == result
    assert (where(game, "X") != "0505" or deciding(game) == "Red retreat") is hit


def test_8_15_adjacent_artillery_alone_ignores_d1_but_suffers_a_and_br():
    """Ruling: adjacent artillery suffers A results; after Br it retreats and the defender stays."""
    game = combat(blue=["G 4-1-9/1-1 0506"], red=["X 1-3-7 0505"])
    assert rolled(game, "attack G > X", "roll 3").result == "D1"
    assert where(game, "X") == "0505"
    game = combat(blue=["G 4-1-9/1-1 0506"], red=["X 1-3-7 0505"])
    assert rolled(game, "attack G > X", "roll 4").result == "Br"
    assert deciding(game) == "Blue retreat"
    play(game, "retreat G 0507")
    assert (where(game, "G"), where(game, "X")) == ("0507", "0505")
    game = combat(blue=["G 4-1-9/1-1 0506"], red=["X 1-3-7 0505"])
    play(game, "attack G > X", "roll 6", "retreat G 0507")
    assert deciding(game) == "Red advance"


# -- 8.2 combined attacks


def test_8_21_barrage_adds_to_an_adjacent_attack():
    game = combat(
        blue=["A 4-4-7 0505", "G 3-1-9/1-1 0508", "H 2-1-9/1-1 0608"],
        red=["X 1-1-7 0504"],
        supports=([(1, 1, 5)], []),
    )
    assert rolled(game.copy(), "attack A > X + G H gs 1", "roll 6").differential == 4 + 3 + 2 + 1 - 1
    assert rolled(game.copy(), "attack A > X + H", "roll 6").differential == 4 + 2 - 1


def test_8_22_range_to_one_of_several_defenders_is_enough():
    """The gun reaches Y at 0504, three hexes, not X at 0404."""
    blue = ["A 4-4-7 0405", "B 4-4-7 0505"]
    red = ["X 1-1-7 0404", "Y 1-1-7 0504"]
    game = combat(blue=["A 4-4-7 0505", "G 3-1-3/1-1 0804"], red=red)
    assert game.scenario.board.grid.distance(*(game.scenario.board.hex(n) for n in ("0804", "0404"))) == 4
    assert allowed(game, "attack A > X Y + G")
    game = combat(blue=[*blue, "G 3-1-3/1-1 0804"], red=red)
    assert refused(game, "attack A B > X + G").case == "8.12"


# -- 8.3 adjacent attack


def test_8_31_artillery_next_to_an_enemy_must_attack_with_its_barrage_strength():
    game = combat(blue=["G 5-9-9/1-1 0505", "A 1-1-7 0604"], red=["X 1-1-7 0504"])
    refusal = refused(game, "attack A > X")
    assert (refusal.case, refusal.units) == ("7.12", ("G",))
    assert rolled(game, "attack A G > X", "roll 6").differential == 5 + 1 - 1


def test_8_32_adjacent_artillery_attacks_only_enemies_that_it_touches():
    game = combat(blue=["G 5-9-9/1-1 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0604", "Z 1-1-7 0501"])
    refusal = refused(game, "attack > Z + G")
    assert (refusal.case, refusal.units) == ("8.32", ("G", "Z"))
    assert refused(game, "attack G > X Z").case == "8.32"
    assert allowed(game, "attack G > X Y")


def test_8_33_adjacent_artillery_suffers_results():
    game = combat(blue=["G 1-9-9/1-1 0505"], red=["X 8-8-7 0504"])
    play(game, "attack G > X", "roll 6", "stand")
    assert where(game, "G") == "eliminated"


def test_8_33_adjacent_artillery_may_advance():
    game = combat(blue=["G 13-9-9/1-1 0505"], red=["X 1-1-7 0504"])
    play(game, "attack G > X", "roll 1", "advance G 0504")
    assert where(game, "G") == "0504"


# -- 8.34 across a river


def test_8_34_artillery_across_a_river_is_not_forced():
    game = combat(blue=["G 5-1-9/1-1 0505"], red=["X 1-1-7 0504"], rivers=[below(4)])
    play(game, "done")


def test_8_34_artillery_across_a_river_may_attack_another_unit():
    game = combat(blue=["G 5-1-9/1-1 0505"], red=["X 1-1-7 0504", "Z 1-1-7 0501"], rivers=[below(4)])
    assert allowed(game, "attack > Z + G")


@every("die", range(1, 7))
def test_8_34_artillery_suffers_no_result_across_the_river(die):
    game = combat(blue=["G 1-1-9/1-1 0505"], red=["X 8-8-7 0504"], rivers=[below(4)])
    play(game, "attack > X + G", f"roll {die}")
    assert where(game, "G") == "0505"
    assert deciding(game) == "Blue combat"


def test_8_34_artillery_does_not_advance_across_the_river():
    game = combat(blue=["G 13-1-9/1-1 0505"], red=["X 1-1-7 0504"], rivers=[below(4)])
    play(game, "attack > X + G", "roll 1")
    assert where(game, "X") == "eliminated"
    assert deciding(game) == "Blue combat"


def test_8_34_a_bridge_makes_artillery_adjacent():
    ways = {"rivers": [below(4)], "roads": ["0504 0505"]}
    game = combat(blue=["G 5-1-9/1-1 0505"], red=["X 1-1-7 0504", "Z 1-1-7 0501"], **ways)
    assert refused(game, "done").case == "7.11"
    assert refused(game, "attack > Z + G").case == "8.32"


def test_8_34_artillery_in_contact_on_its_own_bank_attacks_only_there():
    """By the ruling it attacks only the enemies that it touches on its own bank."""
    game = combat(blue=["G 5-1-9/1-1 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0506"], rivers=[below(4)])
    assert refused(game, "attack > X + G").case == "8.32"
    assert allowed(game, "attack G > Y")


def test_8_34_artillery_gives_final_protective_fire_across_the_river():
    game = combat(blue=["A 4-4-7 0407", "B 1-1-7 0404"], red=["X 1-1-7 0507", "H 1-2-9/1-1 0505"], rivers=[below(4)])
    assert game.scenario.board.grid.distance(*(game.scenario.board.hex(n) for n in ("0404", "0505"))) == 1
    play(game, "attack A > X")
    assert allowed(game, "fpf H")


# -- 8.4 final protective fire


def protected(*more: str, red=(), **what):
    """Return a game in which A at 0508 attacks X at 0507, and H at 0503 may protect X."""
    return combat(blue=["A 4-4-7 0508", *more], red=["X 3-3-7 0507", *(red or ["H 1-2-9/1-7 0503"])], **what)


def test_8_41_artillery_protects_a_friendly_unit_under_attack():
    game = protected()
    play(game, "attack A > X")
    assert deciding(game) == "Red fpf"
    assert sorted(legal(game)) == ["fpf H", "fpf none"]
    assert rolled(game, "fpf H", "roll 6").differential == 4 - (3 + 2)


def test_8_41_only_the_defenders_artillery_protects():
    game = protected("G 1-1-9/1-1 0101")
    play(game, "attack A > X")
    refusal = refused(game, "fpf G")
    assert (refusal.case, refusal.units) == ("8.4", ("G",))
    assert refusal.reason == "G is not one of the defender's units, so it cannot support them"
    assert refused(game, "fpf X").case == "8.4"


def test_8_43_a_gun_is_not_named_twice():
    game = protected()
    play(game, "attack A > X")
    refusal = refused(game, "fpf H H")
    assert (refusal.case, refusal.units) == ("7.14", ("H",))


def test_8_41_no_fire_after_a_successful_attack_on_the_gun_in_this_combat_phase():
    """The barrage throws H back two hexes; it may not protect X then."""
    game = protected("G 13-1-18/1-1 0109")
    play(game, "attack > H + G", "roll 4", "retreat H 0502 0501", "attack A > X")
    assert deciding(game) == "Blue roll"
    game = protected("G 13-1-18/1-1 0109", red=["H 1-2-9/1-7 0503", "K 1-1-9/1-1 0901"])
    play(game, "attack > H + G", "roll 4", "retreat H 0502 0501", "attack A > X")
    refusal = refused(game, "fpf H")
    assert (refusal.case, refusal.units) == ("8.41", ("H",))


@every(("die", "result"), [(6, "A1"), (4, "Br"), (3, "D1")])
def test_8_41_an_attack_without_effect_does_not_silence_a_gun(die, result):
    """Results for the attacker, and results that artillery alone does not cause (8.15), do not matter."""
    game = protected("G 2-1-18/1-1 0109")
    assert rolled(game, "attack > H + G", f"roll {die}").result == result
    play(game, "attack A > X", "fpf H")


def after_reds_combat_phase(gun: str, target: str, die: int):
    """Return a game in which Red's H has attacked D, and A now attacks X, in range of H and K."""
    game = drawn(
        blue=["A 4-4-7 0509", f"D {target} 0204"],
        red=["X 3-3-7 0507", f"H {gun} 0203", "K 1-1-9/1-1 0901"],
        phase="combat",
        side=1,
    )
    play(game, "attack H > D", f"roll {die}")
    while "combat" not in deciding(game):
        play(game, legal(game)[-1])
    until(game, "Blue movement")
    play(game, "move A 0508", "done", "attack A > X")
    return game


def test_8_41_no_fire_after_an_adverse_result_in_the_previous_combat_phase():
    """H's own attack has driven it back."""
    game = after_reds_combat_phase("1-2-9/1-7", "9-9-7", 1)
    assert where(game, "H") != "0203"
    refusal = refused(game, "fpf H")
    assert (refusal.case, refusal.units) == ("8.41", ("H",))
    assert allowed(game, "fpf K")


def test_8_41_a_gun_fires_after_its_own_success():
    game = after_reds_combat_phase("13-2-9/1-7", "1-1-7", 4)
    assert allowed(game, "fpf H")


def test_8_41_a_silenced_gun_fires_again_two_combat_phases_later():
    """The barrage of Game-Turn 1 no longer matters in Game-Turn 2, after Red's Combat Phase."""
    game = protected("G 13-1-18/1-1 0109", "B 4-4-7 0908", red=["H 1-2-9/1-7 0503", "Y 3-3-7 0907"])
    play(game, "attack > H + G", "roll 4", "retreat H 0502 0501", "attack A > X", "roll 6", "retreat A 0509", "stand")
    play(game, "attack B > Y", "roll 6", "retreat B 0909", "stand", "done")
    until(game, "Blue movement")
    play(game, "move A 0508", "move B 0908", "done", "attack A > X", "fpf H")


LANE = "\n".join([".-....."] * 6)
"""A board whose column 01 is a separate lane."""


def test_8_41_no_fire_by_a_displaced_gun():
    """X can retreat only over H, which is displaced and then cannot protect Y."""
    game = combat(
        LANE,
        blue=["A 4-4-7 0101", "B 4-4-7 0604"],
        red=["X 3-3-7 0102", "H 1-2-9/1-7 0103", "Y 4-4-7 0603", "K 1-1-9/1-1 0401"],
    )
    play(game, "attack A > X", "fpf none", "roll 3", "stand", "attack B > Y")
    assert (where(game, "X"), where(game, "H")) == ("0103", "0104")
    refusal = refused(game, "fpf H")
    assert (refusal.case, refusal.units) == ("8.41", ("H",))
    assert allowed(game, "fpf K")


def test_8_41_no_fire_by_a_gun_displaced_in_the_previous_combat_phase():
    """X attacks A and retreats over H; H is silent in Blue's Combat Phase, but not a Game-Turn later."""
    game = drawn(
        LANE,
        blue=["A 4-4-7 0101", "B 3-3-7 0605"],
        red=["X 3-3-7 0102", "H 1-2-9/1-7 0103", "Y 4-4-7 0603", "K 1-1-9/1-1 0401"],
        phase="combat",
        side=1,
    )
    play(game, "attack X > A", "roll 6", "stand")
    assert (where(game, "X"), where(game, "H")) == ("0103", "0104")
    until(game, "Blue movement")
    play(game, "move B 0604", "done", "attack B > Y")
    assert refused(game, "fpf H").case == "8.41"
    play(game, "fpf K", "roll 6", "retreat B 0605", "stand")
    until(game, "Blue movement")
    play(game, "move B 0604", "done", "attack B > Y", "fpf H")


def test_8_41_no_fire_next_to_an_enemy():
    """B is next to H, and no river separates them, so H may not protect X."""
    game = protected("B 1-1-7 0504", red=["H 1-2-9/1-7 0503", "K 1-1-9/1-1 0901"])
    play(game, "attack A > X")
    refusal = refused(game, "fpf H")
    assert (refusal.case, refusal.units) == ("8.41", ("H", "B"))
    play(game, "fpf K")


def test_8_41_a_gun_fires_if_the_enemy_is_across_a_river():
    game = protected("B 1-1-7 0504", rivers=[below(3)])
    play(game, "attack A > X", "fpf H")


def test_8_41_no_fire_if_a_bridge_joins_the_gun_to_the_enemy():
    game = protected(
        "B 1-1-7 0504", red=["H 1-2-9/1-7 0503", "K 1-1-9/1-1 0901"], rivers=[below(3)], roads=["0503 0504"]
    )
    play(game, "attack A > X")
    assert refused(game, "fpf H").case == "8.41"


@pytest.mark.parametrize(("reach", "yes"), [(3, False), (4, True)])
def test_8_42_range_is_measured_to_the_defender(reach, yes):
    """H is 4 hexes from X; A, on X's far side, is 5 hexes away and does not matter."""
    game = protected(red=[f"H 1-2-{reach}/1-7 0503", "K 1-1-9/1-1 0901"])
    play(game, "attack A > X")
    assert allowed(game, "fpf H") is yes
    if not yes:
        assert refused(game, "fpf H").case == "8.42"


def test_8_42_range_to_one_of_several_defenders_is_enough():
    """Y at 0505 is in range of H, X at 0507 is not."""
    game = combat(blue=["A 4-4-7 0506"], red=["X 3-3-7 0507", "Y 3-3-7 0505", "H 1-2-3/1-7 0502"])
    play(game, "attack A > X Y")
    assert rolled(game, "fpf H", "roll 6").differential == 4 - 6 - 2


def test_8_43_fire_points_are_added_to_the_defense():
    game = protected(red=["H 1-2-9/1-7 0503", "K 1-5-9/1-1 0901"])
    play(game, "attack A > X")
    assert rolled(game, "fpf H K", "roll 6").differential == 4 - (3 + 2 + 5)


@every(("blue", "die"), [("14-4-7", 2), ("14-4-7", 4), ("1-1-7", 6)])
def test_8_44_protecting_artillery_is_not_affected_by_the_result(blue, die):
    game = combat(blue=[f"A {blue} 0508"], red=["X 1-8-7 0507", "H 1-1-9/1-7 0503"])
    play(game, "attack A > X", "fpf H", f"roll {die}")
    assert where(game, "H") == "0503"
    assert game.scenario.by_id["h"] not in game.prompt.units


def test_8_45_no_fire_against_artillery_and_ground_support_alone():
    """The decision is skipped for near and distant artillery, and for Ground Support (ruling on 9.0)."""
    supports = ([(1, 1, 9)], [(1, 1, 9)])
    for gun, attack in (
        ("G 1-1-9/1-1 0108", "attack > X + G"),
        ("G 1-1-9/1-1 0108", "attack > X + G gs 3"),
        ("G 1-1-9/1-1 0108", "attack > X gs 3"),
        ("G 1-1-9/1-1 0508", "attack G > X"),
        ("G 1-1-9/1-1 0508", "attack G > X gs 2"),
    ):
        game = combat(blue=[gun], red=["X 3-3-7 0507", "H 1-2-9/1-7 0503"], supports=supports)
        play(game, attack)
        assert deciding(game) == "Blue roll"
        assert refused(game, "fpf H").case in {"8.45", "4.1"}


def test_8_45_fire_against_a_combined_attack():
    game = protected("G 3-1-9/1-1 0109")
    play(game, "attack A > X + G", "fpf H")


def test_8_46_a_gun_fires_once_in_a_game_turn():
    game = protected("B 4-4-7 0908", red=["H 1-2-9/1-7 0503", "Y 3-3-7 0907", "K 1-1-18/1-1 0101"])
    play(game, "attack A > X", "fpf H", "roll 6", "retreat A 0509", "stand", "attack B > Y")
    refusal = refused(game, "fpf H")
    assert (refusal.case, refusal.units) == ("8.46", ("H",))
    play(game, "fpf K", "roll 6", "retreat B 0909", "stand")
    until(game, "Blue movement")
    play(game, "move A 0508", "move B 0908", "done", "attack A > X", "fpf H")


def test_8_0_8_46_a_gun_uses_both_strengths_in_one_game_turn():
    """H protects X in Blue's Combat Phase and barrages in Red's."""
    game = protected()
    play(game, "attack A > X", "fpf H", "roll 6", "retreat A 0509", "stand")
    until(game, "Red combat")
    assert allowed(game, "attack > A + H")


# -- 8.5


def test_8_5_attacked_artillery_uses_its_defense_strength():
    game = combat(blue=["A 4-4-7 0505"], red=["H 9-9-9/2-7 0504", "K 1-1-9/1-1 0101"])
    play(game, "attack A > H")
    refusal = refused(game, "fpf H")
    assert (refusal.case, refusal.units) == ("8.5", ("H",))
    assert rolled(game, "fpf none", "roll 6").differential == 2


def test_8_5_barraged_artillery_uses_its_defense_strength():
    game = combat(blue=["G 4-4-9/1-1 0505"], red=["H 9-9-9/2-7 0502"])
    assert rolled(game, "attack > H + G", "roll 6").differential == 2


# -- 8.6 terrain


def test_8_61_barrage_and_fire_pass_over_everything():
    ground = "f % ^ # o f .".replace(" ", "\n")
    game = combat(
        ground, blue=["G 3-1-6/1-1 0107", "B 1-1-1 0106"], red=["X 1-1-7 0101", "Y 1-1-7 0105"], rivers=["0103/0104"]
    )
    assert allowed(game, "attack > X + G")


@pytest.mark.parametrize("at", ["0104", "0103"])
@pytest.mark.parametrize(("terrain", "line"), [("%", Line.ROUGH), ("f", Line.BROKEN), ("g", Line.GROVE)])
def test_8_62_the_hex_protects_against_all_artillery(at, terrain, line):
    game = combat(f". {terrain} . .", blue=[f"G 3-1-6/1-1 {at}"], red=["X 1-1-7 0102"])
    assert rolled(game, "attack > X + G", "roll 6").line == line


@pytest.mark.parametrize("at", ["0104", "0103"])
def test_8_62_no_hexside_protects_against_artillery(at):
    game = combat(". . . .", blue=[f"G 3-1-6/1-1 {at}"], red=["X 1-1-7 0102"], streams=["0102/0103"])
    assert rolled(game, "attack > X + G", "roll 6").line == Line.CLEAR


def test_8_62_no_hexside_protects_against_ground_support():
    game = combat(
        ". . . .",
        blue=["A 1-1-7 0104"],
        red=["X 1-1-7 0102"],
        streams=["0102/0103"],
        supports=([(1, 1, 3)], []),
    )
    assert rolled(game, "attack > X gs 3", "roll 6").line == Line.CLEAR


SOUTH = {"blue": ["A 4-4-7 0505", "B 4-4-7 0404", "G 1-1-9/1-1 0509"], "red": ["X 4-4-7 0504"]}


def test_8_62_a_hexside_protects_if_all_other_units_attack_across_it():
    both = ["0504/0505 0504/0404"]
    assert rolled(combat(**SOUTH, streams=both), "attack A B > X + G", "roll 6").line == Line.BROKEN
    one = ["0504/0505"]
    assert rolled(combat(**SOUTH, streams=one), "attack A B > X + G", "roll 6").line == Line.CLEAR


def test_8_62_adjacent_artillery_on_the_near_bank_makes_no_difference():
    """A crosses the stream; the gun at 0404, next to X, does not, and is artillery."""
    game = combat(blue=["A 4-4-7 0505", "G 1-1-9/1-1 0404"], red=["X 4-4-7 0504"], streams=["0504/0505"])
    assert rolled(game, "attack A G > X", "roll 6").line == Line.BROKEN


def test_8_62_attacks_over_a_stream_and_a_bridge_use_the_bridge_line():
    both = {"streams": ["0504/0505 0504/0404"], "roads": ["0504 0505"]}
    assert rolled(combat(**SOUTH, **both), "attack A B > X + G", "roll 6").line == Line.GROVE


def test_8_62_a_bridge_and_a_dry_hexside_give_no_protection():
    one = {"streams": ["0504/0505"], "roads": ["0504 0505"]}
    assert rolled(combat(**SOUTH, **one), "attack A B > X + G", "roll 6").line == Line.CLEAR


# -- units that may not fire (the first 7.82, 7.14)


def test_7_82_displaced_artillery_that_has_not_fought_may_not_fire():
    """C retreats over G, which is displaced; G could have attacked W2 before, but not now."""
    game = combat(blue=["C 4-4-7 0109", "G 1-1-18/1-1 0209"], red=["W 3-3-7 0108", "V 1-1-7 0505"])
    assert allowed(game, "attack > V + G")
    play(game, "attack C > W", "roll 6", "stand")
    assert where(game, "G") == "0309"
    refusal = refused(game, "attack > V + G")
    assert (refusal.case, refusal.units) == ("7.82", ("G",))
    play(game, "done")


def test_7_82_displaced_artillery_fires_again_in_the_next_phase():
    game = drawn(blue=["C 4-4-7 0109", "G 1-1-18/1-1 0209"], red=["W 3-3-7 0108", "V 1-1-7 0505"], phase="combat")
    play(game, "attack C > W", "roll 6", "stand", "done")
    until(game, "Blue combat")
    assert allowed(game, "attack > V + G")


def test_4_1_fire_is_an_answer_to_an_attack():
    game = protected()
    assert refused(game, "fpf H").case == "4.1"
    events = play(game, "attack A > X", "fpf none")
    (fired,) = only(events, Fired)
    assert str(fired) == "Final Protective Fire: none"


# -- the examples of play


def test_8_12_8_13_of_the_example_attacks_by_guns_alone():
    game = example("standard/8.1+8.2-barrage")
    alone = [line for line in legal(game) if line.startswith("attack > ")]
    assert alone == ["attack > 2/59 + 153"], "1/506 must have 1/59, and 1/101 reaches no other"


@every(("die", "moves"), [(1, True), (2, True), (3, False), (4, False), (5, False), (6, False)])
def test_8_15_of_the_example_results_below_d2_have_no_effect(die, moves):
    game = example("standard/8.1+8.2-barrage")
    play(game, "attack > 2/59 + 153", f"roll {die}")
    assert (deciding(game) == "German retreat") is moves
    assert where(game, "153") == "0106"


def test_8_31_8_34_of_the_example_the_gun_in_front_is_in_every_attack_on_its_neighbor():
    found = legal(example("standard/8.3-adjacent-guns"))
    assert all("420" in line for line in found if "> 1/39" in line)
    assert not any("420" in line for line in found if "> 1/39" not in line)
    assert "attack > 3/39 + 755" in found


def test_8_41_of_the_example_only_one_gun_is_free_to_answer():
    game = example("standard/8.4+8.5-fire")
    play(game, "attack 1/77 > 1/502")
    assert legal(game) == ["fpf none", "fpf 755"]
