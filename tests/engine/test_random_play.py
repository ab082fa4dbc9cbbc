"""Whole games of legal orders at random, with everything looked at that must hold after every order.

`WESTWALL_RANDOM_GAMES=200 pytest tests/engine/test_random_play.py -n auto` plays 200 games of each scenario, not 1 of
most, and looks more often at what is dear.
"""

import os
import tomllib
from itertools import islice

import pytest
import tomli_w

from tests.engine import naive_movement as naive
from tests.engine import naive_zones
from tests.players import busy_player, holding_player, random_player
from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.decisions.combat_roll import CombatRoll
from westwall_tui.engine.decisions.decision import STEPS
from westwall_tui.engine.decisions.fpf import GivingFpf
from westwall_tui.engine.decisions.movement import Movement
from westwall_tui.engine.decisions.setup import Setup
from westwall_tui.engine.events import Moved
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import (
    Advance,
    Attack,
    Concede,
    Deploy,
    Displace,
    Done,
    Enter,
    Exit,
    Fpf,
    IllegalOrder,
    Move,
    Retreat,
    Roll,
    Stand,
    parse,
)
from westwall_tui.engine.rules.moves import movers, moves
from westwall_tui.engine.sampling import Draw
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE, State
from westwall_tui.files.scenarios.catalog import load_scenario

GAMES = int(os.environ.get("WESTWALL_RANDOM_GAMES", "1"))
"""Games of each scenario; the players take turns."""
DEAR = 1 if GAMES > 1 else 6
"""How much more seldom what is dear is looked at."""
PLAYERS = random_player, busy_player, holding_player
SCENARIOS = {name: load_scenario(f"bastogne/{name}") for name in ("spearhead", "relief", "campaign")}
SCENARIOS["hurtgen-historical"] = load_scenario("hurtgen/historical")
if GAMES > 1:
    SCENARIOS["hurtgen-free"] = load_scenario("hurtgen/free")
ORDERS = 5000
"""More orders than any game takes."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("name", SCENARIOS)
def test_random_play(name, seed):
    scenario = SCENARIOS[name]
    game = Game(scenario, seed=seed)
    draw, player = Draw(seed), PLAYERS[(seed + list(SCENARIOS).index(name)) % 3]
    for number in range(ORDERS):
        if game.outcome is not None:
            break
        look(game, draw, number)
        order = player(game, draw)
        before, log = game.state.copy(), game.log[:]
        events = game.apply(order)
        assert all(str(event) for event in events)
        assert game.log[len(log)].split()[0] == str(order).split()[0]
        assert parse(str(order)) == order
        follows(before, game.state)
        if number % 5 == 0:
            take_back_and_redo(game, before, log)
    assert game.outcome is not None
    assert game.state.turn <= scenario.last_turn
    over(game)
    replayed = Game(scenario, seed=seed)
    replayed.replay(game.log)
    assert replayed.digest() == game.digest()
    assert replayed.log == game.log
    given = Game(scenario, seed=None)
    given.replay(game.log)
    assert given.state.location == game.state.location


# -- what holds at every decision


def look(game, draw, number):
    """Everything that must hold while a decision is pending; the dear part of it at some decisions only."""
    stands_right(game)
    state, frame = game.state, game.state.frames[-1]
    prompt = game.prompt
    assert prompt.side == frame.side
    assert prompt.kind
    assert prompt.text
    assert not isinstance(frame, CombatRoll)
    assert min(state.support) >= 0
    if number % (DEAR if isinstance(frame, CombatPhase) else 8 * DEAR) == 0:
        legal_orders_are_accepted(game)
    if number % (12 * DEAR) == 0:
        survives_copy_and_writing(game)
    if number % (4 * DEAR) == 0:
        refusals_change_nothing(game, draw)
    if isinstance(frame, Movement) and number % (10 * DEAR) == 0:
        moves_agree_with_naive_reckoning(game, draw)


def stands_right(game):
    """Each unit is in one place where it may be; no two are in one hex."""
    state = game.state
    naive_zones.agrees(state)
    board = state.scenario.board
    held = [h for h in state.location if h >= 0]
    assert len(held) == len(set(held))
    for u, h in enumerate(state.location):
        if h < 0:
            assert h in (RESERVE, ELIMINATED, *EXITED)
            continue
        assert board.terrain[h] in naive.COSTS
        if state.units[u].kind in naive.VEHICLES and board.terrain[h] in naive.ROADBOUND:
            ways = [naive.step_cost(state.scenario, u, n, h) for n in naive.around(state.scenario, h)]
            assert any(cost in (1, 2) for cost in ways) or naive.edge_cost(state.scenario, u, h)
        assert h not in barred(state, state.units[u].side)


def barred(state, side):
    """15.26.3, reckoned from the printed hexes."""
    if state.scenario.name != SCENARIOS["relief"].name or state.scenario.sides[side].name != "German":
        return frozenset()
    board = state.scenario.board
    near = {board.hex("1317"), board.hex("1416")}
    for _ in range(4):
        near |= {n for h in near for n in naive.around(state.scenario, h)}
    return frozenset(near)


def doors(state, unit):
    """The edges by which a unit may ever exit."""
    counter, scenario = state.units[unit], state.scenario
    if scenario.rules == "hurtgen":
        return {"east", "south"} if counter.formation == "116th Panzer" else set()
    return {"north", "east", "south", "west"} if scenario.sides[counter.side].name == "German" else set()


def follows(before, after):
    """Nobody comes back from where nobody comes back, and time runs on."""
    for u, (then, now) in enumerate(zip(before.location, after.location, strict=True)):
        if then == ELIMINATED or then in EXITED:
            assert now == then
        if then >= 0:
            assert now != RESERVE
        if then == RESERVE and now >= 0 and before.phase != "set-up":
            assert before.phase == "movement"
            assert u in before.scenario.arrivals
    assert (after.turn, after.serial) >= (before.turn, before.serial)


def legal_orders_are_accepted(game):
    """There is a legal order; those that are listed are accepted, and none is listed twice."""
    before = game.digest()
    listed = list(islice(game.legal(), 40))
    assert listed
    assert len(set(listed)) == len(listed)
    for order in listed:
        assert game.explain(order) is None, str(order)
    assert game.digest() == before


def moves_agree_with_naive_reckoning(game, draw):
    """One unit's moves and exits are those of the naive reckoning, at its cost; all others are refused."""
    state = game.state
    unit = draw.pick([u for u, counter in enumerate(state.units) if counter.side == state.side])
    unit_id, closed = state.units[unit].id, barred(state, state.side)
    if state.location[unit] == RESERVE and game.scenario.rules == "hurtgen":
        return  # columns and alternates have tests of their own
    can_move = unit in movers(state, state.side)
    orders = list(moves(state, unit)) if can_move else []
    wanted = naive.destinations(state, unit, closed)
    found = {state.scenario.board.hex(order.hexes[-1]): order for order in orders if isinstance(order, Move | Enter)}
    assert found.keys() == wanted.keys()
    leaving = {order.edge for order in orders if isinstance(order, Exit)}
    assert leaving == naive.exits(state, unit, closed) & doors(state, unit)
    for h in sorted(draw.pick(sorted(wanted)) for _ in range(3) if wanted):
        (event,) = game.copy().apply(found[h])
        assert event.cost == wanted[h]
        if isinstance(event, Moved):
            assert event.path[0] == state.number(state.location[unit])
    for _ in range(10):
        h = draw.below(len(state.scenario.board.grid))
        if h not in wanted and state.location[unit] >= 0:
            assert game.explain(Move(unit_id, (state.number(h),))) is not None


def survives_copy_and_writing(game):
    """A copy is equal and independent; so is what comes back from a file's text."""
    digest = game.digest()
    twin = game.copy()
    assert twin.state == game.state
    assert twin.digest() == digest
    text = tomli_w.dumps(game.state.encode())
    back = State.decode(game.rules, tomllib.loads(text), STEPS)
    assert back == game.state
    assert back.digest() == digest
    twin.apply(next(twin.legal()))
    assert game.digest() == digest


def refusals_change_nothing(game, draw):
    """Orders at random are refused with a case and a sentence, or are legal; asking changes nothing in any event."""
    digest, before, log = game.digest(), game.state.copy(), game.log[:]
    for _ in range(6):
        order = any_order(game, draw)
        refusal = game.explain(order)
        assert game.state == before
        if refusal is None:
            continue
        assert refusal.case[0].isdigit()
        assert refusal.reason
        with pytest.raises(IllegalOrder):
            game.apply(order)
        assert game.state == before
        assert game.log == log
    assert game.digest() == digest


def any_order(game, draw):
    """An order of any kind, about any units and hexes."""
    state = game.state
    grid = state.scenario.board.grid

    def unit():
        return "nobody" if not draw.below(40) else draw.pick(state.units).id

    def units(most):
        return tuple(unit() for _ in range(draw.below(most + 1)))

    def number():
        u = draw.below(len(state.units))
        near = state.location[u] if state.location[u] >= 0 and draw.below(3) else draw.below(len(grid))
        h = draw.pick(grid.neighbours[near])
        return "9999" if h < 0 else grid.numbers[h]

    def hexes():
        return tuple(number() for _ in range(1 + draw.below(3)))

    makers = [
        lambda: Deploy(unit(), number()),
        lambda: Move(unit(), hexes()),
        lambda: Move(unit(), hexes()),
        lambda: Enter(unit(), hexes()),
        lambda: Exit(unit(), hexes()[1:], draw.pick(("north", "east", "south", "west"))),
        lambda: Attack(units(3), (unit(), *units(1)), units(1), draw.below(3)),
        lambda: Fpf(units(2), draw.below(3)),
        lambda: Roll(draw.below(8)),
        lambda: Retreat(unit(), hexes()),
        lambda: Displace(unit(), number()),
        lambda: Advance(unit(), number()),
        Stand,
        Done,
    ]
    if isinstance(state.frames[-1], CombatPhase | GivingFpf) and draw.below(2):
        near = [u for u, h in enumerate(state.location) if h >= 0] or [0]
        ids = [state.units[draw.pick(near)].id for _ in range(4)]
        count = 1 + draw.below(3)
        return Attack(tuple(ids[:count]), tuple(ids[count:])) if draw.below(2) else Fpf(tuple(ids[:count]))
    return draw.pick(makers)()


def take_back_and_redo(game, before, log):
    """5.15: an order that may be taken back leaves no trace; given again, it does the same."""
    if not game.can_undo:
        with pytest.raises(IllegalOrder):
            game.undo()
        return
    after, long_log = game.digest(), game.log[:]
    game.undo()
    assert game.state == before
    assert game.log == log
    assert game.can_redo
    game.redo()
    assert game.digest() == after
    assert game.log == long_log
    assert not game.can_redo


def over(game):
    """After the end there is nothing to decide."""
    assert game.prompt.kind == "over"
    assert game.prompt.side == -1
    assert list(game.legal()) == []
    assert not game.can_undo
    for order in (Done(), Concede(), Stand(), Fpf()):
        assert game.explain(order).case == "4.0"
    survivors = {u for u, h in enumerate(game.state.location) if h >= 0}
    assert len(survivors) == len({game.state.location[u] for u in survivors})


def test_one_may_set_up_again_what_is_set_up():
    """3.0: a unit may be set up elsewhere before the set-up is over."""
    game = Game(SCENARIOS["spearhead"], seed=0)
    unit = game.state.units[next(iter(game.scenario.setup_of))].id
    first, second = islice((o.hex for o in game.legal() if isinstance(o, Deploy) and o.unit == unit), 2)
    game.apply(Deploy(unit, first))
    game.apply(Deploy(unit, second))
    assert isinstance(game.state.frames[-1], Setup)
    assert game.state.numbers([h for h in game.state.location if h >= 0]) == (second,)
