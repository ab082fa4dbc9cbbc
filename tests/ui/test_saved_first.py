"""An order is on disk before the screen or plain lines show its outcome, and no order follows the end of a game.

`tests/files/sessions/test_kill.py` and `test_kills.py` kill whole programs for that; these run in `make check`.
"""

import io

import pytest

from tests.drawn import scenario
from tests.pilot import running, showing
from tests.ui.looks import prompt_of, screen_of
from tests.ui.opponent.test_resumed import in_play
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import IllegalOrder, parse
from westwall_tui.files.disk.writing import replace_whole
from westwall_tui.files.players.seats import SEATS, Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions import local
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.plain.console import Console
from westwall_tui.plain.table import PlainGame

QUIET = Settings(handover="never", warnings=False, results=False)


def corner(**what):
    """Return a game in which X in the corner has no way out before A and B, who may attack."""
    blue, red = ["A 9-9-7 0102", "B 9-9-7 0201"], ["X 4-4-7 0101", "Y 1-1-7 0909"]
    return LocalSession.new(scenario(blue=blue, red=red, phase="combat", **what), seed=1)


def test_every_order_is_on_disk_once_it_has_been_carried_out():
    session, draw = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1), Draw(1)
    for step in range(25):
        assert session.apply(session.game.random_order(draw))
        assert read_save(session.path).game.log == session.game.log, step
        if step % 9 == 0 and session.game.can_undo:
            session.undo()
            assert read_save(session.path).game.log == session.game.log
            session.redo()
            assert read_save(session.path).game.log == session.game.log


@pytest.fixture
def shown_when_saved(monkeypatch):
    """Collect what `shows` returns whenever a file is replaced."""
    found: list[tuple[object, str]] = []
    shows = [lambda: None]

    def replaced(path, text, kept=replace_whole):
        found.append((shows[0](), text))
        kept(path, text)

    monkeypatch.setattr(local, "replace_whole", replaced)
    return shows, found


def test_the_screen_shows_nothing_of_an_order_before_it_is_on_disk(shown_when_saved):
    shows, found = shown_when_saved
    play = in_play(corner(), QUIET)
    shows[0] = lambda: (len(play.log.lines), play.message, play.mode, play.changes.game)
    play.changes.game = False
    before = shows[0]()
    play.apply(parse("attack A B > X"))
    assert [when for when, _ in found] == [before]
    assert "attack A B > X" in found[0][1]
    assert "roll" in found[0][1]
    assert shows[0]() != before


def test_plain_lines_show_nothing_of_an_order_before_it_is_on_disk(shown_when_saved):
    shows, found = shown_when_saved
    out = io.StringIO()
    given = io.StringIO("attack A B > X\nquit\n")
    shows[0] = out.getvalue
    PlainGame(corner(), Console(given, out), QUIET).play()
    told = "may advance A or B"
    assert told in out.getvalue()
    assert found
    assert not any(told in str(when) for when, _ in found)


def test_no_order_follows_the_last_one_of_a_game():
    """The session, the screen and plain lines refuse one, and the file stays the same."""
    session = corner(last_turn=1)
    session.apply("attack A B > X")
    while session.game.outcome is None:
        session.apply(str(next(iter(session.game.legal()))))
    log, saved = session.game.log[:], session.path.stat().st_mtime_ns
    for line in ("done", "concede", "attack A B > Y", "stand", "offer draw", "accept"):
        with pytest.raises(IllegalOrder):
            session.apply(line)
        with pytest.raises(IllegalOrder):
            session.apply_all([line])
        play = in_play(session, QUIET)
        assert play.apply(parse(line)) is None
    for change in (session.undo, session.redo):
        with pytest.raises(IllegalOrder):
            change()
    out = io.StringIO()
    game = PlainGame(session, Console(io.StringIO("done\n"), out), QUIET)
    game._obey("done")
    game._obey("undo")
    assert session.game.log == log
    assert session.path.stat().st_mtime_ns == saved


def test_keys_do_not_act_for_the_computers_seat():
    """Keys neither undo the computer's decisions nor make them."""
    session = corner()
    session.sit(0, SEATS[1])
    play = in_play(session, QUIET)
    assert not play.decides_here
    assert not play.seats.is_here(0)
    assert not play.can_undo


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
