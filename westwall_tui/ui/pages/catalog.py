"""All pages of a game by the actions that show them, and the lists of saves and of keys."""

from collections.abc import Mapping
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap

from textual.events import Key as KeyEvent

from westwall_tui.engine.game import Game
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.ui.terminal.page import PageScreen, PaperScreen
from westwall_tui.words.keymap import KEYS, Key, Keymap
from westwall_tui.words.rows import Keys, Row, Span, row, shortened


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
NARROW, NAMED = 38, 78
"""Minimum columns of the list of keys, and of the list with the names of the actions."""
KEYS_OF_CURSOR = "the arrows and the number pad, too; with Shift five hexes at a time"
COMPASS = ("northwest", "north", "northeast", "west", "east", "southwest", "south", "southeast")


def keys_rows(width: int, keymap: Keymap, first: str = "", *, named: bool = False) -> list[Row]:
    """Return all keys in groups, with the group `first` at the top; if `named`, with the names of the actions."""
    rows: list[Row] = []
    for group, title in sorted(GROUPS.items(), key=lambda item: item[0] != first):
        rows += [row()] if rows else []
        rows.append(row(title, "bold"))
        keys = [key for key in KEYS if key.group == group]
        compass = [] if named or group != "cursor" else _compass_rows(keymap, width)
        if compass:
            rows += compass
        elif named:
            rows += [
                row(f"  {' '.join(keymap.of(key.name)):<18} {keymap.about(key):<41} {key.name}"[:width]) for key in keys
            ]
        else:
            rows += [line for key in keys for line in _key_rows(keymap, key, width)]
    return rows


def _compass_rows(keymap: Keymap, width: int) -> list[Row]:
    """Return the cursor's letters around a hex; nothing if a direction has none."""
    letters = {
        name: next((key for key in keymap.of(name) if len(key) == 1 and not key.isdigit()), "") for name in COMPASS
    }
    if not all(letters.values()):
        return []
    nw, n, ne, w, e, sw, s, se = letters.values()
    drawn = (f"{nw}  {n}  {ne}", " \\ | / ", f"{w} -o- {e}", " / | \\ ", f"{sw}  {s}  {se}")
    beside = wrap(KEYS_OF_CURSOR, width - 13)
    return [
        (Span("  "), Span(line.ljust(11), "key"), Span(text)) for line, text in zip_longest(drawn, beside, fillvalue="")
    ]


def _key_rows(keymap: Keymap, key: Key, width: int) -> list[Row]:
    """Return a key with its action; an action without a key is reached by its name."""
    keys = " ".join(keymap.of(key.name)[:2]) or f"{keymap.first('commands')}{key.name}"
    first, *rest = wrap(keymap.about(key), width - 12)
    if len(keys) > 9:
        return [row(f"  {keys}", "key"), *(row(f"{'':12}{line}") for line in (first, *rest))]
    return [(Span(f"  {keys:<10}", "key"), Span(first)), *(row(f"{'':12}{line}") for line in rest)]


class KeysScreen(PageScreen):
    """The page of all keys; Tab shows them with the names of their actions."""

    def __init__(self, keymap: Keymap, first: str = "") -> None:
        """Put the group `first`, which belongs to the previous screen, at the top."""
        super().__init__("", lambda width: keys_rows(width, keymap, first, named=self._named), least=NARROW)
        self._keys, self._named = keymap, False

    def paint(self) -> None:
        """Show the keys in one of the two ways."""
        names = f", and the names that settings and {self._keys.first('commands')} use" if self._named else ""
        self.heading, self._least = f"All keys{names}", NAMED if self._named else NARROW
        super().paint()

    def footer(self, *, long: bool) -> Keys:
        return (("next", "without names" if self._named else "names"), *super().footer(long=long))

    def on_key(self, event: KeyEvent) -> None:
        if self.keymap.action((event.key, *event.aliases), box=False) == "next" and self.is_active:
            event.stop()
            event.prevent_default()  # other pages scroll with this key
            self._named, self.first = not self._named, 0
            self.paint()


OF_THE_GAME: Mapping[str, str] = {
    "reinforcements": "tables.reinforcements_screen",
    "line_list": "tables.lines_screen",
    "tables": "tables.tables_screen",
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
    return KeysScreen(keymap)
