"""The sequence of play (4.0) and the pending decisions, as data.

`State.frames` is a stack; its last frame says who decides what now. `resolve` checks an order against that frame and
returns what it would do; `settle` carries out whatever needs no decision, until one is due or the game is over.
"""

from collections.abc import Callable
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import (
    Advance,
    Attack,
    Concede,
    Deploy,
    Displace,
    Done,
    Enter,
    Exit,
    Fire,
    IllegalOrder,
    Move,
    Order,
    Retreat,
    Roll,
    Stand,
)
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import ground_support, movement, obligations, reinforcements, retreat, victory
from westwall_tui.engine.rules.advance import advances
from westwall_tui.engine.rules.combat import find_unit
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import (
    ELIMINATED,
    EXITED,
    RESERVE,
    Advances,
    Aftermath,
    CombatPhase,
    Die,
    Displacing,
    Frame,
    Movement,
    Outcome,
    Protect,
    Retreating,
    Retreats,
    Setup,
    Shifting,
    State,
)


class Resolved(NamedTuple):
    """An order found legal: in full (every hex of a path), and what carries it out."""

    order: Order
    perform: Callable[[list[Event]], None]


# -- the sequence of play


def begin(rules: Ruleset, state: State, events: list[Event]) -> None:
    """Start a game: set-ups first, in the order of the scenario, then its first phase."""
    for unit, h in enumerate(state.location):
        if h >= 0:
            rules.passed(state, unit, h)
    order = list(dict.fromkeys(group.side for group in state.scenario.setup))
    state.frames.extend(Setup(side) for side in reversed(order))
    if state.frames:
        state.phase = Phase.SETUP
        events.append(ev.PhaseBegan(_side_name(state, state.frames[-1].side), str(Phase.SETUP)))
    else:
        _begin_play(rules, state, events)
    settle(rules, state, events)


def _begin_play(rules: Ruleset, state: State, events: list[Event]) -> None:
    start = state.scenario.start
    _begin_turn(state, events)
    state.side = start.side
    _begin_phase(state, start.phase, events)


def _begin_turn(state: State, events: list[Event]) -> None:
    ground_support.allot(state)
    events.append(ev.TurnBegan(state.turn, state.scenario.date(state.turn)))


def _begin_phase(state: State, phase: Phase, events: list[Event]) -> None:
    state.phase = phase
    state.serial += 1
    state.frames.append(Movement(state.side) if phase is Phase.MOVEMENT else CombatPhase(state.side))
    events.append(ev.PhaseBegan(_side_name(state, state.side), f"{str(phase).capitalize()} Phase"))


def _end_phase(rules: Ruleset, state: State, events: list[Event]) -> None:
    """4.1: movement, then combat; the First Player, then the Second; then the next Game-Turn."""
    frame = state.frames.pop()
    if isinstance(frame, Setup):
        _end_setup(rules, state, frame, events)
        return
    if state.phase is Phase.MOVEMENT:
        _begin_phase(state, Phase.COMBAT, events)
        return
    state.previous_combat = state.serial
    if state.side == 1:
        outcome = victory.end_of_turn(rules, state)
        if outcome is not None:
            victory.finish(state, outcome, events)
            return
        state.turn += 1
        _begin_turn(state, events)
    state.side = 1 - state.side
    _begin_phase(state, Phase.MOVEMENT, events)


def _end_setup(rules: Ruleset, state: State, frame: Setup, events: list[Event]) -> None:
    for unit in state.on_map(frame.side):
        rules.passed(state, unit, state.location[unit])
    if state.frames:
        state.serial += 1
        events.append(ev.PhaseBegan(_side_name(state, state.frames[-1].side), str(Phase.SETUP)))
    else:
        _begin_play(rules, state, events)


def _side_name(state: State, side: int) -> str:
    return state.scenario.sides[side].name


# -- orders


def resolve(rules: Ruleset, state: State, order: Order) -> Resolved:
    """Check an order against what is to be decided now. Raises `IllegalOrder` and changes nothing."""
    if state.outcome is not None or not state.frames:
        raise IllegalOrder("4.0", "the game is over")
    if isinstance(order, Concede):
        return _concede(state)
    frame = state.frames[-1]
    handler = _HANDLERS.get((type(frame), type(order)))
    if handler is None:
        raise IllegalOrder("4.1", _not_now(state, frame))
    return handler(rules, state, frame, order)


def expected(frame: Frame) -> tuple[str, ...]:
    """The orders that a frame takes, by their first word."""
    return tuple(_WORDS[kind] for place, kind in _HANDLERS if place is type(frame))


def _not_now(state: State, frame: Frame) -> str:
    return f"{_side_name(state, frame.side)} decides now, and the orders are: {', '.join(expected(frame))}"


def _concede(state: State) -> Resolved:
    side = state.frames[-1].side

    def perform(events: list[Event]) -> None:
        events.append(ev.Conceded(_side_name(state, side)))
        reason = f"{_side_name(state, 1 - side)} wins: {_side_name(state, side)} conceded"
        victory.finish(state, Outcome(1 - side, reason), events)

    return Resolved(Concede(), perform)


def _own_unit(state: State, unit_id: str, side: int, case: str) -> int:
    unit = find_unit(state, unit_id)
    counter = state.units[unit]
    if counter.side != side:
        name = _side_name(state, side)
        raise IllegalOrder(case, f"{counter.id} is not {name}'s, and {name} decides now", (counter.id,))
    return unit


def _hex(state: State, number: str) -> int:
    try:
        return state.scenario.board.hex(number)
    except ValueError as error:
        raise IllegalOrder("2.1", str(error)) from None


def _hexes(state: State, numbers: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(_hex(state, number) for number in numbers)


# -- the set-up


def _deploy(rules: Ruleset, state: State, frame: Setup, order: Deploy) -> Resolved:
    unit = _own_unit(state, order.unit, frame.side, "3.0")
    counter, h = state.units[unit], _hex(state, order.hex)
    number = state.number(h)
    group = state.scenario.setup_of.get(unit)
    if group is None:
        raise IllegalOrder("3.0", f"{counter.id} is not set up by its player", (counter.id,))
    if h not in group.hexes:
        raise IllegalOrder("3.0", f"{counter.id} may not set up at {number}", (counter.id,), (number,))
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


def _end_of_setup(rules: Ruleset, state: State, frame: Setup, order: Done) -> Resolved:
    left = undeployed(state, frame.side)
    if left:
        names = ", ".join(state.ids(left))
        raise IllegalOrder("3.0", f"still to be set up: {names}", state.ids(left))
    return _end(rules, state)


def _end(rules: Ruleset, state: State) -> Resolved:
    return Resolved(Done(), lambda events: _end_phase(rules, state, events))


# -- the Movement Phase (5.0)


def _move(rules: Ruleset, state: State, frame: Movement, order: Move) -> Resolved:
    unit = _own_unit(state, order.unit, frame.side, "5.11")
    counter = state.units[unit]
    if state.location[unit] < 0:
        raise IllegalOrder("5.11", f"{counter.id} is not on the map; reinforcements enter", (counter.id,))
    ground = movement.field(rules, state, frame.side)
    movement.check_may_move(state, unit, ground)
    waypoints = _hexes(state, order.hexes)
    path, cost = movement.find_path(rules, state, unit, waypoints, ground)
    movement.check_stop(state, unit, path[-1], ground)
    if len(path) == 1:
        raise IllegalOrder("5.0", f"{counter.id} is at {state.number(path[0])} already", (counter.id,))

    def perform(events: list[Event]) -> None:
        _walk(rules, state, unit, path[1:])
        state.moved[unit] = state.serial
        events.append(ev.Moved(counter.id, state.numbers(path), cost))

    return Resolved(Move(counter.id, state.numbers(path[1:])), perform)


def _walk(rules: Ruleset, state: State, unit: int, hexes: tuple[int, ...]) -> None:
    for h in hexes:
        state.location[unit] = h
        rules.passed(state, unit, h)


def _enter(rules: Ruleset, state: State, frame: Movement, order: Enter) -> Resolved:
    unit = _own_unit(state, order.unit, frame.side, "5.11")
    counter = state.units[unit]
    ground = movement.field(rules, state, frame.side)
    waypoints = _hexes(state, order.hexes)
    reinforcements.check_entry(rules, state, unit, waypoints[0], ground)
    path, cost = movement.find_path(rules, state, unit, waypoints, ground)
    movement.check_stop(state, unit, path[-1], ground)

    def perform(events: list[Event]) -> None:
        _walk(rules, state, unit, path)
        state.moved[unit] = state.serial
        events.append(ev.Entered(counter.id, state.numbers(path), cost))

    return Resolved(Enter(counter.id, state.numbers(path)), perform)


def _exit(rules: Ruleset, state: State, frame: Movement, order: Exit) -> Resolved:
    unit = _own_unit(state, order.unit, frame.side, "5.11")
    counter = state.units[unit]
    if state.location[unit] < 0:
        raise IllegalOrder("5.11", f"{counter.id} is not on the map", (counter.id,))
    rules.check_exit(state, unit, order.edge)
    ground = movement.field(rules, state, frame.side)
    movement.check_may_move(state, unit, ground)
    path, cost = _exit_path(rules, state, unit, _hexes(state, order.hexes), order.edge, ground)
    index = ("north", "east", "south", "west").index(order.edge)

    def perform(events: list[Event]) -> None:
        _walk(rules, state, unit, path[1:])
        state.location[unit] = EXITED[index]
        state.moved[unit] = state.serial
        state.gone[unit] = state.turn
        events.append(ev.Exited(counter.id, state.numbers(path), order.edge, cost))

    pinned = path[1:] or path  # without any hex the order would mean the cheapest way off
    return Resolved(Exit(counter.id, state.numbers(pinned), order.edge), perform)


def _exit_path(
    rules: Ruleset, state: State, unit: int, waypoints: tuple[int, ...], edge: str, ground: movement.Field
) -> tuple[tuple[int, ...], int]:
    """The way off the map and its cost. Without waypoints the cheapest one is taken."""
    counter = state.units[unit]
    limit = movement.allowance(state, unit)
    edge_hexes = state.scenario.board.edge(edge)
    if not waypoints:
        found = _cheapest_exit(rules, state, unit, edge_hexes, ground)
        if found is not None:
            return found
        if state.location[unit] not in edge_hexes:
            raise IllegalOrder(
                "5.25", f"{counter.id} cannot get off the {edge} edge of the map in this phase", (counter.id,)
            )
    path, spent = movement.find_path(rules, state, unit, waypoints, ground)
    h = path[-1]
    cost = movement.exit_cost(state, unit, h)
    number = state.number(h)
    if h not in edge_hexes:
        raise IllegalOrder("5.0", f"{number} is not on the {edge} edge of the map", (counter.id,), (number,))
    if ground.halting[h]:
        raise IllegalOrder(
            "6.0", f"{counter.id} must stop in {number}, which is Enemy-controlled", (counter.id,), (number,)
        )
    if cost is None:
        raise IllegalOrder("5.24", f"{counter.id} leaves {number} only by road or trail", (counter.id,), (number,))
    if spent + cost > limit:
        need, have = ev.points(spent + cost), ev.points(limit)
        raise IllegalOrder(
            "5.25", f"{counter.id} needs {need} MP to leave the map and has {have}", (counter.id,), (number,)
        )
    return path, spent + cost


def _cheapest_exit(
    rules: Ruleset, state: State, unit: int, edge_hexes: tuple[int, ...], ground: movement.Field
) -> tuple[tuple[int, ...], int] | None:
    """The cheapest way off the map by any of the hexes, of equals the one from where the unit stands."""
    way = movement.reach(rules, state, unit, ground)
    ends = ((h, movement.exit_cost(state, unit, h)) for h in edge_hexes if not ground.halting[h])
    totals = [(way.cost[h] + cost, h != state.location[unit], h) for h, cost in ends if cost is not None]
    total, _, h = min(totals, default=(movement.FAR, True, 0))
    return (way.path(h), total) if total <= movement.allowance(state, unit) else None


def _end_of_movement(rules: Ruleset, state: State, frame: Movement, order: Done) -> Resolved:
    return _end(rules, state)


# -- the Combat Phase (7.0)


def _attack(rules: Ruleset, state: State, frame: CombatPhase, order: Attack) -> Resolved:
    combat = fight.declare(rules, state, order)
    told = Attack(state.ids(combat.attackers), state.ids(combat.defenders), state.ids(combat.barrage), combat.support)

    def perform(events: list[Event]) -> None:
        state.combat = combat
        for unit in (*combat.attackers, *combat.barrage):
            state.attacked[unit] = state.serial
        for unit in combat.defenders:
            state.defended[unit] = state.serial
        ground_support.spend(state, combat.side, combat.support)
        state.frames += [Aftermath(combat.side), Die(combat.side), Protect(1 - combat.side)]
        events.append(ev.Attacked(told.attackers, told.defenders, told.barrage, told.support))

    return Resolved(told, perform)


def _end_of_combat(rules: Ruleset, state: State, frame: CombatPhase, order: Done) -> Resolved:
    obligations.check_end(rules, state)
    return _end(rules, state)


def _protect(rules: Ruleset, state: State, frame: Protect, order: Fire) -> Resolved:
    combat = fight.protect(rules, state, order)
    told = Fire(state.ids(combat.fire), combat.fire_support)

    def perform(events: list[Event]) -> None:
        state.combat = combat
        for gun in combat.fire:
            state.fired[gun] = state.serial
        ground_support.spend(state, frame.side, combat.fire_support)
        state.frames.pop()
        events.append(ev.Fired(told.units, told.support))

    return Resolved(told, perform)


def _roll(rules: Ruleset, state: State, frame: Die, order: Roll) -> Resolved:
    if not 1 <= order.die <= 6:
        raise IllegalOrder("7.6", f"a die shows 1 to 6, not {order.die}")

    def perform(events: list[Event]) -> None:
        combat = state.combat
        assert combat is not None
        odds = fight.odds(state, combat)
        result = odds.results[order.die - 1]
        state.combat = combat._replace(die=order.die, result=result)
        state.frames.pop()
        events.append(ev.Rolled(order.die, odds.differential, odds.line.value, odds.column, result))
        _apply_result(state, result, events)

    return Resolved(order, perform)


def _apply_result(state: State, result: str, events: list[Event]) -> None:
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
    path = dict(combat.paths)[unit]
    state.location[unit] = ELIMINATED
    state.gone[unit] = state.turn
    state.suffered[unit] = state.serial
    events.append(ev.Eliminated(state.units[unit].id, state.numbers(path)))


def _leave_path(state: State, unit: int, path: tuple[int, ...]) -> None:
    """Add to a unit's Path of Retreat (7.91); a unit displaced before it retreats has begun one already."""
    combat = state.combat
    assert combat is not None
    paths = dict(combat.paths)
    paths[unit] = paths[unit] + path[1:] if unit in paths else path
    state.combat = combat._replace(paths=tuple(paths.items()))


# -- retreats, displacements, advances (7.7 to 7.9)


def _retreat(rules: Ruleset, state: State, frame: Retreats, order: Retreat) -> Resolved:
    unit = _own_unit(state, order.unit, frame.side, "7.7")
    counter = state.units[unit]
    if unit not in frame.units:
        waiting = ", ".join(state.ids(frame.units))
        raise IllegalOrder(
            "7.7", f"{counter.id} does not retreat now; {waiting} must", (counter.id, *state.ids(frame.units))
        )
    choices = retreat.choices(rules, state, unit, frame.hexes)
    wanted = _hexes(state, order.hexes)
    fitting = [path for path in choices.paths if (path[1:] or path) == wanted]
    fitting = fitting or [path for path in choices.paths if path[-1] == wanted[-1] and _in_order(wanted, path)]
    if not fitting:
        offered = "; ".join(" ".join(state.numbers(path[1:])) for path in choices.paths)
        case = "7.74" if choices.lost else "7.73"
        reason = f"{counter.id} cannot retreat so; its ways are: {offered}"
        raise IllegalOrder(case, reason, (counter.id,), tuple(order.hexes))
    if len(fitting) > 1:
        ways = "; ".join(" ".join(state.numbers(path[1:])) for path in fitting)
        raise IllegalOrder("7.7", f"{counter.id} can get there in several ways, name one: {ways}", (counter.id,))
    path = fitting[0]

    def perform(events: list[Event]) -> None:
        _start_retreat(rules, state, unit, path, choices.lost, events)

    return Resolved(Retreat(counter.id, state.numbers(path[1:] or path)), perform)


def _in_order(wanted: tuple[int, ...], path: tuple[int, ...]) -> bool:
    rest = iter(path)
    return all(h in rest for h in wanted)


def _start_retreat(
    rules: Ruleset, state: State, unit: int, path: tuple[int, ...], lost: bool, events: list[Event]
) -> None:
    frame = state.frames.pop()
    assert isinstance(frame, Retreats)
    state.frames.append(frame._replace(units=tuple(u for u in frame.units if u != unit)))
    _leave_path(state, unit, path)
    state.suffered[unit] = state.serial
    if lost:
        _walk(rules, state, unit, path[1:])
        _eliminate(state, unit, events)
    else:
        state.frames.append(Retreating(frame.side, unit, path, 1))


def _displace(rules: Ruleset, state: State, frame: Displacing, order: Displace) -> Resolved:
    unit = _own_unit(state, order.unit, frame.side, "7.81")
    if unit != frame.unit:
        waiting = state.ids((frame.unit,))
        raise IllegalOrder("7.81", f"{waiting[0]} is the unit to be displaced now", waiting)
    h = _hex(state, order.hex)
    allowed = retreat.displacements(rules, state, frame)
    if h not in allowed:
        offered = ", ".join(state.numbers(allowed))
        raise IllegalOrder(
            "7.82", f"{state.units[unit].id} cannot go to {state.number(h)}, only to {offered}", state.ids((unit,))
        )
    return Resolved(Displace(state.units[unit].id, state.number(h)), lambda events: _make_way(state, frame, h))


def _make_way(state: State, frame: Displacing, h: int) -> None:
    """Send a displaced unit to a hex; a friend there must leave it first."""
    other = state.occupants().get(h)
    state.frames.pop()
    if other is None:
        state.frames.append(Shifting(frame.side, frame.unit, h))
    else:
        state.frames += retreat.chain_on(frame, h, other)


def _shift(rules: Ruleset, state: State, frame: Shifting, events: list[Event]) -> None:
    unit = frame.unit
    path = (state.location[unit], frame.hex)
    if any(isinstance(f, Retreats) and unit in f.units for f in state.frames):
        _leave_path(state, unit, path)
    _walk(rules, state, unit, path[1:])
    state.displaced[unit] = state.serial
    events.append(ev.Displaced(state.units[unit].id, state.numbers(path)))


def _advance(rules: Ruleset, state: State, frame: Advances, order: Advance) -> Resolved:
    unit = _own_unit(state, order.unit, frame.side, "7.94")
    counter = state.units[unit]
    if unit not in frame.units:
        raise IllegalOrder("7.94", f"{counter.id} is not among the units that may advance", (counter.id,))
    h = _hex(state, order.hex)
    ways = advances(rules, state, unit)
    if h not in ways:
        bar = rules.bar(state, frame.side)
        if h in bar.hexes:
            raise IllegalOrder(bar.case, bar.reason, (counter.id,), (state.number(h),))
        offered = ", ".join(state.numbers(tuple(ways))) or "nowhere"
        raise IllegalOrder(
            "7.95", f"{counter.id} cannot advance to {state.number(h)}, only to {offered}", (counter.id,)
        )
    path = ways[h]

    def perform(events: list[Event]) -> None:
        state.frames[-1] = frame._replace(units=tuple(u for u in frame.units if u != unit))
        start = state.location[unit]
        _walk(rules, state, unit, path)
        state.advanced[unit] = state.serial
        events.append(ev.Advanced(counter.id, state.numbers((start, *path))))

    return Resolved(Advance(counter.id, state.number(h)), perform)


def _stand(rules: Ruleset, state: State, frame: Advances, order: Stand) -> Resolved:
    return Resolved(order, lambda events: state.frames.__setitem__(-1, frame._replace(units=())))


# -- what needs no decision


def settle(rules: Ruleset, state: State, events: list[Event]) -> None:
    """Carry out whatever leaves nobody a choice, until a decision is due or the game is over."""
    while state.frames:
        frame = state.frames[-1]
        step = _AUTOMATIC.get(type(frame))
        if step is None or not step(rules, state, frame, events):
            return


def _settle_combat_phase(rules: Ruleset, state: State, frame: CombatPhase, events: list[Event]) -> bool:
    begun = state.serial in state.attacked or state.serial in state.defended
    if begun or obligations.attackable(rules, state):
        return False
    if events and isinstance(events[-1], ev.PhaseBegan):
        events[-1] = ev.PhaseSkipped(_side_name(state, frame.side))
    _end_phase(rules, state, events)
    return True


def _settle_protect(rules: Ruleset, state: State, frame: Protect, events: list[Event]) -> bool:
    if fight.can_protect(rules, state):
        return False
    state.frames.pop()
    return True


def _settle_retreats(rules: Ruleset, state: State, frame: Retreats, events: list[Event]) -> bool:
    if not frame.units:
        state.frames.pop()
        return True
    if len(frame.units) > 1:
        return False
    choices = retreat.choices(rules, state, frame.units[0], frame.hexes)
    if len(choices.paths) > 1:
        return False
    _start_retreat(rules, state, frame.units[0], choices.paths[0], choices.lost, events)
    return True


def _settle_retreating(rules: Ruleset, state: State, frame: Retreating, events: list[Event]) -> bool:
    if frame.step == len(frame.path):
        state.frames.pop()
        events.append(ev.Retreated(state.units[frame.unit].id, state.numbers(frame.path)))
        return True
    friend = state.occupants().get(frame.path[frame.step])
    if friend is not None:
        state.frames.append(Displacing(frame.side, friend, (frame.unit,)))
        return True
    _walk(rules, state, frame.unit, frame.path[frame.step : frame.step + 1])
    state.frames[-1] = frame._replace(step=frame.step + 1)
    return True


def _settle_displacing(rules: Ruleset, state: State, frame: Displacing, events: list[Event]) -> bool:
    allowed = retreat.displacements(rules, state, frame)
    if len(allowed) > 1:
        return False
    _make_way(state, frame, allowed[0])
    return True


def _settle_shifting(rules: Ruleset, state: State, frame: Shifting, events: list[Event]) -> bool:
    state.frames.pop()
    _shift(rules, state, frame, events)
    return True


def _settle_advances(rules: Ruleset, state: State, frame: Advances, events: list[Event]) -> bool:
    units = tuple(u for u in frame.units if state.location[u] >= 0 and advances(rules, state, u))
    if units:
        state.frames[-1] = frame._replace(units=units)
        return False
    state.frames.pop()
    return True


def _settle_aftermath(rules: Ruleset, state: State, frame: Aftermath, events: list[Event]) -> bool:
    state.frames.pop()
    state.combat = None
    return True


_HANDLERS: dict[tuple[type, type], Callable[..., Resolved]] = {
    (Setup, Deploy): _deploy,
    (Setup, Done): _end_of_setup,
    (Movement, Move): _move,
    (Movement, Enter): _enter,
    (Movement, Exit): _exit,
    (Movement, Done): _end_of_movement,
    (CombatPhase, Attack): _attack,
    (CombatPhase, Done): _end_of_combat,
    (Protect, Fire): _protect,
    (Die, Roll): _roll,
    (Retreats, Retreat): _retreat,
    (Displacing, Displace): _displace,
    (Advances, Advance): _advance,
    (Advances, Stand): _stand,
}
_WORDS = {
    Deploy: "deploy",
    Done: "done",
    Move: "move",
    Enter: "enter",
    Exit: "exit",
    Attack: "attack",
    Fire: "fpf",
    Roll: "roll",
    Retreat: "retreat",
    Displace: "displace",
    Advance: "advance",
    Stand: "stand",
}
_AUTOMATIC: dict[type, Callable[..., bool]] = {
    CombatPhase: _settle_combat_phase,
    Protect: _settle_protect,
    Retreats: _settle_retreats,
    Retreating: _settle_retreating,
    Displacing: _settle_displacing,
    Shifting: _settle_shifting,
    Advances: _settle_advances,
    Aftermath: _settle_aftermath,
}
