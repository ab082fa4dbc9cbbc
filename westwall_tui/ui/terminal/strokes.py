"""Strokes: cells of a line that are written in one look, and the pen that writes them.

Blanks belong to what stands beside them on their ground, and blocks of two colors can be written whichever way round.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import ColorSystem
from textual.strip import Strip

from westwall_tui.ui.terminal.blocks import INVERSES
from westwall_tui.ui.terminal.delta import ERASES_IN_COLOR, PLAIN, Look, change, look_of
from westwall_tui.ui.terminal.numbers import NONE, Numbers

Piece = tuple[int, int, Strip]
"""Part of a line that is to be written: y, x and the cells."""

SMALL_GAP = 3
"""To step over more cells than these costs no more than to fill them."""
MANY_BLANKS = 4
"""So many blanks at the end of a line are erased rather than written."""
FULL = "█"
SWAPPING = (ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR)
"""Where front and ground can be exchanged: with sixteen colors not all of a front are there for a ground."""
_FLIPPED = str.maketrans(INVERSES)


class StrokeKind(Enum):
    """What else than its own look a stroke can be written in."""

    TEXT = 0
    """Nothing."""
    BLOCKS = 1
    """The same with front and ground exchanged."""
    BLANK = 2
    """Whatever has its ground: nothing else is seen, or what stands there is in the color of its ground."""


class Stroke(NamedTuple):
    """Cells of a line that are written in one look."""

    y: int
    x: int
    end: int
    text: str
    look: Look
    kind: StrokeKind

    def joined(self, other: "Stroke") -> "Stroke | None":
        """With the one that follows it, if both can be written in one look."""
        if self.kind is other.kind:
            return self._joined_to(other, self.text + other.text, self.look) if self.look == other.look else None
        if StrokeKind.BLANK in (self.kind, other.kind):
            return self._joined_blank(other)
        text, blocks = (self, other) if self.kind is StrokeKind.TEXT else (other, self)
        if _first_of_swapped(text.look) != blocks.look:
            return None
        flips = text.look != blocks.look
        parts = [part.text.translate(_FLIPPED) if flips and part is blocks else part.text for part in (self, other)]
        return self._joined_to(other, "".join(parts), text.look)._replace(kind=StrokeKind.TEXT)

    def _joined_blank(self, other: "Stroke") -> "Stroke | None":
        blank, inked = (self, other) if self.kind is StrokeKind.BLANK else (other, self)
        look, ground = inked.look, blank.look.back
        parts = [self.text, other.text]
        if look.lines:
            return None
        if look.back != ground:
            if inked.kind is StrokeKind.TEXT or look.front != _as_front(ground) or len(blank.text) > SMALL_GAP:
                return None
            parts[blank is other] = FULL * len(blank.text)
        return self._joined_to(other, "".join(parts), look)._replace(kind=inked.kind)

    def _joined_to(self, other: "Stroke", text: str, look: Look) -> "Stroke":
        return Stroke(self.y, self.x, other.end, text, look, self.kind)

    @property
    def sort(self) -> "tuple[StrokeKind, Look, bool]":
        """What the codes of its look depend on."""
        return self.kind, self.look, self.kind is StrokeKind.BLANK and len(self.text) <= SMALL_GAP

    def erased_in(self, width: int) -> int:
        """How many blanks at its end are erased rather than written: many at the end of the screen's line."""
        if self.end != width or self.look.lines or (self.look.back and not ERASES_IN_COLOR):
            return 0
        blanks = len(self.text) - len(self.text.rstrip(" "))
        return blanks if blanks >= MANY_BLANKS else 0

    def after(self, look: Look, *, blocks: bool) -> tuple[Look, str]:
        """The look that is best for it after another look, and its text then; `blocks`: whether there are any."""
        if self.kind is StrokeKind.TEXT or look == self.look:
            return self.look, self.text
        if self.kind is StrokeKind.BLOCKS:
            other = _swapped_look(self.look)
            flips = look == other or len(change(look, other)) < len(change(look, self.look))
            return (other, self.text.translate(_FLIPPED)) if flips else (self.look, self.text)
        ground = self.look.back
        if look.lines or look.back == ground:
            return (self.look if look.lines else look), self.text
        if blocks and not look.weight and look.front == _as_front(ground) and len(self.text) <= SMALL_GAP:
            return look, FULL * len(self.text)
        return look._replace(back=ground), self.text


@lru_cache(maxsize=4096)
def _swapped_look(look: Look) -> Look:
    """A look with front and ground exchanged."""
    return Look(_as_front(look.back), _as_back(look.front))


@lru_cache(maxsize=4096)
def _as_front(back: str) -> str:
    """The color of a ground, as that of a front; of the terminal's own there is none."""
    return f"9{back[2:]}" if back.startswith("10") else f"3{back[1:]}" if back else "none"


@lru_cache(maxsize=4096)
def _as_back(front: str) -> str:
    """The color of a front, as that of a ground."""
    return f"10{front[1:]}" if front.startswith("9") else f"4{front[1:]}"


@lru_cache(maxsize=4096)
def _first_of_swapped(look: Look) -> Look | None:
    """What a look and the same exchanged have in common, if they can be exchanged: the one of them that comes first."""
    if look.weight or look.lines or not look.front or not look.back:
        return None
    return min(look, _swapped_look(look))


def draw_strokes(pieces: Iterable[Piece], system: ColorSystem | None, numbers: Numbers = NONE) -> Iterator[Stroke]:
    """The strokes of pieces, in their order; `numbers`: those that the terminal has redefined."""
    last: Stroke | None = None
    for y, x, strip in pieces:
        for stroke in _strokes_of_strip(y, x, strip, system, numbers):
            if last is not None and (last.y, last.end) == (y, stroke.x) and (joined := last.joined(stroke)):
                last = joined
                continue
            if last is not None:
                yield last
            last = stroke
    if last is not None:
        yield last


def _strokes_of_strip(y: int, x: int, strip: Strip, system: ColorSystem | None, numbers: Numbers) -> Iterator[Stroke]:
    """A strip in parts of one look and kind."""
    for text, style, _ in strip:
        look = PLAIN if system is None else look_of(style, system, numbers)
        pair = _first_of_swapped(look) if system in SWAPPING else None
        for kind, chars in groupby(text, key=lambda char: _kind_of_stroke(char, look, pair)):
            part = "".join(chars)
            end = x + cell_len(part)
            if kind is StrokeKind.BLANK:
                yield Stroke(y, x, end, " " * (end - x), Look(back=look.back), kind)
            elif kind is StrokeKind.BLOCKS and pair is not None:
                yield Stroke(y, x, end, part if look == pair else part.translate(_FLIPPED), pair, kind)
            else:
                yield Stroke(y, x, end, part, look, kind)
            x = end


def _kind_of_stroke(char: str, look: Look, pair: Look | None) -> StrokeKind:
    if char == " " or look.front == _as_front(look.back):
        return StrokeKind.TEXT if look.lines else StrokeKind.BLANK
    return StrokeKind.BLOCKS if pair is not None and char in INVERSES else StrokeKind.TEXT


# -- pens


class Pen(NamedTuple):
    """Where the terminal writes next, and in which look; a place of -1 is unknown."""

    y: int = -1
    x: int = -1
    look: Look = PLAIN


LIFTED = Pen()
"""Plain, and nobody knows where."""
SAVE, BACK = "\x1b7", "\x1b8"
"""The terminal keeps its pen (DECSC), and goes back to it, place and look (DECRC)."""


class Leap(NamedTuple):
    """How a stroke is begun from the pen that the terminal keeps: way, code of its look, and the look and the text."""

    way: str
    turn: str
    look: Look
    text: str

    @property
    def cost(self) -> int:
        """Its bytes."""
        return len(self.way) + len(self.turn)
