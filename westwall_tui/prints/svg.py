"""A board as an SVG picture, to print and play on or to post: every hex with its number, or a game on it.

The same board always gives the same text. Names come from files, so they are made safe.
"""

from collections.abc import Iterator, Sequence

from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Scenario
from westwall_tui.prints.counters import STYLES as COUNTER_STYLES
from westwall_tui.prints.counters import beside, counters, covered
from westwall_tui.prints.drawing import clean, moved
from westwall_tui.prints.edges import Edges
from westwall_tui.prints.geometry import Layout, sampled
from westwall_tui.prints.hexsides import boundary, crossings, hexes, waters
from westwall_tui.prints.labels import Numbers, named, taken
from westwall_tui.prints.legend import (
    Block,
    credits_,
    empty_corner,
    flow,
    hexside_key,
    results_table,
    scale_bar,
    stacked,
    terrain_key,
    title,
    turn_track,
)
from westwall_tui.prints.styles import LINE_COLOURS, PATTERNS, STYLES
from westwall_tui.prints.ways import WayLines

MARGIN, HEAD = 30.0, 92.0
NARROWEST = 800.0
"""The least width for the tables."""


def draw(board: Board, scenarios: Sequence[Scenario] = (), game: Game | None = None) -> str:
    """The whole picture. `scenarios` give entries and the turn track, `game` the units."""
    if game is not None:
        scenarios = (game.scenario,)
    edges = Edges(board, scenarios)
    layout = Layout(board, MARGIN + edges.room("left"), HEAD + edges.room("top"))
    right = layout.right + edges.room("right")
    off_map = Block("", 0, 0) if game is None else beside(game, layout.height)
    width = max(right + off_map.width, NARROWEST + MARGIN)
    corner, tables = _tables(board, scenarios, layout, game)
    below = layout.bottom + edges.room("bottom") + 24
    shown, below = flow(tables, MARGIN, max(below, layout.top + off_map.height + 40), width - MARGIN)
    owed, below = credits_(board, MARGIN, below + 44, width - MARGIN)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + MARGIN:.0f} {below + 10:.0f}">\n',
        f"<title>{clean(board.name)}</title>\n<style>{STYLES}{COUNTER_STYLES if game else ''}</style>\n",
        f"<defs>{PATTERNS}</defs>\n",
        '<rect width="100%" height="100%" fill="#fffdf6"/>\n',
        title(board, MARGIN, width),
        *_map(layout, game),
        *edges.drawn(layout),
        moved(right, layout.top, off_map.drawn) if off_map.width else "",
        corner,
        shown,
        owed,
        "</svg>\n",
    ]
    return "".join(parts)


def _map(layout: Layout, game: Game | None) -> Iterator[str]:
    ways = WayLines(layout)
    paths = [boundary(layout, chain) for chain in layout.board.boundaries.values()]
    strokes = [point for drawn in (*ways.paths(), *paths) for point in sampled(drawn)]
    numbers = Numbers(layout, strokes)
    yield from hexes(layout)
    yield from waters(layout)
    yield from ways.drawn()
    yield from crossings(layout)
    for i, drawn in enumerate(paths):
        yield f'<path class="line" stroke="{LINE_COLOURS[i % len(LINE_COLOURS)]}" d="{drawn}"/>\n'
    yield from numbers.drawn()
    room = taken(layout, numbers.boxes(), strokes)
    for box in covered(layout, game) if game else ():
        room.take(box)
    yield from (name.drawn() for name in named(layout, room))
    if game:
        yield from counters(layout, game)


def _tables(board: Board, scenarios: Sequence[Scenario], layout: Layout, game: Game | None) -> tuple[str, list[Block]]:
    """The tables for the sheet's empty corner, and those for below it."""
    table = results_table()
    track = [turn_track(scenarios, game.state.turn if game else None)] if scenarios else []
    keys = [terrain_key(board), hexside_key(board)]
    left, top, right, bottom = empty_corner(layout)
    for inside, outside in (([table, *track], []), ([table], track)):
        block = stacked(inside)
        if block.width + 8 <= right - left and block.height <= bottom - top:
            x = right - block.width if left > layout.left else left
            y = bottom - block.height if top > layout.top else top
            return moved(x, y, block.drawn), [*keys, *outside, scale_bar(board)]
    return "", [*keys, table, stacked([*track, scale_bar(board)])]
