"""Columns of reinforcements and their alternate entry hexes, in rules that several battles share."""

from collections.abc import Collection, Sequence

from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.rules.parts import Columns, Fact
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import ROAD_COST, TERRAIN_KEY, Hexside, Terrain

CLEAR_COST = TERRAIN_KEY[Terrain.CLEAR].cost
_MOST = 1 << 10
"""A number greater than that of the units that can enter at one hex in a phase."""
COLUMN = Fact("column at *")
"""By entry hex: the number of units that entered in a phase, with its serial number."""


class InColumns(Columns):
    """A column in which each unit pays a road or clear hex for every unit that entered before it in the phase."""

    facts = (COLUMN,)

    def toll(self, state: State, h: int) -> int:
        road = state.scenario.board.leaving.get(h, Hexside.NOTHING) & Hexside.ROAD
        return waiting(state, h) * (ROAD_COST if road else CLEAR_COST)

    def join(self, state: State, h: int) -> None:
        state.facts[_column(state, h)] = state.serial * _MOST + waiting(state, h) + 1


def waiting(state: State, h: int) -> int:
    """Return the number of units that have entered at a hex in this phase; the next unit pays for each of them."""
    serial, count = divmod(state.facts.get(_column(state, h), 0), _MOST)
    return count if serial == state.serial else 0


def _column(state: State, h: int) -> str:
    return COLUMN.about(state.number(h))


def entrances(state: State, unit: int, hexes: Sequence[int]) -> tuple[int, ...]:
    """Return the entry hexes of a unit that is scheduled at these hexes, or their alternates if all are blocked.

    A hex is blocked if it holds an enemy, or a friendly unit in an enemy Zone of Control. Its alternate is the nearest
    open mapedge hex toward the nearest friendly unit: a hex closer to that unit, or beyond it if the unit is in the
    next mapedge hex. If several hexes are equally near, each of them is allowed (a ruling). Without a friendly unit on
    the map, or without such a hex, the alternate is the nearest open hex of the whole mapedge.
    """
    side = state.units[unit].side
    enemies, closed, friendly = state.held[1 - side], state.zones[1 - side], state.held[side]

    def blocked(h: int) -> bool:
        return bool(enemies[h] or (closed[h] and friendly[h]))

    if not all(map(blocked, hexes)):
        return tuple(hexes)
    board = state.scenario.board
    edge = {h for name in EDGES for h in board.edge(name)}
    free = [h for h in sorted(edge) if not blocked(h) and board.ground.edge_cost(h, state.way(unit)) is not None]
    friends = [state.location[friend] for friend in state.on_map(side)]
    found = {h for blocked_hex in hexes for h in _alternates(state, blocked_hex, edge, free, friends)}
    return tuple(sorted(found))


def _alternates(state: State, h: int, edge: Collection[int], free: Sequence[int], friends: Sequence[int]) -> list[int]:
    distance = state.scenario.board.grid.distance
    far, friend = min(((distance(h, friend), friend) for friend in friends if friend != h), default=(0, h))
    in_the_way = far == 1 and friend in edge
    towards = [
        e for e in free if distance(e, friend) < far or (in_the_way and distance(h, e) == far + distance(friend, e))
    ]
    towards = towards or list(free)
    nearest = min((distance(h, e) for e in towards), default=0)
    return [e for e in towards if distance(h, e) == nearest]
