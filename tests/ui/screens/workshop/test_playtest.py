"""The playtest of a battle: its choices, its progress, and the points at the start that it enters."""

import threading
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.files.example import SCENARIO, swap, write_example
from tests.pilot import KeyPilot, running, until
from tests.tools.simulate.test_balance import POINTS
from tests.tools.simulate.test_tally import result
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.scenarios.texts import LoadedScenario
from westwall_tui.tools.simulate.games import Failure, Job, Result
from westwall_tui.tools.simulate.workers import WorkerError
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.screens.title.screen import TitleScreen
from westwall_tui.ui.screens.workshop import playtest
from westwall_tui.ui.screens.workshop.playtest import PlaytestScreen

SECONDS = 30
"""Seconds after which a thread counts as stuck."""


@pytest.fixture
def scenario(tmp_path) -> LoadedScenario:
    return load_scenario(write_example(tmp_path, scenario=swap(SCENARIO, "\n[[place]]", f"{POINTS}\n[[place]]")))


class FakeGames:
    """Games of which the German wins each by one point. After `halt` of them, they wait until they are stopped."""

    halt, failing, trouble = 1000, "", ""
    begun: Sequence[Job] = ()
    stopped = threading.Event()

    def __init__(self, jobs: Sequence[Job]) -> None:
        FakeGames.begun = jobs

    def __iter__(self):
        for number, job in enumerate(self.begun):
            if number == self.halt:
                assert self.stopped.wait(SECONDS)
                return
            if self.trouble:
                raise WorkerError(self.trouble)
            yield self._ended(job)

    def _ended(self, job: Job) -> Result | Failure:
        if self.failing:
            return Failure(job.key, self.failing)
        sources = ((0, "The mill", 3), (1, "The mill", 0))
        return replace(result(job.seed, *job.players, 1.0), key=job.key, points=(3, 2), sources=sources, turns=2)

    def stop(self) -> None:
        self.stopped.set()


@pytest.fixture
def games(monkeypatch):
    for name, value in (("halt", 1000), ("failing", ""), ("trouble", ""), ("stopped", threading.Event())):
        monkeypatch.setattr(FakeGames, name, value)
    monkeypatch.setattr(playtest, "BackgroundGames", FakeGames)
    return FakeGames


async def show(pilot: KeyPilot, scenario: LoadedScenario, entered: list[object] | None = None) -> PlaytestScreen:
    """Show the playtest over the title."""
    enter = None if entered is None else entered.append
    screen = PlaytestScreen(scenario, pilot.app.preferences, enter)
    await pilot.app.push_screen(screen)
    await pilot.pause()
    return screen


@pytest.mark.asyncio
@pytest.mark.slow
async def test_real_games_are_played_and_told(scenario):
    async with running(WestwallApp()) as pilot:
        screen = await show(pilot, scenario)
        await pilot.press("left", "left", "down", "left")
        assert "German: level 1" in screen.shown_text
        assert "U.S.:   level 2" in screen.shown_text
        await pilot.press("enter")
        await until(pilot, lambda: "20 of 20 games" in screen.shown_text)
        assert "A game took 2 of 2 Game-Turns" in screen.shown_text


@pytest.mark.asyncio
@pytest.mark.slow
async def test_games_that_are_over_are_not_played_again(scenario, games):
    async with running(WestwallApp()) as pilot:
        screen = await show(pilot, scenario)
        await pilot.press("enter")
        await until(pilot, lambda: "20 of 20 games" in screen.shown_text)
        assert [job.seed for job in games.begun] == [*range(1, 21)]
        await pilot.press("enter", "up", "right", "enter")
        await until(pilot, lambda: "100 of 100 games" in screen.shown_text)
        assert [job.seed for job in games.begun] == [*range(21, 101)]
        assert {job.players for job in games.begun} == {("3", "3")}


@pytest.mark.asyncio
async def test_the_first_game_leads_to_an_estimate_and_stopping_keeps_the_games(scenario, games, monkeypatch):
    clock = iter([100.0, *[104.0] * 1000])
    monkeypatch.setattr(playtest, "monotonic", lambda: next(clock))
    games.halt = 1
    async with running(WestwallApp()) as pilot:
        screen = await show(pilot, scenario)
        await pilot.press("enter")
        await until(pilot, lambda: "1 of 20 games" in screen.shown_text)
        assert "About one minute to go" in screen.shown_text, "19 games of four seconds"
        assert "The Germans won 1 of 1 game" in screen.shown_text
        await pilot.press("escape")
        assert games.stopped.is_set()
        assert "1 of 20 games" in screen.shown_text
        assert "Stopped." in screen.shown_text
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TitleScreen)


@pytest.mark.asyncio
async def test_quitting_stops_the_games(scenario, games):
    games.halt = 0
    async with running(WestwallApp()) as pilot:
        await show(pilot, scenario)
        await pilot.press("enter")
        pilot.app.exit(0)
    assert games.stopped.wait(SECONDS)


@pytest.mark.asyncio
async def test_a_key_enters_the_fair_start(scenario, games):
    entered: list[object] = []
    async with running(WestwallApp()) as pilot:
        screen = await show(pilot, scenario, entered)
        await pilot.press("y", "enter")
        await until(pilot, lambda: "Let the battle start with one point for the U.S.?" in screen.shown_text)
        await pilot.press("y")
        assert isinstance(pilot.app.screen, TitleScreen)
    assert entered == [{"US": 1}]


@pytest.mark.asyncio
async def test_what_nobody_scores_is_in_the_table(scenario, games):
    async with running(WestwallApp(), size=(120, 40)) as pilot:
        screen = await show(pilot, scenario)
        await pilot.press("enter")
        await until(pilot, lambda: "20 of 20 games" in screen.shown_text)
        lines = [" ".join(line.split()) for line in screen.shown_text.splitlines()]
        assert any(line.endswith("20/20 3.0") and "The mill #" in line for line in lines)
        assert any(line.endswith("never") and "The mill ." in line for line in lines)
        assert "y enter" not in screen.shown_text, "nothing takes the points"


@pytest.mark.asyncio
async def test_trouble_is_told(scenario, games):
    games.trouble = "memory is full"
    async with running(WestwallApp()) as pilot:
        screen = await show(pilot, scenario)
        await pilot.press("enter")
        await until(pilot, lambda: "The games have ended early: memory is full." in screen.shown_text)


@pytest.mark.asyncio
@pytest.mark.advice_fails
async def test_a_game_with_a_fault_does_not_count(scenario, games):
    games.failing = "Traceback: it broke"
    async with running(WestwallApp()) as pilot:
        screen = await show(pilot, scenario)
        await pilot.press("enter")
        await until(pilot, lambda: "A fault of the program stopped 20 games" in " ".join(screen.shown_text.split()))
