"""Bastogne: The Desperate Defense, December 1944. Exclusive Rules 10.0 to 15.0.

Reinforcements (11.1, 11.2), exits (12.0) and airborne units (13.0), which fight as infantry, need only their own case
numbers and a check of the units that may exit. Otherwise the standard answers apply.
"""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.battles.bastogne.score import measures, sources
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules.answers import (
    NOBODY,
    NOTHING_CLOSED,
    ArtilleryLimit,
    ClosedHexes,
    Concern,
    Counted,
    GroundSupport,
    Objective,
    Score,
    by_side,
)
from westwall_tui.engine.rules.exits import leaves_in_time, urgent_exits
from westwall_tui.engine.rules.lines import fewest_closed, road_between, road_line
from westwall_tui.engine.rules.parts import Fact
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.rules.whereabouts import whereabouts
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import ELIMINATED, EXITED, Outcome, State
from westwall_tui.engine.words import capital, count, listed

WEST = EXITED[3]
TOWN = "Bastogne"
"""The name of the place whose control gives points."""
POINT_FOR_POINT = ArtilleryLimit(per_point=1, case="14.0")
"""The limit on either side's artillery in a combat: a point for each point of ground units (14.0)."""
LAST_THROUGH = Fact("last through *")
"""For each hex of Bastogne: the side whose unit was the last to pass through (15.17)."""
CLOSED_NAMED = 6
"""The maximum number of hexes named that close the road; more are counted."""
FARTHEST_BARRED = 9
"""The maximum of `barred` (15.26.3); a larger distance from the town would close most of any board."""
HOLD_KEYS = ("german_holds_bastogne", "us_holds_bastogne", "neither_holds_bastogne")
EXIT_KEYS = ("exit_by", "exited", "not_exited")
"""15.17: the keys for the points of the town and of exits."""


class Bastogne(Ruleset):
    """The rules of the three scenarios. `[victory]` names the specified units, or the ends of the line that decides."""

    name = "Bastogne's Exclusive Rules"
    arrival_case = "11.0"
    entry_hex_case = "11.11"
    entry_enemy_case = "11.21"
    facts = (LAST_THROUGH,)
    victory_keys = (
        "bastogne",
        "german_holds_bastogne",
        "us_holds_bastogne",
        "neither_holds_bastogne",
        "specified",
        "exit_by",
        "exited",
        "not_exited",
        "line_from",
        "line_to",
        "barred",
    )

    def __init__(self, scenario: Scenario, options: Mapping[str, int] | None = None) -> None:
        super().__init__(scenario, options)
        self.german, self.us = self._side("German"), self._side("US")
        self.bastogne = self._hexes("bastogne", count=2 if scenario.victory.get("specified") else None)
        self.in_bastogne = frozenset(self.bastogne)
        self.specified = self._units("specified", self.german)
        self.exit_by = self._number("exit_by", scenario.last_turn, low=scenario.first_turn, high=scenario.last_turn)
        self.line_from, self.line_to = self._hexes("line_from"), self._hexes("line_to")
        self.draws = not self.line_from
        self.hold_points = (
            self._number("german_holds_bastogne", 10),
            self._number("us_holds_bastogne", 12),
            self._number("neither_holds_bastogne", 6),
        )
        self.exit_points = self._number("exited", 1), self._number("not_exited", 3)
        self._closed_ground = self._closed(self._number("barred", 0, high=FARTHEST_BARRED))
        self._check_victory()

    def _check_victory(self) -> None:
        """Note a doubt for each key of `[victory]` that lacks another key or contradicts one."""
        for key in HOLD_KEYS:
            self._check_needs(key, "bastogne", "the town for which these points are counted (15.17)")
        for key in (*HOLD_KEYS, *EXIT_KEYS):
            self._check_needs(key, "specified", "without which no points are counted (15.17)")
        self._check_needs("barred", "bastogne", "from which the distance is measured (15.26.3)")
        self._check_needs("line_from", "line_to", "the other ends of the line (15.27)")
        self._check_needs("line_to", "line_from", "the other ends of the line (15.27)")
        if self.line_from and self.specified:
            self._doubt("specified", "has no effect together with line_from: the line alone decides (15.27)")
        for h in self.line_from if self.line_to else ():
            number = self.scenario.board.number(h)
            if h in self.line_to:
                self._doubt("line_from", f"{number} is in line_to, too")
            elif not road_between(self.scenario.board, h, self.line_to):
                self._doubt("line_from", f"no road leads from {number} to line_to")

    def _closed(self, radius: int) -> ClosedHexes:
        if not radius:
            return NOTHING_CLOSED
        grid = self.scenario.board.grid
        hexes = frozenset(h for town in self.bastogne for h in grid.within(town, radius))
        reason = f"German units cannot come within {count(radius, 'hex', 'hexes')} of Bastogne"
        return ClosedHexes(hexes, "15.26.3", reason)

    def closed_hexes(self, state: State, side: int) -> ClosedHexes:
        """Return the hexes closed to German units in the Relief: those within four hexes of Bastogne (15.26.3)."""
        return self._closed_ground if side == self.german else NOTHING_CLOSED

    def check_exit(self, state: State, unit: int, edge: str) -> None:
        """Raise `IllegalOrder` unless the unit is German (12.0, 12.12).

        German units may exit by any edge, but only exits by the western edge count (15.17).
        """
        counter = state.units[unit]
        if counter.side != self.german:
            raise IllegalOrder("12.12", f"{counter.name} cannot exit; only German units can", (counter.id,))

    def artillery_limit(self, state: State, side: int, *, attacking: bool) -> ArtilleryLimit:
        """Return the limit: no more points of artillery and Ground Support than of ground units (14.0).

        Each ground unit counts with its whole Strength.
        """
        return POINT_FOR_POINT

    def ground_support(self, state: State, side: int) -> GroundSupport:
        """Return the Ground Support left, which a side uses in one Combat Phase of a Game-Turn (15.26.4, 15.36.3)."""
        used = state.support_phase[side]
        return GroundSupport(state.support[side] if used in (0, state.serial) else 0, case="15.26.4")

    # -- control of Bastogne (15.17)

    def watched(self, state: State) -> frozenset[int]:
        """Return the hexes of Bastogne (15.17)."""
        return self.in_bastogne

    def hex_entered(self, state: State, unit: int, h: int, origin: int | None) -> None:
        """Note that a unit has entered a hex of Bastogne, by any kind of move, so that its side holds it (15.17)."""
        state.facts[_passage(state, h)] = state.units[unit].side

    def holder(self, state: State) -> int:
        """Return the side that was the last through all hexes of Bastogne, or `NOBODY`."""
        sides = {self.last_through(state, h) for h in self.bastogne}
        return sides.pop() if len(sides) == 1 else NOBODY

    def last_through(self, state: State, h: int) -> int:
        """Return the side that was the last through a hex of Bastogne, or `NOBODY`."""
        return state.facts.get(_passage(state, h), NOBODY)

    # -- victory

    @property
    def exit_gain(self) -> tuple[int, int]:
        """The change of both sides' points when a specified unit exits in time (15.17, 15.37)."""
        return by_side((self.german, self.exit_points[0]), (self.us, -self.exit_points[1]))

    own_sources = sources
    measures = measures

    def exited(self, state: State) -> list[int]:
        """Return the specified units that have left by the western edge in time (15.17, 15.37)."""
        return [u for u in self.specified if state.location[u] == WEST and state.gone[u] <= self.exit_by]

    @property
    def is_decided_by_points(self) -> bool:
        """True in scenarios with specified units (15.17, 15.37). The Relief (15.27) has no points."""
        return bool(self.specified)

    def own_account(self, state: State) -> list[Score]:
        """Return the points for exits and for the control of Bastogne (15.17, 15.37).

        The Relief (15.27) has no points.
        """
        if not self.specified:
            return []
        out = len(self.exited(state))
        left = len(self.specified) - out
        german, us, neither = self.hold_points
        held = {
            self.german: Score(self.german, "Bastogne held", german, TOWN, at_end=True),
            self.us: Score(self.us, "Bastogne held", us, TOWN, at_end=True),
            NOBODY: Score(self.us, "Bastogne held by neither side", neither, TOWN, at_end=True),
        }[self.holder(state)]
        still = left * self.exit_points[1]
        return [
            Score(self.german, f"specified units that have exited west: {out}", out * self.exit_points[0]),
            Score(self.us, f"specified units that have not exited west: {left}", still, at_end=True),
            *([held] if self.bastogne else []),
        ]

    def objectives(self, state: State) -> list[Objective]:
        """Return Bastogne in scenarios with points (15.17). If neither side holds it, the U.S. side scores for it."""
        if not self.specified or not self.bastogne:
            return []
        german, us, neither = self.hold_points
        holder = self.holder(state)
        why = "neither side has both hexes" if holder == NOBODY else "they were the last through both hexes"
        now = {self.german: (self.german, german), self.us: (self.us, us), NOBODY: (self.us, neither)}[holder]
        worth, scored = by_side((self.german, german), (self.us, us)), by_side(now)
        return [Objective(TOWN, self.bastogne, worth, holder, why, scored=scored)]

    def counted(self, state: State) -> list[Counted]:
        """Return the specified units (15.17, 15.37), which score for the German if they exit, otherwise for the U.S."""
        out = self.exited(state)
        what = f"to exit by the western edge by Game-Turn {self.exit_by}"
        exits = ("west",) if state.turn <= self.exit_by else ()
        found = []
        for unit in self.specified:
            side, points = (self.german, self.exit_points[0]) if unit in out else (self.us, self.exit_points[1])
            vain = state.location[unit] in EXITED and unit not in out
            gone = vain or unit in out or state.location[unit] == ELIMINATED
            how = whereabouts(state, unit) + (", which does not count" if vain else "")
            gain = (0, 0) if gone or not exits else self.exit_gain
            found.append(Counted(unit, what, how, side, points, exits, self.exit_by, gain))
        return found

    def concerns(self, state: State) -> list[Concern]:
        """Return a concern about units that must exit now (15.17), or the open line that ends the Relief (15.27)."""
        line = self.line(state) if self.line_from else ()
        if line and state.side == self.german:
            ends = " to ".join(state.numbers((line[0], line[-1])))
            return [Concern(f"The U.S. have a road open from {ends}: they win when the Game-Turn ends", (), line)]
        if state.side != self.german:
            return []
        return urgent_exits(
            state, self.specified, ("west",), self.exit_by, sum(self.exit_points), " by the western edge"
        )

    def leaves_in_time(self, state: State, unit: int) -> bool:
        """Return True if a specified unit could exit in time without enemies."""
        return leaves_in_time(state, unit, ("west",), self.exit_by)

    def numbers(self, state: State) -> Mapping[str, int]:
        """Return the numbers for briefings.

        These are the points (15.17, 15.37); the exits that win with the town, or while neither side holds it; and the
        length of the shortest line from each start (15.27).
        """
        (german, us, neither), (out, stopped) = self.hold_points, self.exit_points
        every = len(self.specified)

        def least(own: int, other: int) -> int:
            """Return the minimum number of exits with which the German leads, given both sides' points for the town."""
            return next((n for n in range(every + 1) if own + n * out > other + (every - n) * stopped), every + 1)

        with_town, nobodys = least(german, 0), least(0, neither)
        found = {
            "german_holds": german,
            "us_holds": us,
            "neither_holds": neither,
            "holds_swing": german + neither,
            "exited": out,
            "not_exited": stopped,
            "exit_swing": out + stopped,
            "specified": every,
            "not_specified": len(self.scenario.of_side[self.german]) - every,
            "exit_by": self.exit_by,
            "exits_over": self.exit_by + 1,
            "with_town": with_town,
            "german_with_town": german + with_town * out,
            "us_against_town": (every - with_town) * stopped,
            "stop_with_town": every - with_town + 1,
            "german_stopped_with_town": german + (with_town - 1) * out,
            "us_stopped_with_town": (every - with_town + 1) * stopped,
            "nobodys": nobodys,
            "german_nobodys": nobodys * out,
            "us_nobodys": neither + (every - nobodys) * stopped,
            "stop_nobodys": every - nobodys + 1,
            "german_stopped_nobodys": (nobodys - 1) * out,
            "us_stopped_nobodys": neither + (every - nobodys + 1) * stopped,
            "german_all_out": every * out,
            "barred": self._number("barred", 0),
        }
        for start in self.line_from:
            line = road_line(state, self.us, (start,), self.line_to)
            found[f"line_{state.number(start)}"] = len(line)
        return found

    def situation(self, state: State) -> list[str]:
        """Return the condition of victory in the Relief and its state (15.27), and the closed ground (15.26.3)."""
        if not self.line_from:
            return []
        numbers, sides = state.numbers, self.scenario.sides
        us, german = capital(sides[self.us].people), sides[self.german].people
        line = self.line(state)
        now = f"Open now: {numbers((line[0],))[0]} to {numbers((line[-1],))[0]}." if line else self._what_closes(state)
        told = (
            f"{us} win when a Game-Turn ends with a road open from {' or '.join(numbers(self.line_from))} to "
            f"{' or '.join(numbers(self.line_to))}, no enemy and no enemy Zone of Control on it (15.27). {now} "
            f"{capital(german)} win if Game-Turn {self.scenario.last_turn} ends without one."
        )
        closed = self._closed_ground
        return [told, *([f"{closed.reason} ({closed.case})."] if closed.hexes else [])]

    def _what_closes(self, state: State) -> str:
        """Return a sentence with the closed hexes of the road that has the fewest (15.27)."""
        cut = fewest_closed(state, self.us, self.line_from, self.line_to)
        nearest = f"; the nearest is closed at {listed(state.numbers(cut), CLOSED_NAMED)}" if cut else ""
        return f"None is open now{nearest}."

    def boundaries(self, state: State) -> Sequence[str]:
        """Return no boundaries: the border is on the sheet, but no rule uses it."""
        return ()

    def line(self, state: State) -> tuple[int, ...]:
        """Return the U.S. Line of Communication in the Relief now (15.27); empty if there is none."""
        return road_line(state, self.us, self.line_from, self.line_to)

    def end_of_turn(self, state: State) -> Outcome | None:
        """Return a U.S. victory if the U.S. have their line at the end of a Game-Turn of the Relief (15.27)."""
        line = self.line(state) if self.line_from else ()
        if not line:
            return None
        first, last = state.numbers((line[0], line[-1]))
        return Outcome(self.us, f"US wins: Bastogne is relieved, by the road from {first} to {last}")

    def outcome(self, state: State) -> Outcome:
        """Return a German victory if the Relief ends without a line (15.27); elsewhere the verdict on the points."""
        if self.line_from:
            return Outcome(self.german, "German wins: Bastogne is not relieved")
        return super().outcome(state)


def _passage(state: State, h: int) -> str:
    return LAST_THROUGH.about(state.number(h))
