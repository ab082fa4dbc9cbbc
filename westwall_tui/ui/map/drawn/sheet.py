"""The printed board in blocks, drawn layer over layer, once per board and size of hex.

A hex takes the same cells as in characters (`map/geometry.py`), and therefore the same blocks wherever it is. A block
belongs to the hex whose outline contains the block's middle. A line consists of the blocks whose middle is near enough
to it, where a block counts as five units wide and seven high (sextants). Thin, dashed and solid lines differ without
color.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import ceil, floor, hypot

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE, opposite
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.ui.map.drawn.glyphs import Blocks
from westwall_tui.ui.map.drawn.labels import (
    CANAL,
    LABEL,
    OFF,
    RIVER,
    STREAM,
    ground_of,
    is_ground,
    lattice,
    plain,
    texture,
)
from westwall_tui.ui.map.geometry import LARGE, NE, NW, SE, SW, N, S
from westwall_tui.ui.map.hexes.numbers import BRIDGE as BRIDGE_COST
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.sheet.printed import exits_of, leads

# -- a board divided into blocks


Point = tuple[float, float]
Block = tuple[int, int]
"""A block of the plane: x and y."""


class Plane:
    """The blocks of a board, each with its label and its hex. Each subclass draws its own layers."""

    def __init__(self, board: Board, extent: Block, hex_extent: Point, slant: float, high: int) -> None:
        """Create the plane. `extent` and `hex_extent` are in blocks; `slant` is how far a hex's corners protrude."""
        self.board, self.high = board, high
        """Blocks from the top of a cell to its bottom; there are two across."""
        self.width, self.height = extent
        self.hex_wide, self.hex_high = hex_extent
        self._slant = slant
        self._across, self._down = 5.0, 21 / high
        self._shapes: dict[tuple[float, ...], Sequence[Block]] = {}
        """The blocks of a line, which are the same for all hexes, by the line's ends and width."""
        self.owner = [array("h", [NOWHERE]) * self.width for _ in range(self.height)]
        self.labels = [bytearray([OFF]) * self.width for _ in range(self.height)]

    def origin(self, h: int) -> Point:
        """Return the upper left corner of the box around a hex."""
        raise NotImplementedError

    def center(self, h: int) -> Point:
        """Return the middle of a hex."""
        x, y = self.origin(h)
        return x + self.hex_wide / 2, y + self.hex_high / 2

    def side(self, h: int, direction: int) -> tuple[Point, Point]:
        """Return the two ends of a hexside, clockwise."""
        (x, y), corners = self.origin(h), self._corners
        a, b = corners[direction], corners[(direction + 1) % 6]
        return (x + a[0], y + a[1]), (x + b[0], y + b[1])

    def gate(self, h: int, direction: int) -> Point:
        """Return the middle of a hexside."""
        (ax, ay), (bx, by) = self.side(h, direction)
        return (ax + bx) / 2, (ay + by) / 2

    @cached_property
    def _corners(self) -> Sequence[Point]:
        wide, high, slant = self.hex_wide, self.hex_high, self._slant
        return (slant, 0), (wide - slant, 0), (wide, high / 2), (wide - slant, high), (slant, high), (0, high / 2)

    def line(self, start: Point, end: Point, half: float) -> Iterator[Block]:
        """Yield the blocks on the map within half a width of a line."""
        left, top = floor(start[0]), floor(start[1])
        key = start[0] - left, start[1] - top, end[0] - left, end[1] - top, half
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = self._shape(*key)
        width, height, owners = self.width, self.height, self.owner
        for aside, below in shape:
            x, y = left + aside, top + below
            if 0 <= x < width and 0 <= y < height and owners[y][x] != NOWHERE:
                yield x, y

    def _shape(self, start_x: float, start_y: float, end_x: float, end_y: float, half: float) -> Sequence[Block]:
        """Return the blocks of a line that begins near (0, 0), which serve for all hexes."""
        across, down = self._across, self._down
        reach = int(half / across + 2)
        ax, ay = start_x * across, start_y * down
        vx, vy = end_x * across - ax, end_y * down - ay
        square = vx * vx + vy * vy or 1.0
        found = []
        for y in range(floor(min(start_y, end_y)) - reach, ceil(max(start_y, end_y)) + reach):
            py = (y + 0.5) * down - ay
            for x in range(floor(min(start_x, end_x)) - reach, ceil(max(start_x, end_x)) + reach):
                px = (x + 0.5) * across - ax
                along = min(1.0, max(0.0, (px * vx + py * vy) / square))
                if hypot(px - along * vx, py - along * vy) <= half:
                    found.append((x, y))
        return found

    def on_ground(self, blocks: Iterable[Block], keep: Callable[[int], bool] = is_ground) -> Iterator[Block]:
        """Return those of the blocks that show ground, so that no printed line is covered."""
        return ((x, y) for x, y in blocks if keep(self.labels[y][x]))


# -- the printed board


ROAD, TRAIL, RAILWAY = int(Hexside.ROAD), int(Hexside.TRAIL), int(Hexside.RAILWAY)
BRIDGE, FERRY = int(Hexside.BRIDGE), int(Hexside.FERRY)
RIVER_SIDE, CANAL_SIDE = int(Hexside.RIVER), int(Hexside.CANAL)
WATERS = ((int(Hexside.STREAM), STREAM), (CANAL_SIDE, CANAL), (RIVER_SIDE, RIVER))

HALF: Mapping[str, tuple[float, float]] = {
    "rail": (3.4, 3.4), "trail": (3.2, 3.6), "road": (3.6, 5.2), "river": (7.4, 9.5), "canal": (4.2, 6.2),
    "stream": (3.6, 4.0), "thread": (3.0, 3.6), "path": (3.8, 4.4), "border": (3.4, 3.8),
    "bridge over river": (5.4, 6.6), "bridge over canal": (5.2, 6.4), "bridge over stream": (3.6, 5.2),
}  # fmt: skip
"""Half the width of a line at the sizes of two lines per hex, and at the large one."""
SLANTING = (8.0, 7.2)
"""Half the width, for quadrants, of a road's bridge over a slanting river or canal; less would look like a trail's."""
SPANS: Mapping[str, tuple[float, float]] = {"river": (0.6, 0.48), "canal": (0.5, 0.44), "stream": (0.3, 0.3)}
"""Length of a bridge, at those sizes, as a share of the way from its hexside to the middles of the two hexes.

Over a stream it is short.
"""
FLATTER = {"canal": 5.6, "stream": 5.3, "river": 8.6}
"""Half the width for quadrants, which are so high that a thin line would fall between two of them."""

_MARKS: Mapping[Terrain, tuple[int, int, frozenset[Block]]] = {
    Terrain.MIXED: (8, 6, frozenset({(1, 1), (5, 4)})),
    Terrain.GROVE: (4, 6, frozenset({(1, 1), (3, 4)})),
    Terrain.WOODS: (4, 6, frozenset({(1, 0), (0, 1), (1, 1), (2, 1), (3, 3), (2, 4), (3, 4), (0, 4)})),
    Terrain.BROKEN: (6, 6, frozenset({(0, 1), (1, 1), (2, 1), (3, 4), (4, 4), (5, 4)})),
    Terrain.ROUGH: (4, 3, frozenset({(0, 2), (1, 1), (2, 1), (3, 2)})),
}
"""Textures by terrain: the period across, the period down, and the blocks.

In this order they are sparse, dense, trees, dashes and chevrons.
"""

_PLANS: Mapping[tuple[Terrain, bool], Sequence[Sequence[str]]] = {
    (Terrain.TOWN, False): (
        ("..##.#..", "..##.##.", "....##..", ".##...#."),
        (".##.....", "....##..", ".##.##..", "..#...#."),
        ("...##.#.", ".##...#.", "....##..", "..#.##.."),
    ),
    (Terrain.CITY, False): (
        ("##.##.##", "##.#..##", ".#.##.#.", "##.##.##"),
        ("#.##.##.", "##.##.##", ".##..##.", "##.#.##."),
    ),
    (Terrain.TOWN, True): (
        (
            *("..##..##....", "..##..##.##.", "......##.##.", ".##........."),
            *(".##..##..##.", ".....##..##.", "..##......#.", "..##..##...."),
        ),
        (
            *("....##..##..", ".##.##..##..", ".##.........", "......##.##."),
            *(".##...##.##.", ".##.........", "....##..##..", "....##..##.."),
        ),
    ),
    (Terrain.CITY, True): (
        (
            *("##.###.##.##", "##.###.##.##", "............", "###.##.###.#"),
            *("###.##.###.#", "............", "##.##.##.###", "##.##.##.###"),
        ),
    ),
}
"""Houses of towns and cities, at the sizes of two lines per hex and at the large one; a hex's number picks one."""


COVERED = {
    LABEL[name]: cost
    for name, cost in (
        *(("river", 24.0), ("canal", 20.0), ("stream", 16.0), ("road", 12.0), ("trail", 4.0), ("rail", 3.0)),
        *(("texture:town", 3.0), ("texture:city", 3.0)),
    )
}
"""Cost of covering a cell that consists only of this label with a number."""


class DrawnSheet(Plane):
    """The printed board at one of the sizes of the map."""

    def __init__(self, picture: Picture, blocks: Blocks) -> None:
        self.picture, self.blocks = picture, blocks
        size, high = picture.size, blocks.high
        self.large = size is LARGE
        right = max(x for x, _ in (*size.sides[NE], *size.sides[SE])) + 1
        slant = (max(x for x, _ in size.sides[SW]) + 1) * 2
        extent = picture.width * 2, picture.height * high
        super().__init__(picture.board, extent, (right * 2, size.down * high), slant, high)
        self._draw_ground()
        self._draw_ways()
        self._draw_waters()
        self.dry = [bytes(row) for row in self.labels]
        """The labels without bridges, which show the water where a bridge has fallen."""
        self._draw_bridges()
        bridge = LABEL["bridge"]
        self.bridged = frozenset(
            (x // 2, y // high) for y, row in enumerate(self.labels) if bridge in row
            for x, label in enumerate(row) if label == bridge
        )  # fmt: skip
        """The cells of bridges."""
        self._costs: dict[Block, int] = {}

    def cost_of_cover(self, cell: Block) -> int:
        """Return the cost of covering a cell with a number: highest for a bridge, else by its ways and waters."""
        found = self._costs.get(cell)
        if found is None:
            x, y = cell
            rows = self.labels[y * self.high : (y + 1) * self.high]
            parts = [COVERED.get(label, 0.0) for row in rows for label in row[2 * x : 2 * x + 2]]
            found = BRIDGE_COST if cell in self.bridged else round(sum(parts) / (2 * self.high))
            self._costs[cell] = found
        return found

    # -- geometry

    def origin(self, h: int) -> Block:
        """Return the first block of a hex's outline."""
        x, y = self.picture.origin(h)
        return x * 2, y * self.high

    @cached_property
    def outline(self) -> Sequence[range]:
        """The blocks of a hex, by line."""
        found, middle = [], self.hex_high / 2
        for y in range(int(self.hex_high)):
            inset = self._slant * abs(y + 0.5 - middle) / middle + 0.5
            # a block that two hexes share by halves belongs to the left one
            found.append(range(int(inset), int(self.hex_wide) - int(inset - 1e-6)))
        return found

    @cached_property
    def rims(self) -> Sequence[Sequence[Block]]:
        """The blocks just inside each hexside, by direction."""
        rows, half, last = self.outline, int(self.hex_high) // 2, int(self.hex_high) - 1
        found: list[list[Block]] = [[] for _ in range(6)]
        found[N] = [(x, 0) for x in rows[0]]
        found[S] = [(x, last) for x in rows[last]]
        for y, row in enumerate(rows):
            above = rows[y - 1] if y < half else rows[min(y + 1, last)]
            thick = max(1, abs(above.start - row.start)) if y not in (0, last) else 1
            left, right = (NW, NE) if y < half else (SW, SE)
            found[left] += [(x, y) for x in range(row.start, row.start + thick)]
            found[right] += [(x, y) for x in range(row.stop - thick, row.stop)]
        return found

    def rim(self, h: int, direction: int) -> Iterator[Block]:
        """Yield the blocks of a hex just inside one of its hexsides."""
        ox, oy = self.origin(h)
        for x, y in self.rims[direction]:
            if 0 <= oy + y < self.height and 0 <= ox + x < self.width and self.owner[oy + y][ox + x] == h:
                yield ox + x, oy + y

    def half(self, what: str) -> float:
        """Return half the width of a line."""
        if self.high == 2:
            return FLATTER.get(what, HALF[what][self.large] * 1.15)
        return HALF[what][self.large]

    def bridge(self, a: int, b: int) -> Iterator[Block]:
        """Return the blocks of a bridge over the side between two hexes; over a river hex from bank to bank."""
        direction, over_river = self.board.grid.direction(a, b), self._is_river(a) or self._is_river(b)
        gate, side = self.gate(a, direction), self.picture.hexsides[a][direction]
        water = "river" if over_river or side & RIVER_SIDE else "canal" if side & CANAL_SIDE else "stream"
        share = SPANS[water][self.large]

        def end(h: int) -> Point:
            x, y = self.center(h)
            part = 1.0 if self._is_river(h) else share
            return gate[0] + (x - gate[0]) * part, gate[1] + (y - gate[1]) * part

        half, broad = HALF[f"bridge over {water}"][self.large], side & ROAD or not side & (TRAIL | RAILWAY)
        if water != "stream" and not broad:
            return _narrow(self.line(end(a), end(b), half), upright=direction in (N, S))
        if water != "stream" and self.high == 2 and direction not in (N, S):
            half = SLANTING[self.large]
        return self.line(end(a), end(b), half)

    def _is_river(self, h: int) -> bool:
        return self.board.terrain[h] is Terrain.RIVER

    # -- layers, from below

    def _draw_ground(self) -> None:
        """Draw the ground, its texture, the lattice along the upper and left hexsides, and houses."""
        board = self.board
        patterns = {terrain: self._pattern(terrain) for terrain in Terrain}
        for h in self.picture.shown:
            ox, oy = self.origin(h)
            pattern = patterns[board.terrain[h]]
            for y, row in enumerate(self.outline, oy):
                if not 0 <= y < self.height:
                    continue
                owner, labels, line = self.owner[y], self.labels[y], pattern[y % len(pattern)]
                first, last = ox + row.start, min(ox + row.stop, self.width)
                if max(owner[first:last], default=NOWHERE) == NOWHERE:
                    owner[first:last] = array("h", [h]) * (last - first)
                    labels[first:last] = line[first:last]
                    continue
                for x in range(first, last):
                    if owner[x] == NOWHERE:
                        owner[x], labels[x] = h, line[x]
        for h in self.picture.shown:
            label = ground_of(board.terrain[h])
            if is_ground(label):
                low = lattice(label)
                for direction in (NW, SW, N):
                    for x, y in self.rim(h, direction):
                        self.labels[y][x] = low
            self._draw_houses(h)

    def _pattern(self, terrain: Terrain) -> Sequence[bytes]:
        """Return the lines of blocks of a board that consists of one terrain; they repeat downward."""
        label = ground_of(terrain)
        across, down, marks = _MARKS.get(terrain, (1, 1, frozenset()))
        marked = texture(label)
        line = [[marked if (x, y) in marks else label for x in range(across)] for y in range(down)]
        return [bytes((part * (self.width // across + 1))[: self.width]) for part in line]

    def _draw_houses(self, h: int) -> None:
        terrain = self.board.terrain[h]
        plans = _PLANS.get((terrain, self.large))
        if plans is None:
            return
        column, row = self.board.grid.positions[h]
        plan = plans[(column * 7 + row * 3) % len(plans)]
        ox, oy = self.origin(h)
        ox, oy = ox + (int(self.hex_wide) - len(plan[0])) // 2, oy + (int(self.hex_high) - len(plan)) // 2
        house = texture(ground_of(terrain))
        for y, line in enumerate(plan, oy):
            for x, char in enumerate(line, ox):
                if char == "#" and 0 <= y < self.height and 0 <= x < self.width and self.owner[y][x] == h:
                    self.labels[y][x] = house

    def _draw_ways(self) -> None:
        """Draw railways dotted and thin, trails dashed, roads solid, each over the one before."""
        board, sides = self.board, self.picture.hexsides
        kinds = ((RAILWAY, "rail", board.railways), (TRAIL, "trail", board.trails), (ROAD, "road", board.roads))
        for what, name, paths in kinds:
            label, out = LABEL[name], exits_of(paths)
            for h in self.picture.shown:
                for d in leads(self.picture, h, what, h in out):
                    if what == RAILWAY and sides[h][d] & (ROAD | TRAIL):
                        continue
                    for x, y in self._way_blocks(h, d, name):
                        if what != RAILWAY or self.labels[y][x] != RIVER:
                            self.labels[y][x] = label

    def _way_blocks(self, h: int, direction: int, name: str) -> Iterator[Block]:
        """Yield the blocks of a way from the middle of a hex to a hexside."""
        start, end, half = self.center(h), self.gate(h, direction), self.half(name)
        upright = direction in (N, S)
        if name == "rail":  # half a block aside, or a thin line would fall between two
            start, end = (start[0] - 0.5, start[1]), (end[0] - 0.5, end[1])
            half = 2.4 if upright else half
        for x, y in self.line(start, end, half):
            if name == "road" or _is_dash(x, y, upright=upright, dotted=name == "rail"):
                yield x, y

    def _draw_waters(self) -> None:
        """Draw streams, canals and rivers along their hexsides, over ways."""
        grid, sides = self.board.grid, self.picture.hexsides
        for flag, label in WATERS:
            for h in self.picture.shown:
                for d in range(6):
                    if sides[h][d] & flag and (d in (NE, SE, S) or grid.neighbors[h][d] == NOWHERE):
                        for x, y in self._water_blocks(h, d, label):
                            self.labels[y][x] = label

    def _water_blocks(self, h: int, direction: int, label: int) -> Iterator[Block]:
        (ax, ay), (bx, by) = self.side(h, direction)
        up = 0.5 if label == STREAM and not self.large else 0.0
        name = "stream" if label == STREAM else "canal" if label == CANAL else "river"
        return self.line((ax, ay - up), (bx, by - up), self.half(name))

    def water_round(self, h: int, sides: Iterable[int]) -> Iterator[Block]:
        """Yield the blocks of the water along some hexsides of a hex, on both banks."""
        for d in sides:
            for flag, label in WATERS:
                if self.picture.hexsides[h][d] & flag:
                    n = self.board.grid.neighbors[h][d]
                    of = (n, opposite(d)) if d in (SW, NW, N) and n != NOWHERE else (h, d)
                    yield from self.on_ground(
                        self._water_blocks(*of, label), lambda found: found in (RIVER, CANAL, STREAM)
                    )

    def _draw_bridges(self) -> None:
        grid = self.board.grid
        for h in self.picture.shown:
            for n, side in zip(grid.neighbors[h], self.picture.hexsides[h], strict=True):
                if n <= h:
                    continue
                over_river = (self._is_river(h) or self._is_river(n)) and side & (ROAD | TRAIL)
                if side & BRIDGE or over_river:
                    for x, y in self.bridge(h, n):
                        self.labels[y][x] = LABEL["bridge"]

    # -- for what is drawn over it

    def without_bridge(self, x: int, y: int) -> int:
        """Return the label of a block once the bridge over it has fallen: the water, or bare ground."""
        label = self.dry[y][x]
        return label if label in (RIVER, CANAL, STREAM) or is_ground(label) else plain(LABEL["ground:clear"])


def _narrow(blocks: Iterable[Block], *, upright: bool) -> Iterator[Block]:
    """Return the middle of a line, one block wide."""
    spots = sorted(blocks)
    if upright:
        columns = sorted({x for x, _ in spots})
        middle = columns[(len(columns) - 1) // 2]
        return ((x, y) for x, y in spots if x == middle)
    columns_of: dict[int, list[Block]] = {}
    for spot in spots:
        columns_of.setdefault(spot[0], []).append(spot)
    return (column[(len(column) - 1) // 2] for column in columns_of.values())


def _is_dash(x: int, y: int, *, upright: bool, dotted: bool) -> bool:
    """Return True if a block of a broken line is filled."""
    if upright:
        return y % 2 == 0 if dotted else y % 3 != 2
    return x % 3 != 2 if dotted else x % 4 != 3
