"""Rows: lines of text in a few styles, for panes, boxes and pages."""

from typing import NamedTuple


class Span(NamedTuple):
    """Text in one style: a role of `themes.py`."""

    text: str
    style: str = ""


Row = tuple[Span, ...]


def row(text: str = "", style: str = "") -> Row:
    """A row in one style. Whatever could steer a terminal is taken out of the text."""
    return (Span(clean(text), style),)


def clean(text: str) -> str:
    """The text without control characters, which a file could hold."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)
