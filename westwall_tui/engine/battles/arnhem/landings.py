"""Landings (15.3, 16.1): where airborne units come down, and what they may still do."""

from collections.abc import Iterable
from functools import lru_cache

from westwall_tui.engine.board import FOOT, Board, Terrain
from westwall_tui.engine.facts import Fact
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.state import VACANT, State

ROUND_ZONE = 7
"""16.11: hexes from the drop zone at most."""
LANDED = Fact("landed *")
"""By unit: the serial number of the phase in which it has landed."""


def note(state: State, unit: int) -> None:
    """A unit has landed in this phase."""
    state.facts[_fact(state, unit)] = state.serial


def has_landed(state: State, unit: int) -> bool:
    """Whether a unit has landed in this phase (15.32)."""
    return state.facts.get(_fact(state, unit)) == state.serial


def landed(state: State) -> int:
    """How many units have landed in this phase."""
    return sum([LANDED.has(key) for key, serial in state.facts.items() if serial == state.serial])


def _fact(state: State, unit: int) -> str:
    return LANDED.about(state.units[unit].id)


def vacant(state: State, hexes: Iterable[int]) -> tuple[int, ...]:
    """15.31, 15.33: those of the hexes that hold no unit, enemy or friend."""
    at, ground = state.at, state.ground.standing[FOOT]
    return tuple([h for h in hexes if at[h] == VACANT and h in ground])


def round_drop_zones(state: State, zones: Iterable[int]) -> tuple[int, ...]:
    """16.11: the vacant hexes within seven of a drop zone, except City hexes and those next to one."""
    return vacant(state, _round(state.scenario.board, tuple(zones)))


@lru_cache(maxsize=64)
def _round(board: Board, zones: tuple[int, ...]) -> list[int]:
    near = {h for zone in zones for h in board.grid.within(zone, ROUND_ZONE)}
    return sorted(h for h in near if not _at_city(board, h))


def _at_city(board: Board, h: int) -> bool:
    terrain, around = board.terrain, board.grid.neighbours[h]
    return terrain[h] is Terrain.CITY or any(n != NOWHERE and terrain[n] is Terrain.CITY for n in around)
