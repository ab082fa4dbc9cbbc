"""Remarks on roads, trails and railways: dead ends, ways cut off from the rest, needless corners."""

from collections import Counter
from collections.abc import Iterator

from westwall_tui.engine.board import Board, Hexside, Path, Terrain
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.files.mapparts import parts
from westwall_tui.files.mapwords import Remark, hexes, hexside, label


def remarks(board: Board) -> Iterator[Remark]:
    """Every remark on ways."""
    yield from _stubs(board)
    yield from _corners(board)
    yield from _doubled(board)
    yield from _cut_off(board)
    yield from _half_bridges(board)


def _stubs(board: Board) -> Iterator[Remark]:
    places = {h for place in board.places for h in place.hexes}
    built_up = {h for h, t in enumerate(board.terrain) if t in (Terrain.TOWN, Terrain.CITY)}
    for kinds in (("roads", "trails"), ("railways",)):
        paths = [(kind, number, path) for kind in kinds for number, path in enumerate(getattr(board, kind), 1)]
        count = Counter(h for *_, path in paths for h in path.hexes)
        for kind, number, path in paths:
            for h in _loose_ends(path):
                if count[h] == 1 and h not in places and h not in built_up:
                    reason = f"ends at {board.number(h)}, with no other way, place or mapedge there"
                    yield label(kind, number, path.name), "path", reason


def _loose_ends(path: Path) -> list[int]:
    return [h for h, leaves in zip((path.hexes[0], path.hexes[-1]), path.off_map, strict=True) if not leaves]


def _corners(board: Board) -> Iterator[Remark]:
    """Three hexes in a row that all touch: the middle one is needless, unless for a town or to save a crossing."""
    named = {h for place in board.places if place.kind in ("town", "village") for h in place.hexes}
    for kind in ("roads", "trails", "railways"):
        for number, path in enumerate(getattr(board, kind), 1):
            for a, b, c in zip(path.hexes, path.hexes[1:], path.hexes[2:], strict=False):
                if a == c or (
                    c in board.grid.neighbours[a] and b not in named and not board.hexside(a, c) & Hexside.WATER
                ):
                    reason = f"needlessly turns to {board.number(b)} between {board.number(a)} and {board.number(c)}"
                    yield label(kind, number, path.name), "path", reason


def _doubled(board: Board) -> Iterator[Remark]:
    for h, row in enumerate(board.hexsides):
        for n, lies in zip(board.grid.neighbours[h], row, strict=True):
            if Hexside.WAY in lies and h < n:
                yield "", "trails", f"both a trail and a road cross {hexside(board, (h, n))}; only the road counts"


def _cut_off(board: Board) -> Iterator[Remark]:
    """Nets of roads and trails on which nobody can leave the map."""
    ways = [h for h, row in enumerate(board.hexsides) if any(lies & Hexside.WAY for lies in row)]

    def onward(h: int) -> Iterator[int]:
        around = zip(board.grid.neighbours[h], board.hexsides[h], strict=True)
        return (n for n, lies in around if lies & Hexside.WAY)

    for net in parts(ways, onward):
        if not any(h in board.leaving for h in net):
            reason = f"the ones at {hexes(board, net)} are cut off: they never reach the mapedge"
            yield "", "roads", reason


def _half_bridges(board: Board) -> Iterator[Remark]:
    """River hexes that a way enters but does not leave."""
    for h, row in enumerate(board.hexsides):
        ways = sum(
            bool(lies & Hexside.WAY) for n, lies in zip(board.grid.neighbours[h], row, strict=True) if n != NOWHERE
        )
        if board.terrain[h] is Terrain.RIVER and ways == 1 and h not in board.leaving:
            yield "", "roads", f"the way onto river hex {board.number(h)} does not reach the other bank"
