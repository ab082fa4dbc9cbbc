"""The judge of lessons: its feedback, the orders it undoes, and the answers of the other side."""

import pytest

from tests.learn.example import LESSONS, changed
from westwall_tui.engine.orders import IllegalOrder, parse
from westwall_tui.learn.lessons.judge import BACK, DONE, ON, REFUSED, WRONG, LessonJudge, leads_away
from westwall_tui.learn.lessons.script import load_lesson


def judge(name, step=1):
    """Return the judge of a lesson at one of its steps, counted from 1 as in the files."""
    return LessonJudge(load_lesson(LESSONS / name), step - 1)


def verdict_on(judge, *lines):
    """Return the verdict on the last of some lines."""
    verdict = None
    for line in lines:
        judge.do(line)
        verdict = judge.verdict()
    return verdict


def place(judge, unit):
    """Return the hex of a unit."""
    state = judge.game.state
    return state.number(state.location[judge.game.scenario.unit(unit)])


def test_a_mistake_is_explained_and_undone():
    lesson = judge("01-first-move", 3)
    verdict = verdict_on(lesson, "move 1/506 0403")
    assert (verdict.kind, verdict.says[:32]) == (WRONG, "It may stop in 0403, or anywhere")
    assert place(lesson, "1/506") == "0405"
    assert verdict_on(lesson, "move 1/506 0402").kind == DONE


def test_without_a_text_of_the_script_the_engine_explains_a_refusal():
    lesson = judge("01-first-move", 3)
    verdict = verdict_on(lesson, "move 3/506 0801 0102")
    assert (verdict.kind, verdict.case) == (REFUSED, "5.25")
    assert verdict.says.endswith("(5.25).")
    assert verdict.says.startswith("3/506 needs ")


def test_an_order_that_leads_away_is_undone_at_once_and_explained():
    lesson = judge("07-terrain", 2)
    verdict = verdict_on(lesson, "move 2/28 0903")
    assert (verdict.kind, verdict.says) == (
        BACK,
        "2/28 gets its turn later in this lesson. This step is about unit 10 and 1/121. I put it back.",
    )
    assert place(lesson, "2/28") == "1006"
    verdict = verdict_on(judge("12-night", 3), "move 27 0505")
    assert (verdict.kind, verdict.case) == (WRONG, "5.15")
    lesson = judge("09-advance", 4)
    verdict = verdict_on(lesson, "advance 10 0404")
    assert (verdict.kind, verdict.says) == (
        BACK,
        "Unit 10 must stay where it is in this step. I put it back.",
    )
    assert verdict_on(lesson, "stand").kind == DONE
    lesson.go_on()
    assert verdict_on(lesson, "done").kind == REFUSED


def test_an_attack_that_leads_away_is_explained(tmp_path):
    lesson = LessonJudge(load_lesson(changed(tmp_path, "04-first-attack")), 2)
    verdict = verdict_on(lesson, "attack 2/22 > 275F")
    assert (verdict.kind, verdict.says) == (
        BACK,
        "That attack is allowed, but this step asks for one on 1/984. I took it back.",
    )
    loaded = lesson.lesson
    assert leads_away(loaded, 2, parse("attack 1/22 > 1/984")).endswith(
        "this step asks for other attackers. I took it back."
    )
    assert "asks for something else" in leads_away(loaded, 0, parse("attack 1/22 > 1/984")), "a question has no attack"


def test_right_orders_stay_when_the_next_one_is_undone():
    lesson = judge("07-terrain", 2)
    assert verdict_on(lesson, "move 1/121 0205").kind == ON
    assert verdict_on(lesson, "move 10 0505 0504 0403").kind == WRONG
    assert (place(lesson, "1/121"), place(lesson, "10")) == ("0205", "0407")
    assert lesson.next_right() == "move 10 0405"
    assert verdict_on(lesson, "move 10 0405").kind == DONE
    other = judge("11-the-road", 4)
    assert verdict_on(other, "done").kind == ON
    assert verdict_on(other, "attack 2D/231 > Jngw").kind == WRONG
    assert other.game.prompt.kind == "combat", "the phase that was ended stays so"
    assert verdict_on(other, "attack 2D/231 > Jngw + 153").kind == DONE


def test_a_correction_names_the_order(tmp_path):
    words = (
        'on = "refused 7.12"\nby = ["done", "attack 37 > 1/13"]\nsay = "',
        'on = "refused 7.12 of 37"\nby = ["done", "attack 53 > 1/13"]\nsay = "Ah! {unit} at {hex}: {unit} (7.12). ',
    )
    folder = changed(tmp_path, "05-ways-out", words)
    lesson = LessonJudge(load_lesson(folder), 2)
    assert verdict_on(lesson, "done", "attack 53 > 1/13").says.startswith("Ah! Unit 37 at 0404: unit 37 (7.12). ")
    assert verdict_on(lesson, "attack 37 > 1/13").kind == REFUSED, "that is another unit's"


def test_after_two_mistakes_the_hint_appears():
    lesson = judge("01-first-move", 3)
    verdict_on(lesson, "move 1/506 0403")
    assert not lesson.hints
    verdict_on(lesson, "move 1/506 0502")
    assert lesson.hints
    verdict_on(lesson, "move 1/506 0402")
    lesson.go_on()
    assert not lesson.hints


def test_an_undone_order_does_not_count():
    lesson = judge("07-terrain", 2)
    assert verdict_on(lesson, "move 10 0404", "undo", "move 10 0405", "move 1/121 0205").kind == DONE


def test_the_turn_is_undone_to_the_beginning_of_the_step():
    lesson = judge("07-terrain", 2)
    verdict_on(lesson, "move 10 0405")
    with pytest.raises(IllegalOrder, match="only the last order, or the whole turn"):
        lesson.undo("1/121")
    lesson.undo("10")
    assert place(lesson, "10") != "0405"
    verdict_on(lesson, "move 10 0405")
    lesson.undo("turn")
    assert place(lesson, "10") != "0405"
    with pytest.raises(IllegalOrder, match="nothing to undo in this step"):
        lesson.undo("turn")


def test_the_previous_step_can_be_undone_only_in_a_step_about_undoing():
    lesson = judge("01-first-move", 3)
    assert verdict_on(lesson, "move 1/506 0402").kind == DONE
    lesson.go_on()
    assert lesson.can_undo
    assert verdict_on(lesson, "undo").kind == DONE
    lesson.go_on()
    assert not lesson.can_undo
    with pytest.raises(IllegalOrder, match="nothing to undo in this step"):
        lesson.undo()


def test_a_repeated_order_is_judged():
    lesson = judge("01-first-move", 3)
    verdict_on(lesson, "move 1/506 0402")
    lesson.go_on()
    verdict_on(lesson, "undo")
    lesson.go_on()
    lesson.redo()
    assert lesson.verdict().kind == WRONG
    assert place(lesson, "1/506") == "0405"


def test_a_refusal_that_a_step_asks_for_ends_it():
    lesson = judge("03-zones", 4)
    verdict = verdict_on(lesson, "move 1/1 0603")
    assert (verdict.kind, verdict.case) == (DONE, "5.14")


def test_a_refusal_by_the_screen_counts_too():
    lesson = judge("03-zones", 4)
    lesson.refuse(IllegalOrder("5.14", "1/1 is in an enemy zone"))
    assert lesson.verdict().kind == DONE


def test_the_script_has_the_dice_and_answers():
    lesson = judge("04-first-attack", 3)
    verdict = verdict_on(lesson, "attack 1/22 10 > 1/984")
    assert verdict.kind == DONE
    assert place(lesson, "1/984") == "0301"
    assert lesson.game.side == lesson.lesson.learner


def test_the_other_side_does_as_little_as_it_can():
    lesson = judge("01-first-move", 6)
    before = lesson.game.state.location
    assert verdict_on(lesson, "done").kind == DONE
    assert (lesson.game.state.turn, lesson.game.side) == (2, 0)
    assert lesson.game.state.location == before


def test_a_fresh_step_begins_where_the_right_ways_lead():
    lesson = judge("05-ways-out", 4)
    verdict_on(lesson, "advance 53 0403")
    lesson.go_on()
    assert lesson.number == 4
    assert lesson.game.prompt.kind == "retreat"


def test_units_that_a_fresh_step_moves_are_named(tmp_path):
    folder = changed(
        tmp_path, "09-advance", ("plain = \"On the Germans' turn", "fresh = true\nplain = \"On the Germans' turn")
    )
    for unit, moved in (("37", ()), ("10", ("37", "10"))):
        lesson = LessonJudge(load_lesson(folder), 2)
        verdict_on(lesson, f"advance {unit} 0403")
        lesson.go_on()
        for order in ("stand", "attack 53 8 > 2/14"):
            verdict_on(lesson, order)
            lesson.go_on()
        assert (lesson.number, lesson.moved) == (5, moved)


def test_a_lesson_can_begin_at_every_step():
    lesson = load_lesson(LESSONS / "09-advance")
    walked = LessonJudge(lesson)
    for step in range(len(lesson.steps)):
        assert LessonJudge(lesson, step).game.state.digest() == walked.game.state.digest()
        verdict_on(walked, *walked.step.right)
        if not walked.over:
            walked.go_on()
    assert walked.over


def test_the_right_way_is_shown_from_the_beginning_if_the_learner_left_it():
    lesson = judge("12-night", 4)
    assert lesson.next_right() == "move 2/310 0507"
    verdict_on(lesson, "move 2/310 0507")
    assert lesson.next_right() == "done"
    assert verdict_on(lesson, "done").kind == DONE


def test_marks_follow_their_units(tmp_path):
    lesson = judge("01-first-move", 3)
    board = lesson.game.scenario.board
    assert [board.number(h) for h in lesson.hexes] == ["0405", "0402"]
    verdict_on(lesson, "move 1/506 0402")
    assert [board.number(h) for h in lesson.hexes] == ["0402"]


def test_a_question_is_answered_by_number(tmp_path):
    lesson = LessonJudge(load_lesson(changed(tmp_path, "01-first-move")), 1)
    assert verdict_on(lesson, "answer 1").kind == WRONG
    assert verdict_on(lesson, "answer 3").kind == DONE
