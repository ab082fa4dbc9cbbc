"""Remagen: Bridgehead on the Rhine, March 1945. Exclusive Rules 10.0 to 17.0, one module for each section.

The class `Remagen` answers the Standard Rules' questions, with the help of the package's other modules. The board names
the areas that the rules mention: the banks, the far side of the Autobahn, and the ground beyond the Limit of Advance.
"""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.battles.remagen import bridges, entry, front, score
from westwall_tui.engine.battles.remagen.bank import Bank
from westwall_tui.engine.battles.remagen.bridges import Bridges
from westwall_tui.engine.battles.remagen.front import UsFront
from westwall_tui.engine.battles.remagen.sources import concerns, counted, measures, objectives, sources
from westwall_tui.engine.decisions.destroy import Destroying
from westwall_tui.engine.decisions.front import FrontDue
from westwall_tui.engine.events import Event
from westwall_tui.engine.rules.answers import (
    NOTHING_CLOSED,
    ClosedHexes,
    Crossing,
    Objective,
    Option,
    Scale,
    by_side,
)
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.rules.scenario_data import ScenarioDataError
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.state import State

WEST_BANK, EAST_BANK = "West bank", "East bank"
FAR_SIDE = "On or east of the Autobahn"
BEYOND = "Beyond the Limit of Advance"
NO_LIMIT = "no-limit"


class Remagen(Ruleset):
    """The rules of both scenarios.

    `[victory]` has the night turns, the arrivals of bridges, and the points for towns.
    """

    name = "Remagen's Exclusive Rules"
    ladder = ("Marginal", "Substantive", "Decisive")
    arrival_case = "12.0"
    entry_hex_case = "12.0"
    entry_enemy_case = "12.21"
    no_combat_case = "13.0"
    zones_case = "13.0"
    enters_zones = False
    choices = (Option(NO_LIMIT, "Ignore the U.S. Limit of Advance (15.0)"),)
    bridging: Bridges
    front: UsFront
    victory_keys = ("night", "float_bridges", "us_towns", "german_towns")

    def __init__(self, scenario: Scenario, options: Mapping[str, int] | None = None) -> None:
        super().__init__(scenario, options)
        board = scenario.board
        self.us, self.german = self._side("US"), self._side("German")
        self.west_bank, self.east_bank = self._area(WEST_BANK), self._area(EAST_BANK)
        self.far_side, beyond = self._area(FAR_SIDE), self._area(BEYOND)
        if both := self.west_bank & self.east_bank:
            self._doubt("board", f"{board.number(min(both))} is on the {WEST_BANK} and on the {EAST_BANK}")
        if not Bank.of(board, self.east_bank).whole:
            reason = f"the area {EAST_BANK!r} must be one piece of land, from the river to the east edge of the map"
            raise ScenarioDataError("board", reason)
        self.night = self._turns("night", first=scenario.first_turn)
        floats = self._turns("float_bridges", first=1, repeats=True)
        self.bridging = Bridges(board, (self.us, self.german), self.west_bank, self.east_bank, floats)
        self.front = UsFront(self)
        self.parts = (self.bridging, self.front)
        self.no_attacks = ClosedHexes(frozenset(self.bridging.river), "11.12", "")
        """The Bridge hexes, from which units may not attack (11.12)."""
        german = {name: points for name, _, points in self._places("german_towns")}
        us = {name: points for name, _, points in self._places("us_towns")}
        hexes = {name: at for key in ("us_towns", "german_towns") for name, at, _ in self._places(key)}
        self.towns = tuple((name, hexes[name], us.get(name, 0), german.get(name, 0)) for name in hexes)
        limited = NO_LIMIT not in self.options
        self._closed_ground = (
            ClosedHexes(beyond, "15.0", "U.S. units cannot cross the Limit of Advance") if limited else NOTHING_CLOSED
        )

    # -- bridges: 11.0

    def turn_begins(self, state: State, events: list[Event]) -> None:
        """Note the beginning of a Game-Turn; units that fight from now on are engaged in combat in it (11.21)."""
        bridges.turn_begins(state)

    def crossings(self, state: State) -> list[Crossing]:
        """Return the float bridges, and the printed bridges that are destroyed (11.0)."""
        return self.bridging.crossings(state)

    # -- reinforcements: 12.0

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Return the lettered hexes free of the enemy, or else those of the next area that has any (12.21, 12.22)."""
        return entry.hexes(state, unit) if self.may_arrive(state, unit) else ()

    def may_withhold(self, unit: int) -> bool:
        """Return False: reinforcements are never withheld (12.23)."""
        return False

    check_end_of_movement = entry.check_all_in

    # -- night: 13.0

    def is_night(self, state: State) -> bool:
        """Return True if the Game-Turn is a night (17.15)."""
        return state.turn in self.night

    def fights(self, state: State) -> bool:
        """Return False at night, when there is no combat (13.0)."""
        return not self.is_night(state)

    def leaves_zones(self, state: State) -> bool:
        """Return True at night, when units may leave Enemy-controlled hexes, but not enter others (13.0)."""
        return self.is_night(state)

    def circumstances(self, state: State) -> list[str]:
        """Return `NIGHT` on a night turn (13.0)."""
        return ["NIGHT"] if self.is_night(state) and state.phase is not Phase.SETUP else []

    # -- the ends of Player-Turns: 11.21, 14.0

    def player_turn_ends(self, state: State, events: list[Event]) -> None:
        """Push the naming of a U.S. front (14.0), or the destruction of bridges by the German (11.21)."""
        if state.side == self.us:
            if self.front.is_due(state):
                state.facts.setdefault(front.SINCE, state.turn)
                state.frames.append(FrontDue(self.us))
            return
        hexes = self.bridging.destructible(state)
        if hexes:
            state.frames.append(Destroying(self.german, hexes))

    # -- the Limit of Advance: 15.0

    def closed_hexes(self, state: State, side: int) -> ClosedHexes:
        """Return the ground beyond the Limit of Advance for U.S. units, unless the players ignore the limit (15.0)."""
        return self._closed_ground if side == self.us else NOTHING_CLOSED

    def boundaries(self, state: State) -> Sequence[str]:
        """Return the Limit of Advance, unless the players ignore it (15.0)."""
        return super().boundaries(state) if self._closed_ground.hexes else ()

    # -- victory: 16.0

    def objectives(self, state: State) -> list[Objective]:
        """Return the towns, the Autobahn and the west bank, each with the side that would score it now (16.1, 16.2)."""
        return [*score.towns(self, state), *objectives(self, state)]

    measures = measures
    counted = counted
    concerns = concerns

    def numbers(self, state: State) -> Mapping[str, int]:
        """Return the points and levels (16.0), and the number of units from which a front is due (14.11)."""
        return {**score.numbers(self), "front_from": front.FRONT_FROM}

    def situation(self, state: State) -> list[str]:
        """Return sentences on bridges (11.0), the front (14.11) and the Autobahn (16.2)."""
        return [self.bridging.in_words(state), self.front.in_words(state), score.autobahn_in_words(self, state)]

    is_decided_by_points = True
    own_account = score.account
    own_sources = sources

    @property
    def scale(self) -> Scale:
        """The lead that the U.S. side needs to win (16.5)."""
        return Scale(handicap=by_side((self.us, 0), (self.german, score.US_WINS_BY)))

    verdict = score.verdict
