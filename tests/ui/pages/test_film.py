"""Small maps as exact drawings, and the choice of Game-Turns for a film."""

import pytest

from tests.drawn import board, drawn, play
from tests.history.test_record import history_of
from tests.ui.desk import text_of
from westwall_tui.history.course import by_game_turn
from westwall_tui.history.record import History
from westwall_tui.history.story import Story
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS
from westwall_tui.ui.pages.chart import ASCII_CHART, LINE_CHART
from westwall_tui.ui.pages.film import SmallBoard, film_rows, film_size, small_map

GROUND = board("....\n.ff.\n.ff.\n....", roads=["0101 0201 0301 0401"])


def test_a_small_map_has_a_letter_for_each_side():
    game = drawn(blue=["A 4-4-7 0101", "B 4-4-7 0102"], red=["X 3-3-7 0909"])
    assert text_of(small_map(game, game.state, 9, 9, ASCII_CHART)).splitlines() == [
        "B", "B", *[""] * 6, "        r",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("blocks", "lines"), [(QUADRANTS, ["▘   ", "    ", "    ", "   ▗"]), (SEXTANTS, ["🬀   ", "    ", "   🬞"])]
)
def test_a_drawn_small_map_has_a_block_for_each_unit(blocks, lines):
    game = drawn(board("........\n" * 8), blue=["A 4-4-7 0101"], red=["X 3-3-7 0808"])
    rows = small_map(game, game.state, 4, len(lines), LINE_CHART._replace(blocks=blocks))
    assert [text_of([row]).ljust(4) for row in rows] == lines
    assert rows[0][0].style == "side_us@film"
    assert rows[-1][-1].style == "side_german@film"


def test_units_of_both_sides_in_a_cell_share_it():
    found = SmallBoard(GROUND, 1, 1, 2, 2).rows({GROUND.hex("0101"): "side_us", GROUND.hex("0404"): "side_german"},
                                                {}, LINE_CHART._replace(blocks=QUADRANTS))  # fmt: skip
    assert [(span.text, span.style) for span in found[0]] == [("▘", "side_us@side_german")]


def test_the_ground_and_the_roads_are_under_the_units():
    road = " ".join(f"{column:02}06" for column in range(1, 13))
    ground = board("f...........\n" * 12, roads=[road])
    rows = SmallBoard(ground, 6, 6, 2, 2).rows({}, {}, LINE_CHART._replace(blocks=QUADRANTS))
    assert {span.style.partition("@")[2] for row in rows for span in row} <= {"film", "film_woods"}
    assert {span.style for span in rows[2]} == {"film_road@film_woods", "film_road@film"}


def test_the_film_has_a_map_for_each_game_turn_with_points_and_turning_points():
    history = history_of("spearhead-greedy.orders")
    rows = film_rows(history, 78, 5, ASCII_CHART, Story(history).swings, 3)
    lines = text_of(rows).splitlines()
    marked = [span.text for span in rows[0] if span.style in ("key", "chip_cursor")]
    assert marked == ["1", "2", "3", "4"], "only the numbers of turning points stand out"
    assert lines[0] == "1 0:45    2 0:45    3 6:21 1  4 7:18 2  5 11:6 3  6 11:6    7 21:0 4"
    assert lines[1] == "         |  ggg    | g       |   g     |         |         |"
    assert len(lines) == 5


@pytest.mark.slow
@pytest.mark.parametrize(("width", "lines"), [(78, 5), (118, 11), (198, 17), (70, 5)])
def test_a_long_game_shows_its_first_and_last_turns_and_those_of_the_turning_points(width, lines):
    history = history_of("remagen-historical-busy.orders")
    story = Story(history)
    rows = film_rows(history, width, lines, ASCII_CHART, story.swings)
    size = film_size(history, width, lines)
    captions = " ".join(text_of(rows).splitlines()[:: size.high + 1]).replace("|", " ").split()
    turns = [int(word) for word in captions if word.isdigit()]
    assert len(rows) == size.lines <= lines
    assert {1, 30, *(swing.turn.turn for swing in story.swings)} <= set(turns)
    assert max(len(line) for line in text_of(rows).splitlines()) <= width


def test_a_game_of_one_turn_has_one_map():
    game = drawn(blue=["A 4-4-7 0505"], red=["Y 1-1-7 0101"])
    play(game, "move A 0808")
    history = History(game)
    assert len(by_game_turn(history)) == 1
    assert len(film_rows(history, 40, 6, ASCII_CHART)) == film_size(history, 40, 6).lines
