"""A board as an SVG picture: well-formed, the same each time, and nothing of the board left out."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from tests.drawn import board
from westwall_tui.engine.board import Bridge, Hexsides, Place
from westwall_tui.files.boards import load_board
from westwall_tui.files.folders import battles, shipped_root
from westwall_tui.ui.sheet.geometry import Layout
from westwall_tui.ui.sheet.legend import bridge_kind
from westwall_tui.ui.sheet.svg import draw

SVG = "{http://www.w3.org/2000/svg}"


def small_board():
    """Every kind of thing that a board can have."""
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


def test_names_numbers_and_credits_are_told_and_escaped():
    told = texts(draw(small_board()))
    for words in ("Cat & <Mouse>", "A <b>", "Hill", "East & West", "Entry A", "Front", "Drawn for <this> test", "N"):
        assert words in told
    assert {"0401", "0604"} <= set(told)


def test_hexes_that_are_not_there_are_not_drawn():
    drawn = draw(small_board())
    assert "0101" not in texts(drawn)
    assert drawn.count(">0102<") == 1


def test_every_feature_is_drawn():
    every = {"clear", "mixed", "grove", "woods", "broken", "rough", "town", "city", "sea", "road", "trail", "rail"}
    every |= {"water", "canal", "river", "bridge", "cn", "rl", "st", "ferry", "area", "line", "big", "relief", "blue"}
    assert every <= styles(draw(small_board()))


def test_the_same_board_gives_the_same_picture():
    assert draw(small_board()) == draw(small_board())


@pytest.mark.parametrize("north", ["top", "right", "bottom", "left"])
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
    last = layout.way(found.roads[0]).rpartition("L")[2]
    x, _ = (float(part) for part in last.split(","))
    assert x > layout.centre(found.hex("0602"))[0]


@pytest.mark.parametrize("battle", battles())
def test_shipped_boards(battle):
    found = load_board(shipped_root() / battle / "board.toml")
    picture = draw(found)
    assert len(picture) < 700_000
    told = set(texts(picture))
    assert {found.number(h) for h in found.playable} <= told
    assert {place.name for place in found.places} | set(found.areas) | set(found.boundaries) <= told
