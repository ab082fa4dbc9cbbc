"""A position in which legal things are done as in a game."""

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
"""An act: a march or attack as numbers, anything else as an order (a `Roll` for the die)."""


class Play(NamedTuple):
    """A position to think in. Never use a game's own state: copy it."""

    state: State

    def copy(self) -> "Play":
        """An independent copy."""
        return Play(self.state.copy())

    def field(self) -> Field:
        """Obstacles for the phasing side's units; valid until a unit moves."""
        return field(self.state, self.state.side)

    def movers(self) -> list[int]:
        """The phasing side's units that can move this phase, then its reinforcements that can enter."""
        return moves.movers(self.state, self.state.side)

    def marches(self, unit: int, ground: Field | None = None) -> Iterator[March]:
        """The cheapest path to each hex where a unit can stop; landings and exits are orders."""
        return moves.marches(self.state, unit, ground)

    def attacks(self) -> Iterator[Combat]:
        """All attacks that may be declared, found one by one."""
        return attacks.attacks(self.state)

    def do(self, act: Act) -> list[Event]:
        """Carry out an act, up to the next decision. Raises `IllegalOrder` for an illegal order."""
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
        """The order for an act."""
        if isinstance(act, March):
            return moves.order_of(self.state, act)
        return attacks.order_of(self.state, act) if isinstance(act, Combat) else act
