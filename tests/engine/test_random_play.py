"""Whole games of random legal orders, judged by the fuzzer (`tests/fuzz`).

Its oracle judges each order by a second implementation of the rules, and compares the legal orders; the table looks for
forbidden side effects of orders.

`WESTWALL_RANDOM_GAMES=200 pytest tests/engine/test_random_play.py -n auto` plays 200 games of each kind instead of one
of most, and compares more often.
"""

import os
from itertools import islice, pairwise

import pytest

from tests.drawn import below, scenario
from tests.fuzz.next_step import odd_order
from tests.fuzz.promises import check
from tests.fuzz.trial import LAST, LocalTrial
from tests.players import busy_player, holding_player, random_player
from westwall_tui.engine.battles.remagen.bank import Bank
from westwall_tui.engine.decisions.demolition import Demolition
from westwall_tui.engine.decisions.movement import Movement
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Eliminated, FrontHeld, Scored
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, Destroy, LayBridge, Move
from westwall_tui.engine.rules.moves import movers, moves
from westwall_tui.engine.terrain import Hexside
from westwall_tui.files.scenarios.catalog import load_scenario

GAMES = int(os.environ.get("WESTWALL_RANDOM_GAMES", "1"))
"""Games of each kind; the players take turns."""
DEAR = 1 if GAMES > 1 else 6
"""The factor by which expensive checks are rarer."""
ORDERS = 9000
"""More orders than any game takes."""
JUDGED = ORDERS if GAMES > 1 else 250
"""The number of orders that are judged; the rest of a game is only played."""
PLAYERS = random_player, busy_player, holding_player
STEPS = {"undo": 5, "redo": 5, "ask 1": 6 * DEAR, "list 1": 12 * DEAR, "position": 12 * DEAR, "copy 1": 12 * DEAR}
"""The other actions besides orders, each with its rarity."""
FIRST, SECOND = 0, 1
ALLIED, US = FIRST, FIRST


def play(game, player, draw):
    """Play a game to its end. Raises `Broken` for anything wrong."""
    table = LocalTrial(game)
    for number in range(ORDERS):
        if number < JUDGED:
            steps = [step for step, seldom in STEPS.items() if number % seldom == 0]
            odd = [f"give {odd_order(game, draw)}"] if number % DEAR == 0 else []
            for step in (*steps, *odd):
                table.take(step)
        if game.outcome is not None:
            break
        order = player(game, draw)
        if number < JUDGED:
            table.take(f"give {order}")
        else:
            game.apply(order)
    assert game.outcome is not None
    check(game)
    for step in (*LAST, "replay") if number < JUDGED else ():
        table.take(step)


def once_more(game):
    """Replay a game and yield it after each order, with the events of the order."""
    then = game.root()
    for line in game.log:
        events = then.replay([line])
        yield then, events


KEYS = ["bastogne/spearhead", "bastogne/relief", "bastogne/campaign", "hurtgen/historical"]
if GAMES > 1:
    KEYS.append("hurtgen/free")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("key", KEYS)
def test_random_play(key, seed):
    play(Game(load_scenario(key), seed=seed), PLAYERS[(seed + KEYS.index(key)) % 3], Draw(seed))


def test_a_unit_can_be_set_up_again():
    """3.0: a unit may be set up elsewhere before the set-up is over."""
    game = Game(load_scenario("bastogne/spearhead"), seed=0)
    unit = game.state.units[next(iter(game.scenario.setup_of))].id
    first, second = islice((o.hex for o in game.legal() if isinstance(o, Deploy) and o.unit == unit), 2)
    game.apply(Deploy(unit, first))
    game.apply(Deploy(unit, second))
    assert game.prompt.kind == "set-up"
    assert game.state.numbers([h for h in game.state.location if h >= 0]) == (second,)


# -- Arnhem

ARNHEM = {"weather": ("arnhem/historical", {"weather": True}), "free": ("arnhem/free", {})}
if GAMES > 1:
    ARNHEM["historical"] = ("arnhem/historical", {})  # the scenario with weather covers the same
"""Scenario and options."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("kind", ARNHEM)
def test_random_play_of_arnhem(kind, seed):
    key, options = ARNHEM[kind]
    game = Game(load_scenario(key), seed=seed, options=options)
    play(game, PLAYERS[(seed + list(ARNHEM).index(kind) + 1) % 3], Draw(seed))
    look_at_arnhem(game)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES * 8 if GAMES > 1 else 4))
def test_random_play_of_a_crowded_river_board(seed):
    """It has many events that are rare on the real map: assaults, bridges blown during retreats, Cities, columns."""
    game = Game(crowded(seed), seed=seed)
    play(game, crossing_player if seed % 2 else PLAYERS[seed // 2 % 3], Draw(seed))
    look_at_arnhem(game)


def look_at_arnhem(game):
    """Check that each bridge is decided in time (12.11), and that the account agrees with events and map (17.1)."""
    told, asked = {"Allied": 0, "German": 0}, set[tuple[int, int]]()
    for number, (then, events) in enumerate(once_more(game)):
        check_bridges(then, asked)
        for event in events:
            if isinstance(event, Scored):
                told[event.side] += event.points
            elif isinstance(event, Eliminated):
                allied = then.state.units[then.scenario.by_id[event.unit.lower()]].side == ALLIED
                told["German" if allied else "Allied"] += 5 if allied else 1
        if number % DEAR == 0 or then.outcome is not None:
            found = {side.name: 0 for side in then.scenario.sides}
            for score in then.rules.account(then.state):
                if "at the end" not in score.cause:
                    found[then.scenario.sides[score.side].name] += score.points
            assert found == told


def check_bridges(game, asked):
    """12.11: check that the Germans have decided about every whole canal or rail bridge with an Allied unit next to it.

    Bridges with a unit next to them at the beginning of the game have no decision.
    """
    state = game.state
    if len(game.log) == 1:
        asked |= {pair for pair, near in bridges_near_allies(game.root()).items() if near}
    asked |= {(frame.a, frame.b) for frame in state.frames if isinstance(frame, Demolition)}
    for pair, near in bridges_near_allies(game).items():
        assert pair in asked or not near
    for pair, kind in game.rules.bridges.items():
        assert kind != "highway" or (pair not in asked and state.ground.hexside(*pair) & Hexside.BRIDGE)


def bridges_near_allies(game):
    """Return for each canal or rail bridge True if an Allied unit is next to it."""
    held = {game.state.location[unit] for unit in game.scenario.of_side[ALLIED]}
    return {pair: not held.isdisjoint(pair) for pair, kind in game.rules.bridges.items() if kind != "highway"}


def crossing_player(game, draw):
    """Draw an order of a player whose Engineer stays near, and whose units cross or assault the river if they can."""
    frame, state = game.state.frames[-1], game.state
    engineer = state.scenario.by_id["engineer"]
    bank = state.location[engineer]
    if isinstance(frame, Movement) and frame.side == ALLIED and bank >= 0 and draw.below(4):
        beyond = {state.number(h) for h in (bank, *game.rules.engineer.far_banks(state))}
        units = [unit for unit in movers(state, ALLIED) if unit in game.rules.airborne]
        orders = [order for unit in units for order in moves(state, unit) if isinstance(order, Move)]
        over = [order for order in orders if order.hexes[-1] in beyond]
        if over:
            return draw.pick(over)
    return busy_player(game, draw)


def crowded(seed):
    """Return a board of 11 by 11 hexes with a river, a canal, all kinds of bridges, Cities, and two dozen units."""
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


# -- Remagen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("key", ["remagen/historical", *(["remagen/optimum"] if GAMES > 1 else [])])
def test_random_play_of_remagen(key, seed):
    game = Game(load_scenario(key), seed=seed, options={"no-limit": seed % 5 == 4})
    play(game, lambda game, draw: bridge_at_times(game, draw) or PLAYERS[seed % 3](game, draw), Draw(seed))
    for then, events in once_more(game):
        told = [event for event in events if isinstance(event, FrontHeld)]
        if told and then.state.side != US:
            front_is_held(then, told[0])


def bridge_at_times(game, draw):
    """Draw an order, now and then one that destroys or lays a bridge, because these are few among all legal ones."""
    if game.prompt.kind == "bridges" or (isinstance(game.state.frames[-1], Movement) and not draw.below(30)):
        found = [order for order in game.legal() if isinstance(order, LayBridge | Destroy)]
        if found and draw.below(3):
            return draw.pick(found)
    return None


def front_is_held(game, told):
    """14.12, 14.13: check that the front is continuous, and that no unit is left beyond it."""
    banks = Bank.of(game.scenario.board, game.rules.east_bank)
    units = {game.state.location[unit] for unit in game.state.on_map(US)} & banks.hexes
    path = [game.scenario.board.hex(number) for number in told.hexes]
    assert len(path) == len(set(path))
    assert path[0] in banks.anchors
    assert path[-1] in banks.anchors
    assert all(b in banks.near[a] for a, b in pairwise(path))
    assert banks.lost(path, units) == ()
    assert set(told.gaps) <= set(told.hexes)
