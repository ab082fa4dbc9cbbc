"""A unit in front of a bridge that has just been blown: it takes another route, or stays."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.events import points
from westwall_tui.engine.orders import Move, Stand
from westwall_tui.ui.decisions.mode import SELECTED, Mark, Mode, reach_mark, register, way_marks
from westwall_tui.ui.terminal.rows import Row, row


@register
class HaltedMode(Mode):
    """Enter on a marked hex moves on there with the Movement Points left; `s` stays."""

    kinds = ("halted",)

    def begin(self) -> None:
        self.unit = self.game.prompt.units[0]
        self.left, self.ways, self.rest = queries.onward(self.game)
        self.screen.move_cursor(self.game.state.location[self.unit])

    def unit_in_hand(self) -> int:
        return self.unit

    def in_hand(self, h: int) -> int:
        return self.unit if h in self.ways else -1

    def prompt(self) -> str:
        unit = self.game.state.units[self.unit]
        name, left = self.game.scenario.sides[unit.side].name, points(self.left)
        where = f"{len(self.ways)} hexes have a number" if len(self.ways) != 1 else "1 hex has a number"
        return f"{name}: {unit.name} halted with {left} MP left. Does it go on? {where}"

    def marks(self) -> Mapping[int, Mark]:
        found = {h: reach_mark(self.rest[h]) for h in self.ways}
        cursor = self.screen.cursor
        if cursor in self.ways:
            found |= way_marks(self.game, self.ways[cursor], found)
        return {**found, self.game.state.location[self.unit]: SELECTED}

    def panel(self, h: int) -> Sequence[Row]:
        return (row(f"MP left here: {points(self.rest[h])}", "bold"),) if h in self.ways else ()

    def confirm(self, h: int) -> None:
        state = self.game.state
        if h == state.location[self.unit]:
            key = self.screen.key
            self.screen.say(f"{key('stand')}: stay here. {key('confirm')} on another marked hex: move on there")
            return
        way = self.ways.get(h, (h, h))
        order = Move(state.units[self.unit].id, state.numbers(way[1:]))
        self.give(order, f"choose a marked hex, or press {self.screen.key('stand')} to stay here")

    def next(self, step: int) -> None:
        self.cursor_to_next(sorted(self.ways), step)
        self.screen.update()

    def end(self) -> None:
        self.screen.say(f"{self.game.state.units[self.unit].name} still has MP. {self.screen.key('stand')}: stay here")

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"stand": lambda: self.screen.apply(Stand())}

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "move on here"), ("next", "next hex"), ("stand", "stay here"))
