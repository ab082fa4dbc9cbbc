"""Drop zones (15.35 to 15.39): the centers of divisions' landing areas, noted in secret in the free deployment."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from westwall_tui.engine.battles.arnhem.weather import Weather, weather_now
from westwall_tui.engine.board import Board
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import DropZonePlaced, Event
from westwall_tui.engine.orders import IllegalOrder, Note
from westwall_tui.engine.rules.answers import NOBODY, Marker
from westwall_tui.engine.rules.parts import Fact, Notes
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Hexside, Terrain
from westwall_tui.engine.words import division_named, listed

FROM_TOWNS, APART = 3, 14
"""Minimum distances in hexes from a City hex or bridged hexside, and between drop zones (15.37)."""
ZONE, TURN, PLACED = Fact("zone *"), Fact("turn of zone *"), Fact("placed *")
"""By division: the hex of its drop zone, the Game-Turn from which it may be placed, and a mark that it was placed."""


class DropZones(Notes):
    """The drop zones of a scenario: a fixed hex for each division, or None if the Allied player notes it (15.36)."""

    case = "15.36"
    facts = (ZONE, TURN, PLACED)

    def __init__(self, board: Board, allied: int, fixed: Mapping[str, int | None]) -> None:
        self._board, self.allied = board, allied
        self.fixed = fixed
        self.subjects = self.divisions = tuple(fixed)
        self.noted = any(h is None for h in fixed.values())
        self.side = allied if self.noted else NOBODY

    @cached_property
    def too_near(self) -> Mapping[int, int]:
        """For each hex too near a City or bridge, that City or bridge hex (15.37)."""
        board = self._board
        return {h: near for near in _towns(board) for h in board.grid.within(near, FROM_TOWNS - 1)}

    @cached_property
    def far_enough(self) -> list[int]:
        """The hexes far enough from every City and bridge (15.37), in order."""
        return [h for h in self._board.playable if h not in self.too_near]

    def hex(self, state: State, division: str) -> int | None:
        """Return the hex of a division's drop zone (placed, noted or fixed); None if it is still open."""
        return state.facts.get(ZONE.about(division), self.fixed.get(division))

    def turn(self, state: State, division: str) -> int:
        """Return the Game-Turn from which a division's drop zone may be placed (15.39)."""
        return state.facts.get(TURN.about(division), state.scenario.first_turn)

    def is_placed(self, state: State, division: str) -> bool:
        """Return True if a division's drop zone is on the map."""
        return PLACED.about(division) in state.facts

    def placed(self, state: State) -> dict[str, int]:
        """Return the drop zones on the map, by division."""
        return {d: h for d in self.divisions if self.is_placed(state, d) and (h := self.hex(state, d)) is not None}

    def place(self, state: State, events: list[Event]) -> None:
        """Place the drop zones on the map whose Game-Turn has come (15.36, 15.39)."""
        for division in self.divisions:
            h = self.hex(state, division)
            if h is not None and not self.is_placed(state, division) and self.turn(state, division) <= state.turn:
                state.facts[PLACED.about(division)] = 1
                events.append(DropZonePlaced(division, state.number(h)))

    # -- the secret notes of drop zones: 15.36 to 15.39

    def unnoted(self, state: State) -> tuple[str, ...]:
        """Return the divisions whose drop zone is still to be noted."""
        return tuple(division for division in self.divisions if self.hex(state, division) is None)

    def note(self, state: State, order: Note) -> Mapping[str, int]:
        """Return the facts that follow from a note. Raises `IllegalOrder` if the note isn't allowed."""
        if order.division not in self.divisions:
            known = listed(self.divisions)
            raise IllegalOrder(
                "15.36", f"{order.division} isn't a division with a drop zone; the divisions that have one are {known}"
            )
        try:
            h = state.scenario.board.hex(order.hex)
        except ValueError as error:
            raise IllegalOrder("2.1", str(error)) from None
        first, last = state.scenario.first_turn, state.scenario.last_turn
        if order.turn and not first <= order.turn <= last:
            raise IllegalOrder("15.39", f"a drop zone is placed on Game-Turn {first} to {last}, not {order.turn}")
        self._check_hex(state, order.division, h)
        return {ZONE.about(order.division): h, TURN.about(order.division): order.turn or first}

    def _check_hex(self, state: State, division: str, h: int) -> None:
        board, number = state.scenario.board, state.number(h)
        if h not in board.playable:
            raise IllegalOrder("15.36", f"a drop zone cannot be in {number}, where no unit can be", (), (number,))
        distance = board.grid.distance
        near = self.too_near.get(h)
        if near is not None:
            what = "a City hex" if board.terrain[near] is Terrain.CITY else "at a bridge"
            reason = f"{number} is less than {FROM_TOWNS} hexes from {state.number(near)}, {what}"
            raise IllegalOrder("15.37", reason, (), (number, state.number(near)))
        for other in self.divisions:
            there = self.hex(state, other)
            if other != division and there is not None and distance(h, there) < APART:
                apart = f"{number} is {distance(h, there)} hexes from the drop zone of {division_named(other)}"
                reason = f"{apart}; {APART} is the minimum"
                raise IllegalOrder("15.37", reason, (), (number, state.number(there)))

    def possible(self, state: State) -> list[tuple[str, int]]:
        """Return each division without a drop zone with each hex where its zone may be."""
        return [(division, h) for division in self.unnoted(state) for h in self._free(state, division)]

    def _free(self, state: State, division: str) -> list[int]:
        """Return the hexes that `_check_hex` accepts for a division's drop zone, given the other zones so far."""
        settled = [h for d in self.divisions if d != division and (h := self.hex(state, d)) is not None]
        hexes = self.far_enough
        for away in (state.scenario.board.grid.distances(h) for h in settled):
            hexes = [h for h in hexes if away[h] >= APART]
        return hexes

    def hidden(self, state: State) -> bool:
        """Return True if a noted drop zone has not been placed yet, and is therefore hidden (15.36)."""
        settled = [d for d in self.divisions if self.hex(state, d) is not None] if self.noted else ()
        return any(not self.is_placed(state, d) for d in settled)

    def markers(self, state: State, viewer: int) -> list[Marker]:
        """Return the drop zones on the map (15.35), and for the Allied player those that are only noted (15.36)."""
        found = []
        for division in self.divisions:
            h, placed = self.hex(state, division), self.is_placed(state, division)
            if h is None or not (placed or (viewer == self.allied and self.noted)):
                continue
            name = f"drop zone of {division_named(division)}" + (
                "" if placed else f", Game-Turn {self.turn(state, division)}"
            )
            found.append(Marker(h, "DZ", name, not placed, division))
        return found

    def draw_hidden(self, state: State, draw: Draw) -> None:
        """Replace the noted zones that are not on the map by random possibilities."""
        if not self.noted:
            return
        hidden = [d for d in self.divisions if self.hex(state, d) is not None and not self.is_placed(state, d)]
        first = self._first_placing(state)
        while not self._draw(state, hidden, first, draw):
            pass  # one zone had no room; the noted zones prove that all of them can fit

    def _first_placing(self, state: State) -> int:
        """Return the first possible Game-Turn of a zone not yet on the map, as far as the German can tell (15.39)."""
        begun = state.phase is not Phase.SETUP and (state.side == self.allied or self.allied == 0)
        return state.turn + (begun and weather_now(state) is not Weather.POOR)

    def _draw(self, state: State, divisions: Sequence[str], first: int, draw: Draw) -> bool:
        """Draw the zones one by one. Return False if a zone has no room left."""
        for division in divisions:
            state.facts.pop(ZONE.about(division), None)
        for division in divisions:
            hexes = self._free(state, division)
            if not hexes:
                return False
            turn = first + draw.below(max(state.scenario.last_turn - first + 1, 1))
            state.facts |= {ZONE.about(division): draw.pick(hexes), TURN.about(division): turn}
        return True


def _towns(board: Board) -> tuple[int, ...]:
    """Return the City hexes and the hexes on both sides of a bridge (15.37)."""
    bridge, terrain = int(Hexside.BRIDGE), board.terrain
    return tuple(
        h
        for h, row in enumerate(board.sides)
        if terrain[h] is Terrain.CITY or any(features & bridge for features in row)
    )


def division_number(formation: str) -> str:
    """Return the number at the beginning of a division's name: `101` of `101st Airborne`."""
    digits = len(formation) - len(formation.lstrip("0123456789"))
    return formation[:digits]
