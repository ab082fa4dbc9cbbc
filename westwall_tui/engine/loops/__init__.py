"""The engine for loops: positions for trying many orders, as numbers, without checking a legal order twice.

    >>> from westwall_tui import load_scenario
    >>> from westwall_tui.engine.game import Game
    >>> game = Game(load_scenario("hurtgen/historical"), seed=1)
    >>> play = Play(game.state.copy())
    >>> way = next(play.marches(play.movers()[0]))
    >>> then = play.copy()
    >>> events = then.do(way)
    >>> then.state.location[way.unit] == way.path[-1]
    True
    >>> game.apply(play.order(way)) == events
    True

Units and hexes are numbers, as in `State`. Results of `marches` and `attacks` are legal in the position where they were
found, and `do` carries them out there without a second check, a log or a die. To undo, keep a `copy` from before, which
is cheaper. To play them in a real game, give `Game.apply` the `order`.

To judge thousands of positions that differ only in the places of units, use a `Position`: it moves a unit in
microseconds, and answers with the rules' numbers.
"""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.engine import flow
from westwall_tui.engine.decisions import combat, movement
from westwall_tui.engine.decisions.base import Resolved
from westwall_tui.engine.events import Event
from westwall_tui.engine.loops.position import FAR, NOBODY, FlatGround, Position, land_of
from westwall_tui.engine.loops.reach import EnemyReach
from westwall_tui.engine.orders import Done, Order
from westwall_tui.engine.rules import attacks, moves
from westwall_tui.engine.rules.answers import UNLIMITED, ArtilleryLimit, GroundSupport
from westwall_tui.engine.rules.combat import BRIDGED, DRY, WET
from westwall_tui.engine.rules.movement import Field, field
from westwall_tui.engine.rules.moves import March
from westwall_tui.engine.state import Combat, State

__all__ = [
    "BRIDGED",
    "DRY",
    "FAR",
    "NOBODY",
    "UNLIMITED",
    "WET",
    "ArtilleryLimit",
    "Combat",
    "EnemyReach",
    "Field",
    "FlatGround",
    "GroundSupport",
    "March",
    "Play",
    "Position",
    "land_of",
]


Act = March | Combat | Resolved | Order
"""An action to carry out: a march or attack as numbers, a resolved order, or an order (a `Roll` for the die)."""


class Play(NamedTuple):
    """A position for trying acts. Never use a game's own state, always a copy of it."""

    state: State

    def copy(self) -> "Play":
        """Return an independent copy."""
        return Play(self.state.copy())

    @property
    def kind(self) -> str:
        """The kind of the pending decision, as in `Game.prompt`."""
        return flow.pending(self.state).kind

    @property
    def side(self) -> int:
        """The side to decide; -1 when the game is over."""
        return self.state.frames[-1].side if self.state.frames else NOBODY

    @property
    def decisions(self) -> tuple[object, ...]:
        """All pending decisions and steps. Two positions with equal values have the same decisions to make."""
        return tuple(self.state.frames)

    @property
    def rolls(self) -> bool:
        """True if a die is due."""
        return flow.pending(self.state).rolls()

    def may_end(self) -> bool:
        """Return True if the phase may end now."""
        return flow.pending(self.state).accepts(self.state, Done())

    def field(self) -> Field:
        """Return the obstacles for the phasing side's units, valid until a unit moves."""
        return field(self.state, self.state.side)

    def movers(self) -> list[int]:
        """Return the phasing side's units that can move this phase, then its reinforcements that can enter."""
        return moves.movers(self.state, self.state.side)

    def marches(self, unit: int, ground: Field | None = None) -> Iterator[March]:
        """Find the cheapest path to each hex where a unit can stop; landings and exits are orders."""
        return moves.marches(self.state, unit, ground)

    def attacks(self) -> Iterator[Combat]:
        """Find all legal attacks one by one."""
        return attacks.attacks(self.state)

    def ways(self) -> Iterator[Resolved]:
        """Find all legal orders of the pending decision, resolved; `do` carries them out here and in copies."""
        return flow.ways(self.state)

    def do(self, act: Act) -> list[Event]:
        """Carry out an act, up to the next decision. Raises `IllegalOrder` for an illegal order."""
        events: list[Event] = []
        if isinstance(act, March):
            movement.march(self.state, act)
        elif isinstance(act, Combat):
            combat.declare(self.state, act, events)
        else:
            way = act if isinstance(act, Resolved) else flow.resolve(self.state, act)
            way.perform(self.state, events)
        flow.settle(self.state, events)
        return events

    def order(self, act: Act) -> Order:
        """Return the order for an act."""
        if isinstance(act, March):
            return moves.order_of(self.state, act)
        if isinstance(act, Combat):
            return attacks.order_of(self.state, act)
        return act.order if isinstance(act, Resolved) else act
