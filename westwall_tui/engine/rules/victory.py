"""Victory: what scores, how the game stands, and who has won. Battles override what they answer differently, as in
`ruleset`.
"""

from collections.abc import Sequence

from westwall_tui.engine.rules.answers import NOBODY, Concern, Counted, Measure, Objective, Scale, Score, Source
from westwall_tui.engine.rules.scenario_data import ScenarioData
from westwall_tui.engine.state import Outcome, State


class VictoryRules(ScenarioData):
    """The Standard Rules' answers about points and the end: nothing scores, and nobody has won."""

    ladder: tuple[str, ...] = ()
    """The levels of victory, the least first, as the verdict names them; empty if there is only one."""
    draws = True
    """True if a game can end in a draw."""
    no_line_points = 0
    """Points for the enemy for each unit that has no Line of Communication when a Game-Turn ends."""

    def end_of_turn(self, state: State) -> Outcome | None:
        """The outcome if the game ends before its last Game-Turn. Standard: it does not."""
        return None

    def account(self, state: State) -> list[Score]:
        """The Victory Points as they stand, line by line. Standard: none are counted."""
        return []

    def totals(self, state: State) -> tuple[int, int]:
        """The Victory Points of both sides as they stand."""
        points = [0, 0]
        for line in self.account(state):
            points[line.side] += line.points
        return points[0], points[1]

    def sources(self, state: State) -> list[Source]:
        """All that gives points, and what it can still give; together as much as `account` has. Standard: nothing."""
        return []

    def objectives(self, state: State) -> list[Objective]:
        """The places that score, and for whom now. Standard: none."""
        return []

    def measures(self, state: State) -> Sequence[Measure]:
        """How far the sides have come on the ground, by the battle's own measures. Standard: it has none."""
        return ()

    def due(self, state: State) -> list[Score]:
        """Scores due at the end of this Game-Turn if nothing changes, without a front. Standard: nothing."""
        return []

    def counted(self, state: State) -> list[Counted]:
        """The units that score by where they are, and how they stand. Standard: none."""
        return []

    def concerns(self, state: State) -> list[Concern]:
        """What counts against the phasing side in this battle if its phase ends now, apart from fights, lines and the
        front. Standard: nothing.
        """
        return []

    @property
    def scale(self) -> Scale:
        """What the points weigh against each other. Standard: one as much as another."""
        return Scale()

    def outcome(self, state: State) -> Outcome:
        """The outcome after the last Game-Turn (4.0). Standard: the verdict on the points."""
        return self.verdict(self.totals(state))

    def levels(self, outcome: Outcome) -> int:
        """By how many levels of victory the First Player is ahead in an outcome; below 0 the Second, 0 for a draw."""
        told = outcome.reason.partition(":")[0].split()
        many = max((i for i, name in enumerate(self.ladder, 1) if name in told), default=1)
        return {0: many, 1: -many}.get(outcome.winner, 0)

    def verdict_note(self, totals: tuple[int, int]) -> str:
        """Return a note on a verdict from both sides' points, such as the exact ratio. Standard: an empty string."""
        return ""

    def verdict(self, totals: tuple[int, int]) -> Outcome:
        """What both sides' points decide. Standard: most points win, else it is a draw."""
        names = [side.name for side in self.scenario.sides]
        count = f"{names[0]} {totals[0]}, {names[1]} {totals[1]}"
        if totals[0] == totals[1]:
            return Outcome(NOBODY, f"The game is drawn: {count}" if any(totals) else "The last Game-Turn is over")
        winner = 0 if totals[0] > totals[1] else 1
        return Outcome(winner, f"{names[winner]} wins: {count}")
