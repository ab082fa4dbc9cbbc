"""Displacement (7.8): where a unit that must make way goes."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.orders import Displace
from westwall_tui.ui.decisions.mode import LEGAL, SELECTED, Mark, Mode, marked, quietest, register
from westwall_tui.ui.decisions.retreat import give_or_ask


@register
class DisplaceMode(Mode):
    """Enter on a marked hex sends the unit there."""

    kinds = ("displace",)

    def begin(self) -> None:
        self.unit = self.game.prompt.units[0]
        self.ends = queries.displacements(self.game)
        self.screen.move_cursor(self._best_hex())

    def _best_hex(self) -> int:
        return quietest(self.game, self.game.state.units[self.unit].side, self.ends)

    def prompt(self) -> str:
        unit = self.game.state.units[self.unit]
        name = self.game.state.scenario.sides[unit.side].name
        return f"{name}: {unit.name} is displaced by a retreat (7.81). Where to? {marked(len(self.ends))}"

    def unit_in_hand(self) -> int:
        return self.unit

    def marks(self) -> Mapping[int, Mark]:
        return {**dict.fromkeys(self.ends, LEGAL), self.game.state.location[self.unit]: SELECTED}

    def confirm(self, h: int) -> None:
        state = self.game.state
        if h == state.location[self.unit]:
            self.screen.move_cursor(self._best_hex())
            return
        order = Displace(state.units[self.unit].id, state.number(h))
        if h in self.ends:
            give_or_ask(self.screen, order)
        else:
            self.give(order, "choose a hex marked *")

    def next(self, step: int) -> None:
        self.cursor_to_next(self.ends, step)

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "move here"), ("next", "next hex"))
