"""A battle that no book has: in its Movement Phase a unit may rest instead of moving.

All of it is in this one module: the order, the event, the part of the battle that adds both to a decision, their words,
the key, a page, and the rules. `test_recipes` plays with it.
"""

from collections.abc import Iterator
from typing import Any

from westwall_tui.engine.battles import RULESETS
from westwall_tui.engine.decisions.base import own_unit
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.engine.rules.parts import NO_UNIT, Part, Perform
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.state import State, changed
from westwall_tui.ui.terminal.page import PageScreen
from westwall_tui.words.keymap import BOTH, Key
from westwall_tui.words.orders import WORDS
from westwall_tui.words.rows import row
from westwall_tui.words.telling import TELLINGS, Count, Telling


class Rest(Order):
    """Have a unit rest."""

    word, form = "rest", "UNIT"
    added_to = "movement"
    absent = ("5.0", "no unit rests in this game")
    unit: str


class Rested(Event):
    """A unit has rested."""

    unit: str

    def __str__(self) -> str:
        return f"{self.unit} rested"


class Resting(Part):
    """Units that rest."""

    orders = (Rest,)

    def candidates(self, state: State, unit: int) -> Iterator[Order]:
        if unit != NO_UNIT:
            yield Rest(state.units[unit].id)

    def check(self, state: State, order: Order) -> Perform:
        assert isinstance(order, Rest)
        unit = own_unit(state, order.unit, state.side, "5.11")
        if state.moved[unit] == state.serial:
            raise IllegalOrder("5.15", f"{order.unit} has moved", (order.unit,))

        def perform(state: State, events: list[Event]) -> None:
            state.moved = changed(state.moved, state.serial, unit)
            events.append(Rested(order.unit))

        return perform


class Rests(Ruleset):
    """The Standard Rules, and rests."""

    parts = (Resting(),)


REGISTRIES: Any = RULESETS, WORDS, TELLINGS
RULES, SAID, TOLD = REGISTRIES
RULES["rest"] = Rests
SAID[Rest] = lambda order: f"have {order.unit} rest"
TOLD[Rested] = Telling(lambda names, event: f"{names.unit(event.unit)} rests", Count("rested"))

KEY = Key("rest", "A", "rest", "units", frozenset({Rest.word}))
PAGE = Key("tired", "f5", "units that have not rested", "lists", BOTH)


def tired_screen(game: Game) -> PageScreen:
    """Return the page of the units on the map that have not moved or rested in this phase."""
    state = game.state
    tired = [state.units[unit].id for unit in state.on_map(state.side) if state.moved[unit] != state.serial]
    return PageScreen("Units that have not rested", lambda width: [row(unit[:width]) for unit in tired])
