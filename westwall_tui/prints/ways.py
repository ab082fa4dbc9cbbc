"""Roads, trails and railways as curves.

Roads bend smoothly. They pass the center of every hex where another road begins, ends or turns off, so that they join
there. A railway along a road or trail runs beside it.
"""

from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import dist

from westwall_tui.engine.board import Path
from westwall_tui.engine.hexgrid import opposite
from westwall_tui.prints.drawing import Layout, Point, ahead, between, line, path, towards, written

BEND = 0.35
"""The distance before a hex's center at which a bend starts, as a share of the distance between centers."""
RAIL_BEND = 0.5
"""The same share for railways, which follow the ground and have no sharp turns."""
SWING = 10.0
"""The distance for which a road keeps its direction before it turns in the center of a hex."""
BESIDE = 10.5
"""The distance between a railway and its road."""
ACROSS = 1.2 * BESIDE
"""Minimum distance between two railways on both sides of a road."""
SHARPEST = 0.6
"""The share to which a railway's distance from the road shrinks in sharp turns, before the bend is widened."""


class WayLines:
    """The roads, trails and railways of a board on the drawing."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        board = layout.board
        self._led_by = (*board.roads, *board.trails)

    def drawn(self) -> Iterator[str]:
        """Return the roads as SVG: trails over railways, roads over trails, and all roads' surfaces over all edges."""
        board = self.layout.board
        for paths, draw, styles in (
            (board.railways, self.railway, ("rail", "ties")),
            (board.trails, self.way, ("trail",)),
            (board.roads, self.way, ("case", "road")),
        ):
            for style in styles:
                for each in paths:
                    yield path(f"way {style}", draw(each), each.name)

    def paths(self) -> Iterator[str]:
        """Return all roads, trails and railways as paths."""
        yield from map(self.railway, self.layout.board.railways)
        yield from map(self.way, self._led_by)

    @cached_property
    def links(self) -> dict[int, set[int]]:
        """Return by hex the directions of its roads and trails, including those that leave the map."""
        grid = self.layout.board.grid
        found: dict[int, set[int]] = {}
        for each in self._led_by:
            for a, b in pairwise(each.hexes):
                d = grid.direction(a, b)
                found.setdefault(a, set()).add(d)
                found.setdefault(b, set()).add(opposite(d))
            for h, d in self.exits(each):
                found.setdefault(h, set()).add(d)
        return found

    @cached_property
    def joints(self) -> frozenset[int]:
        """Return the hexes whose centers roads must pass, because roads begin, end or part there."""
        ends = {h for each in self._led_by for h, leaves in _both_ends(each) if not leaves}
        return frozenset(ends | {h for h, directions in self.links.items() if len(directions) != 2})

    def exits(self, way: Path) -> Iterator[tuple[int, int]]:
        """Return the hexes where a road leaves the map, each with the straightest direction off the map."""
        grid = self.layout.board.grid
        for (h, leaves), inner in zip(_both_ends(way), (way.hexes[1:2], way.hexes[-2:-1]), strict=True):
            outward = self.layout.off_map(h)
            if leaves and outward:
                straight = opposite(grid.direction(h, inner[0])) if inner else 0
                yield h, min(outward, key=lambda d: min((d - straight) % 6, (straight - d) % 6))

    def stops(self, way: Path) -> list[Point]:
        """Return the centers of a road's hexes, and points beyond the edge where it leaves the map."""
        stops = [self.layout.centre(h) for h in way.hexes]
        beyond = {h: self.outside(h, d) for h, d in self.exits(way)}
        before = [beyond[way.hexes[0]]] if way.off_map[0] and way.hexes[0] in beyond else []
        after = [beyond[way.hexes[-1]]] if way.off_map[1] and way.hexes[-1] in beyond else []
        return [*before, *stops, *after]

    def outside(self, h: int, d: int) -> Point:
        """Return a point a little beyond the edge of the map."""
        middle = between(self.layout.corner(h, d), self.layout.corner(h, d + 1))
        return between(self.layout.centre(h), middle, 1.25)

    def way(self, way: Path) -> str:
        """Return a road or trail as a path."""
        stops = self.stops(way)
        joints = {self.layout.centre(h) for h in way.hexes if h in self.joints}
        return _smooth_path(stops, joints)

    # -- railways

    def railway(self, way: Path) -> str:
        """Return a railway as a path beside its roads and trails that joins the railways that it meets."""
        stops = self._moved_beside_roads(way)
        (first, from_off_map), (last, to_off_map) = _both_ends(way)
        start = stops[:1] if from_off_map else self._railway_start(first, stops[0])
        end = stops[-1:] if to_off_map else self._railway_start(last, stops[-1])[::-1]
        return _smooth_path([*start, *stops[1:-1], *end], self.meetings.values(), RAIL_BEND)

    def _railway_start(self, h: int, own: Point) -> list[Point]:
        """Return the first point of a railway: beside its road, or where it meets others, even across the road."""
        if h not in self.meetings:
            return [own]
        meeting = self.meetings[h]
        return [meeting, own] if dist(meeting, own) > ACROSS else [meeting]

    @cached_property
    def meetings(self) -> dict[int, Point]:
        """Return by hex the point where a railway's end meets others: on a through line, or between all ends."""
        ends: dict[int, list[Point]] = {}
        through: dict[int, Point] = {}
        for way in self.layout.board.railways:
            at = dict(zip(way.hexes, self._moved_beside_roads(way)[self._index_of_first_hex(way) :], strict=False))
            own = [h for h, leaves in _both_ends(way) if not leaves]
            for h in own:
                ends.setdefault(h, []).append(at[h])
            through.update((h, point) for h, point in at.items() if h not in own and h not in through)
        return {h: through.get(h, _middle_of(points)) for h, points in ends.items() if h in through or len(points) > 1}

    def _moved_beside_roads(self, way: Path) -> list[Point]:
        """Return the stops of a railway, moved aside where it runs along a road or trail."""
        hexes, stops = way.hexes, self.stops(way)
        grid = self.layout.board.grid
        shared = [grid.direction(a, b) in self.links.get(a, ()) for a, b in pairwise(hexes)]
        first = self._index_of_first_hex(way)
        shared = [*([shared[0] if shared else False] * first), *shared]
        shared += [shared[-1] if shared else False] * (len(stops) - 1 - len(shared))
        return _shift_aside(stops, shared, self._quieter_side(way) * BESIDE)

    def _index_of_first_hex(self, way: Path) -> int:
        """Return the index of a road's first hex among its stops. It may follow a stop off the map."""
        return int(self.stops(way)[0] != self.layout.centre(way.hexes[0]))

    def _quieter_side(self, way: Path) -> int:
        """Return the side on which fewer roads and trails turn off: 1 for right, -1 for left."""
        grid = self.layout.board.grid
        right = 0
        for a, h, b in zip(way.hexes, way.hexes[1:], way.hexes[2:], strict=False):
            back, on = grid.direction(h, a), grid.direction(h, b)
            for d in self.links.get(h, set()) - {back, on}:
                right += -1 if (d - on) % 6 < (back - on) % 6 else 1
        return 1 if right >= 0 else -1


def _both_ends(way: Path) -> tuple[tuple[int, bool], tuple[int, bool]]:
    return (way.hexes[0], way.off_map[0]), (way.hexes[-1], way.off_map[1])


def _middle_of(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _smooth_path(stops: Sequence[Point], joints: Container[Point], bend: float = BEND) -> str:
    """Return a smooth path through stops that passes exactly through the joints."""
    bends = []
    for a, b, c in zip(stops, stops[1:], stops[2:], strict=False):
        if b not in joints:
            bends.append(f"L{written((between(b, a, bend),))}Q{written((b, between(b, c, bend)))}")
            continue
        before, after, on = between(b, a, 0.5), between(b, c, 0.5), towards(a, c)
        bends.append(f"L{written((before,))}C{written((between(before, b), ahead(b, on, -SWING), b))}")
        bends.append(f"C{written((ahead(b, on, SWING), between(after, b), after))}")
    return f"{line(stops[:1])}{''.join(bends)}L{written(stops[-1:])}"


def _shift_aside(stops: Sequence[Point], shared: Sequence[bool], far: float) -> list[Point]:
    """Return stops moved to the right along shared stretches, or to the left if `far` is negative."""
    found = []
    for i, stop in enumerate(stops):
        links = [k for k in (i - 1, i) if 0 <= k < len(shared) and shared[k]]
        rights = [(-dy, dx) for dx, dy in (towards(stops[k], stops[k + 1]) for k in links)]
        if not rights:
            found.append(stop)
            continue
        right = towards((0.0, 0.0), (sum(x for x, _ in rights), sum(y for _, y in rights)))
        part = max(SHARPEST, right[0] * rights[0][0] + right[1] * rights[0][1])
        found.append(ahead(stop, right, far / part))
    return found
