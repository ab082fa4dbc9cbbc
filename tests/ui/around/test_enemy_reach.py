"""The hexes that the enemy could reach (`Z`)."""

import pytest

from tests.drawn import scenario
from tests.engine.naming import at
from tests.ui.desk import text_of
from tests.ui.opponent.test_resumed import LEVEL_1, PERSON, in_play
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions.local import LocalSession


def looked(seats=(PERSON, LEVEL_1), **what):
    """Return a game after the key was pressed."""
    start = scenario(red=["X 5-4-2 0504", "R 1-1-7"], arrivals=[(1, "R", "0101")], **what)
    play = in_play(LocalSession.new(start, seed=1, seats=seats), Settings())
    play.look.actions()["enemy_reach"]()
    return play


def test_4_1_units_on_the_map_and_due_ones_are_counted():
    play = looked(blue=["A 3-3-7 0909"])
    told = " ".join(text_of([play.message]).split())
    assert "Red units could reach the hexes marked e in their next Movement Phase" in told
    assert "This counts one that is due to arrive" in told
    marked = play.look.marks()
    assert {at(play.game, number) for number in ("0102", "0505", "0704")} <= marked.keys()
    assert at(play.game, "0508") not in marked


@pytest.mark.parametrize("turns", [1, 2])
def test_4_0_after_its_last_turn_the_enemy_reaches_no_hex(turns):
    """Red, the Second Player, looks in its own Player-Turn."""
    play = looked(blue=["A 3-3-7 0909"], side=1, last_turn=turns, seats=(LEVEL_1, PERSON))
    told = " ".join(text_of([play.message]).split())
    assert ("do not move again before the game ends" in told) == (turns == 1)
    assert bool(play.look.marks()) == (turns > 1)
