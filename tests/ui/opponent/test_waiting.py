"""The timing of the computer's orders, without a screen and with a clock that the test turns."""

from collections.abc import Callable

from tests.drawn import scenario
from westwall_tui.ai.thinker import Question, Thought
from westwall_tui.files.players.seats import SEATS
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.opponent.computer import Computer

PERSON, LEVEL_1 = SEATS[:2]


class Table:
    """A computer that plays Blue, with its questions and its pauses."""

    def __init__(self, tmp_path, speed="slow"):
        start = scenario(blue=["A1 4-4-7 0505", "A2 5-4-7 0303"], red=["X 3-3-7 0508"])
        session = LocalSession.new(start, seed=1, seats=(LEVEL_1, PERSON), folder=tmp_path)
        self.questions: list[Question] = []
        self.pauses: list[Callable[[], None]] = []
        self.computer = Computer(
            session, lambda: speed, self.questions.append, lambda seconds, then: self.pauses.append(then)
        )

    def answer(self):
        """Answer the latest question."""
        self.computer.answered(self.questions[-1]())


def test_an_order_is_due_once(tmp_path):
    table = Table(tmp_path)
    table.computer.play()
    assert table.computer.due() is None
    table.answer()
    thought = table.computer.due()
    assert thought is not None
    assert thought.order is not None
    assert table.computer.due() is None


def test_the_next_order_waits_until_the_last_one_was_shown(tmp_path):
    table = Table(tmp_path)
    table.computer.play()
    table.computer.pause()
    table.answer()
    assert table.computer.due() is None
    table.pauses.pop()()
    assert table.computer.due() is not None


def test_a_pause_cut_short_does_not_end_a_later_one(tmp_path):
    table = Table(tmp_path)
    table.computer.play()
    table.computer.pause()
    table.computer.go_on()
    table.computer.pause()
    table.answer()
    table.pauses[0]()
    assert table.computer.due() is None
    table.pauses[1]()
    assert table.computer.due() is not None


def test_step_by_step_only_a_key_ends_a_pause(tmp_path):
    table = Table(tmp_path, speed="step")
    table.computer.play()
    table.computer.pause()
    table.answer()
    assert table.pauses == []
    assert table.computer.wants_key
    assert table.computer.due() is None
    table.computer.go_on()
    assert table.computer.due() is not None


def test_a_stopped_computer_stays_stopped(tmp_path):
    table = Table(tmp_path)
    table.computer.play()
    table.computer.pause()
    table.computer.stop()
    table.answer()
    table.pauses.pop()()
    table.computer.play()
    assert (table.computer.stopped, table.computer.due(), len(table.questions)) == (True, None, 1)
    table.computer.go_on()
    table.answer()
    assert table.computer.due() is not None


def test_a_new_try_forgets_the_failure(tmp_path):
    table = Table(tmp_path)
    table.computer.play()
    table.computer.fail("found no order")
    assert table.computer.stopped
    assert table.computer.trouble == "found no order (it is in the error report)"
    table.computer.go_on()
    assert (table.computer.stopped, table.computer.trouble) == (False, "")


def test_a_hint_goes_to_the_player_and_gives_no_order(tmp_path):
    table = Table(tmp_path)
    hints: list[Thought] = []
    table.computer.advise(1, "", hints.append)
    assert table.computer.advises
    table.answer()
    assert len(hints) == 1
    assert (table.computer.advises, table.computer.due()) == (False, None)


def test_rushing_skips_pauses_until_a_person_decides(tmp_path):
    table = Table(tmp_path)
    table.computer.play()
    table.computer.rush()
    table.computer.pause()
    assert table.pauses == []
    table.computer.play()
    assert not table.computer.shows
    table.computer.rest()
    table.computer.play()
    assert table.computer.shows
