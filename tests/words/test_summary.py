"""Summaries of the computer's turn."""

from tests.drawn import scenario
from westwall_tui.engine import events as ev
from westwall_tui.words.events import Turns
from westwall_tui.words.summary import Summary

START = scenario(
    blue=[f"A{i} 4-4-7 0{i}05" for i in range(1, 8)], red=[f"X{i} 3-3-7 0{i}01" for i in range(1, 8)], phase="movement"
)
NO_MOVES = "The Red forces moved no units"


def text_of(*events):
    summary = Summary(START, 1)
    summary.add(events)
    return summary.text()


def test_a_turn_without_events_moved_no_unit():
    assert text_of() == NO_MOVES


def test_15_36_noted_drop_zones_keep_their_hexes_secret():
    notes = [ev.DropZoneNoted("Red", "101"), ev.DropZoneNoted("Red", "82")]
    assert text_of(*notes) == "The Red forces noted two drop zones"
    assert text_of(*notes[:1]) == "The Red forces noted one drop zone"


def test_moves_attacks_and_losses_of_both_sides():
    moves = [ev.Moved("X1", ("0101", "0102"), 2), ev.Moved("X2", ("0201", "0202"), 2)]
    fights = [ev.Attacked(("X1",), ("A1",), (), 0), ev.Eliminated("A1", ("0105",)), ev.Eliminated("X2", ("0202",))]
    assert (
        text_of(*moves, *fights)
        == "The Red forces moved two units and made one attack. The Blue forces lost A1. The Red forces lost X2"
    )


def test_only_a_sides_own_advances_are_counted():
    """7.91: a defender that drives the attackers back may advance, too."""
    assert text_of(ev.Advanced("X1", ("0104",)), ev.Advanced("A1", ("0103",))) == "The Red forces advanced one unit"
    assert text_of(ev.Advanced("A1", ("0103",))) == NO_MOVES


def test_many_losses_are_counted():
    assert (
        text_of(*(ev.Eliminated(f"A{i}", ("0105",)) for i in range(1, 6)))
        == f"{NO_MOVES}. The Blue forces lost five units"
    )


def test_a_demolition_is_in_the_summary():
    assert text_of(ev.BridgeTried("0105/0104", 3, False)) == f"{NO_MOVES}. Bridge 0105/0104 was left standing"


def test_12_12_every_fallen_bridge_is_named_or_counted():
    """Regression: only two bridges were named, and the points were left out."""
    tried = [ev.BridgeTried(f"010{i}/0104", 1, True) for i in range(4)]
    stands = ev.BridgeTried("0105/0104", 3, False)
    fallen = "Bridges 0100/0104, 0101/0104, 0102/0104 and 0103/0104 were demolished"
    assert text_of(*tried, stands) == f"{NO_MOVES}. {fallen}. Bridge 0105/0104 was left standing"
    assert text_of(*tried, ev.BridgeTried("0107/0104", 1, True)) == f"{NO_MOVES}. Five bridges were demolished"
    assert text_of(ev.BridgeDestroyed("0105", "X1", "0104")) == f"{NO_MOVES}. Bridge 0105 was destroyed"


def test_points_do_not_name_the_units_that_score():
    """Regression: the names of a whole army pushed the prompt off the screen (17.12)."""
    cut_off = ev.Scored("Red", 36, f"no Line of Communication: {', '.join(f'A{i}' for i in range(12))}")
    assert text_of(cut_off) == f"{NO_MOVES}. The Red forces scored 36 Victory Points: no Line of Communication"
    gaps = [ev.Scored("Blue", 20, "gaps in the front"), ev.Scored("Blue", 4, "A1 beyond the front")]
    assert text_of(*gaps).endswith(". The Blue forces scored 24 Victory Points: gaps in the front, A1 beyond the front")
    stayed = ev.Scored("Blue", 15, "X1, X2, X3 of the 116th Panzer Division still on the map")
    assert text_of(stayed) == f"{NO_MOVES}. The Blue forces scored 15 Victory Points"


def test_only_turns_of_the_computer_are_summed_up():
    turns = Turns(START, 0, lambda side: side == 1)
    moved = ev.Moved("X1", ("0101", "0102"), 2)
    assert turns.note([ev.Moved("A1", ("0105", "0106"), 2)]) == ""
    assert turns.note([ev.PhaseBegan("Blue", "Combat Phase")]) == ""
    assert turns.note([ev.PhaseBegan("Red", "Movement Phase")]) == ""
    assert turns.note([moved]) == ""
    assert turns.note([ev.TurnBegan(2, ""), ev.PhaseBegan("Blue", "Movement Phase")]) == "The Red forces moved one unit"


def test_a_turn_is_summed_up_from_where_the_computer_takes_over():
    plays = set()
    turns = Turns(START, 1, lambda side: side in plays)
    turns.note([ev.Moved("X1", ("0101", "0102"), 2)])
    plays.add(1)
    turns.note([ev.Moved("X2", ("0201", "0202"), 2)])
    assert turns.note([ev.PhaseBegan("Blue", "Movement Phase")]) == "The Red forces moved one unit"
