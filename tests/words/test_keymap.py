"""Which key does what: on the map, in a box, and as the player has set it."""

import pytest

from westwall_tui.words.keymap import KEYS, KEYSETS, KEYSETS_TOLD, Keymap


def test_no_two_actions_have_a_key_in_one_place():
    every = Keymap({key.name: key.keys for key in KEYS})
    assert every.conflicts() == []


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
    ],
)
def test_two_actions_are_at_odds_only_where_both_are_live(own, told):
    assert Keymap(own).conflicts() == told


def test_what_is_no_action_is_told():
    assert Keymap({"nort": "w", "north": "w"}).unknown() == ["nort"]


@pytest.mark.parametrize("keyset", KEYSETS)
def test_no_two_actions_of_a_set_have_a_key_in_one_place(keyset):
    keys = Keymap(keyset=keyset)
    assert Keymap({key.name: ",".join(keys.of(key.name)) for key in KEYS}, keyset).conflicts() == []
    assert KEYSETS_TOLD[keyset]


@pytest.mark.parametrize("keyset", KEYSETS)
def test_every_set_moves_the_cursor_everywhere_and_leaves_no_action_without_a_way(keyset):
    keys = Keymap(keyset=keyset)
    for place in ("map", "watch"):
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
