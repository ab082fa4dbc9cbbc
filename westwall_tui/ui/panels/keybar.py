"""The keys that work now, as the last line."""

from collections.abc import Sequence

from westwall_tui.ui.keys import Keymap
from westwall_tui.ui.kit.pane import TextPane
from westwall_tui.ui.kit.rows import Row, Span


class KeyBar(TextPane):
    """The keys that work now."""

    DEFAULT_CSS = "KeyBar { width: 1fr; height: 1; }"
    ground = "bar"


def key_bar(keys: Sequence[tuple[str, str]], keymap: Keymap, width: int) -> Row:
    """Keys and what they do, as many as there is room for. `keymap` has the keys."""
    spans: list[Span] = []
    room = width
    for name, word in keys:
        key, does = f" {keymap.first(name)}", f" {word} " if word else ""
        if len(key) + len(does) > room:
            break
        spans += [Span(key, "bar_now"), Span(does, "bar")]
        room -= len(key) + len(does)
    return tuple(spans)
