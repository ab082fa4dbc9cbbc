"""The proofs of the shipped puzzles, the files of puzzles, and the puzzle of the day."""

import datetime as dt
import os
from collections import Counter
from fractions import Fraction

import pytest

from tests.every import every
from tests.learn.puzzles.test_prover import mirrored
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.faults import Faults, FileError
from westwall_tui.learn.puzzles.catalog import GRADES, SMALL, THEMES, all_puzzles, find_puzzle, load_puzzle, of_the_day
from westwall_tui.learn.puzzles.goals import UNIT, Goal
from westwall_tui.learn.puzzles.prover import Prover, check_puzzle, compare

WHOLE = bool(os.environ.get("WESTWALL_WHOLE"))
"""True if `make puzzles` asks for all puzzles instead of a sample."""
FOLDER = shipped_root() / "puzzles"
PATHS = sorted(FOLDER.glob("*.toml"))
MOVING_SECONDS = (
    "bastogne-hold-your-fire",
    "hurtgen-both-guns",
    "remagen-aegidienberg",
    "small-keep-the-points",
    "small-road-open",
    "arnhem-1-10s",
    "small-second-gun",
    "hurtgen-one-gun",
)
"""A sample of all kinds, each proven in a second or less."""


def name_of(path):
    return path.stem


@pytest.mark.slow
@every("path", PATHS)
def test_every_puzzle_can_be_read_and_begins_with_its_side_to_decide(path):
    puzzle = load_puzzle(path)
    assert puzzle.key == path.stem
    assert puzzle.game().side == puzzle.side
    assert puzzle.proof.best > puzzle.proof.obvious.value
    assert len(puzzle.task) <= 150
    assert len(puzzle.about) <= 220
    assert len(puzzle.why) <= 220
    assert puzzle.why.isascii() or "ü" in puzzle.why or "ö" in puzzle.why


def test_there_are_puzzles_of_every_level_battle_and_theme():
    found = all_puzzles()
    assert len({each.name for each in found}) == len(found)
    assert set(Counter(each.grade for each in found)) == set(range(1, GRADES + 1))
    assert {each.theme for each in found} <= set(THEMES)
    assert {SMALL, "Arnhem", "Bastogne", "Hurtgen Forest", "Remagen"} == {each.battle for each in found}
    assert [each.grade for each in found] == sorted(each.grade for each in found)


@pytest.mark.slow
@pytest.mark.parametrize("path", [p for p in PATHS if WHOLE or p.stem in MOVING_SECONDS], ids=name_of)
def test_the_proof_of_every_file_is_right(path):
    faults = Faults(path.name)
    compare(load_puzzle(path), faults)
    assert faults.all() == []


@pytest.mark.slow
@pytest.mark.parametrize("path", [p for p in PATHS if WHOLE or p.stem in MOVING_SECONDS], ids=name_of)
def test_the_chance_of_the_other_side_is_the_rest(path):
    puzzle = load_puzzle(path)
    conditions = puzzle.goal.conditions
    if len(conditions) != 1 or conditions[0].kind not in ("eliminate", "keep", "clear", "bar"):
        return
    game = puzzle.game()
    other = Goal(game.scenario, 1 - puzzle.side, [mirrored(conditions[0])])
    theirs = Prover(game, other, seconds=120).value(game.state)
    assert theirs + puzzle.proof.best * UNIT == UNIT


# -- files


def changed(tmp_path, old, new, name="small-keep-the-points"):
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('theme = "ground support"', 'theme = "ground"', "is not one of"),
        ('side = "German"', 'side = "French"', "French"),
        ('why = "', 'why = ""\nbecause = "', "must not be empty"),
        ('kind = "eliminate"', 'kind = "elimnate"', "did you mean"),
        ('units = ["2/8"]', 'units = ["7/8"]', "7/8"),
        ('units = ["2/8"]', 'units = ["1/9"]', "wrong side"),
        ("[[goal]]", "[[gaol]]", "is missing"),
        ('best = "5/12"', 'best = "5/0"', "must be a fraction"),
        ('unit = "1/8"', 'unit = "9/8"', "9/8"),
        ('hex = "0603"', 'hex = "9903"', "9903"),
        ('battle = "Small board"', 'battle = "Bastogne"', "must be 'Small board'"),
    ],
)
def test_faults_of_a_file_are_reported(tmp_path, old, new, reason):
    with pytest.raises(FileError) as found:
        load_puzzle(changed(tmp_path, old, new))
    assert any(reason in str(fault) for fault in found.value.faults), [str(fault) for fault in found.value.faults]


def test_the_orders_lead_to_a_decision_of_the_puzzles_side(tmp_path):
    path = changed(tmp_path, '    "roll 4",\n', "", "small-road-open")
    assert any("must lead to a decision of" in str(fault) for fault in check_puzzle(path).faults)


def test_a_position_with_too_many_units(tmp_path, monkeypatch):
    monkeypatch.setattr("westwall_tui.learn.puzzles.catalog.MAX_UNITS", 4)
    report = check_puzzle(FOLDER / "small-keep-the-points.toml")
    assert [str(fault).rpartition(": ")[2] for fault in report.faults] == [
        "has 5 units on the map; a puzzle may have at most 4"
    ]


def test_illegal_orders_are_a_fault(tmp_path):
    path = changed(tmp_path, '"roll 4"', '"roll 7"', "small-road-open")
    assert any("a die shows 1 to 6" in str(fault) for fault in check_puzzle(path).faults)


HASTY = 'obvious = { orders = ["attack 1/9 > 2/8 gs 2"], value = "0" }'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('best = "5/12"', 'best = "1/2"', "best"),
        ('value = "2/9" }', 'value = "1/9" }', "second"),
        ('answers = ["attack 2/9 3/9 > 1/8"]', 'answers = ["attack 1/9 > 2/8"]', "answers"),
        (HASTY, HASTY.replace("1/9 > 2/8 gs 2", "2/9 3/9 > 1/8").replace('"0"', '"5/12"'), ""),
        (HASTY, HASTY.replace("2/8", "1/8"), ""),
    ],
)
def test_check_proves_a_file_again(tmp_path, old, new, key):
    report = check_puzzle(changed(tmp_path, old, new))
    assert [fault.key for fault in report.faults] == [key]


@pytest.mark.slow
def test_a_good_file_is_good():
    report = check_puzzle(FOLDER / "small-keep-the-points.toml")
    assert report.faults == ()
    assert report.kind == "puzzle"


# -- lists


def test_a_puzzle_is_found_by_its_name_or_file():
    assert find_puzzle("small-door").key == find_puzzle("the defeated battalion shuts the door").key == "small-door"
    assert find_puzzle(str(FOLDER / "small-door.toml")).path == FOLDER / "small-door.toml"
    with pytest.raises(FileError, match="neither a puzzle"):
        find_puzzle("no-such\x1b")


def test_the_puzzle_of_the_day_is_hardest_on_sundays():
    found = all_puzzles()
    start = dt.date(2026, 11, 23).toordinal()
    days = range(start, start + 400)
    chosen = [of_the_day(found, day) for day in days]
    assert chosen == [of_the_day(found[::-1], day) for day in days]
    for day, puzzle in zip(days, chosen, strict=True):
        assert (puzzle.grade == GRADES) == (dt.date.fromordinal(day).weekday() == 6)
    easy = [each for each in found if each.grade < GRADES]
    weekdays = [puzzle.key for puzzle in chosen if puzzle.grade < GRADES]
    assert {*weekdays} == {each.key for each in easy}
    counts = Counter(weekdays)
    assert max(counts.values()) - min(counts.values()) <= 2  # each comes before any comes again


def test_levels_with_the_best_value_solve_a_puzzle():
    puzzle = load_puzzle(FOLDER / "small-round-the-back.toml")
    assert puzzle.proof.solved_by == (3, 4)
    assert puzzle.proof.best == Fraction(5, 6)
