"""Hurtgen Forest: Approach to the Roer, November 1944. Exclusive Rules 10.0 to 16.0.

13.0 (columns and alternate entry hexes) is in `rules.columns`, 15.3 (Lines of Communication) in `score`.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from westwall_tui.engine.battles.hurtgen.score import Routes, open_routes, sources
from westwall_tui.engine.events import Event, Scored
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules import columns
from westwall_tui.engine.rules.answers import (
    NOBODY,
    ArtilleryLimit,
    Concern,
    Counted,
    GroundSupport,
    Measure,
    Objective,
    Scale,
    Score,
    Share,
    Source,
    by_side,
)
from westwall_tui.engine.rules.ruleset import Fact, Ruleset
from westwall_tui.engine.rules.whereabouts import whereabouts
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.state import ELIMINATED, EXITED, Outcome, State
from westwall_tui.engine.units import Unit

FRONT_LINE = "Front Line"
"""16.2: what the board calls the line between the armies."""
US_ATTACKING, US_PROTECTING = ArtilleryLimit(guns=4), ArtilleryLimit(guns=3)
GERMAN_ATTACKING, GERMAN_PROTECTING = ArtilleryLimit(guns=2), ArtilleryLimit(guns=1)
"""11.21, 11.22, 11.31, 11.32: artillery units in one combat."""
SUPPORT_IN_A_COMBAT = 5
"""11.42: Ground Support Points."""
WITHDRAWN_BY, WITHDRAWN_TO = 4, ("east", "south")
"""12.0: the last Game-Turn in which the 116th Panzer Division leaves without penalty, and by which edges."""
NOT_WITHDRAWN = 5
"""12.11: points for each of its units on the map at the start of each later Game-Turn."""
ROUGH_IN_A_LINE = 2
"""15.33: the most Rough hexes that a Line of Communication may enter."""
LEVELS = (
    (Fraction(4), "US Decisive"),
    (Fraction(3), "US Substantive"),
    (Fraction(2), "US Marginal"),
    (Fraction(3, 2), "German Marginal"),
)
"""15.4: the least ratio, U.S. to German, of a level. Above 1 it is German Substantive, else German Decisive."""
STAYED = Fact("116th Panzer Division on the map")
"""Counts its units on the map at the start of each Game-Turn after the fourth."""


class Withdrawal(NamedTuple):
    """How the withdrawal of the 116th Panzer Division stands (12.0)."""

    on_map: tuple[int, ...]
    """Its units that still have to leave."""
    left: tuple[int, ...]
    lost: tuple[int, ...]
    points: int
    """What the U.S. player has scored so far for units that stayed."""
    due: int
    """The next Game-Turn that costs points if units are on the map when it begins; 0 if there is none."""


class Hurtgen(Ruleset):
    """Both scenarios: `[victory]` names the towns with their points, and the units of the 116th Panzer Division."""

    name = "Hurtgen Forest's Exclusive Rules"
    ladder = ("Marginal", "Substantive", "Decisive")
    draws = False
    arrival_case = "13.0"
    entry_hex_case = "13.24"
    entry_enemy_case = "13.21"
    exit_case = "14.0"
    limits_artillery = True
    needs_lines = True
    not_withdrawn = NOT_WITHDRAWN
    facts = (STAYED, columns.COLUMN)
    victory_keys = ("towns", "withdrawing")

    def __init__(self, scenario: Scenario, options: Mapping[str, bool] | None = None) -> None:
        super().__init__(scenario, options)
        self.us, self.german = self._side("US"), self._side("German")
        self.towns = self._places("towns")
        self.withdrawing = self._units("withdrawing")

    # -- setting up: 16.2

    def why_not_set_up(self, state: State, unit: int, h: int) -> tuple[str, str]:
        """16.21, 16.22: the U.S. player sets up west of the Front Line, the German east of it, neither next to it."""
        board, counter = self.scenario.board, state.units[unit]
        case, own, other = ("16.21", "West", "East") if counter.side == self.us else ("16.22", "East", "West")
        line = board.boundaries.get(FRONT_LINE)
        if line is not None and any(h in pair for pair in line.pairs):
            return case, f"{counter.name} may not set up at {state.number(h)}, next to the {FRONT_LINE}"
        if h in board.areas.get(f"{other} of the {FRONT_LINE}", ()):
            return case, f"{counter.name} must set up {own.lower()} of the {FRONT_LINE}; {state.number(h)} is not"
        return super().why_not_set_up(state, unit, h)

    # -- artillery and Ground Support: 11.0

    def artillery_limit(self, state: State, side: int, *, attacking: bool) -> ArtilleryLimit:
        """11.11, 11.12: by side and role, wherever the units stand; Ground Support does not count (11.13)."""
        if side == self.us:
            return US_ATTACKING if attacking else US_PROTECTING
        return GERMAN_ATTACKING if attacking else GERMAN_PROTECTING

    def artillery_limit_case(self, share: Share) -> str:
        """11.2 for the U.S. player, 11.3 for the German; .1 when attacking, .2 for Final Protective Fire."""
        return f"11.{2 if share.side == self.us else 3}{1 if share.attacking else 2}"

    def ground_support(self, state: State, side: int) -> GroundSupport:
        """11.42, 11.43: at most five points in a combat, and none for Final Protective Fire."""
        return GroundSupport(state.support[side] if side == state.side else 0, SUPPORT_IN_A_COMBAT)

    def support_limit_case(self, state: State, side: int) -> str:
        """11.42 when attacking, 11.43 when attacked."""
        return "11.42" if side == state.side else "11.43"

    # -- the 116th Panzer Division, and leaving the map: 12.0, 14.0

    def turn_begins(self, state: State, events: list[Event]) -> None:
        """12.11: five points for each of its units on the map, from the fifth Game-Turn on."""
        stayed = [unit for unit in self.withdrawing if state.location[unit] >= 0]
        if state.turn <= WITHDRAWN_BY or not stayed:
            return
        state.facts[STAYED] = state.facts.get(STAYED, 0) + len(stayed)
        cause = f"{', '.join(state.names(stayed))} of the 116th Panzer Division still on the map"
        events.append(Scored(self.scenario.sides[self.us].name, len(stayed) * NOT_WITHDRAWN, cause))

    def withdrawal(self, state: State) -> Withdrawal:
        """How the withdrawal of the 116th Panzer Division stands."""
        location = state.location
        due = max(state.turn, WITHDRAWN_BY) + 1
        return Withdrawal(
            on_map=tuple(unit for unit in self.withdrawing if location[unit] >= 0),
            left=tuple(unit for unit in self.withdrawing if location[unit] in EXITED),
            lost=tuple(unit for unit in self.withdrawing if location[unit] == ELIMINATED),
            points=state.facts.get(STAYED, 0) * NOT_WITHDRAWN,
            due=due if due <= self.scenario.last_turn else 0,
        )

    def due(self, state: State) -> list[Score]:
        """12.11: what the next Game-Turn begins with if the division's units stay where they are."""
        stand = self.withdrawal(state)
        if not stand.on_map or stand.due != state.turn + 1:
            return []
        cause = f"{', '.join(state.names(stand.on_map))} of the 116th Panzer Division on the map at the next Game-Turn"
        return [Score(self.us, cause, len(stand.on_map) * NOT_WITHDRAWN)]

    def counted(self, state: State) -> list[Counted]:
        """12.0: the units of the 116th Panzer Division; each costs points when a later Game-Turn finds it there."""
        stand, side = self.withdrawal(state), self.scenario.sides[self.us].name
        what = f"116th Panzer Division, to leave by Game-Turn {WITHDRAWN_BY}"
        found = []
        for unit in self.withdrawing:
            owes = unit in stand.on_map and stand.due > 0
            how = whereabouts(state, unit)
            how += f", {NOT_WITHDRAWN} points for {side} when Game-Turn {stand.due} begins" if owes else ""
            found.append(Counted(unit, what, how, self.us, NOT_WITHDRAWN if owes else 0, WITHDRAWN_TO))
        return found

    def concerns(self, state: State) -> list[Concern]:
        """12.11: the German's units of the division, when the next Game-Turn finds them on the map."""
        stand = self.withdrawal(state)
        if state.side != self.german or not self.due(state):
            return []
        cost = len(stand.on_map) * NOT_WITHDRAWN
        text = f"116th Panzer Division on the map at Game-Turn {stand.due}: {', '.join(state.names(stand.on_map))}"
        hexes = tuple(state.location[unit] for unit in stand.on_map)
        return [Concern(f"{text}, {cost} points", stand.on_map, hexes, cost)]

    def conditions(self, state: State) -> list[str]:
        """12.0: how many of the 116th Panzer Division are still here, and what that will cost."""
        stand = self.withdrawal(state)
        if not stand.on_map or not stand.due or state.phase is not Phase.MOVEMENT:
            return []
        count = len(stand.on_map)
        if state.turn <= WITHDRAWN_BY:
            return [f"116th {count} by T{WITHDRAWN_BY}"]
        return [f"116th {count}: {count * NOT_WITHDRAWN} at T{stand.due}"]

    def situation(self, state: State) -> list[str]:
        """12.0: the withdrawal of the 116th Panzer Division, unit by unit."""
        stand = self.withdrawal(state)
        names = (
            (word, ", ".join(state.names(units)))
            for word, units in (("on the map", stand.on_map), ("left", stand.left), ("lost", stand.lost))
        )
        told = [f"116th Panzer Division: {'; '.join(f'{word} {ids}' for word, ids in names if ids) or 'to be set up'}."]
        us = self.scenario.sides[self.us].name
        if stand.points or (stand.on_map and stand.due):
            told.append(
                f"Each of its units on the map when a Game-Turn after the fourth begins gives {us} {NOT_WITHDRAWN} "
                f"points (12.11): {stand.points} so far."
            )
        if stand.on_map and stand.due:
            cost = len(stand.on_map) * NOT_WITHDRAWN
            told.append(f"Next at the start of Game-Turn {stand.due}: {cost} points as things stand.")
        return told

    def numbers(self, state: State) -> Mapping[str, int]:
        """11.0, 12.0, 15.0: what towns, units and the division are worth, who may fire, and the levels."""
        worths = {side: [value(state.units[unit]) for unit in self.scenario.of_side[side]] for side in (0, 1)}
        ours, theirs = worths[self.us], worths[self.german]
        towns = [points for _, _, points in self.towns]
        return {
            "small_town": min(towns, default=0),
            "big_town": max(towns, default=0),
            "small_towns": sum(points == min(towns) for points in towns),
            "big_towns": sum(points == max(towns) for points in towns),
            "us_unit": min(ours, default=0) if len(set(ours)) == 1 else 0,
            "us_units": len(ours),
            "german_least": min(theirs, default=0),
            "german_most": max(theirs, default=0),
            "stayed": NOT_WITHDRAWN,
            "stayed_from": WITHDRAWN_BY + 1,
            "stayed_all": NOT_WITHDRAWN * len(self.withdrawing),
            "withdrawn_by": WITHDRAWN_BY,
            "withdrawing": len(self.withdrawing),
            "not_withdrawing": sum(group.side == self.german and len(group.units) for group in self.scenario.setup)
            - len(self.withdrawing),
            "support": self.scenario.sides[self.us].support(self.scenario.first_turn),
            "support_in_a_combat": SUPPORT_IN_A_COMBAT,
            "us_guns": US_ATTACKING.guns,
            "us_guns_in_defense": US_PROTECTING.guns,
            "german_guns": GERMAN_ATTACKING.guns,
            "german_guns_in_defense": GERMAN_PROTECTING.guns,
            "rough": ROUGH_IN_A_LINE,
            "decisive": int(LEVELS[0][0]),
            "substantive": int(LEVELS[1][0]),
            "marginal": int(LEVELS[2][0]),
            "a_unit_wants": int(LEVELS[2][0]) * max(ours, default=0),
            "a_unit_beats": int(LEVELS[2][0]) * max(ours, default=0) - 1,
            "two_small_towns": 2 * min(towns, default=0),
            "open_now": sum(place.points for place in self.account(state) if place.place),
        }

    def boundaries(self, state: State) -> Sequence[str]:
        """16.2: the Front Line matters only in the free deployment."""
        return super().boundaries(state) if state.phase is Phase.SETUP else ()

    def check_exit(self, state: State, unit: int, edge: str) -> None:
        """12.0, 14.0: only the 116th Panzer Division leaves, by the east or the south edge."""
        counter = state.units[unit]
        if unit not in self.withdrawing:
            raise IllegalOrder(
                "14.0", f"{counter.name} may not exit: only the 116th Panzer Division may", (counter.id,)
            )
        if edge not in WITHDRAWN_TO:
            reason = f"{counter.name} may not exit {edge}: the 116th Panzer Division exits east or south"
            raise IllegalOrder("12.0", reason, (counter.id,))

    # -- reinforcements: 13.0

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """13.24, 13.22: the scheduled hex, or its alternate while it is blocked."""
        if not self.may_arrive(state, unit):
            return ()
        return columns.entrances(state, unit, self.scenario.arrivals[unit].hexes)

    def entry_cost(self, state: State, unit: int, h: int) -> int | None:
        """13.11, 13.13: by the Terrain Key or the road, one hex more for each unit ahead in the column."""
        return columns.column_cost(state, unit, h)

    def entered(self, state: State, unit: int, h: int) -> None:
        """13.12: the next unit comes behind it."""
        columns.join(state, h)

    # -- towns: 15.2, 15.3

    def routes(self, state: State) -> Routes:
        """15.3: the U.S. player's Lines of Communication to the western mapedge as they stand."""
        return open_routes(state, self.us, state.scenario.board.edge("west"), ROUGH_IN_A_LINE)

    def objectives(self, state: State) -> list[Objective]:
        """15.21: every town, with its line if the U.S. player would score it now, else with the reason why not."""
        lines, at_peace = self.routes(state), self.routes(self._without_germans(state))
        found = []
        for name, hexes, points in self.towns:
            line = self._held_by(state, hexes, lines)
            if line:
                why = f"a Line of Communication leads to {state.number(line[-1])}"
            elif state.phase is Phase.SETUP:
                why = "the armies are being set up"
            elif not at_peace.from_any(hexes):
                why = "terrain allows no Line of Communication"
            else:
                cut = "German units or their Zones of Control cut every Line of Communication"
                why = self._enemy(state, hexes) or cut
            worth = by_side((self.us, points))
            scored = worth if line else by_side()
            found.append(Objective(name, hexes, worth, self.us if line else NOBODY, why, line, scored))
        return found

    def measures(self, state: State) -> list[Measure]:
        """15.21: the towns that the U.S. player would score now, and their points."""
        lines = self.routes(state)
        held = [points for _, hexes, points in self.towns if self._held_by(state, hexes, lines)]
        us, every = self.scenario.sides[self.us].name, sum(points for _, _, points in self.towns)
        return [
            Measure(f"Towns with a line to the west edge, for the {us}", self.us, len(held), len(self.towns)),
            Measure("Points of the towns with a line", self.us, sum(held), every),
        ]

    def open_towns(self, state: State) -> frozenset[str]:
        """15.3: the towns to which the ground lets a Line of Communication, were there no German unit."""
        at_peace = self.routes(self._without_germans(state))
        return frozenset(name for name, hexes, _ in self.towns if at_peace.from_any(hexes))

    def worth(self, state: State, unit: int) -> int:
        """15.11: what a unit gives the enemy when it is eliminated."""
        return value(state.units[unit])

    def _held_by(self, state: State, hexes: tuple[int, ...], lines: Routes) -> tuple[int, ...]:
        """15.21: the line by which the U.S. player would score a town now; empty if he would not."""
        if state.phase is Phase.SETUP or self._enemy(state, hexes):
            return ()
        return lines.from_any(hexes)

    def _without_germans(self, state: State) -> State:
        alone = state.copy()
        for unit in state.on_map(self.german):
            alone.place(unit, ELIMINATED)
        return alone

    def _enemy(self, state: State, hexes: Sequence[int]) -> str:
        """15.21: which German unit stands in one of the hexes, or has one in its Zone of Control; else empty."""
        germans = state.on_map(self.german)
        for unit in germans:
            if state.location[unit] in hexes:
                return f"{state.units[unit].name} is in {state.number(state.location[unit])}"
        for unit in germans:
            for h in state.ground.zone[state.location[unit]]:
                if h in hexes:
                    return f"{state.number(h)} is in the Zone of Control of {state.units[unit].name}"
        return ""

    # -- victory: 15.1, 15.4

    def account(self, state: State) -> list[Score]:
        """15.0: eliminated units, the 116th Panzer Division, and the towns that would be scored now."""
        stayed = state.facts.get(STAYED, 0)
        times = f"{stayed} time{'' if stayed == 1 else 's'}"
        lines = self.routes(state)
        return [
            self._eliminated(state, self.us),
            Score(self.us, f"a unit of the 116th Panzer Division stayed on the map {times}", stayed * NOT_WITHDRAWN),
            *(
                Score(self.us, name, points, name, at_end=True)
                for name, hexes, points in self.towns
                if self._held_by(state, hexes, lines)
            ),
            self._eliminated(state, self.german),
        ]

    def _eliminated(self, state: State, side: int) -> Score:
        """15.12: what a side scores for the enemy units that it has eliminated."""
        lost = state.eliminated(1 - side)
        units = f"{len(lost)} {self.scenario.sides[1 - side].name} unit{'' if len(lost) == 1 else 's'}"
        return Score(side, f"{units} eliminated", sum(value(state.units[unit]) for unit in lost))

    def sources(self, state: State) -> list[Source]:
        """15.0: towns, units lost, and the 116th Panzer Division."""
        return sources(self, state)

    @property
    def scale(self) -> Scale:
        """15.4: with twice the German's points the US wins."""
        return Scale(by_side((self.us, 1), (self.german, 2)))

    def verdict(self, totals: tuple[int, int]) -> Outcome:
        """15.4: the level that the ratio of all points gives; there is no draw."""
        us, german = totals[self.us], totals[self.german]
        reached = level(us, german)
        winner = self.us if reached.startswith("US") else self.german
        return Outcome(winner, f"{reached} Victory: US {us}, German {german}, {_ratio(us, german)}")


def value(unit: Unit) -> int:
    """15.11: a unit in Victory Points, all its Combat Strengths together."""
    strength = unit.strength
    if unit.is_artillery:
        return strength.barrage + strength.fpf + strength.defense
    return strength.attack + strength.defense


def level(us: int, german: int) -> str:
    """15.4: the level of victory. Ratios are exact; any U.S. points against none are the top level (rulings)."""
    if not german:
        return LEVELS[0][1] if us else "German Decisive"
    ratio = Fraction(us, german)
    for least, name in LEVELS:
        if ratio >= least:
            return name
    return "German Substantive" if ratio > 1 else "German Decisive"


def _ratio(us: int, german: int) -> str:
    """The ratio to two decimals, never rounded up to a level that it does not reach."""
    if not german:
        return f"{us} to 0"
    hundredths = 100 * us // german
    whole, parts = divmod(hundredths, 100)
    return f"{whole}.{parts:02} to 1" if parts else f"{whole} to 1"
