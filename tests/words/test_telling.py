"""Every kind of order and event has its words."""

from collections.abc import Iterator
from typing import TypeVar

import westwall_tui.engine.battles  # noqa: F401  # defines the orders and events of battles
from tests.drawn import scenario
from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Order
from westwall_tui.words.orders import WORDS
from westwall_tui.words.telling import TELLINGS, Names, spoken

T = TypeVar("T")


def kinds_of(base: type[T]) -> Iterator[type[T]]:
    """Yield all subclasses of a class in the package, without those of tests."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("westwall_tui."):
            yield kind
        yield from kinds_of(kind)


def is_in_words(kind: type[Event]) -> bool:
    """Return True if an event has a line for the log."""
    return any("__str__" in vars(each) for each in kind.__mro__[: kind.__mro__.index(Event)])


def test_every_order_and_event_has_words():
    orders = [kind for kind in kinds_of(Order) if kind.word and kind not in WORDS]
    events = [kind for kind in kinds_of(Event) if kind not in TELLINGS]
    silent = [kind for kind in kinds_of(Event) if not is_in_words(kind)]
    assert not orders, "add to WORDS in westwall_tui/words/orders.py how a player would say them"
    assert not events, (
        "add to TELLINGS in westwall_tui/words/telling.py how they are spoken, and how summaries count them"
    )
    assert not silent, "give them a __str__ where they are defined: it is their line in the log"


def test_events_are_spoken_with_sides_and_hexes_by_name():
    names = Names(scenario(blue=["A1 4-4-7 0105", "2 4-4-7 0205"], red=["X1 3-3-7 0101"], phase="movement"))

    def aloud(event: Event) -> str:
        return spoken(names, event)

    assert aloud(ev.Moved("2", ("0205", "0206"), 5)) == "Blue unit 2 moves from 0205 to 0206 for 2.5 Movement Points"
    assert aloud(ev.Entered("X1", ("0101",), 1)) == "Red X1 enters at 0101 for half a Movement Point"
    assert (
        aloud(ev.Attacked(("A1", "2"), ("X1",), (), 1))
        == "Blue A1 and unit 2 with 1 Ground Support Point attack Red X1"
    )
    assert aloud(ev.Attacked((), ("X1",), ("2",), 0)) == "Blue unit 2 barrages Red X1"
    assert aloud(ev.Attacked((), ("X1",), (), 2)) == "2 Ground Support Points barrage Red X1"
    assert aloud(ev.Fired((), 0)) == "Final Protective Fire: none"
    assert aloud(ev.BridgeTried("0105/0104", 3, False)) == (
        "the bridge between 0105 and 0104: the die shows 3, and it stands"
    )
    assert aloud(ev.BridgeDestroyed("0105", "X1", "0104")) == "Red X1 destroys the bridge at 0105 and goes to 0104"
    assert aloud(ev.Scored("Red", 1, "gaps in the front")) == "the Red forces score 1 Victory Point: gaps in the front"
