"""The Allied Engineer (13.0): it repairs canal bridges, and helps airborne and glider units across rivers."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.battles.arnhem.demolition import CANAL, Pair, is_blown
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


def free(state: State, engineer: int) -> bool:
    """True if the Engineer is on the map and in no enemy Zone of Control (13.1, 13.21)."""
    h = state.location[engineer]
    return h >= 0 and not state.zones[1 - state.units[engineer].side][h]


def near(state: State, engineer: int) -> frozenset[int]:
    """The Engineer's hex and those next to it; none while it is off the map."""
    here = state.location[engineer]
    return frozenset() if here < 0 else state.scenario.board.grid.vicinity(here)


def far_banks(state: State, engineer: int) -> tuple[int, ...]:
    """The hexes across the rivers from the Engineer's hex (13.21)."""
    h = state.location[engineer]
    around = (n for n in state.scenario.board.grid.neighbours[h] if n != NOWHERE)
    return tuple(n for n in around if state.scenario.board.terrain[n] in TERRAIN_KEY and over_river(state, h, n))


def over_river(state: State, a: int, b: int) -> bool:
    """True if an unbridged river is between two adjacent hexes."""
    lies = state.ground.lies(a, b)
    return bool(lies & _RIVER) and not lies & _BRIDGE


def steps(state: State, engineer: int, unit: int) -> Sequence[Sequence[tuple[int, int]]] | None:
    """13.22: a crossing unit's steps, with the Engineer's river hexsides at the cost of the terrain entered.

    None if the Engineer cannot help the unit now.
    """
    if state.units[unit].kind not in CROSSES or not free(state, engineer):
        return None
    h, ways = state.location[engineer], list(state.ground.steps[state.way(unit)])
    board = state.scenario.board
    for n in far_banks(state, engineer):
        for a, b in ((h, n), (n, h)):
            others = tuple(step for step in ways[a] if step[0] != b)  # a ferry costs more
            ways[a] = (*others, (b, TERRAIN_KEY[board.terrain[b]].cost))
    return ways


def crossed(state: State, engineer: int, a: int, b: int) -> None:
    """13.21: after helping a unit across the river, the Engineer may not move again that Player-Turn."""
    if state.location[engineer] in (a, b) and over_river(state, a, b):
        state.moved = changed(state.moved, state.serial, engineer)
        state.facts[HELPED] = state.serial


def has_helped(state: State) -> bool:
    """True if the Engineer has helped a unit across the river this phase (13.21)."""
    return state.facts.get(HELPED) == state.serial


# -- the assault: 13.24


def stacked(state: State, engineer: int) -> tuple[int, ...]:
    """The unit stacked with the Engineer to assault across the river, if there is one."""
    h = state.location[engineer]
    if h < 0 or state.held[state.units[engineer].side][h] == 1:
        return ()
    return tuple(unit for unit, at in enumerate(state.location) if at == h and unit != engineer)


def may_stack(state: State, engineer: int, unit: int, h: int) -> bool:
    """13.24: one airborne or glider unit, where an enemy stands across a river hexside that it can attack."""
    if h != state.location[engineer] or state.units[unit].kind not in CROSSES:
        return False
    if stacked(state, engineer) or not free(state, engineer):
        return False
    enemies = state.held[1 - state.units[unit].side]
    return any(enemies[n] for n in far_banks(state, engineer))


# -- repair, 13.1, and replacement, 13.3


def begin_work(state: State, engineer: int) -> None:
    """A German Player-Turn begins: the Engineer sets to work if it stands free."""
    if free(state, engineer):
        state.facts[AT_WORK] = state.location[engineer]


def disturb(state: State, engineer: int, unit: int, h: int) -> None:
    """The Engineer must stay where it is, free of enemy zones, for the whole Player-Turn."""
    if unit == engineer or (
        state.units[unit].side != state.units[engineer].side and state.location[engineer] in state.ground.zone[h]
    ):
        state.facts.pop(AT_WORK, None)


def end_work(state: State, engineer: int, kinds: Mapping[Pair, str], events: list[Event]) -> None:
    """The Player-Turn is over: every demolished canal bridge on a side of its hex is repaired."""
    h = state.facts.pop(AT_WORK, None)
    if h is None or state.location[engineer] != h:
        return
    for pair, kind in kinds.items():
        if kind == CANAL and h in pair and is_blown(state, pair):
            state.alter(*pair, None)
            events.append(BridgeBuilt("/".join(state.numbers(pair)), "repaired"))


def replace(state: State, engineer: int) -> None:
    """13.3: an Engineer that was lost comes back by road; the lost one still counts."""
    if state.location[engineer] == ELIMINATED:
        state.place(engineer, RESERVE)
        state.facts[LOST] = state.facts.get(LOST, 0) + 1


def is_replaced(state: State) -> bool:
    """True once an Engineer was lost, so that its replacement enters, or has entered, by road (13.3)."""
    return LOST in state.facts


class Engineer(Assaults):
    """The Engineer of a scenario: `unit` is None if it has none."""

    case = share_case = "13.24"
    facts = (AT_WORK, HELPED, LOST)

    def __init__(self, unit: int | None) -> None:
        self.unit = unit

    def may_share(self, state: State, unit: int, h: int) -> bool:
        """13.24: one unit may stop with the Engineer, to assault across the river."""
        return self.unit is not None and may_stack(state, self.unit, unit, h)

    def assaulting(self, state: State) -> tuple[int, ...]:
        """13.24: the unit with the Engineer attacks one enemy across the river."""
        return () if self.unit is None else stacked(state, self.unit)

    def attacks_into(self, state: State, unit: int) -> tuple[int, ...]:
        """13.24: only across the river, for an assaulting unit."""
        if self.unit is not None and self.assaults(state, unit):
            return far_banks(state, self.unit)
        return super().attacks_into(state, unit)
