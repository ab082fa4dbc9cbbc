"""The keys that work now, as the last line."""

from collections.abc import Sequence
from itertools import takewhile

from westwall_tui.ui.keys import Keymap
from westwall_tui.ui.kit.pane import TextPane
from westwall_tui.ui.kit.rows import Row, Span

WAYS_ON = ("help", "commands", "leave")
"""Keys that lead to all others, and out: where the footer ends with them it always shows them."""


FIRST = 5
"""So many keys come first; further ones are shown only if those of `WAYS_ON` keep their words."""


class KeyBar(TextPane):
    """The keys that work now."""

    DEFAULT_CSS = "KeyBar { width: 1fr; height: 1; }"
    ground = "bar"


def key_bar(keys: Sequence[tuple[str, str]], keymap: Keymap, width: int) -> Row:
    """Keys and what they do, as many as there is room for. `keymap` has the keys.

    Those of `WAYS_ON` that the keys end with are always there, without words where there is no room for them.
    """
    found = [(f" {keymap.first(name)}", f" {word} " if word else "") for name, word in keys]
    ends = len(list(takewhile(lambda name: name in WAYS_ON, (name for name, _ in reversed(keys)))))
    first, last = found[: len(found) - ends], found[len(found) - ends :]
    if last:
        last[-1] = last[-1][0], last[-1][1].rstrip()  # nothing follows: no blank that could cost it its word
    spans: list[Span] = []
    room, words = width - sum(len(key) for key, _ in last), sum(len(does) for _, does in last)
    for i, (key, does) in enumerate(first):
        if len(key) + len(does) > room - (words if i >= FIRST else 0):
            break
        spans += [Span(key, "bar_now"), Span(does, "bar")]
        room -= len(key) + len(does)
    for key, does in last:
        word = does if len(does) <= room else ""
        spans += [Span(key, "bar_now"), *([Span(word, "bar")] if word else [])]
        room -= len(word)
    return tuple(spans)
