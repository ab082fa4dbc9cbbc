"""The goals of Remagen: the bridges, and German units west of the Rhine."""

from math import fsum

import pytest

from tests.drawn import play
from tests.engine.battles.rhine import rhine
from westwall_tui.ai import goals
from westwall_tui.ai.goals.remagen import OVER, STAYS, RemagenGoals
from westwall_tui.ai.player import Player
from westwall_tui.ai.value.view import View
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import NameFront

US, GERMAN = 0, 1


def of(game: Game, side: int) -> RemagenGoals:
    found = goals.of(game, side, {})
    assert isinstance(found, RemagenGoals)
    return found


def bridges(game: Game) -> float:
    """Return the cost of the open bridges for the U.S."""
    found = of(game, US)
    return found.costly(View(game, found)) / (OVER * STAYS * found.sure)


@pytest.mark.parametrize(
    ("us", "open_to"),
    [
        pytest.param((), 1, id="nobody guards it"),
        pytest.param(("A 2-2-7 0504",), 0, id="a unit before the bridge"),
        pytest.param(("A 2-2-7 0306",), 0, id="a unit behind the bridge"),
        pytest.param(("A 2-2-7 0605", "B 2-2-7 0603", "C 2-2-7 0607", "D 2-2-7 0609", "E 2-2-7 0601"), 0, id="a front"),
        pytest.param(("A 2-2-7 0603", "B 2-2-7 0609"), 1, id="a front with a gap"),
    ],
)
def test_16_24_a_bridge_within_german_reach_needs_a_guard(us, open_to):
    assert bridges(rhine(us=["R 1-1-7 0101", *us], german=["X 2-2-7 0805"])) == -open_to


def test_16_24_a_bridge_is_open_to_units_that_reach_it_in_a_turn():
    assert bridges(rhine(us=["R 1-1-7 0101"], german=["X 2-2-7 0505", "Y 2-2-7 0604", "Z 2-2-1 0909"])) == -2
    assert bridges(rhine(us=["R 1-1-7 0101"], german=["Z 2-2-1 0909"])) == 0
    assert bridges(rhine(us=["R 1-1-7 0101"], german=["X 2-2-7 0505"], bridge="")) == 0


def test_16_24_a_german_unit_over_the_rhine_is_worth_its_points_to_both_sides():
    there, back = (rhine(us=["R 1-1-7 0101"], german=[f"X 2-2-7 {number}"]) for number in ("0306", "0505"))
    over, before = (of(game, GERMAN) for game in (there, back))
    gained = over.total(View(there, over)) - before.total(View(back, before))
    assert gained == pytest.approx(OVER * over.sure)
    assert of(there, US).worth[1] - of(back, US).worth[1] == pytest.approx(OVER * over.sure)


@pytest.mark.parametrize("level", [1, 2])
def test_14_0_the_named_front_keeps_units_that_are_worth_more_than_a_gap(level):
    """The loss of C costs four points and the gap that keeps it five, but C is worth more than the difference."""
    game = rhine(us=["A 9-6-7 0501", "B 9-6-7 0505", "C 4-6-7 0509", "D 3-6-7 0805"], german=["X 2-4-7 0909"])
    play(game, "done")
    proposed = queries.front(game)
    assert proposed is not None
    want = of(game, US)

    def price(front: queries.Front) -> float:
        return 5 * len(front.gaps) + fsum(want.worth[game.state.at[h]] for h in front.lost)

    order = Player(level, clock=False).choose(game)
    assert isinstance(order, NameFront)
    named = game.rules.front.named(game.state, order)
    assert named.cost > proposed.cost
    assert price(named) < price(proposed)
    assert not named.lost
    game.apply(order)
    assert (game.prompt.kind, game.prompt.side) == ("movement", GERMAN)
