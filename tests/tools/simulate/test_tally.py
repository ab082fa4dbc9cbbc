"""Results of games in CSV files, and their summaries."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.games import Job, Result, chooser, play, player_of
from westwall_tui.tools.simulate.workers import here, played


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


def test_written_records_are_read_again(tmp_path):
    path = tmp_path / "scores.csv"
    tally.append(path, [ONE])
    tally.append(path, [ONE, ONE])
    assert tally.read(path, Score) == [ONE] * 3


def test_a_byte_order_mark_is_ignored(tmp_path):
    """Check the mark that spreadsheets write."""
    path = tmp_path / "scores.csv"
    tally.append(path, [ONE])
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    tally.append(path, [ONE])
    assert tally.read(path, Score) == [ONE] * 2


@pytest.mark.parametrize("held", ["", HEADINGS[:9], HEADINGS, HEADINGS + GOOD[:-1]])
def test_an_incomplete_last_line_is_ignored(tmp_path, held):
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
        (GOOD.replace(",3,", ",three,"), "'three' is unexpected"),
        (GOOD.replace(",3,", ",٣,"), "is unexpected"),
        (GOOD.replace(",3,", ",1_0,"), "is unexpected"),
        (GOOD.replace("[1, -2]", "7"), "'7' is unexpected"),
        (GOOD.replace("[1, -2]", "[1]"), "should have 2 entries"),
        (GOOD.replace("[1, -2]", '[1, ""two""]'), "'two' is unexpected"),
        (GOOD.replace("[1, -2]", "[1 2"), "'[1 2' is unexpected"),
        (GOOD.replace("[]", "[" * 100_000), "nested too deep"),
        (GOOD.replace("first", "x" * 200_000), "field larger"),
    ],
)
def test_an_invalid_line_is_named(tmp_path, line, complaint):
    path = tmp_path / "scores.csv"
    path.write_text(HEADINGS + GOOD + line, encoding="utf-8")
    with pytest.raises(ValueError, match=r"scores\.csv, line 3: ") as error:
        tally.read(path, Score)
    assert complaint in str(error.value)


def test_files_of_another_kind_are_refused(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("format = 1\n")
    with pytest.raises(ValueError, match="its headings are different"):
        tally.read(path, Score)
    path.write_bytes(HEADINGS.encode() + GOOD.encode() + b"\xff\n")
    with pytest.raises(ValueError, match="line 3: is not UTF-8 text"):
        tally.read(path, Score)
    with pytest.raises(ValueError, match="isn't a file"):
        tally.read(tmp_path, Score)
    full = Path("/dev/full")
    if full.exists():
        with pytest.raises(ValueError, match="isn't a file"):
            tally.read(full, Score)


def test_a_huge_file_is_refused_unread(tmp_path, monkeypatch):
    path = tmp_path / "scores.csv"
    tally.append(path, [ONE])
    monkeypatch.setattr(tally, "LARGEST", 20)
    with pytest.raises(ValueError, match="more than 20 bytes"):
        tally.read(path, Score)


def result(seed: int, first: str, second: str, margin: float) -> Result:
    """Return a result of which only the margin matters."""
    return Result(
        key=f"{seed} {first} {second}",
        scenario="a/b",
        seed=seed,
        first=first,
        second=second,
        winner=0 if margin > 0 else 1,
        verdict="German wins" if margin > 0 else "US wins",
        points=(int(max(margin, 0)), int(max(-margin, 0))),
        margin=margin,
        ahead=0 if margin > 0 else 1,
        turns=7,
        orders=100,
        given=(60, 40),
        minutes=12.5,
        lost=(1, 2),
        seconds=(0.1, 0.2),
        slowest=(0.3, 0.4),
        refused=0,
        sources=((0, "units eliminated", 3), (1, "a town", 0)),
    )


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(60, 100, 0.502, 0.691), (0, 10, 0.0, 0.278), (21, 21, 0.845, 1.0)]
)
def test_wilsons_interval(won, games, low, high):
    assert tally.wilson(won, games) == pytest.approx((low, high), abs=0.001)


def test_the_interval_without_games():
    assert tally.wilson(0, 0) == (0.0, 1.0)


def test_a_pair_has_the_same_seed_and_swapped_players():
    games = [result(1, "2", "1", 5.0), result(1, "1", "2", 9.0), result(2, "2", "1", 3.0), result(2, "1", "2", -3.0)]
    found = tally.pairs(games)
    assert [(pair[0].seed, pair[0].first) for pair in found] == [(1, "2"), (2, "2")]
    assert [tally.pair_score(pair) for pair in found] == [0.0, 1.0]


def test_the_summary_adds_up():
    summary = tally.summary([result(1, "2", "1", 5.0), result(2, "2", "1", -1.0)])
    assert summary["games"] == 2
    assert summary["verdicts"] == {"German wins": 1, "US wins": 1}
    sides = summary["sides"]
    assert isinstance(sides, list)
    assert sides[0]["won"] == sides[1]["won"] == 1
    assert sides[0]["causes"] == {"units eliminated": 3.0}


def test_results_are_read_from_their_file(tmp_path):
    path = tmp_path / "games.csv"
    games = [result(1, "2", "1", 5.0), result(2, "script", "random", -1.5)]
    tally.append(path, games[:1])
    tally.append(path, games[1:])
    assert tally.read(path, Result) == games


def test_an_incomplete_line_is_replaced_by_the_next_record(tmp_path):
    path = tmp_path / "games.csv"
    games = [result(1, "2", "1", 5.0), result(2, "2", "1", 1.0), result(3, "2", "1", 2.0)]
    tally.append(path, games[:2])
    path.write_bytes(path.read_bytes()[:-4])
    tally.append(path, games[2:])
    assert tally.read(path, Result) == [games[0], games[2]]


def test_a_file_of_another_kind_is_refused(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="not a file of results"):
        tally.read(path, Result)


@pytest.mark.slow
def test_a_job_has_the_same_result_every_time():
    job = Job("bastogne/relief", 3, ("1", "random"))
    once, again = play(job), play(job)
    assert (once.points, once.verdict, once.orders) == (again.points, again.verdict, again.orders)


@pytest.mark.parametrize("word", ["best", "6", "4x1", "4x65", "randomx2", "4x", "4x\u0663"])
def test_unknown_players_are_refused(word):
    with pytest.raises(ValueError, match="not a player"):
        chooser(word, 1)


def test_a_level_may_have_several_times_its_budget():
    once, four = (player_of(chooser(word, 1)) for word in ("4", "4x4"))
    assert once
    assert four
    assert four.settings.nodes == 4 * once.settings.nodes
    assert four.settings.rounds == 2 * once.settings.rounds


def test_games_are_played_without_the_clock():
    owner = player_of(chooser("3", 1))
    assert owner
    assert owner.settings.seconds == 0


def test_games_with_other_weights_are_other_games():
    plain = Job("a/b", 1, ("2", "2"))
    keys = [replace(plain, weights=(weights, None)).key for weights in (None, {"use": 0.4}, {"use": 0.5})]
    assert len({*keys}) == 3
    assert keys[0] == "a/b 1 2 2"


def test_a_game_with_a_fault_is_reported_and_the_others_continue():
    games = played([Job("a/b", 1, ("random", "random"))], here)
    assert games.results == []
    assert "a/b" in games.failures[0].text
