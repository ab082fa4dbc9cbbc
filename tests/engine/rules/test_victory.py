"""The end of the game (4.0)."""

from tests.drawn import drawn, only, outcome, play
from tests.engine.battles.drawn_bastogne import points, siege
from tests.every import every
from westwall_tui.engine import queries
from westwall_tui.engine.events import GameEnded
from westwall_tui.engine.game import Game, options_of
from westwall_tui.engine.state import Outcome
from westwall_tui.files.scenarios.catalog import shared_scenario, shipped


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


@every("key", [entry.key for entry in shipped()])
def test_players_may_agree_on_points_at_the_start(key):
    scenario = shared_scenario(key)
    plain = Game(scenario, seed=1)
    names = [option.name for option in options_of(scenario) if option.most > 1]
    if key == "bastogne/relief":  # it counts no points
        assert (names, queries.account(plain)) == ([], [])
        return
    assert len(names) == 2
    before = queries.totals(plain)
    for side, name in enumerate(names):
        game = Game(scenario, seed=1, options={name: 7})
        lead = [now - then for now, then in zip(queries.totals(game), before, strict=True)]
        assert lead == [7 * (side == 0), 7 * (side == 1)]
        head_starts = {line.side: line.points for line in queries.account(game) if line.cause == "the head start"}
        assert head_starts[side] == 7 + scenario.scoring.victory.start[side]
        assert sum(source.now for source in queries.sources(game)) == sum(queries.totals(game))
        assert game.digest() == plain.digest(), "points at the start are no part of the position"
        assert queries.totals(game.fork(viewer=0)) == queries.totals(game.root()) == queries.totals(game)


def test_15_27_points_at_the_start_do_not_matter_where_none_are_counted():
    game = Game(shared_scenario("bastogne/relief"), seed=1, options={"start-us": 7})
    assert queries.totals(game) == (0, 0)


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
