"""The whole board of a game as a part of a page."""

import pytest
from textual.geometry import Size as Extent

from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.map.fitted import fitted_board
from westwall_tui.words.rows import width_of


def board(key, width, height):
    rows = fitted_board(Game(load_scenario(key), seed=1), Extent(width, height))
    assert len(rows) <= height
    assert all(width_of(row) <= width for row in rows)
    return "\n".join("".join(span.text for span in row) for row in rows)


@pytest.mark.parametrize(("width", "height", "shown"), [(100, 40, "1506"), (60, 20, "Bourcy"), (41, 12, "Noville")])
def test_a_small_board_is_as_large_as_the_room_allows(width, height, shown):
    """The large map has the numbers of hexes, the map that people play on has all names, the overview some."""
    text = board("quick/noville", width, height)
    assert shown in text
    assert ("1506" in text, "Bourcy" in text) == (width == 100, width >= 60)
    assert "$" in text


def test_a_campaigns_board_is_an_overview():
    assert "Bastogne" in board("bastogne/campaign", 120, 40)


def test_a_page_without_room_has_no_board():
    assert board("bastogne/campaign", 10, 40) == ""
