"""The other player at another terminal: a box shows their latest request, and undone orders leave no marks."""

import pytest

from tests.drawn import drawn
from tests.pilot import running, showing
from tests.ui.looks import box_of, screen_of
from westwall_tui.engine.orders import parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.base import Heard
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.decisions.fpf import FpfDialog


class Asked(LocalSession):
    """A game whose other player asks for undos."""

    is_hosted = True

    def __init__(self, *args) -> None:
        super().__init__(*args)
        self.requests: list[str] = []
        self.heard: list[Heard] = []
        self.answers: list[bool] = []
        self.call = lambda: None

    def listen(self, notify) -> None:
        self.call = notify

    def hear(self) -> list[Heard]:
        found = [*self.heard, *(Heard(asks=each) for each in self.requests)]
        self.heard, self.requests = [], []
        return found

    def agree(self, yes: bool) -> None:
        self.answers.append(yes)


async def test_a_later_request_takes_the_place_of_an_earlier_one():
    """Otherwise a player who asks a hundred times would open a hundred boxes, each about something else."""
    game = drawn(blue=["A 6-4-7 0507"], red=["X 1-1-7 0504"])
    made = LocalSession.of_save(Save(game, (Seat(), Seat("away", "Bert"))))
    session = Asked(made._save, made.path)
    async with running(showing(session)) as pilot:
        session.requests = [f"Bert wants to undo order {n}" for n in range(100)]
        session.call()
        await pilot.pause()
        assert "Bert wants to undo order 99" in box_of(pilot.app)
        await pilot.press("n")
        assert session.answers == [False]
        assert screen_of(pilot.app).play.dialog is None


@pytest.mark.parametrize("again", [True, False])
async def test_an_undo_elsewhere_removes_the_marks_of_the_undone_orders(again):
    game = drawn(blue=["A 6-4-7 0507"], red=["X 1-1-7 0504"])
    made = LocalSession.of_save(Save(game, (Seat("away", "Anna"), Seat())))
    session = Asked(made._save, made.path)
    async with running(showing(session)) as pilot:
        play = screen_of(pilot.app).play
        session.heard = [Heard(tuple(session.game.apply("move A 0506")), order=parse("move A 0506"))]
        session.call()
        await pilot.pause()
        assert play.elsewhere.marks
        session.game.undo()
        session.heard = [Heard(back=1, fresh=again)]
        session.call()
        await pilot.pause()
        assert not play.elsewhere.marks


async def test_the_box_of_a_decision_that_was_made_elsewhere_closes():
    """A club decides by a player's conditions while the player looks on."""
    red = ["X 1-1-7 0504", "G 1-2-7/2-12 0501"]
    game = drawn(blue=["A 6-4-7 0505", "B 4-4-7 0109"], red=red, phase="combat", seed=3)
    made = LocalSession.of_save(Save(game, (Seat("away", "Anna"), Seat())))
    session = Asked(made._save, made.path)
    async with running(showing(session)) as pilot:
        play = screen_of(pilot.app).play
        for line, is_asked in (("attack A > X", True), ("fpf none", False)):
            session.heard = [Heard(tuple(session.game.apply(line)), order=parse(line))]
            session.call()
            await pilot.pause()
            assert isinstance(play.dialog, FpfDialog) == is_asked
