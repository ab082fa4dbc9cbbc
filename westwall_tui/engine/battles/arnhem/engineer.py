"""The Allied Engineer (13.0): it repairs canal bridges, and helps airborne and glider units across rivers."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.battles.demolition import CANAL, Pair, is_blown
from westwall_tui.engine.events import BridgeBuilt, Event
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.parts import Assaults, Fact
from westwall_tui.engine.state import ELIMINATED, RESERVE, State, changed
from westwall_tui.engine.terrain import TERRAIN_KEY, Hexside
from westwall_tui.engine.units import Kind

CROSSES = (Kind.AIRBORNE, Kind.GLIDER)
"""13.23: not the airborne artillery."""
AT_WORK, LOST = Fact("engineer at work"), Fact("engineers lost before")
"""The hex where it repairs a bridge (13.1), and how many Engineers have been lost and replaced (13.3)."""
HELPED = Fact("engineer helped")
"""The serial number of the phase in which it last helped a unit across the river (13.21)."""

_RIVER, _BRIDGE = int(Hexside.RIVER), int(Hexside.BRIDGE)  # plain numbers: the flags of `enum` are slow


def over_river(state: State, a: int, b: int) -> bool:
    """Return True if an unbridged river is between two adjacent hexes."""
    features = state.ground.features(a, b)
    return bool(features & _RIVER) and not features & _BRIDGE


class Engineer(Assaults):
    """The Engineer of a scenario: `unit` is None if it has none, and then it changes nothing."""

    case = share_case = "13.24"
    facts = (AT_WORK, HELPED, LOST)

    def __init__(self, unit: int | None, side: int) -> None:
        self.unit, self._side = unit, side

    def _here(self, state: State) -> int:
        """Return its hex; below 0 while it is off the map."""
        return ELIMINATED if self.unit is None else state.location[self.unit]

    def _is_free(self, state: State) -> bool:
        """Return True if it is on the map and in no enemy Zone of Control (13.1, 13.21)."""
        h = self._here(state)
        return h >= 0 and not state.zones[1 - self._side][h]

    def near(self, state: State) -> frozenset[int]:
        """Return its hex and those next to it; none while it is off the map."""
        here = self._here(state)
        return frozenset() if here < 0 else state.scenario.board.grid.vicinity(here)

    def far_banks(self, state: State) -> tuple[int, ...]:
        """Return the hexes across the rivers from its hex (13.21)."""
        h, board = self._here(state), state.scenario.board
        around = (n for n in board.grid.neighbors[h] if n != NOWHERE)
        return tuple(n for n in around if board.terrain[n] in TERRAIN_KEY and over_river(state, h, n))

    def steps(self, state: State, unit: int) -> Sequence[Sequence[tuple[int, int]]] | None:
        """13.22: a crossing unit's steps, with the Engineer's river hexsides at the cost of the terrain entered.

        None if the Engineer cannot help the unit now.
        """
        if self.unit is None or state.units[unit].kind not in CROSSES or not self._is_free(state):
            return None
        h, ways = self._here(state), list(state.ground.steps[state.way(unit)])
        board = state.scenario.board
        for n in self.far_banks(state):
            for a, b in ((h, n), (n, h)):
                others = tuple(step for step in ways[a] if step[0] != b)  # a ferry costs more
                ways[a] = (*others, (b, TERRAIN_KEY[board.terrain[b]].cost))
        return ways

    def crossed(self, state: State, a: int, b: int) -> None:
        """13.21: after helping a unit across the river, the Engineer may not move again that Player-Turn."""
        if self.unit is not None and self._here(state) in (a, b) and over_river(state, a, b):
            state.moved = changed(state.moved, state.serial, self.unit)
            state.facts[HELPED] = state.serial

    def has_helped(self, state: State, unit: int) -> bool:
        """Return True if a unit is the Engineer, and has helped one across the river this phase (13.21)."""
        return unit == self.unit and state.facts.get(HELPED) == state.serial

    # -- the assault: 13.24

    def assaulting(self, state: State) -> tuple[int, ...]:
        """13.24: the unit stacked with the Engineer attacks one enemy across the river."""
        h = self._here(state)
        if h < 0 or state.held[self._side][h] == 1:
            return ()
        return tuple(unit for unit, at in enumerate(state.location) if at == h and unit != self.unit)

    def attacks_into(self, state: State, unit: int) -> tuple[int, ...]:
        """13.24: only across the river, for an assaulting unit."""
        return self.far_banks(state) if self.assaults(state, unit) else super().attacks_into(state, unit)

    def may_share(self, state: State, unit: int, h: int) -> bool:
        """13.24: one airborne or glider unit, where it can attack an enemy across a river hexside."""
        if h != self._here(state) or state.units[unit].kind not in CROSSES:
            return False
        if self.assaulting(state) or not self._is_free(state):
            return False
        enemies = state.held[1 - self._side]
        return any(enemies[n] for n in self.far_banks(state))

    # -- repair, 13.1, and replacement, 13.3

    def begin_work(self, state: State) -> None:
        """Let the Engineer begin work at the start of a German Player-Turn if it isn't in an enemy zone."""
        if self._is_free(state):
            state.facts[AT_WORK] = self._here(state)

    def disturb(self, state: State, unit: int, h: int) -> None:
        """Stop the work: the Engineer must stay where it is, free of enemy zones, for the whole Player-Turn."""
        if unit == self.unit or (state.units[unit].side != self._side and self._here(state) in state.ground.zone[h]):
            state.facts.pop(AT_WORK, None)

    def end_work(self, state: State, kinds: Mapping[Pair, str], events: list[Event]) -> None:
        """Repair every demolished canal bridge on a side of its hex at the end of the Player-Turn."""
        h = state.facts.pop(AT_WORK, None)
        if h is None or self._here(state) != h:
            return
        for pair, kind in kinds.items():
            if kind == CANAL and h in pair and is_blown(state, pair):
                state.alter(*pair, None)
                events.append(BridgeBuilt("/".join(state.numbers(pair)), "repaired"))

    def replace(self, state: State) -> None:
        """13.3: an Engineer that was lost comes back by road; the lost one still counts."""
        if self.unit is not None and self._here(state) == ELIMINATED:
            state.place(self.unit, RESERVE)
            state.facts[LOST] = state.facts.get(LOST, 0) + 1

    def is_replaced(self, state: State, unit: int | None) -> bool:
        """13.3: True if a unit is an Engineer that was lost, so that its replacement enters or has entered by road."""
        return unit is not None and unit == self.unit and LOST in state.facts
