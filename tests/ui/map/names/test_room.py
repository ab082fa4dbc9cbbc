"""Who has what room on the map: a reach beside names and the lines to them."""

import pytest

from tests.long import sample
from tests.ui.map.names.test_placement import ACROSS, BUSY, DOWN, in_its_thick, seen
from westwall_tui.ui.map.signs import LEADER


@pytest.mark.slow
@pytest.mark.parametrize("name", BUSY)
def test_no_tick_of_a_line_to_a_name_is_read_as_half_a_movement_point(name):
    """Nor a dot of the ground as a point: with a reach over the whole map, in windows all over it."""
    view, ticks = seen(in_its_thick(name), None), 0
    view.has_cursor = False
    marks = {h: ("3'", "reach") for h in view.picture.shown if h not in view.shown_units}
    for reach in ({}, marks):
        view.show_marks(reach)
        for top in range(0, view.picture.height - DOWN, sample(9, 18)):
            for left in range(0, view.picture.width - ACROSS, sample(17, 34)):
                view.look_at(left, top)
                for y in range(top, top + DOWN):
                    row = view.row(y)
                    ticks += sum(char == LEADER for char, _ in row[left : left + ACROSS])
                    numbers = {x for x, (char, role) in enumerate(row) if char in "3'" and role.startswith("reach")}
                    beside = {x + aside for x in numbers for aside in (-1, 1)} & {*range(len(row))}
                    assert not {row[x][0] for x in beside} & {LEADER, "."}, "".join(char for char, _ in row)
    assert ticks or name.startswith("remagen"), "its counters leave names room"
