"""Records in CSV files: what is read again, and what is refused in words."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from westwall_tui.tools.simulate import tally


@dataclass(frozen=True)
class Score:
    """A record with a word, numbers and tuples."""

    name: str
    points: int
    share: float
    pair: tuple[int, int]
    causes: tuple[tuple[int, str], ...]


ONE = Score("first", 3, 0.5, (1, -2), ((0, "a town"), (1, "units, lost")))
HEADINGS = "name,points,share,pair,causes\n"
GOOD = 'first,3,0.5,"[1, -2]","[]"\n'


def test_what_was_written_is_read_again(tmp_path):
    path = tmp_path / "scores.csv"
    tally.append(path, [ONE])
    tally.append(path, [ONE, ONE])
    assert tally.read(path, Score) == [ONE] * 3


@pytest.mark.parametrize("held", ["", HEADINGS[:9], HEADINGS, HEADINGS + GOOD[:-1]])
def test_a_line_that_was_cut_short_is_not_counted_be_it_the_headings(tmp_path, held):
    path = tmp_path / "scores.csv"
    path.write_text(held)
    assert tally.read(path, Score) == []
    tally.append(path, [ONE])
    assert tally.read(path, Score) == [ONE]
    assert path.read_text().startswith(HEADINGS)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("first,3,0.5\n", "3 entries, not 5"),
        (GOOD[:-1] + ",more\n", "6 entries, not 5"),
        (GOOD.replace(",3,", ",three,"), "'three' is not a whole number"),
        (GOOD.replace(",3,", ",٣,"), "is not a whole number"),
        (GOOD.replace(",3,", ",1_0,"), "is not a whole number"),
        (GOOD.replace("0.5", "1_0"), "'1_0' is not a number"),
        (GOOD.replace("0.5", "half"), "half"),
        (GOOD.replace("[1, -2]", "7"), "'7' does not belong there"),
        (GOOD.replace("[1, -2]", "[1]"), "should have 2 entries"),
        (GOOD.replace("[1, -2]", '[1, ""two""]'), "'two' does not belong there"),
        (GOOD.replace("[1, -2]", "[1 2"), "Expecting"),
        (GOOD.replace("[]", "[" * 100_000), "nested too deep"),
        (GOOD.replace("first", "x" * 200_000), "field larger"),
    ],
)
def test_a_line_that_is_no_record_is_named(tmp_path, line, complaint):
    path = tmp_path / "scores.csv"
    path.write_text(HEADINGS + GOOD + line, encoding="utf-8")
    with pytest.raises(ValueError, match=r"scores\.csv, line 3: ") as error:
        tally.read(path, Score)
    assert complaint in str(error.value)


def test_what_is_no_such_file_is_refused(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("format = 1\n")
    with pytest.raises(ValueError, match="other headings"):
        tally.read(path, Score)
    path.write_bytes(HEADINGS.encode() + GOOD.encode() + b"\xff\n")
    with pytest.raises(ValueError, match="line 3: is not text"):
        tally.read(path, Score)
    with pytest.raises(ValueError, match="is no file"):
        tally.read(tmp_path, Score)
    full = Path("/dev/full")
    if full.exists():
        with pytest.raises(ValueError, match="is no file"):
            tally.read(full, Score)


def test_a_file_that_is_much_too_large_is_refused_unread(tmp_path, monkeypatch):
    path = tmp_path / "scores.csv"
    tally.append(path, [ONE])
    monkeypatch.setattr(tally, "LARGEST", 20)
    with pytest.raises(ValueError, match="more than 20 bytes"):
        tally.read(path, Score)
