"""Reinforcements in a column, and their alternate hexes (15.1 and 15.2 of Arnhem, 13.1 and 13.2 of Hurtgen Forest)."""

from tests.drawn import drawn
from westwall_tui.engine.rules import columns


def game(*blue, red=("X 2-2-7 0909",), **ways):
    return drawn(blue=["A 3-3-7", *blue], red=red, arrivals=[(1, "A", "0501")], **ways)


def numbers(found, hexes):
    return found.state.numbers(hexes)


def cost(state, unit, h):
    """Return the cost of entering in a column."""
    alone = state.rules.entry_cost(state, unit, h)
    return None if alone is None else alone + columns.InColumns().toll(state, h)


def entrances(found, *hexes):
    board = found.scenario.board
    return numbers(found, columns.entrances(found.state, 0, [board.hex(h) for h in hexes]))


def test_entering_units_are_counted_by_hex_and_phase():
    found = game(roads=["edge 0501 0502"])
    h, other = (found.scenario.board.hex(n) for n in ("0501", "0401"))
    assert cost(found.state, 0, h) == 1
    columns.InColumns().join(found.state, h)
    columns.InColumns().join(found.state, h)
    assert columns.waiting(found.state, h) == 2
    assert columns.waiting(found.state, other) == 0
    assert cost(found.state, 0, h) == 3
    found.state.serial += 1
    assert columns.waiting(found.state, h) == 0


def test_a_trail_off_the_map_makes_hypothetical_clear_hexes():
    found = game(trails=["edge 0501 0502"])
    h = found.scenario.board.hex("0501")
    columns.InColumns().join(found.state, h)
    assert cost(found.state, 0, h) == 2 + 2


def test_prohibited_ground_has_no_cost():
    found = drawn("%.\n..", blue=["A 3-3-10 armor"], red=["X 2-2-7 0202"], arrivals=[(1, "A", "0101")])
    assert cost(found.state, 0, found.scenario.board.hex("0101")) is None


def test_scheduled_hexes_while_one_of_them_is_free():
    assert entrances(game(red=["X 2-2-7 0501"]), "0401", "0501") == ("0401", "0501")


def test_the_nearest_hex_toward_the_nearest_friendly_unit():
    found = game("F 3-3-7 0905", red=["X 2-2-7 0501", "Y 2-2-7 0601"])
    assert entrances(found, "0501") == ("0701",)


def test_a_hex_is_blocked_by_the_enemy_of_either_side():
    board = {"blue": ["A 3-3-7 0501"], "red": ["X 2-2-7", "F 2-2-7 0905"], "arrivals": [(1, "X", "0501 0401")]}
    found = drawn(**board)
    hexes = [found.scenario.board.hex(n) for n in ("0501", "0401")]
    assert numbers(found, columns.entrances(found.state, 1, hexes)) == ("0501", "0401")
    assert numbers(found, columns.entrances(found.state, 1, hexes[:1])) == ("0601",)
    held = drawn(**{**board, "red": ["X 2-2-7", "F 2-2-7 0401"]})  # a friendly unit in A's zone
    assert numbers(held, columns.entrances(held.state, 1, hexes[1:])) == ("0301",)


def test_the_hex_beyond_a_friendly_unit_that_blocks_the_next_hex():
    found = game("F 3-3-7 0601", "G 3-3-7 0209", red=["X 2-2-7 0501"])
    assert entrances(found, "0501") == ("0701",)


def test_the_alternate_is_not_beyond_a_distant_friendly_unit():
    """The hexes up to F and the next one beyond are blocked, so the nearest hex of all is left."""
    found = game("F 3-3-7 0701", red=["X 2-2-7 0501", "Y 2-2-7 0601", "Z 2-2-7 0801"])
    assert entrances(found, "0501") == ("0401",)


def test_several_equally_near_hexes_are_all_offered():
    assert entrances(game("F 3-3-7 0505", red=["X 2-2-7 0501"]), "0501") == ("0401", "0601")


def test_without_a_friendly_unit_the_alternate_is_the_nearest_hex():
    assert entrances(game(red=["X 2-2-7 0501", "Y 2-2-7 0601"]), "0501") == ("0401",)
