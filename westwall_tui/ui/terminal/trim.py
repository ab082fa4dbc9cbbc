"""Writing less: updates of the screen cut to the cells that changed.

Textual writes each line of an update from the left edge of the widget in it, and at its start paints the whole screen
several times over. Over a slow line that is most of what a key and a start cost, so the app hands its updates through
here; `delta.py` writes them.
"""

import sys
from collections.abc import Iterable, Iterator

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from westwall_tui.ui.terminal.delta import PLAIN, DeltaWriter, blank_end, change, look_next

Piece = tuple[int, int, Strip]
"""Part of a line that is to be written: y, x and the cells."""


class TrimmedUpdate(CompositorUpdate):
    """An update that writes the changed cells of each line, and nothing to the left of them."""

    def __init__(
        self, update: ChopsUpdate | LayoutUpdate, shown: "ScreenAtStart | None" = None, width: int | None = None
    ) -> None:
        """`shown` is what stands on the screen already; pieces that would not change it are left out.

        `width`: of the screen, so that lines can be erased to their ends.
        """
        self.width = width
        self.pieces = [piece for piece in _pieces(update) if shown is None or shown.changes(*piece)]

    def render_segments(self, console: Console) -> str:
        """The update as the terminal reads it."""
        return terminal_codes(self.pieces, console._color_system, self.width)  # `color_system` is its name only


FEW = 64
"""Up to so many stretches of text it pays to look for the order that is shortest."""


MANY_RUNS = 160
"""With more runs of one style, as in a window painted whole, looking for the shortest order takes too long."""


MANY_BLANKS = 4
"""So many blanks at the end of a line are erased rather than written."""


Stretch = tuple[int, int, list[Strip]]
"""Strips that follow each other without a gap: y, x and the strips."""


def terminal_codes(pieces: Iterable[Piece], system: ColorSystem | None, width: int | None = None) -> str:
    """Pieces of lines as the terminal reads them, a few in the order that is shortest; `width` is the screen's."""
    stretches = _stretches(pieces)
    if len(stretches) > FEW:
        return _in_order(stretches, system, width)
    orders = [_by_style(stretches)]
    if sum(1 for _, _, strips in stretches for strip in strips for _ in strip) <= MANY_RUNS:
        runs = [run for stretch in stretches for run in _runs(stretch)]
        orders.append(_by_style(runs))
        if len(runs) <= FEW and system is not None:
            orders.append(_nearest(runs, system, width))
    return min((_in_order(order, system, width) for order in orders), key=len)


def _nearest(runs: Iterable[Stretch], system: ColorSystem, width: int | None) -> list[Stretch]:
    """Pieces of one style each, after each of them the one that takes the fewest codes to reach."""
    left = [(y, x, strips, segment) for y, x, strips in runs for strip in strips for segment in strip]
    found: list[Stretch] = []
    at, look = (-1, -1), PLAIN
    while left:
        costs = [
            len(_move(at, (y, x), width)) + len(change(look, look_next(look, text, style, system)))
            for y, x, _, (text, style, _) in left
        ]
        y, x, strips, segment = left.pop(costs.index(min(costs)))
        found.append((y, x, strips))
        at, look = (y, x + segment.cell_length), look_next(look, segment.text, segment.style, system)
    return found


def _in_order(stretches: Iterable[Stretch], system: ColorSystem | None, width: int | None) -> str:
    writer = DeltaWriter(system)
    at = (-1, -1)
    for y, x, strips in stretches:
        if at != (y, x):
            writer.parts.append(_move(at, (y, x), width))
        segments = [segment for strip in strips for segment in strip]
        end = x + sum(strip.cell_length for strip in strips)
        blanks = blank_end(segments[-1]) if end == width and segments else 0
        if blanks >= MANY_BLANKS:
            text, style, _ = segments.pop()
            writer.write([*segments, Segment(text[:-blanks], style)])
            writer.erase(style)
            end -= blanks
        else:
            writer.write(segments)
        at = y, end
    return writer.end()


def _move(at: tuple[int, int], to: tuple[int, int], width: int | None) -> str:
    """The shortest way for the terminal's cursor to a cell. Where it is after a line's last cell, nobody knows."""
    straight = f"\x1b[{to[0] + 1};{to[1] + 1}H"
    down, right = to[0] - at[0], to[1] - at[1]
    if at[0] < 0 or ((down or right < 0) and (width is None or at[1] >= width)):
        return straight
    below = "\v" * down if 0 < down <= STEPS_DOWN else _steps(down, "B", "A")
    steps = below + ("\b" * -right if -STEPS_BACK <= right < 0 else _steps(right, "C", "D"))
    return min(steps, straight, key=len)


STEPS_DOWN = 0 if sys.platform == "win32" else 3
"""Up to so many lines down a vertical tab for each is shorter; it keeps the column, though on Windows not always."""
STEPS_BACK = 3
"""Up to so many cells back it is shorter to go step by step."""


def _steps(count: int, forward: str, back: str) -> str:
    number = str(abs(count)) if abs(count) > 1 else ""
    return f"\x1b[{number}{forward if count > 0 else back}" if count else ""


def _stretches(pieces: Iterable[Piece]) -> list[Stretch]:
    """Pieces with those that follow them without a gap."""
    found: list[Stretch] = []
    at = (-1, -1)
    for y, x, strip in pieces:
        if at == (y, x):
            found[-1][2].append(strip)
        else:
            found.append((y, x, [strip]))
        at = y, x + strip.cell_length
    return found


def _runs(stretch: Stretch) -> Iterator[Stretch]:
    """A stretch in pieces of one style each."""
    y, x, strips = stretch
    for strip in strips:
        for segment in strip:
            yield y, x, [Strip([segment])]
            x += segment.cell_length


def _by_style(stretches: Iterable[Stretch]) -> list[Stretch]:
    """In an order in which styles change seldom: ground by ground, and those of one style one after the other."""
    grounds: dict[object, dict[Style | None, list[Stretch]]] = {}
    for stretch in stretches:
        style = next((segment.style for strip in stretch[2] for segment in strip), None)
        ground = (style.bgcolor, style.reverse, style.underline) if style is not None else None
        grounds.setdefault(ground, {}).setdefault(style, []).append(stretch)
    return [stretch for styles in grounds.values() for group in styles.values() for stretch in group]


def _pieces(update: ChopsUpdate | LayoutUpdate) -> Iterator[Piece]:
    if isinstance(update, LayoutUpdate):
        for y, line in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in line:
                yield y, x, strip
                x += strip.cell_length
        return
    for y, x1, x2 in update.spans:
        for end, (start, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            first, last = max(start, x1), min(end, x2)
            if chop is not None and first < last:
                yield y, first, chop.crop(first - start, last - start)


class ScreenAtStart:
    """What stands on the screen while Textual starts it: from the first paint until the first key."""

    def __init__(self) -> None:
        self._lines: dict[int, tuple[list[str], list[Style | None]]] = {}
        """By line the characters and their styles, in two lists: a large screen has more than ten thousand cells."""
        self._last: dict[int, tuple[int, Strip]] = {}
        """By line what was written there last: a line that is whole is mostly written as it was."""

    def changes(self, y: int, x: int, strip: Strip) -> bool:
        """True if writing a piece of a line would change anything; it then counts as written."""
        if self._last.get(y) == (x, strip):
            return False
        self._last[y] = x, strip
        text = strip.text
        if len(text) != strip.cell_length:  # characters of other widths: always written
            return True
        chars, styles = self._lines.setdefault(y, ([], []))
        missing = x + len(text) - len(chars)
        if missing > 0:
            chars += [""] * missing
            styles += [None] * missing
        there = slice(x, x + len(text))
        new = [segment.style for segment in strip for _ in segment.text]
        changed = chars[there] != list(text) or styles[there] != new
        chars[there], styles[there] = text, new
        return changed
