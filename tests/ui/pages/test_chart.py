"""Charts as exact drawings: steps in ASCII, in lines and in blocks, their labels, and the losses."""

import pytest

from tests.drawn import drawn
from tests.history.test_record import history_of
from tests.ui.desk import text_of
from westwall_tui.history.story import Story
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS
from westwall_tui.ui.pages.chart import (
    ASCII_CHART,
    LINE_CHART,
    ChartSigns,
    Curve,
    by_order,
    chart_rows,
    placed,
    step_rows,
    timeline_rows,
)

SCENARIO = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"]).scenario
CROSSING = Curve([0, 1, 2, 3], 4, {0: [4, 4, 0, 0], 1: [0, 0, 0, 4]})
"""Blue falls from 4 to 0, where both have the same; then Red rises."""
ALONE = Curve([0, 2], 4, {1: [1, 3]})
NEAR = Curve([0], 1, {0: [9], 1: [10]})


def picture(curve: Curve, signs: ChartSigns, width: int = 12, height: int = 4, played: int = -1) -> str:
    return text_of(step_rows(curve, SCENARIO, width, height, signs, played))


def test_the_steps_of_both_sides_are_drawn_in_ascii():
    assert picture(CROSSING, ASCII_CHART).splitlines() == [
        "======+  +--",
        "......|  |..",
        "......|  |..",
        "------+=-+==",
    ]


def test_the_steps_are_lines_if_the_map_has_more_than_ascii():
    assert picture(CROSSING, LINE_CHART).splitlines() == [
        "══════╗  ┏━━",
        "░░░░░░║  ┃░░",
        "░░░░░░║  ┃░░",
        "━━━━━━╚═━┛══",
    ]


@pytest.mark.parametrize(
    ("blocks", "lines"),
    [
        (QUADRANTS, ["▀▀▀▀▀▀▌  ▛▀▀", "░░░░░░▌  ▌░░", "░░░░░░▌  ▌░░", "▄▄▄▄▄▄▙▄▄▌▄▄"]),
        (SEXTANTS, ["🬂🬂🬂🬂🬂🬂▌  🬕🬂🬂", "░░░░░░▌  ▌░░", "░░░░░░▌  ▌░░", "🬭🬭🬭🬭🬭🬭🬲🬭🬭▌🬭🬭"]),
    ],
)
def test_the_steps_are_blocks_if_the_map_is_drawn(blocks, lines):
    assert picture(CROSSING, LINE_CHART._replace(blocks=blocks)).splitlines() == lines


def test_a_single_line_is_filled_below():
    assert picture(ALONE, ASCII_CHART, 8).splitlines() == ["    +---", "    |...", "----+...", "........"]


@pytest.mark.parametrize("signs", [ASCII_CHART, LINE_CHART._replace(blocks=SEXTANTS)])
def test_lines_that_are_near_each_other_do_not_cover_each_other(signs):
    rows = step_rows(NEAR, SCENARIO, 4, 5, signs)
    roles = [{span.style for span in row} - {""} for row in rows]
    assert roles[:2] == [{"side_german"}, {"side_us"}]


def test_what_has_not_been_played_is_dim_and_not_filled():
    rows = step_rows(CROSSING, SCENARIO, 12, 4, ASCII_CHART, 4)
    assert text_of(rows).splitlines()[1] == "....  |  |"
    assert [span.style for span in rows[0]][3:5] == ["side_us", "fill_us"]


def test_the_chart_has_the_points_at_both_ends_the_turning_points_and_the_losses():
    history = history_of("spearhead-greedy.orders")
    lines = text_of(chart_rows(history, 78, 7, ASCII_CHART, Story(history).swings, 2)).splitlines()
    assert lines == [
        "                           1       2      3                   4",
        "     45 -------------------+",
        "        ...................|",
        "        ...................|",
        "     22 ...................+-------+                          +=== German 21",
        "        ...........................+------+===================+...",
        "        ...................+==============+-------------------+...",
        "      0 ===================+                                  +--- U.S. 0",
        "        turn 1 2       3       4      5       6       7",
        " German -      -       -       6      4       3       -            4 lost (13)",
        " U.S.   -      2       -       9      4       4       4            6 lost (23)",
    ]


def test_time_can_be_counted_in_orders():
    history = history_of("spearhead-greedy.orders")
    curve = by_order(history)
    assert curve.end == len(history.log) + 1
    assert [*curve.starts[1:]] == [turn.end for turn in history.turns]


def test_a_timeline_without_points_has_the_turns_the_place_and_the_combats():
    rows = timeline_rows(history_of("relief-holding.orders"), 35, 60, 0, ASCII_CHART)
    assert text_of(rows).splitlines() == [
        "       9                 ^  10",
        "                .  x .   .           x x . .     x .   .",
    ]


def test_labels_that_do_not_fit_are_left_out_but_never_the_last():
    assert placed([(0, "10"), (2, "11"), (3, "12"), (9, "13")], 10) == [(0, "10"), (3, "12"), (8, "13")]
    assert placed([(0, "10"), (1, "11")], 10) == [(1, "11")]
