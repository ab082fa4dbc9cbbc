"""The player's own battles: the folder, its list, and names in place of a path."""

import os

import pytest

from tests.files.example import SCENARIO, swap, write_example
from westwall_tui.engine.orders import parse
from westwall_tui.files.disk.folders import scenarios_folder
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.scenarios.catalog import (
    YOURS,
    all_scenarios,
    find_ground,
    listed_scenarios,
    load_scenario,
    own_battles,
    shared_scenario,
)
from westwall_tui.files.scenarios.own import free_name, new_folder
from westwall_tui.files.sessions.local import LocalSession

pytestmark = pytest.mark.usefixtures("folders")


@pytest.fixture
def mills():
    """Return the folder of a battle called mills."""
    return own("mills")


def own(name, scenario=SCENARIO):
    folder = scenarios_folder() / name
    folder.mkdir(parents=True)
    write_example(folder, scenario=scenario).rename(folder / "scenario.toml")
    return folder


@pytest.mark.parametrize("name", ["mills", "own/mills", "OWN/Mills"])
def test_a_battle_of_your_own_is_loaded_by_its_name(mills, name):
    scenario = load_scenario(name)
    assert (scenario.key, scenario.name, scenario.shipped) == ("own/mills", "The bridge at Upper Mill", False)
    assert find_ground(name)[0].name == "The Two Mills"


def test_a_shipped_scenario_keeps_its_short_name():
    own("noville")
    assert load_scenario("noville").key == "quick/noville"
    assert load_scenario("own/noville").name == "The bridge at Upper Mill"


def test_the_list_has_good_and_faulty_battles_but_no_boards(mills):
    own("faulty", swap(SCENARIO, "first_turn = 3", "first_turn = 'x'"))
    own("My Mills")
    folder = scenarios_folder()
    write_example(folder).rename(folder / "single.toml")
    (folder / "spoiled.toml").write_text("\x1b[31m")
    (folder / "empty").mkdir()
    found = {each.entry.key: each for each in own_battles()}
    assert [*found] == ["own/My Mills", "own/faulty", "own/mills", "own/single", "own/spoiled"]
    assert [key for key, each in found.items() if not each.trouble] == ["own/mills", "own/single"]
    good = found["own/mills"]
    assert (good.path, good.entry.title, good.length) == (mills / "scenario.toml", "The bridge at Upper Mill", YOURS)
    assert (good.sides, good.units, good.turns) == (("German", "US"), (3, 4), 2)
    assert "first_turn: must be a whole number" in found["own/faulty"].trouble
    assert found["own/faulty"].trouble.endswith(" (all faults: westwall check own/faulty)")
    assert "My Mills cannot be used: a name has at most 40 " in found["own/My Mills"].trouble
    assert all(each.trouble.isprintable() for each in found.values())
    assert [*listed_scenarios()][len(all_scenarios()) :] == [*found.values()]


def test_a_folder_that_cannot_be_read_leaves_the_shipped_scenarios(mills, monkeypatch):
    monkeypatch.setenv("WESTWALL_SCENARIOS", str(mills / "scenario.toml" / "below"))
    assert listed_scenarios() == [*all_scenarios()]
    with pytest.raises(FileError, match="Not a directory"):
        own_battles()


def test_a_link_out_of_the_folder_is_not_followed(mills, tmp_path):
    write_example(tmp_path)
    (mills / "mills-board.toml").unlink()
    (mills / "mills-board.toml").symlink_to(tmp_path / "mills-board.toml")
    assert "leads out of the scenario's folder" in own_battles()[0].trouble
    with pytest.raises(FileError, match="leads out of the scenario's folder"):
        load_scenario("own/mills")


def test_a_changed_battle_is_read_again(mills):
    first = shared_scenario("own/mills")
    assert shared_scenario("own/mills") is first
    path = mills / "scenario.toml"
    path.write_text(swap(SCENARIO, "The bridge at Upper Mill", "The other bridge"))
    os.utime(path, ns=(1, path.stat().st_mtime_ns + 1))
    assert shared_scenario("own/mills").name == "The other bridge"
    assert own_battles()[0].entry.name == "The other bridge"


def test_a_saved_game_outlives_its_battle(mills):
    session = LocalSession.new(load_scenario("mills"), seed=3)
    session.apply(parse("attack K 1/9 > 1/8 + 9A"))
    assert session.path.name == "mills.toml"
    for path in mills.iterdir():
        path.unlink()
    save = read_save(session.path)
    assert (save.game.scenario.key, save.game.digest()) == ("own/mills", session.game.digest())


@pytest.mark.parametrize(
    "name", ["", "Mills", "a" * 41, "../mills", "-mills", "mill s", "mühle", "mills.toml", "own/mills", "\x1b", "a\n"]
)
def test_a_name_that_could_leave_the_folder_is_refused(name):
    with pytest.raises(FileError, match="cannot be used: a name has at most 40"):
        new_folder(name)


def test_a_new_battle_never_takes_the_folder_of_another(mills):
    assert new_folder("mills-2") == mills.with_name("mills-2")
    (scenarios_folder() / "Taken.toml").touch()
    for name in ("mills", "taken"):
        with pytest.raises(FileError, match=f"you already have a battle called {name}"):
            new_folder(name)


def test_a_free_name_is_made_from_a_title(mills):
    assert free_name("The bridge at Ünna: 3rd day!") == "the-bridge-at-nna-3rd-day"
    assert free_name("Mills") == "mills-2"
    assert free_name("\u202e\x1b") == "battle"
    assert new_folder(free_name("x" * 100)).name == "x" * 36
