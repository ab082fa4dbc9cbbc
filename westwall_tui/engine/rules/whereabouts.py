"""Where a unit is, on the map or off it."""

from enum import StrEnum
from typing import NamedTuple

from westwall_tui.engine.hexgrid import EDGES, NOWHERE
from westwall_tui.engine.state import ELIMINATED, EXITED, State


class UnitPlace(StrEnum):
    """Where a unit can be."""

    MAP = "map"
    SETUP = "set-up"
    """Off the map, to be set up by its player before the game."""
    RESERVE = "reserve"
    """Off the map, a reinforcement."""
    LEFT = "left"
    """Off the map, which it has left by an edge."""
    ELIMINATED = "eliminated"


class Whereabouts(NamedTuple):
    """A unit's place or fate."""

    place: UnitPlace
    hex: int = NOWHERE
    """Where it stands on the map, else `NOWHERE`."""
    edge: str = ""
    """The edge by which it exited."""
    turn: int = 0
    """The first Game-Turn of its arrival, or that of its exit or elimination; else 0."""


def where_is(state: State, unit: int) -> Whereabouts:
    """Where a unit is."""
    where = state.location[unit]
    if where >= 0:
        return Whereabouts(UnitPlace.MAP, hex=where)
    if where == ELIMINATED:
        return Whereabouts(UnitPlace.ELIMINATED, turn=state.gone[unit])
    if where in EXITED:
        return Whereabouts(UnitPlace.LEFT, edge=EDGES[EXITED.index(where)], turn=state.gone[unit])
    group = state.scenario.arrivals.get(unit)
    return Whereabouts(UnitPlace.SETUP) if group is None else Whereabouts(UnitPlace.RESERVE, turn=group.turn)


def whereabouts(state: State, unit: int) -> str:
    """In words: `at 1317`, `left by the western edge on Game-Turn 5`, `lost on Game-Turn 3`, `due on Game-Turn 4`."""
    place, h, edge, turn = where_is(state, unit)
    match place:
        case UnitPlace.MAP:
            return f"at {state.number(h)}"
        case UnitPlace.ELIMINATED:
            return f"lost on Game-Turn {turn}"
        case UnitPlace.LEFT:
            return f"left by the {edge}ern edge on Game-Turn {turn}"
        case UnitPlace.SETUP:
            return "not set up yet"
        case UnitPlace.RESERVE:
            return f"due on Game-Turn {turn}" if turn > state.turn else "still to come"
