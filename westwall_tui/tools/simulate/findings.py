"""Sentences on a scenario from its games between the same two players."""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cached_property
from math import inf
from statistics import fmean, median
from typing import NamedTuple

from westwall_tui.ai.proof import correction
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.words import capital, count, in_words, listed, with_stop
from westwall_tui.files.players.options import starts_of
from westwall_tui.tools.simulate.games import Result
from westwall_tui.tools.simulate.tally import wilson

EVEN, INACCURATE = 0.5, 0.2
"""The share of games that each side wins of an even battle; and the interval that is too wide to judge by."""


WORTH = re.compile("[,;] .*")
"""The end of the name of a source, which says how much it is worth."""


class Scored(NamedTuple):
    """A source of a side's points, or a condition that wins the game without points."""

    side: int
    name: str
    games: int
    """The games in which it gave points, or won the game."""
    mean: float
    """The average points, or the share of the games that it won."""
    wins: bool


class Findings:
    """The figures of some games, which may be none."""

    def __init__(self, game: Game, results: Sequence[Result]) -> None:
        """Take a new game of the scenario with the options of the games."""
        self.scenario, self.results, self._game = game.scenario, results, game
        self._people = [side.people for side in game.scenario.sides]

    # -- figures

    def won(self, side: int) -> int:
        """Return the number of games that a side won; -1 stands for drawn games."""
        return sum(result.winner == side for result in self.results)

    @cached_property
    def scored(self) -> Sequence[Scored]:
        """The sources of points, and the conditions that win without points, the First Player's first."""
        found = {(source.side, source.name): source.wins for source in queries.sources(self._game)}
        points: dict[tuple[int, str], list[int]] = {key: [] for key in found}
        for result in self.results:
            for side, name, scored in result.sources:
                points.setdefault((side, name), []).append(scored)
        games = max(len(self.results), 1)
        return [
            Scored(side, name, sum(map(bool, each)), sum(each) / games, found.get((side, name), False))
            for (side, name), each in sorted(points.items(), key=lambda item: item[0][0])
        ]

    # -- points at the start

    @property
    def decided_by_points(self) -> bool:
        """True if points decide the battle, so that points at the start can make it fair."""
        return bool(starts_of(self.scenario))

    @property
    def present_start(self) -> int:
        """The points at the start that the games had: the First Player's; below 0, the other side's."""
        first, second = queries.start(self._game)
        return first - second

    @cached_property
    def _scores(self) -> Sequence[tuple[int, int]]:
        """The points of both sides in each game that points decided, without those at the start."""
        first, second = queries.start(self._game)
        games = (result.points for result in self.results if _is_decided_by_points(result))
        return [(points[0] - first, points[1] - second) for points in games]

    @cached_property
    def _other_wins(self) -> Sequence[int]:
        """The winners of the other games, which points at the start would not have changed."""
        return [result.winner for result in self.results if not _is_decided_by_points(result)]

    @cached_property
    def fair_start(self) -> int:
        """The points at the start that would make the games most even, as `present_start`."""
        if not self._scores:
            return self.present_start
        leads = [-queries.even_start(self._game, scored) for scored in self._scores]
        other = [{0: inf, 1: -inf}.get(side, 0.0) for side in self._other_wins]
        found = correction([*leads, *other], min(int(max(map(abs, leads))) + 1, self._most))
        return min(self.present_start, found, key=lambda start: abs(self.share(start) - EVEN))

    @property
    def _most(self) -> int:
        """The maximum points at the start."""
        return max((option.most for option in starts_of(self.scenario)), default=0)

    def share(self, start: int) -> float:
        """Return the share of games that the First Player would have won with these points at the start.

        A draw is half a win.
        """
        won = [{0: 1.0, 1: 0.0}.get(side, EVEN) for side in self._other_wins]
        for first, second in self._scores:
            ahead = queries.levels_at(self._game, (first + max(start, 0), second + max(-start, 0)))
            won.append(EVEN + (ahead > 0) / 2 - (ahead < 0) / 2)
        return fmean(won) if won else EVEN

    @cached_property
    def fitting_starts(self) -> tuple[int, int]:
        """The least and the most points at the start, as `present_start`, with which an even battle fits the games.

        They fit if the interval of the First Player's share contains one half. If none fit, the least are more than the
        most.
        """
        games, starts = len(self.results), range(-self._most, self._most + 1)

        def bound(upper: int) -> Callable[[int], bool]:
            return lambda start: wilson(self.share(start) * games, games)[upper] > EVEN

        return bisect_left(starts, 1, key=bound(1)) - self._most, bisect_left(starts, 1, key=bound(0)) - 1 - self._most

    @property
    def start(self) -> dict[str, int]:
        """The fair points at the start by side's name, as `[victory]` has them; empty if neither side needs any."""
        points = self.fair_start
        return {self.scenario.sides[points < 0].name: abs(points)} if points else {}

    @property
    def is_start_better(self) -> bool:
        """True if other points at the start than those of the games would make the battle more even."""
        return self.decided_by_points and self.fair_start != self.present_start

    # -- sentences

    def sentences(self) -> list[str]:
        """Return everything but the list of sources in sentences; only one if no game is over."""
        if not self.results:
            return ["No game is over."]
        found = [self.winners(), self.accuracy(), self.lead(), self.length(), self.losses(), *self.oddities()]
        return [*found, *self.unscored(), *self.fairness()]

    def winners(self) -> str:
        """Return a sentence on who won how often."""
        games = len(self.results)
        parts = []
        for side, people in enumerate(self._people):
            won = self.won(side)
            low, high = (f"{100 * bound:.0f}" for bound in wilson(won, games))
            part = f"{won}" if side else _of(won, games)
            parts.append(f"{people} won {part} ({100 * won / games:.0f}%, perhaps {low} to {high}%)")
        drawn = self.won(-1)
        draws = f"; {drawn} {'was' if drawn == 1 else 'were'} drawn" if drawn else ""
        return f"{capital(parts[0])}, and {parts[1]}{draws}."

    def accuracy(self) -> str:
        """Return a sentence on how far these shares can be trusted."""
        games = len(self.results)
        low, high = wilson(games / 2, games)
        off = f"These shares can be off by {50 * (high - low):.0f} percentage points"
        return f"{off}: 45% can look like 55%." if high - low > INACCURATE else f"{off}."

    def lead(self) -> str:
        """Return a sentence on the average lead."""
        leads = [result.margin for result in self.results]
        mean, middle = round(fmean(leads), 1), median(leads)
        if not self.decided_by_points:
            return "Points do not decide this battle, so points at the start cannot make it fair."
        if not mean:
            return f"On average, neither side is ahead; the median lead of {self._people[0]} is {middle:g}."
        ahead, sign = self._people[mean < 0], -1 if mean < 0 else 1
        lead = "one point" if abs(mean) == 1 else f"{abs(mean):g} points"
        return f"On average, {ahead} are {lead} ahead; their median lead is {sign * middle + 0:g}."

    def length(self) -> str:
        """Return a sentence on the length of a game."""
        turns = [result.turns for result in self.results]
        least, most, whole = min(turns), max(turns), self.scenario.last_turn - self.scenario.first_turn + 1
        took = f"{most}" if least == most else f"{least} to {most}, on average {fmean(turns):.1f}"
        minutes = fmean(result.minutes for result in self.results)
        time = f"{max(5, 5 * round(minutes / 5))} minutes" if minutes < 90 else f"{minutes / 60:.0f} hours"
        return f"A game took {took} of {count(whole, 'Game-Turn', most=0)}; two people need about {time} for it."

    def losses(self) -> str:
        """Return a sentence on the losses of both sides."""
        parts = []
        for side, people in enumerate(self._people):
            lost = fmean(result.lost[side] for result in self.results)
            parts.append(f"{people} lost {lost:.1f} of {count(len(self.scenario.of_side[side]), 'unit', most=0)}")
        return f"On average, {parts[0]}, and {parts[1]}."

    def oddities(self) -> list[str]:
        """Return sentences on games that ended at once, and on sides without an order."""
        found, games = [], len(self.results)
        last = self.scenario.last_turn
        if last > self.scenario.first_turn and (once := sum(result.turns <= 1 for result in self.results)):
            found.append(f"In the first Game-Turn, {_of(once, games)} ended.")
        for side, people in enumerate(self._people):
            if idle := sum(not result.given[side] for result in self.results):
                found.append(f"In {_of(idle, games)}, {people} never had an order to give.")
        return found

    def unscored(self) -> list[str]:
        """Return sentences on sources that gave no points in any game."""
        found = []
        for wins, told in ((False, "No game gave {} points for this"), (True, "{} won no game with this")):
            for side, people in enumerate(self._people):
                never = [each for each in self.scored if each.side == side and each.wins is wins and not each.games]
                if never:
                    names = dict.fromkeys(WORTH.sub("", each.name) for each in never)
                    found.append(with_stop(f"{capital(told.format(people))}: {listed(names, joined='or')}"))
        return found

    def fairness(self) -> list[str]:
        """Return sentences on the points at the start that would make the battle even; none if points don't decide."""
        if not self.results or not self.decided_by_points:
            return []
        fair, present = self.fair_start, self.present_start
        low, high = self.fitting_starts
        if (low, high) == (-self._most, self._most):
            return ["These games are too few to find fair points at the start."]
        if not low <= fair <= high:
            return ["No points at the start would make the battle even."]
        if self.is_start_better:
            had = self.given(present) if present else "none"
            return [
                with_stop(f"With {self.given(fair)} at the start, these games would be most even; they had {had}"),
                *self._others_that_fit(),
            ]
        now = "The battle needs no points at the start."
        if present:
            verb = "is" if abs(present) == 1 else "are"
            now = f"{capital(self.given(present))} at the start, as now, {verb} the fairest."
        return [now, *self._others_that_fit()]

    def given(self, points: int, most: int = 9) -> str:
        """Return points at the start, as `present_start`, in words: `three points for the Germans`."""
        if not points:
            return "no points"
        return f"{count(abs(points), 'point', most=most)} for {self._people[points < 0]}"

    def _others_that_fit(self) -> list[str]:
        """Return a sentence on the range of points at the start that fit the games; nothing if only one does."""
        low, high = self.fitting_starts
        if low == high:
            return []
        if high < 0:
            low, high = high, low
        most = 9 if max(abs(low), abs(high)) <= 9 else 0
        first = in_words(abs(low), most) if low * high > 0 else self.given(low, most)
        return [with_stop(f"These games fit anything from {first} to {self.given(high, most)}")]


def _is_decided_by_points(result: Result) -> bool:
    """Return True if the points decided a game: any other victory has a greater margin (`queries.margin`)."""
    return result.margin == result.points[0] - result.points[1]


def _of(part: int, games: int) -> str:
    """Return a part of the games: `3 of 20 games`."""
    return f"{part} of {count(games, 'game', most=0)}"
