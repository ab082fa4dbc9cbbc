"""Packs: a battle in one file, for friends; and what a stranger's pack may not do."""

import pytest

from tests.files.example import BOARD, SCENARIO, UNITS, load_example, swap
from tests.files.scenarios.test_own import own
from westwall_tui.files.checks import check_file
from westwall_tui.files.disk.folders import scenarios_folder, shipped_root
from westwall_tui.files.disk.reach import MAX_SIZE
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.scenarios.catalog import load_scenario, own_battles, shipped
from westwall_tui.files.scenarios.packs import packed
from westwall_tui.files.scenarios.texts import Texts
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import SourceFile
from westwall_tui.files.workshop.opening import open_battle

pytestmark = pytest.mark.usefixtures("folders")


def pack(folder, scenario=SCENARIO, board=BOARD, units=UNITS):
    """Write a pack of these texts, and return its path."""
    texts = Texts(*(SourceFile("", text) for text in (scenario, board, units)))
    path = folder / "friend.toml"
    path.write_text(packed(texts, "friend"), encoding="utf-8")
    return path


def texts_of(scenario):
    """Return the texts of a scenario: each file by its part."""
    return dict(scenario.texts.data())


def faults_of(path):
    found = check_file(path).faults
    assert all(str(fault).isprintable() for fault in found)
    return [str(fault).replace(f"{path}: ", "") for fault in found]


@pytest.mark.parametrize("key", ["bastogne/spearhead", "quick/noville", "random/7"])
def test_a_pack_contains_the_exact_files(tmp_path, key):
    original = load_scenario(key)
    found = load_scenario(pack(tmp_path, **texts_of(original)))
    assert (found.key, found.shipped, found.name) == ("friend", False, original.name)
    assert texts_of(found) == texts_of(original)
    assert found.digest == original.digest


@pytest.mark.parametrize("ending", ["# a\ttab\u00a0and '''\n", "# '", "# ''", '# """ \\'])
def test_a_pack_and_a_save_keep_every_character_of_a_file(tmp_path, ending):
    scenario = load_scenario(pack(tmp_path, scenario=f"{SCENARIO}{ending}"))
    assert texts_of(scenario)["scenario"] == f"{SCENARIO}{ending}"
    session = LocalSession.new(scenario, seed=3)
    session.save()
    assert texts_of(read_save(session.path).game.scenario) == texts_of(scenario)


def test_a_pack_may_use_the_board_and_units_of_a_battle(tmp_path):
    text = (shipped_root() / "quick/noville.toml").read_text()
    path = tmp_path / "x.toml"
    path.write_text(f"format = 1\nkind = 'battle'\nfiles.scenario = '''\n{text}'''\n")
    assert load_scenario(path).digest == load_scenario("noville").digest
    assert faults_of(path) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("[files]", "[fils]", "files: is missing; it must be a table: [files]"),
        ("[files]", "[files]\nreadme = ''", "[files]: readme: unknown key"),
        ("[files]", "path = '/etc'\n[files]", "path: unknown key"),
        ("format = 1", "format = 2", "format: is 2, but this version of the game reads only up to 1"),
        ("\nboard = '''", "\nboard = 1\nunits = ''\n[c]\na = '''", "[files]: board: must be a string, not a whole"),
        ("columns = 7", "columns = 700", "[files] board: columns: must be from 1 to 99"),
        ('kind = "scenario"', 'kind = "battle"', '[files] scenario: kind: must be "scenario"'),
        ('name = "The bridge', 'name = "\\u001b[2J\\u202e', "[files] scenario: name: contains the character U+001B"),
        ('name = "The bridge', 'name = "' + "x" * 200, "[files] scenario: name: is longer than 60 characters"),
        ('hex = "0403"', 'hex = "../../0403"', "[files] scenario: [[place]] 1 \"K\": hex: there is no hex '../../04"),
    ],
)  # fmt: skip
def test_every_fault_names_its_place(tmp_path, old, new, fault):
    path = pack(tmp_path)
    path.write_text(swap(path.read_text(), old, new))
    assert any(line.startswith(fault) for line in faults_of(path)), faults_of(path)
    with pytest.raises(FileError):
        load_scenario(path)


OTHER_NAMES = [
    *("../secret.toml", "/etc/passwd", "secret.toml", "C:\\secret.toml", "bastogne/board.toml", "../../x/y.toml"),
    *(
        "bastogne",
        "nowhere",
        "scenario.toml",
        "Scenario.toml",
        ".toml",
        "mills-board.toml",
        "Mills-Units.toml",
        "x\u202e.toml",
    ),
]
"""Names of a board or of units that a pack contains, so that they should not matter."""


@pytest.mark.parametrize("name", OTHER_NAMES)
@pytest.mark.parametrize("what", ["board", "units"])
def test_no_name_in_a_pack_reaches_another_file(tmp_path, what, name):
    secret = tmp_path / "secret.toml"
    secret.write_text(BOARD if what == "board" else UNITS)
    path = pack(tmp_path, scenario=swap(SCENARIO, f'"mills-{what}.toml"', f"'{name}'"))
    if name.isprintable():
        assert faults_of(path) == []
        copy = open_battle(str(path))
        copy.store()
        assert [*scenarios_folder().iterdir()] == [copy.folder]
        assert len([*copy.folder.iterdir()]) == 3
        found = texts_of(load_scenario(f"own/{copy.name}"))
        assert (found["board"], found["units"]) == (BOARD, UNITS)
        assert secret.read_text() == (BOARD if what == "board" else UNITS)
    start = (text := path.read_text()).index(f"\n{what} = '''\n")
    path.write_text(text[:start] + text[text.index("'''\n", start + 20) + 4 :])
    if name != "bastogne":
        assert any(line.startswith("[files] scenario: ") for line in faults_of(path))


def test_a_pack_in_a_pack_is_refused(tmp_path):
    inner = pack(tmp_path).read_text()
    (fault,) = faults_of(pack(tmp_path, scenario=inner))
    assert fault.startswith('[files] scenario: kind: must be "scenario"; ')


@pytest.mark.parametrize("what", ["scenario", "board", "units"])
def test_no_file_in_a_pack_is_larger_than_one_beside_it(tmp_path, what):
    path = pack(tmp_path, **{what: "#" * (MAX_SIZE + 1)})
    assert f"[files]: {what}: is longer than {MAX_SIZE} characters" in faults_of(path)


def test_a_pack_that_would_be_too_large_is_not_written(tmp_path):
    large = "#" * 3 * MAX_SIZE
    with pytest.raises(FileError, match="friend is too large for a pack"):
        pack(tmp_path, large, large, large)


# -- copies among the player's battles


def test_the_workshop_copies_a_pack_with_its_comments(tmp_path):
    path = pack(tmp_path, scenario=swap(SCENARIO, "first_turn", "# my turns\nfirst_turn"))
    own("friend")
    mine = {each: each.read_bytes() for each in (scenarios_folder() / "friend").iterdir()}
    battle = open_battle(str(path))
    battle.store()
    copy = texts_of(load_scenario(f"own/{battle.name}"))
    assert battle.name == "friend-2"
    assert "# my turns\nfirst_turn" in copy["scenario"]
    assert (copy["board"], copy["units"]) == (BOARD, UNITS)
    assert {each: each.read_bytes() for each in mine} == mine, "no battle is ever replaced"
    assert [each.trouble for each in own_battles()] == ["", ""]


@pytest.mark.parametrize("key", [entry.key for entry in shipped()])
def test_every_shipped_scenario_has_a_pack(tmp_path, key):
    assert len(pack(tmp_path, **texts_of(load_scenario(key))).read_text()) < 90_000


# -- the command


def test_a_pack_is_written_and_replaces_only_a_pack(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    own("mills")
    assert "To play it, type: westwall play mills.toml" in command("pack", "mills").out
    assert command("check", "mills.toml").out == "mills.toml: good (battle)\n"
    command("pack", "bastogne/spearhead", "mills.toml")
    assert load_scenario(tmp_path / "mills.toml").name == "Spearhead"
    (tmp_path / "spearhead.toml").write_text("my notes")
    assert "is another file, which isn't overwritten" in command("pack", "mills", "spearhead.toml", status=2).err
    assert (tmp_path / "spearhead.toml").read_text() == "my notes"


def test_a_faulty_battle_is_not_packed(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    own("faulty", swap(SCENARIO, "first_turn = 3", "first_turn = 0"))
    assert "first_turn: must be from 1 to 99" in command("pack", "faulty", status=2).err
    assert not [*tmp_path.glob("*.toml")]


def test_the_example_is_played_from_a_pack(tmp_path, command):
    path = pack(tmp_path)
    assert load_scenario(path).digest == load_example(tmp_path).digest
    assert "Upper Mill" in command("board", str(path)).out
    assert '"friend": ' not in command("simulate", str(path), "--games", "1", "--jobs", "1").out
