"""The plan of a phase and its rivals: the budget holds, and the same salt gives the same plan."""

import pytest

from tests.ai.search.test_judge import meeting, planning
from westwall_tui.ai.search.levels import level_of
from westwall_tui.ai.search.planner import Planner
from westwall_tui.files.computer.weights import weights_of

pytestmark = pytest.mark.slow

LEVEL = level_of(4)._replace(seconds=0.0)


def planner(game, most: float, nodes: int = 400) -> Planner:
    """Return the fourth level's planner for the side to move."""
    return Planner(planning(game), LEVEL, weights_of(game.scenario.rules), nodes=nodes, salt=7, most=most)


def test_no_rival_is_begun_when_the_nodes_are_used_up():
    found = planner(meeting(), 1)
    found.run()
    assert found.judged == 0
