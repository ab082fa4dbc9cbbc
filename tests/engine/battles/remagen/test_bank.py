"""Remagen, 14.0: the ground of a front. The anchors, the hexes that a path cuts off, and fronts around hexes."""

from itertools import pairwise

from tests.drawn import board
from tests.engine.battles.drawn_bank import by_any_bank
from tests.every import every
from westwall_tui.engine.battles.remagen.bank import Bank
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.scenarios.catalog import load_scenario


def test_the_bank_of_remagen():
    sheet = load_scenario("remagen/historical").board
    bank = Bank.of(sheet, frozenset(sheet.areas["East bank"]))
    numbers = [sheet.number(h) for h in bank.anchors]
    assert (numbers[0], numbers[-1]) == ("0801", "1031")
    assert bank.whole


def test_a_path_from_the_river_to_the_river_cuts_off_what_is_inside():
    sheet = board("\n".join(["~...."] * 5))
    bank = Bank.of(sheet, frozenset(h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER))
    path = [sheet.hex(number) for number in ("0202", "0302", "0303", "0304", "0204")]
    inside = sheet.hex("0203")
    assert bank.cut_off(path) == {inside}
    assert bank.lost(path, (inside, sheet.hex("0503"))) == (sheet.hex("0503"),)
    assert bank.lost(path, (sheet.hex("0303"), sheet.hex("0403"))) == ()  # next to a unit on the path


def test_a_bank_that_does_not_reach_the_far_edge_is_not_whole():
    sheet = board("\n".join(["~..."] * 3))
    bank = Bank.of(sheet, frozenset(sheet.hex(number) for number in ("0201", "0202", "0203")))
    assert not bank.whole
    assert not bank.anchors


@every("seed", range(40))
def test_a_path_cuts_off_hexes_that_are_not_reached_from_the_far_edge(seed):
    position, draw = by_any_bank(seed), Draw(seed)
    bank, sheet = position.bank, position.sheet
    path = {draw.pick(sorted(bank.hexes)) for _ in range(2 + draw.below(12))}
    reached = [h for h in sheet.edge("east") if h not in path]
    for h in reached:
        reached += [n for n in sheet.grid.neighbors[h] if n in bank.hexes and n not in path and n not in reached]
    assert bank.cut_off(path) == bank.hexes - path - set(reached)


@every("seed", range(40))
def test_14_12_fronts_lead_around_connected_hexes(seed):
    position = by_any_bank(seed)
    bank = position.bank
    for path in bank.rims(position.held):
        assert {path[0], path[-1]} <= set(bank.anchors)
        assert bank.anchors.index(path[0]) <= bank.anchors.index(path[-1])
        assert len(set(path)) == len(path)
        assert position.held.issuperset(path)
        assert all(b in bank.near[a] for a, b in pairwise(path))


def test_14_12_each_return_of_the_river_gives_a_front():
    """From 0302 the side at the river leads around 0202, and the other one around all other hexes."""
    sheet = board("~~.,\n~.,,\n~~~,\n~~~.".replace(",", "."))
    land = frozenset(h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER)
    bank = Bank.of(sheet, land)
    held = [sheet.hex(number) for number in ("0302", "0401", "0402", "0403")]
    rims = [tuple(map(sheet.number, path)) for path in bank.rims(held)]
    assert rims == [("0302",), ("0302", "0401", "0402", "0403")]
