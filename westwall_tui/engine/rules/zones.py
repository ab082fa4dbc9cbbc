"""Zones of Control (6.0) and contact between enemies; `State.zones` counts the zones by hex.

A set of hexes is stored as a row of bytes, with 0 for each hex outside the set. Two rows are joined as large integers,
which is thirty times as fast as hex by hex.
"""

from functools import lru_cache

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.engine.state import State


def controlled(state: State, side: int) -> bytes:
    """Return, by hex, the number of the side's Zones of Control that include it (6.11, 6.3)."""
    return state.zones[side]


def shut(state: State, side: int) -> bytes:
    """Return the hexes that a side occupies or controls, which are closed to enemy retreats and lines."""
    return either(state.zones[side], state.held[side])


def surrounded(state: State, side: int, h: int) -> bool:
    """Return True if the enemy occupies or controls all six hexes around a hex."""
    held, zones = state.held[1 - side], state.zones[1 - side]
    return all(n != NOWHERE and (held[n] or zones[n]) for n in state.scenario.board.grid.neighbors[h])


def either(one: bytes, other: bytes) -> bytes:
    """Join two rows: by hex, 0 where both have 0."""
    found = int.from_bytes(one, "little") | int.from_bytes(other, "little")
    return found.to_bytes(len(one), "little")


@lru_cache(maxsize=64)
def mask(hexes: frozenset[int], count: int) -> bytes:
    """Return a set of hexes as a row of `count` bytes. Cached, because the same sets are needed again and again."""
    found = bytearray(count)
    for h in hexes:
        found[h] = 1
    return bytes(found)


def but(row: bytes, h: int, value: int) -> bytes:
    """Return the row with the value of one hex changed."""
    new = bytearray(row)
    new[h] = value
    return bytes(new)


def holder_by_zones(state: State, hexes: tuple[int, ...]) -> tuple[int, str]:
    """Return the side that holds some hexes by units and zones, or `NOBODY`, and the reason.

    A side holds them if it has a unit in each hex, or if it alone has a unit or a Zone of Control in every hex.
    """
    held, zone = state.held, state.zones
    names = [side.name for side in state.scenario.sides]
    for side in (0, 1):
        if all(held[side][h] for h in hexes):
            return side, "they have a unit in every hex"
    for side in (0, 1):
        covered = all(held[side][h] or zone[side][h] for h in hexes)
        if covered and not any(held[1 - side][h] or zone[1 - side][h] for h in hexes):
            return side, "their units or zones are in every hex, and the enemy's are in none"
    there = [names[side] for side in (0, 1) if any(held[side][h] or zone[side][h] for h in hexes)]
    return NOBODY, "both sides are present" if len(there) == 2 else "neither side holds every hex"


def touching(state: State, unit: int) -> list[int]:
    """Return the enemy units in the unit's own Zone of Control (6.23, 6.33), in unit order."""
    here, enemy_side = state.location[unit], 1 - state.units[unit].side
    if not state.zones[enemy_side][here]:  # zones reach both ways, or neither
        return []
    around = state.ground.zone[here]
    location = state.location
    return [enemy for enemy in state.on_map(enemy_side) if location[enemy] in around]
