"""The obligations to attack and to be attacked (7.1, 7.2, 7.5, 8.31), by the ruling that they are checked together."""

import pytest

from tests.drawn import allowed, below, deciding, drawn, legal, only, play, refused, where
from tests.every import every
from tests.examples import example
from westwall_tui.engine.events import Rolled


def combat(**what):
    return drawn(phase="combat", **what)


# -- 7.11 every enemy next to a phasing unit is attacked; 7.12 every unit next to an enemy attacks


def test_7_11_every_adjacent_enemy_must_be_attacked():
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"])
    refusal = refused(game, "done")
    assert (refusal.case, refusal.units) == ("7.11", ("A", "X"))
    assert legal(game) == ["attack A > X"]
    play(game, "attack A > X", "roll 6", "retreat A 0506", "stand", "done")


def test_7_11_the_refusal_names_all_units_that_must_fight():
    game = combat(blue=["A 4-4-7 0505", "B 4-4-7 0604"], red=["X 4-4-7 0504", "Y 4-4-7 0605"])
    assert refused(game, "done").reason == "X and Y must still be attacked, and A and B must still attack"
    game = combat(blue=["A 4-4-7 0505", "G 1-1-18/1-1 0909"], red=["X 3-3-7 0504", "Y 4-4-7 0506"])
    play(game, "attack A > X", "roll 3", "retreat X 0503", "stand")
    assert refused(game, "done").reason == "Y must still be attacked"


def test_7_11_no_enemy_is_left_without_an_attacker():
    """Only A touches X and Y, so an attack on one would leave the other."""
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504", "Y 4-4-7 0506"])
    refusal = refused(game, "attack A > X")
    assert (refusal.case, refusal.units, refusal.hexes) == ("7.11", ("Y",), ("0506",))
    assert refused(game, "attack A > Y").units == ("X",)
    assert legal(game) == ["attack A > X Y"]


def test_7_11_an_attack_that_strands_an_enemy_far_away_is_refused():
    """Only B touches Z; if it helped A against X, no unit would be left for Z."""
    game = combat(blue=["A 4-4-7 0404", "B 4-4-7 0505"], red=["X 4-4-7 0504", "Z 4-4-7 0506"])
    refusal = refused(game, "attack A B > X")
    assert (refusal.case, refusal.units) == ("7.11", ("Z",))
    assert allowed(game, "attack A > X")
    assert allowed(game, "attack B > Z")


def test_7_11_enemies_across_an_unbridged_river_are_not_obliged():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], rivers=[below(4)])
    play(game, "done")
    assert deciding(game) == "Red movement"


def test_7_11_a_unit_that_has_fought_obliges_others_to_attack_its_neighbors():
    """A has fought X and is still next to Y, so the gun must attack Y and no other unit."""
    game = combat(blue=["A 4-4-7 0505", "G 1-1-18/1-1 0909"], red=["X 3-3-7 0504", "Y 4-4-7 0506", "W 1-1-7 0101"])
    play(game, "attack A > X", "roll 3", "retreat X 0503", "stand")
    refusal = refused(game, "done")
    assert (refusal.case, refusal.units) == ("7.11", ("Y",))
    assert refused(game, "attack > W + G").units == ("Y",)
    play(game, "attack > Y + G", "roll 1", "done")


def test_7_11_an_advanced_enemy_obliges_no_unit():
    """X has beaten A and followed it to where it touches B."""
    game = combat(blue=["A 4-4-7 0505", "B 1-1-7 0606"], red=["X 3-3-7 0504"])
    play(game, "attack A > X", "roll 6", "retreat A 0506", "advance X 0505", "done")


def test_7_11_an_obligation_that_no_unit_can_meet_lapses():
    """The retreat of C displaces the gun kept for Y, which then may not fire (7.82)."""
    game = combat(
        blue=["A 4-4-7 0505", "C 4-4-7 0109", "G 1-1-18/1-1 0209"],
        red=["X 3-3-7 0504", "Y 4-4-7 0506", "W 3-3-7 0108"],
        supports=([(1, 1, 9)], []),
    )
    play(game, "attack A > X", "roll 3", "retreat X 0503", "stand")
    assert refused(game, "attack > Y gs 3").case == "7.11"
    play(game, "attack C > W", "roll 6", "stand")
    assert (where(game, "C"), where(game, "G")) == ("0209", "0309")
    assert refused(game, "attack > Y + G").case == "7.82"
    assert allowed(game, "done")
    assert allowed(game, "attack > Y gs 3")  # no obligation is left to break


def test_7_12_every_adjacent_unit_must_attack():
    """B touches only X, so A may not attack X alone."""
    game = combat(blue=["A 4-4-7 0505", "B 1-4-7 0503"], red=["X 4-4-7 0504"])
    refusal = refused(game, "attack A > X")
    assert (refusal.case, refusal.units, refusal.hexes) == ("7.12", ("B",), ("0503",))
    assert refused(game, "attack B > X").units == ("A",)
    assert legal(game) == ["attack A B > X"]


def test_7_12_the_player_chooses_the_attacks():
    game = combat(blue=["A 4-4-7 0505", "B 4-4-7 0604"], red=["X 4-4-7 0504", "Y 4-4-7 0605"])
    for attack in ("A > X", "B > X", "A > Y", "B > Y", "A B > X Y", "A > X Y", "B > X Y"):
        expected = attack not in {"A > X Y", "B > X Y"}  # the other would have no enemy left
        assert allowed(game, f"attack {attack}") is expected
    assert refused(game, "attack A B > X").units == ("Y",)


def test_7_12_artillery_next_to_an_enemy_is_obliged_too():
    game = combat(blue=["G 1-1-9/1-1 0505"], red=["X 4-4-7 0504"])
    refusal = refused(game, "done")
    assert (refusal.case, refusal.units) == ("7.11", ("G", "X"))


# -- 7.21


def test_7_21_a_unit_attacks_all_neighbors_that_no_other_unit_engages():
    game = combat(blue=["A 4-4-7 0505", "B 4-4-7 0603"], red=["X 4-4-7 0504", "Y 4-4-7 0604", "Z 4-4-7 0506"])
    refusal = refused(game, "attack A > X")
    assert (refusal.case, refusal.units) == ("7.11", ("Z",))
    assert allowed(game, "attack A > Z")  # B engages X and Y
    assert allowed(game, "attack A > X Z")
    assert refused(game, "attack A > X Y Z").units == ("B",)


def test_7_21_barraging_artillery_engages_an_enemy():
    """A does not have to attack Y if the gun does."""
    units = {"blue": ["A 4-4-7 0505", "G 1-1-9/1-1 0509"], "red": ["X 4-4-7 0504", "Y 4-4-7 0506"]}
    game = combat(**units)
    assert allowed(game, "attack A > X")
    assert allowed(game, "attack > X + G")
    refusal = refused(game, "attack A > X + G")
    assert (refusal.case, refusal.units) == ("7.11", ("Y",))
    play(game, "attack > Y + G", "roll 6")
    assert refused(game, "done").units == ("A", "X")


def test_7_21_only_artillery_in_range_engages_an_enemy():
    game = combat(blue=["A 4-4-7 0505", "G 1-1-2/1-1 0509"], red=["X 4-4-7 0504", "Y 4-4-7 0506"])
    assert refused(game, "attack A > X").units == ("Y",)


def test_7_21_each_gun_engages_one_enemy():
    """X, Y and Z are around A; one gun can attack one of them instead of A, not two."""
    red = ["X 4-4-7 0504", "Y 4-4-7 0506", "Z 4-4-7 0605"]
    game = combat(blue=["A 4-4-7 0505", "G 1-1-9/1-1 0109"], red=red)
    assert refused(game, "attack A > X").case == "7.11"
    assert allowed(game, "attack A > X Y")
    game = combat(blue=["A 4-4-7 0505", "G 1-1-9/1-1 0109", "H 1-1-9/1-1 0209"], red=red)
    assert allowed(game, "attack A > X")


def test_7_21_guns_are_assigned_by_their_ranges():
    """G reaches Y and Z, H reaches only Y: the guns can attack both if G is kept for Z."""
    red = ["X 4-4-7 0504", "Y 4-4-7 0506", "Z 4-4-7 0604"]
    game = combat(blue=["A 4-4-7 0505", "G 1-1-18/1-1 0909", "H 1-1-2/1-1 0508"], red=red)
    assert allowed(game, "attack A > X")
    assert allowed(game, "attack > Y + H")
    assert allowed(game, "attack > Y + G")  # A can still attack X and Z
    play(game, "attack A > X", "roll 1", "retreat X 0503 0502", "stand")
    assert refused(game, "attack > Y + G").units == ("Z",)
    play(game, "attack > Y + H", "roll 6", "attack > Z + G", "roll 6", "done")


def test_7_21_ground_support_does_not_count_as_a_unit():
    """Ruling: Ground Support alone does not meet the obligation to attack an enemy."""
    game = combat(
        blue=["A 4-4-7 0505", "B 1-1-7 0604"], red=["X 4-4-7 0504", "Y 1-1-7 0605"], supports=([(1, 1, 9)], [])
    )
    refusal = refused(game, "attack > X gs 9")
    assert (refusal.case, refusal.units) == ("7.11", ("X",))
    assert allowed(game, "attack A > X gs 9")


def test_9_13_a_single_point_of_ground_support_is_enough_for_an_attack():
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0909"], supports=([(1, 1, 1)], []))
    play(game, "done")
    assert deciding(game) == "Blue combat"
    assert legal(game) == ["attack > X gs 1", "done"]


def test_7_21_ground_support_alone_may_attack_units_without_contact():
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504", "W 1-1-7 0101"], supports=([(1, 1, 9)], []))
    assert allowed(game, "attack > W gs 9")


# -- 7.5 diversionary attacks


def test_7_51_poor_attacks_may_help_others():
    """1 against 8 holds Y while nine points strike X."""
    game = combat(blue=["A 5-4-7 0505", "B 4-4-7 0403", "C 1-4-7 0604"], red=["X 1-1-7 0504", "Y 8-8-7 0605"])
    assert allowed(game, "attack A B > X")
    assert allowed(game, "attack C > Y")
    (roll,) = only(play(game, "attack C > Y", "roll 1", "stand"), Rolled)
    assert roll.differential == -7
    (roll,) = only(play(game, "attack A B > X", "roll 1"), Rolled)
    assert roll.differential == 8


def test_7_52_an_obliged_unit_cannot_be_left_out():
    game = combat(blue=["A 4-4-7 0505", "B 4-4-7 0604"], red=["X 4-4-7 0504"])
    refusal = refused(game, "attack A > X")
    assert (refusal.case, refusal.units) == ("7.12", ("B",))
    assert allowed(game, "attack A B > X")


def test_7_52_barrage_and_ground_support_are_optional():
    """Barraging artillery and Ground Support may be left out."""
    game = combat(blue=["A 4-4-7 0505", "G 3-1-9/1-1 0508"], red=["X 4-4-7 0504"], supports=([(1, 1, 9)], []))
    for attack in ("A > X", "A > X + G", "A > X gs 1", "A > X + G gs 9"):
        assert allowed(game, f"attack {attack}")


# -- the phase can always continue


@pytest.mark.slow
@every("seed", range(25))
def test_7_11_7_12_no_legal_attack_leads_into_a_deadlock(seed):
    """Check that random legal orders from crowded positions always leave another one."""
    red = ["X 4-4-7 0504", "Y 4-4-7 0506", "Z 3-3-7 0603", "W 2-2-7 0706"]
    blue = ["A 4-4-7 0505", "B 4-4-7 0605", "C 2-2-7 0404", "G 2-2-9/1-7 0604"]
    game = drawn(blue=blue, red=red, phase="combat", seed=seed)
    for step in range(60):
        if deciding(game) != "Blue combat" and "combat" in deciding(game):
            return
        orders = legal(game)
        assert orders, deciding(game)
        play(game, orders[(seed * 7 + step * 3) % len(orders)])
        if game.state.phase != "combat":
            return


# -- the examples of play


def test_7_1_of_the_example_four_attacks_are_left_of_all():
    """Attacks that would leave 37 or 2/318 idle are not among them."""
    assert legal(example("standard/7.1-who-attacks")) == [
        "attack 37 > 1/39",
        "attack 37 1/318 > 1/39",
        "attack 2/318 > 2/39",
        "attack 1/318 2/318 > 2/39",
    ]


def test_7_21_7_23_of_the_example_separate_or_combined_attacks():
    game = example("standard/7.2+7.3-together")
    assert "attack 37 1/318 > 1/39" not in legal(game)
    assert set(legal(game)) == {
        "attack 37 > 1/39",
        "attack 1/318 > 1/39",
        "attack 37 > 2/39",
        "attack 1/318 > 2/39",
        "attack 37 1/318 > 1/39 2/39",
    }
    play(game, "attack 37 > 1/39", "roll 6", "retreat 37 0405")
    assert legal(game) == ["attack 1/318 > 2/39"]


def test_7_5_of_the_example_all_divisions_with_and_without_guns():
    found = legal(example("standard/7.5-holding"))
    assert len(found) == 8
    assert {line.removesuffix(" + 755") for line in found} == {line for line in found if "755" not in line}
