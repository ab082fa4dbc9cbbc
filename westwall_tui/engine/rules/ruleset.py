"""The seams where a battle's Exclusive Rules override the Standard Rules.

Each method is one question that the Standard Rules ask. The base class gives the standard answer; a battle overrides
the few it answers differently, and nothing in this package knows which battle that is.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import RESERVE, Outcome, State


class Bar(NamedTuple):
    """Hexes that a side may not enter, and the case that says so."""

    hexes: frozenset[int]
    case: str
    reason: str


NO_BAR = Bar(frozenset(), "", "")


class Score(NamedTuple):
    """A line of the account of Victory Points."""

    side: int
    cause: str
    points: int


class ScenarioDataError(ValueError):
    """A scenario's `[victory]` table does not hold what its rules read; `key` says where."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(reason)
        self.key = key


class Share(NamedTuple):
    """One side's part of a combat, as far as limits on artillery ask for it."""

    side: int
    attacking: bool
    ground: int
    """Strength Points of its units that are no artillery: attack, or defense (14.0 of Bastogne)."""
    guns: tuple[int, ...]
    """Its artillery units, adjacent ones included."""
    support: int
    """Its Ground Support Points."""


class Ruleset:
    """The Standard Rules' own answers. A battle reads its numbers from the scenario when it is made."""

    name = "Standard Rules"
    victory_keys: tuple[str, ...] = ()
    """The keys that `[victory]` may hold."""
    artillery_case = "8.0"
    """The case that limits artillery in a combat, for refusals."""
    support_case = "9.14"
    """The case that keeps part of a Game-Turn's Ground Support from being used now, for refusals."""
    arrival_case = entry_hex_case = entry_enemy_case = "4.1"
    """The cases on when, where and against whom reinforcements enter, for refusals."""
    limits_artillery = False
    """Whether `room` ever refuses; then obliged artillery that does not fit is released (a ruling)."""

    def __init__(self, scenario: Scenario) -> None:
        """Raises `ScenarioDataError`."""
        self.scenario = scenario
        for key in scenario.victory:
            if key not in self.victory_keys:
                known = ", ".join(self.victory_keys) or "none"
                raise ScenarioDataError(key, f"{self.name} read no such key; they know: {known}")

    # -- reading `[victory]`

    def _hexes(self, key: str) -> tuple[int, ...]:
        return tuple(self._each(key, self.scenario.board.hex))

    def _units(self, key: str) -> tuple[int, ...]:
        def find(unit_id: str) -> int:
            if unit_id.lower() not in self.scenario.by_id:
                raise ValueError(f"there is no unit {unit_id!r} in this scenario")
            return self.scenario.by_id[unit_id.lower()]

        return tuple(self._each(key, find))

    def _each(self, key: str, read: Callable[[str], int]) -> Iterator[int]:
        words = self.scenario.victory.get(key, [])
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ScenarioDataError(key, "must be a list of strings")
        for word in words:
            try:
                yield read(word)
            except ValueError as error:
                raise ScenarioDataError(key, str(error)) from None

    def _number(self, key: str, default: int) -> int:
        value = self.scenario.victory.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise ScenarioDataError(key, "must be a whole number, 0 or more")
        return value

    def _side(self, name: str) -> int:
        names = [side.name for side in self.scenario.sides]
        if name not in names:
            raise ScenarioDataError("sides", f"{self.name} need a side called {name!r}")
        return names.index(name)

    # -- movement

    def bar(self, state: State, side: int) -> Bar:
        """Ground that is closed to a side beyond the Terrain Key. Standard: none."""
        return NO_BAR

    def passed(self, state: State, unit: int, h: int) -> None:
        """Called for every hex that a unit sets up in or passes through, in whatever way. Standard: nothing."""

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Where a reinforcement may come in. Standard: the hexes of its schedule."""
        group = state.scenario.arrivals.get(unit)
        return group.hexes if group and state.location[unit] == RESERVE and group.turn <= state.turn else ()

    def entry_cost(self, state: State, unit: int, h: int) -> int | None:
        """Half Movement Points to enter the map at a hex, None where prohibited. Standard: terrain, or its road."""
        return state.ground.edge_cost(h, state.way(unit))

    def check_exit(self, state: State, unit: int, edge: str) -> None:
        """Raise `IllegalOrder` unless the unit may leave the map by the edge. Standard: nobody may."""
        raise IllegalOrder("5.0", "no unit may leave the map in this game", state.ids((unit,)))

    # -- combat

    def may_attack(self, state: State, unit: int) -> bool:
        """Whether a unit takes part in attacks at all, and obliges its neighbours (7.1). Standard: every unit."""
        return True

    def room(self, state: State, share: Share) -> bool:
        """Whether a side may use so much artillery and Ground Support in one combat. Standard: no limit (8.2, 9.12)."""
        return True

    def support_left(self, state: State, side: int) -> int:
        """Ground Support Points that a side may use now (9.14). Standard: what is left of the Game-Turn's."""
        return state.support[side]

    # -- the game's end

    def end_of_turn(self, state: State) -> Outcome | None:
        """Whether the game ends with this Game-Turn before its last. Standard: no."""
        return None

    def account(self, state: State) -> list[Score]:
        """The Victory Points as they stand, line by line. Standard: none are counted."""
        return []

    def outcome(self, state: State) -> Outcome:
        """Who has won after the last Game-Turn (4.0). Standard: most points, else a draw."""
        totals = [sum(line.points for line in self.account(state) if line.side == side) for side in (0, 1)]
        names = [side.name for side in state.scenario.sides]
        count = f"{names[0]} {totals[0]}, {names[1]} {totals[1]}"
        if totals[0] == totals[1]:
            return Outcome(-1, f"The game is drawn: {count}" if any(totals) else "The last Game-Turn is over")
        winner = 0 if totals[0] > totals[1] else 1
        return Outcome(winner, f"{names[winner]} wins: {count}")
