"""Ways are extended and cut, and a board of another size keeps what fits on it."""

from random import Random

import pytest

from westwall_tui.files.disk.folders import battles, shipped_root
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.boards import build_board
from westwall_tui.files.tables import SourceFile
from westwall_tui.files.workshop.draft import Draft
from westwall_tui.files.workshop.lines import carry_out
from westwall_tui.files.workshop.opening import new_battle
from westwall_tui.files.workshop.ways import CHAINS, EDGE, PATHS, key_of_way


@pytest.fixture
def draft(tmp_path, monkeypatch) -> Draft:
    """Return an empty board of five columns and four rows."""
    monkeypatch.setenv("WESTWALL_SCENARIOS", str(tmp_path))
    found = new_battle(5, 4).draft
    carry_out(found, "add roads name = Road; path = edge 0102 0202 0303")
    carry_out(found, "add streams name = Brook; sides = 0201/0302 0202/0302")
    carry_out(found, "add places name = Town; kind = town; hexes = 0303 0504")
    carry_out(found, "add areas name = South; hexes = row 04, 0303")
    return found


def test_a_path_is_extended_at_the_end_that_touches_and_cut_in_two(draft):
    assert carry_out(draft, "extend roads 1 0402 0503 edge") == "roads 1 leads to edge"
    assert draft.values("roads")["path"] == "edge 0102 0202 0303 0402 0503 edge"
    assert carry_out(draft, "cut roads 1 0303") == "roads 1 is cut at 0303; the rest is roads 2"
    assert draft.values("roads", 1)["path"] == "edge 0102 0202"
    assert draft.values("roads", 2) == {"name": "Road", "path": "0402 0503 edge"}
    carry_out(draft, "cut roads 1 edge")
    carry_out(draft, "extend roads 1 0101 edge")
    assert draft.values("roads", 1)["path"] == "edge 0101 0102 0202"
    assert carry_out(draft, "cut roads 2 0402") == "roads 2 is cut at 0402"
    assert carry_out(draft, "cut roads 2 edge") == "roads 2 is gone"
    for _ in range(5):
        carry_out(draft, "undo")
    assert draft.values("roads")["path"] == "edge 0102 0202 0303 0402 0503 edge"


def test_a_chain_is_extended_where_its_hexsides_meet(draft):
    carry_out(draft, "extend streams 1 0302/0303 0302/0402")
    assert draft.values("streams")["sides"] == "0201/0302 0202/0302 0302/0303 0302/0402"
    carry_out(draft, "extend streams 1 0201/0301")
    assert str(draft.values("streams")["sides"]).startswith("0201/0301 0201/0302")
    carry_out(draft, "cut streams 1 0202/0302")
    assert draft.count("streams") == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("extend roads 1 0501", "0303 and 0501 are not adjacent"),
        ("extend roads 1 0303", "not adjacent"),
        ("extend places 1 0303", "has no steps that could change; these have: roads"),
        ("extend streams 1 0201", "is not a hexside"),
        ("extend roads 1 edge", "cannot lead off the map at 0303"),
        ("extend roads 1", "is written extend roads"),
        ("cut roads 1 0504", "is not one of these steps"),
        ("cut roads 2 0504", "has one"),
    ],
)
def test_ways_that_lead_nowhere_are_refused(draft, line, reason):
    before = draft.texts
    with pytest.raises(FileError, match=reason):
        carry_out(draft, line)
    assert draft.texts == before


def test_a_smaller_board_cuts_off_what_no_longer_fits(draft):
    carry_out(draft, "extend roads 1 0402 0503")
    carry_out(draft, "resize 3 3")
    assert draft.values("roads")["path"] == "edge 0102 0202 0303 edge"
    assert draft.values("places")["hexes"] == "0303"
    assert draft.values("areas")["hexes"] == ["0303"]
    carry_out(draft, "resize 3 2")
    assert draft.count("places") == 0
    assert draft.values("areas")["hexes"] == ["none"]
    carry_out(draft, "undo")
    carry_out(draft, "resize 6 5")
    assert draft.values("roads")["path"] == "edge 0102 0202 0303"


@pytest.mark.parametrize("battle", battles())
def test_each_board_of_the_game_takes_any_size(draft, battle):
    board = (shipped_root() / battle / "board.toml").read_text("utf-8")
    random = Random(battle)
    whole = Draft(draft.texts._replace(board=SourceFile("board.toml", board)), "whole")
    for _ in range(4):
        columns, rows = random.randint(2, 99), random.randint(2, 99)
        whole.resize(columns, rows)
        assert (whole.sheet.grid.columns, whole.sheet.grid.odd_rows) == (columns, rows)


def test_several_changes_become_one(draft):
    carry_out(draft, "paint f 0101")
    carry_out(draft, "paint f 0201")
    draft.join(2, "a stroke")
    assert carry_out(draft, "undo") == "Undone: a stroke"
    assert draft.sheet.terrain[draft.sheet.by_number["0101"]] == "."
    carry_out(draft, "redo")
    assert draft.sheet.terrain[draft.sheet.by_number["0201"]] == "f"


@pytest.mark.parametrize("battle", battles())
def test_random_ways_and_sizes_never_leave_a_faulty_board(draft, battle):
    board = (shipped_root() / battle / "board.toml").read_text("utf-8")
    random = Random(battle)
    whole = Draft(draft.texts._replace(board=SourceFile("board.toml", board)), "whole")
    first, done = whole.texts, 0
    for _ in range(40):
        table = random.choice([name for name in (*PATHS, *CHAINS) if whole.count(name)])
        number = random.randint(1, whole.count(table))
        way = str(whole.values(table, number)[key_of_way(table)]).split()
        near = whole.sheet.grid.neighbors[whole.sheet.grid.parse(way[-1][:4])] if way[-1] != EDGE else (0,)
        hexes = [whole.sheet.grid.numbers[h] for h in near if h >= 0]
        line = random.choice(
            [
                f"cut {table} {number} {random.choice(way)}",
                f"extend {table} {number} {random.choice([*hexes, EDGE, f'{hexes[0]}/{hexes[-1]}'])}",
                f"resize {random.randint(20, 40)} {random.randint(20, 40)}",
                "undo",
            ]
        )
        try:
            carry_out(whole, line)
            done += 1
        except FileError:
            continue
    assert done > 9
    build_board(whole.texts.board)
    while whole.undo():
        pass
    assert whole.texts == first
