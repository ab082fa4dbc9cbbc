"""The board with a character a hex, for the corner of a page: what ground there is, who stands where, what scores."""

from collections.abc import Collection, Iterable, Mapping

from westwall_tui.engine.board import Board
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.ui.map.counters import Token
from westwall_tui.ui.map.geometry import NE, SE, S, Spot
from westwall_tui.ui.map.overview import LONG_ROAD, RANK
from westwall_tui.ui.map.signs import ASCII, TERRAIN_SIGN, Signs

WATER = int(Hexside.RIVER)


def miniature(
    board: Board,
    lines: int,
    tokens: Mapping[int, Token],
    objectives: Collection[int],
    doors: Iterable[int] = (),
    signs: Signs = ASCII,
) -> list[list[tuple[str, str]]]:
    """Line by line characters and roles: as many columns as the board has, and so many lines at most.

    Where two hexes share a cell, the one that matters more is shown. `doors`: where the reader's units enter.
    """
    rows = max(row for _, row in board.grid.positions)
    scale = min(1.0, lines / (rows + 0.5))
    cells: dict[Spot, tuple[str, str]] = {}

    def put(h: int, char: str, role: str) -> None:
        column, row = board.grid.positions[h]
        cells[column - 1, int((row - (1 if column % 2 else 0.5)) * scale)] = char, role

    shown = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]
    for h in shown:
        put(h, " ", "")
    for terrain in RANK[:3]:
        name = TERRAIN_SIGN[terrain]
        for h in shown:
            if board.terrain[h] is terrain:
                put(h, signs[name].strip()[:1], name)
    for h in shown:
        beside = board.sides[h][NE] | board.sides[h][SE] | board.sides[h][S]
        if board.terrain[h] is Terrain.RIVER or beside & WATER:
            put(h, signs["river"][0], "river")
    for path in board.roads:
        for h in path.hexes if len(path.hexes) >= LONG_ROAD else ():
            put(h, signs["road"][0], "road")
    for h in shown:
        if board.terrain[h] in RANK[3:]:
            put(h, signs[TERRAIN_SIGN[board.terrain[h]]][:1], "town")
    for h in objectives:
        put(h, signs["objective"][:1], "objective")
    for h in doors:
        put(h, "+", "entry")
    for h, token in sorted(tokens.items()):
        put(h, token.letter, token.nation)
    height, blank = 1 + max(y for _, y in cells), (" ", "")
    return [[_far(*cells.get((x, y), blank)) for x in range(board.grid.columns)] for y in range(height)]


def _far(char: str, role: str) -> tuple[str, str]:
    return char, f"far_{role}@far" if role else "@far"
