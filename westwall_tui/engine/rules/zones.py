"""Zones of Control (6.0) and contact between enemies; `State.zones` counts them, hex by hex."""

from functools import lru_cache

from westwall_tui.engine.state import State


def controlled(state: State, side: int) -> bytearray:
    """The hexes in a Zone of Control of the side (6.11, 6.3): by hex in how many, 0 for none."""
    return state.zones[side][:]


def occupied(state: State, side: int) -> bytearray:
    """The hexes that hold a unit of the side: by hex how many, 0 for none."""
    return state.held[side][:]


def shut(state: State, side: int) -> bytearray:
    """The hexes that a side holds or controls, closed to enemy retreats and lines: by hex, 0 for an open one."""
    return either(state.zones[side], state.held[side])


def either(one: bytearray, other: bytearray) -> bytearray:
    """By hex, 0 where both are 0. As two large numbers, for hex by hex takes thirty times as long."""
    both = int.from_bytes(one, "little") | int.from_bytes(other, "little")
    return bytearray(both.to_bytes(len(one), "little"))


@lru_cache(maxsize=64)
def mask(hexes: frozenset[int], count: int) -> bytearray:
    """Some of `count` hexes, by hex; not to be changed, for the same hexes are asked for again and again."""
    found = bytearray(count)
    for h in hexes:
        found[h] = 1
    return found


def touching(state: State, unit: int) -> list[int]:
    """Enemy units into whose hexes the unit's own Zone of Control extends (6.23, 6.33), in unit order."""
    here, enemy_side = state.location[unit], 1 - state.units[unit].side
    if not state.zones[enemy_side][here]:  # zones reach both ways, or neither
        return []
    around = state.ground.zone[here]
    location = state.location
    return [enemy for enemy in state.scenario.of_side[enemy_side] if location[enemy] in around]
