"""Landings (15.3 of Arnhem): the hexes where units land, and their Movement Points afterward."""

from collections.abc import Iterable

from westwall_tui.engine.board import FOOT
from westwall_tui.engine.rules.parts import Fact
from westwall_tui.engine.state import VACANT, State

LANDED_ALLOWANCE = 6
"""The half Movement Points of a unit in the Game-Turn in which it lands (15.32)."""
LANDED = Fact("landed *")
"""By unit: the serial number of the phase in which it has landed."""


def note_landing(state: State, unit: int) -> None:
    """Note that a unit has landed in this phase."""
    state.facts[_fact(state, unit)] = state.serial


def has_landed(state: State, unit: int) -> bool:
    """Return True if a unit has landed in this phase (15.32)."""
    return state.facts.get(_fact(state, unit)) == state.serial


def landed(state: State) -> int:
    """Return the number of units that have landed in this phase."""
    return sum([LANDED.has(key) for key, serial in state.facts.items() if serial == state.serial])


def _fact(state: State, unit: int) -> str:
    return LANDED.about(state.units[unit].id)


def vacant(state: State, hexes: Iterable[int]) -> tuple[int, ...]:
    """Return those of the hexes that hold no unit of either side (15.31, 15.33)."""
    at, ground = state.at, state.ground.standing[FOOT]
    return tuple([h for h in hexes if at[h] == VACANT and h in ground])
