"""The interface through which a battle's Exclusive Rules override the Standard Rules.

Each method answers one question of the Standard Rules. The base class gives the standard answer; a battle overrides
the few that differ, and no module of this package names a battle. `victory`, the base class, answers questions about
points and victory; `answers` has the records that answers consist of; `scenario_data` reads a battle's numbers.
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
"""By side: the last Game-Turn in which its offer of a draw or a concession was refused; for all battles."""


class Ruleset(VictoryRules):
    """The answers of the Standard Rules. A battle's ruleset reads its numbers from the scenario when it is created."""

    # -- the cases that refusals name

    zones_case = "6.0"
    """The case on moves from one Enemy-controlled hex into another."""
    arrival_case = "4.1"
    """The case on the Game-Turns in which reinforcements arrive."""
    entry_hex_case = "4.1"
    """The case on the hexes where reinforcements enter by ground."""
    entry_enemy_case = "4.1"
    """The case on enemies at an entry hex."""
    exit_case = "5.0"
    """The case on the hexes where units exit."""
    no_combat_case = "4.1"
    """The case on Game-Turns without combat."""

    # -- the features of a battle

    choices: tuple[Option, ...] = ()
    """The battle's own options, which players choose before the scenario begins."""
    facts: tuple[Fact, ...] = ()
    """The battle's entries in `State.facts`, besides those of its parts."""
    parts: tuple[Part, ...] = ()
    """The parts that the battle adds to the Standard Rules, with their orders, facts and markers."""
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

    def __init__(self, scenario: Scenario, options: Mapping[str, int] | None = None) -> None:
        """Read the battle's numbers; `options` are the players' choices, by name. Raises `ScenarioDataError`."""
        super().__init__(scenario)
        self.options = {name: int(value) for name, value in (options or {}).items() if value}

    def remembers(self, key: str) -> bool:
        """Return True if `State.facts` may have a key in this battle."""
        facts = (REFUSED, *self.facts, *(fact for part in self.parts for fact in part.facts))
        return any(fact.has(key) for fact in facts)

    # -- setting up

    def why_not_set_up(self, state: State, unit: int, h: int) -> tuple[str, str]:
        """Return the case and reason why a unit may not be set up in a hex outside its limits. Standard: 3.0."""
        return "3.0", f"{state.units[unit].name} cannot be set up at {state.number(h)}; choose one of its set-up hexes"

    # -- the sequence of play

    def turn_begins(self, state: State, events: list[Event]) -> None:
        """Begin a Game-Turn, after Ground Support has been allotted. Standard: do nothing."""

    def phase_begins(self, state: State, events: list[Event]) -> None:
        """Begin a phase; a battle may push a decision that comes first. Standard: do nothing."""

    def combat_over(self, state: State, events: list[Event]) -> None:
        """End a combat, after its advances. Standard: do nothing."""

    def player_turn_ends(self, state: State, events: list[Event]) -> None:
        """End a Player-Turn; a battle may push a decision. Standard: do nothing."""

    def turn_ends(self, state: State, events: list[Event]) -> None:
        """End a Game-Turn, before victory is judged. Standard: do nothing."""

    def die_rolled(self, state: State, purpose: str, about: tuple[int, ...], die: int, events: list[Event]) -> None:
        """Apply a die roll that the battle asked for, with its purpose and hexes. Standard: do nothing."""

    def die_table(self, state: State, purpose: str, about: tuple[int, ...]) -> Sequence[str]:
        """Return the effect of each roll of such a die, in a word or two. Standard: empty."""
        return ()

    # -- arrivals and exits

    def arrival(self, state: State, unit: int) -> Reinforcements | None:
        """Return the group with which a unit in reserve arrives, or None. Standard: its group of the schedule."""
        return state.scenario.arrivals.get(unit)

    def may_arrive(self, state: State, unit: int) -> bool:
        """Return True if a unit in reserve may arrive this Game-Turn. Standard: from its scheduled Game-Turn on."""
        group = self.arrival(state, unit)
        return group is not None and state.location[unit] == RESERVE and group.turn <= state.turn

    def arriving(self, state: State, side: int) -> list[int]:
        """Return the side's units that `may_arrive`, in unit order. Standard: by their schedule."""
        location = state.location
        return [unit for unit in self.scenario.due[side, state.turn] if location[unit] == RESERVE]

    def why_absent(self, state: State, unit: int) -> tuple[str, str] | None:
        """Return the battle's own case and reason for keeping a unit off the map now. Standard: None."""
        return None

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Return the hexes where a reinforcement may enter by ground. Standard: the hexes of its schedule."""
        group = self.arrival(state, unit)
        return group.hexes if group is not None and self.may_arrive(state, unit) else ()

    def entry_cost(self, state: State, unit: int, h: int) -> int | None:
        """Return the half Movement Points to enter the map at a hex, or None. Standard: by its terrain or road."""
        cost = state.ground.edge_cost(h, state.way(unit))
        return None if cost is None else cost + self.columns.toll(state, h)

    def return_turn(self, state: State, unit: int) -> int | None:
        """Return the first Game-Turn in which an exited unit may return. Standard: None."""
        return None

    def entered(self, state: State, unit: int, h: int) -> None:
        """Note that a reinforcement has entered or landed. Standard: count it in the column at its hex."""
        self.columns.join(state, h)

    def check_exit(self, state: State, unit: int, edge: str) -> None:
        """Raise `IllegalOrder` unless the unit may exit by the edge. Standard: always raise."""
        raise IllegalOrder("5.0", "no unit can exit the map in this game", state.ids((unit,)))

    def exit_hexes(self, state: State, unit: int, edge: str) -> tuple[int, ...]:
        """Return the hexes of an edge where units may exit. Standard: all of them."""
        return state.scenario.board.edge(edge)

    # -- movement

    def closed_hexes(self, state: State, side: int) -> ClosedHexes:
        """Return the hexes closed to a side beyond the Terrain Key. Standard: none."""
        return NOTHING_CLOSED

    def allowance(self, state: State, unit: int) -> int:
        """Return a unit's half Movement Points for this phase. Standard: the printed allowance (5.13)."""
        return state.units[unit].strength.movement * 2

    def allowances_ahead(self, state: State) -> Sequence[int]:
        """Return the `allowance` of each unit in later phases, as far as known now. Standard: as in this phase."""
        return [self.allowance(state, unit) for unit in range(len(state.location))]

    def steps(self, state: State, unit: int) -> Sequence[Sequence[tuple[int, int]]]:
        """Return by hex a unit's next hexes, with costs in half Movement Points. Standard: the Terrain Key."""
        return state.ground.steps[state.way(unit)]

    def steps_ahead(self, state: State) -> Sequence[Sequence[Sequence[tuple[int, int]]]]:
        """Return the `steps` of each unit in later phases, as far as known now. Standard: as in this phase."""
        return [self.steps(state, unit) for unit in range(len(state.location))]

    def why_moved(self, state: State, unit: int) -> tuple[str, str]:
        """Return the case and reason why a unit can no longer move. Standard: it has already moved (5.15)."""
        return "5.15", f"{state.units[unit].name} has already moved this phase"

    def leaves_zones(self, state: State) -> bool:
        """Return True if units may leave Enemy-controlled hexes now, but not enter others. Standard: no (5.14)."""
        return False

    def watched(self, state: State) -> frozenset[int]:
        """Return the hexes where `hex_entered` may have an effect now. Standard: none."""
        return frozenset()

    def hex_entered(self, state: State, unit: int, h: int, origin: int | None) -> None:
        """Note that a unit has entered a `watched` hex; a battle may push a decision. Standard: do nothing.

        `origin` is the unit's last hex, a location below 0 if it comes from off the map, or None for a set-up.
        """

    def may_withhold(self, unit: int) -> bool:
        """Return True if a reinforcement that can enter may stay off the map. Standard: yes."""
        return True

    def check_end_of_movement(self, state: State) -> None:
        """Raise `IllegalOrder` while the Movement Phase may not end. Standard: never (4.1)."""

    # -- combat

    def fights(self, state: State) -> bool:
        """Return True if this Game-Turn has Combat Phases. Standard: yes (4.1)."""
        return True

    def defense_line(self, state: State, unit: int) -> DefenseLine:
        """Return the line of the table for attacks on a unit in its hex. Standard: the line of the terrain (7.4)."""
        return TERRAIN_LINES[state.scenario.board.terrain[state.location[unit]]]

    def artillery_limit(self, state: State, side: int, *, attacking: bool) -> ArtilleryLimit:
        """Return the limit on a side's artillery in a combat. Standard: no limit (8.2, 9.12)."""
        return ANY_ARTILLERY

    def ground_support(self, state: State, side: int) -> GroundSupport:
        """Return the usable Ground Support of a side. Standard: the rest of the Game-Turn's, anywhere (9.14)."""
        return GroundSupport(state.support[side])

    # -- after the die

    def rooted(self, state: State) -> tuple[int, ...]:
        """Return the units that can neither retreat nor be displaced. Standard: none."""
        return ()

    # -- for the screen

    def circumstances(self, state: State) -> Sequence[str]:
        """Return circumstances of this phase in a few words each, such as the weather. Standard: none."""
        return ()

    def crossings(self, state: State) -> Sequence[Crossing]:
        """Return the bridges with rules of their own. Standard: bridges that differ from the printed map."""
        return [
            Crossing((a, b), "", "laid" if features & Hexside.BRIDGE else "blown") for a, b, features in state.works
        ]

    def markers(self, state: State, viewer: int) -> Sequence[Marker]:
        """Return the markers on the map that a side may see (-1: public ones). Standard: the parts' markers."""
        return [marker for part in self.parts for marker in part.markers(state, viewer)]

    def boundaries(self, state: State) -> Sequence[str]:
        """Return the named lines of the board that matter now, to be drawn. Standard: all of them."""
        return tuple(self.scenario.board.boundaries)

    def areas(self, state: State) -> Mapping[str, Sequence[int]]:
        """Return the named areas of the board that matter now. Standard: all but those beside a line that does not."""
        board = self.scenario.board
        unseen = set(board.boundaries) - set(self.boundaries(state))
        return {name: hexes for name, hexes in board.areas.items() if not any(line in name for line in unseen)}

    def numbers(self, state: State) -> Mapping[str, int]:
        """Return the numbers that a briefing may name, such as points and limits. Standard: none.

        `state` is the first position of the game.
        """
        return {}

    def special_in_words(self) -> Sequence[str]:
        """Return a scenario's special rules in sentences, for the briefing and the help. Standard: none."""
        return ()

    def situation(self, state: State) -> Sequence[str]:
        """Return sentences that a player should read next to the points. Standard: none."""
        return ()

    def supplies(self, state: State) -> Sequence[Supply]:
        """Return the Line of Communication, or its obstacle, of each unit that needs one. Standard: no unit does."""
        return ()
