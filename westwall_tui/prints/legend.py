"""The aids around the map: title cartouche, keys, results table, turn track, credits."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine.board import Board
from westwall_tui.engine.queries import tables
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.terrain import (
    LINE_ORDER,
    ROAD_COST,
    STREAM_COST,
    TERRAIN_KEY,
    TRAIL_COST,
    Line,
    Terrain,
    entry_of,
)
from westwall_tui.prints.drawing import HEIGHT, LETTER, RADIUS, Layout, box, moved, path, text, width_of
from westwall_tui.prints.ground import bridge_kinds, river_bridges
from westwall_tui.prints.labels import Box
from westwall_tui.prints.styles import BRIDGE_STYLE, HOUSES, LINE_COLORS, SIGNS, TERRAIN_STYLE, WATERS

# -- Blocks of tables and signs, in an empty corner of the sheet or beside each other.


GAP = 44.0


class Block(NamedTuple):
    """A drawing that begins at 0,0, and its size."""

    drawn: str
    width: float
    height: float


def stacked(blocks: Iterable[Block]) -> Block:
    """Stack blocks into one block."""
    drawn, width, y = "", 0.0, 0.0
    for block in blocks:
        drawn += moved(0, y, block.drawn)
        width = max(width, block.width)
        y += block.height + GAP / 2
    return Block(drawn, width, y - GAP / 2)


def empty_corner(layout: Layout) -> Box:
    """Return the largest rectangle without hexes in a corner of the sheet: left, top, right, bottom."""
    board = layout.board
    found = [(layout.left, layout.top, layout.left, layout.top)]
    columns = range(1, board.grid.columns + 1)
    for order, from_left in ((columns, True), (columns[::-1], False)):
        for from_top in (True, False):
            deepest = board.grid.odd_rows
            for count, c in enumerate(order, 1):
                deepest = min(deepest, _missing_hexes(board, c, from_top=from_top))
                across, down = RADIUS * (1.5 * count - 0.5), HEIGHT * (deepest - 0.5)
                if deepest:
                    left = layout.left if from_left else layout.right - across
                    top = layout.top if from_top else layout.bottom - down
                    found.append((left, top, left + across, top + down))
    return max(found, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))


def _missing_hexes(board: Board, column: int, *, from_top: bool) -> int:
    """Return the number of missing hexes at an end of a column."""
    rows = range(1, board.grid.rows(column) + 1)
    count = 0
    for r in rows if from_top else rows[::-1]:
        if board.terrain[board.grid.at(column, r)] is not Terrain.NONE:
            break
        count += 1
    return count


# -- Aids next to the map: the Combat Results Table (7.61), the turn track, and the scale.


LINE, FIRST = 22.0, 196.0
CELL = 46.0
"""The minimum width of a column, with space around `+9-11`, the longest heading."""
TURN_WIDTH, TURN_HEIGHT = 62.0, 54.0
IN_ROW = 10
BARS = (0.5, 1, 2, 5, 10, 20)
"""Possible lengths of the scale's bar, in kilometers."""
MEANINGS = (
    "A1, A2: attacker retreats 1 or 2 hexes; D1 to D4: defender; Br: both one; Ae, De: eliminated.",
    "Past either end of a line, use its first or last column.",
    "Artillery and Ground Support alone: only D2, D3, D4 and De affect a defender (8.15).",
)


def results_table(width: float = 0.0) -> Block:
    """Draw the Combat Results Table as printed: four lines of headings over one block of results."""
    cell = max(CELL, (width - FIRST) / len(tables.RESULTS[0]))
    width = FIRST + cell * len(tables.RESULTS[0])
    found = [text("head", 0, 18, "Combat Results Table (7.61)")]
    y = 28.0
    rows = [(entry.value, tables.headings(entry), "cell fine bold", "frame") for entry in LINE_ORDER]
    rows += [(f"die {die}", row, "cell", "band" if die % 2 else "frame") for die, row in enumerate(tables.RESULTS, 1)]
    for name, cells, style, ground in rows:
        found.append(box(ground, 0, y, width, LINE))
        found.append(text("fine", 4, y + 15, name))
        found += [text(style, FIRST + cell * (c + 0.5), y + 16, words) for c, words in enumerate(cells)]
        y += LINE
    found += [text("fine", 0, y + 16 * i, words) for i, words in enumerate(MEANINGS, 1)]
    return Block("".join(found), width, y + 16 * len(MEANINGS) + 4)


def turn_track(scenarios: Sequence[Scenario], now: int | None = None) -> Block:
    """Draw a dated box for each Game-Turn of the scenarios, and mark the current one."""
    first = min(scenario.first_turn for scenario in scenarios)
    last = max(scenario.last_turn for scenario in scenarios)
    found = [text("head", 0, 18, "Game-Turns")]
    for i, turn in enumerate(range(first, last + 1)):
        x, y = TURN_WIDTH * (i % IN_ROW), 30 + TURN_HEIGHT * (i // IN_ROW)
        date = next((date for scenario in scenarios if (date := scenario.date(turn))), "")
        found.append(box("now" if turn == now else "frame", x, y, TURN_WIDTH, TURN_HEIGHT))
        found.append(text("cell bold", x + TURN_WIDTH / 2, y + 20, str(turn)))
        lines = _two_lines(date)
        size = min(12.0, *(12 * (TURN_WIDTH - 6) / max(1.0, width_of(words, 12)) for words in lines))
        for k, words in enumerate(lines):
            style = f' style="font-size:{size:.1f}px"'
            found.append(text("cell", x + TURN_WIDTH / 2, y + 35 + 13 * k, words, style))
    count = last + 1 - first
    return Block("".join(found), TURN_WIDTH * min(count, IN_ROW), 30 + TURN_HEIGHT * -(-count // IN_ROW))


def _two_lines(date: str) -> tuple[str, str]:
    """Return a date in two lines; the part of the day is in the lower line."""
    words = date.split()
    return " ".join(words[:2]), " ".join(words[2:])


def scale_bar(board: Board) -> Block:
    """Draw the scale, a bar in kilometers."""
    unit = HEIGHT / board.metres * 1000
    longest = next((km for km in reversed(BARS) if km * unit <= 420), BARS[0])
    ends = [0.0, longest / 4, longest / 2, longest]
    found = []
    for i, (a, b) in enumerate(pairwise(ends)):
        fill = "#222" if i % 2 == 0 else "#fffdf6"
        found.append(box("frame", a * unit, 14, (b - a) * unit, 9, f' style="fill:{fill}"'))
    found += [text("cell", km * unit, 40, f"{km:g}") for km in ends]
    found.append(text("cell", longest * unit + 26, 40, "km"))
    return Block("".join(found), longest * unit + 40, 44)


# -- The cartouche, the Terrain Key, and the credits.


ROW = 34.0
NAME, COST, TABLE, CARS = 58.0, 232.0, 330.0, 560.0
"""The left edges of the key's columns."""
WIDTH = 730.0
FLAT = "M3,14h40"
BY_WAY = "by road or trail only"
CLOSED = ("closed", "barrage only", "closed")
LINE_HEIGHT = 20.0
TITLE = 44.0


class KeyRow(NamedTuple):
    """A row of the key: a sign of 46 by 28, its name, Movement Points, CRT line, and the rule for vehicles."""

    sign: str
    name: str
    cost: str = ""
    line: str = ""
    vehicles: str = ""


def cartouche(board: Board, scenarios: Sequence[Scenario]) -> Block:
    """Draw the board's name and scenarios in a double frame, with the scale and the arrow that points north."""
    scale = scale_bar(board)
    lines = [f"a hex is {board.metres} m from side to side", "hexes are numbered by column, then row"]
    names = list(dict.fromkeys(scenario.name for scenario in scenarios))
    if names:
        lines.insert(0, _span_of_dates(scenarios) or f"Scenarios: {', '.join(names)}")
    title = max(TITLE * 7, width_of(board.name, TITLE, bold=True) * 1.1)
    width = max(title, scale.width, *(width_of(words, 14) for words in lines)) + 190
    height = 92 + 22 * len(lines) + scale.height + 24
    turn = {"top": 0, "right": 90, "bottom": 180, "left": 270}[board.north]
    aside, down = {0: (0, -50), 90: (50, 6), 180: (0, 62), 270: (-50, 6)}[turn]
    found = [
        box("plate", 0, 0, width, height),
        box("rule", 6, 6, width - 12, height - 12),
        text("title", 32, 64, board.name),
        *(text("small", 32, 94 + 22 * i, words) for i, words in enumerate(lines)),
        moved(32, 88 + 22 * len(lines), scale.drawn),
        moved(width - 84, height / 2, _draw_compass(turn) + text("label", aside, down, "N")),
    ]
    return Block("".join(found), width, height)


def _draw_compass(turn: int) -> str:
    """Draw a compass rose of four points around 0,0; the northern point is filled."""
    points = "".join(
        f'<path class="rose" transform="rotate({turn + a})" d="M0,0L7,-10L0,-32L-7,-10z"/>\n' for a in (90, 180, 270)
    )
    return (
        f'<circle class="rule" r="38"/>\n{points}'
        f'<path transform="rotate({turn})" d="M0,0L8,-10L0,-38L-8,-10z" fill="#222"/>\n'
    )


def _span_of_dates(scenarios: Sequence[Scenario]) -> str:
    """Return the first and the last date of the scenarios, if they have any."""
    turns = [turn for scenario in scenarios for turn in (scenario.first_turn, scenario.last_turn)]
    first, last = min(turns), max(turns)
    dates = [next((date for each in scenarios if (date := each.date(turn))), "") for turn in (first, last)]
    return f"{' to '.join(dates)}, in {last + 1 - first} Game-Turns" if all(dates) else ""


def terrain_key(board: Board) -> Block:
    """Draw the key of the terrain with its costs and lines of the results table (5.2, 7.42)."""
    names = {terrain: key.name for terrain, key in TERRAIN_KEY.items()}
    rows = [
        KeyRow(_draw_swatch(terrain), names.get(terrain, "River hex"), *_key_cells(board, terrain))
        for terrain in TERRAIN_STYLE
        if terrain in board.terrain
    ]
    return _draw_table("Hexes", rows)


def hexside_key(board: Board) -> Block:
    """Draw the key of roads, hexsides and lines with costs and effects (5.2, 6.33, 7.42)."""
    return _draw_table("Roads, hexsides", [*_rows_of_ways(board), *_rows_of_hexsides(board), *_rows_of_lines(board)])


def _draw_table(heading: str, rows: Sequence[KeyRow]) -> Block:
    found = [text("head", 0, 18, heading)]
    columns = ((COST, "MP"), (TABLE, "CRT line"), (CARS, "vehicles (5.24)"))
    found += [text("small", x, 18, words) for x, words in columns]
    for i, row in enumerate(rows):
        cells = ((NAME, row.name), (COST, row.cost), (TABLE, row.line), (CARS, row.vehicles))
        words = [text("note" if x == NAME else "small", x, 20, cell) for x, cell in cells if cell]
        found.append(moved(0, 30 + ROW * i, row.sign + "".join(words)))
    return Block("".join(found), WIDTH, 30 + ROW * len(rows))


def _draw_swatch(terrain: Terrain) -> str:
    found = box(TERRAIN_STYLE[terrain], 0, 0, 46, 28)
    if terrain in SIGNS:
        found += f'<use href="#{SIGNS[terrain][0]}" transform="translate(23,14) scale(.42)"/>\n'
    if terrain in HOUSES:
        found += f'<use href="#{HOUSES[terrain]}" transform="translate(23,14) scale(.68)"/>\n'
    return found + box("hex", 0, 0, 46, 28)


def _key_cells(board: Board, terrain: Terrain) -> tuple[str, str, str]:
    entry = entry_of(terrain)
    if terrain not in TERRAIN_KEY and not river_bridges(board):
        return CLOSED
    if terrain not in TERRAIN_KEY:
        return _movement_points(entry.cost), f"on a bridge: {entry.line.value}", "on a bridge only, like all units"
    return _movement_points(entry.cost), entry.line.value, "" if entry.vehicles else BY_WAY


def _movement_points(half: int) -> str:
    """Return half Movement Points as a number of Movement Points."""
    return f"{half // 2 or ''}{'½' if half % 2 else ''}"


def _rows_of_ways(board: Board) -> Iterator[KeyRow]:
    for group, styles, row in (
        (board.roads, ("case", "road"), ("Road", _movement_points(ROAD_COST), "", "")),
        (board.trails, ("trail",), ("Trail", _movement_points(TRAIL_COST), "", "")),
        (board.railways, ("rail", "ties"), ("Railway", "no effect", "", "")),
    ):
        if group:
            yield KeyRow("".join(path(f"way {style}", FLAT) for style in styles), *row)


def _rows_of_hexsides(board: Board) -> Iterator[KeyRow]:
    more = f"+{_movement_points(STREAM_COST)}"
    rows = {
        "streams": ("Stream", more, Line.BROKEN.value, BY_WAY),
        "canals": ("Canal", more, Line.BROKEN.value, BY_WAY),
        "rivers": ("River", *CLOSED),
    }
    for key, style in WATERS:
        if getattr(board, key):
            inner = path("water canal2", FLAT) if key == "canals" else ""
            yield KeyRow(path(style, FLAT) + inner, *rows[key])
    kinds = bridge_kinds(board)
    for kind, style in BRIDGE_STYLE.items():
        if kind in kinds:
            name = "Stream bridge" if kind == "stream" else f"{kind.capitalize()} bridge"
            sign = path(style, "M8,5l6,5h18l6,-5M8,23l6,-5h18l6,5")
            yield KeyRow(sign, name, "+0", Line.GROVE.value, BY_WAY if kind == "rail" else "")
    if board.ferries:
        sign = '<circle class="ferry" cx="23" cy="14" r="8"/>\n'
        yield KeyRow(sign, "Ferry", more, "barrage only", "closed")


def _rows_of_lines(board: Board) -> Iterator[KeyRow]:
    for i, name in enumerate(board.boundaries):
        color = LINE_COLORS[i % len(LINE_COLORS)]
        yield KeyRow(f'<path class="line" stroke="{color}" d="{FLAT}"/>\n', name)
    if board.entries:
        yield KeyRow('<path class="entry" d="M5,10v8h36v-8"/>\n', "Entry hexes, with their Game-Turns (GT)")


def credits_(board: Board, width: float) -> Block:
    """Draw the board's sources and credits."""
    lines = wrap(board.source, int(width / (14 * LETTER * 0.9)))
    drawn = "".join(text("small", 0, 14 + i * LINE_HEIGHT, words) for i, words in enumerate(lines))
    return Block(drawn, width, 14 + len(lines) * LINE_HEIGHT)
