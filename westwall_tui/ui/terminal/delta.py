"""Styled text as the terminal reads it, with only those codes that change from run to run.

Rich writes a full code and a reset round every run of text. Here a run that shares its ground with the one before it
costs nothing but what differs, and blanks take whatever foreground there is.
"""

import os
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from westwall_tui.ui.terminal.blocks import INVERSES
from westwall_tui.ui.terminal.numbers import NONE, Numbers


class Look(NamedTuple):
    """How a terminal paints now: codes of the colours, empty for its own, and the attributes that are on."""

    front: str = ""
    back: str = ""
    weight: str = ""
    """`1` bold, `2` dim, `1;2` both."""
    lines: str = ""
    """`4` underline, `7` reverse and the like."""


PLAIN = Look()
NOT_UNDERLINED = Style(underline=False)
RESET = "\x1b[m"
"""Makes any look plain."""
UNDERLINES_IN_WHITE = os.environ.get("TERM", "").startswith("linux")
"""True on the console of Linux: what is underlined is white there, on a white counter and in place of a color too."""
_WEIGHTS = (("bold", "1"), ("dim", "2"))
_LINES = (("italic", "3"), ("underline", "4"), ("blink", "5"), ("reverse", "7"), ("strike", "9"))


@lru_cache(maxsize=4096)
def look_of(style: Style | None, system: ColorSystem, numbers: Numbers = NONE) -> Look:
    """A style in the codes of a terminal with that many colours, of which some `numbers` are redefined."""
    if style is None:
        return PLAIN
    front = style.color.downgrade(system).get_ansi_codes() if style.color else ()
    back = style.bgcolor.downgrade(system).get_ansi_codes(foreground=False) if style.bgcolor else ()
    if UNDERLINES_IN_WHITE and style.underline and (style.reverse or style.color is not None):
        style += NOT_UNDERLINED
    codes = [";".join(code for name, code in names if getattr(style, name)) for names in (_WEIGHTS, _LINES)]
    fore, ground = "" if front == ("39",) else ";".join(front), "" if back == ("49",) else ";".join(back)
    return Look(numbers.front(fore, bold=bool(style.bold)), numbers.ground(ground), codes[0], codes[1])


def look_next(old: Look, text: str, style: Style | None, system: ColorSystem) -> Look:
    """How the terminal paints a text in a style: blanks as it paints already, but for what is behind them."""
    look = look_of(style, system)
    return old._replace(back=look.back) if text.isspace() and not (look.lines or old.lines) else look


@lru_cache(maxsize=8192)
def change(old: Look, new: Look) -> str:
    """The shortest code that makes one look another."""
    if old == new:
        return ""
    full = ";".join(part for part in ("0" if old != PLAIN else "", new.weight, new.lines, new.front, new.back) if part)
    if new == PLAIN:
        return RESET
    if old.lines and old.lines != new.lines:
        return f"\x1b[{full}m"
    parts = ["22" if old.weight else "", new.weight] if old.weight != new.weight else []
    parts = [code for code in (*parts, new.lines if old.lines != new.lines else "") if code]
    parts += [b or off for a, b, off in ((old.front, new.front, "39"), (old.back, new.back, "49")) if a != b]
    return f"\x1b[{min(';'.join(parts), full, key=len)}m"


@lru_cache(maxsize=16384)
def same_picture(char: str, style: Style | None, other: str, another: Style | None) -> bool:
    """True if two cells look the same: blocks with front and ground exchanged do."""
    return _visible_part(char, style) == _visible_part(other, another)


def _visible_part(char: str, style: Style | None) -> object:
    """What one sees of a cell. A terminal's own front and ground are no colors that could be exchanged."""
    if style is None or char not in INVERSES or style.bold or style.dim or style.reverse or style.underline:
        return char, style
    front, ground = (
        None if color is None or color.is_default else color.name for color in (style.color, style.bgcolor)
    )
    if char == " " or front is None or (ground is None and char != "█"):
        return char if char != " " else "", ground if char == " " else style
    if char == "█":
        return "", front
    assert ground is not None
    return min((char, front, ground), (INVERSES[char], ground, front))


ERASES_IN_COLOR = bool(os.environ.get("TMUX")) or not os.environ.get("TERM", "").startswith("screen")
"""True if erased cells take the background color, as nearly everywhere but in GNU screen."""


def blank_end(segment: Segment) -> int:
    """How many blanks a text ends with that the terminal can erase as well: on its own ground, or on a color."""
    style = segment.style
    if style is not None and (style.reverse or style.underline or (style.bgcolor is not None and not ERASES_IN_COLOR)):
        return 0
    return len(segment.text) - len(segment.text.rstrip(" "))


class DeltaWriter:
    """Writes pieces of text one after the other, and remembers how the terminal paints."""

    def __init__(self, system: ColorSystem | None) -> None:
        """`system`: the colours of the terminal; none: no styles at all."""
        self._system = system
        self._look = PLAIN
        self.parts: list[str] = []

    def write(self, segments: Iterable[Segment]) -> None:
        """Text in its styles."""
        for text, style, control in segments:
            if self._system is not None and not control and text:
                self._turn_to_style(text, style)
            self.parts.append(text)

    def erase(self) -> None:
        """Blanks to the end of the line, on the terminal's own ground."""
        if self._system is not None:
            self._turn_to_style(" ", None)
        self.parts.append("\x1b[K")

    def end(self) -> str:
        """Everything written; the terminal is left plain."""
        self.parts.append(change(self._look, PLAIN))
        self._look = PLAIN
        return "".join(self.parts)

    def _turn_to_style(self, text: str, style: Style | None) -> None:
        assert self._system is not None
        look = look_next(self._look, text, style, self._system)
        self.parts.append(change(self._look, look))
        self._look = look
