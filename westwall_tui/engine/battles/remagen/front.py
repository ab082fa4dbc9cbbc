"""The U.S. continuous front (14.0): the time when it is due, the legal paths, and its price."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from westwall_tui.engine.battles.remagen.bank import POINTS_A_GAP, Bank, Bridgehead
from westwall_tui.engine.battles.remagen.proposal import proposal
from westwall_tui.engine.battles.remagen.score import BEYOND_FRONT, GAPS
from westwall_tui.engine.events import Event, FrontHeld, Scored
from westwall_tui.engine.orders import IllegalOrder, NameFront
from westwall_tui.engine.rules.answers import Front
from westwall_tui.engine.rules.losses import attack_value
from westwall_tui.engine.rules.parts import Fact, NamedFront
from westwall_tui.engine.rules.whereabouts import lose
from westwall_tui.engine.rules.zones import controlled
from westwall_tui.engine.state import State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.remagen import Remagen

FRONT_FROM = 3
"""The number of U.S. units east of the Rhine from which a front is due (14.11)."""
SINCE = Fact("continuous front since")
"""The Game-Turn since which a front must be held (14.11)."""


class UsFront(NamedFront):
    """The front of the U.S. player."""

    case = "14.11"
    facts = (SINCE, GAPS, BEYOND_FRONT)

    def __init__(self, rules: "Remagen") -> None:
        self._rules, self.side = rules, rules.us

    def _east_of_rhine(self, state: State) -> list[int]:
        """Return the U.S. units on the east bank; a unit on a bridge is on neither bank."""
        return [unit for unit in state.on_map(self._rules.us) if state.location[unit] in self._rules.east_bank]

    def is_due(self, state: State) -> bool:
        """Return True if a front is due when the U.S. Player-Turn ends now (14.11)."""
        return SINCE in state.facts or len(self._east_of_rhine(state)) >= FRONT_FROM

    def propose(
        self, state: State, *, pins: Sequence[int] = (), worth: Mapping[int, int] | None = None
    ) -> Front | None:
        """Return the proposed front through `pins`; None if no front is due or found.

        `worth` is the caller's price of losing each unit; the default is its Victory Points.
        """
        if not self.is_due(state):
            return None
        here = self.bridgehead(state)
        front = proposal(_weighed(here, state, worth or {}), tuple(sorted({*pins})))
        return None if front is None else here.front(front.hexes)

    def bridgehead(self, state: State) -> Bridgehead:
        """Return the units on the east bank, and the hexes that they hold or control (14.12)."""
        units = sorted((state.location[unit], attack_value(state.units[unit])) for unit in self._east_of_rhine(state))
        zone = controlled(state, self._rules.us)
        held = frozenset(h for h in self._rules.east_bank if zone[h]).union(h for h, _ in units)
        return Bridgehead(Bank.of(state.scenario.board, self._rules.east_bank), tuple(units), held)

    def named(self, state: State, order: NameFront) -> Front:
        """Return the front that an order names, or the proposed one if it names no hexes. Raises `IllegalOrder`."""
        if not order.hexes:
            front = self.propose(state)
            if front is None:
                raise IllegalOrder("14.11", "no front is due now")
            return front
        here = self.bridgehead(state)
        path = [self._east_bank_hex(state, number) for number in order.hexes]
        _check_path(state, here.bank, path)
        front = here.front(here.bank.from_the_north(tuple(path)))
        if len(front.lost) == len(here.units):
            raise IllegalOrder("14.12", "no U.S. unit is on that front or between it and the river")
        return front

    def _east_bank_hex(self, state: State, number: str) -> int:
        try:
            h = state.scenario.board.hex(number)
        except ValueError:
            raise IllegalOrder("2.1", f"there is no hex {number}", (), (number,)) from None
        if h not in self._rules.east_bank:
            raise IllegalOrder("14.12", f"{number} is not on the east bank", (), (number,))
        return h

    def hold(self, state: State, held: Front, events: list[Event]) -> None:
        """End the U.S. Player-Turn with a front: score its gaps, and eliminate units beyond it (14.13, 14.14)."""
        events.append(FrontHeld(state.numbers(held.hexes), state.numbers(held.gaps)))
        german = state.scenario.sides[self._rules.german].name
        if held.gaps:
            state.facts[GAPS] = state.facts.get(GAPS, 0) + len(held.gaps)
            events.append(Scored(german, len(held.gaps) * POINTS_A_GAP, "gaps in the front"))
        occupants = state.occupants()
        for h in held.lost:
            unit = occupants[h]
            worth = attack_value(state.units[unit])
            lose(state, unit, (h,), events)
            state.facts[BEYOND_FRONT] = state.facts.get(BEYOND_FRONT, 0) + worth
            events.append(Scored(german, worth, f"{state.units[unit].name} beyond the front"))

    def in_words(self, state: State) -> str:
        """Return a sentence: the Game-Turn since which a front is due, or the number of units east of the Rhine."""
        since = state.facts.get(SINCE)
        if since is not None:
            return f"The U.S. have had to hold a front since Game-Turn {since} (14.11)."
        east = len(self._east_of_rhine(state))
        return (
            f"The U.S. must hold a front once {FRONT_FROM} units are east of the Rhine (14.11). There are {east} now."
        )


def _weighed(bridgehead: Bridgehead, state: State, worth: Mapping[int, int]) -> Bridgehead:
    units = tuple((h, worth.get(state.at[h], points)) for h, points in bridgehead.units)
    return bridgehead._replace(units=units)


def _check_path(state: State, bank: Bank, path: Sequence[int]) -> None:
    """Raise `IllegalOrder` unless the path leads across the bank from river to river and uses no hex twice."""
    twice = next((h for i, h in enumerate(path) if h in path[:i]), None)
    if twice is not None:
        raise IllegalOrder("14.12", f"the front uses {state.number(twice)} twice", (), state.numbers((twice,)))
    for a, b in pairwise(path):
        if b not in bank.near[a]:
            apart = state.numbers((a, b))
            raise IllegalOrder("14.12", f"{apart[1]} is not next to {apart[0]}; name every hex of the front", (), apart)
    for end in (path[0], path[-1]):
        if end not in bank.anchors:
            number = state.number(end)
            raise IllegalOrder("14.12", f"both ends must be next to the Rhine, and {number} is not", (), (number,))
