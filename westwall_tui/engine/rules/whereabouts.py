"""The places of units on the map and off it, their losses, and the Path of Retreat that they leave."""

from enum import StrEnum
from typing import NamedTuple

from westwall_tui.engine.events import Eliminated, Event
from westwall_tui.engine.hexgrid import EDGES, NOWHERE
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.state import ELIMINATED, EXITED, State, changed
from westwall_tui.engine.units import lower


def find_unit(state: State, unit_id: str) -> int:
    """Return the unit with this id. Raises `IllegalOrder` if the scenario has no such unit."""
    unit = state.scenario.by_id.get(lower(unit_id))
    if unit is None:
        raise IllegalOrder("2.3", f"there is no unit {unit_id} in this scenario")
    return unit


class UnitPlace(StrEnum):
    """A place of a unit."""

    MAP = "map"
    SETUP = "set-up"
    """Off the map, to be set up by its player before the game."""
    RESERVE = "reserve"
    """Off the map, a reinforcement."""
    LEFT = "left"
    """Off the map after an exit."""
    ELIMINATED = "eliminated"


class Whereabouts(NamedTuple):
    """A unit's place on or off the map, or its fate."""

    place: UnitPlace
    hex: int = NOWHERE
    """The unit's hex on the map, or `NOWHERE`."""
    edge: str = ""
    """The edge by which the unit exited."""
    turn: int = 0
    """The first Game-Turn of its arrival, or the Game-Turn of its exit or elimination; otherwise 0."""


def where_is(state: State, unit: int) -> Whereabouts:
    """Return the place or fate of a unit."""
    where = state.location[unit]
    if where >= 0:
        return Whereabouts(UnitPlace.MAP, hex=where)
    if where == ELIMINATED:
        return Whereabouts(UnitPlace.ELIMINATED, turn=state.gone[unit])
    if where in EXITED:
        return Whereabouts(UnitPlace.LEFT, edge=EDGES[EXITED.index(where)], turn=state.gone[unit])
    group = state.rules.arrival(state, unit)
    return Whereabouts(UnitPlace.SETUP) if group is None else Whereabouts(UnitPlace.RESERVE, turn=group.turn)


def whereabouts(state: State, unit: int) -> str:
    """Return a unit's place or fate in words: `at 1317`, `lost on Game-Turn 3`, `due on Game-Turn 4`."""
    place, h, edge, turn = where_is(state, unit)
    match place:
        case UnitPlace.MAP:
            return f"at {state.number(h)}"
        case UnitPlace.ELIMINATED:
            return f"lost on Game-Turn {turn}"
        case UnitPlace.LEFT:
            return f"exited by the {edge} edge on Game-Turn {turn}"
        case UnitPlace.SETUP:
            return "not set up yet"
        case UnitPlace.RESERVE:
            return f"due on Game-Turn {turn}" if turn > state.turn else "still to come"


def why_not_on_map(state: State, unit: int) -> str:
    """Return a unit's place or fate as a predicate for refusals: `was eliminated on Game-Turn 3`."""
    place, _, _, turn = where_is(state, unit)
    match place:
        case UnitPlace.MAP:
            return "is already on the map"
        case UnitPlace.ELIMINATED:
            return f"was eliminated on Game-Turn {turn}"
        case UnitPlace.LEFT:
            return f"exited the map on Game-Turn {turn}"
        case UnitPlace.SETUP:
            return "has not been set up yet"
        case UnitPlace.RESERVE:
            arrives = f"; it arrives on Game-Turn {turn}" if turn > state.turn else ""
            return f"is not on the map yet{arrives}"


# -- losses


def lose(state: State, unit: int, path: tuple[int, ...], events: list[Event]) -> None:
    """Eliminate a unit; `path` begins where it fought, if it did, and ends where it is lost."""
    state.place(unit, ELIMINATED)
    state.gone = changed(state.gone, state.turn, unit)
    events.append(Eliminated(state.units[unit].id, state.numbers(path)))


def leave_path(state: State, unit: int, path: tuple[int, ...]) -> None:
    """Add to a unit's Path of Retreat (7.91), which a unit has already begun if a bridge was blown ahead of it."""
    combat = state.under_way
    found = dict(combat.paths)
    found[unit] = found[unit] + path[1:] if unit in found else path
    state.combat = combat._replace(paths=tuple(found.items()))


def eliminate(state: State, unit: int, events: list[Event]) -> None:
    """Eliminate a unit by a Combat Result, at the end of its Path of Retreat."""
    state.suffered = changed(state.suffered, state.serial, unit)
    lose(state, unit, dict(state.under_way.paths)[unit], events)


def eliminate_all(state: State, units: tuple[int, ...], events: list[Event]) -> None:
    """Eliminate units where they fought; their hexes are their Paths of Retreat (a ruling)."""
    for unit in units:
        leave_path(state, unit, (state.location[unit],))
        eliminate(state, unit, events)
