"""Small positions with one good answer, which the third level finds: each names what decides it."""

from collections.abc import Iterable

import pytest

from tests.drawn import drawn, where
from westwall_tui.ai.player import Player
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Order

LEVEL = 3
SEEDS = (1, 2, 3)


@pytest.fixture(params=SEEDS)
def player(request) -> Player:
    """The third level, with several seeds."""
    return Player(LEVEL, request.param)


def moved(game: Game, player: Player) -> Game:
    """The game after the Movement Phase of the side to decide."""
    side = game.side
    while game.side == side and game.prompt.kind == "movement":
        game.apply(player.choose(game))
    assert not player.refusals
    return game


def attacks(game: Game, player: Player) -> list[Attack]:
    """The attacks of a Combat Phase, every die a 4, answered by another player of the same level."""
    found = []
    side = game.side
    answering = Player(LEVEL, 9)
    while game.state.phase == "combat" and game.state.side == side and game.outcome is None:
        order: Order = player.choose(game) if game.side == side else answering.choose(game)
        if isinstance(order, Attack):
            found.append(order)
        game.apply(order)
    return found


def hexes(game: Game, names: Iterable[str]) -> set[str]:
    """Where units stand."""
    return {where(game, name) for name in names}


def test_a_way_closed_is_worth_more_than_points(player):
    """Room: with both battalions behind him he is lost on almost any die, in front of him he only falls back."""
    game = moved(drawn(blue=["A 4-4-8 0508", "B 4-4-8 0608"], red=["X 4-4-4 0505"], last_turn=3), player)
    assert hexes(game, "AB") <= {"0504", "0604", "0605", "0506", "0405", "0404"}
    a, b = (game.scenario.board.hex(where(game, name)) for name in "AB")
    assert game.scenario.board.grid.distance(a, b) == 2


def test_nobody_steps_up_to_an_enemy_alone(player):
    """Combats seen while moving: a weak unit that touches a strong one must attack it."""
    game = moved(drawn(blue=["A 1-1-8 0508"], red=["X 8-8-4 0503"], last_turn=3), player)
    assert game.scenario.board.grid.distance(game.state.location[0], game.state.location[1]) > 1


def test_three_from_afar_meet_at_one_enemy(player):
    """Gangs: none of them would go alone."""
    game = moved(
        drawn(blue=["A 3-3-8 0209", "B 3-3-8 0509", "C 3-3-8 0809"], red=["X 4-3-4 0504"], last_turn=3), player
    )
    touching = game.scenario.board.grid.neighbours[game.state.location[3]]
    assert sum(game.state.location[unit] in touching for unit in range(3)) >= 2


def test_guns_go_where_the_column_turns(player):
    """Two guns of 2 lift the combat by a column only together."""
    game = drawn(
        blue=["A 5-5-7 0505", "G 2-1-9/1-5 0508", "H 2-1-9/1-5 0608"], red=["X 5-5-7 0504"], phase="combat", seed=4
    )
    first = attacks(game, player)[0]
    assert set(first.barrage) in ({"G", "H"}, set())
    assert first.barrage


def test_a_gun_keeps_away_from_the_enemy(player):
    """A gun in contact may fire at nobody else."""
    game = moved(drawn(blue=["G 4-3-6/1-7 0509", "A 4-4-7 0508"], red=["X 6-6-7 0503"], last_turn=4), player)
    assert game.scenario.board.grid.distance(game.state.location[0], game.state.location[2]) > 1


def test_one_division_of_four_against_two(player):
    """Partition: the strong one is held by one unit, the weak one destroyed by three."""
    game = drawn(
        blue=["A 4-4-7 0505", "B 4-4-7 0605", "C 1-3-7 0406", "D 4-4-7 0606"],
        red=["X 2-2-7 0604", "Y 9-9-7 0405"],
        phase="combat",
        seed=4,
    )
    given = attacks(game, player)
    assert len(given) >= 1
    strong = next(order for order in given if "Y" in order.defenders)
    assert "B" not in strong.attackers


def test_12_0_a_unit_leaves_while_it_can(player):
    """Bastogne 15.17: on the last turn the specified unit goes west."""
    game = drawn(
        blue=["A 4-4-8 0205"],
        red=["X 1-1-4 0901"],
        rules="bastogne",
        names=("German", "US"),
        turn=7,
        last_turn=7,
        victory={"bastogne": ["0805"], "specified": ["A"], "exit_by": 7},
        seed=1,
    )
    assert where(moved(game, player), "A") == "west"


def test_15_21_a_town_is_denied_on_the_last_turn(player):
    """Hurtgen: one German zone is enough."""
    board_places = {"terrain": ".........\n" * 9}
    game = drawn(board_places["terrain"], blue=["A 2-3-7 0101"], red=["X 2-3-7 0909"], last_turn=1)
    assert moved(game, player).outcome is None
