"""Whole games of Remagen at random: what holds in every game, and its bridges, nights, entry areas, limit and front.

`WESTWALL_RANDOM_GAMES=200 pytest tests/engine/test_random_play_remagen.py -n auto` plays 200 games of each scenario,
not 1 of the first, and looks more often at what is dear.
"""

import os
from itertools import islice, pairwise

import pytest

from tests.engine import naive_movement as naive
from tests.engine import naive_zones
from tests.engine import test_random_play as common
from westwall_tui.engine import queries
from westwall_tui.engine.battles.remagen.bank import Bank
from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.decisions.movement import Movement
from westwall_tui.engine.events import FrontHeld
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Destroy, Done, Enter, LayBridge, Move, parse
from westwall_tui.engine.rules.moves import movers, moves
from westwall_tui.engine.sampling import Draw
from westwall_tui.engine.state import RESERVE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.scenarios.catalog import load_scenario

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("WESTWALL_RANDOM_GAMES", "1"))
"""Games of each scenario; the players take turns."""
SCENARIOS = {"historical": load_scenario("remagen/historical")}
if GAMES > 1:
    SCENARIOS["optimum"] = load_scenario("remagen/optimum")
US = 0


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("name", SCENARIOS)
def test_random_play(name, seed):
    scenario, options = SCENARIOS[name], {"no-limit": seed % 5 == 4}
    game = Game(scenario, seed=seed, options=options)
    draw, player = Draw(seed), common.PLAYERS[(seed + list(SCENARIOS).index(name)) % 3]
    for number in range(common.ORDERS):
        if game.outcome is not None:
            break
        look(game, draw, number)
        order = bridge_at_times(game, draw) or player(game, draw)
        before, log = game.state.copy(), game.log[:]
        events = game.apply(order)
        assert parse(str(order)) == order
        common.follows(before, game.state)
        told = [event for event in events if isinstance(event, FrontHeld)]
        if told and game.state.side != US:
            front_is_held(game, told[0])
        if number % 5 == 0:
            common.take_back_and_redo(game, before, log)
    assert game.outcome is not None
    assert game.state.turn <= scenario.last_turn
    common.over(game)
    replayed = Game(scenario, seed=seed, options=options)
    replayed.replay(game.log)
    assert replayed.digest() == game.digest()


def bridge_at_times(game, draw):
    """Bridges are few among all that can be done: where some can be destroyed or laid, that is done now and then."""
    if game.prompt.kind == "bridges" or (isinstance(game.state.frames[-1], Movement) and not draw.below(30)):
        found = [order for order in game.legal() if isinstance(order, LayBridge | Destroy)]
        if found and draw.below(3):
            return draw.pick(found)
    return None


def look(game, draw, number):
    """Everything that must hold while a decision is pending; the dear part of it at some decisions only."""
    state, frame = game.state, game.state.frames[-1]
    stands_right(game)
    assert game.prompt.side == frame.side
    assert game.prompt.text
    if isinstance(frame, CombatPhase):
        assert game.rules.fights(game.state)
    if number % (16 * common.DEAR) == 0:
        common.legal_orders_are_accepted(game)
        common.survives_copy_and_writing(game)
        common.refusals_change_nothing(game, draw)
        assert sum(line.points for line in queries.account(game)) == sum(queries.totals(game))
        for order in islice(game.rules.bridge_sites(state), 5):
            assert (game.explain(order) is None) == isinstance(frame, Movement)
    if isinstance(frame, Movement) and number % (10 * common.DEAR) == 0:
        moves_agree_with_naive_reckoning(game, draw)
        if game.explain(Done()) is not None:
            assert any(reached(game, unit) for unit in queries.entering(game, state.side))


def bridges(game):
    """The Bridge hexes with the bank hexes that they join, reckoned from the orders."""
    found = {"0616": ("0517", "0716")}
    for line in game.log:
        word, *numbers = line.split()
        if word == "bridge":
            found[numbers[0]] = (numbers[1], numbers[2])
        elif word == "destroy":
            del found[numbers[0]]
    board = game.scenario.board
    return {board.hex(h): tuple(board.hex(n) for n in ends) for h, ends in found.items()}


def stands_right(game):
    """Each unit is alone where it is, on land or on a bridge, the U.S. within its limit."""
    state = game.state
    naive_zones.agrees(state)
    held = [h for h in state.location if h >= 0]
    assert len(held) == len(set(held))
    wet = [h for h in held if state.scenario.board.terrain[h] is Terrain.RIVER]
    assert not wet or set(wet) <= bridges(game).keys()
    assert not {state.location[unit] for unit in state.on_map(US)} & barred(game, US)


def barred(game, side):
    """15.0."""
    limited = side == US and not game.rules.options
    return set(game.scenario.board.areas["Beyond the Limit of Advance"]) if limited else set()


def front_is_held(game, told):
    """14.12, 14.13: it is one, and nobody is beyond it any more."""
    banks = Bank.of(game.scenario.board, game.rules.east_bank)
    units = {game.state.location[unit] for unit in game.state.on_map(US)} & banks.hexes
    path = [game.scenario.board.hex(number) for number in told.hexes]
    assert len(path) == len(set(path))
    assert path[0] in banks.anchors
    assert path[-1] in banks.anchors
    assert all(b in banks.near[a] for a, b in pairwise(path))
    assert banks.lost(path, units) == ()
    assert set(told.gaps) <= set(told.hexes)


# -- movement reckoned once more


def surroundings(game, side):
    """The hexes of the enemy, and those that he controls."""
    state, over = game.state, bridges(game)
    enemies = {state.location[unit] for unit in state.on_map(1 - side)}
    zone = set()
    for h in enemies:
        if h in over:
            zone |= set(over[h])
            continue
        around = naive.around(game.scenario, h)
        zone |= {n for n in around if game.scenario.board.terrain[n] in naive.COSTS}
        zone |= {n for n in around if n in over and h in over[n]}
    return enemies, zone


def entries(game, unit, shut):
    """12.21, 12.22: where a reinforcement may come in."""
    board = game.scenario.board
    (group,) = [g for g in game.scenario.reinforcements if unit in g.units]
    if group.turn > game.state.turn:
        return []
    letters = [letter for letter in "ABCDEFG" if set(board.entries[letter]) <= set(group.hexes)]
    last = "ABCDEFG".index(letters[-1])
    for hexes in [group.hexes, *(board.entries["ABCDEFG"[(last + step) % 7]] for step in range(1, 8))]:
        free = [h for h in hexes if h not in shut]
        if free:
            return free
    return []


def reached(game, unit):
    """Where a unit may end its move, with the cost, slowly and straight from the rules."""
    state, scenario = game.state, game.scenario
    counter, over = scenario.units[unit], bridges(game)
    enemies, zone = surroundings(game, counter.side)
    friends = {state.location[u] for u in state.on_map(counter.side)}
    closed = enemies | barred(game, counter.side) | (friends & zone)
    here, limit = state.location[unit], 2 * counter.strength.movement
    best = {}
    halting = set(zone)
    if here >= 0:
        if state.moved[unit] == state.serial:
            return {}
        if here in zone:
            if game.rules.fights(game.state):
                return {}
            closed |= zone - {here}
            halting = set()
        best[here] = 0
    elif here == RESERVE:
        for h in entries(game, unit, enemies | zone):
            cost = naive.edge_cost(scenario, unit, h)
            if cost is not None and cost <= limit and h not in closed:
                best[h] = cost
    else:
        return {}
    todo = list(best)
    while todo:
        h = todo.pop()
        if h in halting:
            continue
        for n in naive.around(scenario, h):
            joined = n in over.get(h, ()) or h in over.get(n, ())
            step = 1 if joined else None
            if not joined and h not in over and scenario.board.terrain[h] in naive.COSTS:
                step = naive.step_cost(scenario, unit, h, n)
            if step is None or n in closed or best[h] + step > limit:
                continue
            if n not in best or best[h] + step < best[n]:
                best[n] = best[h] + step
                todo.append(n)
    return {h: cost for h, cost in best.items() if h not in friends and h != here}


def moves_agree_with_naive_reckoning(game, draw):
    """One unit's moves are those of the naive reckoning, at its cost."""
    state = game.state
    unit = draw.pick([u for u, counter in enumerate(state.units) if counter.side == state.side])
    can_move = unit in movers(state, state.side)
    orders = list(moves(state, unit)) if can_move else []
    wanted = reached(game, unit)
    found = {state.scenario.board.hex(order.hexes[-1]): order for order in orders if isinstance(order, Move | Enter)}
    assert found.keys() == wanted.keys()
    for h in sorted(draw.pick(sorted(wanted)) for _ in range(3) if wanted):
        (event,) = game.copy().apply(found[h])
        assert event.cost == wanted[h]
