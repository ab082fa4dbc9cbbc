"""Losses, and the Paths of Retreat that units leave behind."""

from westwall_tui.engine.events import Eliminated, Event
from westwall_tui.engine.state import ELIMINATED, State, changed


def lose(state: State, unit: int, path: tuple[int, ...], events: list[Event]) -> None:
    """Eliminate a unit; `path` begins where it fought, if it did, and ends where it is lost."""
    state.place(unit, ELIMINATED)
    state.gone = changed(state.gone, state.turn, unit)
    events.append(Eliminated(state.units[unit].id, state.numbers(path)))


def leave_path(state: State, unit: int, path: tuple[int, ...]) -> None:
    """Add to a unit's Path of Retreat (7.91); a unit whose bridge was blown has already begun it."""
    combat = state.combat
    assert combat is not None
    found = dict(combat.paths)
    found[unit] = found[unit] + path[1:] if unit in found else path
    state.combat = combat._replace(paths=tuple(found.items()))


def eliminate(state: State, unit: int, events: list[Event]) -> None:
    """A unit is lost to a Combat Result, at the end of its Path of Retreat."""
    combat = state.combat
    assert combat is not None
    state.suffered = changed(state.suffered, state.serial, unit)
    lose(state, unit, dict(combat.paths)[unit], events)


def eliminate_all(state: State, units: tuple[int, ...], events: list[Event]) -> None:
    """Units are lost where they fought; their hexes are their Paths of Retreat (a ruling)."""
    for unit in units:
        leave_path(state, unit, (state.location[unit],))
        eliminate(state, unit, events)
