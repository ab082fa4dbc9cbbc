"""Where a unit is, on the map or off it, in words."""

from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.state import ELIMINATED, EXITED, State


def whereabouts(state: State, unit: int) -> str:
    """Where a unit is: `at 1317`, `left by the western edge on Game-Turn 5`, `lost on Game-Turn 3`, `due on ...`."""
    where = state.location[unit]
    if where >= 0:
        return f"at {state.number(where)}"
    if where == ELIMINATED:
        return f"lost on Game-Turn {state.gone[unit]}"
    if where in EXITED:
        return f"left by the {EDGES[EXITED.index(where)]}ern edge on Game-Turn {state.gone[unit]}"
    group = state.scenario.arrivals.get(unit)
    if group is None:
        return "not set up yet"
    return f"due on Game-Turn {group.turn}" if group.turn > state.turn else "still to come"
