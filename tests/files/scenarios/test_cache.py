"""Scenarios kept between programs: they play the same, and what anybody else puts in their place is ignored."""

import errno
import io
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields
from inspect import unwrap
from pathlib import Path

import pytest

from tests.every import every
from tests.files.example import BOARD, SCENARIO, UNITS, swap
from tests.long import sample
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.scenarios import cache, reader
from westwall_tui.files.scenarios.cache import MOST_KEPT, Texts, keep, recall
from westwall_tui.files.scenarios.catalog import load_scenario, scenario_of, shipped
from westwall_tui.files.scenarios.reader import build_scenario
from westwall_tui.files.tables import SourceFile

ROOT = Path(__file__).parents[3]
KEYS = [pytest.param(entry.key, marks=[] if entry.key == "arnhem/free" else [pytest.mark.slow]) for entry in shipped()]
EXAMPLE = Texts(
    SourceFile("mills.toml", SCENARIO), SourceFile("mills-board.toml", BOARD), SourceFile("mills-units.toml", UNITS)
)
OTHER = EXAMPLE._replace(scenario=SourceFile("mills.toml", swap(SCENARIO, "last_turn = ", "last_turn = 1")))
unix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="the system has no owners and modes of files as Unix has")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch) -> Path:
    """The folder of kept scenarios, which is not there yet."""
    monkeypatch.setenv("WESTWALL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kept() -> Path:
    """Keep the example; its file."""
    keep(build_scenario(EXAMPLE, "mills"))
    (path,) = Path(os.environ["WESTWALL_CACHE"]).iterdir()
    return path


load = unwrap(scenario_of)
"""As programs load scenarios; elsewhere in the tests each is loaded once (`conftest.py`)."""


def is_known() -> bool:
    return recall(EXAMPLE, "mills", shipped=False) is not None


def plain(value: object, inside: tuple[int, ...] = ()) -> object:
    """A record taken apart, down to the kinds of its values."""
    if isinstance(value, Mapping):
        return type(value), [(key, plain(each, inside)) for key, each in value.items()]
    if isinstance(value, tuple | list):
        return type(value), [each if type(each) is int else plain(each, inside) for each in value]
    if not hasattr(value, "__dict__") or isinstance(value, str):
        return type(value), value
    return (type(value), () if id(value) in inside else plain(vars(value), (*inside, id(value))))


# -- what is recalled is what was kept


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS[:: sample(1, 4)])
def test_a_recalled_scenario_is_the_one_that_was_kept_and_plays_the_same(key):
    built = load_scenario(key)
    texts = built.texts
    assert texts is not None
    built = build_scenario(texts, key, shipped=True)
    keep(built)
    found = recall(texts, key, shipped=True)
    assert found is not None
    assert found.board is not built.board
    for field in fields(built):
        assert plain(getattr(found, field.name)) == plain(getattr(built, field.name)), field.name
    games, draws = [Game(scenario, seed=5) for scenario in (built, found)], [Draw(5), Draw(5)]
    while games[0].outcome is None and len(games[0].log) < 40:
        first, second = (game.random_order(draw) for game, draw in zip(games, draws, strict=True))
        assert first == second
        assert games[0].apply(first) == games[1].apply(second)
    assert games[0].digest() == games[1].digest()


def test_who_loads_a_kept_scenario_reads_and_checks_nothing(monkeypatch, folder):
    load(EXAMPLE, "mills")
    monkeypatch.setattr(reader, "build_scenario", None)
    found = load(EXAMPLE, "mine")
    assert (found.name, found.key, found.shipped) == ("The bridge at Upper Mill", "mine", False)
    assert found.texts is EXAMPLE


def test_a_changed_text_and_a_changed_program_are_read_anew(monkeypatch):
    kept()
    assert is_known()
    assert recall(OTHER, "mills", shipped=False) is None
    monkeypatch.setattr(cache, "__version__", "0.0.0")
    cache._fingerprint_of_program.cache_clear()
    assert not is_known()
    monkeypatch.undo()
    cache._fingerprint_of_program.cache_clear()


def test_a_program_is_known_by_its_files(monkeypatch, tmp_path):
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "board.py").write_text("ROAD_COST = 1")
    monkeypatch.setattr(cache, "_PROGRAM", tmp_path)
    before = cache._fingerprint_of_program.__wrapped__()
    (tmp_path / "engine" / "board.py").write_text("ROAD_COST = 10")
    assert cache._fingerprint_of_program.__wrapped__() not in ("", before)
    monkeypatch.setattr(cache, "_PROGRAM", tmp_path / "westwall.pyz" / "westwall_tui")
    assert cache._fingerprint_of_program.__wrapped__() == "", "whose files cannot be seen keeps nothing"


def test_a_scenario_with_faults_is_not_kept(folder):
    wrong = EXAMPLE._replace(board=SourceFile("mills-board.toml", swap(BOARD, "kind", "kin")))
    for _ in range(2):
        with pytest.raises(FileError, match="kin: is not known here"):
            load(wrong, "mills")
    assert not folder.exists()


# -- what is not ours, or not whole


@pytest.mark.slow
def test_every_shortened_and_every_altered_file_is_read_anew_and_written_again():
    path = kept()
    good = path.read_bytes()
    step = len(good) // 60
    for at in range(0, len(good), step):
        for damaged in (good[:at], good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]):
            path.write_bytes(damaged)
            assert not is_known(), at
    assert kept().read_bytes() == good
    assert is_known()


def forged(content: bytes) -> bytes:
    """A file with the right digest, as somebody makes it who has read our source."""
    return cache._digest(content) + b"\n" + content


class Bomb:
    """Calls something when it is read."""

    def __init__(self, what: Callable[..., object], *given: object) -> None:
        self.what, self.given = what, given

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self.what, self.given


@pytest.mark.parametrize(
    "liar",
    [
        pickle.dumps(Bomb(os.mkdir, "bombed")),
        pickle.dumps(Bomb(eval, "__import__('os').mkdir('bombed')")),
        b"cwestwall_tui.files.scenarios.cache\npickle.loads\n(X\x02\x00\x00\x00N.tR.",
        pickle.dumps([]),
        pickle.dumps("a" * 1000),
        pickle.dumps(BOARD.splitlines(), 0),
        b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\x7f.",
        b"cwestwall_tui.files.scenarios.cache\nLoadedScenario\n)\x81.",
        b"cwestwall_tui.files.scenarios.cache\nread_only\n(K\x01tR.",
        b"cwestwall_tui.engine.board\nTerrain\n(X\x01\x00\x00\x00!tR.",
        b"",
    ],
)
def test_a_file_that_names_or_holds_anything_else_does_nothing(liar, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    path = kept()
    path.write_bytes(forged(liar))
    assert not is_known()
    assert not Path("bombed").exists()
    assert load(EXAMPLE, "mills").name == "The bridge at Upper Mill"
    assert is_known(), "it was written again"


@unix
@every("mode", [0o666, 0o660, 0o602])
def test_a_file_that_others_may_write_is_not_believed(mode):
    path = kept()
    path.chmod(mode)
    assert not is_known()
    keep(build_scenario(EXAMPLE, "mills"))
    assert path.stat().st_mode & 0o777 == 0o600
    assert is_known()


@unix
def test_a_folder_that_others_may_write_is_not_used(folder):
    path = kept()
    folder.chmod(0o777)
    assert not is_known()
    path.unlink()
    keep(build_scenario(EXAMPLE, "mills"))
    assert not path.exists()


@unix
def test_what_belongs_to_somebody_else_is_neither_believed_nor_touched(monkeypatch, folder):
    path = kept()
    path.write_bytes(b"theirs")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert not is_known()
    keep(build_scenario(EXAMPLE, "mills"))
    assert path.read_bytes() == b"theirs"
    monkeypatch.setenv("WESTWALL_CACHE", str(folder / "below" / "it"))
    keep(build_scenario(EXAMPLE, "mills"))
    assert not (folder / "below").exists(), "root leaves nothing in somebody's home that he could not change himself"


@unix
def test_the_folder_is_ones_own(folder):
    kept()
    assert folder.stat().st_mode & 0o777 == 0o700


@unix
def test_links_pipes_and_folders_in_the_place_of_a_file_are_not_followed(tmp_path):
    path = kept()
    aside = tmp_path / "aside"
    path.rename(aside)
    path.symlink_to(aside)
    assert not is_known()
    keep(build_scenario(EXAMPLE, "mills"))
    assert not path.is_symlink()
    assert is_known()
    path.unlink()
    os.mkfifo(path)
    assert not is_known()
    keep(build_scenario(EXAMPLE, "mills"))
    assert is_known()
    path.unlink()
    path.mkdir()
    assert not is_known()
    keep(build_scenario(EXAMPLE, "mills"))
    assert [each.name for each in path.parent.iterdir()] == [path.name], "nothing else is left behind"


# -- where nothing can be kept, and where much is


@pytest.mark.parametrize("where", [os.devnull, "/dev/null/below", "\0", "x" * 5000])
def test_without_a_folder_everything_works(where, monkeypatch):
    monkeypatch.setattr(os, "environ", os.environ | {"WESTWALL_CACHE": where})
    for _ in range(2):
        assert load(EXAMPLE, "mills").name == "The bridge at Upper Mill"


def test_without_a_home_everything_works(monkeypatch):
    def refused() -> Path:
        raise FileError([Fault("~", "", "", "your home folder was not found")])

    monkeypatch.setattr(cache, "cache_folder", refused)
    assert load(EXAMPLE, "mills").name == "The bridge at Upper Mill"


def test_on_a_full_disk_everything_works_and_nothing_half_stays(monkeypatch, folder):
    class Full(io.FileIO):
        def write(self, content: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fdopen", Full)
    assert load(EXAMPLE, "mills").name == "The bridge at Upper Mill"
    assert [*folder.iterdir()] == []


def test_the_oldest_go_and_what_is_not_ours_stays(folder):
    path = kept()
    (folder / "notes.txt").write_text("mine")
    for number in range(MOST_KEPT + 5):
        old = folder / f"{number:016x}.scenario"
        old.write_bytes(b"")
        os.utime(old, (number, number))
    keep(build_scenario(OTHER, "mills"))
    names = {each.name for each in folder.iterdir()}
    assert len(names) == MOST_KEPT + 1
    assert {"notes.txt", path.name, f"{MOST_KEPT + 4:016x}.scenario"} < names
    assert f"{0:016x}.scenario" not in names


LOADS = """
import sys
from westwall_tui.files.scenarios.catalog import load_scenario
print(load_scenario("bastogne/spearhead").board.ground.steps[0][400])
"""


@pytest.mark.slow
def test_several_programs_at_once_all_load_it_and_leave_one_file(folder):
    programs = [
        subprocess.Popen([sys.executable, "-c", LOADS], cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    said = {program.communicate()[0] for program in programs}
    assert len(said) == 1
    assert all(program.returncode == 0 for program in programs)
    (path,) = folder.iterdir()
    assert path.suffix == ".scenario"


def test_17_31_what_lines_run_over_is_kept_with_the_board():
    """Compiling it takes longer than loading all the rest."""
    texts = load_scenario("arnhem/free").texts
    assert texts is not None
    load(texts, "arnhem/free", shipped=True)
    again = recall(texts, "arnhem/free", shipped=True)
    assert again is not None
    assert {"along", "dry"} <= vars(again.board.ground).keys()
