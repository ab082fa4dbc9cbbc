"""Characters of blocks: each pattern once, and each kind of unit its symbol."""

import pytest

from westwall_tui.engine.units import Kind
from westwall_tui.ui.map.drawn.glyphs import BLOCKS, SEXTANTS, symbol
from westwall_tui.ui.terminal.blocks import INVERSES


@pytest.mark.parametrize("blocks", BLOCKS.values(), ids=str)
def test_every_pattern_has_a_character_of_its_own(blocks):
    assert len(set(blocks.glyphs)) == len(blocks.glyphs) == 4**blocks.high
    assert all(len(char) == 1 for char in blocks.glyphs)
    assert all(INVERSES[char] == other for char, other in zip(blocks.glyphs, reversed(blocks.glyphs), strict=True))


def test_sextants_are_where_unicode_has_them():
    assert (SEXTANTS.glyphs[1], SEXTANTS.glyphs[2], SEXTANTS.glyphs[62]) == ("\U0001fb00", "\U0001fb01", "\U0001fb3b")
    assert (SEXTANTS.glyphs[21], SEXTANTS.glyphs[42], SEXTANTS.glyphs[63]) == ("▌", "▐", "█")


@pytest.mark.parametrize("blocks", BLOCKS.values(), ids=str)
def test_kinds_of_units_are_told_apart_by_their_symbols(blocks):
    symbols = {symbol(kind, blocks) for kind in Kind}
    assert len(symbols) == len(Kind) if blocks is SEXTANTS else len(symbols) >= 7
    assert all(len(found) == 4 for found in symbols)
