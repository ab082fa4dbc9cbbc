"""The orders that may be given now, listed. One drawn at random is in `sampling`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from westwall_tui.engine import flow
from westwall_tui.engine.frames import (
    Advances,
    CombatPhase,
    Die,
    Displacing,
    Halted,
    Movement,
    Noting,
    Protect,
    Razing,
    Retreats,
    Setup,
    Throw,
    Wired,
)
from westwall_tui.engine.orders import (
    EDGES,
    Advance,
    Attack,
    Demolish,
    Deploy,
    Destroy,
    Displace,
    Done,
    Enter,
    Exit,
    Fire,
    IllegalOrder,
    Land,
    Move,
    Order,
    Retreat,
    Roll,
    Stand,
)
from westwall_tui.engine.rules import displacement, movement, obligations, reinforcements, retreat
from westwall_tui.engine.rules.advance import advances
from westwall_tui.engine.rules.artillery import in_range, protectors
from westwall_tui.engine.rules.combat import attacking_share
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import Combat, State


def is_legal(rules: Ruleset, state: State, order: Order) -> bool:
    """Whether an order would be carried out."""
    try:
        flow.resolve(rules, state, order)
    except IllegalOrder:
        return False
    return True


def legal(rules: Ruleset, state: State) -> Iterator[Order]:
    """The orders for the pending decision, found one by one; moves by their cheapest way. Conceding is left out."""
    if not state.frames:
        return
    frame = state.frames[-1]
    yield from _LISTS[type(frame)](rules, state, frame)
    if isinstance(frame, Noting | Setup | Movement | CombatPhase) and is_legal(rules, state, Done()):
        yield Done()


def _notes(rules: Ruleset, state: State, frame: Noting) -> Iterator[Order]:
    return rules.possible_notes(state, frame.side)


def _deployments(_: Ruleset, state: State, frame: Setup) -> Iterator[Order]:
    occupants = state.occupants()
    for unit in flow.undeployed(state, frame.side):
        for h in sorted(state.scenario.setup_of[unit].hexes):
            if h not in occupants and movement.standing_room(state, unit, h):
                yield Deploy(state.units[unit].id, state.number(h))


# -- movement


def _movements(rules: Ruleset, state: State, frame: Movement) -> Iterator[Order]:
    for unit in movers(rules, state, frame.side):
        yield from moves(rules, state, unit)
    yield from rules.bridge_sites(state)


def movers(rules: Ruleset, state: State, side: int, ground: movement.Field | None = None) -> list[int]:
    """The side's units that can still move in this phase, then its reinforcements that can enter."""
    ground = ground or movement.field(rules, state, side)
    moved, serial, location, halting = state.moved, state.serial, state.location, ground.halting
    free = rules.leaves_zones(state)
    stay = [u for u in state.on_map(side) if moved[u] != serial and (free or not halting[location[u]])]
    return stay + reinforcements.available(rules, state, side)


def moves(rules: Ruleset, state: State, unit: int) -> Iterator[Order]:
    """Everything that one unit can do in the Movement Phase: one order for each hex in reach, and its exits."""
    if state.location[unit] < 0 and rules.lands(state, unit):
        yield from (Land(state.units[unit].id, state.number(h)) for h in rules.landing_hexes(state, unit))
        return
    ground = movement.field(rules, state, state.units[unit].side)
    way = movement.reach(rules, state, unit, ground)
    unit_id = state.units[unit].id
    entering = state.location[unit] < 0
    for h, cost in enumerate(way.cost):
        if cost == movement.FAR or not movement.may_stop(rules, ground, state, unit, h) or h == state.location[unit]:
            continue
        path = state.numbers(way.path(h))
        yield Enter(unit_id, path) if entering else Move(unit_id, path[1:])
    if not entering:
        yield from (order for edge in EDGES if is_legal(rules, state, order := Exit(unit_id, (), edge)))


def _ways_on(rules: Ruleset, state: State, frame: Halted) -> Iterator[Order]:
    for path in movement.onward(rules, state, frame.unit, frame.left).values():
        yield Move(state.units[frame.unit].id, state.numbers(path[1:]))
    yield Stand()


def _demolitions(_: Ruleset, __: State, ___: Wired) -> Iterator[Order]:
    return iter((Demolish(True), Demolish(False)))


def _razings(_: Ruleset, state: State, frame: Razing) -> Iterator[Order]:
    yield from (Destroy(number) for number in state.numbers(frame.hexes))
    yield Stand()


# -- attacks


def attacks(rules: Ruleset, state: State, _: CombatPhase | None = None) -> Iterator[Order]:
    """The attacks that may be declared: every set of defenders with every set of attackers, artillery and support.

    There can be very many; they are found as they are asked for.
    """
    found = obligations.contacts(rules, state)
    for count in range(1, len(found.attackers) + 1):
        together = {group for near in found.touched.values() for group in combinations(near, count)}
        for defenders in sorted(together) if count > 1 else [(enemy,) for enemy in found.attackers]:
            near = [u for u in found.touched if all(u in found.attackers[d] for d in defenders)]
            guns = [g for g in found.guns if any(in_range(state, g, d) for d in defenders)]
            support = rules.support_left(state, state.side, defenders)
            for group in subsets(near):
                if not group and count > 1:
                    continue
                for barrage in subsets(guns):
                    for points in range(support + 1):
                        order = attack_order(state, group, defenders, barrage, points)
                        if fits(rules, state, group, barrage, points) and is_legal(rules, state, order):
                            yield order


def subsets(units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All subsets, the small ones first."""
    for count in range(len(units) + 1):
        yield from combinations(units, count)


def attack_order(
    state: State, group: Sequence[int], defenders: Sequence[int], barrage: Sequence[int], points: int
) -> Attack:
    """The order for an attack of units by number, `barrage` the artillery in it that is not adjacent."""
    ids = state.ids
    return Attack(ids(tuple(group)), ids(tuple(defenders)), ids(tuple(barrage)), points)


def fits(rules: Ruleset, state: State, group: Sequence[int], barrage: Sequence[int], points: int) -> bool:
    """Whether a battle's limit on artillery lets these attack together: asked first, for it rules most sets out."""
    share = attacking_share(state, Combat(state.side, tuple(group), tuple(barrage), (), points))
    return not (share.guns or share.support) or rules.room(state, share)


def _fires(rules: Ruleset, state: State, _: Protect) -> Iterator[Order]:
    assert state.combat is not None
    for guns in subsets(protectors(state, state.combat.defenders)):
        for points in range(rules.support_left(state, 1 - state.combat.side, state.combat.defenders) + 1):
            order = Fire(state.ids(guns), points)
            if is_legal(rules, state, order):
                yield order


def _rolls(_: Ruleset, __: State, ___: Die | Throw) -> Iterator[Order]:
    return (Roll(die) for die in range(1, 7))


def _retreats(rules: Ruleset, state: State, frame: Retreats) -> Iterator[Order]:
    for unit in frame.units:
        for path in retreat.choices(rules, state, unit, frame.hexes, frame.trail).paths:
            yield Retreat(state.units[unit].id, state.numbers(path[1:] or path))


def _displacements(rules: Ruleset, state: State, frame: Displacing) -> Iterator[Order]:
    for h in displacement.displacements(rules, state, frame):
        yield Displace(state.units[frame.unit].id, state.number(h))


def _advances(rules: Ruleset, state: State, frame: Advances) -> Iterator[Order]:
    for unit in frame.units:
        yield from (Advance(state.units[unit].id, state.number(h)) for h in advances(rules, state, unit))
    if is_legal(rules, state, Stand()):
        yield Stand()


_LISTS: Mapping[type, Callable[..., Iterator[Order]]] = {
    Noting: _notes,
    Setup: _deployments,
    Movement: _movements,
    Halted: _ways_on,
    Wired: _demolitions,
    Throw: _rolls,
    Razing: _razings,
    CombatPhase: attacks,
    Protect: _fires,
    Die: _rolls,
    Retreats: _retreats,
    Displacing: _displacements,
    Advances: _advances,
}
