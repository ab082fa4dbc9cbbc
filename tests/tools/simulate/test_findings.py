"""The evidence of games about a battle: the winners, points that nobody scores, and points for a fair start."""

from dataclasses import replace
from typing import Any

import pytest

from tests.engine.battles.scored import TOWN, scored
from tests.tools.simulate.test_tally import result
from westwall_tui.engine.game import Game
from westwall_tui.tools.simulate.findings import Findings


def findings(points: list[tuple[int, int]], text: str = "", **changes: Any) -> Findings:
    """Return the findings of games of a town that ended with these points."""
    game = town(text)
    found = []
    for seed, (first, second) in enumerate(points):
        winner = game.rules.verdict((first, second)).winner
        plain = result(seed, "3", "3", first - second)
        sources = ((0, "Town", first), (1, "Town", second))
        found.append(replace(plain, winner=winner, points=(first, second), sources=sources, turns=2))
    return Findings(game, [replace(each, **changes) for each in found])


def town(text: str = "") -> Game:
    return scored(TOWN + text, blue=["A 4-4-7 0509", "B 4-4-7 0609"], red=["X 2-2-7 0101"])


def test_the_sentences_of_few_games():
    assert findings([(5, 3), (5, 0), (0, 0), (5, 1), (5, 0), (5, 2)]).sentences() == [
        "The Blue forces won 5 of 6 games (83%, perhaps 44 to 97%), and the Red forces won 0 (0%, perhaps 0 to 39%); "
        "1 was drawn.",
        "These shares can be off by 31 percentage points: 45% can look like 55%.",
        "On average, the Blue forces are 3.2 points ahead; their median lead is 3.5.",
        "A game took 2 of 9 Game-Turns; two people need about 10 minutes for it.",
        "On average, the Blue forces lost 1.0 of 2 units, and the Red forces lost 2.0 of 1 unit.",
        "With three points for the Red forces at the start, these games would be most even; they had none.",
        "These games fit anything from one to five points for the Red forces.",
    ]


def test_what_nobody_scores_is_named():
    assert findings([(0, 3), (0, 3)]).unscored() == ["No game gave the Blue forces points for this: Town."]


def test_a_condition_that_wins_nothing_is_named():
    found = findings([(5, 3)], '[[points]]\nkind = "hold"\nname = "Hill"\nhexes = ["0707"]\nwins = "Red"\n')
    assert found.unscored() == ["The Red forces won no game with this: Hill."]


def test_games_that_end_at_once_and_sides_without_orders_are_noticed():
    assert findings([(5, 3), (0, 3)], turns=1, given=(20, 0)).oddities() == [
        "In the first Game-Turn, 2 of 2 games ended.",
        "In 2 of 2 games, the Red forces never had an order to give.",
    ]


@pytest.mark.parametrize(
    ("text", "points", "fair"),
    [
        ("", [(5, 3)] * 8, {"Red": 2}),
        ("[victory]\nstart = { Red = 1 }\n", [(5, 4)] * 8, {"Red": 2}),
        ("[victory]\nstart = { Red = 2 }\n", [(5, 5)] * 8, {"Red": 2}),
        ("[victory]\nstart = { Blue = 4 }\n", [(4, 4)] * 4 + [(5, 3)] * 4, {"Blue": 3}),
        ('[victory]\ntie = "Red"\n', [(5, 5)] * 4 + [(5, 4)] * 4, {}),
        ("[victory]\nweigh = { Red = 2 }\n", [(4, 1), (4, 1), (4, 1), (4, 1), (5, 1), (3, 1)], {"Red": 1}),
    ],
)
def test_the_fair_start_is_the_one_for_the_file(text, points, fair):
    assert findings(points, text).start == fair


def test_victories_without_points_are_not_changed_by_points_at_the_start():
    """Check eight games that a concession or a table with `wins` ended, with a margin above the lead."""
    found = findings([(0, 0)] * 8, winner=0, margin=25.0)
    assert found.fairness() == ["No points at the start would make the battle even."]
    assert not found.is_start_better


def test_few_games_show_no_fair_start():
    assert findings([(5, 0)] * 3).fairness() == ["These games are too few to find fair points at the start."]


def test_without_games_there_is_nothing_to_say():
    assert findings([]).sentences() == ["No game is over."]
