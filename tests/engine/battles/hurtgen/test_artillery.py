"""Hurtgen Forest, 11.1 to 11.3: how many artillery units may take part in a combat."""

import pytest

from tests.drawn import allowed, deciding, legal, play, refused, rolled
from tests.engine.battles.drawn_hurtgen import SUPPORT, forest
from tests.every import every
from tests.examples import example
from westwall_tui.engine import planning
from westwall_tui.engine.rules.answers import Share


def battery(side: str, count: int) -> list[str]:
    """Guns far from the fighting at 0504 and 0505."""
    return [f"{side}{i} 1-1-18/1-7 0{i}01" for i in range(1, count + 1)]


US_GUNS = ["G1", "G2", "G3", "G4", "G5"]


@pytest.mark.parametrize(("count", "case"), [(4, ""), (5, "11.21")])
def test_11_11_11_21_the_us_attacks_with_four_artillery_units(count, case):
    game = forest(us=["A 2-3-7 0505", *battery("G", 5)], german=["X 1-2-7 0504"], phase="combat")
    order = f"attack A > X + {' '.join(US_GUNS[:count])}"
    if case:
        refusal = refused(game, order)
        assert (refusal.case, refusal.units) == (case, tuple(US_GUNS))
        assert refusal.reason.startswith("the U.S. can use only four artillery units to attack in one combat")
    else:
        assert rolled(game, order, "roll 6").differential == 2 + 4 - 2


def test_11_21_the_limit_holds_for_artillery_alone():
    game = forest(us=battery("G", 5), german=["X 1-2-7 0504"], phase="combat")
    assert allowed(game, "attack > X + G1 G2 G3 G4")
    assert refused(game, "attack > X + G1 G2 G3 G4 G5").case == "11.21"


def test_11_11_the_limit_holds_for_each_combat():
    game = forest(
        us=["A 2-3-7 0505", "B 2-3-7 0805", *battery("G", 8)],
        german=["X 1-2-7 0504", "Y 1-2-7 0804"],
        phase="combat",
    )
    play(game, "attack A > X + G1 G2 G3 G4", "roll 6")
    while deciding(game) != "US combat":
        play(game, legal(game)[0])
    assert allowed(game, "attack B > Y + G5 G6 G7 G8")


def test_11_12_adjacent_artillery_counts_too():
    game = forest(us=["A 2-3-7 0505", "H 1-2-16/2-7 0604", *battery("G", 4)], german=["X 1-2-7 0504"], phase="combat")
    assert allowed(game, "attack A H > X + G1 G2 G3")
    assert refused(game, "attack A H > X + G1 G2 G3 G4").case == "11.21"
    assert refused(game, "attack A > X + G1 G2 G3 G4").case == "7.12"  # H must, and the others take its room


def test_11_13_ground_support_does_not_count():
    game = forest(us=["A 2-3-7 0505", *battery("G", 4)], german=["X 1-2-7 0504"], phase="combat", supports=SUPPORT)
    assert rolled(game, "attack A > X + G1 G2 G3 G4 gs 5", "roll 6").differential == 2 + 4 + 5 - 2


@pytest.mark.parametrize(("count", "case"), [(3, ""), (4, "11.22")])
def test_11_22_the_us_protects_with_three(count, case):
    game = forest(
        us=["A 2-3-7 0505", *battery("G", 4)], german=["X 4-2-7 0504"], phase="combat", side=1, supports=SUPPORT
    )
    play(game, "attack X > A")
    order = f"fpf {' '.join(US_GUNS[:count])}"
    if case:
        refusal = refused(game, order)
        assert refusal.case == case
        assert "the U.S. can use only three artillery units for Final Protective Fire" in refusal.reason
    else:
        assert rolled(game, order, "roll 6").differential == 4 - 3 - 3


@pytest.mark.parametrize(("guns", "case"), [("G1 G2", ""), ("G1 G2 G3", "11.31")])
def test_11_31_the_german_attacks_with_two(guns, case):
    game = forest(us=["A 2-3-7 0505"], german=["X 4-2-7 0504", *battery("G", 3)], phase="combat", side=1)
    order = f"attack X > A + {guns}"
    assert (refused(game, order).case if case else "") == case
    assert allowed(game, order) is not bool(case)


def test_11_31_adjacent_artillery_counts_for_the_german_too():
    game = forest(
        us=["A 2-3-7 0505"], german=["X 4-2-7 0504", "H 2-1-18/1-7 0604", *battery("G", 2)], phase="combat", side=1
    )
    assert allowed(game, "attack X H > A + G1")
    assert refused(game, "attack X H > A + G1 G2").case == "11.31"


@pytest.mark.parametrize(("guns", "case"), [("G1", ""), ("G1 G2", "11.32")])
def test_11_32_the_german_protects_with_one(guns, case):
    game = forest(us=["A 2-3-7 0505"], german=["X 1-2-7 0504", *battery("G", 2)], phase="combat")
    play(game, "attack A > X")
    if case:
        refusal = refused(game, f"fpf {guns}")
        assert refusal.case == case
        assert "the Germans can use only one artillery unit for Final Protective Fire" in refusal.reason
    else:
        assert rolled(game, f"fpf {guns}", "roll 6").differential == 2 - 2 - 1


def test_11_1_obliged_artillery_without_room_is_released():
    """Ruling: three German guns are next to A, and two may attack it; the third need not attack."""
    guns = ["G 2-1-18/1-7 0504", "H 2-1-18/1-7 0604", "K 2-1-18/1-7 0404"]
    game = forest(us=["A 2-3-7 0505"], german=guns, phase="combat", side=1)
    assert refused(game, "attack G H K > A").case == "11.31"
    assert refused(game, "attack G > A").case == "7.12"
    for pair in ("G H", "G K", "H K"):
        after = game.copy()
        play(after, f"attack {pair} > A", "roll 4")
        while deciding(after) != "German combat":
            play(after, legal(after)[-1])
        play(after, "done")


def test_11_1_only_artillery_is_released():
    """Four American guns leave no room for a fifth, but B isn't a gun."""
    guns = [f"G{i} 1-1-18/1-7 {at}" for i, at in enumerate(("0504", "0604", "0605", "0506"), 1)]
    game = forest(us=["B 2-3-7 0405", *guns], german=["X 1-2-7 0505"], phase="combat")
    refusal = refused(game, "attack G1 G2 G3 G4 > X")
    assert (refusal.case, refusal.units) == ("7.12", ("B",))
    assert allowed(game, "attack B G1 G2 G3 G4 > X")


def test_11_1_obliged_artillery_comes_before_voluntary_barrage():
    guns = ["G 2-1-18/1-7 0504", "H 2-1-18/1-7 0604", "K 2-1-18/1-7 0101"]
    game = forest(us=["A 2-3-7 0505"], german=guns, phase="combat", side=1)
    assert refused(game, "attack G > A + K").case == "7.12"
    assert allowed(game, "attack G H > A")


@every(
    ("side", "attacking", "told"),
    [
        (0, True, "artillery units 1 of at most 4 (11.21)"),
        (0, False, "artillery units 1 of at most 3 (11.22)"),
        (1, True, "artillery units 1 of at most 2 (11.31)"),
        (1, False, "artillery units 1 of at most 1 (11.32)"),
    ],
)
def test_11_2_11_3_the_screen_is_told_the_limit(side, attacking, told):
    game = forest(us=["G 1-2-16/2-7"], german=["H 2-1-18/1-7"])
    assert planning.artillery_limit(game, Share(side, attacking, 2, (side,), 5)) == told


# -- the examples of play


def test_11_32_of_the_example_one_gun_or_none():
    assert legal(example("hurtgen/11.0-artillery", 2)) == ["fpf none", "fpf 275A", "fpf 275B"]
