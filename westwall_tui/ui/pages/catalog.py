"""All pages of a game by the actions that show them, and the list of keys."""

from collections.abc import Mapping
from importlib import import_module
from itertools import zip_longest
from textwrap import wrap

from textual.events import Key as KeyEvent

from westwall_tui.engine.game import Game
from westwall_tui.ui.terminal.page import PageScreen, PaperScreen
from westwall_tui.words.keymap import KEYS, Keymap
from westwall_tui.words.rows import Keys, Row, Span, row, text_rows

GROUPS: Mapping[str, str] = {
    "cursor": "The cursor",
    "units": "A unit",
    "map": "On the map",
    "lists": "To read",
    "game": "The game",
    "boxes": "In a box, on a page",
    "watch": "While you watch",
    "example": "In an example of play",
    "workshop": "In the workshop",
    "end": "After the game",
}
SHORT: Mapping[str, str] = {
    "next previous": "next, previous", "confirm": "select, move", "skip": "skip", "back": "one step back",
    "waypoint exit": "pin route; exit", "bridge": "lay a bridge", "auto": "the rest, for you",
    "column": "move as a column", "alike": "all retreat alike", "no_advances": "no more advances",
    "attack": "attack; enter all", "stand": "stay; enter last", "plan drop_plan": "plan, drop a plan",
    "zones": "Zones of Control", "enemy_reach": "the enemy's reach", "lines line_list": "lines, as a list",
    "front": "the front", "objective_marks": "objectives", "counted_marks": "scoring units",
    "risks": "explain a warning", "look": "look around", "next_enemy previous_enemy": "enemies",
    "next_place previous_place": "go to objectives", "goto": "go to hex, unit", "overview": "the whole board",
    "larger smaller": "size of hexes", "characters": "drawn, ASCII", "counters": "counters on, off",
    "legend": "what symbols mean", "reinforcements": "arrivals", "messages": "messages", "tables": "tables, losses",
    "objectives account": "points, by cause", "course": "the course", "rules briefing": "rules, briefing",
    "help commands": "help, commands", "undo redo": "undo, redo",
    "undo_unit undo_turn": "undo unit, turn",
    "replay_back replay_on": "watch again", "end": "end the phase", "hint": "a hint", "players": "who plays",
    "say": "talk", "conditions notes": "conditions; notes", "saves": "saves", "sandboxes give": "sandboxes; give",
    "leave": "quit",
    "up down": "line", "page_up page_down": "page", "first last": "first, last line", "yes no": "yes, no",
    "line_up line_down": "move the line", "switch": "conditions on, off",
    "suggest": "suggested lines", "try_lines": "try conditions",
    "put": "add, drop; go on", "put_all": "add all units", "declare": "declare, fire",
    "next_hex previous_hex": "another hex", "fire": "FPF; rolls with it", "more less": "Ground Support",
    "example": "the example", "filter": "filter messages", "fight_back fight_on": "combat",
    "turn_back turn_on": "Player-Turn",
    "place_unit": "place a counter", "take_out": "take the unit out", "assign": "another group",
    "parts add_part": "tables, a new one", "pick_hex": "add, drop a hex", "test_battle": "test the battle",
    "board_mode": "board, scenario", "brush brush_size": "terrain, 1 or 7 hexes",
    "brush_down": "paint on the move", "walk_way": "walk a road, river", "board_size": "size of the board",
    "run": "play on, stop", "faster slower": "faster, slower", "go_on": "play from here",
    "copy_position": "copy position", "step_on": "one step on",
    "step_back": "one step back", "step_out": "back", "again": "play again", "swap": "with sides switched",
    "rename delete": "rename, delete", "export": "write a report",
    "poster": "the poster",
}  # fmt: skip
"""Descriptions of one or two actions in about 18 characters, in the order of the page."""
WITHOUT_KEYS = "gun_range", "your_games", "options", "coach", "warnings", "copy", "concede", "offer_draw"
"""Actions that usually have no key. The page names them in a sentence unless the player gave them one."""
NARROW, NAMED = 24, 78
"""Minimum columns of the list of keys, and of the list with the names of the actions."""
KEY = 6
"""Columns of a short list's keys. Longer keys have a row of their own."""
KEYS_OF_CURSOR = "or the arrows; Shift: five hexes"
COMPASS = ("northwest", "north", "northeast", "west", "east", "southwest", "south", "southeast")


def keys_rows(width: int, keymap: Keymap, first: str = "", *, named: bool = False) -> list[Row]:
    """Return all keys in groups, with the group `first` at the top.

    If `named`, every action has a row with all its keys and its name. Otherwise an action has its first key.
    """
    rows: list[Row] = []
    group_of = {key.name: key.group for key in KEYS}
    for group, title in sorted(GROUPS.items(), key=lambda item: item[0] != first):
        rows += [row()] if rows else []
        rows.append(row(title, "heading"))
        keys = [key for key in KEYS if key.group == group]
        if named:
            rows += [
                row(f"  {' '.join(keymap.of(key.name)):<18} {keymap.about(key):<41} {key.name}"[:width]) for key in keys
            ]
            continue
        if group == "cursor":
            rows += _compass_rows(keymap, width) or [
                line for key in keys for line in _key_rows(keymap.first(key.name), key.about, width)
            ]
        for names, text in SHORT.items():
            name, *other = names.split()
            if group_of[name] == group:
                rows += _key_rows(" ".join(map(keymap.first, (name, *other))), text, width)
        spare = [name for name in WITHOUT_KEYS if group_of[name] == group]
        rows += [
            line
            for name in spare
            if keymap.of(name)
            for line in _key_rows(keymap.first(name), name.replace("_", " "), width)
        ]
    return rows if named else [*rows, row(), *_rows_without_keys(keymap, width)]


def _rows_without_keys(keymap: Keymap, width: int) -> list[Row]:
    """Return the names of the actions that have no key, or nothing if all have one."""
    names = [f"{keymap.first('commands')}{name}" for name in WITHOUT_KEYS if not keymap.of(name)]
    return [row("By name", "heading"), *text_rows("  ".join(names), width, indent=" ", hang=" ")] if names else []


def _compass_rows(keymap: Keymap, width: int) -> list[Row]:
    """Return the cursor's letters around a hex; nothing if a direction has none."""
    letters = {
        name: next((key for key in keymap.of(name) if len(key) == 1 and not key.isdigit()), "") for name in COMPASS
    }
    if not all(letters.values()):
        return []
    nw, n, ne, w, e, sw, s, se = letters.values()
    drawn = (f"{nw}  {n}  {ne}", " \\ | / ", f"{w} -o- {e}", " / | \\ ", f"{sw}  {s}  {se}")
    beside = wrap(KEYS_OF_CURSOR, width - 11)
    return [
        (Span(" "), Span(line.ljust(10), "key"), Span(text)) for line, text in zip_longest(drawn, beside, fillvalue="")
    ]


def _key_rows(keys: str, does: str, width: int) -> list[Row]:
    """Return a row with keys and what they do, or two rows if the keys are long."""
    if KEY <= len(keys) < width - len(does):
        return [(Span(f"{keys} ", "key"), *row(does))]
    lines = text_rows(does, width - KEY)
    first, *rest = lines if len(keys) < KEY else ((), *lines)
    return [(Span(f"{keys:<{KEY}}", "key"), *first), *((Span(" " * KEY), *line) for line in rest)]


class KeysScreen(PageScreen):
    """The page of all keys; Tab shows them with the names of their actions."""

    columns = 5

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


def page_by_name(name: str, game: Game, keymap: Keymap) -> PaperScreen:
    """Return a page by its name, such as `rules:7.12` for the rules at a case; unknown names give the list of keys.

    The keys begin with those of a unit, or with the group after the colon. Pages are loaded when first needed, because
    most games need few.
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
    return KeysScreen(keymap, place or "units")
