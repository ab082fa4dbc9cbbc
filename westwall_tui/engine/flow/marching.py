"""Units on their way, hex by hex, and what may stop them: bridges that are blown before them (12.0 of Arnhem)."""

from itertools import pairwise

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.flow.steps import Resolved, hexes_at, own_unit
from westwall_tui.engine.frames import Halted, Marching, Retreating, Retreats, Throw, Wired
from westwall_tui.engine.orders import EDGES, Demolish, IllegalOrder, Move, Roll, Stand
from westwall_tui.engine.rules import movement
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import EXITED, State

DEMOLITION = "demolition"
"""What the die of a demolition attempt is thrown for."""


def walk(rules: Ruleset, state: State, unit: int, hexes: tuple[int, ...]) -> int:
    """Take a unit through hexes until something must be decided first; how many of them it has gone."""
    pending = len(state.frames)
    for gone, h in enumerate(hexes, 1):
        origin = state.location[unit]
        state.location[unit] = h
        rules.passed(state, unit, h, origin)
        if len(state.frames) > pending:
            return gone
    return len(hexes)


def settle_marching(rules: Ruleset, state: State, frame: Marching, events: list[Event]) -> bool:
    """The unit goes on; at the end of its path what it did is told."""
    here = len(state.frames) - 1
    step = frame.step + walk(rules, state, frame.unit, frame.path[frame.step :])
    if len(state.frames) - 1 > here:
        state.frames[here] = frame._replace(step=step)
        return True
    state.frames.pop()
    events.append(_finish(state, frame))
    return True


def _finish(state: State, frame: Marching) -> Event:
    """End a march, and say what it was; a unit that exits leaves the map now."""
    unit_id, numbers = state.units[frame.unit].id, state.numbers(frame.path)
    match frame.how:
        case "enter":
            return ev.Entered(unit_id, numbers, frame.cost)
        case "land":
            return ev.Landed(unit_id, numbers[-1])
        case "advance":
            return ev.Advanced(unit_id, numbers)
        case "move":
            return ev.Moved(unit_id, numbers, frame.cost)
    state.location[frame.unit] = EXITED[EDGES.index(frame.how)]
    state.gone[frame.unit] = state.turn
    return ev.Exited(unit_id, numbers, frame.how, frame.cost)


# -- bridges


def demolish(rules: Ruleset, state: State, frame: Wired, order: Demolish) -> Resolved:
    """12.12 of Arnhem: the attempt is entirely at the option of the side that is asked."""

    def perform(events: list[Event]) -> None:
        state.frames.pop()
        if order.attempt:
            state.frames.append(Throw(frame.side, DEMOLITION, (frame.a, frame.b)))
        else:
            events.append(ev.BridgeSpared(_bridge(state, frame.a, frame.b)))

    return Resolved(order, perform)


def _bridge(state: State, a: int, b: int) -> str:
    return "/".join(state.numbers((a, b)))


def throw(rules: Ruleset, state: State, frame: Throw, order: Roll) -> Resolved:
    """A die that a battle asks for: its rules say what it does; a bridge that falls may stop who is on his way."""
    if not 1 <= order.die <= 6:
        raise IllegalOrder("7.6", f"a die shows 1 to 6, not {order.die}")

    def perform(events: list[Event]) -> None:
        state.frames.pop()
        cut_off = [(i, _spent(rules, state, i)) for i in _cut_off(state, frame.about)]
        standing = state.works
        rules.thrown(state, frame, order.die, events)
        if state.works != standing:
            for i, spent in cut_off:
                _cut(rules, state, i, spent, events)

    return Resolved(order, perform)


def _cut_off(state: State, about: tuple[int, ...]) -> list[int]:
    """The places in the stack of the units whose way leads over the hexside further on."""
    return [
        i
        for i, frame in enumerate(state.frames)
        if isinstance(frame, Marching | Retreating)
        and frame.step > 0
        and any({a, b} == set(about) for a, b in pairwise(frame.path[frame.step - 1 :]))
    ]


def _spent(rules: Ruleset, state: State, i: int) -> int:
    """Half Movement Points that the unit on its way has spent so far."""
    frame = state.frames[i]
    if not isinstance(frame, Marching) or frame.how == "advance":
        return 0
    coming_in = frame.cost - movement.path_cost(rules, state, frame.unit, frame.path) if frame.how == "enter" else 0
    return coming_in + movement.path_cost(rules, state, frame.unit, frame.path[: frame.step])


def _cut(rules: Ruleset, state: State, i: int, spent: int, events: list[Event]) -> None:
    """The bridge has fallen before a unit: it halts, retreats another way, or advances no further (a ruling)."""
    frame = state.frames[i]
    if isinstance(frame, Retreating):
        _forget(state, frame.unit, len(frame.path) - frame.step)
        trail = frame.path[: frame.step]
        state.frames[i] = Retreats(frame.side, (frame.unit,), frame.hexes - len(trail) + 1, trail)
    elif isinstance(frame, Marching):
        gone = frame._replace(path=frame.path[: frame.step], cost=spent)
        if frame.how == "advance":
            state.frames[i] = gone
        else:
            state.frames[i] = Halted(frame.side, frame.unit, rules.allowance(state, frame.unit) - spent)
            events.append(_finish(state, gone._replace(how="enter" if frame.how == "enter" else "move")))


def _forget(state: State, unit: int, hexes: int) -> None:
    """Take the last hexes, which it will not see, from a unit's Path of Retreat."""
    combat = state.combat
    assert combat is not None
    state.combat = combat._replace(
        paths=tuple((u, path[: len(path) - hexes] if u == unit else path) for u, path in combat.paths)
    )


# -- a unit that had to halt


def go_on(rules: Ruleset, state: State, frame: Halted, order: Move) -> Resolved:
    """A unit goes on another way with the Movement Points it has left (a ruling on 12.0 of Arnhem)."""
    unit = own_unit(state, order.unit, frame.side, "5.11")
    counter = state.units[unit]
    if unit != frame.unit:
        waiting = state.ids((frame.unit,))
        raise IllegalOrder("5.15", f"{waiting[0]} is on its way; it goes on, or stands", (counter.id, *waiting))
    ground = movement.field(rules, state, frame.side)
    path, cost = movement.find_path(rules, state, unit, hexes_at(state, order.hexes), ground, frame.left)
    movement.check_stop(rules, state, unit, path[-1], ground)
    if len(path) == 1:
        raise IllegalOrder("5.0", f"{counter.id} is at {state.number(path[0])} already", (counter.id,))

    def perform(events: list[Event]) -> None:
        state.frames[-1] = Marching(frame.side, unit, path, 1, "move", cost)

    return Resolved(Move(counter.id, state.numbers(movement.in_full(rules, state, unit, path, ground))), perform)


def stay(rules: Ruleset, state: State, frame: Halted, order: Stand) -> Resolved:
    """A unit ends its move where it had to halt."""

    def perform(events: list[Event]) -> None:
        state.frames.pop()

    return Resolved(order, perform)


def settle_halted(rules: Ruleset, state: State, frame: Halted, events: list[Event]) -> bool:
    """A unit that can get nowhere any more is not asked."""
    if movement.onward(rules, state, frame.unit, frame.left):
        return False
    state.frames.pop()
    return True
