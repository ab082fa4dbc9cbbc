"""A board as text: the picture of the game, with coordinates."""

import pytest

from tests.drawn import board
from westwall_tui.ui.map.glyphs import ASCII, UNICODE
from westwall_tui.ui.sheet.text import board_lines, in_colour


def small_board():
    return board(
        """
        .f.
        ,o%
        """,
        roads=["0101 0201 0202 0302 edge"],
        streams=["0201/0202 0202/0102"],
    )


SMALL = r"""
    01 02 03
    __    __
01 /  \__/  \ 01
   \__=f \__/
02 /, \#~/% = 02
   \__)o =__/
      \__/
    01 02 03
"""
MIDDLE = r"""
     01   02   03
    ____      ____
01 /    \____/    \ 01
   \__=====f \____/
02 / ,  \~##~/ %=== 02
   \____) oo====__/
        \____/
     01   02   03
"""


@pytest.mark.parametrize(("size", "expected"), [("small", SMALL), ("middle", MIDDLE)])
def test_sizes(size, expected):
    assert "\n" + "\n".join(board_lines(small_board(), size, ASCII)) + "\n" == expected


def test_the_large_size_numbers_the_middles_of_columns_and_rows():
    lines = list(board_lines(small_board(), "large", ASCII))
    assert lines[0] == lines[-1] == "       01     02     03"
    assert [line[:2] for line in lines if line[0].isdigit()] == ["01", "02"]
    assert any("0201" in line for line in lines)


def test_unicode_signs():
    assert "↟" in "\n".join(board_lines(small_board(), "middle", UNICODE))


def test_colours_change_no_sign():
    coloured = "\n".join(board_lines(small_board(), "middle", ASCII, in_colour))
    plain = "\n".join(board_lines(small_board(), "middle", ASCII))
    assert "\x1b[" in coloured
    bare = "".join(part.partition("m")[2] if i else part for i, part in enumerate(coloured.split("\x1b[")))
    assert [line.rstrip() for line in bare.split("\n")] == plain.split("\n")
