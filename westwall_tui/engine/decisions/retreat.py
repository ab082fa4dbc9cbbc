"""Retreats (7.7): the owner chooses the next unit to retreat, and its path.

`displace` moves the unit along that path, hex by hex, and displaces friendly units in its way.
"""

from collections.abc import Iterator

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.base import (
    ByWays,
    Consequence,
    Interruption,
    Resolved,
    Subject,
    Unchecked,
    decision,
    hexes_at,
    own_unit,
    want,
)
from westwall_tui.engine.decisions.displace import Retreating
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import IllegalOrder, Order, Retreat
from westwall_tui.engine.rules import retreat as paths
from westwall_tui.engine.rules.whereabouts import find_unit, leave_path
from westwall_tui.engine.state import ELIMINATED, State, changed
from westwall_tui.engine.words import count, listed


@decision
class Retreats(ByWays, Consequence):
    """Units that must each retreat `hexes` hexes, in the order that their owner chooses.

    If a blown bridge cuts a unit's path, `trail` is the part that the unit has already covered, and `hexes` is the rest
    of its retreat, which continues along another path.
    """

    units: tuple[int, ...]
    hexes: int
    trail: tuple[int, ...] = ()

    kind = "retreat"
    title = "Retreat"
    above = (Consequence, Interruption)

    def prompt(self, state: State, subject: Subject) -> str:
        hexes = count(self.hexes, "hex", "hexes")
        return f"{self.people(state)} must retreat {listed(state.names(self.units))} by {hexes}"

    def subject(self, state: State) -> Subject:
        return Subject(self.units, (), state.combat)

    def retreat(self, state: State, order: Retreat) -> Resolved:
        """Retreat one of the units along one of its paths (7.7)."""
        unit = own_unit(state, order.unit, self.side, "7.7")
        counter = state.units[unit]
        if unit not in self.units:
            _check_not_done(state, unit)
            waiting = listed(state.names(self.units), 3)
            reason = f"{counter.name} does not have to retreat; retreat {waiting}"
            raise IllegalOrder("7.7", reason, (counter.id, *state.ids(self.units)))
        choices = paths.choices(state, unit, self.hexes, self.trail)
        wanted = hexes_at(state, order.hexes) or (state.location[unit],)
        fitting = [path for path in choices.paths if (path[1:] or path) == wanted]
        fitting = fitting or [path for path in choices.paths if path[-1] == wanted[-1] and _in_order(wanted, path)]
        if not fitting:
            case, why = paths.why_not(state, unit, wanted, self.trail, choices)
            ends = listed(state.numbers(tuple(dict.fromkeys(path[-1] for path in choices.paths))), joined="or")
            offered = f"it will be eliminated at {ends}" if choices.lost else f"it can end its retreat in {ends}"
            raise IllegalOrder(case, f"{counter.name} cannot go that way: {why}; {offered}", (counter.id,), order.hexes)
        if len(fitting) > 1:
            ways = "; ".join(" ".join(state.numbers(path[1:])) for path in fitting)
            reason = f"{counter.name} can retreat there by several paths; name all hexes of one: {ways}"
            raise IllegalOrder("7.7", reason, (counter.id,))
        return go_back(state, unit, fitting[0], choices.lost)

    def ways(self, state: State) -> Iterator[Resolved]:
        for unit in self.units:
            choices = paths.choices(state, unit, self.hexes, self.trail)
            yield from (go_back(state, unit, path, choices.lost) for path in choices.paths)

    def settle(self, state: State, events: list[Event]) -> bool:
        """Retreat the last unit if it has only one path."""
        if not self.units:
            state.frames.pop()
            return True
        if len(self.units) > 1:
            return False
        choices = paths.choices(state, self.units[0], self.hexes, self.trail)
        if len(choices.paths) > 1:
            return False
        _start(state, self.units[0], choices.paths[0], choices.lost, events)
        return True

    @classmethod
    def not_now(cls, state: State, order: Order) -> None:
        assert isinstance(order, Retreat)
        _check_not_done(state, find_unit(state, order.unit))
        raise IllegalOrder("4.1", "no unit has to retreat now; units retreat only after a combat")

    def displaced(self, state: State, unit: int, path: tuple[int, ...], events: list[Event]) -> "Retreats":
        """Count the displacement of a unit that has yet to retreat as its whole retreat (7.74; a ruling)."""
        if unit not in self.units:
            return self
        leave_path(state, unit, path)
        state.suffered = changed(state.suffered, state.serial, unit)
        events.append(ev.Retreated(state.units[unit].id, state.numbers(path)))
        return self.replace(units=tuple(u for u in self.units if u != unit))

    def check(self, position: Unchecked) -> None:
        position.fought(self.units, self.side)
        position.number(self.hexes, 1, 9)
        if self.trail != ():
            want(len(self.units) == 1, "frames")
            position.path(self.trail, len(self.trail), self.units[0])

    orders = {Retreat: retreat}


def go_back(state: State, unit: int, path: tuple[int, ...], lost: bool) -> Resolved:
    """Return the order that retreats a unit along a path, without checking that it is legal.

    The unit may be lost at the end of the path.
    """
    order = Retreat(state.units[unit].id, state.numbers(path[1:] or path))
    return Resolved(order, lambda state, events: _start(state, unit, path, lost, events))


def _in_order(wanted: tuple[int, ...], path: tuple[int, ...]) -> bool:
    rest = iter(path)
    return all(h in rest for h in wanted)


def _start(state: State, unit: int, path: tuple[int, ...], lost: bool, events: list[Event]) -> None:
    frame = state.frames.pop()
    assert isinstance(frame, Retreats)
    state.frames.append(frame.replace(units=tuple(u for u in frame.units if u != unit)))
    gone = frame.trail[:-1]
    if len(path) == 1 and not lost and not gone:  # a retreat shortened to nothing isn't an adverse result
        events.append(ev.Held(state.units[unit].id, state.number(path[0])))
        return
    leave_path(state, unit, path)
    state.suffered = changed(state.suffered, state.serial, unit)
    hexes = len(gone) + frame.hexes
    state.frames.append(Retreating(frame.side, unit, (*gone, *path), len(gone) + 1, hexes, int(lost)))


def _check_not_done(state: State, unit: int) -> None:
    """Raise `IllegalOrder` for a unit that has already retreated or been lost in this phase."""
    counter = state.units[unit]
    if state.suffered[unit] == state.serial:
        done = "has been eliminated" if state.location[unit] == ELIMINATED else "has already retreated"
        raise IllegalOrder("7.7", f"{counter.name} {done}", (counter.id,))
