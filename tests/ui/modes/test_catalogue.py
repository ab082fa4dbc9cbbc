"""Every pending decision has a mode on the screen, and every mode a decision."""

import pytest

from westwall_tui.engine.flow import REGISTRY as DECISIONS
from westwall_tui.ui.modes import catalogue  # noqa: F401 (importing it registers the modes)
from westwall_tui.ui.modes.base import REGISTRY as MODES

KINDS = sorted({decision.kind for decision in DECISIONS.decisions})
NOT_DECISIONS = {"over", "bridge"}
"""The end of the game, and laying a bridge, which is a part of the Movement Phase."""


@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_of_decision_lacks_a_mode(kind):
    assert kind in MODES[kind].kinds


def test_no_mode_is_without_a_decision():
    assert {*MODES} == {*KINDS, *NOT_DECISIONS}
