"""A film of a game: one small map for each Game-Turn, in blocks or, without blocks, with one letter per cell."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Terrain
from westwall_tui.history.course import Swing, by_game_turn
from westwall_tui.history.record import History
from westwall_tui.ui.map.far.cells import main_roads
from westwall_tui.ui.map.overlays.objectives import TOWN
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.ui.pages.chart import ChartSigns, letter_of
from westwall_tui.words.rows import Row, Span, width_of

SHAPE = 1.73
"""The columns of cells for a column of hexes if a row of hexes has one line. Cells are half as wide as high."""
FLATTEST = 1.45
"""The most by which a map may be wider than its board."""
NARROWEST, LOWEST = 8, 5
"""Minimum columns of a map, and minimum lines of a map with its caption if there is another one below it."""
GROUNDS: Mapping[Terrain, str] = {
    **dict.fromkeys((Terrain.WOODS, Terrain.GROVE), "film_woods"),
    **dict.fromkeys((Terrain.BROKEN, Terrain.ROUGH), "film_high"),
    **dict.fromkeys((Terrain.TOWN, Terrain.CITY), "film_town"),
}
"""The grounds of terrains that differ from open ground."""
FIRM = ("side_", "film_goal")
"""The beginnings of roles that a cell shows before all others."""

Spot = tuple[int, int]


class SmallBoard:
    """A board in a few cells, each divided into blocks."""

    def __init__(self, board: Board, width: int, height: int, across: int, down: int) -> None:
        """Take the size in cells, and the blocks of a cell."""
        self.width, self.height, self.across, self.down = width, height, across, down
        shown = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]
        places = {h: (column, row + (0.5 if column % 2 == 0 else 0)) for h, (column, row) in _positions(board, shown)}
        left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
        columns = max(x for x, _ in places.values()) + 1 - left
        rows = max(y for _, y in places.values()) + 1 - top
        wide, high = width * across, height * down
        at = {place: h for h, place in places.items()}
        self.spots: dict[int, list[Spot]] = {h: [] for h in shown}
        """The blocks of each hex; a hex that is smaller than a block has the block in which its middle is."""
        for y in range(high):
            for x in range(wide):
                column = left + int((x + 0.5) * columns / wide)
                half = 0.5 if column % 2 == 0 else 0
                row = int((y + 0.5) * rows / high + top - half) + half
                if (h := at.get((column, row))) is not None:
                    self.spots[h].append((x, y))
        for h, spots in self.spots.items():
            if not spots:
                column, row = places[h]
                spots.append((int((column + 0.5 - left) * wide / columns), int((row + 0.5 - top) * high / rows)))
        self.ground: dict[Spot, str] = {}
        """The ground of each block of the board."""
        self.lines: dict[Spot, str] = {}
        """The role of each block of a road or a river."""
        for h in shown:
            terrain = board.terrain[h]
            self.ground |= dict.fromkeys(self.spots[h], GROUNDS.get(terrain, "film"))
            if terrain is Terrain.RIVER:
                self.lines |= dict.fromkeys(self.spots[h], "film_river")
        for path in main_roads(board) if wide * high >= len(shown) / 2 else ():  # on a smaller map they cover it
            self._draw_way([h for h in path.hexes if h in self.spots], "film_road")
        for river in (*board.rivers, *board.canals):
            self._draw_way([a for a, _ in river.pairs if a in self.spots], "film_river")

    def _draw_way(self, hexes: Sequence[int], role: str) -> None:
        """Draw a line one block wide from hex to hex."""
        spots = [self.spots[h][len(self.spots[h]) // 2] for h in hexes]
        for (x, y), (i, j) in pairwise(spots):
            steps = max(abs(i - x), abs(j - y), 1)
            for n in range(steps + 1):
                self.lines[round(x + (i - x) * n / steps), round(y + (j - y) * n / steps)] = role

    def rows(self, marks: Mapping[int, str], letters: Mapping[str, str], signs: ChartSigns) -> list[Row]:
        """Return the map with marked hexes. Without blocks, `letters` has the sign of each mark."""
        drawn = dict(self.lines)
        for h, role in marks.items():
            drawn |= dict.fromkeys(self.spots.get(h, ()), role)
        glyphs = signs.blocks.glyphs if signs.blocks else ()
        return [tuple(self._cell(x, y, drawn, letters, glyphs) for x in range(self.width)) for y in range(self.height)]

    def _cell(
        self, x: int, y: int, drawn: Mapping[Spot, str], letters: Mapping[str, str], glyphs: Sequence[str]
    ) -> Span:
        inside = [(x * self.across + i, y * self.down + j) for j in range(self.down) for i in range(self.across)]
        roles = [drawn.get(spot, "") for spot in inside]
        grounds = Counter(self.ground[spot] for spot in inside if spot in self.ground)
        ground = grounds.most_common(1)[0][0] if grounds else "page"
        firm = Counter(role for role in roles if role.startswith(FIRM))
        first, *others = [role for role, _ in (firm or Counter(filter(None, roles))).most_common()] or [""]
        if not glyphs:
            return Span(letters.get(first, " "), f"{first or 'text'}@{ground}")
        if firm and others:
            ground = others[0]
        bits = sum((role == first) << n for n, role in enumerate(roles)) if first else 0
        return Span(glyphs[bits], f"{first or 'text'}@{ground}")


_small_board = lru_cache(maxsize=8)(SmallBoard)


def _positions(board: Board, shown: Sequence[int]) -> Iterator[tuple[int, Spot]]:
    return ((h, board.grid.positions[h]) for h in shown)


def shape_of(board: Board) -> float:
    """Return the columns of a small map for each of its lines, if it has the shape of its board."""
    places = [board.grid.positions[h] for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]
    columns, rows = (max(at) - min(at) + 1 for at in zip(*places, strict=True))
    return float(SHAPE * columns / rows)


def small_map(game: Game, state: State, width: int, height: int, signs: ChartSigns) -> list[Row]:
    """Return a position as a small map: the units of both sides, and the places that score."""
    scenario = game.scenario
    blocks = signs.blocks
    board = _small_board(scenario.board, width, height, *((2, blocks.high) if blocks else (1, 1)))
    marks = {h: "film_goal" for place in queries.objectives(game) if len(place.hexes) <= TOWN for h in place.hexes}
    letters = {"film_goal": SIGNS["objective"].ascii, "film_river": SIGNS["river"].ascii[0]}
    for side in (0, 1):
        role = f"side_{scenario.colors(side)}"
        letters[role] = letter_of(scenario, side)
        marks |= {state.location[unit]: role for unit in state.on_map(side)}
    return board.rows(marks, letters, signs)


def meaning_row(signs: ChartSigns) -> Row:
    """Return what the small maps show, in a sentence."""
    scores = "gold marks places that score" if signs.blocks else f"{SIGNS['objective'].ascii} marks places that score"
    return (Span(f"Each map shows the end of a Game-Turn; {scores}.", "dim"),)


class FilmSize(NamedTuple):
    """The sizes of a film in columns and lines."""

    across: int
    """Columns of each map."""
    high: int
    """Lines of each map, without its caption."""
    each: int
    """Maps beside each other."""
    strips: int
    """Rows of maps below each other."""

    @property
    def lines(self) -> int:
        """Lines of the whole film."""
        return self.strips * (self.high + 1)


def film_size(history: History, width: int, lines: int) -> FilmSize:
    """Return the size of a film of at most `width` columns and `lines` lines.

    It has as many Game-Turns as possible, and then maps as large as possible.
    """
    turns, shape = max(1, len(by_game_turn(history))), shape_of(history.scenario.board)
    found = []
    for strips in range(1, max(1, lines // LOWEST) + 1):
        each = min(-(-turns // strips), (width + 1) // (NARROWEST + 1))
        across = (width + 1) // each - 1
        high = max(1, min(lines // strips - 1, round(across / shape)))
        across = min(across, max(NARROWEST, int(high * shape * FLATTEST)))
        found.append(FilmSize(across, high, each, strips))
    return max(found, key=lambda size: (min(turns, size.each * size.strips), size.across * size.high, -size.strips))


def film_rows(
    history: History,
    width: int,
    lines: int,
    signs: ChartSigns,
    swings: Sequence[Swing] = (),
    chosen: int = -1,
    first: int = 0,
) -> list[Row]:
    """Return the end of each Game-Turn as a small map under a caption: the Game-Turn, the points, its turning points.

    If there is no room for all, the first and the last Game-Turn, those of turning points and some between them remain.
    `first` is the side whose points come first, `chosen` the index of the turning point whose number is marked.
    """
    size = film_size(history, width, lines)
    ends = by_game_turn(history)
    turns = _turns_that_fit(list(ends), [swing.turn.turn for swing in swings], size.each * size.strips)
    between = Span(" ") if signs.blocks else Span("|", "frame")
    rows: list[Row] = []
    for begin in range(0, len(turns), size.each):
        captions: list[Span] = []
        maps: list[Sequence[Row]] = []
        for turn in turns[begin : begin + size.each]:
            points = ends[turn].points
            scored = f" {points[first]}:{points[1 - first]}" if ends[turn].ended.account else ""
            caption = [Span(str(turn)), Span(scored if len(f"{turn}{scored}") <= size.across else "", "dim")]
            for at, swing in enumerate(swings):
                if swing.turn.turn == turn and width_of(tuple(caption)) + 2 <= size.across:
                    caption += [Span(" "), Span(str(swing.number), "chip_cursor" if at == chosen else "key")]
            captions += [*caption, Span(" " * (size.across + 1 - width_of(tuple(caption))))]
            maps.append(small_map(history.end, ends[turn].after, size.across, size.high, signs))
        rows.append(tuple(captions))
        rows += [
            tuple(span for number, each in enumerate(maps) for span in ((between,) * bool(number) + each[y]))
            for y in range(size.high)
        ]
    return rows


def _turns_that_fit(turns: Sequence[int], wanted: Sequence[int], most: int) -> Sequence[int]:
    """Return at most so many Game-Turns: the last, the first, the wanted ones, and others in the widest gaps."""
    if len(turns) <= most:
        return turns
    kept = list(dict.fromkeys((turns[-1], turns[0], *wanted)))[:most]
    while len(kept) < most:
        kept.append(max((turn for turn in turns if turn not in kept), key=lambda t: min(abs(t - k) for k in kept)))
    return sorted(kept)
