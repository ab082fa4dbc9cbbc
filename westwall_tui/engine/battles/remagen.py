"""Remagen: Bridgehead on the Rhine, March 1945. Exclusive Rules 10.0 to 17.0.

11.0 (bridges) is in `rules.float_bridges`, 14.0 (the continuous front) in `rules.banks` and
`rules.front`. The board names the areas that the rules speak of: the banks, the Autobahn's far side, and what is beyond
the Limit of Advance.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.decisions.bridges import Bridges as BridgesDecision
from westwall_tui.engine.events import BridgeBuilt, BridgeDestroyed, Event, FrontFound, Scored
from westwall_tui.engine.orders import Bridge, Destroy, IllegalOrder
from westwall_tui.engine.rules import float_bridges, movement, reinforcements
from westwall_tui.engine.rules.answers import NO_BAR, NOBODY, Bar, Crossing, Marker, Objective, Option, Score
from westwall_tui.engine.rules.banks import Banks
from westwall_tui.engine.rules.communication import joined
from westwall_tui.engine.rules.float_bridges import Bridges, Standing
from westwall_tui.engine.rules.front import POINTS_A_GAP, Front, cheapest
from westwall_tui.engine.rules.losses import lose
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.rules.scenario_data import ScenarioDataError
from westwall_tui.engine.rules.zones import controlled, occupied
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.state import Outcome, State
from westwall_tui.engine.units import Kind, Unit

WEST_BANK, EAST_BANK = "West bank", "East bank"
FAR_SIDE = "On or east of the Autobahn"
BEYOND = "Beyond the Limit of Advance"
NO_LIMIT = "no-limit"
FRONT_FROM = 3
"""14.11: U.S. units east of the Rhine with which the front begins."""
INFANTRY_FREE = 10
"""16.22: infantry units on or east of the Autobahn for which nothing is scored."""
INFANTRY_POINTS = 5
"""16.22: for each one more."""
NO_INFANTRY = 20
"""16.23: to the German where none is there."""
WEST_OF_RHINE = 20
"""16.24: to the German for each unit there."""
LEVELS = (
    (50, "US Decisive"),
    (40, "US Substantive"),
    (30, "US Marginal"),
    (20, "Draw"),
    (10, "German Marginal"),
    (0, "German Substantive"),
)
"""16.5: the least difference, U.S. less German, of a level. Below 0 it is German Decisive."""
_FRONT_SINCE = "continuous front since"
_GAPS = "hexes of gaps in the front"
_BEYOND_FRONT = "points of units lost beyond the front"


class Autobahn(NamedTuple):
    """How the Autobahn stands (16.2)."""

    infantry: tuple[int, ...]
    """U.S. infantry on it or to its east that has a Line of Communication."""
    cut_off: tuple[int, ...]
    """U.S. infantry there that has none."""
    points: int
    """What the U.S. player would have for it now."""


class Remagen(Ruleset):
    """Both scenarios; `[victory]` says which turns are nights, when bridges come, and what towns are worth."""

    name = "Remagen's Exclusive Rules"
    arrival_case = "12.0"
    entry_hex_case = "12.0"
    entry_enemy_case = "12.21"
    no_attack_case = "11.12"
    destruction_case = "11.21"
    no_combat_case = "13.0"
    zones_case = "13.0"
    enters_zones = False
    choices = (Option(NO_LIMIT, "Ignore the U.S. Limit of Advance (15.0)"),)
    victory_keys = ("night", "float_bridges", "us_towns", "german_towns")

    def __init__(self, scenario: Scenario, options: Mapping[str, bool] | None = None) -> None:
        super().__init__(scenario, options)
        board = scenario.board
        self.us, self.german = self._side("US"), self._side("German")
        self.front_side = self.us
        self.west_bank, self.east_bank = self._area(WEST_BANK), self._area(EAST_BANK)
        self.far_side, beyond = self._area(FAR_SIDE), self._area(BEYOND)
        if not Banks.of(board, self.east_bank).whole:
            reason = f"the area {EAST_BANK!r} must be one piece of land, from the river to the east edge of the map"
            raise ScenarioDataError("board", reason)
        self.night = self._turns("night")
        self.bridges = Bridges(board, self.west_bank, self.east_bank, self._turns("float_bridges"))
        german = {name: points for name, _, points in self._places("german_towns")}
        us = {name: points for name, _, points in self._places("us_towns")}
        hexes = {name: at for key in ("us_towns", "german_towns") for name, at, _ in self._places(key)}
        self.towns = tuple((name, hexes[name], us.get(name, 0), german.get(name, 0)) for name in hexes)
        limited = NO_LIMIT not in self.options
        self._bar = Bar(beyond, "15.0", "no U.S. unit goes beyond the Limit of Advance") if limited else NO_BAR

    # -- bridges: 11.0

    def turn_begins(self, state: State, events: list[Event]) -> None:
        """11.21: what is engaged in combat from now on is so in this Game-Turn."""
        float_bridges.turn_begins(state)

    def lay_bridge(self, state: State, order: Bridge) -> Callable[[list[Event]], None]:
        """11.11: the U.S. player lays float bridges, in his Movement Phase."""
        if state.side != self.us:
            raise IllegalOrder("11.11", "only the U.S. player lays float bridges")
        h, west, east = self.bridges.check_site(state, order)

        def perform(events: list[Event]) -> None:
            name = self.bridges.lay(state, h, west, east)
            events.append(BridgeBuilt(order.hex, f"laid from {order.west} to {order.east} ({name})"))

        return perform

    def bridge_sites(self, state: State) -> Iterator[Bridge]:
        """11.11: where the U.S. player may lay a float bridge now."""
        return self.bridges.sites(state) if state.side == self.us else iter(())

    def may_attack(self, state: State, unit: int) -> bool:
        """11.12: no attack is made from a Bridge hex."""
        return not float_bridges.on_a_bridge(state, unit)

    def destructible(self, state: State) -> tuple[int, ...]:
        """11.21: those that the German player may destroy."""
        return self.bridges.destructible(state, self.german) if state.side == self.german else ()

    def destroy_bridge(self, state: State, order: Destroy) -> Callable[[list[Event]], None]:
        """11.21: a bridge is destroyed, and the unit on it goes to the east bank."""
        unit, h, east = self.bridges.check_destruction(state, self.german, order)

        def perform(events: list[Event]) -> None:
            state.location[unit] = east
            self.bridges.destroy(state, h)
            events.append(BridgeDestroyed(order.hex, state.units[unit].id, state.number(east)))

        return perform

    def standing_bridges(self, state: State) -> list[Standing]:
        """11.0: how every bridge stands, laid, due or destroyed."""
        return self.bridges.standing(state)

    # -- reinforcements: 12.0

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """12.21, 12.22: the lettered hexes free of the enemy, or if there are none those of the next area with any."""
        if not self.may_arrive(state, unit):
            return ()
        hexes = self.scenario.arrivals[unit].hexes
        enemy = 1 - state.units[unit].side
        held, zone = occupied(state, enemy), controlled(state, enemy)
        entries = self.scenario.board.entries
        letters = sorted(entries)
        scheduled = [letter for letter in letters if set(entries[letter]) <= set(hexes)]
        after = letters.index(scheduled[-1]) + 1 if scheduled else len(letters)
        areas = [hexes, *(entries[letter] for letter in letters[after:] + letters[:after])] if scheduled else [hexes]
        for area in areas:
            free = tuple(sorted(h for h in area if not held[h] and not zone[h]))
            if free:
                return free
        return ()

    def check_end_of_movement(self, state: State) -> None:
        """12.23: reinforcements are not withheld while they can enter."""
        waiting = reinforcements.available(self, state, state.side)
        if not waiting:
            return
        ground = movement.field(self, state, state.side)
        owed = [unit for unit in waiting if self._can_enter(state, unit, ground)]
        if owed:
            names = state.ids(owed)
            raise IllegalOrder("12.23", f"{', '.join(names)} can enter, and may not be withheld", names)

    def _can_enter(self, state: State, unit: int, ground: movement.Field) -> bool:
        way = movement.reach(self, state, unit, ground)
        return any(
            cost != movement.FAR and movement.may_stop(self, ground, state, unit, h) for h, cost in enumerate(way.cost)
        )

    # -- night: 13.0

    def is_night(self, state: State) -> bool:
        """Whether the Game-Turn is a night (17.15)."""
        return state.turn in self.night

    def fights(self, state: State) -> bool:
        """13.0: no combat at night."""
        return not self.is_night(state)

    def leaves_zones(self, state: State) -> bool:
        """13.0: at night units leave Enemy-controlled hexes, though not for others."""
        return self.is_night(state)

    # -- the ends of Player-Turns: 11.21, 14.0

    def player_turn_ends(self, state: State, events: list[Event]) -> None:
        """14.0 after the U.S. player's, 11.21 after the German player's."""
        if state.side == self.us:
            self._judge_front(state, events)
            return
        hexes = self.destructible(state)
        if hexes:
            state.frames.append(BridgesDecision(self.german, hexes))

    def east_of_rhine(self, state: State) -> list[int]:
        """The U.S. units on the east bank; those on bridges are on neither."""
        return [unit for unit in state.on_map(self.us) if state.location[unit] in self.east_bank]

    def front_due(self, state: State) -> bool:
        """14.11: whether there must be a front if the U.S. Player-Turn ends now."""
        return _FRONT_SINCE in state.facts or len(self.east_of_rhine(state)) >= FRONT_FROM

    def front(self, state: State) -> Front | None:
        """14.1: the front in force as things stand; None where none is due, or nobody is there to form one."""
        if not self.front_due(state):
            return None
        worth = {state.location[unit]: value(state.units[unit]) for unit in self.east_of_rhine(state)}
        zone = controlled(state, self.us)
        held = frozenset(h for h in self.east_bank if zone[h]) | worth.keys()
        return cheapest(Banks.of(self.scenario.board, self.east_bank), worth, held)

    def _judge_front(self, state: State, events: list[Event]) -> None:
        front = self.front(state)
        if front is None:
            if self.front_due(state):
                state.facts.setdefault(_FRONT_SINCE, state.turn)
            return
        state.facts.setdefault(_FRONT_SINCE, state.turn)
        events.append(FrontFound(state.numbers(front.hexes), state.numbers(front.gaps)))
        german = self.scenario.sides[self.german].name
        if front.gaps:
            state.facts[_GAPS] = state.facts.get(_GAPS, 0) + len(front.gaps)
            events.append(Scored(german, len(front.gaps) * POINTS_A_GAP, "gaps in the front"))
        occupants = state.occupants()
        for h in front.lost:
            unit = occupants[h]
            worth = value(state.units[unit])
            lose(state, unit, (h,), events)
            state.facts[_BEYOND_FRONT] = state.facts.get(_BEYOND_FRONT, 0) + worth
            events.append(Scored(german, worth, f"{state.units[unit].id} beyond the front"))

    # -- the Limit of Advance: 15.0

    def bar(self, state: State, side: int) -> Bar:
        """15.0: no U.S. unit goes beyond the Limit of Advance, unless the players have agreed to ignore it."""
        return self._bar if side == self.us else NO_BAR

    # -- what is told of the position

    def conditions(self, state: State) -> list[str]:
        """13.0."""
        return ["NIGHT"] if self.is_night(state) and state.phase is not Phase.SETUP else []

    def boundaries(self, state: State) -> Sequence[str]:
        """15.0: the Limit of Advance, unless the players ignore it."""
        return super().boundaries(state) if self._bar.hexes else ()

    def crossings(self, state: State) -> list[Crossing]:
        """11.0: float bridges, and the bridges of the map that are destroyed."""
        floats = [b for b in self.standing_bridges(state) if b.hex >= 0 and not b.printed]
        found = [(b.hex, end, "laid") for b in floats for end in (b.west, b.east)]
        printed, now = self.scenario.board.ground.zone, state.ground.zone
        found += [(h, end, "blown") for h in self.bridges.printed for end in printed[h] if end not in now[h]]
        return [Crossing((min(a, b), max(a, b)), "", how) for a, b, how in found]

    def markers(self, state: State, viewer: int) -> list[Marker]:
        """11.0: the bridges, and where one was that the map shows."""
        found = [
            Marker(bridge.hex, "##" if bridge.printed else "HH", bridge.name)
            for bridge in self.standing_bridges(state)
            if bridge.hex >= 0
        ]
        gone = [h for h in self.bridges.printed if self.bridges.ends(state, h) is None]
        return found + [Marker(h, "xx", "bridge destroyed") for h in gone]

    def situation(self, state: State) -> list[str]:
        """11.0, 14.11 and 16.2: bridges, the front, the Autobahn."""
        bridges = "; ".join(self._bridge_told(state, bridge) for bridge in self.standing_bridges(state))
        found = [f"Bridges: {bridges}."]
        since = state.facts.get(_FRONT_SINCE)
        if since is None:
            east = len(self.east_of_rhine(state))
            found.append(f"A front has to be held once {FRONT_FROM} units are east of the Rhine (14.11); now {east}.")
        else:
            found.append(f"The front has had to be held since Game-Turn {since} (14.11).")
        autobahn = self.autobahn(state)
        cut = f", and {', '.join(state.ids(autobahn.cut_off))} without one" if autobahn.cut_off else ""
        found.append(
            f"Infantry on or east of the Autobahn with a Line of Communication: {len(autobahn.infantry)}{cut}. "
            f"Each above {INFANTRY_FREE} gives {INFANTRY_POINTS} points (16.22)."
        )
        return found

    def _bridge_told(self, state: State, bridge: Standing) -> str:
        if bridge.hex >= 0:
            hex_, west, east = state.numbers((bridge.hex, bridge.west, bridge.east))
            return f"{bridge.name} at {hex_}, from {west} to {east}"
        gone = f"destroyed in Game-Turn {bridge.destroyed}" if bridge.destroyed else ""
        when = "may be laid now" if bridge.due <= state.turn else f"may be laid from Game-Turn {bridge.due} on"
        return f"{bridge.name} {', '.join(part for part in (gone, when if bridge.due else '') if part)}"

    # -- victory: 16.0

    def objectives(self, state: State) -> list[Objective]:
        """16.1: every town, and who would score it now."""
        found = []
        for name, hexes, us, german in self.towns:
            worth = (us, german) if self.us == 0 else (german, us)
            holder, why = self._holder(state, hexes)
            found.append(Objective(name, hexes, worth, holder, why))
        return found

    def _holder(self, state: State, hexes: tuple[int, ...]) -> tuple[int, str]:
        """16.11: who occupies a town: with a unit in each hex, or all covered and nothing of the enemy's in any."""
        held = [occupied(state, side) for side in (0, 1)]
        zone = [controlled(state, side) for side in (0, 1)]
        names = [side.name for side in self.scenario.sides]
        for side in (0, 1):
            if all(held[side][h] for h in hexes):
                return side, f"{names[side]} has a unit in every hex"
        for side in (0, 1):
            covered = all(held[side][h] or zone[side][h] for h in hexes)
            if covered and not any(held[1 - side][h] or zone[1 - side][h] for h in hexes):
                return side, f"{names[side]} alone has units or Zones of Control in every hex"
        there = [names[side] for side in (0, 1) if any(held[side][h] or zone[side][h] for h in hexes)]
        return NOBODY, "both sides have a hold on it" if len(there) == 2 else "nobody has every hex of it"

    def autobahn(self, state: State) -> Autobahn:
        """16.21, 16.41: the U.S. infantry on the Autobahn or to its east, and what it is worth."""
        there = [
            unit
            for unit in state.on_map(self.us)
            if state.location[unit] in self.far_side and state.units[unit].kind is Kind.INFANTRY
        ]
        line = joined(state, self.us, self.scenario.board.edge("west"))
        linked = tuple(unit for unit in there if line(state.location[unit]))
        points = max(len(linked) - INFANTRY_FREE, 0) * INFANTRY_POINTS
        return Autobahn(linked, tuple(unit for unit in there if unit not in linked), points)

    def west_of_rhine(self, state: State) -> list[int]:
        """16.24, 16.43: the German units on the west bank with a Line of Communication to the east edge."""
        there = [unit for unit in state.on_map(self.german) if state.location[unit] in self.west_bank]
        if not there:
            return []
        line = joined(state, self.german, self.scenario.board.edge("east"))
        return [unit for unit in there if line(state.location[unit])]

    def account(self, state: State) -> list[Score]:
        """16.0: units, towns and ground as they stand, gaps and losses of the front as they were scored."""
        us, german = self.us, self.german
        towns = [town for town in self.objectives(state) if town.side != NOBODY and town.points[town.side]]
        autobahn, across = self.autobahn(state), self.west_of_rhine(state)
        infantry = f"{len(autobahn.infantry)} infantry on or east of the Autobahn"
        beyond, gaps = state.facts.get(_BEYOND_FRONT, 0), state.facts.get(_GAPS, 0)
        found = [
            self._eliminated(state, us, 0, ""),
            *(Score(us, town.name, town.points[us]) for town in towns if town.side == us),
            Score(us, infantry, autobahn.points),
            self._eliminated(state, german, beyond, ", the front apart"),
            Score(german, "units beyond the front", beyond),
            Score(german, f"{_hexes(gaps)} of gaps in the front", gaps * POINTS_A_GAP),
            *(Score(german, town.name, town.points[german]) for town in towns if town.side == german),
        ]
        if not autobahn.infantry and not autobahn.cut_off:
            found.append(Score(german, "no infantry on or east of the Autobahn", NO_INFANTRY))
        if across:
            found.append(
                Score(german, f"west of the Rhine: {', '.join(state.ids(across))}", len(across) * WEST_OF_RHINE)
            )
        return found

    def _eliminated(self, state: State, side: int, less: int, rest: str) -> Score:
        """16.3: what a side has for the enemy units that it has eliminated."""
        lost = state.eliminated(1 - side)
        worth = sum(value(state.units[unit]) * (2 if side == self.us else 1) for unit in lost)
        return Score(side, f"{self.scenario.sides[1 - side].name} units eliminated{rest}", worth - less)

    def outcome(self, state: State) -> Outcome:
        """16.5: the level that the difference of all points gives."""
        points = self.totals(state)
        us, german = points[self.us], points[self.german]
        reached = level(us - german)
        count = f"US {us}, German {german}, difference {us - german}"
        if reached == "Draw":
            return Outcome(NOBODY, f"The game is drawn: {count}")
        winner = self.us if reached.startswith("US") else self.german
        return Outcome(winner, f"{reached} Victory: {count}")


def value(unit: Unit) -> int:
    """16.31: a U.S. unit in Victory Points, its Attack or Barrage Strength; a German one counts twice that."""
    return unit.strength.barrage if unit.is_artillery else unit.strength.attack


def level(difference: int) -> str:
    """16.5: the level of victory."""
    for least, name in LEVELS:
        if difference >= least:
            return name
    return "German Decisive"


def _hexes(count: int) -> str:
    return "1 hex" if count == 1 else f"{count} hexes"
