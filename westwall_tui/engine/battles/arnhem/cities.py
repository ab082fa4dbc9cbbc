"""City hexes (11.0): retreats are shorter there."""

from westwall_tui.engine.board import Terrain
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.state import State
from westwall_tui.engine.units import Kind

REDUCTION = 2
"""Hexes by which the rest of a retreat may be reduced (11.1)."""


def reduction(state: State, unit: int, h: int, *, steadfast: bool) -> int:
    """11.1, 11.2: two hexes in a City for a unit not surrounded or `steadfast`; none for airborne artillery."""
    if state.scenario.board.terrain[h] is not Terrain.CITY or state.units[unit].kind is Kind.AIRBORNE_ARTILLERY:
        return 0
    return REDUCTION if steadfast or not surrounded(state, h, state.units[unit].side) else 0


def surrounded(state: State, h: int, side: int) -> bool:
    """11.2: whether all hexes of the map next to a hex are held or controlled by the enemy of a side."""
    held, zones = state.held[1 - side], state.zones[1 - side]
    return all(
        held[n] or zones[n] for n in state.scenario.board.grid.neighbours[h] if n != NOWHERE and _is_hex(state, n)
    )


def _is_hex(state: State, h: int) -> bool:
    return state.scenario.board.terrain[h] is not Terrain.NONE
