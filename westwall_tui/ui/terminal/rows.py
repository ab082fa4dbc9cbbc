"""Rows: lines of text in a few styles, for panes, boxes and pages."""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import NamedTuple


class Span(NamedTuple):
    """Text in one style: a role of `themes.py`."""

    text: str
    style: str = ""


Row = tuple[Span, ...]


def clean(text: str) -> str:
    """The text without control characters, which a file could hold."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def row(text: str = "", style: str = "") -> Row:
    """A row in one style. Whatever could steer a terminal is taken out of the text."""
    return (Span(clean(text), style),)


def rule(text: str = "") -> Row:
    """A line across the whole box, its frame included, with a text at its right: what goes on below it."""
    return (Span(clean(text), "rule"),)


RULE = rule()


def is_rule(line: Row) -> bool:
    """Whether a row is such a line."""
    return bool(line) and line[0].style == "rule"


def width_of(line: Row) -> int:
    """The columns of a row."""
    return sum(len(span.text) for span in line)


def chosen_row(text: str, width: int) -> Row:
    """The chosen line of a list: `>` before it, on a ground of its own over the whole width."""
    room, told = width - 2, clean(text)
    told = told if len(told) <= room else f"{told[: room - 3]}..."
    return Span("> ", "key@here"), Span(told.ljust(room), "text@here")


def fold_row(line: Row, width: int) -> list[Row]:
    """A row as it is, or where it is too long, in parts."""
    text, style = "".join(span.text for span in line), line[0].style if line else ""
    return [line] if len(text) <= width else [row(part, style) for part in wrap(text, width, subsequent_indent="    ")]


def with_more(rows: Sequence[Row], width: int, above: int, below: int) -> list[Row]:
    """Rows of a list that goes on: `^ 4 more` at the right of the first, `v 9 more` at the right of the last."""
    found = list(rows)
    for at, count, sign in ((0, above, "^"), (-1, below, "v")):
        if count and found:
            more = f" {sign} {count} more"
            line, room = found[at], width - len(more)
            line = shortened(line, room)
            found[at] = (*line, Span(" " * (room - width_of(line))), Span(more, "dim"))
    return found


def sentence(text: str) -> str:
    """A text with a capital where it begins with `unit 2`; the names of keys stay as they are."""
    return f"U{text[1:]}" if text.startswith("unit ") else text


def fold_names(names: Iterable[str], width: int) -> list[str]:
    """Names, such as `unit 90`, in lines of a width; none is broken."""
    blank, kept = " ", "\u00a0"
    return [line.replace(kept, blank) for line in wrap(", ".join(name.replace(blank, kept) for name in names), width)]


def shortened(line: Row, width: int) -> Row:
    """A row in so many columns at most; where it has more it ends in `...`."""
    if width_of(line) <= width:
        return line
    found: list[Span] = []
    room = width - 3
    for span in line:
        text = span.text[:room]
        room -= len(text)
        found.append(Span(text if room else f"{text}...", span.style))
        if not room:
            break
    return tuple(found)


def cut(text: str, width: int, most: int, style: str = "") -> list[Row]:
    """A text in so many rows at most, which show where it goes on."""
    return [row(line, style) for line in wrap(text, width, max_lines=most, placeholder=" ...")]


def first_line(text: str) -> str:
    """The part of a pasted text for a field: its first line that is not blank, without control characters."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    return "".join(c for c in line if c.isprintable()).strip()
