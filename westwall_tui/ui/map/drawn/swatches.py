"""The signs of the legend as the drawn map shows them, on an invented board of a few hexes."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from westwall_tui.engine.board import Board, Hexsides, Path
from westwall_tui.engine.hexgrid import NOWHERE, HexGrid
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.drawn.glyphs import Drawing
from westwall_tui.ui.map.drawn.layers import Traces
from westwall_tui.ui.map.drawn.window import DrawnWindow, Scene
from westwall_tui.ui.map.geometry import MIDDLE
from westwall_tui.ui.map.hexes.counters import Token
from westwall_tui.ui.map.hexes.marks import Contents
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.signs import DONE, HELD, JOINED, OBLIGED, OFFERED, OPEN, READY, SIGNS, UNICODE

CLEAR = ("...", "...", "...")
HERE, BELOW = "0202", "0203"
"""The hex that is shown, and the hex below it, across the side with waters."""
WAY, BAND = "0201 0202 0203", "0202/0203"
UNIT = Token("INF", (5, 5), "1/39", "5-5-7", "us")
NOTHING = Scene({}, {}, (), {}, Traces())
MARKED = ("reach", "path", "pinned", "legal", "through", "closed")
OVERLAID = ("zone_small", "zone_capital", "enemy_reach", "line_cut", "front", "gap", "lost", "counts", "owner", "plan")
LAID = (*OVERLAID, "moved_in", "fought", "taken", "loss")
STATES = {
    "ready": READY, "done": DONE, "obliged": OBLIGED, "offered": OFFERED, "joined": JOINED, "held": HELD, "open": OPEN,
}  # fmt: skip
WIDTH = 5
"""Cells of a swatch."""
BESIDE = {**dict.fromkeys((*STATES, "several", "line_open"), "ready"), "ready": "obliged"}
"""By the name of a counter's sign, a state to compare with. The cells that differ show the sign."""

Lines = Sequence[Sequence[tuple[str, str]]]
"""The lines of a hex, cell by cell: character and role."""


def specimen(
    terrain: Sequence[str],
    *,
    roads: Iterable[str] = (),
    trails: Iterable[str] = (),
    railways: Iterable[str] = (),
    streams: Iterable[str] = (),
    canals: Iterable[str] = (),
    rivers: Iterable[str] = (),
    ferries: Iterable[str] = (),
) -> Board:
    """Return a small board from its rows, one character per hex as in board files.

    Ways are written `0101 0102`, waters `0101/0102`.
    """
    grid = HexGrid(len(terrain[0]), len(terrain), len(terrain))

    def paths(texts: Iterable[str]) -> tuple[Path, ...]:
        return tuple(Path("", tuple(map(grid.parse, text.split())), (False, False)) for text in texts)

    def chains(texts: Iterable[str]) -> tuple[Hexsides, ...]:
        pairs = (tuple(tuple(map(grid.parse, word.split("/"))) for word in text.split()) for text in texts)
        return tuple(Hexsides("", tuple((a, b) for a, b in each)) for each in pairs)

    return Board(
        name="specimen",
        grid=grid,
        terrain=tuple(Terrain(terrain[row - 1][column - 1]) for column, row in grid.positions),
        roads=paths(roads),
        trails=paths(trails),
        railways=paths(railways),
        streams=chains(streams),
        canals=chains(canals),
        rivers=chains(rivers),
        ferries=chains(ferries),
    )


def scenes() -> Mapping[str, tuple[Board, Scene]]:
    """Return, by the name of a sign, a board and its contents. The sign is in the hex `HERE`."""
    plain = specimen(CLEAR)
    h = plain.hex(HERE)

    def here(board: Board = plain, **what: object) -> tuple[Board, Scene]:
        return board, NOTHING._replace(shown={h: Contents(**what)})  # type: ignore[arg-type]

    found: dict[str, tuple[Board, Scene]] = {"clear": (plain, NOTHING)}
    for terrain in Terrain:
        name = terrain.name.lower()
        if name in SIGNS and terrain is not Terrain.CLEAR:
            found[name] = specimen((CLEAR[0], f".{terrain.value}.", CLEAR[2])), NOTHING
    found["road"] = specimen(CLEAR, roads=[WAY]), NOTHING
    found["trail"] = specimen(CLEAR, trails=[WAY]), NOTHING
    found["railway"] = specimen(CLEAR, railways=[WAY]), NOTHING
    wet = specimen(CLEAR, rivers=[BAND])
    found["river"], found["canal"] = (wet, NOTHING), (specimen(CLEAR, canals=[BAND]), NOTHING)
    found["stream"] = specimen(CLEAR, streams=[BAND]), NOTHING
    found["ferry"] = specimen(CLEAR, rivers=[BAND], ferries=[BAND]), NOTHING
    crossed = specimen(CLEAR, rivers=[BAND], roads=[WAY])
    found["bridge"] = crossed, NOTHING
    pair = h, plain.hex(BELOW)
    found |= {name: (crossed, NOTHING._replace(gates={pair: name})) for name in ("laid", "wired", "blown")}
    found["line"] = plain, NOTHING._replace(borders=(pair,))
    found["entry"] = here(note=(UNICODE["entry"][:2], "entry"))
    found["drop"], found["objective"] = here(note=("DZ", "entry")), here(note=("$", "objective"))
    found |= {name: here(token=UNIT._replace(state=state)) for name, state in STATES.items()}
    found["wet"] = here(wet, token=UNIT)
    found["beside"] = here(specimen((CLEAR[0], ".f.", CLEAR[2])), token=UNIT, over=("z", "zone"))
    found["several"] = here(token=UNIT._replace(units=2))
    found |= {name: here(mark=(SIGNS[name].ascii, SIGNS[name].role)) for name in MARKED}
    found |= {name: here(over=(SIGNS[name].ascii, SIGNS[name].role)) for name in LAID}
    found["path"] = plain, found["path"][1]._replace(traces=Traces(way=(plain.hex("0201"), h)))
    in_line = here(token=UNIT, over=(SIGNS["line_open"].ascii, SIGNS["line_open"].role))[1]
    found["line_open"] = plain, in_line._replace(traces=Traces(lines=((h, plain.hex("0201")),)))
    found["cursor"] = plain, NOTHING
    return found


@lru_cache(maxsize=2)
def swatches(drawing: Drawing) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return, by the name of a sign, the cells that show the sign: the most distinctive line of its hex."""
    shown = {name: _lines_of_hex(board, scene, drawing, name) for name, (board, scene) in scenes().items()}
    return {name: _telling_line(lines, shown[BESIDE.get(name, "clear")]) for name, lines in shown.items()}


def _telling_line(lines: Lines, plain: Lines) -> Sequence[tuple[str, str]]:
    """Return the line in which the most ASCII characters, or else cells, differ from a hex without the sign."""

    def tells(i: int) -> tuple[int, int, int]:
        strange = [(cell, other) for cell, other in zip(lines[i], plain[i], strict=True) if cell != other]
        written = [char for (char, _), (other, _) in strange if char != other and char.isascii() and char != " "]
        return len(written), len(strange), i

    return lines[max(range(len(lines)), key=tells)]


def _lines_of_hex(board: Board, scene: Scene, drawing: Drawing, name: str) -> Lines:
    """Return the lines of the hex that is shown."""
    picture, h = Picture(board, MIDDLE), board.hex(HERE)
    window = DrawnWindow(picture, drawing)
    window.show(scene, h if name == "cursor" else NOWHERE)
    x, y = picture.origin(h)
    return [window.line(line)[x : x + WIDTH] for line in range(y, y + MIDDLE.down)]
