"""Labels around the map: entry hexes in brackets, and names of roads that leave the map."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.board import Board
from westwall_tui.engine.scenario import Scenario
from westwall_tui.prints.drawing import HEIGHT, RADIUS, Layout, Point, line, text, width_of
from westwall_tui.prints.ways import WayLines

SIDES = ("top", "right", "bottom", "left")
CLEAR = 16.0
"""The gap between the edge of the map and the first tier of labels, which leaves room for road ends."""
TIER = 25.0
TICK = 7.0
SIZE = 13.0


class EdgeMark(NamedTuple):
    """A label outside the edge of the map, and the hexes that it is about."""

    side: str
    first: float
    last: float
    """The span of the label along its side, in drawing units from the left or upper end."""
    words: str
    bracket: bool


def marks(board: Board, scenarios: Sequence[Scenario] = ()) -> list[EdgeMark]:
    """Return all labels: entries with their Game-Turns, and roads that leave the map."""
    found = []
    for way in board.roads:
        for h, leaves in zip((way.hexes[0], way.hexes[-1]), way.off_map, strict=True):
            if leaves and way.name and _at_side(board, h):
                side = _sides_of(board, h)[0]
                found.append(EdgeMark(side, *_span_of_run(board, side, [h]), way.name, bracket=False))
    turns = _entry_turns(board, scenarios)
    for name, hexes in board.entries.items():
        words = name if len(name) == 1 else " · ".join([name, *turns.get(name, ())])
        for side, own in _by_side(board, hexes).items():
            runs = _unbroken_runs(board, side, own)
            found += [EdgeMark(side, *_span_of_run(board, side, run), words, bracket=True) for run in runs]
    return list(dict.fromkeys(found))


def _entry_turns(board: Board, scenarios: Sequence[Scenario]) -> dict[str, list[str]]:
    """Return the sides and Game-Turns by entry, for entries whose hexes are exactly those of a schedule."""
    found: dict[str, dict[str, set[int]]] = {}
    for scenario in scenarios:
        for group in scenario.reinforcements:
            for name, hexes in board.entries.items():
                if sorted(hexes) == sorted(group.hexes):
                    side = scenario.sides[group.side].adjective
                    found.setdefault(name, {}).setdefault(side, set()).add(group.turn)
    return {
        name: [f"{side} GT {', '.join(map(str, sorted(turns)))}" for side, turns in sides.items()]
        for name, sides in found.items()
    }


def _sides_of(board: Board, h: int) -> list[str]:
    """Return the sides of the sheet that a hex is at; for an inner hex, the nearest side."""
    grid = board.grid
    c, r = grid.positions[h]
    far = {"left": c - board.first_column, "right": grid.columns - c, "top": r - 1, "bottom": grid.rows(c) - r}
    return [side for side in far if far[side] == min(far.values())]


def _at_side(board: Board, h: int) -> bool:
    """Return True if a hex is at a side of the sheet, not in a cut-off corner."""
    grid = board.grid
    c, r = grid.positions[h]
    return c in (board.first_column, grid.columns) or r in (1, grid.rows(c))


def _by_side(board: Board, hexes: Sequence[int]) -> Mapping[str, list[int]]:
    """Return hexes by side of the sheet. A corner hex joins the side with most of the other hexes."""
    count = {side: sum(side in _sides_of(board, h) for h in hexes) for side in SIDES}
    found: dict[str, list[int]] = {}
    for h in hexes:
        side = max(_sides_of(board, h), key=lambda side: (count[side], -SIDES.index(side)))
        found.setdefault(side, []).append(h)
    return found


def _unbroken_runs(board: Board, side: str, hexes: Sequence[int]) -> Iterator[list[int]]:
    """Return hexes in unbroken runs along a side."""
    axis = 0 if side in ("top", "bottom") else 1
    run: list[int] = []
    for h in sorted(hexes, key=lambda h: board.grid.positions[h][axis]):
        if run and board.grid.positions[h][axis] - board.grid.positions[run[-1]][axis] > 1:
            yield run
            run = []
        run.append(h)
    yield run


def _span_of_run(board: Board, side: str, run: Sequence[int]) -> tuple[float, float]:
    """Return the span of a run of hexes along its side."""
    places = [board.grid.positions[h] for h in run]
    if side in ("top", "bottom"):
        columns = [c for c, _ in places]
        return RADIUS * (1.5 * min(columns) - 1.3), RADIUS * (1.5 * max(columns) + 0.3)
    low = [HEIGHT * (r - 0.5 + (c % 2 == 0) / 2) for c, r in places]
    return min(low) - 0.4 * HEIGHT, max(low) + 0.4 * HEIGHT


class Edges:
    """Return the labels in tiers so that none covers another. Short labels are next to the map."""

    def __init__(self, board: Board, scenarios: Sequence[Scenario] = ()) -> None:
        self.tiers: dict[str, list[list[EdgeMark]]] = {side: [] for side in SIDES}
        for mark in sorted(marks(board, scenarios), key=lambda mark: (mark.bracket, mark.last - mark.first)):
            tiers = self.tiers[mark.side]
            free = next((tier for tier in tiers if not any(_do_clash(mark, other) for other in tier)), None)
            if free is None:
                free = []
                tiers.append(free)
            free.append(mark)

    def room(self, side: str) -> float:
        """Return the width that a side's labels need."""
        return CLEAR + TIER * len(self.tiers[side]) + 6

    def drawn(self, layout: Layout) -> Iterator[str]:
        """Return the labels as SVG."""
        for side, tiers in self.tiers.items():
            for i, tier in enumerate(tiers):
                for mark in tier:
                    yield from _draw_mark(layout, side, CLEAR + TIER * i, mark)


def cut_off(ways: WayLines) -> Iterator[tuple[str, Point]]:
    """Return roads that leave the map in a cut-off corner of the sheet, and their ends."""
    board = ways.layout.board
    for way in board.roads:
        for h, d in ways.exits(way):
            if way.name and not _at_side(board, h):
                yield way.name, ways.outside(h, d)


def _extent_of_mark(mark: EdgeMark) -> tuple[float, float]:
    middle, half = (mark.first + mark.last) / 2, width_of(mark.words, SIZE, bold=True) / 2 + 5
    return min(mark.first, middle - half), max(mark.last, middle + half)


def _do_clash(mark: EdgeMark, other: EdgeMark) -> bool:
    (a, b), (c, d) = _extent_of_mark(mark), _extent_of_mark(other)
    return a < d and c < b


def _draw_mark(layout: Layout, side: str, out: float, mark: EdgeMark) -> Iterator[str]:
    """Draw a label at a distance of `out` units from the map."""
    across = side in ("top", "bottom")
    sign = 1 if side in ("bottom", "right") else -1
    edge = {"top": layout.top, "bottom": layout.bottom, "left": layout.left, "right": layout.right}[side]
    start = layout.left if across else layout.top

    def at(along: float, away: float) -> tuple[float, float]:
        return (start + along, edge + sign * away) if across else (edge + sign * away, start + along)

    if mark.bracket:
        ends = ((mark.first, out), (mark.first, out + TICK), (mark.last, out + TICK), (mark.last, out))
        yield f'<path class="entry" d="{line(at(*end) for end in ends)}"/>\n'
    x, y = at((mark.first + mark.last) / 2, out + TICK + 9)
    style = "letter" if len(mark.words) == 1 else "entries" if mark.bracket else "leads"
    if across or len(mark.words) == 1:
        yield text(style, x, y + 4.5, mark.words)
    else:
        place = f' transform="translate({x:.1f},{y:.1f}) rotate({90 * sign})"'
        yield text(style, 0, 4.5, mark.words, place)
