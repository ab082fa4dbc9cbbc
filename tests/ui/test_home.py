"""Where the cursor is when a game begins or goes on."""

from tests.drawn import drawn, play
from westwall_tui.ui.map.pane.follow import home_of


def test_the_cursor_begins_on_a_unit_that_is_asked_and_not_on_any_own_unit():
    """Of three units the last must fight: the cursor is there."""
    game = drawn(blue=["A 4-4-7 0101", "B 4-4-7 0909", "C 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    assert home_of(game) == game.scenario.board.hex("0505")


def test_the_cursor_begins_on_the_unit_that_retreats():
    game = drawn(blue=["A 9-4-7 0505"], red=["X 1-1-7 0101", "Y 1-1-7 0504"], phase="combat")
    play(game, "attack A > Y", "roll 1")
    assert game.prompt.kind == "retreat"
    assert home_of(game) == game.scenario.board.hex("0504")


def test_where_nobody_is_asked_the_cursor_begins_on_an_own_unit():
    game = drawn(blue=["A 4-4-7 0303"], red=["X 3-3-7 0101"])
    assert home_of(game) == game.scenario.board.hex("0303")
