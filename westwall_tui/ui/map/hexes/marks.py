"""The signs of a hex over its ground: notes such as entry letters, marks, overlays, counters.

A mark is a text (from `signs.py`) and a role. On a counter, a mark becomes the state in the word's last cell. Notes and
the signs of overlays are beside the counter, where they replace the hex's slashes.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import NamedTuple

from westwall_tui.ui.map.geometry import S, Spot
from westwall_tui.ui.map.hexes.counters import Token, counter_cells
from westwall_tui.ui.map.hexes.numbers import (
    HALF,
    ON_THE_WAY,
    ZONES,
    Covers,
    NumberSpot,
    ReachMark,
    blanks_beside,
    covers_of,
    makes_way,
    number_tries,
    spots_in_hex,
    zone_spot,
)
from westwall_tui.ui.map.sheet.canvas import Canvas, Cell
from westwall_tui.ui.map.sheet.printed import (
    BRIDGE,
    FREE,
    LESS_FREE,
    TOWNS,
    WATER,
    WATERS,
    cost_of_cover,
    note_spot,
    water_of,
)
from westwall_tui.ui.map.signs import DONE, HELD, JOINED, OBLIGED, OFFERED, OPEN, SIGNS, TERRAIN_SIGN

STATES = {sign: sign for sign in (OBLIGED, OFFERED, JOINED, HELD, OPEN, DONE)} | {SIGNS["pinned"].ascii: HELD}
"""The state of a counter for each first character of a mark in its hex."""
ZONE = SIGNS["zone_capital"].role
OVER_STATES = tuple(
    SIGNS[name].ascii[0]
    for name in (
        "line_open",
        "line_cut",
        "front",
        "gap",
        "lost",
        "plan",
        "counts",
        "moved_in",
        "fought",
        "taken",
        "loss",
    )
)
"""The overlay signs that are shown as a counter's state."""

GAP = SIGNS["gap"].ascii, SIGNS["gap"].role
"""The mark of a gap in a front."""
FRONT = tuple((SIGNS[name].ascii, SIGNS[name].role) for name in ("front", "gap", "lost"))
"""The marks of a front."""
NOTE_ROLES = {"DZ": "entry"}
"""The roles of markers other than units, by their signs (`queries.markers`).

Bridges are not among them: they are crossings.
"""


class Contents(NamedTuple):
    """The contents of a hex. Each mark is a text and a role."""

    token: Token | None = None
    mark: tuple[str, str] | None = None
    over: tuple[str, str] | None = None
    note: tuple[str, str] | None = None

    def with_front_laid_over(self) -> "Contents":
        """Return the contents with a front's mark turned into an overlay, so that all fronts look the same."""
        return self._replace(mark=None, over=self.mark) if self.mark in FRONT else self


def hex_cells(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    """Return the cells of a hex that differ from the empty board, assuming that there are no names."""
    return [*firm_cells(canvas, h, shown), *sign_cells(canvas, h, shown, ()).cells]


# -- signs that names avoid


def firm_cells(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    """Return the cells of a counter and a note. Names avoid these cells."""
    note = _firm_note(canvas, h, shown)
    token = shown.token
    if token is None:
        return note
    state = _counter_state(_with_way_beside(shown), token.state)
    return counter_cells(canvas, h, token._replace(state=state)) + note


def _with_way_beside(shown: Contents) -> Contents:
    """Move the sign of a path or named unit from a counter's mark to the overlay. The counter keeps its state."""
    if shown.mark is None or not (ReachMark.of(shown.mark).named or shown.mark[1] == ON_THE_WAY):
        return shown
    sign, state = shown.mark[0][-1], shown.mark[0][:-1]
    return shown._replace(mark=(state, "") if state else None, over=(sign, ON_THE_WAY))


def _firm_note(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    """Return the cells of a hex's note. In a hex with a counter, the printed letter of an entry hex is also a note.

    Beside a counter there is room only for the note's first character, because two characters, one above the other,
    would look like two notes. A letter goes beside the counter's numbers; beside its word it would look like part of
    the word.
    """
    note = shown.note or (canvas.entries.get(h) if shown.token is not None else None)
    if note is None:
        return []
    text, role = note
    if shown.token is None:
        printed, _ = canvas.entries.get(h, ("", ""))
        text = text.removeprefix(printed)[: canvas.size.across - 1]
        return canvas.cells(h, note_spot(canvas, h, len(text)), text, role)
    spots = canvas.size.beside[:: -1 if text[0].isalpha() else 1]
    return canvas.cells(h, min(spots, key=lambda spot: cost_of_cover(canvas, h, [spot])), text[0], role)


# -- signs that avoid names


class SignCells(NamedTuple):
    """The marks and overlay signs of a hex, in the cells that names leave free."""

    cells: list[Cell]
    lacking: Collection[Spot] = ()
    """The cells from which names must be removed, because the signs found no free cells."""
    spare: Sequence[Cell] = ()
    """Cells that repeat a sign. They are drawn only where no other sign is."""


def sign_cells(
    canvas: Canvas,
    h: int,
    shown: Contents,
    taken: Collection[Spot],
    crossing: tuple[str, str] | None = None,
    *,
    bracketed: bool = False,
) -> SignCells:
    """Return marks and overlay signs of a hex. `taken` has the cells of names, and those beside them.

    `crossing` is the sign and role of a crossing on the flat side that isn't as printed. If the first line of counters
    has brackets (`bracketed`), the sign of the ground is preferably below that line.
    """
    rim = [cell for cell in _rim_cells(canvas, h, shown) if (cell.x, cell.y) not in taken]
    found = (
        _signs_beside(canvas, h, shown, taken, crossing, bracketed=bracketed)
        if shown.token is not None
        else _signs_within(canvas, h, shown, taken, crossing)
    )
    return found._replace(cells=[*rim, *found.cells])


def _rim_cells(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    """Return the outline of a gap in a front: the hex's slashes in a warning color."""
    if GAP not in (shown.mark, shown.over):
        return []
    slashes = [spot for spot in canvas.size.cursor if canvas.role(h, spot) == "grid"]
    ox, oy = canvas.origin(h)
    return [cell for x, y in slashes for cell in canvas.cells(h, (x, y), canvas.chars[oy + y][ox + x], GAP[1])]


def _signs_within(
    canvas: Canvas, h: int, shown: Contents, taken: Collection[Spot], crossing: tuple[str, str] | None
) -> SignCells:
    """Return the signs of a hex without a unit."""
    (ox, oy), ((x, y), *_) = canvas.origin(h), canvas.size.gates[S]
    covers = covers_of(canvas, {(ox + x, oy + y)} if crossing is not None else ())
    note = _spots_of(_firm_note(canvas, h, shown)) or _entry_spots(canvas, h)
    found: list[Cell] = []
    lacking: set[Spot] = set()
    if shown.mark is not None:
        found, lacking = _number_cells(canvas, h, shown.mark, taken, note, covers)
        if (zone := ReachMark.of(shown.mark).zone) and not any(cell.char == zone for cell in found):
            apart = zone_spot(canvas, h, {*taken, *_spots_of(found)}, covers)
            found += canvas.cells(h, apart, zone, ZONE) if apart is not None else []
        found = _with_town(canvas, h, found, {*taken, *note})
    if shown.over is not None:
        over = _over_cells(canvas, h, shown, {*taken, *_spots_of(found)}, note)
        if over is None:  # use the blank behind a number, too
            over = _over_cells(canvas, h, shown, {*taken, *_spots_written(found)}, note)
        if over is None:
            over = _over_cells(canvas, h, shown, (), note) or []
            lacking |= _spots_of(over)
        found += over
    blanks = blanks_beside(canvas, found)
    others = {*taken, *note, *_spots_of(blanks)}
    is_number = shown.mark is not None and shown.mark[0][0].isdigit()
    ground = _ground_elsewhere(canvas, h, found, others) if is_number else []
    behind = _spots_of(ground)
    found = [cell for cell in found if cell.char != " " or (cell.x, cell.y) not in behind]
    return SignCells(found, lacking, (*blanks, *ground))


def _number_cells(
    canvas: Canvas,
    h: int,
    mark: tuple[str, str],
    taken: Collection[Spot],
    note: Collection[Spot],
    covers: Covers,
) -> tuple[list[Cell], set[Spot]]:
    """Return a mark in the best place that names leave free. If there is none, also return the cells to clear of names.

    If there is room for nothing else, the sign of a path's hex is enough, because names do not move for a path. A name
    is hidden for the mark of a hex that a text names.
    """
    best: tuple[NumberSpot, list[Cell]] | None = None
    for stand, cells in number_tries(canvas, h, mark, note, covers):
        best = best or (stand, cells)
        if _spots_written(cells).isdisjoint(taken):
            if makes_way(stand, best[0]):
                break
            return cells, set()
    said = ReachMark.of(mark)
    if (way := said.way) and not said.named:
        spots = (spot for spot in spots_in_hex(canvas.size, canvas.size.mark, 1) if canvas.role(h, spot) != "bridge")
        for spot in spots:
            cells = canvas.cells(h, spot, way, mark[1])
            if _spots_written(cells).isdisjoint({*taken, *note}):
                return cells, set()
    cells = best[1] if best is not None else []
    return cells, _spots_written(cells)


def _entry_spots(canvas: Canvas, h: int) -> set[Spot]:
    """Return the cell of a printed entry letter. No overlay covers this cell."""
    (x, y), (ox, oy) = note_spot(canvas, h, 1), canvas.origin(h)
    return {(ox + x, oy + y)} if h in canvas.entries else set()


def _spots_of(cells: Iterable[Cell]) -> set[Spot]:
    return {(cell.x, cell.y) for cell in cells}


def _spots_written(cells: Iterable[Cell]) -> set[Spot]:
    return {(cell.x, cell.y) for cell in cells if cell.char != " "}


def _with_town(canvas: Canvas, h: int, found: list[Cell], taken: Collection[Spot]) -> list[Cell]:
    """Return a mark, with the sign of a town that it covers moved behind the mark, or to the hex's other line.

    The sign is right behind a digit only if there is no other room, because `2o` would look like 20.
    """
    covered, signs = _covered_town(canvas, h, found), list[Cell]()
    if covered:
        signs = _town_beside(canvas, h, found, taken)
        if not signs:
            return [cell for cell in found if cell.char != " " or (cell.x, cell.y) not in covered]
    return [*found, *signs]


def _covered_town(canvas: Canvas, h: int, found: Sequence[Cell]) -> set[Spot]:
    """Return the cells of a town's sign if a mark covers all of them."""
    (ox, oy), spots = canvas.origin(h), _spots_of(found)
    signs = {(ox + x, oy + y) for x, y in canvas.size.town} if canvas.board.terrain[h] in TOWNS else set[Spot]()
    return signs if signs <= spots else set()


def _town_beside(canvas: Canvas, h: int, found: Sequence[Cell], taken: Collection[Spot]) -> list[Cell]:
    """Return the sign of a town if there is room for it beside a mark."""
    size, (ox, oy) = canvas.size, canvas.origin(h)
    covered = {(cell.x - ox, cell.y - oy): cell.char for cell in found}
    free = [
        (x, y)
        for y, row in sorted(enumerate(size.counter), key=lambda line: (abs(line[0] - size.town[0][1]), line[0]))
        for x in (row if y == size.town[0][1] else (size.middle, *row))
        if (x, y) not in covered
        and (ox + x, oy + y) not in taken
        and not covered.get((x - 1, y), " ").isdigit()
        and not covered.get((x + 1, y), " ").isdigit()
        and canvas.role(h, (x, y)) in (*FREE, *LESS_FREE)
    ]
    char = canvas.signs[TERRAIN_SIGN[canvas.board.terrain[h]]]
    roles = ((spot, "town_road" if canvas.role(h, spot) == "road" else "town") for spot in free[:1])
    return [cell for spot, role in roles for cell in canvas.cells(h, spot, char, role)]


def _ground_elsewhere(canvas: Canvas, h: int, found: Sequence[Cell], taken: Collection[Spot]) -> list[Cell]:
    """Return the sign of a hex's ground in another line, if a mark and names cover all of that sign.

    The sign is right behind a half only if there is no other room, and never beside a digit: `12%` would be a share,
    and `4.` another number. Where ways take the sign's place on the board, there is no sign.
    """
    size, (ox, oy), terrain = canvas.size, canvas.origin(h), canvas.board.terrain[h]
    name = TERRAIN_SIGN.get(terrain)
    if name is None or terrain in TOWNS:
        return []
    within = [(x, y) for y, row in enumerate(size.counter) for x in row]
    printed = [(x, y) for x, y in within if canvas.role(h, (x, y)) == name]
    covered = {*taken, *_spots_of(found)}
    if not printed or any((ox + x, oy + y) not in covered for x, y in printed):
        return []
    beside = {(cell.x + aside, cell.y) for cell in found if cell.char != " " for aside in (-1, 1)}
    free = [
        (x, y) for x, y in within
        if canvas.role(h, (x, y)) in ("", name) and (ox + x, oy + y) not in covered and (ox + x, oy + y) not in beside
    ]  # fmt: skip
    columns = {x for x, _ in printed}
    lines = [[(x, y) for x, y in free if y == line and x in columns] for line in range(len(size.counter))]
    spots = max(lines, key=len) or free[:1]
    if not spots and name != "mixed":
        halves = {(cell.x + 1, cell.y) for cell in found if cell.char == HALF}
        behind = halves - {*taken, *_spots_written(found)}
        spots = [(x, y) for x, y in within if (ox + x, oy + y) in behind and canvas.role(h, (x, y)) in ("", name)]
    return [cell for spot in spots for cell in canvas.cells(h, spot, canvas.signs[name][0], name)]


def _over_cells(
    canvas: Canvas, h: int, shown: Contents, taken: Collection[Spot], note: Collection[Spot]
) -> list[Cell] | None:
    """Return the cells of an overlay's sign, side by side; None if the sign has no room.

    A crossing stays in sight if possible.

    The owner of an objective takes the place of the objective's sign. `note` has the cells of a note, which all other
    signs avoid.
    """
    size, (ox, oy) = canvas.size, canvas.origin(h)
    text, role = shown.over if shown.over is not None else ("", "")
    text = text[: size.room]
    (x, y), rows = size.laid_over, range(len(size.counter))
    replaced = shown.note is not None and text[0] == shown.note[0][0]
    lines = sorted(rows, key=lambda line: (abs(line - y), line))
    for over_bridge, part in product((False, True), dict.fromkeys((text, text.strip()))):
        for line in lines:
            row = [
                (i, line)
                for i in range(x, size.owned[line].stop)
                if (ox + i, oy + line) not in taken
                and (replaced or (ox + i, oy + line) not in note)
                and (over_bridge or canvas.role(h, (i, line)) != "bridge")
            ]
            spots = _stretch_on(row, note, (ox, oy), len(part)) if replaced else row[: len(part)]
            if len(spots) == len(part):
                signs = zip(part, spots, strict=True)
                return [cell for char, spot in signs if char != " " for cell in canvas.cells(h, spot, char, role)]
    return None


def _stretch_on(row: Sequence[Spot], note: Collection[Spot], origin: Spot, length: int) -> Sequence[Spot]:
    """Return the first `length` adjacent cells that cover a note; none if there are none."""
    for i in range(len(row) - length + 1):
        spots = row[i : i + length]
        covers = {(origin[0] + x, origin[1] + y) for x, y in spots} >= set(note)
        if covers and spots[-1][0] - spots[0][0] == length - 1:
            return spots
    return ()


def _signs_beside(
    canvas: Canvas,
    h: int,
    shown: Contents,
    taken: Collection[Spot],
    crossing: tuple[str, str] | None,
    *,
    bracketed: bool,
) -> SignCells:
    """Return the signs that a counter would hide: enemy zone, enemy reach, path, water and crossing, ground.

    If there is only one sign, it goes to the cell where it covers least.
    """
    assert shown.token is not None
    over = _sign_over_unit(shown.token, _with_way_beside(shown).over)
    note = _spots_of(_firm_note(canvas, h, shown))
    upper, lower = canvas.size.beside
    ox, oy = canvas.origin(h)
    lacking: set[Spot] = set()
    cells: list[Cell] = []
    if over is not None:
        order = sorted((lower, upper), key=lambda spot: cost_of_cover(canvas, h, [spot]))
        owned = [spot for spot in order if (ox + spot[0], oy + spot[1]) not in note] or [lower]
        free = [spot for spot in owned if (ox + spot[0], oy + spot[1]) not in taken]
        lacking = set() if free else {(ox + owned[0][0], oy + owned[0][1])}
        cells = canvas.cells(h, (free or owned)[0], *over)
    below, ground = _crossed_below(canvas, h, crossing), _sign_of_ground(canvas, h)
    water = below is not None and below[1] in WATERS  # a water's sign in the upper line would look like a state
    ground_spots = (lower, upper) if bracketed else (upper, lower)
    for spots, sign in (((lower,) if water else (lower, upper), below), (ground_spots, ground)):
        others = {*note, *_spots_of(cells), *taken}
        cells = cells + (_cells_for_slash(canvas, h, spots, sign, others) if sign is not None else [])
    return SignCells(cells, lacking, _other_end(canvas, h, below))


def _other_end(canvas: Canvas, h: int, below: tuple[str, str] | None) -> list[Cell]:
    """Return the water under a counter for the right side of that counter as well.

    If the water comes out on both sides, it isn't read as the counter's state.
    """
    (x, y), right = canvas.size.beside[1], canvas.size.across
    wet = below is not None and below[1] in WATERS and canvas.role(h, (x + right, y)) in ("grid", "rail", *FREE)
    return canvas.cells(h, (x + right, y), *below) if below is not None and wet else []


def _crossed_below(canvas: Canvas, h: int, crossing: tuple[str, str] | None) -> tuple[str, str] | None:
    """Return the sign and role of the water or crossing on a hex's flat side, if a counter hides it."""
    side = canvas.hexsides[h][S]
    if canvas.size.down > len(canvas.size.counter) or not side & WATER:
        return None
    if crossing is not None or side & BRIDGE:
        return crossing or (canvas.signs["bridge"], SIGNS["bridge"].role)
    name = water_of(side)
    return canvas.signs[name][0], SIGNS[name].role


def _sign_of_ground(canvas: Canvas, h: int) -> tuple[str, str] | None:
    """Return the sign and role of the ground under a counter."""
    name = TERRAIN_SIGN.get(canvas.board.terrain[h])
    return None if name is None or name == "mixed" else (canvas.signs[name][0], SIGNS[name].role)


def _cells_for_slash(
    canvas: Canvas, h: int, spots: Iterable[Spot], sign: tuple[str, str], taken: Collection[Spot]
) -> list[Cell]:
    """Return a sign that replaces a slash beside a counter, if no other sign uses that cell."""
    for spot in spots:
        cells = canvas.cells(h, spot, *sign)
        if canvas.role(h, spot) in ("grid", "rail", *FREE) and not any((cell.x, cell.y) in taken for cell in cells):
            return cells
    return []


def _sign_over_unit(token: Token, over: tuple[str, str] | None) -> tuple[str, str] | None:
    """Return the one sign that remains of an overlay in a counter's hex: the enemy's zone, or an objective's owner."""
    if over is None or over[0][0] in OVER_STATES:
        return None
    text, role = over[0].strip(), over[1]
    own = SIGNS["zone_small" if token.german else "zone_capital"].ascii
    if set(text) <= ZONES:
        text = text.replace(own, "")
    return (text[-1], role) if text else None


def _counter_state(shown: Contents, state: str) -> str:
    """Return the sign for a counter's state."""
    if shown.over is not None and shown.over[0][0] in (*OVER_STATES, JOINED):
        return shown.over[0][0]
    if shown.mark is None:
        return state
    first = shown.mark[0][0]
    return STATES.get(first, OPEN if first.isdigit() else state)


def cursor_cells(canvas: Canvas, h: int) -> list[Cell]:
    """Return the cells of the cursor, which replaces its hex's slashes by `<` and `>`."""
    signs = canvas.signs["cursor"]
    return [cell for i, spot in enumerate(canvas.size.cursor) for cell in canvas.cells(h, spot, signs[i % 2], "cursor")]
