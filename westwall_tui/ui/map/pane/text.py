"""A board as lines of text as wide as the terminal: strips with the numbers of columns and rows along their edges."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from westwall_tui.engine.board import Board
from westwall_tui.ui.map.geometry import SIZES
from westwall_tui.ui.map.hexes.marks import Contents, hex_cells
from westwall_tui.ui.map.lettering import letter_cells
from westwall_tui.ui.map.names import Covered, NamePlacer, Sight
from westwall_tui.ui.map.sheet.picture import Picture, on_ground
from westwall_tui.ui.map.signs import GROUND, PLACES, TABLE, WAYS, Sign, Signs

MARGIN = 3
"""The number of cells for the row numbers on either side."""

Cells = Sequence[tuple[str, str]]
"""The cells of a line, each with its character and role."""


class BoardText:
    """A board at a size, as text."""

    def __init__(self, board: Board, size: str, signs: Signs, shown: Mapping[int, Contents] | None = None) -> None:
        """Draw a board.

        `size` is `small`, `middle` or `large`; `shown` has the contents of hexes, such as counters and marks.
        """
        pairs = [pair for line in board.boundaries.values() for pair in line.pairs]
        self.picture = Picture(board, next(s for s in SIZES if s.name == size), signs, pairs)
        self._shown = [cell for h, contents in (shown or {}).items() for cell in hex_cells(self.picture, h, contents)]
        cells = zip(self.picture.chars, self.picture.roles, strict=True)
        self._drawn = {
            (char, role.removesuffix("_road"))
            for chars, roles in cells
            for char, role in zip(chars, roles, strict=True)
        }

    def strips(self, width: int) -> Iterator[list[Cells]]:
        """Yield the whole board in strips with as many columns as fit.

        If `width` is 0, yield one strip, however wide.
        """
        board, size = self.picture.board, self.picture.size
        room = max(1, (width - 2 * MARGIN - 1) // size.across) if width else board.grid.columns
        for first in range(board.first_column, board.grid.columns + 1, room):
            yield self._cut_out(first, min(first + room - 1, board.grid.columns), 0, self.picture.height)

    def around(self, h: int, width: int, height: int) -> list[Cells]:
        """Return as much of the board around a hex as fits into the given width and height."""
        grid, size = self.picture.board.grid, self.picture.size
        column = grid.positions[h][0]
        room = max(1, (width - 2 * MARGIN - 1) // size.across)
        first = max(1, min(column - room // 2, grid.columns - room + 1))
        lines = max(size.down, height - 2)
        top = max(0, min(self.picture.origin(h)[1] + size.down // 2 - lines // 2, self.picture.height - lines))
        return self._cut_out(first, min(first + room - 1, grid.columns), top, min(top + lines, self.picture.height))

    def _cut_out(self, first: int, last: int, top: int, bottom: int) -> list[Cells]:
        """Return the lines of the picture from one column to another, with their numbers."""
        size = self.picture.size
        start, end = (first - 1) * size.across, min(last * size.across + 1, self.picture.width)
        numbers, left = [" "] * (MARGIN + end - start), self.picture.board.grid.left
        for column in range(first, last + 1):
            x = MARGIN + (column - first) * size.across + size.middle
            numbers[x : x + 2] = f"{column + left:02}"
        ruler: Cells = [(char, "frame") for char in numbers]
        before_rows, after_rows = self._row_numbers(first), self._row_numbers(last)
        found: list[Cells] = [ruler]
        picture = self.picture
        covered = {(cell.x, cell.y) for cell in self._shown}
        over: dict[int, dict[int, tuple[str, str]]] = {}
        names = NamePlacer(picture).place(Covered(covered), Sight(start, 0, end, picture.height))
        letters = (cell for name in names for cell in letter_cells(picture, name))
        for y, x, char, role in (*letters, *self._shown):
            over.setdefault(y, {})[x] = char, on_ground(role, picture.ground(y)[x])
        for y in range(top, bottom):
            row = [over.get(y, {}).get(x, cell) for x, cell in enumerate(picture.line(y)[start:end], start)]
            before, after = before_rows.get(y, "").ljust(MARGIN), f" {after_rows.get(y, '')}".rstrip()
            found.append([(c, "frame") for c in before] + row + [(c, "frame") for c in after])
        return [*found, ruler]

    def _row_numbers(self, column: int) -> dict[int, str]:
        """Return the row numbers of a column, by the line of the picture on which each appears."""
        grid, size = self.picture.board.grid, self.picture.size
        middle = (size.down - 1) // 2
        rows = range(1, grid.rows(column) + 1)
        return {self.picture.origin(grid.at(column, r))[1] + middle: f"{r + grid.above:02}" for r in rows}

    def legend(self, width: int) -> list[Cells]:
        """Return the legend: the signs of the ground, the ways and the places, and then the named lines."""
        signs = self.picture.signs
        entries = [
            (signs[sign.name], f"{sign.role}@{sign.name if sign.group == GROUND else ''}", sign.meaning)
            if sign.name != "entry"
            else (sign.ascii[0], f"{sign.role}@", "entry area")  # without the arrows of a game
            for sign in TABLE
            if sign.group in (GROUND, WAYS, PLACES) and self._has_sign(sign)
        ]
        lines: list[Cells] = []
        line: list[tuple[str, str]] = []
        for text, role, meaning in entries:
            entry = [*((c, role) for c in text), *((c, "") for c in f" {meaning}")]
            if line and len(line) + 3 + len(entry) > (width or 79):
                lines.append(line)
                line = []
            line += [*([(" ", "")] * 3 if line else []), *entry]
        names = [f"{signs['line']} {name}" for name in self.picture.board.boundaries]
        return [*lines, line, *([(c, "") for c in name[: width or None]] for name in names)]

    def _has_sign(self, sign: Sign) -> bool:
        """Return True if the board has a sign on it."""
        if sign.name == "entry":  # an entry area may have any letter
            return any(role == "entry" for _, role in self._drawn)
        return any((char, sign.role) in self._drawn for char in self.picture.signs[sign.name].replace(" ", ""))


Paint = Callable[[Cells], str]
"""A function that turns a line into text for the terminal."""


def plain(cells: Cells) -> str:
    """Return a line without colors."""
    return "".join(char for char, _ in cells).rstrip()


def in_colours(setting: str, environment: Mapping[str, str]) -> Paint:
    """Return a function that paints lines in the palette of the setting, or else in one that suits the terminal."""
    from rich.console import COLOR_SYSTEMS, Console

    from westwall_tui.ui.terminal.abilities import COLOURS, palette_for
    from westwall_tui.ui.terminal.pane import strip_of
    from westwall_tui.ui.terminal.writer import colored

    console = Console(force_terminal=True)
    system = console.color_system or ""
    palette = palette_for(setting, environment, COLOURS.get(system, 0))
    return lambda cells: colored(strip_of(tuple(cells), palette), COLOR_SYSTEMS.get(system))
