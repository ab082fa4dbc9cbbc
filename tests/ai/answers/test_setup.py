"""Set-ups and drop zones of the computer player."""

import pytest

from westwall_tui.ai import goals
from westwall_tui.ai.answers import setup
from westwall_tui.ai.player import Player
from westwall_tui.ai.value.view import View
from westwall_tui.engine import queries
from westwall_tui.engine.orders import Deploy, Note, parse
from westwall_tui.files.computer.weights import Known, known_of, weights_of
from westwall_tui.files.library import new_game

ONE = ("zone 101 0516", "zone 82 1917", "zone 1 3517")
OTHER = ("zone 101 0807", "zone 82 2208", "zone 1 3618")


@pytest.fixture
def two_kept(monkeypatch):
    """Two openings of the Allied player in Arnhem's free deployment."""
    kept = tuple(tuple(order for line in lines if isinstance(order := parse(line), Note)) for lines in (ONE, OTHER))
    monkeypatch.setattr(setup, "known_of", lambda battle: Known({}, {("arnhem/free", "Allied"): kept}, {}, {}))


def noted(seed):
    """Return the drop zones that a player notes."""
    game, player = new_game("arnhem/free", seed=1), Player(1, seed)
    found = []
    while game.prompt.kind == "notes":
        order = player.choose(game)
        game.apply(order)
        found.append(str(order))
    assert not player.refusals
    return tuple(found[:-1])


@pytest.mark.slow
def test_15_36_the_seed_chooses_one_of_several_openings(two_kept):
    drawn = [noted(seed) for seed in range(8)]
    assert set(drawn) == {ONE, OTHER}
    assert drawn == [noted(seed) for seed in range(8)]


def test_15_36_a_hint_says_that_the_drop_zones_are_chosen_at_random(two_kept):
    player = Player(1, 1)
    player.advise(new_game("arnhem/free", seed=1))
    assert player.reasons == ("It belongs to one of two equally good openings, picked at random.",)


def test_15_36_the_second_best_drop_zone_belongs_to_another_opening(two_kept):
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
    assert player.reasons == ("All drop zones are noted.",)


KEPT = [
    (key, side, orders)
    for battle in ("arnhem", "bastogne", "hurtgen", "remagen")
    for (key, side), openings in known_of(battle).openings.items()
    for orders in openings
    if orders
]


@pytest.mark.parametrize(("key", "side", "orders"), KEPT)
def test_a_stored_opening_is_complete_and_legal(key, side, orders):
    game = new_game(key, seed=1)
    other = Player(1, 1)
    while game.scenario.sides[game.side].name != side:
        game.apply(other.choose(game))
    for order in orders:
        game.apply(order)
    game.apply(parse("done"))
    assert game.scenario.sides[game.side].name != side or game.prompt.kind not in ("notes", "set-up")
    assert all(isinstance(order, Deploy | Note) for order in orders)


def set_up(key, seed):
    """Return the set-ups of both sides as orders, each with its reason."""
    game, players = new_game(key, seed=1), [Player(2, 2 * seed + side, clock=False) for side in (0, 1)]
    found = []
    while game.prompt.kind == "set-up":
        player = players[game.side]
        order = player.choose(game)
        assert not player.refusals
        found.append((str(order), player.reasons[0]))
        game.apply(order)
    return found


@pytest.mark.parametrize("key", ["bastogne/spearhead", "bastogne/campaign"])
def test_3_0_a_suggested_set_up_differs_with_the_seed(key):
    drawn = [set_up(key, seed) for seed in range(6)]
    assert len({tuple(order for order, _ in each) for each in drawn}) >= 3
    assert drawn[:2] == [set_up(key, seed) for seed in range(2)]
    said = {why for each in drawn for _, why in each}
    assert any("This hex looks as good as " in why for why in said)


def test_3_0_another_hex_costs_next_to_nothing():
    suggested = new_game("bastogne/spearhead", seed=1)
    plain = queries.suggested_setup(suggested)
    worth = []
    for orders in (plain, [parse(order) for order, _ in set_up("bastogne/spearhead", 3)[:-1]]):
        game = suggested.fork(seed=0, viewer=suggested.side)
        for order in orders:
            game.apply(order)
        view = View(game, goals.of(game, suggested.side, weights_of("bastogne")))
        view.battle = False
        view.recount()
        worth.append(view.parts.total)
    assert worth[1] >= worth[0] - len(plain) * setup.AS_GOOD


def test_an_opening_from_self_play_stays_unchanged():
    kept = [{*map(str, orders)} for orders in known_of("bastogne").openings["bastogne/relief", "German"]]
    for seed in range(3):
        given = {order for order, _ in set_up("bastogne/relief", seed)}
        assert any(orders <= given for orders in kept)


def test_3_0_an_opening_without_orders_is_what_the_scenario_suggests(monkeypatch):
    """Seeds choose one of two openings; the suggestion is varied, and the other opening stays unchanged."""
    key, far = "bastogne/spearhead", ("52 2115", "2 2310", "811 2315", "73 1816", "58 1716")
    near = ("20 1616", "3 1515", "90 1317", "420 1416")
    orders = tuple(order for line in far + near if isinstance(order := parse(f"deploy {line}"), Deploy))
    monkeypatch.setattr(setup, "known_of", lambda battle: Known({}, {(key, "US"): ((), orders)}, {}, {}))
    drawn = [set_up(key, seed) for seed in range(8)]
    same = [{order for order, _ in each} >= {*map(str, orders)} for each in drawn]
    assert any(same)
    assert not all(same)
    assert len({tuple(order for order, _ in each) for each, one in zip(drawn, same, strict=True) if not one}) > 1
    said = {why for each in drawn for _, why in each}
    assert any("one of two equally good openings, picked at random" in why for why in said)
    assert any("This hex looks as good as " in why for why in said)
