"""A good front to propose (14.0), found by choosing its gaps.

If held hexes stay joined to the river without any single one of them, a front goes around all of them
(`Bank.rims`). A front therefore need not be drawn: it is enough to choose gaps, hexes that count as held although they
are not. The search begins without any, and with those that would join a unit to the river by two paths that share no
hex (`WayPairs`). Then it improves step by step: for each unit that would be lost it adds the gaps of two paths that
join the unit to the front, or to front and river; it also tries to drop each gap. It takes the cheapest front, until
none is cheaper.

An unbroken front that loses no unit is never missed, because it is tried first. Any other need not be the cheapest.
`tests/engine/battles/remagen/test_proposal.py` measures how good it is.

A pinned hex is joined to the front in the same way. If it is behind the front, a channel of hexes to the far side is
left out, so that the front comes back to it.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from westwall_tui.engine.battles.remagen.bank import POINTS_A_GAP, Bridgehead
from westwall_tui.engine.graphs import NEVER, WayPairs
from westwall_tui.engine.rules.answers import Front

STARTS = 4
"""Sets of gaps to begin with, besides none."""
POINT, UNIT, HEX = 1 << 24, 1 << 16, 1
"""One number to compare by: points, then units lost, then length."""
GAP = POINTS_A_GAP * POINT
UNPINNED = 1 << 48
"""The price of each pin that a front misses: more than any front costs."""


class _Choice(NamedTuple):
    """The hexes inside a front: all held ones and some gaps, minus those left out."""

    gaps: frozenset[int]
    left_out: frozenset[int]


class _Found(NamedTuple):
    """The front round a choice; without hexes if there is none."""

    measure: tuple[int, tuple[int, ...]]
    """Its price and hexes."""
    lost: tuple[int, ...]
    choice: _Choice

    @property
    def cost(self) -> int:
        return self.measure[0]

    @property
    def hexes(self) -> tuple[int, ...]:
        return self.measure[1]


@lru_cache(maxsize=256)
def proposal(bridgehead: Bridgehead, pins: tuple[int, ...] = ()) -> Front | None:
    """Return a cheap front through `pins`; None if there is none, or none is found.

    Cached, since the screen asks for the same one again and again.
    """
    if not bridgehead.units or not bridgehead.bank.anchors:
        return None
    found = _Search(bridgehead, pins).best()
    return bridgehead.front(found.hexes) if found.hexes and found.cost < UNPINNED else None


class _Search:
    """The search for one front."""

    def __init__(self, bridgehead: Bridgehead, pins: tuple[int, ...]) -> None:
        self._bank, self._held, self._pins = bridgehead.bank, bridgehead.held, pins
        self._price = {h: worth * POINT + UNIT for h, worth in bridgehead.units}
        """The price of losing the unit in a hex."""
        size = len(self._bank.board.grid)
        self._river = size
        """One vertex for all of the river, next to all anchors."""
        anchors = frozenset(self._bank.anchors)
        self._near = [(*self._bank.near.get(h, ()), *[size] * (h in anchors)) for h in range(size)]
        self._near.append(self._bank.anchors)
        self._known: dict[_Choice, _Found] = {}

    def best(self) -> _Found:
        """Return the best front found."""
        found = self._descent(self._front(_Choice(frozenset(), frozenset())))
        if found.cost < POINT:
            return found
        starts = sorted(self._starts(), key=attrgetter("measure"))
        return min((found, *map(self._descent, starts[:STARTS])), key=attrgetter("measure"))

    def _starts(self) -> Iterator[_Found]:
        """Yield the fronts around the paths that join each unit to the river."""
        nothing = _Found((NEVER, ()), tuple(self._price), _Choice(frozenset(), frozenset()))
        yield from {found.choice: found for found in self._joined(nothing, (*self._price, *self._pins))}.values()

    def _descent(self, found: _Found) -> _Found:
        """Return the front from which no step leads to a cheaper one."""
        while found.cost >= POINT:
            better = min(self._steps(found), key=attrgetter("measure"), default=found)
            if better.measure >= found.measure:
                break
            found = better
        return found

    def _steps(self, found: _Found) -> Iterator[_Found]:
        """Yield the fronts after each change of the choice."""
        yield from self._joined(found, found.lost)
        gaps, left_out = found.choice
        for h in sorted(gaps):
            yield self._front(_Choice(gaps - {h}, left_out))
        for h in sorted(left_out):
            yield self._front(_Choice(gaps, left_out - {h}))
        for pin in self._pins:
            yield from self._led_to(found, pin, 2)

    def _led_to(self, found: _Found, pin: int, tries: int) -> Iterator[_Found]:
        """Fronts that come closer to a pin: joined to it, or if it is behind them, opened up to it."""
        if pin in found.hexes or not tries:
            return
        gaps, left_out = found.choice
        if pin in self._bank.cut_off(found.hexes):
            fronts = [self._front(_Choice(gaps, left_out | channel)) for channel in self._channels(found, pin)]
        else:
            fronts = [*self._joined(found, [pin])]
        for front in fronts:
            yield front
            yield from self._led_to(front, pin, tries - 1)

    def _joined(self, found: _Found, hexes: Iterable[int]) -> Iterator[_Found]:
        """Yield the fronts that join each of some hexes to a front; if that has no hexes, to the river."""
        gaps, left_out = found.choice
        toll = [HEX if h in self._held or h in gaps else HEX + GAP for h in range(self._river)]
        for h in left_out:
            toll[h] = NEVER
        if found.hexes:
            inside = self._bank.cut_off(found.hexes).union(found.hexes)
            ways = WayPairs(self._near, [*toll, HEX], inside | {self._river})
        else:
            inside = frozenset()
            ways = WayPairs(self._near, [*toll, NEVER], self._bank.anchors)
        for h in dict.fromkeys(hexes):
            new = frozenset(n for n in ways.pair(h) if n != self._river and toll[n] > HEX)
            yield self._front(_Choice(gaps | new, left_out))

    def _channels(self, found: _Found, pin: int) -> Iterator[frozenset[int]]:
        """Yield for each hex behind a front next to a pin the cheapest path beyond it, or to the east edge."""
        bank = self._bank
        toll = [self._price.get(h, HEX) for h in range(self._river)]
        for h in self._pins:
            toll[h] = NEVER
        beyond = bank.hexes.difference(found.hexes, bank.cut_off(found.hexes))
        ways = WayPairs(self._near, [*toll, NEVER], beyond | bank.far)
        for h in bank.near[pin]:
            way = ways.way(h)
            if way and pin not in way and not {*self._pins} & {*way}:
                yield frozenset(way) - beyond

    def _front(self, choice: _Choice) -> _Found:
        """Return the best front round a choice."""
        if choice not in self._known:
            hexes = (self._held | choice.gaps) - choice.left_out
            fronts = [self._measured(path, choice) for path in self._bank.rims(hexes)]
            nothing = _Found((NEVER, ()), tuple(self._price), choice)
            self._known[choice] = min(fronts, key=attrgetter("measure"), default=nothing)
        return self._known[choice]

    def _measured(self, path: tuple[int, ...], choice: _Choice) -> _Found:
        """Return a front's price; above all others if it includes no unit."""
        lost = self._bank.lost(path, self._price)
        cost = sum(HEX if h in self._held else HEX + GAP for h in path) + sum(self._price[h] for h in lost)
        cost += UNPINNED * sum(pin not in path for pin in self._pins)
        if len(lost) == len(self._price):
            cost = NEVER
        return _Found((cost, path), lost, choice)
