"""The orders that may be given now, listed or drawn at random."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from westwall_tui.engine import dice, flow
from westwall_tui.engine.orders import (
    EDGES,
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
from westwall_tui.engine.rules import displacement, movement, obligations, reinforcements, retreat
from westwall_tui.engine.rules.advance import advances
from westwall_tui.engine.rules.artillery import in_range, protectors
from westwall_tui.engine.rules.combat import attacking_share
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import (
    Advances,
    Combat,
    CombatPhase,
    Die,
    Displacing,
    Movement,
    Protect,
    Retreats,
    Setup,
    State,
)

T = TypeVar("T")


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
    if isinstance(frame, Setup | Movement | CombatPhase) and is_legal(rules, state, Done()):
        yield Done()


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


def movers(rules: Ruleset, state: State, side: int, ground: movement.Field | None = None) -> list[int]:
    """The side's units that can still move in this phase, then its reinforcements that can enter."""
    ground = ground or movement.field(rules, state, side)
    moved, serial, location, halting = state.moved, state.serial, state.location, ground.halting
    stay = [unit for unit in state.on_map(side) if moved[unit] != serial and not halting[location[unit]]]
    return stay + reinforcements.available(state, side)


def moves(rules: Ruleset, state: State, unit: int) -> Iterator[Order]:
    """Everything that one unit can do in the Movement Phase: one order for each hex in reach, and its exits."""
    ground = movement.field(rules, state, state.units[unit].side)
    way = movement.reach(rules, state, unit, ground)
    unit_id = state.units[unit].id
    entering = state.location[unit] < 0
    for h, cost in enumerate(way.cost):
        if cost == movement.FAR or not movement.may_stop(ground, state, unit, h) or h == state.location[unit]:
            continue
        path = state.numbers(way.path(h))
        yield Enter(unit_id, path) if entering else Move(unit_id, path[1:])
    if not entering:
        yield from (order for edge in EDGES if is_legal(rules, state, order := Exit(unit_id, (), edge)))


# -- attacks


def attacks(rules: Ruleset, state: State, _: CombatPhase | None = None) -> Iterator[Order]:
    """The attacks that may be declared: every set of defenders with every set of attackers, artillery and support.

    There can be very many; they are found as they are asked for.
    """
    found = obligations.contacts(rules, state)
    support = rules.support_left(state, state.side)
    for count in range(1, len(found.attackers) + 1):
        any_of_this_size = False
        for defenders in combinations(found.attackers, count):
            near = [u for u in found.touched if all(u in found.attackers[d] for d in defenders)]
            if count > 1 and not near:
                continue
            any_of_this_size = True
            guns = [g for g in found.guns if any(in_range(state, g, d) for d in defenders)]
            for group in subsets(near):
                if not group and count > 1:
                    continue
                for barrage in subsets(guns):
                    for points in range(support + 1):
                        order = _attack(state, group, defenders, barrage, points)
                        if _fits(rules, state, group, barrage, points) and is_legal(rules, state, order):
                            yield order
        if not any_of_this_size:
            return


def subsets(units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All subsets, the small ones first."""
    for count in range(len(units) + 1):
        yield from combinations(units, count)


def _attack(
    state: State, group: Sequence[int], defenders: Sequence[int], barrage: Sequence[int], points: int
) -> Attack:
    ids = state.ids
    return Attack(ids(tuple(group)), ids(tuple(defenders)), ids(tuple(barrage)), points)


def _fits(rules: Ruleset, state: State, group: Sequence[int], barrage: Sequence[int], points: int) -> bool:
    """Whether a battle's limit on artillery lets these attack together: asked first, for it rules most sets out."""
    share = attacking_share(state, Combat(state.side, tuple(group), tuple(barrage), (), points))
    return not (share.guns or share.support) or rules.room(state, share)


def _fires(rules: Ruleset, state: State, _: Protect) -> Iterator[Order]:
    assert state.combat is not None
    for guns in subsets(protectors(state, state.combat.defenders)):
        for points in range(rules.support_left(state, 1 - state.combat.side) + 1):
            order = Fire(state.ids(guns), points)
            if is_legal(rules, state, order):
                yield order


def _rolls(_: Ruleset, __: State, ___: Die) -> Iterator[Order]:
    return (Roll(die) for die in range(1, 7))


def _retreats(rules: Ruleset, state: State, frame: Retreats) -> Iterator[Order]:
    for unit in frame.units:
        for path in retreat.choices(rules, state, unit, frame.hexes).paths:
            yield Retreat(state.units[unit].id, state.numbers(path[1:] or path))


def _displacements(rules: Ruleset, state: State, frame: Displacing) -> Iterator[Order]:
    for h in displacement.displacements(rules, state, frame):
        yield Displace(state.units[frame.unit].id, state.number(h))


def _advances(rules: Ruleset, state: State, frame: Advances) -> Iterator[Order]:
    for unit in frame.units:
        yield from (Advance(state.units[unit].id, state.number(h)) for h in advances(rules, state, unit))
    yield Stand()


_LISTS: Mapping[type, Callable[..., Iterator[Order]]] = {
    Setup: _deployments,
    Movement: _movements,
    CombatPhase: attacks,
    Protect: _fires,
    Die: _rolls,
    Retreats: _retreats,
    Displacing: _displacements,
    Advances: _advances,
}


# -- one at random


class Draw:
    """A source of random choices of its own, so that sampling never touches the game's die."""

    def __init__(self, seed: int) -> None:
        self._state = dice.start(seed)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._state, value = dice.below(self._state, n)
        return value

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]


def sample(rules: Ruleset, state: State, draw: Draw) -> Order:
    """A legal order at random, without listing them all; every game of such orders ends."""
    frame = state.frames[-1]
    if isinstance(frame, Movement):
        return _sample_move(rules, state, draw)
    if isinstance(frame, CombatPhase):
        return _sample_attack(rules, state, draw)
    if isinstance(frame, Protect):
        return _sample_fire(rules, state, draw)
    if isinstance(frame, Setup):
        return _sample_deployment(state, frame.side, draw)
    return draw.pick(list(legal(rules, state)))


def _sample_deployment(state: State, side: int, draw: Draw) -> Order:
    left = flow.undeployed(state, side)
    if not left:
        return Done()
    unit = draw.pick(left)
    occupants = state.occupants()
    hexes = sorted(h for h in state.scenario.setup_of[unit].hexes if h not in occupants)
    for _ in range(20 if hexes else 0):
        h = draw.pick(hexes)
        if movement.standing_room(state, unit, h):
            return Deploy(state.units[unit].id, state.number(h))
    free = [h for h in hexes if movement.standing_room(state, unit, h)]
    if free:
        return Deploy(state.units[unit].id, state.number(draw.pick(free)))
    return _make_room(state, unit, occupants, draw)


def _make_room(state: State, unit: int, occupants: Mapping[int, int], draw: Draw) -> Order:
    """Every hex of a unit is taken: some friend is set up elsewhere, at random; if none can be, the side concedes."""
    groups = state.scenario.setup_of
    found = [
        Deploy(state.units[friend].id, state.number(h))
        for friend in groups
        if state.location[friend] >= 0 and state.units[friend].side == state.units[unit].side
        for h in sorted(groups[friend].hexes)
        if h not in occupants and movement.standing_room(state, friend, h)
    ]
    return draw.pick(found) if found else Concede()


def _sample_move(rules: Ruleset, state: State, draw: Draw) -> Order:
    """A random walk of a random unit that has not moved; now and then the end of the phase."""
    ground = movement.field(rules, state, state.side)
    units = movers(rules, state, state.side, ground)
    while units and draw.below(len(units) + 3):
        unit = units.pop(draw.below(len(units)))
        order = _walk(rules, state, unit, ground, draw)
        if order is not None:
            return order
    return Done()


def _walk(rules: Ruleset, state: State, unit: int, ground: movement.Field, draw: Draw) -> Order | None:
    """A random walk: it turns back little, and ends where the unit may stop."""
    blocked, halting = ground.blocked, ground.halting
    entering = state.location[unit] < 0
    limit = movement.allowance(state, unit)
    start = _entry(rules, state, unit, ground, draw) if entering else (state.location[unit], 0)
    if start is None or start[1] > limit:
        return None
    here, spent = start
    path = [here]
    best = len(path) if entering and may_rest(ground, here) else 0
    steps = state.ground.steps[state.way(unit)]
    for _ in range(draw.below(12) + 1):
        if halting[here]:
            break
        left = limit - spent
        ways = [step for step in steps[here] if step[1] <= left and not blocked[step[0]] and step[0] not in path]
        if not ways:
            break
        here, cost = draw.pick(ways)
        spent += cost
        path.append(here)
        if may_rest(ground, here):
            best = len(path)
    unit_id = state.units[unit].id
    edge = draw.pick(EDGES)
    if not entering and path[max(best, 1) - 1] in state.scenario.board.edge(edge):
        order = Exit(unit_id, state.numbers(path[1:best]), edge)
        if is_legal(rules, state, order):
            return order
    if best < (1 if entering else 2):
        return None
    if entering:
        return Enter(unit_id, state.numbers(path[:best]))
    return Move(unit_id, state.numbers(path[1:best]))


def _entry(rules: Ruleset, state: State, unit: int, ground: movement.Field, draw: Draw) -> tuple[int, int] | None:
    """A random hex where a reinforcement may come in, with its cost; None if it may not."""
    hexes = [h for h in rules.entry_hexes(state, unit) if not ground.blocked[h]]
    if not hexes:
        return None
    h = draw.pick(hexes)
    cost = rules.entry_cost(state, unit, h)
    return None if cost is None else (h, cost)


def may_rest(ground: movement.Field, h: int) -> bool:
    """Whether a unit from elsewhere may stop in a hex (5.31)."""
    return not ground.friends[h]


def _sample_attack(rules: Ruleset, state: State, draw: Draw) -> Order:
    """A random legal attack; the end of the phase when none is obliged and chance says so."""
    found = obligations.contacts(rules, state)
    left = obligations.outstanding(rules, state, found)
    obliged = bool(left.attackers or left.enemies)
    if not obliged and (draw.below(4) or not obligations.attackable(rules, state)):
        return Done()
    for _ in range(20):
        order = _random_attack(rules, state, found, left.enemies or list(found.attackers), draw)
        if is_legal(rules, state, order):
            return order
    if not obliged:
        return Done()
    return next(attacks(rules, state))


def _random_attack(
    rules: Ruleset, state: State, found: obligations.Contacts, enemies: Sequence[int], draw: Draw
) -> Attack:
    defenders = [draw.pick(enemies)]
    near = found.attackers[defenders[0]]
    group = [u for u in near if draw.below(4)] or near[:1]
    others = [e for e in found.attackers if e != defenders[0] and group and all(u in found.attackers[e] for u in group)]
    defenders += [e for e in others if draw.below(2)]
    guns = [g for g in found.guns if not draw.below(3) and any(in_range(state, g, d) for d in defenders)]
    points = draw.below(rules.support_left(state, state.side) + 1) if draw.below(2) else 0
    while (guns or points) and not _fits(rules, state, group, guns, points):
        guns, points = (guns, 0) if points else (guns[:-1], 0)
    return _attack(state, group, defenders, guns, points)


def _sample_fire(rules: Ruleset, state: State, draw: Draw) -> Order:
    """Final Protective Fire at random; none where what was drawn may not be."""
    assert state.combat is not None
    guns = protectors(state, state.combat.defenders)
    support = rules.support_left(state, 1 - state.combat.side)
    for _ in range(3):
        order = Fire(state.ids([gun for gun in guns if not draw.below(3)]), draw.below(support + 1))
        if is_legal(rules, state, order):
            return order
    return Fire()
