"""Places of units and Zones of Control computed from scratch, for comparison with those of `State` (6.0)."""

from functools import cache

from westwall_tui.engine.board import Board, Ground
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Hexside, Terrain

WAY, RIVER, BRIDGE = map(int, (Hexside.WAY, Hexside.RIVER, Hexside.BRIDGE))
"""Plain numbers, because an enumeration takes ten times as long."""


def reaches(board: Board, ground: Ground, a: int, b: int) -> bool:
    """Return True if a Zone of Control extends from a hex into the next: not over an unbridged river (6.31, 6.33)."""
    terrain, side = board.terrain, ground.features(a, b)
    if Terrain.NONE in (terrain[a], terrain[b]):
        return False
    if Terrain.RIVER in (terrain[a], terrain[b]) and not side & WAY:
        return False
    return bool(not side & RIVER or side & BRIDGE)


@cache
def controlled_from(board: Board, ground: Ground, h: int) -> list[int]:
    """Return the hexes into which a Zone of Control extends from a hex."""
    return [n for n in board.grid.neighbors[h] if n != NOWHERE and reaches(board, ground, h, n)]


def agrees(state: State) -> None:
    """Check that the state's tables by hex and side agree with the places of its units."""
    board, sides = state.scenario.board, [unit.side for unit in state.units]
    vacant = [0] * len(board.grid)
    at, held, zones = [-1] * len(board.grid), (vacant[:], vacant[:]), (vacant[:], vacant[:])
    for unit, h in enumerate(state.location):
        if h >= 0:
            at[h] = max(at[h], unit)
            held[sides[unit]][h] += 1
            for n in controlled_from(board, state.ground, h):
                zones[sides[unit]][n] += 1
    assert [*state.at] == at
    for side in (0, 1):
        assert [*state.held[side]] == held[side]
        assert [*state.on_map(side)] == [
            unit for unit, h in enumerate(state.location) if h >= 0 and sides[unit] == side
        ]
        assert [*state.zones[side]] == zones[side]
