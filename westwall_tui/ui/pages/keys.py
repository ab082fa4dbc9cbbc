"""All keys."""

from collections.abc import Mapping

from westwall_tui.ui.keys import KEYS, Keymap
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.ui.terminal.rows import Row, row

GROUPS: Mapping[str, str] = {
    "cursor": "The cursor",
    "units": "Units and decisions",
    "map": "The map",
    "lists": "Lists and help",
    "game": "The game",
    "boxes": "In a box over the map",
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
