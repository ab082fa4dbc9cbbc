"""What a hex shows over the ground: notes such as entry letters, marks, overlays, counters.

A mark is text and a role (`signs.py` has the texts). On a counter it becomes the state between the numbers. A note, and
what is laid over the map, stand beside the counter, where the hex has its slashes.
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
"""The state of a counter by the first character of the mark in its hex."""
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
"""Overlay signs that are also said of a unit."""

GAP = SIGNS["gap"].ascii, SIGNS["gap"].role
"""The mark of a gap in a front."""
FRONT = tuple((SIGNS[name].ascii, SIGNS[name].role) for name in ("front", "gap", "lost"))
"""The marks of a front."""
NOTE_ROLES = {"DZ": "entry"}
"""How a thing on the map that is no unit is painted, by its sign (`queries.markers`); bridges are crossings."""


class Contents(NamedTuple):
    """What lies in a hex; each mark text and role."""

    token: Token | None = None
    mark: tuple[str, str] | None = None
    over: tuple[str, str] | None = None
    note: tuple[str, str] | None = None

    def with_front_laid_over(self) -> "Contents":
        """A front that is being named is marked; one that is looked at is laid over the map: both look alike."""
        return self._replace(mark=None, over=self.mark) if self.mark in FRONT else self


def hex_cells(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    """The cells of a hex that differ from the empty board, where no name stands."""
    return [*firm_cells(canvas, h, shown), *sign_cells(canvas, h, shown, ()).cells]


# -- what names make way for


def firm_cells(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    """A counter and a note, which stand where they stand: names make way for them."""
    note = _firm_note(canvas, h, shown)
    token = shown.token
    if token is None:
        return note
    state = _counter_state(_with_way_beside(shown), token.state)
    return counter_cells(canvas, h, token._replace(state=state)) + note


def _with_way_beside(shown: Contents) -> Contents:
    """Move the sign of a way or of a named unit from a counter's mark to its hex; the counter keeps its state."""
    if shown.mark is None or not (ReachMark.of(shown.mark).named or shown.mark[1] == ON_THE_WAY):
        return shown
    sign, state = shown.mark[0][-1], shown.mark[0][:-1]
    return shown._replace(mark=(state, "") if state else None, over=(sign, ON_THE_WAY))


def _firm_note(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    """A note: of a free hex what is no printed letter, of a counter's hex that letter, too, beside it.

    There is room for its first character only: two, one above the other, would seem two notes. A letter stands beside
    the numbers: beside the word it would be one of that.
    """
    note = shown.note or (canvas.entries.get(h) if shown.token is not None else None)
    if note is None:
        return []
    text, role = note
    if shown.token is None:
        text = text[: canvas.size.across - 1]
        return canvas.cells(h, note_spot(canvas, h, len(text)), text, role)
    spots = canvas.size.beside[:: -1 if text[0].isalpha() else 1]
    return canvas.cells(h, min(spots, key=lambda spot: cost_of_cover(canvas, h, [spot])), text[0], role)


# -- what makes way for names


class SignCells(NamedTuple):
    """What is marked in a hex and laid over it, where no name stands."""

    cells: list[Cell]
    lacking: Collection[Spot] = ()
    """The cells that it would have to have where it found no room."""
    spare: Sequence[Cell] = ()
    """Cells that are drawn only where nothing else stands: they say again what a sign says."""


def sign_cells(
    canvas: Canvas,
    h: int,
    shown: Contents,
    taken: Collection[Spot],
    crossing: tuple[str, str] | None = None,
    *,
    bracketed: bool = False,
) -> SignCells:
    """Marks and what is laid over a hex, where no name stands. `taken`: cells of names, and those beside them.

    `crossing`: sign and role of one on the flat side that is not as printed. `bracketed`: there is a bracket beside the
    first line of counters, and the sign of the ground stands below it if it can.
    """
    rim = [cell for cell in _rim_cells(canvas, h, shown) if (cell.x, cell.y) not in taken]
    found = (
        _signs_beside(canvas, h, shown, taken, crossing, bracketed=bracketed)
        if shown.token is not None
        else _signs_within(canvas, h, shown, taken, crossing)
    )
    return found._replace(cells=[*rim, *found.cells])


def _rim_cells(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    """The hexsides of a gap in a front: the hex's slashes on the color of what must be minded."""
    if GAP not in (shown.mark, shown.over):
        return []
    slashes = [spot for spot in canvas.size.cursor if canvas.role(h, spot) == "grid"]
    ox, oy = canvas.origin(h)
    return [cell for x, y in slashes for cell in canvas.cells(h, (x, y), canvas.chars[oy + y][ox + x], GAP[1])]


def _signs_within(
    canvas: Canvas, h: int, shown: Contents, taken: Collection[Spot], crossing: tuple[str, str] | None
) -> SignCells:
    """The signs of a hex in which no unit stands."""
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
        if over is None:  # the blank behind a number is room, too
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
    """A mark in the best place that names leave it, and the cells that it lacks if that is none.

    The sign of a way's hex is enough if there is room for no more, because names do not move for a way. A name gives
    way to the mark of a hex that a text names.
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
    """The cell of a printed entry letter, which nothing laid over a hex covers."""
    (x, y), (ox, oy) = note_spot(canvas, h, 1), canvas.origin(h)
    return {(ox + x, oy + y)} if h in canvas.entries else set()


def _spots_of(cells: Iterable[Cell]) -> set[Spot]:
    return {(cell.x, cell.y) for cell in cells}


def _spots_written(cells: Iterable[Cell]) -> set[Spot]:
    return {(cell.x, cell.y) for cell in cells if cell.char != " "}


def _with_town(canvas: Canvas, h: int, found: list[Cell], taken: Collection[Spot]) -> list[Cell]:
    """A mark with the sign of the town in whose place it stands: behind the mark, or in its hex's other line.

    It stands right behind a digit only where it has no other room: `2o` would be read as 20.
    """
    covered, signs = _covered_town(canvas, h, found), list[Cell]()
    if covered:
        signs = _town_beside(canvas, h, found, taken)
        if not signs:
            return [cell for cell in found if cell.char != " " or (cell.x, cell.y) not in covered]
    return [*found, *signs]


def _covered_town(canvas: Canvas, h: int, found: Sequence[Cell]) -> set[Spot]:
    """The cells of a town's sign, if a mark covers them all."""
    (ox, oy), spots = canvas.origin(h), _spots_of(found)
    signs = {(ox + x, oy + y) for x, y in canvas.size.town} if canvas.board.terrain[h] in TOWNS else set[Spot]()
    return signs if signs <= spots else set()


def _town_beside(canvas: Canvas, h: int, found: Sequence[Cell], taken: Collection[Spot]) -> list[Cell]:
    """The sign of a town where it has room beside a mark."""
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
    """The sign of a hex's ground, of which a mark and names leave nothing: in another line, as much as has room.

    It stands right behind a half only where it has no other room, and never beside a digit: `12%` would be a share, and
    `4.` another number. Where ways have the sign's place on the board there is none.
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
    """What is laid over a hex, side by side; None where it has no room. A crossing stays in sight if it can.

    The owner of an objective stands where its sign did. `note`: the cells of a note, which are not for others.
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
    """The first stretch of cells side by side that covers a note; nothing where there is none."""
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
    """What a counter would hide: an enemy zone, the enemy's reach, the way, water and crossing, the ground.

    A single sign goes where it covers least.
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
    water = below is not None and below[1] in WATERS  # higher up than its band it would be a state
    ground_spots = (lower, upper) if bracketed else (upper, lower)
    for spots, sign in (((lower,) if water else (lower, upper), below), (ground_spots, ground)):
        others = {*note, *_spots_of(cells), *taken}
        cells = cells + (_cells_for_slash(canvas, h, spots, sign, others) if sign is not None else [])
    return SignCells(cells, lacking, _other_end(canvas, h, below))


def _other_end(canvas: Canvas, h: int, below: tuple[str, str] | None) -> list[Cell]:
    """The water under a counter at its right, too: a band that comes out on both sides is nobody's state."""
    (x, y), right = canvas.size.beside[1], canvas.size.across
    wet = below is not None and below[1] in WATERS and canvas.role(h, (x + right, y)) in ("grid", "rail", *FREE)
    return canvas.cells(h, (x + right, y), *below) if below is not None and wet else []


def _crossed_below(canvas: Canvas, h: int, crossing: tuple[str, str] | None) -> tuple[str, str] | None:
    """Sign and role of the water or the crossing on a hex's flat side, if a counter hides that."""
    side = canvas.hexsides[h][S]
    if canvas.size.down > len(canvas.size.counter) or not side & WATER:
        return None
    if crossing is not None or side & BRIDGE:
        return crossing or (canvas.signs["bridge"], SIGNS["bridge"].role)
    name = water_of(side)
    return canvas.signs[name][0], SIGNS[name].role


def _sign_of_ground(canvas: Canvas, h: int) -> tuple[str, str] | None:
    """Sign and role of the ground on which a counter stands."""
    name = TERRAIN_SIGN.get(canvas.board.terrain[h])
    return None if name is None or name == "mixed" else (canvas.signs[name][0], SIGNS[name].role)


def _cells_for_slash(
    canvas: Canvas, h: int, spots: Iterable[Spot], sign: tuple[str, str], taken: Collection[Spot]
) -> list[Cell]:
    """A sign in place of a slash beside a counter that nothing else needs."""
    for spot in spots:
        cells = canvas.cells(h, spot, *sign)
        if canvas.role(h, spot) in ("grid", "rail", *FREE) and not any((cell.x, cell.y) in taken for cell in cells):
            return cells
    return []


def _sign_over_unit(token: Token, over: tuple[str, str] | None) -> tuple[str, str] | None:
    """What is laid over the map as a single sign: of zones the enemy's only, of an objective its owner."""
    if over is None or over[0][0] in OVER_STATES:
        return None
    text, role = over[0].strip(), over[1]
    own = SIGNS["zone_small" if token.german else "zone_capital"].ascii
    if set(text) <= ZONES:
        text = text.replace(own, "")
    return (text[-1], role) if text else None


def _counter_state(shown: Contents, state: str) -> str:
    """What stands between a counter's numbers."""
    if shown.over is not None and shown.over[0][0] in (*OVER_STATES, JOINED):
        return shown.over[0][0]
    if shown.mark is None:
        return state
    first = shown.mark[0][0]
    return STATES.get(first, OPEN if first.isdigit() else state)


def cursor_cells(canvas: Canvas, h: int) -> list[Cell]:
    """The cursor: its hex's slashes turn to `<` and `>`."""
    signs = canvas.signs["cursor"]
    return [cell for i, spot in enumerate(canvas.size.cursor) for cell in canvas.cells(h, spot, signs[i % 2], "cursor")]
