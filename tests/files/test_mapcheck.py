"""Remarks on boards that can be played and look wrong."""

import re

import pytest

from tests.files.example import BOARD, swap
from westwall_tui.files.boards import build_board, load_board
from westwall_tui.files.folders import shipped_root
from westwall_tui.files.mapcheck import corners, look_over
from westwall_tui.files.tables import Source


def remarks(text: str) -> list[str]:
    return [str(remark) for remark in look_over(build_board(Source("b", text)), "b")]


def test_example_is_good():
    assert remarks(BOARD) == []


@pytest.mark.parametrize("path", sorted(shipped_root().glob("*/board.toml")), ids=lambda path: path.parent.name)
def test_shipped_boards_are_good(path):
    board = load_board(path)
    assert look_over(board, "board") == []


def test_a_hexside_has_two_corners_and_shares_one_with_the_next():
    board = build_board(Source("b", BOARD))
    first, second = (tuple(board.hex(n) for n in side.split("/")) for side in ("0402/0502", "0402/0503"))
    assert len(set(corners(board, first)) & set(corners(board, second))) == 1  # type: ignore[arg-type]
    for a in range(len(board.grid)):
        for b in board.grid.neighbours[a]:
            if b >= 0:
                assert len(set(corners(board, (a, b)))) == 2


@pytest.mark.parametrize(
    ("old", "new", "remark"),
    [
        (
            "0402/0503 0403/0503",
            "0403/0503",
            '[[streams]] 1 "Mill brook": sides: 0402/0502 and 0403/0503 do not meet',
        ),
        (
            re.search('sides = "(.*)"', BOARD)[1],  # type: ignore[index]
            "0402/0502 0402/0503",
            '[[streams]] 1 "Mill brook": sides: neither end reaches other water or the mapedge',
        ),
        (
            "edge 0406 0405 0404 0403",
            "0405 0404 0403",
            '[[trails]] 1 "Ford lane": path: ends at 0405, where neither another way nor a place nor the mapedge is',
        ),
        (
            "edge 0406 0405 0404 0403",
            "0403 0504",
            "trails: a trail and a road run over 0403/0504; the road alone counts",
        ),
        (
            'name = "Upper Mill"\nkind = "village"',
            'name = "Hill"\nkind = "height"',
            "places: towns without a name: 0303",
        ),
        (".f...,^", "-~....^", "terrain: no unit can get from the rest of the map to 0101"),
        (
            "[[places]]",
            '[[bridges]]\nkind = "rail"\nside = "0101/0102"\n\n[[places]]',
            "[[bridges]] 1: side: 0101/0102 has no water to cross",
        ),
        (
            "[[places]]",
            '[[ferries]]\nname = "Rope"\nside = "0101/0102"\n\n[[places]]',
            '[[ferries]] 1 "Rope": side: 0101/0102 has no water to cross',
        ),
    ],
)
def test_remarks(old, new, remark):
    text = swap(BOARD, old, new)
    if "no unit can get" in remark:
        text = text.replace("..f..,.", ".-f..,.").replace("edge 0103 0203", "0203")
        text = (
            text.replace("\n..o..ff", "\n-.o..ff").replace("\n.....f.", "\n-....f.").replace("\n,....o.", "\n-....o.")
        )
        text = text.replace("\n,,.....", "\n-,.....")
    assert f"b: {remark}" in remarks(text)
