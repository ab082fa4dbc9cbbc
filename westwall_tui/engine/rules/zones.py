"""Zones of Control (6.0) and contact between enemies."""

from westwall_tui.engine.state import State


def controlled(state: State, side: int) -> bytearray:
    """The hexes in a Zone of Control of the side (6.11, 6.3), as one byte a hex."""
    mask = bytearray(len(state.scenario.board.grid))
    zone = state.ground.zone
    location = state.location
    for unit in state.on_map(side):
        for h in zone[location[unit]]:
            mask[h] = 1
    return mask


def occupied(state: State, side: int) -> bytearray:
    """The hexes that hold a unit of the side, as one byte a hex."""
    mask = bytearray(len(state.scenario.board.grid))
    for unit in state.on_map(side):
        mask[state.location[unit]] = 1
    return mask


def touching(state: State, unit: int) -> list[int]:
    """Enemy units into whose hexes the unit's own Zone of Control extends (6.23, 6.33), in unit order."""
    around = state.ground.zone[state.location[unit]]
    side = state.units[unit].side
    location = state.location
    return [i for i, other in enumerate(state.units) if other.side != side and location[i] in around]
