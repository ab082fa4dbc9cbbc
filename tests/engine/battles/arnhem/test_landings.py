"""Arnhem, 15.3: reinforcements by air."""

from functools import cache

from tests.drawn import allowed, deciding, legal, only, play, refused, where
from tests.engine.battles.drawn_arnhem import market, points, until
from tests.examples import example
from westwall_tui.engine.events import Eliminated, Landed, Moved
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)

AROUND = "0505 0504 0604 0605 0506 0405 0404"
"""0505 and the hexes around it."""
PARAS = ["A 2-2-7 airborne:101st", "B 2-3-7 glider:101st", "G 2-1-4/1-7 airborne-artillery:101st"]


def drop(*allied, german=("X 2-2-7 0909",), turn=1, units="A B G", hexes=AROUND, **what):
    return market(allied=[*PARAS, *allied], german=german, landings=[(turn, units, hexes)], **what)


def landings(game, name="A"):
    return {line.split()[-1] for line in legal(game) if line.startswith(f"land {name} ")}


def test_15_31_within_one_hex_of_the_scheduled_hex():
    game = drop()
    assert landings(game) == set(AROUND.split())
    refusal = refused(game, "land A 0503")
    assert (refusal.case, refusal.units, refusal.hexes) == ("15.31", ("A",), ("0503",))
    assert refusal.reason == "A cannot land at 0503, only at 0404, 0405, 0504, 0505, 0506, 0604 or 0605"
    (event,) = only(play(game, "land A 0505"), Landed)
    assert (event.unit, where(game, "A")) == ("A", "0505")


def test_15_31_a_refusal_names_eight_hexes_at_most():
    near = AROUND + " 0603"
    all_of_them = refused(drop(hexes=near), "land A 0101").reason
    assert all_of_them == "A cannot land at 0101, only at 0404, 0405, 0504, 0505, 0506, 0603, 0604 or 0605"
    some = refused(drop(hexes=near + " 0606"), "land A 0101").reason
    assert some == f"{all_of_them.replace(' or', ',')} ..."


def test_15_31_without_a_free_hex_a_unit_cannot_land():
    refusal = refused(drop(hexes="0505", german=["X 2-2-7 0505"]), "land A 0101")
    assert (refusal.case, refusal.reason) == ("15.31", "A cannot land at 0101 or anywhere else now")


def test_15_31_one_unit_per_hex():
    game = drop()
    play(game, "land A 0505")
    refusal = refused(game, "land B 0505")
    assert (refusal.case, refusal.units, refusal.hexes) == ("15.33", ("B", "A"), ("0505",))
    assert refusal.reason == "A is in 0505; land in another hex"
    assert "0505" not in landings(game, "B")


def test_15_31_airborne_units_land_and_do_not_enter():
    game = drop()
    refusal = refused(game, "enter A 0505")
    assert (refusal.case, refusal.units) == ("15.31", ("A",))
    assert refusal.reason == "A arrives by air; land it instead"
    game = market(allied=["A 3-3-7"], german=["X 2-2-7 0909"], arrivals=[(1, "A", "0501")])
    refusal = refused(game, "land A 0501")
    assert (refusal.case, refusal.units) == ("15.31", ("A",))
    assert refusal.reason == "A does not come by air; enter it at the edge of the map"


def test_15_31_into_an_enemy_zone_but_not_onto_an_enemy():
    game = drop(german=["X 2-2-7 0505"])
    assert refused(game, "land A 0505").case == "15.33"
    play(game, "land A 0504")
    assert where(game, "A") == "0504"
    assert refused(game, "move A 0503").case == "5.14"  # a ruling on 15.32


def test_15_32_three_movement_points_in_the_turn_of_arrival():
    game = drop()
    play(game, "land A 0505")
    assert refused(game, "move A 0501").case == "5.25"
    play(game, "move A 0502")
    assert where(game, "A") == "0502"
    assert refused(game, "move A 0501").case == "5.15"


def test_15_32_the_full_allowance_afterward():
    game = drop()
    play(game, "land A 0505", "land B 0504", "land G 0604")
    until(game, 2, "Allied")
    play(game, "move A 0605 0705 0704 0703 0702 0701 0801")
    assert where(game, "A") == "0801"


def test_15_33_no_landing_on_a_friendly_unit():
    game = drop("F 3-3-7 0505")
    assert refused(game, "land A 0505").case == "15.33"


def test_15_33_15_34_forced_landings_and_their_losses():
    """There is one free hex for three units: two are lost, and count."""
    game = drop(hexes="0505 0504", german=["X 2-2-7 0504"])
    assert refused(game, "done").case == "15.34"
    play(game, "land A 0505")
    events = play(game, "done")
    assert {(event.unit, event.path) for event in only(events, Eliminated)} == {("B", ("0504",)), ("G", ("0504",))}
    assert points(game)["German"][0] == 10


def test_15_34_no_landing_is_delayed_without_the_weather_rules():
    game = drop()
    play(game, "land A 0505", "move A 0503")
    refusal = refused(game, "done")
    assert refusal.case == "15.34"
    assert refusal.units == ("B", "G")
    play(game, "land B 0505", "land G 0504", "done")


def test_15_34_no_landing_before_the_scheduled_turn():
    game = drop(turn=2)
    assert refused(game, "land A 0505").case == "15.0"
    play(game, "done")
    until(game, 2, "Allied")
    assert refused(game, "done").case == "15.34"


def test_15_3_germans_have_no_landings():
    game = market(allied=["A 3-3-7 0101"], german=["X 2-2-7"], arrivals=[(1, "X", "0909")], side=1)
    assert not any(line.startswith("land") for line in legal(game))


def test_15_3_the_first_day_on_the_real_map():
    """18.13: all of Game-Turn One can land, none elsewhere than within one hex of its own."""
    game = Game(shipped("arnhem/historical"), seed=1)
    grid = game.scenario.board.grid
    centres = {"1/502": "1004", "2/506": "0804", "3/501": "1308", "1/82": "2223", "1/1Lt": "3718", "2/505": "2023"}
    for name, centre in centres.items():
        found = landings(game, name)
        assert found
        assert all(grid.distance(grid.parse(h), grid.parse(centre)) <= 1 for h in found)
    landed = 0
    while deciding(game) != "German movement":
        orders = [line for line in legal(game) if line.startswith("land")]
        if deciding(game) == "German demolition":
            play(game, "demolish no")
        elif orders:
            play(game, orders[0])
            landed += 1
        elif deciding(game) == "Allied movement":
            play(game, "done")
        else:
            break
    assert landed == 26
    assert allowed(game, "done") or game.prompt.kind == "combat"


def test_15_32_a_landed_unit_reaches_an_adjacent_hex_by_a_cheaper_road():
    """3519 costs more than three Movement Points straight from 3619, but not by 3520."""
    game = Game(shipped("arnhem/historical"))
    play(game, "land 1/1 3619")
    assert refused(game, "move 1/1 3519 3519").case == "5.25"
    (moved,) = only(play(game, "move 1/1 3519"), Moved)
    assert moved.cost == 3
    assert game.log[-1] == "move 1/1 3520 3519"


# -- the examples of play


def test_15_31_15_33_of_the_example_six_of_seven_hexes_are_free():
    game = example("arnhem/15.3-landings")
    assert [line.split()[2] for line in legal(game) if line.startswith("land 1/1 ")] == [
        "0304", "0305", "0403", "0404", "0504", "0505",
    ]  # fmt: skip
