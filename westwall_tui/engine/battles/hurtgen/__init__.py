"""Hurtgen Forest: Approach to the Roer, November 1944. Exclusive Rules 10.0 to 16.0, one module for each section.

The class `Hurtgen` answers the Standard Rules' questions, with the help of the package's other modules. It contains the
set-up (16.2) itself; columns (13.0) are in `rules.columns`.
"""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.battles.hurtgen import artillery, score, towns, withdrawal
from westwall_tui.engine.rules import columns
from westwall_tui.engine.rules.answers import (
    ArtilleryLimit,
    GroundSupport,
    Scale,
    by_side,
)
from westwall_tui.engine.rules.losses import full_value
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.state import State

FRONT_LINE = "Front Line"
"""The board's name for the line between the armies (16.2)."""


class Hurtgen(Ruleset):
    """The rules of both scenarios.

    `[victory]` names the towns with their points, and the 116th Panzer Division's units.
    """

    name = "Hurtgen Forest's Exclusive Rules"
    ladder = ("Marginal", "Substantive", "Decisive")
    draws = False
    arrival_case = "13.0"
    entry_hex_case = "13.24"
    entry_enemy_case = "13.21"
    exit_case = "14.0"
    needs_lines = True
    facts = (withdrawal.STAYED,)
    victory_keys = ("towns", "withdrawing")

    def __init__(self, scenario: Scenario, options: Mapping[str, int] | None = None) -> None:
        super().__init__(scenario, options)
        self.columns = columns.InColumns()
        self.parts = (self.columns,)
        self.us, self.german = self._side("US"), self._side("German")
        self.towns = self._places("towns")
        self.withdrawing = self._units("withdrawing", self.german)

    # -- setting up: 16.2

    def why_not_set_up(self, state: State, unit: int, h: int) -> tuple[str, str]:
        """Return a refusal unless the U.S. sets up west of the Front Line and the German east of it (16.21, 16.22).

        No unit may be set up next to the line.
        """
        board, counter = self.scenario.board, state.units[unit]
        case, own, other = ("16.21", "West", "East") if counter.side == self.us else ("16.22", "East", "West")
        line = board.boundaries.get(FRONT_LINE)
        if line is not None and any(h in pair for pair in line.pairs):
            return case, f"{counter.name} cannot be set up at {state.number(h)}, next to the {FRONT_LINE}"
        if h in board.areas.get(f"{other} of the {FRONT_LINE}", ()):
            return case, f"{counter.name} must set up {own.lower()} of the {FRONT_LINE}; {state.number(h)} is not"
        return super().why_not_set_up(state, unit, h)

    def boundaries(self, state: State) -> Sequence[str]:
        """Return the Front Line during the set-up; later it does not matter (16.2)."""
        return super().boundaries(state) if state.phase is Phase.SETUP else ()

    # -- artillery and Ground Support: 11.0

    def artillery_limit(self, state: State, side: int, *, attacking: bool) -> ArtilleryLimit:
        """Return the limit on artillery by side and role (11.11, 11.12)."""
        return artillery.limit(self, side, attacking=attacking)

    def ground_support(self, state: State, side: int) -> GroundSupport:
        """Return the side's Ground Support, at most five points in a combat (11.42, 11.43)."""
        return artillery.ground_support(state, side)

    # -- the 116th Panzer Division, and leaving the map: 12.0, 14.0

    turn_begins = withdrawal.turn_begins
    check_exit = withdrawal.check_exit
    due = withdrawal.due
    counted = withdrawal.counted
    concerns = withdrawal.concerns
    circumstances = withdrawal.circumstances
    situation = withdrawal.in_words

    # -- reinforcements: 13.0

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Return the scheduled hex, or its alternate while that hex is blocked (13.22, 13.24)."""
        if not self.may_arrive(state, unit):
            return ()
        return columns.entrances(state, unit, self.scenario.arrivals[unit].hexes)

    # -- towns: 15.2, 15.3

    objectives = towns.objectives
    measures = towns.measures

    # -- victory: 15.1, 15.4

    def worth(self, state: State, unit: int) -> int:
        """Return the enemy's points for a unit that is eliminated (15.11)."""
        return full_value(state.units[unit])

    is_decided_by_points = True
    own_account = score.account
    own_sources = score.sources

    def numbers(self, state: State) -> Mapping[str, int]:
        """Return the limits on artillery (11.0), points for the division (12.0), towns and units, and levels (15.0)."""
        parts = (artillery.numbers(self), withdrawal.numbers(self), towns.numbers(self), score.numbers(self, state))
        return {name: number for part in parts for name, number in part.items()}

    @property
    def scale(self) -> Scale:
        """The weights of points: the U.S. win with twice the German points (15.4)."""
        return Scale(by_side((self.us, 1), (self.german, 2)))

    verdict = score.verdict
