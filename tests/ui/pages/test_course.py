"""The course of a game as a page."""

import re
from functools import cache

import pytest

from tests.history.test_record import history_of
from tests.long import sample
from westwall_tui.files.library import new_game
from westwall_tui.history.course import by_game_turn, measures_over_time, rolls, strength_lost, swings
from westwall_tui.history.story import Story
from westwall_tui.ui.pages.course import course_rows, course_screen, fight_in_words

pytestmark = pytest.mark.slow

GAMES = (
    *("spearhead-greedy", "relief-greedy", "arnhem-historical-busy"),
    *("hurtgen-free-greedy", "remagen-historical-busy"),
)


@pytest.fixture(scope="module", params=GAMES)
def history(request):
    return history_of(f"{request.param}.orders")


def shown(rows):
    return ["".join(span.text for span in each) for each in rows]


@cache
def course_of(history, width=80):
    """Return the page of a history, cached for all tests."""
    return shown(course_rows(history, width))


def test_7_41_a_differential_of_nothing_has_no_sign(history):
    told = [fight_in_words(history, fight) for fight in history.fights if not fight.differential]
    assert told
    assert all(": 0, die " in each for each in told)


@pytest.mark.parametrize("width", [72, *sample([80, 120], [])])
def test_the_page_fits(history, width):
    lines = course_of(history, width)
    assert all(len(line.rstrip()) <= max(width, 80) for line in lines), max(lines, key=len)


def test_every_number_of_the_charts_is_beside_them(history):
    text = "\n".join(course_of(history))
    names = [side.adjective for side in history.scenario.sides]
    lost = [sum(each[side] for each in strength_lost(history).values()) for side in (0, 1)]
    assert f"{names[0]} {lost[0]} : {names[1]} {lost[1]}" in text
    for swing in swings(history):
        points = swing.turn.points
        assert f"{names[0]} {points[0]} : {names[1]} {points[1]}" in " ".join(text.split())
    assert sum(rolls(history.fights, side).dice for side in (0, 1)) == len(history.fights)


def test_17_4_the_page_says_whose_points_count_more():
    text = "\n".join(course_of(history_of("arnhem-historical-busy.orders")))
    assert "Each Allied point counts twice here" in text


def test_16_5_the_page_says_who_has_a_handicap():
    text = "\n".join(course_of(history_of("remagen-historical-busy.orders")))
    assert "The German score here includes 30 extra points" in text


def test_the_page_of_a_new_game_says_that_it_will_fill():
    game = new_game("bastogne/spearhead", seed=1)
    assert "No turn has been played yet" in "\n".join(shown(course_screen(game).rows_at(80)))


def test_15_36_an_unfinished_game_shows_no_note():
    game = new_game("arnhem/free", seed=1)
    while game.prompt.kind == "notes":
        game.apply(game.sample())
    assert "zone" not in "\n".join(shown(course_screen(game).rows_at(80)))


def test_the_page_and_the_report_have_the_same_story(history):
    """Both use `history.story`."""
    text, story = " ".join(" ".join(course_of(history)).split()), Story(history)
    assert " ".join(story.luck().split()) in text
    for swing in story.swings:
        assert story.turned(swing.turn).title in text


def test_the_page_has_the_battles_measures_turn_by_turn(history):
    lines = course_of(history)
    found = measures_over_time(history)
    assert found
    ends = [at for at, turn in enumerate(history.turns, 1) if by_game_turn(history)[turn.turn] is turn]
    for name, values in found.items():
        at = lines.index(f" {name}")
        numbers = [values[end].value for end in ends]
        told = next(line for line in lines[at:] if line.startswith("   now "))
        every = 2 if len(told.split()) < len(numbers) else 1
        assert [*map(int, told.split()[1:])] == numbers[::-1][::every][::-1]
        tops = [line[7:] for line in lines[at + 1 : at + 5]]
        assert sum("#" in top for top in tops) == (4 if any(numbers) else 0)


def test_15_27_the_course_of_the_relief_shows_how_near_it_is():
    text = "\n".join(course_of(history_of("relief-holding.orders")))
    assert "Closed hexes on the road into Bastogne" in text
    assert "The road into Bastogne was opened." in " ".join(text.split())


def test_17_31_the_page_says_who_cut_the_corridor_when_and_where():
    text = " ".join("\n".join(course_of(history_of("arnhem-historical-busy.orders"))).split())
    assert re.search(r"turn \d+ German: The corridor was cut at \d{4}[^.]*, by ", text)
