"""`westwall watch`: hosted games, and saved games."""

import sys
from argparse import Namespace

import pytest

from tests.history.test_record import recorded
from westwall_tui.cli import main
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.command import save_to_watch


def named(game: str, folder: str = "") -> Namespace:
    """Return the save that a command line names."""
    return Namespace(game=game, folder=folder)


@pytest.fixture
def session(folders):
    """Return a finished game with its save."""
    found = LocalSession.of_save(Save(recorded("spearhead-random.orders")))
    assert found.save()
    return found


def test_a_saved_game_is_found_by_name_and_path(session):
    for name in (str(session.path), session.path.name, session.path.stem):
        assert save_to_watch(named(name)) in (session.path, session.path.resolve())


@pytest.mark.skipif(sys.platform == "win32", reason="a folder of sockets")
def test_a_hosted_game_comes_before_a_saved_one(session, hosted, short_folder):
    hosted(session, short_folder)
    assert save_to_watch(named("game", str(short_folder))) is None
    assert save_to_watch(named("example.org:4000")) is None


def test_an_unknown_name_is_refused_in_a_sentence(session, capsys):
    with pytest.raises(FileError, match="neither a saved game nor a hosted one"):
        save_to_watch(named("nothing"))
    assert main(["watch", "nothing"]) == 2
    assert "see westwall list" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_saved_game_opens_on_a_terminal_and_q_quits(session, tmp_path):
    from benchmarks.terminal import Terminal

    own = {"WESTWALL_SAVES": str(session.path.parent), "WESTWALL_CONFIG": str(tmp_path)}
    program = f"from westwall_tui.cli import main; print('STATUS', main(['watch', '{session.path.stem}']))"
    with Terminal([sys.executable, "-c", program], own) as terminal:
        terminal.wait_for("beginning")
        terminal.type("]")
        terminal.wait_for("Set-up")
        terminal.type("q")
        terminal.wait_for("STATUS 0")
