"""Reinforcements: which units may come onto the map now, and where."""

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules.movement import Field
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import RESERVE, State


def available(state: State, side: int) -> list[int]:
    """The side's units whose time has come and that have not entered, in unit order. All may be withheld."""
    return [
        unit
        for unit, group in state.scenario.arrivals.items()
        if group.side == side and group.turn <= state.turn and state.location[unit] == RESERVE
    ]


def check_entry(rules: Ruleset, state: State, unit: int, h: int, ground: Field) -> None:
    """Raise `IllegalOrder` unless the unit may enter the map at a hex now."""
    counter, number = state.units[unit], state.number(h)
    group = state.scenario.arrivals.get(unit)
    if group is None or state.location[unit] != RESERVE:
        raise IllegalOrder(rules.arrival_case, f"{counter.id} is no reinforcement that could enter", (counter.id,))
    if group.turn > state.turn:
        raise IllegalOrder(rules.arrival_case, f"{counter.id} arrives on Game-Turn {group.turn}", (counter.id,))
    if h not in rules.entry_hexes(state, unit):
        places = ", ".join(state.numbers(rules.entry_hexes(state, unit)))
        reason = f"{counter.id} may not enter at {number}, only at {places}"
        raise IllegalOrder(rules.entry_hex_case, reason, (counter.id,), (number,))
    occupant = state.occupants().get(h)
    if occupant is not None and state.units[occupant].side != counter.side:
        enemy = state.units[occupant].id
        raise IllegalOrder(
            rules.entry_enemy_case, f"{number} holds the enemy's {enemy}", (counter.id, enemy), (number,)
        )
    bar = rules.bar(state, counter.side)
    if h in bar.hexes:
        raise IllegalOrder(bar.case, bar.reason, (counter.id,), (number,))
    if ground.blocked[h]:
        reason = f"{counter.id} would have to stop in {number}, where a friend stands"
        raise IllegalOrder("5.31", reason, (counter.id,), (number,))
    if rules.entry_cost(state, unit, h) is None:
        reason = f"{counter.id} is a vehicle, and no road or trail leads into {number}"
        raise IllegalOrder("5.24", reason, (counter.id,), (number,))
