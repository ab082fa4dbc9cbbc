"""All pages of a game by the actions that show them, and the lists of saves and of keys."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from westwall_tui.engine.game import Game
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.ui.terminal.page import PageScreen, PaperScreen
from westwall_tui.words.keymap import KEYS, Keymap
from westwall_tui.words.rows import Row, row, shortened


def saves_rows(current: Path, width: int) -> list[Row]:
    """Return the list of saved games, with an asterisk at the current one."""
    rows = [row(f"This game is saved after every order, in {current.name}"[:width], "bold"), row()]
    try:
        saves = list_saves(current.parent)
    except FileError as error:
        return [*rows, row(str(error)[:width])]
    for save in saves:
        about = save.trouble or save.about
        mark = "*" if save.path == current else " "
        rows.append(shortened(row(f"{mark} {save.local_time}  {save.path.name:<28} {about}"), width))
    return [*rows, row(), row("You can resume any of them from the title screen."[:width])]


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
TEXT = 78
"""Minimum columns of the list of keys."""


def keys_rows(width: int, keymap: Keymap, first: str = "") -> list[Row]:
    """Return all keys in groups, with the group `first` at the top."""
    rows: list[Row] = []
    for group, title in sorted(GROUPS.items(), key=lambda item: item[0] != first):
        rows += [row()] if rows else []
        rows.append(row(title, "bold"))
        for key in KEYS:
            if key.group == group:
                keys = " ".join(keymap.of(key.name))
                rows.append(row(f"  {keys:<18} {keymap.about(key):<41} {key.name}"[:width]))
    return rows


def keys_screen(keymap: Keymap, first: str = "") -> PageScreen:
    """Return the page of all keys. The group `first`, which belongs to the previous screen, is at the top."""
    title = f"All keys, and the names that settings and {keymap.first('commands')} use"
    return PageScreen(title, lambda width: keys_rows(width, keymap, first), least=TEXT)


OF_THE_GAME: Mapping[str, str] = {
    "reinforcements": "tables.reinforcements_screen",
    "line_list": "tables.lines_screen",
    "tables": "tables.tables_screen",
    "account": "tables.situation_screen",
}
"""Pages that need only the game, by the actions that show them: module and function in `ui/pages`."""


def page_by_name(name: str, game: Game, save: Path, keymap: Keymap) -> PaperScreen:
    """Return a page by its name, such as `rules:7.12` for the rules at a case; unknown names give the list of keys.

    `save` is the file of the game. Pages are loaded when first needed, because most games need few.
    """
    kind, _, place = name.partition(":")
    if kind in OF_THE_GAME:
        module, _, maker = OF_THE_GAME[kind].partition(".")
        made: PaperScreen = getattr(import_module(f"{__package__}.{module}"), maker)(game)
        return made
    match kind:
        case "rules":
            from westwall_tui.ui.pages.rules import RulesScreen

            return RulesScreen(game.scenario.rules, place)
        case "briefing":
            from westwall_tui.ui.pages.briefing import BriefingScreen

            return BriefingScreen(game, int(place or 0))
        case "saves":
            return PageScreen("Saved games", lambda width: saves_rows(save, width))
        case "your_games":
            from westwall_tui.ui.pages.your_games import YourGamesScreen

            return YourGamesScreen()
    return keys_screen(keymap)
