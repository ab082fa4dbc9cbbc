"""Files are written whole or not at all: links, modes, leftovers, and two programs at the same moment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.files.example import load_example
from westwall_tui.engine.orders import parse
from westwall_tui.files.disk import writing
from westwall_tui.files.disk.writing import backup_of, write_whole
from westwall_tui.files.players.settings import Settings, build_settings, save_settings
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import read

ROOT = Path(__file__).parents[3]
unix = pytest.mark.skipif(sys.platform == "win32", reason="links and modes are Unix's")


@pytest.fixture
def game(tmp_path):
    begun = LocalSession.new(load_example(tmp_path), seed=3, folder=tmp_path / "saves")
    begun.apply(parse("attack K 1/9 > 1/8 + 9A"))
    return begun


def hidden(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


@unix
def test_a_save_that_is_a_link_stays_a_link(game, tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    real = game.path.rename(shared / "ours.toml")
    game.path.symlink_to(real)
    again = LocalSession.resume(game.path)
    before = real.read_bytes()
    again.apply(parse("fpf none"))
    assert (again.trouble, again.news(), again.path) == ("", "", game.path)
    assert game.path.is_symlink()
    assert read_save(real).game.log == again.game.log
    assert backup_of(game.path).read_bytes() == before
    assert hidden(shared) == hidden(game.path.parent) == []


@unix
@pytest.mark.parametrize("ending", ["new", "old"])
def test_a_link_planted_as_the_temporary_file_is_not_followed(game, tmp_path, monkeypatch, ending):
    precious = tmp_path / "precious"
    precious.write_text("mine")
    name = f".{game.path.name}.{os.getpid()}.{ending}"
    (game.path.parent / name).symlink_to(precious)
    game.apply(parse("fpf none"))
    assert (precious.read_text(), game.trouble) == ("mine", "")
    # Planted again just before the file is opened, after leftovers were removed.
    (game.path.parent / name).symlink_to(precious)
    monkeypatch.setattr(writing, "_remove_leftovers", lambda path: None)
    monkeypatch.setattr("os.link", _refuse)
    game.save()
    assert precious.read_text() == "mine"
    assert "File exists" in game.trouble


def _refuse(*_: object) -> None:
    raise OSError(1, "Operation not permitted")


@unix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
@pytest.mark.parametrize("links", [True, False])
def test_the_mode_of_a_file_is_kept(game, monkeypatch, mode, links):
    if not links:
        monkeypatch.setattr("os.link", _refuse)
    game.path.chmod(mode)
    game.apply(parse("fpf none"))
    for path in (game.path, backup_of(game.path)):
        assert path.stat().st_mode & 0o7777 == mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_a_save_keeps_its_owner(game):
    os.chown(game.path, 12345, 23456)
    game.apply(parse("fpf none"))
    assert (game.path.stat().st_uid, game.path.stat().st_gid) == (12345, 23456)
    assert not game.trouble


def test_a_folder_with_the_backups_name_is_named(game):
    before = game.path.read_bytes()
    backup_of(game.path).unlink(missing_ok=True)
    backup_of(game.path).mkdir()
    game.apply(parse("fpf none"))
    assert "mills.toml.bak is a folder" in game.trouble
    assert game.path.read_bytes() == before
    assert hidden(game.path.parent) == []
    backup_of(game.path).rmdir()
    assert game.save()
    assert game.trouble == ""


def test_leftovers_of_a_kill_are_removed_when_saving(game):
    folder = game.path.parent
    for name in (".mills.toml.123.new", ".mills.toml.123.old", ".mills-2.toml.123.new", ".x.toml.5.new"):
        (folder / name).write_text("half a sa")
    game.apply(parse("fpf none"))
    assert sorted(hidden(folder)) == [".mills-2.toml.123.new", ".x.toml.5.new"]  # of other games


TWINS = """
import sys, time
from pathlib import Path
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
scenario, folder, seed = load_scenario(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
print("ready", flush=True)
start = float(sys.stdin.readline())
for turn in range(20):
    game = LocalSession.new(scenario, seed=seed, folder=folder / str(turn))
    time.sleep(max(0.0, start + turn * 0.05 - time.time()))
    assert game.save(), game.trouble
"""


@pytest.mark.slow
def test_two_programs_that_save_at_the_same_moment_lose_no_game(tmp_path):
    import time

    load_example(tmp_path)
    command = [sys.executable, "-c", TWINS, str(tmp_path / "mills.toml"), str(tmp_path)]
    twins = [
        subprocess.Popen([*command, seed], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for seed in ("1", "2")
    ]
    for twin in twins:
        assert twin.stdout is not None
        assert twin.stdout.readline() == "ready\n"
    start = f"{time.time() + 0.1}\n"
    for twin in twins:
        assert twin.stdin is not None
        twin.stdin.write(start)
        twin.stdin.flush()
    for twin in twins:
        twin.communicate(timeout=60)
    assert [twin.returncode for twin in twins] == [0, 0]
    for turn in range(20):
        found = sorted((tmp_path / str(turn)).glob("*.toml"))
        assert [path.name for path in found] == ["mills-2.toml", "mills.toml"]
        assert {read_save(path).game.seed for path in found} == {1, 2}
        assert hidden(tmp_path / str(turn)) in ([], [".westwall.lock"])


def test_a_program_that_keeps_the_lock_is_reported(game, monkeypatch):
    monkeypatch.setattr(writing, "PATIENCE", 0.05)
    with writing.locked(game.path.parent):
        game.apply(parse("fpf none"))
    assert "another program keeps writing there" in game.trouble
    assert game.save()


@pytest.mark.slow
@unix
def test_a_link_waits_for_the_folder_that_it_leads_to(game, tmp_path, monkeypatch):
    """Links in two folders may lead to one save; a program that writes through one has the lock of its folder, too."""
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "mine.toml"
    link.symlink_to(game.path)
    linked = LocalSession.resume(link)
    monkeypatch.setattr(writing, "PATIENCE", 0.05)
    for folder in (game.path.parent, link.parent):
        with writing.locked(folder):
            assert not linked.save()
        assert "another program keeps writing there" in linked.trouble
    assert linked.save()
    assert link.is_symlink()


def test_a_disk_without_locks_still_works(game, monkeypatch):
    def refuse(_: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(writing, "_try_lock", refuse)
    game.apply(parse("fpf none"))
    assert game.trouble == ""


@unix
def test_settings_that_are_a_link_stay_a_link(tmp_path):
    real, link = tmp_path / "dotfiles.toml", tmp_path / "settings.toml"
    real.write_text('format = 1\nkind = "settings"\n')
    link.symlink_to(real)
    assert save_settings(Settings(theme="night"), path=link) == ""
    assert link.is_symlink()
    assert build_settings(read(real))[0].theme == "night"


def test_write_whole_makes_its_folder(tmp_path):
    write_whole(tmp_path / "a" / "b" / "c.toml", "x")
    assert (tmp_path / "a" / "b" / "c.toml").read_text() == "x"
