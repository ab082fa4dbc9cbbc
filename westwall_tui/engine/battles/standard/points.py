"""The common interface of all tables of points; `places` and `forces` contain the kinds of tables."""

from collections.abc import Iterator, Sequence

from westwall_tui.engine.rules.answers import Chance, Concern, Counted, Measure, Objective, Source
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.scoring import Both, PointsTable
from westwall_tui.engine.state import State


class PointsRule(PointsTable):
    """A table of points.

    Each kind knows its points in the current position, and the events that can still change them.
    """

    def now(self, state: State) -> Both:
        """Return the points of both sides if the table is counted now."""
        raise NotImplementedError

    def bounds(self, state: State) -> tuple[Both, Both]:
        """Return both sides' minimum points and both sides' maximum points for one count of the table."""
        raise NotImplementedError

    def stands(self, state: State) -> str:
        """Return the table's state in a few words."""
        raise NotImplementedError

    def done(self, state: State) -> bool:
        """Return True if the table's condition of victory is met; only called if the table has `wins`."""
        raise NotImplementedError

    def chances(self, state: State, left: int) -> Iterator[Chance]:
        """Yield the events that can still change the table's points.

        `left` is the number of times that it will still be counted, or 0 if it is counted only at the end.
        """
        raise NotImplementedError

    def label(self, side: int) -> str:
        """Return the table's name on the page of points, for a side's points."""
        return self.title

    @property
    def shown(self) -> tuple[int, ...]:
        """The hexes that the table concerns."""
        return ()

    @property
    def about(self) -> tuple[int, ...]:
        """The units that the table concerns."""
        return ()

    @property
    def objective(self) -> str:
        """The name of the table's only place that scores; empty if it has none or several."""
        return ""

    def objectives(self, state: State, scored: Both) -> list[Objective]:
        """Return the places that score; `scored` are the table's points so far. Standard: none."""
        return []

    def account(self, state: State) -> list[tuple[str, str, Both]]:
        """Return the lines of the account if the table is counted now: cause, scoring objective, points."""
        return [(self.name, "", self.now(state))]

    def counted(self, state: State) -> list[Counted]:
        """Return the units that score by their place. Standard: none."""
        return []

    def concerns(self, state: State) -> list[Concern]:
        """Return the concerns for the phasing side if its phase ends now. Standard: none."""
        return []

    def measures(self, state: State) -> list[Measure]:
        """Return the table's measures of the ground that the sides hold. Standard: none."""
        return []

    def watched(self) -> frozenset[int]:
        """Return the hexes for which the last side to pass through matters. Standard: none."""
        return frozenset()

    def left(self, state: State) -> int:
        """Return the number of times that the table is still counted in the game; 0 if only at the end."""
        done = self.begins or not state.frames
        return sum(turn > state.turn or (turn == state.turn and not done) for turn in self.turns)

    def sources(self, state: State, scored: Both) -> list[Source]:
        """Return each side's present points from the table, with their limits; `scored` came during the game."""
        least, most = self.bounds(state)
        now, left = self.now(state), self.left(state)
        if self.turns:
            now = scored
            least, most = _sum(scored, least, left), _sum(scored, most, left)
        chances = tuple(self.chances(state, left)) if left or not self.turns else ()
        found: list[Source] = []
        for side in (0, 1):
            if self.points[side] or self.missed[side] or self.wins == side:
                found.append(
                    Source(side, self.label(side), self.case, now[side], least[side], most[side], self.stands(state),
                           self.shown, self.about, () if found else chances, self.wins == side)
                )  # fmt: skip
        return found


def _sum(scored: Both, each: Both, times: int) -> Both:
    return scored[0] + each[0] * times, scored[1] + each[1] * times


def people(scenario: Scenario, side: int) -> str:
    """Return a side for a sentence with a plural verb: `the Germans`."""
    return scenario.sides[side].people


def turns_more(*, already: bool) -> tuple[str, str]:
    """Return words for one turn and for `{n}` turns in which something is so; `already` if it is so now."""
    return ("one more turn", "{n} more turns") if already else ("one turn", "{n} turns")


def change(now: Both, then: Both) -> Both:
    """Return the change of both sides' points between two positions."""
    return then[0] - now[0], then[1] - now[1]


def only(side: int, points: Both) -> Both:
    """Return the points with those of the other side set to 0; both are 0 if `side` is `NOBODY`."""
    return (points[0] if side == 0 else 0), (points[1] if side == 1 else 0)


def numbers(state: State, hexes: Sequence[int]) -> str:
    """Return hexes as a list of numbers for a sentence: `1408 and 1508`."""
    return " and ".join(state.numbers(tuple(hexes)))
