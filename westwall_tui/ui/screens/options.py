"""The options in a game: a page over the map with those that hold at once."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from textual.events import Key

from westwall_tui.files.settings import Settings
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import MenuItem, option_items
from westwall_tui.ui.terminal.page import PaperScreen, is_for
from westwall_tui.ui.terminal.rows import Row, chosen_row, page_bar, row, with_more

INFO = 4
"""Lines below the options about the chosen one."""


class OptionsScreen(PaperScreen):
    """Each option with its value; Left and Right change it."""

    def __init__(self, preferences: Preferences, changed: Callable[[str], None], keys: Callable[[], None]) -> None:
        """`changed` has the game drawn as the settings are now, and hears what went wrong; `keys` shows all keys."""
        super().__init__()
        self._preferences, self._changed, self._show_keys = preferences, changed, keys
        self._at = 0
        self._trouble = ""

    def _items(self) -> Sequence[MenuItem]:
        def change(settings: Settings) -> None:
            self._trouble = self._preferences.change(settings)
            self._changed(self._trouble)
            self._paper.palette = self._preferences.palette

        return option_items(self._preferences.settings, change, self._show_keys, in_game=True)

    def paint(self) -> None:
        """Show the options, what the chosen one means, and the keys."""
        width, height = self.page_width, self.size.height
        items, inner = self._items(), max(20, min(78, width - 2))
        room = max(1, height - INFO - 4)
        first = max(0, min(self._at - room // 2, len(items) - room))
        shown = [
            chosen_row(item.label, inner) if first + i == self._at else row(f"  {item.label}"[:inner])
            for i, item in enumerate(items[first : first + room])
        ]
        shown = with_more(shown, inner, first, len(items) - first - len(shown))
        about = [line for text in (self._trouble, *items[self._at].info()) for line in wrap(text, inner)]
        rows: list[Row] = [row(f" {'Options':<{width - 1}}", "heading@bar"), row(), *shown, row()]
        rows += [row(f" {line}") for line in about[:INFO]]
        rows += [row()] * (height - 1 - len(rows))
        keys = [("up", ""), ("down", "choose"), ("west", ""), ("east", "change")]
        keys += [("confirm", "pick")] if items[self._at].enter else []
        self._paper.show([*rows[: height - 1], page_bar([*keys, ("back", "back to the game")], self.keymap, width)])

    def on_key(self, event: Key) -> None:
        if not is_for(self, event):
            return
        names, items = (event.key, *event.aliases), self._items()
        item, way = items[self._at], self.keymap.action(names, box=False)
        action = way if way in ("west", "east") else self.keymap.action(names, box=True)
        self._trouble = ""
        if action in ("up", "down"):
            self._at = (self._at + (1 if action == "down" else -1)) % len(items)
        elif action in ("west", "east") and item.turn is not None:
            item.turn(1 if action == "east" else -1)
        elif action == "confirm" and item.enter is not None:
            item.enter()
        elif action in ("back", "leave"):
            self.dismiss()
            return
        if self.is_current:
            self.paint()
