"""The footer."""

from westwall_tui.ui.around.bars import key_bar
from westwall_tui.ui.terminal.keymap import Keymap

KEYS = (("confirm", "pick"), ("next", "next"), ("end", "end phase"), ("goto", "go to"))
ENDS = (("help", "help"), ("commands", "more"), ("leave", "quit"))


def bar(width, keys=(*KEYS, *ENDS)):
    """The footer as text."""
    text = "".join(span.text for span in key_bar(keys, Keymap(), width))
    assert len(text) <= width
    return text


def test_the_keys_that_lead_on_are_always_there():
    assert bar(80) == " Enter pick  Tab next  E end phase  g go to  ? help  : more  q quit"
    assert bar(61) == " Enter pick  Tab next  E end phase  g go to  ? help  : q quit"
    assert bar(60) == " Enter pick  Tab next  E end phase  g go to  ? help  : q"
    assert bar(30) == " Enter pick  Tab next  ? : q"
    assert bar(6) == " ? : q"


def test_a_sixth_key_leaves_the_ways_on_their_words():
    keys = (*KEYS, ("skip", "skip"), ("back", "stop"), *ENDS)
    assert bar(98, keys).endswith(" Space skip  Esc stop  ? help  : more  q quit")
    assert bar(80, keys).endswith(" Space skip  ? help  : more  q quit")
    assert bar(60, keys) == " Enter pick  Tab next  E end phase  g go to  ? help  : q"


def test_in_a_box_the_first_keys_come_first():
    keys = (("help", "all keys"), ("confirm", "rules"), ("back", "back"))
    assert bar(40, keys) == " ? all keys  Enter rules  Esc back "
    assert bar(20, keys) == " ? all keys "
