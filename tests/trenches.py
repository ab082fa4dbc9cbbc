"""An order that no battle has: a unit digs in instead of moving, and is then attacked on the Rough line.

This module has all of it: the order, the event, the part, the rules that list it, and the name of its key.
`test_trenches` plays with it through every interface.
"""

from collections.abc import Iterator
from typing import Any

from westwall_tui.engine.battles import RULESETS
from westwall_tui.engine.decisions.base import own_unit
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.engine.rules.answers import DefenseLine, Marker
from westwall_tui.engine.rules.parts import NO_UNIT, Fact, Part, Perform
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.rules.whereabouts import why_not_on_map
from westwall_tui.engine.state import State, changed

HOLE = Fact("hole of *")
"""The hex where each unit has dug in."""
DUG_IN = DefenseLine(0, "Trench", "Rough")


class DigIn(Order):
    """The order to dig in where a unit is."""

    word, form = "dig", "UNIT"
    added_to = "movement"
    absent = ("5.0", "no unit digs in in this game")
    unit: str


class DugIn(Event):
    """The event that a unit has dug in."""

    unit: str

    def __str__(self) -> str:
        return f"{self.unit} dug in"


class Trenches(Part):
    """The part that lets units dig in instead of moving. A trench stays behind when its unit leaves."""

    facts = (HOLE,)
    orders = (DigIn,)

    def candidates(self, state: State, unit: int) -> Iterator[Order]:
        if unit != NO_UNIT:
            yield DigIn(state.units[unit].id)

    def check(self, state: State, order: Order) -> tuple[Order, Perform]:
        assert isinstance(order, DigIn)
        unit = own_unit(state, order.unit, state.side, "5.11")
        name, h = state.units[unit].id, state.location[unit]
        if h < 0:
            raise IllegalOrder("5.11", f"{name} {why_not_on_map(state, unit)}", (name,))
        if state.moved[unit] == state.serial or self.holds(state, unit):
            raise IllegalOrder("5.15", f"{name} has moved, or has dug in already", (name,))

        def perform(state: State, events: list[Event]) -> None:
            state.moved = changed(state.moved, state.serial, unit)
            state.facts[HOLE.about(name)] = h
            events.append(DugIn(name))

        return DigIn(name), perform

    def holds(self, state: State, unit: int) -> bool:
        """Return True if a unit is where it has dug in, and has not moved since."""
        return state.location[unit] >= 0 and self._hole(state, unit) == state.location[unit]

    def _hole(self, state: State, unit: int) -> int | None:
        return state.facts.get(HOLE.about(state.units[unit].id))

    def holes(self, state: State) -> frozenset[int]:
        """Return each hex where a unit has dug in, even if it has left since."""
        return frozenset(h for key, h in state.facts.items() if HOLE.has(key))

    def entered(self, state: State, unit: int, h: int) -> None:
        """Forget the trench of a unit that comes back to it."""
        if self._hole(state, unit) == h:
            del state.facts[HOLE.about(state.units[unit].id)]

    def markers(self, state: State, viewer: int) -> list[Marker]:
        units = range(len(state.units))
        return [Marker(state.location[unit], "DI", "dug in") for unit in units if self.holds(state, unit)]


class Digging(Ruleset):
    """The Standard Rules with trenches."""

    def __init__(self, scenario: Any, options: Any = None) -> None:
        super().__init__(scenario, options)
        self.trenches = Trenches()
        self.parts = (self.trenches,)

    def watched(self, state: State) -> frozenset[int]:
        return self.trenches.holes(state)

    def hex_entered(self, state: State, unit: int, h: int, origin: int | None) -> None:
        self.trenches.entered(state, unit, h)

    def defense_line(self, state: State, unit: int) -> DefenseLine:
        return DUG_IN if self.trenches.holds(state, unit) else super().defense_line(state, unit)


RULES: Any = RULESETS
RULES["trenches"] = Digging
