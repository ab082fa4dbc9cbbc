"""Lines of Communication (17.3): by road to the south, or over seven hexes to the division's drop zone."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from westwall_tui.engine.board import Ground
from westwall_tui.engine.state import State

LENGTH = 7
"""The maximum length of an airborne unit's line, with the drop zone's hex but not its own (17.32; a ruling)."""


class Net(NamedTuple):
    """The hexes from which lines lead to a goal, each with the next hex (a goal has itself) and its distance."""

    onward: dict[int, int]
    length: dict[int, int]

    def line(self, state: State, h: int) -> tuple[int, ...]:
        """Return the shortest line of a unit in a hex, that hex first; empty if there is none."""
        if self.onward.get(h) == h:
            return (h,)
        starts = [n for n in state.ground.dry[h] if n in self.onward]
        if not starts:
            return ()
        line = [h, min(starts, key=lambda n: (self.length[n], n))]
        while self.onward[line[-1]] != line[-1]:
            line.append(self.onward[line[-1]])
        return tuple(line)


def open_hexes(state: State, side: int) -> bytes:
    """Return the hexes open to lines: without an enemy, and in an enemy zone only with a friendly unit (17.33)."""
    held, zone, friends = state.held[1 - side], state.zones[1 - side], state.held[side]
    return bytes(not e and (not z or f) for e, z, f in zip(held, zone, friends, strict=True))


def ground_net(state: State, is_open: bytes, goals: Iterable[int]) -> Net:
    """Return the lines to the goals, where they leave the map (17.31).

    A line leaves a hex with a road only by road, and a hex with a trail by trail or road.
    """
    return _spread(state.ground, True, is_open, tuple(goals), len(is_open))


def airborne_net(state: State, is_open: bytes, zone: int) -> Net:
    """Return the lines through open hexes to a drop zone, over any ground (17.32)."""
    return _spread(state.ground, False, is_open, (zone,), LENGTH - 1)


@lru_cache(maxsize=12)
def _spread(ground: Ground, by_road: bool, is_open: bytes, goals: tuple[int, ...], most: int) -> Net:
    """Search backward from the goals, not across unbridged water (17.34).

    Cached, because the screen asks for the same lines again and again.
    """
    came = ground.along if by_road else ground.dry
    onward = {h: h for h in goals if is_open[h]}
    length = dict.fromkeys(onward, 0)
    todo = list(onward)
    for h in todo:
        if length[h] == most:
            continue
        for n in came[h]:
            if n not in onward and is_open[n]:
                onward[n], length[n] = h, length[h] + 1
                todo.append(n)
    return Net(onward, length)


# -- the reasons why a unit has no line


def why_off_road(state: State, side: int, h: int, goals: Sequence[int]) -> str:
    """Return the reason why a ground unit in a hex has no line: enemies, or no road or trail that leads on (17.31)."""
    line = ground_net(state, _every_hex(state), goals).line(state, h)
    if line:
        return _closed(state, side, line)
    line = _spread(state.ground, False, _every_hex(state), tuple(goals), len(_every_hex(state))).line(state, h)
    return "no road or trail leads on from there" if line else "water is in the way"


def where_off_road(state: State, side: int, h: int, goals: Sequence[int]) -> int | None:
    """Return the first hex that enemies close on a ground unit's line; None if terrain allows no line at all."""
    line = ground_net(state, _every_hex(state), goals).line(state, h)
    return _first_closed(state, side, line) if line else None


def why_out_of_reach(state: State, side: int, h: int, zone: int | None) -> str:
    """Return the reason why an airborne unit in a hex has no line to its division's drop zone (17.32)."""
    if zone is None:
        return "its drop zone is not on the map"
    line = _spread(state.ground, False, _every_hex(state), (zone,), len(_every_hex(state))).line(state, h)
    if not line:
        return "water is in the way"
    if len(line) > LENGTH + 1:
        return f"the drop zone is {len(line) - 1} hexes away, but the limit is {LENGTH}"
    return _closed(state, side, line)


def _every_hex(state: State) -> bytes:
    return bytes([1]) * len(state.scenario.board.grid)


def _closed(state: State, side: int, line: Sequence[int]) -> str:
    """Return the obstacle in the first hex that enemies close on a line."""
    h = _first_closed(state, side, line)
    return f"{'an enemy' if state.held[1 - side][h] else 'an enemy zone'} at {state.number(h)}"


def _first_closed(state: State, side: int, line: Sequence[int]) -> int:
    is_open = open_hexes(state, side)
    return next((h for h in line[1:] if not is_open[h]), line[-1])
