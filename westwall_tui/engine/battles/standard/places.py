"""Points for places that are held, for open lines, and for bridges."""

from collections.abc import Iterator, Sequence

from westwall_tui.engine.battles.standard.points import PointsRule, change, numbers, only, people, turns_more
from westwall_tui.engine.rules.answers import NOBODY, Chance, Concern, Measure, Objective
from westwall_tui.engine.rules.lines import fewest_closed, open_routes, road_line
from westwall_tui.engine.rules.parts import Fact
from westwall_tui.engine.rules.zones import holder_by_zones, shut
from westwall_tui.engine.scoring import Both, Bridge, Hold, Line, Route
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Hexside
from westwall_tui.engine.words import capital, listed

LAST_THROUGH = Fact("last through *")
"""By hex of a place held by the last side through: the side whose unit was the last to pass through the hex."""


def open_line(state: State, side: int, hexes: Sequence[int], route: Route) -> tuple[int, ...]:
    """Return a side's shortest open line from one of the hexes to a goal; empty if there is none."""
    if route.by_road:
        return road_line(state, side, hexes, route.to)
    return open_routes(state, side, route.to, route.rough).from_any(hexes)


class HoldPoints(Hold, PointsRule):
    """Points for the side that holds a place."""

    last: "HoldPoints | None" = None
    """The table for the same place that is counted at the end of the last Game-Turn, if this one is counted after it.
    """

    def places(self, state: State) -> list[tuple[str, tuple[int, ...]]]:
        """Return the name and the hexes of each place."""
        if self.each and len(self.hexes) > 1:
            often = self.title.removeprefix(self.name)
            return [(f"{self.name} at {state.number(h)}{often}", (h,)) for h in self.hexes]
        return [(self.title, self.hexes)]

    def holder(self, state: State, hexes: Sequence[int]) -> tuple[int, str]:
        """Return the side that holds a place, or `NOBODY`, and the reason."""
        if self.by == "last":
            sides = {self._last_through(state, h) for h in hexes}
            if len(sides) > 1 or NOBODY in sides:
                return NOBODY, "neither side has all of it" if len(hexes) > 1 else "neither side was there"
            passed = any(LAST_THROUGH.about(state.number(h)) in state.facts for h in hexes)
            return sides.pop(), "they were the last to pass through" if passed else "they have held it from the start"
        if self.by == "zones":
            return holder_by_zones(state, tuple(hexes))
        if self.by == "unit":
            holders = [side for side in (0, 1) if all(state.held[side][h] for h in hexes)]
            where = "in every hex" if len(hexes) > 1 else "there"
            return (holders[0], f"they have a unit {where}") if holders else (NOBODY, f"neither side is {where}")
        return self._by_line(state, hexes)

    def _last_through(self, state: State, h: int) -> int:
        return state.facts.get(LAST_THROUGH.about(state.number(h)), self.held)

    def _by_line(self, state: State, hexes: Sequence[int]) -> tuple[int, str]:
        closed = shut(state, 1 - self.side)
        if any(closed[h] for h in hexes):
            return NOBODY, "enemy units or Zones of Control are in it"
        line = self._line(state, hexes)
        if not line:
            return NOBODY, "it has no Line of Communication"
        return self.side, f"a Line of Communication leads to {state.number(line[-1])}"

    def _line(self, state: State, hexes: Sequence[int]) -> tuple[int, ...]:
        return open_line(state, self.side, hexes, self.route) if self.route is not None else ()

    def _given(self, holder: int) -> Both:
        """Return both sides' points for a place that a side, or `NOBODY`, holds."""
        return self.missed if holder == NOBODY else only(holder, self.points)

    def now(self, state: State) -> Both:
        given = [self._given(self.holder(state, hexes)[0]) for _, hexes in self.places(state)]
        return sum(first for first, _ in given), sum(second for _, second in given)

    def _holders(self, state: State, hexes: Sequence[int]) -> list[int]:
        """Return the sides that may hold a place at the end, including `NOBODY` if neither side may hold it."""
        if self.by == "line":
            return [self.side, NOBODY]
        ever = self.by != "last" or len(hexes) > 1 or self.holder(state, hexes)[0] == NOBODY
        return [0, 1, NOBODY] if ever else [0, 1]

    def bounds(self, state: State) -> tuple[Both, Both]:
        least, most = [0, 0], [0, 0]
        for _, hexes in self.places(state):
            given = [self._given(holder) for holder in self._holders(state, hexes)]
            for side in (0, 1):
                least[side] += min(points[side] for points in given)
                most[side] += max(points[side] for points in given)
        return (least[0], least[1]), (most[0], most[1])

    def stands(self, state: State) -> str:
        holders = [self.holder(state, hexes)[0] for _, hexes in self.places(state)]
        if len(holders) == 1:
            return "neither side" if holders[0] == NOBODY else state.scenario.sides[holders[0]].adjective
        return ", ".join(f"{info.adjective} {holders.count(side)}" for side, info in enumerate(state.scenario.sides))

    def done(self, state: State) -> bool:
        return all(self.holder(state, hexes)[0] == self.wins for _, hexes in self.places(state))

    def chances(self, state: State, left: int) -> Iterator[Chance]:
        places = self.places(state)
        what = f"one hex of {self.name}" if len(places) > 1 else self.name
        holders = [self.holder(state, hexes)[0] for _, hexes in places]
        for to in self._holders(state, places[0][1]):
            whose = "held by neither side" if to == NOBODY else f"held by {people(state.scenario, to)}"
            if left:
                if any(self._given(to)):
                    turn, turns = turns_more(already=to in holders)
                    yield Chance(f"{what} {whose} for {turn}", f"{what} {whose} for {turns}", left * len(places),
                                 self._given(to))  # fmt: skip
                continue
            for now in sorted(set(holders) - {to}):
                by, many = self._changed(state, now, to), holders.count(now)
                mixed = len(set(holders) - {to}) > 1 and now != NOBODY
                held = f"{state.scenario.sides[now].adjective} " if mixed else ""
                if any(by):
                    one = f"one {held}hex of {self.name}" if len(places) > 1 else self.name
                    yield Chance(f"{one} {whose}", f"{{n}} {held}hexes of {self.name} {whose}", many, by)

    def _changed(self, state: State, now: int, to: int) -> Both:
        """Return the change of both sides' points if a place passes from its holder to another one for good."""
        by = change(self._given(now), self._given(to))
        if self.last is None:
            return by
        given = self.last._given(now) if not self.last.left(state) else (0, 0)
        first, second = change(given, self.last._given(to))
        return by[0] + first, by[1] + second

    @property
    def shown(self) -> tuple[int, ...]:
        return self.hexes

    def label(self, side: int) -> str:
        if not self.points[side] and self.missed[side]:
            return f"{self.title}, held by neither side"
        return f"{self.title}, each hex" if self.each and len(self.hexes) > 1 else self.title

    @property
    def objective(self) -> str:
        return "" if self.each and len(self.hexes) > 1 else self.title

    def objectives(self, state: State, scored: Both) -> list[Objective]:
        found, places = [], self.places(state)
        for name, hexes in places:
            side, why = self.holder(state, hexes)
            points = self._given(side) if not self.turns else scored if len(places) == 1 else (0, 0)
            line = self._line(state, hexes) if self.by == "line" and side != NOBODY else ()
            found.append(Objective(name, hexes, self.points, side, why, line, points))
        return found

    def account(self, state: State) -> list[tuple[str, str, Both]]:
        return [(name, name, self._given(self.holder(state, hexes)[0])) for name, hexes in self.places(state)]

    def measures(self, state: State) -> list[Measure]:
        places = self.places(state)
        if len(places) == 1:
            return []
        holders = [self.holder(state, hexes)[0] for _, hexes in places]
        side = 0 if self.points[0] >= self.points[1] else 1
        name = f"Hexes of {self.name} that {people(state.scenario, side)} hold"
        return [Measure(name, side, holders.count(side), len(places))]

    def watched(self) -> frozenset[int]:
        return frozenset(self.hexes if self.by == "last" else ())


class LinePoints(Line, PointsRule):
    """Points while a side has an open line."""

    def line(self, state: State) -> tuple[int, ...]:
        """Return the open line; empty if there is none."""
        return open_line(state, self.side, self.hexes, self.route)

    def cut(self, state: State) -> tuple[int, ...]:
        """Return the closed hexes of the road that has the fewest of them; empty for a line over ground."""
        return fewest_closed(state, self.side, self.hexes, self.route.to) if self.route.by_road else ()

    def now(self, state: State) -> Both:
        return self.points if self.line(state) else self.missed

    def bounds(self, state: State) -> tuple[Both, Both]:
        both = list(zip(self.points, self.missed, strict=True))
        return (min(both[0]), min(both[1])), (max(both[0]), max(both[1]))

    def stands(self, state: State) -> str:
        line = self.line(state)
        if line:
            return f"open, {' to '.join(state.numbers((line[0], line[-1])))}"
        cut = len(self.cut(state))
        return f"closed at {cut} {'hex' if cut == 1 else 'hexes'}" if cut else "closed"

    def done(self, state: State) -> bool:
        return bool(self.line(state))

    def chances(self, state: State, left: int) -> Iterator[Chance]:
        is_open = bool(self.line(state))
        if not left:
            by = change(self.now(state), self.missed if is_open else self.points)
            if any(by):
                text = f"{self.name} {'closed' if is_open else 'open'}"
                yield Chance(text, text, 1, by)
            return
        for word, points in (("open", self.points), ("closed", self.missed)):
            if any(points):
                one, many = turns_more(already=is_open is (word == "open"))
                yield Chance(f"{self.name} {word} for {one}", f"{self.name} {word} for {many}", left, points)

    def label(self, side: int) -> str:
        if any(self.points) and any(self.missed):
            return f"{self.name} {'open' if self.points[side] else 'closed'}{self.title.removeprefix(self.name)}"
        return self.title

    @property
    def shown(self) -> tuple[int, ...]:
        return (*self.hexes, *self.route.to)

    def concerns(self, state: State) -> list[Concern]:
        line = self.line(state)
        if self.wins not in (NOBODY, state.side) and line:
            whose = capital(people(state.scenario, self.wins))
            ends = " to ".join(state.numbers((line[0], line[-1])))
            return [Concern(f"{whose} have a line open from {ends}: they win when the Game-Turn ends", (), line)]
        return []

    def measures(self, state: State) -> list[Measure]:
        if not self.route.by_road:
            return []
        cut = self.cut(state)
        return [Measure(f"Closed hexes on {self.name}", self.side, len(cut), 0, falls=True, road=self.name, cut=cut)]

    def in_words(self, state: State) -> str:
        """Return a sentence about the line, for `situation`."""
        cut, ends = self.cut(state), f"{numbers(state, self.hexes)} to {numbers(state, self.route.to)}"
        nearest = f"; it is closed at {listed(state.numbers(cut), 6)}" if cut else ""
        return f"{capital(self.name)} runs from {ends}{nearest}."


class BridgePoints(Bridge, PointsRule):
    """Points for a bridge that is intact at the end."""

    def stands_now(self, state: State) -> bool:
        """Return True if no part of the bridge is blown."""
        gone = {(a, b) for a, b, lies in state.works if not lies & Hexside.BRIDGE}
        return gone.isdisjoint(self.pairs)

    def now(self, state: State) -> Both:
        return self.points if self.stands_now(state) else self.missed

    def bounds(self, state: State) -> tuple[Both, Both]:
        if not self.stands_now(state):
            return self.missed, self.missed
        both = list(zip(self.points, self.missed, strict=True))
        return (min(both[0]), min(both[1])), (max(both[0]), max(both[1]))

    def stands(self, state: State) -> str:
        return "it stands" if self.stands_now(state) else "blown"

    def chances(self, state: State, left: int) -> Iterator[Chance]:
        by = change(self.points, self.missed)
        if self.stands_now(state) and any(by):
            yield Chance(f"{self.name} blown", f"{self.name} blown", 1, by)

    @property
    def shown(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(h for pair in self.pairs for h in pair))
