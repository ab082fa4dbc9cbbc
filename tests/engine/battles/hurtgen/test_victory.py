"""Hurtgen Forest, 15.1 and 15.4: points for units, levels of victory, and what [victory] must hold."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.drawn import FIELD, board, drawn, outcome, play, until_over, where
from tests.engine.battles.drawn_hurtgen import TOWN, account, forest, points
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.battles.hurtgen.score import level
from westwall_tui.engine.board import Place
from westwall_tui.engine.rules.losses import full_value
from westwall_tui.engine.rules.scenario_data import ScenarioDataError
from westwall_tui.engine.state import ELIMINATED
from westwall_tui.engine.units import Kind, Strength, Unit


@every(
    ("strength", "worth"),
    [("3-2-12", 5), ("2-3-7", 5), ("1-2-7", 3), ("1-2-16/2-7", 5), ("3-1-20/1-7", 5), ("2-3-16/2-12", 7)],
)
def test_15_11_a_unit_is_worth_all_its_strengths(strength, worth):
    kind = Kind.ARTILLERY if "/" in strength else Kind.INFANTRY
    assert full_value(Unit("U", "U", 0, kind, "II", "", Strength.parse(strength))) == worth


def test_15_12_points_for_eliminated_enemies():
    game = forest(us=["A 13-3-7 0102"], german=["X 3-2-12 0101"], terrain=".\n.", phase="combat")
    play(game, "attack A > X", "roll 1")
    assert where(game, "X") == "eliminated"
    assert points(game) == {"US": 5, "German": 0}
    assert account(game)["US: 1 German unit eliminated"] == 5
    assert account(game)["German: 0 U.S. units eliminated"] == 0
    game = forest(us=["A 1-2-16/2-7 0101"], german=["X 13-2-12 0102"], terrain=".\n.", phase="combat", side=1)
    play(game, "attack X > A", "roll 1")
    assert points(game) == {"US": 0, "German": 5}
    assert account(game)["German: 1 U.S. unit eliminated"] == 5


@every(
    ("us", "german", "name"),
    [
        (40, 10, "US Decisive"),
        (399, 100, "US Substantive"),
        (3999, 1000, "US Substantive"),
        (30, 10, "US Substantive"),
        (2999, 1000, "US Marginal"),
        (20, 10, "US Marginal"),
        (1999, 1000, "German Marginal"),
        (15, 10, "German Marginal"),
        (1499, 1000, "German Substantive"),
        (101, 100, "German Substantive"),
        (10, 10, "German Decisive"),
        (1, 10, "German Decisive"),
        (0, 10, "German Decisive"),
        (0, 0, "German Decisive"),
        (1, 0, "US Decisive"),
    ],
)
def test_15_4_levels_by_the_exact_ratio(us, german, name):
    assert level(us, german) == name


def test_15_4_every_ratio_has_one_level():
    order = [
        "German Decisive", "German Substantive", "German Marginal", "US Marginal", "US Substantive", "US Decisive",
    ]  # fmt: skip
    found = sorted(
        (Fraction(us, german), order.index(level(us, german))) for us in range(90) for german in range(1, 30)
    )
    assert [rank for _, rank in found] == sorted(rank for _, rank in found)
    assert {rank for _, rank in found} == set(range(6))


@every(("worth", "name", "winner"), [(5, "German Decisive", 1), (8, "German Marginal", 1), (15, "US Substantive", 0)])
def test_15_4_the_outcome_tells_the_level_and_the_totals(worth, name, winner):
    """The Germans have eliminated a unit worth five points."""
    sheet = board(FIELD)
    game = drawn(
        replace(sheet, places=(Place("Town", "town", (sheet.hex("0505"),)),)),
        blue=["A 2-3-7 0909", "B 2-3-7 0901"],
        red=["X 1-2-7 0902"],
        names=("US", "German"),
        rules="hurtgen",
        victory={"towns": {"Town": worth}},
        last_turn=1,
    )
    game.state.place(1, ELIMINATED)
    until_over(game)
    assert outcome(game).winner == winner
    hundredths = worth * 20
    ratio = {100: "1 to 1", 300: "3 to 1"}.get(hundredths, f"{hundredths // 100}.{hundredths % 100:02} to 1")
    assert outcome(game).reason == f"{name} Victory: US {worth}, German 5, {ratio}"


@every(
    ("victory", "key"),
    [
        ({"towns": {"Nowhere": 5}}, "towns"),
        ({"towns": ["Town"]}, "towns"),
        ({"towns": {"Town": -1}}, "towns"),
        ({"towns": {"Town": True}}, "towns"),
        ({"withdrawing": ["Z"]}, "withdrawing"),
        ({"bastogne": []}, "bastogne"),
    ],
)
def test_15_22_12_0_faults_of_the_data_are_told(victory, key):
    with pytest.raises(ScenarioDataError) as caught:
        forest(us=["A 2-3-7"], german=["X 1-2-7"], towns=TOWN, victory=victory)
    assert caught.value.key == key


def test_15_2_what_a_town_scores_counts_as_it_stands_at_the_end():
    game = forest(us=["A 2-3-7 0505", "B 2-3-7 0604"], german=["X 1-2-7 0909"], towns=TOWN)
    lines = {line.cause: (line.side, line.points, line.place, line.at_end) for line in queries.account(game)}
    assert lines["Town"] == (0, 5, "Town", True)
    assert [at_end for _, _, place, at_end in lines.values() if not place] == [False] * (len(lines) - 1)


# -- the examples of play


def test_15_11_of_the_example_both_sides_count_in_the_same_way():
    assert queries.totals(example("hurtgen/15.1-units", 3)) == (3, 5)
