"""Set-ups and drop zones of the computer player."""

import pytest

from westwall_tui.ai import answers
from westwall_tui.ai.player import Player
from westwall_tui.engine.orders import Deploy, Note, parse
from westwall_tui.files.library import new_game
from westwall_tui.files.weights import Known, known_of

ONE = ("zone 101 0516", "zone 82 1917", "zone 1 3517")
OTHER = ("zone 101 0807", "zone 82 2208", "zone 1 3618")


@pytest.fixture
def two_kept(monkeypatch):
    """Two openings of the Allied player in Arnhem's free deployment."""
    kept = tuple(tuple(order for line in lines if isinstance(order := parse(line), Note)) for lines in (ONE, OTHER))
    monkeypatch.setattr(answers, "known_of", lambda battle: Known({}, {("arnhem/free", "Allied"): kept}, {}, {}))


def noted(seed):
    """The drop zones that a player notes."""
    game, player = new_game("arnhem/free", seed=1), Player(1, seed)
    found = []
    while game.prompt.kind == "notes":
        order = player.choose(game)
        game.apply(order)
        found.append(str(order))
    assert not player.refusals
    return tuple(found[:-1])


@pytest.mark.slow
def test_15_36_of_several_openings_the_seed_draws_one(two_kept):
    drawn = [noted(seed) for seed in range(8)]
    assert set(drawn) == {ONE, OTHER}
    assert drawn == [noted(seed) for seed in range(8)]


def test_15_36_a_hint_says_that_the_drop_zones_are_drawn(two_kept):
    player = Player(1, 1)
    player.advise(new_game("arnhem/free", seed=1))
    assert player.reasons == ("one of 2 equally good openings, picked at random",)


def test_15_36_the_second_best_drop_zone_is_another_openings(two_kept):
    game, player = new_game("arnhem/free", seed=1), Player(1, 1)
    mine = noted(1)
    other = OTHER if mine == ONE else ONE
    found = []
    while game.prompt.kind == "notes":
        order = player.advise(game)
        found.append((str(order), str(player.second)))
        game.apply(order)
    assert found[:-1] == [*zip(mine, other, strict=True)]
    assert found[-1] == ("done", "None")
    assert player.reasons == ("all drop zones are noted",)


KEPT = [
    (key, side, orders)
    for battle in ("arnhem", "bastogne", "hurtgen", "remagen")
    for (key, side), openings in known_of(battle).openings.items()
    for orders in openings
]


@pytest.mark.parametrize(("key", "side", "orders"), KEPT)
def test_a_kept_opening_is_whole_and_the_rules_allow_it(key, side, orders):
    game = new_game(key, seed=1)
    other = Player(1, 1)
    while game.scenario.sides[game.side].name != side:
        game.apply(other.choose(game))
    for order in orders:
        game.apply(order)
    game.apply(parse("done"))
    assert game.scenario.sides[game.side].name != side or game.prompt.kind not in ("notes", "set-up")
    assert all(isinstance(order, Deploy | Note) for order in orders)
