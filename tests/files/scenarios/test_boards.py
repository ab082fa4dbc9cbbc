"""Boards: their contents, and every fault that a board file can have, word for word."""

import pytest

from tests.files.example import BOARD, faults_of, load_example, swap
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.boards import build_board, load_board
from westwall_tui.files.tables import SourceFile


def test_example(tmp_path):
    board = load_example(tmp_path).board
    hex_ = board.hex
    assert board.name == "The Two Mills"
    assert (board.metres, board.north, board.source) == (1000, "top", "made up for this page")
    assert [board.terrain[hex_(n)] for n in ("0101", "0301", "0303", "0602", "0702")] == [
        Terrain.CLEAR,
        Terrain.WOODS,
        Terrain.TOWN,
        Terrain.MIXED,
        Terrain.BROKEN,
    ]
    assert board.hexside(hex_("0403"), hex_("0504")) == Hexside.ROAD | Hexside.STREAM | Hexside.BRIDGE
    assert board.hexside(hex_("0402"), hex_("0503")) == Hexside.STREAM
    assert board.leaving[hex_("0103")] == Hexside.ROAD
    assert board.leaving[hex_("0406")] == Hexside.TRAIL
    assert board.describe(hex_("0303")) == "0303 Upper Mill"
    assert len(board.areas["East bank"]) == 18


def test_bastogne():
    board = load_board(shipped_root() / "bastogne" / "board.toml")
    assert (board.grid.columns, board.grid.odd_rows, board.grid.even_rows) == (29, 31, 31)
    assert {board.describe(board.hex(n)) for n in ("1317", "1416")} == {"1317 Bastogne", "1416 Bastogne"}


def test_short_columns_are_drawn_with_dashes():
    text = 'format = 1\nkind = "board"\nname = "x"\ncolumns = 3\nrows = [2, 1]\nterrain = """\n...\n.-.\n"""\n'
    board = build_board(SourceFile("b", text))
    assert [board.number(h) for h in board.playable] == ["0101", "0102", "0201", "0301", "0302"]
    with pytest.raises(FileError, match=r"b: terrain: row 02, column 02: this column is shorter; write - here"):
        build_board(SourceFile("b", text.replace(".-.", "...")))


PLACE = '[[places]]\nname = "Upper Mill"\nkind = "village"\nhexes = "0303"'
AREA = 'hexes = ["column 5", "column 6", "column 7"]'
FAULTS = [
    ('kind = "board"', 'kind = "units"', 'kind: must be "board"'),
    ("format = 1", "format = 2", "format: is 2, but this version of the game reads only up to 1; get a newer one"),
    ('name = "The Two Mills"\n', "", "name: is missing; it must be a string"),
    ('"The Two Mills"', "7", "name: must be a string, not a whole number"),
    ('"The Two Mills"', '" "', "name: must not be empty"),
    ('"The Two Mills"', f'"{"x" * 61}"', "name: is longer than 60 characters"),
    ('"The Two Mills"', '"a\\u001b[31mb"', "name: contains the character U+001B, which is not plain text"),
    ('"The Two Mills"', '"a\\u202Eb"', "name: contains the character U+202E, which is not plain text"),
    ("columns = 7", "columns = 100", "columns: must be from 1 to 99"),
    ("columns = 7", "columns = 7.0", "columns: must be a whole number, not a number"),
    ("columns = 7", "columns = true", "columns: must be a whole number, not true or false"),
    ("columns = 7", "columns = 2024-12-18", "columns: must be a whole number, not a date or time"),
    ("rows = [6, 6]", "rows = [6]", "rows: must be 2 whole numbers from 1 to 99"),
    ("rows = [6, 6]", "rows = 6", "rows: must be a list of 2 whole numbers, not a whole number"),
    ("rows = [6, 6]", "rows = [7, 6]", "terrain: has 6 lines, but the board has 7 rows"),
    ("rows = [6, 6]", "rows = [6, 6]\nmeters = 9", "meters: unknown key (did you mean"),
    ("rows = [6, 6]", 'rows = [6, 6]\nnorth = "up"', "north: 'up' is not one of top, right, bottom, left"),
    (".f...,^", ".f...,", "terrain: row 02 has 6 characters, but the board has 7 columns"),
    (".f...,^", ".f.X.,^", "terrain: row 02, column 04: 'X' is not one of . , g f ^ % o # ~ -"),
    ("edge 0103 0203", "edge 0103 0303", '[[roads]] 1 "Mill road": path: 0103 and 0303 are not adjacent'),
    ("0705 edge", "0799 edge", "[[roads]] 1 \"Mill road\": path: there is no hex '0799' on this map"),
    ("0705 edge", "edge 0705", "[[roads]] 1 \"Mill road\": path: there is no hex 'edge' on this map"),
    (
        "edge 0406 0405 0404 0403",
        "0405 0404 0403 edge",
        '[[trails]] 1 "Ford lane": path: cannot lead off the map at 0403, which is not on its edge',
    ),
    ("edge 0406 0405 0404 0403", "0406", '[[trails]] 1 "Ford lane": path: must name at least two hexes'),
    ("edge 0406 0405 0404 0403", "edge", '[[trails]] 1 "Ford lane": path: must name at least two hexes'),
    (
        "0401/0501 0401",
        "0401/0601 0401",
        '[[streams]] 1 "Mill brook": sides: 0401/0601: the hexes are not adjacent',
    ),
    (
        "0401/0501 0401",
        "0401-0501 0401",
        "[[streams]] 1 \"Mill brook\": sides: '0401-0501' is not a hexside; write it like 1316/1416",
    ),
    (
        PLACE,
        PLACE.replace("village", "hamlet"),
        "[[places]] 1 \"Upper Mill\": kind: 'hamlet' is not one of town, village, wood, height, water, feature",
    ),
    (PLACE, PLACE.replace("0303", "0909"), "[[places]] 1 \"Upper Mill\": hexes: there is no hex '0909' on this map"),
    (AREA, 'hexes = ["column 8"]', "[[areas]] 1 \"East bank\": hexes: 'column 8': the board has no column 8"),
    (AREA, "hexes = []", '[[areas]] 1 "East bank": hexes: has no hex'),
    (AREA, 'hexes = "all"', '[[areas]] 1 "East bank": hexes: must be a list of strings, not a string'),
    (
        AREA,
        AREA + '\n[[areas]]\nname = "east bank"\nhexes = ["all"]',
        "[[areas]] 2 \"east bank\": name: 'east bank' is used twice",
    ),
    (
        AREA,
        AREA + '\n[[bridges]]\nkind = "stone"\nside = "0101/0102"',
        "[[bridges]] 1 \"0101/0102\": kind: 'stone' is not one of rail, canal, highway",
    ),
    (AREA, AREA + '\n[[ferries]]\nname = "f"\nside = "0101"', "[[ferries]] 1 \"f\": side: '0101' is not a hexside"),
    (AREA, AREA + '\n[[lines]]\nname = "f"\nsides = ""', '[[lines]] 1 "f": sides: must not be empty'),
    (AREA, AREA + "\n[railways]", "railways: must be tables: [[railways]], not a table"),
]


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS, ids=[fault[:60] for *_, fault in FAULTS])
def test_fault(tmp_path, old, new, fault):
    found = faults_of(tmp_path, board=swap(BOARD, old, new))
    assert any(line.startswith(f"mills-board.toml: {fault}") for line in found), found


def test_all_faults_are_reported_at_once(tmp_path):
    text = BOARD
    for old, new, _ in (FAULTS[1], FAULTS[5], FAULTS[8], FAULTS[24], FAULTS[27]):
        text = swap(text, old, new)
    found = faults_of(tmp_path, board=text)
    assert len(found) >= 5
    assert {line.split(": ")[1].split(" ")[0] for line in found} >= {"format", "name", "columns", "[[trails]]"}
