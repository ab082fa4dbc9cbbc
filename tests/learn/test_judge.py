"""The judge: what is said to a learner, what is put back, and what the other side does meanwhile."""

import pytest

from tests.learn.example import LESSONS, changed
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.learn.judge import BACK, DONE, ELSEWHERE, ON, REFUSED, WRONG, Judge
from westwall_tui.learn.script import load_lesson


def judge(name, step=1):
    """A lesson at one of its steps, counted from 1 as in the files."""
    return Judge(load_lesson(LESSONS / name), step - 1)


def told(judge, *lines):
    """What is said to the last of these."""
    verdict = None
    for line in lines:
        judge.do(line)
        verdict = judge.verdict()
    return verdict


def place(judge, unit):
    """The hex of a unit."""
    state = judge.game.state
    return state.number(state.location[judge.game.scenario.unit(unit)])


def test_a_mistake_is_answered_and_put_back():
    lesson = judge("01-first-move", 3)
    verdict = told(lesson, "move 1/506 0403")
    assert (verdict.kind, verdict.says[:31]) == (WRONG, "It may stop anywhere on its way")
    assert place(lesson, "1/506") == "0405"
    assert told(lesson, "move 1/506 0402").kind == DONE


def test_a_refusal_without_words_of_its_own_is_the_engine_s_with_its_case():
    lesson = judge("01-first-move", 3)
    verdict = told(lesson, "move 3/506 0801 0102")
    assert (verdict.kind, verdict.case) == (REFUSED, "5.25")
    assert verdict.says.endswith("(5.25).")
    assert verdict.says[0].isupper()


def test_what_leads_away_is_put_back_after_as_many_orders_as_the_right_way_has():
    lesson = judge("07-terrain", 2)
    assert told(lesson, "move 10 0505").kind == ON, "the right way has two orders"
    verdict = told(lesson, "move 2/28 1005")
    assert (verdict.kind, verdict.says) == (BACK, ELSEWHERE)
    assert place(lesson, "10") == "0407"


def test_after_two_mistakes_the_hint_comes_unasked():
    lesson = judge("01-first-move", 3)
    told(lesson, "move 1/506 0403")
    assert not lesson.hints
    told(lesson, "move 1/506 0502")
    assert lesson.hints
    told(lesson, "move 1/506 0402")
    lesson.go_on()
    assert not lesson.hints


def test_an_order_that_is_taken_back_does_not_count():
    lesson = judge("07-terrain", 2)
    assert told(lesson, "move 10 0505", "undo", "move 10 0405", "move 1/121 0205").kind == DONE


def test_the_step_before_cannot_be_taken_back_unless_that_is_what_is_to_be_done():
    lesson = judge("01-first-move", 3)
    assert told(lesson, "move 1/506 0402").kind == DONE
    lesson.go_on()
    assert lesson.can_undo
    assert told(lesson, "undo").kind == DONE
    lesson.go_on()
    assert not lesson.can_undo
    with pytest.raises(IllegalOrder, match="nothing was ordered in this step"):
        lesson.undo()


def test_what_was_taken_back_can_be_ordered_again_and_is_judged():
    lesson = judge("01-first-move", 3)
    told(lesson, "move 1/506 0402")
    lesson.go_on()
    told(lesson, "undo")
    lesson.go_on()
    lesson.redo()
    assert lesson.verdict().kind == WRONG
    assert place(lesson, "1/506") == "0405"


def test_an_order_that_must_be_refused_ends_its_step():
    lesson = judge("03-zones", 4)
    verdict = told(lesson, "move 1/1 0603")
    assert (verdict.kind, verdict.case) == (DONE, "5.14")


def test_a_refusal_that_the_screen_knows_before_counts_as_well():
    lesson = judge("03-zones", 4)
    lesson.refuse(IllegalOrder("5.14", "1/1 is in an enemy zone"))
    assert lesson.verdict().kind == DONE


def test_dice_and_answers_are_the_script_s():
    lesson = judge("04-first-attack", 2)
    verdict = told(lesson, "attack 1/22 10 > 1/984")
    assert verdict.kind == DONE
    assert place(lesson, "1/984") == "0301"
    assert lesson.game.side == lesson.lesson.learner


def test_the_other_side_does_as_little_as_it_can():
    lesson = judge("01-first-move", 6)
    before = lesson.game.state.location
    assert told(lesson, "done").kind == DONE
    assert (lesson.game.state.turn, lesson.game.side) == (2, 0)
    assert lesson.game.state.location == before


def test_a_fresh_step_begins_where_the_right_ways_lead():
    lesson = judge("05-ways-out", 4)
    told(lesson, "advance 53 0403")
    lesson.go_on()
    assert lesson.number == 4
    assert lesson.game.prompt.kind == "retreat"


def test_every_step_can_be_begun_by_itself():
    lesson = load_lesson(LESSONS / "09-advance")
    walked = Judge(lesson)
    for step in range(len(lesson.steps)):
        assert Judge(lesson, step).game.state.digest() == walked.game.state.digest()
        told(walked, *walked.step.right)
        if not walked.over:
            walked.go_on()
    assert walked.over


def test_the_right_way_is_shown_order_by_order_and_from_the_beginning_if_it_was_left():
    lesson = judge("12-night", 4)
    assert lesson.next_right() == "move 2/310 0507"
    told(lesson, "move 2/310 0507")
    assert lesson.next_right() == "done"
    other = judge("12-night", 4)
    assert told(other, "move 2/310 0506").kind == ON
    other.do(other.next_right())
    assert other.verdict().kind == WRONG, "it ended the phase with 2/310 elsewhere"


def test_marks_follow_their_units(tmp_path):
    lesson = judge("01-first-move", 3)
    board = lesson.game.scenario.board
    assert [board.number(h) for h in lesson.hexes] == ["0405", "0402"]
    told(lesson, "move 1/506 0402")
    assert [board.number(h) for h in lesson.hexes] == ["0402"]


def test_a_question_is_answered_by_number(tmp_path):
    lesson = Judge(load_lesson(changed(tmp_path, "01-first-move")), 1)
    assert told(lesson, "answer 1").kind == WRONG
    assert told(lesson, "answer 3").kind == DONE
