"""A good front to propose (14.0), found by choosing its gaps.

A group of held hexes that stays joined to the river if any single hex is removed has a front around it (`Bank.rims`). A
front therefore need not be drawn: it is enough to choose its gaps, hexes that count as held although they are not. The
search begins without gaps, and with the gaps that would join a unit to the river by two paths without a common hex
(`WayPairs`). Then it improves the front step by step. For each unit that would be lost, it tries the gaps of two paths
that join the unit to the front, or to front and river; it also tries to drop each gap. It takes the cheapest of these
fronts, until none is cheaper.

An unbroken front that loses no unit is never missed, because it is tried first. Any other front is not always the
cheapest. `tests/engine/battles/remagen/test_proposal.py` measures the quality.

A pinned hex is joined to the front in the same way. If the hex is behind the front, a channel of hexes to the far side
is left out, so that the front comes back to the pinned hex.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from westwall_tui.engine.battles.remagen.bank import POINTS_A_GAP, Bridgehead
from westwall_tui.engine.graphs import NEVER, WayPairs
from westwall_tui.engine.rules.answers import Front

STARTS = 4
"""The number of sets of gaps with which the search begins, besides the empty set."""
POINT, UNIT, HEX = 1 << 24, 1 << 16, 1
"""The weights that combine points, units lost and length into one number, in this order of importance."""
GAP = POINTS_A_GAP * POINT
UNPINNED = 1 << 48
"""The price of each pin that a front misses, which is more than the price of any front."""


class _Choice(NamedTuple):
    """The hexes inside a front: all held hexes and some gaps, without the hexes left out."""

    gaps: frozenset[int]
    left_out: frozenset[int]


class _Found(NamedTuple):
    """The front around a choice; it has no hexes if there is no front."""

    measure: tuple[int, tuple[int, ...]]
    """The price and the hexes of the front."""
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

    Cached, because the screen asks for the same front again and again.
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
        """One vertex for the whole river, next to all anchors."""
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
        """Return the front that is reached by cheaper and cheaper steps, from which no step is cheaper."""
        while found.cost >= POINT:
            better = min(self._steps(found), key=attrgetter("measure"), default=found)
            if better.measure >= found.measure:
                break
            found = better
        return found

    def _steps(self, found: _Found) -> Iterator[_Found]:
        """Yield the fronts after each single change of the choice."""
        yield from self._joined(found, found.lost)
        gaps, left_out = found.choice
        for h in sorted(gaps):
            yield self._front(_Choice(gaps - {h}, left_out))
        for h in sorted(left_out):
            yield self._front(_Choice(gaps, left_out - {h}))
        for pin in self._pins:
            yield from self._led_to(found, pin, 2)

    def _led_to(self, found: _Found, pin: int, tries: int) -> Iterator[_Found]:
        """Yield fronts that come closer to a pin: joined to it, or opened up to it if it is behind the front."""
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
        """Yield the fronts that join each of the hexes to a front, or to the river if that front has no hexes."""
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
        """Yield, for each hex next to a pin behind the front, the cheapest path beyond it or to the east edge."""
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
        """Return the best front around a choice."""
        if choice not in self._known:
            hexes = (self._held | choice.gaps) - choice.left_out
            fronts = [self._measured(path, choice) for path in self._bank.rims(hexes)]
            nothing = _Found((NEVER, ()), tuple(self._price), choice)
            self._known[choice] = min(fronts, key=attrgetter("measure"), default=nothing)
        return self._known[choice]

    def _measured(self, path: tuple[int, ...], choice: _Choice) -> _Found:
        """Return a path as a front with its price, which is above all others if the front includes no unit."""
        lost = self._bank.lost(path, self._price)
        cost = sum(HEX if h in self._held else HEX + GAP for h in path) + sum(self._price[h] for h in lost)
        cost += UNPINNED * sum(pin not in path for pin in self._pins)
        if len(lost) == len(self._price):
            cost = NEVER
        return _Found((cost, path), lost, choice)
