"""Hex sets: lists of terms such as `2908-2915`, `west edge` or `not column 28` (docs/scenario-files.md)."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from westwall_tui.engine.board import FOOT, Board
from westwall_tui.engine.hexgrid import EDGES, NOWHERE
from westwall_tui.engine.terrain import TERRAIN_KEY, Terrain
from westwall_tui.files.tables import TomlTable, suggestion

NONE = "none"
"""The only term of the empty set, for an area that is not on this board."""
HOW = (
    "write all, a hex (1317), a line of hexes (2908-2915), column 28, row 31, west edge, within 2 of 1317, "
    "area NAME, entry NAME, place NAME or beside NAME, or any of these after not"
)


def read_hex_set(table: TomlTable, key: str, board: Board, *, may_be_none: bool = False) -> tuple[int, ...]:
    """Return a hex set of a table. An empty set is a fault, unless it is written as `none` where that is allowed."""
    before = len(table.faults.found)
    terms = table.texts(key, longest=1000)
    table.mean(key, "hexes")
    if may_be_none and terms == [NONE]:
        return ()
    fault = partial(table.fault, key)
    hexes = read_hexes(board, terms, fault, table.faults.count_hexes)
    if not hexes and len(table.faults.found) == before:
        fault("has no hex")
    return hexes


def read_hexes(
    board: Board, terms: Sequence[str], fault: Callable[[str], None], count_hexes: Callable[[int], object]
) -> tuple[int, ...]:
    """Return the playable hexes of a set, in order.

    Before each term, `count_hexes` is called with the number of hexes to search. If a term cannot be read, `fault` is
    called with the reason.
    """
    found: set[int] = set()
    for i, term in enumerate(terms):
        count_hexes(len(board.grid) * (1 + term.count(" ") * term.count("within")))
        without = term.startswith("not ")
        if without and i == 0:
            fault(f"{term!r} comes first, so there is nothing to remove it from; begin with all")
        try:
            hexes = _hexes_of_term(board, term.removeprefix("not ").split())
        except ValueError as error:
            fault(f"{term!r}: {error}")
        else:
            found = found - hexes if without else found | hexes
    return tuple(sorted(found))


def read_hex(board: Board, number: str) -> int:
    """Return the hex with a printed number. Raises `ValueError` if no unit can be in that hex."""
    h = board.hex(number)
    if board.terrain[h] not in TERRAIN_KEY:
        raise ValueError(f"{number} is a river hex, where no unit can be")
    return h


def read_place(board: Board, number: str) -> int:
    """Return a hex where a unit can start a game: land, or a printed Bridge hex (11.12 of Remagen).

    Raises `ValueError`.
    """
    h = board.hex(number)
    return h if h in board.ground.standing[FOOT] else read_hex(board, number)


def _hexes_of_term(board: Board, words: list[str]) -> set[int]:
    """Return the hexes of a term, given without its `not`. Raises `ValueError`."""
    match words:
        case ["all"]:
            return set(board.playable)
        case ["column", number] if _is_number(number):
            return _column_or_row(board, 0, int(number))
        case ["row", number] if _is_number(number):
            return _column_or_row(board, 1, int(number))
        case [edge, "edge"] if edge in EDGES:
            return _playable_hexes(board, board.edge(edge))
        case ["within", radius, "of", *numbers] if _is_number(radius) and numbers:
            centres = [board.hex(number) for number in numbers]
            return _playable_hexes(board, (h for centre in centres for h in board.grid.within(centre, int(radius))))
        case [("area" | "entry" | "place") as kind, *name] if name:
            return _playable_hexes(board, _hexes_by_name(board, kind, " ".join(name)))
        case ["beside", *name] if name:
            return _hexes_beside_line(board, " ".join(name)) & set(board.playable)
        case [number] if number.count("-") == 1:
            first, last = number.split("-")
            return _hexes_in_line(board, first, last)
        case [number] if number.isdigit():
            h = board.hex(number)
            if board.terrain[h] is Terrain.RIVER:
                raise ValueError(f"{number} is a river hex, and hex sets have no river hexes")
            return {read_hex(board, number)}
    return _unreadable()


def _playable_hexes(board: Board, hexes: Iterable[int]) -> set[int]:
    """Return the playable hexes among some hexes."""
    return {h for h in hexes if board.terrain[h] in TERRAIN_KEY}


def _unreadable() -> set[int]:
    raise ValueError(HOW)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 2


def _column_or_row(board: Board, which: int, number: int) -> set[int]:
    """Return the playable hexes of a column or a row. Raises `ValueError` if there are none."""
    before = (board.grid.left, board.grid.above)[which]
    hexes = {h for h in board.playable if board.grid.positions[h][which] + before == number}
    if not hexes:
        raise ValueError(f"the board has no {('column', 'row')[which]} {number}")
    return hexes


def _hexes_in_line(board: Board, first: str, last: str) -> set[int]:
    """Return the hexes from `first` to `last`, in one column or row."""
    (c1, r1), (c2, r2) = (board.grid.positions[board.hex(number)] for number in (first, last))
    if c1 != c2 and r1 != r2:
        raise ValueError(f"{first} and {last} are not in the same column or row")
    columns, rows = range(min(c1, c2), max(c1, c2) + 1), range(min(r1, r2), max(r1, r2) + 1)
    return _playable_hexes(board, (h for c in columns for r in rows if (h := board.grid.at(c, r)) != NOWHERE))


def _hexes_by_name(board: Board, kind: str, name: str) -> Collection[int]:
    """Return the hexes of an area, entry area or place by its name."""
    places = {place.name: place.hexes for place in board.places}
    names = {"area": board.areas, "entry": board.entries, "place": places}[kind]
    return names[find_name(board, kind, name, names)]


def find_name(board: Board, kind: str, name: str, names: Collection[str]) -> str:
    """Return a name if the board has it. Otherwise raise `ValueError`, which suggests the closest of its names."""
    if name in names:
        return name
    if name in board.outside:
        raise ValueError(f"{name!r} is outside the part of the map that this scenario uses")
    raise ValueError(f"the board has no {kind} called {name!r}{suggestion(name, names)}")


def _hexes_beside_line(board: Board, name: str) -> set[int]:
    """Return the hexes on both sides of a named line of hexsides."""
    line = board.boundaries[find_name(board, "line", name, board.boundaries)]
    return {h for pair in line.pairs for h in pair}
