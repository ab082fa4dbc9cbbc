"""What can be played but looks wrong on a board: streams that break off, roads to nowhere, nameless towns.

These are remarks, not faults: a board may have its reasons. Here are those about ground and names; `mapwaters` and
`mapways` have the rest.
"""

from collections.abc import Iterator

from westwall_tui.engine.board import FOOT, Board, Hexside, Terrain
from westwall_tui.files import mapwaters, mapways
from westwall_tui.files.faults import Fault
from westwall_tui.files.mapparts import parts
from westwall_tui.files.mapwords import Remark, hexes, label


def look_over(board: Board, file: str) -> list[Fault]:
    """Every remark on a board."""
    found = [*mapwaters.remarks(board), *mapways.remarks(board), *_ground(board), *_names(board)]
    return [Fault(file, table, key, reason) for table, key, reason in found]


def _ground(board: Board) -> Iterator[Remark]:
    """Parts of the map that infantry cannot reach from the rest."""
    bridged = {h for h, t in enumerate(board.terrain) if t is Terrain.RIVER and any(map(_way, board.hexsides[h]))}
    steps = [[n for n, _ in found] for found in board.ground.steps[FOOT]]
    for h in bridged:
        for n, lies in zip(board.grid.neighbours[h], board.hexsides[h], strict=True):
            if _way(lies):
                steps[h].append(n)
                steps[n].append(h)
    regions = sorted(parts({*board.playable, *bridged}, steps.__getitem__), key=len, reverse=True)
    for region in regions[1:]:
        yield "", "terrain", f"no unit can get from the rest of the map to {hexes(board, region)}"


def _way(lies: Hexside) -> bool:
    return bool(lies & Hexside.WAY)


def _names(board: Board) -> Iterator[Remark]:
    named = {h for place in board.places for h in place.hexes if place.kind in ("town", "village")}
    nameless = [h for h, t in enumerate(board.terrain) if t in (Terrain.TOWN, Terrain.CITY) and h not in named]
    if nameless:
        yield "", "places", f"towns without a name: {hexes(board, nameless, most=len(nameless))}"
    for number, place in enumerate(board.places, 1):
        pieces = list(parts(place.hexes, board.grid.neighbours.__getitem__))
        if place.kind in ("town", "village") and len(pieces) > 1:
            words = " and ".join(hexes(board, piece) for piece in pieces)
            yield label("places", number, place.name), "hexes", f"is in pieces that do not touch: {words}"
    for number, (name, found) in enumerate(board.areas.items(), 1):
        pieces = sorted(parts(found, board.grid.neighbours.__getitem__), key=len, reverse=True)
        for piece in pieces[1:]:
            yield label("areas", number, name), "hexes", f"{hexes(board, piece)} does not touch the rest of it"
