"""A game that cannot be saved: every message starts with that."""

from tests.drawn import scenario
from tests.pilot import running, showing
from tests.ui.looks import prompt_of, screen_of
from westwall_tui.engine.orders import parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.sessions.local import LocalSession


async def test_the_warning_about_the_unsaved_game_comes_before_every_notice(tmp_path):
    """An order, undo, redo, another player, a refusal and a notice do not hide it."""
    folder = tmp_path / "saves"
    game = scenario(blue=["A 4-4-7 0505"], red=["X 1-1-7 0101"])
    session = LocalSession.new(game, seed=1, folder=folder)
    async with running(showing(session, handover="never")) as pilot:
        play = screen_of(pilot.app).play
        play.apply(parse("move A 0506"))
        assert "saved" not in play.prompt()[0].text
        folder.rename(tmp_path / "away")
        folder.write_text("a file in its place")
        for act, notice in (
            (play.undo, "Undone"),
            (play.redo, ""),
            (lambda: play.take_seat(1, Seat("computer", level=1)), "from now on"),
            (lambda: play.apply(parse("move A 0507")), "already moved"),
            (lambda: play.say("A notice"), "A notice"),
        ):
            act()
            told = "".join(span.text for span in play.prompt())
            assert told.startswith("not saved: "), told
            assert notice in told
        await pilot.press("less_than_sign")
        assert prompt_of(pilot.app).startswith("not saved: ")
        folder.unlink()
        play.redo()
        assert "saved" not in play.prompt()[0].text
        assert session.path.exists()
