"""What the computer player has learned to fear in a battle, as TOML beside its weights: trees over a few numbers.

`python -m benchmarks.shipped.fears` makes the file; benchmarks/shipped/README.md says how.
"""

from functools import lru_cache
from typing import TypeAlias, Union

from westwall_tui.files.computer.weights import is_weight
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.tables import SourceFile, parse, read

KIND = "fear"
FEATURES = ("danger", "worth", "strength near", "sides", "strength for each", "friends")
"""What a tree may ask: what the unit would lose if everybody who can attacks it; what it is worth; the enemy's
Strength near; the hexes from which it can be attacked; the Strength of those who can attack it, as far as our combats
leave it, divided among all of ours whom each could attack; and how many of ours are within two hexes. The last two
change with every unit that moves.
"""
MOST_TREES, DEEPEST = 400, 2
"""A tree of two features can be kept as a table of them, which is asked in no time (`ai/value/learned.py`)."""
Node: TypeAlias = Union[float, "tuple[int, float, Node, Node]"]
"""Points; or a feature, a number, and what follows if the feature is at most that, or more."""
Trees: TypeAlias = tuple[Node, ...]
"""What was learned: the points that a unit loses are the sum of all trees."""


def build(source: SourceFile) -> Trees:
    """The contents of a text. Raises `FileError`."""
    top = parse(source, KIND)
    if top.texts("features") != [*FEATURES]:
        top.fault("features", f"must be {', '.join(FEATURES)}")
    trees = [_read_node(tree, DEEPEST) for tree in top.items("trees")]
    top.finish()
    if not 0 < len(trees) <= MOST_TREES:
        top.fault("trees", f"must be 1 to {MOST_TREES} trees")
    found = [tree for tree in trees if tree is not None]
    if len(found) < len(trees):
        top.fault("trees", f"must each be a number, or [feature, number, tree, tree], at most {DEEPEST} deep")
    top.faults.check()
    return tuple(found)


def _read_node(value: object, deepest: int) -> Node | None:
    """A tree, or a part of one; None if it is none."""
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
    """What was learned of a battle, by the name of its rules; None if nothing was. Raises `FileError`."""
    path = shipped_root() / battle / f"{KIND}.toml"
    return build(read(path)) if path.is_file() else None
