"""Retreat (7.7): every path there is for a unit that must go a number of hexes."""

from typing import NamedTuple

from westwall_tui.engine.rules.displacement import PATIENCE, Open, Search, open_ground, why_closed
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import State


class Choices(NamedTuple):
    """The paths of retreat that a unit may take; each begins with its own hex."""

    paths: tuple[tuple[int, ...], ...]
    lost: bool
    """The unit cannot go the whole way and is eliminated at the end of the path (7.74)."""
    displacing: bool
    """Every path needs friends to make way (7.73)."""


def choices(rules: Ruleset, state: State, unit: int, hexes: int) -> Choices:
    """The legal paths of a retreat: vacant ones, else displacing ones, else the longest partial ones (7.73, 7.74)."""
    ground = open_ground(rules, state, state.units[unit].side)
    friends = {h: other for h, other in state.occupants().items() if other != unit}
    full = _outward(ground, unit, hexes)
    vacant = [path for path in full if not any(h in friends for h in path[1:])]
    if vacant:
        return Choices(tuple(vacant), lost=False, displacing=False)
    occupants = state.occupants()
    through = [path for path in full if Search(ground, PATIENCE).completes(occupants, unit, path, 1)]
    if through:
        return Choices(tuple(through), lost=False, displacing=True)
    for length in range(hexes - 1, 0, -1):
        partial = [p for p in _outward(ground, unit, length) if not any(h in friends for h in p[1:])]
        if partial:
            return Choices(tuple(partial), lost=True, displacing=False)
    return Choices(((state.location[unit],),), lost=True, displacing=False)


def why_not(
    rules: Ruleset, state: State, unit: int, hexes: int, wanted: tuple[int, ...], found: Choices
) -> tuple[str, str]:
    """The case and the reason why none of the paths found goes through the hexes wanted to the last of them."""
    here = state.location[unit]
    occupants = state.occupants()
    for h in wanted:
        closed = why_closed(rules, state, unit, here, h) if h != here else None
        if closed is not None:
            return closed
        here = h
    fought, end = _fought(state, unit), wanted[-1]
    if found.lost:
        return "7.74", "it cannot go the whole way, and is lost where its way ends"
    if state.scenario.board.grid.distance(fought, end) != hexes:
        away = "1 hex" if hexes == 1 else f"{hexes} hexes"
        return "7.74", f"the retreat ends {away} away from {state.number(fought)}, and {state.number(end)} is not"
    friends = [h for h in wanted if occupants.get(h, unit) != unit]
    if friends and found.displacing:
        return "7.82", f"{state.units[occupants[friends[0]]].id} cannot make way"
    if friends:
        friend = state.units[occupants[friends[0]]].id
        return "7.73", f"{friend} stands in {state.number(friends[0])}, and there are ways through vacant hexes"
    return "7.74", "no way of so many hexes goes through there"


def _fought(state: State, unit: int) -> int:
    """Where a unit fought: where it stands, unless a friend that retreated before it has displaced it."""
    here = state.location[unit]
    return here if state.combat is None else dict(state.combat.paths).get(unit, (here,))[0]


def _outward(ground: Open, unit: int, hexes: int) -> list[tuple[int, ...]]:
    """All paths of so many steps that end as many hexes from where the unit fought (7.74)."""
    state = ground.state
    here, fought = state.location[unit], _fought(state, unit)
    distance = state.scenario.board.grid.distance
    paths: list[tuple[int, ...]] = [(here,)]
    for left in range(hexes - 1, -1, -1):
        paths = [
            (*path, n)
            for path in paths
            for n in ground.steps(unit, path[-1])
            if distance(fought, n) + left >= hexes and n not in path
        ]
    return [path for path in paths if distance(fought, path[-1]) == hexes]
