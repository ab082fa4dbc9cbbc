"""Queries to a terminal, and the removal of its answers from the typed bytes."""

import pytest

from westwall_tui.ui.terminal import asking
from westwall_tui.ui.terminal.asking import (
    ASK_IF_SHOWN,
    MUTE,
    SLOW,
    Answers,
    Identity,
    ModeReport,
    Ready,
    Sight,
    up_to_ready,
)


def test_answers_are_removed_from_the_typed_bytes():
    answers = Answers()
    assert answers.typed(b"a\x1b[?69;2$yb\x1b[?62;22cc\x1b[?2026;2$y", waits=False) == b"abc\x1b[?2026;2$y"
    assert answers.taken() == [ModeReport(69, 2), Identity()]
    assert answers.taken() == []


def test_an_identity_may_report_a_clipboard():
    for identity, reports in ((b"62;22;52", True), (b"62;152", False), (b"52", False), (b"1;2", False)):
        answers = Answers()
        assert answers.typed(b"\x1b[?%bc" % identity, waits=True) == b""
        assert answers.taken() == [Identity(reports)], identity


def test_an_answer_may_come_in_any_pieces():
    whole = b"a\x1b[?69;2$yb\x1b[?62cc"
    for at in range(len(whole) + 1):
        for end in range(at, len(whole) + 1):
            answers = Answers()
            parts = [answers.typed(part, waits=True) for part in (whole[:at], whole[at:end], whole[end:])]
            assert b"".join(parts) == b"abc", (at, end)
            assert answers.taken() == [ModeReport(69, 2), Identity()]


def test_a_key_that_begins_like_an_answer_is_delayed_only_for_a_moment():
    answers = Answers()
    assert answers.typed(b"\x1b", waits=False) == b"\x1b"
    for key in (b"\x1b", b"\x1b["):
        assert answers.typed(key, waits=True) == b""
        assert answers.given_up() == key
        assert answers.given_up() == b""


def test_the_rest_of_a_lost_answer_is_dropped(monkeypatch):
    answers = Answers()
    assert answers.typed(b"\x1b[?69;", waits=True) == answers.given_up() == b""
    monkeypatch.setattr(asking, "monotonic", lambda: 1e9)
    assert answers.given_up() == b""
    assert answers.typed(b"7", waits=True) == b"7"


# -- when output has been shown


class Loop:
    """A loop whose only clock is the test."""

    def __init__(self) -> None:
        self.waits: list[Limit] = []

    def call_later(self, seconds, then):
        self.waits.append(Limit(seconds, then))
        return self.waits[-1]

    def pass_by(self) -> float:
        """Let the time of the last limit pass, and return its length."""
        limit = self.waits[-1]
        assert not limit.cancelled
        limit.then()
        return float(limit.seconds)


class Limit:
    def __init__(self, seconds: float, then) -> None:
        self.seconds, self.then, self.cancelled = seconds, then, False

    def cancel(self) -> None:
        self.cancelled = True


@pytest.fixture
def sight():
    """Return a loop, the written texts, and the `Sight` that watches them."""
    loop, written = Loop(), list[str]()
    return loop, written, Sight(loop, written.append)  # type: ignore[arg-type]


def test_the_report_that_output_is_shown_is_removed_from_the_typed_bytes():
    for waits in (True, False):
        answers = Answers()
        assert answers.typed(b"a\x1b[0nb\x1b[3n\x1b[3~", waits=waits) == b"ab\x1b[3~"
        assert answers.taken() == [Ready(), Ready()]
    answers = Answers()
    assert answers.typed(b"E\x1b[0", waits=True) == b"E"
    assert answers.typed(b"nE", waits=True) == b"E"
    assert answers.taken() == [Ready()]


def test_keys_typed_before_the_output_was_shown_are_separated_from_later_ones():
    assert list(up_to_ready(b"E\x1b[0ny\x1b[3nz")) == [b"E\x1b[0n", b"y\x1b[3n", b"z"]
    assert list(up_to_ready(b"\x1b[C")) == [b"\x1b[C"]


def test_output_counts_as_shown_when_the_terminal_answers(sight):
    loop, written, told = sight
    seen: list[float] = []
    told.when_shown(seen.append)
    assert written == [ASK_IF_SHOWN]
    assert seen == []
    told.hear(7.5)
    assert seen == [7.5]
    assert loop.waits[-1].cancelled
    told.hear(8)
    assert seen == [7.5]


def test_the_answer_to_an_earlier_query_does_not_count_for_a_later_one(sight):
    _, _, told = sight
    first, second = list[float](), list[float]()
    told.when_shown(first.append)
    told.when_shown(second.append)
    told.hear(1)
    assert (first, second) == ([], [])
    told.hear(2)
    assert (first, second) == ([], [2])


def test_output_counts_as_shown_after_a_second_without_any_answer_and_five_after_a_lost_one(sight):
    loop, _, told = sight
    seen: list[float] = []
    told.when_shown(seen.append)
    assert loop.pass_by() == MUTE
    assert len(seen) == 1
    told.when_shown(seen.append)
    told.hear(3)
    told.when_shown(seen.append)
    assert loop.pass_by() == SLOW
    assert len(seen) == 3
    told.when_shown(seen.append)
    assert loop.pass_by() == MUTE
