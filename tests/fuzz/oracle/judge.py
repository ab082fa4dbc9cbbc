"""Judge events by the record of the game before them."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.fuzz.oracle import movement, obligations, retreat
from tests.fuzz.oracle.battles import OracleRemagen
from tests.fuzz.oracle.combat import OUTRIGHT, Contact, may_answer, odds
from tests.fuzz.oracle.position import TooMany
from tests.fuzz.oracle.record import OracleRecord
from tests.fuzz.oracle.retreat import OracleRetreats
from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event


def objection(record: OracleRecord, event: Event) -> str:
    """Return why an event cannot follow the record; empty if it can, or if the oracle does not judge its kind."""
    judge = JUDGES.get(type(event))
    return "" if judge is None else judge(record, event)


def _judge_deployed(record: OracleRecord, event: ev.Deployed) -> str:
    position, scenario = record.position, record.scenario
    numbers, ids = scenario.board.grid.numbers, [unit.id for unit in scenario.units]
    groups = [group for group in scenario.setup if ids.index(event.unit) in group.units]
    if not any(event.hex in {numbers[h] for h in group.hexes} for group in groups):
        return f"{event.unit} may not set up in {event.hex} (3.0)"
    if any(h == event.hex for unit, h in position.at.items() if unit != event.unit):
        return f"{event.hex} is occupied (5.31)"
    return ""


def _judge_moved(record: OracleRecord, event: ev.Moved) -> str:
    position, battle, unit = record.position, record.battle, event.unit
    spent = record.spent[unit] if unit == record.halted else 0
    if unit in position.moved and unit != record.halted:
        return f"{unit} has already moved (5.15)"
    if event.path[0] != position.at[unit]:
        return f"{unit} moves from {event.path[0]}, but is at {position.at[unit]}"
    cost, wrong = movement.path_cost(battle, position, unit, event.path, spent)
    if wrong:
        return f"{unit} moves {' '.join(event.path)}: {wrong}"
    return _judge_cost(unit, event.cost, cost - spent)


def _judge_cost(unit: str, spent: int, found: int) -> str:
    return "" if spent == found else f"{unit} spends {spent} half Movement Points; the oracle counts {found}"


def _judge_entered(record: OracleRecord, event: ev.Entered) -> str:
    position, battle, unit, h = record.position, record.battle, event.unit, event.path[0]
    if position.where(unit) is not None or not battle.due(position, unit) or battle.lands(position, unit):
        return f"{unit} may not enter now"
    entries, enemy = battle.entries(position, unit), 1 - position.counters[unit].side
    if entries is not None and h not in entries:
        return f"{unit} may not enter at {h}"
    if h in position.held(enemy) or (h in position.zones(enemy) and not battle.enters_zones):
        return f"an enemy or its zone blocks {unit} at {h}"
    cost = battle.entry_cost(position, unit, h)
    if cost is None:
        return f"no road leads into {h} for {unit} (5.24)"
    if h in battle.closed(position, position.counters[unit].side):
        return f"{h} is closed to {unit}"
    cost, wrong = movement.path_cost(battle, position, unit, event.path, cost)
    return f"{unit} enters {' '.join(event.path)}: {wrong}" if wrong else _judge_cost(unit, event.cost, cost)


def _judge_landed(record: OracleRecord, event: ev.Landed) -> str:
    position, battle, unit = record.position, record.battle, event.unit
    if not battle.due(position, unit) or not battle.lands(position, unit):
        return f"{unit} may not land now"
    return "" if event.hex in battle.landings(position, unit) else f"{unit} may not land in {event.hex}"


def _judge_exited(record: OracleRecord, event: ev.Exited) -> str:
    position, battle, unit = record.position, record.battle, event.unit
    if unit in position.moved or event.path[0] != position.at[unit]:
        return f"{unit} has already moved, or is not at {event.path[0]}"
    if event.path[-1] not in battle.exit_hexes(position, unit, event.edge):
        return f"{unit} may not exit {event.edge} at {event.path[-1]}"
    walk = movement.OracleWalk(battle, position, unit)
    cost, off = 0, position.off_map_cost(unit, event.path[-1])
    for a, b in zip(event.path, event.path[1:], strict=False):
        step = walk.step(a, b) if b in position.sheet.near[a] else None
        if step is None:
            return f"{unit} may not go from {a} to {b}"
        cost += step
    if off is None or walk.stuck or event.path[-1] in walk.halts or cost + off > walk.limit:
        return f"{unit} may not exit the map at {event.path[-1]}"
    return _judge_cost(unit, event.cost, cost + off)


# -- combat


def _judge_attacked(record: OracleRecord, event: ev.Attacked) -> str:
    contact = Contact(record.battle, record.position)
    fight = contact.fight((*event.attackers, *event.barrage), event.defenders, event.support)
    if fight is None:
        return f"these units may not fight this combat: {event}"
    if set(fight.attackers) != {*event.attackers} or set(fight.barrage) != {*event.barrage}:
        return f"wrong artillery: {' '.join(fight.barrage) or 'none'} barrages"
    try:
        allowed = obligations.OraclePhase(contact).may_declare(fight)
    except TooMany:
        return ""
    return "" if allowed else f"it leaves an obligation that can no longer be met (7.1): {event}"


def _judge_fired(record: OracleRecord, event: ev.Fired) -> str:
    allowed = may_answer(record.battle, record.position, event.units, event.support)
    return "" if allowed else f"this fire is illegal (8.4): {event}"


def _judge_rolled(record: OracleRecord, event: ev.Rolled) -> str:
    position, battle, fight = record.position, record.battle, record.position.under_way
    if not fight.answered:
        able = [gun for gun in position.on_map(1 - fight.side) if may_answer(battle, position, (gun,), 0)]
        if able or may_answer(battle, position, (), 1):
            return f"the defender had no choice to fire, but has {', '.join(able) or 'Ground Support'}"
    found = odds(position, fight)
    wanted = found.differential, found.line, found.column, found.results[event.die - 1]
    shown = event.differential, event.line, event.column, event.result
    return "" if shown == wanted else f"{shown} for die {event.die}; the oracle finds {wanted}"


# -- after the die


def _judge_retreated(record: OracleRecord, event: ev.Retreated) -> str:
    fight = record.position.under_way
    if event.unit not in fight.owing:
        made = fight.paths.get(event.unit) == event.path  # a displacement instead (7.74)
        return "" if made else f"{event.unit} does not have to retreat"
    return _fault_of_retreat(record, event.unit, event.path, lost=False)


def _judge_held(record: OracleRecord, event: ev.Held) -> str:
    fight = record.position.fight
    if fight is None or event.unit not in fight.owing:
        return f"{event.unit} does not have to retreat"
    return _fault_of_retreat(record, event.unit, (event.hex,), lost=False)


def _judge_loss(record: OracleRecord, event: ev.Eliminated) -> str:
    """Judge a unit lost to a Combat Result; the oracle does not judge other losses."""
    fight = record.position.fight
    if fight is None or event.unit not in fight.owing:
        return ""
    if fight.owing[event.unit] == OUTRIGHT:
        stood = fight.stood[event.unit]
        return "" if event.path == (stood,) else f"{event.unit} is lost at {' '.join(event.path)}, but was in {stood}"
    return _fault_of_retreat(record, event.unit, event.path, lost=True)


def _fault_of_retreat(record: OracleRecord, unit: str, path: tuple[str, ...], *, lost: bool) -> str:
    """Return the fault of a retreat and its displacements."""
    position, fight = record.position, record.position.under_way
    if fight.owing[unit] == OUTRIGHT:
        return f"{unit} is lost outright"
    side = position.counters[unit].side
    if side == fight.side and any(position.counters[other].side != side for other in fight.owing):
        return f"{unit} retreats before the defender has (7.62, Br)"
    if fight.interrupted:
        return ""  # a bridge was blown in its path: the rest is another retreat
    try:
        retreats = OracleRetreats(record.battle, record.stand, side)
        found = retreats.choices(unit, fight.owing[unit])
        if path not in found.paths or lost != found.lost:
            end = "and is lost" if lost else "in full"
            offered = "; ".join(" ".join(each) for each in sorted(found.paths)[:6])
            return f"{unit} retreats {' '.join(path)} {end}; it may go {offered}{' and is lost' * found.lost}"
        if found.lost:
            return ""
        ordered = retreats.ordered(unit, path, record.given)
    except TooMany:
        return ""
    except ValueError as error:
        return str(error)
    where = {other: position.at[other] for other in ordered.where} | {unit: path[-1]}
    wrong = sorted(other for other, h in ordered.where.items() if where[other] != h)
    if wrong:
        return f"{unit} should displace {', '.join(wrong)} to {', '.join(ordered.where[u] for u in wrong)}"
    return f"the owner of {ordered.unit} should choose its hex" if ordered.unit else ""


def _judge_advanced(record: OracleRecord, event: ev.Advanced) -> str:
    position, unit = record.position, event.unit
    fight = position.fight
    if fight is None or unit not in record.open or fight.owing:
        return f"{unit} may not advance"
    if fight.interrupted:
        return ""
    found = retreat.advances(record.battle, position, unit)
    return "" if event.path[-1] in found else f"{unit} may advance to {sorted(found)}, not {event.path[-1]}"


# -- bridges


def _bridge_destroyed(record: OracleRecord, event: ev.BridgeDestroyed) -> str:
    battle, position = record.battle, record.position
    if not isinstance(battle, OracleRemagen) or not battle.may_destroy(position, event.bridge):
        return f"the bridge at {event.bridge} may not be destroyed (11.21)"
    ends = battle.ends(position, event.bridge)
    return "" if ends is not None and event.hex == ends[1] else f"{event.unit} goes to {event.hex}, not the east end"


JUDGES: Mapping[type, Callable[[OracleRecord, Any], str]] = {
    ev.Deployed: _judge_deployed,
    ev.Moved: _judge_moved,
    ev.Entered: _judge_entered,
    ev.Landed: _judge_landed,
    ev.Exited: _judge_exited,
    ev.Attacked: _judge_attacked,
    ev.Fired: _judge_fired,
    ev.Rolled: _judge_rolled,
    ev.Retreated: _judge_retreated,
    ev.Held: _judge_held,
    ev.Eliminated: _judge_loss,
    ev.Advanced: _judge_advanced,
    ev.BridgeDestroyed: _bridge_destroyed,
}
"""Judges by type of event."""
