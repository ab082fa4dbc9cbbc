"""Reading the units and hexes that orders name, and naming sides."""

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules.combat import find_unit
from westwall_tui.engine.state import State


def own_unit(state: State, unit_id: str, side: int, case: str) -> int:
    """The unit that an order names. Raises `IllegalOrder` with this case unless it belongs to the deciding side."""
    unit = find_unit(state, unit_id)
    counter = state.units[unit]
    if counter.side != side:
        name = side_name(state, side)
        raise IllegalOrder(case, f"{counter.id} is not {name}, and the {name} player decides now", (counter.id,))
    return unit


def hex_at(state: State, number: str) -> int:
    """The hex with a printed number. Raises `IllegalOrder`."""
    try:
        return state.scenario.board.hex(number)
    except ValueError as error:
        raise IllegalOrder("2.1", str(error)) from None


def hexes_at(state: State, numbers: tuple[str, ...]) -> tuple[int, ...]:
    """The hexes with printed numbers. Raises `IllegalOrder`."""
    known = state.scenario.board.by_number
    try:
        return tuple([known[number] for number in numbers])
    except KeyError:
        return tuple(hex_at(state, number) for number in numbers)  # it refuses the one that is wrong


def side_name(state: State, side: int) -> str:
    """A side's name."""
    return state.scenario.sides[side].name
