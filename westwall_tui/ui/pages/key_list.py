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
    "example": "In an example of play",
    "boxes": "In a box over the map, or on a page",
    "end": "When the game is over",
}


TEXT = 76
"""Columns that the list needs."""


def keys_rows(width: int, keymap: Keymap) -> list[Row]:
    """All keys, in groups."""
    rows: list[Row] = []
    for group, title in GROUPS.items():
        rows += [row()] if rows else []
        rows.append(row(title, "bold"))
        for key in KEYS:
            if key.group == group:
                keys = " ".join(keymap.of(key.name))
                rows.append(row(f"  {keys:<18} {keymap.about(key):<42} {key.name}"[:width]))
    return rows


def keys_screen(keymap: Keymap) -> PageScreen:
    """All keys."""
    title = f"All keys, and the names that settings and {keymap.first('commands')} use"
    return PageScreen(title, lambda width: keys_rows(width, keymap), least=TEXT)


# -- help with the pending decision, with all keys below it


def help_rows(kind: str, width: int, battle: str, keymap: Keymap) -> list[Row]:
    """The help with a decision."""
    _, lines = decision_help(kind, width, battle, keymap.first)
    return [row(line) for line in lines]


def help_screen(kind: str, battle: str, keymap: Keymap) -> PageScreen:
    """The help with a decision and all keys below it, as a page."""

    def rows_at(width: int) -> list[Row]:
        return [*help_rows(kind, width, battle, keymap), row(), *keys_rows(width, keymap)]

    return PageScreen(help_title(kind), rows_at, least=TEXT)
