"""Small positions with one good answer, which the third level finds: each names what decides it."""

from collections.abc import Iterable

import pytest

from tests.drawn import drawn, where
from westwall_tui.ai.goals.remagen import blocks
from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Order, parse
from westwall_tui.engine.state import ELIMINATED, RESERVE
from westwall_tui.files.scenarios import load_scenario

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
    """The attacks of a Combat Phase, answered by another player of the same level."""
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


def placed(key: str, turn: int, *stand: str) -> Game:
    """A scenario's first Movement Phase in another Game-Turn, with nobody on the map but these: `1/8 0402`."""
    game = Game(load_scenario(key), seed=1)
    state = game.state.copy()
    state.turn = turn
    at = dict(line.split() for line in stand)
    for i, unit in enumerate(state.units):
        off = RESERVE if i in state.scenario.arrivals and state.scenario.arrivals[i].turn > turn else ELIMINATED
        state.place(i, state.scenario.board.hex(at[unit.id]) if unit.id in at else off)
    game.go_on_from(state)
    return game


# -- room, combats seen while moving, gangs


def test_a_way_closed_is_worth_more_than_points(player):
    """Room: with both battalions behind him he is lost on almost any die, in front of him he only falls back."""
    game = moved(drawn(blue=["A 4-4-8 0508", "B 4-4-8 0608"], red=["X 4-4-4 0505"], last_turn=3), player)
    assert hexes(game, "AB") <= {"0504", "0604", "0605", "0506", "0405", "0404"}
    a, b = (game.scenario.board.hex(where(game, name)) for name in "AB")
    assert game.scenario.board.grid.distance(a, b) == 2


def test_nobody_steps_up_to_a_stronger_enemy_alone(player):
    """Combats seen while moving: who touches an enemy must attack him."""
    game = moved(drawn(blue=["A 1-1-8 0508"], red=["X 8-8-4 0503"], last_turn=3), player)
    assert game.scenario.board.grid.distance(game.state.location[0], game.state.location[1]) > 1


def test_three_from_afar_meet_at_one_enemy(player):
    """Gangs: none of them would go alone."""
    game = moved(
        drawn(blue=["A 3-3-8 0209", "B 3-3-8 0509", "C 3-3-8 0809"], red=["X 4-3-4 0504"], last_turn=3), player
    )
    touching = game.scenario.board.grid.neighbours[game.state.location[3]]
    assert sum(game.state.location[unit] in touching for unit in range(3)) >= 2


def test_a_gun_keeps_away_from_the_enemy(player):
    """A gun in contact may fire at nobody else (8.31)."""
    game = moved(drawn(blue=["G 4-3-6/1-7 0509", "A 4-4-7 0508"], red=["X 6-6-7 0503"], last_turn=4), player)
    assert game.scenario.board.grid.distance(game.state.location[0], game.state.location[2]) > 1


# -- partition, artillery


def test_two_guns_lift_a_column_that_one_does_not(player):
    """Bundles: each gun alone would change nothing."""
    game = drawn(
        blue=["A 5-5-7 0505", "G 1-1-9/1-5 0508", "H 1-1-9/1-5 0608"], red=["X 3-3-7 0504"], phase="combat", seed=4
    )
    assert set(attacks(game, player)[0].barrage) == {"G", "H"}


def test_7_51_one_holds_the_strong_enemy_while_the_rest_destroy_the_weak(player):
    """Partition: the strong one is held by the weakest unit that touches him."""
    game = drawn(
        blue=["A 4-4-7 0505", "B 4-4-7 0605", "C 1-3-7 0406", "D 4-4-7 0705"],
        red=["X 2-2-7 0604", "Y 9-9-7 0405"],
        phase="combat",
        seed=4,
    )
    strong = next(order for order in attacks(game, player) if "Y" in order.defenders)
    assert "C" in strong.attackers
    assert "B" not in strong.attackers


def test_8_4_fire_is_kept_where_it_changes_nothing(player):
    """Fire that turns no column is kept for another combat."""
    game = drawn(blue=["A 30-9-7 0505"], red=["X 1-1-7 0504", "G 1-1-9/1-5 0501"], phase="combat", seed=4, last_turn=3)
    game.apply(Player(1, 1).choose(game))
    assert game.prompt.kind in ("fpf", "advance", "retreat", "combat", "movement")
    if game.prompt.kind == "fpf":
        assert str(player.choose(game)) == "fpf none"


# -- what each battle is about


def test_15_17_a_specified_unit_leaves_on_the_last_turn(player):
    """Bastogne: four points, and there is no later."""
    game = drawn(
        blue=["A 4-4-4 0205"],
        red=["X 1-1-4 0901"],
        rules="bastogne",
        names=("German", "US"),
        turn=7,
        last_turn=7,
        victory={"bastogne": ["0909"], "specified": ["A"], "exit_by": 7},
        seed=1,
    )
    assert where(moved(game, player), "A") == "west"


def test_15_17_the_town_is_taken_on_the_last_turn(player):
    """Bastogne: the last unit through has it."""
    game = drawn(
        blue=["A 4-4-8 0205"],
        red=["X 1-1-4 0901"],
        rules="bastogne",
        names=("German", "US"),
        turn=7,
        last_turn=7,
        victory={"bastogne": ["0505"], "exit_by": 7, "specified": ["X"]},
        seed=1,
    )
    assert where(moved(game, player), "A") == "0505"


def test_15_21_a_town_is_denied_on_the_last_turn(player):
    """Hurtgen: one German zone on a town takes its points from the U.S."""
    game = placed("hurtgen/historical", 14, "1/8 0402", "1/855 1820")
    game.apply(parse("done"))
    while game.prompt.kind != "movement":
        game.apply(player.choose(game))
    before = queries.totals(game)[0]
    moved(game, player)
    assert queries.totals(game)[0] <= before - 25


def test_14_0_who_hangs_on_by_one_hex_is_beyond_the_front():
    """Remagen: a front cannot go out and back through the same hex."""
    # 0 and 1 lie on the river; 2 joins them; 3 hangs on 2, and 4 on 3.
    near = {0: (1, 2), 1: (0, 2), 2: (0, 1, 3), 3: (2, 4), 4: (3,)}
    assert [sorted(block) for block in blocks([0, 1], near, bytearray([1] * 5))] == [[0, 1, 2]]


def test_14_0_a_ring_back_to_the_river_is_no_dead_end():
    """Remagen: two ways to the river make a front."""
    near = {0: (2,), 1: (4,), 2: (0, 3), 3: (2, 4), 4: (3, 1)}
    assert [sorted(block) for block in blocks([0, 1], near, bytearray([1] * 5))] == [[0, 1, 2, 3, 4]]
