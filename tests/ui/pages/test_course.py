"""The course of a game as a page."""

import pytest

from tests.history.test_record import recorded
from westwall_tui.files.library import new_game
from westwall_tui.history.course import strength_lost, swings
from westwall_tui.history.luck import rolls
from westwall_tui.history.record import History
from westwall_tui.ui.pages.course import account_changes, course_rows, course_screen

GAMES = (
    *("spearhead-greedy", "relief-greedy", "arnhem-historical-busy"),
    *("hurtgen-free-greedy", "remagen-historical-busy"),
)


@pytest.fixture(scope="module", params=GAMES)
def history(request):
    return History(recorded(f"{request.param}.orders"))


def shown(rows):
    return ["".join(span.text for span in each) for each in rows]


@pytest.mark.parametrize("width", [72, 80, 120])
def test_it_fits(history, width):
    lines = shown(course_rows(history, width))
    assert all(len(line.rstrip()) <= max(width, 80) for line in lines), max(lines, key=len)


def test_every_number_of_the_charts_is_beside_them(history):
    text = "\n".join(shown(course_rows(history, 80)))
    names = [side.name for side in history.scenario.sides]
    lost = [sum(each[side] for each in strength_lost(history).values()) for side in (0, 1)]
    assert f"{names[0]} {lost[0]} : {names[1]} {lost[1]}" in text
    for swing in swings(history):
        points = swing.turn.points
        assert f"{names[0]} {points[0]} : {names[1]} {points[1]}" in " ".join(text.split())
    assert sum(rolls(history.fights, side).dice for side in (0, 1)) == len(history.fights)


def test_17_4_what_weighs_more_is_said():
    text = "\n".join(shown(course_rows(History(recorded("arnhem-historical-busy.orders")), 80)))
    assert "Allied points count 2 times" in text


def test_16_5_what_must_be_made_up_is_said():
    text = "\n".join(shown(course_rows(History(recorded("remagen-historical-busy.orders")), 80)))
    assert "30 are added to the German side" in text


def test_a_game_that_has_not_begun_says_what_will_be_here():
    game = new_game("bastogne/spearhead", seed=1)
    assert "No turn has been played yet" in "\n".join(shown(course_screen(game).rows_at(80)))


def test_15_36_an_unfinished_game_shows_no_note():
    game = new_game("arnhem/free", seed=1)
    while game.prompt.kind == "notes":
        game.apply(game.sample())
    assert "zone" not in "\n".join(shown(course_screen(game).rows_at(80)))


def test_a_line_whose_number_changed_is_the_same_line():
    history = History(recorded("spearhead-greedy.orders"))
    turn = history.turns[-1]
    changes = account_changes(turn.account_before, turn.account)
    sums = [sum(by for side, _, by in changes if side == each) for each in (0, 1)]
    assert sums == [turn.points[side] - turn.points_before[side] for side in (0, 1)]
