"""What lies in a hex over the ground: notes such as entry letters, marks, what is laid over the map, counters.

A mark is text and a role (`signs.py` has the texts). On a counter it becomes the state between the numbers.
"""

from typing import NamedTuple

from westwall_tui.ui.map.canvas import Canvas, Cell
from westwall_tui.ui.map.counters import Token, counter_cells
from westwall_tui.ui.map.entry_areas import lettered
from westwall_tui.ui.map.geometry import LARGE, SMALL, Spot
from westwall_tui.ui.map.signs import DONE, HELD, JOINED, OBLIGED, OFFERED, OPEN, SIGNS

FREE = ("", "mixed", "grove", "woods", "broken", "rough")
"""Roles that a note may be drawn over."""
LESS_FREE = ("rail", "trail", "road", "line")
"""Roles that it may be drawn over where it must."""
STATES = {sign: sign for sign in (OBLIGED, OFFERED, JOINED, HELD, OPEN, DONE)} | {"W": HELD}
"""The state of a counter by the first character of the mark in its hex."""
OVER_STATES = tuple(SIGNS[name].ascii[0] for name in ("line_open", "line_cut", "front", "gap", "lost", "counts"))
"""What is laid over the map and is said of a unit, too."""

ROLE_OF = {"DZ": "entry", "HH": "bridge", "hh": "laid", "xx": "blown"}
"""How a thing on the map that is no unit is painted, by its sign (`queries.markers`)."""


class Shown(NamedTuple):
    """What lies in a hex; each mark text and role."""

    token: Token | None = None
    mark: tuple[str, str] | None = None
    over: tuple[str, str] | None = None
    note: tuple[str, str] | None = None


def draw_entries(canvas: Canvas) -> None:
    """The letters of entry areas, each in the first spot of its hex that is free."""
    for letter, hexes in lettered(canvas.board).items():
        for h in hexes:
            canvas.put(h, note_spot(canvas, h, 1), letter, "entry")


def note_spot(canvas: Canvas, h: int, length: int) -> Spot:
    """Where a note begins: on open ground if it can be, else on a way, and on water or a town only if it must."""
    last = canvas.size.counter[0].stop - length
    spots = list(dict.fromkeys((min(x, last), y) for x, y in canvas.size.notes))

    def covers(spot: Spot) -> int:
        roles = {canvas.role(h, (spot[0] + i, spot[1])) for i in range(length)}
        return 0 if roles <= set(FREE) else 1 if roles <= {*FREE, *LESS_FREE} else 2

    return min(spots, key=covers)


def hex_cells(canvas: Canvas, h: int, shown: Shown) -> list[Cell]:
    """The cells of a hex that differ from the empty board."""
    size, token = canvas.size, shown.token
    if token is not None:
        return counter_cells(canvas, h, token._replace(state=_state(shown, token.state)))
    found: list[Cell] = []
    if shown.note is not None:
        text, role = shown.note
        text = text[: size.across - 1]
        found += canvas.cells(h, note_spot(canvas, h, len(text)), text, role)
    if shown.over is not None:
        text, role = shown.over
        found += [cell for cell in canvas.cells(h, size.laid_over, text[: size.room], role) if cell.char != " "]
    if shown.mark is not None:
        text, role = shown.mark
        if size is SMALL or len(text) > size.room:
            text = text.rstrip("'")
        found += canvas.cells(h, size.mark, text[: size.room], role)
    return found


def _state(shown: Shown, state: str) -> str:
    """What stands between a counter's numbers."""
    if shown.over is not None and shown.over[0][0] in OVER_STATES:
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
