"""Bastogne's Exclusive Rules (11.0 to 15.3), on small boards; and its scenarios, unit by unit, against the booklet."""

from collections import Counter
from functools import cache

import pytest

from tests.drawn import FIELD, allowed, deciding, drawn, legal, only, play, refused, where
from westwall_tui.engine.events import Eliminated, Entered, Exited, Rolled
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.units import Kind
from westwall_tui.files.scenarios import load_scenario

shipped = cache(load_scenario)
"""A scenario as it is shipped."""

TOWN = ["0505", "0604"]
"""Bastogne's two hexes on the small boards."""


def siege(terrain: str = FIELD, *, german=(), us=(), victory=None, **what) -> Game:
    """A game by Bastogne's rules: the German first, Bastogne in the middle of the field."""
    return drawn(
        terrain,
        blue=german,
        red=us,
        names=("German", "US"),
        rules="bastogne",
        victory={"bastogne": TOWN if terrain == FIELD else [], **(victory or {})},
        **what,
    )


def relief(terrain: str = FIELD, *, us=(), german=(), victory=None, **what) -> Game:
    """The same with the U.S. first, as in the Relief."""
    return drawn(
        terrain,
        blue=us,
        red=german,
        names=("US", "German"),
        rules="bastogne",
        victory={"bastogne": [], **(victory or {})},
        **what,
    )


def until(game: Game, decision: str) -> None:
    """End phases until somebody is to decide that."""
    while deciding(game) != decision:
        play(game, "done")


def cost(game: Game, line: str) -> float:
    """What an entry or an exit costs, in Movement Points."""
    (event,) = play(game, line)
    assert isinstance(event, Entered | Exited)
    return event.cost / 2


def rolled(game: Game, *lines: str) -> Rolled:
    (roll,) = only(play(game, *lines), Rolled)
    return roll


# -- 11.0 reinforcements


@pytest.mark.parametrize(("terrain", "points"), [(".", 1), (",", 2), ("f", 2), ("^", 3), ("%", 4), ("o", 1)])
def test_11_11_the_entry_hex_is_paid_by_the_terrain_key(terrain, points):
    game = siege(f"{terrain}..", german=["A 4-4-7"], arrivals=[(1, "A", "0101")])
    assert cost(game, "enter A 0101") == points


def test_11_11_only_at_the_designated_hexes():
    game = siege(german=["A 4-4-7", "B 4-4-7"], arrivals=[(1, "A", "0901 0902"), (1, "B", "0101")])
    refusal = refused(game, "enter A 0101")
    assert (refusal.case, refusal.units, refusal.hexes) == ("11.11", ("A",), ("0101",))
    assert allowed(game, "enter A 0902")
    assert allowed(game, "enter B 0101")


@pytest.mark.parametrize("terrain", "f^%")
def test_11_11_terrain_restrictions_apply_to_entry_hexes(terrain):
    game = siege(f"{terrain}..", german=["A 4-4-12 armor", "B 4-4-12"], arrivals=[(1, "A B", "0101")])
    assert refused(game, "enter A 0101").case == "5.24"
    assert allowed(game, "enter B 0101")


def test_11_11_a_unit_that_cannot_pay_does_not_enter():
    game = siege("%..", german=["A 4-4-3"], arrivals=[(1, "A", "0101")])
    assert refused(game, "enter A 0101").case == "5.25"


@pytest.mark.parametrize("terrain", ".f^%o")
@pytest.mark.parametrize(("way", "points"), [("roads", 0.5), ("trails", 1)])
def test_11_12_by_road_or_trail_at_its_rate(terrain, way, points):
    ways = {way: ["edge 0101 0201"]}
    game = siege(f"{terrain}..", german=["A 4-4-12 armor"], arrivals=[(1, "A", "0101")], **ways)
    assert cost(game, "enter A 0101") == points


def test_11_12_only_where_the_road_leads_off_the_map():
    game = siege("f..", german=["A 4-4-12"], arrivals=[(1, "A", "0101")], roads=["0101 0201"])
    assert cost(game, "enter A 0101") == 2


def test_11_13_any_number_through_one_hex_without_penalty():
    names = "ABCDEF"
    game = siege(
        german=[f"{name} 4-4-7" for name in names], arrivals=[(1, " ".join(names), "0101")], roads=["edge 0101"]
    )
    for i, name in enumerate(names):
        assert cost(game, f"enter {name} 0101 010{7 - i}") == 0.5 + 6 - i


def test_11_13_but_they_do_not_stay_stacked():
    game = siege(german=["A 4-4-7", "B 4-4-7"], arrivals=[(1, "A B", "0101")])
    play(game, "enter A 0101")
    assert refused(game, "enter B 0101").case == "5.31"
    play(game, "enter B 0101 0102")


def test_11_14_once_on_the_map_they_move_as_usual():
    game = siege(german=["A 4-4-3"], arrivals=[(1, "A", "0101")])
    assert refused(game, "enter A 0101 0104").case == "5.25"
    play(game, "enter A 0101 0103")
    assert where(game, "A") == "0103"


def test_11_14_in_any_order_with_the_moves_of_the_others():
    game = siege(german=["A 4-4-7", "B 4-4-7 0101", "C 4-4-7"], arrivals=[(1, "A C", "0101")])
    assert refused(game, "enter A 0101").case == "5.31"
    play(game, "move B 0103", "enter A 0101 0102", "enter C 0101")
    assert [where(game, name) for name in "ABC"] == ["0102", "0103", "0101"]
    assert refused(game, "move A 0202").case == "5.15"  # it has moved in this phase


def test_11_21_not_into_a_hex_that_the_enemy_holds():
    game = siege(german=["A 4-4-7"], us=["X 4-4-7 0101"], arrivals=[(1, "A", "0101 0102")])
    refusal = refused(game, "enter A 0101")
    assert (refusal.case, refusal.units, refusal.hexes) == ("11.21", ("A", "X"), ("0101",))


def test_11_21_into_an_enemy_controlled_hex_and_no_further():
    game = siege(german=["A 4-4-7"], us=["X 4-4-7 0101"], arrivals=[(1, "A", "0102")])
    assert refused(game, "enter A 0102 0103").case == "6.0"
    play(game, "enter A 0102", "done")
    assert refused(game, "done").case == "7.11"


def test_11_22_reinforcements_may_be_withheld_and_keep_their_hexes():
    game = siege(german=["A 4-4-7", "B 4-4-7 0909"], arrivals=[(1, "A", "0101")])
    for _ in range(3):
        assert allowed(game, "enter A 0101")
        play(game, "done")
        until(game, "German movement")
    assert game.state.turn == 4
    assert refused(game, "enter A 0102").case == "11.11"
    play(game, "enter A 0101")


def test_11_0_nobody_comes_before_his_time():
    game = siege(german=["A 4-4-7", "B 4-4-7 0909"], arrivals=[(2, "A", "0101")])
    refusal = refused(game, "enter A 0101")
    assert (refusal.case, refusal.units) == ("11.0", ("A",))
    play(game, "done")
    until(game, "German movement")
    play(game, "enter A 0101")
    assert refused(game, "enter B 0101").case == "11.0"


def test_11_23_reinforcements_not_yet_on_the_map_have_no_effect():
    """Neither as friends in the entry hex nor as enemies with a zone."""
    game = siege(german=["A 4-4-7", "B 4-4-7 0909"], us=["X 4-4-7 0203"], arrivals=[(1, "A", "0101")], side=1)
    play(game, "move X 0101")
    assert where(game, "X") == "0101"
    assert refused(game, "attack > A").case == "4.1"


# -- 12.0 exits


@pytest.mark.parametrize(("terrain", "points"), [(".", 1), (",", 2), ("f", 2), ("^", 3), ("%", 4), ("o", 1)])
def test_12_0_the_hex_beyond_the_mapedge_is_like_the_one_before_it(terrain, points):
    game = siege(f"{terrain}..", german=["A 4-4-4 0101"])
    assert cost(game, "exit A west") == points
    assert where(game, "A") == "west"


@pytest.mark.parametrize("terrain", ".f^%o")
@pytest.mark.parametrize(("way", "points"), [("roads", 0.5), ("trails", 1)])
def test_12_0_by_road_or_trail_at_its_rate(terrain, way, points):
    game = siege(f"{terrain}..", german=["A 4-4-12 armor 0101"], **{way: ["edge 0101 0201"]})
    assert cost(game, "exit A west") == points


def test_12_0_the_way_to_the_edge_and_off_it_in_one_move():
    game = siege(german=["A 4-4-3 0301"])
    assert cost(game, "exit A west") == 3
    assert where(game, "A") == "west"
    game = siege(german=["A 4-4-2 0301"])
    assert refused(game, "exit A west").case == "5.25"
    assert refused(game, "exit A 0201 0101 west").case == "5.25"


def test_12_0_a_vehicle_does_not_leave_woods_but_by_road():
    game = siege("f..", german=["A 4-4-12 armor 0101"])
    assert refused(game, "exit A west").case == "5.24"
    assert refused(game, "exit A 0101 west").case == "5.24"


def test_12_0_without_waypoints_the_cheapest_way_off_is_taken():
    """A, in woods on the edge, goes by its neighbour hex or by the road; it leaves from where it stands if as cheap."""
    woods = "f.. ... ..."
    game = siege(woods, german=["A 4-4-12 armor 0101"])
    assert "exit A west" in legal(game)
    play(game, "exit A west")
    assert game.log == ["exit A 0102 west"]
    game = siege(woods, german=["A 4-4-7 0101"])
    assert cost(game, "exit A west") == 2
    assert game.log == ["exit A 0101 west"]
    game = siege(woods, german=["A 4-4-7 0101"], roads=["0101 0102 edge"])
    assert cost(game, "exit A west") == 1
    assert game.log == ["exit A 0102 west"]


def test_12_0_only_off_an_edge_that_it_has_reached():
    game = siege(german=["A 4-4-7 0505"])
    assert refused(game, "exit A 0404 west").case == "5.0"


def test_12_0_not_out_of_an_enemy_controlled_hex():
    game = siege(german=["A 4-4-7 0101"], us=["X 4-4-7 0102"])
    assert refused(game, "exit A west").case == "5.14"
    game = siege(german=["A 4-4-7 0301"], us=["X 4-4-7 0103"])
    refusal = refused(game, "exit A 0201 0101 0102 west")  # it must stop at 0102
    assert (refusal.case, refusal.hexes) == ("6.0", ("0102",))
    play(game, "exit A west")
    assert game.log == ["exit A 0201 0101 west"]


def test_12_0_the_refusal_says_what_keeps_a_unit_on_the_map():
    game = siege(german=["A 4-4-2 0301"])
    refusal = refused(game, "exit A west")
    assert (refusal.case, refusal.reason) == ("5.25", "A needs 3 MP to leave the map by the west edge and has 2")
    zones = siege("... ...", german=["A 4-4-7 0301"], us=["X 4-4-7 0102"])
    assert refused(zones, "exit A west").case == "6.0"
    wall = siege("...", german=["A 4-4-7 0301"], us=["X 4-4-7 0101"])
    assert refused(wall, "exit A west").case == "5.12"
    woods = siege("f..", german=["A 4-4-12 armor 0301"])
    assert refused(woods, "exit A west").case == "5.24"


def test_12_11_an_exited_unit_does_not_return():
    game = siege(german=["A 4-4-7", "B 4-4-7 0909"], arrivals=[(1, "A", "0101")])
    play(game, "enter A 0101", "done")
    until(game, "German movement")
    play(game, "exit A west")
    assert refused(game, "enter A 0101").case == "11.0"
    assert refused(game, "move A 0101").case == "5.11"
    play(game, "done")
    until(game, "German movement")
    assert refused(game, "enter A 0101").case == "11.0"


def test_12_12_a_unit_that_could_only_retreat_off_the_map_is_lost():
    """A has the enemy on one side of it and its road out of the map on the other."""
    game = siege(". .", german=["A 4-4-7 0101"], us=["X 13-1-7 0102"], roads=["edge 0101 0102"], side=1, phase="combat")
    (event,) = only(play(game, "attack X > A", "roll 4"), Eliminated)
    assert event.path == ("0101",)
    assert where(game, "A") == "eliminated"


def test_12_12_only_german_units_exit():
    game = siege(german=["A 4-4-7 0101"], us=["X 4-4-7 0901"], side=1)
    refusal = refused(game, "exit X east")
    assert (refusal.case, refusal.units) == ("12.12", ("X",))


def test_12_12_only_in_the_german_movement_phase():
    game = siege(german=["A 4-4-7 0101", "B 4-4-7 0902"], us=["X 4-4-7 0901"])
    play(game, "done")
    assert deciding(game) == "German combat"
    assert refused(game, "exit A west").case == "4.1"
    game = siege(german=["A 4-4-7 0101"], us=["X 4-4-7 0901"], side=1)
    assert deciding(game) == "US movement"
    assert refused(game, "exit A west").case == "5.11"


# -- 13.0 airborne units


@pytest.mark.parametrize("terrain", ".,gf^%o")
def test_13_0_airborne_units_are_infantry(terrain):
    """They enter whatever ground infantry enters, at its cost, and fight alike."""
    found = []
    for kind in ("airborne", "infantry"):
        game = siege(f". {terrain} .", german=[f"A 2-4-7 {kind} 0101"], us=["X 4-4-7 0103"])
        play(game, "move A 0102", "done", "attack A > X", "roll 6")
        found.append((where(game, "A"), where(game, "X"), game.log[1:]))
    assert found[0] == found[1]


def test_13_0_the_101st_airborne():
    units = [unit for unit in shipped("bastogne/spearhead").units if unit.formation == "101st Airborne"]
    battalions = [unit for unit in units if str(unit.strength) == "2-4-7"]
    assert len(battalions) == 12
    assert not any(unit.is_vehicle for unit in battalions)


# -- 14.0 artillery


def test_14_0_no_more_barrage_than_ground_strength():
    game = siege(german=["A 4-4-7 0108", "G 3-1-18/1-7 0909", "H 2-1-18/1-7 0809"], us=["X 4-4-7 0107"], phase="combat")
    assert allowed(game, "attack A > X + G")
    assert allowed(game, "attack A > X + H")
    refusal = refused(game, "attack A > X + G H")
    assert (refusal.case, refusal.units) == ("14.0", ("G", "H"))


def test_14_0_the_refusal_counts_the_points():
    game = siege(
        german=["A 3-4-7 0505", "G 2-1-18/1-7 0509"], us=["X 4-4-7 0504"], phase="combat", supports=([(1, 9, 5)], [])
    )
    reason = refused(game, "attack A > X + G gs 2").reason
    assert reason == "no room for G (2), 2 Ground Support beside 3 Strength Points of ground units in one combat"


def test_14_0_exactly_as_much_is_allowed():
    game = siege(german=["A 3-4-7 0108", "G 3-1-18/1-7 0909"], us=["X 4-4-7 0107"], phase="combat")
    assert allowed(game, "attack A > X + G")
    game = siege(german=["A 2-4-7 0108", "G 3-1-18/1-7 0909"], us=["X 4-4-7 0107"], phase="combat")
    assert refused(game, "attack A > X + G").case == "14.0"


def test_14_0_ground_support_counts_with_artillery():
    game = siege(
        german=["A 4-4-7 0108", "G 3-1-18/1-7 0909"], us=["X 4-4-7 0107"], phase="combat", supports=([(1, 9, 5)], [])
    )
    assert allowed(game, "attack A > X + G gs 1")
    assert allowed(game, "attack A > X gs 4")
    assert refused(game, "attack A > X + G gs 2").case == "14.0"
    assert refused(game, "attack A > X gs 5").case == "14.0"


def test_14_0_several_ground_units_are_added_up():
    game = siege(german=["A 2-4-7 0108", "B 2-4-7 0207", "G 4-1-18/1-7 0909"], us=["X 4-4-7 0107"], phase="combat")
    assert allowed(game, "attack A B > X + G")


def test_14_0_so_artillery_or_ground_support_alone_cannot_attack():
    game = siege(
        german=["A 4-4-7 0101", "B 4-4-7 0909", "G 1-1-18/1-7 0901"],
        us=["X 4-4-7 0102", "Y 4-4-7 0105"],
        phase="combat",
        supports=([(1, 9, 5)], []),
    )
    assert refused(game, "attack > Y + G").case == "14.0"
    assert refused(game, "attack > Y gs 1").case == "14.0"
    game = siege(german=["A 4-4-7 0909", "G 1-1-18/1-7 0901"], us=["Y 4-4-7 0105"])
    play(game, "done")
    assert deciding(game) == "US movement"  # no attack is possible at all


def test_14_0_adjacent_artillery_counts_too():
    game = siege(german=["A 3-4-7 0505", "G 2-1-18/1-7 0604", "H 2-1-18/1-7 0909"], us=["X 4-4-7 0504"], phase="combat")
    assert allowed(game, "attack A G > X")
    assert refused(game, "attack A G > X + H").case == "14.0"


def test_14_0_the_defenders_fire_is_limited_by_the_defense_strength_under_attack():
    game = siege(
        german=["A 4-4-7 0505"],
        us=["X 4-2-7 0504", "H 1-2-18/1-7 0101", "K 1-1-18/1-7 0901"],
        phase="combat",
        supports=([], [(1, 9, 5)]),
    )
    play(game, "attack A > X")
    assert allowed(game, "fpf H")
    assert allowed(game, "fpf K gs 1")
    refusal = refused(game, "fpf H K")
    assert (refusal.case, refusal.units) == ("14.0", ("H", "K"))
    assert refused(game, "fpf gs 3").case == "14.0"
    assert rolled(game, "fpf H", "roll 6").differential == 4 - 4


def test_14_0_artillery_under_attack_alone_gets_no_fire():
    """It has no ground Strength beside it, and nobody is asked."""
    game = siege(
        german=["A 4-4-7 0505"],
        us=["H 4-4-18/2-7 0504", "K 1-1-18/1-7 0901"],
        phase="combat",
        supports=([], [(1, 9, 5)]),
    )
    play(game, "attack A > H")
    assert deciding(game) == "German roll"


def test_14_0_obliged_artillery_alone_is_released():
    """Ruling: G touches X, nobody else does; it cannot attack alone, and X need not be attacked."""
    game = siege(german=["G 3-1-18/1-7 0505", "A 4-4-7 0101"], us=["X 4-4-7 0504"])
    play(game, "done")
    assert deciding(game) == "US movement"


def test_14_0_so_is_what_does_not_fit_beside_its_comrades():
    """A has two points, G three: A attacks alone, and then the phase may end."""
    game = siege(german=["A 2-4-7 0505", "G 3-1-18/1-7 0604"], us=["X 4-4-7 0504"], phase="combat")
    assert refused(game, "attack A G > X").case == "14.0"
    assert refused(game, "done").units == ("A", "X")
    play(game, "attack A > X", "roll 5")
    while deciding(game) != "German combat":
        play(game, legal(game)[-1])
    play(game, "done")


def test_14_0_8_31_what_fits_is_obliged_and_comes_before_voluntary_fire():
    """G touches X and fits beside A: it may not stay out, nor give its room to H or to Ground Support."""
    game = siege(
        german=["A 3-4-7 0505", "G 2-1-18/1-7 0604", "H 3-1-18/1-7 0909"],
        us=["X 4-4-7 0504"],
        phase="combat",
        supports=([(1, 9, 5)], []),
    )
    for attack in ("attack A > X", "attack A > X + H", "attack A > X gs 3"):
        refusal = refused(game, attack)
        assert (refusal.case, refusal.units) == ("8.31", ("G",))
    assert allowed(game, "attack A G > X")
    assert allowed(game, "attack A G > X gs 1")


def test_14_0_among_equals_the_player_chooses():
    """Two guns of two points touch X, and there is room for one."""
    game = siege(german=["A 3-4-7 0505", "G 2-1-18/1-7 0604", "H 2-1-18/1-7 0404"], us=["X 4-4-7 0504"], phase="combat")
    assert refused(game, "attack A > X").case == "8.31"
    assert refused(game, "attack A G H > X").case == "14.0"
    for gun in "GH":
        after = game.copy()
        play(after, f"attack A {gun} > X", "roll 5")
        while deciding(after) != "German combat":
            play(after, legal(after)[-1])
        play(after, "done")


def test_14_0_8_31_obliged_artillery_is_not_stranded_by_an_attack_in_which_it_has_no_part():
    """G touches Y and fits beside A or B: neither X and Y together nor B against X alone may take both from it."""
    game = siege(
        german=["A 3-5-7 0505", "B 3-5-7 0603", "G 3-2-9/1-7 0704"], us=["X 5-2-7 0504", "Y 1-1-7 0604"], phase="combat"
    )
    refusal = refused(game, "attack A B > X Y")
    assert (refusal.case, refusal.units) == ("8.31", ("G",))
    assert refusal.reason == "G must attack too, and no attack with room for it would be left (14.0)"
    for attack, rest in (("attack A > X", "attack B G > Y"), ("attack A G > Y", "attack B > X")):
        after = game.copy()
        play(after, attack, "roll 6")
        while deciding(after) != "German combat":
            play(after, legal(after)[0])
        assert allowed(after, rest)


def test_14_0_so_is_artillery_whose_part_would_leave_another_obligation_unmet():
    """A alone touches Y and must take X and Y together; G, which does not touch Y, cannot join it there."""
    game = siege(german=["A 4-4-7 0505", "G 3-1-18/1-7 0603"], us=["X 4-4-7 0504", "Y 4-4-7 0506"], phase="combat")
    refusal = refused(game, "attack A G > X")
    assert (refusal.case, refusal.units) == ("7.11", ("Y",))
    assert refused(game, "attack A G > X Y").case == "8.32"
    assert legal(game) == ["attack A > X Y"]
    play(game, "attack A > X Y", "roll 1")
    while deciding(game) != "German combat":
        play(game, legal(game)[-1])
    play(game, "done")


def test_14_0_an_enemy_that_only_released_artillery_touches_need_not_be_attacked():
    game = siege(german=["A 4-4-7 0505", "G 9-1-18/1-7 0802"], us=["X 4-4-7 0504", "Y 4-4-7 0801"], phase="combat")
    assert refused(game, "done").units == ("A", "X")
    play(game, "attack A > X", "roll 1")
    while deciding(game) != "German combat":
        play(game, legal(game)[-1])
    play(game, "done")


def just(columns: int, rows: int, numbers: str) -> str:
    """A drawing in which only those hexes can be played on."""
    there = numbers.split()
    return "\n".join(
        "".join("." if f"{c:02}{r:02}" in there else "-" for c in range(1, columns + 1)) for r in range(1, rows + 1)
    )


# -- 15.17 control of Bastogne and Victory Points


def holder(game: Game) -> str:
    """Who holds Bastogne, by the account of points."""
    (line,) = [line for line in game.rules.account(game.state) if "holds Bastogne" in line.cause]
    return line.cause.removeprefix("the ").partition(" holds")[0]


POINTS = {"specified": ["P"]}
OFF = ["P 1-1-7 0901"]
"""Points are counted where there are specified units."""


def points(game: Game) -> tuple[int, int]:
    account = game.rules.account(game.state)
    return sum(s.points for s in account if s.side == 0), sum(s.points for s in account if s.side == 1)


def test_15_17_nobody_holds_bastogne_before_anybody_was_there():
    game = siege(german=OFF, us=["X 4-4-7 0109"], victory=POINTS)
    assert holder(game) == "neither"


@pytest.mark.parametrize("at", TOWN)
def test_15_17_both_hexes_are_needed(at):
    game = siege(german=[*OFF, "A 4-4-9 0501"], victory=POINTS, us=["X 4-4-7 0109"])
    play(game, f"move A {at}" if at == "0604" else "move A 0502 0503 0504 0505")
    assert holder(game) == "neither"


def test_15_17_passing_through_is_enough():
    game = siege(german=[*OFF, "A 4-4-12 0502"], us=["X 4-4-7 0109"], victory=POINTS)
    play(game, "move A 0503 0504 0505 0604 0704")
    assert holder(game) == "German"


def test_15_17_the_last_one_through_both_counts_whoever_stands_beside():
    """Enemy Zones of Control have no effect on it."""
    game = siege(german=[*OFF, "A 4-4-12 0502"], us=["X 4-4-12 0704"], victory=POINTS, side=1)
    play(game, "move X 0604 0505 0405", "done")
    assert holder(game) == "U.S."
    until(game, "German movement")
    play(game, "move A 0504")  # beside both hexes and beside X
    assert holder(game) == "U.S."


def test_15_17_one_hex_each_is_neither():
    """Ruling: while neither was last through both, neither controls it, whoever did before."""
    game = siege(german=[*OFF, "A 4-4-12 0507"], us=["X 4-4-12 0704"], victory=POINTS, side=1)
    play(game, "move X 0604 0505 0405 0305", "done")
    assert holder(game) == "U.S."
    until(game, "German movement")
    play(game, "move A 0506 0505 0506")
    assert holder(game) == "neither"


def test_15_17_two_units_may_do_it_together():
    game = siege(german=[*OFF, "A 4-4-12 0507", "B 4-4-12 0702"], us=["X 4-4-7 0109"], victory=POINTS)
    play(game, "move A 0505", "move B 0604")
    assert holder(game) == "German"


def test_15_17_setting_up_counts():
    game = siege(german=OFF, us=["X 4-4-7", "Y 4-4-7"], setup=[("X Y", "0505 0604 0705")], victory=POINTS)
    play(game, "deploy X 0505", "deploy Y 0604", "done")
    assert holder(game) == "U.S."


def test_15_17_where_a_unit_stood_during_the_set_up_only_does_not():
    game = siege(german=OFF, us=["X 4-4-7", "Y 4-4-7"], setup=[("X Y", "0505 0604 0705")], victory=POINTS)
    play(game, "deploy X 0505", "deploy Y 0604", "deploy X 0705", "done")
    assert holder(game) == "neither"


def test_15_17_units_placed_there_from_the_start_count():
    game = siege(german=OFF, us=["X 4-4-7 0505", "Y 4-4-7 0604"], victory=POINTS)
    assert holder(game) == "U.S."


def test_15_17_a_retreat_counts():
    """X is beaten back through both hexes."""
    game = siege(german=[*OFF, "A 13-4-7 0507"], us=["X 1-1-7 0506"], victory=POINTS, phase="combat")
    play(game, "attack A > X", "roll 4", "retreat X 0505 0604", "stand")
    assert where(game, "X") == "0604"
    assert holder(game) == "U.S."


def test_15_17_an_advance_counts():
    game = siege(german=[*OFF, "A 13-4-7 0506"], us=["X 1-1-7 0505"], victory=POINTS, phase="combat")
    play(game, "attack A > X", "roll 3", "retreat X 0604 0603 0602", "advance A 0604")
    assert holder(game) == "German"


def test_15_17_a_displacement_counts():
    """F, pushed from 0505 into 0604, was the last through both."""
    ground = just(9, 9, "0507 0506 0505 0604 0901")
    game = drawn(
        ground,
        blue=["A 4-4-7 0507", *OFF],
        red=["X 3-3-7 0506", "F 1-1-7 0505"],
        names=("German", "US"),
        rules="bastogne",
        victory={"bastogne": TOWN, **POINTS},
        phase="combat",
    )
    play(game, "attack A > X", "roll 3")
    assert (where(game, "X"), where(game, "F")) == ("0505", "0604")
    assert holder(game) == "U.S."


@pytest.mark.parametrize(("who", "german", "us"), [("German", 10, 3), ("U.S.", 0, 12 + 3), ("neither", 0, 6 + 3)])
def test_15_17_points_for_bastogne(who, german, us):
    """P, the one specified unit, has not left: three points for the U.S."""
    stand = {"German": (["A 1-1-7 0505", "B 1-1-7 0604"], []), "U.S.": ([], ["X 1-1-7 0505", "Y 1-1-7 0604"])}
    blue, red = stand.get(who, ([], []))
    game = siege(german=[*OFF, *blue], us=[*red, "Z 1-1-7 0109"], victory=POINTS)
    assert holder(game) == who
    assert points(game) == (german, us)


def test_15_17_points_for_exits_off_the_western_edge_only():
    specified = ["P", "Q", "R", "S"]
    game = siege(
        german=["P 1-1-7 0101", "Q 1-1-7 0103", "R 1-1-7 0901", "S 1-1-7 0501", "T 1-1-7 0105"],
        us=["X 4-4-7 0109"],
        victory={"specified": specified},
    )
    assert points(game) == (0, 4 * 3 + 6)
    play(game, "exit P west", "exit Q west")
    assert points(game) == (2, 2 * 3 + 6)
    play(game, "exit R east", "exit S north", "exit T west")
    assert points(game) == (2, 2 * 3 + 6)


def test_15_17_lost_units_fail_to_exit():
    game = siege(german=["P 1-1-7 0501"], us=["X 13-4-7 0502"], victory=POINTS, side=1, phase="combat")
    play(game, "attack X > P", "roll 1")
    assert where(game, "P") == "eliminated"
    assert points(game) == (0, 3 + 6)


def test_15_17_exited_units_need_no_line_and_most_points_win():
    """P leaves; nobody holds Bastogne: one point against six."""
    game = siege(german=["P 1-1-7 0101"], us=["X 4-4-7 0109"], victory=POINTS, last_turn=1)
    play(game, "exit P west", "done")
    until_over(game)
    assert game.outcome is not None
    assert game.outcome.winner == 1


def until_over(game: Game) -> None:
    while game.outcome is None:
        play(game, "done")


@pytest.mark.parametrize(("exits", "winner"), [(5, 1), (6, -1), (7, 0)])
def test_15_17_the_winner_by_points(exits, winner):
    """Seven specified units, each out a point and each in three to the other; neither holds Bastogne."""
    game = siege(
        german=[f"P{i} 1-1-7 010{i}" for i in range(1, 8)],
        us=["X 4-4-7 0909"],
        victory={"specified": [f"P{i}" for i in range(1, 8)], "neither_holds_bastogne": 3},
        last_turn=1,
    )
    play(game, *(f"exit P{i} west" for i in range(1, exits + 1)), "done")
    until_over(game)
    assert game.outcome is not None
    assert points(game) == (exits, (7 - exits) * 3 + 3)
    assert game.outcome.winner == winner


def test_15_37_exits_count_until_game_turn_eight_only():
    """Here until Game-Turn 1: P leaves in time, Q a turn too late."""
    game = siege(
        german=["P 1-1-7 0101", "Q 1-1-7 0103"],
        us=["X 4-4-7 0909"],
        victory={"specified": ["P", "Q"], "exit_by": 1},
        last_turn=2,
    )
    play(game, "exit P west", "done")
    until(game, "German movement")
    play(game, "exit Q west")
    assert points(game) == (1, 3 + 6)


# -- 15.26 the Relief


BARRED = {"bastogne": TOWN, "barred": 2}
"""On the small boards two hexes take the place of four."""


def test_15_26_1_and_15_26_2_the_us_first_nine_game_turns():
    scenario = shipped("bastogne/relief")
    assert scenario.sides[0].name == "US"
    assert (scenario.first_turn, scenario.last_turn) == (9, 17)


def test_15_26_3_the_german_keeps_away_from_bastogne():
    game = relief(us=["A 4-4-7 0901"], german=["X 4-4-12 0509"], victory=BARRED, side=1)
    refusal = refused(game, "move X 0507")
    assert (refusal.case, refusal.units, refusal.hexes) == ("15.26.3", ("X",), ("0507",))
    assert allowed(game, "move X 0508")


def test_15_26_3_not_even_in_passing():
    game = relief(us=["A 4-4-7 0901"], german=["X 4-4-12 0509"], victory=BARRED, side=1)
    assert not allowed(game, "move X 0508 0507 0508")


def test_15_26_3_the_us_goes_where_it_likes():
    game = relief(us=["A 4-4-12 0509"], german=["X 4-4-12 0901"], victory=BARRED)
    play(game, "move A 0505")


def test_15_26_3_no_entry_into_it():
    game = relief(
        us=["A 4-4-7 0901"],
        german=["X 4-4-12"],
        victory={**BARRED, "barred": 4},
        side=1,
        arrivals=[(1, "X", "0501 0101")],
    )
    assert refused(game, "enter X 0501").case == "15.26.3"


def test_15_26_3_a_german_unit_forced_into_it_is_lost():
    """The lane leads up to Bastogne; hexes 0101 to 0104 are barred."""
    for barred, fate in ((3, "eliminated"), (0, "0104")):
        game = relief(
            ". . . . . . .",
            us=["A 13-4-7 0107"],
            german=["X 1-1-7 0106"],
            victory={"bastogne": ["0101"], "barred": barred},
            phase="combat",
        )
        events = play(game, "attack A > X", "roll 4")
        assert where(game, "X") == fate
        assert [event.path for event in only(events, Eliminated)] == ([("0106", "0105")] if barred else [])


def test_15_26_3_another_way_must_be_taken():
    game = relief(us=["A 13-4-7 0405"], german=["X 1-1-7 0305"], victory=BARRED, phase="combat")
    play(game, "attack A > X", "roll 4")
    barred = game.rules.bar(game.state, 1).hexes
    numbers = {game.scenario.board.number(h) for h in barred}
    assert deciding(game) == "German retreat"
    assert not any(set(line.split()[2:]) & numbers for line in legal(game))


def test_15_26_3_no_displacement_into_it():
    """In the lane F could go only into the barred hexes: X is lost."""
    game = relief(
        ". . . . . . .",
        us=["A 4-4-7 0107"],
        german=["X 3-3-7 0106", "F 1-1-7 0105"],
        victory={"bastogne": ["0101"], "barred": 3},
        phase="combat",
    )
    play(game, "attack A > X", "roll 3")
    assert [where(game, name) for name in "XF"] == ["eliminated", "0105"]


def test_15_26_3_no_advance_into_it():
    """A, thrown back from X, leaves a path that leads into the barred hexes."""
    game = relief(
        ". . . . . .",
        us=["A 1-1-7 0104"],
        german=["X 8-8-7 0105"],
        victory={"bastogne": ["0101"], "barred": 2},
        phase="combat",
    )
    play(game, "attack A > X", "roll 4")  # A2
    assert where(game, "A") == "0102"
    assert legal(game) == ["advance X 0104", "stand"]
    assert refused(game, "advance X 0103").case == "15.26.3"


@pytest.mark.parametrize("key", ["spearhead", "campaign"])
def test_15_26_3_only_in_the_relief(key):
    game = Game(shipped(f"bastogne/{key}"))
    assert not any(game.rules.bar(game.state, side).hexes for side in (0, 1))
    game = Game(shipped("bastogne/relief"))
    barred = game.rules.bar(game.state, 1).hexes
    board = game.scenario.board
    towns = [board.hex("1317"), board.hex("1416")]
    assert barred == {h for h in board.playable if min(board.grid.distance(h, town) for town in towns) <= 4}
    assert not game.rules.bar(game.state, 0).hexes


def five(**what) -> Game:
    return relief(
        us=["A 5-5-7 0505", "B 5-5-7 0805"],
        german=["X 5-5-7 0504", "Y 5-5-7 0804"],
        phase="combat",
        supports=([(1, 9, 5)], []),
        **what,
    )


def test_15_26_4_five_points_in_a_game_turn_within_14_0():
    game = five()
    assert allowed(game, "attack A > X gs 5")
    assert refused(game, "attack A > X gs 6").case == "9.14"


def test_15_26_4_used_in_the_own_phase_they_are_gone_in_the_other():
    """The first use fixes the phase: what is left serves there, and is lost afterwards."""
    game = five()
    play(game, "attack A > X gs 1", "roll 6", "retreat A 0506", "stand")
    assert refused(game, "attack B > Y gs 5").case == "9.14"
    assert allowed(game, "attack B > Y gs 4")
    play(game, "attack B > Y", "roll 6")
    while deciding(game) != "US combat":
        play(game, legal(game)[0])
    play(game, "done")
    until(game, "German movement")
    play(game, "move X 0505", "done", "attack X > A")
    assert deciding(game) == "German roll"  # nothing to protect with


def test_15_26_4_unused_in_the_own_phase_they_serve_in_the_other():
    game = five()
    play(game, "attack A > X", "roll 6", "retreat A 0506", "stand", "attack B > Y", "roll 6")
    while deciding(game) != "US combat":
        play(game, legal(game)[0])
    play(game, "done")
    until(game, "German movement")
    play(game, "move X 0505", "done", "attack X > A")
    assert deciding(game) == "US fpf"
    assert rolled(game, "fpf gs 5", "roll 6").differential == 5 - 5 - 5


def test_15_26_4_the_refusal_says_that_the_points_went_to_the_other_combat_phase():
    """The gun may still answer, so the defender is asked."""
    game = relief(
        us=["A 9-5-7 0505", "G 2-2-9/1-7 0509"],
        german=["X 5-9-7 0504"],
        phase="combat",
        supports=([(1, 9, 5)], []),
    )
    play(game, "attack A > X gs 1", "roll 6", "retreat A 0506", "stand", "done")
    until(game, "German movement")
    play(game, "move X 0505", "done", "attack X > A")
    assert deciding(game) == "US fpf"
    for answer in ("fpf gs 1", "fpf G gs 1"):
        refusal = refused(game, answer)
        assert refusal.case == "15.26.4"
        assert "0 of its 4 unused Ground Support Points" in refusal.reason
    assert allowed(game, "fpf G")


def test_15_26_4_they_are_not_saved_up():
    game = relief(us=["A 9-5-7 0505"], german=["X 5-9-7 0504"], phase="combat", supports=([(1, 9, 5)], []))
    play(game, "attack A > X gs 1", "roll 6", "retreat A 0506", "stand", "done")
    until(game, "US movement")
    play(game, "move A 0505", "done")
    assert allowed(game, "attack A > X gs 5")
    assert refused(game, "attack A > X gs 6").case == "9.14"


@pytest.mark.parametrize(("key", "side"), [("relief", 0), ("campaign", 1)])
def test_15_26_4_15_36_3_from_game_turn_ten_on(key, side):
    scenario = shipped(f"bastogne/{key}")
    us = scenario.sides[side]
    assert us.name == "US"
    for turn in range(scenario.first_turn, scenario.last_turn + 1):
        assert us.support(turn) == (5 if turn >= 10 else 0)
        assert scenario.sides[1 - side].support(turn) == 0


# -- 15.27 the Line of Communication


ROAD = {"roads": ["0109 0108 0107 0106 0105 0104 0103"]}
LINE = {"bastogne": [], "line_from": ["0109", "0909"], "line_to": ["0103", "0903"]}


def road(*, us=("A 4-4-7 0901",), german=(), last_turn=3, roads=ROAD, **what) -> Game:
    return relief(us=us, german=german, victory=LINE, last_turn=last_turn, **roads, **what)


def winner(game: Game) -> str:
    """The winner's name, or nothing while the game goes on."""
    return game.scenario.sides[game.outcome.winner].name if game.outcome else ""


def end_turn(game: Game) -> None:
    turn = game.state.turn
    while game.outcome is None and game.state.turn == turn:
        play(game, "done")


def test_15_27_an_open_road_wins_at_the_end_of_a_game_turn():
    game = road()
    end_turn(game)
    assert winner(game) == "US"


def test_15_27_not_before_the_end_of_it():
    game = road(german=["X 4-4-7 0509"])
    play(game, "done")
    assert deciding(game) == "German movement"
    play(game, "move X 0209")  # into the road's way in time
    end_turn(game)
    assert not winner(game)
    assert game.state.turn == 2


@pytest.mark.parametrize(
    ("at", "open_"), [("0105", False), ("0205", False), ("0305", True), ("0109", False), ("0208", False)]
)
def test_15_27_enemies_and_their_zones_cut_it(at, open_):
    game = road(german=[f"X 4-4-7 {at}"])
    end_turn(game)
    assert (game.outcome is not None) is open_


@pytest.mark.parametrize(("at", "relieved"), [("0205", ""), ("0305", "US")])
def test_15_27_a_unit_of_ones_own_does_not_open_an_enemy_controlled_hex(at, relieved):
    """A stands on the road; beside it there is artillery, which 14.0 keeps from attacking alone, or there is not."""
    game = road(us=["A 4-4-7 0105"], german=[f"H 1-1-9/1-7 {at}"], side=1)
    end_turn(game)
    assert winner(game) == relieved


def test_15_27_a_river_keeps_zones_off_the_road():
    moat = "0105/0205 0106/0205"
    game = road(german=["X 4-4-7 0205"], rivers=[moat, "0104/0204 0105/0204"])
    end_turn(game)
    assert winner(game) == "US"


def test_15_27_the_hexes_must_be_joined_by_road_hexsides():
    gap = {"roads": ["0109 0108 0107 0106", "0105 0104 0103"]}
    game = road(roads=gap, german=["X 4-4-7 0505"])
    end_turn(game)
    assert not winner(game)
    trail = {"roads": ["0109 0108 0107 0106", "0105 0104 0103"], "trails": ["0106 0105"]}
    game = road(roads=trail, german=["X 4-4-7 0505"])
    end_turn(game)
    assert not winner(game)


def test_15_27_from_either_hex_to_either():
    """From the second of the starts to the first of the goals, round a corner."""
    other = {"roads": ["0909 0908 0907 0906 0806 0706 0605 0505 0404 0304 0203 0103"]}
    game = road(roads=other, german=["X 4-4-7 0109"])
    end_turn(game)
    assert game.outcome
    assert "0909 to 0103" in game.outcome.reason


def test_15_27_at_the_end_of_any_game_turn():
    game = road(german=["X 4-4-7 0105"])
    end_turn(game)
    assert not winner(game)
    play(game, "done", "move X 0505", "done")
    assert (winner(game), game.state.turn) == ("US", 2)


def test_15_27_else_the_german_wins_with_the_last_game_turn():
    game = road(german=["X 4-4-7 0105"])
    for _ in range(3):
        assert not winner(game)
        end_turn(game)
    assert (winner(game), game.state.turn) == ("German", 3)


def test_15_27_only_where_the_scenario_names_a_line():
    game = siege(FIELD, german=["A 4-4-7 0901"], us=["X 4-4-7 0909"], **ROAD)
    end_turn(game)
    assert not winner(game)


# -- 15.1 to 15.3 the scenarios, unit by unit


def strengths(scenario: Scenario, units) -> Counter[str]:
    return Counter(str(scenario.units[u].strength) for u in units)


def count(text: str) -> Counter[str]:
    """`two 6-4-12, 2-3-14` as strengths by number."""
    words = {"two": 2, "three": 3, "four": 4, "six": 6, "nine": 9, "twelve": 12}
    found: Counter[str] = Counter()
    for part in text.split(", "):
        number, _, strength = part.rpartition(" ")
        found[strength] += words.get(number, 1)
    return found


WEST = [f"01{row:02}" for row in range(1, 32)]
SOUTH = [f"{column:02}31" for column in range(1, 30)]
NORTH_20 = [f"{column}01" for column in range(20, 30)]


def east(first: int, last: int) -> list[str]:
    return [f"29{row:02}" for row in range(first, last + 1)]


US_EARLY = [
    (2, "twelve 2-4-7, 1-2-12/2-7", WEST),
    (3, "5-4-12, two 3-2-18/1-7", WEST + SOUTH),
]
"""15.14"""
GERMAN_EARLY = [
    (1, "two 6-4-12, four 5-5-12, 2-3-14", ["2913"]),
    (
        2,
        "5-5-12, two 4-4-12, 4-4-7, 2-3-14, six 3-3-7, 3-2-18/1-12, 4-2-12/2-12",
        east(8, 15),
    ),
    (
        4,
        "two 5-5-12, three 3-3-7, 1-3-12, 3-2-18/1-7, 4-2-12/1-7, 3-2-18/2-12, 4-2-12/2-12",
        east(8, 21),
    ),
    (7, "four 3-3-7, two 3-3-12, 3-2-18/1-7, 4-2-12/1-7", east(18, 31)),
]
"""15.15"""
US_LATE = [
    (9, "two 4-3-12, 5-3-12, three 5-5-12, 1-3-12, 5-4-12, three 1-2-12/2-12, two 3-2-18/1-7", SOUTH),
    (14, "two 2-3-7", SOUTH),
    (16, "1-3-12", SOUTH),
]
"""15.24"""
GERMAN_LATE = [
    (10, "3-2-12", east(1, 31)),
    (12, "three 4-4-12", east(1, 18)),
    (16, "three 4-4-12, 4-2-12/1-7, 3-2-18/1-7", east(1, 15) + NORTH_20),
]
"""15.25"""
US_LAST = [(18, "nine 2-3-7, 4-3-12, 5-5-12", SOUTH)]
"""15.34"""


def schedule(scenario: Scenario, name: str):
    """A side's reinforcements as the tables above have them."""
    return {
        group.turn: (strengths(scenario, group.units), {scenario.board.number(h) for h in group.hexes})
        for group in scenario.reinforcements
        if scenario.sides[group.side].name == name
    }


def expected(*tables):
    return {turn: (count(text), set(hexes)) for table in tables for turn, text, hexes in table}


@pytest.mark.parametrize(("case", "key"), [("15.11", "spearhead"), ("15.21", "relief"), ("15.31", "campaign")])
def test_15_11_15_21_15_31_the_situation_is_told(case, key):
    scenario = shipped(f"bastogne/{key}")
    assert len(scenario.about) == 3
    assert all(len(line) <= 100 for line in scenario.about)
    turns = scenario.last_turn - scenario.first_turn + 1
    assert len(scenario.dates) == turns  # half a day each (10.0)
    assert scenario.date(scenario.first_turn) == ("22 Dec a.m." if key == "relief" else "18 Dec a.m.")


@pytest.mark.parametrize("key", ["spearhead", "campaign"])
def test_15_12_15_32_us_deployment(key):
    scenario = shipped(f"bastogne/{key}")
    forward, town = scenario.setup
    assert scenario.sides[forward.side].name == scenario.sides[town.side].name == "US"
    assert strengths(scenario, forward.units) == count("4-4-12, 4-3-12, 5-4-12, two 1-2-12/2-12")
    assert strengths(scenario, town.units) == count("4-4-12, 4-3-12, 1-3-12, 1-2-12/2-12")
    board = scenario.board
    assert forward.hexes == {h for h in board.playable if board.number(h)[:2] not in {"28", "29"}}
    towns = [board.hex("1317"), board.hex("1416")]
    assert town.hexes == {h for h in board.playable if min(board.grid.distance(h, t) for t in towns) <= 2}


@pytest.mark.parametrize("key", ["spearhead", "campaign"])
def test_15_13_15_33_no_german_on_the_map(key):
    scenario = shipped(f"bastogne/{key}")
    german = [i for i, unit in enumerate(scenario.units) if scenario.sides[unit.side].name == "German"]
    assert not scenario.placed
    assert all(unit in scenario.arrivals and unit not in scenario.setup_of for unit in german)


def test_15_14_us_reinforcements():
    assert schedule(shipped("bastogne/spearhead"), "US") == expected(US_EARLY)


def test_15_15_german_reinforcements():
    assert schedule(shipped("bastogne/spearhead"), "German") == expected(GERMAN_EARLY)


@pytest.mark.parametrize(("key", "turns"), [("spearhead", (1, 7)), ("campaign", (1, 18))])
def test_15_16_15_36_the_german_first_and_the_length(key, turns):
    scenario = shipped(f"bastogne/{key}")
    assert scenario.sides[0].name == "German"
    assert (scenario.first_turn, scenario.last_turn) == turns
    game = Game(scenario)
    assert deciding(game) == "US set-up"


@pytest.mark.parametrize(("key", "exit_by"), [("spearhead", 7), ("campaign", 8)])
def test_15_17_15_37_the_specified_units_and_points(key, exit_by):
    scenario = shipped(f"bastogne/{key}")
    specified = scenario.victory["specified"]
    assert isinstance(specified, list)
    units = [scenario.units[scenario.by_id[name.lower()]] for name in specified]
    assert Counter(str(unit.strength) for unit in units) == count(
        "two 6-4-12, four 5-5-12, two 4-4-12, 2-3-14, 3-2-18/2-12, 4-2-12/2-12"
    )
    assert Counter(unit.kind for unit in units) == {
        Kind.ARMOR: 2,
        Kind.MECHANIZED: 6,
        Kind.RECONNAISSANCE: 1,
        Kind.SP_ARTILLERY: 2,
    }
    assert scenario.victory["bastogne"] == ["1317", "1416"]
    assert scenario.victory["exit_by"] == exit_by
    game = Game(scenario)
    assert points(game) == (0, 11 * 3 + 6)


def test_15_22_no_us_unit_on_the_map():
    scenario = shipped("bastogne/relief")
    us = [i for i, unit in enumerate(scenario.units) if scenario.sides[unit.side].name == "US"]
    assert all(unit in scenario.arrivals for unit in us)


def test_15_23_german_deployment():
    scenario = shipped("bastogne/relief")
    (group,) = scenario.setup
    assert scenario.sides[group.side].name == "German"
    assert strengths(scenario, group.units) == count("four 3-3-7, two 3-3-12, 4-2-12/1-7, 3-2-18/1-7")
    board = scenario.board
    towns = [board.hex("1317"), board.hex("1416")]
    assert group.hexes == {
        h
        for h in board.playable
        if int(board.number(h)[2:]) <= 29 and min(board.grid.distance(h, t) for t in towns) > 4
    }


def test_15_24_us_reinforcements():
    assert schedule(shipped("bastogne/relief"), "US") == expected(US_LATE)


def test_15_25_german_reinforcements():
    assert schedule(shipped("bastogne/relief"), "German") == expected(GERMAN_LATE)


def test_15_27_the_ends_of_the_line():
    scenario = shipped("bastogne/relief")
    assert scenario.victory["line_from"] == ["0431", "1231"]
    assert scenario.victory["line_to"] == ["1119", "1419"]


def test_15_34_us_reinforcements():
    assert schedule(shipped("bastogne/campaign"), "US") == expected(US_EARLY, US_LATE, US_LAST)


def test_15_35_german_reinforcements():
    assert schedule(shipped("bastogne/campaign"), "German") == expected(GERMAN_EARLY, GERMAN_LATE)


@pytest.mark.parametrize(("key", "german", "us"), [("spearhead", 38, 25), ("relief", 17, 16), ("campaign", 47, 52)])
def test_15_1_15_2_15_3_counts_of_units(key, german, us):
    scenario = shipped(f"bastogne/{key}")
    found = Counter(scenario.sides[unit.side].name for unit in scenario.units)
    assert found == {"German": german, "US": us}
