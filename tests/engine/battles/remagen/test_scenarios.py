"""Remagen, 17.0: both scenarios, unit by unit, by the booklet; and what their files may hold."""

from collections import Counter

import pytest

from tests.drawn import allowed, drawn, refused
from tests.engine.battles.rhine import RHINE, rhine, rules_of, shipped
from tests.every import every
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.engine.rules.scenario_data import ScenarioDataError
from westwall_tui.engine.scenario import Scenario


@every(
    ("victory", "key"),
    [
        ({"night": ["1"]}, "night"),
        ({"night": [0]}, "night"),
        ({"float_bridges": 13}, "float_bridges"),
        ({"us_towns": {"Nowhere": 5}}, "us_towns"),
        ({"limit": 1}, "limit"),
    ],
)
def test_the_keys_of_the_victory_table(victory, key):
    with pytest.raises(ScenarioDataError) as caught:
        rhine(us=["A 3-6-7 0101"], victory=victory)
    assert caught.value.key == key


def test_the_board_names_the_areas():
    with pytest.raises(ScenarioDataError) as caught:
        drawn(RHINE, blue=["A 3-6-7 0101"], names=("US", "German"), rules="remagen")
    assert "West bank" in str(caught.value)


def test_the_east_bank_is_one_piece_from_the_river_to_the_east_edge():
    with pytest.raises(ScenarioDataError) as caught:
        rhine("\n".join(["...~..~.."] * 9), us=["A 3-6-7 0101"])
    assert "one piece" in str(caught.value)


def test_orders_are_read():
    assert str(parse("bridge 0616 0517 0716")) == "bridge 0616 0517 0716"
    assert str(parse("DESTROY 0616")) == "destroy 0616"


# -- 17.0 the scenarios

US = {
    1: ("A", "1/47 2/47 3/47 1/311 2/311 3/311 1/310 60 52 2/310 3/310"),
    4: ("A", "9A"),
    13: ("A", "1/39 2/39 3/39"),
    16: (
        "A",
        "1/393 2/393 3/393 1/394 2/394 3/394 1/395 2/395 3/395 1/396 2/396 3/396 1/102 2/102 3/102 78A 99",
    ),
    22: ("A", "1/16 2/16 3/16 1/26 2/26 3/26 1/18 2/18 3/18 1"),
}
HISTORICAL = {
    (7, "E"): "111 110 15P 11A",
    (7, "D"): "Art-D",
    (8, "E"): "106",
    (8, "D"): "901 902 130P Lehr 32",
    (9, "D"): "10 11I 9D",
    (16, "F"): "130I 694 695 696 340 Art-F",
    (25, "EF"): "39 77 78I 26",
    (25, "F"): "751 752 326",
    (25, "G"): "981 982 989 990 272 277",
    (25, "C"): "164 183 190 8C 29 62 3C",
    (25, "CD"): "5I 8CD 9I 13 14 15I 3CD 5A",
}
OPTIMUM = {
    (2, "E"): "111 110 15P 11A",
    (3, "C"): "917 918 340 Art-C",
    (4, "E"): "106",
    (4, "D"): "901 902 130P Lehr",
    (5, "D"): "10 11I 32 9D",
    (10, "F"): "130I",
    (14, "EF"): "39 77 78I",
    (14, "E"): "26",
    (14, "F"): "751 752 326",
    (14, "G"): "981 982 989 990 272 277",
    (14, "C"): "164 183 190 62",
    (14, "CD"): "5I 8CD 9I 13 14 15I 3CD 5A",
}
NIGHTS = (2, 5, 8, 11, 14, 17, 20, 23, 26, 29)


def arrivals(scenario: Scenario, side: int) -> dict[tuple[int, str], set[str]]:
    """Return the reinforcements of a side by turn and areas."""
    found = {}
    for group in scenario.reinforcements:
        if group.side == side:
            entries = scenario.board.entries
            letters = "".join(letter for letter in sorted(entries) if set(entries[letter]) <= set(group.hexes))
            assert set(group.hexes) == {h for letter in letters for h in entries[letter]}
            found[group.turn, letters] = {scenario.units[unit].id for unit in group.units}
    return found


def german_schedule(name: str) -> None:
    wanted = {"historical": HISTORICAL, "optimum": OPTIMUM}[name]
    found = arrivals(shipped(f"remagen/{name}"), 1)
    assert found == {key: set(ids.split()) for key, ids in wanted.items()}


def start(name: str) -> dict[str, str]:
    scenario = shipped(f"remagen/{name}")
    return {scenario.units[unit].id: scenario.board.number(h) for unit, h in scenario.placed}


def test_17_11_17_12_17_21_17_22_set_up():
    for name in ("historical", "optimum"):
        assert start(name) == {"27": "0517", "Inf": "0716"}


def test_17_13_17_23_us_reinforcements():
    for name in ("historical", "optimum"):
        found = arrivals(shipped(f"remagen/{name}"), 0)
        assert found == {(turn, area): set(ids.split()) for turn, (area, ids) in US.items()}


def test_17_14_german_reinforcements():
    german_schedule("historical")


def test_17_24_german_reinforcements():
    german_schedule("optimum")


@pytest.mark.parametrize("name", ["historical", "optimum"])
def test_17_15_17_25_special_rules(name):
    scenario = shipped(f"remagen/{name}")
    assert scenario.sides[0].name == "US"
    assert (scenario.first_turn, scenario.last_turn, len(scenario.dates)) == (1, 30, 30)
    game = Game(scenario)
    assert rules_of(game).night == NIGHTS
    assert rules_of(game).bridging.first == (13, 14)
    assert [turn for turn in range(1, 31) if "night" in scenario.date(turn)] == list(NIGHTS)
    assert (scenario.date(1), scenario.date(30)) == ("7 Mar p.m.", "17 Mar a.m.")


@pytest.mark.parametrize(("name", "count"), [("historical", 92), ("optimum", 87)])
def test_17_0_every_unit_comes(name, count):
    scenario = shipped(f"remagen/{name}")
    assert len(scenario.units) == count
    assert Counter(unit.side for unit in scenario.units)[0] == 43


def test_16_22_the_first_turn_as_it_is_shipped():
    game = Game(shipped("remagen/historical"), seed=1)
    assert [bridge.name for bridge in queries.bridges(game)] == [
        "Ludendorff Bridge",
        "Float Bridge 1",
        "Float Bridge 2",
    ]
    assert [bridge.due for bridge in queries.bridges(game)] == [0, 13, 14]
    assert allowed(game, "move 27 0616")
    assert refused(game, "done").case == "12.23"
