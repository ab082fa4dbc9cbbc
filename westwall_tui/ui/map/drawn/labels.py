"""The labels of the drawn map's blocks, and the choice of the two labels that a cell keeps.

A label is the contents of a block, never its color. A cell has up to six labels, but a terminal paints it in two
colors, so the pair with the smallest loss is chosen. A loss is weighed by `importance`: a bridge is not given up for a
tree.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from westwall_tui.engine.terrain import Terrain

GROUNDS = ("clear", "mixed", "grove", "woods", "broken", "rough", "town", "city")
"""Terrains that are painted as ground. Each has a label for its ground, its texture or houses, and its lattice."""
LINES = ("rail", "trail", "road", "stream", "canal", "river", "bridge")
"""Printed lines along and across hexsides, from below."""
LAID = (
    "laid",
    "ferry",
    "wired",
    "border",
    "goal",
    "held",
    "gap",
    "legal",
    "enemy",
    "zone:small",
    "zone:capital",
    "thread",
    "path",
    "leader",
    "cursor",
)
"""Labels of what a game adds to the board."""

NAMES = (
    "off",
    *(f"{kind}:{ground}" for kind in ("ground", "texture", "lattice") for ground in GROUNDS),
    *LINES,
    *LAID,
)
LABEL = {name: number for number, name in enumerate(NAMES)}
OFF, FIRST_LINE = LABEL["off"], LABEL["rail"]
BRIDGE, THIN = LABEL["bridge"], (LABEL["rail"], LABEL["trail"])
"""A bridge, and the ways to a narrow bridge, which would look broad if a cell showed their blocks as the bridge's."""
RIVER, CANAL, STREAM = WATERS = LABEL["river"], LABEL["canal"], LABEL["stream"]

SHADES = ("", "dim", "enemy", "held", "gap", "legal")
"""Tints of a whole hex."""
SHADE = {name: number for number, name in enumerate(SHADES)}
STEP = 64
"""Factor of codes: a block's code is its label plus `STEP` times its shade."""

_IMPORTANCE = {
    "cursor": 200.0, "path": 90.0, "thread": 80.0, "wired": 70.0, "laid": 70.0, "bridge": 60.0, "ferry": 60.0,
    "leader": 50.0, "gap": 40.0, "legal": 34.0, "border": 30.0, "held": 30.0, "goal": 26.0,
    "river": 24.0, "road": 22.0, "canal": 21.0, "stream": 19.0, "enemy": 12.0, "trail": 10.0, "rail": 9.0,
    "zone:small": 6.0, "zone:capital": 6.0,
}  # fmt: skip


def ground_of(terrain: Terrain) -> int:
    """Return the label of a hex's ground; for a river hex, the river's."""
    if terrain is Terrain.RIVER:
        return RIVER
    name = terrain.name.lower()
    return LABEL[f"ground:{name}"] if name in GROUNDS else OFF


def is_ground(label: int) -> bool:
    """Return True if a label is ground, texture or lattice, or beyond the map, so that a line may be drawn over it."""
    return label < FIRST_LINE


def plain(label: int) -> int:
    """Return the ground of a texture or lattice, and any other label unchanged."""
    return 1 + (label - 1) % len(GROUNDS) if 0 < label < FIRST_LINE else label


def is_lattice(label: int) -> bool:
    """Return True if a label is the lattice of a ground."""
    return 2 * len(GROUNDS) < label < FIRST_LINE


def texture(label: int) -> int:
    """Return the texture of a ground; for a town, its houses."""
    return plain(label) + len(GROUNDS)


def lattice(label: int) -> int:
    """Return the lattice of a ground."""
    return plain(label) + 2 * len(GROUNDS)


@cache
def importance(label: int) -> float:
    """Return the loss if a block of this label isn't shown."""
    name = NAMES[label]
    if name in _IMPORTANCE:
        return _IMPORTANCE[name]
    if name in ("texture:town", "texture:city"):
        return 3.0
    return {"ground": 2.0, "texture": 0.7, "lattice": 0.8}.get(name.partition(":")[0], 1.0)


@cache
def loss(have: int, shown: int) -> float:
    """Return the loss if one block is shown as another, both given by their codes."""
    if have == shown:
        return 0.0
    a, b = have % STEP, shown % STEP
    if a == b:
        return 0.6 if is_ground(a) else 2.0
    if is_ground(a) and is_ground(b):
        alike = plain(a) == plain(b)
        return (0.25 if alike else 1.0) * importance(a) * (1.0 if have // STEP == shown // STEP else 1.4)
    if is_ground(b):
        return importance(a)
    if is_ground(a):  # between a way and a water it becomes water, which is wide: a way keeps its width
        return 2.5 + (0.06 if b in WATERS else 0.12) * importance(b)
    return (1.2 if a in THIN and b == BRIDGE else 0.75) * importance(a)


@lru_cache(1 << 16)
def two_of(codes: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the two codes that show a cell with the smallest loss, and as bits the blocks that get the second one."""
    kinds = tuple(dict.fromkeys(codes))
    if len(kinds) == 1:
        return kinds[0], kinds[0], 0
    best = 1e9, 0, 0, 0
    for i, first in enumerate(kinds):
        for second in kinds[i + 1 :]:
            cost, bits = 0.0, 0
            for place, code in enumerate(codes):
                one, other = loss(code, first), loss(code, second)
                cost += min(one, other)
                bits |= (other < one) << place
            if cost < best[0]:
                best = cost, first, second, bits
    return best[1:]


def ground_under(codes: Sequence[int]) -> int:
    """Return the code of the ground that fills most of a cell, ignoring everything drawn on it."""
    counts: dict[int, float] = {}
    for code in codes:
        label = code % STEP
        key = code - label + plain(label)
        counts[key] = counts.get(key, 0.0) + (1.0 if is_ground(label) else 0.3)
    code = max(counts, key=counts.__getitem__)
    label = code % STEP
    return code - label + LABEL["ground:clear"] if label > LABEL["bridge"] else code


def is_most(codes: Sequence[int], label: int) -> bool:
    """Return True if at least half of a cell has one label."""
    return 2 * sum(code % STEP == label for code in codes) >= len(codes)
