"""Terrain that blocks a unit (5.2): unbridged water, and terrain that vehicles enter only by road."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from westwall_tui.engine.board import WHEELS, Ground
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Hexside, Terrain, entry_of

WATER, ROUGH = "water", "rough"
"""Barriers that a search can ignore: unbridged water, and terrain that vehicles enter only by road or trail."""

Steps = Sequence[Sequence[tuple[int, int]]]


def steps_without(steps: Steps, ground: Ground, way: int, wished: frozenset[str]) -> Steps:
    """Return a unit's `steps`, plus the steps that only the `wished` barriers prevent.

    Both list by hex the next hexes, each with its cost in half Movement Points.
    """
    if not wished:
        return steps
    added = _added(ground, way, wished)
    return [(*now, *more) for now, more in zip(steps, added, strict=True)]


@lru_cache(maxsize=16)
def _added(ground: Ground, way: int, wished: frozenset[str]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the steps that only these barriers prevent, by hex.

    Cached, because refusals often ask for the same steps.
    """
    return tuple(tuple(_added_from(ground, h, way, wished)) for h in range(len(ground.board.grid)))


def _added_from(ground: Ground, h: int, way: int, wished: frozenset[str]) -> Iterator[tuple[int, int]]:
    terrain = ground.board.terrain
    if terrain[h] is Terrain.NONE:
        return
    known = {n for n, _ in ground.steps[way][h]}
    for n in ground.board.grid.neighbors[h]:
        if n == NOWHERE or terrain[n] is Terrain.NONE or n in known:
            continue
        barriers = _barriers(ground, h, n, way)
        if barriers and barriers <= wished:
            yield n, entry_of(terrain[n]).cost


def _barriers(ground: Ground, a: int, b: int, way: int) -> frozenset[str]:
    """Return the barriers on a step that the Terrain Key does not allow."""
    terrain, features = ground.board.terrain, ground.hexside(a, b)
    found = set()
    if Terrain.RIVER in (terrain[a], terrain[b]) or features & Hexside.WATER:
        found.add(WATER)
    if way == WHEELS and not entry_of(terrain[b]).vehicles:
        found.add(ROUGH)
    return frozenset(found)


def first_barrier(state: State, unit: int, path: Sequence[int], steps: Steps) -> tuple[str, str]:
    """Return the case and words for the first barrier on a path, or two empty strings."""
    ground, way = state.ground, state.way(unit)
    for a, b in pairwise(path):
        if any(n == b for n, _ in steps[a]):
            continue
        barriers = _barriers(ground, a, b, way)
        here, there = state.number(a), state.number(b)
        if WATER in barriers:
            return _water(state, a, b)
        name = entry_of(state.scenario.board.terrain[b]).name
        return "5.24", f"vehicles can enter {there} ({name}) only by road or trail, and none leads there from {here}"
    return "", ""


def _water(state: State, a: int, b: int) -> tuple[str, str]:
    """Return the case and words for the water between two hexes: streams and canals stop only vehicles."""
    terrain, features = state.scenario.board.terrain, state.ground.hexside(a, b)
    for h in (b, a):
        if terrain[h] is Terrain.RIVER:
            return "5.21", f"there is no bridge across the river at {state.number(h)}"
    between = f"{state.number(a)} and {state.number(b)}"
    if features & Hexside.BRIDGE:
        return "5.24", f"the bridge between {between} has no road or trail for vehicles"
    if features & Hexside.FERRY:
        return "5.24", f"vehicles cannot use the ferry between {between}"
    if features & Hexside.RIVER:
        return "5.21", f"there is no bridge across the river between {between}"
    water = "canal" if features & Hexside.CANAL else "stream"
    return "5.24", f"vehicles cannot cross the {water} between {between} without a road or trail"
