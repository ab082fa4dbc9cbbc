"""Game: apply and refuse, undo and redo, copy, replay, dice, determinism."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.drawn import allowed, deciding, drawn, legal, play, refused, where
from tests.every import every
from westwall_tui.engine.events import Rolled
from westwall_tui.engine.game import Game, options_of
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError, Roll, parse
from westwall_tui.files.scenarios.catalog import load_scenario

ROOT = Path(__file__).parents[2]

UNITS = {"blue": ["A 4-4-7 0506", "B 4-4-7 0101"], "red": ["X 3-3-7 0504", "H 1-1-18/1-7 0901"]}


def fresh(**what) -> Game:
    return drawn(**UNITS, **what)


# -- undo and redo (5.15 and its ruling)


def test_5_15_undo_goes_back_order_by_order():
    game = fresh()
    digests = [game.digest()]
    for line in ("move A 0505", "move B 0201"):
        play(game, line)
        digests.append(game.digest())
    for digest in reversed(digests[:-1]):
        assert game.can_undo
        game.undo()
        assert game.digest() == digest
    assert not game.can_undo
    assert game.log == []
    with pytest.raises(IllegalOrder) as caught:
        game.undo()
    assert caught.value.case == "5.15"


def test_5_15_there_is_no_order_to_undo_at_the_start():
    game = fresh()
    with pytest.raises(IllegalOrder) as caught:
        game.undo()
    assert (caught.value.case, caught.value.reason) == ("5.15", "there is no order to undo yet")
    play(game, "done")
    assert deciding(game) == "Red movement"
    with pytest.raises(IllegalOrder, match="you cannot undo a die roll"):
        game.undo()


def test_5_15_a_game_that_continues_from_a_position_has_another_reason():
    game, later = fresh(), fresh()
    play(later, "move A 0505", "done")
    game.go_on_from(later.state)
    with pytest.raises(IllegalOrder, match="you cannot undo a die roll"):
        game.undo()


def test_5_15_redo_repeats_the_order_that_was_undone():
    game = fresh()
    play(game, "move A 0505", "move B 0201")
    after, log = game.digest(), list(game.log)
    game.undo()
    game.undo()
    game.redo()
    assert game.can_redo
    game.redo()
    assert (game.digest(), game.log) == (after, log)
    with pytest.raises(IllegalOrder):
        game.redo()


def test_5_15_undo_redo_and_undo_again():
    game = fresh()
    start = game.digest()
    play(game, "move A 0505", "move B 0201")
    game.undo()
    game.undo()
    game.redo()
    game.redo()
    game.undo()
    game.undo()
    assert game.digest() == start


def test_5_15_a_new_order_prevents_redo():
    game = fresh()
    play(game, "move A 0505")
    game.undo()
    play(game, "move A 0406")
    assert not game.can_redo


def test_5_15_a_refused_order_does_not_prevent_redo():
    game = fresh()
    play(game, "move A 0505")
    game.undo()
    refused(game, "move A 0504")
    assert game.can_redo
    game.redo()
    assert where(game, "A") == "0505"


def test_5_15_undo_crosses_the_end_of_your_own_movement_phase():
    """Ruling: undo is possible until a die is rolled or the enemy decides, even after an attack is declared."""
    game = fresh()
    start = game.digest()
    play(game, "move A 0505", "done", "attack A > X")
    assert deciding(game) == "Red fpf"
    game.undo()
    assert deciding(game) == "Blue combat"
    game.undo()
    assert (deciding(game), where(game, "A")) == ("Blue movement", "0505")
    game.undo()
    assert game.digest() == start
    game.redo()
    game.redo()
    assert deciding(game) == "Blue combat"


def test_5_15_no_undo_into_movement_once_the_enemy_has_answered():
    game = fresh()
    play(game, "move A 0505", "done", "attack A > X", "fpf H")
    game.undo()
    assert deciding(game) == "Red fpf"
    assert not game.can_undo


def test_5_15_no_undo_past_the_end_of_the_player_turn():
    game = fresh()
    play(game, "move A 0405", "done")
    assert deciding(game) == "Red movement"
    assert not game.can_undo


def test_5_15_no_undo_past_the_end_of_the_set_up():
    game = drawn(blue=["A 4-4-7"], red=["X 4-4-7"], setup=[("A", "0101 0102"), ("X", "0901 0902")])
    play(game, "deploy A 0101", "done")
    assert deciding(game) == "Red set-up"
    assert not game.can_undo


def test_5_15_both_players_together_undo_the_end_of_a_player_turn():
    """Ruling: the other player may even have given and undone orders, and the same orders lead to the same position."""
    game = fresh()
    play(game, "move A 0405", "done")
    passed = game.digest()
    play(game, "move X 0904")
    game.undo()
    assert game.digest() == passed
    assert (game.can_undo, game.undoes, game.can_undo_together) == (False, -1, True)
    with pytest.raises(IllegalOrder, match="the end of a Player-Turn"):
        game.undo()
    game.undo(agreed=True)
    assert (deciding(game), where(game, "A"), game.log) == ("Blue movement", "0405", ["move A 0405"])
    game.undo()
    assert game.log == []
    game.redo()
    game.redo()
    assert (game.digest(), game.can_undo_together) == (passed, True)


def test_5_15_both_players_together_undo_the_end_of_the_set_up():
    game = drawn(blue=["A 4-4-7"], red=["X 4-4-7"], setup=[("A", "0101 0102"), ("X", "0901 0902")])
    play(game, "deploy A 0101", "done", "deploy X 0901")
    game.undo()
    game.undo(agreed=True)
    assert deciding(game) == "Blue set-up"


def test_5_15_not_even_both_players_undo_a_die_or_anything_in_a_strict_game():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 1")
    with pytest.raises(IllegalOrder, match="you cannot undo a die roll"):
        game.undo(agreed=True)
    strict = Game(game.scenario, strict=True)
    play(strict, "attack A > X")
    assert not strict.can_undo_together
    with pytest.raises(IllegalOrder, match="strict"):
        strict.undo(agreed=True)


def test_5_15_going_back_by_agreement_forgets_the_dice():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    before = game.digest()
    play(game, "attack A > X", "roll 1")
    game.back_to(0)
    assert (game.digest(), game.log, game.can_undo, game.can_redo) == (before, [], False, False)
    play(game, "attack A > X", "roll 6")
    seeded = Game(game.scenario, seed=3)
    play(seeded, "attack A > X")
    assert len(seeded.log) == 2
    with pytest.raises(IllegalOrder, match="come from its seed"):
        seeded.back_to(0)
    strict = Game(game.scenario, seed=None, strict=True)
    play(strict, "attack A > X")
    with pytest.raises(IllegalOrder, match="strict"):
        strict.back_to(0)


def test_5_15_a_fork_undoes_nothing_before_the_present_player_turn():
    """Its log would reveal the other player's orders."""
    game = fresh()
    play(game, "move A 0405", "done", "move X 0904")
    fork = game.fork(undo=True)
    fork.undo()
    assert (fork.log, fork.can_undo_together) == ([], False)


def test_5_15_no_undo_past_a_die():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    play(game, "attack A > X")
    assert game.can_undo
    play(game, "roll 1")
    assert not game.can_undo


def test_5_15_no_undo_past_the_other_sides_decision():
    """The attacker can undo until the defender has answered, and the defender until the die is rolled."""
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504", "H 1-1-18/1-7 0901"], phase="combat")
    before = game.digest()
    play(game, "attack A > X")
    game.undo()
    assert game.digest() == before
    play(game, "attack A > X")
    asked = game.digest()
    play(game, "fpf H")
    game.undo()
    assert game.digest() == asked
    assert not game.can_undo


def test_5_15_a_retreat_can_be_undone_until_the_other_side_acts():
    game = drawn(blue=["A 13-4-7 0505"], red=["X 1-1-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 4")
    before = game.digest()
    play(game, "retreat X 0503 0502")
    game.undo()
    assert game.digest() == before
    play(game, "retreat X 0503 0502", "advance A 0504")
    game.undo()
    assert deciding(game) == "Blue advance"
    assert not game.can_undo


def test_5_15_an_attack_that_is_rolled_at_once_cannot_be_undone():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat", seed=1)
    play(game, "attack A > X")
    assert not game.can_undo


def test_5_15_the_order_of_a_unit_before_a_die_says_what_fell():
    """D has fought; the advance of A after that can be undone."""
    game = drawn(blue=["A 13-4-7 0505", "D 1-1-7 0404", "C 4-4-7 0809"], red=["X 1-1-7 0504"], phase="combat")
    play(game, "attack A D > X", "roll 4", "retreat X 0503 0502", "advance A 0504")
    assert refused_undo(game, "D") == "D has no order that you can undo now: a die has been rolled since its last one"
    assert refused_undo(game, "C") == "C has had no order yet"


def refused_undo(game: Game, unit: str) -> str:
    with pytest.raises(IllegalOrder) as caught:
        game.undo(unit)
    return caught.value.reason


def test_5_15_undo_restores_the_die():
    """Undo does not change the dice: the same attack gets the same roll."""
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504", "H 1-1-18/1-7 0901"], phase="combat", seed=5)
    play(game, "attack A > X", "fpf none")
    first = list(game.log)
    again = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504", "H 1-1-18/1-7 0901"], phase="combat", seed=5)
    play(again, "attack A > X")
    again.undo()
    play(again, "attack A > X", "fpf none")
    assert again.log == first


def test_5_15_no_undo_in_a_strict_game():
    game = fresh(strict=True)
    play(game, "move A 0505")
    assert not game.can_undo
    with pytest.raises(IllegalOrder) as caught:
        game.undo()
    assert caught.value.case == "5.15"
    assert where(game, "A") == "0505"


def test_the_end_of_the_game_cannot_be_undone():
    game = fresh()
    play(game, "concede")
    assert not game.can_undo


# -- dice


def test_a_game_without_its_own_dice_waits_for_a_roll():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    play(game, "attack A > X")
    assert deciding(game) == "Blue roll"
    assert legal(game) == [f"roll {n}" for n in range(1, 7)]


def test_a_game_with_its_own_dice_refuses_a_roll():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat", seed=3)
    assert game.explain(Roll(3)) is not None
    with pytest.raises(IllegalOrder):
        game.apply(Roll(3))
    events = game.apply(parse("attack A > X"))
    assert [event.die for event in events if isinstance(event, Rolled)]
    assert game.log[1].startswith("roll ")


def test_the_seed_makes_the_dice():
    logs = set()
    for seed in range(20):
        game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat", seed=seed)
        play(game, "attack A > X")
        logs.add(game.log[1])
    assert logs == {f"roll {n}" for n in range(1, 7)}


# -- replay


def finished(seed: int) -> Game:
    """Return a small game that was played with legal orders."""
    game = drawn(
        blue=["A 4-4-4 0506", "B 4-4-4 0406", "G 2-2-6/1-3 0508"],
        red=["X 3-3-4 0503", "Y 3-3-4 0603", "H 2-2-6/1-3 0501"],
        last_turn=3,
        seed=seed,
    )
    step = seed
    while game.outcome is None:
        orders = legal(game)
        step = (step * 31 + 7) % 1009
        play(game, orders[step % len(orders)] if step % 4 else orders[-1])
    return game


@every("seed", range(4))
def test_replay_of_a_log_gives_the_same_game(seed):
    game = finished(seed)
    again = Game(game.scenario, seed=seed)
    again.replay(game.log)
    assert (again.digest(), again.log, again.outcome) == (game.digest(), game.log, game.outcome)


def test_replay_with_given_dice():
    game = finished(1)
    again = Game(game.scenario, seed=None)
    again.replay(game.log)
    assert again.state.location == game.state.location
    assert again.outcome == game.outcome


def test_replay_with_another_die_is_refused():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat", seed=3)
    play(game, "attack A > X")
    wrong = [game.log[0], f"roll {int(game.log[1].split()[1]) % 6 + 1}"]
    with pytest.raises(IllegalOrder) as caught:
        drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat", seed=3).replay(wrong)
    assert caught.value.case == "7.6"


def test_replay_of_nonsense_is_refused():
    with pytest.raises(OrderSyntaxError):
        fresh().replay(["move A 0505", "what is this"])
    with pytest.raises(IllegalOrder):
        fresh().replay(["move A 0504"])


def test_the_log_has_the_orders_in_full():
    """Ids as in the scenario, every hex of a path, dice."""
    game = drawn(blue=["A 4-4-7 0507"], red=["X 3-3-7 0504"])
    play(game, "move a 0505", "done", "attack a > x", "roll 1", "retreat x 0503 0502")
    assert game.log[:4] == ["move A 0506 0505", "done", "attack A > X", "roll 1"]


# -- copy


def test_a_copy_is_an_independent_game():
    game = fresh()
    play(game, "move A 0505")
    other = game.copy()
    before = game.digest()
    assert (other.digest(), other.log) == (before, game.log)
    play(other, "move B 0201", "done")
    assert game.digest() == before
    assert game.log == ["move A 0505"]
    assert not game.copy().can_undo
    game.undo()
    assert other.log == ["move A 0505", "move B 0201", "done"]


def test_a_copy_rolls_the_same_dice():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat", seed=9)
    other = game.copy()
    play(game, "attack A > X")
    play(other, "attack A > X")
    assert game.log == other.log


# -- refusals and lists


def test_refused_orders_change_nothing():
    """`refused` compares digest and log, here for every kind of order at the wrong time."""
    game = fresh()
    for line in (
        "deploy A 0101",
        "enter A 0101",
        "exit A west",
        "attack A > X",
        "fpf H",
        "roll 3",
        "retreat A 0507",
        "displace A 0507",
        "advance A 0507",
        "stand",
        "move Z 0101",
        "move A 9999",
        "move A 0101x",
    ):
        refusal = refused(game, line)
        assert refusal.case
        assert refusal.reason


def test_7_6_a_roll_is_refused_if_the_game_rolls():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], seed=1)
    assert refused(game, "roll 3").reason == "you cannot give a roll, because the game rolls its own dice"


def test_unknown_units_and_hexes_are_named():
    game = fresh()
    assert refused(game, "move Nobody 0505").case == "2.3"
    assert "Nobody" in refused(game, "move Nobody 0505").reason
    assert refused(game, "move A 1099").case == "2.1"


def test_ids_are_case_insensitive():
    game = fresh()
    play(game, "move a 0505")
    assert game.log == ["move A 0505"]


def test_listed_orders_are_legal_and_unique():
    game = finished_half()
    for _ in range(12):
        orders = legal(game)
        assert len(set(orders)) == len(orders)
        assert all(allowed(game, order) for order in orders)
        if not orders:
            break
        play(game, orders[len(orders) // 2])


def finished_half() -> Game:
    return drawn(blue=["A 4-4-2 0505", "G 2-2-6/1-1 0508"], red=["X 3-3-2 0503", "H 2-2-6/1-1 0501"])


# -- options of a battle


def test_options_belong_to_the_game_and_its_copies():
    """16.0 of Arnhem is an option."""
    scenario = load_scenario("arnhem/historical")
    weather, *start = options_of(scenario)
    assert weather.name == "weather"
    assert "(16.0)" in weather.text
    assert [option.name for option in start] == ["start-allied", "start-german"]
    game = Game(scenario, options={"weather": True})
    assert game.rules.options == {"weather": 1}
    assert game.copy().rules.options == {"weather": 1}
    assert Game(scenario, options={"weather": False}).rules.options == {}
    with pytest.raises(IllegalOrder, match="there is no order to undo yet"):
        game.undo()


def test_other_battles_have_no_options():
    assert options_of(fresh().scenario) == ()


# -- determinism

PROGRAM = """
from tests.engine.test_game import finished
for seed in range(3):
    game = finished(seed)
    print(game.digest(), *game.log, sep="\\n")
"""
"""A program that can be run with two versions of Python to compare their output."""


@pytest.mark.slow
def test_the_same_seed_gives_the_same_log_in_any_process():
    outputs = []
    for hashing in ("0", "4242"):
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hashing},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        outputs.append(run.stdout)
    assert outputs[0] == outputs[1]
    here = "".join("\n".join([game.digest(), *game.log]) + "\n" for game in map(finished, range(3)))
    assert outputs[0] == here
