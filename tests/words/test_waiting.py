"""The player to move, as the title of the window names them."""

from types import SimpleNamespace

import pytest

from tests.drawn import drawn
from westwall_tui.files.players.seats import FREE, Seat
from westwall_tui.words.waiting import whose_move

GAME = drawn(blue=["A 4-4-7 0102"], red=["X 2-2-7 0505"])
HERE, BERT, LEVEL = Seat(), Seat("away", "Bert"), Seat("computer", level=2)


@pytest.mark.parametrize(
    ("seats", "side", "waiting", "owner", "text"),
    [
        ((HERE, LEVEL), 0, "", -1, "your move"),
        ((HERE, LEVEL), 1, "", -1, "the computer's move"),
        ((HERE, Seat("away", "Hans")), 1, "", -1, "Hans' move"),
        ((HERE, Seat("away", level=2)), 1, "", -1, "the computer's move"),
        ((HERE, FREE), 1, "", -1, "waiting for a player"),
        ((HERE, HERE), 0, "", -1, "the Blue forces to move"),
        ((HERE, Seat(name="Bert")), 1, "", 0, "your move"),  # by mail, following standing orders
        ((HERE, BERT), 0, "Your letter to Bert is written", 0, "waiting for Bert"),
        ((HERE, BERT), -1, "", -1, "waiting for a die"),
        ((HERE, BERT), 1, "The game is over: Bert gave up", -1, "over"),
    ],
)
def test_whose_move_it_is(seats, side, waiting, owner, text):
    assert told(seats, side, waiting, owner) == text


def told(seats, side, waiting="", owner=-1, game=GAME):
    return whose_move(SimpleNamespace(game=game, seats=seats, waiting=waiting, owner=owner), side)


def test_a_sandbox_and_the_end_are_named():
    over = GAME.copy()
    over.apply("concede")
    assert told((HERE, HERE), -1, game=over) == "over"
    assert told((HERE, HERE), 0, game=GAME.for_trial()) == "sandbox"
