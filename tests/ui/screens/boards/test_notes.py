"""The page of notes: how they are written, where they are shown, and to whom."""

import pytest

from tests.drawn import scenario
from tests.pilot import running, showing
from tests.ui.desk import text_of
from westwall_tui.engine import queries
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.private import Note, Private
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.screens.boards.notes import NotesScreen
from westwall_tui.ui.screens.boards.watch import WatchScreen
from westwall_tui.ui.screens.play.screen import PlayScreen

COMPUTER = Seat("computer", level=1)


def new_game(*seats: Seat) -> LocalSession:
    start = scenario(blue=["A 4-4-7 0505"], red=["X 4-4-7 0909"])
    return LocalSession.new(start, seed=1, seats=seats or (Seat(), COMPUTER))


def board(pilot) -> str:
    screen = pilot.screen
    lines = [screen.map.line(y).text for y in range(screen.map.size.height)]
    return "\n".join([*lines, screen.panel.text])


@pytest.mark.slow
async def test_a_note_is_on_the_hex_unless_its_player_chooses_another_place(folders):
    session = new_game()
    async with running(showing(session, glyphs="ascii")) as pilot:
        pilot.screen.play.move_cursor(session.game.scenario.board.hex("0302"))
        pilot.screen.draw()
        before = board(pilot)
        await pilot.press("semicolon", "enter", *"Hold: it", "enter")
        assert isinstance(pilot.app.screen, NotesScreen)
        assert session.private(0).notes == (Note("Hold: it", hex="0302"),)
        await pilot.press("up", "right", "enter", *"rain", "enter")
        await pilot.press("up", "up", "right", "enter", *"win", "enter")
        assert [note._replace(text="") for note in session.private(0).notes[1:]] == [Note("", turn=1), Note("")]
        await pilot.press("escape")
        assert "Hold: it" in board(pilot)
        assert "i" in set(board(pilot)) - set(before.replace("i", ""))
        await pilot.press("right")
        assert "Hold: it" not in board(pilot)


@pytest.mark.slow
async def test_notes_are_rewritten_and_after_a_question_deleted(folders):
    session = new_game()
    session.change_private(0, lambda _: Private((Note("old"),)))
    async with running(showing(session)) as pilot:
        await pilot.press("semicolon", "down", "r", "backspace", "backspace", "backspace", *"new", "enter")
        assert session.private(0).notes == (Note("new"),)
        await pilot.press("x", "n")
        assert session.private(0).notes == (Note("new"),)
        await pilot.press("x", "y")
        assert session.private(0).notes == ()
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, PlayScreen)


@pytest.mark.slow
async def test_a_bookmark_leads_to_its_position_and_a_hex_to_the_map(folders):
    session = new_game()
    session.apply("move A 0504")
    async with running(showing(session)) as pilot:
        await pilot.press("semicolon", "left", "enter", *"north: good", "enter", "escape")
        (bookmark,) = session.private(0).notes
        assert (bookmark.name, bookmark.text, bookmark.order) == ("north", "good", 1)
        session.apply("done")
        await pilot.press("semicolon", "down", "enter")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        watch = pilot.app.screen
        assert isinstance(watch, WatchScreen)
        assert watch.replay is not None
        assert watch.replay.at == 1
        await pilot.press("left_square_bracket", "semicolon", "enter", *"!", "enter")
        assert session.private(0).notes[1].text == "!"
        await pilot.press("down", "enter")
        assert pilot.app.screen is watch
        assert watch.replay.at == 1


async def test_the_other_player_at_the_keyboard_never_sees_a_note(folders):
    """Neither the map nor the panel nor the page shows it, while the keyboard is handed over or afterward."""
    session = new_game(Seat(), Seat())
    session.change_private(0, lambda _: Private((Note("secret", hex="0302"),)))
    async with running(showing(session, handover="never", glyphs="ascii")) as pilot:
        play = pilot.screen.play
        play.move_cursor(session.game.scenario.board.hex("0302"))
        play.update_game()
        pilot.screen.draw()
        assert "secret" in board(pilot)
        await pilot.press("E", "y")
        assert play.decision.hands_over, "a notice comes although the players want none"
        for key in ("semicolon", "space"):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, PlayScreen)
            play.move_cursor(session.game.scenario.board.hex("0302"))
            pilot.screen.draw()
            assert "secret" not in board(pilot)
        assert session.game.side == 1
        assert not play.decision.hands_over
        await pilot.press("semicolon")
        assert "secret" not in pilot.app.screen.shown_text
        await pilot.press("escape", "less_than_sign")
        assert session.game.side == 0
        assert play.decision.hands_over, "the undo brings the turn back to the first player"
        assert "secret" not in board(pilot)
        await pilot.press("space")
        assert "secret" in board(pilot)


async def test_a_spectator_has_no_notes(folders):
    session = new_game(COMPUTER, COMPUTER)
    async with running(showing(session)) as pilot:
        pilot.screen.pages.show_notes()
        await pilot.pause()
        assert "Only the players of a game keep notes with it" in text_of([pilot.screen.play.message])


@pytest.mark.slow
async def test_a_report_has_notes_once_its_key_is_pressed_again(folders):
    session = LocalSession.new(load_scenario("noville"), seed=1, seats=(Seat(), COMPUTER))
    session.change_private(0, lambda _: Private((Note("a bold plan"),)))
    session.apply_all(queries.suggested_setup(session.game))
    session.apply("done")
    session.apply("concede")
    async with running(showing(session)) as pilot:
        for has_notes in (False, True, False):
            await pilot.press("h")
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            assert ("a bold plan" in session.path.with_suffix(".html").read_text()) is has_notes
            assert ("The report with your notes is " in pilot.app.screen.shown_text) is has_notes
            assert ("add your notes" in pilot.app.screen.shown_text) is not has_notes
