"""Where the names of a board may stand: for each place the positions, best first, by what they would cost.

They are found once a board and size, each when it is first wanted: a window shows a quarter of a board, most names take
the first or the second, and a start waits for no more. A name covers little, stands nearer to its own place than to any
other, and on the same bank of a water as that.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heapreplace
from itertools import accumulate, tee

from westwall_tui.engine.board import Board, Place
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.geometry import FLAT, Spot
from westwall_tui.ui.map.sheet.canvas import Canvas
from westwall_tui.ui.map.sheet.printed import CANAL, RIVER, TOWNS, WATER

COSTS: Mapping[str, int] = {
    "town": 200, "town_road": 200, "bridge": 200,
    "river": 20, "canal": 20, "stream": 16,
    "road": 14, "line": 9, "entry": 9, "trail": 6, "rail": 2,
}  # fmt: skip
"""What it costs to cover a cell."""
TOUCH = 25
"""What it costs to stand right beside a town's sign or a crossing."""
BESIDE = 4
"""What it costs to stand right beside a way or a water."""
ASHORE = 2
"""What it costs a letter of a water's name to stand beside its band."""
ASIDE = 40
"""What it costs to stand two lines from its own place's sign: that is another hex's line."""
NEAR, RIVAL = 20, 400
"""What it costs to stand within three cells of another place's sign, and no nearer to its own than to that.

The latter is more than any name may cost: it would be read as the other's.
"""
GUEST = 12
"""What it costs to stand wholly in one hex of the map that is another: it would seem to be called so."""
FURTHEST = 4
"""How far a name begins or ends from its own sign, as `apart` counts: two cells aside and one line, or two lines."""
FURTHER = 6
"""So far at most: two cells aside, and two lines."""
BANKS: Sequence[tuple[int, int]] = ((RIVER, 160), (CANAL, 80), (WATER, 8))
"""What it costs to stand on another bank of a water than its own place."""
AWAY = 4
"""How many hexes from its place a name may reach on the map, at most."""
LIMITS = {"town": 102, "village": 68, "water": 14}
"""By kind of place: names that would cost more are not drawn."""
STRETCH = 6
"""A water may be named in every so many columns and rows of hexes."""


Sign = tuple[Spot, int]
"""A cell of a town's sign, and its hex."""


class Name:
    """A name that may be shown."""

    def __init__(self, text: str, spots: Iterable[Spot], role: str = "name", hexes: tuple[int, ...] = ()) -> None:
        """`spots`: the cells in which it may begin, best first. `hexes`: those of its place; none for a water."""
        self.text, self.role, self.hexes = text, role, hexes
        self._spots = iter(spots)

    def spots(self) -> Iterator[Spot]:
        """The cells in which it may begin, best first; none is looked for twice."""
        self._spots, found = tee(self._spots)
        return found


def find_names(canvas: Canvas) -> list[Name]:
    """The names of a board and where they may stand, the largest places first, then the waters."""
    costs = CoverCosts(canvas)
    return [*_place_names(canvas, costs), *_water_names(canvas, costs)]


def _water_names(canvas: Canvas, costs: "CoverCosts") -> Iterator[Name]:
    """The names of waters, each on its own band, once in a stretch of the board as large as a window."""
    board = canvas.board
    named = {place.name: place.hexes for place in board.places if place.kind == "water"}
    waters = [(name, "river", [(canvas.origin(h), (h, 0)) for h in hexes]) for name, hexes in named.items()]
    for bands, role in ((board.rivers, "river"), (board.canals, "canal"), (board.streams, "stream")):
        waters += [(band.name, role, list(_flat_sides(canvas, band.pairs))) for band in bands if band.name]
    for name, role, places in waters:
        stretches: dict[Spot, dict[Spot, int]] = {}
        for (ox, oy), (h, below) in places:
            column, row = board.grid.positions[h]
            for aside in (0, 1, -1):
                spot = ox + canvas.size.middle - len(name) // 2 + aside, oy + below
                cost = costs.of(spot, len(name), free=role)
                if cost is not None and cost <= LIMITS["water"]:
                    stretches.setdefault((column // STRETCH, row // STRETCH), {})[spot] = cost
        for spots in stretches.values():
            best = sorted(spots, key=lambda spot: (spots[spot] + _letters_ashore(canvas, spot, len(name), role), spot))
            yield Name(name, best, role)


def _letters_ashore(canvas: Canvas, spot: Spot, length: int, role: str) -> int:
    """What it costs the name of a water that some of its letters stand beside its band."""
    x, y = spot
    return ASHORE * (length - canvas.roles[y][x : x + length].count(role))


def _flat_sides(canvas: Canvas, pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[Spot, tuple[int, int]]]:
    """Of hexsides those that lie flat: where the hex begins, the hex, and how many lines below that the side is."""
    for a, b in pairs:
        direction = canvas.board.grid.direction(a, b)
        if direction in FLAT:
            yield canvas.origin(a), (a, canvas.size.sides[direction][0][1])


def _place_names(canvas: Canvas, costs: "CoverCosts") -> list[Name]:
    """The names of towns and villages."""
    terrain = canvas.board.terrain
    places = [place for place in canvas.board.places if place.kind in ("town", "village")]

    def size(place: Place) -> tuple[int, bool, int]:
        return -sum(terrain[h] is Terrain.CITY for h in place.hexes), place.kind != "town", -len(place.hexes)

    signs = town_signs(canvas)
    lines: dict[int, list[Sign]] = {}
    for h, cells in signs.items():
        for cell in cells:
            lines.setdefault(cell[1], []).append((cell, h))

    def find(place: Place) -> Iterator[Spot]:
        own = [spot for h in place.hexes for spot in signs.get(h, ())] or [
            (canvas.origin(h)[0] + x, canvas.origin(h)[1] + y) for h in place.hexes for x, y in canvas.size.town
        ]
        length, limit = len(place.name), LIMITS[place.kind]
        near = (sign for h in place.hexes for sign in _signs_near(lines, canvas, h, length))
        others = [spot for spot, h in near if h not in place.hexes]
        banks = banks_of(canvas.board, place.hexes)
        orders: dict[Spot, int] = {}
        for i, h in enumerate(place.hexes):
            for order, spot in enumerate(_spots_of_name(canvas, h, length), 2 * i):
                orders[spot] = min(orders.get(spot, order), order)

        def cost(spot: Spot) -> int | None:
            covered = costs.of(spot, length)
            if covered is None or banks.are_crossed(owners := canvas.owners(spot, length)):
                return None
            aside = ASIDE if all(abs(spot[1] - y) > 1 for _, y in own) else 0
            guest = GUEST if len(set(owners)) == 1 and owners[0] not in place.hexes else 0
            seeming = strangeness(spot, length, own, others)
            return orders[spot] + covered + seeming + banks.cost(owners) + aside + guest

        yield from cheapest_first(orders, cost, limit)

    return [Name(place.name, find(place), hexes=place.hexes) for place in sorted(places, key=size)]


def cheapest_first(least: Mapping[Spot, int], cost: Callable[[Spot], int | None], limit: int) -> Iterator[Spot]:
    """Some positions in the order of what they cost, as far as that is not more than the limit.

    What one costs is worked out once it may be the next. `least`: what each costs at least. `cost`: what it does cost,
    None where no name may stand.
    """
    heap = [(so_far, spot, False) for spot, so_far in least.items()]
    heapify(heap)
    while heap and heap[0][0] <= limit:
        _, spot, is_known = heap[0]
        if is_known:
            yield spot
        if is_known or (far := cost(spot)) is None:
            heappop(heap)
        else:
            heapreplace(heap, (far, spot, True))


def town_signs(canvas: Canvas) -> dict[int, list[Spot]]:
    """By hex of a town the cells of its sign."""
    towns = [h for h in canvas.shown if canvas.board.terrain[h] in TOWNS]
    return {h: [(canvas.origin(h)[0] + x, canvas.origin(h)[1] + y) for x, y in canvas.size.town] for h in towns}


def _signs_near(lines: Mapping[int, Sequence[Sign]], canvas: Canvas, h: int, length: int) -> Iterator[Sign]:
    """The signs, with their hexes, that could be as near to a name in any of its positions as a hex's own is.

    Elsewhere they change nothing, and a board has more than a hundred. `lines`: all signs, by line.
    """
    (x, y), first, last = canvas.origin(h), canvas.size.town[0], canvas.size.town[-1]
    left, right = x + first[0] - 1 - length - FURTHER, x + last[0] + 1 + length + FURTHER
    for line in range(y + first[1] - FURTHER, y + first[1] + FURTHER + 1):
        yield from ((spot, g) for spot, g in lines.get(line, ()) if left <= spot[0] <= right)


def apart(spot: Spot, length: int, signs: Iterable[Spot], line: int = 2) -> int:
    """How far a name would be from the nearest of some signs: cells aside, and each line as so many."""
    x, y = spot
    end = x + length - 1
    far = [(x - i if i < x else i - end if i > end else 0) + line * abs(y - j) for i, j in signs]
    return min(far, default=UNKNOWN)


def strangeness(spot: Spot, length: int, own: Iterable[Spot], others: Iterable[Spot], line: int = 2) -> int:
    """The cost of ambiguity: how near a name would be to its own and other places' signs, as `apart` counts."""
    other = apart(spot, length, others, line)
    if other == UNKNOWN:
        return 0
    return (NEAR if other <= 3 else 0) + RIVAL * (other <= apart(spot, length, own, line))


def _spots_of_name(canvas: Canvas, h: int, length: int) -> Iterator[Spot]:
    """Where the name of a hex may begin, best first: right of its sign, left of it, below, above, and aside."""
    ox, oy = canvas.origin(h)
    first, last = canvas.size.town[0], canvas.size.town[-1]
    x, y = ox + canvas.size.middle, oy + first[1]
    for dy in (0, 1, -1):
        yield ox + last[0] + 2, y + dy
    for dy in (0, 1, -1):
        yield ox + first[0] - 1 - length, y + dy
    if length <= canvas.size.across:  # a short name that would be wholly in the next hex stands astride its hexside
        for dy in (0, 1, -1):
            yield ox + last[0] + 3, y + dy
            yield ox + first[0] - 2 - length, y + dy
    for aside in (0, 1, -1, 2, -2, 3, -3):
        for dy in (1, -1, 2, -2):
            yield x - length // 2 + aside, y + dy
    for dy in (2, -2):
        yield ox + last[0] + 2, y + dy
        yield ox + first[0] - 1 - length, y + dy
    yield x - length // 2, y
    yield ox + 1, y


class CoverCosts:
    """What names would cover on a canvas."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self._sums: dict[int, list[int]] = {}
        """By line: what it costs to cover all its cells up to one."""

    def spares_crossings(self, spot: Spot, length: int) -> bool:
        """True if a name there would cover no bridge and no ferry."""
        return "bridge" not in self.canvas.roles[spot[1]][spot[0] : spot[0] + length]

    def of(self, spot: Spot, length: int, free: str = "") -> int | None:
        """The cost of a name there, or None if it would not be whole; cells with the role `free` cost nothing."""
        canvas, (x, y) = self.canvas, spot
        end = x + length
        if x < 0 or end > canvas.width or not 0 <= y < canvas.height or NOWHERE in canvas.owner[y][x:end]:
            return None
        roles = canvas.roles[y]
        if y not in self._sums:
            self._sums[y] = [*accumulate([COSTS.get(role, 0) for role in roles], initial=0)]
        sums = self._sums[y]
        cost = sums[end] - sums[x]
        if free:
            cost -= COSTS[free] * roles[x:end].count(free)
        for i in (x - 1, end):
            if 0 <= i < canvas.width and (beside := sums[i + 1] - sums[i]):
                cost += TOUCH if beside >= COSTS["town"] else 0 if free else BESIDE
        return cost


class Banks:
    """On which side of the waters near a place a name would stand."""

    def __init__(self, board: Board, hexes: Iterable[int], away: int = AWAY) -> None:
        """`away`: how many hexes from the place a name may reach."""
        terrain = board.terrain
        known = dict.fromkeys(hexes, 0)
        edge = known
        for _ in range(away):
            found: dict[int, int] = {}
            for h in edge:
                so_far = known[h] + (BANKS[0][1] if terrain[h] is Terrain.RIVER else 0)
                for n, water in _steps_from(board, h):
                    cost = so_far + water
                    if cost < known.get(n, UNKNOWN) and cost < found.get(n, UNKNOWN):
                        found[n] = cost
            known = known | found
            edge = found
        self._costs = known
        """By hex near the place the cheapest waters between."""

    def cost(self, owners: Sequence[int], beyond: int = 0) -> int:
        """The mean of what letters in these hexes cost; `beyond`: those that stand farther away."""
        return sum([self._costs.get(h, beyond) for h in owners]) // max(1, len(owners))

    def are_crossed(self, owners: Sequence[int], share: int = 0) -> bool:
        """True if a letter stands across a river: a name would be read as that of another bank.

        `share`: of a name that has no other room so many parts in a hundred may.
        """
        return sum([self._costs.get(h, 0) >= BANKS[0][1] for h in owners]) * 100 > share * len(owners)


@lru_cache(maxsize=2_048)
def banks_of(board: Board, hexes: tuple[int, ...], away: int = AWAY) -> Banks:
    """Those of a place: the map asks at each size, the overview whenever it is shown."""
    return Banks(board, hexes, away)


@lru_cache(maxsize=8_192)
def _steps_from(board: Board, h: int) -> list[tuple[int, int]]:
    """The neighbors of a hex on the map, each with what water between costs: nobody gets round a river beyond it."""
    return [
        (n, cost_of_crossing(side) if side & WATER else 0)
        for n, side in zip(board.grid.neighbours[h], board.sides[h], strict=True)
        if n != NOWHERE and board.terrain[n] is not Terrain.NONE
    ]


@lru_cache(maxsize=256)
def cost_of_crossing(side: int) -> int:
    """What the water on a hexside costs between a name and its place."""
    return next(cost for water, cost in BANKS if side & water)


UNKNOWN = 1 << 20
"""More than any waters between."""
