"""Remagen, 14.0: the ground of a front. Anchors and threads of the east bank, and what a path cuts off."""

from itertools import pairwise

import pytest

from tests.drawn import board
from tests.engine.battles.drawn_banks import by_any_bank
from westwall_tui.engine.battles.remagen.banks import Banks
from westwall_tui.engine.board import Terrain
from westwall_tui.engine.sampling import Draw
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


@pytest.mark.parametrize("seed", range(30))
def test_the_shore_is_all_that_the_bank_touches_but_the_far_edge(seed):
    position = by_any_bank(seed)
    sheet, banks = position.sheet, position.banks
    far = set(sheet.edge("east"))
    outside = [
        (h, d)
        for h in banks.hexes
        for d, n in enumerate(sheet.grid.neighbours[h])
        if n not in banks.hexes and not (h in far and d in (1, 2))
    ]
    assert banks.first.keys() == banks.last.keys() == {h for h, _ in outside}
    assert min(banks.first.values()) == 0
    assert max(banks.last.values()) == len(outside) - 1
    corners = sheet.hex("0701"), sheet.hex("0707")
    assert (banks.first[corners[0]], banks.last[corners[1]]) == (0, len(outside) - 1)
    assert banks.far == far & banks.hexes


def test_a_bank_that_does_not_reach_the_far_edge_is_not_whole():
    sheet = board("\n".join(["~..."] * 3))
    banks = Banks.of(sheet, frozenset(sheet.hex(number) for number in ("0201", "0202", "0203")))
    assert not banks.whole
    assert not banks.first


@pytest.mark.parametrize("seed", range(60))
def test_who_is_behind_a_front_is_told_by_its_ends_and_by_the_threads_that_it_crosses(seed):
    """Away from the northern and the southern edge, by which a front may cut off more."""
    position, draw = by_any_bank(seed), Draw(seed)
    banks, rank = position.banks, {h: i for i, h in enumerate(position.banks.anchors)}
    for h in banks.anchors:
        path = [h]
        for _ in range(12):
            onward = [n for n in banks.near[path[-1]] if n not in path and n not in banks.by_edge]
            ends = path[-1] in rank and rank[path[-1]] >= rank[h]
            if ends and not banks.by_edge.intersection(path) and not rank.keys() & path[1:-1]:
                behind = banks.cut_off(path)
                for unit in banks.hexes - set(path):
                    thread = banks.threads[unit]
                    count = (thread.foot < banks.first[h]) + (thread.foot >= banks.last[path[-1]])
                    count += sum(thread.over.get(step, 0) for step in pairwise(path))
                    assert (unit in behind) == (count == 0)
            if not onward:
                break
            path.append(draw.pick(onward))


@pytest.mark.parametrize("seed", range(20))
def test_a_thread_is_the_shortest_to_where_two_hexsides_of_the_river_meet(seed):
    position = by_any_bank(seed)
    sheet, banks = position.sheet, position.banks
    for h, thread in banks.threads.items():
        assert all(b in banks.near[a] for a, b in thread.crossed)
        wet = [n >= 0 and sheet.terrain[n] is Terrain.RIVER for n in sheet.grid.neighbours[h]]
        if any(wet[d] and wet[d - 1] for d in range(6)):
            assert thread.crossed == ()
        shorter = min((len(banks.threads[n].crossed) for n in banks.near[h]), default=0)
        assert len(thread.crossed) <= shorter + 3


@pytest.mark.parametrize("seed", range(10))
def test_whence_a_way_comes_to_a_hex_on_each_side_of_a_thread(seed):
    """North of being behind the front, behind it, and beyond it, where a way stays that goes south once more."""
    banks = by_any_bank(seed).banks
    size = len(banks.board.grid)
    for unit, thread in banks.threads.items():
        whence, over = banks.whence(unit), thread.over
        for h in banks.hexes:
            steps = [(n, over.get((n, h), 0)) for n in banks.near[h]]
            to_north = {n + way * -size for n, way in steps if way <= 0}
            behind = {n + (1 - way) * size for n, way in steps}
            beyond = {n + (2 - way) * size for n, way in steps if way >= 0}
            beyond |= {n + 2 * size for n, way in steps if way > 0}
            assert [set(whence[side * size + h]) for side in range(3)] == [to_north, behind, beyond]
