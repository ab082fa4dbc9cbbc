"""The keys that work now, as the last line of every screen, and lines with a part at each edge."""

from collections.abc import Collection, Sequence
from itertools import takewhile

from westwall_tui.ui.terminal.keymap import Keymap
from westwall_tui.ui.terminal.rows import Row, Span, width_of

Keys = Sequence[tuple[str, str]]
"""Actions, and what each does in a word or two; one without a word shares that of the next: `Up Down line`."""

WAYS_ON = ("help", "commands", "leave")
"""Keys that lead to all others, and out: where the footer ends with them it always shows them."""
WAYS_OUT = ("help", "back", "leave")
"""The same on a page."""


def key_bar(keys: Keys, keymap: Keymap, width: int, ends: Collection[str] = WAYS_ON) -> Row:
    """Keys and what they do: at the left as many as there is room for, the first ones most wanted.

    Those of `ends` that the keys end with stand whole at the right. `keymap` has the keys.
    """
    count = len(list(takewhile(lambda name: name in ends, (name for name, _ in reversed(keys)))))
    first, last = keys[: len(keys) - count], keys[len(keys) - count :]
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
    at = worded[after - 1] if len(worded) >= after else len(keys)
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
