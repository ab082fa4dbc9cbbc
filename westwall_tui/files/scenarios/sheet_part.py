"""A part of a map sheet. `part = ["1406", "2613"]` in a scenario names two opposite corners.

The part becomes a small sheet whose hexes keep the numbers of the whole sheet.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from westwall_tui.engine.board import Board, Bridge, Hexsides, Path, Place
from westwall_tui.engine.hexgrid import HexGrid
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.faults import refuse
from westwall_tui.files.tables import TomlTable

SMALLEST = 3
"""The minimum number of columns and rows of a part."""
CORNERS = 'must be two opposite corners, such as ["1406", "2613"]'


def read_part(table: TomlTable, board: Board) -> Board:
    """Return the part of a board that a scenario plays on, or all of it if the scenario names none.

    Raises `FileError` for a wrong part, because on another map the scenario's hexes would have other faults.
    """
    corners = table.texts("part", required=False)
    table.mean("part", "corners")
    if not table.has("part"):
        return board
    table.faults.check()
    try:
        (c1, r1), (c2, r2) = (board.grid.positions[board.grid.parse(number)] for number in corners)
    except ValueError as error:
        known = all(number in board.grid.numbers for number in corners)
        refuse(table.faults.file, CORNERS if known else str(error), key="part")
    columns, rows = sorted((c1, c2)), sorted((r1, r2))
    if columns[1] - columns[0] < SMALLEST - 1 or rows[1] - rows[0] < SMALLEST - 1:
        refuse(table.faults.file, f"must have at least {SMALLEST} columns and rows", key="part")
    return cut_part(board, (columns[0], columns[1]), (rows[0], rows[1]))


def cut_part(board: Board, columns: tuple[int, int], rows: tuple[int, int]) -> Board:
    """Return the part of a board from one column to another and one row to another, all included and from 1."""
    return _Cutter(board, columns, rows).cut()


def _words(board: Board) -> set[str]:
    """Return the numbers of a board's hexes, and the names of its places, areas and lines."""
    names = {place.name for place in board.places}
    return names.union(board.by_number, board.areas, board.entries, board.boundaries)


class _Cutter:
    """A cutter for a window of columns and rows of a board."""

    def __init__(self, board: Board, columns: tuple[int, int], rows: tuple[int, int]) -> None:
        (left, right), (top, bottom) = columns, rows
        grid = board.grid
        before = int(left % 2 == 0)  # an empty column comes first if needed, so that even columns stay even
        odd, even = (min(bottom, most) - top + 1 for most in (grid.odd_rows, grid.even_rows))
        self.board = board
        self.grid = HexGrid(right - left + 1 + before, odd, even, grid.left + left - before - 1, grid.above + top - 1)
        shown = (h for h, (column, _) in enumerate(self.grid.positions) if column > before)
        self.at = {grid.parse(self.grid.numbers[h]): h for h in shown}
        """The part's hexes, by the hex of the sheet."""

    def cut(self) -> Board:
        """Return the part as a board."""
        board, sheet = self.board, {h: old for old, h in self.at.items()}
        kept = replace(
            board,
            grid=self.grid,
            terrain=tuple(board.terrain[sheet[h]] if h in sheet else Terrain.NONE for h in range(len(self.grid))),
            roads=tuple(self._ways(board.roads)),
            trails=tuple(self._ways(board.trails)),
            railways=tuple(self._ways(board.railways)),
            streams=tuple(self._chains(board.streams)),
            canals=tuple(self._chains(board.canals)),
            rivers=tuple(self._chains(board.rivers)),
            ferries=tuple(self._chains(board.ferries)),
            bridges=tuple(Bridge(b.kind, self._pair(b.pair)) for b in board.bridges if self._has(b.pair)),
            places=tuple(Place(p.name, p.kind, self._kept(p.hexes)) for p in board.places if self._kept(p.hexes)),
            areas={name: self._kept(hexes) for name, hexes in board.areas.items() if self._kept(hexes)},
            entries={name: self._kept(hexes) for name, hexes in board.entries.items() if self._kept(hexes)},
            boundaries={line.name: line for line in self._chains(board.boundaries.values())},
        )
        return replace(kept, outside=frozenset(_words(board) - _words(kept)))

    def _has(self, hexes: Iterable[int]) -> bool:
        return all(h in self.at for h in hexes)

    def _kept(self, hexes: Iterable[int]) -> tuple[int, ...]:
        return tuple(self.at[h] for h in hexes if h in self.at)

    def _pair(self, pair: tuple[int, int]) -> tuple[int, int]:
        return self.at[pair[0]], self.at[pair[1]]

    def _ways(self, paths: Iterable[Path]) -> Iterator[Path]:
        """Yield the sections of roads inside the part. If the window cuts a road, its section leads off the map."""
        for path in paths:
            run: list[int] = []
            off = path.off_map[0]
            for h in path.hexes:
                if h in self.at:
                    run.append(self.at[h])
                    continue
                if run:
                    yield Path(path.name, tuple(run), (off, True))
                run, off = [], True
            if run:
                yield Path(path.name, tuple(run), (off, path.off_map[1]))

    def _chains(self, lines: Iterable[Hexsides]) -> Iterator[Hexsides]:
        """Yield waters and lines with only their hexsides between two hexes of the part."""
        for line in lines:
            pairs = tuple(self._pair(pair) for pair in line.pairs if self._has(pair))
            if pairs:
                yield Hexsides(line.name, pairs)
