"""The keys: actions by name, with their usual keys.

Settings, `:` and the help use an action's name. Modes and dialogs receive names, never keys; a `Keymap` has the key to
show.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from westwall_tui.files.players.settings import Settings

MAP, BOX, BOTH = frozenset({"map"}), frozenset({"box"}), frozenset({"map", "box"})
"""Places where an action is live: the map without a box; boxes, pages and the title; or both."""
DECISIONS = frozenset({
    "set-up", "movement", "combat", "retreat", "displace", "advance", "demolition", "halted", "bridges", "front",
    "offer",
})  # fmt: skip
"""Kinds of decisions whose modes have keys of their own. The same key may mean different actions in two decisions."""
FRONT, LINES = frozenset({"a front"}), frozenset({"Lines of Communication"})
"""The map of a battle that has what an action shows.

An order that only some battles have is live in the place that is named after the order's word.
"""
WATCH, EXAMPLE, WORKSHOP = frozenset({"watch"}), frozenset({"example"}), frozenset({"workshop"})
"""A replay, an example of play, and the map of the workshop."""
BOARDS, GAMES, MAPS = MAP | WORKSHOP, MAP | WATCH | WORKSHOP, MAP | WATCH | WORKSHOP | EXAMPLE
"""The map of a game or of the workshop; the same or that of a replay; and all maps."""
ALL = frozenset({"map", "box", "watch", "workshop"})
"""All places except an example."""
END, SANDBOXES, CONDITIONS = frozenset({"end"}), frozenset({"sandboxes"}), frozenset({"conditions"})
"""The page of a game that is over, and the lists of sandboxes or notes and of conditions, besides the usual keys."""
OF_THE_APP = ("ctrl+c", "ctrl+l", "ctrl+q", "ctrl+z")
"""Keys that screens leave to the app."""
HELD = frozenset({
    *(f"{side}_{key}" for side in ("left", "right") for key in ("shift", "control", "alt", "super", "hyper", "meta")),
    "iso_level3_shift", "iso_level5_shift", "caps_lock", "num_lock", "scroll_lock",
})  # fmt: skip
"""Keys without a meaning of their own that terminals with the Kitty keyboard protocol also report."""


OFF_THE_MAP = BOX | WATCH | EXAMPLE | END | SANDBOXES | CONDITIONS | WORKSHOP


COPY, POSITION, LOG, REPORT = "copy", "position", "log", "report"
"""The command that copies a text, and the texts; after `log`, the words of a filter may follow."""
TITLE = "the title screen"
"""The screen to which quitting a game leads, except in a club."""


class Key(NamedTuple):
    """An action: its name, Textual's names of its keys, its description, and the places where it is live."""

    name: str
    keys: str
    about: str
    group: str
    live: frozenset[str] = MAP

    @property
    def on_map(self) -> bool:
        """True if the action is live on the map of a game, perhaps only in some decisions or battles."""
        return not self.live <= OFF_THE_MAP

    def meets(self, other: "Key") -> bool:
        """Return True if both actions can be live at once, so that they need different keys."""
        if self.on_map and other.on_map and not self.live | other.live <= DECISIONS | OFF_THE_MAP:
            return True
        return bool(self.live & other.live)


KEYS: Sequence[Key] = (
    Key("north", "up,k,8", "cursor up", "cursor", MAPS),
    Key("south", "down,j,2", "cursor down", "cursor", MAPS),
    Key("west", "left,h,4", "cursor left", "cursor", MAPS),
    Key("east", "right,l,6", "cursor right", "cursor", MAPS),
    Key("northwest", "y,7,home", "cursor up and left", "cursor", MAPS),
    Key("northeast", "u,9,pageup", "cursor up and right", "cursor", MAPS),
    Key("southwest", "b,1,end", "cursor down and left", "cursor", MAPS),
    Key("southeast", "n,3,pagedown", "cursor down and right", "cursor", MAPS),
    Key("far_north", "shift+up,K", "five hexes up", "cursor", MAPS),
    Key("far_south", "shift+down,J", "five hexes down", "cursor", MAPS),
    Key("far_west", "shift+left,H", "five hexes left", "cursor", MAPS),
    Key("far_east", "shift+right,L", "five hexes right", "cursor", MAPS),
    Key("far_northwest", "Y,shift+home", "five hexes up and left", "cursor", MAPS),
    Key("far_northeast", "U,shift+pageup", "five hexes up and right", "cursor", MAPS),
    Key("far_southwest", "B,shift+end", "five hexes down and left", "cursor", MAPS),
    Key("far_southeast", "N,shift+pagedown", "five hexes down and right", "cursor", MAPS),
    Key("next", "tab", "next unit that can act", "units"),
    Key("previous", "shift+tab", "previous unit that can act", "units"),
    Key("skip", "space", "skip this unit", "units"),
    Key("confirm", "enter,5", "select, move here, confirm", "units", BOTH | WORKSHOP),
    Key("back", "escape,backspace", "cancel, one step back", "units", ALL),
    Key("waypoint", "w", "pin the route here", "units", frozenset({"movement", "front"})),
    Key("exit", "e", "exit the map", "units", frozenset({"movement"})),
    Key("bridge", "f", "lay a float bridge", "units", frozenset({"bridge"})),
    Key("auto", "A", "set up the rest, or advance, for you", "units", frozenset({"set-up", "advance"})),
    Key("alike", "A", "the same retreat for all that are alike", "units", frozenset({"retreat", "displace"})),
    Key("no_advances", "0", "no more advances in this phase", "units", frozenset({"advance"})),
    Key("column", "A", "move several units as a column by road", "units", frozenset({"movement"})),
    Key("attack", "a", "attack; enter the rest", "units", frozenset({"movement", "combat"})),
    Key("stand", "s", "stay; send the next unit after the last", "units", DECISIONS - {"set-up", "combat", "front"}),
    Key("plan", "d", "plan an attack", "units"),
    Key("drop_plan", "D", "drop the plan", "units", BOTH),
    Key("reinforcements", "r", "reinforcements: arrivals by Game-Turn", "lists", BOTH | WORKSHOP),
    Key("zones", "z", "Zones of Control", "map", BOTH | WORKSHOP),
    Key("enemy_reach", "Z", "where the enemy could go", "map", BOTH),
    Key("lines", "c", "Lines of Communication", "map", LINES | BOX),
    Key("line_list", "C", "which units have a Line of Communication", "lists", LINES | BOX),
    Key("front", "F", "the front that must be held", "map", FRONT | BOX),
    Key("objective_marks", "T", "mark the objectives", "map", BOTH | WORKSHOP),
    Key("counted_marks", "number_sign", "mark the scoring units", "map", BOTH),
    Key("gun_range", "", "how many guns have each hex in range", "map", BOTH),
    Key("risks", "exclamation_mark", "what a warning is about, on the map", "map"),
    Key("warnings", "", "warnings in the panel: on or off", "game"),
    Key("coach", "", "the coach: on or off", "game"),
    Key("look", "x", "look around", "map"),
    Key("next_enemy", "m", "next enemy", "map"),
    Key("previous_enemy", "M", "previous enemy", "map"),
    Key("next_place", "o", "next objective", "map", BOARDS),
    Key("previous_place", "O", "previous objective", "map", BOARDS),
    Key("goto", "g,slash", "go to a hex, unit or place", "map", BOARDS),
    Key("overview", "W", "the whole board, and back", "map", GAMES),
    Key("larger", "plus,equals_sign", "larger hexes", "map", BOARDS),
    Key("smaller", "minus", "smaller hexes", "map", BOARDS),
    Key("characters", "percent_sign", "characters: ASCII, Unicode, drawn", "map", BOARDS),
    Key("counters", "v", "hide or show the counters", "map", BOARDS),
    Key("legend", "i", "legend: what the symbols mean", "lists", BOARDS),
    Key("undo", "less_than_sign,comma", "take back an order", "game", BOTH | WORKSHOP),
    Key("undo_unit", "left_parenthesis", "take back the last order of the unit here", "game"),
    Key("undo_turn", "left_curly_bracket", "take back the whole turn", "game"),
    Key("redo", "greater_than_sign,full_stop", "redo what you took back", "game", BOTH),
    Key("replay_back", "left_square_bracket", "watch again: back one order", "game", ALL),
    Key("replay_on", "right_square_bracket", "watch again: the last turn; next order", "game", GAMES),
    Key("end", "E", "end the phase", "game", BOTH),
    Key("say", "quotation_mark,apostrophe", "say something to the others", "game", BOTH),
    Key("conditions", "ampersand", "conditions: decisions in advance", "game", BOTH),
    Key("players", "X", "who plays each side", "game"),
    Key("notes", "semicolon", "your notes and bookmarks", "game", BOTH | WATCH),
    Key("sandboxes", "dollar_sign", "sandboxes: try out lines of play", "game", BOTH),
    Key("give", "asterisk", "give a sandbox's orders in earnest", "game", MAP | SANDBOXES),
    Key("hint", "I", "a hint: what the computer would do", "game", BOTH),
    Key("messages", "p", "messages", "lists", BOTH),
    Key("tables", "t", "tables and losses", "lists", BOTH),
    Key("saves", "S", "saves", "game", BOTH),
    Key("help", "question_mark,f1", "help", "lists", ALL | EXAMPLE),
    Key("objectives", "P", "points: now, and still possible", "lists", BOARDS),
    Key("rules", "R", "the rules by case", "lists", BOTH | EXAMPLE | WORKSHOP),
    Key("all_keys", "", "all keys", "lists", BOTH | WORKSHOP),
    Key("account", "V", "points; after the game, how it ended", "lists", BOTH),
    Key("course", "G", "the course of the game: charts and dice", "lists", BOTH),
    Key("briefing", "Q,f2", "the briefing: the situation and your aims", "lists", BOARDS),
    Key("options", "", "options: characters, colors and more", "game"),
    Key("your_games", "", "your games: results and records", "lists", BOTH),
    Key("concede", "", "concede the game", "game", BOTH),
    Key("offer_draw", "", "offer a draw", "game", BOTH),
    Key("copy", "", "copy position, copy log or copy report", "game", BOTH),
    Key("commands", "colon", "every command by name; an order as text", "game", BOTH | WORKSHOP),
    Key("leave", "q", "quit; the game is saved", "game", ALL | EXAMPLE),
    Key("fight_back", "left_curly_bracket", "back one combat", "watch", WATCH),
    Key("fight_on", "right_curly_bracket", "forward one combat", "watch", WATCH),
    Key("turn_back", "less_than_sign,comma", "back one Player-Turn", "watch", WATCH),
    Key("turn_on", "greater_than_sign,full_stop", "forward one Player-Turn", "watch", WATCH),
    Key("run", "space", "play on, or stop", "watch", WATCH),
    Key("faster", "plus,equals_sign", "faster", "watch", WATCH),
    Key("slower", "minus", "slower", "watch", WATCH),
    Key("copy_position", "c", "copy the position as text", "watch", WATCH),
    Key("go_on", "G", "start a new game from here", "watch", WATCH | WORKSHOP),
    Key("place_unit", "p", "place a counter that is not used yet", "workshop", WORKSHOP),
    Key("take_out", "x,delete", "take the unit out; remove a thing", "workshop", WORKSHOP),
    Key("assign", "a", "put the unit into another group", "workshop", WORKSHOP),
    Key("parts", "t", "the tables of the battle, to change them", "workshop", WORKSHOP),
    Key("add_part", "A", "a new table: points, a group, an award", "workshop", WORKSHOP),
    Key("test_battle", "E", "test it: the computer plays many games", "workshop", WORKSHOP),
    Key("pick_hex", "space", "add or drop a hex; paint it", "workshop", WORKSHOP),
    Key("brush", "f", "choose the terrain to paint", "workshop", WORKSHOP),
    Key("brush_down", "d", "paint while the cursor moves, or stop", "workshop", WORKSHOP),
    Key("brush_size", "s", "paint one hex, or seven", "workshop", WORKSHOP),
    Key("walk_way", "w", "walk a road, a railway, a river or a line", "workshop", WORKSHOP),
    Key("board_size", "S", "the size of the board, the part in use", "workshop", WORKSHOP),
    Key("board_mode", "tab", "change the board, or the scenario again", "workshop", WORKSHOP),
    Key("again", "n", "play it again", "end", END),
    Key("swap", "x", "play it again with the sides switched", "end", END),
    Key("export", "h", "write its report: a page to post or print", "end", END),
    Key("poster", "p", "its poster: the whole game on one screen", "end", END),
    Key("line_up", "K,shift+up", "move the line up", "boxes", CONDITIONS),
    Key("line_down", "J,shift+down", "move the line down", "boxes", CONDITIONS),
    Key("switch", "o", "switch your conditions on or off", "boxes", CONDITIONS),
    Key("suggest", "s", "add lines that cover everything", "boxes", CONDITIONS),
    Key("try_lines", "T", "try them against the last enemy turn", "boxes", CONDITIONS),
    Key("step_on", "space,enter,right_square_bracket", "forward one step", "example", EXAMPLE),
    Key("step_back", "backspace,left_square_bracket", "back one step", "example", EXAMPLE),
    Key("step_out", "escape", "back to where you came from", "example", EXAMPLE),
    Key("rename", "r", "rename a sandbox, rewrite a note", "boxes", SANDBOXES),
    Key("delete", "x,delete", "delete a sandbox, a note, a line", "boxes", SANDBOXES | CONDITIONS),
    Key("up", "up,k,8,shift+tab", "up a line", "boxes", BOX),
    Key("down", "down,j,2,tab", "down a line", "boxes", BOX),
    Key("page_up", "pageup,9", "page up", "boxes", BOX),
    Key("page_down", "pagedown,3", "page down", "boxes", BOX),
    Key("first", "home,7", "first line", "boxes", BOX),
    Key("last", "end,1", "last line", "boxes", BOX),
    Key("yes", "y", "yes", "boxes", BOX),
    Key("no", "n", "no, or none", "boxes", BOX),
    Key("put", "space", "add or drop; continue after a notice", "boxes", BOX),
    Key("put_all", "a", "add all units that can join", "boxes", BOX),
    Key("declare", "d", "declare an attack, fire; close a plan", "boxes", BOX),
    Key("next_hex", "right,l,6", "another hex for the unit", "boxes", BOX),
    Key("previous_hex", "left,h,4", "the previous hex", "boxes", BOX),
    Key("fire", "f", "fire FPF; in an attack, show the rolls with it", "boxes", BOX),
    Key("more", "plus,equals_sign,g", "more Ground Support", "boxes", BOX),
    Key("less", "minus", "less Ground Support", "boxes", BOX),
    Key("example", "e", "the example of a section of the rules", "boxes", BOX),
    Key("filter", "slash", "filter the messages", "boxes", BOX),
)

_ARROWS = {
    "north": "up",
    "south": "down",
    "west": "left",
    "east": "right",
    "northwest": "home",
    "northeast": "pageup",
    "southwest": "end",
    "southeast": "pagedown",
    "far_north": "shift+up",
    "far_south": "shift+down",
    "far_west": "shift+left",
    "far_east": "shift+right",
    "far_northwest": "shift+home",
    "far_northeast": "shift+pageup",
    "far_southwest": "shift+end",
    "far_southeast": "shift+pagedown",
}
_LETTERS = dict(zip(_ARROWS, "kjhlyubnKJHLYUBN", strict=True))
_DIGITS = dict(zip(_ARROWS, "82467913", strict=False))


def _before_arrows(first: Mapping[str, str]) -> Mapping[str, str]:
    """Return the keys of the cursor actions, which come before the arrows: bars and help show the first key."""
    return {name: f"{first[name]},{keys}" if name in first else keys for name, keys in _ARROWS.items()}


KEYSETS: Mapping[str, Mapping[str, str]] = {
    "usual": {},
    "arrows": {**_ARROWS, "confirm": "enter", "up": "up,shift+tab", "down": "down,tab"},
    "vi": {**_before_arrows(_LETTERS), "confirm": "enter", "up": "k,up,shift+tab", "down": "j,down,tab"},
    "numpad": {**_before_arrows(_DIGITS), "confirm": "5,enter", "up": "8,up,shift+tab", "down": "2,down,tab"},
    "left": {
        **_before_arrows(dict(zip(_ARROWS, "wsadqezc", strict=False))),
        "confirm": "space,enter,5",
        "put": "v",
        "skip": "r",
        "reinforcements": "R",
        "rules": "f3",
        "attack": "f",
        "bridge": "B",
        "stand": "x",
        "look": "X",
        "players": "",
        "plan": "g",
        "goto": "t,slash",
        "tables": "f4",
        "parts": "f4",
        "assign": "f",
        "pick_hex": "r",
        "brush": "g",
        "brush_down": "1",
        "brush_size": "2",
        "walk_way": "3",
        "waypoint": "1",
        "exit": "2",
        "lines": "j",
        "zones": "b",
        "copy_position": "v",
        "leave": "f10",
        "line_up": "W,shift+up",
        "line_down": "S,shift+down",
        "switch": "v",
        "suggest": "g",
        "up": "w,up,shift+tab",
        "down": "s,down,tab",
    },
}
"""Sets of keys by name: the keys that differ from the usual ones, by action. `left` is for the left hand alone."""
KEYSET_NAMES = {
    "usual": "arrows, hjklyubn, number pad",
    "arrows": "arrows alone",
    "vi": "hjklyubn and arrows",
    "numpad": "number pad and arrows",
    "left": "left hand: w a s d, q e z c",
}
"""Descriptions of the sets, by name."""

ALSO: Mapping[str, str] = {
    "objectives": "victory win winning score points objectives goals towns places",
    "briefing": "how why aim goal objectives win victory story orders",
    "account": "victory win score points how standing losing situation",
    "counted_marks": "exits points",
    "gun_range": "artillery barrage fire fpf",
    "saves": "save saving load",
    "options": "options settings preferences",
    "characters": "options settings drawn unicode",
    "larger": "options zoom",
    "smaller": "options zoom",
    "conditions": "standing orders automatic defense fire retreat program",
    "players": "options computer opponent level speed",
    "all_keys": "options keyboard",
    "rules": "how rulebook booklet",
    "help": "how what",
    "undo": "back mistake",
    "undo_unit": "back mistake",
    "undo_turn": "back mistake restart",
    "column": "group convoy road march",
    "copy": "clipboard export paste share",
    "notes": "bookmarks remember memo write",
    "sandboxes": "try trial what-if variant plan test",
    "concede": "resign surrender give up",
    "offer_draw": "tie remis peace",
    "exit": "leave",
    "end": "done finish",
    "leave": "save quit exit title options settings",
    "warnings": "options settings danger",
    "coach": "options settings tutor help teach",
}
"""Other words that people may type in the list of commands, by action, the likeliest first."""

_SHORT = {
    "enter": "Enter",
    "tab": "Tab",
    "shift+tab": "S-Tab",
    "space": "Space",
    "backspace": "BkSp",
    "escape": "Esc",
    "asterisk": "*",
    "semicolon": ";",
    "dollar_sign": "$",
    "less_than_sign": "<",
    "percent_sign": "%",
    "ampersand": "&",
    "exclamation_mark": "!",
    "greater_than_sign": ">",
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
    "colon": ":",
    "number_sign": "#",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_parenthesis": "(",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "quotation_mark": '"',
    "apostrophe": "'",
    "slash": "/",
    "comma": ",",
    "full_stop": ".",
    "equals_sign": "=",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "shift+pageup": "S-PgUp",
    "shift+pagedown": "S-PgDn",
    "shift+home": "S-Home",
    "shift+end": "S-End",
    "shift+up": "S-Up",
    "shift+down": "S-Down",
    "shift+left": "S-Left",
    "shift+right": "S-Right",
}


def key_label(key: str) -> str:
    """Return a key as the footer writes it."""
    return _SHORT.get(key, key.upper() if key[1:].isdigit() else key)  # f10 is shown as F10


class Keymap:
    """The keys of all actions: the player's own if the settings have any, else those of a set."""

    def __init__(self, own: Mapping[str, str] | None = None, keyset: str = "usual", out: str = TITLE) -> None:
        """Take the player's `own` keys by action, such as `"up,k"`; an empty text keeps the keys of the set.

        `out` names the place after quitting a game.
        """
        self._out = out
        self._own = {name: _split_keys(keys) for name, keys in (own or {}).items() if keys}
        chosen = KEYSETS[keyset]
        self._keys = {key.name: self._own.get(key.name, _split_keys(chosen.get(key.name, key.keys))) for key in KEYS}
        self._actions: dict[frozenset[str], Mapping[str, str]] = {}
        """A cache of the actions by key, for places that are live together."""

    def _live_in(self, places: frozenset[str]) -> Mapping[str, str]:
        """Return the actions by key in places that are live together.

        If two actions share a key, the player's choice wins, then the action that is live in fewer places. On the map,
        a key without a meaning in this decision keeps its meaning from another decision, so that the program can
        explain it.
        """
        live = [key for key in KEYS if key.live & places or ("map" in places and key.on_map)]
        live.sort(key=lambda key: (not key.live & places, key.name not in self._own, len(key.live)))
        found: dict[str, str] = {}
        for key in live:
            for name in self._keys[key.name]:
                found.setdefault(name, key.name)
        return found

    @property
    def quits(self) -> str:
        """The effect of the key that quits a game, in words."""
        return f"quit to {self._out}"

    def about(self, key: Key) -> str:
        """Return the effect of a key, in words."""
        return f"{self.quits}; games are saved" if key.name == "leave" else key.about

    def of(self, action: str) -> Sequence[str]:
        """Return the keys of an action as hints write them."""
        return self._keys[action]

    def first(self, action: str) -> str:
        """Return the key that hints show for an action; its name after a colon if it has no key."""
        keys = self._keys[action]
        return keys[0] if keys else f":{action}"

    def action(self, names: Iterable[str], *, box: bool) -> str:
        """Return the action of a key, by any of its names, with a box open or not; empty if the key has no action."""
        return self.action_in(BOX if box else MAP, names)

    def action_in(self, places: frozenset[str], names: Iterable[str]) -> str:
        """Return the action of a key in some places, such as `WATCH` or `MAP | {"movement"} | LINES`."""
        actions = self._actions.get(places)
        if actions is None:
            actions = self._actions[places] = self._live_in(places)
        return next((actions[key_label(name)] for name in names if key_label(name) in actions), "")

    def conflicts(self) -> list[tuple[str, str, str]]:
        """Return pairs of actions that share a key, if the player set it and both actions can be live at once."""
        return [
            (a.name, b.name, name)
            for a, b in combinations(KEYS, 2)
            if (a.name in self._own or b.name in self._own) and a.meets(b)
            for name in self._keys[a.name]
            if name in self._keys[b.name]
        ]

    def unknown(self) -> list[str]:
        """Return names for which the player set keys but which no action has."""
        return [name for name in self._own if name not in self._keys]


def keymap_of(settings: Settings, out: str = TITLE) -> Keymap:
    """Return the keys for some settings."""
    return _make_keymap(tuple(settings.keys.items()), settings.keyset, out)


@lru_cache(maxsize=4)
def _make_keymap(own: tuple[tuple[str, str], ...], keyset: str, out: str) -> Keymap:
    """Return the keys, cached because screens ask for them at every keystroke."""
    return Keymap(dict(own), keyset, out)


def _split_keys(keys: str) -> tuple[str, ...]:
    """Return keys as hints write them. A character and its name count as the same key."""
    return tuple(key_label(key.strip()) for key in keys.split(",") if key.strip())
