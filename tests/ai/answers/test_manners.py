"""The computer concedes and offers a draw as a person would: once, late, and only where nothing else is likely."""

import pytest

from westwall_tui.ai.answers import manners
from westwall_tui.ai.goals import prospect
from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Accept, Offer, Stand, parse
from westwall_tui.files.computer.weights import Forecast, Known
from westwall_tui.files.library import new_game

REMAGEN = "remagen/historical"


def moving(turn: int = 1) -> Game:
    """Remagen at a Movement Phase of the First Player, as if it were this Game-Turn."""
    game = new_game(REMAGEN, seed=1)
    while game.prompt.kind != "movement" or game.state.side != 0:
        game.apply(queries.default_order(game))
    game.state.turn = turn
    return game


@pytest.fixture
def forecast(monkeypatch):
    """Say what is still to come, whatever the Game-Turn: points by side, and their spread."""

    def say(more, spread):
        found = Known({}, {}, {}, {REMAGEN: Forecast(1, (more,), (spread,))})
        monkeypatch.setattr(prospect, "known_of", lambda battle: found)

    return say


def test_16_5_the_chances_of_each_level_follow_from_points_and_spread(forecast):
    game = moving()
    us = game.scenario.sides[0].name == "US"
    lead = (35.0, 0.0) if us else (0.0, 35.0)
    first, second = queries.totals(game)
    level = lead[0] - first + second, lead[1]
    forecast((max(level[0], 0.0), level[1]), (0.0, 0.0))
    assert prospect.chances(game) == {1: 1.0}  # 30 to 39 ahead: marginal
    forecast((max(level[0], 0.0), level[1]), (10.0, 10.0))
    found = prospect.chances(game)
    assert set(found) >= {0, 1, 2}
    assert sum(found.values()) == pytest.approx(1.0)


def test_nothing_is_known_of_a_game_without_a_forecast(monkeypatch):
    monkeypatch.setattr(prospect, "known_of", lambda battle: Known({}, {}, {}, {}))
    game = moving(25)
    assert prospect.chances(game) == {}
    assert manners.offer(game) is None
    assert manners.expected(game) is None
    assert prospect.rates(game) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("turn", "more", "offered"),
    [
        (25, (0.0, 300.0), "concession"),  # the worst level is sure
        (25, (300.0, 0.0), ""),  # it wins
        (25, (60.0, 0.0), ""),
        (5, (0.0, 300.0), ""),  # too early
        (30, (0.0, 300.0), ""),  # the last Game-Turn is soon over
    ],
)
def test_it_offers_to_concede_when_nothing_but_the_worst_is_likely(forecast, turn, more, offered):
    game = moving(turn)
    forecast(more, (5.0, 5.0))
    found = manners.offer(game)
    assert (found.what if found else "") == offered


def test_16_5_it_offers_a_draw_where_that_is_the_likeliest_end(forecast):
    game = moving(25)
    first, second = queries.totals(game)
    forecast((25.0 + second - first, 0.0), (1.0, 1.0))
    assert manners.offer(game) == Offer("draw")
    forecast((25.0 + second - first, 0.0), (30.0, 30.0))
    assert manners.offer(game) is None


def test_it_asks_once_in_a_game_and_plays_on_when_refused(forecast):
    forecast((0.0, 300.0), (5.0, 5.0))
    game, player = moving(25), Player(1, 3, offers=True)
    order = player.choose(game)
    assert order == Offer("concession")
    assert player.reasons
    game.apply(order)
    game.apply("stand")
    assert not isinstance(player.choose(game), Offer)
    game.state.turn += 1
    assert not isinstance(Player(1, 3, offers=True).choose(game), Offer)


def test_games_of_computers_are_played_to_the_end_unless_asked(forecast):
    forecast((0.0, 300.0), (5.0, 5.0))
    assert not isinstance(Player(1, 3).choose(moving(25)), Offer)


@pytest.mark.parametrize(
    ("offer", "more", "answer"),
    [
        ("draw", (300.0, 0.0), Accept()),  # the Second Player is far behind
        ("draw", (0.0, 300.0), Stand()),  # it is ahead
        ("concession", (300.0, 0.0), Accept()),
        ("concession", (0.0, 300.0), Accept()),
    ],
)
def test_how_it_answers(forecast, offer, more, answer):
    forecast(more, (5.0, 5.0))
    game = moving(25)
    game.apply(f"offer {offer}")
    player = Player(2, 3)
    assert player.choose(game) == answer
    assert player.reasons
    assert game.explain(parse(str(answer))) is None


def test_15_4_a_point_is_worth_what_it_moves(monkeypatch):
    """In Hurtgen two U.S. points weigh one German point where the game stands at 2 : 1."""
    game = new_game("hurtgen/historical", seed=1)
    while game.prompt.kind != "movement":
        game.apply(queries.default_order(game))
    us = [side.name for side in game.scenario.sides].index("US")
    more = (100.0, 50.0) if us == 0 else (50.0, 100.0)
    found = Known({}, {}, {}, {"hurtgen/historical": Forecast(1, (more,), ((9.0, 9.0),))})
    monkeypatch.setattr(prospect, "known_of", lambda battle: found)
    rates = prospect.rates(game)
    assert rates[1 - us] > rates[us]
    assert sum(rates) == pytest.approx(2.0)
