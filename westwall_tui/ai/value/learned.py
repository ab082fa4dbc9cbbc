"""The danger to our units as learned from games in which an enemy's plan then hurt units in similar places.

Trees (`files/computer/fears.py`) turn six numbers of each unit, its features, into points. Plans differ mainly in how
much of the enemy's Strength there is for each of our units: the enemy cannot attack all of them, and a unit that we
drive off attacks none. `python -m benchmarks.shipped.fears` makes the trees.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from westwall_tui.files.computer.fears import FEATURES, Node, Trees, fear_of

EACH, FRIENDS = FEATURES.index("strength for each"), FEATURES.index("friends")
"""The features that change with every unit that moves."""
MOST_KNOWN = 4096
"""Maximum number of places in the cache."""


class Standing(NamedTuple):
    """A unit in a hex, regardless of other units: its points, and what each of the two changing features adds."""

    points: float
    by_each: list[float]
    by_friends: list[float]


class Learned:
    """The learned danger of a battle: the sum of its trees, as a table for each pair of features.

    No tree uses more than two features on one path, so the tables are as exact as the trees, and much quicker.
    """

    def __init__(self, trees: Trees) -> None:
        cuts: list[set[float]] = [set() for _ in FEATURES]
        for feature, cut in (each for tree in trees for each in _cuts_of(tree)):
            cuts[feature].add(cut)
        self.cuts = [sorted(each) for each in cuts]
        """By feature, the thresholds at which the trees divide its values into intervals."""
        self.base = fsum([tree for tree in trees if not isinstance(tree, tuple)])
        tables: dict[tuple[int, int], list[float]] = {}
        for tree in trees:
            if isinstance(tree, tuple):
                self._add_tree(tree, tables)
        self.tables = [(a, b, len(self.cuts[b]) + 1, table) for (a, b), table in sorted(tables.items())]
        """Two features, the length of a row, and the points.

        A table has a row for each interval of the first feature.
        """
        self.changing = tables.get((EACH, FRIENDS), [])
        """The table of the two changing features."""
        self._known: dict[tuple[int, ...], Standing] = {}

    def points(self, numbers: Sequence[float]) -> float:
        """Return the expected loss of a unit with these features."""
        *others, each, friends = numbers
        return self.points_of(self.standing(others), each, self.part_of_friends(friends))

    def part_of_friends(self, friends: float) -> int:
        """Return the index of the interval of the feature `friends` that contains a number."""
        return bisect_left(self.cuts[FRIENDS], friends)

    def standing(self, numbers: Sequence[float]) -> Standing:
        """Return the points of a unit with these unchanging features, cached because there are few kinds of places."""
        parts = tuple([bisect_left(cuts, number) for cuts, number in zip(self.cuts, numbers, strict=False)])
        found = self._known.get(parts)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[parts] = self._sum_up(parts)
        return found

    def _sum_up(self, parts: tuple[int, ...]) -> Standing:
        """Return the sum of all tables for a unit whose unchanging features are in these intervals."""
        points = self.base
        by_each, by_friends = ([0.0] * (len(self.cuts[feature]) + 1) for feature in (EACH, FRIENDS))
        for a, b, row, table in self.tables:
            if b < EACH:
                points += table[parts[a] * row + parts[b]]
            elif a < EACH:
                added = table[parts[a] * row : (parts[a] + 1) * row]
                if b == EACH:
                    by_each = [before + more for before, more in zip(by_each, added, strict=True)]
                else:
                    by_friends = [before + more for before, more in zip(by_friends, added, strict=True)]
        return Standing(points, by_each, by_friends)

    def points_of(self, standing: Standing, each: float, part: int) -> float:
        """Return a unit's expected loss with this much of the enemy's Strength for it.

        `part` is its interval of `friends`.
        """
        i = bisect_left(self.cuts[EACH], each)
        found = standing.points + standing.by_each[i] + standing.by_friends[part]
        if self.changing:
            found += self.changing[i * len(standing.by_friends) + part]
        return max(found, 0.0)

    def _add_tree(self, tree: "tuple[int, float, Node, Node]", tables: dict[tuple[int, int], list[float]]) -> None:
        """Add a tree to the tables: each side of its first cut to the table of the features on that path."""
        feature, cut, *sides = tree
        at = self.cuts[feature].index(cut)
        for is_high, side in enumerate(sides):
            other = side[0] if isinstance(side, tuple) and side[0] != feature else (feature + 1) % len(FEATURES)
            pair = min(feature, other), max(feature, other)
            row = len(self.cuts[pair[1]]) + 1
            table = tables.setdefault(pair, [0.0] * ((len(self.cuts[pair[0]]) + 1) * row))
            for i in range(len(table)):
                parts = {pair[0]: i // row, pair[1]: i % row}
                if (parts[feature] > at) == bool(is_high):
                    table[i] += self._leaf_points(side, parts)

    def _leaf_points(self, node: Node, parts: dict[int, int]) -> float:
        while isinstance(node, tuple):
            feature, cut, low, high = node
            node = low if parts[feature] <= self.cuts[feature].index(cut) else high
        return node


def _cuts_of(tree: Node) -> Iterator[tuple[int, float]]:
    if isinstance(tree, tuple):
        yield tree[:2]
        for side in tree[2:]:
            yield from _cuts_of(side)


@lru_cache(maxsize=8)
def learned_of(battle: str) -> Learned | None:
    """Return what was learned about a battle, by the name of its rules; None if nothing was learned."""
    trees = fear_of(battle)
    return None if trees is None else Learned(trees)
