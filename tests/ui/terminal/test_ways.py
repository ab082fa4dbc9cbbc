"""Ways of the terminal's cursor: the shortest, to the right cell, with tabs and without."""

import pytest

from tests.ui.terminal.emulator import Emulator
from westwall_tui.ui.terminal.ways import CursorWays

WIDTH, HEIGHT = 126, 112


def places():
    return [(y, x) for y in (0, 1, 4, 7, 8, 9, 98, 99) for x in (0, 1, 3, 7, 8, 9, 12, 15, 16, 21, 98, 99, 120, WIDTH)]


@pytest.mark.parametrize("tabs", [False, True])
def test_the_bytes_of_a_way_are_those_of_its_codes(tabs):
    ways = CursorWays(WIDTH, tabs=tabs)
    for x in (0, 5, 8, 120):
        across = ways.bytes_across(x)
        for to in range(WIDTH):
            home, way = ways.bytes_from_anywhere(100, to), len(ways.codes(100, x, 100, to))
            assert way == min(across[to], 1 + ways.bytes_across(0)[to], home), (x, to)
            assert home == len(ways.codes(-1, -1, 100, to)), to


@pytest.mark.parametrize("tabs", [False, True])
def test_a_way_leads_where_it_should(tabs):
    ways, terminal = CursorWays(WIDTH, tabs=tabs), Emulator(WIDTH, HEIGHT)
    for start in places():
        for end in places():
            if end[1] < WIDTH:
                terminal.y, terminal.x = start
                terminal.read(ways.codes(*start, *end))
                assert (terminal.y, terminal.x) == end, (start, end)


@pytest.mark.parametrize(
    ("x", "to", "codes"),
    [
        (1, 8, "\t"),
        (1, 7, "\t\b"),
        (1, 16, "\t\t"),
        (8, 15, "\t\b"),
        (8, 9, "\x1b[C"),
        (0, 12, "\x1b[12C"),
        (9, 8, "\b"),
        (WIDTH, 16, "\r\t\t"),
        (112, 120, "\t"),
        (112, 125, "\x1b[13C"),
    ],
)
def test_a_tab_is_shorter_than_steps(x, to, codes):
    assert CursorWays(WIDTH, tabs=True).codes(3, x, 3, to) == codes
    assert "\t" not in CursorWays(WIDTH).codes(3, x, 3, to)
