"""Battles to work on: each change is on the disk at once, or refused, and no other file is ever touched."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.files.example import load_example
from westwall_tui.engine.game import Game
from westwall_tui.files.disk.writing import backup_of
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import Save, write_save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.tables import SourceFile
from westwall_tui.files.workshop.draft import Draft
from westwall_tui.files.workshop.lines import carry_out
from westwall_tui.files.workshop.opening import new_battle, open_battle

COUNTER = "add units id = X; side = US; kind = infantry; size = II; strength = 3-4-7; formation = Mine"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the player's folder of scenarios, which does not exist yet."""
    monkeypatch.setenv("WESTWALL_SCENARIOS", str(tmp_path / "mine"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mine"


def files(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text("utf-8") for path in root.rglob("*") if path.is_file()}


def test_looking_makes_no_file_and_the_first_change_makes_all(root):
    battle = open_battle("champs")
    assert not root.exists()
    carry_out(battle.draft, "paint f 0912")
    assert sorted(files(root)) == ["champs-2/board.toml", "champs-2/scenario.toml"]
    again = open_battle("own/champs-2")
    assert again.draft.texts == battle.draft.texts
    assert open_battle(str(root / "champs-2" / "scenario.toml")).is_stored
    assert open_battle("champs").name == "champs-3"


def test_files_that_a_change_no_longer_needs_become_backups(root):
    battle = open_battle("champs")
    carry_out(battle.draft, "set scenario name = 4")
    carry_out(battle.draft, COUNTER)
    assert (battle.folder / "units.toml").is_file()
    carry_out(battle.draft, "undo")
    assert not (battle.folder / "units.toml").exists()
    carry_out(battle.draft, "redo")
    assert open_battle("champs-2").draft.entries["x"].side == "US"


def test_the_backup_is_the_battle_as_it_was_opened(root):
    battle = open_battle("champs")
    battle.store()
    before = files(root)["champs-2/scenario.toml"]
    battle = open_battle("champs-2")
    for turn in (3, 4):
        carry_out(battle.draft, f"set scenario name = {turn}")
    assert backup_of(battle.folder / "scenario.toml").read_text("utf-8") == before


@pytest.mark.parametrize("change", ["edited", "removed", "folder"])
def test_a_change_by_another_program_is_never_overwritten(root, change):
    battle = open_battle("champs")
    carry_out(battle.draft, "paint f 0912")
    path = battle.folder / "scenario.toml"
    if change == "edited":
        path.write_text(path.read_text("utf-8") + "# mine\n", "utf-8")
    elif change == "removed":
        path.unlink()
    else:
        battle.folder.rename(root / "elsewhere")
    before = files(root)
    with pytest.raises(FileError, match="by another program"):
        carry_out(battle.draft, "paint f 0911")
    assert files(root) == before
    battle.copy()
    carry_out(battle.draft, "paint f 0911")
    assert before.items() <= files(root).items()
    board = open_battle(battle.name).draft.sheet
    assert [board.terrain[board.by_number[hex_]] for hex_ in ("0911", "0912")] == ["f", "f"]


def test_a_file_keeps_the_line_ends_of_its_editor(root):
    open_battle("champs").store()
    path = root / "champs-2" / "scenario.toml"
    before = path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(before)
    battle = open_battle("champs-2")
    carry_out(battle.draft, "set scenario name = 4")
    carry_out(battle.draft, "set scenario name = Champs")
    assert path.read_bytes() == before


def test_two_who_work_on_one_battle_never_lose_a_change(root):
    open_battle("champs").store()
    one, other = open_battle("champs-2"), open_battle("champs-2")
    carry_out(one.draft, "set scenario name = 4")
    with pytest.raises(FileError, match="changed by another program"):
        carry_out(other.draft, "set scenario name = 3")
    assert open_battle("champs-2").draft.scenario.name == "4"


def test_a_name_taken_in_the_meantime_is_left_alone(root):
    one, other = open_battle("champs"), open_battle("champs")
    one.store()
    other.store()
    assert (one.name, other.name) == ("champs-2", "champs-3")


def test_a_full_disk_refuses_the_change_and_keeps_all_files(root, monkeypatch):
    battle = open_battle("champs")
    carry_out(battle.draft, "paint f 0912")
    before, texts = files(root), battle.draft.texts
    left = [1]

    def full(handle: int) -> None:
        if not left:
            raise OSError(28, "No space left on device")
        left.pop()

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(FileError, match="cannot be stored, so nothing has changed: No space left"):
            carry_out(battle.draft, COUNTER)  # the units are written, then there is no room for the scenario
    assert files(root) == before
    assert battle.draft.texts == texts
    carry_out(battle.draft, COUNTER)
    assert open_battle("own/champs-2").draft.texts == battle.draft.texts


def test_a_new_battle_that_finds_no_room_leaves_no_folder(root, monkeypatch):
    battle = open_battle("champs")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(FileError, match="No space left"):
            carry_out(battle.draft, "paint f 0912")
    assert not list(root.iterdir())
    carry_out(battle.draft, "paint f 0912")


class Killed(BaseException):
    """The end of the program, at any moment."""


@pytest.mark.parametrize("step", range(12))
def test_a_killed_program_leaves_a_battle_that_can_be_opened(root, monkeypatch, step):
    battle = open_battle("champs")
    carry_out(battle.draft, "set scenario name = 4")
    count = [0]

    def killing(real: Callable[..., object]) -> Callable[..., object]:
        def run(*args: object, **options: object) -> object:
            count[0] += 1
            if count[0] == step:
                raise Killed
            return real(*args, **options)

        return run

    monkeypatch.setattr(os, "fsync", killing(os.fsync))
    monkeypatch.setattr(Path, "replace", killing(Path.replace))
    try:
        carry_out(battle.draft, "paint f 0912")
        carry_out(battle.draft, COUNTER)
        carry_out(battle.draft, "undo")
    except Killed:
        pass
    again = open_battle("own/champs-2")
    assert again.draft.scenario.name == "4"


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".", "Champs", "x" * 99, "CON\n", "champs-2"])
def test_bad_and_taken_names_are_refused(root, name):
    battle = open_battle("champs")
    battle.store()
    with pytest.raises(FileError, match=r"cannot be used|already have"):
        battle.rename(name)
    assert battle.name == "champs-2"
    assert sorted(path.name for path in root.iterdir()) == ["champs-2"]


def test_a_battle_gets_another_name_and_is_deleted(root):
    battle = open_battle("champs")
    battle.rename("mine")
    assert not root.exists()
    carry_out(battle.draft, "paint f 0912")
    battle.rename("yours")
    carry_out(battle.draft, "paint f 0911")
    assert sorted(files(root)) == ["yours/board.toml", "yours/board.toml.bak", "yours/scenario.toml"]
    (battle.folder / "notes.txt").write_text("mine")
    battle.delete()
    assert sorted(files(root)) == ["yours/notes.txt"]


def test_files_elsewhere_and_links_are_copied_and_stay(root, tmp_path):
    load_example(tmp_path)
    example = next(path for path in tmp_path.glob("*.toml") if "scenario" in path.read_text("utf-8")[:60])
    before = files(tmp_path)
    battle = open_battle(str(example))
    carry_out(battle.draft, "set scenario name = Another")
    assert before.items() <= files(tmp_path).items()
    (root / "link").symlink_to(tmp_path)
    (root / "loop").symlink_to(root / "loop")
    with pytest.raises(FileError):
        open_battle("own/loop")
    assert open_battle("own/" + battle.name).is_stored


def test_a_faulty_file_is_refused_in_the_words_of_the_check(root):
    battle = open_battle("champs")
    battle.store()
    path = battle.folder / "scenario.toml"
    path.write_text(path.read_text("utf-8").replace("last_turn", "lost_turn"), "utf-8")
    with pytest.raises(FileError, match=r"(?s)last_turn.*text editor"):
        open_battle("own/champs-2")


def test_a_file_that_the_battle_does_not_use_is_never_replaced(root):
    battle = open_battle("champs")
    battle.store()
    (battle.folder / "board.toml").write_text("mine")
    with pytest.raises(FileError, match="doesn't use it"):
        carry_out(battle.draft, "paint f 0912")
    assert (battle.folder / "board.toml").read_text() == "mine"


def test_an_empty_board_has_the_counters_of_a_battle_or_two_own_sides(root):
    battle = new_battle(12, 10, "arnhem")
    assert [side.name for side in battle.draft.scenario.sides] == ["Allied", "German"]
    unit = battle.draft.unused()[0].id
    carry_out(battle.draft, f"place {unit} 0101")
    assert list(battle.draft.own_files) == ["board.toml", "scenario.toml"]
    own = new_battle(5, 4, sides=("Red", "Blue"))
    carry_out(own.draft, "place Red-1 0101")
    assert {path.split("/")[0] for path in files(root)} == {"new-battle", "new-battle-2"}
    for wrong in ((0, 5, "arnhem"), (100, 5, "arnhem"), (5, 5, "waterloo")):
        with pytest.raises(FileError):
            new_battle(*wrong)


def test_a_saved_game_is_opened_at_its_position(root, tmp_path):
    game = Game(load_scenario("quick/champs"), seed=1)
    while game.prompt.kind != "movement":
        game.apply(game.sample())
    path = tmp_path / "game.toml"
    path.write_text(write_save(Save(game)), "utf-8")
    battle = open_battle(str(path))
    assert battle.name == "game-turn-1"
    assert Game(battle.draft.scenario).state.location == game.state.location
    assert any("briefing" in note for note in battle.notes)


@pytest.mark.parametrize("name", ["../x.toml", "/tmp/x.toml", "scenario.toml", ".x.toml", "units.toml"])
def test_no_name_leads_out_of_the_folder(tmp_path, name):
    texts = load_example(tmp_path).texts
    assert texts is not None
    text = texts.scenario.text.replace('"mills-board.toml"', f'"{name}"').replace("mills-units.toml", "Units.toml")
    draft = Draft(texts._replace(scenario=SourceFile("scenario.toml", text)), "mills")
    with pytest.raises(FileError, match="cannot be the name of this file"):
        carry_out(draft, "set scenario name = 3")
    assert draft.scenario.name == "The bridge at Upper Mill"
