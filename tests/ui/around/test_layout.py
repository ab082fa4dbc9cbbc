"""Panel and log yield to the board: how the screen is shared out."""

import pytest
from textual.geometry import Size

from westwall_tui.files.scenarios import load_scenario
from westwall_tui.ui.around.layout import AROUND, DETAILED, NARROW, WIDE, measures
from westwall_tui.ui.map.geometry import MIDDLE
from westwall_tui.ui.map.picture import Picture

BOARDS = ("arnhem/free", "bastogne/campaign", "hurtgen/free", "remagen/historical")


def picture_of(name):
    picture = Picture(load_scenario(name).board, MIDDLE)
    return Size(picture.width, picture.height)


def test_80x24_is_as_it_was():
    assert measures(Size(80, 24), picture_of("arnhem/free")) == (NARROW, 2)


@pytest.mark.parametrize("name", BOARDS)
def test_all_columns_of_a_board_stand_beside_a_detailed_panel_at_200x60(name):
    board = picture_of(name)
    found = measures(Size(200, 60), board)
    assert found.panel == 200 - board.width
    assert found.shows_details


@pytest.mark.parametrize("name", BOARDS)
def test_the_whole_board_stands_on_the_screen_as_soon_as_its_lines_and_the_frame_do(name):
    board = picture_of(name)
    height = max(60, board.height + AROUND + 1)
    found = measures(Size(200, height), board)
    assert 200 - found.panel >= board.width
    assert height - AROUND - found.log >= board.height


def test_the_panel_yields_where_the_whole_board_then_stands_on_the_screen():
    board = Size(117, 63)
    assert measures(Size(150, 70), board) == (33, 4)
    assert measures(Size(150, 60), board).panel == WIDE, "rows are missing anyway"
    assert measures(Size(140, 70), board).panel == WIDE, "too narrow even for the narrow panel"
    assert measures(Size(120, 40), board).panel == WIDE >= DETAILED
