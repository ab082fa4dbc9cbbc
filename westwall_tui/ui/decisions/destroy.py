"""Bridges that the units on them may destroy, at the end of their Player-Turn."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.orders import Destroy, Stand
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.decisions.mode import LEGAL, Mark, Mode, marked, register
from westwall_tui.ui.terminal.rows import Row, row


@register
class DestroyMode(Mode):
    """Enter on a marked bridge asks whether to destroy it; `s` leaves all of them standing."""

    kinds = ("bridges",)

    def begin(self) -> None:
        self.bridges = self.game.prompt.hexes
        if self.bridges and self.screen.cursor not in self.bridges:
            self.screen.move_cursor(self.bridges[0])

    def prompt(self) -> str:
        name, case = self.game.scenario.sides[self.game.prompt.side].name, queries.destruction_case(self.game)
        if len(self.bridges) == 1:
            return f"{name}: destroy the bridge at {self.game.state.number(self.bridges[0])} ({case})?"
        return f"{name}: destroy a bridge ({case})? {marked(len(self.bridges))}"

    def marks(self) -> Mapping[int, Mark]:
        return dict.fromkeys(self.bridges, LEGAL)

    def panel(self, h: int) -> Sequence[Row]:
        if h not in self.bridges:
            return ()
        state = self.game.state
        unit = state.units[state.occupants()[h]].name
        ends = (state.number(bridge.east) for bridge in queries.bridges(self.game) if bridge.hex == h)
        return (row("may be destroyed", "bold"), *(row(f"{unit} goes to {end}") for end in ends))

    def confirm(self, h: int) -> None:
        order = Destroy(self.game.state.number(h))
        advice = f"{self.screen.key('next')}: next bridge that you can destroy"
        if h not in self.bridges:
            self.give(order, advice)
            return
        said = [row(f"Destroy the bridge at {order.hex}? You need not.")]
        answers = {"does": "destroy it", "stays": "not now"}
        self.screen.open(Confirm(self.screen, "A bridge", said, lambda: self.give(order, advice), **answers))

    def next(self, step: int) -> None:
        self.cursor_to_next(self.bridges, step)

    def stand(self) -> None:
        """Destroy none, or no more."""
        self.screen.apply(Stand())

    def end(self) -> None:
        self.screen.say(f"The bridges first. {self.screen.key('stand')}: leave them standing")

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"stand": self.stand}

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "destroy"), ("stand", "leave it"), ("next", "next bridge"), ("undo", "undo"))
