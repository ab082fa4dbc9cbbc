"""What a hex shows over the ground: notes such as entry letters, marks, overlays, counters.

A mark is text and a role (`signs.py` has the texts). On a counter it becomes the state between the numbers. A note, and
what is laid over the map, stand beside the counter, where the hex has its slashes.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from westwall_tui.ui.map.canvas import Canvas, Cell
from westwall_tui.ui.map.counters import Token, counter_cells
from westwall_tui.ui.map.geometry import LARGE, SMALL, Spot
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


def note_spot(canvas: Canvas, h: int, length: int, taken: Collection[Spot] = ()) -> Spot:
    """Where a note begins: on open ground if it can be, else on a way, and on water or a town only if it must.

    `taken`: the cells of what is laid over the hex, which it makes way for.
    """
    last = canvas.size.counter[0].stop - length
    spots = list(dict.fromkeys((min(x, last), y) for x, y in canvas.size.notes))

    def cost(spot: Spot) -> tuple[bool, int]:
        cells = [(spot[0] + i, spot[1]) for i in range(length)]
        return not set(cells).isdisjoint(taken), _cost_of_cover(canvas, h, cells)

    return min(spots, key=cost)


def _cost_of_cover(canvas: Canvas, h: int, spots: Sequence[Spot]) -> int:
    """How much it would matter to cover some cells: little, more, or most of all on water, bridges and towns."""
    roles = {canvas.role(h, spot) for spot in spots}
    return 0 if roles <= set(FREE) else 1 if roles <= {*FREE, *LESS_FREE} else 2


def hex_cells(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    """The cells of a hex that differ from the empty board."""
    rim = _rim_cells(canvas, h) if GAP in (shown.mark, shown.over) else []
    return rim + _cells_inside(canvas, h, shown)


def _rim_cells(canvas: Canvas, h: int) -> list[Cell]:
    """The hexsides of a gap in a front: the hex's slashes on the color of what must be minded."""
    slashes = [spot for spot in canvas.size.cursor if canvas.role(h, spot) == "grid"]
    ox, oy = canvas.origin(h)
    return [cell for x, y in slashes for cell in canvas.cells(h, (x, y), canvas.chars[oy + y][ox + x], GAP[1])]


def _cells_inside(canvas: Canvas, h: int, shown: Contents) -> list[Cell]:
    size, token = canvas.size, shown.token
    if token is not None:
        if shown.mark is not None and shown.mark[1] == ON_THE_WAY:
            sign, state = shown.mark[0][-1], shown.mark[0][:-1]
            shown = shown._replace(mark=(state, "") if state else None, over=(sign, ON_THE_WAY))
        counter = counter_cells(canvas, h, token._replace(state=_counter_state(shown, token.state)))
        return counter + beside_cells(canvas, h, token, shown)
    over: list[Cell] = []
    if shown.over is not None:
        text, role = shown.over
        spots = zip(text, _over_spots(canvas, h, len(text[: size.room])), strict=False)
        over = [cell for char, spot in spots if char != " " for cell in canvas.cells(h, spot, char, role)]
    found = [*_note_cells(canvas, h, shown, over), *over]
    if shown.mark is not None:
        found += _mark_cells(canvas, h, *shown.mark)
    return found


def _mark_cells(canvas: Canvas, h: int, text: str, role: str) -> list[Cell]:
    """A mark; of a number on the way only the sign behind it is painted as that, in a cell that a number has anyway."""
    size = canvas.size
    x, y = size.mark
    sign = text[-1] if role == ON_THE_WAY else ""
    number = text.removesuffix(sign)
    if size is SMALL:
        number = number.rstrip("'")
    number = number[: size.room]
    behind = x + len(number), y
    if len(number) == size.room:
        behind = (behind[0] - 1, y) if number[-1] == "'" else (behind[0] - 1, y + 1)
    found = canvas.cells(h, (x, y), number, REACHED if sign else role)
    if number[-1:] and number[-1] in DIGITS:
        found += _blank_after_number(canvas, h, len(number), role)
    return found + (canvas.cells(h, behind, sign, role) if sign else [])


def _blank_after_number(canvas: Canvas, h: int, length: int, role: str) -> list[Cell]:
    """The blank behind a number if there is room, and no sign of a town near it: `2o` would be read as 20."""
    size = canvas.size
    x, y = size.mark[0] + length, size.mark[1]
    blank = length < size.room and canvas.role(h, (x, y)) != "bridge"
    found = canvas.cells(h, (x, y), " ", role) if blank else []
    towns = size.town if canvas.board.terrain[h] in TOWNS else ()
    return found + [cell for spot in towns if spot[0] >= x + blank for cell in canvas.cells(h, spot, " ", "")]


def _over_spots(canvas: Canvas, h: int, length: int) -> list[Spot]:
    """The cells of what is laid over a hex: side by side, but a crossing among them stays in sight if there is room."""
    x, y = canvas.size.laid_over
    row = [(i, y) for i in range(x, canvas.size.owned[y].stop)]
    free = [spot for spot in row if canvas.role(h, spot) != "bridge"]
    return (free if len(free) >= length else row)[:length]


def _note_cells(canvas: Canvas, h: int, shown: Contents, over: Sequence[Cell]) -> list[Cell]:
    """A note; an entry letter only if something is laid over it; no objective where its owner stands already."""
    note = shown.note or (canvas.entries.get(h) if over else None)
    if note is None or (shown.over is not None and shown.over[0][0] == note[0]):
        return []
    text, role = note[0][: canvas.size.across - 1], note[1]
    ox, oy = canvas.origin(h)
    taken = [(cell.x - ox, cell.y - oy) for cell in over]
    return canvas.cells(h, note_spot(canvas, h, len(text), taken), text, role)


def beside_cells(canvas: Canvas, h: int, token: Token, shown: Contents) -> list[Cell]:
    """What a counter would hide: an objective or entry area, an enemy zone, the enemy's reach, the ground.

    A single sign goes where it covers least, the note in the upper cell if either will do.
    """
    upper, lower = canvas.size.beside
    note, over = shown.note or canvas.entries.get(h), _sign_over_unit(token, shown.over)
    cells = []
    if note is not None and over is None and len(note[0]) == 1:
        upper = min(upper, lower, key=lambda spot: _cost_of_cover(canvas, h, [spot]))
    if note is None and over is not None:
        lower = min(lower, upper, key=lambda spot: _cost_of_cover(canvas, h, [spot]))
    if note is not None:
        text, role = note
        cells += canvas.cells(h, upper, text[0], role)
        if over is None and text[1:]:
            cells += canvas.cells(h, lower, text[1], role)
    if over is not None:
        cells += canvas.cells(h, lower, *over)
    return cells + _ground_cells(canvas, h, {(cell.x, cell.y) for cell in cells})


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
