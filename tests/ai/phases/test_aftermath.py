"""Decisions of a Combat Phase by what comes after them: the order of combats, advances and retreats."""

import pytest

from tests.ai.positions import PLAIN, driven_off
from tests.ai.search.test_judge import meeting
from tests.drawn import drawn, play
from westwall_tui.ai.answers.choices import ANSWERS, Choice, Knowledge
from westwall_tui.ai.phases.aftermath import CombatJudge
from westwall_tui.ai.player import Player
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Advance, Attack, Stand


def two_combats() -> Game:
    """B attacks the stronger enemy, who may fall back by 0604 alone; A's victory takes him that way."""
    return drawn(
        blue=["A 5-5-7 0404", "B 8-8-7 0804"],
        red=["X 2-2-7 0504", "Y 7-7-7 0704"],
        rivers=["0704/0703 0704/0603"],
        phase="combat",
        seed=None,
    )


def known(game: Game) -> Knowledge:
    """Return the side to decide, with the standard weights."""
    return Knowledge(game.fork(seed=3, viewer=game.side), game.side, {}, 1)


def test_7_91_the_combat_comes_first_whose_advance_closes_the_way_of_another():
    third, fourth = (Player(level, 1).choose(two_combats()) for level in (3, 4))
    assert isinstance(third, Attack)
    assert isinstance(fourth, Attack)
    assert (third.defenders, fourth.defenders) == (("Y",), ("X",))


def test_combats_that_have_nothing_to_do_with_each_other_keep_their_order():
    game = drawn(blue=["A 5-5-7 0104", "B 8-8-7 0904"], red=["X 2-2-7 0103", "Y 7-7-7 0903"], phase="combat", seed=None)
    assert Player(4, 1).choose(game) == Player(3, 1).choose(game) == Attack(("B",), ("Y",))


def test_7_91_an_advance_is_judged_by_what_the_enemy_does_next():
    """At sight the advance is taken to be worth as much; three enemies who wait for it decide."""
    game = driven_off(PLAIN)
    choices = [Choice(Advance("A", "0505"), 0.5), Choice(Stand(), 0.5)]
    assert CombatJudge(known(game), 1).judged(choices)[0].order == Stand()


def test_choices_that_are_clearly_worse_are_not_judged():
    game = driven_off(PLAIN)
    choices = [Choice(Advance("A", "0505"), 9.0), Choice(Stand(), 0.5)]
    judge = CombatJudge(known(game), 1)
    assert judge.judged(choices) == choices
    assert judge.spent == 0


def test_what_is_asked_of_the_enemy_changes_nothing_in_the_game():
    game = driven_off(PLAIN)
    before = game.digest()
    first = CombatJudge(known(game), 1).judged(ANSWERS["advance"](known(game)))
    assert game.digest() == before
    assert CombatJudge(known(game), 1).judged(ANSWERS["advance"](known(game))) == first


def test_7_7_a_retreat_in_the_enemys_phase_looks_at_our_own_next_plan():
    game = drawn(blue=["A 9-9-7 0505"], red=["X 3-3-5 0504"], phase="combat", seed=None)
    play(game, "attack A > X", "roll 1")
    assert game.prompt.kind == "retreat"
    choices = ANSWERS["retreat"](known(game))
    judge = CombatJudge(known(game), 1)
    judged = judge.judged(choices)
    assert judge.spent > 0
    assert {choice.order for choice in judged} == {choice.order for choice in choices}


@pytest.mark.slow
@pytest.mark.parametrize("level", [3, 4])
def test_a_whole_combat_phase_is_the_same_every_time(level):
    def orders() -> list[str]:
        game, player = meeting(), Player(level, 7, clock=False)
        turn = (game.state.turn, game.state.side)
        while game.outcome is None and (game.state.turn, game.state.side) == turn:
            game.apply(player.choose(game))
        assert not player.refusals
        return [str(order) for order in game.log]

    assert orders() == orders()
