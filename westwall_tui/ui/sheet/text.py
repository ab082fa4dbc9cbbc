"""A board as lines of text with the numbers of columns and rows along its edges."""

from collections.abc import Callable, Iterator
from itertools import groupby

from westwall_tui.engine.board import Board
from westwall_tui.ui.map.glyphs import Glyphs
from westwall_tui.ui.map.picture import SIZES, Picture

MARGIN = 3

Paint = Callable[[str, str], str]
"""Makes a text of one role (first the text, then the role) what the terminal is to get."""


def plain(text: str, _: str) -> str:
    """No colours."""
    return text


def in_colour(text: str, role: str) -> str:
    """The terminal's own colours."""
    from rich.color import ColorSystem

    from westwall_tui.ui.kit.themes import style

    return style(role).render(text, color_system=ColorSystem.STANDARD)


def board_lines(board: Board, size: str, glyphs: Glyphs, paint: Paint = plain) -> Iterator[str]:
    """The board at the size of that name: small, middle or large."""
    picture = Picture(board, next(s for s in SIZES if s.name == size), glyphs)
    grid = board.grid
    numbers = [" "] * (MARGIN + picture.width)
    for column in range(1, grid.columns + 1):
        x = MARGIN + picture.origin(grid.at(column, 1))[0] + picture.size.last // 2
        numbers[x : x + 2] = f"{column:02}"
    left, right = (_rows(picture, column) for column in (1, grid.columns))
    yield "".join(numbers).rstrip()
    for y, (chars, roles) in enumerate(zip(picture.chars, picture.roles, strict=True)):
        line = _painted(chars, roles, paint)
        yield f"{left.get(y, ''):{MARGIN}}{line} {right.get(y, '')}".rstrip()
    yield "".join(numbers).rstrip()


def _rows(picture: Picture, column: int) -> dict[int, str]:
    """The numbers of a column's rows by the line of the picture on which they stand."""
    grid = picture.board.grid
    middle = (picture.size.down - 1) // 2
    return {picture.origin(grid.at(column, r))[1] + middle: f"{r:02}" for r in range(1, grid.rows(column) + 1)}


def _painted(chars: list[str], roles: list[str], paint: Paint) -> str:
    runs = groupby(zip(chars, roles, strict=True), key=lambda cell: cell[1])
    return "".join(paint("".join(char for char, _ in cells), role) for role, cells in runs)
