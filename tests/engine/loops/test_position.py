"""The fast position agrees with the engine, and moves can be reversed."""

from typing import Any

from tests.drawn import below, drawn
from tests.engine.battles.drawn_arnhem import field, market
from tests.every import every
from westwall_tui.engine import planning, queries
from westwall_tui.engine.board import FOOT
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.loops import Position
from westwall_tui.engine.rules.retreat import retreat_reduction
from westwall_tui.files.library import new_game
from westwall_tui.tools.simulate.games import chooser

SCENARIOS = ("bastogne/spearhead", "hurtgen/historical", "arnhem/historical", "remagen/optimum")


def grown(scenario: str, orders: int = 160):
    """Return a game under way."""
    game = new_game(scenario, seed=5)
    choose = chooser("random", 3)
    for _ in range(orders):
        game.apply(choose(game))
    return game


@every("scenario", SCENARIOS)
def test_zones_and_room_agree_with_the_engine(scenario):
    game = grown(scenario)
    position = Position(game)
    for side in (0, 1):
        assert {h for h, count in enumerate(position.zones[side]) if count} == queries.zone(game, side)
    checked = 0
    for unit in game.state.on_map(0) + game.state.on_map(1):
        h = game.state.location[unit]
        if h not in game.rules.refuges.hexes:
            exact = planning.fate(game, unit).room
            assert position.room(unit, h) >= exact  # `room` passes friendly units that may not all be displaced
            checked += position.room(unit, h) == exact
    assert checked


@every("scenario", SCENARIOS)
def test_moves_there_and_back_change_nothing(scenario):
    game, draw = grown(scenario), Draw(1)
    position = Position(game)
    before = (list(position.where), list(position.at), list(position.zones[0]), list(position.zones[1]))
    free = [h for h in game.scenario.board.playable if position.at[h] < 0]
    for unit in game.state.on_map(0) + game.state.on_map(1):
        home = position.where[unit]
        position.move(unit, draw.pick(free))
        position.move(unit, home)
    assert before == (position.where, position.at, position.zones[0], position.zones[1])


def test_7_72_no_unit_retreats_over_a_river_without_a_bridge():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], rivers=[below(5)])
    position = Position(game)
    assert position.room(0, position.where[0]) == planning.fate(game, 0).room
    south = game.scenario.board.hex("0506")
    assert south not in position.land.retreat[FOOT][position.where[0]]


def test_11_2_a_hex_is_surrounded_by_units_and_zones():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504", "Y 3-3-7 0406"])
    position = Position(game)
    assert not position.surrounded(0, position.where[0])
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0503", "Y 3-3-7 0407", "Z 3-3-7 0705", "V 3-3-7 0305"])
    position = Position(game)
    around = position.land.around[position.where[0]]
    assert position.surrounded(0, position.where[0]) == all(position.zones[1][h] for h in around)


def test_11_2_at_the_mapedge_no_unit_is_surrounded():
    game = market(field("0101#"), allied=["A 4-4-7 0201"], german=["X 2-2-7 0101"])
    position = Position(game)
    assert not position.surrounded(1, position.where[1])
    assert position.relief(1, position.where[1]) == retreat_reduction(game.state, 1, position.where[1]) == 2


AROUND = ("A 4-4-7 0504", "B 2-2-7 0606", "C 2-2-7 0406")
"""Together they hold or control all six hexes around 0505."""


@every(
    ("unit", "side", "open_way", "surrounded"),
    [
        ("X 2-2-7", "german", 2, 0),
        ("X 2-2-7", "allied", 2, 0),
        ("X 2-2-7 airborne:101st", "allied", 2, 2),
        ("X 2-2-7 glider:82nd", "allied", 2, 2),
        ("X 2-1-4/1-7 airborne-artillery:101st", "allied", 0, 0),
        ("X 2-1-4/1-7 artillery", "allied", 2, 0),
    ],
)
def test_11_1_11_2_a_citys_relief_agrees_with_the_engine(unit, side, open_way, surrounded):
    other = "allied" if side == "german" else "german"
    for besiegers, expected in ((AROUND[:2], open_way), (AROUND, surrounded)):
        units: dict[str, Any] = {side: [f"{unit} 0505"], other: besiegers}
        game = market(field("0505#"), **units)
        position, x = Position(game), game.scenario.by_id["x"]
        assert position.relief(x, position.where[x]) == expected
        assert retreat_reduction(game.state, x, position.where[x]) == expected
        assert position.relief(x, game.scenario.board.hex("0808")) == 0
