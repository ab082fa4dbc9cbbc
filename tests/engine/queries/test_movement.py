"""The reach of a unit, and its limits."""

from functools import partial

import pytest

from tests.drawn import allowed, below, deciding, drawn, play
from tests.engine.naming import at, ids, numbers, unit, way
from tests.engine.queries.battles import arnhem, bastogne, remagen
from tests.long import sample
from tests.players import busy_player
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Exit
from westwall_tui.files.library import new_game

# -- The reach of a unit, and its limits (5.0).


SMALL = ". . . . ."
"""Five clear hexes in a column: 0101 to 0105."""


def reach(game: Game, name: str = "A", *pins: str) -> queries.Reach:
    return queries.reach(game, unit(game, name), [at(game, pin) for pin in pins])


def test_5_13_movement_points_left_by_hex():
    game = drawn(SMALL, blue=["A 4-4-3 0101"])
    found = reach(game)
    assert found.allowance == 6
    assert {game.state.number(h): left for h, left in found.left.items()} == {"0102": 4, "0103": 2, "0104": 0}
    assert numbers(game, found.through) == "0101"
    assert at(game, "0105") not in found
    assert not found.may_stop(at(game, "0101"))


def test_5_2_the_path_is_the_cheapest():
    game = drawn("% . . . . .", blue=["A 4-4-7 0103"], roads=["0103 0102 0101"])
    assert way(game, reach(game).path(at(game, "0101"))) == "0103 0102 0101"
    with pytest.raises(ValueError, match="out of reach"):
        reach(drawn(SMALL, blue=["A 4-4-1 0101"])).path(4)


def test_5_2_a_tie_goes_to_the_path_with_the_most_preferred_hexes():
    game = drawn(blue=["A 4-4-7 0505"])
    found = reach(game)
    for before in found.left:
        for h in game.scenario.board.grid.neighbors[before]:
            if h in found.left:
                shown, least = found.path(before), found.path(h)
                near = found.path(h, shown)
                assert found.path(h, near) == near, "what is shown stays"
                assert (near[0], near[-1], len(near)) == (least[0], h, len(least))
                assert len(set(near) & set(shown)) >= len(set(least) & set(shown))
    for kept in ("0504 0603", "0604 0704", "0604 0603"):
        preferred = {at(game, number) for number in kept.split()}
        assert way(game, found.path(at(game, "0703"), preferred)) == f"0505 {kept} 0703"


def test_6_0_a_preferred_path_never_leads_out_of_an_enemy_zone():
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0304"])
    found = reach(game)
    zone = set(found.halting)
    assert zone
    assert all(zone.isdisjoint(found.path(h, zone)[:-1]) for h in found.left)


def test_5_31_a_unit_passes_through_friends_and_does_not_stop_with_them():
    game = drawn(SMALL, blue=["A 4-4-7 0101", "B 4-4-7 0102"])
    assert numbers(game, reach(game).through) == "0101 0102"
    assert not reach(game).shared


def test_5_31_a_battle_may_let_units_share_a_hex():
    """In Arnhem one airborne unit may stop with the Engineer if an enemy is across the river."""
    units = ["Eng 3-3-10 engineer 0505", "A 2-2-7 airborne:101st 0503", "B 2-2-7 0403"]
    game = arnhem(blue=units, red=["X 1-1-7 0506"], victory={"engineer": ["Eng"]}, rivers=[below(5)])
    assert numbers(game, reach(game, "A").shared) == "0505"
    assert reach(game, "A").may_stop(at(game, "0505"))
    assert not reach(game, "B").may_stop(at(game, "0505"))
    assert queries.share_case(game)


def test_6_0_an_enemy_zone_halts_a_unit_and_cannot_be_pinned():
    game = drawn(SMALL, blue=["A 4-4-7 0101"], red=["X 4-4-7 0104"])
    found = reach(game)
    assert numbers(game, found.halting) == "0103"
    assert found.may_stop(at(game, "0103"))
    assert not found.may_pin(at(game, "0103"))
    assert found.may_pin(at(game, "0102"))
    assert not found.may_pin(at(game, "0105"))


def test_5_14_a_unit_in_an_enemy_zone_reaches_nothing():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"])
    found = reach(game)
    assert (found.left, found.through, found.leaves_zone) == ({}, frozenset(), False)


def test_5_14_at_night_a_unit_leaves_a_zone_but_enters_no_other():
    game = remagen(blue=["A 3-6-7 0505"], red=["X 2-4-7 0504"], night=True)
    found = reach(game)
    assert found.leaves_zone
    assert numbers(game, found.halting) == ""
    assert at(game, "0506") in found
    assert at(game, "0405") in found
    assert at(game, "0404") not in found  # X controls it as well
    for h in range(len(game.scenario.board.grid)):
        assert found.may_stop(h) == allowed(game, f"move A {game.state.number(h)}")


def test_a_path_passes_its_pins_and_costs_accordingly():
    game = drawn(blue=["A 4-4-4 0505"])
    pinned = reach(game, "A", "0504", "0604")
    assert numbers(game, pinned.pins) == "0504 0604"
    assert way(game, pinned.path(at(game, "0605"))) == "0505 0504 0604 0605"
    assert pinned.left[at(game, "0605")] == 2
    assert way(game, pinned.path(at(game, "0505"))) == "0505 0504 0604 0505"
    assert pinned.may_stop(at(game, "0505"))  # a unit may move out and back
    play(game, f"move A {' '.join(game.state.numbers(pinned.path(at(game, '0605'))[1:]))}")


def test_5_24_a_path_makes_a_detour_if_the_unit_cannot_step_between_pins():
    game = drawn(blue=["A 4-4-12 0505", "T 4-4-12 armor 0505"], streams=["0505/0604"])
    for name, rounds in (("A", ()), ("T", (("0505", "0604"),))):
        found = reach(game, name, "0604", "0704")
        assert tuple(game.state.numbers(each) for each in found.rounds) == rounds
    assert reach(game, "T", "0506", "0604").rounds == ()  # not next to each other


def test_no_hex_is_within_reach_after_an_impossible_pin():
    game = drawn(SMALL, blue=["A 4-4-7 0101"], red=["X 4-4-7 0104"])
    for pin in ("0103", "0104"):
        found = reach(game, "A", pin, "0102")
        assert not found.left
        assert not found.through


def test_the_reach_of_a_reinforcement_begins_at_its_entry_hexes():
    game = drawn(SMALL, blue=["A 4-4-3"], arrivals=[(1, "A", "0101")])
    found = reach(game)
    assert found.start < 0
    assert found.left == {at(game, "0101"): 4, at(game, "0102"): 2, at(game, "0103"): 0}
    assert way(game, found.path(at(game, "0102"))) == "0101 0102"
    assert way(game, reach(game, "A", "0102").path(at(game, "0103"))) == "0101 0102 0103"


def test_the_reach_of_an_airborne_unit_is_its_landing_hexes():
    game = arnhem(blue=["A 2-2-7 airborne:101st"], red=["X 2-2-7 0909"], landings=[(1, "A", "0505 0504")])
    found = reach(game)
    assert numbers(game, found.landings) == "0504 0505"
    assert found.may_stop(at(game, "0504"))
    assert not found.left
    assert reach(drawn(blue=["A 2-2-7 0505"])).landings == frozenset()


@pytest.mark.parametrize("battle", [drawn, partial(remagen, night=True)], ids=["day", "night"])
def test_the_reach_has_exactly_the_hexes_of_legal_orders(battle):
    """Checked for every hex of the board, with and without a pin."""
    terrain = ".~%..f^.. .~.%..... .~....... .~o..#... .~....... .~...%... .~....... .~....... .~......."
    game = battle(terrain, blue=["A 4-4-5 0403", "B 2-2-5 0404"], red=["X 2-2-7 0603", "Y 2-2-7 0305"])
    for name in ("A", "B"):
        for pins in ((), ("0402",)):
            found = reach(game, name, *pins)
            for h in range(len(game.scenario.board.grid)):
                if found.may_stop(h):
                    order = f"move {name} {' '.join(game.state.numbers(found.path(h)[1:]))}"
                    assert allowed(game, order), order
                elif not pins and h != found.start:
                    assert not allowed(game, f"move {name} {game.state.number(h)}")


def test_5_25_why_not():
    game = drawn(SMALL, blue=["A 4-4-2 0101", "B 4-4-7 0102"])
    assert queries.why_not(game, 0, at(game, "0103")) is None
    refusals = {number: queries.why_not(game, 0, at(game, number)) for number in ("0104", "0102")}
    assert {number: found.case for number, found in refusals.items() if found} == {"0104": "5.25", "0102": "5.31"}


def test_the_reason_why_a_unit_cannot_move_at_all():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0101"], red=["X 4-4-7 0504"])
    refusal = queries.why_immobile(game, unit(game, "A"))
    assert refusal is not None
    assert refusal.case == "5.14"
    assert queries.why_immobile(game, unit(game, "B")) is None
    play(game, "move B 0102")
    moved = queries.why_immobile(game, unit(game, "B"))
    assert moved is not None
    assert moved.case == "5.15"


# -- The Movement Phase (5.0).


def test_5_14_5_15_movers_are_units_that_can_move_then_units_that_can_enter():
    game = drawn(
        blue=["R 4-4-7", "A 4-4-7 0505", "B 4-4-7 0101", "C 4-4-7 0909"],
        red=["X 4-4-7 0504"],
        arrivals=[(1, "R", "0109")],
    )
    assert ids(game, queries.movers(game)) == "B C R"
    play(game, "move B 0102")
    assert ids(game, queries.movers(game)) == "C R"


def test_5_13_allowance_in_half_points():
    assert queries.allowance(drawn(blue=["A 4-4-7 0505"]), 0) == 14


def test_5_13_a_unit_that_has_landed_has_a_smaller_allowance():
    game = arnhem(blue=["A 2-2-7 airborne:101st"], red=["X 2-2-7 0909"], landings=[(1, "A", "0505 0504")])
    play(game, "land A 0505")
    assert queries.allowance(game, 0) == 6


def test_5_31_only_battles_with_shared_hexes_have_a_case_for_them():
    assert queries.share_case(drawn(blue=["A 4-4-7 0505"])) == ""


def test_onward_after_a_bridge_was_blown_ahead_of_a_unit():
    game = arnhem(
        blue=["A 2-2-7 0503"],
        red=["X 2-2-7 0101"],
        canals=["0505/0506"],
        roads=["0502 0503 0504 0505 0506 0507"],
    )
    assert queries.onward(game) == (0, {}, {})
    play(game, "move A 0507", "demolish yes")
    play(game, "roll 1")
    assert deciding(game) == "Allied halted"
    found = queries.onward(game)
    assert found.left == 14 - 2
    assert way(game, found.ways[at(game, "0506")]).startswith("0505 ")
    assert found.rest[at(game, "0604")] == found.left - 2
    assert at(game, "0505") not in found.ways
    assert found.ways.keys() == found.rest.keys()
    assert numbers(game, [game.state.location[unit(game, "A")]]) == "0505"


# -- Exits in this phase (5.0).


def test_5_0_exits_are_the_edges_that_the_movement_points_reach():
    game = bastogne(blue=["A 2-2-3 0205", "B 2-2-1 0305", "C 2-2-9 0509"], red=["X 1-1-4 0907"])
    assert [queries.exits(game, queries.reach(game, number)) for number in (0, 1, 2)] == [
        ("west",),
        (),
        ("north", "east", "south", "west"),
    ]
    assert queries.exits(game, queries.reach(game, 3)) == ()  # 12.12


def test_15_41_units_cannot_exit_by_a_closed_part_of_an_edge():
    exits = {"exit_west": ["0102", "0104"], "exit_east": ["0901", "0909"]}
    game = arnhem(blue=["X 1-1-4 0505"], red=["A 2-2-2 0103", "B 2-2-2 0108"], side=1, victory=exits)
    assert queries.exits(game, queries.reach(game, 1)) == ("west",)
    assert queries.exits(game, queries.reach(game, 2)) == ()


@pytest.mark.slow
@pytest.mark.parametrize("key", ["bastogne/campaign", "arnhem/historical", *sample(["hurtgen/free"], [])])
def test_5_0_exits_are_the_legal_orders(key):
    game, draw = new_game(key, seed=3), Draw(3)
    found = set[str]()
    for number in range(500):
        if game.outcome is not None:
            break
        if game.prompt.kind == "movement" and number % 25 == 0:
            for one in queries.movers(game):
                if game.state.location[one] >= 0:
                    name, edges = game.state.units[one].id, queries.exits(game, queries.reach(game, one))
                    assert list(edges) == [edge for edge in EDGES if game.explain(Exit(name, (), edge)) is None]
                    found.update(edges)
        game.apply(busy_player(game, draw))
    assert found
