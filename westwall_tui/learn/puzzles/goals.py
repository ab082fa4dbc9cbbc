"""The goals of puzzles, judged in the position at the end of the Combat Phase.

A goal is a list of conditions that must all hold (its value is a chance), or the expected balance of losses (`points`).
`Goal.bracket` returns bounds of its value, given which units can still be lost.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import ELIMINATED, State
from westwall_tui.engine.units import Unit

UNIT = 6**24
"""The unit of values, which are whole numbers and never rounded: after n dice they are multiples of UNIT / 6**n."""

Risk = Sequence[int]
"""The largest chance of each unit's loss from now on, in `UNIT`; 0 if the unit is safe or already lost."""
Bracket = tuple[int, int]
"""The minimum and the maximum of a value."""
UNKNOWN: Bracket = (0, UNIT)


class Requirement:
    """A condition that must hold at the end."""

    kind = ""
    needs: tuple[str, ...] = ()
    """The keys that the condition's table must have. `may` has the optional keys."""
    may: tuple[str, ...] = ()
    of_enemies = False
    """True if the condition's units are the enemy's."""

    def __init__(self, side: int, units: tuple[int, ...], hexes: tuple[int, ...], number: int | None) -> None:
        """Create a condition; `number` is its `at_least` or `lose`, if it has one of these."""
        self.side, self.units, self.hexes = side, units, hexes
        self.number = number

    def holds(self, state: State) -> bool:
        """Return True if the condition is true of a position."""
        raise NotImplementedError

    def bracket(self, state: State, risk: Risk) -> Bracket:  # noqa: ARG002 (its kinds need them)
        """Return bounds of the condition's chance. By default nothing is known about it."""
        return UNKNOWN


def lost(state: State, units: Sequence[int]) -> int:
    """Return how many of the units are lost."""
    location = state.location
    return sum([location[unit] == ELIMINATED for unit in units])


def chance_of_losses(risk: Risk, units: Sequence[int], count: int) -> int:
    """Return the largest chance that at least `count` of the units are lost from now on.

    It is at most the sum of their chances divided by the count, since that many losses are expected at least as often;
    and at most the sum of all chances but the `count - 1` largest, since one of those others must be lost.
    """
    if count <= 0:
        return UNIT
    chances = sorted([risk[unit] for unit in units if risk[unit]], reverse=True)
    if len(chances) < count:
        return 0
    return min(
        UNIT,
        -(-sum(chances) // count),
        sum(chances[count - 1 :]),
        chances[count - 1] if len(chances) == count else UNIT,
    )


class Eliminate(Requirement):
    """A goal: eliminate these enemy units, or `at_least` some of them."""

    kind, needs, may = "eliminate", ("units",), ("at_least",)
    of_enemies = True

    def holds(self, state: State) -> bool:
        return lost(state, self.units) >= (len(self.units) if self.number is None else self.number)

    def bracket(self, state: State, risk: Risk) -> Bracket:
        wanted = len(self.units) if self.number is None else self.number
        missing = wanted - lost(state, self.units)
        return (UNIT if missing <= 0 else 0), chance_of_losses(risk, self.units, missing)


class Keep(Requirement):
    """A goal: lose none of these friendly units, or at most `lose` of them."""

    kind, needs, may = "keep", ("units",), ("lose",)

    def holds(self, state: State) -> bool:
        return lost(state, self.units) <= (self.number or 0)

    def bracket(self, state: State, risk: Risk) -> Bracket:
        left = (self.number or 0) - lost(state, self.units)
        return UNIT - chance_of_losses(risk, self.units, left + 1), (UNIT if left >= 0 else 0)


class Hold(Requirement):
    """A goal: occupy each of these hexes, or `at_least` some of them."""

    kind, needs, may = "hold", ("hexes",), ("at_least",)

    def holds(self, state: State) -> bool:
        held = state.held[self.side]
        return sum([held[h] > 0 for h in self.hexes]) >= (len(self.hexes) if self.number is None else self.number)


class Clear(Requirement):
    """A goal: no enemy unit occupies or controls one of these hexes."""

    kind, needs = "clear", ("hexes",)

    def holds(self, state: State) -> bool:
        held, zones = state.held[1 - self.side], state.zones[1 - self.side]
        return not any(held[h] or zones[h] for h in self.hexes)


class Bar(Requirement):
    """A goal: occupy or control one of these hexes."""

    kind, needs = "bar", ("hexes",)

    def holds(self, state: State) -> bool:
        held, zones = state.held[self.side], state.zones[self.side]
        return any(held[h] or zones[h] for h in self.hexes)


class Free(Requirement):
    """A goal: these friendly units are on the map, outside enemy Zones of Control."""

    kind, needs = "free", ("units",)

    def holds(self, state: State) -> bool:
        location, zones = state.location, state.zones[1 - self.side]
        return all(location[unit] >= 0 and not zones[location[unit]] for unit in self.units)


class Away(Requirement):
    """A goal: none of these enemy units is in one of these hexes."""

    kind, needs = "away", ("units", "hexes")
    of_enemies = True

    def holds(self, state: State) -> bool:
        return not any(state.location[unit] in self.hexes for unit in self.units)


CONDITIONS: Mapping[str, type[Requirement]] = {
    each.kind: each for each in (Eliminate, Keep, Hold, Clear, Bar, Free, Away)
}
POINTS = "points"
"""The kind of a goal without conditions: Defense Strength of enemies lost minus that of friendly units lost.

Artillery counts 1.
"""


class Goal:
    """The goal of a side in a position: all `conditions`, or points if there are no conditions."""

    def __init__(self, scenario: Scenario, side: int, conditions: Sequence[Requirement]) -> None:
        self.side, self.conditions = side, tuple(conditions)
        self.counts_points = not conditions
        """True if the goal's value is an expected balance rather than a chance."""
        self.only_losses = all(isinstance(each, Eliminate | Keep) for each in conditions)
        """True if only the lost units matter to the goal."""
        self._ours, self._theirs = scenario.of_side[side], scenario.of_side[1 - side]
        self._worth = [worth_of(unit) for unit in scenario.units]
        self.most = sum(self._worth[unit] for unit in self._theirs) * UNIT if self.counts_points else UNIT
        self.least = -sum(self._worth[unit] for unit in self._ours) * UNIT if self.counts_points else 0

    def value(self, state: State) -> int:
        """Return the value of the position at the end of the phase."""
        if self.counts_points:
            return self._balance_of_points(state) * UNIT
        return UNIT if all(each.holds(state) for each in self.conditions) else 0

    def _balance_of_points(self, state: State) -> int:
        location, worth = state.location, self._worth
        gained = sum([worth[unit] for unit in self._theirs if location[unit] == ELIMINATED])
        return gained - sum([worth[unit] for unit in self._ours if location[unit] == ELIMINATED])

    def bracket(self, state: State, risk: Risk) -> Bracket:
        """Return the minimum and maximum value of the position, given which units can still be lost."""
        if self.counts_points:
            now, worth = self._balance_of_points(state) * UNIT, self._worth
            return (
                now - sum([worth[unit] * risk[unit] for unit in self._ours]),
                now + sum([worth[unit] * risk[unit] for unit in self._theirs]),
            )
        least, most = UNIT, UNIT
        for each in self.conditions:
            low, high = each.bracket(state, risk)
            least -= UNIT - low
            most = min(most, high)
        return max(least, 0), most


def worth_of(unit: Unit) -> int:
    """Return the points for the loss of a unit."""
    return 1 if unit.is_artillery else unit.strength.defense


def as_fraction(value: int) -> Fraction:
    """Return a value as an exact fraction."""
    return Fraction(value, UNIT)
