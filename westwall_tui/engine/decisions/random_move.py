"""A random move of one unit, for samples of the Movement Phase."""

from collections.abc import Callable

from westwall_tui.engine.dice import Draw
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Enter, Exit, Land, Move, Order
from westwall_tui.engine.rules import movement
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import State


def random_move(
    rules: Ruleset,
    state: State,
    unit: int,
    ground: movement.Field,
    draw: Draw,
    may_exit: Callable[[Ruleset, State, Exit], bool],
) -> Order | None:
    """A random walk of one unit; None if it gets nowhere.

    It seldom turns back, and ends where the unit may stop. A unit that comes from the air lands somewhere.
    """
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
        if may_exit(rules, state, order):
            return order
    if best < (1 if entering else 2):
        return None
    if entering:
        return Enter(unit_id, state.numbers(path[:best]))
    return Move(unit_id, state.numbers(path[1:best]))


def _entry(rules: Ruleset, state: State, unit: int, ground: movement.Field, draw: Draw) -> tuple[int, int] | None:
    """A random hex where a reinforcement may come in, with its cost; None if there is no such hex."""
    hexes = [h for h in rules.entry_hexes(state, unit) if not ground.blocked[h]]
    if not hexes:
        return None
    h = draw.pick(hexes)
    cost = rules.entry_cost(state, unit, h)
    return None if cost is None else (h, cost)
