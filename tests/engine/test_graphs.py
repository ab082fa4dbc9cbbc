"""Biconnected sets of hexes, and pairs of paths without a common hex."""

from itertools import permutations

import pytest

from tests.every import every
from tests.long import sample
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.graphs import NEVER, WayPairs, blocks


def test_14_0_hexes_joined_by_one_hex_are_beyond_the_front():
    """Remagen: a front cannot go out and back through the same hex."""
    # 0 and 1 are at the river; 2 joins them; 3 is joined only to 2, and 4 only to 3.
    near = {0: (1, 2), 1: (0, 2), 2: (0, 1, 3), 3: (2, 4), 4: (3,)}
    assert [sorted(block) for block in blocks([0, 1], near, bytearray([1] * 5))] == [[0, 1, 2]]


def test_14_0_a_ring_back_to_the_river_is_part_of_the_front():
    """Remagen: two paths to the river form a front."""
    near = {0: (2,), 1: (4,), 2: (0, 3), 3: (2, 4), 4: (3, 1)}
    assert [sorted(block) for block in blocks([0, 1], near, bytearray([1] * 5))] == [[0, 1, 2, 3, 4]]


def drawn(seed):
    """Draw a graph: the neighbors and cost of each vertex, and some goals."""
    draw, size = Draw(seed), 7
    near: list[list[int]] = [[] for _ in range(size)]
    for a in range(size):
        for b in range(a):
            if draw.below(10) < 4:
                near[a].append(b)
                near[b].append(a)
    toll = [draw.pick((1, 1, 2, 9)) for _ in range(size)]
    return near, toll, {draw.below(size) for _ in range(1 + draw.below(3))}


def ways(near, goals, start):
    """Find all paths from a vertex to a goal that use no vertex twice and do not continue from a goal."""
    size = len(near)
    found = []
    for length in range(size):
        for others in permutations([v for v in range(size) if v != start], length):
            way = (start, *others)
            linked = all(way[i + 1] in near[way[i]] for i in range(length))
            if linked and way[-1] in goals and not goals & {*way[:-1]}:
                found.append(way)
    return found


@pytest.mark.slow
@every("seed", range(sample(60, 20)))
def test_the_cheapest_path_and_the_cheapest_pair(seed):
    near, toll, goals = drawn(seed)
    pairs = WayPairs(near, toll, goals)
    for start in set(range(len(near))) - goals:
        every = ways(near, goals, start)

        def cost(vertices, start=start):
            return sum(toll[v] for v in vertices if v != start)

        way = pairs.way(start)
        assert bool(way) == bool(every)
        if every:
            assert tuple(way) in every
            assert cost(way) == min(map(cost, every))
        two = [{*a, *b} for a in every for b in every if {*a} & {*b} == {start}]
        found = pairs.pair(start)
        if two:
            assert found in two
            assert cost(found) == min(map(cost, two))
        else:
            assert bool(found) == bool(every)


def test_a_pair_begins_at_the_vertex_that_all_paths_share():
    near = [[1], [0, 2], [1, 3, 4], [2], [2]]
    assert WayPairs(near, [1] * 5, {3, 4}).pair(0) == {2, 3, 4}
    assert WayPairs(near, [1] * 5, {3}).pair(0) == {3}


def test_no_path_uses_a_forbidden_vertex():
    near = [[1, 2], [0, 3], [0, 3], [1, 2]]
    assert WayPairs(near, [1, NEVER, 5, 1], {3}).way(0) == [0, 2, 3]
    assert WayPairs(near, [1, NEVER, NEVER, 1], {3}).way(0) == []
    assert WayPairs(near, [1, NEVER, NEVER, 1], {3}).pair(0) == frozenset()
