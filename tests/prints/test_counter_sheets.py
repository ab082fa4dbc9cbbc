"""Counters to cut out: every unit once, in true size, its back behind its front."""

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from tests.drawn import drawn
from tests.every import every
from westwall_tui.files.scenarios.catalog import load_scenario, shipped
from westwall_tui.prints.counter_sheets import BORDER, FACE, TICK, counter_sheets, printed, stacked_pages
from westwall_tui.prints.sheet import MARGIN, PAPERS, millimeters

SVG = "{http://www.w3.org/2000/svg}"
A4 = PAPERS["a4"]


def counters(sheet):
    """Return the words of each counter by its center, in millimeters from the sheet's corner, for hexes of 16 mm."""
    found = {}
    for group in ET.fromstring(sheet.svg(16)).iter(f"{SVG}g"):
        place = re.fullmatch(r"translate\(([\d.]+),([\d.]+)\)", group.get("transform", ""))
        if place and any(each.get("class") == "counter" for each in group):
            x, y = (round(millimeters(float(number), 16), 1) for number in place.groups())
            found[x, y] = [each.text for each in group.iter(f"{SVG}text") if each.get("class") == "print"]
    return found


def fonts(sheet, words):
    """Return the type sizes of some words, in millimeters."""
    texts = ET.fromstring(sheet.svg(16)).iter(f"{SVG}text")
    sizes = (re.search(r"font-size:([\d.]+)px", each.get("style", "")) for each in texts if each.text == words)
    return [millimeters(float(size[1]), 16) for size in sizes if size]


@every("key", [entry.key for entry in shipped()])
def test_every_unit_of_every_scenario_has_one_counter(key):
    scenario = load_scenario(key)
    fronts = counter_sheets("x", [scenario], 16, A4)[::2]
    words = Counter(lines[0] for sheet in fronts for lines in counters(sheet).values())
    assert words == Counter(unit.designation for unit in scenario.units)


def test_scenarios_of_a_battle_share_their_counters():
    scenarios = [load_scenario(f"bastogne/{key}") for key in ("spearhead", "relief", "campaign")]
    every = {unit.id for scenario in scenarios for unit in scenario.units}
    assert sorted(each.scenario.units[each.unit].id for each in printed(scenarios)) == sorted(every)
    sides = [each.scenario.units[each.unit].side for each in printed(scenarios)]
    assert sides == sorted(sides)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_counters_are_eleven_millimeters_wide_side_by_side_and_on_the_paper(paper):
    front, back, *_ = counter_sheets("x", [load_scenario("arnhem/historical")], 16, paper)
    side = millimeters(FACE, 16)
    assert side == pytest.approx(11.2)
    columns = sorted({x for x, _ in counters(front)})
    rows = sorted({y for _, y in counters(front)})
    assert columns == pytest.approx([BORDER + (i + 0.5) * side for i in range(len(columns))], abs=0.11)
    assert rows == pytest.approx([BORDER + (i + 0.5) * side for i in range(len(rows))], abs=0.11)
    assert TICK < BORDER
    for sheet in (front, back):
        assert millimeters(sheet.width, 16) <= paper[0] - 2 * MARGIN + 0.01
        assert millimeters(sheet.height, 16) <= paper[1] - 2 * MARGIN + 0.01


def test_a_back_is_behind_its_front_when_the_paper_is_turned():
    for key in ("arnhem/historical", "hurtgen/free"):
        sheets = counter_sheets("x", [load_scenario(key)], 16, A4)
        for front, back in zip(sheets[::2], sheets[1::2], strict=True):
            wide = millimeters(front.width, 16)
            behind = {(round(wide - x, 1), y): lines[0] for (x, y), lines in counters(back).items()}
            ahead = {(x, y): lines[0] for (x, y), lines in counters(front).items()}
            for (x, y), designation in ahead.items():
                assert designation in {behind.get((round(x + off, 1), y)) for off in (-0.1, 0, 0.1)}


def test_a_designation_is_large_and_no_line_is_wider_than_its_counter():
    front, back = counter_sheets("x", [load_scenario("hurtgen/historical")], 16, A4)
    assert min(fonts(front, "1/8")) > 2.5
    assert min(fonts(back, "1/8")) > 3
    lines = next(lines for lines in counters(back).values() if lines[0] == "1/8")
    assert lines == ["1/8", "4th Infantry", "0402"]


def test_a_reinforcement_has_its_game_turn_on_its_back():
    _, back = counter_sheets("x", [load_scenario("hurtgen/historical")], 16, A4)
    assert ["GT 4", "Monschau road"] in [lines[-2:] for lines in counters(back).values()]


def test_larger_hexes_have_larger_counters_on_more_sheets():
    few, many = (counter_sheets("x", [load_scenario("arnhem/historical")], size, A4) for size in (16.0, 40.0))
    assert len(many) > len(few) == 2
    assert millimeters(FACE, 18.143) == pytest.approx(12.7, abs=0.01)


def test_names_from_files_are_not_markup():
    scenario = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"]).scenario
    units = tuple(replace(unit, designation='<b>&"\x01', formation="</svg>") for unit in scenario.units)
    sheets = counter_sheets("<script>", [replace(scenario, units=units)], 16, A4)
    picture = stacked_pages("<i>", sheets).svg(16)
    assert "<script" not in picture
    assert '<b>&"?' in {each.text for each in ET.fromstring(picture).iter(f"{SVG}text")}


def test_pages_are_joined_in_one_drawing():
    sheets = counter_sheets("x", [load_scenario("remagen/historical")], 16, A4)
    every = stacked_pages("x", sheets)
    assert every.height == pytest.approx(sum(sheet.height for sheet in sheets))
