"""Advance after combat (7.9)."""

from typing import NamedTuple

from westwall_tui.engine.board import FOOT
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules.results_table import effect
from westwall_tui.engine.state import VACANT, Combat, State


def advances(state: State, unit: int) -> dict[int, tuple[int, ...]]:
    """Return the hexes where a victorious unit may stop (7.92), with the path to each.

    The unit follows the Path of Retreat of a unit to which it was adjacent (7.94), ignores zones (7.93), obeys 5.24,
    and does not cross an unbridged river (ruling). The hex where it stops must be vacant, and not the only hex left for
    another unit that has assaulted across a river and must advance (ruling).
    """
    found = _follow(state, unit, state.way(unit))
    for needed in _last_hexes(state, unit).values():
        found.pop(needed, None)
    return found


def _last_hexes(state: State, unit: int) -> dict[int, int]:
    """Return the other units that must still advance and have only one hex left for it, each with that hex."""
    rules = state.rules
    found = {}
    for comrade in state.under_way.attackers:
        bound = (
            comrade != unit
            and rules.river_assaults.assaults(state, comrade)
            and state.advanced[comrade] != state.serial
        )
        if bound and state.units[comrade].side == state.units[unit].side:
            ways = _follow(state, comrade, state.way(comrade))
            if len(ways) == 1:
                found[comrade] = next(iter(ways))
    return found


def _follow(state: State, unit: int, way: int) -> dict[int, tuple[int, ...]]:
    rules = state.rules
    side = state.units[unit].side
    enemies = state.held[1 - side]
    bar = rules.closed_hexes(state, side).hexes
    open_steps = state.ground.retreat[way]
    found: dict[int, tuple[int, ...]] = {}
    for path in _paths(state, 1 - side):
        here = state.location[unit]
        for step, h in enumerate(path, 1):
            over = (
                step == 1
                and rules.river_assaults.assaults(state, unit)
                and h in rules.river_assaults.attacks_into(state, unit)
            )
            if not (over or h in open_steps[here]) or enemies[h] or h in bar:
                break
            if state.at[h] == VACANT:
                found.setdefault(h, path[:step])
            here = h
    return found


def _paths(state: State, side: int) -> list[tuple[int, ...]]:
    """Return the Paths of Retreat of a side's units in the combat under way (7.91)."""
    return [path for loser, path in state.under_way.paths if state.units[loser].side == side]


class Victors(NamedTuple):
    """The winners of a combat (7.9)."""

    side: int
    units: tuple[int, ...]
    """The side's units that fought adjacent to the enemy."""


def victors(state: State, combat: Combat) -> Victors | None:
    """Return the winners of a combat after its roll; None if no side has won, as after Br (ruling)."""
    asked = effect(combat.result, alone=fight.alone(state, combat))
    if not asked.won:
        return None
    return Victors(1 - combat.side, combat.defenders) if asked.attackers else Victors(combat.side, combat.attackers)


def why_not(state: State, unit: int, h: int) -> tuple[str, str]:
    """Return the case and reason why a victorious unit may not advance to a hex that is not in `advances`."""
    rules = state.rules
    side, number = state.units[unit].side, state.number(h)
    if state.advanced[unit] == state.serial:
        return "7.96", "it has already advanced"
    if h in advances(state, unit):
        return "7.96", "units advance right after their combat or not at all"
    bar = rules.closed_hexes(state, side)
    if h in bar.hexes:
        return bar.case, bar.reason
    if not any(h in path for path in _paths(state, 1 - side)):
        return "7.95", f"{number} is not on the Path of Retreat"
    occupant = state.occupant(h)
    if occupant is not None:
        case = "5.31" if state.units[occupant].side == side else "5.12"
        return case, f"{state.units[occupant].name} is in {number}"
    for comrade, needed in _last_hexes(state, unit).items():
        if h == needed:
            name = state.units[comrade].name
            return rules.river_assaults.case, f"{name} assaulted across the river and has no other hex to advance into"
    if h in _follow(state, unit, FOOT):
        return "5.24", "vehicles can get there only by road or trail"
    return "7.95", "the Path of Retreat is blocked on the way there"
