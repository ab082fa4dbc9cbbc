"""Victory: the sources of points, the score, and the outcome. Battles override methods as those of `ruleset`."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from westwall_tui.engine.rules.answers import NOBODY, Concern, Counted, Measure, Objective, Option, Scale, Score, Source
from westwall_tui.engine.rules.scenario_data import MOST_POINTS, ScenarioData
from westwall_tui.engine.scoring import Both
from westwall_tui.engine.state import Outcome, State
from westwall_tui.engine.units import lower

AT_THE_START = "the head start"
"""The account's line for the points that a side has before the game begins."""


class VictoryRules(ScenarioData):
    """The answers of the Standard Rules about points and the end of the game: nothing scores, and no side wins."""

    ladder: tuple[str, ...] = ()
    """The levels of victory, the lowest first, as the verdict names them; empty if there is only one."""
    draws = True
    """True if a game can end in a draw."""
    no_line_points = 0
    """Points for the enemy for each unit that has no Line of Communication when a Game-Turn ends."""

    def end_of_turn(self, state: State) -> Outcome | None:
        """Return the outcome if the game ends before its last Game-Turn. Standard: None."""
        return None

    options: Mapping[str, int]
    """The options that the players have chosen, by name."""
    choices: tuple[Option, ...]

    # -- points at the start

    @property
    def is_decided_by_points(self) -> bool:
        """True if the side with more points wins, so that points at the start matter. Standard: False."""
        return False

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options of a game: the battle's own, and each side's points at the start."""
        return (*self.choices, *self._start_options) if self.is_decided_by_points else self.choices

    @property
    def _start_options(self) -> tuple[Option, Option]:
        first, second = (
            Option(f"start-{lower(side.name)}", f"Points at the start for {side.people}", MOST_POINTS)
            for side in self.scenario.sides
        )
        return first, second

    @cached_property
    def start(self) -> Both:
        """The points of both sides at the start: those of the scenario, plus those that the players agreed on."""
        given, agreed = self.scenario.scoring.victory.start, self._start_options
        if not self.is_decided_by_points:
            return given
        return given[0] + self.options.get(agreed[0].name, 0), given[1] + self.options.get(agreed[1].name, 0)

    # -- during the game

    def account(self, state: State) -> list[Score]:
        """Return the present Victory Points, line by line, beginning with those at the start."""
        return [
            *(Score(side, AT_THE_START, points) for side, points in enumerate(self.start) if points),
            *self.own_account(state),
        ]

    def own_account(self, state: State) -> list[Score]:
        """Return the Victory Points of the battle's own rules, line by line. Standard: none."""
        return []

    def totals(self, state: State) -> tuple[int, int]:
        """Return the present Victory Points of both sides."""
        points = [0, 0]
        for line in self.account(state):
            points[line.side] += line.points
        return points[0], points[1]

    def sources(self, state: State) -> list[Source]:
        """Return the sources of points, whose sum is that of `account`."""
        given = [
            Source(side, AT_THE_START, "", points, points, points, "given")
            for side, points in enumerate(self.start)
            if points
        ]
        return [*given, *self.own_sources(state)]

    def own_sources(self, state: State) -> list[Source]:
        """Return the sources of the battle's own points, whose sum is that of `own_account`. Standard: none."""
        return []

    def objectives(self, state: State) -> list[Objective]:
        """Return the places that score, each with the side that would score it now. Standard: none."""
        return []

    def measures(self, state: State) -> Sequence[Measure]:
        """Return the sides' progress on the ground, by the battle's own measures. Standard: none."""
        return ()

    def due(self, state: State) -> list[Score]:
        """Return the scores due at the end of this Game-Turn if nothing changes, without a front. Standard: none."""
        return []

    def counted(self, state: State) -> list[Counted]:
        """Return the units that score by their place, with their present state. Standard: none."""
        return []

    def concerns(self, state: State) -> list[Concern]:
        """Return the drawbacks for the phasing side if its phase ends now. Standard: none.

        Fights, Lines of Communication and the front are not included.
        """
        return []

    @property
    def scale(self) -> Scale:
        """Return the weights of both sides' points. Standard: equal."""
        return Scale()

    def outcome(self, state: State) -> Outcome:
        """Return the outcome after the last Game-Turn (4.0). Standard: the verdict on the points."""
        return self.verdict(self.totals(state))

    def levels(self, outcome: Outcome) -> int:
        """Return the First Player's lead in levels of victory; below 0 if the Second Player wins, 0 for a draw."""
        told = outcome.reason.partition(":")[0].split()
        many = max((i for i, name in enumerate(self.ladder, 1) if name in told), default=1)
        return {0: many, 1: -many}.get(outcome.winner, 0)

    def verdict_note(self, totals: tuple[int, int]) -> str:
        """Return a note on a verdict from both sides' points, such as the exact ratio. Standard: an empty string."""
        return ""

    def verdict(self, totals: tuple[int, int]) -> Outcome:
        """Return the outcome by both sides' points. Standard: the side with more points wins."""
        names = [side.name for side in self.scenario.sides]
        count = f"{names[0]} {totals[0]}, {names[1]} {totals[1]}"
        if totals[0] == totals[1]:
            return Outcome(NOBODY, f"The game is drawn: {count}" if any(totals) else "The last Game-Turn is over")
        winner = 0 if totals[0] > totals[1] else 1
        return Outcome(winner, f"{names[winner]} wins: {count}")
