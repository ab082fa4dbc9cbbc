"""Remarks on boards that are valid but look wrong."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise

from westwall_tui.engine.board import FOOT, Board, Hexsides, Path
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.files.faults import Fault

# -- names in remarks


Remark = tuple[str, str, str]
"""The table, the key and the remark."""


def label(key: str, number: int, name: str) -> str:
    """Return the name of a table in remarks."""
    return f'[[{key}]] {number} "{name}"'


def hexside(board: Board, pair: tuple[int, int]) -> str:
    """Return a hexside in the form that files use."""
    return "/".join(board.number(h) for h in pair)


def hexes(board: Board, found: Iterable[int], most: int = 5) -> str:
    """Return the numbers of hexes, or only of the first `most`."""
    numbers = [board.number(h) for h in found]
    return ", ".join(numbers[:most]) + (" ..." if len(numbers) > most else "")


# -- connected hexes


def parts(hexes: Collection[int], onward: Callable[[int], Iterable[int]]) -> Iterator[list[int]]:
    """Yield the connected groups of some hexes. `onward` returns the hexes one step away from a hex."""
    left = dict.fromkeys(sorted(hexes))
    while left:
        found = [next(iter(left))]
        del left[found[0]]
        for h in found:
            for n in onward(h):
                if n in left:
                    del left[n]
                    found.append(n)
        yield sorted(found)


# -- roads, trails and railways


def remarks_on_ways(board: Board) -> Iterator[Remark]:
    """Yield every remark on roads, trails and railways."""
    yield from _find_stubs(board)
    yield from _find_corners(board)
    yield from _double_crossings(board)
    yield from _cut_off(board)
    yield from _half_bridges(board)


def _find_stubs(board: Board) -> Iterator[Remark]:
    places = {h for place in board.places for h in place.hexes}
    built_up = {h for h, t in enumerate(board.terrain) if t in (Terrain.TOWN, Terrain.CITY)}
    for kinds in (("roads", "trails"), ("railways",)):
        paths = [(kind, number, path) for kind in kinds for number, path in enumerate(getattr(board, kind), 1)]
        count = Counter(h for *_, path in paths for h in path.hexes)
        for kind, number, path in paths:
            for h in _loose_ends(path):
                if count[h] == 1 and h not in places and h not in built_up:
                    reason = f"ends at {board.number(h)}, where there is no other road or trail, place or mapedge"
                    yield label(kind, number, path.name), "path", reason


def _loose_ends(path: Path) -> list[int]:
    return [h for h, leaves in zip((path.hexes[0], path.hexes[-1]), path.off_map, strict=True) if not leaves]


def _find_corners(board: Board) -> Iterator[Remark]:
    """Yield remarks on bends through a third hex that has no town and avoids no water."""
    named = {h for place in board.places if place.kind in ("town", "village") for h in place.hexes}
    for kind in ("roads", "trails", "railways"):
        for number, path in enumerate(getattr(board, kind), 1):
            for a, b, c in zip(path.hexes, path.hexes[1:], path.hexes[2:], strict=False):
                if a == c or (
                    c in board.grid.neighbors[a] and b not in named and not board.hexside(a, c) & Hexside.WATER
                ):
                    reason = f"needlessly turns to {board.number(b)} between {board.number(a)} and {board.number(c)}"
                    yield label(kind, number, path.name), "path", reason


def _double_crossings(board: Board) -> Iterator[Remark]:
    for h, row in enumerate(board.hexsides):
        for n, features in zip(board.grid.neighbors[h], row, strict=True):
            if Hexside.WAY in features and h < n:
                yield "", "trails", f"both a trail and a road cross {hexside(board, (h, n))}; only the road counts"


def _cut_off(board: Board) -> Iterator[Remark]:
    """Yield remarks on road nets that do not reach the mapedge."""
    ways = [h for h, row in enumerate(board.hexsides) if any(features & Hexside.WAY for features in row)]

    def onward(h: int) -> Iterator[int]:
        around = zip(board.grid.neighbors[h], board.hexsides[h], strict=True)
        return (n for n, features in around if features & Hexside.WAY)

    for net in parts(ways, onward):
        if not any(h in board.leaving for h in net):
            reason = f"the roads at {hexes(board, net)} are cut off: they never reach the mapedge"
            yield "", "roads", reason


def _half_bridges(board: Board) -> Iterator[Remark]:
    """Yield remarks on river hexes that a road enters but does not leave."""
    for h, row in enumerate(board.hexsides):
        ways = sum(
            bool(features & Hexside.WAY)
            for n, features in zip(board.grid.neighbors[h], row, strict=True)
            if n != NOWHERE
        )
        if board.terrain[h] is Terrain.RIVER and ways == 1 and h not in board.leaving:
            yield "", "roads", f"the road onto river hex {board.number(h)} does not reach the other bank"


# -- waters, and what crosses them


Corner = frozenset[tuple[int, int]]
"""A corner of hexes: the positions of the three hexes that meet there, including positions beyond the mapedge."""

RING = 3
"""The maximum number of land hexes in a ring of water that look like a mistake. A larger area may be an island."""


def remarks_on_waters(board: Board) -> Iterator[Remark]:
    """Yield every remark on waters, lines, bridges and ferries."""
    chains = [
        (key, number, chain)
        for key, group in (("streams", board.streams), ("canals", board.canals), ("rivers", board.rivers))
        for number, chain in enumerate(group, 1)
    ]
    around = Counter(corner for *_, chain in chains for pair in chain.pairs for corner in corners(board, pair))
    for key, number, chain in chains:
        for reason in (*_find_flaws(board, chain), *_loose_water_ends(board, key, chain, around)):
            yield label(key, number, chain.name), "sides", reason
    for number, chain in enumerate(board.boundaries.values(), 1):
        for reason in _find_flaws(board, chain):
            yield label("lines", number, chain.name), "sides", reason
    yield from _shared_hexsides(board, chains)
    yield from _find_rings(board)
    yield from _find_odd_bridges(board)
    yield from _find_odd_ferries(board)
    yield from _find_odd_rails(board)


# -- chains of hexsides


def corners(board: Board, pair: tuple[int, int]) -> tuple[Corner, Corner]:
    """Return the two ends of a hexside."""
    a, b = (board.grid.positions[h] for h in pair)
    first, second = sorted(_positions_around(a) & _positions_around(b))
    return frozenset((a, b, first)), frozenset((a, b, second))


def _positions_around(position: tuple[int, int]) -> set[tuple[int, int]]:
    c, r = position
    low = r if c % 2 == 0 else r - 1
    return {(c, r - 1), (c, r + 1), (c - 1, low), (c - 1, low + 1), (c + 1, low), (c + 1, low + 1)}


def _find_breaks(board: Board, chain: Hexsides) -> Iterator[str]:
    """Yield remarks on places where a hexside does not touch the next one."""
    for a, b in pairwise(chain.pairs):
        if not set(corners(board, a)) & set(corners(board, b)):
            yield f"{hexside(board, a)} and {hexside(board, b)} do not meet"


def _find_flaws(board: Board, chain: Hexsides) -> Iterator[str]:
    """Yield remarks on gaps in a chain, and on places where the chain touches itself."""
    yield from _find_breaks(board, chain)
    once = dict.fromkeys((min(pair), max(pair)) for pair in chain.pairs)
    if len(once) < len(chain.pairs):
        yield "names a hexside twice"
    count = Counter(corner for pair in once for corner in corners(board, pair))
    for corner, times in count.items():
        if times > 2:
            yield f"touches itself where {_corner_words(corner)} meet"
    if count and all(times == 2 for times in count.values()):
        yield "runs in a circle"


def _corner_words(corner: Corner) -> str:
    first, second, third = (f"{c:02}{r:02}" for c, r in sorted(corner))
    return f"{first}, {second} and {third}"


def _loose_water_ends(board: Board, key: str, chain: Hexsides, around: Counter[Corner]) -> Iterator[str]:
    """Yield remarks on waters that end inside the map. Streams may end anywhere, and canals may end in a town."""
    own = Counter(corner for pair in chain.pairs for corner in corners(board, pair))
    ends = [corner for corner, times in own.items() if times == 1]
    loose = [corner for corner in ends if around[corner] == 1 and not _is_outlet(board, corner)]
    if key == "streams" and len(loose) == len(ends) and not any(_find_breaks(board, chain)):
        yield "neither end reaches other water or the mapedge"
    for corner in loose if key != "streams" else ():
        if key == "rivers" or not _built_up(board, corner):
            more = "" if key == "rivers" else ", a town"
            yield f"ends where {_corner_words(corner)} meet, without other water{more} or the mapedge there"


def _is_outlet(board: Board, corner: Corner) -> bool:
    """Return True if a corner is at the mapedge or at a river hex."""
    found = [board.grid.at(c, r) for c, r in corner]
    return any(h == NOWHERE or board.terrain[h] in (Terrain.NONE, Terrain.RIVER) for h in found)


def _built_up(board: Board, corner: Corner) -> bool:
    places = {h for place in board.places if place.kind in ("town", "village") for h in place.hexes}
    found = [board.grid.at(c, r) for c, r in corner]
    return any(h in places or board.terrain[h] in (Terrain.TOWN, Terrain.CITY) for h in found)


def _shared_hexsides(board: Board, chains: Collection[tuple[str, int, Hexsides]]) -> Iterator[Remark]:
    """Yield remarks on hexsides that two waters share."""
    first: dict[frozenset[int], str] = {}
    for key, number, chain in chains:
        for pair in dict.fromkeys(chain.pairs):
            other = first.setdefault(frozenset(pair), label(key, number, chain.name))
            if other != label(key, number, chain.name):
                yield label(key, number, chain.name), "sides", f"{hexside(board, pair)} is also in {other}"


def _find_rings(board: Board) -> Iterator[Remark]:
    """Yield remarks on small groups of land hexes that are surrounded by water."""
    neighbors, terrain = board.grid.neighbors, board.terrain

    def onward(h: int) -> Iterator[int]:
        return (n for n, features in zip(neighbors[h], board.hexsides[h], strict=True) if not features & Hexside.WATER)

    for dry in parts(board.playable, onward):
        inland = all(n != NOWHERE and terrain[n] is not Terrain.NONE for h in dry for n in neighbors[h])
        if inland and len(dry) <= RING:
            yield "", "terrain", f"there is water all around {hexes(board, dry)}"


# -- what crosses


def _find_odd_bridges(board: Board) -> Iterator[Remark]:
    for number, bridge in enumerate(board.bridges, 1):
        features, where = board.hexside(*bridge.pair), hexside(board, bridge.pair)
        carried, way = (Hexside.RAILWAY, "railway") if bridge.kind == "rail" else (Hexside.WAY, "road or trail")
        if not features & Hexside.WATER:
            yield f"[[bridges]] {number}", "side", f"{where} has no water to cross"
        elif not features & carried:
            yield f"[[bridges]] {number}", "side", f"no {way} crosses {where}"


def _find_odd_ferries(board: Board) -> Iterator[Remark]:
    for number, ferry in enumerate(board.ferries, 1):
        if not board.hexside(*ferry.pairs[0]) & Hexside.WATER:
            yield (
                label("ferries", number, ferry.name),
                "side",
                f"{hexside(board, ferry.pairs[0])} has no water to cross",
            )


def _find_odd_rails(board: Board) -> Iterator[Remark]:
    for number, path in enumerate(board.railways, 1):
        for pair in pairwise(path.hexes):
            features = board.hexside(*pair)
            if features & Hexside.WATER and not features & Hexside.BRIDGE:
                reason = f"crosses water at {hexside(board, pair)}, where [[bridges]] has no rail bridge"
                yield label("railways", number, path.name), "path", reason


# -- the whole board


def remarks_on_board(board: Board, file: str) -> list[Fault]:
    """Return every remark on a board."""
    found = [*remarks_on_waters(board), *remarks_on_ways(board), *_remarks_on_ground(board), *_remarks_on_names(board)]
    return [Fault(file, table, key, reason) for table, key, reason in found]


def remarks_on_part(sheet: Board, part: Board) -> list[str]:
    """Return remarks on towns and villages that the edge of a part of a sheet cuts in two."""
    if sheet.grid == part.grid:
        return []
    found = []
    for place in sheet.places:
        outside = [h for h in place.hexes if sheet.number(h) not in part.by_number]
        if place.kind in ("town", "village") and 0 < len(outside) < len(place.hexes):
            found.append(f"part: leaves out {hexes(sheet, outside)} of {place.name}")
    return found


def _remarks_on_ground(board: Board) -> Iterator[Remark]:
    """Yield remarks on parts of the map that infantry cannot reach from the rest."""
    bridged = {h for h, t in enumerate(board.terrain) if t is Terrain.RIVER and any(map(_has_way, board.hexsides[h]))}
    steps = [[n for n, _ in found] for found in board.ground.steps[FOOT]]
    for h in bridged:
        for n, features in zip(board.grid.neighbors[h], board.hexsides[h], strict=True):
            if _has_way(features):
                steps[h].append(n)
                steps[n].append(h)
    regions = sorted(parts({*board.playable, *bridged}, steps.__getitem__), key=len, reverse=True)
    for region in regions[1:]:
        yield "", "terrain", f"no unit can get from the rest of the map to {hexes(board, region)}"


def _has_way(features: Hexside) -> bool:
    return bool(features & Hexside.WAY)


def _remarks_on_names(board: Board) -> Iterator[Remark]:
    named = {h for place in board.places for h in place.hexes if place.kind in ("town", "village")}
    nameless = [h for h, t in enumerate(board.terrain) if t in (Terrain.TOWN, Terrain.CITY) and h not in named]
    if nameless:
        yield "", "places", f"towns without a name: {hexes(board, nameless, most=len(nameless))}"
    for number, place in enumerate(board.places, 1):
        pieces = list(parts(place.hexes, board.grid.neighbors.__getitem__))
        if place.kind in ("town", "village") and len(pieces) > 1:
            words = " and ".join(hexes(board, piece) for piece in pieces)
            yield label("places", number, place.name), "hexes", f"is in separate pieces: {words}"
    for number, (name, found) in enumerate(board.areas.items(), 1):
        pieces = sorted(parts(found, board.grid.neighbors.__getitem__), key=len, reverse=True)
        for piece in pieces[1:]:
            yield label("areas", number, name), "hexes", f"{hexes(board, piece)} does not touch the rest of the area"
