"""The recipes of docs/architecture.md: what `tests/rest.py` adds works at every door, with nothing else changed."""

import importlib
import io
import sys
from typing import Any

import pytest

from tests.files.example import SCENARIO, load_example, swap, write_example
from tests.pilot import running
from tests.ui.looks import prompt_of, screen_of, shown_by
from westwall_tui import referee
from westwall_tui.engine import orders, queries
from westwall_tui.engine.game import Game
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.tools.simulate.games import Job
from westwall_tui.tools.simulate.games import play as simulate
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.pages import catalogue
from westwall_tui.ui.screens.play import keys as play_keys
from westwall_tui.ui.starts import GameStart
from westwall_tui.words import keymap
from westwall_tui.words.orders import in_words
from westwall_tui.words.telling import Names, spoken

RESTING = swap(swap(SCENARIO, 'rules = "standard"', 'rules = "rest"'), 'phase = "combat"', 'phase = "movement"')


@pytest.fixture
def rest(monkeypatch):
    """The battle, its key and its page are part of the game during a test."""
    module = importlib.import_module("tests.rest")
    monkeypatch.setattr(keymap, "KEYS", (*keymap.KEYS, module.KEY, module.PAGE))
    monkeypatch.setattr(play_keys, "PAGES", play_keys.PAGES | {module.PAGE.name})
    monkeypatch.setitem(catalogue.OF_THE_GAME, module.PAGE.name, "tired.tired_screen")
    monkeypatch.setitem(sys.modules, "westwall_tui.ui.pages.tired", module)
    keymap._make_keymap.cache_clear()
    yield module
    keymap._make_keymap.cache_clear()
    rules, said, told = module.REGISTRIES
    words: Any = orders.WORDS
    del words["rest"], rules["rest"], said[module.Rest], told[module.Rested]
    del sys.modules["tests.rest"]


@pytest.fixture
def game(rest, tmp_path):
    return Game(load_example(tmp_path, scenario=RESTING), seed=3)


def test_an_order_of_a_part_is_asked_listed_given_and_refused(game):
    order = next(order for order in game.legal() if str(order).startswith("rest "))
    assert game.explain("rest nobody").case
    assert in_words(order) == f"have {order.unit} rest"
    (event,) = game.apply(order)
    assert str(event) == f"{order.unit} rested"
    assert spoken(Names(game.scenario), event).endswith(f"{order.unit} rests")
    assert game.explain(str(order)).case == "5.15"
    assert orders.parse(str(order)) == order


def test_it_is_refused_where_no_battle_has_it(rest, tmp_path):
    game = Game(load_example(tmp_path, scenario=swap(SCENARIO, 'phase = "combat"', 'phase = "movement"')), seed=3)
    refusal = game.explain("rest K")
    assert refusal is not None
    assert refusal.reason == "no unit rests in this game"


def test_other_programs_give_it(game, tmp_path):
    order = next(str(order) for order in game.legal() if str(order).startswith("rest "))
    out = io.StringIO()
    path = write_example(tmp_path, scenario=RESTING)
    assert referee.run(str(path), lines=io.StringIO(f"?legal\n{order}\n"), out=out, seed=3) == 0
    assert order in out.getvalue().splitlines()[-2]
    assert out.getvalue().splitlines()[-1].endswith("rested")


@pytest.mark.slow
@pytest.mark.parametrize("player", ["random", "script", "1"])
def test_whole_games_are_played_with_it(rest, tmp_path, player):
    result = simulate(Job(str(write_example(tmp_path, scenario=RESTING)), 1, (player, player)))
    assert result.refused == 0
    assert result.orders > 4


def test_its_key_is_live_where_its_part_is(rest):
    keys = keymap.Keymap()
    assert keys.action_in(keymap.MAP | {"movement", "rest"}, ["A"]) == "rest"
    assert keys.action_in(keymap.MAP | {"advance"}, ["A"]) == "auto"


@pytest.mark.slow
async def test_the_key_and_the_page_on_the_screen(game, rest, tmp_path):
    session = LocalSession.new(load_example(tmp_path, scenario=RESTING), seed=3, folder=tmp_path)
    app = WestwallApp(GameStart(session), Settings(handover=False))
    async with running(app) as pilot:
        screen = screen_of(app)
        unit = queries.movers(session.game)[0]
        name = session.game.state.units[unit].id
        screen.play.move_cursor(session.game.state.location[unit])
        await pilot.press("A")
        assert session.game.log[-1] == f"rest {name}", prompt_of(app)
        await pilot.press("f5")
        assert "Units that have not rested" in shown_by(app)
        assert name not in shown_by(app).splitlines()
    assert LocalSession.resume(session.path).game.digest() == session.game.digest()
