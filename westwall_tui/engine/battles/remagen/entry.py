"""Reinforcements (12.0), which enter at lettered areas and are never withheld."""

from typing import TYPE_CHECKING

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules import movement
from westwall_tui.engine.state import State
from westwall_tui.engine.words import listed

if TYPE_CHECKING:
    from westwall_tui.engine.battles.remagen import Remagen


def hexes(state: State, unit: int) -> tuple[int, ...]:
    """Return the hexes of a unit's areas free of the enemy, or else of the next area with any (12.21, 12.22)."""
    scenario = state.scenario
    listed, entries = scenario.arrivals[unit].hexes, scenario.board.entries
    enemy = 1 - state.units[unit].side
    held, zone = state.held[enemy], state.zones[enemy]
    letters = sorted(entries)
    scheduled = [letter for letter in letters if set(entries[letter]) <= set(listed)]
    after = letters.index(scheduled[-1]) + 1 if scheduled else len(letters)
    areas = [listed, *(entries[letter] for letter in letters[after:] + letters[:after])] if scheduled else [listed]
    for area in areas:
        free = tuple(sorted(h for h in area if not held[h] and not zone[h]))
        if free:
            return free
    return ()


def check_all_in(rules: "Remagen", state: State) -> None:
    """Raise `IllegalOrder` while a reinforcement of the phasing side can still enter (12.23)."""
    waiting = state.rules.arriving(state, state.side)
    if not waiting:
        return
    ground = movement.field(state, state.side)
    owed = [unit for unit in waiting if _can_enter(rules, state, unit, ground)]
    if owed:
        names = listed(state.names(owed), 3)
        raise IllegalOrder("12.23", f"you must first enter {names}; reinforcements cannot wait", state.ids(owed))


def _can_enter(rules: "Remagen", state: State, unit: int, ground: movement.Field) -> bool:
    """Return True if a reinforcement could stop anywhere; usually its entry hex suffices, without a search."""
    limit = rules.allowance(state, unit)
    for h, cost in movement.sources(state, unit):
        if cost <= limit and not ground.blocked[h] and movement.may_stop(ground, state, unit, h):
            return True
    way = movement.reach(state, unit, ground)
    return any(cost != movement.FAR and movement.may_stop(ground, state, unit, h) for h, cost in enumerate(way.cost))
