"""The search for the front in force (14.0): the cheapest line of hexes from the river to the river.

A front is a path of hexes of the bank, none used twice, both ends next to the river. It costs five points for each hex
on it that is not controlled, and the worth of each unit beyond it: one that is neither on it, nor cut off by it from
the far edge of the map, nor next to a unit on it. At least one unit must be on it or behind it. Where several cost
the same, the one that loses fewest units is in force, then the shortest, then the one whose hexes come first from its
northern end.

Which units the cheapest front will lose depends on few of them: in a crowd, on the outer ones. So the search (`ways`)
first minds a single unit, as if it kept all others for nothing. What it finds then costs no more than any front. If it
costs the same in truth, with the units counted that it loses, it is the front in force. If not, one of the units that
it loses counts as well from then on, the one farthest from it, and it searches again. The same goes for hexes: ways
forget where they were. If the cheapest one uses a hex twice, that hex is remembered from then on: on the loop first,
and everywhere when that was not enough, or at once if it costs points.

What is found so is always the cheapest front. The problem is hard by nature (the travelling salesman is in it), but
seldom in play: of 1,200 positions none takes a quarter of `STEPS`. Long arms of single units may take more, and
thirty units strewn over the whole bank by an editor minutes. After so many steps, always the same number, the search
stops and takes the cheapest front that it knows: of those that it has seen on the way, one through each unit, and those
round all that is controlled, so that an unbroken front which loses nobody is never missed.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from westwall_tui.engine.battles.remagen.banks import Banks
from westwall_tui.engine.battles.remagen.costs import HEX, POINTS_A_GAP, Costs
from westwall_tui.engine.battles.remagen.ways import Ways
from westwall_tui.engine.rules.answers import Front

TURNS = 2
"""How often ways may be wound round a unit and still be told apart; more if a front is found for which it matters."""
STEPS = 20_000
"""Ways that are gone on with before the search stops, in all rounds together: a second or two."""
AT_ONCE = 3
"""How many units more count if all are lost; else it is one."""


def cheapest(banks: Banks, worth: Mapping[int, int], controlled: Iterable[int]) -> Front | None:
    """The front in force: `worth` gives each unit's, by its hex. None if no unit could be behind any front."""
    if not worth or not banks.anchors:
        return None
    return _cheapest(banks, tuple(sorted(worth.items())), frozenset(controlled))


def quick(banks: Banks, worth: Mapping[int, int], controlled: Iterable[int]) -> Front | None:
    """A front that may not be the cheapest, without a search: where the search would stop that has seen nothing yet.

    One that is unbroken and loses nobody is never missed. None if no unit could be behind any front.
    """
    if not worth or not banks.anchors:
        return None
    held = frozenset(controlled)
    path = _best_of(Costs(banks, worth, held), ())
    return None if path is None else _scored(banks, worth, held, path)


def at_least(banks: Banks, worth: Mapping[int, int], controlled: Iterable[int]) -> int:
    """Points that the front in force costs at least, in time that grows with the units and hexes only.

    Each unit is kept by itself as cheaply as possible. A front that spends so much on gaps keeps none that costs more.
    """
    if not worth or not banks.anchors:
        return 0
    return _at_least(banks, tuple(sorted(worth.items())), frozenset(controlled))


@lru_cache(maxsize=1024)
def _at_least(banks: Banks, units: tuple[tuple[int, int], ...], held: frozenset[int]) -> int:
    return Costs(banks, dict(units), held).floor()


@lru_cache(maxsize=64)
def _cheapest(banks: Banks, units: tuple[tuple[int, int], ...], held: frozenset[int]) -> Front:
    """Cached: it depends only on these, and the screen asks for the same one again and again."""
    worth = dict(units)
    return _scored(banks, worth, held, _front(Costs(banks, worth, held)))


def _scored(banks: Banks, worth: Mapping[int, int], held: frozenset[int], path: tuple[int, ...]) -> Front:
    """What a front costs."""
    gaps = tuple(h for h in path if h not in held)
    lost = banks.lost(path, worth)
    return Front(path, gaps, lost, len(gaps) * POINTS_A_GAP + sum(worth[h] for h in lost))


def scored(banks: Banks, worth: Mapping[int, int], controlled: Iterable[int], path: Sequence[int]) -> Front | None:
    """The front of these hexes, and what it costs; None if they are none. Others may be cheaper: nothing is searched.

    It goes from hex to hex of the bank, uses none twice, begins and ends next to the river, at its northern end first,
    and keeps somebody.
    """
    anchors = banks.anchors
    ends = [anchors.index(h) for h in (path[0], path[-1]) if h in anchors] if path else []
    if len(ends) < 2 or ends[0] > ends[1] or len(set(path)) < len(path):
        return None
    if not all(b in banks.near[a] for a, b in pairwise(path)):
        return None
    front = _scored(banks, worth, frozenset(controlled), tuple(path))
    return front if len(front.lost) < len(worth) else None


def _front(costs: Costs) -> tuple[int, ...]:
    """The best front. More and more units count, and hexes are remembered, until what is found is what it seems."""
    farthest = sorted(costs.worth, key=lambda h: (-costs.to_river[h], h))
    counting, turns, most = farthest[:1], TURNS, STEPS
    ways, memory = Ways(costs, counting, turns), dict[int, frozenset[int]]()
    steps, seen = 0, list[tuple[int, ...]]()
    while True:
        before = ways.steps
        found = ways.cheapest(memory, before + most - steps)
        steps += ways.steps - before
        if found is None:
            known = _best_of(costs, seen)
            if known is not None:
                return known
            most *= 2  # on some odd board
            continue
        bound, path = found
        seen.append(path)
        cost, lost = costs.of(path)
        more = [h for h in farthest if h in lost and h not in counting]
        if more:
            counting += more[:AT_ONCE] if len(lost) == len(farthest) else [_outermost(costs, more, path)]
            ways, memory = Ways(costs, counting, turns), {}
        elif loops := _loops(path):
            for h, loop in loops:
                memory[h] = costs.banks.hexes if h in memory or costs.toll[h] > HEX else loop
        elif cost == bound:
            return path
        else:
            turns *= 2
            ways = Ways(costs, counting, turns)


def _best_of(costs: Costs, seen: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
    """The cheapest of the fronts that the search has seen, without loops, some through each unit, and the rims."""
    rank = costs.banks.anchors.index
    fronts = []
    for way in (
        *map(_without_loops, seen),
        *(costs.out_and_back(h) for h in costs.price),
        *costs.banks.rims(costs.held),
    ):
        if way:
            path = way if rank(way[0]) <= rank(way[-1]) else way[::-1]
            cost, lost = costs.of(path)
            if len(lost) < len(costs.worth):
                fronts.append((cost, path))
    return min(fronts)[1] if fronts else None


def _without_loops(path: tuple[int, ...]) -> tuple[int, ...]:
    """A way that leaves out what lies between two visits to a hex."""
    short: list[int] = []
    for h in path:
        if h in short:
            del short[short.index(h) :]
        short.append(h)
    return tuple(short)


def _outermost(costs: Costs, units: Iterable[int], path: tuple[int, ...]) -> int:
    """The one of some units that is farthest from a way."""
    away = costs.banks.board.grid.distances
    return max(units, key=lambda h: min(away(h)[n] for n in path))


def _loops(path: tuple[int, ...]) -> list[tuple[int, frozenset[int]]]:
    """Each hex that a way comes back to, and the hexes of the loop."""
    found: list[tuple[int, frozenset[int]]] = []
    last: dict[int, int] = {}
    for i, h in enumerate(path):
        if h in last:
            found.append((h, frozenset(path[last[h] : i])))
        last[h] = i
    return found
