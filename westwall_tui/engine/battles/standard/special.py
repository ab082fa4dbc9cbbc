"""Rules of several battles that a scenario with the Standard Rules can switch on (`[special]`)."""

from collections.abc import Collection, Mapping, Sequence

from westwall_tui.engine.battles import demolition, landings
from westwall_tui.engine.battles.cities import cities
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules import columns
from westwall_tui.engine.rules.answers import (
    ANY_ARTILLERY,
    NOBODY,
    NOTHING_CLOSED,
    UNLIMITED,
    ArtilleryLimit,
    ClosedHexes,
    Crossing,
    GroundSupport,
)
from westwall_tui.engine.rules.parts import Landings
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.rules.whereabouts import lose
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.state import RESERVE, State
from westwall_tui.engine.words import capital, count, in_words, listed

MAX_NAMED = 6
"""The most hexes of closed ground that are named; more are counted."""


def turns_listed(turns: Collection[int]) -> str:
    """Return Game-Turns for a sentence: `Game-Turn 3`, `Game-Turns 1 and 3`, `Game-Turns 2 to 5`."""
    first, last = min(turns), max(turns)
    if len(turns) == 1:
        return f"Game-Turn {first}"
    if len(turns) > 2 and len(turns) == last - first + 1:
        return f"Game-Turns {first} to {last}"
    return f"Game-Turns {listed(map(str, sorted(turns)))}"


class ScheduledLandings(Landings):
    """The landings of units in the hexes of their `[[landings]]`."""

    facts = (landings.LANDED,)

    def __init__(self, units: frozenset[int], rules: "SpecialRuleset") -> None:
        self.units, self._rules = units, rules

    def lands(self, state: State, unit: int) -> bool:
        return unit in self.units and state.location[unit] == RESERVE

    def hexes(self, state: State, unit: int) -> tuple[int, ...]:
        if not self._rules.may_arrive(state, unit):
            return ()
        return landings.vacant(state, self._rules.scenario.arrivals[unit].hexes)


class SpecialRuleset(Ruleset):
    """The Standard Rules with a scenario's special rules."""

    has_landings = True

    def __init__(self, scenario: Scenario, options: Mapping[str, int] | None = None) -> None:
        super().__init__(scenario, options)
        self.special = special = scenario.scoring.special
        self.landing = frozenset(unit for unit, group in scenario.arrivals.items() if group.lands)
        if self.landing:
            self.landings = ScheduledLandings(self.landing, self)
            self.parts = (*self.parts, self.landings)
        if special.columns:
            self.columns = columns.InColumns()
            self.parts = (*self.parts, self.columns)
        if special.cities:
            self.refuges = cities(scenario.board, scenario.units, range(len(scenario.units)))
        self.bridges: Mapping[demolition.Pair, str] = {}
        self.wired: Mapping[int, list[demolition.Pair]] = {}
        if special.wired != NOBODY:
            self.bridges = demolition.bridges(scenario.board)
            self.wired = demolition.wired(scenario.board, self.bridges)
            self.wiring = demolition.Wired(1 - special.wired, self.wired)
            self.parts = (*self.parts, self.wiring)

    # -- combat: artillery, Ground Support, nights

    def artillery_limit(self, state: State, side: int, *, attacking: bool) -> ArtilleryLimit:
        """Return the limit on artillery (see 14.0 of Bastogne, 11.2 and 11.3 of Hurtgen Forest, 14.12 of Arnhem)."""
        special = self.special
        if special.guns_per_point == 0 and special.guns is None:
            return ANY_ARTILLERY
        guns = UNLIMITED if special.guns is None else special.guns[side][0 if attacking else 1]
        return ArtilleryLimit(guns, special.guns_per_point or None)

    def ground_support(self, state: State, side: int) -> GroundSupport:
        """Return the usable Ground Support (see 11.42 and 11.43 of Hurtgen Forest, 15.26.4 of Bastogne)."""
        special, left = self.special, state.support[side]
        if special.support_attacks_only and side != state.side:
            left = 0
        if special.support_one_phase and state.support_phase[side] not in (0, state.serial):
            left = 0
        return GroundSupport(left, special.support_in_a_combat or UNLIMITED)

    def fights(self, state: State) -> bool:
        """Return False at night, when there is no combat (13.0 of Remagen)."""
        return state.turn not in self.special.night

    def leaves_zones(self, state: State) -> bool:
        """Return True at night, when units may leave Enemy-controlled hexes but not enter others (13.0 of Remagen)."""
        return state.turn in self.special.night

    def circumstances(self, state: State) -> list[str]:
        """Return `NIGHT` on a night turn, and the number of blown bridges."""
        if state.phase is Phase.SETUP:
            return []
        blown = sum(demolition.is_blown(state, pair) for pair in self.bridges)
        return [*(["NIGHT"] if self.leaves_zones(state) else []), *([f"blown {blown}"] if blown else [])]

    # -- movement: closed ground, columns, landings

    def closed_hexes(self, state: State, side: int) -> ClosedHexes:
        """Return the hexes that the scenario closes to a side (see the Limit of Advance, 15.0 of Remagen)."""
        closed = [each for each in self.special.closed if each.side == side and state.turn <= each.until]
        if not closed:
            return NOTHING_CLOSED
        whose = capital(self.scenario.sides[side].people)
        hexes = frozenset(h for each in closed for h in each.hexes)
        return ClosedHexes(hexes, "5.0", f"{whose} may not enter {listed(each.name for each in closed)}")

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Return the entry hexes of a unit that does not land.

        With columns, alternates replace blocked hexes (see 13.0 of Hurtgen Forest).
        """
        if unit in self.landing or not self.may_arrive(state, unit):
            return ()
        hexes = super().entry_hexes(state, unit)
        return columns.entrances(state, unit, hexes) if self.special.columns else hexes

    def allowance(self, state: State, unit: int) -> int:
        """Return three Movement Points for a unit that has landed this Game-Turn (see 15.32 of Arnhem)."""
        landed = unit in self.landing and landings.has_landed(state, unit)
        return landings.LANDED_ALLOWANCE if landed else super().allowance(state, unit)

    def allowances_ahead(self, state: State) -> Sequence[int]:
        """Return the printed allowances, which units that have landed have from the next Game-Turn on."""
        return [unit.strength.movement * 2 for unit in state.units]

    def entered(self, state: State, unit: int, h: int) -> None:
        """Note a landing; count any other unit in the column at its hex, if there are columns."""
        if unit in self.landing:
            landings.note_landing(state, unit)
        else:
            super().entered(state, unit, h)

    def may_withhold(self, unit: int) -> bool:
        """Return False for units that land, because landings are not delayed (see 15.34 of Arnhem)."""
        return unit not in self.landing

    def _landing_due(self, state: State) -> list[int]:
        return [unit for unit in sorted(self.landing) if self.scenario.units[unit].side == state.side
                and self.may_arrive(state, unit)]  # fmt: skip

    def check_end_of_movement(self, state: State) -> None:
        """Raise `IllegalOrder` while a unit that is due can still land (see 15.34 of Arnhem)."""
        left = [unit for unit in self._landing_due(state) if self.landings.hexes(state, unit)]
        if left:
            names = state.names(left)
            raise IllegalOrder("4.1", f"{listed(names)} must land this Game-Turn", state.ids(left))

    def phase_begins(self, state: State, events: list[Event]) -> None:
        """Eliminate units that found no vacant hex to land in (see 15.33 of Arnhem)."""
        if state.phase is Phase.COMBAT:
            for unit in self._landing_due(state):
                lose(state, unit, (self.scenario.arrivals[unit].hexes[0],), events)

    # -- wired bridges, as 12.0 of Arnhem

    def wired_near(self) -> frozenset[int]:
        """Return the hexes next to wired bridges."""
        return frozenset(self.wired)

    def come_near(self, state: State, unit: int, h: int, origin: int | None) -> None:
        """Ask about wired bridges when the first enemy comes next to them; bridges next to its first hex are safe."""
        if self.special.wired in (NOBODY, state.units[unit].side):
            return
        pairs = demolition.untried(state, self.wired.get(h, []))
        if origin is None:
            demolition.spare(state, pairs)
        elif pairs:
            demolition.ask(state, self.special.wired, pairs)

    def die_rolled(self, state: State, purpose: str, about: tuple[int, ...], die: int, events: list[Event]) -> None:
        """Apply the roll of a demolition attempt (see 12.12 of Arnhem)."""
        demolition.attempt(state, (about[0], about[1]), die, events)

    def die_table(self, state: State, purpose: str, about: tuple[int, ...]) -> tuple[str, ...]:
        """Return the effects of a demolition roll (see 12.12 of Arnhem)."""
        return tuple("blown" if die in demolition.BLOWN_BY else "stands" for die in range(1, 7))

    def crossings(self, state: State) -> list[Crossing]:
        """Return every bridge over a canal or river with its state, if the scenario wires bridges."""
        if self.special.wired == NOBODY:
            return [*super().crossings(state)]
        return [Crossing(pair, kind, demolition.condition(state, pair, kind)) for pair, kind in self.bridges.items()]

    # -- in words

    def special_in_words(self) -> list[str]:
        """Return the special rules in sentences, for a briefing and the page of points."""
        special, sides = self.special, self.scenario.sides
        found = []
        if special.guns_per_point:
            points = count(special.guns_per_point, "point")
            found.append(f"In a combat, artillery and Ground Support add at most {points} for each Strength Point of "
                         "the ground units.")  # fmt: skip
        for side, (attacking, protecting) in zip(sides, special.guns or (), strict=False):
            guns = f"{count(attacking, 'artillery unit')} in an attack and {in_words(protecting)}"
            found.append(f"{capital(side.people)} may use at most {guns} for Final Protective Fire.")
        if special.support_in_a_combat:
            found.append(f"At most {count(special.support_in_a_combat, 'Ground Support Point')} may join a combat.")
        if special.support_attacks_only:
            found.append("Ground Support may only help an attack.")
        if special.support_one_phase:
            found.append("A side may use Ground Support in only one Combat Phase of a Game-Turn.")
        if special.night:
            turns, are = turns_listed(special.night), "are night turns" if len(special.night) > 1 else "is a night turn"
            found.append(f"{turns} {are}: there is no combat, and units may leave Enemy-controlled hexes.")
        if special.columns:
            found.append(
                "Reinforcements enter in column: each unit also pays for those that entered at its hex before it."
            )
        if special.cities:
            found.append("A unit in a city may shorten its retreat by two hexes.")
        if special.wired != NOBODY:
            whose = sides[special.wired].people
            found.append(f"Canal and rail bridges are wired: when the first enemy unit moves next to one, {whose} may "
                         "roll to blow it. A 1 or 2 succeeds.")  # fmt: skip
        for each in special.closed:
            until = "" if each.until >= self.scenario.last_turn else f" before Game-Turn {each.until + 1}"
            hexes = listed([self.scenario.board.number(h) for h in sorted(each.hexes)], MAX_NAMED)
            found.append(f"{capital(sides[each.side].people)} may not enter {each.name}{until}: {hexes}.")
        if self.landing:
            found.append("Units that land have three Movement Points on that Game-Turn. Each must land in a vacant "
                         "hex when it is due; if there is none, it is lost.")  # fmt: skip
        return found
