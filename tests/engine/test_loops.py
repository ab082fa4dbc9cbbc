"""The engine for loops: unchecked acts have the same effect as the orders in a game."""

import doctest
from itertools import islice

import pytest

from tests.drawn import drawn, play
from tests.engine import naive_zones
from tests.long import sample
from westwall_tui.engine import loops
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import Play
from westwall_tui.engine.orders import Attack, Enter, Fpf, IllegalOrder, Move, Roll
from westwall_tui.files.scenarios.catalog import load_scenario

MANY = sample(30, 12)
"""The number of acts tried in each position."""


EVERY = {"movement": (30, 60), "combat": (3, 9)}
"""By decision: one position in this many is tested, in `make long` and otherwise."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["bastogne/campaign", "arnhem/historical", *sample(["hurtgen/free", "remagen/optimum"], [])]
)
def test_an_act_has_the_effect_of_its_order(name):
    game, draw = Game(load_scenario(name), seed=5), Draw(5)
    tried = {Move: 0, Enter: 0, Attack: 0}
    for number in range(400):
        if game.outcome is not None:
            break
        kind = game.prompt.kind
        if kind in EVERY and number % sample(*EVERY[kind]) == 0:
            for order in does_the_same(game, kind):
                tried[type(order)] += 1
        game.apply(game.random_order(draw))
    assert min(tried.values()) > 0


def offered(here, kind):
    """Find the acts that a position offers."""
    return list(here.attacks()) if kind == "combat" else [way for u in here.movers() for way in here.marches(u)]


def does_the_same(game, kind):
    """Check that every act of a position has the same effect as its order."""
    here, listed = Play(game.state), [o for o in game.legal() if isinstance(o, Move | Enter | Attack)]
    before = game.digest()
    acts = offered(here, kind)
    assert [here.order(act) for act in acts] == listed
    for act, order in islice(zip(acts, listed, strict=True), 0, None, max(1, len(acts) // MANY)):
        then, other = here.copy(), game.fork(seed=None)
        assert then.do(act) == other.apply(order)
        then.state.die = other.state.die
        assert then.state.digest() == other.digest()
        naive_zones.agrees(then.state)
        yield order
    assert game.digest() == before


def test_other_decisions_and_dice_are_given_as_orders():
    game = drawn(blue=["A 9-4-7 0506"], red=["X 1-1-7 0505", "H 1-2-18/1-7 0101"])
    play(game, "done")
    here = Play(game.state.copy())
    (combat,) = here.attacks()
    here.do(combat)
    with pytest.raises(IllegalOrder, match=r"8\.4"):
        here.do(Fpf(("X",)))
    here.do(Fpf())
    assert [str(event) for event in here.do(Roll(1))]
    assert here.state.combat is not None
    assert here.state.combat.die == 1
    assert game.state.combat is None


def test_the_example_in_the_docstring_works():
    found = doctest.testmod(loops)
    assert (found.failed, found.attempted) == (0, 9)
