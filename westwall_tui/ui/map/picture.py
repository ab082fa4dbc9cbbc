"""The picture of a board: the cells that show it, at three sizes. No terminal here, and nothing that changes in a game.

Hexes are drawn as a lattice of slashes, in which every hexside has cells of its own, so that a stream lies on its
side and a bridge in it:

     ____                            __                    _____
    / ff \\____/    middle, 5x2      /f \\__/  small, 3x2    / 0101\\        large, 7x4
    \\____=_oo_\\                    \\__/  \\               / f f f \\_____/
    /    \\_||_/                                          \\f f f f/

A picture also says where in a hex a counter, a mark and the cursor are drawn (`Picture.hex_cells`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from westwall_tui.engine.board import Board, Hexside, Terrain
from westwall_tui.engine.hexgrid import NOWHERE, opposite
from westwall_tui.engine.units import Unit
from westwall_tui.ui.map.entry_areas import lettered
from westwall_tui.ui.map.glyphs import ASCII, TERRAIN_ROLE, Glyphs

N, NE, SE, S, SW, NW = range(6)
FLAT = (N, S)
LATTICE = "_\\/_\\/"
"""By direction: the character of an empty hexside."""
TOWNS = (Terrain.TOWN, Terrain.CITY)

WATER, RIVER, CANAL = int(Hexside.WATER), int(Hexside.RIVER), int(Hexside.CANAL)
ROAD, TRAIL = int(Hexside.ROAD), int(Hexside.TRAIL)
BRIDGE, CROSSING = int(Hexside.BRIDGE), int(Hexside.BRIDGE | Hexside.FERRY)
"""Plain numbers: flags of `enum` are slow, and a board has thousands of hexsides."""

Spot = tuple[int, int]
"""A cell of a hex: columns to the right of and lines below its first cell."""


class Cell(NamedTuple):
    """A cell of the picture with what is drawn in it."""

    y: int
    x: int
    char: str
    role: str


class Token(NamedTuple):
    """A counter as the map shows it."""

    letter: str
    kind: str
    title: str
    short: str
    """Its Strengths: attack-defense, or barrage-FPF."""
    full: str
    role: str
    more: int = 0
    """How many units stand in the hex beside this one."""


@dataclass(frozen=True)
class Size:
    """How a hex is drawn: its pitch, and which of its cells are what."""

    name: str
    across: int
    down: int
    sides: tuple[tuple[Spot, ...], ...]
    """By direction: the cells of the hexside."""
    spokes: tuple[tuple[Spot, ...], ...]
    """By direction: the cells of a road from the middle of the hex to the hexside."""
    gates: tuple[tuple[Spot, ...], ...]
    """By direction: the cells of the hexside that a road or bridge takes."""
    ground: tuple[tuple[Spot, ...], ...]
    """Cells of terrain, line by line."""
    wide: tuple[Spot, ...]
    """Cells of a hex that a river fills."""
    heart: tuple[Spot, ...]
    """Cells of a town; no road is drawn over them."""
    cursor: tuple[tuple[Spot, str], ...]
    mark: Spot
    marked_unit: Spot
    """Where a mark goes if the hex holds a counter."""
    zone: Spot

    @cached_property
    def last(self) -> int:
        """The rightmost column of a hex."""
        return max(x for spots in self.sides for x, _ in spots)


def _row(y: int, first: int, last: int) -> tuple[Spot, ...]:
    return tuple((x, y) for x in range(first, last + 1))


SMALL = Size(
    name="small",
    across=3,
    down=2,
    sides=(_row(-1, 1, 2), ((3, 0),), ((3, 1),), _row(1, 1, 2), ((0, 1),), ((0, 0),)),
    spokes=((), (), (), (), (), ()),
    gates=(((1, -1),), ((3, 0),), ((3, 1),), ((1, 1),), ((0, 1),), ((0, 0),)),
    ground=(_row(0, 1, 1),),
    wide=(*_row(0, 1, 2), *_row(1, 1, 2)),
    heart=((1, 0),),
    cursor=(((0, 0), "<"), ((3, 0), ">"), ((0, 1), "<"), ((3, 1), ">")),
    mark=(2, 0),
    marked_unit=(2, 1),
    zone=(2, 1),
)
MIDDLE = Size(
    name="middle",
    across=5,
    down=2,
    sides=(_row(-1, 1, 4), ((5, 0),), ((5, 1),), _row(1, 1, 4), ((0, 1),), ((0, 0),)),
    spokes=(
        _row(0, 2, 3),
        _row(0, 3, 4),
        _row(1, 3, 4),
        (),
        _row(1, 1, 2),
        _row(0, 1, 2),
    ),
    gates=(_row(-1, 2, 3), ((5, 0),), ((5, 1),), _row(1, 2, 3), ((0, 1),), ((0, 0),)),
    ground=(_row(0, 2, 3),),
    wide=(*_row(0, 1, 4), *_row(1, 1, 4)),
    heart=_row(0, 2, 3),
    cursor=(((0, 0), "<"), ((5, 0), ">"), ((0, 1), "<"), ((5, 1), ">")),
    mark=(4, 0),
    marked_unit=(4, 0),
    zone=(4, 1),
)
LARGE = Size(
    name="large",
    across=7,
    down=4,
    sides=(
        _row(-1, 2, 6),
        ((7, 0), (8, 1)),
        ((8, 2), (7, 3)),
        _row(3, 2, 6),
        ((0, 2), (1, 3)),
        ((1, 0), (0, 1)),
    ),
    spokes=(
        ((4, 1),),
        _row(1, 4, 7),
        _row(2, 4, 7),
        ((4, 2),),
        _row(2, 1, 4),
        _row(1, 1, 4),
    ),
    gates=(((4, -1),), ((8, 1),), ((8, 2),), ((4, 3),), ((0, 2),), ((0, 1),)),
    ground=(_row(1, 1, 7), _row(2, 1, 7)),
    wide=(*_row(1, 1, 7), *_row(2, 1, 7), *_row(3, 2, 6)),
    heart=_row(1, 3, 5),
    cursor=(((0, 1), "<"), ((8, 1), ">"), ((0, 2), "<"), ((8, 2), ">")),
    mark=(7, 1),
    marked_unit=(7, 1),
    zone=(6, 0),
)
SIZES: Sequence[Size] = (SMALL, MIDDLE, LARGE)


class Picture:
    """The cells of a board at a size. Row 0 holds the upper hexsides of the first row of hexes."""

    def __init__(self, board: Board, size: Size = MIDDLE, glyphs: Glyphs = ASCII) -> None:
        self.board = board
        self.size = size
        self.glyphs = glyphs
        rows = [2 * r + (c % 2 == 0) for c, r in board.grid.positions]
        self._origins = [self._origin(c, r) for c, r in board.grid.positions]
        self.width = board.grid.columns * size.across + size.last - size.across + 1
        self.height = 1 + max(rows, default=0) * size.down // 2
        self.chars = [[" "] * self.width for _ in range(self.height)]
        self.roles = [[""] * self.width for _ in range(self.height)]
        self._draw()

    # -- where things are

    def origin(self, h: int) -> Spot:
        """The first cell of a hex: (x, y)."""
        return self._origins[h]

    def _origin(self, column: int, row: int) -> Spot:
        lower = self.size.down // 2 if column % 2 == 0 else 0
        return (column - 1) * self.size.across, 1 + (row - 1) * self.size.down + lower

    def at(self, x: int, y: int) -> int:
        """The hex whose middle is nearest to a cell."""

        def far(h: int) -> int:
            ox, oy = self.origin(h)
            dx = 2 * (x - ox) - self.size.across
            dy = 2 * (y - oy) - self.size.down + 1
            return dx * dx + 4 * dy * dy

        return min(self.board.playable, key=far)

    def box(self, h: int) -> tuple[int, int, int, int]:
        """The cells that a hex touches: x, y, width, height."""
        x, y = self.origin(h)
        return x, y - 1, self.size.last + 1, self.size.down + 1

    # -- drawing the board

    def _put(self, h: int, spot: Spot, char: str, role: str) -> None:
        x, y = self._origins[h]
        x, y = x + spot[0], y + spot[1]
        self.chars[y][x] = char
        self.roles[y][x] = role

    def _draw(self) -> None:
        self._sides = [tuple(map(int, row)) for row in self.board.hexsides]
        shown = [h for h, t in enumerate(self.board.terrain) if t is not Terrain.NONE]
        for h in shown:
            self._draw_grid(h)
        for h in shown:
            self._draw_water(h)
        for h in shown:
            self._draw_ground(h)
            self._draw_ways(h)
        for letter, hexes in lettered(self.board).items():
            for h in hexes:
                self._put(h, self.size.zone, letter, "name")
        if self.size is LARGE:
            for h in shown:
                self._draw_words(h)

    def _draw_grid(self, h: int) -> None:
        ox, oy = self._origins[h]
        for spots, char in zip(self.size.sides, LATTICE, strict=True):
            for x, y in spots:
                self.chars[oy + y][ox + x] = char
                self.roles[oy + y][ox + x] = "grid"

    def _draw_water(self, h: int) -> None:
        for direction, side in enumerate(self._sides[h]):
            if not side & WATER:
                continue
            glyphs = self.glyphs
            signs = glyphs.river if side & RIVER else glyphs.canal if side & CANAL else glyphs.stream
            flat, rising, falling = signs
            role = "water" if side & RIVER else "stream"
            for i, spot in enumerate(self.size.sides[direction]):
                char = flat[i % 2] if direction in FLAT else falling if direction in (NE, SW) else rising
                self._put(h, spot, char, role)

    def _draw_ground(self, h: int) -> None:
        terrain = self.board.terrain[h]
        pattern, role = self.glyphs.terrain[terrain], TERRAIN_ROLE[terrain]
        if terrain is Terrain.RIVER:
            for x, y in self.size.wide:
                self._put(h, (x, y), pattern[x % 2], role)
            return
        if pattern.isspace() or terrain in TOWNS:
            return
        for line, spots in enumerate(self.size.ground):
            step = 2 if len(spots) > 2 else 1  # room to breathe where there is much of it
            for i, spot in enumerate(spots[(line + 1) % step :: step]):
                self._put(h, spot, pattern[i % 2], role)

    def _draw_ways(self, h: int) -> None:
        town = self.board.terrain[h] in TOWNS
        kept = self.size.heart if town else ()
        for what, glyphs, role in ((TRAIL, self.glyphs.trail, "trail"), (ROAD, self.glyphs.road, "road")):
            directions = list(self._leads(h, what))
            for direction in sorted(directions, key=lambda d: d not in FLAT):
                upright = direction in FLAT
                for spot in self.size.spokes[direction]:
                    if spot not in kept:
                        self._put(h, spot, glyphs[upright], role)
                for spot in self.size.gates[direction]:
                    self._put(h, spot, glyphs[upright], role)
        if town:
            pattern, role = self.glyphs.terrain[self.board.terrain[h]], "town"
            for i, spot in enumerate(self.size.heart):
                self._put(h, spot, pattern[i % 2], role)
        for direction, side in enumerate(self._sides[h]):
            wet = side & (ROAD | TRAIL) and Terrain.RIVER in (self.board.terrain[h], self._across(h, direction))
            if side & CROSSING or wet:
                char = self.glyphs.bridge if wet or side & BRIDGE else self.glyphs.ferry
                for spot in self.size.gates[direction]:
                    self._put(h, spot, char, "bridge")

    def _across(self, h: int, direction: int) -> Terrain:
        n = self.board.grid.neighbours[h][direction]
        return self.board.terrain[n] if n != NOWHERE else Terrain.NONE

    def _leads(self, h: int, what: int) -> Iterator[int]:
        """The directions in which a road or trail leads, off the map included."""
        found = [d for d, side in enumerate(self._sides[h]) if side & what and not (what == TRAIL and side & ROAD)]
        yield from found
        if int(self.board.leaving.get(h, 0)) & what:
            outward = [d for d, n in enumerate(self.board.grid.neighbours[h]) if n == NOWHERE]
            ahead = opposite(found[0]) if found else N
            yield from sorted(outward, key=lambda d: min((d - ahead) % 6, (ahead - d) % 6))[:1]

    def _draw_words(self, h: int) -> None:
        """Numbers and names, at the large size."""
        for i, char in enumerate(self.board.number(h)):
            self._put(h, (2 + i, 0), char, "number")
        name = self.board.names.get(h)
        if name and self._named_here(h, name):
            for i, char in enumerate(name[:7]):
                self._put(h, (1 + i, 2), char if char.isprintable() else "?", "name")

    def _named_here(self, h: int, name: str) -> bool:
        """Whether the name of a place of several hexes stands in this one: its first."""
        return h == min(i for i, other in self.board.names.items() if other == name)

    # -- what changes in a game

    def gate_cells(self, a: int, b: int, char: str, role: str) -> list[Cell]:
        """The cells of a bridge between two hexes, drawn with another sign."""
        ox, oy = self.origin(a)
        spots = self.size.gates[self.board.grid.direction(a, b)]
        return [Cell(oy + y, ox + x, char, role) for x, y in spots if 0 <= oy + y < self.height]

    def token(self, unit: Unit, letter: str, role: str) -> Token:
        """A unit's counter."""
        s = unit.strength
        attack, defense = (s.barrage, s.fpf) if unit.is_artillery else (s.attack, s.defense)
        full = f"{s.barrage}-{s.fpf}-{s.range}" if unit.is_artillery else str(s)
        return Token(letter, self.glyphs.kinds[unit.kind], unit.designation, f"{attack}-{defense}", full, role)

    def hex_cells(
        self,
        h: int,
        token: Token | None = None,
        mark: tuple[str, str] | None = None,
        zone: tuple[str, str] | None = None,
        cursor: bool = False,
        sign: str = "",
    ) -> list[Cell]:
        """The cells of a hex that differ from the empty board. `mark` and `zone` are a character and a role.

        `sign` is of what lies in the hex beside the units: one or two characters, the first of which stays in sight
        beside a counter.
        """
        found: dict[Spot, tuple[str, str]] = {}
        if sign and token is None:
            x, y = self.size.heart[0]
            found |= _text((x if len(self.size.heart) < 3 else x + 1, y), sign[: len(self.size.heart)], "name")
        if token is not None:
            self._put_token(found, h, token, sign[:1])
        if zone is not None:
            found[self.size.zone] = zone
        if mark is not None:
            found[self.size.mark if token is None else self.size.marked_unit] = mark
        if cursor:
            found |= {spot: (char, "cursor") for spot, char in self.size.cursor}
        ox, oy = self.origin(h)
        return [Cell(oy + y, ox + x, char, role) for (x, y), (char, role) in found.items() if 0 <= oy + y < self.height]

    def _put_token(self, found: dict[Spot, tuple[str, str]], h: int, token: Token, sign: str) -> None:
        terrain = self.board.terrain[h]
        ground = self.glyphs.terrain[terrain][0], TERRAIN_ROLE[terrain]
        count = str(token.more + 1) if token.more else ""
        if sign or count:
            ground = count or sign, token.role if count else "name"
        if self.size is SMALL:
            found |= _text((1, 0), token.letter + token.kind, token.role)
            found |= _text((1, 1), token.short.split("-")[0][:1] + (count or "_"), "grid")
        elif self.size is MIDDLE:
            found |= _text((1, 0), token.letter + token.kind, token.role)
            found[3, 0] = ground
            found[4, 0] = " ", ""
            found |= _text((1, 1), token.short[:4], token.role)
        else:
            found |= _text((2, 0), token.title[:5].center(5), "bold")
            found |= _text((1, 1), f" {token.letter}[{token.kind}]", token.role)
            found[6, 1] = ground
            found[7, 1] = " ", ""
            found |= _text((1, 2), token.full[:7].center(7), token.role)


def _text(spot: Spot, text: str, role: str) -> dict[Spot, tuple[str, str]]:
    return {(spot[0] + i, spot[1]): (char, role) for i, char in enumerate(text)}


def as_text(picture: Picture, cells: Iterable[Cell] = ()) -> list[str]:
    """The picture as lines of plain text, with cells drawn over it."""
    over: Mapping[Spot, str] = {(cell.x, cell.y): cell.char for cell in cells}
    return [
        "".join(over.get((x, y), char) for x, char in enumerate(line)).rstrip() for y, line in enumerate(picture.chars)
    ]
