"""The interface of the library: the names in `westwall_tui`, and the modules that they load."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import westwall_tui
from tests.drawn import drawn
from tests.files.example import load_example
from westwall_tui import (
    FileError,
    Game,
    OrderSyntaxError,
    Session,
    load_game,
    new_game,
    parse,
    planning,
    queries,
    scenarios,
)
from westwall_tui.engine.game import Game as EngineGame
from westwall_tui.engine.orders import Attack
from westwall_tui.files.saves.file import RULES_REVISION

ROOT = Path(__file__).parents[1]


pytestmark = pytest.mark.usefixtures("folders")


# -- names


def test_every_offered_name_exists():
    for name in westwall_tui.__all__:
        assert getattr(westwall_tui, name) is not None
        assert name in dir(westwall_tui)
    assert Game is EngineGame


def test_no_other_name_exists():
    with pytest.raises(AttributeError, match="has no attribute 'Gam'"):
        westwall_tui.Gam  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.slow
def test_a_star_imports_every_name():
    code = "from westwall_tui import *; import westwall_tui; print({*westwall_tui.__all__} <= {*globals()})"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"


def test_importing_the_package_loads_no_part_of_it():
    code = "import sys, westwall_tui; print(*(name for name in sys.modules if name.startswith('westwall_tui.')))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


# -- names and lines in place of units, hexes and orders


@pytest.fixture
def spearhead():
    return new_game("bastogne/spearhead", seed=7)


def test_an_order_may_be_given_as_its_line(spearhead):
    assert spearhead.apply("deploy 52 2611") == new_game("bastogne/spearhead", seed=7).apply(parse("deploy 52 2611"))
    assert spearhead.explain("deploy 2 2614") is None
    assert spearhead.explain("deploy 2 2611") is not None


@pytest.mark.parametrize("wrong", [5, None, ["deploy 52 2611"], b"done"])
def test_anything_but_an_order_or_a_line_is_a_type_error(spearhead, wrong):
    for method in (spearhead.apply, spearhead.explain):
        with pytest.raises(TypeError, match="give an order, or its line"):
            method(wrong)


def test_a_line_that_cannot_be_read_changes_nothing(spearhead):
    with pytest.raises(OrderSyntaxError, match="write it like this: deploy UNIT HEX"):
        spearhead.apply("deploy 52")
    assert spearhead.log == []


def test_units_and_hexes_go_by_name_or_index(spearhead):
    unit, h = spearhead.scenario.unit("1/304"), spearhead.scenario.board.hex("2714")
    assert queries.reach(spearhead, "1/304", ["2714"]) == queries.reach(spearhead, unit, [h])
    assert queries.zone(spearhead, "German") == queries.zone(spearhead, 0)
    spearhead.apply("deploy 52 2714")
    assert queries.units_at(spearhead, "2714") == queries.units_at(spearhead, h) == (spearhead.scenario.unit("52"),)
    assert planning.candidates(spearhead, ["52"]) == planning.candidates(spearhead, [spearhead.scenario.unit("52")])


@pytest.mark.parametrize(
    ("ask", "error", "says"),
    [
        (lambda game: queries.reach(game, "1/305"), ValueError, r"no unit '1/305' in Spearhead; did you mean '1/30\d'"),
        (lambda game: queries.reach(game, 10_000), ValueError, "the indices go from 0"),
        (lambda game: queries.reach(game, 1.5), TypeError, "name a unit by its id"),  # type: ignore[arg-type]
        (lambda game: queries.units_at(game, 2611), ValueError, "by its printed number it would be '2611'"),
        (lambda game: queries.units_at(game, "9999"), ValueError, "9999"),
        (lambda game: queries.units_at(game, None), TypeError, "name a hex by its"),  # type: ignore[arg-type]
        (lambda game: queries.zone(game, "Polish"), ValueError, "the sides are German and US"),
        (lambda game: queries.zone(game, 2), ValueError, "there is no side 2"),
        (lambda game: planning.candidates(game, "52"), TypeError, "give the units as a list"),
        (lambda game: planning.preview(game, "done"), TypeError, "'done' is not an attack"),
        (lambda game: game.fork(viewer="Dutch"), ValueError, "the sides are German and US"),
        (lambda game: new_game("relief", options="strict"), TypeError, "give the options as a list"),
        (lambda game: new_game("relief", seed="x"), TypeError, "a seed is a whole number, not 'x'"),  # type: ignore[arg-type]
        (lambda game: westwall_tui.Player("2"), TypeError, "a level is a number from 1 to 5, not '2'"),  # type: ignore[arg-type]
        (lambda game: new_game(3), TypeError, "name a scenario by its key"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_name_gets_a_sentence(spearhead, ask, error, says):
    with pytest.raises(error, match=says):
        ask(spearhead)


def test_the_library_offers_what_programs_need_and_no_more():
    assert len(westwall_tui.__all__) + len(queries.__all__) + len(planning.__all__) <= 45
    for module in (queries, planning):
        for name in module.__all__:
            assert getattr(module, name).__doc__


@pytest.mark.parametrize("key", [entry.key for entry in scenarios()])
def test_records_print_as_one_line(key):
    game = new_game(key, seed=1)
    for each in (game, game.state, game.scenario, game.scenario.board, game.state.ground):
        assert len(repr(each)) < 120, repr(each)[:200]
    assert len(repr(queries.reach(game, 0))) < 120


# -- legal orders and visible positions


def test_the_orders_of_one_unit(spearhead):
    for unit in ("52", spearhead.scenario.unit("52")):
        found = list(spearhead.legal(unit=unit))
        assert found == [order for order in spearhead.legal() if getattr(order, "unit", "") == "52"]
    with pytest.raises(ValueError, match="no unit 'x'"):
        spearhead.legal(unit="x")


def fight() -> Game:
    """Return a game with two enemies, three units next to one of them or both, and two guns behind."""
    blue = ["A 4-4-7 0505", "B 3-3-7 0604", "C 2-2-7 0405", "G 3-2-12/1-7 0508", "H 2-2-12/1-7 0507"]
    return drawn(blue=blue, red=["X 3-3-7 0504", "Y 2-2-7 0404"], phase="combat", supports=([(1, 9, 1)], []))


def test_the_attacks_that_a_unit_joins():
    game = fight()
    every = list(game.legal())
    for unit in "ABCGH":
        attacks = [order for order in every if isinstance(order, Attack) and unit in order.attackers + order.barrage]
        assert list(game.legal(unit)) == attacks
        assert 0 < len(attacks) < len(every)


@pytest.mark.slow
def test_a_sample_draws_every_legal_order_with_equal_chance():
    game = fight()
    every = Counter({str(order): 0 for order in game.legal()})
    for seed in range(100 * len(every)):
        every[str(game.sample(seed))] += 1
    assert min(every.values()) > 60
    assert max(every.values()) < 150


@pytest.mark.slow
def test_a_sample_is_the_same_for_a_seed(spearhead):
    assert spearhead.sample(3) == spearhead.sample(3)
    assert len({spearhead.sample(seed) for seed in range(50)}) > 40
    spearhead.apply("concede")
    with pytest.raises(ValueError, match="the game is over"):
        spearhead.sample()


def test_a_position_is_observed_as_plain_data(spearhead):
    seen = spearhead.observe("US")
    assert json.loads(json.dumps(seen)) == seen
    assert seen["units"][0] == {
        "id": "1/3",
        "side": "German",
        "strength": "6-4-12",
        "hex": None,
        "where": "arrives on turn 1",
    }
    assert spearhead.observe() == spearhead.observe(0)  # there are no secrets in Bastogne


def test_no_side_observes_the_other_sides_secrets():
    """Check 15.36 of Arnhem: drop zones are noted in secret."""
    games = [new_game("arnhem/free", seed=1) for _ in range(2)]
    noting = games[0].side
    for game, h in zip(games, ("0101", "0107"), strict=True):
        game.apply(f"zone 101 {h}")
    for viewer in (1 - noting, None):
        assert games[0].observe(viewer) == games[1].observe(viewer)


# -- a new game


def test_a_game_by_key_and_by_path(tmp_path):
    path = ROOT / "scenarios/bastogne/relief.toml"
    games = [new_game(name, seed=3) for name in ("bastogne/relief", "relief", path)]
    assert len({game.digest() for game in games}) == 1
    assert games[0].seed == 3
    with pytest.raises(FileError, match="neither a file nor the name of a scenario"):
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
    with pytest.raises(FileError, match="options: wether: is not an option; the options are strict, weather"):
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
