"""Battles in the making: every change leaves a battle that can be played, or is refused in the words of the check."""

from random import Random

import pytest

from tests.files.example import load_example
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.briefings import briefings_of
from westwall_tui.files.scenarios.catalog import load_scenario, shipped
from westwall_tui.files.scenarios.reader import build_scenario
from westwall_tui.files.workshop.draft import GROUPS, HEADS, TABLES, Draft
from westwall_tui.files.workshop.lines import LINES, carry_out, tables_told

CHAMPS = "quick/champs"


def draft_of(name: str = CHAMPS) -> Draft:
    texts = load_scenario(name).texts
    assert texts is not None
    return Draft(texts, "champs")


@pytest.mark.parametrize("key", [entry.key for entry in shipped()])
def test_a_shipped_scenario_is_the_same_after_a_change_and_its_undo(key):
    draft = draft_of(key)
    before = draft.texts
    carry_out(draft, "set scenario name = Another")
    assert carry_out(draft, "undo").startswith("Undone")
    assert draft.texts == before
    assert draft.own_files["scenario.toml"] == (shipped_root() / f"{key}.toml").read_text("utf-8")


def test_a_unit_moves_between_hexes_and_groups():
    draft = draft_of()
    carry_out(draft, "place 705 1214")
    assert draft.values("setup", 2)["suggest"] == ["1214", "1013", "1215"]
    carry_out(draft, "assign 705 to reinforcements 2")
    assert draft.values("reinforcements", 2)["units"] == ["3", "705"]
    assert draft.where("705") == ("reinforcements", 2)
    carry_out(draft, "place 705 1114")
    assert draft.values("place", 1) == {"unit": "705", "hex": "1114"}
    carry_out(draft, "remove 705 3")
    assert draft.where("705") is None
    assert draft.count("place") == 0
    assert draft.count("reinforcements") == 2


def test_a_set_up_has_a_hex_for_each_unit_that_joins_it():
    draft = draft_of()
    carry_out(draft, "assign 755 969 to setup 2")
    values = draft.values("setup", 2)
    assert values["units"] == ["705", "3/502", "101", "755", "969"]
    assert isinstance(values["suggest"], list)
    assert len(set(values["suggest"])) == 5


def test_the_first_change_of_a_shipped_board_or_counter_copies_its_file():
    draft = draft_of()
    carry_out(draft, "paint f 0912")
    carry_out(draft, "add units id = X; side = US; kind = infantry; size = II; strength = 3-4-7; formation = Mine")
    carry_out(draft, "place X 0911")
    board = draft.scenario.board
    assert board.terrain[board.hex("0912")] is Terrain.WOODS
    assert [*draft.own_files] == ["board.toml", "units.toml", "scenario.toml"]
    while draft.undo():
        pass
    assert [*draft.own_files] == ["scenario.toml"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("place 705 1013", "suggest: 1013 is suggested twice"),
        ("set setup 3 hexes = column 07", "0811 is not one of the hexes where these units may set up"),
        ("add points kind = hold; place = Champs; points = US 5", "is also the name of"),
        ("set scenario last_turn = 0", "must be from 1 to 99"),
        ("set sides 1 name = British", "the sides are British and US"),
        ("add points kind = exit; side = US; edge = up; points = US 1", "'up' is not one of"),
        ("set points 99 kind = hold", "has only 7 [[points]]"),
        ("paint f", "is written paint"),
        ("place nobody 0912", "is not a counter of this battle"),
        ("resize 5 5", "on this map"),
        ("shout", "is not one of place, remove"),
        ("set scenario rules = chess", "is not one of standard, arnhem"),
        ("assign 705 to points 1", "has no list of units"),
        ("unset scenario name", "is missing"),
    ],
)
def test_a_refused_line_changes_nothing_and_says_why(line, reason):
    draft = draft_of()
    before = draft.texts
    with pytest.raises(FileError, match=reason.replace("[", r"\[").replace("(", r"\(")):
        carry_out(draft, line)
    assert draft.texts == before
    assert draft.undo() == ""


def test_a_form_shows_the_keys_of_a_kind_and_puts_faults_beside_them():
    form = draft_of().form("points", 0, {"kind": "exit", "side": "US", "edge": "up", "until": 99})
    faults = {field.key: field.fault for field in form.fields}
    assert {"kind", "side", "units", "edge", "until", "points"} <= faults.keys()
    assert faults["until"] == "must be from 1 to 5"
    assert "up" in faults["edge"]
    assert not form.is_good
    assert next(field for field in form.fields if field.key == "side").asked.options == ["German", "US"]


def test_a_faulty_part_leaves_the_other_keys_of_the_form():
    draft = draft_of()
    form = draft.form("scenario", 1, {**draft.values("scenario"), "part": ["0000", "9999"]})
    assert [field.key for field in form.fields if field.fault] == ["part"]
    assert {"name", "last_turn", "dates"} <= {field.key for field in form.fields}


def test_a_refusal_of_the_disk_changes_nothing():
    def refuse(_: object) -> None:
        raise OSError("the disk is full")

    texts = load_scenario(CHAMPS).texts
    assert texts is not None
    draft = Draft(texts, "champs", refuse)
    before = draft.texts
    with pytest.raises(OSError, match="full"):
        carry_out(draft, "paint f 0912")
    assert draft.texts == before


def test_an_own_board_takes_another_size(tmp_path):
    texts = load_example(tmp_path).texts
    assert texts is not None
    draft = Draft(texts, "example")
    for table in ("roads", "trails"):
        carry_out(draft, f"delete {table} 1")
    columns = draft.sheet.grid.columns
    carry_out(draft, f"resize {columns + 3} 9")
    assert (draft.sheet.grid.columns, draft.sheet.grid.odd_rows) == (columns + 3, 9)


def _random_line(draft: Draft, random: Random) -> str:
    """Return a line that often makes sense."""
    table = random.choice([*HEADS, *(name for names in TABLES for name in names)])
    number = random.randint(0, draft.count(table) + 1)
    units = random.sample(sorted(draft.entries), 2)
    numbers = [random.choice(draft.sheet.grid.numbers) for _ in range(2)]
    words = [
        *units,
        *numbers,
        "5",
        "US 3",
        "west edge",
        "[",
        '"',
        "all",
        "yes",
        "-1",
        "within 1 of 1114",
        "hold",
        "\x07",
    ]
    keys = [field.key for field in draft.form(table, number).fields] if 0 < number <= draft.count(table) else ["name"]
    key = random.choice(keys or ["name"])
    match random.choice(sorted(LINES)):
        case "place":
            return f"place {units[0]} {numbers[0]}"
        case "remove":
            return f"remove {units[0]}"
        case "assign":
            return f"assign {' '.join(units)} to {random.choice(GROUPS)} {number}"
        case "set":
            return f"set {table} {number} {key} = {random.choice(words)}"
        case "unset":
            return f"unset {table} {number} {key}"
        case "delete":
            return f"delete {table} {number}"
        case "add":
            return f"add {table} {'; '.join(f'{key} = {random.choice(words)}' for key in (key, 'side', 'points'))}"
        case "paint":
            return f"paint {random.choice(list(Terrain))} {numbers[0]} {numbers[1]}"
        case "resize":
            return f"resize {random.randint(0, 40)} {random.randint(0, 40)}"
        case word:
            return word


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 40))])
def test_random_lines_never_leave_a_faulty_file(seed):
    random = Random(seed)
    draft = draft_of(random.choice([entry.key for entry in shipped()]))
    first, done = draft.texts, 0
    for _ in range(60):
        try:
            carry_out(draft, _random_line(draft, random))
            done += 1
        except FileError:
            continue
        finally:
            build_scenario(draft.texts, "champs")
    assert done
    list(tables_told(draft))
    while draft.undo():
        pass
    assert draft.texts == first


@pytest.mark.parametrize("key", ["quick/champs", "quick/arnhem-bridge", "hurtgen/free"])
def test_a_briefing_begins_with_the_texts_that_are_shown_without_one(key):
    draft = draft_of(key)
    for table in ("briefing.achievement", "briefing.side", "briefing.points"):
        assert draft.count(table)
    carry_out(draft, "delete briefing")
    carry_out(draft, "add briefing")
    sides = [draft.values("briefing.side", number)["side"] for number in (1, 2)]
    assert sides == [side.name for side in draft.scenario.sides]
    assert [briefing.situation for briefing in briefings_of(draft.scenario)] == [
        draft.values("briefing.side", number)["situation"] for number in (1, 2)
    ]
    with pytest.raises(FileError, match="has a briefing already"):
        carry_out(draft, "add briefing")


def test_a_list_of_sentences_is_typed_with_bars():
    draft = draft_of()
    carry_out(draft, "set briefing.side 1 tips = First, wait | Then go")
    assert draft.values("briefing.side", 1)["tips"] == ["First, wait", "Then go"]


def test_a_new_counter_has_one_of_the_sides():
    fields = draft_of().form("units", 0, {"id": "X"}).fields
    assert next(field for field in fields if field.key == "side").asked.options == ["German", "US"]
