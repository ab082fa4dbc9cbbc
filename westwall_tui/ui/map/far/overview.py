"""The whole board at a glance, on any screen, for looking and jumping rather than moving.

Where two hexes share a cell, only one of them is shown: a town before rough ground, then woods and broken ground, and
open ground last. A larger screen has room for the numbers of units.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.ui.map.far.canvas import BLANK, NARROW, WIDE, FarCanvas
from westwall_tui.ui.map.far.cells import (
    WOODS,
    corner_cells,
    cursor_cells,
    ground_cells,
    main_roads,
    road_cells,
    road_spots,
)
from westwall_tui.ui.map.geometry import NE, SE, S, Spot
from westwall_tui.ui.map.hexes.counters import CROSSINGS, Token
from westwall_tui.ui.map.names import BARE, UNDER_LINE, Covered, NamePlacer, Placed, Sight
from westwall_tui.ui.map.sheet.canvas import Water
from westwall_tui.ui.map.sheet.printed import TOWNS, WATERS
from westwall_tui.ui.map.signs import DONE, LEADER, SIGNS, TERRAIN_SIGN

WIDE_WATER = int(Hexside.RIVER | Hexside.CANAL)
"""The waters whose bridges are shown. The bridges of streams would clutter the overview."""
TINTED = {"woods": "woods", "rough": "rough"}
ARMIES: Mapping[str, tuple[str, str]] = {
    "ss": ("a-z", "German"), "german": ("a-z", "German"), "us": ("A-Z", "U.S."), "british": ("A-Z", "British"),
}  # fmt: skip
"""For the role of each army, the letters of its units and its name."""


ARROW = SIGNS["entry"].role
"""The role of the arrows at the map's edges."""
NAMED = ("name", "water_name", *(f"{water}_name" for water in WATERS))
"""Roles of letters of names. A water's name is painted like the water only where it is on the water."""
GROUND = (*BARE, "road", "line", *WATERS)
"""Roles that the cursor and corners may cover, because they are not signs."""
FIRM = frozenset((*ARMIES, "objective", "obliged", "target", "zone", "entry", *CROSSINGS)) - {"bridge"}
"""Roles that no name covers: units, marks, and crossings that are not as printed."""


class Meaning(NamedTuple):
    """A sign of the overview with its meaning."""

    sign: str
    role: str
    word: str


@dataclass(frozen=True)
class OnBoard:
    """Everything that is shown besides the board itself."""

    tokens: Mapping[int, Token] = field(default_factory=dict)
    objectives: Iterable[int] = ()
    lines: Iterable[tuple[int, int]] = ()
    marks: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """Marks such as those of a front: a text and a role."""
    crossings: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Bridges that are not as printed, with the names of their signs."""


class Overview(FarCanvas):
    """A view of the whole board in a maximum number of lines, and in as many columns as it needs."""

    spacing = 12
    """The minimum number of hexes between a named village and any other name, times the characters per hex."""
    spared = frozenset(("bridge",))
    """Roles that no name covers or touches.

    Signs of towns are not among them, because on so small a board a name may cover one.
    """
    numbered = False
    """False, because hexes of the overview never show the numbers of a reach."""
    tiny = False
    """True if the hexes are too small to show which town a name is nearest to."""
    lettered = False
    """True if no name touches a unit, because units are letters without a ground that would seem to be part of it."""

    def rows(self, seen: OnBoard) -> list[list[tuple[str, str]]]:
        """Return characters and roles, line by line."""
        self._cells = {}
        self._draw_board(seen)
        for h in seen.objectives:
            self._put_sign(h, 1, self.signs["objective"], "objective")
        objectives = frozenset(seen.objectives)
        for h, (text, role) in seen.marks.items():
            if role != ARROW or h not in objectives:
                self._put_sign(h, 1, text[-1], role)
        self._draw_units(seen.tokens)
        self._uncover(h for h in objectives if seen.marks.get(h, ("", ARROW))[1] == ARROW)
        self._draw_names(objectives)
        return self._paint()

    @property
    def meanings(self) -> Sequence[Meaning]:
        """The meanings of the signs on the overview, the most useful first."""
        here = {token.nation for token in self._tokens.values()}
        armies = {said: army for army, said in ARMIES.items() if army in here}  # of two with the same name, the later
        stand = {role for _, role in self._cells.values()}
        signs = ((sign, role, word) for role, (sign, word) in self._words_of_signs().items() if role in stand)
        return [
            *(Meaning(letters, f"far_{army}@far", word) for (letters, word), army in armies.items()),
            *(Meaning(sign, f"far_{role}@{TINTED.get(role, 'far')}", word) for sign, role, word in signs),
        ]

    @property
    def window_meaning(self) -> Meaning:
        """The meaning of the frame around the hexes that are visible on the map."""
        return Meaning("/\\", "far_line@far", "window")

    def _words_of_signs(self) -> Mapping[str, tuple[str, str]]:
        """Return, by role, each sign other than those of units, with its meaning."""
        signs, front = self.signs, SIGNS["front"]
        return {
            "objective": (signs["objective"], "scores"), front.role: (front.ascii, "front"),
            ARROW: (signs["entry"][1:], SIGNS["entry"].meaning),
            "woods": (WOODS, "woods"), "broken": (signs["broken"][0], "broken"), "rough": (signs["rough"][0], "rough"),
            "road": (signs["road"][0], "road"), "river": (signs["river"][0], "river"),
            "canal": (signs["canal"][1], "canal"), "stream": (signs["stream"][0], "stream"),
            **{name: (signs[name], name) for name in ("bridge", "wired", "blown")},
            "line": (signs["line"], "border"), "town": (signs["town"], "town"), "leader": (LEADER, "to name"),
        }  # fmt: skip

    def over(self, cursor: int, window: Sequence[int]) -> dict[Spot, tuple[str, str]]:
        """Return the cells changed by the cursor, and by the corners around the hexes that are visible on the map."""
        signs = corner_cells([self.at(h) for h in window], self.across, self._sign_or_name_beside) if window else {}
        found = {spot: (char, "far_line") for spot, char in signs.items()}
        return found | self._cursor_cells(cursor)

    def _cursor_cells(self, h: int) -> dict[Spot, tuple[str, str]]:
        """Return the cursor: its hex's contents in the cursor's color, and brackets if there is room for them."""
        own = self._own_cells(h)
        brackets = cursor_cells(self.at(h), self.across, (self.width, self.height), own, self._sign_at)
        if not brackets and not own:  # inside a name
            own = {self.at(h)}
        unit = self._tokens.get(h)
        role = "far_here_german" if unit is not None and unit.german else "far_here"
        signs = {spot: (self._sign_at(spot), role) for spot in own}
        return signs | {spot: (char, "far_cursor") for spot, char in brackets.items()}

    def _own_cells(self, h: int) -> Collection[Spot]:
        """Return the cells of the unit in a hex or, without one, of the town or objective, but not of names."""
        x, y = self.at(h)
        others = {spot for unit, spots in self._units.items() if unit != h for spot in spots}
        row = ((x + i, y) for i in range(self.across))
        signs = [spot for spot in row if self._sign_at(spot) and self._cells[spot][1] not in NAMED]
        return self._units.get(h) or {*signs} - others

    def _sign_at(self, spot: Spot) -> str:
        """Return the sign in a cell other than ground, ways and waters.

        The cursor colors such a sign, and corners avoid it.
        """
        char, role = self._cells.get(spot, BLANK)
        return "" if role in GROUND else char.strip()

    def _sign_or_name_beside(self, spot: Spot) -> str:
        """Return the sign in a cell, or else a letter beside it, because a corner there would seem part of the name."""
        x, y = spot
        beside = (self._cells.get((i, y), BLANK) for i in (x - 1, x + 1))
        return self._sign_at(spot) or next((char for char, role in beside if role == "name"), "")

    def _draw_board(self, seen: OnBoard) -> None:
        """Draw the printed board, with the crossings and lines of the game."""
        self._cells |= ground_cells(self.board, self._lines_of, self.across, self.signs)
        self._draw_waters(Hexside.STREAM, "stream", self.signs["stream"][0])
        for h in (h for h in self._shown if self.board.terrain[h] is Terrain.RIVER):
            (x, y), river = self.at(h), (self.signs["river"][0], "river")
            self._cells |= {(x + i, j): river for j in range(y, self._last_line(h) + 1) for i in range(self.across)}
        self._draw_waters(Hexside.CANAL, "canal", self.signs["canal"][1])
        self._draw_roads()
        self._draw_waters(Hexside.RIVER, "river", self.signs["river"][0])
        self._draw_towns()
        self._draw_bridges(seen.crossings)
        for a, b in seen.lines:
            for spot in self._hexside_cells(a, self.board.grid.direction(a, b)):
                if self._cells.get(spot, ("", ""))[1] in ("", "woods", "broken", "rough", "stream"):
                    self._cells[spot] = self.signs["line"], "line"

    def _paint(self) -> list[list[tuple[str, str]]]:
        grounds = [["none"] * self.width for _ in range(self.height)]
        for h in self._shown:
            x, ground = self.at(h)[0], TINTED.get(self._terrain_sign(h), "far")
            for y in range(self._first_line(h), self._last_line(h) + 1):
                grounds[y][x : x + self.across] = [ground] * self.across
        cells = self._cells
        return [
            [_far_cell(*cells.get((x, y), BLANK), ground) for x, ground in enumerate(line)]
            for y, line in enumerate(grounds)
        ]

    def _terrain_sign(self, h: int) -> str:
        return TERRAIN_SIGN.get(self.board.terrain[h], "")

    # -- layers, from below

    def _draw_waters(self, what: Hexside, role: str, char: str) -> None:
        """Draw the waters of one kind. If a road runs along a water, the road keeps the first cell of each hex."""
        flag = int(what)
        for h in self._shown:
            for direction in (NE, SE, S):
                if self.board.sides[h][direction] & flag:
                    spots = self._hexside_cells(h, direction)
                    along = len(spots) > 1 and self._cells.get(spots[0], BLANK)[1] == "road"
                    self._cells |= dict.fromkeys(spots[along:], (char, role))

    def _draw_roads(self) -> None:
        bridge, terrain, roads = int(Hexside.BRIDGE), self.board.terrain, main_roads(self.board)
        meeting = Counter(h for path in roads for h in path.hexes)
        for path in roads:
            crossed = [any(side & bridge and side & WIDE_WATER for side in self.board.sides[h]) for h in path.hexes]
            bound = [over or terrain[h] in TOWNS or meeting[h] > 1 for h, over in zip(path.hexes, crossed, strict=True)]
            places = [self.board.grid.positions[h] for h in path.hexes]
            tops = [(row - (0.75 if column % 2 else 0.25)) * self._scale for column, row in places]
            spots = road_spots([self.at(h)[0] for h in path.hexes], tops, bound)
            self._cells |= {spot: (char, "road") for spot, char in road_cells(spots, self.signs["road"]).items()}

    def _draw_towns(self) -> None:
        for h in self._shown:
            name = self._terrain_sign(h)
            if name in ("town", "city"):
                on_road = self._cells.get(self.at(h), ("", ""))[1] == "road"
                self._put_sign(h, 0, self.signs[name], "town_road" if on_road else "town")

    def _draw_bridges(self, crossings: Mapping[tuple[int, int], str]) -> None:
        """Draw the bridges over rivers and canals."""
        printed = {
            (h, n): "bridge"
            for h in self._shown
            for n, side in zip(self.board.grid.neighbors[h], self.board.sides[h], strict=True)
            if h < n and side & int(Hexside.BRIDGE) and side & WIDE_WATER
        }
        for (a, b), name in (printed | dict(crossings)).items():
            self._cells[self._hexside_cells(a, self.board.grid.direction(a, b))[-1]] = (
                self.signs[name],
                SIGNS[name].role,
            )

    def _draw_units(self, tokens: Mapping[int, Token]) -> None:
        taken: set[Spot] = set()
        self._tokens = tokens
        self._units: dict[int, Sequence[Spot]] = {}
        """The cells of the unit in each hex."""
        for h, token in sorted(tokens.items()):
            x, y = self.at(h)
            if (x, y) in taken:
                x += 1
            taken.add((x, y))
            numbers = "".join(str(n)[-1] if n < 10 else "+" for n in token.numbers) if self.across == WIDE else ""
            role = token.nation + ("_done" if token.state == DONE else "")
            around = [(x + i, y) for i in range(-1, self.across)]
            self._cells |= dict.fromkeys((spot for spot in around if self._cells.get(spot, BLANK)[1] in BARE), BLANK)
            text = token.letter + numbers
            self._units[h] = [(x + i, y) for i in range(len(text))]
            self._cells |= {spot: (char, role) for spot, char in zip(self._units[h], text, strict=True)}

    def _uncover(self, objectives: Iterable[int]) -> None:
        """Show the objectives that units cover: with the sign behind the unit, or with its color under the unit."""
        taken = {spot for spots in self._units.values() for spot in spots}
        for h in objectives:
            x, y = self.at(h)
            free = [(x + i, y) for i in range(1, self.across) if (x + i, y) not in taken]
            if free:
                self._cells[free[0]] = self.signs["objective"], "objective"
            else:
                self._cells[x + self.across - 1, y] = self._cells[x + self.across - 1, y][0], "objective"

    # -- names

    def _draw_names(self, objectives: frozenset[int]) -> None:
        covered = frozenset(spot for spot, (_, role) in self._cells.items() if role.removesuffix("_done") in FIRM)
        counters = frozenset(spot for spots in self._units.values() for spot in spots)
        placer = NamePlacer(self, self.spacing // self.across, waters_apart=(30, 12))
        sight = Sight(0, 0, self.width, self.height)
        for name in placer.place(Covered(covered, counters), sight, objectives):
            if not self.lettered or counters.isdisjoint(name.blanks):
                self._write_name(name)

    def _write_name(self, name: Placed) -> None:
        """Write a name and the line to it. A town's name has a blank on either side."""
        self._draw_line(name)
        on_band = {self._cells.get(spot, BLANK)[1] for spot in name.letters} == {name.role}
        for spot in name.blanks if name.place is not None else ():
            if self._cells.get(spot, BLANK)[1] in UNDER_LINE | {"road", "stream"}:
                self._cells[spot] = BLANK
        ink = (
            "name"
            if name.place is not None
            else f"{name.role}_name"
            if on_band or name.role == "stream"
            else "water_name"
        )
        self._cells |= {spot: (char, ink) for spot, char in zip(name.letters, name.name, strict=True)}

    def _draw_line(self, name: Placed) -> None:
        """Draw the line to a name. Roads and waters stay visible."""
        bare = (spot for spot in name.line if self._cells.get(spot, BLANK)[1] in UNDER_LINE)
        self._cells |= dict.fromkeys(bare, (LEADER, "leader"))

    def roles_of(self, spot: Spot, length: int) -> Sequence[str]:
        """Return the roles of adjacent cells, or fewer at the edge."""
        x, y = spot
        columns = range(x, min(x + length, self.width)) if x >= 0 and 0 <= y < self.height else ()
        return [self._cells.get((i, y), BLANK)[1] for i in columns]

    def sign_of(self, h: int) -> Sequence[Spot]:
        """Return the cells of a town: its sign and, if the town scores, its mark."""
        (x, y), second = self.at(h), (self.at(h)[0] + 1, self.at(h)[1])
        return [(x, y), second] if self._cells.get(second, BLANK)[1] == "objective" else [(x, y)]

    def counter_of(self, h: int) -> Sequence[Spot]:
        """Return the cells of a unit or, without a unit, of a town."""
        return self._units.get(h) or self.sign_of(h)

    def line_columns(self, h: int) -> Sequence[int]:
        """Return the columns on either side of a hex's first character, because few units use these columns."""
        x = self.at(h)[0]
        return x + 1, x - 1

    def waters(self) -> Iterator[Water]:
        """Return the named waters. Streams are included only if there is room for their names."""
        board = self.board
        bands = [(place.name, "river", place.hexes) for place in board.places if place.kind == "water"]
        kinds = [("river", board.rivers), ("canal", board.canals)]
        kinds += [("stream", board.streams)] if self.across > NARROW else []
        bands += [(band.name, role, tuple(a for a, _ in band.pairs)) for role, kind in kinds for band in kind]
        for name, role, hexes in bands:
            if name:
                spots = ((x + (self.across - len(name)) // 2, y) for x, y in map(self.at, hexes))
                yield Water(name, role, {(x + aside, y) for x, y in spots for aside in (0, 1)})


@cache
def _far_cell(char: str, role: str, ground: str) -> tuple[str, str]:
    """Return a cell in the overview's role for it, on its ground."""
    far = role if role in ("", "name") else f"far_{role}"
    return char, f"{far}@{ground}"


class Tiny(Overview):
    """An overview with one cell per column, for the corner of a page.

    It has no names of waters, and no lines to names.
    """

    tiny = True
    narrow = 1

    def _put_sign(self, h: int, right: int, char: str, role: str) -> None:
        super()._put_sign(h, 0, char, role)  # a hex has only one cell

    def line_columns(self, h: int) -> Sequence[int]:
        """Return no columns, because a line would lead to the other bank of a water."""
        return ()

    def waters(self) -> Iterator[Water]:
        """Yield no waters, because there is no room for their names."""
        yield from ()


class Miniature(Tiny):
    """A miniature in characters, with the ground, units, and places that score."""

    lettered = True

    def _lines_a_row(self, lines: int, rows: int) -> float:
        return min(1.0, lines / (rows + 0.5))

    def _draw_board(self, seen: OnBoard) -> None:
        super()._draw_board(replace(seen, lines=()))  # entry areas have the same signs

    def _draw_bridges(self, crossings: Mapping[tuple[int, int], str]) -> None:
        """Draw no bridges, because there is no room."""
