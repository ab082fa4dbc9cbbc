"""Hex sets, on the example's board."""

import pytest

from tests.files.example import BOARD, SCENARIO, faults_of, load_example, swap
from westwall_tui.files.scenarios.hexsets import read_hexes


@pytest.fixture
def read(tmp_path):
    board = load_example(tmp_path).board

    def read_terms(*terms):
        faults: list[str] = []
        hexes = read_hexes(board, terms, faults.append, int)
        return faults or [board.number(h) for h in hexes]

    return read_terms


@pytest.mark.parametrize(
    ("terms", "hexes"),
    [
        (("0303",), "0303"),
        (("0302-0304",), "0302 0303 0304"),
        (("0304-0302",), "0302 0303 0304"),
        (("0102-0402",), "0102 0202 0302 0402"),
        (("column 2",), "0201 0202 0203 0204 0205 0206"),
        (("row 06",), "0106 0206 0306 0406 0506 0606 0706"),
        (("row 6",), "0106 0206 0306 0406 0506 0606 0706"),
        (("west edge",), "0101 0102 0103 0104 0105 0106"),
        (("north edge", "not column 1", "not 0301-0701"), "0201"),
        (("within 1 of 0303",), "0202 0203 0302 0303 0304 0402 0403"),
        (("within 0 of 0303 0605",), "0303 0605"),
        (("place Upper Mill",), "0303"),
        (("area East bank", "not row 01", "not row 02", "not row 03", "not row 04", "not row 05"), "0506 0606 0706"),
        (("0101", "not 0101", "0101"), "0101"),
    ],
)
def test_terms(read, terms, hexes):
    assert read(*terms) == hexes.split()


LINE = '[[lines]]\nname = "the front"\nsides = "0401/0501 0401/0502"\n'


def test_beside_a_line_are_the_hexes_of_both_sides(tmp_path):
    west = '[[areas]]\nname = "West"\nhexes = ["beside the front", "not column 5"]\n'
    board = load_example(tmp_path, board=BOARD + LINE + west).board
    assert [board.number(h) for h in read_hexes(board, ["beside the front"], pytest.fail, int)] == [
        "0401",
        "0501",
        "0502",
    ]
    assert board.areas["West"] == (board.hex("0401"),)


def test_beside_an_unknown_line(tmp_path):
    area = '[[areas]]\nname = "West"\nhexes = ["beside The Front"]\n'
    assert faults_of(tmp_path, board=BOARD + LINE + area) == [
        "mills-board.toml: [[areas]] 2 \"West\": hexes: 'beside The Front': "
        "the board has no line called 'The Front' (did you mean \"the front\"?)"
    ]


def test_beside_a_line_only_hexes_that_can_be_played_on(tmp_path):
    board = load_example(tmp_path, board=(BOARD + LINE).replace("..f..,.", "..f.~,.")).board
    assert [board.number(h) for h in read_hexes(board, ["beside the front"], pytest.fail, int)] == ["0401", "0502"]


def test_all(read):
    assert len(read("all")) == 42


@pytest.mark.parametrize(
    ("terms", "fault"),
    [
        (("0801",), "'0801': there is no hex '0801' on this map"),
        (("0101-0202",), "'0101-0202': 0101 and 0202 are not in the same column or row"),
        (("row 9",), "'row 9': the board has no row 9"),
        (("place Nowhere",), "'place Nowhere': the board has no place called 'Nowhere'"),
        (("beside front",), "'beside front': the board has no line called 'front'"),
        (("beside",), "'beside': write all"),
        (("entry A",), "'entry A': the board has no entry called 'A'"),
        (("not 0101",), "'not 0101' comes first, so there is nothing to remove it from"),
        (("everything",), "'everything': write all, a hex (1317)"),
        (("",), "'': write all"),
        (("within 1 of",), "'within 1 of': write all"),
        (("within 999 of 0101",), "'within 999 of 0101': write all"),
        (("upper edge",), "'upper edge': write all"),
        (("column ²",), "'column ²': write all"),
        (("all", "not not 0101"), "'not not 0101': write all"),
    ],
)
def test_faults(read, terms, fault):
    assert any(found.startswith(fault) for found in read(*terms)), read(*terms)


def test_river_hexes_are_left_out_and_one_by_its_number_is_a_fault(tmp_path):
    river = swap(BOARD, ",,.....\n", "~,.....\n")
    area = 'hexes = ["column 5", "column 6", "column 7"]'
    assert faults_of(tmp_path, board=swap(river, area, 'hexes = ["row 06", "0105-0106"]')) == []
    (fault,) = faults_of(tmp_path, board=swap(river, area, 'hexes = ["row 06", "0106"]'))
    assert fault.endswith("hexes: '0106': 0106 is a river hex, and hex sets have no river hexes")


def test_only_an_area_may_be_none(tmp_path):
    """An area that a battle's rules need, and that this board does not have."""
    area = 'hexes = ["column 5", "column 6", "column 7"]'
    board = swap(BOARD, area, 'hexes = ["none"]')
    assert load_example(tmp_path, board=board).board.areas["East bank"] == ()
    (fault,) = faults_of(tmp_path, board=swap(BOARD, area, 'hexes = ["all", "not none"]'))
    assert "'not none': write all, a hex (1317)" in fault
    (fault,) = faults_of(tmp_path, scenario=swap(SCENARIO, '"east edge"', '"none"'))
    assert "'none': write all, a hex (1317)" in fault
