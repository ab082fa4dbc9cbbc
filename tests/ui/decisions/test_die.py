"""The die of a combat in the panel, from its roll to the last decision, and its short roll."""

import pytest

from tests.drawn import scenario
from tests.pilot import running, showing, until
from tests.ui.looks import screen_of
from westwall_tui.engine.orders import Attack, Roll
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.screens.play.screen import PlayScreen

FIGHT = scenario(blue=["A 9-4-7 0505", "B 3-3-7 0102"], red=["X 3-3-7 0504", "Y 2-2-7 0101"], phase="combat")
SIZES = ((80, 24), (72, 22), (120, 40), (200, 60))


def head_of(app, lines=8):
    """Return the first lines of the panel, without the rule between it and the map."""
    return [line[2:].rstrip() for line in screen_of(app).panel.text.splitlines()[:lines]]


def rolled(die=3):
    session = LocalSession.new(FIGHT, manual=True)
    for order in (Attack(("A",), ("X",)), Roll(die)):
        session.apply(order)
    return session


@pytest.mark.parametrize("size", SIZES)
async def test_the_six_faces_stay_at_the_head_of_the_panel_until_the_last_decision(size):
    async with running(showing(rolled(), handover="never", quick=True), size) as pilot:
        app, play = pilot.app, pilot.screen.play
        for kind in ("retreat", "advance"):
            assert play.game.prompt.kind == kind
            head = head_of(app)
            assert head[0].startswith("A")
            assert "9 - 3 = +6" in head[0]
            assert "on X" in head[1]
            assert "+6-8" in head[1]
            assert [line[5:8] for line in head[2:]] == [f"[{die}]" if die == 3 else f" {die} " for die in range(1, 7)]
            assert "[3]D2 >>>" in head[4]
            assert "two" in head[4]
            await pilot.press("enter")
            await pilot.press("enter")
        assert play.game.state.combat is None
        assert "[3]D2" not in screen_of(app).panel.text


async def test_the_head_of_the_panel_shows_an_undecided_combat_of_a_resumed_game_and_after_undo():
    async with running(showing(LocalSession.of_save(Save(rolled().game)), handover="never")) as pilot:
        assert "[3]D2" in pilot.screen.panel.text
        await pilot.press("enter")
        await pilot.press("less")
        assert "[3]D2" in pilot.screen.panel.text


class TestRoll:
    """A die at a terminal of this machine."""

    @pytest.fixture(autouse=True)
    def near(self, monkeypatch):
        monkeypatch.setattr(PlayScreen, "rolls_dice", True)

    @pytest.mark.slow
    async def test_the_map_and_the_computer_wait_for_a_rolling_die(self):
        session = LocalSession.new(FIGHT, seed=1)
        session.seat((Seat(), Seat("computer", level=1)))
        async with running(showing(session)) as pilot:
            screen = pilot.screen
            screen.play.apply(Attack(("A",), ("X",)))
            orders = len(session.game.log)
            screen.draw()
            screen.on_screen_resume()
            assert (screen.prompt_line.text.strip(), len(session.game.log)) == ("The die rolls", orders)
            assert "9 - 3 = +6" in screen.panel.text
            await until(pilot, lambda: screen.prompt_line.text.strip() != "The die rolls")
            await until(pilot, lambda: session.game.side == 0)
            assert len(session.game.log) > orders

    async def test_a_key_ends_the_roll_and_does_nothing_else(self):
        session = LocalSession.new(FIGHT, seed=1)
        async with running(showing(session, handover="never")) as pilot:
            screen = pilot.screen
            screen.play.apply(Attack(("A",), ("X",)))
            screen.draw()
            orders = len(session.game.log)
            await pilot.press("enter")
            assert screen.prompt_line.text.strip() != "The die rolls"
            assert len(session.game.log) == orders
