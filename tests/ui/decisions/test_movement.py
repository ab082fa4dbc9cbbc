"""The route of the selected unit, as it is marked on the map, and the keys for moving."""

import pytest

from tests.drawn import drawn, play, where
from tests.ui.desk import BareDesk
from westwall_tui.ui.boxes.search import GotoDialog
from westwall_tui.ui.decisions.mode import EACH_STEP

ROAD = "0101 0102 0103 0104 0105 0106 0107 0108 0208 0308 0408 0508"
STEPS = ROAD.split()


def marked(friends=(), to=STEPS[-1]):
    """Return the marks of the route along a road to a hex."""
    blue = ["A 4-4-12 0101", *friends]
    here = BareDesk(drawn(blue=blue, red=["X 1-1-1 0909"], roads=[ROAD]))
    here.at("0101").act("confirm")
    here.at(to)
    return {number: mark for number, mark in here.marked.items() if mark.endswith("@")}


def test_every_step_of_a_route_is_marked_with_the_points_left():
    assert marked(to="0105") == {"0101": "@", "0102": "11'@", "0103": "11@", "0104": "10'@", "0105": "10@"}


def test_the_far_part_of_a_long_route_is_marked_where_it_turns():
    found = marked()
    turn = "0108"
    assert turn not in STEPS[-EACH_STEP:]
    assert [number for number in STEPS if number in found] == ["0101", turn, *STEPS[-EACH_STEP:]]


def test_a_friendly_unit_on_the_route_keeps_its_mark():
    found = marked(["B 4-4-7 0103"], to="0105")
    assert set(found) == {"0101", "0102", "0104", "0105"}


def test_6_33_a_route_pinned_across_a_river_says_that_it_goes_around():
    game = drawn(blue=["A 4-4-12 0505"], red=["X 1-1-1 0909"], rivers=["0505/0604"])
    here = BareDesk(game)
    here.at("0505").act("confirm")
    here.at("0504").act("waypoint")
    assert here.mode.prompt().startswith("A: choose ")
    here.at("0604").act("waypoint")  # from 0504
    assert here.mode.prompt().startswith("A: choose ")
    here.at("0505").act("waypoint")
    assert here.mode.prompt() == "A cannot cross 0604/0505: the route goes around it"
    here.act("back")
    assert here.mode.prompt().startswith("A: choose ")


def test_a_pin_that_would_not_change_the_route_is_refused():
    desk = BareDesk(drawn(blue=["A 4-4-12 0505"], red=["X 1-1-1 0909"]))
    desk.at("0505").act("confirm", "waypoint")
    assert desk.said == "The route begins here. Move the cursor before you pin it"
    desk.at("0504").act("waypoint", "waypoint")
    assert desk.said.startswith("The route is already pinned here.")
    desk.act("back")
    assert desk.mode.selected_unit() == 0, "one Esc removes the only pin"
    desk.act("back")
    assert desk.mode.selected_unit() < 0


@pytest.mark.parametrize(("strict", "undo", "advice"), [(False, ", <: undo", "<: undo a move"), (True, "", "")])
def test_5_15_undo_is_offered_where_it_can_be_done(strict, undo, advice):
    here = BareDesk(drawn(blue=["A 4-4-3 0505"], red=["X 1-1-1 0109"], strict=strict)).act("next")
    here.at("0504").act("confirm", "confirm")
    assert here.refused is not None
    assert (here.refused.case, here.said) == ("5.15", advice)
    here.act("next")
    assert here.said == f"All units have moved. E: end the phase{undo}"


def jump(here, number):
    """Press `g` and type a hex."""
    dialog = GotoDialog(here)
    here.open(dialog)
    dialog.pasted(number)
    here.act("confirm")
    assert here.here == number


def test_a_jump_to_another_unit_selects_it_with_the_next_enter():
    here = BareDesk(drawn(blue=["A 4-4-7 0505", "B 4-4-7 0402"], red=["X 1-1-1 0909"]))
    here.at("0505").act("confirm")
    jump(here, "0402")
    here.act("confirm")
    assert here.mode.selected_unit() == 1
    here.at("0403").act("confirm")
    assert (where(here.game, "A"), where(here.game, "B")) == ("0505", "0403"), "and what follows moves that one"


def test_the_panel_does_not_call_an_enemys_hex_out_of_reach():
    here = BareDesk(drawn(blue=["A 4-4-3 0505"], red=["X 1-1-1 0909"]))
    here.at("0505").act("confirm")
    here.at("0109")
    assert "out of reach" in here.panel
    here.at("0909")
    assert "out of reach" not in here.panel


def test_enter_after_tab_does_not_deselect_the_unit_at_once():
    """A player who reads "Tab: next, Enter: select" presses one after the other, and had no unit selected then."""
    here = BareDesk(drawn(blue=["A 4-4-7 0505"], red=["X 1-1-1 0109"])).act("next", "confirm")
    assert here.mode.selected_unit() == here.game.scenario.unit("A")
    assert here.said == "A is already selected: choose a numbered hex. Esc: cancel"
    here.act("confirm")
    assert here.mode.selected_unit() < 0, "a second Enter deselects it"
    here.act("confirm", "confirm")
    assert here.mode.selected_unit() < 0, "Enter deselects a unit that Enter selected"


def test_an_empty_hex_mentions_reinforcements_only_if_some_can_come():
    here = BareDesk(drawn(blue=["A 4-4-7 0505"], red=["X 1-1-1 0109"]))
    here.at("0504").act("confirm")
    assert here.said == "There is no unit here. Tab: next unit to move"
    here.at("0505").act("confirm")
    here.at("0504").act("confirm")
    here.at("0303").act("confirm")
    assert here.said.startswith("All units have moved. E: end the phase")


def test_enter_in_an_entry_hex_selects_the_first_unit_that_can_enter_there():
    blue = ["A 4-4-7", "B 4-4-7"]
    here = BareDesk(drawn(blue=blue, red=["X 3-3-7 0905"], arrivals=[(1, "A", "0101"), (1, "B", "0109")]))
    here.at("0109").act("confirm")
    assert here.mode.selected_unit() == here.game.scenario.unit("B")
    here.act("back").at("0505").act("confirm")
    assert here.said == "There is no unit here. Tab: next unit to move, r: reinforcements"


def test_the_key_bar_starts_with_possible_actions():
    """Reinforcements can only be selected in their entry hex; with all units moved, `E` ends the phase."""
    desk = BareDesk(drawn(blue=["A 4-4-7"], red=["X 3-3-7 0909"], arrivals=[(1, "A", "0101")]))
    assert desk.mode.keys()[0] == ("confirm", "select"), "the phase begins with the cursor in the entry hex"
    first, second, *_ = desk.at("0505").mode.keys()
    assert (first[0], second[0]) == ("next", "reinforcements")
    assert desk.mode.prompt() == "Blue: which unit enters? 1 left"
    play(desk.game, "enter A 0101")
    desk.turn_to("movement")
    assert desk.mode.keys()[0][0] == "end"


def test_a_skipped_unit_is_named_and_the_next_one_is_selected():
    here = BareDesk(drawn(blue=["A 4-4-7 0101", "B 4-4-7 0301", "C 4-4-7 0501"], red=["X 1-1-1 0909"]))
    here.at("0101").act("confirm", "skip")
    assert here.said == "You skipped A. B: choose a numbered hex. 1 more unit to move"


def column():
    """Return a desk with A selected, B and C behind it on the road, and the cursor on the goal of the column."""
    blue = ["A 4-4-2 0103", "B 4-4-2 0102", "C 4-4-2 0101"]
    here = BareDesk(drawn(blue=blue, red=["X 1-1-1 0909"], roads=[ROAD]))
    here.at("0103").act("confirm")
    here.at("0508")
    assert dict(here.mode.keys())["column"] == "column"
    return here.act("column")


def ends(desk):
    """Return the numbers of the column by the hexes where its units would end."""
    assert desk.dialog is not None
    found = {desk.game.state.number(h): mark.char for h, mark in desk.dialog.marks().items()}
    return {number: char for number, char in found.items() if char.isdigit()}


def test_5_24_a_column_shows_where_each_unit_would_end_and_moves():
    desk = column()
    assert desk.box.splitlines()[1].split() == ["2", "B", "4-4-2", "0102", "to", "0106,", "0", "left"]
    assert ends(desk) == {"0107": "1", "0106": "2", "0105": "3"}
    desk.act("down", "put")
    assert ends(desk) == {"0107": "1", "0105": "2"}
    desk.act("put")
    assert ends(desk) == {"0107": "1", "0105": "2", "0106": "3"}, "B is now the last"
    desk.act("confirm")
    assert [where(desk.game, unit) for unit in "ABC"] == ["0107", "0106", "0105"]
    assert "Three units moved" in desk.said


def test_back_from_a_column_selects_the_unit_again():
    desk = column().act("back")
    assert (desk.mode.selected_unit(), desk.game.log) == (0, [])
