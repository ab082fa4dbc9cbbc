"""The losses that the computer player has learned to expect in a battle: decision trees over a few features, as TOML.

The file is stored beside the battle's weights. `python -m benchmarks.shipped.fears` makes it;
benchmarks/shipped/README.md explains how.
"""

from functools import lru_cache
from typing import TypeAlias, Union

from westwall_tui.files.computer.weights import is_weight
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.tables import SourceFile, parse, read

KIND = "fear"
FEATURES = ("danger", "worth", "strength near", "sides", "strength for each", "friends")
"""The features of a unit, in order.

- The points at stake if every enemy that can attack the unit does so.
- The unit's worth.
- The enemy Strength nearby.
- The number of hexes from which the unit can be attacked.
- The Strength of its attackers after our combats, divided among all our units that each attacker could attack.
- The number of our units within two hexes.

The last two features change whenever a unit moves.
"""
MAX_TREES, MAX_DEPTH = 400, 2
"""The maximum number of trees, and of features per tree.

Trees of two features become tables for fast lookup (`ai/value/learned.py`).
"""
Node: TypeAlias = Union[float, "tuple[int, float, Node, Node]"]
"""A number of points, or a branch: a feature, a threshold, and the nodes for values up to it and above it."""
Trees: TypeAlias = tuple[Node, ...]
"""The trees of a battle: their sum is the points that a unit is expected to lose."""


def build(source: SourceFile) -> Trees:
    """Build the trees of a text. Raises `FileError`."""
    top = parse(source, KIND)
    if top.texts("features") != [*FEATURES]:
        top.fault("features", f"must be {', '.join(FEATURES)}")
    trees = [_read_node(tree, MAX_DEPTH) for tree in top.items("trees")]
    top.finish()
    if not 0 < len(trees) <= MAX_TREES:
        top.fault("trees", f"must be 1 to {MAX_TREES} trees")
    found = [tree for tree in trees if tree is not None]
    if len(found) < len(trees):
        top.fault("trees", f"must each be a number, or [feature, number, tree, tree], at most {MAX_DEPTH} deep")
    top.faults.check()
    return tuple(found)


def _read_node(value: object, deepest: int) -> Node | None:
    """Return a tree or part of a tree, or None if the value is not valid."""
    if is_weight(value):
        return float(value)
    if not (isinstance(value, list) and len(value) == len(("feature", "cut", "low", "high")) and deepest):
        return None
    feature, cut = value[0], value[1]
    if type(feature) is not int or not 0 <= feature < len(FEATURES) or not is_weight(cut):
        return None
    low, high = (_read_node(part, deepest - 1) for part in value[2:])
    return None if low is None or high is None else (feature, float(cut), low, high)


@lru_cache(maxsize=8)
def fear_of(battle: str) -> Trees | None:
    """Return the trees of a battle by the name of its rules, or None if it has none. Raises `FileError`."""
    path = shipped_root() / battle / f"{KIND}.toml"
    return build(read(path)) if path.is_file() else None
