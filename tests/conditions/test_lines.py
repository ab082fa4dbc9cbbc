"""The lines of a table of conditions: their meaning, and the faults of wrong lines."""

import time

import pytest

from tests.drawn import FIELD, scenario
from tests.every import every
from westwall_tui.conditions import ConditionFault, Retreating, Who, is_on, parse, switched, without_switch
from westwall_tui.files.saves.private import MAX_CONDITION_LENGTH, MAX_CONDITIONS
from westwall_tui.files.scenarios.catalog import load_scenario

RED = ["X 3-3-7 armor:9th-Panzer 0504", "52 3-3-7 0505", "Q 3-2-18/1-7 0301", "P 3-4-18/1-7 0302"]
WOODED = FIELD.replace(".", "f", 1)


def here():
    return scenario(WOODED, blue=["A 4-4-7 0707", "B 3-2-18/1-7 0808"], red=RED)


def about(text: str) -> Who:
    """Return the units that a line is about."""
    line = parse(f"retreat {text} away", here(), 1)
    assert isinstance(line, Retreating)
    return line.who


def fault(line: str, at: int) -> str:
    with pytest.raises(ConditionFault) as caught:
        parse(line, here(), 1)
    assert caught.value.at == at, str(caught.value)
    return str(caught.value)


def test_a_line_is_read_in_any_case_and_order_and_with_commas():
    line = parse("fire Q, P for 52 at +2..+6 to +1 support 2", here(), 1)
    assert line == parse("FIRE q p SUPPORT 2 TO 1 AT 2..6 FOR 52", here(), 1)
    assert line != parse("fire P Q for 52 at +2..+6 to +1 support 2", here(), 1)


def test_units_hexes_terrain_and_formations_name_who_is_meant():
    units, board = here().by_id, here().board
    who = {text: about(text) for text in ("all", "52", "near 0504 1", "woods", "9th")}
    at = board.hex("0505")
    assert [each.holds(units["52"], at) for each in who.values()] == [True, True, True, False, False]
    assert who["woods"].holds(units["52"], board.hex("0101"))
    assert who["9th"].holds(units["x"], at)


@every(("battle", "words"), [("bastogne/campaign", "near clear 20"), ("arnhem/historical", "2518/2519")])
def test_no_line_keeps_the_thinker_of_a_club_busy(battle, words):
    head, tail = ("retreat all never", "") if words.startswith("near") else ("demolish", " yes")
    many = (MAX_CONDITION_LENGTH - len(head + tail)) // (len(words) + 1)
    scenario, began = load_scenario(battle), time.process_time()
    for n in range(MAX_CONDITIONS):  # with more spaces each time, because lines that are known are not read again
        parse(f"{head}{f' {words}' * many}{tail}{' ' * n}", scenario, 1)
    assert time.process_time() - began < 2


def test_a_bridge_is_named_from_either_end():
    arnhem = load_scenario("arnhem/historical")
    assert parse("demolish 2518/2519 no", arnhem, 1) == parse("demolish 2519/2518 no", arnhem, 1)


@every(
    ("line", "at", "says"),
    [
        ("", 0, "begin"),
        ("fier all", 0, "did you mean fire?"),
        ("fire", 4, "say which artillery fires"),
        ("fire 52", 5, "unit 52 isn't artillery"),
        ("fire B", 5, "B is your opponent's"),
        ("fire PP", 5, "did you mean P?"),
        ("fire all Q", 5, "'all' stands alone"),
        ("fire Q for", 7, "nothing comes after 'for'"),
        ("fire Q for Q for P", 13, "'for' comes twice"),
        ("fire Q at +6..+2", 10, "write the lower differential first"),
        ("fire Q at +2 +3", 13, "'+3' cannot come after '+2'"),
        ("fire Q to one", 10, "write a number from -99 to 99"),
        ("fire Q at ..", 10, "write differentials such as"),
        ("retreat 52", 10, "say how they retreat"),
        ("retreat A away", 8, "A is your opponent's"),
        ("retreat 52 prefer wood", 18, "did you mean woods?"),
        ("retreat 52 prefer city", 18, "this map has no city"),
        ("retreat 52 away town", 16, "'town' cannot come after 'away'"),
        ("retreat near 0505", 8, "write a hex and a distance after 'near'"),
        ("advance", 7, "say for whom"),
        ("advance none into 0505", 18, "'none' goes nowhere"),
        ("advance all for 52", 16, "'for' comes only after 'advance none'"),
        ("demolish all", 12, "end the line with yes or no"),
        ("demolish 0504/0505 yes", 9, "there is no bridge '0504/0505'"),
    ],
)
def test_a_wrong_line_says_what_is_wrong_and_where(line, at, says):
    assert says in fault(line, at)


def test_a_switch_keeps_the_lines():
    lines = ("fire all", "advance none")
    assert is_on(lines)
    off = switched(lines, on=False)
    assert not is_on(off)
    assert without_switch(off) == lines == switched(off, on=True) == switched(lines, on=True)
    assert switched(off, on=False) == off
    assert not is_on(())
