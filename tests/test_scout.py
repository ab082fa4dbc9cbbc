"""A new decision takes one module and one mode: every interface can then play it, and nothing else changes."""

import importlib
import io
import sys
from typing import Any

import pytest

from tests.files.example import SCENARIO, load_example, swap, write_example
from tests.pilot import running, showing
from tests.ui.looks import prompt_of, screen_of, shown_by
from westwall_tui import referee
from westwall_tui.ai.player import Player
from westwall_tui.engine.battles import RULESETS
from westwall_tui.engine.decisions.base import DECISIONS, STEPS
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import WORDS, OrderSyntaxError, parse
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.tools.simulate.games import Job
from westwall_tui.tools.simulate.games import play as simulate
from westwall_tui.ui.decisions.mode import MODES

SCOUTING = swap(SCENARIO, 'rules = "standard"', 'rules = "scout"')


@pytest.fixture
def scout():
    """Make the decision part of the game during a test."""
    registries: Any = (WORDS, STEPS, DECISIONS, MODES, RULESETS)
    yield importlib.import_module("tests.scout")
    del sys.modules["tests.scout"]
    for registry in registries:
        for name in [name for name, each in registry.items() if each.__module__ == "tests.scout"]:
            del registry[name]


@pytest.fixture
def game(scout, tmp_path):
    """Return the example at the first scout of the U.S. side."""
    game = Game(load_example(tmp_path, scenario=SCOUTING), seed=3)
    while game.prompt.kind != "scout":
        game.apply(game.sample())
    return game


def test_the_decision_is_asked_and_its_orders_listed_given_and_refused(game):
    assert game.prompt.text.endswith("to look around")
    first, *_, last = map(str, game.legal())
    assert first.startswith("scout ")
    assert last == "stand"
    unit = first.split()[1]
    assert game.explain(f"scout {unit} 0101").case == "5.0"
    assert game.explain("done").reason.endswith("these orders: scout or stand")
    (event,) = game.apply(first)
    assert str(event).startswith(f"{unit} looked at ")
    assert game.explain(f"move {unit} 0404").case == "5.15"


def test_the_decision_can_be_saved_and_loaded(game, scout):
    order = next(game.legal())
    assert parse(str(order)) == order
    with pytest.raises(OrderSyntaxError, match="write it like this: scout UNIT HEX"):
        parse("scout")
    assert game.copy().digest() == game.digest()


def test_the_decision_is_gone_after_the_test():
    assert "scout" not in WORDS
    assert "Looking" not in STEPS


@pytest.mark.slow
@pytest.mark.parametrize("player", ["random", "script", "1", "3"])
def test_whole_games_can_be_played_with_the_decision(scout, tmp_path, player):
    path = write_example(tmp_path, scenario=SCOUTING)
    result = simulate(Job(str(path), 1, (player, player)))
    assert result.refused == 0
    assert result.orders > 4


def test_the_computer_gives_its_reason(game):
    player = Player(1)
    assert str(player.choose(game)) == "stand"


def test_other_programs_can_play_the_decision(game, tmp_path):
    order = str(next(game.legal()))
    lines = [*(line for line in game.log if not line.startswith("roll")), "?legal", order]
    out = io.StringIO()
    path = write_example(tmp_path, scenario=SCOUTING)
    assert referee.run(str(path), lines=io.StringIO("".join(f"{line}\n" for line in lines)), out=out, seed=3) == 0
    assert order in out.getvalue().splitlines()[-2]
    assert "looked at" in out.getvalue().splitlines()[-1]


@pytest.mark.slow
async def test_the_screen_shows_the_decision_and_its_help(game, tmp_path):
    session = LocalSession.new(load_example(tmp_path, scenario=SCOUTING), seed=3, folder=tmp_path)
    for line in game.log:
        if not line.startswith("roll"):
            session.apply(parse(line))
    app = showing(session, handover="never")
    async with running(app) as pilot:
        screen = screen_of(app)
        assert "to look around" in prompt_of(app)
        await pilot.press("?")
        assert "Sending a scout" in shown_by(app)
        assert "You can give these orders: scout UNIT HEX" in shown_by(app)
        await pilot.press("escape")
        order: Any = next(session.game.legal())
        screen.play.move_cursor(session.game.scenario.board.hex(order.hex))
        await pilot.press("enter")
        assert session.game.log[-1] == str(order)
        assert session.game.prompt.kind == "movement"
    assert LocalSession.resume(session.path).game.digest() == session.game.digest()
