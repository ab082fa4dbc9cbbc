"""The actions of keys: on the map, in a box, and by the player's settings."""

from itertools import combinations
from string import ascii_letters

import pytest

from westwall_tui.words.keymap import BOX, DECISIONS, KEYS, KEYSET_NAMES, KEYSETS, LINES, MAP, WATCH, Keymap


def test_a_key_means_one_thing_on_the_map_and_another_in_a_box():
    keymap = Keymap()
    assert keymap.action(["n"], box=False) == "southeast"
    assert keymap.action(["n"], box=True) == "no"
    assert keymap.action(["question_mark"], box=False) == keymap.action(["?"], box=True) == "help"
    assert keymap.action(["f9"], box=False) == ""
    assert keymap.action(["w"], box=True) == "", "the map's keys are not the box's"


def test_keys_of_the_settings_take_the_place_of_an_actions_own():
    keymap = Keymap({"no": "x, f4", "southeast": "?", "zones": ""})
    assert keymap.of("no") == ("x", "F4")
    assert keymap.first("no") == "x"
    assert keymap.action(["n"], box=True) == keymap.action(["n"], box=False) == ""
    assert keymap.action(["question_mark"], box=False) == "southeast", "what the player has set wins"
    assert keymap.first("zones") == "z"
    assert keymap.first("concede") == ":concede"


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({"no": "x"}, []),  # x looks around, but only on the map
        ({"no": "t"}, [("tables", "no", "t")]),  # tables can be looked up from a box
        ({"look": "n"}, [("southeast", "look", "n")]),
        ({"look": "n", "southeast": "3"}, []),
        ({"zones": "less_than_sign"}, [("zones", "undo", "<")]),
        ({"auto": "w"}, []),  # no unit moves in the set-up
        ({"exit": "a"}, [("exit", "attack", "a")]),
        ({"look": "a"}, [("attack", "look", "a")]),
        ({"exit": "f"}, [("exit", "bridge", "f")]),  # some battle may have both
    ],
)
def test_two_actions_conflict_only_where_both_are_live(own, told):
    assert Keymap(own).conflicts() == told


def test_keys_for_unknown_actions_are_reported():
    assert Keymap({"nort": "w", "north": "w"}).unknown() == ["nort"]


@pytest.mark.parametrize("keyset", KEYSETS)
def test_every_set_moves_the_cursor_and_reaches_every_action(keyset):
    assert KEYSET_NAMES[keyset]
    keys = Keymap(keyset=keyset)
    for place in (MAP, WATCH):
        ways = {keys.action_in(place, [keys.first(way)]) for way in ("north", "south", "west", "east", "southeast")}
        assert ways == {"north", "south", "west", "east", "southeast"}
    assert keys.action(["up"], box=True) == "up"
    assert keys.action(["down"], box=True) == "down"
    assert all(keys.of(name) for name in ("confirm", "back", "end", "undo", "help", "commands", "leave"))


def test_players_own_keys_come_before_those_of_their_set():
    keys = Keymap({"north": "i"}, "left")
    assert keys.first("north") == "i"
    assert keys.first("west") == "a"
    assert keys.action(["w"], box=False) == ""


def test_a_decision_has_its_own_keys():
    keys = Keymap({"exit": "F4", "auto": "F4"})
    assert keys.action_in(MAP | {"movement"}, ["f4"]) == "exit"
    assert keys.action_in(MAP | {"advance"}, ["f4"]) == "auto"
    assert keys.action_in(MAP | {"roll"}, ["w"]) == "waypoint", "so that the player is told that it does nothing now"
    assert keys.action_in(BOX, ["w"]) == ""


def test_a_general_action_yields_its_key_only_where_it_is_not_live():
    keys = Keymap({"lines": "w"})
    assert keys.action_in(MAP | {"movement"} | LINES, ["w"]) == "lines", "what the player has set wins"
    assert keys.action_in(MAP | {"movement"}, ["w"]) == "waypoint", "a battle without Lines of Communication"


@pytest.mark.parametrize("keyset", KEYSETS)
def test_eight_letters_are_free_on_the_map_for_keys_that_work_everywhere(keyset):
    keys = Keymap(keyset=keyset)
    taken = {name for key in KEYS if key.live & MAP for name in keys.of(key.name)}
    assert len(set(ascii_letters) - taken) >= 8


def test_every_named_decision_has_its_own_key():
    assert {place for key in KEYS for place in key.live} >= DECISIONS
    assert not any(a.name == b.name for a, b in combinations(KEYS, 2))
