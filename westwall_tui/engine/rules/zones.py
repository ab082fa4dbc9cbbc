"""Zones of Control (6.0) and contact between enemies."""

from westwall_tui.engine.state import State


def controlled(state: State, side: int) -> bytearray:
    """The hexes in a Zone of Control of the side (6.11, 6.3), one byte for each hex."""
    zone = state.ground.zone
    mask = bytearray(len(zone))
    location = state.location
    for unit in state.on_map(side):
        for h in zone[location[unit]]:
            mask[h] = 1
    return mask


def occupied(state: State, side: int) -> bytearray:
    """The hexes that hold a unit of the side, one byte for each hex."""
    mask = bytearray(len(state.ground.zone))
    for unit in state.on_map(side):
        mask[state.location[unit]] = 1
    return mask


def shut(state: State, side: int) -> bytearray:
    """The hexes that a side holds or controls, closed to enemy retreats and lines, one byte for each hex."""
    mask = controlled(state, side)
    for unit in state.on_map(side):
        mask[state.location[unit]] = 1
    return mask


def touching(state: State, unit: int) -> list[int]:
    """Enemy units into whose hexes the unit's own Zone of Control extends (6.23, 6.33), in unit order."""
    around = state.ground.zone[state.location[unit]]
    location = state.location
    enemies = state.scenario.of_side[1 - state.units[unit].side]
    return [enemy for enemy in enemies if location[enemy] in around]
