"""Every screen that the program can start with, at a terminal that is too small, grows, shrinks and grows again."""

from collections.abc import Callable

import pytest
from textual.events import Resize
from textual.geometry import Size

from tests.drawn import scenario
from tests.pilot import running
from westwall_tui.engine.game import Game
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.sessions.recording import recorded
from westwall_tui.learn.lessons.catalog import find_lesson
from westwall_tui.learn.puzzles.catalog import find_puzzle
from westwall_tui.learn.session import Demonstration
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.starts import (
    DemoStart,
    GameStart,
    LessonStart,
    PuzzleStart,
    ScreenStart,
    TitleStart,
    WatchStart,
)
from westwall_tui.ui.terminal.abilities import MOST, NEEDS, laid_out_for
from westwall_tui.ui.terminal.page import PageScreen


def first_game(page: str = "briefing") -> ScreenStart:
    return GameStart(LocalSession.new(load_scenario("bastogne/spearhead"), seed=3), page)


def watching() -> ScreenStart:
    game = Game(load_scenario("bastogne/spearhead"), seed=1)
    return WatchStart(recorded(game, (Seat(), Seat()), manual=False))


STARTS: dict[str, Callable[[], ScreenStart]] = {
    "title": TitleStart,
    "play": first_game,
    "resume": lambda: first_game(""),
    "since": lambda: first_game("since"),
    "lesson": lambda: LessonStart(find_lesson("1")),
    "puzzle": lambda: PuzzleStart(find_puzzle("small-keep-the-points")),
    "demo": lambda: DemoStart(Demonstration(load_scenario("bastogne/spearhead"), 3)),
    "watch": watching,
}


async def grows(start: ScreenStart, small: tuple[int, int]) -> None:
    app = WestwallApp(start, Settings())
    async with running(app, small) as pilot:
        assert app.is_covered
        screens = [*app.screen_stack]
        await pilot.press("q", "enter", "escape")
        for size in (NEEDS, small, (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert app.is_covered == (size == small)
            assert app.screen_stack == screens
            assert NEEDS.width <= app.screen.size.width <= MOST.width
        strips = app.screen._compositor.render_strips()
        assert sum(bool(strip.text.strip()) for strip in strips) > 2


@pytest.mark.parametrize("small", [(71, 24), (40, 10)])
async def test_the_first_game_begun_at_a_terminal_that_is_too_small_shows_its_briefing_once_that_has_grown(small):
    start = GameStart(LocalSession.new(scenario(blue=["A 4-4-7 0505"], red=["X 3-3-7 0508"]), seed=1), "briefing")
    await grows(start, small)


@pytest.mark.slow
@pytest.mark.parametrize("kind", STARTS)
@pytest.mark.parametrize("small", [(71, 24), (1, 1)])
async def test_every_screen_of_a_start_grows_and_shrinks(kind, small):
    await grows(STARTS[kind](), small)


@pytest.mark.parametrize("size", [(99_999, 99_999), (2_000, 24), (80, 60_000), (0, 0), NEEDS, MOST])
def test_screens_are_laid_out_only_for_sizes_that_they_support(size):
    width, height = laid_out_for(Size(*size))
    assert NEEDS.width <= width <= MOST.width
    assert NEEDS.height <= height <= MOST.height
    assert (width, height) == size or Size(*size) not in (NEEDS, MOST)


async def test_screens_get_a_size_that_they_support_whatever_reports_it(monkeypatch):
    monkeypatch.setattr(WestwallApp, "largest", Size(100, 30))
    app = WestwallApp(TitleStart(), Settings())
    async with running(app, (2_000, 2_000)) as pilot:
        assert app.screen.size == app.size == app._shown.size == (100, 30)
        app.post_message(Resize(Size(99_999, 99_999), Size(99_999, 99_999)))
        await pilot.pause()
        assert app.screen.size == app.size == app._shown.size == (100, 30)
        await pilot.resize_terminal(0, 0)
        await pilot.pause()
        assert app.screen.size == app.size == app._shown.size == NEEDS


async def test_a_screen_dismisses_only_itself():
    below, above = (PageScreen(title, lambda _: []) for title in ("below", "above"))
    app = WestwallApp(TitleStart(), Settings())
    async with running(app) as pilot:
        await app.push_screen(below)
        await app.push_screen(above)
        below.dismiss()
        await pilot.pause()
        assert app.screen is above
        above.dismiss()
        above.dismiss()
        await pilot.pause()
        assert app.screen is below
