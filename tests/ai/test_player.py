"""The computer player: legal, the same every time, and no wiser than its side."""

from collections.abc import Sequence

import pytest

from tests.drawn import drawn
from tests.long import sample
from westwall_tui.ai.answers.choices import ANSWERS
from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.decisions.base import DECISIONS
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, Done, IllegalOrder, Move, Note, parse
from westwall_tui.engine.planning import Outlook, Peril, Risk
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.library import new_game, scenarios
from westwall_tui.learn.lessons.script import load_lesson

PLANNED = {"movement", "combat", "roll"}
"""The kinds of decision that the player answers itself."""


@pytest.mark.slow
@pytest.mark.parametrize("level", [2, 3])
def test_what_was_taken_back_and_another_game_change_no_plan(level):
    """A player that has played on, or elsewhere, gives the orders of one that sees this game for the first time."""
    game, other = new_game("hurtgen/historical", seed=4), new_game("bastogne/spearhead", seed=4)
    player, begun = Player(level, 5), []
    for _ in range(5):
        begun.append(player.choose(game))
        game.apply(begun[-1])
    for _ in range(5):
        game.undo()
    assert player.choose(game) == begun[0]
    player.choose(other)
    assert player.choose(game) == begun[0]
    assert player.choose(other) == Player(level, 5).choose(other)


def test_every_kind_of_decision_has_an_answer():
    kinds = {decision.kind for decision in DECISIONS.values()}
    assert kinds == set(ANSWERS) | PLANNED


def test_levels_are_1_to_5():
    with pytest.raises(ValueError, match="1 to 5"):
        Player(6)


def test_level_5_is_level_4_with_ten_times_its_nodes():
    best, patient = Player(4).settings, Player(5).settings
    for name in ("nodes", "each", "phase", "combat", "seconds"):
        assert getattr(patient, name) == 10 * getattr(best, name)
    assert patient == Player(4, budget=10).settings


def test_4_0_no_order_when_the_game_is_over():
    game = new_game("bastogne/relief", seed=1)
    game.apply(parse("concede"))
    with pytest.raises(IllegalOrder):
        Player(1).choose(game)


BEGUN = sample(120, 40)
"""Orders, in a test, of each game between two players: whole games in all scenarios take `westwall simulate`."""


def refusals(game: Game, players: Sequence[Player], count: int = BEGUN) -> list[str]:
    """Return the proposals of the players that were refused in the first orders of a game."""
    for _ in range(count):
        if game.side < 0:
            break
        game.apply(players[game.side].choose(game))
    return [refusal for player in players for refusal in player.refusals]


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [shipped.key for shipped in scenarios()][:: sample(1, 3)])
def test_games_without_a_refused_proposal(scenario):
    assert refusals(new_game(scenario, seed=3), (Player(1, 7), Player(2, 8))) == []


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "option"), [("arnhem/historical", "weather"), ("remagen/historical", "no-limit")])
def test_games_with_options_without_a_refused_proposal(scenario, option):
    assert refusals(new_game(scenario, seed=4, options=(option,)), (Player(1, 7), Player(1, 8))) == []


def orders_of(game: Game, player: Player, count: int) -> list[str]:
    """Return the first orders that one player gives for both sides."""
    found = []
    for _ in range(count):
        order = player.choose(game)
        found.append(str(order))
        game.apply(order)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["bastogne/spearhead", "arnhem/historical"])
def test_the_same_seed_and_game_give_the_same_orders(scenario):
    once, again = (orders_of(new_game(scenario, seed=8), Player(2, 5), sample(40, 20)) for _ in range(2))
    assert once == again


@pytest.mark.slow
def test_the_dice_to_come_are_not_seen():
    orders = []
    for die in (11, 12):
        game = new_game("hurtgen/historical", seed=7)
        game.state.die = die
        orders.append(str(Player(2, 1).choose(game)))
        game = new_game("bastogne/spearhead", seed=7)
        player = Player(2, 1)
        while game.prompt.kind != "combat":
            game.apply(player.choose(game))
        game.state.die = die
        orders.append(str(Player(2, 1).choose(game)))
    assert orders[:2] == orders[2:]


def test_15_36_secret_drop_zones_are_not_seen():
    orders = []
    for skip in (0, 30):
        game = new_game("arnhem/free", seed=7)
        while game.prompt.kind == "notes":
            left = queries.notes_left(game, game.side)
            possible = [order for order in game.legal() if isinstance(order, Note)]
            game.apply(possible[skip % len(possible)] if left else parse("done"))
        german = Player(1, 1)
        given = []
        while game.prompt.kind == "set-up":
            given.append(german.choose(game))
            game.apply(given[-1])
        orders.append([str(order) for order in given])
    assert orders[0] == orders[1]


@pytest.mark.slow
def test_thinking_changes_nothing():
    game = new_game("bastogne/relief", seed=2)
    player = Player(2, 3)
    for _ in range(30):
        before, log = game.digest(), game.log[:]
        order = player.choose(game)
        assert (game.digest(), game.log) == (before, log)
        game.apply(order)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hint_begins_with_what_risks_nothing_and_no_gun_goes_where_it_stands_alone(seed):
    """In the first fight after the lessons: a gun that went behind the enemy first would be alone."""
    folder = next(shipped_root().glob("lessons/*first-fight"))
    fight = load_lesson(folder).scenario
    game, player = Game(fight, seed=1), Player(3, seed)
    moved: list[str] = []
    while isinstance(order := player.advise(game), Move):
        unit = fight.unit(order.unit)
        if not moved or fight.units[unit].is_artillery:
            assert not Outlook(game).of_move(unit, fight.board.hex(order.hexes[-1]))
        moved.append(order.unit)
        game.apply(order)
    assert order == Done()
    assert len(moved) == 6
    assert "94" in moved


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["bastogne/spearhead", *sample(["hurtgen/historical", "arnhem/historical"], [])])
def test_every_move_has_a_reason_of_its_own(scenario):
    """Not that it is part of a plan: in the first Game-Turn, and with `make long` in the second."""
    game, players = new_game(scenario, seed=3), [Player(1, side, clock=False) for side in (0, 1)]
    said: set[str] = set()
    while game.outcome is None and game.state.turn <= sample(2, 1):
        player = players[game.side]
        moving, order = game.prompt.kind == "movement", player.choose(game)
        if moving:
            assert player.reasons, order
            assert "part of the plan" not in player.reasons, order
            said.update(player.reasons)
        game.apply(order)
    assert len(said) > 10


def test_reasons_are_about_the_game_as_it_was_when_the_order_was_chosen():
    game = drawn(blue=["A 4-4-7 0508"], red=["X 2-2-7 0503"], last_turn=3, seed=1)
    asked, later = Player(2, 1), Player(2, 1)
    order = asked.choose(game)
    at_once = asked.reasons
    assert later.choose(game) == order
    game.apply(order)
    assert later.reasons == at_once


def says_that_it_is_lost(monkeypatch, unit, hexes, dice=6):
    """Make the outlook say that a unit is lost in some hexes."""
    of_move = Outlook.of_move

    def told(outlook, who, h, way=()):
        if who == unit and h in hexes:
            return [Risk(Peril.SURROUNDED, who, (h,), 9.0, dice)]
        return of_move(outlook, who, h, way)

    monkeypatch.setattr(Outlook, "of_move", told)
    monkeypatch.setattr(Outlook, "at_stake", lambda outlook, who: 100)


def test_a_hint_sends_no_unit_where_it_says_that_it_will_be_lost(monkeypatch):
    """The unit goes elsewhere, or stays, if the risk of a move outweighs its reasons."""
    game = drawn(blue=["A 6-6-7 0509"], red=["X 1-1-7 0503"], seed=1)
    free = Player(3, 1).advise_unit(game, "A")
    assert isinstance(free, Move), "else it would go there"
    hexes = {game.scenario.board.hex(free.hexes[-1])}
    says_that_it_is_lost(monkeypatch, 0, hexes)
    for advise in (lambda player: player.advise_unit(game, "A"), lambda player: player.advise(game)):
        order = advise(Player(3, 1))
        assert not isinstance(order, Move) or order.hexes[-1] != free.hexes[-1]
    says_that_it_is_lost(monkeypatch, 0, {*game.scenario.board.playable})
    assert Player(3, 1).advise_unit(game, "A") is None, "it is lost everywhere else, so it stays"
    assert isinstance(Player(3, 1).advise(game), Done)


@pytest.mark.slow
def test_before_the_game_a_hint_is_about_the_unit_or_division_that_was_asked_about():
    game = new_game("bastogne/spearhead", seed=1)
    for unit in (game.state.units[u].id for u in queries.to_set_up(game)):
        order = Player(3, 1).advise_unit(game, unit)
        assert isinstance(order, Deploy)
        assert order.unit == unit
    game = new_game("arnhem/free", seed=1)
    game.apply(parse("zone 82 2324"))
    for division in ("101", "82", "1"):  # one of them has a drop zone already
        order = Player(3, 1).advise_unit(game, division)
        assert isinstance(order, Note)
        assert order.division == division


def test_a_hint_takes_a_risk_that_its_gain_outweighs(monkeypatch):
    game = drawn(blue=["A 6-6-7 0509"], red=["X 1-1-7 0503"], seed=1)
    free = Player(3, 1).advise_unit(game, "A")
    assert isinstance(free, Move)
    says_that_it_is_lost(monkeypatch, 0, {game.scenario.board.hex(free.hexes[-1])})
    monkeypatch.setattr(Outlook, "weight", lambda outlook, risk: 0.01)
    assert Player(3, 1).advise_unit(game, "A") == free
