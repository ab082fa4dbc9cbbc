"""Units that can be surrounded, compared with every sequence of enemy moves on small random boards."""

from dataclasses import replace

import pytest

from tests.engine.small_boards import chance, random_board, random_unit, scatter
from tests.long import sample
from westwall_tui.engine import planning
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Enter, Move
from westwall_tui.engine.planning.siege import EnemyTurn, siege
from westwall_tui.engine.scenario import Phase, Reinforcements, Scenario, SideInfo, Start

pytestmark = pytest.mark.slow

OURS, FOES = 3, 3
"""The maximum number of units."""


def position(number: int) -> Game:
    """Return up to three units of the First Player, who moves, and two or three slow enemies (one or two hexes).

    In half of the positions the last enemy is a reinforcement that enters at one hex.
    """
    draw = Draw(number)
    board = random_board(draw, 5, 4, ground="....f%", river=8, stream=6, bridge=30, road=10)
    ours, foes = 1 + draw.below(OURS), 2 + draw.below(FOES - 1)
    units = [random_unit(draw, 0, f"A{i}", 20) for i in range(ours)]
    foe = [random_unit(draw, 1, f"X{i}", 10) for i in range(foes)]
    slow = 2 if foes == FOES else 4
    foe = [replace(each, strength=each.strength.replace(movement=slow)) for each in foe]
    places = scatter(draw, board, ours + foes)
    enters = chance(draw, 50)
    last = Reinforcements(1, 1, (ours + foes - 1,), places[-1:], lands=False)
    game = Game(
        Scenario(
            name="small",
            rules="standard",
            board=board,
            units=(*units, *foe),
            sides=(SideInfo("German", "G"), SideInfo("US", "A")),
            first_turn=1,
            last_turn=3,
            start=Start(1, 0, Phase.MOVEMENT),
            placed=tuple(enumerate(places[:-1] if enters else places)),
            reinforcements=(last,) if enters else (),
        ),
        seed=None,
    )
    if chance(draw, 50):
        game.state.previous_combat = game.state.serial
    return game


def is_surrounded(game: Game, unit: int) -> bool:
    """Return True if enemies or their zones close every hex into which the ground lets a unit retreat."""
    state, board = game.state, game.scenario.board
    foes = [h for each, h in zip(state.units, state.location, strict=True) if each.side != state.units[unit].side]
    shut = {h for at in foes for h in (at, *board.ground.zone[at])}
    around = board.ground.retreat[game.scenario.ways[unit]][state.location[unit]]
    return all(n in shut for n in around)


def can_be_attacked(game: Game, unit: int) -> bool:
    """Return True if the moving side could legally attack a unit alone if its Combat Phase began now."""
    attacks = (order for order in planning.imagined(game).legal() if isinstance(order, Attack))
    return any(order.attackers and order.defenders == game.state.ids((unit,)) for order in attacks)


def can_be_surrounded(game: Game, unit: int) -> bool:
    """Return True if enemy moves, each unit at most once and in any order, can surround a unit and attack it."""
    seen: set[tuple[int, ...]] = set()
    todo = [planning.as_if_moving(game, 1)]
    while todo:
        now = todo.pop()
        if is_surrounded(now, unit) and can_be_attacked(now, unit):
            return True
        for order in now.legal():
            if isinstance(order, Move | Enter):
                after = now.copy()
                after.apply(order)
                moved = tuple(i for i, stamp in enumerate(after.state.moved) if stamp == after.state.serial)
                key = (*after.state.location, *moved)
                if key not in seen:
                    seen.add(key)
                    todo.append(after)
    return False


def compare(numbers: range) -> tuple[int, int, int]:
    """Return the numbers of units that the enemy can surround, that were found, and of all units."""
    can, found, asked = 0, 0, 0
    for number in numbers:
        game = position(number)
        turn = EnemyTurn(game, 0)
        for unit in game.state.on_map(0):
            asked += 1
            worst = planning.worst_attack(turn, unit).preview(turn.game)
            assert worst is None or worst.refusal is None, (number, unit)
            way = siege(turn, unit)
            truth = can_be_surrounded(game, unit)
            can += truth
            if way is None:
                continue
            assert truth, (number, unit)
            found += 1
            then = planning.as_if_moving(game, 1)
            for enemy, h in way.moves:  # as orders, one after another: each is legal
                name, enters = then.state.units[enemy].id, then.state.location[enemy] < 0
                path = dict.fromkeys((*game.scenario.reinforcements[0].hexes, h) if enters else (h,))
                then.apply((Enter if enters else Move)(name, then.state.numbers(tuple(path))))
            assert is_surrounded(then, unit), (number, unit)
            assert planning.fate(then, unit).room == 0, (number, unit)
            names = then.state.ids
            attack = Attack(names(way.attackers), names((unit,)), names(way.barrage), way.support)
            assert planning.imagined(then).explain(attack) is None, (number, unit)
    return can, found, asked


def test_7_7_a_found_ring_can_be_closed_move_by_move():
    can, found, asked = compare(range(40))
    assert found >= 0.9 * can
    assert 0 < found < asked


def test_7_7_existing_rings_are_found():
    can, found, _ = compare(range(40, sample(400, 100)))
    assert found >= 0.95 * can
