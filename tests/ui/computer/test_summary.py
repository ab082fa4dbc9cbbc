"""What the computer did in its turn, in a line."""

from tests.drawn import scenario
from westwall_tui.engine import events as ev
from westwall_tui.ui.computer.summary import Summary

START = scenario(
    blue=[f"A{i} 4-4-7 0{i}05" for i in range(1, 8)], red=[f"X{i} 3-3-7 0{i}01" for i in range(1, 8)], phase="movement"
)


def told(*events):
    summary = Summary(START, 1)
    summary.add(events)
    return summary.text()


def test_a_turn_in_which_nothing_happened():
    assert told() == "Red: nobody moved"


def test_moves_attacks_and_losses_of_both_sides():
    moves = [ev.Moved("X1", ("0101", "0102"), 2), ev.Moved("X2", ("0201", "0202"), 2)]
    fights = [ev.Attacked(("X1",), ("A1",), (), 0), ev.Eliminated("A1", ("0105",)), ev.Eliminated("X2", ("0202",))]
    assert told(*moves, *fights) == "Red: 2 moved, 1 attack. Blue lost A1. Red lost X2"


def test_many_losses_are_counted():
    assert told(*(ev.Eliminated(f"A{i}", ("0105",)) for i in range(1, 6))) == "Red: nobody moved. Blue lost 5 units"


def test_a_demolition_is_told():
    assert told(ev.BridgeTried("0105/0104", 3, False)).endswith("bridge 0105/0104: die 3, it stands")
