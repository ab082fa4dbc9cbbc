"""The course of a game as a page."""

import re
from functools import cache
from typing import Any

import pytest

from tests.history.test_record import history_of, recorded
from tests.long import sample
from tests.pilot import running, showing
from westwall_tui.files.library import new_game
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.history.course import measures_over_time, rolls, strength_lost, swings
from westwall_tui.history.record import History
from westwall_tui.history.story import Story
from westwall_tui.ui.pages.course import CourseScreen, course_rows, fight_in_words, known_history
from westwall_tui.ui.screens.boards.watch import WatchScreen
from westwall_tui.ui.terminal.internals import ENDED

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
    """Return the page of a history at 80x24, cached for all tests."""
    return shown(course_rows(Story(history), width, 21))


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
    first = max(0, history.outcome.winner)
    for side in (0, 1):
        lost = sum(each[side] for each in strength_lost(history).values())
        counted = sum(history.scenario.units[loss.unit].side == side for loss in history.losses)
        sums = f"{counted} lost ({lost})" if counted else "none lost"
        assert not history.losses or re.search(rf" {re.escape(names[side])} .*{re.escape(sums)}", text)
    for swing in swings(history):
        points = swing.turn.points
        assert re.search(rf"{swing.number} turn {swing.turn.turn} .* {points[first]} : {points[1 - first]}\n", text)
    assert sum(rolls(history.fights, side).dice for side in (0, 1)) == len(history.fights)


@pytest.mark.parametrize("room", [19, *sample([21, 37, 57], [])])
def test_chart_film_and_turning_points_fit_on_one_screen(history, room):
    lines = shown(course_rows(Story(history), 78, room))
    heads = [at for at, line in enumerate(lines) if "Turning points" in line]
    assert all(at + len(swings(history)) < room for at in heads)


def test_17_4_the_page_says_whose_points_count_more():
    text = "\n".join(course_of(history_of("arnhem-historical-busy.orders")))
    assert "Each Allied point counts twice here" in text


def test_16_5_the_page_says_who_has_a_handicap():
    text = "\n".join(course_of(history_of("remagen-historical-busy.orders")))
    assert "The German score here includes 30 extra points" in text


def test_the_page_of_a_new_game_says_that_it_will_fill():
    game = new_game("bastogne/spearhead", seed=1)
    assert "No turn has been played yet" in "\n".join(shown(course_rows(Story(History(game)), 80, 21)))


def test_15_36_an_unfinished_game_shows_no_note():
    game = new_game("arnhem/free", seed=1)
    while game.prompt.kind == "notes":
        game.apply(game.sample())
    assert "zone" not in "\n".join(shown(course_rows(Story(known_history(game)), 80, 21)))


def test_the_page_and_the_report_have_the_same_story(history):
    """Both use `history.story`."""
    text, story = " ".join(" ".join(course_of(history)).split()), Story(history)
    assert " ".join(story.luck().split()) in text
    for swing in story.swings:
        assert story.turned(swing.turn).title[:40] in text


def test_the_page_has_the_battles_measures_turn_by_turn(history):
    lines = course_of(history)
    found = measures_over_time(history)
    assert found
    for name, values in found.items():
        at = lines.index(f" {name}")
        told = next(line for line in lines[at:] if line.startswith(" ends"))
        assert told.split()[-1] == str(values[-1].value)
        assert lines[at + 1].split()[0] == str(max(1, *(each.value for each in values)))


async def test_enter_watches_from_the_chosen_turning_point():
    over = recorded("spearhead-greedy.orders")
    session = LocalSession.of_save(Save(over.root()))
    session.game.replay(over.log)
    app = showing(session, handover="never")
    async with running(app) as pilot:
        await pilot.press("enter", "G")
        await app.workers.wait_for_complete()
        await pilot.pause()
        page: Any = app.screen
        assert isinstance(page, CourseScreen)
        assert "> 4 turn 7   The Germans take Bastogne." in page.shown_text
        assert "The Germans took Bastogne: they were the last through both hexes." in page.shown_text
        await pilot.press("up", "up")
        assert "> 2 turn 4   One unit exits west." in page.shown_text
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        screen: Any = app.screen
        assert isinstance(screen, WatchScreen)
        assert screen.replay is not None
        assert screen.replay.at == swings(History(over))[1].turn.first
        await pilot.press("escape")
        assert app.screen is page


@pytest.mark.advice_fails
@pytest.mark.parametrize("picture", ["chart_rows", "film_rows"])
async def test_a_bug_in_a_picture_closes_only_the_page(picture, monkeypatch):
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("a picture that fails")

    monkeypatch.setattr(f"westwall_tui.ui.pages.course.{picture}", fails)
    game = recorded("spearhead-greedy.orders")
    session = LocalSession.of_save(Save(game.root()))
    session.game.replay(game.log[:300])
    app = showing(session, handover="never")
    async with running(app) as pilot:
        play: Any = app.screen
        await pilot.press("G")
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.pause()
        assert app.is_running
        assert app.screen is play


async def test_a_thread_that_finds_its_page_closed_ends_nothing(monkeypatch):
    """Regression: if the page closes at that moment there is no app for the answer, which ended the program."""

    def closed(page):
        raise ENDED[0]

    monkeypatch.setattr(CourseScreen, "_replay_game", closed)
    async with running(showing(LocalSession.new(load_scenario("quick/noville"), seed=1))) as pilot:
        page = CourseScreen(pilot.app.screen.play.game, lambda orders: None)
        await pilot.app.push_screen(page)
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert pilot.app.screen is page


def test_15_27_the_course_of_the_relief_shows_how_near_it_is():
    text = "\n".join(course_of(history_of("relief-holding.orders")))
    assert "Closed hexes on the road into Bastogne" in text
    assert "The road into Bastogne was opened." in " ".join(text.split())


def test_17_31_the_page_says_who_cut_the_corridor_when_and_where():
    text = " ".join("\n".join(course_of(history_of("arnhem-historical-busy.orders"))).split())
    assert re.search(r"turn \d+ German: The corridor was cut at \d{4}[^.]*, by ", text)
