"""What the computer did in its turn, in a line."""

from tests.drawn import scenario
from westwall_tui.engine import events as ev
from westwall_tui.ui.computer.summary import Summary, Turns

START = scenario(
    blue=[f"A{i} 4-4-7 0{i}05" for i in range(1, 8)], red=[f"X{i} 3-3-7 0{i}01" for i in range(1, 8)], phase="movement"
)


def told(*events):
    summary = Summary(START, 1)
    summary.add(events)
    return summary.text()


def test_a_turn_in_which_nothing_happened():
    assert told() == "Red: nobody moved"


def test_15_36_drop_zones_are_noted_and_nobody_is_told_where():
    notes = [ev.DropZoneNoted("Red", "101"), ev.DropZoneNoted("Red", "82")]
    assert told(*notes) == "Red: 2 drop zones noted"
    assert told(*notes[:1]) == "Red: 1 drop zone noted"


def test_moves_attacks_and_losses_of_both_sides():
    moves = [ev.Moved("X1", ("0101", "0102"), 2), ev.Moved("X2", ("0201", "0202"), 2)]
    fights = [ev.Attacked(("X1",), ("A1",), (), 0), ev.Eliminated("A1", ("0105",)), ev.Eliminated("X2", ("0202",))]
    assert told(*moves, *fights) == "Red: 2 moved, 1 attack. Blue lost A1. Red lost X2"


def test_many_losses_are_counted():
    assert told(*(ev.Eliminated(f"A{i}", ("0105",)) for i in range(1, 6))) == "Red: nobody moved. Blue lost 5 units"


def test_12_0_what_became_of_every_bridge_is_told():
    assert told(ev.BridgeTried("0105/0104", 3, False)).endswith("bridge 0105/0104 still standing")
    tries = [ev.BridgeTried(f"0{i}05/0{i}04", 1, i != 3) for i in range(1, 6)]
    fallen = "bridges 0105/0104, 0205/0204, 0405/0404, 0505/0504 demolished"
    assert told(*tries) == f"Red: nobody moved. {fallen}. bridge 0305/0304 still standing"


def test_points_are_told_without_the_names_of_all_units():
    scored = ev.Scored("Red", 36, "no Line of Communication: 1/501, 2/501, 3/501")
    assert told(scored).endswith("Red scores 36: no Line of Communication")


def test_turns_are_told_when_another_side_begins_and_only_those_of_the_computer():
    turns = Turns(START, 0, lambda side: side == 1)
    moved = ev.Moved("X1", ("0101", "0102"), 2)
    assert turns.note([ev.Moved("A1", ("0105", "0106"), 2)]) == ""
    assert turns.note([ev.PhaseBegan("Blue", "Combat Phase")]) == ""
    assert turns.note([ev.PhaseBegan("Red", "Movement Phase")]) == ""
    assert turns.note([moved]) == ""
    assert turns.note([ev.TurnBegan(2, ""), ev.PhaseBegan("Blue", "Movement Phase")]) == "Red: 1 moved"


def test_a_turn_that_the_computer_takes_over_is_told_from_there():
    plays = set()
    turns = Turns(START, 1, lambda side: side in plays)
    turns.note([ev.Moved("X1", ("0101", "0102"), 2)])
    plays.add(1)
    turns.note([ev.Moved("X2", ("0201", "0202"), 2)])
    assert turns.note([ev.PhaseBegan("Blue", "Movement Phase")]) == "Red: 1 moved"
