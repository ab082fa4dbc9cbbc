"""The danger as it was learned: what the trees are asked, and what becomes of their answer."""

import pytest

from benchmarks.shipped.trees import leaf
from tests.drawn import drawn
from westwall_tui.ai import goals
from westwall_tui.ai.player import Player
from westwall_tui.ai.value import view
from westwall_tui.ai.value.learned import Learned
from westwall_tui.ai.value.threat import LearnedThreat
from westwall_tui.ai.value.view import View
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import parse
from westwall_tui.files.computer.fears import FEATURES
from westwall_tui.files.library import new_game

BLUE = ["A 3-3-7 0505", "B 3-3-7 0507", "C 1-1-7 0905"]
RED = ["X 6-6-8 0501", "Y 2-2-8 0301"]
PER_FRIEND = (1.0, (FEATURES.index("friends"), 1.0, 0.0, 2.0))
"""A point for everybody in danger, and two more for who is not alone."""
STRENGTH_FOR_EACH = (1.0, *((FEATURES.index("strength for each"), n / 24, 0.0, 1 / 24) for n in range(24, 240)))
"""About as many points as there is of his Strength for a unit, from 1."""


def learned(monkeypatch, trees, blue=BLUE, red=RED, fear=1.0):
    monkeypatch.setattr(view, "learned_of", lambda _: None if trees is None else Learned(trees))
    game = drawn(blue=blue, red=red)
    return View(game, goals.of(game, 0, {"learnt fear": fear}))


def asked(monkeypatch, name, **units):
    """Return a feature of the first unit of ours."""
    seen = learned(monkeypatch, (1.0,), **units)
    assert isinstance(seen.threat, LearnedThreat)
    (first, *_) = seen.at_risk()
    return seen.threat.numbers(first)[FEATURES.index(name)]


def test_each_unit_in_danger_has_its_points_and_they_are_weighed(monkeypatch):
    assert learned(monkeypatch, (1.0,)).parts.dangers == pytest.approx(3)
    assert learned(monkeypatch, (1.0,), fear=0.5).parts.dangers == pytest.approx(1.5)
    assert learned(monkeypatch, (1.0,), red=["X 6-6-1 0101"]).parts.dangers == 0


def test_his_strength_is_divided_among_those_whom_he_could_attack(monkeypatch):
    assert asked(monkeypatch, "strength for each", blue=BLUE[:1]) == pytest.approx(8)
    assert asked(monkeypatch, "strength for each", blue=BLUE[:2]) == pytest.approx(8 / 2)
    assert asked(monkeypatch, "strength for each", blue=BLUE) == pytest.approx(8 / 3)
    assert asked(monkeypatch, "strength for each", red=["X 6-6-8 0501", "Y 2-2-2 0503"]) == pytest.approx(6 / 3 + 2)


def test_whom_we_drive_off_has_less_strength_left(monkeypatch):
    seen = learned(monkeypatch, (1.0,), blue=["A 4-3-7 0502", "B 4-3-7 0402"], red=["X 6-6-8 0501"])
    ((foe, chance),) = seen.struck
    assert foe == 2
    assert 0 < chance < 1
    each = [seen.threat.numbers(danger)[FEATURES.index("strength for each")] for danger in seen.at_risk()]
    assert each == pytest.approx([6 * (1 - chance) / 2] * 2)


def test_who_comes_into_danger_takes_his_part_of_it(monkeypatch):
    """A unit in danger is the only one in danger."""
    seen = learned(monkeypatch, STRENGTH_FOR_EACH, blue=["A 3-3-7 0504", "B 3-3-7 0909"], red=["X 6-6-4 0501"])
    first, other = (seen.game.scenario.board.hex(number) for number in ("0504", "0704"))
    assert [seen.danger(unit, other) for unit in (0, 1)] == pytest.approx([6, 3])
    saved = seen.change([(1, other)])
    assert [seen.danger(unit, first) for unit in (0, 1)] == pytest.approx([3, 3])
    seen.restore(saved)
    assert [seen.danger(unit, other) for unit in (0, 1)] == pytest.approx([6, 3])


def test_friends_are_counted_where_the_plan_has_them(monkeypatch):
    """B joins A or leaves it: each move and its way back."""
    seen = learned(monkeypatch, PER_FRIEND)
    board = seen.game.scenario.board
    assert seen.parts.dangers == pytest.approx(3 + 3 + 1)
    saved = seen.change([(1, board.hex("0509"))])
    assert seen.parts.dangers == pytest.approx(1 + 1 + 1)
    again = seen.parts
    seen.recount()
    assert seen.parts == again
    seen.restore(saved)
    assert seen.parts.dangers == pytest.approx(3 + 3 + 1)


def test_without_a_file_the_battle_fears_as_before(monkeypatch):
    seen = learned(monkeypatch, None)
    assert not isinstance(seen.threat, LearnedThreat)
    assert seen.fear == pytest.approx(view.FEAR)


def test_levels_1_and_2_know_nothing_of_it():
    game = new_game("hurtgen/historical", seed=3)
    while game.prompt.kind != "movement":
        game.apply(parse("done"))
    assert [Player(level)._knowledge(game).weights["learnt fear"] for level in (1, 2)] == [0, 0]
    assert Player(3, weights={"learnt fear": 0.6})._knowledge(game).weights["learnt fear"] == 0.6


def test_the_tables_say_what_the_trees_say():
    draw = Draw(7)

    def grown(depth):
        if not depth or draw.below(6) == 0:
            return draw.below(2000) / 1000 - 0.8
        return draw.below(len(FEATURES)), float(draw.below(8)), grown(depth - 1), grown(depth - 1)

    trees = tuple(grown(2) for _ in range(60))
    learned = Learned(trees)
    for _ in range(200):
        numbers = [draw.below(18) / 2 for _ in FEATURES]
        assert learned.points(numbers) == pytest.approx(max(sum(leaf(tree, numbers) for tree in trees), 0))
