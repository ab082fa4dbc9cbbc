"""Rows: styled lines of text for panes, boxes and pages, and the bar of keys at the bottom of a screen."""

from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.words.keymap import Keymap


class Span(NamedTuple):
    """Text in one style, which is a role of `palettes.py`."""

    text: str
    style: str = ""


Row = tuple[Span, ...]

HARD = "\u00a0"
"""A space at which no line is broken. The screen shows an ordinary space."""


def clean(text: str) -> str:
    """Return a text without the control characters that a file could contain."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def row(text: str = "", style: str = "") -> Row:
    """Return a row in one style, without characters that could control the terminal."""
    return (Span(clean(text), style),)


def rule(text: str = "") -> Row:
    """Return a line across the whole box and its frame; `text`, at its right end, says what continues below."""
    return (Span(clean(text), "rule"),)


RULE = rule()


def is_rule(line: Row) -> bool:
    """Return True if a row is a line across the box."""
    return bool(line) and line[0].style == "rule"


def width_of(line: Row) -> int:
    """Return the number of columns of a row."""
    return sum(len(span.text) for span in line)


def chosen_row(text: str, width: int) -> Row:
    """Return the chosen line of a list, marked with `>` and a background of its own over the whole width."""
    room, line = width - 2, clean(text)
    line = line if len(line) <= room else f"{line[: room - 3]}..."
    return Span("> ", "key@here"), Span(line.ljust(room), "text@here")


def fold_row(line: Row, width: int) -> list[Row]:
    """Return a row, broken into several if it is too long."""
    text, style = "".join(span.text for span in line), line[0].style if line else ""
    return [line] if len(text) <= width else text_rows(text, width, style, hang="    ")


def with_more(rows: Sequence[Row], width: int, above: int, below: int) -> list[Row]:
    """Return rows of a longer list, with `^ 4 more` at the right of the first row and `v 9 more` of the last."""
    found = list(rows)
    for at, count, sign in ((0, above, "^"), (-1, below, "v")):
        if count and found:
            more = more_words(sign, count)
            line, room = found[at], width - len(more)
            line = shortened(line, room)
            found[at] = (*line, Span(" " * (room - width_of(line))), Span(more, "dim"))
    return found


def more_words(sign: str, count: int) -> str:
    """Return ` v 9 more`, the sign that a list or a page continues; an empty string for 0."""
    return f" {sign} {count} more" if count else ""


def fold_names(names: Iterable[str], width: int) -> list[str]:
    """Return lines of names such as `unit 90`, without breaking a name."""
    return [line.replace(HARD, " ") for line in wrap(", ".join(name.replace(" ", HARD) for name in names), width)]


def shortened(line: Row, width: int) -> Row:
    """Return a row in at most `width` columns; a longer row ends in `...`."""
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
    """Return a text as rows, all indented by `indent`, and all but the first also by `hang`.

    No row ends at a `HARD` space.
    """
    lines = wrap(text, width, initial_indent=indent, subsequent_indent=indent + hang)
    return [row(line.replace(HARD, " "), style) for line in lines]


def cut(text: str, width: int, most: int, style: str = "") -> list[Row]:
    """Return a text as at most `most` rows, with `...` if it is longer."""
    return [row(line, style) for line in wrap(text, width, max_lines=most, placeholder=" ...")]


def first_line(text: str) -> str:
    """Return the first line of a pasted text that isn't blank, without control characters."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    return "".join(c for c in line if c.isprintable()).strip()


Keys = Sequence[tuple[str, str]]
"""Actions with a word or two each. An action without words shares those of the next one: `Up Down line`."""

WAYS_ON = ("goto", "help", "commands", "leave")
"""Keys that lead to all other keys, and out. If a footer ends with these, it always shows them."""
MAY_GO = "goto"
"""The key of these that is left out first if there is no room for the others."""
WAYS_OUT = ("help", "back", "leave")
"""The keys of a page that lead to all other keys, and out."""


def key_bar(keys: Keys, keymap: Keymap, width: int, ends: Collection[str] = WAYS_ON) -> Row:
    """Return a bar of keys: at the left, the most important keys as far as there is room.

    If the keys end with some of `ends`, these are always shown at the right. `keymap` gives each action its key.
    """
    count = len(list(takewhile(lambda name: name in ends, (name for name, _ in reversed(keys)))))
    first, last = keys[: len(keys) - count], keys[len(keys) - count :]
    if last and last[0][0] == MAY_GO and not fits_bar(_in_the_bar(first, keymap), _in_the_bar(last, keymap), width):
        last = last[1:]
    right = _in_the_bar(last, keymap)
    if width_of(right) + 2 > width:
        right = _in_the_bar([(name, "") for name, _ in last], keymap)
    shown = len(first)
    while shown and not fits_bar(_in_the_bar(first[:shown], keymap), right, width):
        shown -= 1
    while (
        shown < len(first) and shown and not first[shown - 1][1]
    ):  # it shares the word of the next key, for which there is no room
        shown -= 1
    return spread((Span(" "), *_in_the_bar(first[:shown], keymap)), right, width)


def fits_bar(left: Row, right: Row, width: int) -> bool:
    """Return True if a bar has room for both parts with two blanks between them, and one at each end."""
    return 1 + width_of(left) + (2 + width_of(right) + 1 if right else 0) <= width


def inserted(keys: Keys, more: Keys, after: int) -> Keys:
    """Return keys with `more` inserted after a number of keys that have a word of their own, or at the end."""
    worded = [at for at, (_, word) in enumerate(keys, 1) if word]
    at = worded[after - 1] if 0 < after <= len(worded) else len(keys)
    return [*keys[:at], *more, *keys[at:]]


def page_bar(keys: Keys, keymap: Keymap, width: int, before: str = "") -> Row:
    """Return the last line of a page, with the ways out at the right; `before` has keys without an action: `1-9`."""
    first: Row = (Span(f" {before}", "key"),) if before else ()
    return on_bar((*first, *key_bar(keys, keymap, width - width_of(first), WAYS_OUT)), width)


def on_bar(line: Row, width: int) -> Row:
    """Return a row on the background of a bar, over the whole width."""
    spans = [Span(text, f"{role or 'text'}@bar") for text, role in line]
    return *spans, Span(" " * max(0, width - width_of(line)), "text@bar")


def spread(left: Row, right: Row, width: int) -> Row:
    """Return a row with one part at the left edge and one at the right, before a space."""
    if not right:
        return left
    return (*left, Span(" " * max(0, width - width_of(left) - width_of(right) - bool(right))), *right)


def _in_the_bar(keys: Keys, keymap: Keymap) -> Row:
    """Return `Enter move w pin`. A key without a word shares that of the next key: `Up Down line`."""
    found: list[Span] = []
    for name, word in keys:
        found += [Span(keymap.first(name), "key"), Span(f" {word}  " if word else " ")]
    if found:
        found[-1] = Span(found[-1].text.rstrip())
    return tuple(found)
