"""A decision that no battle has: at the start of its Movement Phase a side may send a unit to look at a hex.

This module has all of it: the order and its notation, the event, the decision, its mode on the screen, and rules that
ask for the decision. `test_scout` plays with it through every interface.
"""

from collections.abc import Iterator
from typing import Any

from westwall_tui.engine.battles import RULESETS
from westwall_tui.engine.decisions.base import (
    Decision,
    Interruption,
    Resolved,
    Subject,
    Unchecked,
    decision,
    hex_at,
    own_unit,
)
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Order, Stand, UnitToHex
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State, changed
from westwall_tui.ui.decisions.mode import LEGAL, Mark, Mode


class Scout(UnitToHex):
    """The order to look at a hex."""

    word = "scout"


class Scouted(Event):
    """The event that a unit has looked at a hex."""

    unit: str
    hex: str
    found: str

    def __str__(self) -> str:
        return f"{self.unit} looked at {self.hex}: {self.found}"


@decision
class Looking(Decision, Interruption):
    """A side's decision to send a unit to look at a hex next to it; the unit then does not move."""

    longest: int

    kind = "scout"
    title = "Sending a scout"

    def prompt(self, state: State, subject: Subject) -> str:
        return f"{self.people(state)} may send one of {', '.join(state.ids(subject.units))} to look around"

    def subject(self, state: State) -> Subject:
        return Subject(state.on_map(self.side)[: self.longest])

    def hexes(self, state: State, unit: int) -> list[int]:
        return [h for h in state.scenario.board.grid.neighbors[state.location[unit]] if h >= 0]

    def legal(self, state: State) -> Iterator[Order]:
        for unit in self.subject(state).units:
            for h in self.hexes(state, unit):
                yield Scout(state.units[unit].id, state.number(h))
        yield Stand()

    def look(self, state: State, order: Scout) -> Resolved:
        unit, h = own_unit(state, order.unit, self.side, "5.11"), hex_at(state, order.hex)
        if h not in self.hexes(state, unit):
            raise IllegalOrder("5.0", f"{order.unit} cannot see {order.hex} from where it is", (order.unit,))

        def perform(state: State, events: list[Event]) -> None:
            state.frames.pop()
            state.moved = changed(state.moved, state.serial, unit)
            other = state.occupant(h)
            events.append(Scouted(order.unit, order.hex, "nobody" if other is None else state.units[other].id))

        return Resolved(order, perform)

    def stay(self, state: State, order: Stand) -> Resolved:
        def perform(state: State, events: list[Event]) -> None:
            state.frames.pop()

        return Resolved(order, perform)

    def default(self, state: State) -> Order:
        return Stand()

    def check(self, position: Unchecked) -> None:
        position.number(self.longest, 0, 99)

    orders = {Scout: look, Stand: stay}


class Scouts(Ruleset):
    """The Standard Rules with scouts."""

    def phase_begins(self, state: State, events: list[Event]) -> None:
        if state.phase is Phase.MOVEMENT and state.on_map(state.side):
            state.frames.append(Looking(state.side, 9))


RULES: Any = RULESETS
RULES["scout"] = Scouts


class LookingMode(Mode, kind="scout"):
    """The mode of the decision.

    Enter on a marked hex: the first unit that sees the hex looks at it; `s`: no unit does.
    """

    def marks(self) -> dict[int, Mark]:
        board = self.game.scenario.board
        return {board.hex(order.hex): LEGAL for order in self.game.legal() if isinstance(order, Scout)}

    def confirm(self, h: int) -> None:
        number = self.game.state.number(h)
        wanted = (order for order in self.game.legal() if isinstance(order, Scout) and order.hex == number)
        self.screen.apply(next(wanted, Stand()))

    def actions(self) -> dict[str, Any]:
        return {"stand": lambda: self.screen.apply(Stand())}

    def keys(self) -> list[tuple[str, str]]:
        return [("confirm", "look"), ("stand", "nobody")]
