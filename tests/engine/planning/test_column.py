"""Column moves: several units go by road toward a hex, one after another (5.0)."""

import pytest

from tests.drawn import drawn, play
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError

ROAD = "0101 0102 0103 0104 0105 0106 0107 0108 0109"
"""A road down the first column; on a road a hex costs half a Movement Point."""


def road(*blue: str, red: tuple[str, ...] = (), **more) -> Game:
    return drawn(blue=[*blue], red=[*red], roads=[ROAD], **more)


def moves(game: Game, line: str) -> list[str]:
    """Return the orders of a column, with a dash for a unit that stays."""
    read = planning.read_column(game, line)
    assert read is not None
    return [str(leg.order) if leg.order is not None else "-" for leg in planning.column(game, *read)]


def test_5_24_each_unit_goes_as_far_as_it_can_behind_the_one_before():
    game = road("A 4-4-2 0103", "B 4-4-3 0102", "C 4-4-4 0101")
    assert moves(game, "column A B C > 0109") == [
        "move A 0104 0105 0106 0107",
        "move B 0103 0104 0105 0106 0107 0108",
        "move C 0102 0103 0104 0105 0106 0107 0108 0109",
    ]
    assert [line.split()[-1] for line in moves(game, "column A B C > 0105")] == ["0105", "0104", "0103"]
    assert moves(game, "column B A > 0102") == ["-", "-"], "B is there, and no free hex is nearer for A"
    assert game.log == []


def test_6_0_a_column_enters_no_enemy_zone_before_its_goal():
    game = road("A 4-4-7 0102", "B 4-4-7 0101", red=("X 4-4-7 0107",))
    assert [line.split()[-1] for line in moves(game, "column A B > 0109")] == ["0105", "0104"]
    assert [line.split()[-1] for line in moves(game, "column A B > 0106")] == ["0106", "0105"]


def test_5_0_a_unit_off_the_road_goes_to_it_and_one_that_has_moved_stays():
    game = road("A 4-4-7 0302", "B 4-4-7 0101")
    play(game, "move B 0102")
    first, second = moves(game, "column A B > 0109")
    assert first.split()[-1] == "0109"
    assert second == "-"


def test_5_31_a_column_toward_an_occupied_hex_stops_behind_it():
    """F and G are at 0305 and 0304; the way round to 0306, beyond 0305, is shorter than that through 0305."""
    straight, round_it = "0301 0401 0302 0402 0303 0403 0304 0305 0306", "0301 0201 0102 0202 0203 0204 0205 0306"
    units = ["A 4-4-7 0301", "F 4-4-7 0305", "G 4-4-7 0304"]
    game = drawn(blue=units, red=["X 1-1-7 0909"], roads=[straight, round_it])
    assert [line.split()[-1] for line in moves(game, "column A > 0305")] == ["0403"]


def test_5_24_a_column_follows_a_road_and_then_a_trail_to_a_hex_without_a_road():
    game = drawn(blue=["A 4-4-3 0101"], red=["X 1-1-7 0909"], roads=["0101 0102 0103"], trails=["0103 0104 0105 0106"])
    assert [line.split()[-1] for line in moves(game, "column A > 0106")] == ["0105"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("column A B", "column UNIT ... > HEX"),
        ("column A Z > 0109", "there is no unit 'Z'"),
        ("column A > 9999", "9999"),
        ("column A > 0901", "no road or trail leads to 0901"),
    ],
)
def test_a_line_that_names_no_column_is_refused(line, reason):
    with pytest.raises(OrderSyntaxError, match=reason):
        planning.read_column(road("A 4-4-7 0101", "B 4-4-7 0102"), line)


def test_5_0_columns_move_only_in_the_movement_phase():
    game = road("A 4-4-7 0101", red=("X 4-4-7 0102",), phase="combat")
    with pytest.raises(IllegalOrder, match=r"5\.0"):
        moves(game, "column A > 0109")


def test_5_24_the_units_close_behind_the_first_one_form_the_column():
    blue = "A 4-4-7 0105", "B 4-4-7 0103", "C 4-4-7 0101", "Ahead 4-4-7 0106", "Beyond 4-4-7 0109", "Far 4-4-7 0909"
    game = road(*blue)
    able, close = planning.line_up(game, 0, game.scenario.board.hex("0107"))
    assert game.state.ids(tuple(able)) == game.state.ids(tuple(close)) == ("A", "B", "C")
