"""Parts: the orders, facts and markers of one subject that only some battles have.

A battle creates its parts and lists them in `Ruleset.parts`. The screen, plain play, the computer and the library find
a part's orders through `queries.extra_orders`, and need no change for a new part.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar

from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Destroy, IllegalOrder, NameFront, Note, Order
from westwall_tui.engine.rules.answers import NOBODY, BridgeState, Front, Marker
from westwall_tui.engine.state import State

Perform = Callable[[State, list[Event]], None]
"""A function that carries out a legal order."""
NO_UNIT = -1
"""The unit number for orders that name no unit."""


class Fact(str):
    """The key of a battle's fact in `State.facts`; with a `*` it stands for one key per hex, unit or division.

    Saves contain the keys, so they never change.
    """

    __slots__ = ()

    def about(self, thing: str) -> str:
        """Return the key for one hex, unit, division or other thing."""
        return self.replace("*", thing)

    def has(self, key: str) -> bool:
        """Return True if a key belongs to this fact."""
        before, star, after = self.partition("*")
        if not star:
            return key == self
        return len(key) > len(before) + len(after) and key.startswith(before) and key.endswith(after)


class Part:
    """One subject of a battle's Exclusive Rules. By default, a part adds nothing."""

    facts: tuple[Fact, ...] = ()
    """The entries of the part in `State.facts`."""
    orders: ClassVar[tuple[type[Order], ...]] = ()
    """The orders that the part adds to decisions (`Order.added_to`). Their word also names the action on the screen."""

    def candidates(self, state: State, unit: int) -> Iterator[Order]:
        """Find the orders that the part may add for a unit, legal or not; for `NO_UNIT` those that name no unit."""
        return iter(())

    def check(self, state: State, order: Order) -> tuple[Order, Perform]:
        """Check an order. Return the order in full, as the log has it, and the function that carries it out.

        Raises `IllegalOrder` and changes nothing.
        """
        raise NotImplementedError

    def legal(self, state: State) -> Iterator[Order]:
        """Find the part's legal orders for the side that decides."""
        for unit in (NO_UNIT, *state.on_map(state.frames[-1].side)) if self.orders else ():
            yield from (order for order in self.candidates(state, unit) if self.why_not(state, order) is None)

    def why_not(self, state: State, order: Order) -> IllegalOrder | None:
        """Return the refusal of an order, or None if it is legal."""
        try:
            self.check(state, order)
        except IllegalOrder as refusal:
            return refusal
        return None

    def markers(self, state: State, viewer: int) -> Sequence[Marker]:
        """Return the part's markers on the map that a side may see (-1: public ones)."""
        return ()


# -- the kinds of parts that decisions and queries use; a battle without one has the standard answers


class Notes(Part):
    """Secret notes that a side makes before the set-up."""

    side: int = NOBODY
    """The side that makes the notes; `NOBODY` if neither does."""
    case = "4.1"
    """The case on the notes."""
    subjects: tuple[str, ...] = ()
    """The names of the subjects, one for each note."""

    def unnoted(self, state: State) -> tuple[str, ...]:
        """Return the subjects that are still to be noted."""
        return ()

    def note(self, state: State, order: Note) -> Mapping[str, int]:
        """Return the facts that follow from a note. Raises `IllegalOrder`."""
        raise IllegalOrder(self.case, "there are no secret notes in this game")

    def possible(self, state: State) -> Sequence[tuple[str, int]]:
        """Return the notes that may be made now: a subject and a hex."""
        return ()

    def hidden(self, state: State) -> bool:
        """Return True if a note is still hidden from the enemy."""
        return False

    def draw_hidden(self, state: State, draw: Draw) -> None:
        """Replace the hidden notes by random possibilities."""


class Bridging(Part):
    """Bridges that can be laid and destroyed."""

    case = "5.0"
    """The case for destroying bridges under one's units."""

    def standing(self, state: State) -> Sequence[BridgeState]:
        """Return the state of each bridge."""
        return ()

    def destructible(self, state: State) -> tuple[int, ...]:
        """Return the Bridge hexes whose bridges may be destroyed at the end of this Player-Turn."""
        return ()

    def destroy(self, state: State, order: Destroy) -> Perform:
        """Check an order to destroy a bridge and return the function that carries it out. Raises `IllegalOrder`."""
        raise IllegalOrder(self.case, "units cannot destroy bridges in this game")


class NamedFront(Part):
    """A front that a side names at the end of its Player-Turn."""

    side: int = NOBODY
    """The side that names the front; `NOBODY` if neither does."""
    case = "4.1"
    """The case on the front."""

    def propose(
        self, state: State, *, pins: Sequence[int] = (), worth: Mapping[int, int] | None = None
    ) -> Front | None:
        """Return the proposed front through all `pins`; None if no front is due or found.

        `worth` is the caller's price of losing each unit; the default is its Victory Points.
        """
        return None

    def named(self, state: State, order: NameFront) -> Front:
        """Return the front that an order names. Raises `IllegalOrder`."""
        raise IllegalOrder(self.case, "there are no fronts to name in this game")

    def hold(self, state: State, held: Front, events: list[Event]) -> None:
        """Charge the price of a front."""


class Landings(Part):
    """Units that land from the air."""

    air_case = "4.1"
    """The case on arrival by air or by ground."""
    case = "4.1"
    """The case on the hexes where units land."""
    held_case = "4.1"
    """The case that forbids landing on a unit."""

    def lands(self, state: State, unit: int) -> bool:
        """Return True if an arriving unit lands from the air."""
        return False

    def hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """Return the hexes where an airborne unit may land now."""
        return ()

    def place(self, state: State, unit: int, *, brief: bool = False) -> str:
        """Return a unit's landing place in words (fewer if `brief`), or nothing if it is the schedule's hexes."""
        return ""

    def left(self, state: State) -> int | None:
        """Return the number of units that may still land in this Game-Turn, or None if there is no limit."""
        return None


class Columns(Part):
    """Reinforcements that enter one behind the other."""

    def toll(self, state: State, h: int) -> int:
        """Return the half Movement Points that a unit pays at an entry hex for earlier entries in this phase."""
        return 0

    def join(self, state: State, h: int) -> None:
        """Count a unit that enters at a hex, so that the next one pays for it."""


class Assaults(Part):
    """Assaults across a river: a unit stacked with an Engineer attacks one enemy, and must advance."""

    case = "7.1"
    """The case on assaults."""
    share_case = ""
    """The case that lets a unit stop with the Engineer; for the screen."""

    def assaulting(self, state: State) -> tuple[int, ...]:
        """Return the units that assault across the river."""
        return ()

    def assaults(self, state: State, unit: int) -> bool:
        """Return True if a unit assaults across the river."""
        return unit in self.assaulting(state)

    def attacks_into(self, state: State, unit: int) -> tuple[int, ...]:
        """Return the hexes into which a unit attacks. Standard: its Zone of Control (6.33)."""
        return state.ground.zone[state.location[unit]]

    def may_share(self, state: State, unit: int, h: int) -> bool:
        """Return True if a unit may stop in a hex with a friendly unit. Standard: no (5.31)."""
        return False


class Wiring(Part):
    """Bridges that a side may blow when an enemy unit comes to them."""

    case = "4.1"
    """The case on blowing a bridge."""
    answers = ("Try to blow it", "Leave it standing")
    """The two answers about a bridge and their effects, in a few words."""
    side: int = NOBODY
    """The side that may blow bridges; `NOBODY` if neither may."""

    def on_way(self, state: State, unit: int, way: Sequence[int]) -> Sequence[tuple[int, int]]:
        """Return the bridges that the enemy may blow because a unit goes this way, beginning with its own hex."""
        return ()
