"""The place of the cursor when a game begins or resumes."""

import pytest

from tests.drawn import drawn, play
from tests.ui.desk import BareDesk
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import all_scenarios, load_scenario
from westwall_tui.files.scenarios.random_battles import listed_battles
from westwall_tui.ui.map.pane.follow import home_of

EVERY = [each.entry.key for each in all_scenarios()]
SOME_RANDOM = [str(battle) for battle in listed_battles()[:6]]


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


def test_a_phase_that_would_begin_far_from_every_unit_that_can_act_begins_on_one():
    game = drawn(blue=["A 4-4-7 0202"], red=["X 3-3-7 0909"])
    desk = BareDesk(game)
    for begins_at, moves_to in (("0405", "0405"), ("0809", "0202")):
        desk.move_cursor(game.scenario.board.hex(begins_at))
        desk.turn_to("movement")
        assert game.state.number(desk.cursor) == moves_to


@pytest.mark.parametrize("key", [*EVERY, *SOME_RANDOM])
def test_the_first_question_to_each_side_is_asked_where_it_can_act(key):
    """The cursor is on a unit that can act, near one, or where one may be set up, enter or land; never on an enemy."""
    game, draw, asked = Game(load_scenario(key), seed=1), Draw(1), set[tuple[int, str]]()
    desk = BareDesk(game)
    desk.move_cursor(home_of(game) or 0)
    while game.outcome is None and not {(0, "movement"), (1, "movement")} <= asked:
        prompt = game.prompt
        if (prompt.side, prompt.kind) not in asked and prompt.kind in ("set-up", "notes", "movement"):
            asked.add((prompt.side, prompt.kind))
            desk.turn_to(prompt.kind)
            assert not [u for u in queries.units_at(game, desk.cursor) if game.state.units[u].side != prompt.side]
            near = {desk.cursor} if prompt.kind != "movement" else {*game.scenario.board.grid.within(desk.cursor, 4)}
            assert near & places_to_act(game, desk), game.state.number(desk.cursor)
        game.apply(game.random_order(draw))


def places_to_act(game, desk):
    """Return the hexes that the pending question is about."""
    if game.prompt.kind != "movement":
        return {*desk.mode.legal}
    here = {unit: game.state.location[unit] for unit in queries.movers(game)}
    return {h for unit, at in here.items() for h in ([at] if at >= 0 else queries.entry_hexes(game, unit))}
