"""Hurtgen Forest's Exclusive Rules (11.0 to 16.2), on small boards; and its scenarios, unit by unit, by the booklet."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from tests.drawn import (
    FIELD,
    allowed,
    board,
    deciding,
    drawn,
    legal,
    only,
    outcome,
    play,
    refused,
    until,
    until_over,
    where,
)
from westwall_tui.engine import planning, queries
from westwall_tui.engine.battles.hurtgen import Hurtgen, Withdrawal, level, value
from westwall_tui.engine.board import Place
from westwall_tui.engine.events import Eliminated, Entered, Exited, Rolled
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Objective, Share
from westwall_tui.engine.rules.scenario_data import ScenarioDataError
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import ELIMINATED
from westwall_tui.engine.units import Kind, Strength, Unit
from westwall_tui.files.scenarios import load_scenario

shipped = cache(load_scenario)
"""A scenario as it is shipped."""


def forest(terrain: str = FIELD, *, us=(), german=(), towns=None, withdrawing=(), **what) -> Game:
    """A game by Hurtgen Forest's rules, the U.S. first; `towns` are hexes by name, each worth five points."""
    ways = {key: what.pop(key) for key in list(what) if key in WAYS}
    sheet = board(terrain, **ways)
    places = tuple(
        Place(name, "town", tuple(sheet.hex(number) for number in numbers.split()))
        for name, numbers in (towns or {}).items()
    )
    victory = {"towns": {place.name: 5 for place in places}, "withdrawing": list(withdrawing)}
    return drawn(
        replace(sheet, places=places),
        blue=us,
        red=german,
        names=("US", "German"),
        rules="hurtgen",
        victory=what.pop("victory", victory),
        **what,
    )


WAYS = ("roads", "trails", "railways", "streams", "canals", "rivers", "ferries", "bridges")
SUPPORT: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = ([(1, 9, 20)], [])
"""11.41."""


def rolled(game: Game, *lines: str) -> Rolled:
    (roll,) = only(play(game, *lines), Rolled)
    return roll


def cost(game: Game, line: str) -> float:
    """What an entry or an exit costs, in Movement Points."""
    (event,) = play(game, line)
    assert isinstance(event, Entered | Exited)
    return event.cost / 2


def points(game: Game) -> dict[str, int]:
    """Points by side."""
    return dict(zip([side.name for side in game.scenario.sides], queries.totals(game), strict=True))


def account(game: Game) -> dict[str, int]:
    """Points by cause."""
    return {f"{game.scenario.sides[s.side].name}: {s.cause}": s.points for s in queries.account(game)}


# -- 11.0 artillery


def battery(side: str, count: int) -> list[str]:
    """Guns far from the fighting at 0504 and 0505."""
    return [f"{side}{i} 1-1-18/1-7 0{i}01" for i in range(1, count + 1)]


US_GUNS = ["G1", "G2", "G3", "G4", "G5"]


@pytest.mark.parametrize(("count", "case"), [(4, ""), (5, "11.21")])
def test_11_11_11_21_the_us_attacks_with_four_artillery_units(count, case):
    game = forest(us=["A 2-3-7 0505", *battery("G", 5)], german=["X 1-2-7 0504"], phase="combat")
    order = f"attack A > X + {' '.join(US_GUNS[:count])}"
    if case:
        refusal = refused(game, order)
        assert (refusal.case, refusal.units) == (case, tuple(US_GUNS))
        assert refusal.reason.startswith("US may use 4 artillery units for attack in one combat")
    else:
        assert rolled(game, order, "roll 6").differential == 2 + 4 - 2


def test_11_21_artillery_alone_likewise():
    game = forest(us=battery("G", 5), german=["X 1-2-7 0504"], phase="combat")
    assert allowed(game, "attack > X + G1 G2 G3 G4")
    assert refused(game, "attack > X + G1 G2 G3 G4 G5").case == "11.21"


def test_11_11_the_limit_is_each_combats_own():
    game = forest(
        us=["A 2-3-7 0505", "B 2-3-7 0805", *battery("G", 8)],
        german=["X 1-2-7 0504", "Y 1-2-7 0804"],
        phase="combat",
    )
    play(game, "attack A > X + G1 G2 G3 G4", "roll 6")
    while deciding(game) != "US combat":
        play(game, legal(game)[0])
    assert allowed(game, "attack B > Y + G5 G6 G7 G8")


def test_11_12_adjacent_artillery_counts_too():
    game = forest(us=["A 2-3-7 0505", "H 1-2-16/2-7 0604", *battery("G", 4)], german=["X 1-2-7 0504"], phase="combat")
    assert allowed(game, "attack A H > X + G1 G2 G3")
    assert refused(game, "attack A H > X + G1 G2 G3 G4").case == "11.21"
    assert refused(game, "attack A > X + G1 G2 G3 G4").case == "7.12"  # H must, and the others take its room


def test_11_13_ground_support_does_not_count():
    game = forest(us=["A 2-3-7 0505", *battery("G", 4)], german=["X 1-2-7 0504"], phase="combat", supports=SUPPORT)
    assert rolled(game, "attack A > X + G1 G2 G3 G4 gs 5", "roll 6").differential == 2 + 4 + 5 - 2


@pytest.mark.parametrize(("count", "case"), [(3, ""), (4, "11.22")])
def test_11_22_the_us_protects_with_three(count, case):
    game = forest(
        us=["A 2-3-7 0505", *battery("G", 4)], german=["X 4-2-7 0504"], phase="combat", side=1, supports=SUPPORT
    )
    play(game, "attack X > A")
    order = f"fpf {' '.join(US_GUNS[:count])}"
    if case:
        refusal = refused(game, order)
        assert refusal.case == case
        assert "US may use 3 artillery units for Final Protective Fire" in refusal.reason
    else:
        assert rolled(game, order, "roll 6").differential == 4 - 3 - 3


@pytest.mark.parametrize(("guns", "case"), [("G1 G2", ""), ("G1 G2 G3", "11.31")])
def test_11_31_the_german_attacks_with_two(guns, case):
    game = forest(us=["A 2-3-7 0505"], german=["X 4-2-7 0504", *battery("G", 3)], phase="combat", side=1)
    order = f"attack X > A + {guns}"
    assert (refused(game, order).case if case else "") == case
    assert allowed(game, order) is not bool(case)


def test_11_31_adjacent_artillery_counts_for_the_german_too():
    game = forest(
        us=["A 2-3-7 0505"], german=["X 4-2-7 0504", "H 2-1-18/1-7 0604", *battery("G", 2)], phase="combat", side=1
    )
    assert allowed(game, "attack X H > A + G1")
    assert refused(game, "attack X H > A + G1 G2").case == "11.31"


@pytest.mark.parametrize(("guns", "case"), [("G1", ""), ("G1 G2", "11.32")])
def test_11_32_the_german_protects_with_one(guns, case):
    game = forest(us=["A 2-3-7 0505"], german=["X 1-2-7 0504", *battery("G", 2)], phase="combat")
    play(game, "attack A > X")
    if case:
        refusal = refused(game, f"fpf {guns}")
        assert refusal.case == case
        assert "German may use 1 artillery unit for Final Protective Fire" in refusal.reason
    else:
        assert rolled(game, f"fpf {guns}", "roll 6").differential == 2 - 2 - 1


def test_11_1_obliged_artillery_without_room_is_released():
    """Ruling: three German guns touch A, and two may attack it; the third has nobody else and stays out."""
    guns = ["G 2-1-18/1-7 0504", "H 2-1-18/1-7 0604", "K 2-1-18/1-7 0404"]
    game = forest(us=["A 2-3-7 0505"], german=guns, phase="combat", side=1)
    assert refused(game, "attack G H K > A").case == "11.31"
    assert refused(game, "attack G > A").case == "7.12"
    for pair in ("G H", "G K", "H K"):
        after = game.copy()
        play(after, f"attack {pair} > A", "roll 4")
        while deciding(after) != "German combat":
            play(after, legal(after)[-1])
        play(after, "done")


def test_11_1_obliged_artillery_comes_before_voluntary_barrage():
    guns = ["G 2-1-18/1-7 0504", "H 2-1-18/1-7 0604", "K 2-1-18/1-7 0101"]
    game = forest(us=["A 2-3-7 0505"], german=guns, phase="combat", side=1)
    assert refused(game, "attack G > A + K").case == "7.12"
    assert allowed(game, "attack G H > A")


@pytest.mark.parametrize(
    ("side", "attacking", "told"),
    [
        (0, True, "artillery units 1 of at most 4 (11.21)"),
        (0, False, "artillery units 1 of at most 3 (11.22)"),
        (1, True, "artillery units 1 of at most 2 (11.31)"),
        (1, False, "artillery units 1 of at most 1 (11.32)"),
    ],
)
def test_11_2_11_3_the_screen_is_told_the_limit(side, attacking, told):
    game = forest(us=["G 1-2-16/2-7"], german=["H 2-1-18/1-7"])
    assert planning.artillery_limit(game, Share(side, attacking, 2, (side,), 5)) == told


# -- 11.4 Ground Support


def four_fights(**what) -> Game:
    return forest(
        us=["A 2-3-7 0202", "B 2-3-7 0502", "C 2-3-7 0802", "D 2-3-7 0208", "E 2-3-7 0508"],
        german=["V 1-2-7 0201", "W 1-2-7 0501", "X 1-2-7 0801", "Y 1-2-7 0209", "Z 1-2-7 0509"],
        supports=SUPPORT,
        phase="combat",
        **what,
    )


def test_11_41_twenty_points_in_a_game_turn():
    game = four_fights()
    for attacker, defender in ("AV", "BW", "CX", "DY"):
        play(game, f"attack {attacker} > {defender} gs 5", "roll 6")
        while deciding(game) != "US combat":
            play(game, legal(game)[0])
    assert game.state.support[0] == 0
    assert refused(game, "attack E > Z gs 1").case == "9.14"


@pytest.mark.parametrize("key", ["historical", "free"])
def test_11_41_every_game_turn_of_the_us_alone(key):
    us, german = shipped(f"hurtgen/{key}").sides
    assert [us.support(turn) for turn in range(1, 15)] == [20] * 14
    assert [german.support(turn) for turn in range(1, 15)] == [0] * 14


def test_11_42_at_most_five_in_a_combat():
    game = four_fights()
    assert allowed(game, "attack A > V gs 5")
    refusal = refused(game, "attack A > V gs 6")
    assert refusal.case == "11.42"
    assert "5 of its 20" in refusal.reason


def test_11_43_none_for_final_protective_fire():
    game = forest(
        us=["A 2-3-7 0505", "G 1-2-16/2-7 0101"], german=["X 4-2-7 0504"], phase="combat", side=1, supports=SUPPORT
    )
    play(game, "attack X > A")
    refusal = refused(game, "fpf G gs 1")
    assert (refusal.case, "0 of its 20" in refusal.reason) == ("11.43", True)
    assert legal(game) == ["fpf none", "fpf G"]


def test_11_43_without_artillery_nobody_is_asked():
    game = forest(us=["A 2-3-7 0505"], german=["X 4-2-7 0504"], phase="combat", side=1, supports=SUPPORT)
    play(game, "attack X > A")
    assert deciding(game) == "German roll"


def test_11_44_anywhere_on_the_map():
    game = forest(us=["A 2-3-7 0109"], german=["X 1-2-7 0901"], phase="combat", supports=SUPPORT)
    assert rolled(game, "attack > X gs 5", "roll 6").differential == 5 - 2


# -- 12.0 the 116th Panzer Division


PANZER = [f"P{i} 2-2-12 090{i}" for i in range(1, 8)]
NAMES = [f"P{i}" for i in range(1, 8)]


def panzers(units=PANZER, us=("A 2-3-7 0109",), **what) -> Game:
    names = [text.split()[0] for text in units if text.startswith("P")]
    return forest(us=us, german=units, withdrawing=names, **what)


def clock(game: Game) -> Withdrawal:
    """How the withdrawal stands."""
    assert isinstance(game.rules, Hurtgen)
    return game.rules.withdrawal(game.state)


@pytest.mark.parametrize(("edge", "case"), [("east", ""), ("south", ""), ("north", "12.0"), ("west", "12.0")])
def test_12_0_by_the_east_or_the_south_edge(edge, case):
    corner = {"east": "0905", "south": "0509", "north": "0501", "west": "0105"}[edge]
    game = panzers([f"P 2-2-12 {corner}"], us=["A 2-3-7 0303"], side=1)
    if case:
        refusal = refused(game, f"exit P {edge}")
        assert (refusal.case, refusal.units) == (case, ("P",))
    else:
        play(game, f"exit P {edge}")
        assert where(game, "P") == edge
        assert clock(game).left


def test_12_0_no_penalty_up_to_game_turn_four():
    game = panzers()
    assert not until(game, "German movement", 4)
    play(game, *(f"exit {name} east" for name in NAMES))
    assert not until(game, "US movement", 6)
    assert points(game) == {"US": 0, "German": 0}


def test_12_11_five_points_for_each_unit_and_game_turn_that_begins_with_it_on_the_map():
    game = panzers(PANZER[:2])
    assert [str(s) for s in until(game, "US movement", 5)] == [
        "US 10 Victory Points: P1, P2 of the 116th Panzer Division still on the map"
    ]
    assert points(game)["US"] == 10
    until(game, "US movement", 6)
    assert points(game)["US"] == 20
    assert account(game)["US: 4 times a unit of the 116th Panzer Division still on the map"] == 20


def test_12_11_in_the_last_game_turn_too_and_no_further():
    game = panzers(PANZER[:1], last_turn=6)
    until_over(game)
    assert points(game)["US"] == 2 * 5


def test_12_11_only_units_of_the_116th():
    game = panzers([*PANZER[:1], "X 1-2-7 0909"])
    until(game, "US movement", 5)
    assert points(game)["US"] == 5


def test_12_12_not_for_destroyed_units_which_count_as_such():
    """P1 is destroyed in Game-Turn 4 and worth its four points."""
    game = panzers(["P1 2-2-12 0901", "X 1-2-7 0909"], us=["A 20-3-7 0801"], turn=4, phase="combat")
    play(game, "attack A > P1", "roll 1", "stand")
    assert where(game, "P1") == "eliminated"
    until(game, "US movement", 6)
    assert points(game)["US"] == 4


def test_12_13_the_example():
    """Four leave in Game-Turn 4, two in 5, one in 6: twenty points."""
    game = panzers()
    for turn, names in ((4, NAMES[:4]), (5, NAMES[4:6]), (6, NAMES[6:])):
        until(game, "German movement", turn)
        play(game, *(f"exit {name} east" for name in names))
    until(game, "US movement", 9)
    assert points(game) == {"US": 20, "German": 0}
    assert clock(game).points == 20


def test_12_13_the_clock():
    game = panzers()
    now = clock(game)
    assert (game.state.ids(now.on_map), now.left, now.points, now.due) == (tuple(NAMES), (), 0, 5)
    until(game, "German movement", 5)
    play(game, "exit P1 east")
    now = clock(game)
    assert (len(now.on_map), len(now.left), now.lost, now.points, now.due) == (6, 1, (), 35, 6)
    until(game, "US movement", 9)
    assert clock(game).due == 0  # the last Game-Turn has begun


@pytest.mark.parametrize("key", ["historical", "free"])
def test_12_0_its_seven_units_by_name(key):
    scenario = shipped(f"hurtgen/{key}")
    names = scenario.victory["withdrawing"]
    assert isinstance(names, list)
    named = [scenario.units[scenario.by_id[name.lower()]] for name in names]
    assert {unit.id for unit in scenario.units if unit.formation == "116th Panzer"} == {*names}
    assert Counter(str(unit.strength) for unit in named) == count(
        "two 2-2-12, 3-2-12, 1-3-12, 2-3-16/2-12, 2-1-18/1-7, 1-2-12/2-7"
    )


# -- 13.0 reinforcements


def arriving(count: int = 4, where_: str = "0901", strength: str = "1-2-7", **what) -> Game:
    units = [f"R{i} {strength}" for i in range(1, count + 1)]
    names = " ".join(f"R{i}" for i in range(1, count + 1))
    what = {"us": ["A 2-3-7 0109"], "side": 1, **what}
    return forest(german=[*units, *what.pop("german", ())], arrivals=[(1, names, where_)], **what)


def test_13_0_from_their_game_turn_on():
    game = forest(us=["A 2-3-7 0109"], german=["R 1-2-7"], arrivals=[(2, "R", "0901")], side=1)
    refusal = refused(game, "enter R 0901")
    assert (refusal.case, refusal.reason) == ("13.0", "R arrives on Game-Turn 2")
    until(game, "German movement", 2)
    play(game, "enter R 0901")


@pytest.mark.parametrize(("terrain", "clear"), [(".", 1), (",", 2), ("f", 2), ("^", 3), ("%", 4), ("o", 1)])
def test_13_11_the_entry_hex_is_paid_by_the_terrain_key_or_the_road(terrain, clear):
    ground = f"........{terrain}\n" + "\n".join(["........."] * 8)
    assert cost(arriving(1, terrain=ground), "enter R1 0901") == clear
    assert cost(arriving(1, terrain=ground, roads=["0901 edge"]), "enter R1 0901") == 0.5
    assert cost(arriving(1, terrain=ground, trails=["0901 edge"]), "enter R1 0901") == 1


def test_13_12_several_come_one_behind_the_other_in_any_order():
    game = arriving(3, roads=["0801 0901 edge"])
    for number, name in enumerate(("R3", "R1", "R2"), 1):
        assert cost(game, f"enter {name} 0901 0801 070{number}") >= number / 2


@pytest.mark.parametrize(("ways", "first", "more"), [({"roads": ["0901 edge"]}, 0.5, 0.5), ({}, 1, 1)])
def test_13_13_the_example(ways, first, more):
    """Half a Movement Point, one, one and a half by road; else a clear hex more for each unit ahead."""
    game = arriving(4, **ways)
    for ahead in range(4):
        to = f"090{5 - ahead}"
        assert cost(game, f"enter R{ahead + 1} 0901 {to}") == first + more * ahead + (4 - ahead)


def test_13_13_a_column_behind_difficult_ground_crosses_clear_hexes():
    ground = "........f\n" + "\n".join(["........."] * 8)
    game = arriving(2, terrain=ground)
    assert cost(game, "enter R1 0901 0902") == 2 + 1
    assert cost(game, "enter R2 0901") == 2 + 1


def test_13_13_the_column_is_new_in_every_phase_and_in_every_hex():
    game = forest(
        us=["A 2-3-7 0109"],
        german=["R1 1-2-7", "R2 1-2-7", "R3 1-2-7"],
        arrivals=[(1, "R1", "0901"), (1, "R2", "0905"), (2, "R3", "0901")],
        side=1,
    )
    assert cost(game, "enter R1 0901 0902") == 2
    assert cost(game, "enter R2 0905") == 1
    until(game, "German movement", 2)
    assert cost(game, "enter R3 0901") == 1


def test_13_13_who_cannot_pay_comes_later():
    game = arriving(3, strength="1-2-2")
    play(game, "enter R1 0901 0902", "enter R2 0901")
    assert refused(game, "enter R3 0901").case in ("5.25", "5.31")
    until(game, "German movement", 2)
    play(game, "move R2 0801", "enter R3 0901")


def test_13_14_once_on_the_map_they_move_as_usual_and_between_other_moves():
    game = arriving(2, german=["X 1-2-7 0903"])
    play(game, "enter R1 0901 0804", "move X 0905", "enter R2 0901 0902 0903")
    assert [where(game, name) for name in ("R1", "R2", "X")] == ["0804", "0903", "0905"]


def test_13_14_they_do_not_end_the_phase_stacked():
    game = arriving(2)
    play(game, "enter R1 0901")
    assert refused(game, "enter R2 0901").case == "5.31"


def test_13_21_not_into_an_enemys_hex_but_into_his_zone():
    game = arriving(1, "0901 0903", us=["A 2-3-7 0901"])
    refusal = refused(game, "enter R1 0901")
    assert (refusal.case, refusal.units, refusal.hexes) == ("13.21", ("R1", "A"), ("0901",))
    game = arriving(1, "0902", us=["A 2-3-7 0901"])
    assert refused(game, "enter R1 0902 0903").case == "6.0"
    play(game, "enter R1 0902")


def test_13_22_blocked_by_an_enemy_they_come_by_the_nearest_hex_towards_a_friend():
    game = arriving(1, "0905", us=["A 2-3-7 0905"], german=["X 1-2-7 0909"])
    refusal = refused(game, "enter R1 0905")
    assert (refusal.case, refusal.units) == ("13.21", ("R1", "A"))
    assert refusal.reason == "0905 holds the enemy's A, and R1 may not enter there, only at 0906"
    assert refused(game, "enter R1 0904").case == "13.24"
    assert cost(game, "enter R1 0906") == 1


def test_13_22_blocked_by_a_friend_in_an_enemy_zone():
    game = arriving(1, "0905", us=["A 2-3-7 0804"], german=["X 1-2-7 0905", "Y 1-2-7 0901"])
    assert not allowed(game, "enter R1 0905")
    assert refused(game, "enter R1 0906").case == "13.24"
    assert allowed(game, "enter R1 0904")
    free = arriving(1, "0905", us=["A 2-3-7 0109"], german=["X 1-2-7 0905"])
    assert refused(free, "enter R1 0906").case == "13.24"
    play(free, "enter R1 0905 0906")


def test_13_23_they_may_be_withheld():
    game = arriving(1)
    until(game, "German movement", 3)
    play(game, "enter R1 0901")


def test_13_24_and_come_at_their_scheduled_hex_even_so():
    game = arriving(1)
    until(game, "German movement", 3)
    refusal = refused(game, "enter R1 0902")
    assert (refusal.case, refusal.reason) == ("13.24", "R1 may not enter at 0902, only at 0901")


def test_13_25_until_then_they_touch_nobody():
    game = arriving(1, us=["A 2-3-7 0801"], side=0)
    play(game, "move A 0901")
    assert where(game, "A") == "0901"


# -- 14.0 leaving the map


@pytest.mark.parametrize(("terrain", "clear"), [(".", 1), (",", 2), ("f", 2), ("^", 3), ("%", 4), ("o", 1)])
def test_14_0_the_hex_beyond_the_edge_is_like_the_one_before_it(terrain, clear):
    ground = f"........{terrain}\n" + "\n".join(["........."] * 8)
    for ways, price in (({}, clear), ({"roads": ["0901 edge"]}, 0.5), ({"trails": ["0901 edge"]}, 1)):
        game = forest(ground, us=["A 2-3-7 0109"], german=["P 1-2-7 0901"], withdrawing=["P"], side=1, **ways)
        assert cost(game, "exit P 0901 east") == price


def test_14_0_nobody_else_leaves():
    game = panzers([*PANZER[:1], "X 1-2-7 0909"], us=["A 2-3-7 0509"], side=1)
    refusal = refused(game, "exit X east")
    assert (refusal.case, refusal.units) == ("14.0", ("X",))
    game = panzers(us=["A 2-3-7 0509"])
    assert refused(game, "exit A south").case == "14.0"
    assert not any(line.startswith("exit") for line in legal(game))


def test_14_11_who_has_left_does_not_return():
    game = panzers(side=1)
    play(game, "exit P1 east")
    until(game, "German movement", 2)
    assert refused(game, "enter P1 0901").case == "13.0"
    assert refused(game, "move P1 0901").case == "5.11"


def test_14_12_who_has_left_is_not_eliminated():
    game = panzers(PANZER[:1], side=1)
    play(game, "exit P1 east")
    assert points(game) == {"US": 0, "German": 0}
    assert not queries.losses(game, 1)


def test_14_13_nobody_leaves_as_a_result_of_combat():
    game = panzers(["P1 1-1-7 0102"], terrain=".\n.", us=["A 13-1-7 0101"], phase="combat", roads=["0102 edge"])
    (event,) = only(play(game, "attack A > P1", "roll 4"), Eliminated)
    assert event.path == ("0102",)


def test_14_13_only_in_the_german_movement_phase():
    game = panzers()
    assert refused(game, "exit P1 east").case == "5.11"
    game = panzers(["P1 2-2-12 0909", "P2 2-2-12 0901"], us=["A 2-3-7 0908"], side=1, phase="combat")
    assert refused(game, "exit P2 east").case == "4.1"


def test_14_13_not_out_of_an_enemy_zone():
    game = panzers(PANZER[:1], us=["A 2-3-7 0902"], side=1)
    assert refused(game, "exit P1 east").case == "5.14"


# -- 15.1 units


@pytest.mark.parametrize(
    ("strength", "worth"),
    [("3-2-12", 5), ("2-3-7", 5), ("1-2-7", 3), ("1-2-16/2-7", 5), ("3-1-20/1-7", 5), ("2-3-16/2-12", 7)],
)
def test_15_11_a_unit_is_worth_all_its_strengths(strength, worth):
    kind = Kind.ARTILLERY if "/" in strength else Kind.INFANTRY
    assert value(Unit("U", "U", 0, kind, "II", "", Strength.parse(strength))) == worth


def test_15_12_points_for_eliminated_enemies():
    game = forest(us=["A 13-3-7 0102"], german=["X 3-2-12 0101"], terrain=".\n.", phase="combat")
    play(game, "attack A > X", "roll 1")
    assert where(game, "X") == "eliminated"
    assert points(game) == {"US": 5, "German": 0}
    assert account(game)["US: 1 German unit eliminated"] == 5
    game = forest(us=["A 1-2-16/2-7 0101"], german=["X 13-2-12 0102"], terrain=".\n.", phase="combat", side=1)
    play(game, "attack X > A", "roll 1")
    assert points(game) == {"US": 0, "German": 5}
    assert account(game)["German: 1 US unit eliminated"] == 5


# -- 15.2 towns


TOWN = {"Town": "0505 0604"}


def objective(game: Game) -> Objective:
    (found,) = queries.objectives(game)
    return found


def held(game: Game) -> bool:
    """Whether the US would score the town now; the account and the screen's list must agree."""
    found = objective(game)
    told = account(game).get("US: Town", 0)
    assert (found.side == 0) == bool(found.line) == (told == 5)
    assert found.points == (5, 0)
    assert found.why
    return found.side == 0


def test_15_21_a_town_need_not_be_occupied():
    assert held(forest(us=["A 2-3-7 0909"], german=["X 1-2-7 0901"], towns=TOWN))


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("0505", "X stands in 0505"),
        ("0604", "X stands in 0604"),
        ("0405", "0505 is in the Zone of Control of X"),
        ("0704", "0604 is in the Zone of Control of X"),
        ("0804", ""),
    ],
)
def test_15_21_every_hex_of_it_must_be_free_of_germans_and_their_zones(at, why):
    game = forest(us=["A 2-3-7 0909"], german=[f"X 1-2-7 {at}"], towns=TOWN)
    assert held(game) is not bool(why)
    assert not why or objective(game).why == why


def test_15_21_a_us_unit_there_does_not_undo_a_german_zone():
    """Ruling."""
    game = forest(us=["A 2-3-7 0505"], german=["X 1-2-7 0405"], towns=TOWN)
    assert not held(game)


def test_15_21_only_the_us_scores_and_only_at_the_end():
    """While the game goes on the account says what would be; a town lost again is not scored."""
    game = forest(us=["A 2-3-7 0909"], german=["X 1-2-7 0901"], towns=TOWN, last_turn=1)
    assert held(game)
    play(game, "done")
    until(game, "German movement")
    play(game, "move X 0604")
    assert not held(game)
    assert points(game) == {"US": 0, "German": 0}
    until_over(game)
    assert outcome(game).reason == "German Decisive Victory: US 0, German 0, 0 to 0"


def test_15_22_the_twelve_towns_and_their_points():
    five = ("Kommerscheidt", "Vossenack", "Germeter", "Hurtgen", "Kleinhau", "Grosshau", "Brandenburg")
    many = ("Gey", "Bergstein", "Untermaubach", "Nideggen", "Schmidt")
    for key in ("historical", "free"):
        game = Game(shipped(f"hurtgen/{key}"))
        found = {place.name: (place.hexes[0], place.points) for place in queries.objectives(game)}
        assert {name: worth for name, (_, worth) in found.items()} == {
            **dict.fromkeys(five, (5, 0)),
            **dict.fromkeys(many, (25, 0)),
        }
        numbers = ["1524", "1120", "0819", "1214", "1410", "1408", "1717", "1805", "2118", "2410", "2919", "1726"]
        assert [game.state.number(h) for h, _ in found.values()] == numbers


def test_15_22_who_would_score_them_at_the_start():
    """Those without a German in reach, if only by a long way round; the German has to see to it."""
    game = Game(shipped("hurtgen/historical"))
    us = [place.name for place in queries.objectives(game) if place.side == 0]
    assert us == [cause.removeprefix("US: ") for cause in account(game) if cause[4:] in us]
    assert {"Germeter", "Vossenack"} <= {*us}
    assert not {"Hurtgen", "Kleinhau", "Schmidt", "Kommerscheidt", "Brandenburg", "Bergstein"} & {*us}


def test_15_21_nothing_is_scored_while_the_armies_are_set_up():
    game = Game(shipped("hurtgen/free"))
    assert points(game) == {"US": 0, "German": 0}
    assert {place.why for place in queries.objectives(game)} == {"the armies are being set up"}


def test_15_22_every_town_can_be_scored():
    game = Game(shipped("hurtgen/historical"))
    for unit in game.state.on_map(1):
        game.state.location[unit] = ELIMINATED
    for place in queries.objectives(game):
        assert place.side == 0, place.name
        assert place.line[-1] in game.scenario.board.edge("west")
        assert place.line[0] in place.hexes


# -- 15.3 Lines of Communication


def lane(terrain: str, *, us=(), german=(), **what) -> Game:
    """A row of hexes from the west edge at 0101 to the town at its end."""
    return forest(
        terrain, us=us or ["A 2-3-7"], german=german or ["X 1-2-7"], towns={"Town": f"0{len(terrain)}01"}, **what
    )


def test_15_31_a_line_leads_back_to_the_west_edge():
    game = lane("....o")
    assert held(game)
    assert game.state.numbers(objective(game).line) == ("0501", "0401", "0301", "0201", "0101")
    assert not held(lane("..-.o"))


def test_15_31_a_line_from_one_hex_of_the_town_serves_it():
    """Ruling: 0603 lies beyond the river, 0503 does not."""
    town = {"Town": "0603 0503"}
    river = "0503/0603 0503/0602 0502/0602 0502/0601 0501/0601 0504/0603"
    game = forest("......\n" * 3, us=["A 2-3-7"], german=["X 1-2-7"], towns=town, rivers=[river.rsplit(" ", 1)[0]])
    assert held(game)
    assert game.state.number(objective(game).line[0]) == "0503"


@pytest.mark.parametrize(("at", "yes"), [("0101", False), ("0301", False), ("0103", True)])
def test_15_32_not_through_german_units_or_their_zones(at, yes):
    ground = ".....\n-----\n.----"
    game = forest(ground, us=["A 2-3-7"], german=[f"X 1-2-7 {at}"], towns={"Town": "0501"})
    assert held(game) is yes
    if not yes:
        assert objective(game).why == "German units or their Zones of Control cut every Line of Communication"


def test_15_32_not_even_where_a_us_unit_stands():
    """Ruling: X at 0302 has 0301 in its zone, whether or not A holds that."""
    ground = ".....\n--.--"
    for us in (["A 2-3-7 0301"], ["A 2-3-7 0101"]):
        assert not held(forest(ground, us=us, german=["X 1-2-7 0302"], towns={"Town": "0501"}))


def test_15_32_round_the_enemy_if_need_be():
    game = forest(us=["A 2-3-7"], german=["X 1-2-7 0305"], towns={"Town": "0905"})
    assert held(game)
    shut = {"0305", "0304", "0306", "0204", "0205", "0404", "0405"}
    assert not shut & {*game.state.numbers(objective(game).line)}


@pytest.mark.parametrize(
    ("terrain", "yes"), [("%%..o", True), (".%.%o", True), ("%.%.o", True), ("%%%.o", False), ("%.%.%o", False)]
)
def test_15_33_two_rough_hexes_and_no_more(terrain, yes):
    """Counted are the hexes that the line enters, that of the mapedge included."""
    game = lane(terrain)
    assert held(game) is yes
    assert yes or objective(game).why == "the ground allows no Line of Communication"


def test_15_33_a_road_makes_no_difference():
    assert not held(lane("%%%.o", roads=["0101 0201 0301 0401 0501"]))


def test_15_33_a_longer_way_with_less_of_them_is_found():
    """Straight on there are three; round below, where it is longer, there are none."""
    ground = ".%%%.o\n......\n......"
    game = forest(ground, us=["A 2-3-7"], german=["X 1-2-7"], towns={"Town": "0601"})
    assert held(game)


def test_15_33_the_shortest_line_to_a_hex_may_not_be_the_one_that_leads_on():
    """The short way from 0501 has two rough hexes; from the town there is a third before that."""
    ground = ".%%..%o\n.---..-\n......."
    game = forest(ground, us=["A 2-3-7"], german=["X 1-2-7"], towns={"Town": "0701"})
    assert held(game)
    line = game.state.numbers(objective(game).line)
    assert line == ("0701", "0601", "0502", "0503", "0403", "0303", "0203", "0103")


@pytest.mark.parametrize(
    ("what", "yes"),
    [
        ({"streams": ["0301/0401"]}, False),
        ({"canals": ["0301/0401"]}, False),
        ({"streams": ["0301/0401"], "roads": ["0301 0401"]}, True),
        ({"streams": ["0301/0401"], "trails": ["0301 0401"]}, True),
        ({"streams": ["0301/0401"], "bridges": ["rail 0301/0401"]}, True),
        ({"rivers": ["0301/0401"]}, False),
        ({"rivers": ["0301/0401"], "roads": ["0301 0401"]}, True),
        ({"rivers": ["0301/0401"], "bridges": ["rail 0301/0401"]}, True),
        ({"rivers": ["0301/0401"], "ferries": ["0301/0401"]}, False),
    ],
)
def test_15_34_water_only_by_a_bridge(what, yes):
    assert held(lane("....o", **what)) is yes


@pytest.mark.parametrize(("roads", "yes"), [([], False), (["0201 0301 0401"], True)])
def test_15_34_not_into_prohibited_terrain(roads, yes):
    assert held(lane("..~.o", roads=roads)) is yes


def test_15_35_units_need_no_line():
    """A is cut off, and moves and attacks as ever."""
    game = forest(us=["A 2-3-7 0901"], german=["X 1-2-7 0801", "Y 1-2-7 0104"], towns={"Town": "0901"}, phase="combat")
    assert not held(game)
    assert rolled(game, "attack A > X", "roll 6").differential == 0


# -- 15.4 levels of victory


@pytest.mark.parametrize(
    ("us", "german", "name"),
    [
        (40, 10, "US Decisive"),
        (399, 100, "US Substantive"),
        (3999, 1000, "US Substantive"),
        (30, 10, "US Substantive"),
        (2999, 1000, "US Marginal"),
        (20, 10, "US Marginal"),
        (1999, 1000, "German Marginal"),
        (15, 10, "German Marginal"),
        (1499, 1000, "German Substantive"),
        (101, 100, "German Substantive"),
        (10, 10, "German Decisive"),
        (1, 10, "German Decisive"),
        (0, 10, "German Decisive"),
        (0, 0, "German Decisive"),
        (1, 0, "US Decisive"),
    ],
)
def test_15_4_levels_by_the_exact_ratio(us, german, name):
    assert level(us, german) == name


def test_15_4_every_ratio_has_one_level():
    order = [
        "German Decisive", "German Substantive", "German Marginal", "US Marginal", "US Substantive", "US Decisive",
    ]  # fmt: skip
    found = sorted(
        (Fraction(us, german), order.index(level(us, german))) for us in range(90) for german in range(1, 30)
    )
    assert [rank for _, rank in found] == sorted(rank for _, rank in found)
    assert {rank for _, rank in found} == set(range(6))


@pytest.mark.parametrize(
    ("worth", "name", "winner"), [(5, "German Decisive", 1), (8, "German Marginal", 1), (15, "US Substantive", 0)]
)
def test_15_4_the_outcome_tells_the_level_and_the_totals(worth, name, winner):
    """The Germans have killed a unit worth five."""
    sheet = board(FIELD)
    game = drawn(
        replace(sheet, places=(Place("Town", "town", (sheet.hex("0505"),)),)),
        blue=["A 2-3-7 0909", "B 2-3-7 0901"],
        red=["X 1-2-7 0902"],
        names=("US", "German"),
        rules="hurtgen",
        victory={"towns": {"Town": worth}},
        last_turn=1,
    )
    game.state.location[1] = ELIMINATED
    until_over(game)
    assert outcome(game).winner == winner
    hundredths = worth * 20
    ratio = f"{hundredths // 100}.{hundredths % 100:02} to 1"
    assert outcome(game).reason == f"{name} Victory: US {worth}, German 5, {ratio}"


# -- what [victory] must hold


@pytest.mark.parametrize(
    ("victory", "key"),
    [
        ({"towns": {"Nowhere": 5}}, "towns"),
        ({"towns": ["Town"]}, "towns"),
        ({"towns": {"Town": -1}}, "towns"),
        ({"towns": {"Town": True}}, "towns"),
        ({"withdrawing": ["Z"]}, "withdrawing"),
        ({"bastogne": []}, "bastogne"),
    ],
)
def test_15_22_12_0_faults_of_the_data_are_told(victory, key):
    with pytest.raises(ScenarioDataError) as caught:
        forest(us=["A 2-3-7"], german=["X 1-2-7"], towns=TOWN, victory=victory)
    assert caught.value.key == key


# -- 16.0 the scenarios, unit by unit


def count(text: str) -> Counter[str]:
    """`two 2-2-12, 3-2-12` as strengths by number."""
    words = {"two": 2, "three": 3, "five": 5, "six": 6, "seven": 7, "nine": 9, "eighteen": 18}
    found: Counter[str] = Counter()
    for part in text.split(", "):
        number, _, strength = part.rpartition(" ")
        found[strength] += words.get(number, 1)
    return found


def placed(scenario: Scenario, side: str) -> dict[str, str]:
    """By hex the unit's Strength and printed designation."""
    found = {}
    for u, h in scenario.placed:
        unit = scenario.units[u]
        if scenario.sides[unit.side].name == side:
            found[scenario.board.number(h)] = f"{unit.strength} {unit.designation}"
    return found


def listed(text: str) -> dict[str, str]:
    """`2-3-7: 1/8 0402, 2/8 0505` lines by hex."""
    found = {}
    for line in text.strip().splitlines():
        strength, _, rest = line.strip().partition(": ")
        for item in rest.split(", "):
            designation, number = item.split()
            found[number] = f"{strength} {designation}"
    return found


US_DEPLOYMENT = """
    2-3-7: 1/8 0402, 2/8 0505, 3/8 0606, 1/22 0508, 2/22 0510, 3/22 0512, 1/12 0514, 2/12 0515, 3/12 0516
    2-3-7: 1/121 0617, 2/121 0718, 3/121 0818, 1/28 0819, 2/28 1019, 3/28 1120, 1/13 1121, 2/13 0922, 3/13 0723
    1-2-16/2-7: 20 0203, 29 0310, 42 0315, 45 0720, 43 0721, 28 1020
    3-1-20/1-7: 44 0322, 56 0108
"""
"""16.12"""
GERMAN_DEPLOYMENT = """
    1-2-7: 1/983 0702, 2/983 0803, 1/984 0805, 2/984 0807, 1/985 0709, 2/985 0712, 275F 0714, 253(-) 0716, 31MG 0917
    2-3-7: 1/1055 1118, 2/1055 1317, 3/1055 1520, 1/1056 1522, 2/1056 1423, 3/1056 1224, 89F 1025
    2-2-12: 60 0914, 156 1518
    3-2-12: 16 1014
    1-3-12: 116 1718
    2-3-16/1-7: 275 1002, 89 1623
    2-3-16/2-12: 116 1213
    2-1-18/1-7: 116 1411, 275 2117, 89 1725
    1-2-12/2-7: 116 1716
"""
"""16.13"""
US_SCHEDULE = {(4, "0123"): ("3-2-12, 2-3-12, 1-2-16/2-12", "10 47 56")}
"""16.14"""
GERMAN_SCHEDULE = {
    (2, "2907"): ("2-3-16/1-7, 1-2-7, 1-2-7, 1-2-7, 1-2-7", "1/854 2/854 1/855 2/855 344"),
    (2, "2918"): ("2-1-18/1-7, two 1-2-7", "1/856 2/856 344"),
    (9, "2907"): ("2-3-16/1-7, five 1-2-7", "1/941 2/941 1/942 2/942 1/943 353"),
    (9, "2918"): ("2-1-18/1-7, two 1-2-7", "2/943 344F 353"),
    (11, "2918"): ("1-2-16/1-7, three 2-3-7", "1/980 2/980 1/29 272"),
}
"""16.15"""


def test_16_12_us_deployment():
    assert placed(shipped("hurtgen/historical"), "US") == listed(US_DEPLOYMENT)


def test_16_13_german_deployment():
    assert placed(shipped("hurtgen/historical"), "German") == listed(GERMAN_DEPLOYMENT)


def schedule(scenario: Scenario, side: str) -> dict[tuple[int, str], tuple[Counter[str], list[str]]]:
    found = {}
    for group in scenario.reinforcements:
        if scenario.sides[group.side].name == side:
            (h,) = group.hexes
            units = [scenario.units[u] for u in group.units]
            strengths = Counter(str(unit.strength) for unit in units)
            found[group.turn, scenario.board.number(h)] = strengths, sorted(unit.designation for unit in units)
    return found


def expected(table: dict[tuple[int, str], tuple[str, str]]) -> dict[tuple[int, str], tuple[Counter[str], list[str]]]:
    return {key: (count(strengths), sorted(names.split())) for key, (strengths, names) in table.items()}


@pytest.mark.parametrize("key", ["historical", "free"])
def test_16_14_16_15_16_23_16_24_reinforcements(key):
    scenario = shipped(f"hurtgen/{key}")
    assert schedule(scenario, "US") == expected(US_SCHEDULE)
    assert schedule(scenario, "German") == expected(GERMAN_SCHEDULE)


@pytest.mark.parametrize("key", ["historical", "free"])
def test_16_16_16_25_the_us_first_and_fourteen_game_turns(key):
    scenario = shipped(f"hurtgen/{key}")
    assert [side.name for side in scenario.sides] == ["US", "German"]
    assert (scenario.first_turn, scenario.last_turn) == (1, 14)
    assert (len(scenario.dates), scenario.date(1), scenario.date(14)) == (14, "15 Nov", "28 Nov")


def test_16_16_the_historical_game_begins_with_the_us_movement_phase():
    assert deciding(Game(shipped("hurtgen/historical"))) == "US movement"


def test_16_25_the_german_deploys_first():
    game = Game(shipped("hurtgen/free"))
    assert deciding(game) == "German set-up"
    play(game, *map(str, queries.suggested_setup(game)), "done")
    assert deciding(game) == "US set-up"
    play(game, *map(str, queries.suggested_setup(game)), "done")
    assert deciding(game) == "US movement"
    suggested = {u: h for group in game.scenario.setup for u, h in zip(group.units, group.suggest, strict=True)}
    assert all(game.state.location[u] == h for u, h in suggested.items())


def groups(scenario: Scenario) -> dict[str, Counter[str]]:
    return {
        scenario.sides[group.side].name: Counter(str(scenario.units[u].strength) for u in group.units)
        for group in scenario.setup
    }


def test_16_21_16_22_who_is_set_up():
    assert groups(shipped("hurtgen/free")) == {
        "US": count("eighteen 2-3-7, six 1-2-16/2-7, two 3-1-20/1-7"),
        "German": count(
            "nine 1-2-7, seven 2-3-7, 3-2-12, two 2-2-12, 1-3-12, 1-2-12/2-7, three 2-1-18/1-7, 2-3-16/2-12, "
            "two 2-3-16/1-7"
        ),
    }


def test_16_22_all_units_of_the_116th_among_them():
    scenario = shipped("hurtgen/free")
    (german,) = [group for group in scenario.setup if scenario.sides[group.side].name == "German"]
    assert {u for u, unit in enumerate(scenario.units) if unit.formation == "116th Panzer"} <= {*german.units}


@pytest.mark.parametrize(("side", "area"), [("US", "West of the Front Line"), ("German", "East of the Front Line")])
def test_16_21_16_22_on_their_side_of_the_front_line_but_not_beside_it(side, area):
    scenario = shipped("hurtgen/free")
    sheet = scenario.board
    beside = {h for pair in sheet.lines["Front Line"].pairs for h in pair}
    (group,) = [group for group in scenario.setup if scenario.sides[group.side].name == side]
    assert group.hexes == {*sheet.areas[area]} - beside
    assert len(group.hexes) > 5 * len(group.units)


def test_16_21_16_22_elsewhere_nobody_is_set_up():
    game = Game(shipped("hurtgen/free"))
    refusal = refused(game, "deploy 60 0714")
    assert (refusal.case, refusal.hexes) == ("16.22", ("0714",))
    assert refusal.reason == "60 may not set up at 0714, next to the Front Line"
    refusal = refused(game, "deploy 60 0402")
    assert (refusal.case, refusal.reason) == ("16.22", "60 sets up east of the Front Line, and 0402 is not")
    assert allowed(game, "deploy 1/983 1118") is False
    play(game, "deploy 60 1514")
    play(game, *map(str, queries.suggested_setup(game)), "done")
    refusal = refused(game, "deploy 1/8 0615")
    assert (refusal.case, refusal.reason) == ("16.21", "1/8 may not set up at 0615, next to the Front Line")
    refusal = refused(game, "deploy 1/8 1514")
    assert (refusal.case, refusal.reason) == ("16.21", "1/8 sets up west of the Front Line, and 1514 is not")


@pytest.mark.parametrize("key", ["historical", "free"])
def test_16_1_16_2_all_counters_are_used_once(key):
    scenario = shipped(f"hurtgen/{key}")
    assert Counter(scenario.sides[unit.side].name for unit in scenario.units) == {"US": 29, "German": 27 + 21}


def test_13_13_a_column_on_the_real_road():
    """By road from 2907 to 2908, and half a Movement Point more for each one ahead."""
    game = Game(shipped("hurtgen/historical"), seed=1)
    until(game, "German movement", 2)
    for ahead, name in enumerate(("1/854", "2/854", "1/855", "2/855", "344B")):
        assert cost(game.copy(), f"enter {name} 2907 2908") == 1 + ahead / 2
        game.rules.entered(game.state, 0, game.scenario.board.hex("2907"))


@pytest.mark.parametrize("key", ["historical", "free"])
def test_13_11_everybody_has_points_enough_to_come_on(key):
    """All in one Game-Turn, the last of a column of eleven too, and out of the way of those behind."""
    scenario = shipped(f"hurtgen/{key}")
    for group in scenario.reinforcements:
        for unit in group.units:
            assert scenario.units[unit].strength.movement * 2 > len(group.units) + 1
