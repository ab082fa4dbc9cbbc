"""Copies of the position and the log contain what their player may know, and nothing that could harm a terminal."""

from tests.drawn import drawn, play
from westwall_tui.engine.game import Game
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.disk.reach import from_home
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.words.copies import LARGEST, log_copied, position_copied, write_copy
from westwall_tui.words.events import LogLine


def test_a_position_lists_units_by_side_with_their_hexes(folders):
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7"], red=["X 4-4-7 0909"])
    copy = position_copied(game, 0)
    assert "Blue: A 0505, " in copy.text
    assert "Red: X 0909\n" in copy.text
    path = saves_folder() / "copied.txt"
    assert write_copy(copy) == f"The position is in {from_home(path)}"
    assert path.read_text() == copy.text


def test_15_36_a_position_hides_the_other_sides_drop_zones():
    game = Game(load_scenario("arnhem/free"), seed=1)
    side = game.side
    play(game, "zone 101 1004")
    assert "1004" in position_copied(game, side).text
    for other in (1 - side, -1):
        assert "1004" not in position_copied(game, other).text


def test_a_log_is_without_control_characters_and_of_limited_size():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0909"])
    evil = LogLine("Eve: \x1b]52;c;aGk=\x07 \x1b[2J", heading=True)
    assert log_copied([evil], game).text == "Eve: \\x1b]52;c;aGk=\\x07 \\x1b[2J\n"
    long = log_copied([LogLine(f"{i} {'ö' * 500}") for i in range(200)], game)
    assert len(long.text.encode()) <= LARGEST
    assert long.text.splitlines()[-1].startswith("199 "), "the newest lines are kept"
    assert long.called.startswith("The newest part of the log (")
    assert log_copied([LogLine("A moved"), LogLine("X moved")], game, "x").text == "X moved\n"
