"""Refusals name the real obstacle: terrain, zones, enemies, Movement Points, or several of them."""

import re
from functools import partial

import pytest

from tests.drawn import below, drawn, refused
from tests.engine.battles.drawn_bastogne import siege
from tests.engine.battles.rhine import rhine
from tests.long import sample
from tests.players import busy_player
from westwall_tui.engine import queries
from westwall_tui.engine.board import WHEELS
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Move
from westwall_tui.engine.rules.barriers import ROUGH, WATER, first_barrier, steps_without
from westwall_tui.engine.state import ELIMINATED
from westwall_tui.engine.terrain import Hexside
from westwall_tui.files.scenarios.catalog import load_scenario

FOOT_UNIT, TANK = "A 4-4-7", "A 4-4-12 armor"


def why(game, order):
    refusal = refused(game, order)
    return refusal.case, refusal.reason


def test_5_21_a_river_is_named_with_its_place():
    case, reason = why(drawn(blue=[f"{FOOT_UNIT} 0505"], rivers=[below(5)]), "move A 0506")
    assert case == "5.21"
    assert "no bridge across the river between 0505 and 0506" in reason


def test_5_21_the_river_in_front_is_named_and_not_a_distant_bridge():
    """The bridge at the west edge is in X's zone, but too far away even without it, so the river is named."""
    game = drawn(blue=[f"{FOOT_UNIT} 0905"], red=["X 2-2-7 0107"], rivers=[below(5)], trails=["0105 0106"])
    case, reason = why(game, "move A 0906")
    assert case == "5.21"
    assert "river between 0905 and 0906" in reason


def test_6_0_the_zone_behind_a_near_bridge_is_named():
    """Here the bridge is next to the unit, and only the zone keeps it from going on beyond."""
    game = drawn(blue=[f"{FOOT_UNIT} 0505"], red=["X 2-2-7 0406"], rivers=[below(5)], roads=["0505 0506"])
    assert why(game, "move A 0507")[0] == "6.0"


@pytest.mark.parametrize(("feature", "word"), [("streams", "stream"), ("canals", "canal")])
def test_5_24_a_stream_or_canal_stops_a_vehicle(feature, word):
    case, reason = why(drawn(blue=[f"{TANK} 0505"], **{feature: [below(5)]}), "move A 0507")
    assert case == "5.24"
    assert f"vehicles cannot cross the {word} between 0505 and 0506" in reason


def test_5_24_the_stream_is_named_and_not_zones_around_a_distant_ford():
    game = drawn(blue=["A 4-4-6 armor 0905"], red=["X 2-2-7 0107"], streams=[below(5)], trails=["0105 0106"])
    case, reason = why(game, "move A 0906")
    assert case == "5.24"
    assert "stream between 0905 and 0906" in reason


def test_5_24_bridges_and_ferries_closed_to_vehicles():
    rail = drawn(blue=[f"{TANK} 0505"], rivers=[below(5)], bridges=["rail 0505/0506"])
    assert "the bridge between 0505 and 0506 has no road" in why(rail, "move A 0506")[1]
    ferry = drawn(blue=[f"{TANK} 0505"], rivers=[below(5)], ferries=["0505/0506"])
    assert "the ferry between 0505 and 0506" in why(ferry, "move A 0506")[1]


def test_5_24_ground_that_vehicles_enter_only_by_road():
    case, reason = why(drawn(". f", blue=[f"{TANK} 0101"]), "move A 0102")
    assert (case, "vehicles can enter 0102 (Woods) only by road or trail" in reason) == ("5.24", True)


def test_5_25_movement_points_are_named_if_the_path_is_open():
    game = drawn(blue=["A 4-4-2 0505"], red=["X 2-2-7 0101"])
    assert why(game, "move A 0509") == ("5.25", "A needs 4 MP to reach 0509, but has only 2")


def test_5_25_movement_points_are_named_for_a_long_detour():
    """The vehicle's only way over the stream, at the west edge, is open but costs too many points."""
    game = drawn(blue=["A 4-4-6 armor 0905"], streams=[below(5)], trails=["0105 0106"])
    assert why(game, "move A 0906")[0] == "5.25"


def test_6_0_zones():
    game = drawn(". . . . .", blue=[f"{FOOT_UNIT} 0101"], red=["X 2-2-7 0104"])
    assert refused(game, "move A 0105").case == "5.12"  # X itself is in the way
    game = drawn("..... .....", blue=[f"{FOOT_UNIT} 0101"], red=["X 2-2-7 0302"])
    case, reason = why(game, "move A 0501")
    assert case == "6.0"
    assert "Zones of Control" in reason


NARROW = "... ... ... ... ... ... ..."
"""Three columns; X at 0204 has a zone from edge to edge. 0206 to 0202 costs 4 MP through its hex, and 5 around it."""


def test_6_0_a_zone_is_named_before_its_unit():
    game = drawn(NARROW, blue=["A 4-4-5 0206"], red=["X 2-2-7 0204"])
    assert why(game, "move A 0202") == ("6.0", "enemy Zones of Control stop A short of 0202")
    game = drawn(NARROW, blue=["A 4-4-4 0206"], red=["X 2-2-7 0204"])
    assert why(game, "move A 0202") == ("5.12", "enemy units and their zones block every path to 0202")


def test_6_0_the_first_of_several_obstacles_is_named():
    """A would have too few points even without X."""
    game = drawn(NARROW, blue=["A 4-4-1 0206"], red=["X 2-2-7 0204"])
    assert why(game, "move A 0202")[0] == "6.0"


def test_5_31_6_0_a_friendly_unit_in_an_enemy_zone_is_in_the_way():
    game = drawn("...", blue=[f"{FOOT_UNIT} 0101", "B 1-1-7 0201"], red=["X 2-2-7 0301"])
    assert refused(game, "move A 0301").case == "5.12"
    game = drawn("... -.-", blue=[f"{FOOT_UNIT} 0101", "B 1-1-7 0201"], red=["X 2-2-7 0202"])
    assert refused(game, "move A 0301").case == "6.0"


def test_the_ground_and_the_enemy_together():
    river = drawn(". . . . .", blue=[f"{FOOT_UNIT} 0101"], red=["X 2-2-7 0103"], rivers=["0101/0102"])
    case, reason = why(river, "move A 0104")
    assert case == "5.21"
    assert "river between 0101 and 0102, and enemy units block it too" in reason
    zone = drawn("... ... ...", blue=[f"{FOOT_UNIT} 0101"], red=["X 2-2-7 0303"], rivers=[below(1, 3, 3)])
    case, reason = why(zone, "move A 0103")
    assert case == "5.21"
    assert "in the way too" not in reason  # the river alone: behind it A would get there
    wood = drawn(". . f .", blue=[f"{TANK} 0101"], streams=["0101/0102"])
    case, reason = why(wood, "move A 0103")
    assert case == "5.24"
    assert "stream between 0101 and 0102" in reason


def test_5_21_a_whole_hex_of_river_and_no_ground_at_all():
    assert (
        "there is no bridge across the river at 0102"
        in why(drawn(". ~ .", blue=[f"{FOOT_UNIT} 0101"]), "move A 0103")[1]
    )
    refusal = refused(drawn(". - .", blue=[f"{FOOT_UNIT} 0101"]), "move A 0103")
    assert (refusal.case, refusal.units, refusal.hexes) == ("5.21", ("A",), ("0103",))
    assert refusal.reason == "no unit can get from 0101 to 0103 because of prohibited terrain"
    for column in (". - .", ". - f"):
        refusal = refused(drawn(column, blue=[f"{TANK} 0101"]), "move A 0103")
        assert refusal.reason == "no unit can get from 0101 to 0103 because of prohibited terrain"


def test_15_0_the_limit_of_advance_is_not_called_an_enemy():
    """0904 can be reached only through what is beyond the Limit of Advance, and is beyond it as well."""
    game = rhine(us=[f"{FOOT_UNIT} 0804"])
    assert refused(game, "move A 0904").case == "15.0"


POCKET = "\n".join(["...~....."] * 6)
"""Six rows of Remagen's small board; the tests draw the other three, with no ground around 0808."""


def test_15_0_a_hex_reached_only_from_beyond_the_limit():
    """0808 is on this side of the Limit, but only 0908 and 0909, beyond the Limit and past X, lead there."""
    game = rhine(f"{POCKET} ...~...-. ...~..-.. ...~..--.", us=["A 4-4-20 0803"], german=["X 2-2-7 0907"])
    refusal = refused(game, "move A 0808")
    assert (refusal.case, refusal.units, refusal.hexes) == ("15.0", ("A",), ("0808",))


def test_5_21_the_limit_is_not_named_if_there_is_no_path_at_all():
    game = rhine(f"{POCKET} ...~...-. ...~..-.- ...~..---", us=["A 4-4-20 0803"])
    assert refused(game, "move A 0808").case == "5.21"


def test_12_0_an_exit_is_refused_because_of_terrain():
    stream = siege("...", german=["A 4-4-12 armor 0301"], streams=["0201/0101"])
    refusal = refused(stream, "exit A west")
    assert refusal.case == "5.24"
    assert "stream between 0201 and 0101" in refusal.reason
    river = siege("...", german=["A 4-4-7 0301"], rivers=["0301/0201"])
    refusal = refused(river, "exit A west")
    assert refusal.case == "5.21"
    assert "river between 0301 and 0201" in refusal.reason


def test_steps_without_barriers():
    """Ignoring a barrier only adds steps, each at the cost of its hex."""
    game = drawn(". f .", blue=[f"{TANK} 0101"], streams=["0102/0103"])
    state = game.state
    steps, ground = state.ground.steps[WHEELS], state.ground
    assert steps_without(steps, ground, WHEELS, frozenset()) is steps
    wood = steps_without(steps, ground, WHEELS, frozenset({ROUGH}))
    assert dict(wood[0]) == {1: 4}
    dry = steps_without(steps, ground, WHEELS, frozenset({WATER}))
    assert dict(dry[1]) == {0: 2, 2: 2}
    assert first_barrier(state, 0, (0, 1, 2), wood)[0] == "5.24"
    assert first_barrier(state, 0, (0,), steps) == ("", "")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["arnhem/historical", "bastogne/spearhead", *sample(["hurtgen/historical"], [])])
def test_a_road_over_the_named_hexside_removes_the_obstacle(name):
    """In random games: with a road and bridge over the named hexside the order is not refused for that reason."""
    game, draw = Game(load_scenario(name), seed=3), Draw(3)
    looked, enough = 0, sample(12, 6)
    while looked < enough and game.outcome is None:
        state = game.state
        units = [u for u in queries.movers(game) if state.location[u] >= 0] if game.prompt.kind == "movement" else []
        for unit in units:
            order = Move(state.units[unit].id, (state.number(draw.pick(near(game, unit, 3))),))
            refusal = game.explain(order)
            named = re.findall(r"\b\d{4}\b", refusal.reason.split(": ")[-1]) if refusal else []
            if refusal is None or refusal.case not in ("5.21", "5.24") or len(named) != 2:
                continue
            a, b = (game.scenario.board.hex(number) for number in named)
            other = game.copy()
            other.state.alter(a, b, state.ground.hexside(a, b) | Hexside.ROAD | Hexside.BRIDGE)
            after = other.explain(order)
            assert after is None or after.reason != refusal.reason
            looked += 1
        game.apply(busy_player(game, draw))
    assert looked >= enough


@pytest.mark.slow
@pytest.mark.parametrize("name", ["arnhem/historical", "hurtgen/historical", *sample(["remagen/historical"], [])])
def test_6_0_a_path_closed_by_zones_is_open_without_enemies(name):
    """In random games: without enemies only Movement Points or a friendly unit can be in the way."""
    game, draw = Game(load_scenario(name), seed=5), Draw(5)
    looked = 0
    for _ in range(700):
        if game.outcome is not None or looked >= sample(8, 2):
            break
        state = game.state
        units = [u for u in queries.movers(game) if state.location[u] >= 0] if game.prompt.kind == "movement" else []
        for unit in filter(partial(is_near_enemy, game), units):
            order = Move(state.units[unit].id, (state.number(draw.pick(near(game, unit, 4))),))
            refusal = game.explain(order)
            if refusal is None or refusal.case != "6.0":
                continue
            other = game.copy()
            for enemy in state.on_map(1 - state.side):
                other.state.place(enemy, ELIMINATED)
            after = other.explain(order)
            assert after is None or after.case in ("5.25", "5.31")
            looked += 1
        game.apply(busy_player(game, draw))
    assert looked


def is_near_enemy(game: Game, unit: int) -> bool:
    """Return True if an enemy may have a zone in a unit's way."""
    state, distance = game.state, game.scenario.board.grid.distance
    h = state.location[unit]
    return any(distance(h, state.location[enemy]) <= 3 for enemy in state.on_map(1 - state.side))


def near(game: Game, unit: int, radius: int) -> list[int]:
    """Return the hexes near a unit where units can be."""
    board = game.scenario.board
    return [h for h in board.grid.within(game.state.location[unit], radius) if h in board.playable]
