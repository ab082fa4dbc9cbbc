"""Rows: lines of text in a few styles, for panes, boxes and pages."""

from textwrap import wrap
from typing import NamedTuple


class Span(NamedTuple):
    """Text in one style: a role of `themes.py`."""

    text: str
    style: str = ""


Row = tuple[Span, ...]


def row(text: str = "", style: str = "") -> Row:
    """A row in one style. Whatever could steer a terminal is taken out of the text."""
    return (Span(clean(text), style),)


def cut(text: str, width: int, most: int, style: str = "") -> list[Row]:
    """A text in so many rows at most, which show where it goes on."""
    return [row(line, style) for line in wrap(text, width, max_lines=most, placeholder=" ...")]


def first_line(text: str) -> str:
    """The part of a pasted text for a field: its first line that is not blank, without control characters."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    return "".join(c for c in line if c.isprintable()).strip()


def clean(text: str) -> str:
    """The text without control characters, which a file could hold."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)
