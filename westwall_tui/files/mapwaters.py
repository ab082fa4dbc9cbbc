"""Remarks on waters and what crosses them: streams that break off or touch themselves, bridges over nothing."""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import pairwise

from westwall_tui.engine.board import Board, Hexside, Hexsides, Terrain
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.files.mapparts import parts
from westwall_tui.files.mapwords import Remark, hexes, hexside, label

Corner = frozenset[tuple[int, int]]
"""The point where three hexes meet, as their positions; hexes beyond the mapedge count too."""

RING = 3
"""Up to this many hexes with water all around are taken for a mistake; more may be an island."""


def remarks(board: Board) -> Iterator[Remark]:
    """Every remark on waters, lines, bridges and ferries."""
    chains = [
        (key, number, chain)
        for key, group in (("streams", board.streams), ("canals", board.canals), ("rivers", board.rivers))
        for number, chain in enumerate(group, 1)
    ]
    around = Counter(corner for *_, chain in chains for pair in chain.pairs for corner in corners(board, pair))
    for key, number, chain in chains:
        for reason in (*_flaws(board, chain), *_ends(board, key, chain, around)):
            yield label(key, number, chain.name), "sides", reason
    for number, chain in enumerate(board.boundaries.values(), 1):
        for reason in _flaws(board, chain):
            yield label("lines", number, chain.name), "sides", reason
    yield from _twice(board, chains)
    yield from _rings(board)
    yield from _bridges(board)
    yield from _ferries(board)
    yield from _rails(board)


# -- chains of hexsides


def corners(board: Board, pair: tuple[int, int]) -> tuple[Corner, Corner]:
    """The two ends of a hexside."""
    a, b = (board.grid.positions[h] for h in pair)
    first, second = sorted(_around(a) & _around(b))
    return frozenset((a, b, first)), frozenset((a, b, second))


def _around(position: tuple[int, int]) -> set[tuple[int, int]]:
    c, r = position
    low = r if c % 2 == 0 else r - 1
    return {(c, r - 1), (c, r + 1), (c - 1, low), (c - 1, low + 1), (c + 1, low), (c + 1, low + 1)}


def _breaks(board: Board, chain: Hexsides) -> Iterator[str]:
    """Where two hexsides in a row have no corner in common."""
    for a, b in pairwise(chain.pairs):
        if not set(corners(board, a)) & set(corners(board, b)):
            yield f"{hexside(board, a)} and {hexside(board, b)} do not meet"


def _flaws(board: Board, chain: Hexsides) -> Iterator[str]:
    """Breaks, and places where a chain runs into itself."""
    yield from _breaks(board, chain)
    once = dict.fromkeys((min(pair), max(pair)) for pair in chain.pairs)
    if len(once) < len(chain.pairs):
        yield "names a hexside twice"
    count = Counter(corner for pair in once for corner in corners(board, pair))
    for corner, times in count.items():
        if times > 2:
            yield f"touches itself where {_met(corner)} meet"
    if count and all(times == 2 for times in count.values()):
        yield "runs in a circle"


def _met(corner: Corner) -> str:
    first, second, third = (f"{c:02}{r:02}" for c, r in sorted(corner))
    return f"{first}, {second} and {third}"


def _ends(board: Board, key: str, chain: Hexsides, around: Counter[Corner]) -> Iterator[str]:
    """Where water ends in the middle of nowhere. A stream may rise anywhere, a canal in a town, a river neither."""
    own = Counter(corner for pair in chain.pairs for corner in corners(board, pair))
    ends = [corner for corner, times in own.items() if times == 1]
    loose = [corner for corner in ends if around[corner] == 1 and not _leaves(board, corner)]
    if key == "streams" and len(loose) == len(ends) and not any(_breaks(board, chain)):
        yield "neither end reaches other water or the mapedge"
    for corner in loose if key != "streams" else ():
        if key == "rivers" or not _built_up(board, corner):
            more = "" if key == "rivers" else ", nor a town,"
            yield f"breaks off where {_met(corner)} meet: neither other water{more} nor the mapedge is there"


def _leaves(board: Board, corner: Corner) -> bool:
    """Whether a corner lies at the mapedge or at a river hex."""
    found = [board.grid.at(c, r) for c, r in corner]
    return any(h == NOWHERE or board.terrain[h] in (Terrain.NONE, Terrain.RIVER) for h in found)


def _built_up(board: Board, corner: Corner) -> bool:
    places = {h for place in board.places if place.kind in ("town", "village") for h in place.hexes}
    found = [board.grid.at(c, r) for c, r in corner]
    return any(h in places or board.terrain[h] in (Terrain.TOWN, Terrain.CITY) for h in found)


def _twice(board: Board, chains: Collection[tuple[str, int, Hexsides]]) -> Iterator[Remark]:
    """Hexsides that two waters share."""
    first: dict[frozenset[int], str] = {}
    for key, number, chain in chains:
        for pair in dict.fromkeys(chain.pairs):
            other = first.setdefault(frozenset(pair), label(key, number, chain.name))
            if other != label(key, number, chain.name):
                yield label(key, number, chain.name), "sides", f"{hexside(board, pair)} is in {other} too"


def _rings(board: Board) -> Iterator[Remark]:
    """A few inland hexes with water all around them."""
    neighbours, terrain = board.grid.neighbours, board.terrain

    def onward(h: int) -> Iterator[int]:
        return (n for n, lies in zip(neighbours[h], board.hexsides[h], strict=True) if not lies & Hexside.WATER)

    for dry in parts(board.playable, onward):
        inland = all(n != NOWHERE and terrain[n] is not Terrain.NONE for h in dry for n in neighbours[h])
        if inland and len(dry) <= RING:
            yield "", "terrain", f"there is water all around {hexes(board, dry)}"


# -- what crosses


def _bridges(board: Board) -> Iterator[Remark]:
    for number, bridge in enumerate(board.bridges, 1):
        lies, where = board.hexside(*bridge.pair), hexside(board, bridge.pair)
        carried, way = (Hexside.RAILWAY, "railway") if bridge.kind == "rail" else (Hexside.WAY, "road or trail")
        if not lies & Hexside.WATER:
            yield f"[[bridges]] {number}", "side", f"{where} has no water to cross"
        elif not lies & carried:
            yield f"[[bridges]] {number}", "side", f"no {way} runs over {where}"


def _ferries(board: Board) -> Iterator[Remark]:
    for number, ferry in enumerate(board.ferries, 1):
        if not board.hexside(*ferry.pairs[0]) & Hexside.WATER:
            yield (
                label("ferries", number, ferry.name),
                "side",
                f"{hexside(board, ferry.pairs[0])} has no water to cross",
            )


def _rails(board: Board) -> Iterator[Remark]:
    for number, path in enumerate(board.railways, 1):
        for pair in pairwise(path.hexes):
            lies = board.hexside(*pair)
            if lies & Hexside.WATER and not lies & Hexside.BRIDGE:
                reason = f"crosses water at {hexside(board, pair)}, where [[bridges]] has no rail bridge"
                yield label("railways", number, path.name), "path", reason
