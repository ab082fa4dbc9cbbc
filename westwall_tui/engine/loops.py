"""The engine for loops: a position in which many things are tried, in numbers, and nothing legal is checked twice.

    >>> from westwall_tui import load_scenario
    >>> from westwall_tui.engine.game import Game
    >>> game = Game(load_scenario("hurtgen/historical"), seed=1)
    >>> play = Play(game.rules, game.state.copy())
    >>> way = next(play.marches(play.movers()[0]))
    >>> then = play.copy()
    >>> events = then.do(way)
    >>> then.state.location[way.unit] == way.path[-1]
    True
    >>> game.apply(play.order(way)) == events
    True

Units and hexes are numbers, as in `State`. What `marches` and `attacks` yield is legal where it was found, and there
`do` carries it out without looking again; it writes no log and rolls no die. To take something back, keep a `copy`
from before: that costs less than undoing it. Whoever plays a game, and not just thinks, gives `Game.apply` the `order`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine import flow
from westwall_tui.engine.decisions import combat, movement
from westwall_tui.engine.decisions.movement import March
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Order
from westwall_tui.engine.rules.movement import Field, field
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import Combat, State

__all__ = ["Combat", "Field", "March", "Play"]

Act = March | Combat | Order
"""What can be done: a march or an attack in numbers, anything else as an order (with a `Roll` for the die)."""


class Play(NamedTuple):
    """A position to think in. A game's own is not to be changed: take a copy of it."""

    rules: Ruleset
    state: State

    def copy(self) -> "Play":
        """The same position, to be changed on its own."""
        return Play(self.rules, self.state.copy())

    def field(self) -> Field:
        """What the phasing side's units meet on the map; good until a unit is moved."""
        return field(self.rules, self.state, self.state.side)

    def movers(self) -> list[int]:
        """The phasing side's units that can move in this phase, then its reinforcements that can come in."""
        return movement.movers(self.rules, self.state, self.state.side)

    def marches(self, unit: int, ground: Field | None = None) -> Iterator[March]:
        """The cheapest way to each hex where a unit can stop; for units from the air and exits there are orders."""
        return movement.marches(self.rules, self.state, unit, ground)

    def attacks(self) -> Iterator[Combat]:
        """All attacks that may be declared, found one by one."""
        return combat.attacks(self.rules, self.state)

    def do(self, act: Act) -> list[Event]:
        """Carry something out, up to the next decision. Raises `IllegalOrder` for an order that is not legal."""
        events: list[Event] = []
        if isinstance(act, March):
            movement.march(self.rules, self.state, act)
        elif isinstance(act, Combat):
            combat.declare(self.state, act, events)
        else:
            flow.resolve(self.rules, self.state, act).perform(events)
        flow.settle(self.rules, self.state, events)
        return events

    def order(self, act: Act) -> Order:
        """The order for something that can be done."""
        if isinstance(act, March):
            return movement.order_of(self.state, act)
        return combat.order_of(self.state, act) if isinstance(act, Combat) else act
