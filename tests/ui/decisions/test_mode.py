"""Every pending decision has a mode on the screen, and every mode a decision."""

import ast
from importlib import import_module
from pathlib import Path

from tests.every import every
from tests.ui.desk import BareDesk
from westwall_tui.engine.decisions.base import DECISIONS
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui import decisions
from westwall_tui.ui.decisions.mode import MODES, MODULES
from westwall_tui.ui.decisions.movement import ADVICE

KINDS = sorted({decision.kind for decision in DECISIONS.values()})
NOT_DECISIONS = {"over", "bridge"}
"""The end of the game, and laying a bridge, which is a part of the Movement Phase."""


@every("kind", [*KINDS, *sorted(NOT_DECISIONS)])
def test_no_kind_of_decision_lacks_a_mode(kind):
    module = import_module(f"{decisions.__name__}.{MODULES[kind]}")
    assert MODES[kind].__module__ == module.__name__


def test_no_mode_is_without_a_decision():
    assert {*MODULES} == {*KINDS, *NOT_DECISIONS}
    sources = {path.stem: path.read_text("utf-8") for path in Path(decisions.__path__[0]).glob("*.py")}
    with_modes = {name for name, source in sources.items() if ', kind="' in source}
    assert with_modes - {"mode"} == {*MODULES.values()}


def test_what_to_do_instead_of_a_refused_order_is_a_sentence():
    """It follows a full stop, so it begins with a capital, or with the key that does it."""
    advices = []
    for path in Path(decisions.__path__[0]).glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                advice = call.args[1:] if call.func.attr in ("refuse", "refused", "give") else []
                advices += [start for said in advice if (start := _start_of(said))]
    assert len(advices) >= 7
    advices += ADVICE.values()
    assert [said for said in advices if not said[0].isupper()] == []


def _start_of(said: ast.expr) -> str:
    """How a text in the source begins; nothing where it begins with a key or is not written there."""
    first = said.values[0] if isinstance(said, ast.JoinedStr) else said
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def test_3_0_the_list_of_units_to_set_up_cuts_none_to_say_that_it_goes_on():
    desk = BareDesk(Game(load_scenario("bastogne/spearhead"), seed=1))
    head, *names, more = desk.panel[desk.panel.index("to set up:") :].splitlines()
    assert head == "to set up:"
    assert [len(name.split()) for name in names] == [3, 2, 2, 2], "the first has >"
    assert more.strip() == "v 5 more"
    desk.act("previous")
    assert desk.panel[desk.panel.index("to set up:") :].splitlines()[0].split() == [
        "to",
        "set",
        "up:",
        "^",
        "4",
        "more",
    ]
