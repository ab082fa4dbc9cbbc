"""What surrounds a drawn board: the title, the arrow to the north, the Terrain Key with its signs, and the credits."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine.board import (
    ROAD_COST,
    STREAM_COST,
    TERRAIN_KEY,
    TRAIL_COST,
    Board,
    Line,
    Terrain,
    entry_of,
)
from westwall_tui.ui.sheet.blocks import Block
from westwall_tui.ui.sheet.crossings import bridge_kinds, river_bridges
from westwall_tui.ui.sheet.elements import LETTER, box, moved, path, text
from westwall_tui.ui.sheet.styles import BRIDGE_STYLE, HOUSES, LINE_COLOURS, TERRAIN_STYLE, WATERS

ROW = 34.0
NAME, COST, TABLE, CARS = 58.0, 238.0, 300.0, 530.0
"""Where the columns of the key begin."""
WIDTH = 770.0
FLAT = "M3,14h40"
BY_WAY = "by road or trail only"
CLOSED = ("closed", "no attack across", "closed")
LINE_HEIGHT = 24.0


class KeyRow(NamedTuple):
    """A row of the key: a sign of 46 by 28, its name, Movement Points, line of the table, and what vehicles may."""

    sign: str
    name: str
    cost: str = ""
    line: str = ""
    vehicles: str = ""


def title(board: Board, left: float, right: float) -> str:
    """The board's name, and the arrow to the north."""
    turn = {"top": 0, "right": 90, "bottom": 180, "left": 270}[board.north]
    aside, down = (24, 6) if turn % 180 == 0 else (0, 28)
    arrow = f'<path transform="rotate({turn})" d="M0,-26L9,22L0,12L-9,22z" fill="#222"/>\n'
    told = f"a hex is {board.metres} m from side to side; hexes are numbered column, then row"
    return (
        text("title", left, 48, board.name)
        + text("note", left, 74, told)
        + moved(right - 40, 46, arrow + text("label", aside, down, "N"))
    )


def terrain_key(board: Board) -> Block:
    """The hexes that the board has, with what they cost and give (5.2, 7.42)."""
    rows = [
        KeyRow(_swatch(terrain), _name(terrain), *_told(board, terrain))
        for terrain in TERRAIN_STYLE
        if terrain in board.terrain
    ]
    return _table("Hexes", rows)


def hexside_key(board: Board) -> Block:
    """The ways, hexsides and lines that the board has, with what they cost and give (5.2, 6.33, 7.42)."""
    return _table("Ways and hexsides", [*_ways(board), *_hexsides(board), *_lines(board)])


def _table(heading: str, rows: Sequence[KeyRow]) -> Block:
    found = [text("head", 0, 18, heading)]
    columns = ((COST, "MP"), (TABLE, "line of the table"), (CARS, "vehicles (5.24)"))
    found += [text("small", x, 18, words) for x, words in columns]
    for i, row in enumerate(rows):
        cells = ((NAME, row.name), (COST, row.cost), (TABLE, row.line), (CARS, row.vehicles))
        words = [text("note" if x == NAME else "small", x, 20, cell) for x, cell in cells if cell]
        found.append(moved(0, 30 + ROW * i, row.sign + "".join(words)))
    return Block("".join(found), WIDTH, 30 + ROW * len(rows))


def _swatch(terrain: Terrain) -> str:
    found = box(f"hex {TERRAIN_STYLE[terrain]}", 0, 0, 46, 28)
    if terrain in HOUSES:
        found += f'<use href="#{HOUSES[terrain]}" transform="translate(23,14) scale(.68)"/>\n'
    return found


def _name(terrain: Terrain) -> str:
    return TERRAIN_KEY[terrain].name if terrain in TERRAIN_KEY else "River hex"


def _told(board: Board, terrain: Terrain) -> tuple[str, str, str]:
    entry = entry_of(terrain)
    if terrain not in TERRAIN_KEY and not river_bridges(board):
        return CLOSED
    if terrain not in TERRAIN_KEY:
        return _points(entry.cost), f"on a bridge: {entry.line.value}", "over a bridge only, as all units"
    return _points(entry.cost), entry.line.value, "" if entry.vehicles else BY_WAY


def _points(half: int) -> str:
    """Half Movement Points as Movement Points."""
    return f"{half // 2 or ''}{'½' if half % 2 else ''}"


def _ways(board: Board) -> Iterator[KeyRow]:
    for group, styles, row in (
        (board.roads, ("case", "road"), ("Road", _points(ROAD_COST), "", "")),
        (board.trails, ("trail",), ("Trail", _points(TRAIL_COST), "", "")),
        (board.railways, ("rail", "ties"), ("Railway", "no effect", "", "")),
    ):
        if group:
            yield KeyRow("".join(path(f"way {style}", FLAT) for style in styles), *row)


def _hexsides(board: Board) -> Iterator[KeyRow]:
    more = f"+{_points(STREAM_COST)}"
    told = {
        "streams": ("Stream", more, Line.BROKEN.value, BY_WAY),
        "canals": ("Canal", more, Line.BROKEN.value, BY_WAY),
        "rivers": ("River", *CLOSED),
    }
    for key, style in WATERS:
        if getattr(board, key):
            inner = path("water canal2", FLAT) if key == "canals" else ""
            yield KeyRow(path(style, FLAT) + inner, *told[key])
    kinds = bridge_kinds(board)
    for kind, style in BRIDGE_STYLE.items():
        if kind in kinds:
            name = "Stream bridge" if kind == "stream" else f"{kind.capitalize()} bridge"
            sign = path(style, "M8,5l6,5h18l6,-5M8,23l6,-5h18l6,5")
            yield KeyRow(sign, name, "+0", Line.GROVE.value, BY_WAY if kind == "rail" else "")
    if board.ferries:
        sign = '<circle class="ferry" cx="23" cy="14" r="8"/>\n'
        yield KeyRow(sign, "Ferry", more, "no attack across", "closed")


def _lines(board: Board) -> Iterator[KeyRow]:
    for i, name in enumerate(board.boundaries):
        colour = LINE_COLOURS[i % len(LINE_COLOURS)]
        yield KeyRow(f'<path class="line" stroke="{colour}" d="{FLAT}"/>\n', name)
    if board.entries:
        yield KeyRow('<path class="entry" d="M5,10v8h36v-8"/>\n', "Entry hexes, with letter or Game-Turn (GT)")


def credits_(board: Board, left: float, top: float, width: float) -> tuple[str, float]:
    """Where the board comes from and what it owes, line by line, and where that ends."""
    lines = wrap(board.source, int(width / (17 * LETTER * 0.9)))
    return (
        "".join(text("note", left, top + i * LINE_HEIGHT, words) for i, words in enumerate(lines)),
        top + len(lines) * LINE_HEIGHT,
    )
