"""Positions as data: a written position is read back, and an impossible one is refused."""

import tomllib
from collections.abc import Callable
from typing import Any

import pytest
import tomli_w

from tests import long
from tests.files.example import load_example
from tests.files.saves.pending_positions import positions_met
from westwall_tui.engine.decisions.destroy import Destroying
from westwall_tui.engine.decisions.sequence import TurnOver
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.saves.positions import decode_position, encode_position
from westwall_tui.files.scenarios.catalog import load_scenario


@pytest.fixture
def beaten(tmp_path):
    """Return the example after its die: 1/8 must retreat, and then K and 1/9 may advance."""
    game = Game(load_example(tmp_path), seed=3)
    for line in ("attack K 1/9 > 1/8 + 9A", "fpf 29"):
        game.apply(parse(line))
    return game


def test_written_and_read_back(beaten):
    state, reason = decode_position(beaten, encode_position(beaten.state))
    assert (state, reason) == (beaten.state, "")


@pytest.mark.parametrize(
    ("kind", "units"), [("Advances", [2]), ("Advances", [3]), ("Retreats", [5]), ("Retreats", [0])]
)
def test_only_units_that_fought_retreat_and_advance(beaten, kind, units):
    data = encode_position(beaten.state)
    (frame,) = [frame for frame in data["frames"] if frame[0] == kind]
    frame[2] = units
    state, reason = decode_position(beaten, data)
    assert state is None
    assert reason == "is not a position of this scenario (ValueError: frames)"


def test_8_45_no_fire_decision_against_artillery_alone(tmp_path):
    game = Game(load_example(tmp_path), seed=3)
    game.apply(parse("attack K 1/9 > 1/8 + 9A"))
    assert game.prompt.kind == "fpf"
    combat = game.state.combat
    assert combat is not None
    assert decode_position(game, encode_position(game.state)) == (game.state, "")
    game.state.combat = combat._replace(attackers=combat.barrage)
    assert decode_position(game, encode_position(game.state)) == (
        None,
        "is not a position of this scenario (ValueError: frames)",
    )


# -- facts of battles


KINDS = [
    ("arnhem/free", {}),
    ("arnhem/historical", {}),
    ("arnhem/historical", {"weather": True}),
    ("hurtgen/free", {}),
    ("hurtgen/historical", {}),
    ("remagen/historical", {}),
]
GAMES = [
    (key, options, manual)
    for number, (key, options) in enumerate(KINDS)
    for manual in long.sample((False, True), (bool(number % 2),))
]
"""A scenario, options, and whether the players roll."""


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options", "manual"), GAMES)
def test_no_position_of_a_game_is_refused(key, options, manual):
    begun = Game(load_scenario(key), seed=None if manual else 4, options=options)
    game, draw, seen = begun.copy(), Draw(3), dict[str, int]()
    while game.outcome is None:
        stack = " ".join(frame.name_in_saves() for frame in game.state.frames)
        seen[stack] = seen.get(stack, 0) + 1
        if seen[stack] < long.sample(8, 2) or seen[stack] % 50 == 0:
            data = tomllib.loads(tomli_w.dumps(encode_position(game.state)))
            assert decode_position(begun, data) == (game.state, ""), stack
        game.apply(game.random_order(draw))
    assert len(seen) > 4


@pytest.fixture(scope="module")
def met():
    return positions_met()


@pytest.mark.slow
def test_random_games_reach_the_decisions_of_single_battles(met):
    tops = {stack.split()[-1] for stack in met}
    assert {"Noting", "Wired", "Throw", "Halted"} <= tops
    below = {word for stack in met for word in stack.split()[:-1]}
    assert {"Marching", "Retreating", "Setup"} <= below


Damage = Callable[[dict[str, Any]], object]


def frame(name: str, place: int, value: object) -> Damage:
    """Another value in the last pending decision of a kind."""

    def change(data: dict[str, Any]) -> None:
        [entry for entry in data["frames"] if entry[0] == name][-1][place] = value

    return change


def works(*changes: list[int]) -> Damage:
    """Other hexsides."""
    return lambda data: data.update(works=[*changes])


WIRED, HALTED, WEATHER = "Movement Marching Wired", "Movement Halted", "Movement Throw"


@pytest.mark.parametrize(
    ("stack", "change"),
    [
        (WIRED, frame("Wired", 1, 2)),
        (WIRED, frame("Wired", 2, 0)),
        (WIRED, frame("Wired", 3, -1)),
        (WIRED, frame("Wired", 3, 99_999)),
        (WIRED, frame("Marching", 2, 99_999)),
        (WIRED, frame("Marching", 3, [])),
        (WIRED, frame("Marching", 3, [0, 500])),
        (WIRED, frame("Marching", 4, 0)),
        (WIRED, frame("Marching", 4, 99)),
        (WIRED, frame("Marching", 5, "fly")),
        (WIRED, frame("Marching", 5, "advance")),
        (WIRED, frame("Marching", 6, -1)),
        (WIRED, lambda data: data["frames"].pop()),
        (WIRED, lambda data: data["frames"].pop(0)),
        (WIRED, lambda data: data["frames"].reverse()),
        (WIRED, lambda data: data["frames"].append(["Movement", 0])),
        (WIRED, lambda data: data["frames"].insert(0, ["TurnOver", 0])),
        (WIRED, lambda data: data["frames"].append(["Protect", 1])),
        (WIRED, works([1, 0, 16])),
        (WIRED, works([0, 500, 16])),
        (WIRED, works([0, 1])),
        (WIRED, works([0, 1, 16], [0, 1, 8])),
        (WIRED, works([0, 1, -1])),
        (WIRED, works([0, 1, 1 << 20])),
        (WIRED, lambda data: data.update(works=[1])),
        (HALTED, frame("Halted", 2, 99)),
        (HALTED, frame("Halted", 3, 1 << 40)),
        (WEATHER, frame("Throw", 2, 7)),
        (WEATHER, frame("Throw", 2, "the weather" * 9)),
        (WEATHER, frame("Throw", 2, "demolition")),
        (WEATHER, lambda data: data.update(die="7")),
        (WEATHER, lambda data: data["facts"].update(weather=9)),
        ("Setup", lambda data: data["facts"].update({"zone 101": 99_999})),
        ("Setup Noting", lambda data: data.update(phase="movement")),
        ("Setup Noting", lambda data: data["frames"].append(["Wired", 1, 0, 1])),
        ("Movement", lambda data: data.update(frames=[["TurnOver", 0]])),
        ("CombatPhase Aftermath Retreats", lambda data: data["frames"][-1].append([1, 2])),
        ("CombatPhase Aftermath Retreats", lambda data: data["frames"].append(["Displacing", 0, 1, [2]])),
    ],
)
def test_damaged(met, stack, change):
    begun, text = met[stack]
    data = tomllib.loads(text)
    change(data)
    state, reason = decode_position(begun, data)
    assert state is None
    assert reason.startswith("is not a position of this scenario (")


def test_a_retreat_whose_path_is_not_in_the_combat(met):
    begun, text = next(found for stack, found in met.items() if stack.endswith("Retreating Wired"))
    data = tomllib.loads(text)
    data["combat"][-1] = []
    assert decode_position(begun, data) == (None, "is not a position of this scenario (ValueError: frames)")


def test_a_unit_in_a_river_hex_is_on_a_bridge():
    begun = Game(load_scenario("remagen/historical"), seed=None)
    state, board = begun.state.copy(), begun.scenario.board
    bridge = board.hex("0616")
    german = begun.scenario.of_side[1][0]
    state.place(german, bridge)
    state.side, state.frames = 1, [TurnOver(1), Destroying(1, (bridge,))]
    assert decode_position(begun, encode_position(state)) == (state, "")
    state.place(german, next(h for h in board.grid.neighbors[bridge] if board.terrain[h] is Terrain.RIVER))
    assert decode_position(begun, encode_position(state)) == (
        None,
        "is not a position of this scenario (ValueError: location)",
    )


def test_a_game_conceded_in_a_combat_is_read_back(beaten):
    """No side decides the combat any more, and its position stays."""
    beaten.apply(parse("concede"))
    assert beaten.state.combat is not None
    state, reason = decode_position(beaten.root(), encode_position(beaten.state))
    assert (state, reason) == (beaten.state, "")
