"""Whole games of Arnhem by random legal orders, with what its Exclusive Rules promise looked at after every order.

`WESTWALL_RANDOM_GAMES=200 pytest tests/engine/test_random_arnhem.py -n auto` plays 200 games of each kind, not 1 of
most, and looks more often at what is dear.
"""

import os

import pytest

from tests.drawn import below, scenario
from tests.engine import naive_movement as naive
from tests.engine import naive_zones
from tests.engine.test_random_play import (
    DEAR,
    legal_orders_are_accepted,
    over,
    refusals_change_nothing,
    survives_copy_and_writing,
    take_back_and_redo,
)
from tests.players import busy_player, holding_player, random_player
from westwall_tui.engine.battles.arnhem.engineer import far_banks
from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.decisions.demolition import Demolition
from westwall_tui.engine.decisions.movement import Movement
from westwall_tui.engine.events import Eliminated, Scored
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Exit, Move, parse
from westwall_tui.engine.rules import movement
from westwall_tui.engine.rules.moves import movers, moves
from westwall_tui.engine.rules.zones import controlled
from westwall_tui.engine.sampling import Draw
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.engine.units import Kind
from westwall_tui.files.scenarios.catalog import load_scenario

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("WESTWALL_RANDOM_GAMES", "1"))
PLAYERS = random_player, busy_player, holding_player
KINDS = {
    "historical": (load_scenario("arnhem/historical"), {}),
    "weather": (load_scenario("arnhem/historical"), {"weather": True}),
    "free": (load_scenario("arnhem/free"), {}),
}
if GAMES == 1:
    del KINDS["historical"]  # the one with weather tells as much
"""Scenario and options."""
HISTORY = [0, 0, 3, 7, 3, 3, 0, 3, 0, 0, 0]
"""18.16: Ground Support Points by Game-Turn."""
BY_WEATHER = {1: 7, 2: 3, 3: 0}
"""16.2, for Good, Fair and Poor."""
ORDERS = 9000
"""More orders than any game takes."""
ALLIED, GERMAN = 0, 1


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("kind", KINDS)
def test_random_play(kind, seed):
    through(*KINDS[kind], seed, PLAYERS[(seed + list(KINDS).index(kind)) % 3])


@pytest.mark.parametrize("seed", range(GAMES * 8 if GAMES > 1 else 4))
def test_random_play_of_a_crowded_river_board(seed):
    """Much of what is rare on the real map: assaults, bridges blown under retreats and advances, Cities, columns."""
    through(crowded(seed), {}, seed, crossing_player if seed % 2 else PLAYERS[seed // 2 % 3])


def crossing_player(game, draw):
    """Busy, but the Engineer stays where he can help, and whoever can goes over the river or assaults it."""
    frame, state = game.state.frames[-1], game.state
    engineer = state.scenario.by_id["engineer"]
    bank = state.location[engineer]
    if isinstance(frame, Movement) and frame.side == ALLIED and bank >= 0 and draw.below(4):
        beyond = {state.number(h) for h in (bank, *far_banks(state, engineer))}
        units = [unit for unit in movers(state, ALLIED) if unit in game.rules.airborne]
        orders = [order for unit in units for order in moves(state, unit) if isinstance(order, Move)]
        over = [order for order in orders if order.hexes[-1] in beyond]
        if over:
            return draw.pick(over)
    return busy_player(game, draw)


def crowded(seed):
    """Eleven by eleven hexes with a river, a canal, bridges of all kinds, Cities, the Engineer and two dozen units."""
    draw = Draw(seed)
    rows = ["".join(draw.pick("........,g^%o##") for _ in range(11)) for _ in range(11)]
    river, canal = below(5, 11, 11), below(8, 11, 11)
    rails = [f"rail {draw.pick(river.split())}" for _ in range(4)] + [f"rail {draw.pick(canal.split())}"]
    roads = [f"edge {' '.join(f'{column:02}{row:02}' for row in range(1, 12))} edge" for column in (3, 8)]
    trails = [" ".join(f"{column:02}{row:02}" for row in range(7, 12)) for column in (5, 10)]
    spots = [f"{column:02}{row:02}" for column in range(1, 12) for row in range(1, 6)]
    free = [f"{column:02}{row:02}" for column in range(1, 12) for row in range(6, 12)]

    def at():
        return spots.pop(draw.below(len(spots)))

    allied = [f"Engineer 3-3-10 engineer {draw.pick(('0505', '0605', '0205', '0905'))}"]
    spots.remove(allied[0].split()[-1])
    allied += [f"P{n} 2-2-7 airborne:101st {at()}" for n in range(5)]
    allied += [f"Q{n} 2-3-7 glider:82nd {at()}" for n in range(3)]
    allied += [f"A 2-1-4/1-7 airborne-artillery:101st {at()}", f"T 4-3-10 armor {draw.pick(('0301', '0302', '0303'))}"]
    allied = [text for n, text in enumerate(allied) if text.split()[-1] not in {t.split()[-1] for t in allied[:n]}]
    allied += ["L0 2-2-7 airborne:101st", "L1 2-2-7 airborne:Polish", "L2 2-3-7 glider:82nd", "R0 5-5-7", "R1 3-3-7"]
    german = [f"X{n} {draw.pick(('3-3-7', '5-5-7', '2-2-7', '1-4-7'))}" for n in range(9)] + [
        "G0 3-2-4/1-7",
        "G1 3-2-4/1-7",
    ]
    german = [f"{text} {free.pop(draw.below(len(free)))}" for text in german] + ["Z 4-4-7"]
    return scenario(
        "\n".join(rows),
        blue=allied,
        red=german,
        names=("Allied", "German"),
        rules="arnhem",
        last_turn=7,
        supports=([(2, 2, 3), (3, 3, 7), (4, 5, 3), (7, 7, 3)], []),
        rivers=[river],
        canals=[canal],
        bridges=rails,
        roads=roads,
        trails=trails,
        landings=[(1, "L0 L1 L2", "0504 0604 0605 0505 0303 0304")],
        arrivals=[(1, "R0 R1 Engineer", "0301 0401"), (2, "Z", "0311")],
        areas={"North of the Waal": " ".join(f"{c:02}{r:02}" for c in range(1, 12) for r in range(6, 12))},
        victory={
            "engineer": ["Engineer"],
            "line_to": ["0301"],
            "drop_zones": ["101 0503", "82 0903"],
            "weather": draw.pick(("no", "always")),
            "exit_west": ["0102", "0110"],
            "exit_east": ["1102", "1110"],
        },
    )


def through(scenario, options, seed, player=None):
    """Play a game to its end, and look at it."""
    game = Game(scenario, seed=seed, options=options)
    draw, player = Draw(seed), player or PLAYERS[seed % 3]
    told = {"Allied": 0, "German": 0}
    asked = held_at_first(game)
    for number in range(ORDERS):
        if game.outcome is not None:
            break
        look(game, draw, number, asked)
        order = player(game, draw)
        before, log = game.state.copy(), game.log[:]
        events = game.apply(order)
        assert all(str(event) for event in events)
        assert parse(str(order)) == order
        count(game, events, told)
        if number % DEAR == 0 or game.outcome is not None:
            adds_up(game, told)
        follows(before, game.state)
        if number % 5 == 0:
            take_back_and_redo(game, before, log)
    assert game.outcome is not None
    over(game)
    replayed = Game(scenario, seed=seed, options=options)
    replayed.replay(game.log)
    assert replayed.digest() == game.digest()


def held_at_first(game):
    """The bridges next to which Allied units stand when the game begins."""
    state = game.state
    held = {h for unit, h in enumerate(state.location) if h >= 0 and state.units[unit].side == ALLIED}
    return {pair for pair, kind in game.rules.bridges.items() if kind != "highway" and not held.isdisjoint(pair)}


def look(game, draw, number, asked):
    """What holds at every decision; the dear part of it at some only."""
    frame = game.state.frames[-1]
    assert game.prompt.side == frame.side
    assert game.prompt.text
    if isinstance(frame, Demolition):
        asked.add((frame.a, frame.b))
    stands_right(game)
    supports(game)
    every_bridge_was_asked_for(game, asked)
    if number % (DEAR if isinstance(frame, CombatPhase) else 8 * DEAR) == 0:
        legal_orders_are_accepted(game)
    if number % (12 * DEAR) == 0:
        survives_copy_and_writing(game)
    if number % (6 * DEAR) == 0:
        refusals_change_nothing(game, draw)
    if isinstance(frame, Movement) and number % (5 * DEAR) == 0:
        moves_agree_with_naive_reckoning(game, draw)


def stands_right(game):
    """Two are in a hex only where one assaults with the Engineer's help, in the Allied Player-Turn (13.24)."""
    state = game.state
    naive_zones.agrees(state)
    engineer = state.scenario.by_id["engineer"]
    held: dict[int, list[int]] = {}
    for unit, h in enumerate(state.location):
        if h >= 0:
            assert state.scenario.board.terrain[h] not in (Terrain.NONE, Terrain.RIVER)
            held.setdefault(h, []).append(unit)
    for units in held.values():
        if len(units) > 1 and not passing(state):
            assert len(units) == 2
            assert engineer in units
            (other,) = set(units) - {engineer}
            assert state.units[other].kind in ("airborne", "glider")
            assert state.side == ALLIED


def passing(state):
    """Whether a unit is on its way, and may be in a friend's hex for a moment."""
    return any(hasattr(frame, "step") for frame in state.frames)


def supports(game):
    """14.11, 16.2, 18.16: no more points than the Game-Turn's, none for the German."""
    state = game.state
    assert state.support[GERMAN] == 0
    if state.phase is Phase.SETUP:
        return
    most = BY_WEATHER[state.facts.get("weather", 1)] if game.rules.has_weather else HISTORY[state.turn]
    assert 0 <= state.support[ALLIED] <= most


def every_bridge_was_asked_for(game, asked):
    """12.11: no Allied unit stands next to a whole canal or rail bridge that the German has not been asked about."""
    state = game.state
    held = {state.location[unit] for unit in state.scenario.of_side[ALLIED]}
    for pair, kind in game.rules.bridges.items():
        near = not held.isdisjoint(pair)
        waits = any(isinstance(frame, Demolition) and (frame.a, frame.b) == pair for frame in state.frames)
        if kind == "highway":
            assert not waits
            assert pair not in asked
        elif near:
            assert pair in asked or waits
        if not state.ground.hexside(*pair) & Hexside.BRIDGE:
            assert kind != "highway"


def count(game, events, told):
    """Add the points that events tell of."""
    for event in events:
        if isinstance(event, Scored):
            told[event.side] += event.points
        elif isinstance(event, Eliminated):
            unit = game.scenario.by_id[event.unit.lower()]
            if game.state.units[unit].side == ALLIED:
                told["German"] += 5
            else:
                told["Allied"] += 1


def adds_up(game, told):
    """17.1: the account is what was told in the course of play, and what stands on the map."""
    found = {side.name: 0 for side in game.scenario.sides}
    for score in game.rules.account(game.state):
        if "at the end" not in score.cause:
            found[game.scenario.sides[score.side].name] += score.points
    assert found == told


def follows(before, after):
    """The lost come back only as the Engineer does, those who left only on a later Game-Turn by the same side."""
    for unit, (then, now) in enumerate(zip(before.location, after.location, strict=True)):
        if then == now:
            continue
        if then == ELIMINATED:
            assert after.units[unit].id == "Engineer"
            assert now == RESERVE
        elif then in EXITED:
            assert now >= 0
            assert before.gone[unit] < after.turn
        if now in EXITED:
            assert after.units[unit].side == GERMAN
            assert EXITED.index(now) in (1, 3)
        if then >= 0:
            assert now != RESERVE
    assert (after.turn, after.serial) >= (before.turn, before.serial)
    assert len(after.works) >= len(before.works) or before.side == GERMAN


def moves_agree_with_naive_reckoning(game, draw):
    """What one unit on the map reaches is what the reckoning below finds, at its cost; exits are by west and east."""
    state = game.state
    unit = draw.pick([unit for unit in state.scenario.of_side[state.side] if state.location[unit] >= 0] or [0])
    here = state.location[unit]
    if here < 0 or controlled(state, 1 - state.side)[here]:
        return
    found = movement.reach(state, unit)
    assert {h: cost for h, cost in enumerate(found.cost) if cost != movement.FAR} == reached(game, unit)
    leaving = {order.edge for order in moves(state, unit) if isinstance(order, Exit)}
    assert leaving <= ({"west", "east"} if state.side == GERMAN else set())


def reached(game, unit):
    """Where a unit can get to, with the cost: hex by hex, blown bridges and the Engineer's river considered (13.22)."""
    state, board = game.state, game.scenario.board
    side, zone = state.units[unit].side, controlled(state, 1 - state.units[unit].side)
    held = {h: state.units[u].side for u, h in enumerate(state.location) if h >= 0}
    bank = state.location[state.scenario.by_id["engineer"]]
    helps = unit in game.rules.airborne and state.units[unit].kind in (Kind.AIRBORNE, Kind.GLIDER)
    helped = bank if helps and bank >= 0 and not zone[bank] else None
    here = state.location[unit]
    best, todo = {here: 0}, [here]
    while todo:
        h = todo.pop(0)
        if zone[h]:
            continue
        for n in naive.around(state.scenario, h):
            cost = _step(
                board, state.ground.hexside(h, n), n, wheels=state.units[unit].is_vehicle, over=helped in (h, n)
            )
            if cost is None or held.get(n, side) != side or (n in held and zone[n]):
                continue
            if best[h] + cost <= game.rules.allowance(state, unit) and best[h] + cost < best.get(n, ORDERS):
                best[n] = best[h] + cost
                todo.append(n)
    return best


def _step(board, between, n, *, wheels, over):
    """Half Movement Points into a hex over what lies on the hexside; `over` a river with help."""
    if board.terrain[n] not in naive.COSTS:
        return None
    if between & (Hexside.ROAD | Hexside.TRAIL):
        return 1 if between & Hexside.ROAD else 2
    wet = between & (Hexside.STREAM | Hexside.CANAL | Hexside.RIVER)
    if wheels and (wet or board.terrain[n] in naive.ROADBOUND):
        return None
    cost = naive.COSTS[board.terrain[n]]
    if not wet or between & Hexside.BRIDGE:
        return cost
    if between & Hexside.RIVER:
        return cost if over else cost + 6 if between & Hexside.FERRY else None
    return cost + 6
