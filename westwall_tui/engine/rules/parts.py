"""What only some battles have: orders, facts and markers of their own, each subject in one part.

A battle makes its parts and lists them in `Ruleset.parts`. The screen, plain play, the computer and the library find a
part's orders by `queries.extra_orders`, and need no change for a new one.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.engine.rules.answers import Marker
from westwall_tui.engine.state import State

Perform = Callable[[State, list[Event]], None]
"""Carries out an order that was found legal."""
NO_UNIT = -1
"""Stands for the unit of an order that names none."""


class Fact(str):
    """The key of a fact that a battle remembers in `State.facts`, or with a `*` the keys of one about many things.

    Saves hold keys: they never change.
    """

    __slots__ = ()

    def about(self, thing: str) -> str:
        """Return the key for one of many things: a hex, a unit, a division ..."""
        return self.replace("*", thing)

    def has(self, key: str) -> bool:
        """True if a key is this fact's."""
        before, star, after = self.partition("*")
        if not star:
            return key == self
        return len(key) > len(before) + len(after) and key.startswith(before) and key.endswith(after)


class Part:
    """One subject of a battle's Exclusive Rules. Standard: it adds nothing."""

    facts: tuple[Fact, ...] = ()
    """Its entries in `State.facts`."""
    orders: ClassVar[tuple[type[Order], ...]] = ()
    """The orders that it adds to decisions (`Order.added_to`). The action of the screen is called like their word."""

    def candidates(self, state: State, unit: int) -> Iterator[Order]:
        """Find the orders that it may add for a unit, legal or not; for `NO_UNIT` those that name none."""
        return iter(())

    def check(self, state: State, order: Order) -> Perform:
        """Check one of its orders and return what carries it out. Raises `IllegalOrder`, and changes nothing."""
        raise NotImplementedError

    def legal(self, state: State) -> Iterator[Order]:
        """Find its legal orders for the side that decides."""
        for unit in (NO_UNIT, *state.on_map(state.frames[-1].side)) if self.orders else ():
            yield from (order for order in self.candidates(state, unit) if self.why_not(state, order) is None)

    def why_not(self, state: State, order: Order) -> IllegalOrder | None:
        """Return why one of its orders is refused, or None if it is legal."""
        try:
            self.check(state, order)
        except IllegalOrder as refusal:
            return refusal
        return None

    def markers(self, state: State, viewer: int) -> Sequence[Marker]:
        """Return its markers on the map, as far as a side may know (-1: public ones)."""
        return ()
