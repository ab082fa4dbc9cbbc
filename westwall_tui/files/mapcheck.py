"""What looks wrong on a board although it can be played: streams that break off, roads to nowhere, nameless towns.

These are remarks, not faults: a board file may have its reasons.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from westwall_tui.engine.board import FOOT, Board, Path, Side, Sides, Terrain
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.files.faults import Fault

Corner = frozenset[tuple[int, int]]
"""The point where three hexes meet, as their positions; hexes beyond the mapedge count too."""


def look_over(board: Board, file: str) -> list[Fault]:
    """Every remark on a board."""
    remarks = [*_waters(board), *_ways(board), *_bridges(board), *_ground(board), *_names(board)]
    return [Fault(file, table, key, reason) for table, key, reason in remarks]


Remark = tuple[str, str, str]


def _label(key: str, number: int, name: str) -> str:
    return f'[[{key}]] {number} "{name}"'


# -- streams, canals and rivers


def corners(board: Board, pair: tuple[int, int]) -> tuple[Corner, Corner]:
    """The two ends of a hexside."""
    a, b = (board.grid.positions[h] for h in pair)
    first, second = sorted(_around(a) & _around(b))
    return frozenset((a, b, first)), frozenset((a, b, second))


def _around(position: tuple[int, int]) -> set[tuple[int, int]]:
    c, r = position
    low = r if c % 2 == 0 else r - 1
    return {(c, r - 1), (c, r + 1), (c - 1, low), (c - 1, low + 1), (c + 1, low), (c + 1, low + 1)}


def _waters(board: Board) -> Iterator[Remark]:
    chains = [
        (key, number, chain)
        for key, group in (("streams", board.streams), ("canals", board.canals), ("rivers", board.rivers))
        for number, chain in enumerate(group, 1)
    ]
    count = Counter(corner for *_, chain in chains for pair in chain.pairs for corner in corners(board, pair))
    for key, number, chain in chains:
        label = _label(key, number, chain.name)
        broken = list(_breaks(board, chain))
        for a, b in broken:
            yield label, "sides", f"{_side(board, a)} and {_side(board, b)} do not meet"
        if not broken and not any(count[end] > 1 or _leaves(board, end) for end in _ends(board, chain)):
            yield label, "sides", "neither end reaches other water or the mapedge"


def _breaks(board: Board, chain: Sides) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where two sides that follow each other have no corner in common."""
    for a, b in pairwise(chain.pairs):
        if not set(corners(board, a)) & set(corners(board, b)):
            yield a, b


def _ends(board: Board, chain: Sides) -> list[Corner]:
    """The corners that only one side of the chain has."""
    count = Counter(corner for pair in chain.pairs for corner in corners(board, pair))
    return [corner for corner, times in count.items() if times == 1]


def _leaves(board: Board, corner: Corner) -> bool:
    """Whether a corner lies at the mapedge or at a river hex."""
    hexes = [board.grid.at(c, r) for c, r in corner]
    return any(h == NOWHERE or board.terrain[h] in (Terrain.NONE, Terrain.RIVER) for h in hexes)


def _side(board: Board, pair: tuple[int, int]) -> str:
    return "/".join(board.number(h) for h in pair)


# -- roads, trails and railways


def _ways(board: Board) -> Iterator[Remark]:
    places = {h for place in board.places for h in place.hexes}
    built_up = {h for h, t in enumerate(board.terrain) if t in (Terrain.TOWN, Terrain.CITY)}
    for kinds in (("roads", "trails"), ("railways",)):
        paths = [(kind, number, path) for kind in kinds for number, path in enumerate(getattr(board, kind), 1)]
        count = Counter(h for *_, path in paths for h in path.hexes)
        for kind, number, path in paths:
            for h in _loose_ends(path):
                if count[h] == 1 and h not in places and h not in built_up:
                    reason = f"ends at {board.number(h)}, where neither another way nor a place nor the mapedge is"
                    yield _label(kind, number, path.name), "path", reason
    for h, row in enumerate(board.sides):
        for n, side in zip(board.grid.neighbours[h], row, strict=True):
            if Side.WAY in side and h < n:
                yield "", "trails", f"a trail and a road run over {_side(board, (h, n))}; the road alone counts"


def _loose_ends(path: Path) -> list[int]:
    return [h for h, leaves in zip((path.hexes[0], path.hexes[-1]), path.off_map, strict=True) if not leaves]


def _bridges(board: Board) -> Iterator[Remark]:
    for number, bridge in enumerate(board.bridges, 1):
        if not board.side(*bridge.pair) & Side.WATER:
            yield f"[[bridges]] {number}", "side", f"{_side(board, bridge.pair)} has no water to cross"
    for number, ferry in enumerate(board.ferries, 1):
        if not board.side(*ferry.pairs[0]) & Side.WATER:
            yield _label("ferries", number, ferry.name), "side", f"{_side(board, ferry.pairs[0])} has no water to cross"


# -- the ground and its names


def _ground(board: Board) -> Iterator[Remark]:
    regions = sorted(_regions(board), key=len, reverse=True)
    for region in regions[1:]:
        shown = ", ".join(board.number(h) for h in region[:5]) + (" ..." if len(region) > 5 else "")
        yield "", "terrain", f"no unit can get from the rest of the map to {shown}"


def _regions(board: Board) -> Iterator[Sequence[int]]:
    """The playable hexes, parted by what no infantry can cross."""
    left = dict.fromkeys(board.playable)
    steps = board.ground.steps[FOOT]
    while left:
        found = [next(iter(left))]
        del left[found[0]]
        for h in found:
            for n, _ in steps[h]:
                if n in left:
                    del left[n]
                    found.append(n)
        yield sorted(found)


def _names(board: Board) -> Iterator[Remark]:
    named = {h for place in board.places for h in place.hexes if place.kind in ("town", "village")}
    nameless = [
        board.number(h) for h, t in enumerate(board.terrain) if t in (Terrain.TOWN, Terrain.CITY) and h not in named
    ]
    if nameless:
        yield "", "places", f"towns without a name: {', '.join(nameless)}"
