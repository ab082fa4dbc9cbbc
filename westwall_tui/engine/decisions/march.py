"""The march of a unit, hex by hex, which a battle may interrupt."""

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.base import FAR, Consequence, Interruption, Step, Unchecked, step, want
from westwall_tui.engine.events import Event
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.rules.movement import walk
from westwall_tui.engine.state import EXITED, State, changed

MARCHES = ("move", "enter", "land", "advance", *EDGES)


@step
class Marching(Step, Consequence):
    """The march of a unit along its path, of which it has entered `step` hexes.

    `how` is `move`, `enter`, `land`, `advance`, or the edge by which the unit exits; `cost` is in half Movement Points.
    """

    unit: int
    path: tuple[int, ...]
    step: int
    how: str
    cost: int

    above = (Interruption,)

    def finish(self, state: State) -> Event:
        """End the march and return its event; remove a unit that exits from the map."""
        unit_id, numbers = state.units[self.unit].id, state.numbers(self.path)
        match self.how:
            case "move":
                return ev.Moved(unit_id, numbers, self.cost)
            case "enter":
                return ev.Entered(unit_id, numbers, self.cost)
            case "land":
                return ev.Landed(unit_id, numbers[-1])
            case "advance":
                return ev.Advanced(unit_id, numbers)
        state.place(self.unit, EXITED[EDGES.index(self.how)])
        state.gone = changed(state.gone, state.turn, self.unit)
        return ev.Exited(unit_id, numbers, self.how, self.cost)

    def settle(self, state: State, events: list[Event]) -> bool:
        here = len(state.frames) - 1
        step = self.step + walk(state, self.unit, self.path[self.step :])
        if len(state.frames) - 1 > here:
            state.frames[here] = self.replace(step=step)
            return True
        state.frames.pop()
        events.append(self.finish(state))
        return True

    def check(self, position: Unchecked) -> None:
        position.units((self.unit,), self.side)
        position.path(self.path, self.step, self.unit)
        want(self.how in MARCHES, "frames")
        want((self.how == "advance") == (position.state.combat is not None), "frames")
        position.number(self.cost, 0, FAR)
