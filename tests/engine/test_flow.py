"""The sequence of play (4.0) and the set-up (3.0)."""

import pytest

from tests.drawn import allowed, deciding, drawn, legal, only, play, refused, where
from westwall_tui.engine.events import (
    Attacked,
    Fired,
    GameEnded,
    PhaseBegan,
    PhaseSkipped,
    Retreated,
    Rolled,
    TurnBegan,
)
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Enter, Fpf, IllegalOrder, Retreat
from westwall_tui.files.scenarios.catalog import load_scenario


def test_4_1_phases_player_turns_and_game_turns_follow_each_other():
    """The units are far apart, so the Combat Phases are skipped but reported."""
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0909"], last_turn=2)
    events = [*game.opening]
    while game.outcome is None:
        events += play(game, "done")
    assert [str(event) for event in events] == [
        "Game-Turn 1",
        "Blue Movement Phase",
        "Blue Combat Phase: no attack is possible",
        "Red Movement Phase",
        "Red Combat Phase: no attack is possible",
        "Game-Turn 2",
        "Blue Movement Phase",
        "Blue Combat Phase: no attack is possible",
        "Red Movement Phase",
        "Red Combat Phase: no attack is possible",
        "The last Game-Turn is over",
    ]


def test_4_1_movement_and_combat_of_a_player_turn():
    game = drawn(blue=["A 4-4-7 0506"], red=["X 4-4-7 0504"])
    assert deciding(game) == "Blue movement"
    play(game, "move A 0505", "done")
    assert deciding(game) == "Blue combat"
    play(game, "attack A > X", "roll 6", "retreat A 0506", "stand", "done")
    assert deciding(game) == "Red movement"
    play(game, "move X 0505", "done")
    assert deciding(game) == "Red combat"


def test_4_1_each_attack_is_declared_answered_rolled_and_applied():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504", "H 1-1-9/1-1 0101"], phase="combat")
    events = play(game, "attack A > X", "fpf H", "roll 2", "retreat X 0503")
    assert [type(event) for event in events] == [Attacked, Fired, Rolled, Retreated]
    for line in ("roll 1", "fpf none"):
        assert refused(game, line).case == "4.1"
    refusal = refused(game, "retreat X 0503")
    assert (refusal.case, refusal.reason) == ("7.7", "X has already retreated")


def test_4_1_attacks_in_any_order_and_the_phase_ends_by_order():
    """A Combat Phase with an attack does not end automatically."""
    game = drawn(blue=["A 13-4-7 0505"], red=["X 1-1-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 1", "stand")
    assert deciding(game) == "Blue combat"
    assert legal(game) == ["done"]


def test_4_1_the_other_player_waits():
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0909"])
    assert refused(game, "move X 0908").case == "5.11"
    assert game.prompt.side == 0


def test_4_1_a_position_may_start_anywhere():
    for side, name in enumerate(("Blue", "Red")):
        for phase in ("movement", "combat"):
            game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], side=side, phase=phase, turn=5)
            assert deciding(game) == f"{name} {phase}"
            assert game.state.turn == 5


def test_4_1_the_record_interphase_comes_after_the_second_player_turn():
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0909"], side=1)
    events = play(game, "done")
    assert [type(event) for event in events] == [PhaseSkipped, TurnBegan, PhaseBegan]
    assert game.state.turn == 2


def test_4_0_the_game_ends_with_the_last_game_turn():
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0909"], side=1, turn=3, last_turn=3)
    (ended,) = only(play(game, "done"), GameEnded)
    assert ended.winner == ""
    assert deciding(game) == "over"
    assert legal(game) == []
    for line in ("done", "move A 0102", "concede"):
        assert refused(game, line).case == "4.0"


@pytest.mark.parametrize("side", [0, 1])
def test_4_0_a_player_may_concede(side):
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0909"], side=side)
    play(game, "concede")
    assert game.outcome is not None
    assert game.outcome.winner == 1 - side


# -- 3.0 the set-up


def setup(**what):
    return drawn(
        red=["X 4-4-7", "V 4-4-12 armor"],
        blue=["A 4-4-7 0909", "B 4-4-7"],
        setup=[("X V", "0101 0102 0103"), ("B", "0901 0902")],
        **what,
    )


def test_3_0_sides_set_up_in_the_scenarios_order_before_the_first_turn():
    game = setup()
    assert deciding(game) == "Red set-up"
    play(game, "deploy X 0101", "deploy V 0102", "done")
    assert deciding(game) == "Blue set-up"
    play(game, "deploy B 0901", "done")
    assert deciding(game) == "Blue movement"


def test_3_0_units_are_set_up_within_their_limits():
    game = setup()
    refusal = refused(game, "deploy X 0201")
    assert (refusal.case, refusal.units, refusal.hexes) == ("3.0", ("X",), ("0201",))
    assert refused(game, "deploy B 0901").case == "3.0"  # the other side sets up now
    assert refused(game, "deploy A 0901").case == "3.0"


def test_3_0_one_unit_in_a_hex():
    game = setup()
    play(game, "deploy X 0101")
    assert refused(game, "deploy V 0101").case == "5.31"


def test_3_0_units_may_be_set_up_again_until_the_set_up_ends():
    game = setup()
    play(game, "deploy X 0101", "deploy X 0102", "deploy V 0101", "deploy X 0103")
    assert (where(game, "X"), where(game, "V")) == ("0103", "0101")


def test_3_0_every_unit_must_be_set_up():
    game = setup()
    play(game, "deploy X 0101")
    refusal = refused(game, "done")
    assert (refusal.case, refusal.units) == ("3.0", ("V",))


def test_3_0_5_24_a_vehicle_is_set_up_only_in_ground_that_it_may_enter():
    field = "\n".join(["f........", "f........", *["........."] * 7])
    game = drawn(
        field,
        red=["V 4-4-12 armor"],
        blue=["A 4-4-7 0909"],
        setup=[("V", "0101 0102 0103")],
        roads=["0102 0103"],
    )
    assert refused(game, "deploy V 0101").case == "5.24"
    assert allowed(game, "deploy V 0102")


# -- orders that no line of text can give, from a program


def case_of(game, order) -> str:
    with pytest.raises(IllegalOrder) as caught:
        game.apply(order)
    return caught.value.case


def test_9_12_negative_ground_support_is_refused():
    game = drawn(
        blue=["A 4-4-7 0505", "G 1-1-9/1-7 0507"], red=["X 4-4-7 0504"], phase="combat", supports=([(1, 9, 5)], [])
    )
    assert case_of(game, Attack(("A",), ("X",), (), -1)) == "9.12"
    play(game, "attack A > X", "roll 6", "retreat A 0506", "stand", "done")
    play(game, "move X 0505", "done", "attack X > A")
    assert case_of(game, Fpf((), -1)) == "9.12"


def test_4_1_orders_without_a_hex_are_refused():
    game = drawn(blue=["A 13-1-7 0505", "R 4-4-7"], red=["X 1-1-7 0504"], arrivals=[(1, "R", "0101")])
    assert case_of(game, Enter("R", ())) == "4.1"
    play(game, "done", "attack A > X", "roll 4")
    assert case_of(game, Retreat("X", ())) == "7.74"


@pytest.mark.parametrize("key", ["bastogne/spearhead", "remagen/historical"])
def test_4_1_no_unit_lands_in_a_battle_without_airborne_units(key):
    game = Game(load_scenario(key))
    unit = next(unit for unit in game.state.scenario.arrivals if game.rules.may_arrive(game.state, unit))
    assert refused(game, f"land {game.state.units[unit].id} 0505").case == "4.1"
