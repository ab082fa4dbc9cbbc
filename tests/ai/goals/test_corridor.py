"""The corridor of Arnhem: its road and gate, its gaps, the chances of lines, and the goals."""

import pytest

from tests.ai.positions import placed
from tests.drawn import drawn
from westwall_tui.ai import goals
from westwall_tui.ai.goals.arnhem import ArnhemGoals
from westwall_tui.ai.goals.corridor import CLOSED, HELD, SAFE, Corridor, broken_of, road_of
from westwall_tui.ai.value.view import View
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import FlatGround, Position, land_of
from westwall_tui.engine.state import RESERVE
from westwall_tui.engine.terrain import Hexside
from westwall_tui.files.scenarios.catalog import load_scenario

ROAD = "0509 0508 0507 0506 0505 0504 0503 0502 0501"
NORTH = ("0503", "0502", "0501")
NOBODY: frozenset[int] = frozenset()


def corridor(game: Game, land: FlatGround | None = None) -> Corridor:
    """Return the corridor of a road from 0509 north; the river that counts is crossed after 0504."""
    board = game.scenario.board
    land, entry = land or land_of(board, ()), (board.hex("0509"),)
    north = [board.hex(number) for number in NORTH]
    return Corridor(land, entry, north, road_of(land, entry, frozenset({board.hex("0501")}), NOBODY))


def blue_and_red(*red: str, blue: tuple[str, ...] = ("A 3-3-7 0109",), **ways) -> Game:
    return drawn(blue=[*blue], red=[*red] or ["X 2-2-7 0101"], roads=[ROAD], **ways)


def risks(game: Game, *exposed: str, price: int = 3) -> bytearray:
    found = bytearray(len(game.scenario.board.grid))
    for number in exposed:
        found[game.scenario.board.hex(number)] = 1
    return corridor(game).risks(Position(game), 1, found, price)


def alive(game: Game, number: str, *exposed: str) -> float:
    """Return the chance of a line by road from a hex."""
    return corridor(game).by_land(risks(game, *exposed))[game.scenario.board.hex(number)]


def test_the_road_runs_from_the_entry_to_the_end_and_its_gate_is_the_last_hex_before_the_river():
    game = blue_and_red()
    found = corridor(game)
    assert list(game.state.numbers(found.road)) == ROAD.split()
    assert game.state.numbers((found.gate, found.far_bank)) == ("0504", "0503")
    assert found.to_river[0][game.scenario.board.hex("0509")] == 6  # half Movement Points
    assert found.to_river[0][game.scenario.board.hex("0502")] == 0


def test_17_33_the_first_gap_is_an_enemy_or_its_zone_without_a_friend():
    game = blue_and_red("X 2-2-7 0606")
    gap = corridor(game).first_gap(Position(game), 1)
    assert game.state.number(gap) == "0507"
    game = blue_and_red("X 2-2-7 0606", blue=("A 3-3-7 0507", "B 3-3-7 0506"))
    assert corridor(game).first_gap(Position(game), 1) == -1
    assert risks(game)[game.scenario.board.hex("0606")] == HELD
    assert risks(game)[game.scenario.board.hex("0607")] == CLOSED
    assert risks(game)[game.scenario.board.hex("0507")] == SAFE


def test_17_31_a_hex_that_could_be_closed_weakens_a_line_and_a_picket_restores_it():
    empty = blue_and_red()
    assert alive(empty, "0504") == 1.0
    one, two = alive(empty, "0504", "0507"), alive(empty, "0504", "0507", "0506")
    assert 1.0 > one > two > 0.0
    picket = blue_and_red(blue=("A 3-3-7 0507",))
    assert alive(picket, "0504", "0507", "0506") == pytest.approx(one)
    assert alive(empty, "0508", "0507", "0506") == 1.0  # what lies beyond it does not matter
    assert alive(empty, "0104") == 0.0  # no road


def test_17_32_a_line_to_a_drop_zone_is_short():
    game = blue_and_red()
    board = game.scenario.board
    near = corridor(game).by_air(risks(game), board.hex("0509"), 3)
    assert near[board.hex("0507")] == 1.0
    assert near[board.hex("0506")] == 0.0


def without_bridge(game: Game, water: Hexside) -> FlatGround:
    """Return the ground of a game without the bridge between 0506 and 0507."""
    board = game.scenario.board
    return land_of(board, ((*sorted((board.hex("0506"), board.hex("0507"))), int(water)),))


def test_13_1_the_road_leads_over_a_blown_canal_bridge_that_the_engineer_can_repair():
    game = blue_and_red(canals=["0506/0507"], bridges=["canal 0506/0507"])
    fallen = without_bridge(game, Hexside.CANAL)
    found = corridor(game, fallen)
    assert list(game.state.numbers(found.road)) == ROAD.split()
    ((a, b),) = broken_of(fallen, found.road)
    assert game.state.numbers((a, b)) == ("0507", "0506")
    assert broken_of(land_of(game.scenario.board, ()), found.road) == []


def test_13_1_nobody_repairs_a_bridge_over_a_river():
    game = blue_and_red(rivers=["0506/0507"], bridges=["highway 0506/0507"])
    fallen = without_bridge(game, Hexside.RIVER)
    assert game.state.number(corridor(game, fallen).road[-1]) == "0507"  # as near as roads lead


@pytest.mark.parametrize(("enemy", "by"), [("0205", "0704"), ("0905", "0304")])
def test_17_31_the_road_away_from_the_enemy_is_preferred(enemy, by):
    """Both roads have the same length."""
    ways = ["0509 0508 0507", "0507 0406 0405 0305 0304 0303 0402 0502", "0507 0606 0605 0705 0704 0703 0602 0502 0501"]
    game = drawn(blue=["A 3-3-7 0109"], red=[f"X 2-2-7 {enemy}"], roads=ways)
    board = game.scenario.board
    end, foes = frozenset({board.hex("0501")}), frozenset({board.hex(enemy)})
    road = road_of(land_of(board, ()), (board.hex("0509"),), end, foes)
    assert by in game.state.numbers(road)


# -- the goals of the historical scenario


def allied(game: Game) -> ArnhemGoals:
    found = goals.of(game, 0)
    assert isinstance(found, ArnhemGoals)
    return found


def test_15_23_a_ground_unit_is_worth_less_off_the_map_than_at_the_entry():
    game = placed("arnhem/historical", 3, "2/406 2025")
    value = allied(game)
    entry = game.scenario.board.hex("0105")
    late = [game.scenario.by_id[name] for name in ("32", "1c/5", "15/19")]
    assert all(value.place(unit, RESERVE) < value.place(unit, entry) for unit in late)


@pytest.mark.parametrize(("holder", "rings"), [("BrDf 2621", 1), ("1/505 2621", 0)])
def test_11_2_the_hexes_around_the_gate_are_a_goal_while_the_enemy_holds_it(holder, rings):
    game = placed("arnhem/historical", 3, holder, "2/406 2025")
    value = allied(game)
    groups = value.group_targets(View(game, value))
    assert len(groups) == rings
    for group in groups:
        assert {game.state.number(h) for h, _ in group} == {"2521", "2522", "2620", "2622", "2721", "2722"}


def test_17_35_an_enemy_that_cuts_off_more_units_is_worth_more():
    """A German unit on the road, with XXX Corps beyond it or behind it."""
    cut = placed("arnhem/historical", 4, "2/406 2116", "32 2216", "129 2316", "130 2416")
    behind = placed("arnhem/historical", 4, "2/406 2116", "32 0105", "129 0204", "130 0304")
    h = cut.scenario.board.hex("2116")
    assert allied(cut).gain[h] > allied(behind).gain[h] + 1


GUARD = "153"
ARMY = ("32 1510", "129 1611", "130 1712", "153 1004", "2I/5 1813", "3I/32 1914", "214 2015", "2G/5 2116")
CLOSE = ("1C/5 2216", "15/19 2316", "2D/231 2416")


def test_17_35_units_that_keep_the_road_open_hunt_raiders_or_go_north():
    """A unit that is not among the first to the river, one hex back along the road or one hex forward."""
    raided = placed("arnhem/historical", 5, "2/406 0601", *ARMY)
    quiet = placed("arnhem/historical", 5, "2/406 2726", *ARMY)
    board, guard = raided.scenario.board, raided.scenario.by_id[GUARD]
    back, on = board.hex("0703"), board.hex("1206")
    for game, better, worse in ((raided, back, on), (quiet, on, back)):
        value = allied(game)
        value.head = frozenset()
        assert value.place(guard, better) > value.place(guard, worse)


def test_17_35_fewer_units_run_for_the_river_while_raiders_are_near():
    few = placed("arnhem/historical", 5, "2/406 0601", *ARMY, *CLOSE)
    many = placed(
        "arnhem/historical", 5, "2/406 0601", "1/406 1908", "2107 2008", "Grsn 1816", "1/59 1917", *ARMY, *CLOSE
    )
    assert len(allied(many).head) < len(allied(few).head)


DZ = "3919"


def costly(*units: str) -> float:
    """Return what these units' lines lose by the Germans' next move."""
    game = placed("arnhem/historical", 2, *units)
    value = allied(game)
    return value.costly(View(game, value))


def test_17_32_an_empty_drop_zone_is_almost_lost_and_one_next_to_the_enemy_in_danger():
    others = ("2/1 3817", "3/1 3917", "2S/1 3816")
    held, beside = costly("2/406 2325", "1/1 3919", *others), costly("Krft 3922", "1/1 3919", *others)
    empty = costly("Krft 3922", "1/1 3918", *others)
    assert empty < beside < held <= 0.0


def test_14_12_a_few_guns_run_for_the_river_and_stop_in_range_of_the_crossing():
    game = placed("arnhem/historical", 5, "2/406 2726", *ARMY, "55 1106", "153 1206", "94 0105", "112 0204", "179 0304")
    value = allied(game)
    guns = [unit for unit in value.head if value.position.gun[unit]]
    assert len(guns) == 3
    board, gun = game.scenario.board, game.scenario.by_id["55"]
    assert value.place(gun, board.hex("2416")) > value.place(gun, board.hex("1510")) + 1


def test_17_31_pickets_are_worth_most_beyond_the_reach_of_the_drop_zones():
    game = placed("arnhem/historical", 4, "Hnke 1916", "2107 1411", "32 0105")
    value, hexes = allied(game), game.scenario.board.hex
    assert value.pickets[hexes("2014")] == 2 * value.pickets[hexes("1409")] > 0
    assert not allied(placed("arnhem/historical", 4, "Krft 3722", "32 0105")).pickets


def test_5_12_a_city_hex_that_no_german_vehicle_passes_is_worth_more_than_the_drop_zone():
    game = Game(load_scenario("arnhem/historical"), seed=1)
    found, hexes = allied(game), game.scenario.board.hex
    assert [*found.locks] == [hexes("3423"), hexes("3524")]
    unit = game.scenario.by_id["1/1"]
    assert found.place(unit, hexes("3423")) > found.place(unit, hexes("3919")) > found.place(unit, hexes("3522"))
