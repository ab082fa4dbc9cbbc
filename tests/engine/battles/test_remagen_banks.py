"""Remagen, 14.0: the ground of a front. Anchors and threads of the east bank, and what a path cuts off."""

from tests.drawn import board
from westwall_tui.engine.battles.remagen.banks import Banks
from westwall_tui.engine.board import Terrain
from westwall_tui.files.scenarios import load_scenario


def test_the_bank_of_remagen():
    sheet = load_scenario("remagen/historical").board
    banks = Banks.of(sheet, frozenset(sheet.areas["East bank"]))
    numbers = [sheet.number(h) for h in banks.anchors]
    assert (numbers[0], numbers[-1]) == ("0801", "1031")
    assert banks.whole
    assert all((b, a) in thread.over for thread in banks.threads.values() for a, b in thread.over)


def test_a_path_from_the_river_to_the_river_cuts_off_what_is_inside():
    sheet = board("\n".join(["~...."] * 5))
    banks = Banks.of(sheet, frozenset(h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER))
    path = [sheet.hex(number) for number in ("0202", "0302", "0303", "0304", "0204")]
    inside = sheet.hex("0203")
    assert banks.cut_off(path) == {inside}
    assert banks.lost(path, (inside, sheet.hex("0503"))) == (sheet.hex("0503"),)
    assert banks.lost(path, (sheet.hex("0303"), sheet.hex("0403"))) == ()  # next to a unit on the path
