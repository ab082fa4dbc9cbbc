"""Arnhem: Operation Market-Garden, September 1944. Exclusive Rules 10.0 to 18.0, one module for each section.

The class answers the Standard Rules' questions, with the help of the modules beside it.
"""

from collections.abc import Iterator, Mapping, Sequence

from westwall_tui.engine.battles.arnhem import areas, cities, demolition, engineer, landings, scoring, weather
from westwall_tui.engine.battles.arnhem.communication import (
    LENGTH,
    Net,
    airborne_net,
    ground_net,
    open_hexes,
    why_off_road,
    why_out_of_reach,
)
from westwall_tui.engine.battles.arnhem.drop_zones import (
    APART,
    FROM_TOWNS,
    PLACED,
    TURN,
    ZONE,
    DropZones,
    division_number,
)
from westwall_tui.engine.battles.arnhem.measures import measures
from westwall_tui.engine.battles.arnhem.sources import sources
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Note
from westwall_tui.engine.rules import columns
from westwall_tui.engine.rules.answers import (
    ArtilleryLimit,
    Concern,
    Counted,
    Crossing,
    GroundSupport,
    Marker,
    Measure,
    Objective,
    Option,
    Scale,
    Score,
    Source,
    Supply,
    by_side,
)
from westwall_tui.engine.rules.losses import lose
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.state import EXITED, RESERVE, Outcome, State
from westwall_tui.engine.units import Kind

TWO_GUNS = ArtilleryLimit(guns=2)
"""14.12."""
SUPPORT_REACH = 3
"""14.11: hexes from an Allied unit that is not airborne."""
LANDED_ALLOWANCE = 6
"""15.32: half Movement Points of a unit in the Game-Turn in which it lands."""
FROM_THE_AIR = (Kind.AIRBORNE, Kind.GLIDER, Kind.AIRBORNE_ARTILLERY)
WEATHER = "weather"


class Arnhem(Ruleset):
    """Both scenarios; `[victory]` says where drop zones are, or that the player notes them, and if there is weather."""

    name = "Arnhem's Exclusive Rules"
    arrival_case = "15.0"
    entry_hex_case = "15.24"
    entry_enemy_case = "15.21"
    air_case = landing_case = "15.31"
    landing_held_case = "15.33"
    exit_case = "15.41"
    note_case = "15.36"
    assault_case = "13.24"
    artillery_case = "14.12"
    support_case = "14.11"
    needs_lines = True
    no_line_points = scoring.NO_LINE
    reduction_case, reduction_place = "11.1", "city"
    share_case = "13.24"
    demolition_case = "12.1"
    demolition_answers = (
        "Try to blow it: it falls on a die of 1 or 2",
        "Leave it: it stands for the rest of the game",
    )
    limits_artillery = True
    facts = (
        *(demolition.TRIED, ZONE, TURN, PLACED, landings.LANDED, columns.COLUMN),
        *(engineer.AT_WORK, engineer.HELPED, engineer.LOST, weather.WEATHER, scoring.WAAL, scoring.LINES),
    )
    victory_keys = ("engineer", "line_to", "drop_zones", "weather", "exit_west", "exit_east")

    def __init__(self, scenario: Scenario, options: Mapping[str, bool] | None = None) -> None:
        super().__init__(scenario, options)
        board, units = scenario.board, scenario.units
        self.allied, self.german = self._side("Allied"), self._side("German")
        self.engineer = next(iter(self._units("engineer")), None)
        self.line_to = self._hexes("line_to")
        self.drop_zones = DropZones(board, dict(self._read_drop_zones()))
        weather_is = self._choice("weather", ("no", "option", "always"))
        if weather_is == "option":
            self.choices = (Option(WEATHER, "Roll for weather (16.0), and land airborne units around their drop zone"),)
        self.has_weather = weather_is == "always" or WEATHER in self.options
        if self.has_weather:
            self.landing_case = "16.11"
        self.exits = {edge: self._span(edge) for edge in ("west", "east")}
        self.bridges = demolition.bridges(board)
        self.wired = demolition.wired(board, self.bridges)
        self.beside_wired = frozenset(self.wired)
        allies = scenario.of_side[self.allied]
        self.airborne = frozenset(unit for unit in allies if units[unit].kind in FROM_THE_AIR)
        self.eyes = tuple([unit for unit in allies if unit not in self.airborne])
        self.printed_allowances = tuple([unit.strength.movement * 2 for unit in units])
        self.refuges, self.reliefs = cities.refuges(board), cities.reliefs(units, self.airborne)
        self.polish = frozenset(unit for unit in allies if units[unit].formation.startswith("Polish"))
        self.division = {unit: division_number(units[unit].formation) for unit in self.airborne - self.polish}
        self.landing = frozenset(unit for unit, group in scenario.arrivals.items() if group.lands)
        by_weather = self.landing if self.has_weather else frozenset[int]()
        self.by_weather = [[unit for unit in side if unit in by_weather] for side in scenario.of_side]
        self.north_of_waal = frozenset(board.areas.get("North of the Waal", ()))
        self.north_of_rijn = frozenset(board.areas.get("North of the Neder Rijn", ()))

    def _read_drop_zones(self) -> Iterator[tuple[str, int | None]]:
        """`101 1007` is a fixed drop zone, `101` one that the player notes (15.36)."""
        for word in self._words("drop_zones"):
            division, _, number = word.partition(" ")
            yield division, self._hex("drop_zones", number) if number else None

    def _span(self, edge: str) -> tuple[int, ...]:
        """15.41: the hexes of a mapedge from one hex to another, both included."""
        ends = self._hexes(f"exit_{edge}")
        along = self.scenario.board.edge(edge)
        return tuple(h for h in along if ends[0] <= h <= ends[-1]) if ends else ()

    # -- bridges, 12.0, and what else happens on the way

    def watched(self, state: State) -> frozenset[int]:
        """12.11: the hexes next to wired bridges; 13.1, 13.21: the Engineer's, and those around it."""
        return self.beside_wired if self.engineer is None else self.beside_wired | engineer.near(state, self.engineer)

    def hex_entered(self, state: State, unit: int, h: int, origin: int | None) -> None:
        """12.11: the first Allied unit next to a bridge; 13.1, 13.21: what disturbs the Engineer, and its crossings."""
        own = state.units[unit].side == self.allied
        if self.engineer is not None and origin is not None:
            engineer.disturb(state, self.engineer, unit, h)
            if own and origin >= 0 and state.phase is Phase.MOVEMENT:
                engineer.crossed(state, self.engineer, origin, h)
        if own:
            pairs = demolition.untried(state, self.wired.get(h, []))
            if origin is None:
                demolition.spare(state, pairs)
            elif pairs:
                demolition.ask(state, self.german, pairs)

    def die_rolled(self, state: State, purpose: str, about: tuple[int, ...], die: int, events: list[Event]) -> None:
        """12.12: a demolition attempt; 16.0: the weather."""
        if purpose == WEATHER:
            self._set_weather(state, die, events)
        else:
            demolition.attempt(state, (about[0], about[1]), die, events)

    # -- the Engineer: 13.0

    def steps(self, state: State, unit: int) -> Sequence[Sequence[tuple[int, int]]]:
        """13.22: airborne and glider units cross rivers by the Engineer's hex."""
        helped = None if self.engineer is None else engineer.steps(state, self.engineer, unit)
        return super().steps(state, unit) if helped is None else helped

    def steps_ahead(self, state: State) -> list[Sequence[Sequence[tuple[int, int]]]]:
        """The ground alone: nobody knows where the Engineer will be."""
        return [state.ground.steps[way] for way in self.scenario.ways]

    def why_moved(self, state: State, unit: int) -> tuple[str, str]:
        """13.21: the Engineer may not move again once it has helped a unit across the river."""
        if unit == self.engineer and engineer.has_helped(state):
            name = state.units[unit].id
            return "13.21", f"{name} has helped a unit over the river and may not move any more in this Player-Turn"
        return super().why_moved(state, unit)

    def may_share(self, state: State, unit: int, h: int) -> bool:
        """13.24: one unit may stop with the Engineer, to assault across the river."""
        return self.engineer is not None and engineer.may_stack(state, self.engineer, unit, h)

    def rooted(self, state: State) -> tuple[int, ...]:
        """13.25: the unit with the Engineer cannot retreat from that hex (a ruling)."""
        return () if self.engineer is None else engineer.stacked(state, self.engineer)

    def assaulting(self, state: State) -> tuple[int, ...]:
        """13.24: the unit with the Engineer attacks one enemy across the river."""
        return () if self.engineer is None else engineer.stacked(state, self.engineer)

    def attacks_into(self, state: State, unit: int) -> tuple[int, ...]:
        """13.24: only across the river, for an assaulting unit."""
        if self.engineer is not None and self.assaults(state, unit):
            return engineer.far_banks(state, self.engineer)
        return super().attacks_into(state, unit)

    def combat_over(self, state: State, events: list[Event]) -> None:
        """13.24: a unit that assaulted and could not advance across the river is eliminated."""
        for unit in self.rooted(state):
            if state.attacked[unit] == state.serial:
                lose(state, unit, (state.location[unit],), events)

    # -- artillery and Ground Support: 14.0

    def artillery_limit(self, state: State, side: int, *, attacking: bool) -> ArtilleryLimit:
        """14.12: two artillery units, and any Ground Support."""
        return TWO_GUNS

    def numbers(self, state: State) -> Mapping[str, int]:
        """17.1 and 14.1: what scores, and the limits of artillery and aircraft."""
        return {
            **scoring.numbers(),
            **weather.numbers(),
            "zone_apart": APART,
            "zone_from_city": FROM_TOWNS,
            "round_zone": landings.ROUND_ZONE,
            "support_reach": SUPPORT_REACH,
            "guns": TWO_GUNS.guns,
        }

    def ground_support(self, state: State, side: int) -> GroundSupport:
        """14.11: only within three hexes of an Allied unit that is not airborne; one hex of a combat is enough."""
        return GroundSupport(state.support[side], spotters=self.eyes, reach=SUPPORT_REACH)

    # -- reinforcements: 15.0

    def allowance(self, state: State, unit: int) -> int:
        """15.32: three Movement Points in the Game-Turn in which a unit lands."""
        return LANDED_ALLOWANCE if landings.has_landed(state, unit) else super().allowance(state, unit)

    def allowances_ahead(self, state: State) -> Sequence[int]:
        """15.32: landed units have all their Movement Points from the next Game-Turn."""
        return self.printed_allowances

    def lands(self, state: State, unit: int) -> bool:
        """15.31: units whose schedule brings them from the air."""
        return unit in self.landing and state.location[unit] == RESERVE

    def may_arrive(self, state: State, unit: int) -> bool:
        """15.42: a unit that left the map may come back in a later Game-Turn; 16.12: the weather lets units land."""
        back = self.return_turn(state, unit)
        if back is not None:
            return back <= state.turn
        if self.has_weather and self.lands(state, unit):
            return self._landings_left(state) > 0 and bool(self._drop_zones_of(state, unit))
        return super().may_arrive(state, unit)

    def arriving(self, state: State, side: int) -> list[int]:
        """As `may_arrive`; what the weather and the drop zones let land is worked out once for all."""
        location, now = state.location, state.turn
        found = [u for u in state.scenario.of_side[side] if location[u] in EXITED and state.gone[u] < now]
        scheduled = super().arriving(state, side)
        waiting = [unit for unit in self.by_weather[side] if location[unit] == RESERVE]
        if waiting:
            scheduled = [unit for unit in scheduled if unit not in self.landing]
            if self._landings_left(state) > 0:
                placed = self.drop_zones.placed(state)
                found += [unit for unit in waiting if self._its_zones(unit, placed)]
        return sorted(found + scheduled)

    def why_absent(self, state: State, unit: int) -> tuple[str, str] | None:
        """15.39, 15.42, 16.12."""
        name = state.units[unit].id
        if state.location[unit] in EXITED:
            return "15.42", f"{name} exited this Game-Turn and may return from the next"
        if not self.has_weather or not self.lands(state, unit):
            return None
        limit = weather.why_no_more(state, landings.landed(state))
        return limit or ("15.39", f"the drop zone of {name} is not on the map yet")

    def _landings_left(self, state: State) -> int:
        """Units that may still land in this Game-Turn (16.12)."""
        return weather.LANDINGS[weather.now(state)] - landings.landed(state)

    def return_turn(self, state: State, unit: int) -> int | None:
        """15.42: the Game-Turn after the one in which it left."""
        return state.gone[unit] + 1 if state.location[unit] in EXITED else None

    def _drop_zones_of(self, state: State, unit: int) -> tuple[int, ...]:
        """The drop zones around which a unit lands: its division's, or any for the Poles (a ruling on 16.12)."""
        return self._its_zones(unit, self.drop_zones.placed(state))

    def _its_zones(self, unit: int, placed: Mapping[str, int]) -> tuple[int, ...]:
        if unit in self.polish:
            return tuple(placed.values())
        h = placed.get(self.division.get(unit, ""))
        return () if h is None else (h,)

    def landing_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """15.31, 15.33: the vacant hexes of its schedule; 16.11: with weather, those around its drop zone."""
        if not self.may_arrive(state, unit):
            return ()
        if self.has_weather:
            return landings.round_drop_zones(state, self._drop_zones_of(state, unit))
        return landings.vacant(state, self.scenario.arrivals[unit].hexes)

    def landing_place(self, state: State, unit: int) -> str:
        """16.11: with weather, around a drop zone if it is already on the map."""
        if not self.has_weather:
            return ""
        zones = self._drop_zones_of(state, unit)
        if not zones:
            return "from the air, once its drop zone is on the map"
        near = " or ".join(state.numbers(zones))
        return f"from the air, within {landings.ROUND_ZONE} hexes of {near}"

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """15.22, 15.24: the scheduled hexes or their alternates; 15.42: the edge by which it left."""
        if not self.may_arrive(state, unit):
            return ()
        here = state.location[unit]
        by = self.exits["east" if here == EXITED[1] else "west"]
        return columns.entrances(state, unit, by if here in EXITED else self.scenario.arrivals[unit].hexes)

    def entry_cost(self, state: State, unit: int, h: int) -> int | None:
        """15.13: one hex more for each unit ahead in the column."""
        return columns.column_cost(state, unit, h)

    def entered(self, state: State, unit: int, h: int) -> None:
        """15.13, 15.32."""
        if self.lands(state, unit):
            landings.note(state, unit)
        else:
            columns.join(state, h)

    def check_exit(self, state: State, unit: int, edge: str) -> None:
        """15.4, 15.41: only German units, by the west and the east."""
        counter = state.units[unit]
        if counter.side != self.german:
            raise IllegalOrder("15.4", f"{counter.id} may not exit: only German units may", (counter.id,))
        if not self.exits.get(edge):
            raise IllegalOrder("15.41", f"{counter.id} may exit only by the west or east edge", (counter.id,))

    def exit_hexes(self, state: State, unit: int, edge: str) -> tuple[int, ...]:
        """15.41."""
        return self.exits.get(edge, ())

    def check_end_of_movement(self, state: State) -> None:
        """15.34: without the weather rules no landing is delayed."""
        if self.has_weather or state.side != self.allied:
            return
        left = [unit for unit in self.landing_due(state) if self.landing_hexes(state, unit)]
        if left:
            names = state.ids(left)
            raise IllegalOrder("15.34", f"{', '.join(names)} must land in this Game-Turn", names)

    def landing_due(self, state: State) -> list[int]:
        """The units that must land this Game-Turn (15.34)."""
        due = (unit for unit in sorted(self.airborne) if self.lands(state, unit) and not self.has_weather)
        return [unit for unit in due if self.may_arrive(state, unit)]

    # -- drop zones: 15.35 to 15.39

    def noting(self, state: State) -> tuple[int, ...]:
        """15.36: in the free deployment the Allied player notes his drop zones first."""
        return (self.allied,) if self.drop_zones.noted else ()

    def notable(self, state: State, side: int) -> tuple[str, ...]:
        """The divisions."""
        return self.drop_zones.divisions

    def unnoted(self, state: State, side: int) -> tuple[str, ...]:
        """The divisions whose drop zone is still to be noted."""
        return self.drop_zones.unnoted(state)

    def note(self, state: State, side: int, order: Note) -> Mapping[str, int]:
        """15.36, 15.37, 15.39."""
        return self.drop_zones.note(state, order)

    def possible_notes(self, state: State, side: int) -> Sequence[tuple[str, int]]:
        """15.37."""
        return self.drop_zones.possible(state)

    def secret(self, state: State, side: int) -> bool:
        """15.36: a noted drop zone is hidden until it is placed."""
        if side != self.allied or not self.drop_zones.noted:
            return False
        settled = [d for d in self.drop_zones.divisions if self.drop_zones.hex(state, d) is not None]
        return any(not self.drop_zones.is_placed(state, d) for d in settled)

    def draw_unknown(self, state: State, viewer: int, draw: Draw) -> None:
        """15.36: zones that are noted and not yet placed are hidden from all but their player."""
        if viewer != self.allied and self.drop_zones.noted:
            self.drop_zones.draw_hidden(state, self._first_placing(state), draw)

    def _first_placing(self, state: State) -> int:
        """The first Game-Turn for a drop zone not yet on the map, as far as the German can tell (15.39)."""
        begun = state.phase is not Phase.SETUP and (state.side == self.allied or self.allied == 0)
        return state.turn + (begun and weather.now(state) is not weather.Weather.POOR)

    # -- the sequence of play; weather, 16.0

    def turn_begins(self, state: State, events: list[Event]) -> None:
        """15.36: drop zones that are not secret are on the map from the start."""
        if not self.drop_zones.noted:
            self.drop_zones.place(state, events)

    def phase_begins(self, state: State, events: list[Event]) -> None:
        """13.1, 13.3, 15.33, 16.0: what happens before the units move, and after they have landed."""
        allied = state.side == self.allied
        if state.phase is Phase.COMBAT:
            for unit in self.landing_due(state) if allied else ():
                lose(state, unit, (self.scenario.arrivals[unit].hexes[0],), events)
        elif allied:
            if self.engineer is not None:
                engineer.replace(state, self.engineer)
            if self.has_weather and state.turn > self.scenario.first_turn:
                state.frames.append(ExclusiveRoll(self.allied, WEATHER))
            else:
                self._set_weather(state, 0, events)
        elif self.engineer is not None:
            engineer.begin_work(state, self.engineer)

    def _set_weather(self, state: State, die: int, events: list[Event]) -> None:
        if self.has_weather:
            weather.change(state, self.allied, die, events)
        if self.drop_zones.noted and weather.now(state) is not weather.Weather.POOR:  # 15.39
            self.drop_zones.place(state, events)

    def player_turn_ends(self, state: State, events: list[Event]) -> None:
        """13.1: the Engineer's work is done; 13.24: a unit whose assault came to nothing is lost."""
        if self.engineer is None:
            return
        if state.side == self.german:
            engineer.end_work(state, self.engineer, self.bridges, events)
        for unit in self.rooted(state):
            lose(state, unit, (state.location[unit],), events)

    def turn_ends(self, state: State, events: list[Event]) -> None:
        """17.11.2, 17.12.2: the points of the Game-Turn."""
        scoring.score_turn(self, state, events)

    # -- Lines of Communication: 17.3

    def bound(self, state: State) -> list[int]:
        """The Allied units on the map that need a line: all but the Poles (17.36)."""
        return [unit for unit in state.on_map(self.allied) if unit not in self.polish]

    def nets(self, state: State) -> dict[str, Net]:
        """Where lines can run: for each division to its drop zone, and under an empty name to the south by road."""
        is_open = open_hexes(state, self.allied)
        found = {"": ground_net(state, is_open, self.line_to)}
        for division, h in self.drop_zones.placed(state).items():
            found[division] = airborne_net(state, is_open, h)
        return found

    def line(self, state: State, unit: int, nets: Mapping[str, Net]) -> tuple[int, ...]:
        """The line of a unit, its hex first; empty if it has none."""
        net = nets.get(self.division[unit] if unit in self.airborne else "")
        line = () if net is None else net.line(state, state.location[unit])
        return line if unit not in self.airborne or len(line) <= LENGTH + 1 else ()

    def supplies(self, state: State) -> list[Supply]:
        """17.3: unit by unit."""
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

    def conditions(self, state: State) -> list[str]:
        """The weather (16.0); in the Allied Movement Phase, how many of those that may have landed (16.12); bridges."""
        if state.phase is Phase.SETUP:
            return []
        told = []
        if self.has_weather:
            now = weather.now(state)
            told.append(f"weather {now}")
            if state.side == self.allied and state.phase is Phase.MOVEMENT:
                told.append(f"landed {landings.landed(state)}/{weather.LANDINGS[now]}")
        blown = sum(demolition.is_blown(state, pair) for pair in self.bridges)
        return [*told, *([f"blown {blown}"] if blown else [])]

    def crossings(self, state: State) -> list[Crossing]:
        """12.0: every bridge over a canal or river, with its kind and state."""
        return [Crossing(pair, kind, demolition.condition(state, pair, kind)) for pair, kind in self.bridges.items()]

    def markers(self, state: State, viewer: int) -> list[Marker]:
        """15.35: the drop zones; those that are only noted, for their own player alone (15.36)."""
        return self.drop_zones.markers(state, with_notes=viewer == self.allied)

    def die_table(self, state: State, purpose: str, about: tuple[int, ...]) -> tuple[str, ...]:
        """12.12, 16.0."""
        if purpose != WEATHER:
            return tuple("blown" if die in demolition.BLOWN_BY else "stands" for die in range(1, 7))
        return "as it was", "Good", "Fair", "Fair", "Poor", "Poor"

    # -- victory: 17.0

    def objectives(self, state: State) -> list[Objective]:
        """17.11: the ground beyond the Waal and the Neder Rijn."""
        return areas.objectives(self, state)

    def measures(self, state: State) -> list[Measure]:
        """17.3: the corridor."""
        return measures(self, state)

    def due(self, state: State) -> list[Score]:
        """17.11.2, 17.12.2."""
        return areas.due(self, state)

    def counted(self, state: State) -> list[Counted]:
        """17.11: the ground units beyond the rivers."""
        return areas.counted(self, state)

    def concerns(self, state: State) -> list[Concern]:
        """15.34, 17.11.2."""
        return areas.concerns(self, state)

    def account(self, state: State) -> list[Score]:
        """17.1: by cause, as things stand."""
        return scoring.account(self, state)

    def sources(self, state: State) -> list[Source]:
        """17.1: units lost, ground beyond the rivers, Lines of Communication."""
        return sources(self, state)

    @property
    def scale(self) -> Scale:
        """17.4: two German points for each Allied one are a draw."""
        return Scale(by_side((self.allied, 2), (self.german, 1)))

    def verdict(self, totals: tuple[int, int]) -> Outcome:
        """17.4."""
        return scoring.verdict(self, totals)
