"""A position in which things are done that are legal, as a game would do them."""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine import flow
from westwall_tui.engine.decisions import combat, movement
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Order
from westwall_tui.engine.rules import attacks, moves
from westwall_tui.engine.rules.movement import Field, field
from westwall_tui.engine.rules.moves import March
from westwall_tui.engine.state import Combat, State

Act = March | Combat | Order
"""What can be done: a march or an attack in numbers, anything else as an order (with a `Roll` for the die)."""


class Play(NamedTuple):
    """A position to think in. A game's own is not to be changed: take a copy of it."""

    state: State

    def copy(self) -> "Play":
        """The same position, to be changed on its own."""
        return Play(self.state.copy())

    def field(self) -> Field:
        """What the phasing side's units meet on the map; good until a unit is moved."""
        return field(self.state, self.state.side)

    def movers(self) -> list[int]:
        """The phasing side's units that can move in this phase, then its reinforcements that can come in."""
        return moves.movers(self.state, self.state.side)

    def marches(self, unit: int, ground: Field | None = None) -> Iterator[March]:
        """The cheapest way to each hex where a unit can stop; for units from the air and exits there are orders."""
        return moves.marches(self.state, unit, ground)

    def attacks(self) -> Iterator[Combat]:
        """All attacks that may be declared, found one by one."""
        return attacks.attacks(self.state)

    def do(self, act: Act) -> list[Event]:
        """Carry something out, up to the next decision. Raises `IllegalOrder` for an order that is not legal."""
        events: list[Event] = []
        if isinstance(act, March):
            movement.march(self.state, act)
        elif isinstance(act, Combat):
            combat.declare(self.state, act, events)
        else:
            flow.resolve(self.state, act).perform(events)
        flow.settle(self.state, events)
        return events

    def order(self, act: Act) -> Order:
        """The order for something that can be done."""
        if isinstance(act, March):
            return moves.order_of(self.state, act)
        return attacks.order_of(self.state, act) if isinstance(act, Combat) else act
