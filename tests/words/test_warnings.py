"""Warnings in words."""

import pytest

from tests.drawn import drawn
from tests.games import record
from westwall_tui.engine import planning
from westwall_tui.engine.orders import Move, parse
from westwall_tui.engine.planning import Peril, Risk
from westwall_tui.files.library import new_game
from westwall_tui.words.warnings import warning, warning_in_full


def test_8_4_rolls_after_final_protective_fire_are_given_if_there_are_more():
    game = drawn(blue=["A 3-3-7 0303"], red=["52 3-6-7 0102"])
    for worst, more in ((1, False), (4, True)):
        risk = Risk(Peril.ILL_MATCHED, 0, (0, 1), dice=1, at_worst=worst, others=(1,))
        short, full = (f", or 4 {fire}" if more else "" for fire in ("with FPF", "after all Final Protective Fire"))
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "orders", "move", "sentences"),
    [
        (
            "spearhead-busy",
            43,
            "move 420 1417 1518 1618 1718 1818 1919 2019 2120 2219 2320 2419 2418 2318 2317 2316 2315",
            ["Unit 420 leaves Bastogne empty, and the enemy can move in"],
        ),
        (
            "hurtgen-free-busy",
            73,
            "move 1/22 0407 0307 0306 0305 0304 0203",
            ["1/22 leaves unit 56 at 0509 alone, and 1/985 can move next to it"],
        ),
        (
            "arnhem-historical-busy",
            48,
            "move 1/501 1309 1409 1510 1511 1512",
            ["1/501 has no Line of Communication at 1512"],
        ),
        (
            "hurtgen-free-busy",
            128,
            "",
            [
                "Unit 60 can be surrounded at 0914 by unit 42 at 0915 and 1/121; then every roll eliminates it",
                "31MG can be surrounded at 0917 by 3/12, 1/121 and 3 more; then every roll eliminates it",
                "31MG at 0917 must attack 3/12: 4 of 6 rolls eliminate it at best, "
                "or every roll after all Final Protective Fire",
                "Unit 60 at 0914 must attack unit 42 at 0915: 1 of 6 rolls eliminates it at best, "
                "or 2 after all Final Protective Fire",
            ],
        ),
        (
            "arnhem-historical-busy",
            55,
            "",
            [
                "9S can move to 2423 and cut the Line of Communication of 2/504, 1/505 and 6 more",
                "3/1 can be surrounded at 3622 by 1/10SA (due) and 1/9S (due) if Krft is still there; "
                "then 5 of 6 rolls eliminate it",
            ],
        ),
    ],
)
def test_warnings_of_recorded_positions(name, orders, move, sentences):
    """The risks of a move, or of ending the phase if there is no move."""
    header, lines = record.read((record.FOLDER / f"{name}.orders").read_text(encoding="utf-8"))
    game = new_game(header.scenario, seed=header.seed).rolled_by_hand()
    game.replay(lines[:orders])
    if move:
        order = parse(move)
        assert isinstance(order, Move)
        unit, h = game.scenario.by_id[order.unit.lower()], game.scenario.board.hex(order.hexes[-1])
        risks = planning.Outlook(game).of_move(unit, h)
    else:
        risks = planning.risks_of_ending(game)
    assert [warning_in_full(game, risk) for risk in risks][: len(sentences)] == sentences
