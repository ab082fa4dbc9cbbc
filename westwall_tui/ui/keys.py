"""The keys: actions by name, with the keys that they have until the settings say otherwise.

A name is what settings, `:` and the help use. Modes and dialogs are given names, never keys.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Key(NamedTuple):
    """An action: its name, its keys as Textual calls them, and what it does."""

    name: str
    keys: str
    about: str
    group: str


KEYS: Sequence[Key] = (
    Key("north", "up,k,8", "cursor up", "cursor"),
    Key("south", "down,j,2", "cursor down", "cursor"),
    Key("west", "left,h,4", "cursor left", "cursor"),
    Key("east", "right,l,6", "cursor right", "cursor"),
    Key("northwest", "y,7,home", "cursor up and left", "cursor"),
    Key("northeast", "u,9,pageup", "cursor up and right", "cursor"),
    Key("southwest", "b,1,end", "cursor down and left", "cursor"),
    Key("southeast", "n,3,pagedown", "cursor down and right", "cursor"),
    Key("far_north", "shift+up,K", "five hexes up", "cursor"),
    Key("far_south", "shift+down,J", "five hexes down", "cursor"),
    Key("far_west", "shift+left,H", "five hexes left", "cursor"),
    Key("far_east", "shift+right,L", "five hexes right", "cursor"),
    Key("far_northwest", "Y,shift+home", "five hexes up and left", "cursor"),
    Key("far_northeast", "U,shift+pageup", "five hexes up and right", "cursor"),
    Key("far_southwest", "B,shift+end", "five hexes down and left", "cursor"),
    Key("far_southeast", "N,shift+pagedown", "five hexes down and right", "cursor"),
    Key("next", "tab", "next unit that can act", "units"),
    Key("previous", "shift+tab", "previous unit that can act", "units"),
    Key("skip", "space", "skip this unit", "units"),
    Key("confirm", "enter,5", "select, move here, confirm", "units"),
    Key("back", "escape,backspace", "one step back", "units"),
    Key("waypoint", "w", "pin the way here", "units"),
    Key("exit", "e", "leave the map", "units"),
    Key("bridge", "f", "lay a float bridge", "units"),
    Key("auto", "A", "set up automatically", "units"),
    Key("attack", "a", "attack", "units"),
    Key("stand", "s", "stay: no advance", "units"),
    Key("plan", "d", "plan: see a combat without making it", "units"),
    Key("reinforcements", "r", "reinforcements", "lists"),
    Key("zones", "z", "zones of control", "map"),
    Key("enemy_reach", "Z", "where the enemy could go", "map"),
    Key("lines", "c", "lines of communication", "map"),
    Key("line_list", "C", "who has a line of communication", "lists"),
    Key("front", "F", "the front that must be held", "map"),
    Key("objective_marks", "T", "mark the objectives", "map"),
    Key("look", "x", "look around", "map"),
    Key("next_enemy", "m", "next enemy", "map"),
    Key("previous_enemy", "M", "previous enemy", "map"),
    Key("next_place", "o", "next objective", "map"),
    Key("previous_place", "O", "previous objective", "map"),
    Key("goto", "g,slash", "go to a hex, unit or place", "map"),
    Key("larger", "plus,equals_sign", "larger hexes", "map"),
    Key("smaller", "minus", "smaller hexes", "map"),
    Key("counters", "v", "hide or show the counters", "map"),
    Key("legend", "i", "what the signs mean", "lists"),
    Key("undo", "less_than_sign,comma", "take back", "game"),
    Key("redo", "greater_than_sign,full_stop", "do again what was taken back", "game"),
    Key("replay_back", "left_square_bracket", "back through what happened, hex by hex", "game"),
    Key("replay_on", "right_square_bracket", "on through what happened", "game"),
    Key("end", "E", "end the phase", "game"),
    Key("messages", "p", "messages", "lists"),
    Key("tables", "t", "tables and losses", "lists"),
    Key("saves", "S", "saves", "game"),
    Key("help", "question_mark,f1", "help", "lists"),
    Key("objectives", "P", "objectives: who would score them", "lists"),
    Key("rules", "R", "the rules by case", "lists"),
    Key("all_keys", "", "all keys", "lists"),
    Key("account", "V", "the situation and the points", "lists"),
    Key("concede", "", "concede the game", "game"),
    Key("commands", "colon", "every command by name", "game"),
    Key("leave", "q", "leave; the game is always saved", "game"),
)

BY_NAME: Mapping[str, Key] = {key.name: key for key in KEYS}

_SHORT = {
    "enter": "Enter",
    "tab": "Tab",
    "shift+tab": "S-Tab",
    "space": "Space",
    "backspace": "BkSp",
    "escape": "Esc",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
    "colon": ":",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "slash": "/",
    "comma": ",",
    "full_stop": ".",
    "equals_sign": "=",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
}


def shown(key: str) -> str:
    """A key as the footer writes it."""
    return _SHORT.get(key, key)
