"""Boards from TOML (docs/scenario-files.md)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path as FilePath
from types import MappingProxyType

from westwall_tui.engine.board import Board, Bridge, Hexsides, Path, Place
from westwall_tui.engine.hexgrid import NOWHERE, HexGrid
from westwall_tui.engine.terrain import TERRAIN_KEY, Terrain
from westwall_tui.engine.units import lower
from westwall_tui.files.disk.folders import battles, shipped_root
from westwall_tui.files.disk.reach import is_file
from westwall_tui.files.faults import refuse
from westwall_tui.files.scenarios.hexsets import read_hex_set
from westwall_tui.files.tables import SourceFile, TomlTable, parse, read

MAX_SHEET = 99
PLACE_KINDS = ("town", "village", "wood", "height", "water", "feature")
BRIDGE_KINDS = ("rail", "canal", "highway")
NORTH = ("top", "right", "bottom", "left")
LONG = 10_000


def load_board(path: FilePath) -> Board:
    """Read a board file. Raises `FileError`."""
    return build_board(read(path))


def find_board(name: str) -> Board:
    """Return a shipped battle's board by name, or the board of a file. Raises `FileError`."""
    if lower(name) in battles():
        return load_board(shipped_root() / lower(name) / "board.toml")
    path = FilePath(name)
    if not (name.endswith(".toml") or is_file(path)):
        known = ", ".join(battles())
        refuse(name, f"is neither a file nor a battle that comes with the game; the battles are {known}")
    return load_board(path)


def build_board(source: SourceFile, tables: list[TomlTable] | None = None) -> Board:
    """Build a board from its TOML text. Raises `FileError` with every fault. See `parse` for `tables`."""
    top = parse(source, "board", tables)
    name = top.text("name")
    metres = top.number("metres", 1000, low=1, high=100_000)
    north = top.choice("north", NORTH, "top")
    credit = top.text("source", "", longest=LONG)
    grid, terrain = _read_sheet(top)
    board = Board(name, grid, terrain, metres=metres, north=north, source=" ".join(credit.split()))
    board = replace(
        board,
        roads=_read_paths(top, "roads", board),
        trails=_read_paths(top, "trails", board),
        railways=_read_paths(top, "railways", board),
        streams=_read_chains(top, "streams", board),
        canals=_read_chains(top, "canals", board),
        rivers=_read_chains(top, "rivers", board),
        bridges=tuple(_read_bridges(top, board)),
        ferries=tuple(_read_ferries(top, board)),
        places=tuple(_read_places(top, board)),
        boundaries=MappingProxyType({chain.name: chain for chain in _read_chains(top, "lines", board, named=True)}),
    )
    board = _with_areas(top, "areas", board)
    board = _with_areas(top, "entries", board)
    top.check()
    return board


def _read_sheet(top: TomlTable) -> tuple[HexGrid, tuple[Terrain, ...]]:
    """Read the grid and its terrain, which is drawn with one line per row."""
    columns = top.number("columns", low=1, high=MAX_SHEET)
    odd, even = top.numbers("rows", 2, 1, MAX_SHEET)
    grid = HexGrid(columns, odd, even)
    drawn = top.text("terrain", longest=LONG + LONG).split("\n")
    lines = drawn[:-1] if drawn[-1] == "" else drawn
    known = {str(t) for t in Terrain}
    wanted = max(odd, even) if columns > 1 else odd
    if top.has("terrain") and len(lines) != wanted:
        top.fault("terrain", f"has {len(lines)} lines, but the board has {wanted} rows")
    for row, line in enumerate(lines[:wanted], 1):
        if len(line) != columns:
            top.fault("terrain", f"row {row:02} has {len(line)} characters, but the board has {columns} columns")
        for column, ch in enumerate(line[:columns], 1):
            if ch not in known:
                top.fault("terrain", f"row {row:02}, column {column:02}: {ch!r} is not one of {' '.join(Terrain)}")
            elif row > grid.rows(column) and ch != Terrain.NONE:
                top.fault("terrain", f"row {row:02}, column {column:02}: this column is shorter; write - here")

    def at(column: int, row: int) -> Terrain:
        line = lines[row - 1] if row <= len(lines) else ""
        ch = line[column - 1 : column]
        return Terrain(ch) if ch in known else Terrain.CLEAR

    terrain = tuple(at(c, r) for c, r in grid.positions)
    if not any(t in TERRAIN_KEY for t in terrain):
        top.fault("terrain", "has no hex where a unit could be")
    return grid, terrain


def at_edge(board: Board, h: int) -> bool:
    """Return True if a hex is at the edge of the map."""
    return any(n == NOWHERE or board.terrain[n] is Terrain.NONE for n in board.grid.neighbors[h])


def _read_paths(top: TomlTable, key: str, board: Board) -> tuple[Path, ...]:
    """Read roads, trails or railways."""
    found = []
    for table in top.tables(key):
        name = table.text("name")
        words = table.text("path", longest=LONG).split()
        table.mean("path", "numbers")
        off_map = (words[:1] == ["edge"], len(words) > 1 and words[-1] == "edge")
        numbers = words[off_map[0] : len(words) - off_map[1]]
        hexes = _read_path_hexes(table, "path", board, numbers)
        if (table.has("path") and not hexes) or (len(numbers) == 1 and not any(off_map)):
            table.fault("path", "must name at least two hexes")
        for a, b in pairwise(hexes):
            if b not in board.grid.neighbors[a]:
                table.fault("path", f"{board.number(a)} and {board.number(b)} are not adjacent")
        if len(hexes) == len(numbers) and hexes:
            for leaves, h in zip(off_map, (hexes[0], hexes[-1]), strict=True):
                if leaves and not at_edge(board, h):
                    table.fault("path", f"cannot lead off the map at {board.number(h)}, which is not on its edge")
            found.append(Path(name, hexes, off_map))
        table.finish()
    return tuple(path for path in found if _is_connected(path, board))


def _is_connected(path: Path, board: Board) -> bool:
    return all(b in board.grid.neighbors[a] for a, b in pairwise(path.hexes))


def _read_path_hexes(table: TomlTable, key: str, board: Board, numbers: Sequence[str]) -> tuple[int, ...]:
    found = []
    for number in numbers:
        try:
            found.append(board.hex(number))
        except ValueError as error:
            table.fault(key, str(error))
    return tuple(found)


def _read_pair(table: TomlTable, key: str, board: Board, word: str) -> tuple[int, int] | None:
    """Return the two hexes of a hexside such as `1316/1416`, or None after a fault."""
    numbers = word.split("/")
    if len(numbers) != 2:
        table.fault(key, f"{word!r} is not a hexside; write it like 1316/1416")
        return None
    hexes = _read_path_hexes(table, key, board, numbers)
    if len(hexes) < 2:
        return None
    a, b = hexes
    if b not in board.grid.neighbors[a]:
        table.fault(key, f"{word}: the hexes are not adjacent")
        return None
    return a, b


def _read_chains(top: TomlTable, key: str, board: Board, *, named: bool = False) -> tuple[Hexsides, ...]:
    """Read streams, canals, rivers or lines."""
    found = []
    unique = _Unique()
    for table in top.tables(key):
        name = table.text("name")
        if named:
            unique.check(table, "name", name)
        words = table.text("sides", longest=LONG).split()
        pairs = [_read_pair(table, "sides", board, word) for word in words]
        if table.has("sides") and not words:
            table.fault("sides", "must name at least one hexside")
        found.append(Hexsides(name, tuple(pair for pair in pairs if pair)))
        table.finish()
    return tuple(found)


def _read_bridges(top: TomlTable, board: Board) -> Iterator[Bridge]:
    for table in top.tables("bridges", "side"):
        kind = table.choice("kind", BRIDGE_KINDS)
        word = table.text("side")
        table.mean("side", "hexside")
        pair = _read_pair(table, "side", board, word) if word else None
        table.finish()
        if pair:
            yield Bridge(kind, pair)


def _read_ferries(top: TomlTable, board: Board) -> Iterator[Hexsides]:
    for table in top.tables("ferries"):
        name = table.text("name")
        word = table.text("side")
        table.mean("side", "hexside")
        pair = _read_pair(table, "side", board, word) if word else None
        table.finish()
        if pair:
            yield Hexsides(name, (pair,))


def _read_places(top: TomlTable, board: Board) -> Iterator[Place]:
    for table in top.tables("places"):
        name = table.text("name")
        kind = table.choice("kind", PLACE_KINDS)
        words = table.text("hexes", longest=LONG).split()
        table.mean("hexes", "numbers")
        if table.has("hexes") and not words:
            table.fault("hexes", "must name at least one hex")
        yield Place(name, kind, _read_path_hexes(table, "hexes", board, words))
        table.finish()


def _with_areas(top: TomlTable, key: str, board: Board) -> Board:
    """Return the board with the hex sets that a key names. Each set may refer to the sets before it."""
    unique = _Unique()
    names: dict[str, tuple[int, ...]] = {}
    shown = MappingProxyType(names)  # later areas may refer to earlier ones
    board = replace(board, areas=shown) if key == "areas" else replace(board, entries=shown)
    for table in top.tables(key):
        name = table.text("name")
        unique.check(table, "name", name)
        names[name] = read_hex_set(table, "hexes", board, may_be_none=True)
        table.finish()
    return board


class _Unique:
    """The names used so far, ignoring case."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def check(self, table: TomlTable, key: str, name: str) -> None:
        if name and name.lower() in self._seen:
            table.fault(key, f"{name!r} is used twice")
        self._seen.add(name.lower())
