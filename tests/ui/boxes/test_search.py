"""The list of commands: what people type leads where they should be led."""

from tests.drawn import drawn
from tests.every import every
from tests.ui.desk import BareDesk
from westwall_tui.ui.boxes.search import CommandsDialog
from westwall_tui.ui.terminal.keymap import ALSO, KEYS, Keymap


def first_for(text: str) -> str:
    """The action that Enter takes."""
    done: list[str] = []
    desk = BareDesk(drawn(blue=["A1 4-4-7 0205"]))
    dialog = CommandsDialog(desk, done.append, Keymap())
    for character in text:
        dialog.typed(character)
    dialog.act("confirm")
    return done[0] if done else ""


@every(
    ("typed", "action"),
    [
        ("victory", "objectives"), ("win", "objectives"), ("score", "objectives"), ("points", "objectives"),
        ("how", "briefing"),
        ("save", "saves"), ("objectives", "objectives"), ("goals", "objectives"), ("options", "options"),
        ("settings", "options"), ("quit", "leave"), ("exit", "exit"), ("why", "briefing"), ("resign", "concede"),
        ("computer", "players"), ("zones", "zones"), ("next enemy", "next_enemy"), ("concede", "concede"),
        ("briefing", "briefing"), ("rules", "rules"), ("undo", "undo"),
    ],
)  # fmt: skip
def test_what_people_type_leads_where_it_should(typed, action):
    assert first_for(typed) == action


def test_other_words_are_those_of_actions():
    assert set(ALSO) <= {key.name for key in KEYS}
