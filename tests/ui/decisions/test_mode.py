"""Every pending decision has a mode on the screen, and every mode has a decision."""

import ast
import inspect
from collections import Counter
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

from tests.drawn import drawn, play
from tests.every import every
from tests.ui.desk import BareDesk
from westwall_tui.engine.decisions.base import DECISIONS
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario, shipped
from westwall_tui.ui import decisions
from westwall_tui.ui.decisions.mode import MODES, MODULES, quietest
from westwall_tui.ui.decisions.movement import ADVICE
from westwall_tui.words import keymap
from westwall_tui.words.keymap import BOX, END, EXAMPLE, KEYS, KEYSETS, MAP, WATCH, WORKSHOP, Keymap

KINDS = sorted({decision.kind for decision in DECISIONS.values()})
NOT_DECISIONS = {"over", "bridge"}
"""The end of the game, and laying a bridge, which belongs to the Movement Phase."""


@every("kind", [*KINDS, *sorted(NOT_DECISIONS)])
def test_every_kind_of_decision_has_a_mode(kind):
    module = import_module(f"{decisions.__name__}.{MODULES[kind]}")
    assert MODES[kind].__module__ == module.__name__


def test_every_mode_has_a_decision():
    assert {*MODULES} == {*KINDS, *NOT_DECISIONS}
    sources = {path.stem: path.read_text("utf-8") for path in Path(decisions.__path__[0]).glob("*.py")}
    with_modes = {name for name, source in sources.items() if ', kind="' in source}
    assert with_modes - {"mode"} == {*MODULES.values()}


@every("kind", [*KINDS, *sorted(NOT_DECISIONS)])
def test_the_keys_of_a_mode_are_live_in_its_decision(kind):
    import_module(f"{decisions.__name__}.{MODULES[kind]}")
    found = ast.walk(ast.parse(dedent(inspect.getsource(MODES[kind].actions))))
    keys = [key for each in found if isinstance(each, ast.Dict) for key in each.keys]
    names = {key.value for key in keys if isinstance(key, ast.Constant)}
    live = {key.name for key in KEYS if key.live & (MAP | {kind})}
    assert names <= live, "add the decision to the row of the key in words/keymap.py"


def test_the_keymap_names_only_decisions_that_exist():
    assert {*KINDS} >= keymap.DECISIONS


@pytest.mark.parametrize("battle", sorted({each.key.partition("/")[0] for each in shipped()}))
def test_no_key_of_a_set_has_two_meanings_at_once(battle):
    game = Game(load_scenario(next(each.key for each in shipped() if each.key.startswith(f"{battle}/"))), seed=1)
    here = BareDesk(game).mode.places | {kind.word for part in game.rules.parts for kind in part.orders}
    decisions_here = [here - {*KINDS} | {kind} for kind in KINDS]
    for keys in [Keymap(keyset=keyset) for keyset in KEYSETS]:
        for places in (BOX, WATCH, EXAMPLE, END, WORKSHOP, *decisions_here):
            count = Counter(name for key in KEYS if key.live & places for name in keys.of(key.name))
            assert [name for name in count if count[name] > 1] == [], places


def test_the_advice_after_a_refusal_is_a_sentence():
    """The advice follows a full stop, so it starts with a capital or with a key."""
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
    """Return the start of a text in the source; empty if that is a key or not written there."""
    first = said.values[0] if isinstance(said, ast.JoinedStr) else said
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def test_3_0_the_list_of_units_to_set_up_cuts_no_name_to_show_that_more_follow():
    desk = BareDesk(Game(load_scenario("bastogne/spearhead"), seed=1))
    head, *names, more = desk.panel[desk.panel.index("to set up:") :].splitlines()
    assert head == "to set up:"
    assert [len(name.split()) for name in names] == [3, 2, 2, 2], "the first has >"
    assert more.strip() == "v 5 more"
    desk.act("previous")
    assert " ".join(desk.panel[desk.panel.index("to set up:") :].splitlines()[0].split()) == "to set up: ^ 4 more"


def test_3_0_tab_goes_around_the_units_once_all_are_set_up():
    game = drawn(blue=["A 4-4-7", "B 4-4-7", "C 4-4-7 0505"], setup=[("A B", "0101 0102")], red=["X 1-1-1 0909"])
    play(game, "deploy A 0101", "deploy B 0102")
    desk = BareDesk(game).at("0909")
    offered = desk.mode.keys()
    assert ("next", "next unit") in offered
    desk.act("next")
    assert desk.here == "0101"
    desk.act("confirm", "next")
    assert (desk.here, desk.mode.selected_unit()) == ("0102", -1), "the unit that was selected no longer is"
    desk.act("next")
    assert desk.here == "0101", "units outside the set-up are not among them"


def test_7_72_a_retreat_leads_away_from_the_enemy_unless_the_player_chooses_otherwise():
    game = drawn(blue=["A 3-3-7 0505"], red=["X 3-3-7 0504"])
    hexes = [game.scenario.board.hex(number) for number in ("0604", "0503", "0501", "0502")]
    assert game.state.number(quietest(game, 1, hexes)) == "0501"
