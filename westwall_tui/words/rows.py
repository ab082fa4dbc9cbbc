"""Rows: lines of text in a few styles, for panes, boxes and pages; the last of a screen has the keys that work now."""

from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.words.keymap import Keymap


class Span(NamedTuple):
    """Text in one style: a role of `palettes.py`."""

    text: str
    style: str = ""


Row = tuple[Span, ...]

HARD = "\u00a0"
"""A blank at which no line ends; it is shown as an ordinary one."""


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
    """True if a row is such a line."""
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
    return [line] if len(text) <= width else text_rows(text, width, style, hang="    ")


def with_more(rows: Sequence[Row], width: int, above: int, below: int) -> list[Row]:
    """Rows of a list that goes on: `^ 4 more` at the right of the first, `v 9 more` at the right of the last."""
    found = list(rows)
    for at, count, sign in ((0, above, "^"), (-1, below, "v")):
        if count and found:
            more = more_words(sign, count)
            line, room = found[at], width - len(more)
            line = shortened(line, room)
            found[at] = (*line, Span(" " * (room - width_of(line))), Span(more, "dim"))
    return found


def more_words(sign: str, count: int) -> str:
    """` v 9 more`: that a list or a page goes on."""
    return f" {sign} {count} more" if count else ""


def fold_names(names: Iterable[str], width: int) -> list[str]:
    """Names, such as `unit 90`, in lines of a width; none is broken."""
    return [line.replace(HARD, " ") for line in wrap(", ".join(name.replace(" ", HARD) for name in names), width)]


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


def text_rows(text: str, width: int, style: str = "", *, indent: str = "", hang: str = "") -> list[Row]:
    """A text in as many rows as it needs, each behind `indent`, and all but the first behind `hang` too.

    No row ends at a `HARD` blank.
    """
    lines = wrap(text, width, initial_indent=indent, subsequent_indent=indent + hang)
    return [row(line.replace(HARD, " "), style) for line in lines]


def cut(text: str, width: int, most: int, style: str = "") -> list[Row]:
    """A text in so many rows at most, which show where it goes on."""
    return [row(line, style) for line in wrap(text, width, max_lines=most, placeholder=" ...")]


def first_line(text: str) -> str:
    """The part of a pasted text for a field: its first line that is not blank, without control characters."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    return "".join(c for c in line if c.isprintable()).strip()


Keys = Sequence[tuple[str, str]]
"""Actions, and what each does in a word or two; one without a word shares that of the next: `Up Down line`."""

WAYS_ON = ("goto", "help", "commands", "leave")
"""Keys that lead to all others, and out: where the footer ends with them it always shows them."""
MAY_GO = "goto"
"""The one of them that makes way where there is no room for all of the others."""
WAYS_OUT = ("help", "back", "leave")
"""The same on a page."""


def key_bar(keys: Keys, keymap: Keymap, width: int, ends: Collection[str] = WAYS_ON) -> Row:
    """Keys and what they do: at the left as many as there is room for, the first ones most wanted.

    Those of `ends` that the keys end with stand whole at the right. `keymap` has the keys.
    """
    count = len(list(takewhile(lambda name: name in ends, (name for name, _ in reversed(keys)))))
    first, last = keys[: len(keys) - count], keys[len(keys) - count :]
    if last and last[0][0] == MAY_GO and width_of(_in_the_bar(keys, keymap)) + 2 > width:
        last = last[1:]
    right = _in_the_bar(last, keymap)
    if width_of(right) + 2 > width:
        right = _in_the_bar([(name, "") for name, _ in last], keymap)
    shown = len(first)
    while (
        shown and width_of(_in_the_bar(first[:shown], keymap)) + 1 + bool(right) + width_of(right) + bool(right) > width
    ):
        shown -= 1
    while shown < len(first) and shown and not first[shown - 1][1]:  # it shares the word of the next, which has no room
        shown -= 1
    return spread((Span(" "), *_in_the_bar(first[:shown], keymap)), right, width)


def inserted(keys: Keys, more: Keys, after: int) -> Keys:
    """Keys with some more behind the first of them that have a word of their own, so many; or at their end."""
    worded = [at for at, (_, word) in enumerate(keys, 1) if word]
    at = worded[after - 1] if 0 < after <= len(worded) else len(keys)
    return [*keys[:at], *more, *keys[at:]]


def page_bar(keys: Keys, keymap: Keymap, width: int, before: str = "") -> Row:
    """The last line of a page: its way out stands at the right. `before`: keys that are no action, such as `1-9`."""
    first: Row = (Span(f" {before}", "key"),) if before else ()
    bar = (*first, *key_bar(keys, keymap, width - width_of(first), WAYS_OUT))
    spans = [Span(text, f"{role or 'text'}@bar") for text, role in bar]
    return *spans, Span(" " * max(0, width - width_of(bar)), "text@bar")


def spread(left: Row, right: Row, width: int) -> Row:
    """One part at the left edge and one at the right, where a blank stands behind it."""
    if not right:
        return left
    return (*left, Span(" " * max(0, width - width_of(left) - width_of(right) - bool(right))), *right)


def _in_the_bar(keys: Keys, keymap: Keymap) -> Row:
    """`Enter move  w pin`; a key without a word shares that of the next one: `Up Down line`."""
    found: list[Span] = []
    for name, word in keys:
        found += [Span(keymap.first(name), "key"), Span(f" {word}  " if word else " ")]
    if found:
        found[-1] = Span(found[-1].text.rstrip())
    return tuple(found)
