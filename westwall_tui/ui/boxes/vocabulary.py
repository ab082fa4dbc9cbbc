"""What lessons may name of the screen: the actions with their usual keys, the signs, and the cases of the rules."""

from westwall_tui.learn.checks import Vocabulary
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.ui.terminal.keymap import KEYS, Keymap
from westwall_tui.ui.words.rulebook import find


def vocabulary() -> Vocabulary:
    """What a lesson may name."""
    keymap = Keymap()
    keys = {key.name: keymap.first(key.name) for key in KEYS}
    return Vocabulary(keys, lambda rules, case: bool(find(rules, case)), tuple(SIGNS))
