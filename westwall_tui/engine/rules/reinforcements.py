"""Reinforcements: checks of their arrival, landing and entry."""

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules.movement import Field
from westwall_tui.engine.rules.whereabouts import why_not_on_map
from westwall_tui.engine.state import State
from westwall_tui.engine.words import listed


def check_arrival(state: State, unit: int) -> None:
    """Raise `IllegalOrder` unless the unit may arrive this Game-Turn."""
    rules = state.rules
    if rules.may_arrive(state, unit):
        return
    counter = state.units[unit]
    absent = rules.why_absent(state, unit)
    if absent is not None:
        raise IllegalOrder(*absent, (counter.id,))
    raise IllegalOrder(rules.arrival_case, f"{counter.name} {why_not_on_map(state, unit)}", (counter.id,))


def check_landing(state: State, unit: int, h: int) -> None:
    """Raise `IllegalOrder` unless the unit may land in a hex now, from the air."""
    rules = state.rules
    counter, number = state.units[unit], state.number(h)
    check_arrival(state, unit)
    if not rules.landings.lands(state, unit):
        reason = f"{counter.name} does not come by air; enter it at the edge of the map"
        raise IllegalOrder(rules.landings.air_case, reason, (counter.id,))
    hexes = rules.landings.hexes(state, unit)
    if h not in hexes:
        occupant = state.occupant(h)
        if occupant is not None:
            reason = f"{state.units[occupant].name} is in {number}; land in another hex"
            raise IllegalOrder(rules.landings.held_case, reason, state.ids((unit, occupant)), (number,))
        near = (
            ", ".join(state.numbers(hexes[:8])) + " ..."
            if len(hexes) > 8
            else listed(state.numbers(hexes), joined="or")
        )
        where = f"at {number}, only at {near}" if hexes else f"at {number} or anywhere else now"
        raise IllegalOrder(rules.landings.case, f"{counter.name} cannot land {where}", (counter.id,), (number,))


def check_entry(state: State, unit: int, h: int, ground: Field) -> None:
    """Raise `IllegalOrder` unless the unit may enter the map at a hex now."""
    rules = state.rules
    counter, number = state.units[unit], state.number(h)
    check_arrival(state, unit)
    if rules.landings.lands(state, unit):
        raise IllegalOrder(rules.landings.air_case, f"{counter.name} arrives by air; land it instead", (counter.id,))
    occupant = state.occupant(h)
    hexes = rules.entry_hexes(state, unit)
    group = rules.arrival(state, unit)
    held = occupant is not None and state.units[occupant].side != counter.side
    closed = not rules.enters_zones and (ground.halting[h] or (occupant is not None and ground.blocked[h]))
    taken = held and group is not None and h in group.hexes  # a scheduled entry hex that the enemy closes
    if h not in hexes and not closed and not taken:
        reason = f"{counter.name} cannot enter at {number}{_only_at(state, hexes)}"
        raise IllegalOrder(rules.entry_hex_case, reason, (counter.id,), (number,))
    if occupant is not None and held:
        enemy = state.units[occupant]
        reason = f"the enemy {enemy.name} is in {number}"
        if h not in hexes:
            reason += f", so {counter.name} cannot enter there{_only_at(state, hexes)}"
        raise IllegalOrder(rules.entry_enemy_case, reason, (counter.id, enemy.id), (number,))
    if h not in hexes:
        reason = f"{number} is Enemy-controlled, so {counter.name} cannot enter there{_only_at(state, hexes)}"
        raise IllegalOrder(rules.entry_enemy_case, reason, (counter.id,), (number,))
    bar = rules.closed_hexes(state, counter.side)
    if h in bar.hexes:
        raise IllegalOrder(bar.case, bar.reason, (counter.id,), (number,))
    if ground.blocked[h]:
        reason = f"{counter.name} would have to stop in {number}, which already holds a friendly unit"
        raise IllegalOrder("5.31", reason, (counter.id,), (number,))
    if rules.entry_cost(state, unit, h) is None:
        reason = f"{counter.name} is a vehicle, and no road or trail leads into {number}"
        raise IllegalOrder("5.24", reason, (counter.id,), (number,))


def _only_at(state: State, hexes: tuple[int, ...]) -> str:
    """Return the end of a refusal, with a reinforcement's entry hexes: `, only at 2908-2921`."""
    board, rows = state.scenario.board, [[h] for h in hexes[:1]]
    for h in hexes[1:]:
        if board.grid.distance(rows[-1][-1], h) == 1:
            rows[-1].append(h)
        else:
            rows.append([h])
    words: list[str] = []
    for row in rows:
        words += [f"{board.number(row[0])}-{board.number(row[-1])}"] if len(row) > 2 else state.numbers(row)
    return f", only at {listed(words, joined='or')}" if hexes else " or anywhere else now"
