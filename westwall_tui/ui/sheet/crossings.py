"""Bridges and ferries on the drawing."""

from collections.abc import Iterator

from westwall_tui.engine.board import Board, Hexside, Terrain
from westwall_tui.ui.sheet.elements import Point, clean, line, path, text
from westwall_tui.ui.sheet.geometry import HEIGHT, Layout, between
from westwall_tui.ui.sheet.styles import BRIDGE_STYLE


def bridge_kind(board: Board, a: int, b: int) -> str:
    """The kind of the bridge between two hexes: as the board lists it, else after the water that a way crosses."""
    listed = [bridge.kind for bridge in board.bridges if set(bridge.pair) == {a, b}]
    if listed:
        return listed[0]
    lies = board.hexside(a, b)
    return "highway" if lies & Hexside.RIVER else "canal" if lies & Hexside.CANAL else "stream"


def bridges(board: Board) -> list[tuple[int, int]]:
    """The hexsides that are bridges."""
    return [
        (h, n)
        for h, row in enumerate(board.hexsides)
        for n, lies in zip(board.grid.neighbours[h], row, strict=True)
        if h < n and lies & Hexside.BRIDGE
    ]


def river_bridges(board: Board) -> list[tuple[int, int]]:
    """Where a road or trail comes onto a river hex."""
    return [
        (h, n)
        for h, row in enumerate(board.hexsides)
        for n, lies in zip(board.grid.neighbours[h], row, strict=True)
        if board.terrain[h] is Terrain.RIVER and lies & Hexside.WAY
    ]


def bridge_kinds(board: Board) -> set[str]:
    """The kinds of bridges that the board has."""
    return {bridge_kind(board, a, b) for a, b in bridges(board)} | {"highway" for _ in river_bridges(board)}


def drawn(layout: Layout) -> Iterator[str]:
    """The bridges, then the ferries."""
    board = layout.board
    for a, b in bridges(board):
        yield _bridge(layout, BRIDGE_STYLE[bridge_kind(board, a, b)], a, b)
    for h, n in river_bridges(board):
        yield _bridge(layout, BRIDGE_STYLE["highway"], h, n)
    for ferry in board.ferries:
        x, y = between(*layout.side(*ferry.pairs[0]))
        title = f"<title>{clean(ferry.name)}</title>"
        yield f'<circle class="ferry" cx="{x:.1f}" cy="{y:.1f}" r="8">{title}</circle>\n'
        yield text("number", x, y + 4, "F")


def _bridge(layout: Layout, style: str, a: int, b: int) -> str:
    """The parapets of a bridge: a line on either side of the way, splayed at the ends."""
    (x1, y1), (x2, y2) = layout.centre(a), layout.centre(b)
    ux, uy = (x2 - x1) / HEIGHT, (y2 - y1) / HEIGHT
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2

    def at(along: float, across: float) -> Point:
        return mx + ux * along - uy * across, my + uy * along + ux * across

    parapets = (line(at(x, y * side) for x, y in ((-14, 10), (-9, 6), (9, 6), (14, 10))) for side in (1, -1))
    return path(style, "".join(parapets))
