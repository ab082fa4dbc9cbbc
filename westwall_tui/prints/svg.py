"""A board as an SVG picture, to print and play on or to post: every hex with its number, or a game on the board.

The same board always gives the same text. Names come from files and are made safe. `westwall board` writes files: a
board, a saved game or counters, as SVG or PDF.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.disk.reach import sentence
from westwall_tui.files.disk.writing import write_out
from westwall_tui.files.faults import brief, printable
from westwall_tui.files.scenarios.catalog import find_ground, load_scenario
from westwall_tui.prints.counter_sheets import counter_sheets, stacked_pages
from westwall_tui.prints.counters import beside, counters, covered
from westwall_tui.prints.drawing import Layout, Point, box, moved, sampled
from westwall_tui.prints.edges import Edges
from westwall_tui.prints.ground import boundary, crossings, ground, waters
from westwall_tui.prints.labels import HexNumbers, named, taken
from westwall_tui.prints.legend import (
    GAP,
    Block,
    cartouche,
    credits_,
    empty_corner,
    hexside_key,
    results_table,
    stacked,
    terrain_key,
    turn_track,
)
from westwall_tui.prints.sheet import PAPERS, NoPdf, Sheet, pdf
from westwall_tui.prints.styles import LINE_COLORS
from westwall_tui.prints.ways import WayLines

FRAME = 24.0
"""The distance from the edge of the sheet to its frame."""
MARGIN = 52.0
"""The distance from the edge of the sheet to the contents of its frame."""


def draw(board: Board, scenarios: Sequence[Scenario] = (), game: Game | None = None) -> str:
    """Return the whole picture as SVG. `scenarios` provide entries and the turn track, `game` the units."""
    return board_sheet(board, scenarios, game).svg()


def board_sheet(board: Board, scenarios: Sequence[Scenario] = (), game: Game | None = None) -> Sheet:
    """Draw a board, or a game on it, in its frame: cartouche and turns above the map, keys and tables below."""
    if game is not None:
        scenarios = (game.scenario,)
    edges = Edges(board, scenarios)
    plate = cartouche(board, scenarios)
    track = turn_track(scenarios, game.state.turn if game else None) if scenarios else Block("", 0, 0)
    inside = _find_corner(Layout(board, 0, 0), plate) is not None
    head = max(track.height, 0 if inside else plate.height)
    layout = Layout(board, MARGIN + edges.room("left"), MARGIN + head + GAP / 2 + edges.room("top"))
    at = _find_corner(layout, plate) or (MARGIN, MARGIN)
    right = layout.right + edges.room("right")
    off_map = Block("", 0, 0) if game is None else beside(game, layout.height)
    keys = terrain_key(board), hexside_key(board)
    narrowest = max(
        plate.width + GAP + track.width, 2 * results_table().width + GAP, keys[0].width + GAP + keys[1].width
    )
    width = max(right + off_map.width - MARGIN, narrowest)
    below = max(layout.bottom + edges.room("bottom"), layout.top + off_map.height) + GAP / 2
    columns, bottom = _lay_out_columns(board, keys, width)
    height = below + bottom + MARGIN
    drawn = (
        box("border", FRAME, FRAME, width + 2 * (MARGIN - FRAME), height - 2 * FRAME),
        box("rule", FRAME + 7, FRAME + 7, width + 2 * (MARGIN - FRAME) - 14, height - 2 * FRAME - 14),
        moved(*at, plate.drawn),
        moved(MARGIN if inside else MARGIN + width - track.width, MARGIN, track.drawn),
        *_draw_map(layout, game),
        *edges.drawn(layout),
        moved(right, layout.top, off_map.drawn) if off_map.width else "",
        moved(MARGIN, below, columns),
    )
    return Sheet(board.name, "".join(drawn), width + 2 * MARGIN, height)


def _draw_map(layout: Layout, game: Game | None) -> Iterator[str]:
    ways = WayLines(layout)
    paths = [boundary(layout, chain) for chain in layout.board.boundaries.values()]
    strokes = [point for drawn in (*ways.paths(), *paths) for point in sampled(drawn)]
    numbers = HexNumbers(layout, strokes)
    yield from ground(layout)
    yield from waters(layout)
    yield from ways.drawn()
    yield from crossings(layout)
    for i, drawn in enumerate(paths):
        yield f'<path class="line" stroke="{LINE_COLORS[i % len(LINE_COLORS)]}" d="{drawn}"/>\n'
    yield from numbers.drawn()
    room = taken(layout, numbers.boxes(), strokes)
    for box_ in covered(layout, game) if game else ():
        room.take(box_)
    yield from (name.drawn() for name in named(layout, room))
    if game:
        yield from counters(layout, game)


def _find_corner(layout: Layout, block: Block) -> Point | None:
    """Return the place for a block in the sheet's empty corner; None if there is not enough room."""
    left, top, right, bottom = empty_corner(layout)
    if block.width + GAP > right - left or block.height + GAP > bottom - top:
        return None
    x = right - block.width if left > layout.left else left
    return x, bottom - block.height if top > layout.top else top


def _lay_out_columns(board: Board, keys: Sequence[Block], width: float) -> tuple[str, float]:
    """Return two columns of equal width: keys, results table and credits, in the most balanced order."""
    half = (width - GAP) / 2
    blocks = [*keys, results_table(half), credits_(board, half)]
    choices = []
    for picked in range(1, 1 << (len(blocks) - 1)):
        left = [block for i, block in enumerate(blocks) if not picked >> i & 1 or i == 0]
        columns = stacked(left), stacked(block for block in blocks if block not in left)
        choices.append((max(column.height for column in columns), picked, columns))
    height, _, (first, second) = min(choices, key=lambda each: each[:2])
    return first.drawn + moved(half + GAP, 0, second.drawn), height


HEX_MM = 16.0
"""The width of a hex on the printed sheets, from side to side."""


def draw_files(options: argparse.Namespace) -> str:
    """Draw the files. Return a sentence on what went wrong, or an empty string. Raises `FileError`."""
    name = ""
    try:
        for name, content in _draw_files(options):
            write_out(Path(name), content)
    except NoPdf as error:
        return f"westwall board: {error}"
    except OSError as error:
        return printable(f"{brief(name)} cannot be written: {sentence(error)}")
    return ""


def _draw_files(options: argparse.Namespace) -> Iterator[tuple[str, str | bytes]]:
    """Yield the files by name, each drawn when it is needed."""
    if options.counters:
        sheets = _sheets_of_counters(options)
        picture = stacked_pages(f"{options.board}: counters", sheets).svg(options.hex or HEX_MM)
    else:
        sheets = [_sheet_of_board(options)]
        picture = sheets[0].svg(options.hex)
    if options.svg is not None:
        yield options.svg, picture
    if options.pdf is not None:
        yield options.pdf, pdf(sheets, options.hex or HEX_MM, PAPERS.get(options.paper))


def _sheets_of_counters(options: argparse.Namespace) -> list[Sheet]:
    """Draw the counters of a battle, or of one scenario."""
    scenarios = find_ground(options.board)[1] or [load_scenario(options.board)]
    name = scenarios[0].battle or scenarios[0].name
    return counter_sheets(name, scenarios, options.hex or HEX_MM, PAPERS.get(options.paper, PAPERS["a4"]))


def _sheet_of_board(options: argparse.Namespace) -> Sheet:
    if options.save is None:
        return board_sheet(*find_ground(options.board))
    from westwall_tui.files.saves.catalog import find_save
    from westwall_tui.files.saves.file import read_save

    game = read_save(find_save(options.save)).game
    return board_sheet(game.scenario.board, game=game)
