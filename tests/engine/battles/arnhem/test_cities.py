"""Arnhem, 11.0: City hexes."""

from typing import Any

import pytest

from tests.drawn import board, legal, only, play, refused, where
from tests.engine.battles.drawn_arnhem import combat, field, market, resolve
from tests.every import every
from tests.examples import example
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Held
from westwall_tui.engine.rules import retreat
from westwall_tui.engine.rules.combat import odds
from westwall_tui.engine.terrain import Line, Terrain
from westwall_tui.engine.units import Kind

AIR = "airborne:101st"


def ways(game, name, hexes):
    """By how many hexes a unit may retreat, and whether it is lost."""
    unit = game.scenario.by_id[name.lower()]
    found = retreat.choices(game.state, unit, hexes)
    return sorted({len(path) - 1 for path in found.paths}), found.lost


def besieged(defender, *, side="german", strength=4, city="0505#", others=()):
    """Return a game with a unit in a City hex, attacked from the north."""
    units: dict[str, Any] = {"allied": [f"A {strength}-4-7 0504"], "german": [f"{defender} 0505"]}
    if side == "allied":
        units = {"allied": [f"{defender} 0505"], "german": [f"A {strength}-4-7 0504"]}
    units["german" if side == "allied" else "allied"] += others
    return market(field(city), phase="combat", side=0 if side == "german" else 1, **units)


def test_11_1_the_owner_may_ignore_a_result_of_two_hexes():
    game = besieged("X 2-2-7")
    resolve(game, "attack A > X", "D2")
    assert "retreat X 0505" in legal(game)
    assert ways(game, "X", 2) == ([0, 2], False)
    (event,) = only(play(game, "retreat X 0505"), Held)
    assert event.unit == "X"
    assert where(game, "X") == "0505"
    assert game.state.suffered[game.scenario.by_id["x"]] == 0  # no adverse result (8.41)
    assert game.prompt.kind == "combat"  # no unit has left a hex, so none advances


def test_11_1_the_option_may_be_declined():
    game = besieged("X 2-2-7")
    resolve(game, "attack A > X", "D2")
    play(game, "retreat X 0506 0507")
    assert where(game, "X") == "0507"
    assert game.prompt.kind == "advance"


def test_11_1_7_73_friendly_units_may_be_displaced_although_the_unit_could_stay():
    """Each length of a retreat is checked separately: for two hexes, X must pass Y, Z or W."""
    friends = ["Y 2-2-7 0506", "Z 2-2-7 0405", "W 2-2-7 0605"]
    game = market(field("0505#"), allied=["A 4-4-7 0504"], german=["X 2-2-7 0505", *friends], phase="combat")
    resolve(game, "attack A > X", "D2")
    assert ways(game, "X", 2) == ([0, 2], False)
    play(game, "retreat X 0506 0507", "displace Y 0406")
    assert where(game, "X") == "0507"


@pytest.mark.parametrize("result", ["D1", "Br"])
def test_11_1_the_owner_may_ignore_one_hex_and_br(result):
    game = besieged("X 2-2-7")
    resolve(game, "attack A > X", result)
    assert ways(game, "X", 1) == ([0, 1], False)
    play(game, "retreat X 0505")
    assert where(game, "X") == "0505"


@pytest.mark.parametrize("result", ["A1", "A2"])
def test_11_1_an_attacker_in_a_city_may_stay(result):
    game = market(field("0504#"), allied=["A 1-4-7 0504"], german=["X 2-9-7 0505"], phase="combat")
    resolve(game, "attack A > X", result)
    assert ways(game, "A", int(result[1])) == ([0, int(result[1])], False)
    play(game, "retreat A 0504")
    assert where(game, "A") == "0504"


def test_11_1_three_hexes_become_one_at_least():
    game = besieged("X 1-1-7", strength=13)
    resolve(game, "attack A > X", "D3")
    assert ways(game, "X", 3) == ([1, 3], False)
    assert "7.74" in str(refused(game, "retreat X 0505"))
    play(game, "retreat X 0506")
    assert where(game, "X") == "0506"


def test_11_1_four_hexes_become_two_at_least_in_the_city_or_on_the_way_to_it():
    game = market(field("0505#"), allied=["A 10-4-7 0503"], german=["X 1-1-7 0504"], phase="combat")
    resolve(game, "attack A > X", "D4")
    found = retreat.choices(game.state, 1, 4)
    assert {len(path) - 1 for path in found.paths} == {2, 4}
    short = [game.state.numbers(path) for path in found.paths if len(path) == 3]
    assert all("0505" in path for path in short)
    play(game, "retreat X 0505 0506")
    assert where(game, "X") == "0506"


def test_11_1_a_unit_that_enters_a_city_may_stop_there():
    game = market(field("0505#"), allied=["A 4-4-7 0503"], german=["X 2-2-7 0504"], phase="combat")
    resolve(game, "attack A > X", "D2")
    assert {game.state.numbers(p) for p in retreat.choices(game.state, 1, 2).paths if len(p) == 2} == {("0504", "0505")}
    play(game, "retreat X 0505")
    assert where(game, "X") == "0505"
    assert game.state.suffered[1] == game.state.serial  # it did retreat


def test_11_1_two_city_hexes_do_not_reduce_twice():
    game = market(field("0505#", "0506#"), allied=["A 10-4-7 0503"], german=["X 1-1-7 0504"], phase="combat")
    resolve(game, "attack A > X", "D4")
    assert ways(game, "X", 4) == ([2, 4], False)


def test_11_1_cities_do_not_prevent_eliminations():
    game = market(field("0504#"), allied=["A 0-4-7 0504"], german=["X 2-9-7 0505"], phase="combat")
    resolve(game, "attack A > X", "Ae")
    assert where(game, "A") == "eliminated"


def test_11_1_airborne_artillery_has_no_relief():
    game = besieged("X 2-1-4/1-7 airborne-artillery:101st", side="allied")
    assert ways(game, "X", 2) == ([2], False)
    game = besieged("X 2-1-4/1-7 artillery", side="allied")
    assert ways(game, "X", 2) == ([0, 2], False)


def test_11_2_surrounded_units_have_no_relief():
    """All six hexes around it are held or controlled by the enemy."""
    game = besieged("X 2-2-7", others=["B 2-2-7 0606", "C 2-2-7 0406"])
    assert ways(game, "X", 2) == ([0], True)  # no way out: eliminated in its hex
    resolve(game, "attack A > X", "D2")
    assert where(game, "X") == "eliminated"


def test_11_2_one_open_hex_is_enough():
    game = besieged("X 2-2-7", others=["B 2-2-7 0606"])
    assert ways(game, "X", 2)[0][0] == 0


@every("kind", ["airborne:101st", "glider:82nd", "airborne:Polish"])
def test_11_2_allied_airborne_and_glider_units_have_relief_even_if_surrounded(kind):
    game = besieged(f"X 2-2-7 {kind}", side="allied", others=["B 2-2-7 0606", "C 2-2-7 0406"])
    assert ways(game, "X", 2) == ([0], False)
    resolve(game, "attack A > X", "D2")
    assert where(game, "X") == "0505"


def test_11_2_surrounded_german_airborne_units_have_no_relief():
    game = besieged("X 2-2-7 airborne", others=["B 2-2-7 0606", "C 2-2-7 0406"])
    assert ways(game, "X", 2) == ([0], True)


def test_11_2_at_the_mapedge_no_unit_is_surrounded():
    """All six hexes must be closed (a ruling). The two that are on the map are."""
    game = market(field("0101#"), allied=["A 4-4-7 0201"], german=["X 2-2-7 0101"], phase="combat")
    assert ways(game, "X", 1) == ([0], False)


def test_11_2_the_town_line_holds_in_cities():
    game = besieged("X 2-2-7")
    play(game, "attack A > X")
    assert odds(game.state, combat(game)).line is Line.BROKEN


def test_11_1_a_displacement_is_not_a_result():
    """Ruling: a unit that is displaced out of a City must go."""
    game = market(
        field("0505#"),
        allied=["A 4-4-7 0503", "B 1-4-7 0704", "C 1-4-7 0304"],
        german=["X 2-2-7 0504", "Y 2-2-7 0505"],
        phase="combat",
    )
    resolve(game, "attack A > X", "D1")
    assert game.prompt.kind == "displace"
    assert "displace Y 0505" not in legal(game)
    play(game, "displace Y 0506")
    assert (where(game, "X"), where(game, "Y")) == ("0505", "0506")


def test_11_0_a_city_costs_the_same_as_a_town():
    ground = board("#o").ground
    assert ground.steps[0][1] == ((0, 2),)
    assert ground.steps[0][0] == ((1, 2),)


# -- against every possible path


def reducible(game, unit, h):
    """Return True if a unit in a City hex may leave two hexes out of a retreat, checked hex by hex (11.1, 11.2)."""
    state, grid, land = game.state, game.scenario.board.grid, game.scenario.board.terrain
    counter = state.units[unit]
    if land[h] is not Terrain.CITY or counter.kind is Kind.AIRBORNE_ARTILLERY:
        return False
    if counter.side == 0 and counter.kind in (Kind.AIRBORNE, Kind.GLIDER):
        return True
    enemies = [at for u, at in enumerate(state.location) if state.units[u].side != counter.side]
    return not all(any(n == e or n in state.ground.zone[e] for e in enemies) for n in grid.neighbors[h])


def naive_ways(game, unit, hexes):
    """Return the paths of a retreat, of every length that its Cities allow, by trying every walk."""
    state, grid = game.state, game.scenario.board.grid
    start = state.location[unit]
    enemies = [at for u, at in enumerate(state.location) if state.units[u].side != state.units[unit].side]
    closed = {n for e in enemies for n in (e, *state.ground.zone[e])}
    walks: list[tuple[int, ...]] = [(start,)]
    found = set()
    for length in range(hexes + 1):
        for walk in walks:
            if grid.distance(start, walk[-1]) == length and any(
                length == hexes or (reducible(game, unit, h) and max(hexes - i - 2, 0) == length - i)
                for i, h in enumerate(walk)
            ):
                found.add(walk)
        walks = [(*walk, n) for walk in walks for n in state.ground.retreat[0][walk[-1]] if n not in closed]
    return found


@pytest.mark.slow
@every("seed", range(80))
def test_11_1_11_2_agree_with_all_walks(seed):
    draw = Draw(seed)
    rows = ["".join(draw.pick("..##f") for _ in range(6)) for _ in range(6)]
    spots = [f"{column:02}{row:02}" for column in range(1, 7) for row in range(1, 7)]
    at = [spots.pop(draw.below(len(spots))) for _ in range(1 + 1 + draw.below(3))]
    kind = draw.pick(("airborne:101st", "glider:82nd", "infantry", "airborne-artillery:1st", "engineer"))
    strength = "2-1-4/1-7" if "artillery" in kind else "2-2-7"
    game = market(
        "\n".join(rows),
        allied=[f"A {strength} {kind} {at[0]}"],
        german=[f"X{n} 2-2-7 {spot}" for n, spot in enumerate(at[1:])],
    )
    for hexes in range(1, 5):
        found = retreat.choices(game.state, 0, hexes)
        wanted = naive_ways(game, 0, hexes)
        assert found.lost is (not wanted)
        if wanted:
            assert set(found.paths) == wanted


# -- the examples of play


@every("die", [1, 2, 3])
def test_11_1_11_2_of_the_example_one_city_holds_and_the_surrounded_one_falls(die):
    game = example("arnhem/11.0-cities")
    play(game, "attack 32 2I/5 > 2/9S", f"roll {die}")
    assert "retreat 2/9S 0403" in legal(game)
    game = example("arnhem/11.0-cities")
    play(game, "attack 129 130 > 3/9S", f"roll {die}")
    assert where(game, "3/9S") == "eliminated"
