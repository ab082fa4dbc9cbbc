"""What a hex shows over the ground: notes such as entry letters, marks, overlays, counters.

A mark is text and a role (`signs.py` has the texts). On a counter it becomes the state between the numbers. A note, and
what is laid over the map, stand beside the counter, where the hex has its slashes.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import NamedTuple

from westwall_tui.ui.map.canvas import Canvas, Cell
from westwall_tui.ui.map.counters import Token, counter_cells
from westwall_tui.ui.map.geometry import LARGE, SMALL, Size, Spot
from westwall_tui.ui.map.printed import TOWNS
from westwall_tui.ui.map.signs import DONE, HELD, JOINED, OBLIGED, OFFERED, OPEN, SIGNS, TERRAIN_SIGN

FREE = ("", "mixed", "grove", "woods", "broken", "rough")
"""Roles that a note may be drawn over."""
LESS_FREE = ("rail", "trail", "road", "line", "grid")
"""Roles that it may cover if it must."""
STATES = {sign: sign for sign in (OBLIGED, OFFERED, JOINED, HELD, OPEN, DONE)} | {"W": HELD}
"""The state of a counter by the first character of the mark in its hex."""
REACHED, DIGITS = SIGNS["reach"].role, "0123456789'"
ON_THE_WAY = SIGNS["path"].role
"""The role of a way. Its sign stands last: behind a number, beside a counter, which stays what it is."""
ZONES = {SIGNS["zone_small"].ascii, SIGNS["zone_capital"].ascii}
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


def draw_entries(canvas: Canvas) -> None:
    """The letters of entry areas, each in the first spot of its hex that is free."""
    for h, (letter, role) in canvas.entries.items():
        canvas.put(h, note_spot(canvas, h, 1), letter, role)


def note_spot(canvas: Canvas, h: int, length: int) -> Spot:
    """Where a note begins: on open ground if it can be, else on a way, and on water or a town only if it must."""
    last = canvas.size.counter[0].stop - length
    spots = list(dict.fromkeys((min(x, last), y) for x, y in canvas.size.notes))
    return min(spots, key=lambda spot: _cost_of_cover(canvas, h, [(spot[0] + i, spot[1]) for i in range(length)]))


def _cost_of_cover(canvas: Canvas, h: int, spots: Sequence[Spot]) -> int:
    """How much it would matter to cover some cells: little, more, or most of all on water, bridges and towns."""
    roles = {canvas.role(h, spot) for spot in spots}
    return 0 if roles <= set(FREE) else 1 if roles <= {*FREE, *LESS_FREE} else 2


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
    """A way through a counter is laid over its hex, and leaves the state that its mark tells."""
    if shown.mark is None or shown.mark[1] != ON_THE_WAY:
        return shown
    sign, state = shown.mark[0][-1], shown.mark[0][:-1]
    return shown._replace(mark=(state, "") if state else None, over=(sign, ON_THE_WAY))


def _firm_note(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    """A note: of a free hex what is no printed letter, of a counter's hex that letter, too, in the cells beside it."""
    note = shown.note or (canvas.entries.get(h) if shown.token is not None else None)
    if note is None:
        return []
    text, role = note
    if shown.token is None:
        text = text[: canvas.size.across - 1]
        return canvas.cells(h, note_spot(canvas, h, len(text)), text, role)
    upper, lower = canvas.size.beside
    if text[1:]:
        return [*canvas.cells(h, upper, text[0], role), *canvas.cells(h, lower, text[1], role)]
    return canvas.cells(h, min(upper, lower, key=lambda spot: _cost_of_cover(canvas, h, [spot])), text, role)


# -- what makes way for names


class SignCells(NamedTuple):
    """What is marked in a hex and laid over it, where no name stands."""

    cells: list[Cell]
    lacking: Collection[Spot] = ()
    """The cells that it would have to have where it found no room."""


def sign_cells(canvas: Canvas, h: int, shown: Contents, taken: Collection[Spot]) -> SignCells:
    """Marks and what is laid over a hex, where no name stands. `taken`: cells of names, and those beside them."""
    rim = [cell for cell in _rim_cells(canvas, h, shown) if (cell.x, cell.y) not in taken]
    found = (
        _signs_beside(canvas, h, shown, taken) if shown.token is not None else _signs_within(canvas, h, shown, taken)
    )
    return found._replace(cells=[*rim, *found.cells])


def _rim_cells(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    """The hexsides of a gap in a front: the hex's slashes on the color of what must be minded."""
    if GAP not in (shown.mark, shown.over):
        return []
    slashes = [spot for spot in canvas.size.cursor if canvas.role(h, spot) == "grid"]
    ox, oy = canvas.origin(h)
    return [cell for x, y in slashes for cell in canvas.cells(h, (x, y), canvas.chars[oy + y][ox + x], GAP[1])]


def spots_in_hex(size: Size, first: Spot, length: int) -> list[Spot]:
    """Where a text may begin in a hex, the nearest to a spot first."""
    found = [(x, y) for y, row in enumerate(size.counter) for x in range(row.start, row.stop - length + 1)]
    return sorted({first, *found}, key=lambda spot: (abs(spot[0] - first[0]) + 1.5 * abs(spot[1] - first[1]), spot))


def _signs_within(canvas: Canvas, h: int, shown: Contents, taken: Collection[Spot]) -> SignCells:
    """The signs of a hex in which no unit stands."""
    note = _spots(_firm_note(canvas, h, shown)) or _entry_spots(canvas, h)
    found: list[Cell] = []
    lacking: set[Spot] = set()
    if shown.mark is not None:
        text, role = shown.mark
        spots = spots_in_hex(canvas.size, canvas.size.mark, min(len(text), canvas.size.room))
        tries = (_mark_cells(canvas, h, text, role, spot) for spot in spots)
        free = next((cells for cells in tries if _written(cells).isdisjoint(taken)), None)
        if free is None:
            free = _mark_cells(canvas, h, text, role, canvas.size.mark)
            lacking |= _written(free)
        found += [cell for cell in free if (cell.x, cell.y) not in taken or (cell.x, cell.y) in lacking]
    if shown.over is not None:
        over = _over_cells(canvas, h, shown, {*taken, *_spots(found)}, note)
        if over is None:  # the blank behind a number is room, too
            over = _over_cells(canvas, h, shown, {*taken, *_written(found)}, note)
        if over is None:
            over = _over_cells(canvas, h, shown, (), note) or []
            lacking |= _spots(over)
        found += over
    return SignCells(found, lacking)


def _entry_spots(canvas: Canvas, h: int) -> set[Spot]:
    """The cell of a printed entry letter, which nothing laid over a hex covers."""
    (x, y), (ox, oy) = note_spot(canvas, h, 1), canvas.origin(h)
    return {(ox + x, oy + y)} if h in canvas.entries else set()


def _spots(cells: Iterable[Cell]) -> set[Spot]:
    return {(cell.x, cell.y) for cell in cells}


def _written(cells: Iterable[Cell]) -> set[Spot]:
    return {(cell.x, cell.y) for cell in cells if cell.char != " "}


def _mark_cells(canvas: Canvas, h: int, text: str, role: str, spot: Spot) -> list[Cell]:
    """A mark; of a number on the way only the sign behind it is painted as that, in a cell that a number has anyway."""
    size, (x, y) = canvas.size, spot
    room = size.room - (x - size.mark[0])
    sign = text[-1] if role == ON_THE_WAY else ""
    number = text.removesuffix(sign)
    if size is SMALL:
        number = number.rstrip("'")
    number = number[:room]
    behind = x + len(number), y
    if len(number) == room and sign:
        below = y + 1 if y + 1 < len(size.counter) else y - 1
        behind = (behind[0] - 1, y) if number[-1] == "'" else (behind[0] - 1, below)
    found = canvas.cells(h, spot, number, REACHED if sign else role)
    if number[-1:] and number[-1] in DIGITS:
        found += _blank_after_number(canvas, h, (x + len(number), y), room > len(number), role)
    return found + (canvas.cells(h, behind, sign, role) if sign else [])


def _blank_after_number(canvas: Canvas, h: int, spot: Spot, room: bool, role: str) -> list[Cell]:
    """The blank behind a number if there is room, and no sign of a town near it: `2o` would be read as 20."""
    size, (x, y) = canvas.size, spot
    blank = room and canvas.role(h, spot) != "bridge"
    found = canvas.cells(h, spot, " ", role) if blank else []
    towns = size.town if canvas.board.terrain[h] in TOWNS else ()
    return found + [
        cell for spot in towns if spot[0] >= x + blank and spot[1] == y for cell in canvas.cells(h, spot, " ", "")
    ]


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


def _signs_beside(canvas: Canvas, h: int, shown: Contents, taken: Collection[Spot]) -> SignCells:
    """What a counter would hide: an enemy zone, the enemy's reach, the way, the ground.

    A single sign goes where it covers least, the note in the upper cell if either will do.
    """
    assert shown.token is not None
    over = _sign_over_unit(shown.token, _with_way_beside(shown).over)
    note = _spots(_firm_note(canvas, h, shown))
    upper, lower = canvas.size.beside
    ox, oy = canvas.origin(h)
    lacking: set[Spot] = set()
    cells: list[Cell] = []
    if over is not None:
        order = sorted((lower, upper), key=lambda spot: _cost_of_cover(canvas, h, [spot]))
        owned = [spot for spot in order if (ox + spot[0], oy + spot[1]) not in note] or [lower]
        free = [spot for spot in owned if (ox + spot[0], oy + spot[1]) not in taken]
        lacking = set() if free else {(ox + owned[0][0], oy + owned[0][1])}
        cells = canvas.cells(h, (free or owned)[0], *over)
    return SignCells(cells + _ground_cells(canvas, h, {*note, *_spots(cells), *taken}), lacking)


def _ground_cells(canvas: Canvas, h: int, taken: Collection[Spot]) -> list[Cell]:
    """On what ground a counter stands: a cell of its terrain's sign, in place of a slash that nothing else needs."""
    name = TERRAIN_SIGN.get(canvas.board.terrain[h])
    if name is None or name == "mixed":
        return []
    for spot in canvas.size.beside:
        cells = canvas.cells(h, spot, canvas.signs[name][0], SIGNS[name].role)
        if canvas.role(h, spot) in ("grid", *FREE) and not any((cell.x, cell.y) in taken for cell in cells):
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


def draw_numbers(canvas: Canvas) -> None:
    """The printed numbers, at the large size, where no way or water is in the way."""
    spots = [(x, 0) for x in range(2, 6)]
    if canvas.size is LARGE:
        for h in canvas.shown:
            if all(canvas.role(h, spot) in FREE for spot in spots):
                for spot, char in zip(spots, canvas.board.number(h), strict=True):
                    canvas.put(h, spot, char, "grid")
