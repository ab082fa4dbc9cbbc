"""Reinforcements and weather (15.0, 16.0): the arrival of units by ground and by air, and exits."""

from collections.abc import Iterator, Mapping, Sequence

from westwall_tui.engine.battles import landings
from westwall_tui.engine.battles.arnhem import weather
from westwall_tui.engine.battles.arnhem.drop_zones import (
    DropZones,
    division_number,
)
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules import columns
from westwall_tui.engine.rules.answers import (
    Option,
)
from westwall_tui.engine.rules.parts import Landings
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.state import EXITED, RESERVE, State
from westwall_tui.engine.units import Kind
from westwall_tui.engine.words import division_named, listed

EXITS = ("west", "east")
"""The mapedges where German units exit and return (15.41)."""
FROM_THE_AIR = (Kind.AIRBORNE, Kind.GLIDER, Kind.AIRBORNE_ARTILLERY)
WEATHER = "weather"


class AirLandings(Landings):
    """The landings of airborne units, as scheduled, or with weather (16.0) on any Game-Turn that allows landings."""

    air_case, held_case = "15.31", "15.33"
    facts = (landings.LANDED,)

    def __init__(self, rules: "LandingRules") -> None:
        self._rules = rules
        self.case = "16.11" if rules.has_weather else "15.31"

    def lands(self, state: State, unit: int) -> bool:
        """Return True if a unit is scheduled to land (15.31) and isn't a replaced Engineer (13.3)."""
        rules = self._rules
        return unit in rules.landing and state.location[unit] == RESERVE and not rules.comes_by_road(state, unit)

    def left(self, state: State) -> int | None:
        """Return the number of units that may still land if the game has weather (16.12); otherwise None."""
        return weather.left(state) if self._rules.has_weather else None

    def hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Return the vacant hexes of its schedule (15.31, 15.33), or with weather around its drop zone (16.11)."""
        if not self._rules.may_arrive(state, unit):
            return ()
        if self._rules.has_weather:
            return weather.round_drop_zones(state, self._rules.drop_zones_of(state, unit))
        return landings.vacant(state, self._rules.scenario.arrivals[unit].hexes)

    def place(self, state: State, unit: int, *, brief: bool = False) -> str:
        """Return the landing place in games with weather: near a drop zone that is on the map (16.11)."""
        if not self._rules.has_weather:
            return ""
        zones = self._rules.drop_zones_of(state, unit)
        if not zones:
            return "by air, once its drop zone is on the map"
        near = " or ".join(state.numbers(zones))
        if brief:
            return f"by air near {near}" if len(zones) == 1 else "by air near any drop zone"
        return f"by air, within {weather.ROUND_ZONE} hexes of {near}"


class LandingRules(Ruleset):
    """The rules for arrivals in a battle with landings; the subclass `Arnhem` has all other rules."""

    arrival_case = "15.0"
    entry_hex_case = "15.24"
    entry_enemy_case = "15.21"
    has_landings = True
    exit_case = "15.41"

    def __init__(self, scenario: Scenario, options: Mapping[str, int] | None = None) -> None:
        super().__init__(scenario, options)
        units = scenario.units
        self.allied, self.german = self._side("Allied"), self._side("German")
        if self.allied:
            self._doubt("sides", f"{self.name} need the Allied side first, then the German")
        self.drop_zones = self.notes = DropZones(scenario.board, self.allied, dict(self._read_drop_zones()))
        weather_is = self._choice("weather", ("no", "option", "always"))
        if weather_is == "option":
            self.choices = (Option(WEATHER, "Roll for weather (16.0), and land airborne units around their drop zone"),)
        self.has_weather = weather_is == "always" or WEATHER in self.options
        self.landings = AirLandings(self)
        self.columns = columns.InColumns()
        self.exits = {edge: self._span(edge) for edge in EXITS}
        allies = scenario.of_side[self.allied]
        self.airborne = frozenset(unit for unit in allies if units[unit].kind in FROM_THE_AIR)
        self.printed_allowances = tuple([unit.strength.movement * 2 for unit in units])
        self.polish = frozenset(unit for unit in allies if units[unit].formation.startswith("Polish"))
        self.division = {unit: division_number(units[unit].formation) for unit in self.airborne - self.polish}
        self.landing = frozenset(unit for unit, group in scenario.arrivals.items() if group.lands)
        self._check_divisions()
        by_weather = self.landing if self.has_weather else frozenset[int]()
        self.by_weather = [[unit for unit in side if unit in by_weather] for side in scenario.of_side]

    def _read_drop_zones(self) -> Iterator[tuple[str, int | None]]:
        """Read the drop zones: `101 1007` is a fixed zone, `101` one that the player notes (15.36)."""
        key = "drop_zones"
        words = [word.partition(" ") for word in self._words(key)]
        self._check_list(key, [division for division, _, _ in words])
        self._check_twice(key, [number for _, _, number in words if number])
        for division, _, number in words:
            h = self._hex(key, number) if number else None
            if h is not None:
                self._check_hex(key, h)
            yield division, h

    def _check_divisions(self) -> None:
        """Note doubts about implausible drop zones and landings, and about airborne units without a division."""
        zones, units = self.drop_zones.divisions, self.scenario.units
        for unit in sorted(self.landing - self.airborne):
            self._doubt(
                "landings", f"{units[unit].id} isn't an Allied airborne or glider unit, so it cannot land (15.3)"
            )
        for unit in sorted(unit for unit, division in self.division.items() if not division):
            reason = f"{units[unit].id} lands by air, so its formation must begin with a number or with Polish"
            self._doubt("units", reason)
        for division in zones:
            if division not in self.division.values():
                self._doubt("drop_zones", f"no Allied airborne unit belongs to a division {division!r}")
        if not self.has_weather and not self.choices:
            return
        for division in sorted({self.division[unit] for unit in self.landing if unit in self.division} - {*zones}):
            self._doubt(
                "drop_zones", f"names no zone of {division_named(division)}, and with weather its units land there"
            )

    def _span(self, edge: str) -> tuple[int, ...]:
        """Return the hexes of a mapedge between two hexes, both included (15.41)."""
        key, along = f"exit_{edge}", self.scenario.board.edge(edge)
        ends = self._hexes(key, on=along, where=f"on the {edge} edge of the map", count=2)
        return tuple(h for h in along if min(ends) <= h <= max(ends)) if ends else ()

    # -- reinforcements: 15.0

    def allowance(self, state: State, unit: int) -> int:
        """Return three Movement Points for a unit that has landed this Game-Turn; otherwise its allowance (15.32)."""
        return landings.LANDED_ALLOWANCE if landings.has_landed(state, unit) else super().allowance(state, unit)

    def allowances_ahead(self, state: State) -> Sequence[int]:
        """Return full allowances, which units that landed have from the next Game-Turn on (15.32)."""
        return self.printed_allowances

    def comes_by_road(self, state: State, unit: int) -> bool:
        """Return True if a unit that is scheduled to land now comes by road instead."""
        return False

    def may_arrive(self, state: State, unit: int) -> bool:
        """Return True if a unit may return (15.42), may land in this weather (16.12), or is due by its schedule."""
        back = self.return_turn(state, unit)
        if back is not None:
            return back <= state.turn
        if self.has_weather and self.landings.lands(state, unit):
            return weather.left(state) > 0 and bool(self.drop_zones_of(state, unit))
        return super().may_arrive(state, unit)

    def arriving(self, state: State, side: int) -> list[int]:
        """Return the units that `may_arrive`, but check weather and drop zones only once for all of them."""
        location, now = state.location, state.turn
        found = [u for u in state.scenario.of_side[side] if location[u] in EXITED and state.gone[u] < now]
        scheduled = super().arriving(state, side)
        waiting = [unit for unit in self.by_weather[side] if location[unit] == RESERVE]
        if waiting:
            scheduled = [unit for unit in scheduled if unit not in self.landing]
            if weather.left(state) > 0:
                placed = self.drop_zones.placed(state)
                found += [unit for unit in waiting if self._its_zones(unit, placed)]
        return sorted(found + scheduled)

    def why_absent(self, state: State, unit: int) -> tuple[str, str] | None:
        """Return why a unit may not arrive yet: its exit (15.42), the weather (16.12) or its drop zone (15.39)."""
        name = state.units[unit].name
        if state.location[unit] in EXITED:
            return "15.42", f"{name} exited this Game-Turn and can return next Game-Turn at the earliest"
        if not self.has_weather or not self.landings.lands(state, unit):
            return None
        limit = weather.why_no_more(state, landings.landed(state))
        return limit or ("15.39", f"the drop zone of {division_named(name)} is not on the map yet")

    def return_turn(self, state: State, unit: int) -> int | None:
        """Return the Game-Turn after a unit's exit, if it has exited (15.42)."""
        return state.gone[unit] + 1 if state.location[unit] in EXITED else None

    def drop_zones_of(self, state: State, unit: int) -> tuple[int, ...]:
        """Return the drop zones where a unit may land: its division's, or for Poles all of them (a ruling on 16.12)."""
        return self._its_zones(unit, self.drop_zones.placed(state))

    def _its_zones(self, unit: int, placed: Mapping[str, int]) -> tuple[int, ...]:
        if unit in self.polish:
            return tuple(placed.values())
        h = placed.get(self.division.get(unit, ""))
        return () if h is None else (h,)

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Return the scheduled hexes or their alternates (15.22, 15.24), or those of the edge of its exit (15.42)."""
        if not self.may_arrive(state, unit):
            return ()
        here = state.location[unit]
        by = self.exits["east" if here == EXITED[1] else "west"]
        if here in EXITED:
            return columns.entrances(state, unit, by)
        group = self.arrival(state, unit)
        return () if group is None else columns.entrances(state, unit, group.hexes)

    def entered(self, state: State, unit: int, h: int) -> None:
        """Note that a unit has landed (15.32), or count it in the column at its hex (15.13)."""
        if self.landings.lands(state, unit):
            landings.note_landing(state, unit)
        else:
            super().entered(state, unit, h)

    def check_exit(self, state: State, unit: int, edge: str) -> None:
        """Raise `IllegalOrder` unless a German unit exits by the west or east edge (15.4, 15.41)."""
        counter = state.units[unit]
        if counter.side != self.german:
            raise IllegalOrder("15.4", f"{counter.name} cannot exit; only German units can", (counter.id,))
        if not self.exits.get(edge):
            raise IllegalOrder("15.41", f"{counter.name} can exit only by the west or east edge", (counter.id,))

    def exit_hexes(self, state: State, unit: int, edge: str) -> tuple[int, ...]:
        """Return the hexes of an edge where units may exit (15.41)."""
        return self.exits.get(edge, ())

    def may_withhold(self, unit: int) -> bool:
        """Return False for a landing unit in a game without weather (15.34); otherwise True."""
        return self.has_weather or unit not in self.landing

    def check_end_of_movement(self, state: State) -> None:
        """Raise `IllegalOrder` while a unit must still land, in a game without weather (15.34)."""
        if self.has_weather or state.side != self.allied:
            return
        left = [unit for unit in self.landing_due(state) if self.landings.hexes(state, unit)]
        if left:
            raise IllegalOrder("15.34", f"you must first land {listed(state.names(left), 3)}", state.ids(left))

    def landing_due(self, state: State) -> list[int]:
        """Return the units that must land this Game-Turn (15.34)."""
        due = (unit for unit in sorted(self.airborne) if self.landings.lands(state, unit) and not self.has_weather)
        return [unit for unit in due if self.may_arrive(state, unit)]

    # -- weather: 16.0

    def _set_weather(self, state: State, die: int, events: list[Event]) -> None:
        if self.has_weather:
            weather.change_weather(state, self.allied, die, events)
        if self.drop_zones.noted and weather.weather_now(state) is not weather.Weather.POOR:  # 15.39
            self.drop_zones.place(state, events)
