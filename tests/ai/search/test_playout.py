"""The computer plays for the level of victory, and for points where they decide nothing."""

import pytest

from tests.ai.search.test_judge import planning, put
from tests.engine.battles.drawn_hurtgen import forest
from westwall_tui.ai.search.judge import PlanJudge
from westwall_tui.ai.search.playout import VICTORY
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import ELIMINATED


def last_move(us_lost: str, german_lost: str, side: int = 1) -> Game:
    """Return the German's last move: X denies a town of ten points, or destroys U, worth six, who has no way back."""
    game = forest(
        us=["U 2-4-7 0101", "T 3-3-7 0909", f"L {us_lost}-7"],
        german=["X 30-1-9 0505", f"M {german_lost}-7"],
        rivers=["0101/0201"],
        roads=["0809 0909 edge"],
        victory={"towns": {"Town": 10}, "withdrawing": []},
        towns={"Town": "0809"},
        turn=9,
        last_turn=9,
        side=side,
        seed=1,
    )
    state = game.state.copy()
    for unit in (2, 4):
        state.place(unit, ELIMINATED)
    game.go_on_from(state)
    return game


def preferred(game: Game) -> str:
    """Return the one that the judge prefers after all six dice: `town` or `unit`."""
    view = planning(game)
    town, unit = put(view, X="0709"), put(view, X="0102")
    judge = PlanJudge(view, {}, seed=5)
    return "unit" if judge.better(unit, town, 6) else "town" if judge.better(town, unit, 6) else "neither"


def test_15_4_six_points_that_change_the_level_are_worth_more_than_ten_that_do_not():
    """30 and the town against 15: without the town 30 to 15, still twice; with U 40 to 21, less than twice."""
    assert preferred(last_move("8-7", "15-15")) == "unit"


def test_where_the_level_is_certain_points_count():
    """30 and the town against 100: German Decisive in any case."""
    assert preferred(last_move("50-50", "15-15")) == "town"


def test_15_4_the_enemys_last_turn_is_played_to_its_end():
    """X denies the town and destroys T: 30 to 21, two levels of victory, where 40 to 15 stood."""
    game = last_move("8-7", "15-15", side=0)
    view = planning(game)
    judge = PlanJudge(view, {}, seed=5)
    found = [judge.answer(view.plan(), number) for number in range(6)]
    assert sum(each.score for each in found if each) / 6 == pytest.approx(30 - 21 - 2 * VICTORY, abs=0.1)
