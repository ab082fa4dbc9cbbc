"""The computer concedes and offers a draw like a person: once, late, and only if nothing else is likely."""

import itertools

import pytest

from tests.long import sample
from westwall_tui.ai import player as player_module
from westwall_tui.ai.answers import manners
from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Accept, Concede, Move, Offer, Stand, parse
from westwall_tui.files.computer.weights import Forecast, Known
from westwall_tui.files.library import new_game

REMAGEN = "remagen/historical"


class Idle:
    """A player of simulations that does nothing; in some of them, by number, the enemy concedes at once."""

    def __init__(self, gives_up=False):
        self.gives_up = gives_up

    def choose(self, game):
        return Concede() if self.gives_up else queries.default_order(game)


def idle(*give_up):
    """Return a function that creates such players, alternating between First and Second Player."""
    made = iter(range(100))
    return lambda level, seed: Idle(gives_up=next(made) in give_up)


def moving(turn: int = 1) -> Game:
    """Return Remagen in a Movement Phase of the First Player, as if it were this Game-Turn."""
    game = new_game(REMAGEN, seed=1)
    while game.prompt.kind != "movement" or game.state.side != 0:
        game.apply(queries.default_order(game))
    game.state.turn = turn
    return game


@pytest.fixture
def forecast(monkeypatch):
    """Set the points still to come by side, and their spread, for any Game-Turn."""

    def say(more, spread):
        found = Known({}, {}, {}, {REMAGEN: Forecast(1, (more,), (spread,))})
        monkeypatch.setattr(manners, "known_of", lambda battle: found)

    return say


def test_16_5_the_chances_of_levels_follow_from_points_and_spread(forecast):
    game = moving()
    us = game.scenario.sides[0].name == "US"
    lead = (35.0, 0.0) if us else (0.0, 35.0)
    first, second = queries.totals(game)
    level = lead[0] - first + second, lead[1]
    forecast((max(level[0], 0.0), level[1]), (0.0, 0.0))
    assert manners.chances(game) == {1: 1.0}  # 30 to 39 ahead: marginal
    forecast((max(level[0], 0.0), level[1]), (10.0, 10.0))
    found = manners.chances(game)
    assert set(found) >= {0, 1, 2}
    assert sum(found.values()) == pytest.approx(1.0)


def test_a_game_without_measurements_has_no_chances(monkeypatch):
    monkeypatch.setattr(manners, "known_of", lambda battle: Known({}, {}, {}, {}))
    game = moving(25)
    assert manners.chances(game) == {}
    assert manners.Offers(1, idle(1)).offer(game) is None  # the enemy concedes in the first simulation
    assert manners.expected(game) is None


@pytest.mark.parametrize(
    ("turn", "more", "offered"),
    [
        (29, (0.0, 300.0), "concession"),  # every simulation ends like that
        (29, (300.0, 0.0), ""),  # usually it still wins
        (29, (60.0, 0.0), ""),
        (5, (0.0, 300.0), ""),  # too early
        (30, (0.0, 300.0), ""),  # the last Game-Turn is soon over
    ],
)
def test_it_offers_to_concede_if_only_the_worst_level_is_left(forecast, turn, more, offered):
    game = moving(turn)
    forecast(more, (5.0, 5.0))
    found = manners.Offers(1, idle()).offer(game)
    assert (found.what if found else "") == offered


@pytest.mark.parametrize("course", range(0, manners.COURSES, sample(1, 3)))
def test_it_plays_on_if_one_simulation_ends_better(forecast, course):
    forecast((0.0, 300.0), (5.0, 5.0))
    assert manners.Offers(1, idle(2 * course + 1)).offer(moving(25)) is None


def test_16_5_it_plays_on_if_the_best_of_all_simulations_would_suffice(forecast, monkeypatch):
    """The U.S. are 10 behind in each simulation; with their best and the enemy's worst they would be 30 ahead."""
    forecast((0.0, 300.0), (5.0, 5.0))
    totals, ends = queries.totals, itertools.cycle([(40, 50), (0, 10)])
    monkeypatch.setattr(queries, "totals", lambda end: next(ends) if end.outcome else totals(end))
    assert manners.Offers(3, idle()).offer(moving(25)) is None
    monkeypatch.setattr(queries, "totals", lambda end: (0, 10) if end.outcome else totals(end))
    assert manners.Offers(3, idle()).offer(moving(25)) == Offer("concession")


def test_15_27_without_points_it_simulates_more_often():
    game, made = new_game("bastogne/relief", seed=1), list[int]()

    def player(level, seed):
        made.append(level)
        return Idle()

    while game.prompt.kind != "movement" or game.side != 1:
        game.apply(queries.default_order(game))  # no unit closes the road
    game.state.turn = 15
    assert manners.Offers(1, player).offer(game) == Offer("concession")
    assert len(made) == 2 * manners.WITHOUT_POINTS


def test_it_considers_conceding_only_before_its_first_move(forecast):
    forecast((0.0, 300.0), (5.0, 5.0))
    game = moving(25)
    game.apply(next(order for order in game.legal() if isinstance(order, Move)))
    assert manners.Offers(1, idle()).offer(game) is None


def test_it_offers_nothing_when_hurried(forecast):
    forecast((0.0, 300.0), (5.0, 5.0))
    asked = []

    class Impatient(Idle):
        def choose(self, game):
            asked.append(game)
            offers.hurry()
            return super().choose(game)

    offers = manners.Offers(1, lambda level, seed: Impatient())
    assert offers.offer(moving(25)) is None
    assert len(asked) == 1


def test_16_5_it_offers_a_draw_if_that_is_the_likeliest_end(forecast):
    game = moving(25)
    first, second = queries.totals(game)
    forecast((25.0 + second - first, 0.0), (1.0, 1.0))
    assert manners.Offers(1, idle()).offer(game) == Offer("draw")
    forecast((25.0 + second - first, 0.0), (30.0, 30.0))
    assert manners.Offers(1, idle()).offer(game) is None


@pytest.fixture
def short(monkeypatch):
    """Replace the players of simulations by ones that do not think."""
    monkeypatch.setattr(player_module, "partial", lambda make, **what: idle())


def test_it_offers_once_in_a_game_and_plays_on_if_refused(forecast, short):
    forecast((0.0, 300.0), (5.0, 5.0))
    game, computer = moving(28), Player(1, 3, offers=True)
    order = computer.choose(game)
    assert order == Offer("concession")
    assert computer.reasons == ("Every simulated continuation ends in the worst defeat.",)
    game.apply(order)
    game.apply("stand")
    assert not isinstance(computer.choose(game), Offer)
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
def test_it_answers_offers_by_what_it_expects(forecast, offer, more, answer):
    forecast(more, (5.0, 5.0))
    game = moving(25)
    game.apply(f"offer {offer}")
    player = Player(2, 3)
    assert player.choose(game) == answer
    assert player.reasons
    assert game.explain(parse(str(answer))) is None
