"""Losing units."""

from westwall_tui.engine.events import Eliminated, Event
from westwall_tui.engine.state import ELIMINATED, State, changed


def lose(state: State, unit: int, path: tuple[int, ...], events: list[Event]) -> None:
    """Eliminate a unit; `path` begins where it fought, if it did, and ends where it is lost."""
    state.place(unit, ELIMINATED)
    state.gone = changed(state.gone, state.turn, unit)
    events.append(Eliminated(state.units[unit].id, state.numbers(path)))
