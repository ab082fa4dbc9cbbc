"""The lowest layers: the lattice, the signs of the terrain, and the waters."""

from westwall_tui.engine.board import Hexside, Terrain
from westwall_tui.ui.map.canvas import Canvas
from westwall_tui.ui.map.geometry import FLAT, NE, NW, SE, SW
from westwall_tui.ui.map.signs import SIGNS, TERRAIN_SIGN

SLASHES = {NE: "\\", SE: "/", SW: "\\", NW: "/"}
TOWNS = (Terrain.TOWN, Terrain.CITY)
WATER, RIVER, CANAL = int(Hexside.WATER), int(Hexside.RIVER), int(Hexside.CANAL)


def draw_lattice(canvas: Canvas) -> None:
    """Slashes only: the zigzag shows the hexes, and each has its lines free."""
    for h in canvas.shown:
        for direction, char in SLASHES.items():
            for spot in canvas.size.sides[direction]:
                canvas.put(h, spot, char, "grid")


def draw_terrain(canvas: Canvas) -> None:
    """Punctuation, never a letter; towns are drawn later, over their roads."""
    size = canvas.size
    for h in canvas.shown:
        name = TERRAIN_SIGN.get(canvas.board.terrain[h])
        if name is None or canvas.board.terrain[h] in TOWNS:
            continue
        text, role = canvas.signs[name], SIGNS[name].role
        for i, spot in enumerate(size.sign[len(text)]):
            char = text[i % len(text)] if size.down == 2 else text[0]
            if char != " ":
                canvas.put(h, spot, char, role)


def draw_waters(canvas: Canvas) -> None:
    """Bands along the hexsides, and river hexes filled."""
    for h in canvas.shown:
        for direction, side in enumerate(canvas.hexsides[h]):
            if not side & WATER:
                continue
            name = "river" if side & RIVER else "canal" if side & CANAL else "stream"
            text = canvas.signs[name]
            for i, spot in enumerate(canvas.size.sides[direction]):
                char = text[i % 2] if direction in FLAT else text[4 if direction in (NE, SW) else 3]
                canvas.put(h, spot, char, name)
    for h in canvas.shown:
        if canvas.board.terrain[h] is Terrain.RIVER:
            _fill(canvas, h)


def _fill(canvas: Canvas, h: int) -> None:
    """A river hex: water in all its cells, its slashes still in sight."""
    slashes = {spot for direction in (SW, NW) for spot in canvas.size.sides[direction]}
    for y, cells in enumerate(canvas.size.owned):
        for x in cells:
            char = SLASHES[NW if y < canvas.size.down // 2 else SW] if (x, y) in slashes else canvas.signs["river"][0]
            canvas.put(h, (x, y), char, "river")
