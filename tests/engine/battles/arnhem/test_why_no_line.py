"""The reasons that the game gives for a unit without a Line of Communication (17.3)."""

import pytest

from tests.drawn import FIELD
from tests.engine.battles.drawn_arnhem import field, market
from tests.engine.naming import ids
from westwall_tui.engine import queries

ROAD = ["0509 0508 0507 0506 0505 0504 0503 0502 0501 edge"]
MOAT = ["0101/0102 0101/0201"]
FAR = "X 1-1-7 0909"
BESIDE = [column for column in range(1, 10) if column != 5]
LANE = field(*(f"{column:02}{row:02}~" for column in BESIDE for row in range(1, 10)))
"""Nothing but column 5 is land, so no path leads past a unit."""
WALL = field(*(f"{column:02}06-" for column in BESIDE))
"""Nobody passes row 6 but at 0506."""


def why(allied, german=(FAR,), *, rivers=(), zone="0101", terrain=FIELD, roads=ROAD):
    """By Allied unit, why it has no LOC; the road leads to 0509, and the drop zone of the 101st is in `zone`."""
    game = market(
        terrain,
        allied=list(allied),
        german=list(german),
        roads=list(roads),
        rivers=list(rivers),
        victory={"line_to": ["0509"], "drop_zones": [f"101 {zone}"]},
    )
    return {ids(game, [supply.unit]): supply.why for supply in queries.supplies(game)}


def test_17_31_the_first_hex_where_the_enemy_is_in_the_way_is_named():
    assert why(["A 4-4-7 0504"]) == {"A": ""}
    assert why(["A 4-4-7 0504"], ["X 1-1-7 0609"]) == {"A": "an enemy zone at 0509"}
    assert why(["A 4-4-7 0508"], ["X 1-1-7 0509"]) == {"A": "an enemy at 0509"}
    for enemy, reason in (("0507", "an enemy zone at 0506"), ("0505", "an enemy at 0505"), ("0503", "")):
        assert why(["A 3-3-7 0504"], [f"X 2-2-7 {enemy}"], terrain=LANE) == {"A": reason}


def test_17_31_a_road_that_ends_leads_nowhere():
    assert why(["A 3-3-7 0504"], terrain=WALL, roads=()) == {"A": ""}
    assert why(["A 3-3-7 0504"], terrain=WALL, roads=["0505 0506"]) == {"A": "no road or trail leads on from there"}


def test_17_32_no_drop_zone_no_line():
    assert why(["A 2-2-7 airborne:1st 0504"]) == {"A": "its drop zone is not on the map"}


def test_17_31_without_a_bridge_water_is_in_the_way():
    assert why(["A 4-4-7 0101"], rivers=MOAT) == {"A": "water is in the way"}


@pytest.mark.parametrize(
    ("where", "reason"), [("0108", ""), ("0109", "the drop zone is 8 hexes away, but the limit is 7")]
)
def test_17_32_a_drop_zone_may_be_seven_hexes_away(where, reason):
    assert why([f"A 2-2-7 airborne:101st {where}"]) == {"A": reason}


def test_17_32_an_enemy_zone_and_water_on_the_way_to_the_drop_zone():
    near = ["X 1-1-7 0203", "Y 1-1-7 0303", "Z 1-1-7 0204"]
    assert why(["A 2-2-7 airborne:101st 0105"], near) == {"A": "an enemy zone at 0104"}
    assert why(["A 2-2-7 airborne:101st 0101"], rivers=MOAT, zone="0505") == {"A": "water is in the way"}
