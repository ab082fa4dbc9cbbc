"""The library's face: what `import westwall_tui` offers, and what of it is loaded when."""

import subprocess
import sys
from pathlib import Path

import pytest

import westwall_tui
from tests.files.example import load_example
from westwall_tui import FileError, Game, Session, load_game, new_game, parse
from westwall_tui.engine.game import Game as EngineGame
from westwall_tui.files.saves import RULES_REVISION

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _own_saves(tmp_path, monkeypatch):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path / "saves"))


# -- names


def test_every_name_that_is_offered_is_there():
    for name in westwall_tui.__all__:
        assert getattr(westwall_tui, name) is not None
        assert name in dir(westwall_tui)
    assert Game is EngineGame


def test_no_other_name_is_there():
    with pytest.raises(AttributeError, match="has no attribute 'Gam'"):
        westwall_tui.Gam  # type: ignore[attr-defined]  # noqa: B018


def test_a_star_imports_every_name():
    code = "from westwall_tui import *; import westwall_tui; print({*westwall_tui.__all__} <= {*globals()})"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"


def test_importing_the_package_loads_no_part_of_it():
    code = "import sys, westwall_tui; print(*(name for name in sys.modules if name.startswith('westwall_tui.')))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


# -- a new game


def test_a_game_by_key_and_by_path(tmp_path):
    path = ROOT / "scenarios/bastogne/relief.toml"
    games = [new_game(name, seed=3) for name in ("bastogne/relief", "relief", path)]
    assert len({game.digest() for game in games}) == 1
    assert games[0].seed == 3
    with pytest.raises(FileError, match="neither a file nor a scenario"):
        new_game("ardennes")


def test_a_game_without_a_seed_draws_one():
    assert len({new_game("relief").seed for _ in range(3)}) > 1


def test_a_manual_game_has_no_die():
    assert new_game("relief", manual=True).seed is None


def test_options_are_those_of_the_command_line():
    game = new_game("arnhem/historical", seed=1, options=["strict", "weather"])
    assert game.strict
    assert "weather" in game.rules.options
    assert not new_game("arnhem/historical", seed=1).strict
    with pytest.raises(FileError, match="the options are strict, weather"):
        new_game("arnhem/historical", options=["wether"])


# -- a saved game


def test_a_save_by_name_by_path_and_the_newest(tmp_path):
    session = Session.new(load_example(tmp_path), seed=3)
    session.apply(parse("attack K 1/9 > 1/8"))
    for game in (load_game(), load_game(session.path), load_game(session.path.stem)):
        assert game.digest() == session.game.digest()
        assert game.log == session.game.log
    with pytest.raises(FileError, match="neither a file nor a saved game"):
        load_game("nowhere")


def test_a_save_whose_scenario_has_changed_warns(tmp_path):
    session = Session.new(load_example(tmp_path), seed=3)
    session.apply(parse("attack K 1/9 > 1/8"))
    text = session.path.read_text(encoding="utf-8")
    session.path.write_text(text.replace(f"\nrules = {RULES_REVISION}\n", "\nrules = 9999\n"), encoding="utf-8")
    with pytest.warns(UserWarning, match="The rules changed since this game was saved"):
        load_game(session.path)
