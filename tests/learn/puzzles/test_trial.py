"""Tries at puzzles: decisions are compared with best play, and luck never counts."""

from fractions import Fraction

import pytest

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.learn.puzzles.catalog import load_puzzle
from westwall_tui.learn.puzzles.trial import Trial

pytestmark = pytest.mark.slow


def trial(name, seed=1, **more):
    return Trial(load_puzzle(shipped_root() / "puzzles" / f"{name}.toml"), seed, **more)


def weigh(found):
    due = found.due()
    assert due is not None
    return found.judge(due)


def test_the_first_decision_is_compared_with_the_best():
    found = trial("small-keep-the-points")
    found.apply("attack 1/9 > 2/8 gs 2")
    judgment = weigh(found)
    assert (judgment.orders, judgment.best, judgment.yours) == (("attack 1/9 > 2/8 gs 2",), Fraction(5, 12), 0)
    assert judgment.drop == Fraction(5, 12)
    assert found.worst == judgment


@pytest.mark.parametrize("seed", range(1, 7))
def test_luck_never_counts(seed):
    """Check that a player who always gives the best order solves the puzzle, whatever the dice show."""
    found = trial("small-keep-the-points", seed)
    for _ in range(20):
        if found.ended:
            break
        found.apply(found.answer(found.game.state))
        due = found.due()
        if due is not None:
            assert found.judge(due).drop == 0
    assert found.ended
    assert found.solved
    assert found.worst is None


def test_orders_are_judged_together_once_they_can_no_longer_be_undone():
    found = trial("small-round-the-back")
    found.apply("move 3/8 0304")
    assert found.can_undo
    assert found.due() is None
    found.undo("turn")
    found.apply("move 3/8 0404 0504 0503")
    found.apply("done")
    assert found.due() is None  # the end of the phase can still be undone
    found.apply("attack 2/8 29 > 1/9")
    judgment = weigh(found)
    assert judgment.orders == ("move 3/8 0404 0504 0503", "done", "attack 2/8 29 > 1/9")
    assert judgment.drop == 0
    with pytest.raises(IllegalOrder):
        found.undo("turn")


def test_the_order_that_ends_the_phase_is_judged_in_the_position_before_it():
    found = trial("hurtgen-berzbuir")
    found.apply("attack 2/28 > 60")
    while not found.ended:
        due = found.due()
        if due is not None:
            found.judge(due)
        found.apply(found.answer(found.game.state))
    assert found.game.state.serial == found.prover.last


def test_a_phase_that_may_not_end_does_not():
    found = trial("small-keep-the-points")
    with pytest.raises(IllegalOrder) as refusal:
        found.apply("done")
    assert refusal.value.case == "7.11"
    assert not found.ended


def test_the_best_line_begins_with_the_answer_and_only_dice_change_its_value():
    found = trial("small-door")
    line = found.best_line()
    assert line[0].order == found.puzzle.proof.answers[0]
    value = found.puzzle.proof.best
    for step in line:
        if not step.order.startswith("roll"):
            assert step.value == value
        value = step.value
    assert next(step.result for step in line if step.result) == "A1, 5 of 6"


def test_the_best_line_shows_a_roll_that_keeps_the_goal_in_reach():
    line = trial("remagen-aegidienberg").best_line()
    assert line[0].value == Fraction(1, 3)
    assert line[-1].value > 0
    assert [step.result for step in line if step.result] == ["D1, 1 of 6"]


def test_another_try_remembers_proofs():
    first = trial("small-keep-the-points")
    first.prepare()
    known = first.prover.positions
    again = Trial(first.puzzle, 2, first.prover)
    again.prepare()
    assert again.prover.positions == known
