"""The maps of a report: small windows on a board. Its ground and counters are drawn only once."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Terrain
from westwall_tui.history.words import TOWNS
from westwall_tui.prints.counters import DOT, SYMBOLS
from westwall_tui.prints.drawing import HEIGHT, Layout, clean
from westwall_tui.prints.ground import bridges, river_bridges
from westwall_tui.prints.report.styles import SideStyles
from westwall_tui.prints.ways import WayLines

# -- the ground
#
# The text is kept small: one path per terrain, whole numbers, and ways without names.


FILLS = {
    Terrain.CLEAR: "tc",
    Terrain.MIXED: "tm",
    Terrain.GROVE: "tg",
    Terrain.WOODS: "tw",
    Terrain.BROKEN: "tb",
    Terrain.ROUGH: "tr",
    Terrain.TOWN: "tt",
    Terrain.CITY: "ty",
    Terrain.RIVER: "ts",
}
"""Styles by terrain."""
WATERS = (("streams", "ws"), ("canals", "wc"), ("rivers", "wr"))
HOUSES = '<path id="hs" class="hs" d="M-24-12h9v7h-9zM14-14h9v8h-9zM-25 6h8v7h-8zM15 5h9v7h-9z"/>'
PATTERNS = (
    '<pattern id="pw" width="16" height="14" patternUnits="userSpaceOnUse"><rect width="16" height="14" class="pw0"/>'
    '<path d="M1 6l3-5 3 5zM9 13l3-5 3 5z" class="pw1"/></pattern>'
    '<pattern id="pb" width="18" height="14" patternUnits="userSpaceOnUse"><rect width="18" height="14" class="pb0"/>'
    '<path d="M2 9l4-5 4 5M10 13l3-4 3 4" class="pb1"/></pattern>'
    '<pattern id="pg" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="20" height="20" class="pg0"/>'
    '<path d="M6 9l4-7 4 7z" class="pw1"/></pattern>'
)


def ground(layout: Layout, boundaries: Collection[str]) -> str:
    """Return the definitions: `b` for the board, `n` for its names, `s` for the board of thumbnails.

    Of the board's named lines, only those in `boundaries` are drawn.
    """
    waters, ways = dict(_draw_waters(layout)), WayLines(layout)
    road = "".join(map(short, map(ways.way, layout.board.roads)))
    trail = "".join(map(short, map(ways.way, layout.board.trails)))
    rail = "".join(map(short, map(ways.railway, layout.board.railways)))
    lines = [
        f'<path class="rl" d="{rail}"/>' if rail else "",
        f'<path class="tl" d="{trail}"/>' if trail else "",
        f'<path id="rd" class="rc" d="{road}"/><path class="ro" d="{road}"/>' if road else "",
        f'<path class="br" d="{"".join(_draw_parapets(layout))}"/>',
        *(
            f'<path class="bd" d="{short(layout.chain(chain.pairs))}"/>'
            for name, chain in layout.board.boundaries.items()
            if name in boundaries
        ),
    ]
    sea = hexes(layout, Terrain.RIVER)
    far = [
        f'<path class="tc" d="M0 0H{layout.right:.0f}V{layout.bottom:.0f}H0z"/>',
        f'<path class="ts" d="{sea}"/>' if sea else "",
        *(drawn for key, drawn in waters.items() if key != "streams" or len(waters) == 1),
        '<use href="#rd" class="thin"/>' if road else "",
        f'<path class="tn" d="{"".join(_draw_dots(layout))}"/>',
    ]
    return (
        f"{PATTERNS}{HOUSES}"
        f'<g id="b">{"".join(_draw_hexes(layout))}{"".join(waters.values())}{"".join(lines)}'
        f"{''.join(_draw_houses(layout))}</g>"
        f'<g id="n">{"".join(_draw_names(layout))}</g><g id="s">{"".join(far)}</g>'
    )


def short(drawn: str) -> str:
    """Return a path with whole numbers and without unnecessary spaces."""
    drawn = re.sub(r"-?\d+\.\d+", lambda found: str(round(float(found[0]))), drawn)
    return re.sub(r"\s*([A-Za-z])\s*", r"\1", drawn).replace(" -", "-")


def middle(layout: Layout, h: int) -> tuple[int, int]:
    """Return the center of a hex in whole numbers."""
    x, y = layout.centre(h)
    return round(x), round(y)


def hexes(layout: Layout, terrain: Terrain) -> str:
    """Return all hexes of a terrain as one path."""
    own = (middle(layout, h) for h in layout.shown if layout.board.terrain[h] is terrain)
    return "".join(f"M{x - 20} {y - 35}h40l20 35-20 35h-40l-20-35z" for x, y in own)


def _draw_hexes(layout: Layout) -> Iterator[str]:
    for terrain, style in FILLS.items():
        drawn = hexes(layout, terrain)
        if drawn:
            yield f'<path class="h {style}" d="{drawn}"/>'


def _draw_waters(layout: Layout) -> Iterator[tuple[str, str]]:
    for key, style in WATERS:
        drawn = "".join(short(layout.chain(chain.pairs)) for chain in getattr(layout.board, key))
        if drawn:
            yield key, f'<path class="{style}" d="{drawn}"/>'


def _draw_parapets(layout: Layout) -> Iterator[str]:
    """Yield the parapets of the bridges over rivers and canals."""
    board = layout.board
    for a, b in (*bridges(board), *river_bridges(board)):
        (x1, y1), (x2, y2) = layout.centre(a), layout.centre(b)
        ux, uy, x, y = (x2 - x1) / HEIGHT, (y2 - y1) / HEIGHT, (x1 + x2) / 2, (y1 + y2) / 2
        for aside in (7, -7):
            start = x - ux * 12 - uy * aside, y - uy * 12 + ux * aside
            end = x + ux * 12 - uy * aside, y + uy * 12 + ux * aside
            yield f"M{start[0]:.0f} {start[1]:.0f}L{end[0]:.0f} {end[1]:.0f}".replace(" -", "-")


def _draw_houses(layout: Layout) -> Iterator[str]:
    for h in layout.shown:
        if layout.board.terrain[h] in (Terrain.TOWN, Terrain.CITY):
            x, y = middle(layout, h)
            yield f'<use href="#hs" x="{x}" y="{y}"/>'


def _draw_dots(layout: Layout) -> Iterator[str]:
    """Yield the towns on a thumbnail."""
    for place in layout.board.places:
        if place.kind == "town":
            for x, y in (middle(layout, h) for h in place.hexes):
                yield f"M{x} {y}h1"


def _draw_names(layout: Layout) -> Iterator[str]:
    """Yield the names of towns, each below the town's lowest hex."""
    for place in layout.board.places:
        if place.kind in TOWNS and place.hexes:
            spots = [middle(layout, h) for h in place.hexes]
            x, y = round(sum(x for x, _ in spots) / len(spots)), max(y for _, y in spots) + 33
            yield f'<text class="{"nt" if place.kind == "town" else "nv"}" x="{x}" y="{y}">{clean(place.name)}</text>'


# -- the maps


WIDE = 1400
"""Width of a window above which counters grow, so that they stay readable."""
GROWN = 1.32
UP = 4
"""Distance of a counter above the center of its hex, which leaves room for the hex's name."""
ROOM = 60
"""Margin around the hexes that a window shows."""
STRAIGHT = 130
"""An arrow skips a hex if the triangle with the next hexes on its way has at most half this area."""
HEADS = "".join(
    f'<marker id="a{kind}" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="3.2" markerHeight="3.2" orient="auto">'
    f'<path class="f{kind}" d="M0 0 10 5 0 10z"/></marker>'
    for kind in "gux"
) + "".join(
    f'<marker id="o{kind}" viewBox="-8 -8 16 16" markerWidth="3.5" markerHeight="3.5">'
    f'<circle class="o{kind}" r="6"/></marker>'
    for kind in "gu"
)
"""Arrowheads, and rings for the starts of arrows. The style sheet attaches them to lines."""
CROSS = (
    '<g id="xx"><path class="x0" d="M-15-15 15 15M-15 15 15-15"/><path class="x1" d="M-15-15 15 15M-15 15 15-15"/></g>'
)


class MapWindow(NamedTuple):
    """A window on the board."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, point: tuple[float, float], across: float = 0, down: float = 0) -> bool:
        """Return True if a point is in the window or at most this far outside it."""
        x, y = point
        return (
            self.x - across <= x <= self.x + self.width + across and self.y - down <= y <= self.y + self.height + down
        )


class Maps:
    """The maps of a scenario."""

    def __init__(self, scenario: Scenario, colors: SideStyles, lines: Collection[str]) -> None:
        """Take the names of the board's lines that matter in the game."""
        self.scenario, self.colors, self._lines = scenario, colors, lines
        self.layout = Layout(scenario.board, 0, 0)

    def xy(self, h: int) -> tuple[int, int]:
        """Return the center of a hex."""
        return middle(self.layout, h)

    def definitions(self) -> str:
        """Return the hidden definitions that all maps of a page use."""
        counters = "".join(map(self._draw_counter, range(len(self.scenario.units))))
        return (
            '<svg width="0" height="0" class="defs" aria-hidden="true"><defs>'
            f"{HEADS}{CROSS}{ground(self.layout, self._lines)}{counters}</defs></svg>"
        )

    def _draw_counter(self, unit: int) -> str:
        """Return a counter with the unit's id, as sentences name it."""
        own = self.scenario.units[unit]
        square = self.colors.kinds[own.side] == "g"
        s = own.strength
        strengths = f"{s.barrage}-{s.fpf}-{s.range}" if own.is_artillery else str(s)
        size, low = min(13, 72 / max(1, len(own.id))), min(12.5, 64 / len(strengths))
        band = "" if square else '<path class="w" d="M-22-9V-13A9 9 0 0 1-13-22H13A9 9 0 0 1 22-13V-9z"/>'
        dot = f'<path class="kd" d="{DOT}"/>' if DOT in SYMBOLS[own.kind] else ""
        lines = SYMBOLS[own.kind].replace(DOT, "")
        mark = f'<path class="k" d="{lines}"/>' if lines else ""
        return (
            f'<g id="u{unit}" class="u {self.scenario.army(unit)}">'
            f'<rect class="c" x="-22" y="-22" width="44" height="44" rx="{2 if square else 9}"/>{band}'
            f'<text class="i" y="-11.5" style="font-size:{size:.1f}px">{clean(own.id)}</text>'
            '<rect class="kb" x="-11" y="-7" width="22" height="12"/>'
            f'<g transform="translate(0 -1)scale(.8 .72)">{mark}{dot}</g>'
            f'<text class="j" y="18.5" style="font-size:{low:.1f}px">{clean(strengths)}</text></g>'
        )

    # -- windows and pictures

    def view(self, hexes: Iterable[int], least: tuple[int, int] = (7, 5), pad: float = 1.0) -> MapWindow:
        """Return a window around hexes, kept within the board, with a minimum number of columns and rows."""
        points = [self.xy(h) for h in hexes] or [self.xy(h) for h in self.layout.shown]
        left, right = min(x for x, _ in points) - ROOM * pad, max(x for x, _ in points) + ROOM * pad
        top, bottom = min(y for _, y in points) - ROOM * pad, max(y for _, y in points) + ROOM * pad
        width, height = max(right - left, least[0] * ROOM), max(bottom - top, least[1] * HEIGHT)
        width, height = max(width, height * 1.15), max(height, width * 0.62)
        width, height = min(width, self.layout.right), min(height, self.layout.bottom)
        x = min(max((left + right) / 2 - width / 2, -34), max(-34, self.layout.right - width + 34))
        y = min(max((top + bottom) / 2 - height / 2, -20), max(-20, self.layout.bottom - height + 20))
        return MapWindow(round(x), round(y), round(width), round(height))

    def picture(
        self,
        view: MapWindow,
        state: State,
        label: str,
        *,
        bright: Collection[int] | None = None,
        ghosts: Sequence[tuple[int, int]] = (),
        under: str = "",
        over: str = "",
        numbered: Iterable[int] = (),
        spill: float = 0.0,
    ) -> str:
        """Return a map with a label for screen readers, and with other drawings `under` and `over` the counters.

        Units that are not `bright` are dim, `ghosts` are lost units with their hexes, and `numbered` hexes have their
        numbers. A map that may be shown wider than its window also needs the units beside the window: `spill` is the
        width of that part, as a share of the window's width.
        """
        dim, lit = self._draw_units(view, state, bright, 25 + spill * view.width)
        gone = "".join(f'<use href="#u{unit}" x="{x}" y="{y - UP}"/>' for unit, h in ghosts for x, y in [self.xy(h)])
        labels = "".join(
            f'<text class="hx" x="{x}" y="{y - 27}">{self.scenario.board.number(h)}</text>'
            for h in numbered
            for x, y in [self.xy(h)]
            if view.holds((x, y))
        )
        size = f"{view.x} {view.y} {view.width} {view.height}"
        return (
            f'<svg class="map" viewBox="{size}" role="img" aria-label="{clean(label)}"><use href="#b"/>'
            f"{f'<g class=q>{dim}</g>' if dim else ''}{under}{f'<g class=gh>{gone}</g>' if gone else ''}{lit}"
            f'<use href="#n"/>{over}{labels}</svg>'
        )

    def _draw_units(
        self, view: MapWindow, state: State, bright: Collection[int] | None, across: float
    ) -> tuple[str, str]:
        """Return the counters of a map: first the dim ones, then those that did something."""
        dim: list[str] = []
        lit: list[str] = []
        deep: dict[int, int] = {}
        for unit, h in enumerate(state.location):
            if h < 0:
                continue
            x, y = self.xy(h)
            below = deep[h] = deep.get(h, -1) + 1
            if not view.holds((x, y), across, 25):
                continue
            x, y = x + 5 * below, y - UP - 5 * below
            spot = f'x="{x}" y="{y}"'
            if view.width > WIDE:
                spot = f'transform="translate({x} {y})scale({GROWN})"'
            (lit if bright is None or unit in bright else dim).append(f'<use href="#u{unit}" {spot}/>')
        return "".join(dim), "".join(lit)

    def thumbnail(self, view: MapWindow, state: State) -> str:
        """Return the whole battle as dots: square dots for one side, round ones for the other."""
        dots: dict[str, list[str]] = {"g": [], "u": []}
        for unit, h in enumerate(state.location):
            if h >= 0:
                x, y = self.xy(h)
                dots[self.colors.kinds[self.scenario.units[unit].side]].append(f"M{x} {y}h1")
        drawn = "".join(f'<path class="d{kind}" d="{"".join(own)}"/>' for kind, own in dots.items() if own)
        size = f"{view.x} {view.y} {view.width} {view.height}"
        return f'<svg class="th" viewBox="{size}" aria-hidden="true"><use href="#s"/>{drawn}</svg>'

    # -- signs

    def arrow(self, hexes: Sequence[int], kind: str, track: int, *, dashed: bool = False, edge: str = "") -> str:
        """Return a path with a ring at its start, and an arrowhead just before its last hex or beyond an edge.

        Paths along the same road are drawn side by side, by their `track`.
        """
        aside = (track % 5 - 2) * 4
        points = [(x + aside, y + aside) for x, y in map(self.xy, hexes)]
        if edge:
            points.append(self._off_edge(edge)(points[-1]))
        if len(points) < 2:
            return ""
        if not edge:
            (ax, ay), (bx, by) = points[-2:]
            points[-1] = round(bx - (bx - ax) * 0.3), round(by - (by - ay) * 0.3)
        kept = [points[0]]
        for b, c in pairwise(points[1:]):
            a = kept[-1]
            if abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) > STRAIGHT:
                kept.append(b)
        kept.append(points[-1])
        drawn = "M" + " ".join(f"{x} {y}" for x, y in kept).replace(" -", "-")
        return f'<path class="m{kind}{" da" if dashed else ""}" d="{drawn}"/>'

    def _off_edge(self, edge: str) -> Callable[[tuple[int, int]], tuple[int, int]]:
        right, bottom = round(self.layout.right) + 22, round(self.layout.bottom) + 14
        ends: dict[str, Callable[[tuple[int, int]], tuple[int, int]]] = {
            "west": lambda p: (-22, p[1]),
            "east": lambda p: (right, p[1]),
            "north": lambda p: (p[0], -14),
            "south": lambda p: (p[0], bottom),
        }
        return ends.get(edge, lambda p: p)

    def strike(self, a: int, b: int) -> str:
        """Return the sign of an attack from one hex on the next."""
        (ax, ay), (bx, by) = self.xy(a), self.xy(b)
        dx, dy = bx - ax, by - ay
        line = f"M{ax + dx * 0.25:.0f} {ay + dy * 0.25:.0f}L{ax + dx * 0.62:.0f} {ay + dy * 0.62:.0f}"
        return f'<path class="mx" d="{line}"/>'

    def badge(self, h: int, number: int) -> str:
        """Return the number of a combat."""
        x, y = self.xy(h)
        words = f'<text x="{x + 21}" y="{y - 19.5}">{number}</text>'
        return f'<g class="bg"><circle cx="{x + 21}" cy="{y - 25}" r="13"/>{words}</g>'

    def cross(self, h: int, unit: int, *, taken: bool) -> str:
        """Return the cross of a loss. If another unit is there now, the cross is small, with the lost unit's name."""
        x, y = self.xy(h)
        if not taken:
            return f'<use href="#xx" x="{x}" y="{y - UP}"/>'
        name = clean(self.scenario.units[unit].id)
        return (
            f'<g transform="translate({x - 27} {y - 28})scale(.55)"><use href="#xx"/></g>'
            f'<text class="gone" x="{x - 27}" y="{y - 10}">{name}</text>'
        )

    def ring(self, h: int) -> str:
        """Return a dashed ring around a unit that scored points."""
        x, y = self.xy(h)
        return f'<circle class="cutm" cx="{x}" cy="{y - UP}" r="31"/>'

    def word(self, h: int, words: str, above: int) -> str:
        """Return a word above a hex, raised by this many lines."""
        x, y = self.xy(h)
        return f'<text class="nt" x="{x}" y="{y - 14 - 20 * above}">{clean(words)}</text>'
