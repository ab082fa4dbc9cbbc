"""A position on the drawn board: the layers over its blocks, and the texts in its cells.

Layers are kept by line, so that a step of the cursor or of a unit repaints only the lines that differ.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, pairwise, takewhile
from typing import NamedTuple

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Hexside
from westwall_tui.engine.units import Kind
from westwall_tui.ui.map.drawn.colors import Color
from westwall_tui.ui.map.drawn.glyphs import Drawing, PaintedCell
from westwall_tui.ui.map.drawn.labels import (
    LABEL,
    OFF,
    SHADE,
    STEP,
    WATERS,
    ground_of,
    ground_under,
    is_ground,
    is_lattice,
    is_most,
    plain,
    two_of,
)
from westwall_tui.ui.map.drawn.sheet import Block, DrawnSheet
from westwall_tui.ui.map.drawn.texts import LINE, NAME, OTHER, PRINT, UNIT, HexSigns, HexText, HexTexts, Placed
from westwall_tui.ui.map.geometry import NE, NW, SE, SW, N, S
from westwall_tui.ui.map.hexes.marks import Contents
from westwall_tui.ui.map.hexes.numbers import BESIDE, Covers, columns_on_roads
from westwall_tui.ui.map.hexes.numbers import BRIDGE as BRIDGE_COST
from westwall_tui.ui.map.names import Covered
from westwall_tui.ui.map.names import Placed as PlacedName
from westwall_tui.ui.map.signs import NAMED, OPEN, SIGNS

BRIDGE, FERRY = int(Hexside.BRIDGE), int(Hexside.FERRY)
BOARD, REGIONS, TRACES, CURSOR = LAYERS = ("board", "regions", "traces", "cursor")
"""Layers of blocks, from below: borders and crossings; rims; lines from hex to hex; the cursor."""
GATES, PRINTS, LINES, NAMES, HEXES = TEXTS = ("gates", "prints", "lines", "names", "hexes")
"""Layers of texts, from below; lines are those from names to their places."""
THIN = "│"
CROSSINGS = tuple(LABEL[name] for name in ("bridge", "laid", "ferry", "wired"))
"""Labels that no name may cover."""

BlockLayer = dict[int, dict[int, int]]
"""Labels by line and column of blocks."""
TextLayer = dict[int, dict[int, HexText]]


class Traces(NamedTuple):
    """Lines from hex to hex, and other facts of a position that the map draws."""

    way: Sequence[int] = ()
    """The path that a unit would take."""
    lines: Sequence[Sequence[int]] = ()
    """Lines of communication."""
    front: Sequence[int] = ()
    """The front, hex by hex."""
    objectives: Sequence[Sequence[int]] = ()
    """The hexes of each place that is worth points."""
    lit: Collection[int] = ()
    """Hexes that a unit could have reached before its move. For a moment after the move all other hexes stay dark."""


class Layers:
    """The layers of a sheet. Each `show_` method returns the lines of cells that it changes."""

    def __init__(self, sheet: DrawnSheet, drawing: Drawing) -> None:
        self.sheet, self.colors = sheet, drawing.colors
        self._darkens = drawing.darkens
        self._texts_of = HexTexts(sheet.picture, sheet.blocks, Covers(self._cost_of_cover, self._cost_beside))
        self._blocks: dict[str, BlockLayer] = {name: {} for name in LAYERS}
        self._texts: dict[str, TextLayer] = {name: {} for name in TEXTS}
        self._tints = [0] * len(sheet.board.terrain)
        self._counted: frozenset[int] = frozenset()
        """The hexes that a counter nearly covers; the visible part of their ground has no lattice."""
        self._lit_water: dict[int, set[int]] = {}
        """By line of blocks, the columns of bright water at the rim of a reach, so that both banks have one color."""
        self._crossed: frozenset[Block] = frozenset()
        """The cells of ferries, and of crossings that are not as printed."""
        self._cursor_cells: frozenset[Block] = frozenset()
        self._cursor = NOWHERE
        self._shown: Mapping[int, Contents] = {}
        self._firm: Mapping[int, list[Placed]] = {}
        self._placed: Mapping[int, list[Placed]] = {}

    # -- what is shown

    def show_board(
        self, gates: Mapping[tuple[int, int], str], borders: Iterable[tuple[int, int]], kinds: Mapping[int, Kind]
    ) -> set[int]:
        """Show crossings that are not as printed, named lines, and by hex the kinds of units."""
        self._texts_of.gates, self._texts_of.kinds = {**self._ferries(), **gates}, kinds
        layer: BlockLayer = {}
        for a, b in borders:
            _lay(layer, self._border_dots(a, b), LABEL["border"])
        for (a, b), name in self._texts_of.gates.items():
            if name == "blown":
                for x, y in self.sheet.bridge(a, b):
                    layer.setdefault(y, {})[x] = self.sheet.without_bridge(x, y)
            else:
                _lay(layer, self.sheet.bridge(a, b), LABEL[name if name in LABEL else "bridge"])
        changed = self._change(BOARD, layer) | self._write(GATES, self._texts_of.crossings())
        high = self.sheet.high
        laid = ((x // 2, y // high) for y, row in layer.items() for x, label in row.items() if label in CROSSINGS)
        letters = ((x, y) for y, row in self._texts[GATES].items() for x in row)
        self._crossed = frozenset((*laid, *letters))
        return changed

    def show_hexes(self, shown: Mapping[int, Contents], traces: Traces) -> set[int]:
        """Show counters, marks and overlays, and the lines from hex to hex."""
        self._shown = {**dict.fromkeys(self.sheet.picture.entries, Contents()), **shown}
        self._firm = {h: self._texts_of.firm(h, what) for h, what in self._shown.items()}
        counted = frozenset(h for h, what in shown.items() if what.token is not None and not self.sheet.large)
        old, self._counted = self._counted, counted
        return self._lines_of(old ^ counted) | self._tint_and_rim(shown, traces) | self._draw_traces(traces)

    def signs(self, h: int, taken: Collection[Block]) -> HexSigns:
        """Return the signs of a hex; `taken` has the cells of names."""
        return self._texts_of.signs(h, self._shown[h], taken)

    @property
    def hexes(self) -> Collection[int]:
        """The hexes that may have texts."""
        return self._shown

    def show_texts(self, names: Iterable[PlacedName], signs: Mapping[int, HexSigns]) -> set[int]:
        """Show names, counters and signs."""
        self._placed = {h: [*texts, *(signs[h].texts if h in signs else ())] for h, texts in self._firm.items()}
        changed = self._write(HEXES, (each for texts in self._placed.values() for each in texts))
        changed |= {y for _, y in self._cursor_cells}  # letters that come or go change the other cells of the cursor
        return changed | self._show_names(names) | self._write(PRINTS, self._printed_numbers())

    def _show_names(self, names: Iterable[PlacedName]) -> set[int]:
        """Show names. Thin lines in the same ink lead to their places; wide lines would look like ways."""
        lines, letters = list[Placed](), list[Placed]()
        for each in names:
            ink = "name" if each.place is not None else "water"
            lines += [(x, y, HexText(THIN, ink, False, LINE)) for x, y in each.line]
            cells = zip(each.letters, each.name, strict=True)
            letters += [(x, y, HexText(char, ink, True, NAME)) for (x, y), char in cells]
        return self._write(LINES, lines) | self._write(NAMES, letters)

    def show_cursor(self, h: int) -> set[int]:
        """Show the cursor as brackets at the left and at the right of a hex; with `NOWHERE`, hide it."""
        if h == NOWHERE:
            old, self._cursor_cells = self._cursor_cells, frozenset()
            return self._change(CURSOR, {}) | {y for _, y in old}
        sheet, size = self.sheet, self.sheet.picture.size
        ox, oy = sheet.origin(h)
        cx, cy = sheet.picture.origin(h)
        spots = [spot for d in (NE, SE, SW, NW) for spot in size.sides[d]] if sheet.large else size.cursor
        cells = frozenset((cx + x, cy + y) for x, y in spots)
        layer: BlockLayer = {}
        for direction in (NE, SE, SW, NW):
            outward = -1 if direction in (SW, NW) else 1
            for x, y in sheet.rims[direction]:
                for aside in range(3 if sheet.large else 1 if self._shown.get(h, Contents()).token else 2):
                    at = ox + x + outward * aside, oy + y
                    inside = 0 <= at[0] < sheet.width and 0 <= at[1] < sheet.height
                    if inside and (at[0] // 2, at[1] // sheet.high) in cells:
                        layer.setdefault(at[1], {})[at[0]] = LABEL["cursor"]
        old, self._cursor_cells, self._cursor = self._cursor_cells, cells, h
        return self._change(CURSOR, layer) | {y for _, y in old ^ cells}

    @property
    def _cursor_rings_counter(self) -> bool:
        return self._shown.get(self._cursor, Contents()).token is not None

    @property
    def covered(self) -> Covered:
        """The cells that no name may cover: those of counters, notes, bridges and ferries."""
        texts = [each for texts in self._firm.values() for each in texts]
        counters = frozenset((x, y) for x, y, text in texts if text.kind == UNIT)
        return Covered(frozenset((*self.sheet.bridged, *self._crossed, *((x, y) for x, y, _ in texts))), counters)

    def _cost_of_cover(self, cell: Block) -> int:
        """Return the cost of covering a cell with a number."""
        return BRIDGE_COST if cell in self._crossed else self.sheet.cost_of_cover(cell)

    def _cost_beside(self, cell: Block) -> int:
        """Return the cost of a number right beside a cell."""
        return BESIDE["bridge"] if cell in self._crossed or cell in self.sheet.bridged else 0

    # -- layers

    def _change(self, name: str, layer: BlockLayer) -> set[int]:
        old, self._blocks[name] = self._blocks[name], layer
        return {y // self.sheet.high for y in {*old, *layer} if old.get(y) != layer.get(y)}

    def _write(self, name: str, placed: Iterable[Placed]) -> set[int]:
        layer: TextLayer = {}
        for x, y, text in placed:
            layer.setdefault(y, {})[x] = text
        old, self._texts[name] = self._texts[name], layer
        return {y for y in {*old, *layer} if old.get(y) != layer.get(y)}

    def _ferries(self) -> dict[tuple[int, int], str]:
        """Return the ferries of the board, by their two hexes."""
        picture, found = self.sheet.picture, {}
        for h in picture.shown:
            for d in (NE, SE, S):
                n, side = self.sheet.board.grid.neighbors[h][d], picture.hexsides[h][d]
                if n != NOWHERE and side & FERRY and not side & BRIDGE:
                    found[min(h, n), max(h, n)] = "ferry"
        return found

    def _border_dots(self, a: int, b: int) -> Iterable[Block]:
        """Return the dots of a named line along the side between two hexes."""
        sheet, direction = self.sheet, self.sheet.board.grid.direction(a, b)
        (ax, ay), (bx, by) = sheet.side(a, direction)
        spots = sheet.line((ax, ay - 0.5), (bx, by - 0.5), sheet.half("border"))
        flat = direction in (N, S)
        return ((x, y) for x, y in sheet.on_ground(spots) if (x if flat else y) % 3 != 2)

    def _tint_and_rim(self, shown: Mapping[int, Contents], traces: Traces) -> set[int]:
        """Tint the reach, the enemy's reach and the front. Draw rims around them, and the lines of zones."""
        over: dict[str, set[int]] = {}
        reach, legal, lit = set(), set(), set()
        for h, what in shown.items():
            if what.over is not None:
                over.setdefault(what.over[0].strip(), set()).add(h)
            if what.mark is not None:
                text, role = what.mark
                if text.strip() == OPEN and role == "reach":
                    legal.add(h)
                elif text == NAMED:  # this mark says nothing about a reach
                    lit.add(h)
                elif role in ("reach", "path") or text.removesuffix(NAMED) == SIGNS["through"].ascii:
                    reach.add(h)
                elif role != "faint":
                    lit.add(h)
        small = {h for text, hexes in over.items() if set(text) <= {"z", "Z"} and "z" in text for h in hexes}
        capital = {h for text, hexes in over.items() if set(text) <= {"z", "Z"} and "Z" in text for h in hexes}
        regions = {"enemy": over.get("e", set()), "held": over.get("F", set()), "gap": over.get("__", set())}
        tints: dict[int, int] = {}
        for name, hexes in regions.items():
            tints |= dict.fromkeys(hexes, SHADE[name])
        bright = reach | legal | lit | {*traces.lit}
        dark = set[int]()
        if self._darkens and (reach or legal or traces.lit):
            dark = {h for h in self.sheet.picture.shown if h not in bright}
            tints |= dict.fromkeys(dark, SHADE["dim"])
        if legal:
            tints |= dict.fromkeys(legal, SHADE["legal"])
            regions = {"legal": legal, **regions}  # a front's rim is over that of legal hexes, which also have a sign
        layer: BlockLayer = {}
        for place in traces.objectives:
            rim = self.sheet.on_ground(self._rim(place))
            _lay(layer, ((x, y) for x, y in rim if (x + y) % 2), LABEL["goal"])
        for name, hexes in regions.items():
            _lay(layer, self._rim(hexes), LABEL[name])
        for x, y, label in self._zone_rims(small, capital):
            layer.setdefault(y, {})[x] = label
        return self._tint(tints) | self._light_water(bright, dark) | self._change(REGIONS, layer)

    def _light_water(self, bright: Iterable[int], dark: Collection[int]) -> set[int]:
        """Keep both halves of a water bright between a reach and the hexes beyond it."""
        new: dict[int, set[int]] = {}
        for h in sorted(bright) if dark else ():
            beyond = [d for d, n in enumerate(self.sheet.board.grid.neighbors[h]) if n in dark]
            for x, y in self.sheet.water_round(h, beyond):
                new.setdefault(y, set()).add(x)
        old, self._lit_water = self._lit_water, new
        return {y // self.sheet.high for y in {*old, *new} if old.get(y) != new.get(y)}

    def _tint(self, tints: Mapping[int, int]) -> set[int]:
        new = [0] * len(self._tints)
        for h, tint in tints.items():
            new[h] = tint
        old, self._tints = self._tints, new
        return self._lines_of(h for h, (a, b) in enumerate(zip(old, new, strict=True)) if a != b)

    def _lines_of(self, hexes: Iterable[int]) -> set[int]:
        """Return the lines of cells that these hexes take."""
        picture = self.sheet.picture
        tops = {picture.origin(h)[1] for h in hexes}
        return {top + line for top in tops for line in range(picture.size.down)}

    def _rim(self, hexes: Iterable[int]) -> Iterable[Block]:
        """Return the blocks just inside the outline of an area of hexes."""
        inside, grid = set(hexes), self.sheet.board.grid
        for h in sorted(inside):
            for direction, n in enumerate(grid.neighbors[h]):
                if n not in inside:
                    yield from self.sheet.rim(h, direction)

    def _zone_rims(self, small: Collection[int], capital: Collection[int]) -> Iterator[tuple[int, int, int]]:
        """Yield the blocks of lines around zones of control, each with its label. The ground of the hexes is unchanged.

        Where both sides have a zone, the left half of the line belongs to one and the right half to the other. Between
        two hexes of a zone there is one line.
        """
        one, other = dict.fromkeys(small, LABEL["zone:small"]), dict.fromkeys(capital, LABEL["zone:capital"])
        halves = one | other, other | one  # right and left
        for h in sorted({*small, *capital}):
            middle = self.sheet.center(h)[0]
            for direction, n in enumerate(self.sheet.board.grid.neighbors[h]):
                for x, y in self.sheet.on_ground(self.sheet.rim(h, direction)):
                    is_left = x < middle
                    label = halves[is_left][h]
                    if direction in (NE, SE, S) and halves[is_left or direction != S].get(n) == label:
                        continue  # it is drawn along the other hex's side
                    yield x, y, label

    def _draw_traces(self, traces: Traces) -> set[int]:
        layer: BlockLayer = {}
        kinds = [("thread", "thread", line) for line in traces.lines]
        gap = SHADE["gap"]
        kinds += [
            ("thread", "gap" if gap in (self._tints[a], self._tints[b]) else "held", (a, b))
            for a, b in pairwise(traces.front)
        ]
        kinds.append(("path", "path", traces.way))
        for width, name, hexes in kinds:
            for a, b in pairwise(hexes):
                if b in self.sheet.board.grid.neighbors[a]:
                    half = self.sheet.half(width)
                    _lay(layer, self.sheet.line(self.sheet.center(a), self.sheet.center(b), half), LABEL[name])
        return self._change(TRACES, layer)

    def _printed_numbers(self) -> Iterable[Placed]:
        """Yield the hex numbers at the large size, but none partly covered: its rest would look like strengths."""
        sheet, picture = self.sheet, self.sheet.picture
        if not sheet.large:
            return
        for h in picture.shown:
            ox, oy = picture.origin(h)
            names = self._texts[NAMES].get(oy, {})
            if self._placed.get(h) or any(x in names for x in range(ox + 1, ox + 7)):
                continue
            blocks = [
                sheet.labels[y][x]
                for y in range(oy * sheet.high, min((oy + 1) * sheet.high, sheet.height))
                for x in range((ox + 2) * 2, min((ox + 6) * 2, sheet.width))
            ]
            if all(map(is_ground, blocks)):
                for x, char in enumerate(sheet.board.number(h), ox + 2):
                    yield x, oy, HexText(char, "print", False, PRINT)

    # -- cells

    def cells(self, y: int, left: int, width: int) -> list[PaintedCell]:
        """Return the cells of a line from a column on, one by one, so that changes can be found."""
        sheet, of = self.sheet, self.colors.of
        off = self.colors.of(OFF)
        if y >= sheet.picture.height:  # a window may be higher than a small board
            return [(" ", off, off, False)] * width
        right = min(left + width, sheet.picture.width)
        rows = [self._block_codes(row, left * 2, right * 2) for row in range(y * sheet.high, (y + 1) * sheet.high)]
        texts: dict[int, HexText] = {}
        for name in TEXTS:
            texts |= self._texts[name].get(y, {})
        columns = range(left, right)
        codes_at = {
            x: tuple([code for row in rows for code in (row[2 * i], row[2 * i + 1])]) for i, x in enumerate(columns)
        }
        plates = self._plates({x: codes_at[x] for x in columns if x in texts and texts[x].kind == NAME})
        marks = {x: texts[x].char for x in columns if x in texts and texts[x].role == "reach"}
        roads = columns_on_roads(marks, {x for x in marks if is_most(codes_at[x], LABEL["road"])})
        plates |= dict.fromkeys(roads, self.colors.of(LABEL["road"]))
        glyphs, found = sheet.blocks.glyphs, []
        for x, codes in codes_at.items():
            text = texts.get(x)
            if (x, y) in self._cursor_cells:
                found.append(self._paint_cursor(codes, text))
            elif text is not None:
                found.append(self._paint_text(codes, text, plates.get(x, "")))
            else:
                first, second, bits = two_of(codes)
                front, ground = of(second), of(first)
                found.append((glyphs[bits] if front != ground else " ", front, ground, False))
        return found + [(" ", off, off, False)] * (width - len(found))

    def _block_codes(self, row: int, first: int, last: int) -> list[int]:
        """Return the codes of a line of blocks: their labels, and the shades of their hexes."""
        sheet, tints, counted = self.sheet, self._tints, self._counted
        labels = list(sheet.labels[row][first:last])
        for i, h in enumerate(sheet.owner[row][first:last]) if counted else ():
            if h in counted and is_lattice(labels[i]):
                labels[i] = plain(labels[i])
        for name in LAYERS:
            for x, label in self._blocks[name].get(row, {}).items():
                if first <= x < last:
                    labels[x - first] = label
        lit = self._lit_water.get(row, ())
        for i, h in enumerate(sheet.owner[row][first:last]):
            tint = tints[h] if h >= 0 else 0
            if tint and not (first + i in lit and labels[i] in WATERS):
                labels[i] += STEP * tint
        return labels

    def _plates(self, lettered: Mapping[int, Sequence[int]]) -> dict[int, Color]:
        """Return the ground of each letter of a name, by column. The whole name has the same ground.

        That is the ground of most of the name's cells. `lettered` has the codes of these cells.
        """
        found: dict[int, Color] = {}
        for first in (x for x in lettered if x - 1 not in lettered):
            name = [*takewhile(lettered.__contains__, count(first))]
            under = Counter(ground_under(lettered[x]) for x in name)
            found |= dict.fromkeys(name, self.colors.under_name(max(under, key=under.__getitem__)))
        return found

    def _paint_text(self, codes: Sequence[int], text: HexText, plate: Color) -> PaintedCell:
        """Return a cell of a text. `plate` is the ground of a name, or the road under a number."""
        front, ground = self.colors.ink("on_road" if plate and text.role == "reach" else text.role)
        ground = ground or plate
        if text.kind == LINE:  # the line cuts nothing that it crosses
            ground = self.colors.of(Counter(codes).most_common(1)[0][0])
        if not ground:
            under = ground_under(codes)
            ground = self.colors.of(under)
            front = front or self.colors.print_ink(under)
        return text.char, front, ground, text.bold

    def _paint_cursor(self, codes: Sequence[int], text: HexText | None) -> PaintedCell:
        """Return a cell of the cursor.

        A letter only changes its color; beside a counter the cell shows the hex's ground.
        """
        front, ground = self.colors.cursor
        if text is not None and text.kind in (NAME, LINE, PRINT, OTHER):
            return text.char, ground, front, text.bold
        if self._cursor_rings_counter and not self.colors.light:
            ground = self.colors.of(ground_of(self.sheet.board.terrain[self._cursor]))
        bits = sum((code % STEP == LABEL["cursor"]) << i for i, code in enumerate(codes))
        return self.sheet.blocks.glyphs[bits], front, ground, False


def _lay(layer: BlockLayer, blocks: Iterable[Block], label: int) -> None:
    for x, y in blocks:
        layer.setdefault(y, {})[x] = label
