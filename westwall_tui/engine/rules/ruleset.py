"""The seams where a battle's Exclusive Rules override the Standard Rules.

Each method is one question that the Standard Rules ask. The base class gives the standard answer; a battle overrides
the few it answers differently, and nothing in this package knows which battle that is. Points and victory are in
`victory`, on which this builds; `answers` holds the records that answers are made of; `scenario_data` reads a battle's
numbers.
"""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules.answers import (
    ANY_ARTILLERY,
    ATTACKS_FROM_ANYWHERE,
    NOTHING_CLOSED,
    TERRAIN_LINES,
    ArtilleryLimit,
    ClosedHexes,
    Crossing,
    DefenseLine,
    GroundSupport,
    Marker,
    Option,
    Refuges,
    Supply,
)
from westwall_tui.engine.rules.parts import Assaults, Bridging, Columns, Fact, Landings, NamedFront, Notes, Part, Wiring
from westwall_tui.engine.rules.victory import VictoryRules
from westwall_tui.engine.scenario import Reinforcements, Scenario
from westwall_tui.engine.state import RESERVE, State
from westwall_tui.engine.terrain import Hexside

REFUSED = Fact("offer of * refused")
"""By side: the last Game-Turn in which its offer of a draw, or to concede, was refused; all battles have it."""


class Ruleset(VictoryRules):
    """The Standard Rules' own answers. A battle reads its numbers from the scenario when it is made."""

    # -- the cases that refusals name

    zones_case = "6.0"
    """The case: from one Enemy-controlled hex into another."""
    arrival_case = "4.1"
    """The case: when reinforcements arrive."""
    entry_hex_case = "4.1"
    """The case: where they enter by ground."""
    entry_enemy_case = "4.1"
    """The case: enemies at the entry."""
    exit_case = "5.0"
    """The case: where units exit."""
    no_combat_case = "4.1"
    """The case: a Game-Turn without combat."""

    # -- what a battle has at all

    choices: tuple[Option, ...] = ()
    """The players' options before the scenario begins."""
    facts: tuple[Fact, ...] = ()
    """The battle's entries in `State.facts`, besides those of its parts."""
    parts: tuple[Part, ...] = ()
    """The subjects that the battle adds to the Standard Rules, with their orders, facts and markers."""
    notes = Notes()
    bridging = Bridging()
    front = NamedFront()
    landings = Landings()
    columns = Columns()
    river_assaults = Assaults()
    wiring = Wiring()
    enters_zones = True
    """True if reinforcements may enter in an enemy Zone of Control; they stop there (6.0)."""
    no_attacks = ATTACKS_FROM_ANYWHERE
    """Hexes from which a unit cannot attack and obliges no adjacent enemy (7.1)."""
    refuges = Refuges()
    """Places where units may shorten their retreats."""
    needs_lines = False
    """True if units or scoring places need Lines of Communication."""

    def __init__(self, scenario: Scenario, options: Mapping[str, bool] | None = None) -> None:
        """`options` are the `choices` that the players made. Raises `ScenarioDataError`."""
        super().__init__(scenario)
        self.options = {name: True for name, taken in (options or {}).items() if taken}

    def remembers(self, key: str) -> bool:
        """True if `State.facts` may have a key in this battle."""
        facts = (REFUSED, *self.facts, *(fact for part in self.parts for fact in part.facts))
        return any(fact.has(key) for fact in facts)

    # -- setting up

    def why_not_set_up(self, state: State, unit: int, h: int) -> tuple[str, str]:
        """The case and the reason why a unit may not be set up in a hex outside its limits. Standard: 3.0."""
        return "3.0", f"{state.units[unit].name} may not set up at {state.number(h)}"

    # -- the sequence of play

    def turn_begins(self, state: State, events: list[Event]) -> None:
        """Called when a Game-Turn begins, its Ground Support allotted. Standard: nothing."""

    def phase_begins(self, state: State, events: list[Event]) -> None:
        """Called when a phase begins; it may push a decision that comes first. Standard: nothing."""

    def combat_over(self, state: State, events: list[Event]) -> None:
        """Called when a combat is over, its advances made. Standard: nothing."""

    def player_turn_ends(self, state: State, events: list[Event]) -> None:
        """Called at the end of a Player-Turn; it may push a decision. Standard: nothing."""

    def turn_ends(self, state: State, events: list[Event]) -> None:
        """Called at the end of a Game-Turn, before victory is judged. Standard: nothing."""

    def die_rolled(self, state: State, purpose: str, about: tuple[int, ...], die: int, events: list[Event]) -> None:
        """Carry out a die roll that the battle called for, with its purpose and hexes. Standard: none."""

    def die_table(self, state: State, purpose: str, about: tuple[int, ...]) -> Sequence[str]:
        """The effect of each roll of such a die, in a word or two. Standard: empty."""
        return ()

    # -- arrivals and exits

    def arrival(self, state: State, unit: int) -> Reinforcements | None:
        """Return the group with which a unit in reserve arrives, or None. Standard: its group of the schedule."""
        return state.scenario.arrivals.get(unit)

    def may_arrive(self, state: State, unit: int) -> bool:
        """True if a unit off the map, and not lost, may arrive this Game-Turn. Standard: from its scheduled one on."""
        group = self.arrival(state, unit)
        return group is not None and state.location[unit] == RESERVE and group.turn <= state.turn

    def arriving(self, state: State, side: int) -> list[int]:
        """The side's units that `may_arrive`, in unit order, found all at once. Standard: by their schedule."""
        location = state.location
        return [unit for unit in self.scenario.due[side, state.turn] if location[unit] == RESERVE]

    def why_absent(self, state: State, unit: int) -> tuple[str, str] | None:
        """A battle's own case and reason for keeping a unit off the map now. Standard: none."""
        return None

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Where a reinforcement may enter by ground. Standard: the hexes of its schedule."""
        group = self.arrival(state, unit)
        return group.hexes if group is not None and self.may_arrive(state, unit) else ()

    def entry_cost(self, state: State, unit: int, h: int) -> int | None:
        """Half Movement Points to enter the map at a hex, None if prohibited. Standard: by its terrain or road."""
        cost = state.ground.edge_cost(h, state.way(unit))
        return None if cost is None else cost + self.columns.toll(state, h)

    def return_turn(self, state: State, unit: int) -> int | None:
        """The first Game-Turn in which an exited unit may return. Standard: it does not."""
        return None

    def entered(self, state: State, unit: int, h: int) -> None:
        """Called when a reinforcement has entered or landed. Standard: the next one comes behind it, if in a column."""
        self.columns.join(state, h)

    def check_exit(self, state: State, unit: int, edge: str) -> None:
        """Raise `IllegalOrder` unless the unit may exit by the edge. Standard: none may."""
        raise IllegalOrder("5.0", "no unit may exit the map in this game", state.ids((unit,)))

    def exit_hexes(self, state: State, unit: int, edge: str) -> tuple[int, ...]:
        """The hexes of an edge where units may exit. Standard: all of them."""
        return state.scenario.board.edge(edge)

    # -- movement

    def closed_hexes(self, state: State, side: int) -> ClosedHexes:
        """Ground that is closed to a side beyond the Terrain Key. Standard: none."""
        return NOTHING_CLOSED

    def allowance(self, state: State, unit: int) -> int:
        """A unit's half Movement Points for this phase. Standard: those printed on it (5.13)."""
        return state.units[unit].strength.movement * 2

    def allowances_ahead(self, state: State) -> Sequence[int]:
        """By unit the same for later phases, as far as known now. Standard: as in this one."""
        return [self.allowance(state, unit) for unit in range(len(state.location))]

    def steps(self, state: State, unit: int) -> Sequence[Sequence[tuple[int, int]]]:
        """By hex: the next hexes for a unit, with costs in half Movement Points. Standard: the Terrain Key."""
        return state.ground.steps[state.way(unit)]

    def steps_ahead(self, state: State) -> Sequence[Sequence[Sequence[tuple[int, int]]]]:
        """The same by unit for later phases, as far as it is known now. Standard: as in this one."""
        return [self.steps(state, unit) for unit in range(len(state.location))]

    def why_moved(self, state: State, unit: int) -> tuple[str, str]:
        """The case and the reason why a unit may not move any more. Standard: it has moved (5.15)."""
        return "5.15", f"{state.units[unit].name} has already moved"

    def leaves_zones(self, state: State) -> bool:
        """True if units may now leave Enemy-controlled hexes, though not for others. Standard: no (5.14, 6.13)."""
        return False

    def watched(self, state: State) -> frozenset[int]:
        """The hexes where `hex_entered` may have an effect now. Standard: none."""
        return frozenset()

    def hex_entered(self, state: State, unit: int, h: int, origin: int | None) -> None:
        """Called when a unit entered a `watched` hex: from another hex, from off the map (a location below 0), or by
        set-up (None). It may push a decision. Standard: nothing.
        """

    def may_withhold(self, unit: int) -> bool:
        """True if a reinforcement that can come may stay off the map. Standard: yes."""
        return True

    def check_end_of_movement(self, state: State) -> None:
        """Raise `IllegalOrder` while the Movement Phase may not end. Standard: it may at any time (4.1)."""

    # -- combat

    def fights(self, state: State) -> bool:
        """True if this Game-Turn has Combat Phases. Standard: yes (4.1)."""
        return True

    def defense_line(self, state: State, unit: int) -> DefenseLine:
        """The line of the table for attacks on a unit where it stands. Standard: its terrain's (7.4)."""
        return TERRAIN_LINES[state.scenario.board.terrain[state.location[unit]]]

    def artillery_limit(self, state: State, side: int, *, attacking: bool) -> ArtilleryLimit:
        """The limit on a side's artillery in a combat. Standard: none (8.2, 9.12)."""
        return ANY_ARTILLERY

    def ground_support(self, state: State, side: int) -> GroundSupport:
        """The Ground Support that a side may use now. Standard: the rest of the Game-Turn's, anywhere (9.14)."""
        return GroundSupport(state.support[side])

    # -- after the die

    def rooted(self, state: State) -> tuple[int, ...]:
        """The units that can neither retreat nor be displaced. Standard: none."""
        return ()

    # -- for the screen

    def conditions(self, state: State) -> Sequence[str]:
        """Conditions of this phase in a few words each: the weather ... Standard: nothing."""
        return ()

    def crossings(self, state: State) -> Sequence[Crossing]:
        """The bridges with rules of their own. Standard: those that are not as printed."""
        return [Crossing((a, b), "", "laid" if lies & Hexside.BRIDGE else "blown") for a, b, lies in state.works]

    def markers(self, state: State, viewer: int) -> Sequence[Marker]:
        """Markers on the map, as far as a side may know (-1: public ones). Standard: those of its parts."""
        return [marker for part in self.parts for marker in part.markers(state, viewer)]

    def boundaries(self, state: State) -> Sequence[str]:
        """The named lines of the board that matter now, to be drawn. Standard: all of them."""
        return tuple(self.scenario.board.boundaries)

    def numbers(self, state: State) -> Mapping[str, int]:
        """The numbers that a briefing may name: what things are worth, what wins, limits. `state` is the first one.
        Standard: none.
        """
        return {}

    def situation(self, state: State) -> Sequence[str]:
        """Sentences that a player should read beside the points. Standard: nothing."""
        return ()

    def supplies(self, state: State) -> Sequence[Supply]:
        """The Line of Communication of each unit that needs one, or why it has none. Standard: no unit needs one."""
        return ()
