"""The effects of an order in a combat, in one or two sentences."""

import pytest

from tests.drawn import drawn, play
from tests.engine.battles.drawn_arnhem import field, market
from tests.every import every
from tests.long import sample
from tests.players import busy_player
from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.words import named
from westwall_tui.files.scenarios.catalog import load_scenario


def after(game: Game, *lines: str) -> str:
    """Return the effects of the last order in words."""
    play(game, *lines[:-1])
    return queries.what_happened(game, play(game, lines[-1]))


def attacked_in_a_city() -> tuple[Game, str]:
    """Return an attack on a German unit in a City, and the roll that drives it back one hex."""
    game = market(field("0504#"), allied=["A 4-4-7 0505"], german=["X 1-1-7 0504"], phase="combat")
    play(game, "attack A > X")
    assert game.state.combat is not None
    results = fight.odds(game.state, game.state.combat).results
    return game, f"roll {results.index('D1') + 1}"


def rolled(result: str) -> ev.Rolled:
    return ev.Rolled(3, 0, "Clear, Mixed", "0", result)


@every(
    ("events", "told"),
    [
        ([rolled("D2"), ev.Eliminated("52", ("1417",))], "D2, no way out: unit 52 is lost"),
        (
            [rolled("D1"), ev.Displaced("20", ("1418", "1519")), ev.Retreated("52", ("1417", "1418"))],
            "D1: unit 52 retreats to 1418; unit 20 is displaced to 1519",
        ),
        (  # 7.74: its displacement was its own retreat
            [rolled("D1"), ev.Displaced("20", ("1418", "1519")), ev.Retreated("20", ("1418", "1519"))],
            "D1: unit 20 retreats to 1519",
        ),
        ([rolled("De"), ev.Eliminated("52", ("1417",))], "De: unit 52 is eliminated"),
        (
            [rolled("Ae"), *(ev.Eliminated(name, ("1417",)) for name in ("52", "1/3", "2"))],
            "Ae: unit 52, 1/3 and unit 2 are eliminated",
        ),
        ([rolled("D3"), ev.Eliminated("1/3", ("1417", "1418"))], "D3: 1/3 is eliminated at 1418 during its retreat"),
        ([rolled("D2"), ev.Held("1/3", "1417")], "D2: 1/3 holds 1417"),
        ([rolled("D1")], "D1: no effect"),
        ([ev.Retreated("52", ("1417", "1418"))], "unit 52 retreats to 1418"),
        ([ev.Advanced("52", ("1417", "1418")), ev.PhaseBegan("US", "x")], "unit 52 advances to 1418"),
        ([ev.PhaseBegan("US", "Combat Phase"), ev.Eliminated("52", ("1417",))], ""),
        ([ev.FrontHeld(("0101",), ()), ev.Eliminated("52", ("1417",))], ""),
        ([ev.Moved("52", ("1417", "1418"), 2)], ""),
        ([], ""),
    ],
)
def test_the_effects_of_events(events, told):
    assert queries.happened(events) == told


def test_units_whose_names_are_numbers_are_called_units():
    assert [named(name) for name in ("2", "1/3", "7K", "52")] == ["unit 2", "1/3", "7K", "unit 52"]


def test_7_74_no_way_out():
    game = drawn(". . .", blue=["2 4-4-7 0102"], red=["52 1-1-7 0101"], phase="combat")
    assert after(game, "attack 2 > 52", "roll 3") == "D2, no way out: unit 52 is lost. Unit 2 may advance."


def test_7_7_the_unit_that_must_retreat_and_its_choices():
    game = drawn(blue=["A 4-4-7 0505"], red=["2 1-1-7 0504"], phase="combat")
    told = after(game, "attack A > 2", "roll 3")
    assert len({path[-1] for path in queries.retreats(game, 1).paths}) == 7
    assert told == "D2: unit 2 must retreat two hexes, to one of seven hexes."


def test_7_8_displacements_are_one_clause():
    chain = [
        ev.Displaced("20", ("1418", "1519")),
        ev.Displaced("A", ("1519", "1620")),
        ev.Displaced("20", ("1519", "1520")),
    ]
    assert queries.happened(chain[:1]) == "unit 20 is displaced to 1519"
    assert queries.happened(chain) == "unit 20 is displaced to 1519, then to 1520 and A to 1620"


def test_7_7_the_effect_of_a_retreat_and_the_units_that_may_advance():
    game = drawn(blue=["A 4-4-7 0505"], red=["2 1-1-7 0504"], phase="combat")
    play(game, "attack A > 2", "roll 3")
    assert after(game, "retreat 2 0503 0502") == "Unit 2 retreats to 0502. A may advance."
    assert after(game, "advance A 0504") == "A advances to 0504."


def test_7_7_several_must_retreat():
    game = drawn(blue=["A 9-4-7 0505"], red=["2 1-1-7 0504", "3 1-1-7 0604"], phase="combat")
    assert after(game, "attack A > 2 3", "roll 3") == "D2: units 2 and 3 must retreat two hexes."


def test_11_1_a_unit_that_holds_its_city():
    game, roll = attacked_in_a_city()
    told = after(game, roll)
    assert told.startswith("D1: X must retreat one hex, to one of three hexes, or may hold its hex")
    assert after(game, "retreat X 0504") == "X holds 0504."


def test_an_order_outside_a_combat_has_no_text():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 1-1-7 0101"])
    assert after(game, "move A 0506") == ""
    assert after(game, "done") == ""


def test_8_15_a_barrage_without_effect():
    game = drawn(blue=["G 2-1-9/3-7 0507"], red=["X 1-1-7 0504"], phase="combat")
    results = {after(game.copy(), "attack > X + G", f"roll {die}") for die in range(1, 7)}
    assert any(told.endswith(": no effect.") for told in results)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bastogne/spearhead", "arnhem/historical"])
def test_every_die_and_retreat_of_a_game_has_a_text(name):
    game, draw = Game(load_scenario(name), seed=2), Draw(2)
    told = []
    for _ in range(sample(500, 250)):
        if game.outcome is not None:
            break
        events = game.apply(busy_player(game, draw))
        sentence = queries.what_happened(game, events)
        fought = any(isinstance(event, ev.Rolled | ev.Retreated | ev.Advanced) for event in events)
        assert bool(sentence) >= fought
        assert not sentence or sentence.endswith(".")
        told.append(sentence)
    assert any("no way out" in sentence for sentence in told)
    assert any("must retreat" in sentence for sentence in told)


def test_the_pending_decision_is_left_out_for_the_player_who_makes_it():
    game, roll = attacked_in_a_city()
    events = play(game, roll)
    assert queries.what_happened(game, events, asks=False) == "D1."
    assert queries.what_happened(game, events).startswith("D1: X must retreat")
    events = play(game, next(str(order) for order in game.legal() if "0504" not in str(order)))
    asked = queries.what_happened(game, events)
    told = queries.what_happened(game, events, asks=False)
    assert told.startswith("X retreats to ")
    assert asked == f"{told} A may advance."
