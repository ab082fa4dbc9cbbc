"""A die is due: what the decisions that wait for one have in common."""

from collections.abc import Iterator

from westwall_tui.engine.decisions.decision import Decision
from westwall_tui.engine.orders import IllegalOrder, Order, Roll
from westwall_tui.engine.state import State


class DieDue(Decision):
    """A die has to be rolled before play goes on."""

    kind = "roll"
    title = "The die"

    def legal(self, state: State) -> Iterator[Order]:
        """The six faces of a die."""
        return (Roll(die) for die in range(1, 7))

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        """A die is rolled only when one is due."""
        raise IllegalOrder("4.1", "there is nothing to roll for now")


def check_die(order: Roll) -> None:
    """Raise `IllegalOrder` unless a die can show this number."""
    if not 1 <= order.die <= 6:
        raise IllegalOrder("7.6", f"a die shows 1 to 6, not {order.die}")
