"""What the computer fears: how much of the enemy's strength it expects in his attack."""

import pytest

from tests.drawn import drawn
from westwall_tui.ai import goals
from westwall_tui.ai.combat import DRIVEN_OFF, DRIVEN_OFF_WORTH
from westwall_tui.ai.odds import dice
from westwall_tui.ai.view import View
from westwall_tui.engine.planning import FURTHEST
from westwall_tui.engine.terrain import Line


def fear(red: list[str]) -> float:
    """What a unit of worth 1 and Defense 6 in the middle of a clear field stands to lose."""
    game = drawn(blue=["A 3-6-7 0505"], red=red)
    aims, h = goals.of(game, 0, {}), game.scenario.board.hex("0505")
    aims.worth[0], aims.gain[h] = 1.0, 0.0
    return View(game, aims).danger(0, h)


def loss_at(differential: int) -> float:
    """What such a unit loses on average in an attack at a differential, where nothing is in its way."""
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


def test_nobody_in_reach_is_nothing_to_fear():
    assert fear(["X 8-8-1 0101"]) == 0
