"""What a hex shows over the ground: notes such as entry letters, marks, overlays, counters.

A mark is text and a role (`signs.py` has the texts). On a counter it becomes the state between the numbers. A note, and
what is laid over the map, stand beside the counter, where the hex has its slashes.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import NamedTuple

from westwall_tui.ui.map.canvas import Canvas, Cell
from westwall_tui.ui.map.counters import WATERS, Token, counter_cells
from westwall_tui.ui.map.geometry import LARGE, SMALL, S, Size, Spot
from westwall_tui.ui.map.printed import BRIDGE, TOWNS, WATER, water_of
from westwall_tui.ui.map.signs import DONE, HELD, JOINED, OBLIGED, OFFERED, OPEN, SIGNS, TERRAIN_SIGN

FREE = ("", "mixed", "grove", "woods", "broken", "rough")
"""Roles that a note may be drawn over."""
LESS_FREE = ("rail", "trail", "road", "line", "grid")
"""Roles that it may cover if it must."""
STATES = {sign: sign for sign in (OBLIGED, OFFERED, JOINED, HELD, OPEN, DONE)} | {SIGNS["pinned"].ascii: HELD}
"""The state of a counter by the first character of the mark in its hex."""
REACHED, HALF = SIGNS["reach"].role, "'"
ON_THE_WAY = SIGNS["path"].role
"""The role of a way. Its sign stands last: behind a number, beside a counter, which stays what it is."""
ZONES = {SIGNS["zone_small"].ascii, SIGNS["zone_capital"].ascii}
ZONE = SIGNS["zone_small"].role
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
BANDS, NUMBER = {"road": 1, "town": 2, "town_road": 2, **dict.fromkeys(WATERS, 2), "bridge": 4}, 2
"""What a number should not cover, and how bad each is; and how many cells one has."""
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
    spare: Sequence[Cell] = ()
    """Cells that are drawn only where nothing else stands: they say again what a sign says."""


def sign_cells(
    canvas: Canvas, h: int, shown: Contents, taken: Collection[Spot], crossing: tuple[str, str] | None = None
) -> SignCells:
    """Marks and what is laid over a hex, where no name stands. `taken`: cells of names, and those beside them.

    `crossing`: sign and role of one on the flat side that is not as printed.
    """
    rim = [cell for cell in _rim_cells(canvas, h, shown) if (cell.x, cell.y) not in taken]
    found = (
        _signs_beside(canvas, h, shown, taken, crossing)
        if shown.token is not None
        else _signs_within(canvas, h, shown, taken)
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


def spots_off_ways(canvas: Canvas, h: int, first: Spot, length: int) -> list[Spot]:
    """The same, but first those where a number breaks no road and no water, and moves no town's sign.

    It is as wide with the sign of a way behind it as without: it does not move when the way leads through its hex.
    """

    def harm(spot: Spot) -> int:
        roles = [canvas.role(h, (spot[0] + i, spot[1])) for i in range(NUMBER)]
        beyond = spot[0] + NUMBER > canvas.size.counter[spot[1]].stop
        return sum(BANDS.get(role, 0) for role in roles) + 2 * beyond

    return sorted(spots_in_hex(canvas.size, first, length), key=harm)


def _signs_within(canvas: Canvas, h: int, shown: Contents, taken: Collection[Spot]) -> SignCells:
    """The signs of a hex in which no unit stands."""
    note = _spots(_firm_note(canvas, h, shown)) or _entry_spots(canvas, h)
    found: list[Cell] = []
    lacking: set[Spot] = set()
    if shown.mark is not None:
        tries = (
            (cells, avoided)
            for avoided in ((apart_from(note, taken), taken) if note else (taken,))
            for mark in shorter_marks(*shown.mark)
            for spot in spots_off_ways(
                canvas, h, canvas.size.mark, min(len(ReachMark.of(mark).number), canvas.size.room)
            )
            for cells in (_mark_cells(canvas, h, mark, spot),)
        )
        free = next((cells for cells, avoided in tries if _written(cells).isdisjoint(avoided)), None)
        if free is None:
            free = _mark_cells(canvas, h, shown.mark, canvas.size.mark)
            lacking |= _written(free)
        found += [cell for cell in free if (cell.x, cell.y) not in taken or (cell.x, cell.y) in lacking]
        if (zone := ReachMark.of(shown.mark).zone) and not any(cell.char == zone for cell in found):
            apart = zone_spot(canvas, h, {*taken, *_spots(found)})
            found += canvas.cells(h, apart, zone, ZONE) if apart is not None else []
        found += _town_beside(canvas, h, found, taken)
    if shown.over is not None:
        over = _over_cells(canvas, h, shown, {*taken, *_spots(found)}, note)
        if over is None:  # the blank behind a number is room, too
            over = _over_cells(canvas, h, shown, {*taken, *_written(found)}, note)
        if over is None:
            over = _over_cells(canvas, h, shown, (), note) or []
            lacking |= _spots(over)
        found += over
    return SignCells(found, lacking, _blanks_beside_number(canvas, found))


def _blanks_beside_number(canvas: Canvas, found: Iterable[Cell]) -> list[Cell]:
    """Blanks in place of a trail's cells right beside a number: `-2` would be read as minus two."""
    number = [
        cell for cell in found if cell.role in (REACHED, ON_THE_WAY) and (cell.char.isdigit() or cell.char == HALF)
    ]
    dash = canvas.signs["trail"][0], "trail"
    spots = {(cell.x + aside, cell.y) for cell in number for aside in (-1, 1) if 0 <= cell.x + aside < canvas.width}
    return [Cell(y, x, " ", "") for x, y in sorted(spots) if (canvas.chars[y][x], canvas.roles[y][x]) == dash]


def _entry_spots(canvas: Canvas, h: int) -> set[Spot]:
    """The cell of a printed entry letter, which nothing laid over a hex covers."""
    (x, y), (ox, oy) = note_spot(canvas, h, 1), canvas.origin(h)
    return {(ox + x, oy + y)} if h in canvas.entries else set()


def apart_from(note: Iterable[Spot], taken: Iterable[Spot]) -> set[Spot]:
    """Cells that are taken, and those beside a note: `$6` would be read as one."""
    return {*taken, *((x + aside, y) for x, y in note for aside in (-1, 0, 1))}


def _spots(cells: Iterable[Cell]) -> set[Spot]:
    return {(cell.x, cell.y) for cell in cells}


def _written(cells: Iterable[Cell]) -> set[Spot]:
    return {(cell.x, cell.y) for cell in cells if cell.char != " "}


class ReachMark(NamedTuple):
    """What a mark in reach says: `10'z@`."""

    number: str
    """Movement Points left, with a half or without; any other mark as it is."""
    zone: str = ""
    """The sign of an enemy's zone, which stops a unit there."""
    way: str = ""
    """The sign of the way that leads there."""

    @classmethod
    def of(cls, mark: tuple[str, str]) -> "ReachMark":
        """A mark in its parts."""
        text, role = mark
        way = text[-1] if role == ON_THE_WAY else ""
        text = text.removesuffix(way)
        zone = text[-1] if text[:1].isdigit() and text[-1] in ZONES else ""
        return cls(text.removesuffix(zone), zone, way)

    def within(self, room: int) -> "ReachMark":
        """In so many cells: the half goes first."""
        long = len(self.number + self.zone + self.way) > room
        return self._replace(number=(self.number.rstrip(HALF) if long else self.number)[:room])


def shorter_marks(text: str, role: str) -> list[tuple[str, str]]:
    """A mark, and what is left of it where names leave less room: the half goes first, then the zone."""
    said = ReachMark.of((text, role))
    texts = (text, text.replace(HALF, ""), said.number.rstrip(HALF) + said.way)
    return [(each, role) for each in dict.fromkeys(texts)]


def zone_spot(canvas: Canvas, h: int, taken: Collection[Spot]) -> Spot | None:
    """Where the sign of an enemy's zone stands that has no room behind its number; None where it has none at all."""
    ox, oy = canvas.origin(h)
    spots = ((x, y) for y, row in enumerate(canvas.size.counter) for x in row)
    return next((s for s in spots if (ox + s[0], oy + s[1]) not in taken and canvas.role(h, s) != "bridge"), None)


def _mark_cells(canvas: Canvas, h: int, mark: tuple[str, str], spot: Spot) -> list[Cell]:
    """A mark; behind a number the zone that stops a unit there, and the sign of the way.

    The way's is painted as that, in a cell that a number has anyway.
    """
    size, (x, y) = canvas.size, spot
    room = size.room - (x - size.mark[0])
    said = ReachMark.of(mark).within(room)
    number = said.number.rstrip(HALF) if size is SMALL else said.number
    behind = [*((x + i, y) for i in range(len(number), room))]
    below = y + 1 if y + 1 < len(size.counter) else y - 1
    behind += [(x + room - 1 - i, below) for i in range(2)]
    signs = [(char, role) for char, role in ((said.zone, REACHED), (said.way, ON_THE_WAY)) if char]
    found = canvas.cells(h, spot, number, REACHED if said.way else mark[1])
    for (char, role), at in zip(signs, behind, strict=False):
        found += canvas.cells(h, at, char, role)
    if not signs and number[:1].isdigit() and behind[0][1] == y:
        blank = behind[0]
        if canvas.role(h, blank) != "bridge":
            found += canvas.cells(h, blank, " ", mark[1])
    return found


def _town_beside(canvas: Canvas, h: int, found: Sequence[Cell], taken: Collection[Spot]) -> list[Cell]:
    """The sign of a town in whose place a mark stands: behind the mark, or in its hex's other line.

    It stands never right behind a digit: `2o` would be read as 20.
    """
    size, (ox, oy) = canvas.size, canvas.origin(h)
    if canvas.board.terrain[h] not in TOWNS or not found:
        return []
    covered = {(cell.x - ox, cell.y - oy): cell.char for cell in found}
    if any(spot not in covered for spot in size.town):
        return []
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
    return [cell for x, y in free[:1] for cell in canvas.cells(h, (x, y), char, _town_role(canvas, h, (x, y)))]


def _town_role(canvas: Canvas, h: int, spot: Spot) -> str:
    return "town_road" if canvas.role(h, spot) == "road" else "town"


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
    canvas: Canvas, h: int, shown: Contents, taken: Collection[Spot], crossing: tuple[str, str] | None
) -> SignCells:
    """What a counter would hide: an enemy zone, the enemy's reach, the way, water and crossing, the ground.

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
    below, ground = _crossed_below(canvas, h, crossing), _sign_of_ground(canvas, h)
    water = below is not None and below[1] in WATERS  # higher up than its band it would be a state
    for spots, sign in (((lower,) if water else (lower, upper), below), ((upper, lower), ground)):
        others = {*note, *_spots(cells), *taken}
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


SEEN = 2
"""By so many of its cells the cursor is seen: if it has as many others, it leaves letters of names as they are."""


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
