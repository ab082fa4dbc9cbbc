"""What all decisions that wait for a die have in common."""

from collections.abc import Iterator

from westwall_tui.engine.frames import Frame
from westwall_tui.engine.orders import IllegalOrder, Order, Roll
from westwall_tui.engine.state import State


def check_die(order: Roll) -> None:
    """Raise `IllegalOrder` unless a die can show this number."""
    if not 1 <= order.die <= 6:
        raise IllegalOrder("7.6", f"a die shows 1 to 6, not {order.die}")


def any_die(state: State, frame: Frame) -> Iterator[Order]:
    """The six faces of a die."""
    return (Roll(die) for die in range(1, 7))


def no_die_is_due(state: State, order: Order) -> None:
    """A die is rolled only when one is due."""
    raise IllegalOrder("4.1", "there is nothing to roll for now")
