"""A position as plain data, for `Game.observe` and the referee's `?state`."""

from westwall_tui.engine.rules.whereabouts import UnitPlace, where_is
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State


def observation(state: State, viewer: int) -> dict[str, object]:
    """Return the position as dicts, lists, numbers and strings, as a side may know it; -1: the public part."""
    rules = state.rules
    scenario, outcome = state.scenario, state.outcome
    names = [side.name for side in scenario.sides]
    deciding = state.frames[-1].side if state.frames and state.phase is Phase.SETUP else state.side
    return {
        "scenario": scenario.name,
        "turn": state.turn,
        "last_turn": scenario.last_turn,
        "date": scenario.date(state.turn),
        "side": names[deciding],
        "phase": str(state.phase),
        "support": dict(zip(names, state.support, strict=True)),
        "points": dict(zip(names, rules.totals(state), strict=True)),
        "units": [_unit(state, unit) for unit in range(len(state.units))],
        "markers": [{"hex": state.number(each.hex), "name": each.name} for each in rules.markers(state, viewer)],
        "bridges": [
            {"side": "/".join(state.numbers(crossing.pair)), "kind": crossing.kind, "state": crossing.state}
            for crossing in rules.crossings(state)
            if crossing.state
        ],
        "conditions": [*rules.circumstances(state)],
        "over": outcome is not None,
        "winner": names[outcome.winner] if outcome and outcome.winner >= 0 else None,
    }


def _unit(state: State, unit: int) -> dict[str, object]:
    counter, h = state.units[unit], state.location[unit]
    return {
        "id": counter.id,
        "side": state.scenario.sides[counter.side].name,
        "strength": str(counter.strength),
        "hex": state.number(h) if h >= 0 else None,
        "where": _place_of(state, unit),
    }


def _place_of(state: State, unit: int) -> str:
    place = where_is(state, unit)
    match place.place:
        case UnitPlace.ELIMINATED:
            return "eliminated"
        case UnitPlace.LEFT:
            return f"left {place.edge}"
        case UnitPlace.RESERVE:
            return f"arrives on turn {place.turn}"
        case UnitPlace.SETUP:
            return "to be set up"
    return "map"
