"""Small trees that predict a number from a few others, each fitted to the error of the earlier ones (boosting).

The trees are plain Python, and the same rows give the same trees on every machine.
"""

from bisect import bisect_left
from collections.abc import Sequence
from math import fsum

from westwall_tui.engine.dice import Draw
from westwall_tui.files.computer.fears import Node, Trees

CUTS = 24
"""Maximum of values at which a feature may be split."""
RATE = 0.25
"""Share of the error that a tree corrects."""
DEPTH = 2
FEWEST = 40
"""Minimum of rows in a leaf."""
PULL = 5.0
"""Rows without error that are added to each leaf."""
PART = 7
"""Rows in 10 to which a tree is fitted; they are drawn again for each tree."""
EXACT = 4
"""Decimals of stored numbers."""


def cuts_of(values: Sequence[float]) -> list[float]:
    """Return the numbers that split the values into parts of about the same size."""
    ordered = sorted(values)
    found = {ordered[len(ordered) * i // (CUTS + 1)] for i in range(1, CUTS + 1)} if ordered else set[float]()
    return sorted(found - {ordered[-1]} if ordered else found)


def fitted(rows: Sequence[Sequence[float]], wanted: Sequence[float], count: int, seed: int) -> Trees:
    """Return `count` trees whose sum is about `wanted` for each row. The first is the average of `wanted`."""
    columns = range(len(rows[0]))
    cuts = [cuts_of([row[i] for row in rows]) for i in columns]
    bins = [[bisect_left(cuts[i], row[i]) for row in rows] for i in columns]
    mean = round(fsum(wanted) / len(wanted), EXACT)
    wrong = [value - mean for value in wanted]
    draw, found = Draw(seed), list[Node]([mean])
    for _ in range(count):
        drawn = [number for number in range(len(rows)) if draw.below(10) < PART]
        tree = _grown(drawn, wrong, bins, cuts, DEPTH)
        found.append(tree)
        for number, row in enumerate(rows):
            wrong[number] -= leaf(tree, row)
    return tuple(found)


def leaf(tree: Node, row: Sequence[float]) -> float:
    """Return a tree's value for a row."""
    while isinstance(tree, tuple):
        feature, cut, low, high = tree
        tree = low if row[feature] <= cut else high
    return tree


def _grown(
    drawn: Sequence[int],
    wrong: Sequence[float],
    bins: Sequence[Sequence[int]],
    cuts: Sequence[Sequence[float]],
    depth: int,
) -> Node:
    """Return a tree for some of the rows: the split that explains most, then the same on both sides of it."""
    total, count = fsum([wrong[number] for number in drawn]), len(drawn)
    most, best = total * total / (count + PULL) + 1e-9, None
    for feature, column in enumerate(bins if depth and count >= 2 * FEWEST else ()):
        sums, counts = [0.0] * (len(cuts[feature]) + 1), [0] * (len(cuts[feature]) + 1)
        for number in drawn:
            at = column[number]
            sums[at] += wrong[number]
            counts[at] += 1
        low, below = 0.0, 0
        for at in range(len(cuts[feature])):
            low += sums[at]
            below += counts[at]
            if min(below, count - below) < FEWEST:
                continue
            gained = low * low / (below + PULL) + (total - low) ** 2 / (count - below + PULL)
            if gained > most:
                most, best = gained, (feature, at)
    if best is None:
        return round(RATE * total / (count + PULL), EXACT)
    feature, at = best
    column = bins[feature]
    parts = [number for number in drawn if column[number] <= at], [number for number in drawn if column[number] > at]
    low_side, high_side = (_grown(part, wrong, bins, cuts, depth - 1) for part in parts)
    return feature, cuts[feature][at], low_side, high_side
