"""The three sizes in which a hex is drawn, as data.

In a spot, x counts the cells to the right of the hex's first cell, and y counts the lines below it. Even columns are
half a hex lower. A hex owns the slashes at its left; the slashes at its right belong to its neighbors. Its flat side S
is its own last line, and its flat side N is the last line of the hex above.

    /.  \\     small 3x2: /.\\       large 7x4:   / 0101\\
    \\   /     middle 4x2 \\ /                  /  . .  \\
                                              \\ .  .  /
                                               \\_____/   (without the _)
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from westwall_tui.engine.records import Record

N, NE, SE, S, SW, NW = range(6)
FLAT = (N, S)
UP, DOWN = (N, NE, NW), (SE, S, SW)

Spot = tuple[int, int]
"""A cell of a hex, as x and y from the hex's first cell."""


class Size(Record):
    """A size in which hexes are drawn.

    Each of the three sizes is equal only to itself, because sizes are frequent keys.
    """

    __eq__, __hash__ = object.__eq__, object.__hash__

    name: str
    across: int
    """The number of cells from one column to the next."""
    down: int
    """The number of lines from a hex to the one below it."""
    middle: int
    """The x of the middle of a hex, where the town's sign and vertical ways are."""
    sides: Sequence[tuple[Spot, ...]]
    """For each direction, the cells of the hexside."""
    gates: Sequence[tuple[Spot, ...]]
    """For each direction, the cells on or next to the hexside that a way or a crossing uses."""
    owned: Sequence[range]
    """For each line, the cells that a hex owns, including its slashes."""
    town: tuple[Spot, ...]
    counter: Sequence[range]
    """For each line, the cells of a counter."""
    sign: Mapping[int, Sequence[Spot]]
    """The cells of a terrain sign, by the number of its characters."""
    notes: Sequence[Spot]
    """The cells for a note such as an entry letter. The first free one is used."""
    mark: Spot
    """The first cell of a mark."""
    laid_over: Spot
    """The first cell of an overlay's sign."""
    beside: tuple[Spot, Spot]
    """Cells beside a counter: one for a note that stays in sight, and one for an overlay's sign."""
    cursor: Sequence[Spot]
    """The cells of the cursor, alternately on the left and on the right."""

    @property
    def frame(self) -> Iterator[Spot]:
        """The cells on both sides of a counter, which are the slashes of its hex."""
        return (spot for d in (NE, SE, SW, NW) for spot in self.sides[d] if spot[1] < len(self.counter))

    @property
    def room(self) -> int:
        """The maximum number of characters of a mark."""
        return self.across - 1 if self.down == 2 else 4


def _across(y: int, first: int, last: int) -> tuple[Spot, ...]:
    return tuple((x, y) for x in range(first, last + 1))


def _size_of_two_lines(name: str, a: int, middle: int, sign: Mapping[int, Sequence[Spot]]) -> Size:
    """Return a size of two lines per hex that is `a` cells wide."""
    slants = ((a, 0),), ((a, 1),), ((0, 1),), ((0, 0),)
    return Size(
        name=name,
        across=a,
        down=2,
        middle=middle,
        sides=(_across(-1, 1, a - 1), slants[0], slants[1], _across(1, 1, a - 1), slants[2], slants[3]),
        gates=(((middle, -1),), slants[0], slants[1], ((middle, 1),), slants[2], slants[3]),
        owned=(range(a), range(a)),
        town=((middle, 0),),
        counter=(range(1, a), range(1, a)),
        sign=sign,
        notes=((1, 1), (a - 1, 1), (a - 1, 0), (1, 0)),
        mark=(1, 0),
        laid_over=(1, 1),
        beside=((0, 0), (0, 1)),
        cursor=((0, 0), (a, 0), (0, 1), (a, 1)),
    )


SMALL = _size_of_two_lines("small", 3, 1, {1: ((1, 0),), 3: _across(0, 1, 2)})
MIDDLE = _size_of_two_lines("middle", 4, 2, {1: ((1, 0),), 3: _across(0, 1, 3)})
LARGE = Size(
    name="large",
    across=7,
    down=4,
    middle=4,
    sides=(_across(-1, 2, 6), ((7, 0), (8, 1)), ((8, 2), (7, 3)), _across(3, 2, 6), ((0, 2), (1, 3)), ((1, 0), (0, 1))),
    gates=(((4, -1),), ((7, 1), (8, 0)), ((7, 2), (8, 3)), ((4, 3),), ((1, 2), (0, 3)), ((1, 1), (0, 0))),
    owned=(range(1, 7), range(8), range(8), range(1, 7)),
    town=_across(1, 3, 5),
    counter=(range(2, 7), range(2, 7), range(2, 7)),
    sign={1: ((2, 1), (6, 1)), 3: (*_across(1, 2, 6)[::2], *_across(2, 1, 7)[::2])},
    notes=((2, 2), (6, 2), (6, 1), (2, 1)),
    mark=(2, 1),
    laid_over=(2, 2),
    beside=((1, 1), (7, 1)),
    cursor=((0, 1), (8, 1), (0, 2), (8, 2)),
)
SIZES: Sequence[Size] = (SMALL, MIDDLE, LARGE)
SIZE_CALLED: Mapping[str, Size] = {size.name: size for size in SIZES}
"""The sizes by the values of the setting `size`."""


@cache
def way_cells(size: Size, leads: tuple[int, ...], wet: bool) -> Mapping[Spot, bool]:
    """Return the cells of one kind of way in a hex, each with True if the way runs vertically there.

    `leads` are the way's directions. If water is on the hex's flat side (`wet`), the way avoids that side. All cells
    touch, so that a way is one unbroken line from gate to gate.
    """
    ways = set(leads)
    c, straight = size.middle, ways == {N, S}
    up, down = ways & set(UP), ways & set(DOWN)
    found: dict[Spot, bool] = {}
    if size.down == 2:
        low = 0 if wet else 1
        upper = bool(up) or not down or wet
        lower = (S in ways or {SE, SW} <= ways or not upper) and not wet
        top, bottom, before, after = 0, low, range(1, c), range(c + 1, size.across)
    else:
        upper, lower = bool(up) or not down, bool(down)
        top, bottom, before, after = 1, 2, range(2, c), range(c + 1, size.across)
        if N in ways:
            found[c, 0] = True
    if upper:
        found[c, top] = straight
    if lower:
        found[c, bottom] = straight
    for direction, y, run in ((NE, top, after), (SE, bottom, after), (SW, bottom, before), (NW, top, before)):
        if direction in ways:
            found |= dict.fromkeys(((x, y) for x in run), False)
    for direction in leads:
        found |= dict.fromkeys(size.gates[direction], direction in FLAT)
    return found
