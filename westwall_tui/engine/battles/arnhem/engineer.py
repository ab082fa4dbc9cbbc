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
"""The kinds that the Engineer helps across a river; airborne artillery is not among them (13.23)."""
AT_WORK, LOST = Fact("engineer at work"), Fact("engineers lost before")
"""The hex where the Engineer repairs a bridge (13.1), and the number of Engineers lost and replaced (13.3)."""
HELPED = Fact("engineer helped")
"""The serial number of the phase in which the Engineer last helped a unit across the river (13.21)."""

_RIVER, _BRIDGE = int(Hexside.RIVER), int(Hexside.BRIDGE)  # plain numbers: the flags of `enum` are slow


def over_river(state: State, a: int, b: int) -> bool:
    """Return True if an unbridged river is between two adjacent hexes."""
    features = state.ground.features(a, b)
    return bool(features & _RIVER) and not features & _BRIDGE


class Engineer(Assaults):
    """The Engineer of a scenario. If the scenario has none, `unit` is None, and this part changes nothing."""

    case = share_case = "13.24"
    facts = (AT_WORK, HELPED, LOST)

    def __init__(self, unit: int | None, side: int) -> None:
        self.unit, self._side = unit, side

    def _here(self, state: State) -> int:
        """Return the Engineer's hex; a number below 0 while it is off the map."""
        return ELIMINATED if self.unit is None else state.location[self.unit]

    def _is_free(self, state: State) -> bool:
        """Return True if the Engineer is on the map and in no enemy Zone of Control (13.1, 13.21)."""
        h = self._here(state)
        return h >= 0 and not state.zones[1 - self._side][h]

    def near(self, state: State) -> frozenset[int]:
        """Return the Engineer's hex and the hexes next to it; none while it is off the map."""
        here = self._here(state)
        return frozenset() if here < 0 else state.scenario.board.grid.vicinity(here)

    def far_banks(self, state: State) -> tuple[int, ...]:
        """Return the hexes across a river from the Engineer's hex (13.21)."""
        h, board = self._here(state), state.scenario.board
        around = (n for n in board.grid.neighbors[h] if n != NOWHERE)
        return tuple(n for n in around if board.terrain[n] in TERRAIN_KEY and over_river(state, h, n))

    def steps(self, state: State, unit: int) -> Sequence[Sequence[tuple[int, int]]] | None:
        """Return a unit's steps, including those across the Engineer's river hexsides (13.22).

        A step there costs as much as the terrain entered. None if the Engineer cannot help the unit now.
        """
        if self.unit is None or state.units[unit].kind not in CROSSES or not self._is_free(state):
            return None
        h, ways = self._here(state), list(state.ground.steps[state.way(unit)])
        board = state.scenario.board
        for n in self.far_banks(state):
            for a, b in ((h, n), (n, h)):
                others = tuple(step for step in ways[a] if step[0] != b)  # a ferry would cost more
                ways[a] = (*others, (b, TERRAIN_KEY[board.terrain[b]].cost))
        return ways

    def crossed(self, state: State, a: int, b: int) -> None:
        """Note that the Engineer has helped a unit across, and may not move again that Player-Turn (13.21)."""
        if self.unit is not None and self._here(state) in (a, b) and over_river(state, a, b):
            state.moved = changed(state.moved, state.serial, self.unit)
            state.facts[HELPED] = state.serial

    def has_helped(self, state: State, unit: int) -> bool:
        """Return True if a unit is the Engineer and has helped another unit across the river this phase (13.21)."""
        return unit == self.unit and state.facts.get(HELPED) == state.serial

    # -- the assault: 13.24

    def assaulting(self, state: State) -> tuple[int, ...]:
        """Return the unit stacked with the Engineer, which assaults across the river (13.24); at most one."""
        h = self._here(state)
        if h < 0 or state.held[self._side][h] == 1:
            return ()
        return tuple(unit for unit, at in enumerate(state.location) if at == h and unit != self.unit)

    def attacks_into(self, state: State, unit: int) -> tuple[int, ...]:
        """Return the hexes that a unit may attack: an assaulting unit attacks only across the river (13.24)."""
        return self.far_banks(state) if self.assaults(state, unit) else super().attacks_into(state, unit)

    def may_share(self, state: State, unit: int, h: int) -> bool:
        """Return True if an airborne or glider unit may stack with the Engineer to assault across the river (13.24)."""
        if h != self._here(state) or state.units[unit].kind not in CROSSES:
            return False
        if self.assaulting(state) or not self._is_free(state):
            return False
        enemies = state.held[1 - self._side]
        return any(enemies[n] for n in self.far_banks(state))

    # -- repair, 13.1, and replacement, 13.3

    def begin_work(self, state: State) -> None:
        """Let the Engineer begin work at the start of a German Player-Turn, unless it is in an enemy zone."""
        if self._is_free(state):
            state.facts[AT_WORK] = self._here(state)

    def disturb(self, state: State, unit: int, h: int) -> None:
        """Stop the work if the Engineer moves, or an enemy unit's Zone of Control reaches it."""
        if unit == self.unit or (state.units[unit].side != self._side and self._here(state) in state.ground.zone[h]):
            state.facts.pop(AT_WORK, None)

    def end_work(self, state: State, kinds: Mapping[Pair, str], events: list[Event]) -> None:
        """Repair each blown canal bridge on a side of the Engineer's hex, at the end of the Player-Turn."""
        h = state.facts.pop(AT_WORK, None)
        if h is None or self._here(state) != h:
            return
        for pair, kind in kinds.items():
            if kind == CANAL and h in pair and is_blown(state, pair):
                state.alter(*pair, None)
                events.append(BridgeBuilt("/".join(state.numbers(pair)), "repaired"))

    def replace(self, state: State) -> None:
        """Bring a lost Engineer back as a reinforcement that enters by road; its loss still counts (13.3)."""
        if self.unit is not None and self._here(state) == ELIMINATED:
            state.place(self.unit, RESERVE)
            state.facts[LOST] = state.facts.get(LOST, 0) + 1

    def is_replaced(self, state: State, unit: int | None) -> bool:
        """Return True if a unit is an Engineer that has been lost and replaced, so that it comes by road (13.3)."""
        return unit is not None and unit == self.unit and LOST in state.facts
