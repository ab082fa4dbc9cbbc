"""The picture of a board: every hexside has cells of its own, at every size."""

from unicodedata import east_asian_width

import pytest

from tests.drawn import board, unit
from westwall_tui.engine.board import Terrain
from westwall_tui.engine.hexgrid import NOWHERE, opposite
from westwall_tui.ui.map.glyphs import ASCII, UNICODE
from westwall_tui.ui.map.picture import LARGE, MIDDLE, SIZES, SMALL, Picture, as_text


def small_board():
    """Woods, a town and rough ground, with a road over a stream."""
    return board(
        """
        .f.
        ,o%
        ...
        """,
        roads=["0101 0201 0202 0303 edge"],
        trails=["0102 0202"],
        streams=["0201/0202 0202/0102 0103/0202"],
    )


def text(size, glyphs=ASCII):
    return "\n".join(as_text(Picture(small_board(), size, glyphs)))


SMALL_PICTURE = r"""
 __    __
/  \__/  \
\__=f \__/
/, \#~/% \
\__#o \__/
/  (__=  \
\__/  \__=
   \__/
"""
MIDDLE_PICTURE = r"""
 ____      ____
/    \____/    \
\__=====f \____/
/ ,  \~##~/ %% \
\__--#-oo \____/
/    (__=====  \
\____/    \__===
     \____/
"""
LARGE_PICTURE = r"""
  _____         _____
 /0101 \       /0301 \
/       \_____/       \
\   =====0201 \       /
 \_____===== f \_____/
 /0102 \f f|f f/0302 \
/ ,   , \~~#~~/ % % % \
\,  ----#0202 \% % % %/
 \_____#--ooo  \_____/
 /0103 (   =====0303 \
/       (_____=====   \
\       /0203 \   =====
 \_____/       \_____/
       \       /
        \_____/
"""


@pytest.mark.parametrize(
    ("size", "picture"), [(SMALL, SMALL_PICTURE), (MIDDLE, MIDDLE_PICTURE), (LARGE, LARGE_PICTURE)]
)
def test_the_picture_of_a_small_board(size, picture):
    assert text(size) == picture.strip("\n")


@pytest.mark.parametrize("size", SIZES)
def test_every_hexside_has_cells_of_its_own(size):
    """Neighbours name the same cells for the side between them, and no other side has any of them."""
    plain = board()
    picture = Picture(plain, size)
    owner: dict[tuple[int, int], frozenset[int]] = {}
    for h, neighbours in enumerate(plain.grid.neighbours):
        x, y = picture.origin(h)
        for direction, n in enumerate(neighbours):
            if n == NOWHERE:
                continue
            cells = {(x + dx, y + dy) for dx, dy in size.sides[direction]}
            nx, ny = picture.origin(n)
            assert cells == {(nx + dx, ny + dy) for dx, dy in size.sides[opposite(direction)]}
            for cell in cells:
                assert owner.setdefault(cell, frozenset((h, n))) == frozenset((h, n))


@pytest.mark.parametrize("size", SIZES)
def test_what_a_hex_holds_lies_inside_it(size):
    """No cell of a counter, mark or zone is a hexside's but the one under it; no two hexes share any."""
    plain = board()
    picture = Picture(plain, size)
    token = picture.token(unit("A1 4-4-7 0505", 0)[0], "G", "side0")
    seen: dict[tuple[int, int], int] = {}
    for h in range(len(plain.grid)):
        for cell in picture.hex_cells(h, token, ("!", "obliged"), ("g", "zone0")):
            assert seen.setdefault((cell.x, cell.y), h) == h
            assert 0 <= cell.x < picture.width
            assert 0 <= cell.y < picture.height


@pytest.mark.parametrize("size", SIZES)
def test_the_hex_at_a_cell(size):
    plain = board()
    picture = Picture(plain, size)
    for h in range(len(plain.grid)):
        x, y, width, height = picture.box(h)
        assert picture.at(x + width // 2, y + height // 2) == h


@pytest.mark.parametrize("size", SIZES)
def test_streams_roads_and_bridges_are_drawn(size):
    lines = "".join(as_text(Picture(small_board(), size)))
    assert "~" in lines
    assert "#" in lines, "the road crosses the stream on a bridge"
    assert "=" in lines or size is SMALL


def test_a_counter_shows_side_kind_strengths_mark_and_ground():
    woods = board("fff fff fff")
    picture = Picture(woods, MIDDLE)
    tank = unit("A1 6-4-12 armor 0101", 0)[0]
    cells = picture.hex_cells(woods.hex("0101"), picture.token(tank, "G", "side0"), ("!", "obliged"))
    assert as_text(picture, cells)[1].startswith("/GOf!\\")
    assert as_text(picture, cells)[2].startswith("\\6-4_")


def test_artillery_shows_barrage_and_final_protective_fire():
    plain = board()
    picture = Picture(plain, MIDDLE)
    gun = unit("Gun 3-2-18/1-7 0101", 1)[0]
    cells = picture.hex_cells(plain.hex("0101"), picture.token(gun, "A", "side1"))
    assert as_text(picture, cells)[1].startswith("/A*  \\")
    assert as_text(picture, cells)[2].startswith("\\3-2_")


def test_the_large_size_has_numbers_names_and_whole_strengths():
    plain = board()
    picture = Picture(plain, LARGE)
    assert "0101" in as_text(picture)[1]
    gun = unit("Gun 3-2-18/1-7 0101", 1)[0]
    cells = picture.hex_cells(plain.hex("0101"), picture.token(gun, "A", "side1"), ("!", "obliged"))
    lines = as_text(picture, cells)
    assert "Gun" in lines[1]
    assert "A[*]" in lines[2]
    assert "3-2-18" in lines[3]


def test_the_cursor_is_told_by_its_shape():
    plain = board()
    for size in SIZES:
        picture = Picture(plain, size)
        chars = [cell.char for cell in picture.hex_cells(plain.hex("0505"), cursor=True)]
        assert "<" in chars
        assert ">" in chars


def test_unicode_signs_are_one_cell_wide_in_every_terminal():
    """None is wide, full or ambiguous in East Asian terminals."""
    signs = "".join((*UNICODE.terrain.values(), *UNICODE.kinds.values(), *UNICODE.road, *UNICODE.trail, *UNICODE.river))
    assert {c for c in signs if east_asian_width(c) not in ("N", "Na", "H")} == set()


def test_ascii_signs_are_ascii():
    assert all(c.isascii() for c in "".join((*ASCII.terrain.values(), *ASCII.kinds.values(), *ASCII.stream)))
    assert set(ASCII.terrain) == set(Terrain)
