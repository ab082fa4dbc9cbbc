"""Offers of a draw or a concession: the other side accepts, which ends the game, or plays on."""

from collections.abc import Iterator

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.base import (
    Decision,
    Interruption,
    Resolved,
    Subject,
    Unchecked,
    decision,
    side_name,
    want,
)
from westwall_tui.engine.decisions.movement import Movement
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import DRAW, OFFERS, Accept, IllegalOrder, Offer, Order, Stand
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.engine.rules.ruleset import REFUSED
from westwall_tui.engine.state import Outcome, State
from westwall_tui.engine.words import capital

CASE = "4.0"
"""The case that refusals name when they concern the end of a game."""


@decision
class Offered(Decision, Interruption):
    """The answer to an offer that the other side has made in its Movement Phase."""

    what: str

    kind = "offer"
    title = "An offer"

    def prompt(self, state: State, subject: Subject) -> str:
        other = capital(state.scenario.sides[1 - self.side].people)
        own = state.scenario.sides[self.side].people
        return f"{other} offer {ev.OFFERS[self.what]}; {own} may accept or play on"

    def legal(self, state: State) -> Iterator[Order]:
        return iter((Accept(), Stand()))

    def accept(self, state: State, order: Accept) -> Resolved:
        """End the game by accepting the offer."""

        def perform(state: State, events: list[Event]) -> None:
            if self.what == DRAW:
                finish(state, Outcome(NOBODY, "The game is drawn: both sides agreed"), events)
            else:
                give_up(state, 1 - self.side, events)

        return Resolved(order, perform)

    def play_on(self, state: State, order: Stand) -> Resolved:
        """Refuse the offer, which the other side cannot repeat in this Game-Turn."""

        def perform(state: State, events: list[Event]) -> None:
            state.frames.pop()
            state.facts[REFUSED.about(str(1 - self.side))] = state.turn
            events.append(ev.Declined(side_name(state, self.side)))

        return Resolved(order, perform)

    def default(self, state: State) -> Order:
        return Stand()

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        if isinstance(order, Accept):
            raise IllegalOrder(CASE, "your opponent has offered nothing that you could accept")

    def check(self, position: Unchecked) -> None:
        want(self.what in OFFERS, "frames")
        want(self.side != position.state.side, "frames")

    orders = {Accept: accept, Stand: play_on}


def offer(state: State, order: Offer) -> Resolved:
    """Offer a draw or a concession during the Movement Phase, at most once per Game-Turn. Raises `IllegalOrder`."""
    last = state.frames[-1]
    if not isinstance(last, Movement):
        raise IllegalOrder(CASE, "you can make an offer only in your own Movement Phase")
    if order.what == DRAW and not state.rules.draws:
        raise IllegalOrder(CASE, "this scenario cannot end in a draw, so you cannot offer one")
    if state.facts.get(REFUSED.about(str(last.side))) == state.turn:
        other = state.scenario.sides[1 - last.side].people
        raise IllegalOrder(CASE, f"{other} have refused an offer this Game-Turn; you can offer again next Game-Turn")

    def perform(state: State, events: list[Event]) -> None:
        events.append(ev.Proposed(side_name(state, last.side), order.what))
        state.frames.append(Offered(1 - last.side, order.what))

    return Resolved(order, perform)


def has_been_refused(state: State, side: int) -> bool:
    """Return True if an offer of a side has ever been refused in this game."""
    return REFUSED.about(str(side)) in state.facts


# -- the early end of a game


def finish(state: State, outcome: Outcome, events: list[Event]) -> None:
    """End the game."""
    state.outcome = outcome
    state.frames.clear()
    winner = state.scenario.sides[outcome.winner].name if outcome.winner >= 0 else ""
    events.append(ev.GameEnded(winner, outcome.reason))


def give_up(state: State, side: int, events: list[Event]) -> None:
    """Concede for a side, so that the other side wins."""
    events.append(ev.Conceded(side_name(state, side)))
    reason = f"{side_name(state, 1 - side)} wins: {side_name(state, side)} conceded"
    finish(state, Outcome(1 - side, reason), events)
