"""The log of a game in play explains what happened."""

import asyncio

import pytest

from tests.drawn import drawn
from tests.engine.battles.scored import TOWN, scored
from tests.pilot import running, showing
from tests.ui.looks import prompt_of
from westwall_tui.engine.orders import Done, parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.local import LocalSession

pytestmark = pytest.mark.slow


async def test_7_7_the_log_and_the_result_explain_a_loss():
    game = drawn(blue=["A 9-9-7 0102", "B 9-9-7 0201"], red=["X 1-1-7 0101", "Y 1-1-7 0909"], phase="combat")
    async with running(showing(LocalSession.of_save(Save(game)), handover="never")) as pilot:
        play = pilot.screen.play
        play.apply(parse("attack A B > X"))
        play.apply(parse("roll 2"))
        pilot.screen.draw()
        await pilot.pause()
        why = "no way out: Blue units at 0201 and 0102, and the edge of the map"
        assert any(f"X was eliminated at 0101 ({why})" in line.text for line in play.log.lines)
        assert f"{why.replace('no way out', 'X had no way out')}." in prompt_of(pilot.app)


async def test_a_note_on_an_old_save_is_one_line_of_the_log_and_shown_once(monkeypatch):
    note = f"This game continues from its saved position: {'why ' * 60}"
    session = LocalSession.of_save(Save(drawn(blue=["A 4-4-7 0102"], red=["X 1-1-7 0901"])))
    monkeypatch.setattr(LocalSession, "notes", (note,))
    async with running(showing(session, handover="never")) as pilot:
        play = pilot.screen.play
        assert play.log.lines[-1].text == note
        shown = [line.strip() for line in pilot.screen.log_pane.text.splitlines() if "why" in line]
        assert len(shown) == 1
        assert shown[0].endswith("why ...")
        play.apply(parse("move A 0103"))
        play.start_over()
        assert [line.text for line in play.log.lines].index(note) == 0


@pytest.mark.parametrize("first", [Seat(), Seat("computer", level=1)])
async def test_points_are_told_when_a_turn_ends_without_combat(first):
    game = scored(f'{TOWN}when = "turns"\n', blue=["A 4-4-7 0901"], red=["X 3-3-7 0505"])
    game.apply(Done())
    async with running(showing(LocalSession.of_save(Save(game, (first, Seat()))), handover="never")) as pilot:
        pilot.screen.play.apply(Done())
        for _ in range(500):
            if pilot.screen.play.decides_here:
                break
            await asyncio.sleep(0.01)
        pilot.screen.draw()
        await pilot.pause()
        assert "The Red forces score 3 Victory Points (Town" in prompt_of(pilot.app)
