"""The computer's fear: the share of the enemy's strength that it expects in an attack."""

import pytest

from tests.drawn import drawn
from westwall_tui.ai import goals
from westwall_tui.ai.combats.odds import dice
from westwall_tui.ai.combats.worth import DRIVEN_OFF, DRIVEN_OFF_WORTH
from westwall_tui.ai.value.view import View
from westwall_tui.engine.planning import FURTHEST
from westwall_tui.engine.state import ELIMINATED
from westwall_tui.engine.terrain import Line


def fear(red: list[str]) -> float:
    """Return the expected loss of a unit of worth 1 and Defense 6 in the middle of a clear field."""
    game = drawn(blue=["A 3-6-7 0505"], red=red)
    aims, h = goals.of(game, 0, {}), game.scenario.board.hex("0505")
    aims.worth[0], aims.gain[h] = 1.0, 0.0
    return View(game, aims).danger(0, h)


def loss_at(differential: int) -> float:
    """Return the mean loss of such a unit in an attack at a differential, with free paths of retreat."""
    six = dice(list(Line).index(Line.CLEAR), differential)
    lost = six.lost[FURTHEST]
    return (lost + (six.moved - lost) * (DRIVEN_OFF + DRIVEN_OFF_WORTH)) / 6


@pytest.mark.parametrize(
    ("red", "differential"),
    [
        (["X 4-4-7 0501", "Y 4-4-7 0901"], 0),
        (["X 5-4-7 0501", "Y 4-4-7 0901"], 1),
        (["X 8-4-7 0501"], 0),
    ],
)
def test_three_quarters_of_what_could_attack_are_expected(red, differential):
    assert fear(red) == pytest.approx(loss_at(differential))
    assert loss_at(differential) != pytest.approx(loss_at(differential - 2))


@pytest.mark.parametrize("removed", [1, 2])
def test_an_enemy_whom_the_judge_removes_is_feared_no_more_until_he_is_put_back(removed):
    """X could attack the middle of a clear field, his gun G help him."""
    game = drawn(blue=["A 3-6-7 0505"], red=["X 7-4-7 0501", "G 8-4-2/9-6 0509"])
    view = View(game, goals.of(game, 0, {}), fear=1.0)
    h, stood = view.position.where[0], view.position.where[removed]
    both = view.danger(0, h)
    view.position.move(removed, ELIMINATED)
    view.forget()
    alone = drawn(blue=["A 3-6-7 0505"], red=["X 7-4-7 0501"])
    left = View(alone, goals.of(alone, 0, {}), fear=1.0).danger(0, h) if removed == 2 else 0.0
    assert view.danger(0, h) == pytest.approx(left)
    assert left < both
    view.position.move(removed, stood)
    view.forget()
    assert view.danger(0, h) == both


def feared(blue: list[str], red: list[str], **weights: float) -> float:
    """Return the total danger to all units in points, with a battle's numbers."""
    game = drawn(blue=blue, red=red)
    return View(game, goals.of(game, 0, weights), fear=1.0).parts.dangers


FAR_APART = ["A 3-3-7 0105", "B 3-3-7 0905"]
ONE_ENEMY = ["X 6-6-8 0501"]


def test_who_attacks_one_unit_attacks_no_other():
    """Alone each of the two has as much to fear; one enemy cannot attack both."""
    one = feared(FAR_APART[:1], ONE_ENEMY)
    assert one > 0
    assert feared(FAR_APART, ONE_ENEMY) == pytest.approx(2 * one)
    assert feared(FAR_APART, ONE_ENEMY, attackers=2) == pytest.approx(one)


def test_more_enemies_than_he_spends_on_one_unit_attack_the_next():
    enemies = ["X 6-6-8 0501", "Y 6-6-8 0502", "Z 6-6-8 0401"]
    one = feared(FAR_APART[:1], enemies, attackers=2)
    both = feared(FAR_APART, enemies, attackers=2)
    assert one < both < 2 * one  # one of three is left
    assert feared(FAR_APART, enemies, attackers=1) == pytest.approx(2 * one)


def test_a_friend_near_by_shares_the_danger():
    alone = feared(["A 3-3-7 0505"], ONE_ENEMY, attackers=2)
    gun = "G 1-1-1/1-6"  # it has little to fear itself
    assert feared(["A 3-3-7 0505", f"{gun} 0507"], ONE_ENEMY, attackers=2) == pytest.approx(alone / 2)
    assert feared(["A 3-3-7 0505", f"{gun} 0509"], ONE_ENEMY, attackers=2) == pytest.approx(alone)


def test_enemies_near_by_press():
    near, far = ["X 6-6-8 0503"], ["X 6-6-8 0502"]
    for enemy, times in ((near, 2), (far, 1)):
        calm = feared(["A 3-3-7 0505"], enemy, attackers=2)
        assert feared(["A 3-3-7 0505"], enemy, attackers=2, pressed=1) == pytest.approx(times * calm)


def test_the_shared_danger_is_kept_up_to_date_move_by_move():
    """The result is the same as if it were counted again."""
    game = drawn(blue=[*FAR_APART, "C 3-3-7 0505", "D 3-3-7 0507"], red=[*ONE_ENEMY, "Y 4-4-8 0302"])
    view = View(game, goals.of(game, 0, {"attackers": 2, "pressed": 1}))
    before = view.parts
    board = game.scenario.board
    saved = view.change([(2, board.hex("0303"))])
    changed = view.parts
    view.recount()
    assert view.parts.dangers == pytest.approx(changed.dangers)
    assert changed.dangers != pytest.approx(before.dangers)
    view.restore(saved)
    view.recount()
    assert view.parts.dangers == pytest.approx(before.dangers)
