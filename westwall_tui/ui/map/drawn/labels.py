"""What a block of the drawn map shows, and which two labels of a cell are kept.

Labels say what a block is, never its color. A cell has up to six, but a terminal paints it in two colors: the pair that
loses least is taken. What is lost is weighed by `importance`: a bridge is not given up for a tree.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from westwall_tui.engine.terrain import Terrain

GROUNDS = ("clear", "mixed", "grove", "woods", "broken", "rough", "town", "city")
"""Terrains that are painted as ground. Each has a label for its ground, its texture or houses, and its lattice."""
LINES = ("rail", "trail", "road", "stream", "canal", "river", "bridge")
"""What is printed along and across hexsides, from below."""
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
"""What a game lays over the board."""

NAMES = (
    "off",
    *(f"{kind}:{ground}" for kind in ("ground", "texture", "lattice") for ground in GROUNDS),
    *LINES,
    *LAID,
)
LABEL = {name: number for number, name in enumerate(NAMES)}
OFF, FIRST_LINE = LABEL["off"], LABEL["rail"]
BRIDGE, THIN = LABEL["bridge"], (LABEL["rail"], LABEL["trail"])
"""A bridge, and ways that lead to a narrow one: shown as its blocks they would make it broad."""
RIVER, CANAL, STREAM = WATERS = LABEL["river"], LABEL["canal"], LABEL["stream"]

SHADES = ("", "dim", "enemy", "held", "gap", "legal")
"""What lies over a whole hex and tints it."""
SHADE = {name: number for number, name in enumerate(SHADES)}
STEP = 64
"""A block's code is its label, and `STEP` times its shade."""

_IMPORTANCE = {
    "cursor": 200.0, "path": 90.0, "thread": 80.0, "wired": 70.0, "laid": 70.0, "bridge": 60.0, "ferry": 60.0,
    "leader": 50.0, "gap": 40.0, "legal": 34.0, "border": 30.0, "held": 30.0, "goal": 26.0,
    "river": 24.0, "road": 22.0, "canal": 21.0, "stream": 19.0, "enemy": 12.0, "trail": 10.0, "rail": 9.0,
    "zone:small": 6.0, "zone:capital": 6.0,
}  # fmt: skip


def ground_of(terrain: Terrain) -> int:
    """The label of a hex's ground; of a river hex, the river's."""
    if terrain is Terrain.RIVER:
        return RIVER
    name = terrain.name.lower()
    return LABEL[f"ground:{name}"] if name in GROUNDS else OFF


def is_ground(label: int) -> bool:
    """True if a label is ground, texture or lattice, or beyond the map: a line may be drawn over it."""
    return label < FIRST_LINE


def plain(label: int) -> int:
    """The ground that a texture or lattice belongs to; any other label as it is."""
    return 1 + (label - 1) % len(GROUNDS) if 0 < label < FIRST_LINE else label


def is_lattice(label: int) -> bool:
    """True if a label is the lattice of a ground."""
    return 2 * len(GROUNDS) < label < FIRST_LINE


def texture(label: int) -> int:
    """The texture of a ground; of a town its houses."""
    return plain(label) + len(GROUNDS)


def lattice(label: int) -> int:
    """The lattice of a ground."""
    return plain(label) + 2 * len(GROUNDS)


@cache
def importance(label: int) -> float:
    """How much is lost with a block of this label."""
    name = NAMES[label]
    if name in _IMPORTANCE:
        return _IMPORTANCE[name]
    if name in ("texture:town", "texture:city"):
        return 3.0
    return {"ground": 2.0, "texture": 0.7, "lattice": 0.8}.get(name.partition(":")[0], 1.0)


@cache
def loss(have: int, shown: int) -> float:
    """What it costs to show one block as another, both by their codes."""
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
    if is_ground(a):  # between a way and a water it is shown as the water, which is wide: a way keeps its width
        return 2.5 + (0.06 if b in WATERS else 0.12) * importance(b)
    return (1.2 if a in THIN and b == BRIDGE else 0.75) * importance(a)


@lru_cache(1 << 16)
def two_of(codes: tuple[int, ...]) -> tuple[int, int, int]:
    """The two codes of a cell that lose least, and as bits which blocks have the second."""
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
    """The code of the ground that most of a cell is, without what is drawn on it."""
    counts: dict[int, float] = {}
    for code in codes:
        label = code % STEP
        key = code - label + plain(label)
        counts[key] = counts.get(key, 0.0) + (1.0 if is_ground(label) else 0.3)
    code = max(counts, key=counts.__getitem__)
    label = code % STEP
    return code - label + LABEL["ground:clear"] if label > LABEL["bridge"] else code


def is_most(codes: Sequence[int], label: int) -> bool:
    """True if half of a cell or more is of one label."""
    return 2 * sum(code % STEP == label for code in codes) >= len(codes)
