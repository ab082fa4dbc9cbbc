"""Characters of blocks: each pattern once, and a line in the fewest codes shows what it showed before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from westwall_tui.engine.units import Kind
from westwall_tui.ui.map.drawn.glyphs import BLOCKS, QUADRANTS, SEXTANTS, Blocks, Look, fewest_codes, symbol

COLORS = ("22", "58", "231", "ffd65a")


@pytest.mark.parametrize("blocks", BLOCKS.values(), ids=str)
def test_every_pattern_has_a_character_of_its_own(blocks):
    assert len(set(blocks.glyphs)) == len(blocks.glyphs) == 4**blocks.high
    assert all(len(char) == 1 for char in blocks.glyphs)
    assert blocks.inverse(blocks.glyphs[0]) == blocks.glyphs[-1]
    assert blocks.inverse("x") == ""


def test_sextants_are_where_unicode_has_them():
    assert (SEXTANTS.glyphs[1], SEXTANTS.glyphs[2], SEXTANTS.glyphs[62]) == ("\U0001fb00", "\U0001fb01", "\U0001fb3b")
    assert (SEXTANTS.glyphs[21], SEXTANTS.glyphs[42], SEXTANTS.glyphs[63]) == ("▌", "▐", "█")


@pytest.mark.parametrize("blocks", BLOCKS.values(), ids=str)
def test_kinds_of_units_are_told_apart_by_their_symbols(blocks):
    symbols = {symbol(kind, blocks) for kind in Kind}
    assert len(symbols) == len(Kind) if blocks is SEXTANTS else len(symbols) >= 7
    assert all(len(found) == 4 for found in symbols)


def painted(look: Look, blocks: Blocks) -> object:
    """What a cell looks like: its blocks' colors, or a character in its colors."""
    char, front, ground, bold = look
    if char in blocks.glyphs:
        bits = blocks.glyphs.index(char)
        return tuple(front if bits >> i & 1 else ground for i in range(2 * blocks.high))
    return char, front, ground, bold


@pytest.mark.parametrize("blocks", BLOCKS.values(), ids=str)
@given(data=st.data())
def test_the_fewest_codes_paint_the_same_line(blocks, data):
    color = st.sampled_from(COLORS)
    char = st.sampled_from([*blocks.glyphs, "A", "2"])
    row = data.draw(st.lists(st.tuples(char, color, color, st.just(False)), min_size=1, max_size=12))
    found = fewest_codes(row, blocks)
    assert [painted(look, blocks) for look in found] == [painted(look, blocks) for look in row]


def test_front_and_ground_change_places_where_that_saves_codes():
    first, last = QUADRANTS.glyphs[3], QUADRANTS.glyphs[12]
    row = [(first, "22", "58", False), (last, "58", "22", False), (" ", "58", "22", False)]
    assert {(front, ground) for _, front, ground, _ in fewest_codes(row, QUADRANTS)} in ({("22", "58")}, {("58", "22")})
