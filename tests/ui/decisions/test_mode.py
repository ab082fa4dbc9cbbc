"""Every pending decision has a mode on the screen, and every mode a decision."""

from importlib import import_module
from pathlib import Path

import pytest

from westwall_tui.engine.decisions.decision import DECISIONS
from westwall_tui.ui import decisions
from westwall_tui.ui.decisions.mode import MODULES
from westwall_tui.ui.decisions.mode import REGISTRY as MODES

KINDS = sorted({decision.kind for decision in DECISIONS.values()})
NOT_DECISIONS = {"over", "bridge"}
"""The end of the game, and laying a bridge, which is a part of the Movement Phase."""


@pytest.mark.parametrize("kind", [*KINDS, *sorted(NOT_DECISIONS)])
def test_no_kind_of_decision_lacks_a_mode(kind):
    module = import_module(f"{decisions.__name__}.{MODULES[kind]}")
    assert kind in MODES[kind].kinds
    assert MODES[kind].__module__ == module.__name__


def test_no_mode_is_without_a_decision():
    assert {*MODULES} == {*KINDS, *NOT_DECISIONS}
    registering = {
        path.stem for path in Path(decisions.__path__[0]).glob("*.py") if "@register" in path.read_text("utf-8")
    }
    assert registering == {*MODULES.values()}
