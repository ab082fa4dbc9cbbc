"""The trial of a random battle: its briefing is there at once, and the battle begins once it is found."""

import threading

import pytest

from tests.pilot import running
from westwall_tui.ai.proof import FOUND_FAIR, Proof
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.scenarios.random_battles import RandomBattle
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.screens.title import trial
from westwall_tui.ui.screens.title.screen import TitleScreen
from westwall_tui.ui.screens.title.trial import TrialScreen
from westwall_tui.ui.starts import TrialStart

FOUND = RandomBattle(77, 2, -3)
SECONDS = 30
"""Seconds after which a thread counts as stuck."""


class SlowProof:
    """A proof that stops in the second sector until the test lets it go on."""

    def __init__(self):
        self.is_far, self.may_end, self.is_over = threading.Event(), threading.Event(), threading.Event()
        self.wanted, self.verdict = True, FOUND_FAIR

    def __call__(self, seed, progress):
        progress(RandomBattle(seed, 1), 0)
        progress(RandomBattle(seed, 2), 11)
        self.is_far.set()
        self.may_end.wait(SECONDS)
        self.wanted = progress(RandomBattle(seed, 2), 12)
        self.is_over.set()
        return Proof(FOUND, self.verdict) if self.wanted else None


@pytest.fixture
def proof(monkeypatch):
    slow = SlowProof()
    monkeypatch.setattr(trial, "prove", slow)
    yield slow
    slow.may_end.set()


def start():
    return WestwallApp(TrialStart(77, lambda battle: LocalSession.new(load_scenario(str(battle)), seed=1)))


async def wait_for(pilot, event):
    for _ in range(SECONDS * 20):
        if event.is_set():
            break
        await pilot.pause(0.05)
    assert event.is_set()
    await pilot.pause()


@pytest.mark.asyncio
async def test_the_battle_begins_once_it_is_found(proof):
    async with running(start(), size=(80, 24)) as pilot:
        await wait_for(pilot, proof.is_far)
        screen = pilot.app.screen
        assert isinstance(screen, TrialScreen)
        assert "Briefing: " in screen.shown_text
        assert "random battle 77" in screen.shown_text
        assert "sector 2 of battle 77: game 12 of" in screen.shown_text
        assert "Enter begin" not in screen.shown_text
        await pilot.press("enter")
        assert pilot.app.screen is screen
        proof.may_end.set()
        await wait_for(pilot, proof.is_over)
        assert "It is fair." in screen.shown_text
        assert "westwall play random/77-2-d3" in " ".join(screen.shown_text.split()).replace("| ", "")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PlayScreen)
        assert pilot.screen.play.session.game.scenario.key == "random/77-2-d3"


@pytest.mark.asyncio
@pytest.mark.advice_fails
async def test_a_trial_that_fails_does_not_call_the_battle_fair(monkeypatch):
    failed = threading.Event()

    def fails(*_):
        failed.set()
        raise LookupError

    monkeypatch.setattr("westwall_tui.ai.proof.lead", fails)
    async with running(start(), size=(80, 24)) as pilot:
        await wait_for(pilot, failed)
        screen = pilot.app.screen
        assert isinstance(screen, TrialScreen)
        for _ in range(SECONDS * 20):
            if "Enter begin" in screen.shown_text:
                break
            await pilot.pause(0.05)
        assert "It could not be tested. To play it again: westwall play random/77-1" in screen.shown_text
        assert "is fair" not in screen.shown_text
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PlayScreen)


@pytest.mark.asyncio
async def test_going_back_ends_the_trial_and_saves_nothing(proof):
    async with running(start(), size=(80, 24)) as pilot:
        await wait_for(pilot, proof.is_far)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TitleScreen)
        proof.may_end.set()
        await wait_for(pilot, proof.is_over)
        assert not proof.wanted
    assert not list(saves_folder().glob("*.toml"))


@pytest.mark.asyncio
async def test_quitting_does_not_wait_for_the_trial(proof):
    async with running(start(), size=(80, 24)) as pilot:
        await wait_for(pilot, proof.is_far)
        pilot.app.exit(0)
    proof.may_end.set()
    assert proof.is_over.wait(SECONDS)
    assert not proof.wanted
