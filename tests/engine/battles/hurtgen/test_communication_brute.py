"""Hurtgen Forest: Lines of Communication against an exhaustive search (15.3)."""

from itertools import pairwise

import pytest

from tests.engine.small_boards import chance, position, random_board, random_unit, scatter
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.lines import open_routes
from westwall_tui.engine.terrain import Hexside, Terrain

pytestmark = pytest.mark.slow

US, GERMAN = 1, 0


def may_pass(board, a, b):
    """Return True if a line may lead from a hex to a neighbor if no units are in the way."""
    side = board.hexside(a, b)
    if Terrain.RIVER in (board.terrain[a], board.terrain[b]):
        return bool(side & Hexside.WAY)
    return not side & Hexside.WATER or bool(side & (Hexside.BRIDGE | Hexside.WAY))


def controls(board, a, b):
    """Return True if a unit in a hex controls a neighbor: a river must have a bridge, a river hex a road."""
    side = board.hexside(a, b)
    if Terrain.RIVER in (board.terrain[a], board.terrain[b]):
        return bool(side & Hexside.WAY)
    return side & (Hexside.RIVER | Hexside.BRIDGE) != Hexside.RIVER


def shortest(board, start, goals, closed, most_rough):
    """Return the length of the shortest line from a hex, by a search of every path without a loop; 0 if none."""
    best = 0
    paths: list[tuple[int, ...]] = [] if start in closed or board.terrain[start] is Terrain.RIVER else [(start,)]
    for path in paths:
        if path[-1] in goals:
            best = best or len(path)
            continue
        for n in board.grid.neighbors[path[-1]]:
            if n == NOWHERE or n in path or n in closed or not may_pass(board, path[-1], n):
                continue
            if sum(board.terrain[h] is Terrain.ROUGH for h in (*path[1:], n)) <= most_rough and not best:
                paths.append((*path, n))
    return best


def small_position(number):
    """Return a small board with water, rough ground and a few units."""
    draw = Draw(number)
    ground = draw.pick(("..%", "..%~", ".%%"))
    board = random_board(draw, 4, 3, ground=ground, river=10, stream=15, bridge=40, road=draw.pick((0, 15, 40)))
    dry = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.RIVER]
    units = tuple(random_unit(draw, side, f"{'GA'[side]}{n}", 0) for side in (0, 1) for n in (1, 2))
    places = [h if chance(draw, 60) else -1 for h in scatter(draw, board, 4)] if len(dry) > 3 else [-1] * 4
    return position("standard", board, units, tuple(places), 0), draw.below(3)


@pytest.mark.parametrize("start", range(0, 300, 100))
def test_15_3_lines_are_found_wherever_there_are_any_and_are_the_shortest(start):
    for number in range(start, start + 100):
        game, most_rough = small_position(number)
        state, board = game.state, game.scenario.board
        held = {state.location[u] for u in state.on_map(GERMAN)}
        closed = held | {n for h in held for n in board.grid.neighbors[h] if n != NOWHERE and controls(board, h, n)}
        goals = board.edge("west")
        lines = open_routes(state, US, goals, most_rough)
        for h in range(len(board.grid)):
            if board.terrain[h] is Terrain.RIVER:
                continue
            line = lines.line(h)
            assert len(line) == shortest(board, h, goals, closed, most_rough), (number, board.number(h))
            if line:
                assert line[0] == h
                assert not closed & {*line}
                assert line[-1] in goals
                assert sum(board.terrain[n] is Terrain.ROUGH for n in line[1:]) <= most_rough
                assert all(may_pass(board, a, b) for a, b in pairwise(line))
