"""A board as text: the picture of the game, with coordinates, in strips as wide as the terminal."""

import re

import pytest

from tests.drawn import board
from westwall_tui.ui.map.pane.text import BoardText, in_colours, plain
from westwall_tui.ui.map.signs import ASCII, UNICODE


def small_board():
    return board(
        """
        .f.
        ,o%
        """,
        roads=["0101 0201 0202 0302 edge"],
        streams=["0201/0202 0202/0102"],
    )


def text(size="middle", width=0, signs=ASCII):
    strips = BoardText(small_board(), size, signs).strips(width)
    return "\n\n".join("\n".join(map(plain, strip)) for strip in strips)


SMALL = r"""
    01 02 03
01 /  \  /  \ 01
   \====%\  /
02 /. \H /=== 02
   \  (o==  /
      \  /
    01 02 03
"""
MIDDLE = r"""
     01  02  03
01 /   \   /   \ 01
   \ =====%\   /
02 /.  \~H~/#=== 02
   \   ( o===  /
       \   /
     01  02  03
"""
STRIPS = r"""
     01  02
01 /   \   /
   \ =====%\ 01
02 /.  \~H~/
   \   ( o== 02
       \   /
     01  02

     03
01 /   \ 01
   \   /
02 /#=== 02
   ==  /
   /
     03
"""


@pytest.mark.parametrize(("size", "expected"), [("small", SMALL), ("middle", MIDDLE)])
def test_sizes(size, expected):
    assert "\n" + text(size) + "\n" == expected


def test_the_large_size_numbers_the_middles_of_columns_and_rows():
    lines = text("large").split("\n")
    assert lines[0] == lines[-1] == "       01     02     03"
    assert [line[:2] for line in lines if line[0].isdigit()] == ["01", "02"]
    assert any("0301" in line for line in lines)


def test_strips_are_no_wider_than_the_terminal():
    """Each with the numbers of its columns and rows."""
    assert "\n" + text(width=16) + "\n" == STRIPS


def test_the_surroundings_of_a_hex():
    drawn = board("\n".join(["." * 30] * 30))
    lines = [plain(line) for line in BoardText(drawn, "middle", ASCII).around(drawn.hex("1515"), 40, 12)]
    assert len(lines) <= 12
    assert max(map(len, lines)) <= 40
    assert " 15 " in lines[0]
    assert any(line.startswith("15 ") for line in lines)


def test_the_legend_has_the_signs_of_the_board_and_no_others():
    shown = "\n".join(map(plain, BoardText(small_board(), "middle", ASCII).legend(60)))
    assert shown == (
        ". mixed, 2 MP   %%% woods, 2 MP   # # rough, 4 MP\no town, 1 MP   ~ ~() stream +3   =| road 1/2   H bridge"
    )


def test_unicode_signs():
    assert "↟" in text(signs=UNICODE)


def test_colours_change_no_sign():
    strip = next(BoardText(small_board(), "middle", ASCII).strips(0))
    coloured = "\n".join(map(in_colours("16", {"TERM": "xterm"}), strip))
    assert "\x1b[" in coloured
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in bare.split("\n")] == text().split("\n")
