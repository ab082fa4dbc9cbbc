"""The place of the cursor when a game begins or resumes."""

from tests.drawn import drawn, play
from tests.ui.desk import BareDesk
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


def test_a_phase_that_would_begin_on_an_enemy_begins_on_a_unit_that_can_move():
    game = drawn(blue=["A 4-4-7 0303", "B 4-4-7 0808"], red=["X 3-3-7 0405"])
    desk = BareDesk(game)
    for begins_at, moves_to in (("0405", "0303"), ("0404", "0404")):
        desk.move_cursor(game.scenario.board.hex(begins_at))
        desk.turn_to("movement")
        assert game.state.number(desk.cursor) == moves_to
    play(game, "move B 0807")
    desk.move_cursor(game.scenario.board.hex("0405"))  # an undo or an order during the phase leaves the cursor there
    desk.turn_to("movement")
    assert game.state.number(desk.cursor) == "0405"


def test_without_a_unit_on_the_map_the_phase_begins_where_the_first_one_enters():
    game = drawn(blue=["A 4-4-7"], red=["X 3-3-7 0405"], arrivals=[(1, "A", "0109")])
    desk = BareDesk(game)
    desk.move_cursor(game.scenario.board.hex("0405"))
    desk.turn_to("movement")
    assert game.state.number(desk.cursor) == "0109"
