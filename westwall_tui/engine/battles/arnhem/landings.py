"""Landings (15.3, 16.1): where airborne units come down, and what they may still do."""

from collections.abc import Iterable

from westwall_tui.engine.board import FOOT, Terrain
from westwall_tui.engine.facts import Fact
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.state import State

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


def landed(state: State, units: Iterable[int]) -> int:
    """How many of the units have landed in this phase."""
    return sum(has_landed(state, unit) for unit in units)


def _fact(state: State, unit: int) -> str:
    return LANDED.about(state.units[unit].id)


def vacant(state: State, hexes: Iterable[int]) -> tuple[int, ...]:
    """15.31, 15.33: those of the hexes that hold no unit, enemy or friend."""
    held, ground = set(state.occupants()), state.ground.standing[FOOT]
    return tuple(h for h in hexes if h not in held and h in ground)


def round_drop_zones(state: State, zones: Iterable[int]) -> tuple[int, ...]:
    """16.11: the vacant hexes within seven of a drop zone, except City hexes and those next to one."""
    board = state.scenario.board
    near = dict.fromkeys(h for zone in zones for h in board.grid.within(zone, ROUND_ZONE))
    return vacant(state, sorted(h for h in near if not _at_city(state, h)))


def _at_city(state: State, h: int) -> bool:
    terrain = state.scenario.board.terrain
    around = state.scenario.board.grid.neighbours[h]
    return terrain[h] is Terrain.CITY or any(n != NOWHERE and terrain[n] is Terrain.CITY for n in around)
