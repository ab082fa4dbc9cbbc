"""Numbers that a terminal lends: what it is asked, what it may answer, and how it gets them back."""

import pytest

from benchmarks.terminal import XTERM
from westwall_tui.files.players.lent import LendingNote
from westwall_tui.ui.terminal.asking import Color
from westwall_tui.ui.terminal.lending import Lender
from westwall_tui.ui.terminal.numbers import Numbers

NUMBERS = Numbers({2: 22, 9: 223})
ASKED = "\x1b]4;2;?\x1b\\\x1b]4;9;?\x1b\\\x1b[c"
SET = "\x1b]4;2;rgb:00/5f/00\x1b\\\x1b]4;9;rgb:ff/d7/af\x1b\\"
OURS = {2: "rgb:0000/5f5f/0000", 9: "rgb:ff/d7/af"}
BACK = "\x1b]4;2;rgb:0000/cdcd/0000\x1b\\\x1b]4;9;rgb:ffff/0000/0000\x1b\\"
RESET = "\x1b]104;2\x1b\\\x1b]104;9\x1b\\"


@pytest.fixture
def note(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return LendingNote("/dev/pts/3", 100)


def answer(lender, colors):
    """What it writes when a terminal has answered so."""
    return "".join([lender.hear(Color(number, color)) for number, color in colors.items()]) + lender.hear(None)


def lent(note=None, own=XTERM):
    lender = Lender(note)
    lender.begin(NUMBERS)
    answer(lender, own)
    answer(lender, OURS)
    assert lender.numbers is NUMBERS
    return lender


def test_a_terminal_that_answers_lends_them_and_gets_them_back():
    lender = Lender()
    assert lender.begin(NUMBERS) == ASKED
    assert answer(lender, XTERM) == SET + ASKED
    assert not lender.numbers.colors, "not before it has said so"
    assert answer(lender, OURS) == ""
    assert lender.numbers is NUMBERS
    assert lender.again() == SET
    assert lender.put_back() == BACK
    assert not lender.numbers.colors
    assert lender.put_back() == lender.again() == ""


@pytest.mark.parametrize(
    "colors", [{}, {2: XTERM[2]}, {2: XTERM[2], 9: "red"}, {2: XTERM[2], 9: "rgb:ff/00"}, {2: XTERM[2], 19: XTERM[9]}]
)
def test_one_that_does_not_answer_for_all_is_left_alone(colors):
    lender = Lender()
    lender.begin(NUMBERS)
    assert answer(lender, colors) == lender.put_back() == ""
    assert answer(lender, XTERM) == "", "answers that nobody waits for"


@pytest.mark.parametrize("colors", [{}, {2: OURS[2]}, {**OURS, 9: XTERM[9]}])
def test_one_that_does_not_do_it_gets_them_back_at_once(colors):
    lender = Lender()
    lender.begin(NUMBERS)
    answer(lender, XTERM)
    assert answer(lender, colors) == BACK
    assert not lender.numbers.colors


def test_one_that_is_silent_about_its_own_gets_its_own():
    """tmux answers for what was redefined, and in 3.3 says not for which."""
    lender = Lender(silent=True)
    lender.begin(NUMBERS)
    assert answer(lender, {-1: XTERM[9]}) == SET + ASKED
    for color in OURS.values():
        lender.hear(Color(-1, color))
    assert lender.hear(None) == ""
    assert lender.numbers is NUMBERS
    assert lender.put_back() == RESET
    lender.begin(NUMBERS)
    assert answer(lender, {9: XTERM[9]}) == SET + ASKED
    answer(lender, OURS)
    assert lender.put_back() == "\x1b]104;2\x1b\\\x1b]4;9;rgb:ffff/0000/0000\x1b\\"


def test_what_a_dropped_line_has_left_is_put_back_as_the_settings_have_it():
    assert lent(own={2: "rgb:0000/5f5f/0000", 9: "rgb:ffff/d7d7/afaf"}).put_back() == RESET


def test_others_are_asked_for_once_the_first_are_back():
    lender = lent()
    assert lender.begin(Numbers({4: 25})) == BACK + "\x1b]4;4;?\x1b\\\x1b[c"
    assert lender.begin(Numbers()) == ""


def test_a_note_says_how_to_put_back_what_a_killed_program_left(note):
    lent(note)
    assert note.path.exists()
    assert Lender(LendingNote("/dev/pts/3", 100)).begin(NUMBERS) == BACK + ASKED
    assert not note.path.exists()
    lent(note)
    assert Lender(LendingNote("/dev/pts/3", 100)).begin(Numbers()) == BACK, "also if it lends nothing now"


def test_it_is_gone_once_all_is_back(note):
    lender = lent(note)
    lender.forget()
    assert note.path.exists(), "not yet"
    lender.put_back()
    lender.forget()
    assert not note.path.exists()


def test_a_note_of_another_session_or_without_sense_says_nothing(note):
    note.keep({2: XTERM[2]})
    assert LendingNote("/dev/pts/3", 101).left() == {}
    assert not note.path.exists()
    for text in (
        "",
        "rubbish",
        'format = 1\nkind = "terminal"\nsession = 100\n[colors]\n2 = "rgb:\\u001b[2J"\n77 = ""\n',
    ):
        note.path.write_text(text)
        assert note.left() == {}
        assert not note.path.exists()


def test_without_a_folder_for_it_there_is_none(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert lent(LendingNote("/dev/pts/3", 100)).put_back() == BACK
