"""The whole board at a glance, on any screen. For looking and jumping, not for moving.

On 80 columns a hex has two characters and a line or less: the half hex by which even columns lie lower is lost, and
where the screen has fewer lines than the board rows, two hexes may share a cell: a town is shown before rough ground,
that before woods and broken, and those before open ground. A larger screen gives a hex three characters or four, so
that units show their numbers, and up to two lines: as many as fit, so that some hexes have two and some have one.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product

from westwall_tui.engine.board import Board, Place
from westwall_tui.engine.hexgrid import NOWHERE, opposite
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.ui.map.candidates import FURTHEST, RIVAL, Banks, apart, banks_of, strangeness
from westwall_tui.ui.map.counters import CROSSINGS, WATERS, Token
from westwall_tui.ui.map.far_cursor import corner_cells, cursor_cells
from westwall_tui.ui.map.far_ground import ground_cells
from westwall_tui.ui.map.far_roads import road_cells, road_spots
from westwall_tui.ui.map.geometry import NE, NW, SE, SW, N, S, Spot
from westwall_tui.ui.map.names import CLEARED
from westwall_tui.ui.map.printed import TOWNS
from westwall_tui.ui.map.signs import ASCII, DONE, LEADER, SIGNS, TERRAIN_SIGN, Signs

LONG_ROAD = 12
"""Hexes that a road must have to be shown."""
NARROW, ROOMY, WIDE = 2, 3, 4
"""Characters from a column to the next, on a small screen and on those that have room for the whole board like this."""
WIDE_WATER = int(Hexside.RIVER | Hexside.CANAL)
"""Waters whose bridges are shown; a stream's would tell nothing here."""
BLANK = (" ", "")
NAMED = ("name", "water_name", *(f"{water}_name" for water in WATERS))
"""Roles of letters of names; those of waters are painted as the water only on its band."""
NAMES = frozenset(NAMED)
TINTED = {"woods": "woods", "rough": "rough"}
CHANGED = tuple(name for name in CROSSINGS if name != "bridge")
"""Crossings that are not as printed."""
BLOCKED = ("leader", "german", "ss", "us", "british", "objective", "obliged", "target", "zone", "entry", *CHANGED)
"""Roles that no name may cover."""
COSTS = {"town": 12, "town_road": 14, "bridge": 30, "river": 8, "canal": 7, "road": 7, "line": 4}
APART = 30, 12
"""The names of one water are so many columns or lines apart."""
LATER = 2
"""What each position of a name after the first costs."""
LIMITS = {"town": RIVAL, "village": 40}
"""By kind of place: names that would cost as much are not drawn."""
NEXT_TO = 2
"""With so many cells a line is none: the name stands next to its place."""
ORDERS, UNLED = 4, 100
"""In so many orders names are written, for the one that leads them least far; one without a line is so much worse."""
LED = 8
"""Cells of a line to a name, at most."""
REACH = 12
"""How many hexes from its place a name may reach."""
FAR = 5
"""The name of an objective or a city may stand so many lines away, and twice as many columns."""
LAND = ("", *CLEARED, "road", "line")
GROUND = (*LAND, *WATERS)
"""Roles on which the cursor and a corner of the window may stand."""
WATER_LIMIT = 40
"""The name of a water that would cover more of the land is not drawn."""


@dataclass(frozen=True)
class OnBoard:
    """What is to be seen beside the board itself."""

    tokens: Mapping[int, Token] = field(default_factory=dict)
    objectives: Iterable[int] = ()
    lines: Iterable[tuple[int, int]] = ()
    marks: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """Such as the front: a text and a role."""
    crossings: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Bridges that are not as printed, by the names of their signs."""


class Overview:
    """The board in that many lines at most, and as many columns as it needs."""

    names = 20
    """Names that are shown at most, objectives before others; with more characters a hex, that many more."""
    leads = True
    """Whether a line may lead to the name of an objective or a city that finds no room at its place."""
    narrow = NARROW
    """Characters to a column where there is no room for `ROOMY` or `WIDE`."""

    def __init__(self, board: Board, lines: int, signs: Signs = ASCII, columns: int = 0) -> None:
        """`columns`: how many the screen has."""
        self.board = board
        self.signs = signs
        rows = max(board.grid.rows(1), board.grid.rows(2)) if board.grid.columns > 1 else board.grid.rows(1)
        fitting = (across for across in (WIDE, ROOMY) if columns >= across * board.grid.columns and lines >= rows)
        self.across = next(fitting, self.narrow)
        self._scale = self._lines_a_row(lines, rows)
        self.width = self.across * board.grid.columns
        lines_of = {(c % 2, r): self._lines_of_hex(c, r) for c, r in board.grid.positions}
        self._spans = [lines_of[c % 2, r] for c, r in board.grid.positions]
        """By hex its first and its last line."""
        self._spots = [(self.across * (c - 1), self._first_line(h)) for h, (c, _) in enumerate(board.grid.positions)]
        self.height = 1 + max((last for _, last in self._spans), default=0)
        self._shown = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]

    def _lines_a_row(self, lines: int, rows: int) -> float:
        return min(self.across / NARROW, lines / (rows + (0.5 if self.across > NARROW else 0)))

    def at(self, h: int) -> Spot:
        """The first of a hex's cells."""
        return self._spots[h]

    def _lines_of_hex(self, column: int, row: int) -> tuple[int, int]:
        """The first and the last line of a hex."""
        first, below = (int((r - (0.75 if column % 2 else 0.25)) * self._scale) for r in (row, row + 1))
        return first, max(first, below - 1)

    def _first_line(self, h: int) -> int:
        """The first line of a hex."""
        return self._spans[h][0]

    def _last_line(self, h: int) -> int:
        """The last line of a hex."""
        return self._spans[h][1]

    def rows(self, seen: OnBoard) -> list[list[tuple[str, str]]]:
        """Line by line characters and roles."""
        self._cells: dict[Spot, tuple[str, str]] = {}
        self._towns: dict[int, set[Spot]] = {}
        """By line the cells of towns: a name stands so near its own that only those next to its line can be rivals."""
        self._draw_board(seen)
        for h in seen.objectives:
            self._put(h, 1, self.signs["objective"], "objective")
        for h, (text, role) in seen.marks.items():
            self._put(h, 1, text[0], role)
        self._draw_units(seen.tokens)
        self._draw_names(frozenset(seen.objectives))
        self._draw_water_names()
        return self._paint()

    def over(self, cursor: int, window: Sequence[int]) -> dict[Spot, tuple[str, str]]:
        """The cells that differ from `rows` by the cursor, and by the corners round the hexes in sight on the map."""
        signs = corner_cells([self.at(h) for h in window], self.across, self._sign_at) if window else {}
        found = {spot: (char, "far_line") for spot, char in signs.items()}
        return found | self._cursor(cursor)

    def _cursor(self, h: int) -> dict[Spot, tuple[str, str]]:
        """The cursor: what stands in its hex in the cursor's color, in brackets where there is room for them."""
        own = self._own_cells(h)
        brackets = cursor_cells(self.at(h), self.across, (self.width, self.height), own, self._sign_at)
        if not brackets and not own:  # within a name
            own = {self.at(h)}
        signs = {spot: (self._sign_at(spot), "far_here") for spot in own}
        return signs | {spot: (char, "far_cursor") for spot, char in brackets.items()}

    def _own_cells(self, h: int) -> Collection[Spot]:
        """The cells of the unit in a hex; where none is, of the town or objective, but not of names."""
        x, y = self.at(h)
        others = {spot for unit, spots in self._units.items() if unit != h for spot in spots}
        row = ((x + i, y) for i in range(self.across))
        signs = [spot for spot in row if self._sign_at(spot) and self._cells[spot][1] not in NAMES]
        return self._units.get(h) or {*signs} - others

    def _sign_at(self, spot: Spot) -> str:
        """What stands in a cell over ground, ways and waters: the cursor colors it, and corners keep off it."""
        char, role = self._cells.get(spot, BLANK)
        return "" if role in GROUND else char.strip()

    def _draw_board(self, seen: OnBoard) -> None:
        """What is printed, with the crossings and lines of the game."""
        self._cells |= ground_cells(self.board, self._spots, self.across, self.signs)
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
                if self._cells.get(spot, ("", ""))[1] in ("", "woods", "broken", "rough"):
                    self._cells[spot] = self.signs["line"], "line"

    def _paint(self) -> list[list[tuple[str, str]]]:
        grounds = [[""] * self.width for _ in range(self.height)]
        for h in self._shown:
            x, ground = self.at(h)[0], TINTED.get(self._terrain_sign(h), "far")
            for y in range(self._first_line(h), self._last_line(h) + 1):
                grounds[y][x : x + self.across] = [ground] * self.across
        cells = self._cells
        return [
            [_far_cell(*cells.get((x, y), BLANK), ground) for x, ground in enumerate(line)]
            for y, line in enumerate(grounds)
        ]

    def _put(self, h: int, right: int, char: str, role: str) -> None:
        x, y = self.at(h)
        self._cells[x + right, y] = char, role

    def _terrain_sign(self, h: int) -> str:
        return TERRAIN_SIGN.get(self.board.terrain[h], "")

    # -- layers, from below

    def _hexside_cells(self, h: int, direction: int) -> list[Spot]:
        """The cells of a hexside: the right one of the hex at its left, or the last line of the hex above it."""
        n = self.board.grid.neighbours[h][direction]
        if direction in (SW, NW, N) and n != NOWHERE:
            h, direction = n, opposite(direction)
        x, last = self.at(h)[0], self._last_line(h)
        if direction in (N, S):
            return [(x + i, last) for i in range(self.across)]
        return [(x + self.across - 1, last if direction in (SE, SW) else self._first_line(h))]

    def _draw_waters(self, what: Hexside, role: str, char: str) -> None:
        flag = int(what)
        for h in self._shown:
            for direction in (NE, SE, S):
                if self.board.sides[h][direction] & flag:
                    self._cells |= dict.fromkeys(self._hexside_cells(h, direction), (char, role))

    def _draw_roads(self) -> None:
        bridge, terrain = int(Hexside.BRIDGE), self.board.terrain
        for path in (path for path in self.board.roads if len(path.hexes) >= LONG_ROAD):
            crossed = [any(side & bridge and side & WIDE_WATER for side in self.board.sides[h]) for h in path.hexes]
            bound = [over or terrain[h] in TOWNS for h, over in zip(path.hexes, crossed, strict=True)]
            spots = road_spots([self.at(h)[0] for h in path.hexes], list(map(self._top_of, path.hexes)), bound)
            self._cells |= {spot: (char, "road") for spot, char in road_cells(spots, self.signs["road"]).items()}

    def _top_of(self, h: int) -> float:
        """How many lines down a hex begins, in parts of a line."""
        column, row = self.board.grid.positions[h]
        return (row - (0.75 if column % 2 else 0.25)) * self._scale

    def _draw_towns(self) -> None:
        for h in self._shown:
            name = self._terrain_sign(h)
            if name in ("town", "city"):
                on_road = self._cells.get(self.at(h), ("", ""))[1] == "road"
                spot = self.at(h)
                self._towns.setdefault(spot[1], set()).add(spot)
                self._put(h, 0, self.signs[name], "town_road" if on_road else "town")

    def _draw_bridges(self, crossings: Mapping[tuple[int, int], str]) -> None:
        """Those over rivers and canals."""
        printed = {
            (h, n): "bridge"
            for h in self._shown
            for n, side in zip(self.board.grid.neighbours[h], self.board.sides[h], strict=True)
            if h < n and side & int(Hexside.BRIDGE) and side & WIDE_WATER
        }
        for (a, b), name in (printed | dict(crossings)).items():
            self._cells[self._hexside_cells(a, self.board.grid.direction(a, b))[-1]] = (
                self.signs[name],
                SIGNS[name].role,
            )

    def _draw_units(self, tokens: Mapping[int, Token]) -> None:
        taken: set[Spot] = set()
        self._units: dict[int, Sequence[Spot]] = {}
        """By hex the cells of its unit."""
        for h, token in sorted(tokens.items()):
            x, y = self.at(h)
            if (x, y) in taken:
                x += 1
            taken.add((x, y))
            numbers = "".join(str(n)[-1] if n < 10 else "+" for n in token.numbers) if self.across == WIDE else ""
            role = token.nation + ("_done" if token.state == DONE else "")
            around = [(x + i, y) for i in range(-1, self.across)]
            self._cells |= dict.fromkeys((spot for spot in around if self._cells.get(spot, BLANK)[1] in CLEARED), BLANK)
            text = token.letter + numbers
            self._units[h] = [(x + i, y) for i in range(len(text))]
            self._cells |= {spot: (char, role) for spot, char in zip(self._units[h], text, strict=True)}

    def _draw_names(self, objectives: frozenset[int]) -> None:
        terrain = self.board.terrain
        towns = [place for place in self.board.places if place.kind in LIMITS]

        def rank(place: Place) -> tuple[bool, int, bool, int]:
            cities = sum(terrain[h] is Terrain.CITY for h in place.hexes)
            return objectives.isdisjoint(place.hexes), -cities, place.kind != "town", -len(place.hexes)

        order, board = sorted(towns, key=rank), self._cells.copy()
        best, found = UNLED * UNLED, board
        for _ in range(ORDERS):
            self._cells = board.copy()
            awkward = self._write_names(order, objectives)
            if (worth := sum(awkward.values())) < best:
                best, found = worth, self._cells
            if not awkward:
                break
            first = sorted(awkward, key=lambda place: -awkward[place])
            last, order = order, [*first, *(place for place in order if place not in awkward)]
            if order == last:
                break
        self._cells = found

    def _write_names(self, order: Iterable[Place], objectives: frozenset[int]) -> dict[Place, int]:
        """Write the names that have room; of those that matter and stand not at their places, how far they are led."""
        left, awkward = self.names * self.across // NARROW, dict[Place, int]()
        for place in order:
            if not left:
                break
            banks = banks_of(self.board, place.hexes, REACH)
            spot, cities = self._best_spot(place, banks), (self.board.terrain[h] is Terrain.CITY for h in place.hexes)
            if spot is None and (not objectives.isdisjoint(place.hexes) or any(cities)):
                spot = self._spot_near(place, banks)
                far = self.leads and spot is None
                line = far and (self._line_to_name(place, banks, LAND) or self._line_to_name(place, banks, GROUND))
                if line:
                    self._draw_line(line)
                    awkward |= {place: len(line)} if len(line) > NEXT_TO else {}
                    spot = line[-1]
                elif far:
                    spot, awkward[place] = self._free_spot(place, banks), UNLED
            if spot is not None:
                self._write(place.name, *spot)
                left -= 1
        return awkward

    def _draw_water_names(self) -> None:
        """The names of rivers and canals on their bands, and of streams where there is room, far from one another."""
        bands = [(self.board.rivers, "river"), (self.board.canals, "canal")]
        bands += [(self.board.streams, "stream")] if self.across > NARROW else []
        waters = [(place.name, "river", place.hexes) for place in self.board.places if place.kind == "water"]
        waters += [
            (band.name, role, tuple(a for a, _ in band.pairs)) for group, role in bands for band in group if band.name
        ]
        named: dict[str, list[Spot]] = {}
        for name, role, hexes in waters:
            others = named.setdefault(name, [])
            spots = {(self.at(h)[0] + (self.across - len(name)) // 2 + i, self.at(h)[1]) for h in hexes for i in (0, 1)}
            costs = [(cost, spot) for spot in spots if (cost := self._cost_on_water(spot, len(name))) is not None]
            for _, (x, y) in sorted(costs):
                apart = all(abs(x - i) >= APART[0] or abs(y - j) >= APART[1] for i, j in others)
                if apart and self._cost_on_water((x, y), len(name)) is not None:
                    others.append((x, y))
                    letters = {(x + i, y): char for i, char in enumerate(name)}
                    on_band = all(self._cells.get(spot, BLANK)[1] in WATERS for spot in letters)
                    ink = f"{role}_name" if on_band else "water_name"
                    self._cells |= {spot: (char, ink) for spot, char in letters.items()}

    def _cost_on_water(self, spot: Spot, length: int) -> int | None:
        """What the name of a water would cover of the land, or None where it may not stand."""
        x, y = spot
        if x < 0 or x + length > self.width or not 0 <= y < self.height:
            return None
        cells = [self._cells.get((i, y), ("", "")) for i in range(x - 1, x + length + 1)]
        roles = [role for _, role in cells]
        taken = (*NAMED, *CROSSINGS, "town", "town_road")
        if any(role in taken or role.removesuffix("_done") in BLOCKED for role in roles):
            return None
        cost = sum(0 if role in WATERS else 2 + COSTS.get(role, 0) for role in roles[1:-1])
        return cost if cost <= WATER_LIMIT else None

    def _best_spot(self, place: Place, banks: Banks) -> Spot | None:
        """Where its name costs least, on its own bank; the first of those that cost the same."""
        own = {self.at(h) for h in place.hexes}
        best, found = 1 << 10, None
        for h in place.hexes:
            for i, spot in enumerate(self._spots_of_name(h, len(place.name))):
                if LATER * i >= best:
                    break  # no later one could cost less
                cost = self._cost(spot, len(place.name), own)
                owners = self._owners_of(spot, len(place.name))
                if cost is None or banks.are_crossed(owners):
                    continue
                cost += banks.cost(owners) + LATER * i
                if cost < LIMITS[place.kind] and cost < best:
                    best, found = cost, spot
        return found

    @cached_property
    def _owners(self) -> Mapping[Spot, int]:
        """By cell the first of the hexes that have it."""
        found: dict[Spot, int] = {}
        for h in self._shown:
            x = self.at(h)[0]
            for y in range(self._first_line(h), self._last_line(h) + 1):
                for i in range(self.across):
                    found.setdefault((x + i, y), h)
        return found

    def _owners_of(self, spot: Spot, length: int) -> list[int]:
        x, y = spot
        return [h for i in range(length) if (h := self._owners.get((x + i, y), NOWHERE)) != NOWHERE]

    def _line_to_name(self, place: Place, banks: Banks, over: Collection[str]) -> Sequence[Spot]:
        """The shortest line from a place to where its name may begin, between the units; nothing where there is none.

        `over`: the roles of cells that it may take.
        """
        length, own = len(place.name), [self.at(h) for h in place.hexes]
        own += [(x + i, y) for x, y in own for i in range(1, self.across)]
        ways: dict[Spot, list[Spot]] = {spot: [] for spot in own}
        edge = list(own)
        for _ in range(LED):
            for (x, y), way in ((spot, ways[spot]) for spot in edge):
                spots = [(x + 1, y), (x - length, y), *((x - i, y + j) for i in range(length) for j in (1, -1))]
                for spot in spots if way else ():
                    owners, mine = self._owners_of(spot, length), {(spot[0] + i, spot[1]) for i in range(length)}
                    if (
                        not banks.are_crossed(owners)
                        and mine.isdisjoint(way)
                        and self._cost(spot, length, own) is not None
                    ):
                        return [*way, spot]
            around = [(spot, (spot[0] + i, spot[1] + j)) for spot in edge for j, i in product((0, 1, -1), (0, 1, -1))]
            fresh = {
                there: [*ways[here], there] for here, there in reversed(around) if self._leads_on(there, ways, over)
            }
            ways |= fresh
            edge = sorted(fresh)
        return ()

    def _leads_on(self, spot: Spot, ways: Collection[Spot], over: Collection[str]) -> bool:
        """True if a line may lead on to a cell."""
        inside = 0 <= spot[0] < self.width and 0 <= spot[1] < self.height
        return inside and spot not in ways and self._cells.get(spot, BLANK)[1] in over

    def _draw_line(self, spots: Sequence[Spot]) -> None:
        """A line from a place to its name, which begins in the last of the spots."""
        self._cells |= dict.fromkeys(spots[:-1], (LEADER, "leader") if len(spots) > NEXT_TO else BLANK)

    def _spots_around(self, place: Place) -> list[tuple[int, Spot]]:
        """Where its name may begin around a place, with how far that is from it, the nearest first."""
        length, own = len(place.name), [self.at(h) for h in place.hexes]
        spots = {
            (x + aside, y + lines)
            for x, y in own
            for lines in range(-FAR, FAR + 1)
            for aside in range(-length - 2 * FAR, 2 * FAR + 1)
        }
        return sorted((apart(spot, length, own), spot) for spot in spots)

    def _spot_near(self, place: Place, banks: Banks) -> Spot | None:
        """The nearest spot where a name needs no line, and seems no other's if a line could lead elsewhere."""
        length, own = len(place.name), [self.at(h) for h in place.hexes]
        for far, spot in self._spots_around(place):
            if far > FURTHEST:
                break
            cost = self._cost(spot, length, own)
            if (
                cost is not None
                and (cost < RIVAL or not self.leads)
                and not banks.are_crossed(self._owners_of(spot, length))
            ):
                return spot
        return None

    def _free_spot(self, place: Place, banks: Banks) -> Spot | None:
        """The nearest spot where the name of an objective or a city covers no unit, no town and no other name."""
        length, own = len(place.name), [self.at(h) for h in place.hexes]
        near = [spot for _, spot in self._spots_around(place)]
        beside = [spot for spot in near if not banks.are_crossed(self._owners_of(spot, length))]
        tries = (spot for touch, some in ((False, beside), (True, beside), (True, near)) for spot in some
                 if self._cost(spot, length, own, touch=touch) is not None)  # fmt: skip
        return next(tries, None)

    def _write(self, name: str, x: int, y: int) -> None:
        """A name, with a blank on either side but for waters and crossings."""
        for spot in ((x - 1, y), (x + len(name), y)):
            if self._cells.get(spot, ("", ""))[1] in (*CLEARED, "road"):
                self._cells[spot] = " ", ""
        self._cells |= {(x + i, y): (char, "name") for i, char in enumerate(name)}

    def _spots_of_name(self, h: int, length: int) -> Iterator[Spot]:
        x, y = self.at(h)
        yield from ((x + 2, y), (x - length - 1, y), (x - length // 2, y + 1), (x - length // 2, y - 1))
        for line in (y + 1, y - 1):
            yield from ((x, line), (x - length + 1, line), (x + 2, line), (x - length - 1, line))

    def _cost(self, spot: Spot, length: int, own: Collection[Spot], *, touch: bool = False) -> int | None:
        """What a name would cover and whose it might seem, or None where it may not stand.

        `own`: its place's cells. `touch`: it may stand right beside a unit.
        """
        x, y = spot
        if x < 0 or x + length > self.width or not 0 <= y < self.height:
            return None
        roles = [self._cells.get((i, y), ("", ""))[1] for i in range(x - 1, x + length + 1)]
        taken = (role for role in (roles[1:-1] if touch else roles) if role.removesuffix("_done") in BLOCKED)
        if not NAMES.isdisjoint(roles) or next(taken, None) is not None:
            return None
        if "bridge" in roles[1:-1] or any((i, y) in self._towns.get(y, ()) for i in (x - 1, x + length)):
            return None
        cost = sum(COSTS.get(role, 0) for role in roles[1:-1])
        cost += sum(RIVAL for role in (roles[0], roles[-1]) if role in CROSSINGS)
        if all(row == y and x <= i < x + length for i, row in own):
            cost += RIVAL
        near = [town for line in (y - 1, y, y + 1) for town in self._towns.get(line, ()) if town not in own]
        return cost + strangeness(spot, length, own, near)


@cache
def _far_cell(char: str, role: str, ground: str) -> tuple[str, str]:
    """A cell as it is painted: far away, on its ground."""
    far = role if role in ("", "name") else f"far_{role}"
    return char, f"{far}@{ground}"
