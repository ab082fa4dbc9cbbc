"""The common interface of all tables of points; `places` and `forces` have the kinds."""

from collections.abc import Iterator, Sequence

from westwall_tui.engine.rules.answers import Chance, Concern, Counted, Measure, Objective, Source
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.scoring import Both, PointsTable
from westwall_tui.engine.state import State


class PointsRule(PointsTable):
    """One table of points. Each kind knows its points in the current position, and what can still change them."""

    def now(self, state: State) -> Both:
        """Return the points of both sides if the table is counted now."""
        raise NotImplementedError

    def bounds(self, state: State) -> tuple[Both, Both]:
        """Return the least points of both sides that it can give when it is counted, and the most."""
        raise NotImplementedError

    def stands(self, state: State) -> str:
        """Return its state in a few words."""
        raise NotImplementedError

    def done(self, state: State) -> bool:
        """Return True if what wins the game is done; asked only of tables with `wins`."""
        raise NotImplementedError

    def chances(self, state: State, left: int) -> Iterator[Chance]:
        """Yield what can still change its points; `left` is how often it will be counted, 0 for only at the end."""
        raise NotImplementedError

    def label(self, side: int) -> str:
        """Return its name on the page of points, for the points of a side."""
        return self.title

    @property
    def shown(self) -> tuple[int, ...]:
        """The hexes that it is about."""
        return ()

    @property
    def about(self) -> tuple[int, ...]:
        """The units that it is about."""
        return ()

    @property
    def objective(self) -> str:
        """The name of the one place that scores; empty if there is none, or if there are several."""
        return ""

    def objectives(self, state: State, scored: Both) -> list[Objective]:
        """Return the places that score; `scored` are the points scored during the game. Standard: none."""
        return []

    def account(self, state: State) -> list[tuple[str, str, Both]]:
        """Return the lines of the account if it is counted now: the cause, the objective that scores, the points."""
        return [(self.name, "", self.now(state))]

    def counted(self, state: State) -> list[Counted]:
        """Return the units that score by where they are. Standard: none."""
        return []

    def concerns(self, state: State) -> list[Concern]:
        """Return the points against the phasing side if its phase ends now. Standard: nothing."""
        return []

    def measures(self, state: State) -> list[Measure]:
        """Return measures of the ground that the sides hold. Standard: nothing."""
        return []

    def watched(self) -> frozenset[int]:
        """Return the hexes where it matters which side was the last to pass through. Standard: none."""
        return frozenset()

    def left(self, state: State) -> int:
        """Return how many times the table is still counted during the game; 0 for a table counted at the end."""
        done = self.begins or state.outcome is not None
        return sum(turn > state.turn or (turn == state.turn and not done) for turn in self.turns)

    def sources(self, state: State, scored: Both) -> list[Source]:
        """Return the points that the table gives each side, now and at most; `scored` came during the game."""
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
    """Return a side for a sentence: `the Germans`."""
    return scenario.sides[side].people


def change(now: Both, then: Both) -> Both:
    """Return by how much both sides' points change."""
    return then[0] - now[0], then[1] - now[1]


def only(side: int, points: Both) -> Both:
    """Return the points of one side alone; 0 for the other, or for both if `side` is -1."""
    return (points[0] if side == 0 else 0), (points[1] if side == 1 else 0)


def numbers(state: State, hexes: Sequence[int]) -> str:
    """Return hexes by number: `1408 and 1508`."""
    return " and ".join(state.numbers(tuple(hexes)))
