"""Untrusted bytes in pieces of any size: they become keys and pastes, and none ends the reading."""

import random
from collections.abc import Iterable

import pytest
from textual import constants
from textual.events import Key, Paste, Resize

from westwall_tui.ui.terminal import reading
from westwall_tui.ui.terminal.reading import BEGIN, END, LONGEST, Reader

CORPUS = "aé ü 漢字 ✓ 👍🏽 e\u0301 א\u202e ЖЁ \ufeff z"
"""Characters of one to four bytes in UTF-8."""
MAP_KEYS = b"CVqEy\r"
"""Keys that open a page, quit, or give or end something on the map."""


def brought(reader: Reader, *pieces: bytes) -> list[object]:
    """Return the names of keys, and pastes, from several reads; after the last one nothing comes for a moment."""
    messages = [message for piece in pieces for message in reader.read(piece)]
    messages += [message for _ in range(3) for message in reader.idle()]
    assert not any(isinstance(message, Resize) for message in messages)
    return [message.key if isinstance(message, Key) else message for message in messages]


def letters(found: Iterable[object]) -> str:
    return "".join(name for name in found if isinstance(name, str) and len(name) == 1)


def pastes(found: Iterable[object]) -> list[str]:
    return [message.text for message in found if isinstance(message, Paste)]


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Give up a sequence that is cut off as soon as nothing follows."""
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0)


@pytest.fixture
def later(monkeypatch):
    """Return a function that lets some seconds pass."""
    now = [1000.0]
    monkeypatch.setattr(reading, "monotonic", lambda: now[0])

    def wait(seconds: float) -> None:
        now[0] += seconds

    return wait


def test_characters_of_utf_8_are_the_same_cut_at_every_byte():
    whole = [message.character for message in Reader().read(CORPUS.encode()) if isinstance(message, Key)]
    assert "".join(filter(None, whole)) == CORPUS
    single = Reader()
    cut = [m.character for byte in CORPUS.encode() for m in single.read(bytes([byte])) if isinstance(m, Key)]
    assert cut == whole
    for char in CORPUS:
        code = char.encode()
        for at in range(1, len(code)):
            reader = Reader()
            assert brought(reader, code[:at]) == []
            found = [m.character for m in reader.read(code[at:]) if isinstance(m, Key)]
            assert found == [char]
            assert brought(reader, b"l") == ["l"]


@pytest.mark.parametrize("broken", [b"\xe9", b"\xc3", b"\xf0\x9f\x91", b"\xed\xa0\x80", b"\xff\xfe", b"\x80\xbf", b""])
def test_bytes_that_are_not_utf_8_do_not_swallow_later_keys(broken):
    reader = Reader()
    assert letters(brought(reader, broken)) == ""
    assert letters(brought(reader, b"l", b"k")) == "lk"
    assert letters(brought(reader, b"a" + broken + b"b")) == "ab"


def test_random_bytes_in_random_pieces_do_not_end_the_reading():
    draw = random.Random(1)
    alphabet = [*(bytes([byte]) for byte in b"\x1b[<;:0~uMRt$?"), b"99999999999", BEGIN, END]
    reader = Reader()
    for _ in range(400):
        read = b"".join(draw.choice([*alphabet, draw.randbytes(3)]) for _ in range(draw.randrange(12)))
        brought(reader, read)
    brought(reader, END * 500)
    assert brought(reader, b"l") == ["l"]


@pytest.mark.parametrize("size", ["99999;99999;1;1", "0;0;0;0", "24;80;480;800", "24:1;80:2;480;800"])
def test_an_unrequested_report_of_a_size_is_dropped(size):
    assert brought(Reader(), f"\x1b[48;{size}t".encode(), b"l") == ["l"]


@pytest.mark.parametrize(
    "report",
    [
        b"\x1b]52;c;QUJD\x07",
        b"\x1b]11;rgb:0000/0000/0000\x1b\\",
        b"\x1bP>|XTerm(379)\x1b\\",
        b"\x1b_Gi=31;OK\x1b\\",
        b"\x1b[>41;379;0c",
        b"\x1b[?997;1n",
        b"\x1b[8;24;80t",
        b"\x1b[2;1;1;112;112;1;0x",
    ],
)
def test_a_report_of_the_terminal_presses_no_key(report):
    assert brought(Reader(), b"a" + report + b"b") == ["a", "b"]


@pytest.mark.parametrize(
    "sent", [b"\x1b[E", b"\x1b[1E", b"\x1b[57427~", b"\x1b[57427u", b"\x1b[1;129E", b"\x1bOE", b"5"]
)
def test_the_5_of_a_number_pad_is_5_without_num_lock(sent):
    assert brought(Reader(), sent) == ["5"]


@pytest.mark.parametrize(
    "inside",
    [
        MAP_KEYS,
        b"abc\x1b[C" + MAP_KEYS,
        b"\x1b[31m" + MAP_KEYS + b"\x1b[0m",
        b"\x1b" + MAP_KEYS + b"\x1b",
        END + MAP_KEYS,
        END + MAP_KEYS + BEGIN + MAP_KEYS + END,
        BEGIN + MAP_KEYS + END + MAP_KEYS,
        b"\x1b]0;" + MAP_KEYS + b"\x07" + MAP_KEYS,
        b"\x1b[200" + MAP_KEYS,
        b"\xe9\xff\x00\x9b" + MAP_KEYS,
        b"x" * (3 * LONGEST) + MAP_KEYS,
    ],
)
def test_pasted_text_presses_no_key_whatever_it_contains_and_wherever_it_is_cut(inside):
    pasted = BEGIN + inside + END
    cuts = range(len(pasted) + 1) if len(pasted) < 100 else range(1, len(pasted), len(pasted) // 20)
    for at in cuts:
        found = brought(Reader(), pasted[:at], pasted[at:])
        assert [kind for kind in found if not isinstance(kind, Paste)] == []
        assert len(pastes(found)) == 1
        assert all(c.isprintable() or c in "\r\n\t" for c in pastes(found)[0])
    found = brought(Reader(), *(bytes([byte]) for byte in pasted[:200]), pasted[200:])
    assert [kind for kind in found if not isinstance(kind, Paste)] == []


def test_keys_before_and_after_a_paste_are_keys():
    assert letters(brought(Reader(), b"ab" + BEGIN + b"29" + END + b"cd")) == "abcd"
    reader = Reader()
    assert pastes(brought(reader, BEGIN + b"29\n13\x1b[31m!" + END)) == ["29\n13!"]
    assert brought(reader, b"\x1b[C", b"q") == ["right", "q"]


def test_a_very_long_paste_keeps_its_beginning():
    assert pastes(brought(Reader(), BEGIN, b"x" * (3 * LONGEST), b"y" * 9, END)) == ["x" * LONGEST]


def test_a_paste_that_does_not_end_is_given_up_after_a_second(later):
    reader = Reader()
    assert brought(reader, BEGIN + b"29", b"13") == []
    later(0.9)
    assert brought(reader) == []
    later(0.2)
    assert pastes(brought(reader)) == ["2913"]
    assert brought(reader, b"l") == ["l"]
    assert brought(reader, MAP_KEYS + END + b"k") == ["k"]  # the rest, after all


@pytest.mark.parametrize("pasted", [BEGIN + b"a" + BEGIN + b"V" + END + b"V", BEGIN + END + BEGIN + b"V"])
def test_a_paste_with_too_few_ends_goes_on_for_a_second(later, pasted):
    reader = Reader()
    assert brought(reader, pasted, b"V") == []
    later(1.1)
    assert "V" in pastes(brought(reader))[0]
    assert brought(reader, b"l") == ["l"]


def test_two_pastes_without_a_pause_are_pasted():
    assert pastes(brought(Reader(), BEGIN + b"29" + END + BEGIN + b"13" + END)) == ["2913"]


@pytest.mark.parametrize("at", [2, 3, 4, 5])
def test_the_marker_of_a_paste_may_come_in_two_parts_with_a_pause_between(later, at):
    reader = Reader()
    assert brought(reader, BEGIN[:at]) == []
    later(0.5)
    found = brought(reader, BEGIN[at:] + MAP_KEYS, END)
    assert pastes(found) == ["CVqEy\r"]
    assert len(found) == 1


def test_escape_alone_is_a_key_and_a_bracket_after_it_is_another():
    reader = Reader()
    assert brought(reader, b"\x1b") == ["escape"]
    assert brought(reader, b"[") == ["left_square_bracket"]
    assert brought(reader, b"\x1b[D") == ["left"]
    assert brought(reader, b"\x1b") == ["escape"]
    found = brought(reader, BEGIN[1:] + MAP_KEYS + END)
    assert pastes(found) == ["CVqEy\r"]
    assert len(found) == 1


STRINGS = (
    b"\x1bP>|XTerm(379)\x1b\\",
    b"\x1bP1$r0q\x1b\\",
    b"\x1b]11;rgb:0000/0000/0000\x1b\\",
    b"\x1b]lCVqEy\x1b\\",
    b"\x1b]52;c;QUJD\x07",
    b"\x1b_Gi=31;Eq\x1b\\",
    b"\x1b^pm\x1b\\",
)
"""Reports of a terminal with a beginning and an end, and letters that are keys."""


@pytest.mark.parametrize("report", STRINGS)
def test_a_report_that_comes_in_pieces_presses_no_key(report):
    for at in range(1, len(report)):
        assert brought(Reader(), report[:at], report[at:] + b"l") == ["l"]
    assert brought(Reader(), *(bytes([byte]) for byte in report), b"l") == ["l"]


@pytest.mark.parametrize("report", STRINGS)
def test_a_report_without_an_end_does_not_swallow_later_keys(report, later):
    for at in range(3, len(report) - 1):
        reader = Reader()
        assert brought(reader, report[:at]) == []
        later(2)
        assert brought(reader) == []
        assert brought(reader, b"l") == ["l"]
        assert brought(reader, report[:at], b"\x1b[C") == ["right"]


def test_keys_that_begin_like_a_report_are_keys():
    single = brought(Reader(), b"\x1bQ")
    assert single == ["alt+shift+q"]
    assert brought(Reader(), b"\x1bP") == ["alt+shift+p"]
    reader = Reader()
    assert brought(reader, b"\x1b]") + brought(reader, b"\x1b[C") == ["right_square_bracket", "right"]
