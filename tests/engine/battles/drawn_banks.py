"""Small banks with units on them, for the tests of Remagen's front; and the front in force by trying all paths."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tests.drawn import board
from westwall_tui.engine.battles.remagen.banks import Banks
from westwall_tui.engine.battles.remagen.costs import GAP, HEX, NEVER, POINTS_A_GAP, Costs
from westwall_tui.engine.board import Board, Terrain
from westwall_tui.engine.sampling import Draw

Measure = tuple[int, int, int, tuple[int, ...]]
"""Cost, units lost, length, hexes: the least is the front in force."""


@dataclass
class Position:
    """A bank with units on it, and the hexes that they control."""

    sheet: Board
    worth: dict[int, int]
    held: set[int]

    @property
    def banks(self) -> Banks:
        return Banks.of(self.sheet, frozenset(h for h, t in enumerate(self.sheet.terrain) if t is not Terrain.RIVER))

    @property
    def costs(self) -> Costs:
        return Costs(self.banks, self.worth, frozenset(self.held))

    def toll(self, h: int) -> int:
        """What a hex on the way costs."""
        return HEX if h in self.held else HEX + GAP

    def least(self, goals: Mapping[int, int], closed: Collection[int] = ()) -> dict[int, int]:
        """What a way spends at least from each hex, not counting that, over hexes that are not closed, to a goal and
        on from there: by looking at every hex again and again until nothing changes."""
        near = self.banks.near
        found = {h: goals.get(h, NEVER) for h in near}
        while True:
            better = {h: min([found[h], *(found[n] + self.toll(n) for n in near[h] if n not in closed)]) for h in near}
            if better == found:
                return found
            found = better


def every_path(position: Position) -> Measure | None:
    """The front in force by trying all paths, straight from the rulings."""
    sheet, worth, held = position.sheet, position.worth, position.held
    land = {h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER}
    near = {h: [n for n in sheet.grid.neighbours[h] if n in land] for h in land}
    anchors = {h for h in land if any(n >= 0 and sheet.terrain[n] is Terrain.RIVER for n in sheet.grid.neighbours[h])}
    rank = {h: i for i, h in enumerate(position.banks.anchors)}
    far = [h for h in sheet.edge("east") if h in land]
    best: Measure | None = None

    def measure(path: tuple[int, ...]) -> Measure | None:
        open_ = [h for h in far if h not in path]
        for h in open_:
            open_ += [n for n in near[h] if n not in open_ and n not in path]
        beyond = [h for h in worth if h in open_]
        if len(beyond) == len(worth):
            return None
        lost = [h for h in beyond if not any(n in path and n in worth for n in near[h])]
        gaps = sum(h not in held for h in path)
        return POINTS_A_GAP * gaps + sum(worth[h] for h in lost), len(lost), len(path), path

    def walk(path: tuple[int, ...]) -> None:
        nonlocal best
        if best is not None and POINTS_A_GAP * sum(h not in held for h in path) > best[0]:
            return
        if path[-1] in anchors and rank[path[-1]] >= rank[path[0]]:
            found = measure(path)
            if found is not None and (best is None or found < best):
                best = found
        for n in near[path[-1]]:
            if n not in path:
                walk((*path, n))

    for h in sorted(anchors):
        walk((h,))
    return best


def at_random(seed: int, columns: int, rows: int, most: int) -> Position:
    """Units here and there; some of the hexes round them are not controlled, so that there is more to choose from."""
    draw = Draw(seed)
    # the river is one hex or two wide, but never so that a bank hex has the same row as another
    widths = [1] * rows if seed % 2 else [1 + (row >= rows - 1) for row in range(rows)]
    sheet = board("\n".join("~" * width + "." * (columns - width) for width in widths))
    land = [h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER]
    worth: dict[int, int] = {}
    for _ in range(1 + draw.below(most)):
        worth.setdefault(draw.pick(land), draw.pick((3, 3, 3, 2, 7)))
    dense = draw.pick((3, 8, 10))
    near = {n for h in worth for n in sheet.grid.neighbours[h] if n in land and draw.below(10) < dense}
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
    near = {n for h in worth for n in sheet.grid.neighbours[h] if n in land and draw.below(10) < 8}
    return Position(sheet, worth, near | worth.keys())


def by_any_bank(seed: int) -> Position:
    """As wide as five hexes, beside a river that comes and goes as it likes; most of it is held."""
    draw = Draw(seed)
    sheet = board("\n".join("~" * width + "." * (7 - width) for width in (1 + draw.below(4) for _ in range(7))))
    land = [h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER]
    worth = {draw.pick(land): 3 for _ in range(5)}
    return Position(sheet, worth, {h for h in land if draw.below(10) < 8} | worth.keys())
