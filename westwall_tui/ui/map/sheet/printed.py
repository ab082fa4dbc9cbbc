"""The printed layers of the sheet: lattice, terrain, waters, ways, towns, crossings, named lines."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, cycle, takewhile

from westwall_tui.engine import queries
from westwall_tui.engine.board import Path
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import DIRECTIONS, NOWHERE, opposite
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.ui.map.geometry import FLAT, LARGE, NE, NW, SE, SW, N, S, Spot, way_cells
from westwall_tui.ui.map.sheet.canvas import Canvas, Cell
from westwall_tui.ui.map.signs import SIGNS, TERRAIN_SIGN
from westwall_tui.words.rows import Row, text_rows

SLASHES = {NE: "\\", SE: "/", SW: "\\", NW: "/"}
TOWNS = (Terrain.TOWN, Terrain.CITY)
WATERS = ("river", "canal", "stream")
"""Roles of waters."""
WATER, RIVER, CANAL = int(Hexside.WATER), int(Hexside.RIVER), int(Hexside.CANAL)


def draw_lattice(canvas: Canvas) -> None:
    """Draw the slashes between hexes. Flat sides are not drawn, so that all lines of a hex stay free."""
    slashes = [(spot, char) for direction, char in SLASHES.items() for spot in canvas.size.sides[direction]]
    for h in canvas.shown:
        canvas.stamp(h, slashes, "grid")


def draw_terrain(canvas: Canvas) -> None:
    """Draw terrain as punctuation, never as letters. Towns are drawn later, over their roads."""
    size, signs = canvas.size, dict[Terrain, tuple[list[tuple[Spot, str]], str]]()
    for terrain, name in TERRAIN_SIGN.items():
        text = canvas.signs[name]
        cells = [(spot, text[i % len(text) if size.down == 2 else 0]) for i, spot in enumerate(size.sign[len(text)])]
        signs[terrain] = [cell for cell in cells if cell[1] != " "], SIGNS[name].role
    for h in canvas.shown:
        sign = signs.get(canvas.board.terrain[h])
        if sign is not None and canvas.board.terrain[h] not in TOWNS:
            canvas.stamp(h, *sign)


def draw_waters(canvas: Canvas) -> None:
    """Draw bands along the hexsides, and fill river hexes."""
    for h in canvas.shown:
        if not canvas.around[h] & WATER:
            continue
        for direction, side in enumerate(canvas.hexsides[h]):
            if not side & WATER:
                continue
            name = water_of(side)
            text = canvas.signs[name]
            chars = cycle(text[:2] if direction in FLAT else text[4 if direction in (NE, SW) else 3])
            canvas.stamp(h, zip(canvas.size.sides[direction], chars, strict=False), name)
    for h in canvas.shown:
        if canvas.board.terrain[h] is Terrain.RIVER:
            _fill_river(canvas, h)


def bends(canvas: Canvas) -> Iterator[tuple[Spot, str]]:
    """Yield the cells where a water turns down from the end of a flat hexside, each with the water's role.

    Without these cells, the two parts would touch only at a corner, and the band would look broken. The cell keeps its
    slash, or a trail's dash.
    """
    for h in canvas.shown:
        below, side = canvas.board.grid.neighbors[h][S], canvas.hexsides[h][S]
        if below == NOWHERE or not side & WATER:
            continue
        for mine, theirs in ((SE, NE), (SW, NW)):
            if canvas.hexsides[below][theirs] & WATER and not canvas.hexsides[h][mine] & WATER:
                (ox, oy), (x, y) = canvas.origin(h), canvas.size.sides[mine][-1]
                if canvas.role(h, (x, y)) in ("grid", "rail", "trail"):
                    yield (ox + x, oy + y), water_of(side)


def water_of(side: int) -> str:
    """Return the role of the water along a hexside."""
    return "river" if side & RIVER else "canal" if side & CANAL else "stream"


def roles_on_waters(
    names: Mapping[int, tuple[str, str]], line: Sequence[tuple[str, str]], palette: str
) -> dict[int, str]:
    """Return, by column, the roles of those cells of names that are on a line's waters.

    `names` has characters and roles by column, `line` the cells below them. A blank beside a name breaks no band. With
    16 colors a water's name is painted on one ground, because in two inks it would look like two names.
    """
    waters = {x: role for x in names if (role := line[x][1].partition("@")[0]) in WATERS}
    found = {x: water for x, water in waters.items() if not names[x][1]}
    for name in _names_of_waters(names) if palette == "16" else ():
        below = Counter(waters[x] for x in name if x in waters)
        found |= dict.fromkeys(name, f"{below.most_common(1)[0][0]}_name") if below else {}
    return found


def _names_of_waters(names: Mapping[int, tuple[str, str]]) -> Iterator[Sequence[int]]:
    """Yield the columns of each water's name on a line."""
    letters = {x for x, (_, role) in names.items() if role.endswith("_name")}
    for first in sorted(x for x in letters if x - 1 not in letters):
        yield [*takewhile(letters.__contains__, count(first))]


def _fill_river(canvas: Canvas, h: int) -> None:
    """Fill a river hex with water, but keep its slashes visible."""
    slashes = {spot for direction in (SW, NW) for spot in canvas.size.sides[direction]}
    for y, cells in enumerate(canvas.size.owned):
        for x in cells:
            char = SLASHES[NW if y < canvas.size.down // 2 else SW] if (x, y) in slashes else canvas.signs["river"][0]
            canvas.put(h, (x, y), char, "river")


# -- railways, trails, roads, the signs of towns on them, and the crossings of waters


ROAD, TRAIL, RAILWAY = int(Hexside.ROAD), int(Hexside.TRAIL), int(Hexside.RAILWAY)
BRIDGE, CROSSING = int(Hexside.BRIDGE), int(Hexside.BRIDGE | Hexside.FERRY)
WAYS = ((RAILWAY, "railway", "rail"), (TRAIL, "trail", "trail"), (ROAD, "road", "road"))
"""The kinds of ways from below, each with its flag on a hexside, its sign, and its role."""


def draw_ways(canvas: Canvas) -> None:
    """Draw each kind of way over the one before. Roads come last, so that nothing breaks them."""
    board = canvas.board
    out = {RAILWAY: exits_of(board.railways), TRAIL: exits_of(board.trails), ROAD: exits_of(board.roads)}
    for what, name, role in WAYS:
        text = canvas.signs[name]
        for h in canvas.shown:
            if not canvas.around[h] & what and h not in out[what]:
                continue
            directions = tuple(leads(canvas, h, what, h in out[what]))
            if directions:
                wet = bool(canvas.hexsides[h][S] & WATER)
                cells = way_cells(canvas.size, directions, wet).items()
                bare = [(spot, text[-1 if upright else 0]) for spot, upright in cells if canvas.role(h, spot) != "road"]
                canvas.stamp(h, bare, role)


def exits_of(paths: tuple[Path, ...]) -> set[int]:
    """Return the hexes where ways of one kind leave the map."""
    ends = ((path.off_map, (path.hexes[0], path.hexes[-1])) for path in paths)
    return {h for off, hexes in ends for leaves, h in zip(off, hexes, strict=True) if leaves}


def leads(canvas: Canvas, h: int, what: int, leaves: bool) -> Iterator[int]:
    """Yield the directions in which a way of one kind leads from a hex, including directions off the map."""
    found = [d for d, side in enumerate(canvas.hexsides[h]) if side & what]
    yield from found
    if leaves:
        board = canvas.board
        around = board.grid.neighbors[h]
        outward = [d for d, n in enumerate(around) if n == NOWHERE or board.terrain[n] is Terrain.NONE]
        ahead = opposite(found[0]) if found else N
        yield from sorted(outward, key=lambda d: min((d - ahead) % 6, (ahead - d) % 6))[:1]


def draw_towns(canvas: Canvas) -> None:
    """Draw the signs of towns. If a road leads through a town, its sign is on the road's ground."""
    for h in canvas.shown:
        terrain = canvas.board.terrain[h]
        if terrain in TOWNS:
            char = canvas.signs["town" if terrain is Terrain.TOWN else "city"]
            for spot in canvas.size.town:
                canvas.put(h, spot, char, "town_road" if canvas.role(h, spot) == "road" else "town")


def draw_crossings(canvas: Canvas) -> None:
    """Draw bridges and ferries at the hexsides that they cross.

    A way over a river hex is drawn as a bridge all along.
    """
    board, signs = canvas.board, canvas.signs
    rivers = {h for h in canvas.shown if board.terrain[h] is Terrain.RIVER}
    for h in canvas.shown:
        wet = h in rivers
        if not (wet or canvas.around[h] & CROSSING) and rivers.isdisjoint(board.grid.neighbors[h]):
            continue
        leads = []
        for direction, side in enumerate(canvas.hexsides[h]):
            n = board.grid.neighbors[h][direction]
            over = bool(side & (ROAD | TRAIL)) and (wet or n in rivers)
            if over:
                leads.append(direction)
            if side & CROSSING or over:
                for spot in canvas.size.gates[direction]:
                    canvas.put(h, spot, signs["bridge" if over or side & BRIDGE else "ferry"], "bridge")
        if wet and leads:
            for spot in way_cells(canvas.size, tuple(leads), wet=False):
                canvas.put(h, spot, signs["bridge"], "bridge")


BRIDGE_SIGN: Mapping[str, str] = {"wired": "wired", "safe": "bridge", "blown": "blown", "laid": "laid"}
"""The sign of a bridge for each of its states."""


def crossing_cells(canvas: Canvas, gates: Mapping[tuple[int, int], str]) -> list[Cell]:
    """Return the cells of the crossings that are not as printed, given by their two hexes and the names of their signs.

    Over a river hex, the sign extends from bank to bank like a printed bridge, so that no sign in the hex can hide it.
    """
    found: list[Cell] = []
    over: dict[int, dict[int, str]] = {}
    for (a, b), name in gates.items():
        for h, n in ((a, b), (b, a)):
            if canvas.board.terrain[h] is Terrain.RIVER:
                over.setdefault(h, {})[canvas.board.grid.direction(h, n)] = name
        found += _sign_cells(canvas, a, canvas.size.gates[canvas.board.grid.direction(a, b)], name)
    for h, leads in over.items():
        found += _sign_cells(canvas, h, way_cells(canvas.size, tuple(leads), wet=False), next(iter(leads.values())))
    return found


def _sign_cells(canvas: Canvas, h: int, spots: Iterable[Spot], name: str) -> Iterator[Cell]:
    for spot in spots:
        yield from canvas.cells(h, spot, canvas.signs[name], SIGNS[name].role)


# -- named lines that rules mention, such as a front line at set-up or a limit of advance


UNDER = ("", "grid", "mixed", "grove", "woods", "broken", "rough")
"""Roles that a line may be drawn over."""


def boundary_cells(canvas: Canvas, pairs: Iterable[tuple[int, int]]) -> list[Cell]:
    """Return the cells of the hexsides along which a line runs. Only every other cell of a flat side is used."""
    board, size = canvas.board, canvas.size
    found = []
    for a, b in pairs:
        direction = board.grid.direction(a, b)
        spots = size.sides[direction]
        for spot in spots[::2] if direction in FLAT else spots:
            if canvas.role(a, spot) in UNDER:
                found += canvas.cells(a, spot, canvas.signs["line"], "line")
    return found


def boundary_pairs(game: Game) -> tuple[tuple[int, int], ...]:
    """Return the hexsides of the named lines that matter now."""
    lines = game.scenario.board.boundaries
    return tuple(pair for name in queries.boundaries(game) for pair in lines[name].pairs)


def boundary_rows(game: Game, h: int, width: int) -> list[Row]:
    """Return rows for the side panel: the named lines along a hex, with the hexsides on which they run."""
    grid = game.scenario.board.grid
    rows = []
    for name in queries.boundaries(game):
        sides = {pair[pair[0] == h] for pair in game.scenario.board.boundaries[name].pairs if h in pair}
        directions = [way for way, n in zip(DIRECTIONS, grid.neighbors[h], strict=True) if n in sides]
        if directions:
            rows += text_rows(f"{name} {' '.join(directions)}", width)
    return rows


# -- letters and numbers, where they cover least

FREE = ("", "mixed", "grove", "woods", "broken", "rough")
"""Roles that a note may cover."""
LESS_FREE = ("rail", "trail", "road", "line", "grid")
"""Roles that a note may cover only if no other cell is free."""


def draw_numbers(canvas: Canvas) -> None:
    """Draw the printed hex numbers at the large size, except where a way or water is in their place."""
    spots = [(x, 0) for x in range(2, 6)]
    if canvas.size is LARGE:
        for h in canvas.shown:
            if all(canvas.role(h, spot) in FREE for spot in spots):
                for spot, char in zip(spots, canvas.board.number(h), strict=True):
                    canvas.put(h, spot, char, "grid")


def draw_entries(canvas: Canvas) -> None:
    """Draw the letters of entry areas, each in the first free spot of its hex."""
    for h, (letter, role) in canvas.entries.items():
        canvas.put(h, note_spot(canvas, h, 1), letter, role)


def note_spot(canvas: Canvas, h: int, length: int) -> Spot:
    """Return the cell where a note begins: on open ground if possible, else on a way, else on water or a town."""
    last = canvas.size.counter[0].stop - length
    spots = list(dict.fromkeys((min(x, last), y) for x, y in canvas.size.notes))
    return min(spots, key=lambda spot: cost_of_cover(canvas, h, [(spot[0] + i, spot[1]) for i in range(length)]))


def cost_of_cover(canvas: Canvas, h: int, spots: Sequence[Spot]) -> int:
    """Return the cost of covering some cells: 0 for open ground, 1 for ways, 2 for water, bridges and towns."""
    roles = {canvas.role(h, spot) for spot in spots}
    return 0 if roles <= set(FREE) else 1 if roles <= {*FREE, *LESS_FREE} else 2
