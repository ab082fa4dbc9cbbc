"""`part = [...]`: a part of a sheet is a small sheet whose hexes keep their numbers."""

import pytest

from tests.every import every
from tests.files.example import BOARD, SCENARIO, faults_of, load_example, swap, write_example
from westwall_tui.engine.board import Board
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.hexgrid import EDGES, NOWHERE
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.files.checks import check_file
from westwall_tui.files.faults import Faults
from westwall_tui.files.saves.file import Save, write_save
from westwall_tui.files.scenarios.catalog import load_scenario, shipped
from westwall_tui.files.scenarios.hexsets import read_hexes
from westwall_tui.files.scenarios.sheet_part import read_part
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import TomlTable

WINDOWS = [
    ("bastogne/spearhead", "1406", "2613"),
    ("hurtgen/historical", "1613", "2421"),
    ("arnhem/historical", "2317", "3023"),
    ("remagen/historical", "0701", "1713"),
]
"""Parts of each sheet that begin with an odd or an even column."""


def part(board: Board, *corners: str) -> Board:
    """Return the part of a board between two corners."""
    return read_part(TomlTable({"part": list(corners)}, "", Faults("part.toml")), board)


@every("window", WINDOWS)
def test_hexes_neighbors_and_hexsides_are_those_of_the_sheet(window):
    key, *corners = window
    sheet = load_scenario(key).board
    small = part(sheet, *corners)
    left, right = int(corners[0][:2]), int(corners[1][:2])
    top, bottom = int(corners[0][2:]), int(corners[1][2:])
    inside = {n for n in sheet.by_number if left <= int(n[:2]) <= right and top <= int(n[2:]) <= bottom}
    assert set(small.by_number) == inside
    for number, h in small.by_number.items():
        old = sheet.hex(number)
        assert small.terrain[h] is sheet.terrain[old]
        around = {sheet.number(n): d for d, n in enumerate(sheet.grid.neighbors[old]) if n != NOWHERE}
        beside = {
            small.number(n): d
            for d, n in enumerate(small.grid.neighbors[h])
            if n != NOWHERE and small.terrain[n] is not Terrain.NONE
        }
        assert beside == {n: d for n, d in around.items() if n in inside}
        for n in beside:
            assert small.hexside(h, small.hex(n)) == sheet.hexside(old, sheet.hex(n))


@every("window", WINDOWS)
def test_the_edges_are_the_sides_of_the_part(window):
    key, *corners = window
    small = part(load_scenario(key).board, *corners)
    order = ["top", "right", "bottom", "left"]
    turn = order.index(small.north)
    by_side = dict(zip(order[turn:] + order[:turn], EDGES, strict=True))
    columns = {small.number(h)[:2] for h in small.edge(by_side["left"])}
    assert columns == {corners[0][:2]}
    assert {small.number(h)[:2] for h in small.edge(by_side["right"])} == {corners[1][:2]}
    assert {small.number(h)[2:] for h in small.edge(by_side["top"])} == {corners[0][2:]}
    assert {small.number(h)[2:] for h in small.edge(by_side["bottom"])} == {corners[1][2:]}


def test_roads_that_the_part_cuts_lead_off_the_map():
    sheet = load_scenario("bastogne/spearhead").board
    small = part(sheet, "1406", "2613")
    assert not any(small.number(h) in ("1608", "1709") for h in small.leaving)
    for number in ("2006", "2613", "1613"):
        assert small.leaving[small.hex(number)] & Hexside.ROAD, number
        assert small.hex(number) in {h for edge in EDGES for h in small.edge(edge)}


def test_places_areas_and_lines_keep_what_is_inside():
    sheet = load_scenario("remagen/historical").board
    small = part(sheet, "0701", "1713")
    assert {place.name for place in small.places} < {place.name for place in sheet.places}
    assert all(place.hexes for place in small.places)
    assert all(hexes for hexes in small.areas.values())


@pytest.mark.parametrize(
    ("terms", "numbers"),
    [
        (["column 14"], "1406 1407 1408"),
        (["row 06"], "1406 1506 1606"),
        (["1406-1606"], "1406 1506 1606"),
        (["within 1 of 1406"], "1406 1407 1506 1507"),
    ],
)
def test_hex_sets_use_the_numbers_of_the_sheet(terms, numbers):
    small = part(load_scenario("bastogne/spearhead").board, "1406", "1608")
    faults: list[str] = []
    found = read_hexes(small, terms, faults.append, lambda _: None)
    assert not faults
    assert " ".join(small.number(h) for h in found) == numbers


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ('["0101"]', 'part: must be two opposite corners, such as ["1406", "2613"]'),
        ('["0101", "9999"]', "part: there is no hex '9999' on this map"),
        ('["0101", "0205"]', "part: must have at least 3 columns and rows"),
        ("3", "part: must be a list of strings, not a whole number"),
    ],
)
def test_faults_of_a_part(tmp_path, value, fault):
    text = SCENARIO.replace("first_turn", f"part = {value}\nfirst_turn", 1)
    inland = swap(text, 'hexes = ["east edge"]', 'hexes = ["0303"]')  # a fault that depends on the part's edges
    assert faults_of(tmp_path, scenario=inland) == [f"mills.toml: {fault}"]


def test_hexes_outside_the_part_are_not_on_the_map(tmp_path):
    text = SCENARIO.replace("first_turn", 'part = ["0202", "0706"]\nfirst_turn', 1)
    board = load_example(tmp_path, scenario=text).board
    assert "0202" in board.by_number
    assert "0101" not in board.by_number
    found = faults_of(tmp_path, scenario=text.replace('hex = "0605"', 'hex = "0101"'))
    assert found == ['mills.toml: [[place]] 5 "29": hex: 0101 is outside the part of the map that this scenario uses']


def test_places_outside_the_part_are_not_unknown(tmp_path):
    text = SCENARIO.replace("first_turn", 'part = ["0202", "0604"]\nfirst_turn', 1)
    hold = '\n[[points]]\nkind = "hold"\nplace = "Lower Mill"\npoints = { US = 1 }\n'
    found = faults_of(tmp_path, scenario=text + hold)
    assert (
        "mills.toml: [[points]] 1: place: 'Lower Mill' is outside the part of the map that this scenario uses" in found
    )


PART = SCENARIO.replace("first_turn", 'part = ["0202", "0706"]\nfirst_turn', 1)
LOWER = 'name = "Lower Mill"\nkind = "village"'
QUICK = sorted(entry.key for entry in shipped() if entry.key.startswith("quick/"))[:1]


@pytest.mark.parametrize("key", ["", *QUICK])
@pytest.mark.parametrize("at_once", [True, False])
def test_a_game_on_a_part_is_saved_and_resumed(tmp_path, key, at_once):
    scenario = load_scenario(key) if key else load_example(tmp_path, scenario=PART)
    assert scenario.board.grid.left or scenario.board.grid.above or scenario.board.first_column > 1
    session = LocalSession.new(scenario, seed=3, folder=tmp_path / "saves")
    draw = Draw(3)
    while session.game.outcome is None and len(session.game.log) < 40:
        session.apply(session.game.random_order(draw))
    (tmp_path / "mills.toml").unlink(missing_ok=True)  # the save has the texts of a player's own files
    resumed = LocalSession.resume(session.path, at_once=at_once)
    assert resumed.game.scenario.board.grid == scenario.board.grid
    resumed.verify()
    assert resumed.game.log == session.game.log
    assert resumed.game.digest() == session.game.digest()
    assert write_save(Save(resumed.game)) == write_save(Save(session.game))


@pytest.mark.parametrize(
    ("corner", "remarks"),
    [
        ("0706", ()),
        ("0606", ("mills.toml: part: leaves out 0705 of Lower Mill",)),
    ],
)
def test_check_remarks_on_a_town_that_the_part_cuts(tmp_path, corner, remarks):
    board = swap(BOARD, f'{LOWER}\nhexes = "0605"', f'{LOWER}\nhexes = "0605 0705"')
    text = PART.replace('"0706"', f'"{corner}"')
    path = write_example(tmp_path, scenario=text, board=board)
    found = check_file(path)
    assert found.faults == ()
    assert tuple(remark.replace(str(tmp_path), "").lstrip("/") for remark in found.remarks) == remarks
