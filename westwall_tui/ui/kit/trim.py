"""Writing less: updates of the screen cut to the cells that changed.

Textual writes each line of an update from the left edge of the widget in it, and at its start paints the whole screen
several times over. Over a slow line that is most of what a key and a start cost, so the app hands its updates through
here; `delta.py` writes them.
"""

from collections.abc import Iterable, Iterator

from rich.color import ColorSystem
from rich.console import Console
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from westwall_tui.ui.kit.delta import DeltaWriter, blank_end

Piece = tuple[int, int, Strip]
"""Part of a line that is to be written: y, x and the cells."""


class TrimmedUpdate(CompositorUpdate):
    """An update that writes the changed cells of each line, and nothing to the left of them."""

    def __init__(
        self, update: ChopsUpdate | LayoutUpdate, shown: "Shown | None" = None, width: int | None = None
    ) -> None:
        """`shown` is what stands on the screen already; pieces that would not change it are left out.

        `width`: of the screen, so that lines can be erased to their ends.
        """
        self.width = width
        self.pieces = [piece for piece in _pieces(update) if shown is None or shown.changes(*piece)]

    def render_segments(self, console: Console) -> str:
        """The update as the terminal reads it."""
        return written(self.pieces, console._color_system, self.width)  # `color_system` is its name only


FEW = 64
"""Up to so many stretches of text it pays to write those of one style one after the other."""


MANY_BLANKS = 4
"""So many blanks at the end of a line are erased rather than written."""


def written(pieces: Iterable[Piece], system: ColorSystem | None, width: int | None = None) -> str:
    """Pieces of lines as the terminal reads them; `width` is the screen's."""
    writer = DeltaWriter(system)
    at = (-1, -1)
    for y, x, strips in _by_style(_stretches(pieces)):
        if at[0] == y and x > at[1]:
            writer.parts.append(f"\x1b[{x - at[1]}C")
        elif at != (y, x):
            writer.parts.append(Control.move_to(x, y).segment.text)
        segments = [segment for strip in strips for segment in strip]
        end = x + sum(strip.cell_length for strip in strips)
        blanks = blank_end(segments[-1]) if end == width and segments else 0
        if blanks >= MANY_BLANKS:
            text, style, _ = segments.pop()
            writer.write([*segments, Segment(text[:-blanks], style)])
            writer.erase()
            end -= blanks
        else:
            writer.write(segments)
        at = y, end
    return writer.end()


def _stretches(pieces: Iterable[Piece]) -> list[tuple[int, int, list[Strip]]]:
    """Pieces with those that follow them without a gap."""
    found: list[tuple[int, int, list[Strip]]] = []
    at = (-1, -1)
    for y, x, strip in pieces:
        if at == (y, x):
            found[-1][2].append(strip)
        else:
            found.append((y, x, [strip]))
        at = y, x + strip.cell_length
    return found


def _by_style(stretches: list[tuple[int, int, list[Strip]]]) -> list[tuple[int, int, list[Strip]]]:
    """A few stretches in an order in which styles change seldom; many stay from top to bottom."""
    if len(stretches) > FEW:
        return stretches
    styles = [next((segment.style for strip in strips for segment in strip), None) for _, _, strips in stretches]
    order = {style: i for i, style in enumerate(dict.fromkeys(styles))}
    return [found for _, found in sorted(zip(styles, stretches, strict=True), key=lambda pair: order[pair[0]])]


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


class Shown:
    """What stands on the screen while Textual starts it: from the first paint until the first key."""

    def __init__(self) -> None:
        self._lines: dict[int, tuple[list[str], list[Style | None]]] = {}
        """By line the characters and their styles, in two lists: a large screen has more than ten thousand cells."""

    def changes(self, y: int, x: int, strip: Strip) -> bool:
        """Whether writing a piece of a line would change anything. It is taken for written."""
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
