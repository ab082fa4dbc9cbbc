"""Arnhem: Operation Market-Garden, September 1944. Exclusive Rules 10.0 to 18.0, one module for each section.

The class `Arnhem` answers the Standard Rules' questions, with the help of the package's other modules.
"""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.battles import demolition
from westwall_tui.engine.battles.arnhem import score, weather
from westwall_tui.engine.battles.arnhem.communication import (
    LENGTH,
    Net,
    airborne_net,
    ground_net,
    open_hexes,
    why_off_road,
    why_out_of_reach,
)
from westwall_tui.engine.battles.arnhem.drop_zones import APART, FROM_TOWNS
from westwall_tui.engine.battles.arnhem.engineer import Engineer
from westwall_tui.engine.battles.arnhem.reinforcements import WEATHER, LandingRules
from westwall_tui.engine.battles.arnhem.score import measures, sources
from westwall_tui.engine.battles.cities import cities
from westwall_tui.engine.battles.landings import landed
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.events import Event
from westwall_tui.engine.rules.answers import (
    ArtilleryLimit,
    Crossing,
    GroundSupport,
    Scale,
    Supply,
    by_side,
)
from westwall_tui.engine.rules.whereabouts import lose
from westwall_tui.engine.scenario import Phase, Reinforcements, Scenario
from westwall_tui.engine.state import State
from westwall_tui.engine.units import Kind

NORTH_OF_WAAL, NORTH_OF_RIJN = "North of the Waal", "North of the Neder Rijn"
"""The names on the board of the areas that give points (17.11.2, 17.11.3)."""
TWO_GUNS = ArtilleryLimit(guns=2, case="14.12")
"""The limit on either side's artillery in a combat (14.12)."""
SUPPORT_REACH = 3
"""The maximum distance in hexes from an Allied unit that is not airborne (14.11)."""


class Arnhem(LandingRules):
    """The rules of both scenarios.

    `[victory]` says whether there is weather, and where drop zones are or who notes them.
    """

    name = "Arnhem's Exclusive Rules"
    ladder = ("Tactical", "Strategic")
    needs_lines = True
    no_line_points = score.NO_LINE
    facts = (weather.WEATHER, score.WAAL, score.LINES)
    victory_keys = ("engineer", "line_to", "drop_zones", "weather", "exit_west", "exit_east")

    def __init__(self, scenario: Scenario, options: Mapping[str, int] | None = None) -> None:
        super().__init__(scenario, options)
        board = scenario.board
        unit = next(iter(self._units("engineer", self.allied, kind=Kind.ENGINEER, count=1)), None)
        self.engineer = self.river_assaults = Engineer(unit, self.allied)
        self.line_to = self._hexes("line_to", on=board.leaving, where="where a road or trail leaves the map")
        self._check_needs("engineer", "line_to", "where a lost Engineer comes back (13.3)")
        self.replacement = self._replacement()
        for name in (NORTH_OF_WAAL, NORTH_OF_RIJN):
            if name not in board.areas:
                self._doubt("board", f"{self.name} need an area called {name!r} on the board")
        self.bridges = demolition.bridges(board)
        self.wired = demolition.wired(board, self.bridges)
        self.wiring = demolition.Wired(self.allied, self.wired)
        self.parts = (self.notes, self.landings, self.columns, self.river_assaults, self.wiring)
        self.beside_wired = frozenset(self.wired)
        allies = scenario.of_side[self.allied]
        self.eyes = tuple([unit for unit in allies if unit not in self.airborne])
        self.refuges = cities(board, scenario.units, self.airborne)
        self.north_of_waal = frozenset(board.areas.get(NORTH_OF_WAAL, ()))
        self.north_of_rijn = frozenset(board.areas.get(NORTH_OF_RIJN, ()))

    def _replacement(self) -> Reinforcements | None:
        """Return a replaced Engineer's group, which enters by road at `line_to`, however the first one came (13.3)."""
        unit = self.engineer.unit
        if unit is None:
            return None
        scheduled = self.scenario.arrivals.get(unit)
        if not self.line_to:
            return scheduled  # an old scenario without that key
        return Reinforcements(self.allied, self.scenario.first_turn, (unit,), tuple(sorted(self.line_to)))

    # -- bridges, 12.0, and other effects of moves

    def watched(self, state: State) -> frozenset[int]:
        """Return the hexes next to wired bridges (12.11), the Engineer's hex and those around it (13.1, 13.21)."""
        return self.beside_wired if self.engineer.unit is None else self.beside_wired | self.engineer.near(state)

    def hex_entered(self, state: State, unit: int, h: int, origin: int | None) -> None:
        """Ask about wired bridges next to an Allied unit (12.11), and note effects on the Engineer (13.1, 13.21)."""
        own = state.units[unit].side == self.allied
        if origin is not None:
            self.engineer.disturb(state, unit, h)
            if own and origin >= 0 and state.phase is Phase.MOVEMENT:
                self.engineer.crossed(state, origin, h)
        if own:
            pairs = demolition.untried(state, self.wired.get(h, []))
            if origin is None:
                demolition.spare(state, pairs)
            elif pairs:
                demolition.ask(state, self.german, pairs)

    def die_rolled(self, state: State, purpose: str, about: tuple[int, ...], die: int, events: list[Event]) -> None:
        """Apply the roll of a demolition attempt (12.12) or for the weather (16.0)."""
        if purpose == WEATHER:
            self._set_weather(state, die, events)
        else:
            demolition.attempt(state, (about[0], about[1]), die, events)

    # -- the Engineer: 13.0

    def arrival(self, state: State, unit: int) -> Reinforcements | None:
        """Return the group of the replacement if a unit is a lost Engineer (13.3)."""
        if self.engineer.is_replaced(state, unit):
            return self.replacement
        return super().arrival(state, unit)

    def comes_by_road(self, state: State, unit: int) -> bool:
        """Return True for a replaced Engineer, which comes by road even if the first one landed (13.3)."""
        return self.engineer.is_replaced(state, unit)

    def arriving(self, state: State, side: int) -> list[int]:
        """Return the arriving units; a replaced Engineer is among them although it has no schedule (13.3)."""
        found = super().arriving(state, side)
        unit = self.engineer.unit
        if unit is None or side != self.allied or unit in found or not self.engineer.is_replaced(state, unit):
            return found
        return sorted([*found, unit]) if self.may_arrive(state, unit) else found

    def steps(self, state: State, unit: int) -> Sequence[Sequence[tuple[int, int]]]:
        """Let airborne and glider units cross rivers at the Engineer's hex (13.22)."""
        helped = self.engineer.steps(state, unit)
        return super().steps(state, unit) if helped is None else helped

    def steps_ahead(self, state: State) -> list[Sequence[Sequence[tuple[int, int]]]]:
        """Return the steps without the Engineer's help, because its hex in later phases is unknown."""
        return [state.ground.steps[way] for way in self.scenario.ways]

    def why_moved(self, state: State, unit: int) -> tuple[str, str]:
        """Return a refusal for an Engineer that has helped a unit across the river and may not move again (13.21)."""
        if self.engineer.has_helped(state, unit):
            name = state.units[unit].name
            return "13.21", f"{name} has helped a unit across and cannot move again this Player-Turn"
        return super().why_moved(state, unit)

    def rooted(self, state: State) -> tuple[int, ...]:
        """Return the unit with the Engineer, which cannot retreat from that hex (13.25; a ruling)."""
        return self.engineer.assaulting(state)

    def combat_over(self, state: State, events: list[Event]) -> None:
        """Eliminate a unit that assaulted and could not advance across the river (13.24)."""
        for unit in self.rooted(state):
            if state.attacked[unit] == state.serial:
                lose(state, unit, (state.location[unit],), events)

    # -- artillery and Ground Support: 14.0

    def artillery_limit(self, state: State, side: int, *, attacking: bool) -> ArtilleryLimit:
        """Return the limit: two artillery units, and any amount of Ground Support (14.12)."""
        return TWO_GUNS

    def numbers(self, state: State) -> Mapping[str, int]:
        """Return the points of each kind (17.1), and the limits on artillery and Ground Support (14.1)."""
        return {
            **score.numbers(),
            **weather.weather_numbers(),
            "zone_apart": APART,
            "zone_from_city": FROM_TOWNS,
            "round_zone": weather.ROUND_ZONE,
            "support_reach": SUPPORT_REACH,
            "guns": TWO_GUNS.guns,
        }

    def ground_support(self, state: State, side: int) -> GroundSupport:
        """Return Ground Support that reaches three hexes from any Allied unit that is not airborne (14.11).

        One defender within that distance is enough.
        """
        return GroundSupport(state.support[side], spotters=self.eyes, reach=SUPPORT_REACH, case="14.11")

    # -- the sequence of play; weather, 16.0

    def turn_begins(self, state: State, events: list[Event]) -> None:
        """Place drop zones that are not secret on the map at the start (15.36)."""
        if not self.drop_zones.noted:
            self.drop_zones.place(state, events)

    def phase_begins(self, state: State, events: list[Event]) -> None:
        """Carry out events that precede movement or follow landings (13.1, 13.3, 15.33, 16.0)."""
        allied = state.side == self.allied
        if state.phase is Phase.COMBAT:
            for unit in self.landing_due(state) if allied else ():
                lose(state, unit, (self.scenario.arrivals[unit].hexes[0],), events)
        elif allied:
            self.engineer.replace(state)
            if self.has_weather and state.turn > self.scenario.first_turn:
                state.frames.append(ExclusiveRoll(self.allied, WEATHER))
            else:
                self._set_weather(state, 0, events)
        else:
            self.engineer.begin_work(state)

    def player_turn_ends(self, state: State, events: list[Event]) -> None:
        """Finish the Engineer's work (13.1), and eliminate a unit whose assault did not take place (13.24)."""
        if state.side == self.german:
            self.engineer.end_work(state, self.bridges, events)
        for unit in self.rooted(state):
            lose(state, unit, (state.location[unit],), events)

    turn_ends = score.score_turn

    # -- Lines of Communication: 17.3

    def bound(self, state: State) -> list[int]:
        """Return the Allied units on the map that need a line: all but the Poles (17.36)."""
        return [unit for unit in state.on_map(self.allied) if unit not in self.polish]

    def nets(self, state: State) -> dict[str, Net]:
        """Return the nets of lines: to each division's drop zone, and under an empty name by road to the south."""
        is_open = open_hexes(state, self.allied)
        found = {"": ground_net(state, is_open, self.line_to)}
        for division, h in self.drop_zones.placed(state).items():
            found[division] = airborne_net(state, is_open, h)
        return found

    def line(self, state: State, unit: int, nets: Mapping[str, Net]) -> tuple[int, ...]:
        """Return the Line of Communication of a unit, beginning with its own hex; empty if it has none."""
        net = nets.get(self.division[unit] if unit in self.airborne else "")
        line = () if net is None else net.line(state, state.location[unit])
        return line if unit not in self.airborne or len(line) <= LENGTH + 1 else ()

    def supplies(self, state: State) -> list[Supply]:
        """Return the line of each unit, or the reason why it has none (17.3)."""
        nets, placed = self.nets(state), self.drop_zones.placed(state)
        found = []
        for unit in self.bound(state):
            line, h = self.line(state, unit, nets), state.location[unit]
            if line:
                why = ""
            elif unit in self.airborne:
                why = why_out_of_reach(state, self.allied, h, placed.get(self.division[unit]))
            else:
                why = why_off_road(state, self.allied, h, self.line_to)
            found.append(Supply(unit, line, why))
        return found

    # -- what players see of the position

    def circumstances(self, state: State) -> list[str]:
        """Return the weather (16.0), the landed and allowed units (16.12), and the number of blown bridges."""
        if state.phase is Phase.SETUP:
            return []
        told = []
        if self.has_weather:
            now = weather.weather_now(state)
            told.append(f"weather {now}")
            if state.side == self.allied and state.phase is Phase.MOVEMENT:
                told.append(f"landed {landed(state)}/{weather.LANDINGS[now]}")
        blown = sum(demolition.is_blown(state, pair) for pair in self.bridges)
        return [*told, *([f"blown {blown}"] if blown else [])]

    def crossings(self, state: State) -> list[Crossing]:
        """Return every bridge over a canal or river, with its kind and state (12.0)."""
        return [Crossing(pair, kind, demolition.condition(state, pair, kind)) for pair, kind in self.bridges.items()]

    def die_table(self, state: State, purpose: str, about: tuple[int, ...]) -> tuple[str, ...]:
        """Return the effects of a demolition roll (12.12) or a weather roll (16.0)."""
        if purpose != WEATHER:
            return tuple("blown" if die in demolition.BLOWN_BY else "stands" for die in range(1, 7))
        return "as it was", "Good", "Fair", "Fair", "Poor", "Poor"

    # -- victory: 17.0

    objectives = score.objectives
    measures = measures
    due = score.due
    counted = score.counted
    concerns = score.concerns
    is_decided_by_points = True
    own_account = score.account
    own_sources = sources

    @property
    def scale(self) -> Scale:
        """The weights of points: two German points and one Allied point are a draw (17.4)."""
        return Scale(by_side((self.allied, 2), (self.german, 1)))

    verdict_note = score.verdict_note
    verdict = score.verdict
