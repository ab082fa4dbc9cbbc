"""Setting up (3.0)."""

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.flow.sequence import end
from westwall_tui.engine.flow.steps import Resolved, hex_at, own_unit, side_name
from westwall_tui.engine.frames import Noting, Setup
from westwall_tui.engine.orders import Deploy, Done, IllegalOrder, Note
from westwall_tui.engine.rules import movement
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import RESERVE, State


def deploy(rules: Ruleset, state: State, frame: Setup, order: Deploy) -> Resolved:
    """3.0: a unit is set up within its limits, alone in its hex (5.31), where it could stand (5.24)."""
    unit = own_unit(state, order.unit, frame.side, "3.0")
    counter, h = state.units[unit], hex_at(state, order.hex)
    number = state.number(h)
    group = state.scenario.setup_of.get(unit)
    if group is None:
        raise IllegalOrder("3.0", f"{counter.id} is not set up by its player", (counter.id,))
    if h not in group.hexes:
        raise IllegalOrder(*rules.why_not_set_up(state, unit, h), (counter.id,), (number,))
    other = state.occupants().get(h)
    if other is not None and other != unit:
        raise IllegalOrder("5.31", f"{number} holds {state.units[other].id}", state.ids((unit, other)), (number,))
    if not movement.standing_room(state, unit, h):
        raise IllegalOrder("5.24", f"{counter.id} is a vehicle and cannot stand in {number}", (counter.id,), (number,))

    def perform(events: list[Event]) -> None:
        state.location[unit] = h
        events.append(ev.Deployed(counter.id, number))

    return Resolved(Deploy(counter.id, number), perform)


def undeployed(state: State, side: int) -> list[int]:
    """Units that their player has still to set up, in unit order."""
    groups = state.scenario.setup_of
    return [unit for unit in sorted(groups) if groups[unit].side == side and state.location[unit] == RESERVE]


def note(rules: Ruleset, state: State, frame: Noting, order: Note) -> Resolved:
    """15.36 of Arnhem: a drop zone is noted, hidden from the enemy until it is placed."""
    facts = rules.note(state, frame.side, order)

    def perform(events: list[Event]) -> None:
        state.facts.update(facts)
        events.append(ev.DropZoneNoted(side_name(state, frame.side), order.division))

    return Resolved(order, perform)


def end_of_notes(rules: Ruleset, state: State, frame: Noting, order: Done) -> Resolved:
    """15.36 of Arnhem: everything is noted before the enemy sets up."""
    left = rules.unnoted(state, frame.side)
    if left:
        raise IllegalOrder(rules.note_case, f"still to be noted: the drop zones of {', '.join(left)}")
    return end(rules, state)


def end_of_setup(rules: Ruleset, state: State, frame: Setup, order: Done) -> Resolved:
    """3.0: the set-up ends when every unit stands."""
    left = undeployed(state, frame.side)
    if left:
        names = ", ".join(state.ids(left))
        raise IllegalOrder("3.0", f"still to be set up: {names}", state.ids(left))
    return end(rules, state)
