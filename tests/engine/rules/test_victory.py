"""The end of the game (4.0)."""

from tests.drawn import drawn, only, outcome, play
from tests.engine.battles.drawn_bastogne import points, siege
from tests.every import every
from westwall_tui.engine.events import GameEnded
from westwall_tui.engine.state import Outcome


def end(game):
    """End all phases and return the event of the end of the game."""
    ended: list[GameEnded] = []
    while not ended:
        ended = only(play(game, "done"), GameEnded)
    return ended[0]


def test_4_0_the_standard_rules_have_no_winner():
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0909"], last_turn=2)
    assert end(game) == GameEnded("", "The last Game-Turn is over")
    assert outcome(game) == Outcome(-1, "The last Game-Turn is over")
    assert game.state.turn == 2


@every(
    ("hold", "winner", "reason"),
    [
        (4, "US", "US wins: German 5, US 7"),
        (2, "", "The game is drawn: German 5, US 5"),
        (1, "German", "German wins: German 5, US 4"),
    ],
)
def test_4_0_most_points_win(hold, winner, reason):
    game = siege(
        german=["P 1-1-7 0101", "Q 1-1-7 0109"],
        us=["X 4-4-7 0909"],
        victory={"specified": ["P", "Q"], "exited": 5, "not_exited": 3, "neither_holds_bastogne": hold},
        last_turn=1,
    )
    play(game, "exit P west")
    assert end(game) == GameEnded(winner, reason)
    assert points(game) == (5, 3 + hold)
