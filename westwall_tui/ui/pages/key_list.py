"""Help with the pending decision, and all keys."""

from collections.abc import Mapping

from westwall_tui.ui.terminal.keymap import KEYS, Keymap
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row
from westwall_tui.ui.words.helptext import decision_help, help_title

GROUPS: Mapping[str, str] = {
    "cursor": "The cursor",
    "units": "Units and decisions",
    "map": "The map",
    "lists": "Lists and help",
    "game": "The game",
    "watch": "While you watch a game",
    "boxes": "In a box over the map",
    "end": "When the game is over",
}


def keys_rows(width: int, changed: Mapping[str, str] | None = None) -> list[Row]:
    """All keys, in groups; `changed` are the player's own by action."""
    keymap = Keymap(changed)
    rows: list[Row] = []
    for group, title in GROUPS.items():
        rows += [row()] if rows else []
        rows.append(row(title, "bold"))
        for key in KEYS:
            if key.group == group:
                keys = " ".join(keymap.of(key.name))
                rows.append(row(f"  {keys:<18} {key.about:<42} {key.name}"[:width]))
    return rows


def keys_screen(changed: Mapping[str, str] | None = None) -> PageScreen:
    """All keys."""
    title = f"All keys, and the names that settings and {Keymap(changed).first('commands')} use"
    return PageScreen(title, lambda width: keys_rows(width, changed))


# -- help with the pending decision, with all keys below it


def help_rows(kind: str, width: int, battle: str = "", changed: Mapping[str, str] | None = None) -> list[Row]:
    """The help with a decision; `changed` are the player's own keys by action."""
    _, lines = decision_help(kind, width, battle, Keymap(changed).first)
    return [row(line) for line in lines]


def help_screen(kind: str, changed: Mapping[str, str] | None = None, battle: str = "") -> PageScreen:
    """The help with a decision and all keys below it, as a page."""

    def rows_at(width: int) -> list[Row]:
        return [*help_rows(kind, width, battle, changed), row(), *keys_rows(width, changed)]

    return PageScreen(help_title(kind), rows_at)
