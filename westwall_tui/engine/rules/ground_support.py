"""Ground Support (9.0): points that fight like artillery, from off the map and at any range."""

from collections.abc import Sequence

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.state import State, changed


def allot(state: State) -> None:
    """Give both sides their points for the Game-Turn; any left from the last one are lost (9.14)."""
    state.support = tuple(info.support(state.turn) for info in state.scenario.sides)
    state.support_phase = (0, 0)


def check_support(state: State, side: int, points: int, defenders: Sequence[int]) -> None:
    """Raise `IllegalOrder` unless a side may use this many points in a combat with these defenders (9.12)."""
    if points < 0:
        raise IllegalOrder("9.12", "Ground Support Points cannot be negative")
    left, unused = state.rules.support_left(state, side, defenders), state.support[side]
    if points > left:
        name = state.scenario.sides[side].name
        if left < unused:
            reason = f"{name} may use only {left} of its {unused} unused Ground Support Points in this combat"
            raise IllegalOrder(state.rules.support_limit_case(state, side), reason)
        raise IllegalOrder("9.12", f"{name} has {left} Ground Support Points to use now, not {points}")


def spend(state: State, side: int, points: int) -> None:
    """Take points from a side's pool of the Game-Turn (9.12)."""
    if points:
        state.support = changed(state.support, state.support[side] - points, side)
        state.support_phase = changed(state.support_phase, state.support_phase[side] or state.serial, side)
