"""Lists to choose from: the lines on show."""

from tests.drawn import drawn
from tests.ui.desk import BareDesk, text_of
from westwall_tui.ui.boxes.kinds import CHOICES, ChoiceDialog

WIDTH = 50


def list_of(count):
    return ChoiceDialog(
        BareDesk(drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0508"])), [f"no. {i}" for i in range(count)]
    )


def test_a_list_shows_as_much_as_its_box_has_room_for():
    box = list_of(CHOICES + 3)
    box.room = CHOICES - 2
    assert text_of(box.rows(WIDTH)).endswith("v 3 more")
    assert len(box.rows(WIDTH)) == CHOICES
    box.room = CHOICES + 4
    assert "more" not in text_of(box.rows(WIDTH))
    assert len(box.rows(WIDTH)) == len(box.lines)


def test_a_click_selects_a_line_on_show():
    box = list_of(CHOICES + 9)
    box.room = CHOICES + 4
    assert box.pick(CHOICES + 3) == CHOICES + 3
    assert box.pick(CHOICES + 4) == -1
