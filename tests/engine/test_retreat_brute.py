"""Retreats and displacements compared with an exhaustive search in small crowded positions (7.7, 7.8 and rulings).

The search is that of the fuzzer (`tests/fuzz/oracle/retreat.py`).
"""

import pytest

from tests.engine.small_boards import at_table, position, random_board, random_unit, scatter
from tests.fuzz import questions
from tests.fuzz.oracle.position import OpenCombat
from tests.fuzz.oracle.retreat import OracleRetreats
from tests.fuzz.table import hear
from tests.long import sample
from westwall_tui.engine.decisions.combat import Aftermath
from westwall_tui.engine.decisions.retreat import Retreats
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import Retreat
from westwall_tui.engine.rules import retreat
from westwall_tui.engine.state import Combat

pytestmark = pytest.mark.slow

POSITIONS = sample(600, 100)


def random_retreat(number):
    """Draw a crowded position in which one unit must retreat."""
    draw = Draw(number)
    ground = draw.pick((".", "..f", ".fo%^"))
    board = random_board(
        draw,
        4 + draw.below(2),
        4,
        ground=ground,
        river=draw.pick((0, 8)),
        stream=draw.pick((0, 10)),
        bridge=40,
        road=draw.pick((0, 20)),
    )
    enemies, friends = 1 + draw.below(3), 1 + draw.below(9)
    units = tuple(
        random_unit(draw, side, f"{'GA'[side]}{n}", 25)
        for side, count in ((0, enemies), (1, friends))
        for n in range(count)
    )
    game = position("standard", board, units, scatter(draw, board, len(units)), support=0)
    unit, count = enemies + draw.below(friends), 1 + draw.below(4)
    game.state.combat = Combat(0, (0,), (), (unit,), 0)
    game.state.frames = [Aftermath(0), Retreats(1, (unit,), count)]
    return game, unit, count, draw


def record_of(game, unit, count):
    """Return the oracle's record of such a position."""
    record = at_table(game)
    ids, at = game.state.ids, record.position.at
    (attacker,), (loser,) = ids((0,)), ids((unit,))
    stood = {attacker: at[attacker], loser: at[loser]}
    record.position.fight = OpenCombat(
        0, (attacker,), (), (loser,), 0, answered=True, result=f"D{count}", owing={loser: count}, stood=stood
    )
    record.stand = record.position.copy()
    return record


@pytest.mark.parametrize("start", range(0, POSITIONS, 100))
def test_7_7_7_8_retreats_agree_with_exhaustive_search(start):
    """Checked for each path, and for each displacement on it."""
    for number in range(start, start + 100):
        game, unit, count, draw = random_retreat(number)
        record = record_of(game, unit, count)
        while game.state.frames:
            questions.ask(game, record, draw)
            order = draw.pick(list(game.legal()))
            hear(record, order, game.apply(order))


@pytest.mark.parametrize("start", range(0, POSITIONS, 100))
def test_7_74_the_room_for_a_retreat_agrees_with_exhaustive_search(start):
    for number in range(start, start + 100):
        game, unit, count, _ = random_retreat(number)
        search = OracleRetreats(record_of(game, unit, count).battle, record_of(game, unit, count).position, 1)
        name = game.state.units[unit].id
        room = next((n for n in range(4) if search.choices(name, n + 1).lost), 4)
        assert retreat.room(game.state, unit, 4) == room, number


@pytest.mark.parametrize("number", range(sample(12, 4)))
def test_7_8_a_crowd_is_displaced_without_a_long_search(number):
    """50 friendly units, on foot and vehicles, are around the unit: far too many chains to try each."""
    draw = Draw(number)
    board = random_board(draw, 9, 8, ground="..f^", road=15)
    units = (random_unit(draw, 0, "G0", 0), *(random_unit(draw, 1, f"A{n}", 20) for n in range(50)))
    game = position("standard", board, units, scatter(draw, board, len(units)), support=0)
    state = game.state
    for unit in range(1, 9):
        game.state = state.copy()
        game.state.combat = Combat(0, (0,), (), (unit,), 0)
        game.state.frames = [Aftermath(0), Retreats(1, (unit,), 3)]
        found = retreat.choices(game.state, unit, 3)
        game.apply(Retreat(units[unit].id, state.numbers(found.paths[-1][1:] or found.paths[-1])))
        while game.state.frames:
            game.apply(draw.pick(list(game.legal())))
        assert (game.state.location[unit] == found.paths[-1][-1]) is not found.lost
