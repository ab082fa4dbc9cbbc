"""Ways on a board as their tables write them: paths from hex to hex, and chains of hexsides."""

import re
from collections.abc import Callable, Sequence

from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import HexGrid
from westwall_tui.files.faults import FileError, refuse
from westwall_tui.files.scenarios.boards import build_board
from westwall_tui.files.scenarios.hexsets import NONE
from westwall_tui.files.tables import SourceFile, toml
from westwall_tui.files.workshop.pieces import Pieces

PATHS = ("roads", "trails", "railways")
CHAINS = ("streams", "canals", "rivers", "lines")
EDGE = "edge"
"""The word that leads a path off the map at one of its ends."""
_NUMBER = re.compile(r"\d{4}")
_AREA = re.compile(r"\[\[(areas|entries)\]\] (\d+)")
_COLUMN = re.compile(r"(?:not )?(column|row) (\d{1,2})")


def key_of_way(table: str) -> str:
    """Return the key that has the steps of a way. Raises `FileError` for a table of another kind."""
    if table not in (*PATHS, *CHAINS):
        refuse(table, f"has no steps that could change; these have: {', '.join((*PATHS, *CHAINS))}")
    return "path" if table in PATHS else "sides"


def extended(board: Board, way: Sequence[str], steps: Sequence[str]) -> list[str]:
    """Return a way with more steps at its end or, if only its beginning touches them, before its beginning."""
    if way and steps and not touches(board, way[-1], steps[0]) and touches(board, way[0], steps[0]):
        return [*reversed(steps), *way]
    if way and way[-1] == EDGE:
        refuse(EDGE, f"is the end of this path; to extend it, cut the edge first, or begin at {way[0]}")
    return [*way, *steps]


def touches(board: Board, step: str, other: str) -> bool:
    """Return True if a step can follow another one: hexes are adjacent, hexsides meet, and a path may leave the map."""
    if EDGE in (step, other):
        return other == EDGE != step
    if not {*step.split("/"), *other.split("/")} <= board.by_number.keys():
        return False
    one, two = ([board.by_number[number] for number in each.split("/")] for each in (step, other))
    if len(one) != len(two):
        return False
    own, others = sorted({*one} - {*two}), sorted({*two} - {*one})
    return len(own) == len(others) == 1 and others[0] in board.grid.neighbors[own[0]]


def without(way: Sequence[str], gone: Callable[[str], bool]) -> list[list[str]]:
    """Return the parts of a way that are left without the steps that are `gone`, except for single hexes."""
    parts: list[list[str]] = [[]]
    for step in way:
        if gone(step):
            parts.append([])
        else:
            parts[-1].append(step)
    return [part for part in parts if len(part) > 1 or (part and "/" in part[0])]


# -- another size


def fit(pieces: Pieces, grid: HexGrid, is_edge: Callable[[str], bool]) -> None:
    """Leave in the tables of a board only what fits on a grid. Ways that are cut at its edge lead off the map there.

    `is_edge` returns True for the number of a hex at the edge of the map.
    """
    known = frozenset(grid.numbers)

    def is_off(text: str) -> bool:
        column = _COLUMN.fullmatch(text)
        far = column is not None and int(column[2]) > (grid.columns if column[1] == "column" else grid.odd_rows)
        return far or not known.issuperset(_NUMBER.findall(text))

    for block in [*pieces.blocks]:
        if not block.listed:
            continue
        values = toml.loads(block.text)[block.name][0]
        key = next((key for key in ("path", "sides", "side", "hexes") if key in values), "")
        words = str(values[key]).split() if key in ("path", "sides", "side") else values.get(key, [])
        words = words.split() if isinstance(words, str) else words
        left: list[list[str]] = [[word for word in words if not is_off(word)]]
        if key == "path":
            left = [_with_edges(words, part, is_edge) for part in without([w for w in words if w != EDGE], is_off)]
        if not any(left) and block.name in ("areas", "entries"):
            left = [[NONE]]
        if left == [words]:
            continue
        if not any(left):
            pieces.remove(block)
            continue
        parts = [part if isinstance(values[key], list) else " ".join(part) for part in left]
        block.put(key, parts[0])
        for part in parts[1:]:
            pieces.add(block.name, {**values, key: part}, ())
    _empty_areas(pieces)


def _empty_areas(pieces: Pieces) -> None:
    """Write that areas have no hex if none of their terms means one any more. An area may refer to earlier ones."""
    for _ in pieces.blocks:
        try:
            build_board(SourceFile("", pieces.text))
        except FileError as error:
            found = [_AREA.match(fault.table) for fault in error.faults]
        else:
            return
        if not all(found):
            return
        for area in filter(None, found):
            pieces.find(area[1])[int(area[2]) - 1].put("hexes", [NONE])


def _with_edges(way: Sequence[str], part: Sequence[str], is_edge: Callable[[str], bool]) -> list[str]:
    """Return a part of a path with the word `edge` at each end where the path led off the map, or was cut there."""
    hexes = [step for step in way if step != EDGE]
    begins = is_edge(part[0]) and (part[0] != hexes[0] or way[0] == EDGE)
    ends = is_edge(part[-1]) and (part[-1] != hexes[-1] or way[-1] == EDGE)
    return [*[EDGE] * begins, *part, *[EDGE] * ends]
