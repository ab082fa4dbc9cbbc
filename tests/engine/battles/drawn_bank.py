"""Small banks with units on them, for the tests of Remagen's front; and the cheapest front by trying all paths."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from tests.drawn import board
from westwall_tui.engine.battles.remagen.bank import Bank, Bridgehead
from westwall_tui.engine.board import Board
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.scenarios.catalog import load_scenario

GAP = 5
Measure = tuple[int, int, int, tuple[int, ...]]
"""Cost, units lost, length, hexes: the least is the best front."""


@dataclass
class Position:
    """A bank with units on it, and the hexes that they hold or control."""

    sheet: Board
    worth: dict[int, int]
    held: set[int]

    @property
    def land(self) -> frozenset[int]:
        return frozenset(h for h, t in enumerate(self.sheet.terrain) if t is not Terrain.RIVER)

    @property
    def bank(self) -> Bank:
        return Bank.of(self.sheet, self.land)

    @property
    def bridgehead(self) -> Bridgehead:
        return Bridgehead(self.bank, tuple(sorted(self.worth.items())), frozenset(self.held))

    def by_the_river(self, h: int) -> bool:
        return any(n >= 0 and self.sheet.terrain[n] is Terrain.RIVER for n in self.sheet.grid.neighbors[h])

    def measure(self, path: Sequence[int]) -> Measure | None:
        """Return the cost of a front, straight from the rulings; None if the path isn't a front."""
        neighbors, land = self.sheet.grid.neighbors, self.land
        if not path or not land.issuperset(path) or len(set(path)) < len(path):
            return None
        if any(path[i + 1] not in neighbors[path[i]] for i in range(len(path) - 1)):
            return None
        if not self.by_the_river(path[0]) or not self.by_the_river(path[-1]):
            return None
        open_ = [h for h in self.sheet.edge("east") if h in land and h not in path]
        for h in open_:
            open_ += [n for n in neighbors[h] if n in land and n not in open_ and n not in path]
        beyond = [h for h in self.worth if h in open_]
        if len(beyond) == len(self.worth):
            return None
        lost = [h for h in beyond if not any(n in path and n in self.worth for n in neighbors[h])]
        cost = GAP * sum(h not in self.held for h in path) + sum(self.worth[h] for h in lost)
        return cost, len(lost), len(path), tuple(path)


def every_path(position: Position, pins: Iterable[int] = ()) -> Measure | None:
    """Return the cheapest front that goes by some hexes, by trying all paths; from its northern end."""
    bank = position.bank
    near = {h: [n for n in position.sheet.grid.neighbors[h] if n in position.land] for h in position.land}
    rank = {h: i for i, h in enumerate(bank.anchors)}
    best: Measure | None = None

    def walk(path: tuple[int, ...]) -> None:
        nonlocal best
        if best is not None and GAP * sum(h not in position.held for h in path) > best[0]:
            return
        if rank.get(path[-1], -1) >= rank[path[0]] and set(path).issuperset(pins):
            found = position.measure(path)
            if found is not None and (best is None or found < best):
                best = found
        for n in near[path[-1]]:
            if n not in path:
                walk((*path, n))

    for h in sorted(rank):
        walk((h,))
    return best


@cache
def east_bank() -> Board:
    """Return the sheet of Remagen."""
    return load_scenario("remagen/historical").board


def on_the_east_bank(worth: dict[int, int]) -> Bridgehead:
    """Return units in these hexes of Remagen's sheet, with all that they control."""
    sheet = east_bank()
    bank = Bank.of(sheet, frozenset(sheet.areas["East bank"]))
    held = worth.keys() | {n for h in worth for n in sheet.ground.zone[h] if n in bank.hexes}
    return Bridgehead(bank, tuple(sorted(worth.items())), frozenset(held))


def at_random(seed: int, columns: int, rows: int, most: int) -> Position:
    """Return units here and there. Some of the hexes around them are not controlled, for a wider choice."""
    draw = Draw(seed)
    # the river is one hex or two wide, but never so that a bank hex has the same row as another
    widths = [1] * rows if seed % 2 else [1 + (row >= rows - 1) for row in range(rows)]
    sheet = board("\n".join("~" * width + "." * (columns - width) for width in widths))
    land = [h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER]
    worth: dict[int, int] = {}
    for _ in range(1 + draw.below(most)):
        worth.setdefault(draw.pick(land), draw.pick((3, 3, 3, 2, 7)))
    dense = draw.pick((3, 8, 10))
    near = {n for h in worth for n in sheet.grid.neighbors[h] if n in land and draw.below(10) < dense}
    return Position(sheet, worth, near | worth.keys())


def by_bends(seed: int) -> Position:
    """Where the river bends, and numbers do not follow the bank."""
    draw = Draw(seed)
    columns, rows = draw.pick(((4, 4), (5, 3), (4, 5)))
    sheet = board(
        "\n".join("~" * width + "." * (columns - width) for width in (1 + draw.below(3) for _ in range(rows)))
    )
    land = [h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER]
    worth = {draw.pick(land): draw.pick((3, 3, 2, 7)) for _ in range(1 + draw.below(4))}
    near = {n for h in worth for n in sheet.grid.neighbors[h] if n in land and draw.below(10) < 8}
    return Position(sheet, worth, near | worth.keys())


def by_any_bank(seed: int) -> Position:
    """Draw a bank up to five hexes wide, along a river of random course; most of it is held."""
    draw = Draw(seed)
    sheet = board("\n".join("~" * width + "." * (7 - width) for width in (1 + draw.below(4) for _ in range(7))))
    land = [h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER]
    worth = {draw.pick(land): 3 for _ in range(5)}
    return Position(sheet, worth, {h for h in land if draw.below(10) < 8} | worth.keys())
