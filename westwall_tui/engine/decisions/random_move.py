"""A random walk of one unit, for samples of the Movement Phase."""

from typing import NamedTuple

from westwall_tui.engine.dice import Draw
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.rules import movement
from westwall_tui.engine.state import State


class Walk(NamedTuple):
    """A way that a unit can go."""

    path: tuple[int, ...]
    """Its hexes, from where the unit stands or enters to where it may stop; empty if it may stop nowhere."""
    cost: int
    """Half Movement Points."""
    edge: str = ""
    """The mapedge that it leads to, if a unit on the map may want to leave by it."""


NO_WALK = Walk((), 0)


def random_walk(state: State, unit: int, ground: movement.Field, draw: Draw) -> Walk:
    """A random walk of one unit over the ground that is open to it, from where it stands or from where it enters.

    It does not turn back, and ends where the unit may stop.
    """
    rules = state.rules
    entering = state.location[unit] < 0
    limit = rules.allowance(state, unit)
    start = _entry(state, unit, ground, draw) if entering else (state.location[unit], 0)
    if start is None or start[1] > limit:
        return NO_WALK
    here, spent = start
    blocked, halting, friends = ground.blocked, ground.halting, ground.friends
    path = [here]
    stops, cost = 0, 0
    if entering and movement.may_stop(ground, state, unit, here):
        stops, cost = 1, spent
    steps, pick = rules.steps(state, unit), draw.pick
    for _ in range(draw.below(12) + 1):
        if halting[here]:
            break
        left = limit - spent
        ways = [step for step in steps[here] if not blocked[step[0]] and step[1] <= left and step[0] not in path]
        if not ways:
            break
        here, more = pick(ways)
        spent += more
        path.append(here)
        if not friends[here] or movement.may_stop(ground, state, unit, here):
            stops, cost = len(path), spent
    edge = draw.pick(EDGES)
    end = path[max(stops, 1) - 1]
    leaves = not entering and end in rules.exit_hexes(state, unit, edge)
    return Walk(tuple(path[:stops]), cost, edge if leaves else "")


def _entry(state: State, unit: int, ground: movement.Field, draw: Draw) -> tuple[int, int] | None:
    """A random hex where a reinforcement may come in, with its cost; None if there is no such hex."""
    rules = state.rules
    hexes = [h for h in rules.entry_hexes(state, unit) if not ground.blocked[h]]
    if not hexes:
        return None
    h = draw.pick(hexes)
    cost = rules.entry_cost(state, unit, h)
    return None if cost is None else (h, cost)
