"""A board as an SVG picture: well-formed, always the same, and complete."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.drawn import board, drawn
from tests.every import every
from tests.long import sample
from westwall_tui.engine.board import Bridge, Hexsides, Place
from westwall_tui.engine.orders import parse
from westwall_tui.engine.queries import tables
from westwall_tui.engine.terrain import LINE_ORDER
from westwall_tui.files.disk.folders import battles, shipped_root
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.scenarios.boards import load_board
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.prints.drawing import Layout, sampled, width_of, written
from westwall_tui.prints.edges import Edges, marks
from westwall_tui.prints.ground import beside, bridge_kind
from westwall_tui.prints.labels import HexNumbers, boxes_of, named, taken
from westwall_tui.prints.legend import COST, GAP, hexside_key, results_table, terrain_key
from westwall_tui.prints.svg import MARGIN, board_sheet, draw
from westwall_tui.prints.ways import WayLines

SVG = "{http://www.w3.org/2000/svg}"


def small_board():
    """Return a board with every kind of feature."""
    drawn = board(
        """
        ---.o#
        .,gf^%
        ..~...
        ......
        """,
        roads=["edge 0102 0201 0302 0402 0503 0602 edge"],
        trails=["0103 0203 0303 0403"],
        railways=["0504 0503 0502 0501 edge"],
        streams=["0402/0503 0403/0503"],
        canals=["0502/0503 0502/0602"],
        rivers=["0601/0602 0501/0502"],
        ferries=["0601/0602"],
        bridges=["rail 0501/0502", "canal 0502/0503"],
    )
    front = Hexsides("Front", ((drawn.hex("0402"), drawn.hex("0403")), (drawn.hex("0402"), drawn.hex("0503"))))
    return replace(
        drawn,
        name="Cat & <Mouse>",
        places=(Place("A <b>", "town", (drawn.hex("0501"),)), Place("Hill", "height", (drawn.hex("0202"),))),
        areas={"East & West": (drawn.hex("0601"), drawn.hex("0602"))},
        entries={"A": (drawn.hex("0102"),)},
        boundaries={"Front": front},
        source="Drawn for <this> test",
        north="right",
    )


def texts(picture):
    return [element.text for element in ET.fromstring(picture).iter(f"{SVG}text")]


def styles(picture):
    return {name for element in ET.fromstring(picture).iter() for name in element.get("class", "").split()}


def test_names_numbers_and_credits_are_drawn_and_escaped():
    told = texts(draw(small_board()))
    for words in ("Cat & <Mouse>", "A <b>", "Hill", "A", "½", "Front", "Drawn for <this> test", "N"):
        assert words in told
    assert {"0401", "0604"} <= set(told)


def test_missing_hexes_are_not_drawn():
    drawn = draw(small_board())
    assert "0101" not in texts(drawn)
    assert drawn.count(">0102<") == 1


def test_every_feature_is_drawn():
    every = {"clear", "mixed", "grove", "woods", "broken", "rough", "town", "city", "sea", "road", "trail", "rail"}
    every |= {
        "water",
        "canal",
        "river",
        "bridge",
        "cn",
        "rl",
        "st",
        "ferry",
        "entry",
        "line",
        "houses",
        "big",
        "relief",
        "blue",
    }
    assert every <= styles(draw(small_board()))


def test_the_same_board_gives_the_same_picture():
    assert draw(small_board()) == draw(small_board())


@every("north", ["top", "right", "bottom", "left"])
def test_north_arrow(north):
    turn = {"top": 0, "right": 90, "bottom": 180, "left": 270}[north]
    assert f'transform="rotate({turn})"' in draw(replace(small_board(), north=north))


def test_bridges_by_kind():
    found = small_board()

    def kind(side):
        a, b = (found.hex(number) for number in side.split("/"))
        return bridge_kind(found, a, b)

    assert [kind(side) for side in ("0501/0502", "0503/0602", "0402/0503")] == ["rail", "stream", "stream"]
    crossed = replace(found, canals=(*found.canals, Hexsides("c", ((found.hex("0302"), found.hex("0402")),))))
    assert bridge_kind(crossed, found.hex("0302"), found.hex("0402")) == "canal"
    listed = replace(crossed, bridges=(Bridge("highway", (found.hex("0302"), found.hex("0402"))),))
    assert bridge_kind(listed, found.hex("0302"), found.hex("0402")) == "highway"


def test_a_way_leaves_the_map_straight_ahead():
    found = small_board()
    layout = Layout(found, 0, 0)
    last = WayLines(layout).way(found.roads[0]).rpartition("L")[2]
    x, _ = (float(part) for part in last.split(","))
    assert x > layout.centre(found.hex("0602"))[0]


def centres(layout, *numbers):
    return [written([layout.centre(layout.board.hex(number))]) for number in numbers]


def test_roads_pass_the_center_where_others_begin_end_or_part_and_bend_elsewhere():
    layout = Layout(board(roads=["0303 0403 0504 0604", "0504 0505"], trails=["0201 0202 0303"]), 0, 0)
    main, branch = map(WayLines(layout).way, layout.board.roads)
    bend, joint, end = centres(layout, "0403", "0504", "0303")
    assert f"Q{bend}" in main
    assert f" {joint}C" in main
    assert branch.startswith(f"M{joint}L")
    assert main.startswith(f"M{end}")


def apart(layout, points, others):
    """Return the distance of the nearest of some points from others."""
    return min((x - u) ** 2 + (y - v) ** 2 for x, y in points for u, v in others) ** 0.5


def test_a_railway_runs_beside_its_road():
    layout = Layout(board(roads=["0303 0403 0504 0505 0506"], railways=["0403 0504 0505 0506"]), 0, 0)
    ways = WayLines(layout)
    road, rails = list(sampled(ways.way(layout.board.roads[0]))), list(sampled(ways.railway(layout.board.railways[0])))
    assert 6 < apart(layout, rails, road) < 12


def test_a_railway_alone_stays_in_the_middle():
    layout = Layout(board(railways=["0503 0504 0505"]), 0, 0)
    assert WayLines(layout).railway(layout.board.railways[0]).startswith(f"M{centres(layout, '0503')[0]}")


def test_railways_meet_where_one_of_them_ends():
    rails = ["0303 0403 0504", "0504 0505 0506", "0401 0402 0403"]
    layout = Layout(board(roads=["0303 0403 0504 0505 0506"], railways=rails), 0, 0)
    ways = WayLines(layout)
    west, south, branch = (list(sampled(ways.railway(railway))) for railway in layout.board.railways)
    assert west[-1] == south[0]
    assert apart(layout, branch[-1:], west) < 1


def test_a_line_runs_beside_its_hexsides_all_on_one_side():
    found = board()
    sides = ("0404/0405", "0505/0404", "0504/0505", "0604/0505")
    pairs = [(found.hex(side[:4]), found.hex(side[5:])) for side in sides]
    layout = Layout(replace(found, boundaries={"Front": Hexsides("Front", tuple(pairs))}), 0, 0)
    (stretch,) = beside(layout, layout.board.boundaries["Front"])
    corners = [corner for pair in pairs for corner in layout.side(*pair)]
    assert apart(layout, stretch, corners) > 8
    nearest = [min(layout.shown, key=lambda h: apart(layout, [layout.centre(h)], [p])) for p in stretch]
    assert {layout.board.number(h) for h in nearest} == {"0404", "0504", "0604"}


def test_entries_are_in_brackets_outside_the_map_without_overlap():
    found = board()
    rows = {name: tuple(map(found.hex, hexes.split())) for name, hexes in {
        "A": "0101 0201 0301 0501", "West 0101-0501": "0101 0201 0301 0401 0501", "B": "0104 0105 0901",
    }.items()}  # fmt: skip
    edges = Edges(replace(found, entries=rows))
    assert [(mark.side, mark.words) for mark in marks(replace(found, entries=rows))] == [
        ("top", "A"), ("top", "A"), ("top", "West 0101-0501"), ("left", "B"), ("top", "B"),
    ]  # fmt: skip
    assert [[mark.words for mark in tier] for tier in edges.tiers["top"]] == [["A", "B", "A"], ["West 0101-0501"]]


@pytest.mark.parametrize("key", [terrain_key, hexside_key])
def test_the_heading_of_a_key_ends_before_its_columns(key):
    block = key(load_scenario("hurtgen/historical").board)
    (head,) = re.findall('class="head"[^>]*>([^<]+)<', block.drawn)
    assert width_of(head, 19, bold=True) + 10 < COST


def test_no_heading_of_the_results_table_runs_into_the_next():
    block = results_table()
    root = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{block.drawn}</svg>')
    heads = [each for each in root.iter(f"{SVG}text") if each.get("class") == "cell fine bold"]
    assert len(heads) == sum(len(tables.headings(entry)) for entry in LINE_ORDER)
    spans: dict[str, list[tuple[float, float]]] = {}
    for each in heads:
        half = width_of(each.text or "", 11.5, bold=True) / 2
        x = float(each.get("x", ""))
        spans.setdefault(each.get("y", ""), []).append((x - half, x + half))
    for row in spans.values():
        assert all(end + 2 < start for (_, end), (start, _) in pairwise(row))


@pytest.mark.slow
def test_the_columns_below_the_map_have_equal_width_and_fit_the_frame():
    sheet = board_sheet(load_board(shipped_root() / "bastogne/board.toml"), [load_scenario("bastogne/campaign")])
    columns = re.findall(r'translate\(([\d.]+),0.0\)"><g transform="translate\(0', sheet.drawn)
    assert float(columns[-1]) == pytest.approx((sheet.width - 2 * MARGIN + GAP) / 2, abs=0.1)


def test_a_picture_has_the_tables_to_play_with_and_the_turns_of_its_scenarios():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"])
    told = texts(draw(game.scenario.board, [game.scenario]))
    assert {"Combat Results Table (7.61)", "die 6", "De", "+9-11", "Game-Turns", "Clear, Mixed"} <= set(told)
    assert "Game-Turns" not in texts(draw(game.scenario.board))


@pytest.mark.slow
@pytest.mark.parametrize(("battle", "cost"), [("remagen", "1"), ("hurtgen", "closed")])
def test_a_river_hex_costs_its_bridge_and_is_closed_without_one(battle, cost):
    told = texts(draw(load_board(shipped_root() / battle / "board.toml")))
    assert told[told.index("River hex") + 1] == cost


def test_counters_of_a_game_show_their_units_without_markup():
    game = drawn(blue=["A 4-4-7 0505", "G 3-2-18/1-7 artillery"], red=["X 3-3-7 0504"])
    units = tuple(replace(u, designation='<b>&"\x01', formation="</svg>") for u in game.scenario.units)
    game.state.scenario = game.scenario = replace(game.scenario, name="<script>", units=units)
    picture = draw(game.scenario.board, game=game)
    told = texts(picture)
    assert "<script" not in picture
    assert {"4-4-7", "3-3-7", "3-2-18", "1-7", "<script>", '<b>&"?'} <= set(told)
    assert sum(element.get("class") == "counter" for element in ET.fromstring(picture).iter()) == 3


def test_a_saved_game_has_turn_phase_points_and_what_units_have_done():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0506"], red=["X 3-3-7 0102"])
    game.apply(parse("move A 0504"))
    picture = draw(game.scenario.board, game=game)
    told = texts(picture)
    assert "Blue Movement Phase" in told
    assert any((words or "").startswith("Game-Turn 1") for words in told)
    assert "In this phase: M has moved" in told
    tags = [element.text for element in ET.fromstring(picture).iter(f"{SVG}text") if element.get("class") == "done"]
    assert tags == ["M"]


@pytest.mark.slow
def test_a_saved_game_has_its_victory_points():
    save = read_save(Path(__file__).parents[1] / "saves/v1-bastogne-campaign-combat.toml")
    told = texts(draw(save.game.scenario.board, game=save.game))
    assert "Points: German 0, U.S. 39" in told
    assert "German Combat Phase" in told


def common(box, other):
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


@pytest.mark.slow
@pytest.mark.parametrize("battle", sample(battles(), ["arnhem", "bastogne"]))
def test_shipped_boards(battle):
    found = load_board(shipped_root() / battle / "board.toml")
    layout = Layout(found, 0, 0)
    ways = WayLines(layout)
    strokes = [point for drawn in ways.paths() for point in sampled(drawn)]
    numbers = HexNumbers(layout, strokes)
    names = named(layout, taken(layout, numbers.boxes(), strokes))
    covered = [("a number", box) for box in numbers.boxes()]
    for name in names:
        boxes = boxes_of(name.spot, name.width, name.type.size)
        assert not [other for other, box in covered for own in boxes if common(own, box)], name
        covered += [(name.words, box) for box in boxes]
    told = {name.words for name in names}
    waters = {water.name for water in (*found.rivers, *found.canals, *found.streams)}
    assert {place.name for place in found.places} | set(found.boundaries) | waters <= told
    heights = {place.name: place.hexes for place in found.places if place.kind == "height"}
    for name in names:
        if name.words in heights:
            away = [abs(name.spot.x - x) + abs(name.spot.y - y) for x, y in map(layout.centre, heights[name.words])]
            assert min(away) < 50, name


@pytest.mark.slow
@pytest.mark.parametrize("battle", sample(battles(), ["hurtgen", "remagen"]))
def test_no_railway_of_a_shipped_board_is_under_a_road(battle):
    found = load_board(shipped_root() / battle / "board.toml")
    layout = Layout(found, 0, 0)
    ways = WayLines(layout)
    led = {frozenset(link) for way in (*found.roads, *found.trails) for link in pairwise(way.hexes)}
    points = [p for way in (*found.roads, *found.trails) for p in sampled(ways.way(way))]
    for railway in found.railways:
        rails = list(sampled(ways.railway(railway)))
        for a, b in pairwise(railway.hexes):
            if frozenset((a, b)) in led:
                (x1, y1), (x2, y2) = layout.centre(a), layout.centre(b)
                middle = (x1 + x2) / 2, (y1 + y2) / 2
                nearest = min(rails, key=lambda p: apart(layout, [p], [middle]))
                assert apart(layout, [nearest], [p for p in points if apart(layout, [p], [middle]) < 40]) > 5
