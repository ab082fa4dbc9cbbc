"""Column moves: several units, one after another, go by road toward a hex as far as they can (5.0)."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Enter, IllegalOrder, Move, OrderSyntaxError
from westwall_tui.engine.records import Record
from westwall_tui.engine.terrain import Hexside
from westwall_tui.engine.units import lower

COLUMN = "column"
"""The first word of a line that moves a column."""
FORM = "column UNIT ... > HEX"
"""The notation of that line, for people."""
FAR = 1 << 20
"""A distance by road for units off the map."""
GAP = 2
"""Maximum distance in hexes between a unit and the next one in a column."""


class Leg(Record):
    """The move of one unit of a column."""

    unit: int
    order: Move | Enter | None
    """The order that moves the unit; None if it stays, or if an earlier move interrupts the column."""
    end: int
    """The hex where the unit would be; `NOWHERE` if that is off the map."""
    left: int
    """The half Movement Points that it would have left there; 0 if it stays."""


def column(game: Game, units: Sequence[int], goal: int) -> list[Leg]:
    """Return the moves of units, in this order, each as far along the road toward `goal` as it can go.

    A unit goes by its cheapest path to the hex nearest to the goal on the shortest road that leads there. It never
    ends its move in an enemy zone, unless that hex is the goal. After a move that leads to another decision, the rest
    of the column stays. Raises `IllegalOrder` outside the Movement Phase.
    """
    if game.prompt.kind != "movement":
        raise IllegalOrder("5.0", "units move in a column only in their Movement Phase")
    ahead, distances = game.fork(seed=0, viewer=game.side), by_road(game, goal)
    legs: list[Leg] = []
    for unit in units:
        leg = _leg(ahead, unit, goal, distances)
        legs.append(leg)
        if leg.order is not None:
            ahead.apply(leg.order)
            if (ahead.prompt.kind, ahead.side) != (game.prompt.kind, game.side):
                break
    return legs + [Leg(unit, None, max(game.state.location[unit], NOWHERE), 0) for unit in units[len(legs) :]]


def _leg(game: Game, unit: int, goal: int, distances: Mapping[int, int]) -> Leg:
    """Return the next move of a column, which is that of `unit`."""
    state = game.state
    here = max(state.location[unit], NOWHERE)
    found = queries.reach(game, unit)
    now = distances.get(here)
    ends = sorted(
        (distances[h], -left, h)
        for h, left in found.left.items()
        if h in distances and (h == goal or h not in found.halting) and (now is None or distances[h] < now)
    )
    paths = ((found.path(h), h, -left) for _, left, h in ends)
    ahead = ((way, h, left) for way, h, left in paths if h == goal or _leads_on(game, way, goal, distances))
    way, end, left = next(ahead, ((), here, 0))
    if not way or unit not in queries.movers(game):
        return Leg(unit, None, here, 0)
    path, name = state.numbers(way), state.units[unit].id
    return Leg(unit, Enter(name, path) if found.start < 0 else Move(name, path[1:]), end, left)


def _leads_on(game: Game, way: Sequence[int], goal: int, distances: Mapping[int, int]) -> bool:
    """Return True if a path ends on the road from its first road hex toward the goal, not beyond it or beside it."""
    first = next(h for h in way if h in distances)
    so_far = _along(game, first, _ways_to(game, goal))
    return goal not in way and so_far.get(way[-1], FAR) + distances[way[-1]] == distances[first]


def by_road(game: Game, goal: int) -> Mapping[int, int]:
    """Return the distance in hexes to `goal` along the printed roads, by hex; empty if no road or trail leads there.

    Trails count only if the goal has no road. Blown bridges and enemies do not matter: a column goes up to them.
    """
    ways = _ways_to(game, goal)
    return _along(game, goal, ways) if ways else {}


def _ways_to(game: Game, goal: int) -> int:
    """Return the kinds of hexsides that a column follows to a hex: roads, or any way if the hex has no road, or 0."""
    kinds, sides = (Hexside.ROAD, Hexside.WAY), game.scenario.board.sides[goal]
    return next((int(kind) for kind in kinds if any(side & kind for side in sides)), 0)


def _along(game: Game, start: int, ways: int) -> dict[int, int]:
    """Return the distance in hexes from a hex along these kinds of hexsides, by hex."""
    board = game.scenario.board
    found, edge = {start: 0}, [start]
    while edge:
        following = []
        for h in edge:
            for n, side in zip(board.grid.neighbors[h], board.sides[h], strict=True):
                if n != NOWHERE and side & ways and n not in found:
                    found[n] = found[h] + 1
                    following.append(n)
        edge = following
    return found


def line_up(game: Game, unit: int, goal: int) -> tuple[list[int], list[int]]:
    """Return the units that could form a column with `unit` toward a hex, and those of them that follow it closely.

    The first list has `unit`, the units behind it in the order of the road, and then reinforcements that could enter.
    The second list begins with `unit`; each unit in it is at most `GAP` hexes behind the one before.
    """
    distances, distance, place = by_road(game, goal), game.scenario.board.grid.distance, game.state.location
    nearest = min(distances, key=lambda h: distance(h, place[unit]), default=NOWHERE) if place[unit] >= 0 else NOWHERE
    lead = distances.get(nearest, FAR)
    to_lead = by_road(game, nearest) if nearest != NOWHERE else {}
    movers = (u for u in queries.movers(game) if u != unit and not queries.lands(game, u))
    away = {u: distances.get(place[u], FAR) for u in movers if place[u] in distances or place[u] < 0}
    behind = (u for u in away if place[u] < 0 or to_lead.get(place[u], FAR) < away[u] >= lead)
    able = [unit, *sorted(behind, key=away.__getitem__)]
    close = [unit]
    for u in able[1:]:
        last, here = place[close[-1]], place[u]
        if last >= 0 and here >= 0 and distance(last, here) <= GAP:
            close.append(u)
    return able, close


def read_column(game: Game, line: str) -> tuple[list[int], int] | None:
    """Return the units and the goal of a line such as `column 2G/5 44 > 2721`; None if it is another kind of line.

    Raises `OrderSyntaxError`, as for orders.
    """
    word, *words = line.split() or [""]
    if lower(word) != COLUMN:
        return None
    if len(words) < 3 or words[-2] != ">":
        raise OrderSyntaxError(f"write it like this: {FORM}")
    try:
        units, goal = [game.scenario.unit(name) for name in words[:-2]], game.scenario.board.hex(words[-1])
    except ValueError as error:
        raise OrderSyntaxError(str(error)) from None
    if not by_road(game, goal):
        raise OrderSyntaxError(f"no road or trail leads to {words[-1]}; name a hex on a road")
    return list(dict.fromkeys(units)), goal
