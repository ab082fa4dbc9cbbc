"""Arnhem, 16.0: the weather."""

from functools import cache
from typing import Any

import pytest

from tests.drawn import FIELD, allowed, legal, only, play, refused, where
from tests.engine.battles.drawn_arnhem import field, market, rules, until
from tests.engine.naming import ids
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.battles.arnhem import weather
from westwall_tui.engine.battles.arnhem.weather import Weather
from westwall_tui.engine.events import WeatherChanged
from westwall_tui.engine.game import Game, options_of
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)

PARAS = [f"P{n} 2-2-7 airborne:101st" for n in range(8)]
ALWAYS: dict[str, Any] = {"weather": "always", "drop_zones": ["101 0505", "82 0901"]}
ALL = " ".join(f"{c:02}{r:02}" for c in range(1, 10) for r in range(1, 10))


def fly(*others, terrain=FIELD, german=("X 2-2-7 0909",), units=None, victory=None, **what):
    ids = " ".join(text.split()[0] for text in (*PARAS, *others)) if units is None else units
    return market(
        terrain,
        allied=[*PARAS, *others],
        german=german,
        landings=[(1, ids, ALL)],
        victory=victory or ALWAYS,
        **what,
    )


def landings(game, name):
    return {line.split()[-1] for line in legal(game) if line.startswith(f"land {name} ")}


def tomorrow(game, die):
    """Play to the next Game-Turn's Allied Movement Phase, with this roll for the weather."""
    until(game, game.state.turn + 1, "Allied", weather=die)


def test_16_0_the_first_game_turn_is_good_without_a_die():
    game = fly()
    assert game.prompt.kind == "movement"
    assert weather.weather_now(game.state) is Weather.GOOD
    assert game.state.support == (7, 0)


@every(
    ("die", "grade"),
    [(2, Weather.GOOD), (3, Weather.FAIR), (4, Weather.FAIR), (5, Weather.POOR), (6, Weather.POOR)],
)
def test_16_0_the_die_decides_the_weather(die, grade):
    game = fly()
    play(game, "done", "done")
    assert (game.prompt.side, game.prompt.kind) == (0, "roll")
    (event,) = only(play(game, f"roll {die}"), WeatherChanged)
    assert event == WeatherChanged(str(grade), die)
    assert weather.weather_now(game.state) is grade
    assert game.prompt.kind == "movement"


def test_16_0_a_one_leaves_it_as_it_was():
    game = fly()
    for die, grade in ((1, Weather.GOOD), (5, Weather.POOR), (1, Weather.POOR), (3, Weather.FAIR), (1, Weather.FAIR)):
        tomorrow(game, die)
        assert weather.weather_now(game.state) is grade


def test_16_0_a_two_makes_it_good_again():
    game = fly()
    tomorrow(game, 6)
    tomorrow(game, 2)
    assert weather.weather_now(game.state) is Weather.GOOD


def test_16_0_a_game_with_its_own_die_throws_it_itself():
    game = fly(seed=3)
    play(game, "done", "done")
    assert game.prompt.kind == "movement"
    assert game.log[-1].startswith("roll ")


def test_16_11_within_seven_hexes_of_the_divisions_drop_zone():
    game = fly("Q 2-2-7 airborne:82nd")
    grid = game.scenario.board.grid
    for name, zone in (("P0", "0505"), ("Q", "0901")):
        wanted = {h for h in ALL.split() if grid.distance(grid.parse(h), grid.parse(zone)) <= 7} - {"0909"}
        assert landings(game, name) == wanted
    assert refused(game, "land Q 0109").case == "16.11"


def test_16_11_no_city_nor_next_to_one():
    game = fly(terrain=field("0303#"))
    found = landings(game, "P0")
    assert found.isdisjoint({"0303", "0302", "0403", "0304", "0203", "0202", "0402"})
    assert "0305" in found


def test_16_11_15_33_on_vacant_hexes():
    game = fly()
    play(game, "land P0 0505")
    assert "0505" not in landings(game, "P1")
    assert "0909" not in landings(game, "P1")


def test_16_12_the_list_of_arriving_units_agrees_with_each_unit():
    """G arrives by ground, in any weather; the others land, except Q, whose drop zone is not on the map."""
    for die, many in ((2, 25), (3, 5), (5, 0)):
        game = fly("G 3-3-7", "Q 2-2-7 airborne:1st", units="P0 P1 P2 P3 P4 P5 P6 P7 Q", arrivals=[(2, "G", "0101")])
        assert "G" not in ids(game, queries.movers(game))
        tomorrow(game, die)
        assert ids(game, queries.movers(game)) == ("P0 P1 P2 P3 P4 P5 P6 P7 G" if many else "G")
        for n in range(min(many, 5)):
            play(game, f"land P{n} 0{n + 1}05", f"move P{n} 0{n + 1}06")
        assert ids(game, queries.movers(game)) == ("P5 P6 P7 G" if many > 5 else "G")


def test_15_39_16_12_a_unit_without_a_drop_zone_does_not_wait_for_the_weather():
    """The zone of Q's division is not on the map. Only once five have landed is it the weather that forbids it."""
    game = fly("Q 2-2-7 airborne:1st")
    tomorrow(game, 3)
    for n in range(4):
        play(game, f"land P{n} 0{n + 1}05")
    refusal = refused(game, "land Q 0505")
    assert (refusal.case, refusal.units) == ("15.39", ("Q",))
    assert refusal.reason == "the drop zone of Q is not on the map yet"
    play(game, "land P4 0505")
    assert refused(game, "land Q 0604").case == "16.12"


def test_16_12_five_in_fair_weather_none_in_poor():
    game = fly()
    tomorrow(game, 5)
    assert refused(game, "land P0 0505").case == "16.12"
    tomorrow(game, 3)
    for n in range(5):
        play(game, f"land P{n} 0{n + 1}05")
    refusal = refused(game, "land P5 0705")
    assert refusal.case == "16.12"
    assert "5 units" in refusal.reason
    tomorrow(game, 4)
    play(game, "land P5 0705")  # the next Game-Turn has its own five


@pytest.mark.slow
def test_16_12_25_in_good_weather_of_the_players_choice():
    others = [f"Q{n} 2-2-7 airborne:101st" for n in range(20)]
    game = fly(*others)
    for _ in range(25):
        play(game, next(line for line in legal(game) if line.startswith("land")))
    assert not any(line.startswith("land") for line in legal(game))
    tomorrow(game, 2)
    assert sum(line.startswith("land") for line in legal(game)) > 0


def test_16_12_the_turns_of_the_schedule_do_not_bind_and_nothing_must_land():
    """A ruling; 15.34: with the weather rules landings may be delayed."""
    game = market(allied=PARAS, german=["X 2-2-7 0909"], landings=[(5, "P0 P1", "0101")], victory=ALWAYS)
    assert allowed(game, "land P0 0505")
    assert allowed(game, "done")
    until(game, 9, "Allied")
    assert allowed(game, "land P0 0505")


def test_16_12_poles_land_round_any_drop_zone():
    game = fly("Q 2-2-7 airborne:Polish")
    grid = game.scenario.board.grid
    near = [h for h in ALL.split() if min(grid.distance(grid.parse(h), grid.parse(z)) for z in ("0505", "0901")) <= 7]
    assert landings(game, "Q") == set(near) - {"0909"}


def test_15_32_three_movement_points_with_the_weather_too():
    game = fly()
    play(game, "land P0 0505")
    assert refused(game, "move P0 0501").case == "5.25"
    play(game, "move P0 0502")


@every(("die", "support"), [(2, 7), (3, 3), (6, 0)])
def test_16_2_ground_support_goes_by_the_weather(die, support):
    game = fly(supports=([(1, 9, 5)], []))
    tomorrow(game, die)
    assert game.state.support == (support, 0)


def test_16_3_the_weather_affects_nothing_else():
    game = fly("R 3-3-7 0101", units="P0")
    tomorrow(game, 6)
    play(game, "move R 0108")
    assert where(game, "R") == "0108"


def test_16_0_without_the_rules_there_is_no_weather():
    game = market(
        allied=PARAS, german=["X 2-2-7 0909"], supports=([(1, 9, 5)], []), victory={"drop_zones": ["101 0505"]}
    )
    tomorrow(game, 6)
    assert game.state.support == (5, 0)
    assert not rules(game).choices


def test_16_0_an_option_of_the_historical_scenario_and_obligatory_in_the_other():
    assert options_of(shipped("arnhem/historical"))[0].name == "weather"
    assert "weather" not in [option.name for option in options_of(shipped("arnhem/free"))]
    plain, rolled = (Game(shipped("arnhem/historical"), seed=1, options={"weather": on}) for on in (False, True))
    assert not rules(plain).has_weather
    assert rules(rolled).has_weather
    assert rules(Game(shipped("arnhem/free"), seed=1)).has_weather
    assert refused(plain, "land 2/1Lt 3817").case == "15.0"
    assert allowed(rolled, "land 2/1Lt 3817")
    assert plain.state.support == (0, 0)
    assert rolled.state.support == (7, 0)


def test_16_0_the_table_beside_the_die_says_what_each_face_brings():
    table = rules(fly()).die_table(fly().state, "weather", ())
    assert table[0] == "as it was"
    for die in range(2, 7):
        game = fly()
        tomorrow(game, die)
        assert table[die - 1].lower() == str(weather.weather_now(game.state)).lower()
        assert table[die - 1][0].isupper()


def test_16_0_16_12_the_weather_and_the_landings_beside_the_phase():
    game = fly()
    assert queries.circumstances(game) == [f"weather {Weather.GOOD}", f"landed 0/{weather.LANDINGS[Weather.GOOD]}"]
    play(game, "land P0 0504")
    assert queries.circumstances(game)[1] == f"landed 1/{weather.LANDINGS[Weather.GOOD]}"
    play(game, "done")
    assert queries.circumstances(game) == [f"weather {Weather.GOOD}"]


# -- the examples of play


def test_16_11_of_the_example_within_seven_hexes_and_not_beside_the_city():
    game = example("arnhem/16.0-weather")
    grid, board = game.scenario.board.grid, game.scenario.board
    hexes = {board.hex(line.split()[2]) for line in legal(game) if line.startswith("land 1/1 ")}
    city, zone = board.hex("0705"), board.hex("0103")
    assert hexes == {h for h in board.playable if grid.distance(zone, h) <= 7 and grid.distance(city, h) > 1}
