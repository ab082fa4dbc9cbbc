"""Advance after combat (7.9)."""

from collections.abc import Iterator

from westwall_tui.engine.decisions.base import (
    ByWays,
    Consequence,
    Interruption,
    Resolved,
    Subject,
    Unchecked,
    decision,
    hex_at,
    own_unit,
)
from westwall_tui.engine.decisions.march import Marching
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Advance, IllegalOrder, Order, Stand
from westwall_tui.engine.rules.advance import advances, victors, why_not
from westwall_tui.engine.rules.whereabouts import find_unit
from westwall_tui.engine.state import State, changed
from westwall_tui.engine.words import listed


@decision
class Advances(ByWays, Consequence):
    """The victorious units of a combat that may still advance, each once."""

    units: tuple[int, ...]

    kind = "advance"
    title = "Advance after combat"
    above = (Consequence, Interruption)

    def prompt(self, state: State, subject: Subject) -> str:
        return f"{self.people(state)} may advance {listed(state.names(self.units), joined='or')}"

    def subject(self, state: State) -> Subject:
        return Subject(self.units, (), state.combat)

    def advance(self, state: State, order: Advance) -> Resolved:
        """Advance a victorious unit along the Path of Retreat (7.9)."""
        unit = own_unit(state, order.unit, self.side, "7.94")
        counter = state.units[unit]
        combat = state.under_way
        if unit not in (combat.attackers if self.side == combat.side else combat.defenders):
            reason = f"{counter.name} cannot advance, because it did not fight next to the defeated unit"
            raise IllegalOrder("7.94", reason, (counter.id,))
        h = hex_at(state, order.hex)
        ways = advances(state, unit)
        if h not in ways or unit not in self.units:
            case, why = why_not(state, unit, h)
            offered = f"; choose {listed(state.numbers(tuple(ways)), joined='or')}" if unit in self.units else ""
            reason = f"{counter.name} cannot advance to {state.number(h)}: {why}{offered}"
            raise IllegalOrder(case, reason, (counter.id,), (state.number(h),))
        return self.follow(state, unit, ways[h])

    def stand(self, state: State, order: Stand) -> Resolved:
        """Decline all other advances (7.96). In some battles, a unit that assaulted across a river must advance."""
        rules = state.rules
        bound = [unit for unit in self.units if rules.river_assaults.assaults(state, unit)]
        if bound:
            reason = f"{state.units[bound[0]].name} assaulted across the river and must advance"
            raise IllegalOrder(rules.river_assaults.case, reason, state.ids(bound))

        def perform(state: State, events: list[Event]) -> None:
            state.frames[-1] = self.replace(units=())

        return Resolved(order, perform)

    def follow(self, state: State, unit: int, path: tuple[int, ...]) -> Resolved:
        """Return the order that advances a unit along a path, without checking that it is legal."""

        def perform(state: State, events: list[Event]) -> None:
            state.frames[-1] = self.replace(units=tuple(u for u in self.units if u != unit))
            state.advanced = changed(state.advanced, state.serial, unit)
            state.frames.append(Marching(self.side, unit, (state.location[unit], *path), 1, "advance", 0))

        return Resolved(Advance(state.units[unit].id, state.number(path[-1])), perform)

    def ways(self, state: State) -> Iterator[Resolved]:
        """Find every possible advance, and the order to advance no further if that is legal."""
        for unit in self.units:
            yield from (self.follow(state, unit, path) for path in advances(state, unit).values())
        standing = self.attempt(state, Stand())
        if standing:
            yield standing

    def settle(self, state: State, events: list[Event]) -> bool:
        """Drop units that cannot advance anywhere."""
        units = tuple(u for u in self.units if state.location[u] >= 0 and advances(state, u))
        if units:
            state.frames[-1] = self.replace(units=units)
            return False
        state.frames.pop()
        return True

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        """Raise `IllegalOrder` with the reason why the unit can no longer advance after the last combat."""
        if isinstance(order, Advance):
            won = victors(state, state.fought) if state.fought is not None else None
            if won is not None and state.units[find_unit(state, order.unit)].side == won.side:
                then = state.copy()
                then.combat = state.fought
                Advances(won.side, ()).advance(then, order)
            reason = "no unit can advance now; a unit advances only right after a combat that its side has won"
            raise IllegalOrder("4.1", reason)

    def check(self, position: Unchecked) -> None:
        position.fought(self.units, self.side)

    orders = {Advance: advance, Stand: stand}
