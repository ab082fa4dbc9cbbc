"""A legal order drawn at random: for `?sample`, for tests and for playouts."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from westwall_tui.engine import dice, flow
from westwall_tui.engine.choices import attack_order, attacks, fits, is_legal, legal, movers, moves
from westwall_tui.engine.frames import CombatPhase, Movement, Noting, Protect, Setup
from westwall_tui.engine.orders import EDGES, Attack, Concede, Deploy, Done, Enter, Exit, Fire, Land, Move, Order
from westwall_tui.engine.rules import movement, obligations, reinforcements
from westwall_tui.engine.rules.artillery import in_range, protectors
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import State

T = TypeVar("T")


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
    if isinstance(frame, Noting):
        return _sample_note(rules, state, frame.side, draw)
    if isinstance(frame, Setup):
        return _sample_deployment(state, frame.side, draw)
    return draw.pick(list(legal(rules, state)))


def _sample_note(rules: Ruleset, state: State, side: int, draw: Draw) -> Order:
    if not rules.unnoted(state, side):
        return Done()
    found = list(rules.possible_notes(state, side))
    return draw.pick(found) if found else Concede()


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
    sites = list(rules.bridge_sites(state))
    if sites and not draw.below(8):
        return draw.pick(sites)
    while units and draw.below(len(units) + 3):
        unit = units.pop(draw.below(len(units)))
        order = _walk(rules, state, unit, ground, draw)
        if order is not None:
            return order
    if is_legal(rules, state, Done()):
        return Done()
    return draw.pick(_owed(rules, state) or list(legal(rules, state)))


def _owed(rules: Ruleset, state: State) -> list[Order]:
    """What some reinforcement can do that may not be withheld."""
    for unit in reinforcements.available(rules, state, state.side):
        orders = list(moves(rules, state, unit))
        if orders:
            return orders
    return []


def _walk(rules: Ruleset, state: State, unit: int, ground: movement.Field, draw: Draw) -> Order | None:
    """A random walk: it turns back little, and ends where the unit may stop. Who comes from the air lands somewhere."""
    if state.location[unit] < 0 and rules.lands(state, unit):
        hexes = rules.landing_hexes(state, unit)
        return Land(state.units[unit].id, state.number(draw.pick(hexes))) if hexes else None
    if state.location[unit] >= 0 and ground.halting[state.location[unit]]:
        ground = movement.leaving(ground, state.location[unit])
    blocked, halting = ground.blocked, ground.halting
    entering = state.location[unit] < 0
    limit = rules.allowance(state, unit)
    start = _entry(rules, state, unit, ground, draw) if entering else (state.location[unit], 0)
    if start is None or start[1] > limit:
        return None
    here, spent = start
    path = [here]
    best = len(path) if entering and movement.may_stop(rules, ground, state, unit, here) else 0
    steps = rules.steps(state, unit)
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
        if movement.may_stop(rules, ground, state, unit, here):
            best = len(path)
    unit_id = state.units[unit].id
    edge = draw.pick(EDGES)
    if not entering and path[max(best, 1) - 1] in rules.exit_hexes(state, unit, edge):
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
    points = draw.below(rules.support_left(state, state.side, defenders) + 1) if draw.below(2) else 0
    while (guns or points) and not fits(rules, state, group, guns, points):
        guns, points = (guns, 0) if points else (guns[:-1], 0)
    return attack_order(state, group, defenders, guns, points)


def _sample_fire(rules: Ruleset, state: State, draw: Draw) -> Order:
    """Final Protective Fire at random; none where what was drawn may not be."""
    assert state.combat is not None
    guns = protectors(state, state.combat.defenders)
    support = rules.support_left(state, 1 - state.combat.side, state.combat.defenders)
    for _ in range(3):
        order = Fire(state.ids([gun for gun in guns if not draw.below(3)]), draw.below(support + 1))
        if is_legal(rules, state, order):
            return order
    return Fire()
