"""The end of a game: the winner, the margin, turning points, and what to do next."""

import re
from typing import Any

import pytest

from tests.drawn import drawn, play
from tests.history.test_record import recorded
from tests.long import sample
from tests.pilot import running, showing
from tests.ui.desk import text_of
from tests.ui.looks import screen_of
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Concede
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.matches import Match
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.history.record import History
from westwall_tui.history.story import Story
from westwall_tui.ui.pages.end import (
    VictoryScreen,
    account_rows,
    achievement_rows,
    close_rows,
    ground_rows,
    losses_rows,
    players_rows,
    result_rows,
    swing_rows,
)
from westwall_tui.ui.screens.boards.watch import WatchScreen


def ended(name: str) -> Game:
    """Return a recorded game at its end."""
    game = recorded(f"{name}.orders")
    assert game.outcome is not None
    return game


def test_named_players_are_named():
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0909"])
    assert players_rows(game, ("Anna", "Bert"), 47) == [], "the game is not over"
    play(game, "concede")
    assert text_of(players_rows(game, ("Anna", "Bert"), 47)).strip() == "Bert (Red) beat Anna (Blue)."
    assert players_rows(game, ("Anna", ""), 47) == []
    long = players_rows(game, ("A" * 24, "B" * 24), 47)
    assert all(len(line) <= 47 for line in text_of(long).splitlines())


@pytest.mark.slow
def test_the_winner_is_in_spaced_capitals_with_the_points_and_their_sources():
    game = ended("spearhead-greedy")
    assert "G E R M A N   V I C T O R Y" in text_of(result_rows(game, 47))
    assert "German 21 : 0 U.S." in text_of(result_rows(game, 47))
    assert "German 21 : 0 U.S." in text_of(result_rows(game, 37)), "at 80 columns beside a broad board"
    assert "on the last Game-Turn" in " ".join(text_of(result_rows(game, 47)).split())
    account = text_of(account_rows(game, 47))
    assert "German   21  Bastogne (10), exited west by" in account
    assert "nothing" in account
    assert "This would have changed the result: Bastogne held by the U.S.: the U.S.\n    win, 11 : 12." in text_of(
        close_rows(game, 78)
    )
    lost = text_of(losses_rows(game))
    assert "strength" in lost
    assert all(len(line) < 38 for line in lost.splitlines()), "at 80 columns a frame follows"


def test_a_relief_that_ended_early_shows_the_turn_and_no_points():
    game = ended("relief-holding")
    told = " ".join(text_of(result_rows(game, 47)).split())
    assert "U.S. V I C T O R Y" in told
    assert "on Game-Turn" in told
    assert account_rows(game, 47) == []
    assert close_rows(game, 47) == []


def test_15_27_a_game_without_points_shows_how_near_it_was():
    story = Story(History(ended("relief-holding")))
    (told,) = story.ground()
    assert told.startswith("Closed hexes on the road into Bastogne: ")
    assert told.endswith(", 0 at the end.")
    assert " ".join(text_of(ground_rows(story, 47)).split()) == told


@pytest.mark.slow
def test_the_page_has_achievements_with_their_sides():
    story = Story(History(ended("spearhead-busy")))
    told = story.achievements()
    assert told
    rows = text_of(achievement_rows(story, 47))
    assert rows.strip().startswith("Earned  ")
    assert " ".join(" ".join(told).split()) in " ".join(rows.strip().removeprefix("Earned  ").split())
    assert all(len(line) <= 47 for line in rows.splitlines())


@pytest.mark.slow
def test_each_turning_point_is_a_line_with_turn_cause_and_points():
    game = ended("spearhead-greedy")
    story = Story(History(game))
    for swing in story.swings:
        first, *more = text_of(swing_rows(story, swing, 46)).splitlines()
        assert max(map(len, (first, *more))) <= 46
        assert first.startswith(f"{swing.number} turn {swing.turn.turn}")
        assert first.endswith(f"{swing.turn.points[0]} : {swing.turn.points[1]}")


@pytest.mark.slow
async def test_a_match_goes_on_from_the_page_with_changed_sides():
    session = LocalSession.new(
        load_scenario("bastogne/spearhead"), seed=3, seats=(Seat(name="Anna"), Seat(name="[b]Bert")),
        match=Match.new("mirrored"),
    )  # fmt: skip
    async with running(showing(session, handover="never")) as pilot:
        pilot.screen.play.apply(Concede())
        pilot.screen.draw()
        await pilot.pause()
        page: Any = pilot.app.screen
        assert "After game 1 of 2, Anna leads by " in page.shown_text
        assert "Enter next game" in page.shown_text
        assert "x switch" not in page.shown_text.splitlines()[-1], "the match comes first"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        play = pilot.screen.play
        assert [seat.name for seat in play.session.seats] == ["[b]Bert", "Anna"]
        assert play.match_in_words.startswith("game 2 of 2, Anna +")
        assert "game 2 of 2, Anna +" in "".join(span.text for span in pilot.screen.panes.bar_row(80))
        play.apply(Concede())
        pilot.screen.draw()
        await pilot.pause()
        over: Any = pilot.app.screen
        assert "The match is drawn: even (Anna +35, [b]Bert" in over.shown_text
        assert "Enter map" in over.shown_text
        assert "x switch" in over.shown_text


@pytest.mark.slow
@pytest.mark.parametrize("size", sample([(80, 24), (120, 40), (72, 22)], [(80, 24)]))
async def test_the_page_goes_to_the_map_to_the_course_and_to_another_game_with_sides_changed(size):
    over = ended("spearhead-greedy")
    seats = (Seat(), Seat("computer", level=1))
    session = LocalSession.of_save(Save(over.root(), seats))
    session.game.replay(over.log)
    app = showing(session, handover="never")
    async with running(app, size) as pilot:
        page: Any = app.screen
        assert isinstance(page, VictoryScreen)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "G E R M A N   V I C T O R Y" in page.shown_text
        assert "Turning points" in page.shown_text
        assert "turn " in page.shown_text
        assert not re.search(r"\.\.\. v \d+ more", page.shown_text), "no line is cut to say that the page goes on"
        assert f"saved as {session.path.name}" in page.shown_text
        assert "G course  n again  x switch" in page.shown_text
        assert (" |" in page.shown_text) == (size[0] >= 80), "the final map has room from 80 columns on"
        await pilot.press("h")
        await app.workers.wait_for_complete()
        await pilot.pause()
        written = session.path.with_suffix(".html")
        assert f"The report is {written.name} in " in page.shown_text
        assert size[0] < 80 or "h report  p poster  Enter map" in page.shown_text
        assert written.read_text(encoding="utf-8").startswith("<!doctype html>")
        await pilot.press("G")
        course: Any = app.screen
        assert "The course of the game" in course.shown_text
        await pilot.press("escape")
        assert app.screen is page
        await pilot.press("enter")
        assert screen_of(app).play.session is session
        await pilot.press("enter", "x")
        another = screen_of(app).play.session
        assert another is not session
        assert another.game.scenario.key == "bastogne/spearhead"
        assert another.game.log == []
        assert another.seats == seats[::-1]


def session_over(name: str) -> LocalSession:
    """Return the session of a recorded game that is over."""
    game = ended(name)
    session = LocalSession.of_save(Save(game.root(), (Seat(), Seat("computer", level=1))))
    session.game.replay(game.log)
    return session


BOARDS = ["spearhead-greedy", *sample(["arnhem-historical-busy", "remagen-historical-busy"], [])]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), *sample([(80, 24), (200, 60)], [])])
@pytest.mark.parametrize("name", BOARDS)
async def test_the_whole_board_is_beside_the_text_and_no_name_is_cut(name, size):
    async with running(showing(session_over(name), handover="never"), size) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        page: Any = pilot.app.screen
        lines = page.shown_text.splitlines()[1:-2]
        board = ended(name).scenario.board
        wide = max(len(line.partition(" |")[2]) for line in lines)
        words = {word for line in lines for word in re.findall(r"[A-Z][a-z]{2,}", line.partition(" |")[2])}
        assert board.grid.columns <= wide
        assert words
        known = " ".join(place.name for place in board.places)
        assert all(word in known for word in words), [word for word in words if word not in known]


@pytest.mark.slow
async def test_a_third_that_would_be_empty_has_the_chart_and_the_film():
    app = showing(session_over("spearhead-greedy"), handover="never")
    async with running(app, (200, 60)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        page: Any = app.screen
        assert "German 21 : 0 U.S." in page.shown_text
        assert "+=== German 21" in page.shown_text.replace("==== German", "=== German")
        assert re.search(r"\b1 0:45 +2 0:45 +3 6:21 1", page.shown_text)


@pytest.mark.slow
@pytest.mark.advice_fails
async def test_the_result_stays_although_the_pictures_fail(monkeypatch):
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("a picture that fails")

    monkeypatch.setattr("westwall_tui.ui.pages.end.chart_rows", fails)
    monkeypatch.setattr("westwall_tui.ui.pages.whole_board.fitting_board", fails)
    app = showing(session_over("spearhead-greedy"), handover="never")
    async with running(app, (120, 40)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        page: Any = app.screen
        assert isinstance(page, VictoryScreen)
        assert "> 4 turn 7   Germans take Bastogne" in page.shown_text


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [True, *sample([False], [])])
async def test_the_replay_starts_at_the_beginning_or_at_a_turning_point(chosen):
    over = ended("spearhead-busy")
    session = LocalSession.of_save(Save(over.root()))
    session.game.replay(over.log)
    app = showing(session, handover="never")
    async with running(app) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        page: Any = app.screen
        swings = page._story.swings
        if chosen:
            await pilot.press("up")
        await pilot.press("left_square_bracket")
        await app.workers.wait_for_complete()
        await pilot.pause()
        screen: Any = app.screen
        assert isinstance(screen, WatchScreen)
        assert screen.replay is not None
        assert screen.replay.at == (swings[-2].turn.first if chosen else 0)
        await pilot.press("q")
        assert app.screen is page
