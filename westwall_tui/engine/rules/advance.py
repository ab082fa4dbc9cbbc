"""Advance after combat (7.9)."""

from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.rules.zones import occupied
from westwall_tui.engine.state import State


def advances(rules: Ruleset, state: State, unit: int) -> dict[int, tuple[int, ...]]:
    """Where a victorious unit may stop (7.92), with the hexes it goes through, the last included.

    It follows the Path of Retreat of a unit to which it was adjacent (7.94), ignores zones (7.93), obeys 5.24, and does
    not cross an unbridged river (ruling). The hex where it stops must be vacant.
    """
    combat = state.combat
    assert combat is not None
    side = state.units[unit].side
    occupants = state.occupants()
    enemies = occupied(state, 1 - side)
    bar = rules.bar(state, side).hexes
    open_steps = state.ground.retreat[state.way(unit)]
    found: dict[int, tuple[int, ...]] = {}
    for loser, path in combat.paths:
        if state.units[loser].side == side:
            continue
        here = state.location[unit]
        for step, h in enumerate(path, 1):
            if h not in open_steps[here] or enemies[h] or h in bar:
                break
            if h not in occupants:
                found.setdefault(h, path[:step])
            here = h
    return found
