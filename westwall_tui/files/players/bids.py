"""Bids: points that a player gives the opponent at the start in order to play a side.

Both players bid without knowing the other bid. The higher bid decides, or the first one if both are equal: its player
has the side that the bid is for, and the opponent has its points at the start. A bid is for a single game: in a match,
each player would have the points once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.words import count, with_stop
from westwall_tui.files.faults import refuse
from westwall_tui.files.players.options import read_side, starts_of

ONE_GAME = "bid only for a single game: in a match, each player plays each side and would get the points once"
"""The reason why the players of a match don't bid."""


class Bid(NamedTuple):
    """A bid for a side."""

    side: int
    points: int

    @classmethod
    def read(cls, scenario: Scenario, word: str, given_as: str = "--bid") -> "Bid":
        """Read `SIDE=POINTS`. Raises `FileError`, in which `given_as` names the source of the word."""
        side, points = read_side(scenario, given_as, word)
        if not (starts := starts_of(scenario)):
            refuse(given_as, f"points do not decide {scenario.title}")
        most = starts[1 - side].most
        if not (points.isascii() and points.isdigit()) or len(points) > len(str(most)) or int(points) > most:
            must = f"must be a whole number of points from 0 to {most}, not {points!r}"
            refuse(given_as, must, at=scenario.sides[side].name)
        return cls(side, int(points))

    def word(self, scenario: Scenario) -> str:
        """Return the bid as `SIDE=POINTS`."""
        return f"{scenario.sides[self.side].name}={self.points}"

    def options(self, scenario: Scenario) -> Mapping[str, int]:
        """Return the option of a game that gives the points to the other side; none for a bid of no points."""
        return {starts_of(scenario)[1 - self.side].name: self.points} if self.points else {}


def winner(first: Bid, second: Bid) -> int:
    """Return the index of the bid that decides: the higher one, or the first one if both are equal."""
    return int(second.points > first.points)


def settled_in_words(scenario: Scenario, names: Sequence[str], bids: Sequence[Bid]) -> str:
    """Return both bids and their result in sentences. The first bid comes first."""
    first, second = bids
    won = winner(first, second)
    people = [side.people for side in scenario.sides]
    made = f"{names[0]} bid {first.points} for {people[first.side]}, and {names[1]} bid {second.points} for "
    equal = " The bids are equal, so the first one counts." if first.points == second.points else ""
    points = count(bids[won].points, "point", most=0) if bids[won].points else "no points"
    plays = f"{names[won]} plays {people[bids[won].side]}, and {people[1 - bids[won].side]} have {points} at the start."
    return f"{made}{with_stop(people[second.side])}{equal} {plays}"
