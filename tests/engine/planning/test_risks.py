"""The risks of a move, and of a position."""

from typing import Any

from tests.drawn import below, drawn, play
from tests.engine.battles.drawn_arnhem import market
from tests.engine.battles.drawn_bastogne import siege
from tests.engine.naming import at, ids, numbers, unit
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack
from westwall_tui.engine.planning import Outlook, Peril, Risk


def risks(game: Game, name: str, *way: str) -> list[Risk]:
    """Return the risks of a unit's way; its own hex first."""
    hexes = [at(game, number) for number in way]
    return Outlook(game).of_move(unit(game, name), hexes[-1], hexes)


def perils(game: Game, name: str, *way: str) -> list[str]:
    return [str(risk.peril) for risk in risks(game, name, *way)]


# -- surrounded


def between(**what: Any) -> Game:
    """Return a game with A far away and two enemies, which leave it no retreat if they hold the north and the south."""
    return drawn(blue=["A 3-3-7 0509"], red=["X 5-4-7 0504", "Y 5-4-7 0107"], **what)


def test_7_7_a_unit_between_two_enemies_can_be_surrounded():
    """X is next to 0505 and closes three of the hexes around it; from 0506 Y closes the others."""
    game = between()
    (risk,) = risks(game, "A", "0509", "0508", "0507", "0506", "0505")
    assert risk.peril is Peril.SURROUNDED
    assert (risk.dice, ids(game, sorted(risk.others))) == (6, "X Y")
    assert numbers(game, risk.hexes) in ("0505 0506", "0505 0405", "0505 0605", "0405 0505")


def test_7_7_no_warning_with_open_ground_behind_the_unit():
    assert perils(between(), "A", "0509", "0508") == []


def test_two_approaching_enemies_are_a_warning_for_units_that_cost_points():
    """15.17: A makes a difference of four points; B is in the same danger, but worth none."""
    units: dict[str, Any] = {
        "german": ["A 3-3-7 0505", "B 3-3-7 0105"],
        "us": ["X 5-4-7 0501", "Y 5-4-7 0509", "Z 5-4-7 0109"],
    }
    game = siege(victory={"specified": ["A"], "exit_by": 9}, **units)
    (risk,) = Outlook(game).standing(0)
    assert (risk.peril, risk.unit, risk.moves) == (Peril.SURROUNDED, unit(game, "A"), 2)
    assert Outlook(siege(**units)).standing(0) == []


def test_a_friendly_unit_next_to_it_keeps_a_path_open():
    """7.73: B can be displaced, so the enemy must close its hex too."""
    game = drawn(blue=["A 3-3-7 0505", "B 3-3-7 0506"], red=["X 5-4-7 0504", "Y 5-4-7 0107"])
    way = planning.siege(planning.EnemyTurn(game, 0), unit(game, "A"), 1)
    assert way is None or game.scenario.board.hex("0506") not in [h for _, h in way.moves]


def test_4_1_no_warning_in_the_last_game_turn():
    game = between(last_turn=1)
    assert perils(game, "A", "0509", "0508", "0507", "0506", "0505") == ["surrounded"]  # the enemy moves afterward
    game = drawn(blue=["A 3-3-7 0509"], red=["X 5-4-7 0504", "Y 5-4-7 0107"], side=0, last_turn=1)
    last = drawn(red=["A 3-3-7 0509"], blue=["X 5-4-7 0504", "Y 5-4-7 0107"], side=1, last_turn=1)
    assert perils(last, "A", "0509", "0508", "0507", "0506", "0505") == []


def test_points_come_first():
    """15.17: a specified unit makes a difference of four points; the other one has no points."""
    game = siege(
        german=["A 3-3-7 0505", "S 3-3-7 0502"],
        us=["X 5-4-7 0504", "Y 5-4-7 0107"],
        victory={"specified": ["S"], "exit_by": 9},
    )
    outlook = Outlook(game)
    assert (outlook.at_stake(unit(game, "S")), outlook.at_stake(unit(game, "A"))) == (4, 0)


# -- its own attack


def test_7_74_an_obligatory_attack_without_a_retreat():
    """A must attack X from a corner where it cannot retreat; even with the best attack one roll eliminates it."""
    game = drawn(blue=["A 3-3-7 0303"], red=["X 3-6-7 0102", "Y 1-1-7 0202"])
    found = [risk for risk in risks(game, "A", "0303", "0202", "0101") if risk.peril is Peril.NO_WAY_BACK]
    assert len(found) == 1
    assert found[0].dice > 0
    assert ids(game, found[0].others) in ("X", "Y")


def test_8_4_enemy_fire_makes_it_worse():
    """G reaches X from three hexes away; without it the same attack loses A on fewer rolls."""
    red = ["X 3-6-7 0102", "Y 1-1-7 0202"]
    way = ("0303", "0202", "0101")
    quiet, fired = (drawn(blue=["A 6-3-7 0303"], red=[*red, *guns]) for guns in ([], ["G 2-2-8/6-3 0105"]))
    (alone,) = [risk for risk in risks(quiet, "A", *way) if risk.peril is Peril.NO_WAY_BACK]
    (under,) = [risk for risk in risks(fired, "A", *way) if risk.peril is Peril.NO_WAY_BACK]
    assert alone.at_worst == alone.dice == under.dice
    assert under.at_worst > under.dice


def test_7_74_an_attack_from_a_hex_without_a_retreat():
    """A is between X and Y and attacks X: any A result eliminates it, because it cannot retreat."""
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504", "Y 3-3-7 0506"], phase="combat")
    found = planning.preview(game, Attack(("A",), ("X", "Y")))
    assert found is not None
    (risk,) = planning.risks_of_attack(game, found)
    bad = sum(result.startswith("A") or result in ("Br", "Ex") for result in found.odds.results)
    assert (risk.peril, risk.dice) == (Peril.NO_WAY_BACK, bad)


def test_8_4_an_attack_that_only_fire_in_defense_makes_deadly():
    """At +1 no roll eliminates A, which can retreat; with the fire of G, at -6, some are Ae."""
    game = drawn(blue=["A 5-3-7 0505"], red=["X 4-4-7 0504", "G 2-7-8/6-6 0502"], phase="combat")
    found = planning.preview(game, Attack(("A",), ("X",)))
    assert found is not None
    assert "Ae" not in found.odds.results
    (risk,) = planning.risks_of_attack(game, found)
    assert (risk.peril, risk.dice, risk.at_worst) == (Peril.UNDER_FIRE, 0, found.fire_odds.results.count("Ae"))
    assert risk.at_worst > 0


def test_7_74_an_attack_with_open_ground_behind_it_is_not_a_risk():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    found = planning.preview(game, Attack(("A",), ("X",)))
    assert found is not None
    assert planning.risks_of_attack(game, found) == []


# -- bridges, lines, guns, places, exits


def test_12_11_the_bridge_ahead_is_wired():
    game = market(allied=["A 3-3-9 0508"], german=["X 3-3-7 0101"], canals=[below(5)], bridges=["canal 0505/0506"])
    (risk,) = risks(game, "A", "0508", "0507", "0506")
    assert (risk.peril, numbers(game, risk.hexes)) == (Peril.WIRED, "0505 0506")
    assert perils(game, "A", "0508", "0507") == []


def test_12_11_german_units_trigger_no_demolition():
    game = market(
        german=["A 3-3-9 0508"], allied=["X 3-3-7 0101"], canals=[below(5)], bridges=["canal 0505/0506"], side=1
    )
    assert perils(game, "A", "0508", "0507", "0506") == []


def test_a_gun_is_left_alone():
    blue = ["A 3-3-7 0505", "G 4-2-3/2-7 0506"]
    game = drawn(blue=blue, red=["X 5-4-7 0101"])
    (risk,) = risks(game, "A", "0505", "0605", "0705", "0805")
    assert (risk.peril, ids(game, risk.others)) == (Peril.GUN, "G X")
    assert numbers(game, risk.hexes) == "0506"
    assert perils(game, "A", "0505", "0605") == []  # still next to it


def test_a_gun_out_of_enemy_reach_may_be_left():
    game = drawn(blue=["A 3-3-7 0505", "G 4-2-3/2-7 0506"], red=["X 5-4-2 0101"])
    assert perils(game, "A", "0505", "0605", "0705", "0805") == []


def test_15_17_a_unit_leaves_a_scoring_place_empty():
    game = siege(german=["A 3-3-7 0505"], us=["X 3-3-7 0101"], victory={"specified": ["A"]})
    play(game, "move A 0604", "done", "done", "done")
    found = [risk for risk in risks(game, "A", "0604", "0704", "0804") if risk.peril is Peril.EMPTY]
    assert [risk.places for risk in found] == [("Bastogne",)]
    assert found[0].points > 0


def test_15_17_a_hex_from_which_the_exit_is_too_late():
    """Game-Turn 2 is the last one for an exit: from 0705 the west edge is too far, from 0305 it is not."""
    game = siege(german=["A 3-3-4 0405"], us=["X 3-3-7 0901"], victory={"specified": ["A"], "exit_by": 2})
    assert "late" in perils(game, "A", "0405", "0505", "0605", "0705")
    assert "late" not in perils(game, "A", "0405", "0305")


def test_17_33_leaving_an_enemy_controlled_hex_cuts_the_line_through_it():
    """X controls 0103 and 0104; B's line passes them only while A and C are there."""
    game = market(
        ".-\n.-\n..\n.-\n.-\n.-",
        allied=["A 3-3-7 0103", "B 3-3-7 0101", "C 3-3-7 0104"],
        german=["X 3-3-7 0203"],
        victory={"line_to": ["0106"]},
    )
    found = [risk for risk in risks(game, "A", "0103", "0102") if risk.peril is Peril.CUTS]
    assert [ids(game, risk.others) for risk in found] == ["B"]
    assert numbers(game, found[0].hexes) == "0101 0103"


def corridor(**what: Any) -> Game:
    """Return three Allied units on a strip of land, two hexes apart, with open ground only next to its last hexes."""
    ground = "\n".join([".-...."] * 7 + ["......"] * 2)
    return market(
        ground, allied=["A 3-3-7 0101", "B 3-3-7 0103", "C 3-3-7 0105"], victory={"line_to": ["0109"]}, **what
    )


def test_17_33_the_enemy_can_reach_a_hex_of_all_lines():
    game = corridor(german=["X 3-3-9 0608"])
    blocks = Outlook(game).blocks(0)
    assert [(risk.peril, ids(game, risk.others)) for risk in blocks] == [(Peril.BLOCKED, "A B C")]
    assert blocks[0].points == 3 * game.rules.no_line_points
    after = game.state.copy()
    after.place(blocks[0].unit, blocks[0].hexes[0])
    assert not any(supply.line for supply in game.rules.supplies(after))
    assert Peril.BLOCKED in [risk.peril for risk in planning.risks_of_ending(game)]


def test_17_33_all_cuts_of_the_next_turn_with_their_cost():
    """X is too far away; Y, which is due, could cut all three lines in the south."""
    game = corridor(german=["X 3-3-1 0601", "Y 3-3-9"], arrivals=[(1, "Y", "0608")])
    cuts = Outlook(game).cuts(0)
    told = {(ids(game, (cut.unit,)), ids(game, cut.others)): (numbers(game, cut.hexes), cut.points) for cut in cuts}
    assert {who for who, _ in told} == {"Y"}
    assert told["Y", "A B C"][1] == 3 * game.rules.no_line_points
    assert all(set(ids(game, cut.others).split()) <= set("ABC") for cut in cuts)
    assert [cut.points for cut in cuts] == sorted((cut.points for cut in cuts), reverse=True)
    for cut in cuts:
        for h in cut.hexes:
            after = game.state.copy()
            after.place(cut.unit, h)
            lacking = {supply.unit for supply in game.rules.supplies(after) if not supply.line}
            assert set(cut.others) <= lacking
    assert Outlook(game).cuts(1) == []


def test_17_33_no_enemy_reaches_the_lines_or_none_has_a_turn_left():
    assert Outlook(corridor(german=["X 3-3-1 0601"])).blocks(0) == []
    assert Outlook(corridor(german=["X 3-3-9 0608"], last_turn=1)).blocks(0) != []
    assert Outlook(corridor(german=["X 3-3-9 0608"], last_turn=1)).blocks(1) == []


def test_17_32_a_unit_that_goes_too_far_from_its_drop_zone_has_no_line():
    game = market(
        "\n".join(["." * 20] * 3),
        allied=["A 2-2-7 airborne:101st 0501"],
        german=["X 2-2-7 2003"],
        victory={"drop_zones": ["101 0101"]},
    )
    assert perils(game, "A", "0501", "0601", "0701", "0801") == []
    assert perils(game, "A", "0501", "0601", "0701", "0801", "0901") == ["cut off"]
