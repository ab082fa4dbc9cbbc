"""A die roll of a battle's Exclusive Rules, which may blow a bridge and stop a unit there."""

from itertools import pairwise

from westwall_tui.engine.decisions.base import (
    DieRoll,
    Interruption,
    Resolved,
    Subject,
    Unchecked,
    check_die,
    decision,
)
from westwall_tui.engine.decisions.displace import Retreating
from westwall_tui.engine.decisions.halted import Halted
from westwall_tui.engine.decisions.march import Marching
from westwall_tui.engine.decisions.retreat import Retreats
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Roll
from westwall_tui.engine.rules import movement
from westwall_tui.engine.state import State

_LONGEST_PURPOSE = 40


@decision
class ExclusiveRoll(DieRoll, Interruption):
    """A roll that a battle needs for a `purpose`, such as `weather`; `about` are the hexes concerned."""

    purpose: str
    about: tuple[int, ...] = ()

    saved_as = "Throw"
    above = (Interruption,)

    def prompt(self, state: State, subject: Subject) -> str:
        return f"{self.people(state)} roll the die for the {self.purpose}"

    def subject(self, state: State) -> Subject:
        return Subject(hexes=self.about, combat=state.combat)

    def roll(self, state: State, order: Roll) -> Resolved:
        """Apply the roll by the battle's rules, and stop a unit that was on its way over a blown bridge."""
        rules = state.rules
        check_die(order)

        def perform(state: State, events: list[Event]) -> None:
            state.frames.pop()
            cut_off = [(i, _spent(state, i)) for i in _cut_off(state, self.about)]
            standing = state.works
            rules.die_rolled(state, self.purpose, self.about, order.die, events)
            if state.works != standing:
                for i, spent in cut_off:
                    _stop_at_blown_bridge(state, i, spent, events)

        return Resolved(order, perform)

    def check(self, position: Unchecked) -> None:
        position.word(self.purpose, _LONGEST_PURPOSE)
        position.pair(self.about)

    orders = {Roll: roll}


def _cut_off(state: State, about: tuple[int, ...]) -> list[int]:
    """Return the positions on the stack of units that have yet to cross the hexside."""
    return [
        i
        for i, frame in enumerate(state.frames)
        if isinstance(frame, Marching | Retreating)
        and frame.step > 0
        and any({a, b} == set(about) for a, b in pairwise(frame.path[frame.step - 1 :]))
    ]


def _spent(state: State, i: int) -> int:
    """Return the half Movement Points that a unit on its way has spent so far."""
    frame = state.frames[i]
    if not isinstance(frame, Marching) or frame.how == "advance":
        return 0
    coming_in = frame.cost - movement.path_cost(state, frame.unit, frame.path) if frame.how == "enter" else 0
    return coming_in + movement.path_cost(state, frame.unit, frame.path[: frame.step])


def _stop_at_blown_bridge(state: State, i: int, spent: int, events: list[Event]) -> None:
    """Stop a unit at a blown bridge: halt it, give it another path of retreat, or end its advance (a ruling)."""
    frame = state.frames[i]
    if isinstance(frame, Retreating):
        _forget(state, frame.unit, len(frame.path) - frame.step)
        trail = frame.path[: frame.step]
        state.frames[i] = Retreats(frame.side, (frame.unit,), frame.hexes - len(trail) + 1, trail)
    elif isinstance(frame, Marching):
        gone = frame.replace(path=frame.path[: frame.step], cost=spent)
        if frame.how == "advance":
            state.frames[i] = gone
        else:
            state.frames[i] = Halted(frame.side, frame.unit, state.rules.allowance(state, frame.unit) - spent)
            events.append(gone.replace(how="enter" if frame.how == "enter" else "move").finish(state))


def _forget(state: State, unit: int, hexes: int) -> None:
    """Remove the last hexes, which the unit will not reach, from its Path of Retreat."""
    combat = state.under_way
    state.combat = combat._replace(
        paths=tuple((u, path[: len(path) - hexes] if u == unit else path) for u, path in combat.paths)
    )
