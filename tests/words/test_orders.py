"""Orders in words."""

import pytest

from westwall_tui.engine.orders import parse
from westwall_tui.words import orders


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("deploy 52 1214", "set up unit 52 at 1214"),
        ("move 1/902 1820 1719", "move 1/902 to 1719"),
        ("enter 21/5 0106 0206 0305", "enter 21/5 at 0106 and move it to 0305"),
        ("enter 21/5 0106", "enter 21/5 at 0106"),
        ("land 1/502 1004", "land 1/502 at 1004"),
        ("exit 1/3 west", "exit 1/3 by the west edge"),
        ("demolish yes", "try to blow the bridge"),
        ("demolish no", "leave the bridge standing"),
        ("zone 101 1007 3", "note 1007 as the drop zone of the 101st on turn 3"),
        ("bridge 0517 0616 0716", "lay a float bridge at 0517, from 0616 to 0716"),
        ("destroy 0616", "destroy the bridge at 0616"),
        (
            "attack 2/9S 3 > 1/1 + 1/10S gs 2",
            "attack 1/1 with 2/9S and unit 3, and the fire of 1/10S and 2 Ground Support Points",
        ),
        ("attack > 20 + 2A", "barrage unit 20 with 2A"),
        ("fpf 1/82 gs 1", "use the Final Protective Fire of 1/82 and 1 Ground Support Point"),
        ("fpf none", "use no Final Protective Fire"),
        ("retreat 1/1 3621 3620", "retreat 1/1 to 3620 through 3621"),
        ("displace 7K/1 3718", "displace 7K/1 to 3718"),
        ("advance 2/9S 3522", "advance 2/9S to 3522"),
        ("stand", "stay put"),
        ("done", "end the phase"),
        ("roll 4", "roll 4"),
        ("concede", "concede the game"),
    ],
)
def test_order(order, words):
    assert orders.in_words(parse(order)) == words


def test_15_36_an_undone_order_keeps_secrets_and_is_short():
    """Regression: an entry over 13 hexes took three lines."""
    long = "enter 2107 0726 0725 0724 0723 0722 0721 0720 0719 0718 0717 0716 0715 0714"
    assert orders.in_public(long) == "enter unit 2107 at 0726 and move it to 0714"
    assert orders.in_public("zone 101 1007 3") == "note the drop zone of the 101st"
