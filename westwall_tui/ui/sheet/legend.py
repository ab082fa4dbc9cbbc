"""What surrounds a drawn board: the styles, the title, the north arrow, the legend and the credits."""

from collections.abc import Iterator
from textwrap import wrap
from xml.sax.saxutils import escape

from westwall_tui.engine.board import TERRAIN_KEY, Board, Hexside, Terrain

STYLES = """
text{font-family:"DejaVu Sans",Verdana,Arial,sans-serif;fill:#222}
.hex{stroke:#8d8672;stroke-opacity:.55;stroke-width:1}
.clear{fill:#f6f1e0}.mixed{fill:url(#mixed)}.grove{fill:url(#grove)}.woods{fill:url(#woods)}
.broken{fill:url(#broken)}.rough{fill:url(#rough)}.town{fill:#b9aca4}.city{fill:#9a8a86}.sea{fill:#86b4d8}
.water{fill:none;stroke:#3f86c4;stroke-width:5;stroke-linecap:round;stroke-linejoin:round}
.canal{stroke:#2d5fa8;stroke-width:6}.canal2{stroke:#cfe3f5;stroke-width:2;stroke-dasharray:8 7}
.river{stroke:#2f74b8;stroke-width:12}
.way{fill:none;stroke-linecap:round;stroke-linejoin:round}
.case{stroke:#54331f;stroke-width:7}.road{stroke:#e7b65c;stroke-width:4}
.trail{stroke:#54331f;stroke-width:3;stroke-dasharray:7 5}
.rail{stroke:#333;stroke-width:1.6}.ties{stroke:#333;stroke-width:7;stroke-dasharray:1.6 9;stroke-linecap:butt}
.bridge{fill:none;stroke:#111;stroke-width:2.5;stroke-linejoin:round}
.cn{stroke:#12398a}.rl{stroke-dasharray:4 2.5}.st{stroke-width:1.6;stroke:#444}
.ferry{fill:#fff;stroke:#12398a;stroke-width:2}
.number{font-size:10.5px;fill:#555;text-anchor:middle}
.name{font-size:12.5px;text-anchor:middle;font-weight:bold}
.big{font-size:17px}.relief{font-weight:normal;font-style:italic;fill:#5a3b12}
.blue{font-weight:normal;font-style:italic;fill:#12508f}
.halo{stroke:#fffdf4;stroke-opacity:.85;stroke-width:3.5;stroke-linejoin:round;paint-order:stroke}
.area{fill:none;stroke-width:3.5;stroke-linecap:round;stroke-dasharray:10 7}
.line{fill:none;stroke-width:7;stroke-linecap:round;stroke-opacity:.85;stroke-dasharray:16 11}
.label{font-size:15px;font-weight:bold;text-anchor:middle}
.title{font-size:34px;font-weight:bold}.note{font-size:17px}
"""

PATTERNS = """
<pattern id="mixed" width="16" height="16" patternUnits="userSpaceOnUse"><rect width="16" height="16" fill="#e9ecc9"/>
<path d="M3,5h2M11,12h2M12,3h1" stroke="#93a25f" stroke-width="2"/></pattern>
<pattern id="grove" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="20" height="20" fill="#d3e2b0"/>
<path d="M6,9l4,-7l4,7z" fill="#7fa35c"/></pattern>
<pattern id="woods" width="16" height="14" patternUnits="userSpaceOnUse"><rect width="16" height="14" fill="#a9c98d"/>
<path d="M1,6l3,-5l3,5zM9,13l3,-5l3,5z" fill="#6f9c58"/></pattern>
<pattern id="broken" width="18" height="14" patternUnits="userSpaceOnUse"><rect width="18" height="14" fill="#ead3a6"/>
<path d="M2,9l4,-5l4,5M10,13l3,-4l3,4" fill="none" stroke="#b08a4a" stroke-width="1.4"/></pattern>
<pattern id="rough" width="14" height="12" patternUnits="userSpaceOnUse"><rect width="14" height="12" fill="#d2ab78"/>
<path d="M1,6l3,-5l3,5zM8,12l3,-5l3,5z" fill="#8f6434"/></pattern>
"""

TERRAIN_STYLE = {
    Terrain.CLEAR: "clear",
    Terrain.MIXED: "mixed",
    Terrain.GROVE: "grove",
    Terrain.WOODS: "woods",
    Terrain.BROKEN: "broken",
    Terrain.ROUGH: "rough",
    Terrain.TOWN: "town",
    Terrain.CITY: "city",
    Terrain.RIVER: "sea",
}
WATERS = (("streams", "water"), ("canals", "water canal"), ("rivers", "water river"))
AREA_COLOURS = ("#8a1f6d", "#1d6f6a", "#a2491a", "#3a3a9a", "#5d6b12", "#7a1d1d")
LINE_COLOURS = ("#c41e2a", "#7a2fb5", "#0b7a53")
BRIDGE_STYLE = {"highway": "bridge", "canal": "bridge cn", "rail": "bridge rl", "stream": "bridge st"}
"""A bridge over a stream is none of the booklet's kinds."""

LINE_HEIGHT = 24
LETTER = 9.4
"""How wide a letter of the notes is, on average."""
SIGN, COLUMN = 56, 105
"""Room for a sign of the legend; each takes one column or several."""


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


def title(board: Board, width: float) -> str:
    """The board's name and scale, and the arrow to the north."""
    turn = {"top": 0, "right": 90, "bottom": 180, "left": 270}[board.north]
    scale = f"a hex is {board.metres} m from side to side"
    return (
        f'<text class="title" x="30" y="48">{escape(board.name)}</text>'
        f'<text class="note" x="30" y="74">{scale}; hexes are numbered column, then row</text>'
        f'<g transform="translate({width - 70:.1f},46)"><path transform="rotate({turn})" '
        'd="M0,-26L9,22L0,12L-9,22z" fill="#222"/>'
        f'<text class="label" x="{_aside(turn)}" y="{6 if turn % 180 == 0 else 28}">N</text></g>\n'
    )


def _aside(turn: int) -> int:
    return 24 if turn % 180 == 0 else 0


def legend(board: Board, left: float, top: float, width: float) -> tuple[str, float]:
    """The signs that the board uses, and where the legend ends."""
    found = []
    x, y = left, top
    for sign, words in _signs(board):
        needed = (SIGN + LETTER * len(words) + 15) // COLUMN * COLUMN + COLUMN
        if x > left and x + needed > left + width:
            x, y = left, y + 40
        place = f"translate({x:.1f},{y:.1f})"
        text = f'<text class="note" x="{SIGN}" y="20">{escape(words)}</text>'
        found.append(f'<g transform="{place}">{sign}{text}</g>\n')
        x += needed
    return "".join(found), y + 40


def _signs(board: Board) -> Iterator[tuple[str, str]]:
    """What the board shows: a drawing of 46 by 28, and its name."""
    for terrain, style in TERRAIN_STYLE.items():
        if terrain in board.terrain:
            name = TERRAIN_KEY[terrain].name if terrain in TERRAIN_KEY else "River hex"
            yield f'<rect class="hex {style}" width="46" height="28"/>', name
    flat = "M3,14h40"
    for group, styles, name in (
        (board.roads, ("case", "road"), "Road"),
        (board.trails, ("trail",), "Trail"),
        (board.railways, ("rail", "ties"), "Railway"),
    ):
        if group:
            yield "".join(f'<path class="way {style}" d="{flat}"/>' for style in styles), name
    for (key, style), name in zip(WATERS, ("Stream", "Canal", "River"), strict=True):
        if getattr(board, key):
            extra = f'<path class="water canal2" d="{flat}"/>' if key == "canals" else ""
            yield f'<path class="{style}" d="{flat}"/>{extra}', name
    kinds = {bridge_kind(board, a, b) for a, b in bridges(board)} | {"highway" for _ in river_bridges(board)}
    for kind, style in BRIDGE_STYLE.items():
        if kind in kinds:
            yield f'<path class="{style}" d="M8,5l6,5h18l6,-5M8,23l6,-5h18l6,5"/>', _bridge_name(kind)
    if board.ferries:
        yield '<circle class="ferry" cx="23" cy="14" r="8"/>', "Ferry"
    for i, name in enumerate((*board.areas, *board.entries)):
        words = f"Entry {name}" if name in board.entries else name
        yield f'<path class="area" stroke="{AREA_COLOURS[i % 6]}" d="{flat}"/>', words
    for i, name in enumerate(board.boundaries):
        yield f'<path class="line" stroke="{LINE_COLOURS[i % 3]}" d="{flat}"/>', name


def _bridge_name(kind: str) -> str:
    return "Bridge over a stream" if kind == "stream" else f"{kind.capitalize()} bridge"


def credits_(board: Board, left: float, top: float, width: float) -> tuple[str, float]:
    """Where the board comes from and what it owes, line by line, and where that ends."""
    lines = wrap(board.source, int(width / LETTER))
    text = "".join(
        f'<text class="note" x="{left:.1f}" y="{top + i * LINE_HEIGHT:.1f}">{escape(line)}</text>\n'
        for i, line in enumerate(lines)
    )
    return text, top + len(lines) * LINE_HEIGHT
