"""Displacement (7.8): a unit retreats hex by hex and displaces friendly units in its way."""

from collections.abc import Iterator

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.base import (
    ByWays,
    Consequence,
    Interruption,
    Resolved,
    Step,
    Subject,
    Unchecked,
    decision,
    hex_at,
    own_unit,
    several,
    step,
    want,
)
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Displace, IllegalOrder, Order
from westwall_tui.engine.rules import displacement
from westwall_tui.engine.rules.displacement import Crowded
from westwall_tui.engine.rules.movement import walk
from westwall_tui.engine.rules.whereabouts import eliminate, find_unit
from westwall_tui.engine.state import State, changed
from westwall_tui.engine.words import listed


@decision
class Displacing(ByWays, Consequence):
    """The displacement of a unit; `chain` lists the units that wait for its hex, the retreating unit first."""

    unit: int
    chain: tuple[int, ...]

    kind = "displace"
    title = "Displacement"

    def prompt(self, state: State, subject: Subject) -> str:
        return f"{self.people(state)} must displace {state.units[self.unit].name}"

    def subject(self, state: State) -> Subject:
        return Subject((self.unit,), (), state.combat)

    def displace(self, state: State, order: Displace) -> Resolved:
        """Displace a unit as if it retreated one hex (7.8)."""
        unit = own_unit(state, order.unit, self.side, "7.81")
        if unit != self.unit:
            waiting = state.units[self.unit]
            raise IllegalOrder("7.81", f"first displace {waiting.name}, which is in the way", (waiting.id,))
        h = hex_at(state, order.hex)
        allowed = self.hexes(state)
        if h not in allowed:
            case, why = displacement.why_not(state, unit, h)
            offered = listed(state.numbers(allowed), joined="or")
            reason = f"{state.units[unit].name} cannot go there: {why}; choose {offered}"
            raise IllegalOrder(case, reason, state.ids((unit,)), (state.number(h),))
        return self.resolved(state, h)

    def crowded(self, state: State) -> Crowded:
        """Return the unit to displace, the units that wait for its hex, and the retreat that displaces them."""
        start = max(i for i, f in enumerate(state.frames) if isinstance(f, Retreating))
        retreat = state.frames[start]
        assert isinstance(retreat, Retreating)
        promised = {f.hex: f.unit for f in state.frames[start:] if isinstance(f, Shifting)}
        return Crowded(self.unit, self.chain, retreat.path, retreat.step, promised)

    def hexes(self, state: State) -> list[int]:
        """Return the hexes to which the unit may be displaced."""
        return displacement.displacements(state, self.crowded(state))

    def resolved(self, state: State, h: int) -> Resolved:
        """Return the order that displaces the unit to a hex, without checking that it is legal."""
        order = Displace(state.units[self.unit].id, state.number(h))
        return Resolved(order, lambda state, events: self.make_way(state, h))

    def make_way(self, state: State, h: int) -> None:
        """Displace the unit to a hex; a friendly unit there is displaced first."""
        friend = state.occupant(h)
        state.frames[-1] = Shifting(self.side, self.unit, h)
        if friend is not None:
            state.frames.append(Displacing(self.side, friend, (*self.chain, self.unit)))

    def ways(self, state: State) -> Iterator[Resolved]:
        return (self.resolved(state, h) for h in self.hexes(state))

    def random_order(self, state: State, draw: Draw) -> Resolved:
        return self.resolved(state, draw.pick(self.hexes(state)))

    def settle(self, state: State, events: list[Event]) -> bool:
        """Displace the unit if only one hex is possible."""
        allowed = self.hexes(state)
        if len(allowed) > 1:
            return False
        self.make_way(state, allowed[0])
        return True

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        assert isinstance(order, Displace)
        unit = find_unit(state, order.unit)
        if state.displaced[unit] == state.serial:
            counter, here = state.units[unit], state.location[unit]
            where = f" to {state.number(here)}" if here >= 0 else ""
            raise IllegalOrder("7.81", f"{counter.name} has already been displaced{where}", (counter.id,))
        raise IllegalOrder("4.1", "no unit has to be displaced now")

    def check(self, position: Unchecked) -> None:
        position.units((self.unit,), self.side)
        position.units(self.chain, self.side)
        want(len(self.chain) > 0, "frames")
        want(any(isinstance(f, Retreating) for f in position.state.frames), "frames")

    orders = {Displace: displace}


@step
class Shifting(Step, Consequence):
    """The step of a displaced unit into a hex that becomes vacant."""

    unit: int
    hex: int

    above = (Consequence, Interruption)

    def settle(self, state: State, events: list[Event]) -> bool:
        """Move the unit into the hex, which is vacant now."""
        unit = self.unit
        state.frames.pop()
        path = (state.location[unit], self.hex)
        walk(state, unit, path[1:])
        state.displaced = changed(state.displaced, state.serial, unit)
        events.append(ev.Displaced(state.units[unit].id, state.numbers(path)))
        state.frames[:] = [frame.displaced(state, unit, path, events) for frame in state.frames]
        return True

    def check(self, position: Unchecked) -> None:
        position.units((self.unit,), self.side)
        several((self.hex,), position.stand, "frames")


@step
class Retreating(Step, Consequence):
    """The retreat of a unit along its path, of which it has entered `step` hexes, including the hex where it fought.

    The whole retreat is `hexes` long; a unit that cannot go that far is `lost` at the end of its path.
    """

    unit: int
    path: tuple[int, ...]
    step: int
    hexes: int = 0
    lost: int = 0

    above = (Consequence, Interruption)

    def settle(self, state: State, events: list[Event]) -> bool:
        if self.step == len(self.path):
            state.frames.pop()
            if self.lost:
                eliminate(state, self.unit, events)
            else:
                events.append(ev.Retreated(state.units[self.unit].id, state.numbers(self.path)))
            return True
        friend = state.occupant(self.path[self.step])
        if friend is not None:
            state.frames.append(Displacing(self.side, friend, (self.unit,)))
            return True
        state.frames[-1] = self.replace(step=self.step + 1)
        walk(state, self.unit, self.path[self.step : self.step + 1])
        return True

    def check(self, position: Unchecked) -> None:
        position.units((self.unit,), self.side)
        position.path(self.path, self.step, self.unit)
        position.number(self.hexes, 0, 9)
        position.number(self.lost, 0, 1)
        want(self.unit in dict(position.state.combat.paths), "frames")
