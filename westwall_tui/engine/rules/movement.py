"""Movement (5.0): the reach of a unit, its paths, and the reasons why it cannot go farther."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from westwall_tui.engine.events import points
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules.barriers import ROUGH, WATER, first_barrier, steps_without
from westwall_tui.engine.rules.zones import but, either, mask
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import ROAD_COST

FAR = 1 << 20
"""The cost of an unreachable hex."""

Steps = Sequence[Sequence[tuple[int, int]]]


class Spread(NamedTuple):
    """The cheapest paths from a start: by hex the cost in half Movement Points (or `FAR`) and the previous hex."""

    cost: list[int]
    came: list[int]

    def path(self, h: int) -> tuple[int, ...]:
        """Return the path to a hex, from the start."""
        way = [h]
        while (h := self.came[h]) != NOWHERE:
            way.append(h)
        return tuple(reversed(way))


class Start(NamedTuple):
    """The beginning of a unit's next move."""

    steps: Steps
    """By hex: the next hexes, each with its cost in half Movement Points."""
    limit: int
    """Its half Movement Points."""
    entries: tuple[tuple[int, int], ...] = ()
    """For a unit off the map, the hexes where it could enter or land, each with the cost in half Movement Points."""


USUAL = 40
"""A number of half Movement Points that few units exceed; a search beyond it adds buckets as needed."""


def spread(steps: Steps, sources: Iterable[tuple[int, int]], limit: int, blocked: bytes, halting: bytes) -> Spread:
    """Find the cheapest paths within `limit` half Movement Points.

    No path enters a `blocked` hex, or leaves a `halting` hex.
    """
    cost = [FAR] * len(steps)
    came = [NOWHERE] * len(steps)
    room = min(limit, USUAL) + 1
    buckets: list[list[int]] = [[] for _ in range(room)]
    for h, c in sources:
        if c <= limit and c < cost[h] and not blocked[h]:
            cost[h] = c
            while c >= room:
                buckets += [[] for _ in range(room)]
                room *= 2
            buckets[c].append(h)
    spent = 0
    while spent < room:
        for h in buckets[spent]:
            if cost[h] != spent or halting[h]:
                continue
            for n, step in steps[h]:
                total = spent + step
                if total < cost[n] and total <= limit and not blocked[n]:
                    cost[n] = total
                    came[n] = h
                    while total >= room:
                        buckets += [[] for _ in range(room)]
                        room *= 2
                    buckets[total].append(n)
        spent += 1
    return Spread(cost, came)


class Field(NamedTuple):
    """The obstacles on the map for a side's units: enemies, their zones, friendly units. By hex, 0 for none."""

    blocked: bytes
    """Hexes with an enemy (5.12), or with a friendly unit in an enemy zone (5.31 with 6.0), and barred hexes."""
    halting: bytes
    """Enemy-controlled hexes, where movement ends (6.0)."""
    friends: bytes
    """Hexes where no unit may stop (5.31)."""


def field(state: State, side: int) -> Field:
    """Return the present obstacles on the map for a side's units."""
    closed, location = state.rules.closed_hexes(state, side).hexes, state.location
    halting, friends, enemies = state.zones[1 - side], state.held[side], state.held[1 - side]
    blocked = bytearray(either(enemies, mask(closed, len(friends))) if closed else enemies)
    for unit in state.on_map(side):
        if halting[location[unit]]:
            blocked[location[unit]] = 1
    return Field(bytes(blocked), halting, friends)


def sources(state: State, unit: int) -> list[tuple[int, int]]:
    """Return the start hexes of a unit's movement with their costs: its own hex, or its entry hexes."""
    rules = state.rules
    if state.location[unit] >= 0:
        return [(state.location[unit], 0)]
    if rules.landings.lands(state, unit):
        return []
    costs = ((h, rules.entry_cost(state, unit, h)) for h in rules.entry_hexes(state, unit))
    return [(h, cost) for h, cost in costs if cost is not None]


def reach(state: State, unit: int, ground: Field | None = None) -> Spread:
    """Find the hexes that a unit can reach now, including hexes of friendly units on the way.

    A unit that cannot move reaches no hex. Pass `ground` to avoid computing `field` again for each unit of a
    side.
    """
    rules = state.rules
    ground = ground or field(state, state.units[unit].side)
    start = state.location[unit]
    if start >= 0 and ground.halting[start]:
        if not rules.leaves_zones(state):  # 5.14
            return Spread([FAR] * len(ground.halting), [NOWHERE] * len(ground.halting))
        ground = leaving(ground, start)
    elif start >= 0:
        ground = setting_out(ground, start)
    limit = rules.allowance(state, unit)
    return spread(rules.steps(state, unit), sources(state, unit), limit, ground.blocked, ground.halting)


def leaving(ground: Field, start: int) -> Field:
    """Return the obstacles for a unit that may leave an Enemy-controlled hex but not enter another."""
    closed = either(ground.blocked, ground.halting)
    return Field(but(closed, start, 0), but(ground.halting, start, 0), ground.friends)


def setting_out(ground: Field, start: int) -> Field:
    """Return the obstacles for a unit that starts in a hex closed to its side, which it may leave."""
    return ground._replace(blocked=but(ground.blocked, start, 0)) if ground.blocked[start] else ground


def may_stop(ground: Field, state: State, unit: int, h: int) -> bool:
    """Return True if a unit may stop in a hex within its reach (5.31)."""
    return not ground.friends[h] or state.location[unit] == h or state.rules.river_assaults.may_share(state, unit, h)


def check_may_move(state: State, unit: int, ground: Field) -> Field:
    """Return the obstacles for a unit on the map that moves now. Raises `IllegalOrder` if it may not move."""
    if state.moved[unit] == state.serial:
        raise IllegalOrder(*state.rules.why_moved(state, unit), state.ids((unit,)))
    h = state.location[unit]
    if ground.halting[h] and state.rules.leaves_zones(state):
        return leaving(ground, h)
    if ground.halting[h]:
        raise IllegalOrder(
            "5.14",
            f"{state.units[unit].name} started its Movement Phase in an Enemy-controlled hex and cannot move",
            state.ids((unit,)),
            (state.number(h),),
        )
    return setting_out(ground, h)


def find_path(
    state: State, unit: int, waypoints: Sequence[int], ground: Field, limit: int | None = None
) -> tuple[tuple[int, ...], int]:
    """Find the path through the waypoints and its cost in half Movement Points. Raises `IllegalOrder`.

    The cost is at most `limit`, or the unit's allowance if that is None. The first waypoint of a unit that enters the
    map is its entry hex, which `reinforcements.check_entry` has already checked. A single destination is reached by the
    cheapest path, directly if that costs no more. Among several waypoints, a waypoint adjacent to the previous one is
    entered directly or not at all.
    """
    rules, around = state.rules, state.scenario.board.grid.neighbors
    limit = rules.allowance(state, unit) if limit is None else limit
    steps = rules.steps(state, unit)
    here, spent = state.location[unit], 0
    if here < 0:
        here, waypoints = waypoints[0], waypoints[1:]
        spent = rules.entry_cost(state, unit, here) or 0
    path = [here]
    if spent > limit:
        raise _too_far(state, unit, here, spent, limit)
    pinned = len(waypoints) > 1
    for target in waypoints:
        leg = _straight(steps, path[-1], spent, target, ground)
        if leg is None and pinned and target in around[path[-1]]:
            raise _why_no_step(state, unit, (path[-1], spent, limit), target, ground)
        if leg is None:
            leg = _way_round(steps, path[-1], target, ground, (spent, limit))
        elif not pinned:
            leg = _detour(steps, path[-1], spent, leg, ground) or leg
        if leg is None:
            raise why_unreachable(state, unit, (path[-1], spent, limit), target, ground)
        way, spent = leg
        path.extend(way)
        if spent > limit:
            raise _too_far(state, unit, target, spent, limit)
    return tuple(path), spent


Leg = tuple[tuple[int, ...], int]
"""The hexes from one waypoint to the next, without the first, and the total cost so far."""


def _straight(steps: Steps, here: int, spent: int, target: int, ground: Field) -> Leg | None:
    """Return the direct step to a hex, at any cost; None if it is not allowed."""
    cost = _step(steps[here], target)
    return None if cost is None or ground.blocked[target] or ground.halting[here] else ((target,), spent + cost)


def _way_round(steps: Steps, here: int, target: int, ground: Field, points: tuple[int, int]) -> Leg | None:
    """Find the cheapest path to a hex; `points` are the half Movement Points spent so far and the limit."""
    spent, limit = points
    way = spread(steps, [(here, spent)], limit, ground.blocked, ground.halting)
    return None if way.cost[target] == FAR else (way.path(target)[1:], way.cost[target])


def _detour(steps: Steps, here: int, spent: int, direct: Leg, ground: Field) -> Leg | None:
    """Find a path into an adjacent hex that is cheaper than the direct step, if one is possible."""
    (target,), cost = direct
    return None if cost - 1 < spent + 2 * ROAD_COST else _way_round(steps, here, target, ground, (spent, cost - 1))


def in_full(state: State, unit: int, path: Sequence[int], ground: Field) -> tuple[int, ...]:
    """Return the hexes by which an order names a path, without its first hex (for an entry, the entry hex).

    The hex of a single step is named twice if naming it once would mean a cheaper path.
    """
    if len(path) != 2:
        return tuple(path[1:])
    here, target = path
    steps = state.rules.steps(state, unit)
    leg = _straight(steps, here, 0, target, ground)
    cheaper = None if leg is None else _detour(steps, here, 0, leg, ground)
    return (target, target) if cheaper else (target,)


def path_cost(state: State, unit: int, path: Sequence[int]) -> int:
    """Return the cost of a path in half Movement Points."""
    steps = state.rules.steps(state, unit)
    return sum(_step(steps[a], b) or 0 for a, b in pairwise(path))


def onward(state: State, unit: int, limit: int) -> dict[int, tuple[int, ...]]:
    """Return the hexes where a halted unit may still stop, with the path to each (`limit` in half Movement Points)."""
    ground = field(state, state.units[unit].side)
    here = state.location[unit]
    if ground.halting[here]:
        return {}
    way = spread(state.rules.steps(state, unit), [(here, 0)], limit, ground.blocked, ground.halting)
    return {
        h: way.path(h)
        for h, cost in enumerate(way.cost)
        if cost != FAR and h != here and may_stop(ground, state, unit, h)
    }


def _step(around: Sequence[tuple[int, int]], target: int) -> int | None:
    """Return the half Movement Points to enter an adjacent hex; None if it is not in `around`."""
    for n, cost in around:
        if n == target:
            return cost
    return None


def check_stop(state: State, unit: int, h: int, ground: Field) -> None:
    """Raise `IllegalOrder` if a unit may not end its move in a hex (5.31)."""
    if not may_stop(ground, state, unit, h):
        friend = state.at[h]
        reason = f"{state.units[friend].name} is in {state.number(h)}, and two units cannot stop in the same hex"
        raise IllegalOrder("5.31", reason, state.ids((unit, friend)), (state.number(h),))


def _too_far(state: State, unit: int, h: int, cost: int, limit: int) -> IllegalOrder:
    name, number = state.units[unit].name, state.number(h)
    reason = f"{name} needs {points(cost)} MP to reach {number}, but has only {points(limit)}"
    return IllegalOrder("5.25", reason, state.ids((unit,)), (number,))


def why_unreachable(state: State, unit: int, start: tuple[int, int, int], target: int, ground: Field) -> IllegalOrder:
    """Return the refusal for an unreachable hex, with the first obstacle whose removal would let the unit through.

    `start` is the unit's hex, the cost so far, and the limit, in half Movement Points.
    """
    rules = state.rules
    here, _, limit = start
    name, number = state.units[unit].name, state.number(target)
    side = state.units[unit].side
    about = (state.ids((unit,)), (number,))
    occupant = state.occupant(target)
    if occupant is not None and state.units[occupant].side != side:
        enemy = state.units[occupant].name
        return IllegalOrder("5.12", f"the enemy {enemy} is in {number}", state.ids((unit, occupant)), (number,))
    bar = rules.closed_hexes(state, side)
    if target in bar.hexes:
        return IllegalOrder(bar.case, bar.reason, *about)
    held = _zones_left(state, unit)
    no_other = f"{name} started in an Enemy-controlled hex and cannot enter another this Game-Turn"
    if held[target] and ground.blocked[target] and not ground.halting[here]:
        return IllegalOrder(rules.zones_case, f"{no_other}, such as {number}", *about)
    if occupant is not None and ground.halting[target]:
        reason = f"{name} would have to stop in {number}, which is in an enemy zone and already holds a friendly unit"
        return IllegalOrder("5.31", reason, *about)
    found = obstacle(state, unit, start, ground, lambda costs, _: (costs[target], target))
    if found.case == "5.25":
        return _too_far(state, unit, target, found.cost, limit)
    if found.case == "6.0" and any(held):
        return IllegalOrder(rules.zones_case, f"{no_other}, but every path to {number} leads through one", *about)
    reason = {
        "6.0": f"enemy Zones of Control stop {name} short of {number}",
        "5.12": f"enemy units and their zones block every path to {number}",
        "": f"no unit can get from {state.number(here)} to {number} because of prohibited terrain",
    }.get(found.case) or f"{name} cannot get to {number}: {found.ground}{found.besides}"
    return IllegalOrder(found.case or "5.21", reason, *about)


def _why_no_step(state: State, unit: int, start: tuple[int, int, int], target: int, ground: Field) -> IllegalOrder:
    """Return the refusal of the direct step to an adjacent hex; `start` as in `why_unreachable`."""
    here = start[0]
    if not (ground.blocked[target] or ground.halting[here]):
        case, barrier = first_barrier(state, unit, (here, target), state.rules.steps(state, unit))
        if case:
            reason = f"{state.units[unit].name} cannot step into {state.number(target)}: {barrier}"
            return IllegalOrder(case, reason, state.ids((unit,)), (state.number(target),))
    return why_unreachable(state, unit, start, target, ground)


def _zones_left(state: State, unit: int) -> bytes:
    """Return 1 for each Enemy-controlled hex if the unit may leave one now but not enter another; otherwise 0s."""
    h = state.location[unit]
    held = state.zones[1 - state.units[unit].side]
    return held if h >= 0 and held[h] and state.rules.leaves_zones(state) else bytes(len(held))


class Obstacle(NamedTuple):
    """An obstacle to a unit."""

    case: str
    """5.25 for Movement Points, 6.0 for enemy zones, 5.12 for enemy units, 5.21 and 5.24 for terrain, or a battle's own
    case; empty if even all of these together do not explain it.
    """
    cost: int
    """The cost of the path without this obstacle, in half Movement Points."""
    ground: str = ""
    """The terrain in the way, as a clause."""
    besides: str = ""
    """A further obstacle from the enemy, to be named after the terrain."""


_BESIDES = {
    "": "",
    "6.0": ", and enemy zones block it too",
    "5.12": ", and enemy units block it too",
}


def obstacle(
    state: State,
    unit: int,
    start: tuple[int, int, int],
    ground: Field,
    arrival: Callable[[list[int], bytes], tuple[int, int]],
) -> Obstacle:
    """Find the obstacle whose removal opens the cheapest path.

    If more Movement Points would be enough, they are the obstacle (5.25). Otherwise the function removes enemy zones
    (6.0), water without a bridge and terrain closed to vehicles (5.21, 5.24) one at a time, and names the one whose
    removal opens the cheapest path; then enemy units with their zones (5.12); then several obstacles at once. A path
    within the unit's Movement Points has precedence over all others, so that a distant bridge held by an enemy does not
    hide the river in front of the unit.

    `start` is a hex, the half Movement Points spent there, and the limit. `arrival` returns the cost of arriving and
    the last hex, given the costs by hex and the hexes where movement ends.
    """
    rules = state.rules
    here, spent, limit = start
    way, steps = state.way(unit), rules.steps(state, unit)
    nothing = bytes(len(ground.blocked))
    closed = mask(rules.closed_hexes(state, state.units[unit].side).hexes, len(nothing))
    enemies = either(state.held[1 - state.units[unit].side], closed)
    fields = {"": (ground.blocked, ground.halting), "6.0": (enemies, nothing), "5.12": (closed, nothing)}

    def without(enemy: str, wished: frozenset[str]) -> tuple[int, Obstacle]:
        blocked, halting = fields[enemy]
        found = spread(steps_without(steps, state.ground, way, wished), [(here, spent)], NO_LIMIT, blocked, halting)
        cost, end = arrival(found.cost, halting)
        if cost >= FAR or not wished:
            return cost, Obstacle(enemy or "5.25", cost)
        case, words = first_barrier(state, unit, found.path(end), steps)
        return cost, Obstacle(case, cost, words, _BESIDES[enemy])

    free, points_short = without("", frozenset())
    if free < FAR:
        return points_short
    water, rough, all_of_it = frozenset({WATER}), frozenset({ROUGH}), frozenset({WATER, ROUGH})
    one_thing = (("6.0", frozenset[str]()), ("", water), ("", rough))
    several = (("", all_of_it), ("6.0", water), ("6.0", rough), ("6.0", all_of_it))
    with_units = (("5.12", water), ("5.12", rough), ("5.12", all_of_it))
    opened = []
    for wishes in (one_thing, (("5.12", frozenset[str]()),), several, with_units):
        least, found = min((without(*wish) for wish in wishes), key=lambda each: each[0])
        if least <= limit:
            return found
        if least < FAR:
            opened.append(found)
    if opened:
        return opened[0]
    bar = rules.closed_hexes(state, state.units[unit].side)
    fields["5.12"] = nothing, nothing
    barred = bar.hexes and without("5.12", all_of_it)[0] < FAR
    return Obstacle(bar.case, FAR, bar.reason) if barred else Obstacle("", FAR)


NO_LIMIT = 4000
"""More half Movement Points than any path on a map sheet can cost."""


def exit_cost(state: State, unit: int, h: int) -> int | None:
    """Return the half Movement Points to exit from a mapedge hex, by its terrain or road; None if prohibited."""
    return state.ground.edge_cost(h, state.way(unit))


def standing_room(state: State, unit: int, h: int) -> bool:
    """Return True if the unit can be in a hex: vehicles need terrain or a road that lets them in (5.24)."""
    return h in state.ground.standing[state.way(unit)]


def walk(state: State, unit: int, hexes: tuple[int, ...]) -> int:
    """Move a unit through hexes until a decision interrupts it, and return the number of hexes entered.

    The unit is placed only in watched hexes and in the last one, because placing costs time.
    """
    rules = state.rules
    pending, origin, watched = len(state.frames), state.location[unit], rules.watched(state)
    if not watched.isdisjoint(hexes):
        for gone, h in enumerate(hexes, 1):
            if h in watched:
                state.place(unit, h)
                rules.hex_entered(state, unit, h, origin)
                if len(state.frames) > pending:
                    return gone
                watched = rules.watched(state)
            origin = h
    if hexes and state.location[unit] != hexes[-1]:
        state.place(unit, hexes[-1])
    return len(hexes)
