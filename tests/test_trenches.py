"""A new order of the Movement Phase takes one part: every interface can then play it, and nothing else changes."""

import importlib
import sys
from typing import Any

import pytest

from tests.drawn import drawn, play, refused
from tests.files.example import SCENARIO, load_example, swap, write_example
from westwall_tui.ai.player import Player
from westwall_tui.engine import planning, queries
from westwall_tui.engine.battles import RULESETS
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Rolled
from westwall_tui.engine.loops import Position
from westwall_tui.engine.orders import WORDS, parse
from westwall_tui.engine.terrain import LINE_ORDER, Line
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.tools.simulate.games import Job
from westwall_tui.tools.simulate.games import play as simulate
from westwall_tui.ui.around.sidepanel import ground_facts


@pytest.fixture
def trenches():
    """Make the part belong to the game during a test."""
    registries: Any = (WORDS, RULESETS)
    yield importlib.import_module("tests.trenches")
    del sys.modules["tests.trenches"]
    for registry in registries:
        for name in [name for name, each in registry.items() if each.__module__ == "tests.trenches"]:
            del registry[name]


@pytest.fixture
def game(trenches):
    """Return a game in which A may move and X is two hexes away, both on Clear hexes."""
    return drawn(blue=["A 4-4-7 0505", "B 3-3-7 0909"], red=["X 3-3-7 0503"], rules="trenches", last_turn=3)


def test_the_order_is_listed_given_and_refused(game):
    assert "dig A" in map(str, game.legal())
    assert "dig A" in map(str, game.legal("A"))
    assert [str(order) for order in queries.extra_orders(game, 0)] == ["dig A"]
    assert queries.extra_orders(game) == []
    assert [str(event) for event in game.apply("dig a")] == ["A dug in"]
    assert game.log[-1] == "dig A"
    assert refused(game, "dig A").case == refused(game, "move A 0504").case == "5.15"
    assert [marker.name for marker in queries.markers(game, -1)] == ["dug in"]
    assert refused(game, "dig X").case == "5.11"
    (kind,) = queries.extra_kinds(game)
    refusal = queries.why_no_extra(game, kind, 0)
    assert refusal is not None
    assert refusal.case == "5.15"
    assert queries.why_no_extra(game, kind, 1) is None
    game.apply("concede")
    assert queries.extra_kinds(game) == []


def test_the_order_is_refused_at_other_times_and_in_other_battles(trenches):
    fight = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], rules="trenches", phase="combat")
    assert "dig" not in refused(fight, "dig A").reason.partition("these orders")[2]
    assert refused(drawn(blue=["A 4-4-7 0505"]), "dig A").reason == "no unit digs in in this game"


def test_saves_have_the_trench_until_the_unit_leaves(game, trenches):
    game.apply("dig A")
    assert game.rules.remembers("hole of A")
    assert not game.rules.remembers("hole")
    play(game, "done", "done", "move A 0605")
    assert not game.rules.trenches.holds(game.state, 0)
    assert queries.defense_line(game, game.state.location[0]).word == "Clear"
    play(game, "done", "done", "move A 0505")
    assert not game.rules.trenches.holds(game.state, 0), "the unit came back"


def test_a_unit_off_the_map_cannot_dig_in(trenches):
    game = drawn(blue=["A 4-4-7 0505", "B 3-3-7"], red=["X 3-3-7 0503"], rules="trenches", last_turn=3)
    assert refused(game, "dig B").case == "5.11"
    assert "dig B" not in map(str, game.legal())


def test_7_44_every_use_of_a_defenders_line_includes_its_trench(game):
    """Check the rules, the computer, the reason of odds, a risk and the panel: all use `Ruleset.defense_line`."""
    h = game.state.location[0]
    assert "attacked on the Clear line" in ground_facts(game, h)
    play(game, "dig A", "done", "move X 0504")
    position = Position(game)
    assert LINE_ORDER[position.line((2,), (0,))] is Line.ROUGH
    position.move(0, game.scenario.board.hex("0604"))
    assert LINE_ORDER[position.line((2,), (0,))] is Line.CLEAR
    assert "attacked on the Rough line" in ground_facts(game, h)
    play(game, "done", "attack X > A")
    combat = game.state.combat
    assert combat is not None
    assert planning.line_reason(game, combat) == "Trench at 0505"
    assert next(event.line for event in play(game, "roll 1") if isinstance(event, Rolled)) == Line.ROUGH


def test_a_risk_includes_the_trench_of_its_enemy(trenches):
    """Let A attack from a corner where it cannot retreat: against trenches more rolls eliminate it."""

    def dice(*dug_in: int) -> int:
        game = drawn(blue=["A 6-3-7 0303"], red=["X 3-6-7 0102", "Y 1-1-7 0202"], rules="trenches")
        state, board = game.state, game.scenario.board
        state.facts |= {f"hole of {state.units[unit].id}": state.location[unit] for unit in dug_in}
        way = [board.hex(number) for number in ("0303", "0202", "0101")]
        found = planning.Outlook(game).of_move(0, way[-1], way)
        return next(risk.dice for risk in found if risk.peril is planning.Peril.NO_WAY_BACK)

    assert dice(1, 2) > dice()


@pytest.mark.parametrize("level", [1, 3])
def test_the_computer_digs_in_units_that_do_not_move(trenches, level):
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], rules="trenches", last_turn=3)
    player = Player(level)
    assert str(player.choose(game)) == "dig A"
    game.apply("dig A")
    assert str(player.choose(game)) == "done"


def test_random_orders_and_saves_include_the_order(game, trenches, tmp_path):
    assert "dig A" in {str(game.random_order(Draw(seed))) for seed in range(60)}
    path = write_example(tmp_path, scenario=swap(SCENARIO, 'rules = "standard"', 'rules = "trenches"'))
    assert simulate(Job(str(path), 1, ("random", "random"))).refused == 0
    scenario = load_example(tmp_path, scenario=swap(SCENARIO, 'rules = "standard"', 'rules = "trenches"'))
    session = LocalSession.new(scenario, seed=3, folder=tmp_path)
    while session.game.prompt.kind != "movement":
        session.apply(session.game.sample())
    (order,) = queries.extra_orders(session.game, session.game.state.on_map(session.game.side)[0])
    session.apply(order)
    assert LocalSession.resume(session.path).game.digest() == session.game.digest()


def test_the_order_can_be_written_and_read(game):
    order = parse("dig A")
    assert parse(str(order)) == order
    assert game.explain(order) is None
