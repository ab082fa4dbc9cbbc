"""Key presses count once the player has seen the question, which over a slow connection is after its painting."""

import asyncio
from collections.abc import Callable

import pytest
from textual.events import Key

from tests.drawn import scenario
from tests.pilot import running, showing
from tests.ui.looks import screen_of
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.boxes.end_of_phase import EndDialog
from westwall_tui.ui.decisions.fpf import FpfDialog
from westwall_tui.ui.starts import GameStart
from westwall_tui.ui.terminal.internals import get_time


class SlowLine(WestwallApp):
    """A terminal that shows what was painted when the test says so."""

    waiting: Callable[[float], object] | None = None

    def when_shown(self, then: Callable[[float], object]) -> None:
        self.waiting = then

    async def painted(self) -> None:
        for _ in range(200):
            if self.waiting is not None:
                return
            await asyncio.sleep(0.005)
        raise AssertionError("the terminal was not asked")

    def show(self) -> float:
        """Show now what was painted, and return the time."""
        then, self.waiting = self.waiting, None
        assert then is not None
        at = get_time()
        then(at)
        return at


def press(app: WestwallApp, *names: str) -> None:
    for name in names:
        screen_of(app).on_key(Key(name, name if len(name) == 1 else None))


def playing(phase: str, *, coach: bool = False) -> tuple[SlowLine, LocalSession]:
    there = "0505" if phase == "combat" else "0507"  # next to X; or away from it, so that no combat follows
    start = scenario(blue=[f"A1 4-4-7 {there}"], red=["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"], phase=phase)
    session = LocalSession.new(start, seed=1)
    return SlowLine(GameStart(session), Settings(handover="never", coach=coach)), session


async def test_5_15_a_second_end_key_does_not_answer_an_unseen_box():
    app, session = playing("movement")
    async with running(app):
        press(app, "E")
        assert isinstance(screen_of(app).play.dialog, EndDialog)
        await app.painted()
        press(app, "y", "E", "y")
        early = Key("y", "y")
        assert session.game.prompt.kind == "movement"
        app.show()
        screen_of(app).on_key(early)
        assert session.game.prompt.kind == "movement"
        await asyncio.sleep(0.005)
        press(app, "y")
        assert session.game.prompt.side == 1


async def test_8_4_a_defender_does_not_answer_an_unseen_attack():
    app, session = playing("combat")
    async with running(app):
        screen_of(app).play.move_cursor(session.game.scenario.board.hex("0504"))
        press(app, "enter")
        await app.painted()
        press(app, "d")
        assert session.game.prompt.kind == "combat"
        app.show()
        await asyncio.sleep(0.005)
        press(app, "d")
        assert isinstance(screen_of(app).play.dialog, FpfDialog)
        await app.painted()
        press(app, "n", "d", "f")
        assert session.game.prompt.kind == "fpf"
        app.show()
        await asyncio.sleep(0.005)
        press(app, "d", "d")
        assert session.game.prompt.kind == "fpf", "the key that declares the attack does not answer the fire"
        press(app, "n")
        assert session.game.prompt.kind != "fpf"


async def test_a_box_that_decides_nothing_takes_keys_at_once():
    app, _ = playing("movement")
    async with running(app):
        press(app, "g", "0", "9", "0", "1", "enter")
        assert screen_of(app).cursor == screen_of(app).play.game.scenario.board.hex("0901")
        assert app.waiting is None


@pytest.mark.parametrize("coach", [True, False])
async def test_5_15_only_y_ends_a_turn_that_cannot_be_undone(coach):
    app, session = playing("movement", coach=coach)
    async with running(app) as pilot:
        press(app, "E")
        await app.painted()
        app.show()
        await asyncio.sleep(0.005)
        press(app, "E", "enter", "E")
        assert session.game.prompt.kind == "movement"
        assert "y: end your turn" in "".join(span.text for span in screen_of(app).play.message)
        await pilot.pause()
        assert "y end your turn" in screen_of(app).key_bar.text
        press(app, "y")
        assert session.game.prompt.side == 1


async def test_5_15_the_end_key_ends_a_phase_that_can_be_undone():
    start = scenario(blue=["A1 4-4-7 0505", "A2 4-4-7 0909"], red=["X 3-3-7 0504"], phase="movement")
    session = LocalSession.new(start, seed=1)
    async with running(showing(session, handover="never", coach=False)) as pilot:
        await pilot.press("E")
        assert isinstance(pilot.screen.play.dialog, EndDialog)
        await pilot.press("E")
        assert session.game.prompt.kind == "combat"
        assert session.game.can_undo


TYPED = ("colon", *"move", "space", *"A1", "space", *"0606")


def type_keys(app: WestwallApp, *names: str) -> None:
    """Type keys as a terminal sends them."""
    for name in names:
        screen_of(app).on_key(Key(name, {"colon": ":", "space": " "}.get(name, name if len(name) == 1 else None)))


async def while_it_is_on_its_way(app: SlowLine) -> None:
    """Return after the next decision has been painted, but not shown."""
    screen_of(app).play.changes.unseen = screen_of(app).play.changes.final = True
    screen_of(app).draw()
    await app.painted()


async def test_an_order_typed_too_early_is_read_completely():
    app, session = playing("movement")
    async with running(app):
        await while_it_is_on_its_way(app)
        type_keys(app, "down", *TYPED, "enter", "E", "y")
        assert session.game.log == []
        app.show()
        assert session.game.log == ["move A1 0606"]
        assert screen_of(app).play.dialog is None, "the E after it was typed ahead, and is dropped"


async def test_the_rest_of_an_early_order_may_come_later():
    app, session = playing("movement")
    async with running(app):
        await while_it_is_on_its_way(app)
        early = [Key(name, {"colon": ":", "space": " "}.get(name, name)) for name in TYPED]
        for event in early[:3]:
            screen_of(app).on_key(event)
        app.show()
        for event in early[3:]:
            screen_of(app).on_key(event)  # pressed before it was shown, and read afterward
        assert session.game.log == []
        type_keys(app, "enter")
        assert session.game.log == ["move A1 0606"]


async def test_keys_other_than_text_are_dropped():
    app, session = playing("movement")
    async with running(app):
        await while_it_is_on_its_way(app)
        at = screen_of(app).cursor
        type_keys(app, "tab", "down", "E", "y")
        app.show()
        assert (screen_of(app).cursor, screen_of(app).play.dialog, session.game.log) == (at, None, [])
