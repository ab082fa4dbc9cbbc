"""What follows the die (7.62 to 7.9): losses, retreats, displacements, advances."""

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.flow.marching import walk
from westwall_tui.engine.flow.steps import Resolved, hex_at, hexes_at, own_unit
from westwall_tui.engine.frames import Advances, Displacing, Marching, Retreating, Retreats, Shifting
from westwall_tui.engine.orders import Advance, Displace, IllegalOrder, Retreat, Stand
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import displacement, retreat
from westwall_tui.engine.rules.advance import advances, why_not
from westwall_tui.engine.rules.losses import lose
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import State


def apply_result(state: State, result: str, events: list[Event]) -> None:
    """7.62: what the result asks of whom, the last thing first on the stack."""
    combat = state.combat
    assert combat is not None
    attacker, defender = combat.side, 1 - combat.side
    spared = fight.alone(state, combat)  # 8.15
    if result == "Ae":
        _eliminate_all(state, combat.attackers, events)
        state.frames.append(Advances(defender, combat.defenders))
    elif result == "De":
        _eliminate_all(state, combat.defenders, events)
        state.frames.append(Advances(attacker, combat.attackers))
    elif result == "Br":
        state.frames.append(Retreats(attacker, combat.attackers, 1))
        if not spared:
            state.frames.append(Retreats(defender, combat.defenders, 1))
    elif result[0] == "A":
        state.frames += [Advances(defender, combat.defenders), Retreats(attacker, combat.attackers, int(result[1]))]
    elif result != "D1" or not spared:
        state.frames += [Advances(attacker, combat.attackers), Retreats(defender, combat.defenders, int(result[1]))]


def _eliminate_all(state: State, units: tuple[int, ...], events: list[Event]) -> None:
    for unit in units:
        _leave_path(state, unit, (state.location[unit],))
        _eliminate(state, unit, events)


def _eliminate(state: State, unit: int, events: list[Event]) -> None:
    combat = state.combat
    assert combat is not None
    state.suffered[unit] = state.serial
    lose(state, unit, dict(combat.paths)[unit], events)


def _leave_path(state: State, unit: int, path: tuple[int, ...]) -> None:
    """Add to a unit's Path of Retreat (7.91); a unit displaced before it retreats has begun one already."""
    combat = state.combat
    assert combat is not None
    paths = dict(combat.paths)
    paths[unit] = paths[unit] + path[1:] if unit in paths else path
    state.combat = combat._replace(paths=tuple(paths.items()))


def retreat_unit(rules: Ruleset, state: State, frame: Retreats, order: Retreat) -> Resolved:
    """7.7: one of the units that must retreat goes one of its ways."""
    unit = own_unit(state, order.unit, frame.side, "7.7")
    counter = state.units[unit]
    if unit not in frame.units:
        waiting = ", ".join(state.ids(frame.units))
        raise IllegalOrder(
            "7.7", f"{counter.id} does not retreat now; {waiting} must", (counter.id, *state.ids(frame.units))
        )
    choices = retreat.choices(rules, state, unit, frame.hexes, frame.trail)
    wanted = hexes_at(state, order.hexes) or (state.location[unit],)
    fitting = [path for path in choices.paths if (path[1:] or path) == wanted]
    fitting = fitting or [path for path in choices.paths if path[-1] == wanted[-1] and _in_order(wanted, path)]
    if not fitting:
        case, why = retreat.why_not(rules, state, unit, wanted, choices)
        ends = ", ".join(state.numbers(tuple(dict.fromkeys(path[-1] for path in choices.paths))))
        offered = f"it is lost in {ends}" if choices.lost else f"it may end in {ends}"
        raise IllegalOrder(case, f"{counter.id} cannot retreat so: {why}; {offered}", (counter.id,), order.hexes)
    if len(fitting) > 1:
        ways = "; ".join(" ".join(state.numbers(path[1:])) for path in fitting)
        raise IllegalOrder("7.7", f"{counter.id} can get there in several ways, name one: {ways}", (counter.id,))
    path = fitting[0]

    def perform(events: list[Event]) -> None:
        _start_retreat(state, unit, path, choices.lost, events)

    return Resolved(Retreat(counter.id, state.numbers(path[1:] or path)), perform)


def _in_order(wanted: tuple[int, ...], path: tuple[int, ...]) -> bool:
    rest = iter(path)
    return all(h in rest for h in wanted)


def _start_retreat(state: State, unit: int, path: tuple[int, ...], lost: bool, events: list[Event]) -> None:
    frame = state.frames.pop()
    assert isinstance(frame, Retreats)
    state.frames.append(frame._replace(units=tuple(u for u in frame.units if u != unit)))
    owed, trail = retreat.owed(state, unit, frame.hexes, frame.trail)
    if len(path) == 1 and not lost and len(trail) == 1:  # what is reduced to nothing is no adverse result
        events.append(ev.Held(state.units[unit].id, state.number(path[0])))
        return
    _leave_path(state, unit, path)
    state.suffered[unit] = state.serial
    gone = trail[:-1]
    state.frames.append(Retreating(frame.side, unit, (*gone, *path), len(gone) + 1, len(gone) + owed, int(lost)))


def settle_retreats(rules: Ruleset, state: State, frame: Retreats, events: list[Event]) -> bool:
    """The last unit retreats by itself where one way is left; who was displaced far enough has retreated (7.74)."""
    if not frame.units:
        state.frames.pop()
        return True
    for unit in frame.units:
        owed, trail = retreat.owed(state, unit, frame.hexes, frame.trail)
        if owed <= 0:
            _start_retreat(state, unit, trail[-1:], False, events)
            return True
    if len(frame.units) > 1:
        return False
    choices = retreat.choices(rules, state, frame.units[0], frame.hexes, frame.trail)
    if len(choices.paths) > 1:
        return False
    _start_retreat(state, frame.units[0], choices.paths[0], choices.lost, events)
    return True


def settle_retreating(rules: Ruleset, state: State, frame: Retreating, events: list[Event]) -> bool:
    """7.73, 7.81: hex by hex; a friend in the way is displaced first."""
    if frame.step == len(frame.path):
        state.frames.pop()
        if frame.lost:
            _eliminate(state, frame.unit, events)
        else:
            events.append(ev.Retreated(state.units[frame.unit].id, state.numbers(frame.path)))
        return True
    friend = state.occupants().get(frame.path[frame.step])
    if friend is not None:
        state.frames.append(Displacing(frame.side, friend, (frame.unit,)))
        return True
    state.frames[-1] = frame._replace(step=frame.step + 1)
    walk(rules, state, frame.unit, frame.path[frame.step : frame.step + 1])
    return True


def displace(rules: Ruleset, state: State, frame: Displacing, order: Displace) -> Resolved:
    """7.8: a unit makes way, as if it retreated one hex."""
    unit = own_unit(state, order.unit, frame.side, "7.81")
    if unit != frame.unit:
        waiting = state.ids((frame.unit,))
        raise IllegalOrder("7.81", f"{waiting[0]} is the unit to be displaced now", waiting)
    h = hex_at(state, order.hex)
    allowed = displacement.displacements(rules, state, frame)
    if h not in allowed:
        case, why = displacement.why_not(rules, state, frame, h)
        offered = ", ".join(state.numbers(allowed))
        reason = f"{state.units[unit].id} cannot make way so: {why}; it may go to {offered}"
        raise IllegalOrder(case, reason, state.ids((unit,)), (state.number(h),))
    return Resolved(Displace(state.units[unit].id, state.number(h)), lambda events: _make_way(state, frame, h))


def _make_way(state: State, frame: Displacing, h: int) -> None:
    """Send a displaced unit to a hex; a friend there must leave it first."""
    other = state.occupants().get(h)
    state.frames.pop()
    if other is None:
        state.frames.append(Shifting(frame.side, frame.unit, h))
    else:
        state.frames += displacement.chain_on(frame, h, other)


def _shift(rules: Ruleset, state: State, frame: Shifting, events: list[Event]) -> None:
    unit = frame.unit
    path = (state.location[unit], frame.hex)
    if any(isinstance(f, Retreats) and unit in f.units for f in state.frames):
        _leave_path(state, unit, path)
    walk(rules, state, unit, path[1:])
    state.displaced[unit] = state.serial
    events.append(ev.Displaced(state.units[unit].id, state.numbers(path)))


def settle_displacing(rules: Ruleset, state: State, frame: Displacing, events: list[Event]) -> bool:
    """A unit is displaced by itself where one hex is left."""
    allowed = displacement.displacements(rules, state, frame)
    if len(allowed) > 1:
        return False
    _make_way(state, frame, allowed[0])
    return True


def settle_shifting(rules: Ruleset, state: State, frame: Shifting, events: list[Event]) -> bool:
    """The hex is vacant now."""
    state.frames.pop()
    _shift(rules, state, frame, events)
    return True


def advance(rules: Ruleset, state: State, frame: Advances, order: Advance) -> Resolved:
    """7.9: a victorious unit follows the Path of Retreat."""
    unit = own_unit(state, order.unit, frame.side, "7.94")
    counter = state.units[unit]
    combat = state.combat
    assert combat is not None
    if unit not in (combat.attackers if frame.side == combat.side else combat.defenders):
        reason = f"{counter.id} may not advance: it did not fight next to the beaten enemy"
        raise IllegalOrder("7.94", reason, (counter.id,))
    h = hex_at(state, order.hex)
    ways = advances(rules, state, unit)
    if h not in ways or unit not in frame.units:
        case, why = why_not(rules, state, unit, h)
        offered = f"; it may go to {', '.join(state.numbers(tuple(ways)))}" if unit in frame.units else ""
        reason = f"{counter.id} cannot advance to {state.number(h)}: {why}{offered}"
        raise IllegalOrder(case, reason, (counter.id,), (state.number(h),))
    path = ways[h]

    def perform(events: list[Event]) -> None:
        state.frames[-1] = frame._replace(units=tuple(u for u in frame.units if u != unit))
        state.advanced[unit] = state.serial
        state.frames.append(Marching(frame.side, unit, (state.location[unit], *path), 1, "advance", 0))

    return Resolved(Advance(counter.id, state.number(h)), perform)


def stand(rules: Ruleset, state: State, frame: Advances, order: Stand) -> Resolved:
    """7.96: nobody is forced to advance, but who assaulted over a river (13.24 of Arnhem)."""
    bound = state.ids([unit for unit in frame.units if rules.assaults(state, unit)])
    if bound:
        raise IllegalOrder(rules.assault_case, f"{bound[0]} has assaulted over the river and must advance", bound)
    return Resolved(order, lambda events: state.frames.__setitem__(-1, frame._replace(units=())))


def settle_advances(rules: Ruleset, state: State, frame: Advances, events: list[Event]) -> bool:
    """Only units that have somewhere to advance to are asked."""
    units = tuple(u for u in frame.units if state.location[u] >= 0 and advances(rules, state, u))
    if units:
        state.frames[-1] = frame._replace(units=units)
        return False
    state.frames.pop()
    return True
