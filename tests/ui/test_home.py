"""The place of the cursor when a game begins or resumes."""

from tests.drawn import drawn, play
from westwall_tui.ui.map.pane.follow import home_of


def test_the_cursor_starts_on_a_unit_that_must_act():
    """The last of three units must fight, and the cursor is there."""
    game = drawn(blue=["A 4-4-7 0101", "B 4-4-7 0909", "C 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    assert home_of(game) == game.scenario.board.hex("0505")


def test_the_cursor_starts_on_the_unit_that_retreats():
    game = drawn(blue=["A 9-4-7 0505"], red=["X 1-1-7 0101", "Y 1-1-7 0504"], phase="combat")
    play(game, "attack A > Y", "roll 1")
    assert game.prompt.kind == "retreat"
    assert home_of(game) == game.scenario.board.hex("0504")


def test_without_such_a_unit_the_cursor_starts_on_a_friendly_unit():
    game = drawn(blue=["A 4-4-7 0303"], red=["X 3-3-7 0101"])
    assert home_of(game) == game.scenario.board.hex("0303")
