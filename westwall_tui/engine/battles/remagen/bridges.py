"""Bridges (11.0) over a river of whole hexes: one side lays them, the other destroys those under its own units.

A Bridge hex is a river hex with a road through it, from a bank hex to the opposite one. Printed bridges last until they
are destroyed, and are never rebuilt; float bridges are laid, and may be laid again elsewhere.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from westwall_tui.engine.board import Board
from westwall_tui.engine.events import BridgeBuilt, BridgeDestroyed, Event
from westwall_tui.engine.hexgrid import NOWHERE, opposite
from westwall_tui.engine.orders import Destroy, IllegalOrder, LayBridge, Order
from westwall_tui.engine.rules.answers import BridgeState, Crossing, Marker
from westwall_tui.engine.rules.parts import NO_UNIT, Bridging, Fact, Perform
from westwall_tui.engine.rules.zones import shut
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.engine.units import Kind

WRECKERS = (Kind.INFANTRY, Kind.MECHANIZED, Kind.ARMOR)
"""The kinds of units that destroy bridges (11.21)."""
REPLACED_AFTER = 3
"""The number of Game-Turns from the destruction of a float bridge to its replacement (11.22)."""
FIRST_PHASE = Fact("first phase of the Game-Turn")
"""The serial number of the Game-Turn's first phase; a unit that has fought since then is engaged in combat (11.21)."""
LAID, DESTROYED = Fact("Float Bridge *"), Fact("* destroyed")
"""By number: the hex of a float bridge. By name: the Game-Turn in which a bridge was destroyed."""


class Bridges(Bridging):
    """The bridges of a board, between its `west` and `east` banks.

    The first of the `sides` lays numbered float bridges, which arrive on the Game-Turns of `first`; the second side
    destroys bridges.
    """

    case = "11.21"

    facts = (FIRST_PHASE, LAID, DESTROYED)
    orders = (LayBridge,)

    def __init__(
        self, board: Board, sides: tuple[int, int], west: frozenset[int], east: frozenset[int], first: Sequence[int]
    ) -> None:
        self.board, self.west, self.east = board, west, east
        self.us, self.german = sides
        self.first = tuple(first)
        self.river = tuple(h for h, terrain in enumerate(board.terrain) if terrain is Terrain.RIVER)
        self.printed = tuple(h for h in self.river if board.ground.zone[h])

    # -- their state

    def ends(self, state: State, h: int) -> tuple[int, int] | None:
        """Return the west and the east bank hex of the bridge over a river hex; None if there is no bridge."""
        around = state.ground.zone[h]
        west = [n for n in around if n in self.west]
        east = [n for n in around if n in self.east]
        return (west[0], east[0]) if west and east else None

    def standing(self, state: State) -> list[BridgeState]:
        """Return every existing or possible bridge: printed ones first, then float bridges."""
        found = []
        for h in self.printed:
            name = self._printed_name(h)
            destroyed = state.facts.get(_destroyed(name), 0)
            here, ends = self._crossing_at(state, NOWHERE if destroyed else h)  # a float bridge may be in its hex later
            found.append(BridgeState(name, here, *ends, 0, destroyed, printed=True))
        for number in range(len(self.first)):
            name = _name(number)
            here, ends = self._crossing_at(state, state.facts.get(name, NOWHERE))
            due = 0 if here != NOWHERE else self._turn_due(state, number)
            found.append(BridgeState(name, here, *ends, due, state.facts.get(_destroyed(name), 0), printed=False))
        return found

    def _printed_name(self, h: int) -> str:
        return self.board.names.get(h, f"Bridge {self.board.number(h)}")

    def _crossing_at(self, state: State, h: int) -> tuple[int, tuple[int, int]]:
        ends = self.ends(state, h) if h != NOWHERE else None
        return (NOWHERE, (NOWHERE, NOWHERE)) if ends is None else (h, ends)

    def _turn_due(self, state: State, number: int) -> int:
        destroyed = state.facts.get(_destroyed(_name(number)), 0)
        return destroyed + REPLACED_AFTER if destroyed else self.first[number]

    def crossings(self, state: State) -> list[Crossing]:
        """Return the float bridges, and the printed bridges that are destroyed."""
        floats = [b for b in self.standing(state) if b.hex >= 0 and not b.printed]
        found = [(b.hex, end, "laid") for b in floats for end in (b.west, b.east)]
        printed, now = self.board.ground.zone, state.ground.zone
        found += [(h, end, "blown") for h in self.printed for end in printed[h] if end not in now[h]]
        return [Crossing((min(a, b), max(a, b)), "", how) for a, b, how in found]

    def markers(self, state: State, viewer: int) -> list[Marker]:
        """Return markers for bridges, and for the places of destroyed printed bridges."""
        standing = [bridge for bridge in self.standing(state) if bridge.hex >= 0]
        found = [Marker(bridge.hex, "HH" if bridge.printed else "hh", bridge.name) for bridge in standing]
        gone = [h for h in self.printed if self.ends(state, h) is None]
        return found + [Marker(h, "xx", "bridge destroyed") for h in gone]

    def in_words(self, state: State) -> str:
        """Return the state of each bridge, in one sentence."""
        return f"Bridges: {'; '.join(_in_words(state, bridge) for bridge in self.standing(state))}."

    # -- laying: 11.1

    def _to_lay(self, state: State) -> int | None:
        """Return the number of the first float bridge that may be laid in this Game-Turn; None if there is none."""
        for number in range(len(self.first)):
            if state.facts.get(_name(number), NOWHERE) == NOWHERE and self._turn_due(state, number) <= state.turn:
                return number
        return None

    def check(self, state: State, order: Order) -> tuple[Order, Perform]:
        """Check an order to lay a float bridge; only the U.S. player may, in the U.S. Movement Phase (11.11)."""
        assert isinstance(order, LayBridge)
        if state.side != self.us:
            raise IllegalOrder("11.11", "only the U.S. player can lay float bridges")
        h, west, east = self._check_site(state, order)

        def perform(state: State, events: list[Event]) -> None:
            name = self.lay(state, h, west, east)
            events.append(BridgeBuilt(order.hex, f"laid from {order.west} to {order.east} ({name})"))

        return order, perform

    def _check_site(self, state: State, order: LayBridge) -> tuple[int, int, int]:
        """Return the river hex and the two bank hexes of a bridge to be laid.

        Raises `IllegalOrder` if that is illegal.
        """
        h, west, east = (self._hex(number) for number in (order.hex, order.west, order.east))
        about = (order.hex, order.west, order.east)
        if self._to_lay(state) is None:
            raise IllegalOrder("11.11", self._why_none(state))
        if h not in self.river:
            raise IllegalOrder("11.11", f"{order.hex} is not a Rhine hex; name one for the bridge", (), about[:1])
        around = self.board.grid.neighbors[h]
        for end, bank, name in ((west, self.west, "west"), (east, self.east, "east")):
            number = self.board.number(end)
            if end not in around or end not in bank:
                reason = f"{number} is not a {name} bank hex next to {order.hex}; write bridge RIVERHEX WESTHEX EASTHEX"
                raise IllegalOrder("11.11", reason, (), (number,))
        if around.index(west) != opposite(around.index(east)):
            reason = f"{order.west} and {order.east} are not opposite each other across {order.hex}"
            raise IllegalOrder("11.11", reason, (), about)
        if self.ends(state, h):
            raise IllegalOrder("11.11", f"there is already a bridge at {order.hex}", (), about[:1])
        closed = shut(state, 1 - state.side)
        near = [n for n in around if n != NOWHERE and closed[n]]
        if near:
            number = self.board.number(near[0])
            reason = f"an enemy unit or zone is in {number}, next to {order.hex}"
            raise IllegalOrder("11.11", reason, (), (order.hex, number))
        return h, west, east

    def _hex(self, number: str) -> int:
        try:
            return self.board.hex(number)
        except ValueError as error:
            raise IllegalOrder("2.1", str(error)) from None

    def _why_none(self, state: State) -> str:
        missing = [
            self._turn_due(state, number)
            for number in range(len(self.first))
            if state.facts.get(_name(number), NOWHERE) == NOWHERE
        ]
        due = f"the next float bridge can be laid from Game-Turn {min(missing)}" if missing else ""
        return due or "no float bridge is left to lay"

    def candidates(self, state: State, unit: int) -> Iterator[Order]:
        """Yield an order for each bridge that could be laid at some time."""
        if unit == NO_UNIT:
            yield from (LayBridge(*state.numbers((h, *span))) for h, spans in self.spans for span in spans)

    def legal(self, state: State) -> Iterator[Order]:
        """Yield the orders of `candidates` that are legal now."""
        if state.side != self.us or self._to_lay(state) is None:
            return
        closed = shut(state, 1 - state.side)
        for h, spans in self.spans:
            if self.ends(state, h) or any(n != NOWHERE and closed[n] for n in self.board.grid.neighbors[h]):
                continue
            yield from (LayBridge(*state.numbers((h, *span))) for span in spans)

    def lay(self, state: State, h: int, west: int, east: int) -> str:
        """Lay the next float bridge, and return its name."""
        number = self._to_lay(state)
        assert number is not None
        state.facts[_name(number)] = h
        state.alter(h, west, self.board.hexside(h, west) | Hexside.ROAD)
        state.alter(h, east, self.board.hexside(h, east) | Hexside.ROAD)
        return _name(number)

    @cached_property
    def spans(self) -> list[tuple[int, list[tuple[int, int]]]]:
        """By river hex: the pairs of opposite bank hexes, west and east, that a bridge there would join."""
        found = []
        for h in self.river:
            around = self.board.grid.neighbors[h]
            across = zip(around, (*around[3:], *around[:3]), strict=True)
            found.append((h, [(west, east) for west, east in across if west in self.west and east in self.east]))
        return [(h, spans) for h, spans in found if spans]

    # -- destroying: 11.2

    def destroy(self, state: State, order: Destroy) -> Perform:
        """Return the function that destroys a bridge and moves the unit on it to the east bank (11.21)."""
        unit, h, east = self._check_destruction(state, order)

        def perform(state: State, events: list[Event]) -> None:
            state.place(unit, east)
            self._remove(state, h)
            events.append(BridgeDestroyed(order.hex, state.units[unit].id, state.number(east)))

        return perform

    def _check_destruction(self, state: State, order: Destroy) -> tuple[int, int, int]:
        """Return the unit, the Bridge hex and the east bank hex of a bridge that the German may destroy now.

        Raises `IllegalOrder` if the German may not. The order is given at the end of the German Player-Turn.
        """
        side = self.german
        h = self._hex(order.hex)
        ends = self.ends(state, h) if h in self.river else None
        if ends is None:
            raise IllegalOrder("11.21", f"there is no bridge at {order.hex}", (), (order.hex,))
        unit = state.at[h]
        if unit < 0 or state.units[unit].side != side:
            reason = f"no {state.scenario.sides[side].adjective} unit is on that bridge to destroy it"
            raise IllegalOrder("11.21", reason, (), (order.hex,))
        counter, (west, east) = state.units[unit], ends
        if counter.kind not in WRECKERS:
            reason = f"{counter.name} is {counter.kind}; only infantry, mechanized and armored units can destroy one"
            raise IllegalOrder("11.21", reason, (counter.id,), (order.hex,))
        if max(state.attacked[unit], state.defended[unit]) >= state.facts.get(FIRST_PHASE, 0) > 0:
            reason = f"{counter.name} was in combat this Game-Turn, so it cannot destroy a bridge"
            raise IllegalOrder("11.21", reason, (counter.id,), (order.hex,))
        enemies = state.held[1 - side]
        for n in (west, *self.board.grid.neighbors[west]):
            if n != NOWHERE and enemies[n]:
                number = state.number(n)
                reason = f"an enemy is in {number}, {'' if n == west else 'next to '}the west end of the bridge"
                raise IllegalOrder("11.21", reason, (counter.id,), (order.hex, number))
        if state.occupant(east) is not None:
            number = state.number(east)
            reason = f"{counter.name} must withdraw to {number}, which is occupied"
            raise IllegalOrder("11.21", reason, (counter.id,), (order.hex, number))
        return unit, h, east

    def destructible(self, state: State) -> tuple[int, ...]:
        """Return the Bridge hexes whose bridges the German may destroy now (11.21)."""
        found = []
        for h in (
            sorted(state.location[unit] for unit in state.on_map(self.german)) if state.side == self.german else ()
        ):
            if h in self.river:
                try:
                    self._check_destruction(state, Destroy(state.number(h)))
                except IllegalOrder:
                    continue
                found.append(h)
        return tuple(found)

    def _remove(self, state: State, h: int) -> None:
        """Remove a bridge, and note the Game-Turn of its destruction."""
        ends = self.ends(state, h)
        assert ends is not None
        for end in ends:
            printed = self.board.hexside(h, end)
            state.alter(h, end, printed & ~Hexside.WAY if printed & Hexside.WAY else None)
        names = map(_name, range(len(self.first)))
        laid = next((name for name in names if state.facts.get(name, NOWHERE) == h), None)
        if laid is not None:
            state.facts[laid] = NOWHERE
        name = laid or self._printed_name(h)
        state.facts[_destroyed(name)] = state.turn


def turn_begins(state: State) -> None:
    """Note the first phase of the Game-Turn, which tells whether a unit has been engaged in combat since then."""
    state.facts[FIRST_PHASE] = state.serial + 1


def _in_words(state: State, bridge: BridgeState) -> str:
    if bridge.hex >= 0:
        hex_, west, east = state.numbers((bridge.hex, bridge.west, bridge.east))
        return f"{bridge.name} at {hex_}, from {west} to {east}"
    gone = f"destroyed on Game-Turn {bridge.destroyed}" if bridge.destroyed else ""
    when = "may be laid now" if bridge.due <= state.turn else f"may be laid from Game-Turn {bridge.due}"
    return f"{bridge.name} {', '.join(part for part in (gone, when if bridge.due else '') if part)}"


def _name(number: int) -> str:
    return LAID.about(str(number + 1))


def _destroyed(name: str) -> str:
    return DESTROYED.about(name)
