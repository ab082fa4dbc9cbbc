"""Rows: a widget of styled lines that repaints only those lines that changed. Menus, help pages and lists use it."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Span(NamedTuple):
    """Text in one style, written as Rich writes styles: `bold`, `reverse`, `dim`."""

    text: str
    style: str = ""


Row = tuple[Span, ...]


def row(text: str = "", style: str = "") -> Row:
    """A row in one style. Whatever could steer a terminal is taken out of the text."""
    return (Span(clean(text), style),)


def clean(text: str) -> str:
    """The text without control characters, which a file could hold."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


class Rows(Widget):
    """Lines painted from the top; those beyond the widget's height are not shown."""

    DEFAULT_CSS = "Rows { width: 1fr; height: 1fr; }"

    def __init__(self, *, name: str | None = None) -> None:
        super().__init__(name=name)
        self._rows: tuple[Row, ...] = ()

    @property
    def text(self) -> str:
        """What is shown, without styles."""
        return "\n".join("".join(span.text for span in r) for r in self._rows)

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows; only those that differ are painted again."""
        old, new = self._rows, tuple(rows)
        self._rows = new
        if not self.is_attached:
            return
        width = self.size.width
        changed = [
            Region(0, y, width, 1)
            for y in range(min(max(len(old), len(new)), self.size.height))
            if y >= len(old) or y >= len(new) or old[y] != new[y]
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self.rich_style
        if y >= len(self._rows):
            return Strip.blank(width, base)
        segments = [Segment(s.text, base + Style.parse(s.style) if s.style else base) for s in self._rows[y]]
        return Strip(segments).crop_extend(0, width, base)
