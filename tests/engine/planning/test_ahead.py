"""Attacks planned in the Movement Phase."""

import pytest

from tests.drawn import allowed, attack_of, below, drawn, play
from tests.engine.battles.drawn_arnhem import market
from tests.engine.battles.rhine import rhine
from tests.engine.naming import at, ids, numbers, unit
from tests.long import sample
from tests.players import busy_player
from westwall_tui.engine import planning, queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Enter, Move
from westwall_tui.engine.planning import Joiner, Spot
from westwall_tui.engine.planning.ahead import imagined
from westwall_tui.engine.rules.moves import moves
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE
from westwall_tui.files.scenarios.catalog import load_scenario


def joiners(game: Game, *enemies: str) -> dict[str, Joiner]:
    found = planning.could_attack(game, [unit(game, name) for name in enemies])
    return {ids(game, (joiner.unit,)): joiner for joiner in found}


def spots(game: Game, joiner: Joiner, *, barrage: bool = False) -> str:
    return numbers(game, (spot.hex for spot in joiner.spots if spot.barrage is barrage))


def test_5_13_units_that_can_move_next_to_an_enemy_and_the_points_left():
    game = drawn(blue=["A 4-4-3 0505", "B 4-4-1 0909"], red=["X 2-2-7 0502"])
    found = joiners(game, "X")
    assert list(found) == ["A"]
    assert spots(game, found["A"]) == "0402 0503 0602"
    assert game.state.number(found["A"].spots[0].hex) == "0503"
    assert [(spot.left, spot.cost) for spot in found["A"].spots] == [(2, 4), (0, 6), (0, 6)]
    for spot in found["A"].spots:
        assert allowed(game, f"move A {game.state.number(spot.hex)}")


def test_6_33_no_attack_over_a_river_without_a_bridge():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-2-7 0502"], rivers=[below(3)])
    assert joiners(game, "X") == {}


def test_5_14_5_15_a_unit_that_cannot_move_attacks_from_its_hex():
    game = drawn(blue=["A 4-4-7 0503", "B 4-4-7 0505", "C 4-4-7 0905"], red=["X 2-2-7 0502"])
    play(game, "move B 0506")
    found = joiners(game, "X")
    assert (spots(game, found["A"]), found["A"].spots[0].left) == ("0503", 0)
    assert "B" not in found
    assert "C" in found


def test_7_23_attacks_on_several_enemies_together():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-2-7 0502", "Y 2-2-7 0602"])
    assert spots(game, joiners(game, "X", "Y")["A"]) == "0503 0601"
    assert set(spots(game, joiners(game, "X")["A"]).split()) > {"0503", "0601"}


def test_5_31_no_attack_from_a_hex_with_a_friendly_unit():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0503"], red=["X 2-2-7 0502"])
    assert "0503" not in spots(game, joiners(game, "X")["A"])


def test_8_12_artillery_attacks_from_hexes_in_range_or_next_to_the_enemy():
    game = drawn(blue=["G 2-1-2/3-2 0506"], red=["X 2-2-7 0502"])
    gun = joiners(game, "X")["G"]
    assert (spots(game, gun, barrage=True), spots(game, gun), gun.spots[0].left) == ("0504", "", 0)
    near = drawn(blue=["G 2-1-3/3-7 0505"], red=["X 2-2-7 0502", "Y 2-2-7 0702"])
    gun = joiners(near, "X")["G"]
    assert gun.spots[0] == Spot(at(near, "0505"), 14, True, 0)  # its own hex
    assert "0503" in spots(near, gun)
    assert all(not near_y(near, spot.hex) for spot in gun.spots if spot.barrage)


def near_y(game: Game, h: int) -> bool:
    """Return True if artillery in a hex would touch Y, so that it could not barrage X (8.32)."""
    return h in game.state.ground.zone[game.state.location[unit(game, "Y")]]


def test_4_1_reinforcements_that_enter():
    game = drawn(
        blue=["A 4-4-7 0505", "R 4-4-4", "S 4-4-4"], red=["X 2-2-7 0502"], arrivals=[(1, "R", "0501"), (2, "S", "0501")]
    )
    found = joiners(game, "X")
    assert list(found) == ["A", "R"]
    assert found["R"].entering
    assert not found["A"].entering
    for spot in found["R"].spots:
        assert allowed(game, f"enter R 0501 {game.state.number(spot.hex)}" if spot.left < 6 else "enter R 0501")


def test_15_32_units_that_land_and_move_on_for_three_points():
    game = market(allied=["L 2-2-7 airborne:101st"], german=["X 2-2-7 0502"], landings=[(1, "L", "0506 0606")])
    found = joiners(game, "X")["L"]
    assert (spots(game, found), found.entering) == ("0503", True)
    assert (found.spots[0].left, found.spots[0].cost) == (0, 6)
    play(game, "land L 0506")
    assert spots(game, joiners(game, "X")["L"]) == "0503"


def test_11_12_no_unit_attacks_from_a_bridge():
    """A could move onto the bridge, where X stops it, but it could attack no enemy from there."""
    game = rhine(us=["A 3-6-7 0306"], german=["X 2-4-7 0505"])
    assert allowed(game, "move A 0405")
    assert joiners(game, "X") == {}


def test_enemies_off_the_map_have_no_attackers():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-2-7 0502", "Z 2-2-7"])
    assert planning.could_attack(game, ()) == []
    assert joiners(game, "X", "Z") == {}


# -- assignment of hexes


def hexes_of(game: Game, shared: dict[int, planning.Spot]) -> dict[str, str]:
    return {ids(game, (unit,)): game.state.number(spot.hex) for unit, spot in shared.items()}


def test_5_31_no_two_units_get_the_same_hex():
    game = drawn(blue=["A 4-4-2 0504", "B 4-4-2 0404"], red=["X 2-2-7 0502"])
    a, b = unit(game, "A"), unit(game, "B")
    found = planning.could_attack(game, [unit(game, "X")])
    assert planning.shared_out(found, {}) == {}
    assert hexes_of(game, planning.shared_out(found, {a: at(game, "0503")})) == {"A": "0503"}
    both = planning.shared_out(found, {a: at(game, "0503"), b: at(game, "0503")})
    assert both[a].hex == at(game, "0503"), "who comes first keeps his"
    assert len({spot.hex for spot in both.values()}) == 2


def test_5_31_the_first_unit_takes_another_hex_if_one_more_can_then_join():
    """B has only one hex. If A has another one, both take part; otherwise B stays out."""
    wide = Joiner(0, (planning.Spot(10, 2, False), planning.Spot(11, 0, False)), False)
    narrow = Joiner(1, (planning.Spot(10, 0, False),), False)
    assert {u: s.hex for u, s in planning.shared_out([wide, narrow], {0: 10, 1: NOWHERE}).items()} == {0: 11, 1: 10}
    alone = wide.replace(spots=wide.spots[:1])
    assert {u: s.hex for u, s in planning.shared_out([alone, narrow], {0: 10, 1: NOWHERE}).items()} == {0: 10}


def test_only_the_given_units_get_hexes():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0605"], red=["X 2-2-7 0502"])
    (found,) = planning.could_attack(game, [unit(game, "X")], [unit(game, "B")])
    assert found == joiners(game, "X")["B"]


# -- the odds with units that are not there yet


def test_a_sketch_agrees_with_the_combat():
    game = drawn(
        blue=["A 4-4-7 0505", "B 3-4-7 0607", "G 2-1-3/3-7 0507"], red=["X 2-2-7 0502"], supports=([(1, 9, 3)], [])
    )
    before = game.digest()
    places = {unit(game, "A"): at(game, "0503"), unit(game, "B"): at(game, "0602"), unit(game, "G"): at(game, "0505")}
    found = planning.sketch_attack(game, places, [unit(game, "X")], 1)
    assert game.digest() == before
    assert found is not None
    assert found.refusal is None
    assert found.odds.differential == 4 + 3 + 2 + 1 - 2
    play(game, "move A 0503", "move B 0602", "move G 0505", "done")
    twin = planning.preview(game, attack_of("attack A B > X + G gs 1"))
    assert twin is not None
    assert (twin.odds, twin.fates, twin.refusal) == (found.odds, found.fates, None)
    again = planning.sketch_attack(game, places, [unit(game, "X")], 1)
    assert again is not None
    assert again.odds == found.odds


def test_a_sketch_has_the_refusal_of_an_illegal_attack():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0506"], red=["X 2-2-7 0502", "Y 2-2-7 0602"])
    a, b = unit(game, "A"), unit(game, "B")
    far = planning.sketch_attack(game, {a: at(game, "0504")}, [unit(game, "X")])
    assert far is not None
    assert far.refusal is not None
    assert far.refusal.case == "7.15"
    assert far.odds.attack == 0
    left_over = planning.sketch_attack(game, {a: at(game, "0503"), b: at(game, "0402")}, [unit(game, "X")])
    assert left_over is not None
    assert left_over.refusal is not None
    assert left_over.refusal.case == "7.11"  # Y must also be attacked, and no unit would be left to do it
    assert planning.sketch_attack(game, {a: at(game, "0503")}, []) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hurtgen/historical", "bastogne/spearhead", "arnhem/historical", "remagen/optimum"])
def test_possible_attackers_agree_with_legal_orders(name):
    """Checked unit by unit and hex by hex, from each hex where an order could bring a unit."""
    game, draw = Game(load_scenario(name), seed=4), Draw(4)
    checked = 0
    while checked < sample(6, 1) and game.outcome is None:
        enemies = game.state.on_map(1 - game.state.side) if game.prompt.kind == "movement" else []
        if enemies and not draw.below(25):
            enemy = draw.pick(enemies)
            found = planning.could_attack(game, [enemy])
            told = {joiner.unit: {(spot.hex, spot.barrage) for spot in joiner.spots} for joiner in found}
            landing = {unit for unit in game.scenario.arrivals if queries.lands(game, unit)}
            assert {u: s for u, s in told.items() if u not in landing} == by_looking(game, enemy, landing)
            checked += 1
        game.apply(busy_player(game, draw))
    assert checked


def by_looking(game: Game, enemy: int, landing: set[int]) -> dict[int, set[tuple[int, bool]]]:
    """Return the possible attackers according to the legal orders of each unit and the attacks after them."""
    state, found = game.state, dict[int, set[tuple[int, bool]]]()
    able = queries.movers(game)
    for mine in sorted({*able, *state.on_map(state.side)} - landing):
        orders = moves(state, mine) if mine in able else iter(())
        hexes = {game.scenario.board.hex(order.hexes[-1]) for order in orders if isinstance(order, Move | Enter)}
        for h in hexes | ({state.location[mine]} - {RESERVE, ELIMINATED, *EXITED}):
            who = planning.candidates(imagined(game, {mine: h}), (enemy,))
            if mine in who.attackers:
                found.setdefault(mine, set()).add((h, False))
            elif mine in who.guns and state.units[mine].strength.range >= distance(game, h, enemy):
                found.setdefault(mine, set()).add((h, True))
    return found


def distance(game: Game, h: int, enemy: int) -> int:
    return game.scenario.board.grid.distance(h, game.state.location[enemy])
