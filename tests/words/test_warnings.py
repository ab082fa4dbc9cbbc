"""Warnings in words."""

from tests.drawn import drawn
from westwall_tui.engine.planning import Peril, Risk
from westwall_tui.words.warnings import warning, warning_in_full


def test_8_4_rolls_after_final_protective_fire_are_given_if_there_are_more():
    game = drawn(blue=["A 3-3-7 0303"], red=["52 3-6-7 0102"])
    for worst, more in ((1, False), (4, True)):
        risk = Risk(Peril.ILL_MATCHED, 0, (0, 1), dice=1, at_worst=worst, others=(1,))
        short, full = (f", and 4 {fire}" if more else "" for fire in ("with FPF", "after all Final Protective Fire"))
        assert warning(game, risk) == f"Must attack: 1 of 6 rolls eliminates it{short}"
        text = warning_in_full(game, risk)
        assert text.startswith("A at ")
        assert text.endswith(f" must attack unit 52 at 0102: 1 of 6 rolls eliminates it at best{full}")


def test_17_33_a_warning_names_the_enemy_the_hex_and_the_line():
    game = drawn(blue=["A 3-3-7 0303", "B 3-3-7 0304"], red=["52 3-6-7 0102"])
    h = game.scenario.board.hex("0203")
    risk = Risk(Peril.BLOCKED, 2, (h,), points=6, others=(0, 1))
    assert warning(game, risk) == "The enemy can cut the line of A and B"
    text = "it can move to 0203 and cut the Line of Communication of A and B"
    assert warning_in_full(game, risk) == text.replace("it", "Unit 52 at 0102", 1)
    maybe = risk.replace(unless=(2,), stays=0.5)
    assert warning_in_full(game, maybe) == f"If unit 52 at 0102 is still there, {text}"
