"""Who stands where, and whose zones fall where, worked out from scratch, to hold `State`'s by hex against (6.0)."""

from tests.engine.naive_movement import BRIDGE, RIVER, ROAD, TRAIL
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Terrain


def reaches(state: State, a: int, b: int) -> bool:
    """Whether a Zone of Control extends from a hex into the next: not over an unbridged river (6.31, 6.33)."""
    terrain, side = state.scenario.board.terrain, state.ground.lies(a, b)
    if Terrain.NONE in (terrain[a], terrain[b]):
        return False
    if Terrain.RIVER in (terrain[a], terrain[b]) and not side & (ROAD | TRAIL):
        return False
    return bool(not side & RIVER or side & BRIDGE)


def agrees(state: State) -> None:
    """What the state knows by hex and by side is what follows from where its units are."""
    here: dict[int, list[int]] = {}
    for unit, h in enumerate(state.location):
        if h >= 0:
            here.setdefault(h, []).append(unit)
    zones: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for h, units in here.items():
        for n in state.scenario.board.grid.neighbours[h]:
            if n != NOWHERE and reaches(state, h, n):
                for unit in units:
                    of_side = zones[state.units[unit].side]
                    of_side[n] = of_side.get(n, 0) + 1
    hexes = range(len(state.scenario.board.grid))
    assert [*state.at] == [max(here.get(h, [-1])) for h in hexes]
    for side in (0, 1):
        own = {h: sum(state.units[unit].side == side for unit in units) for h, units in here.items()}
        assert [*state.held[side]] == [own.get(h, 0) for h in hexes]
        assert [*state.on_map(side)] == [
            n for n, unit in enumerate(state.units) if unit.side == side and state.location[n] >= 0
        ]
        assert [*state.zones[side]] == [zones[side].get(h, 0) for h in hexes]
