"""Whether to try to blow a wired bridge."""

from collections.abc import Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.orders import Demolish
from westwall_tui.ui.dialogs.outcomes import tell_news
from westwall_tui.ui.kit.choice import ChoiceDialog
from westwall_tui.ui.kit.dialog import Desk
from westwall_tui.ui.kit.rows import Row, row


class DemolitionDialog(ChoiceDialog):
    """Whether to try to blow a bridge."""

    width = 66
    title = "A bridge is wired"
    hints = (("confirm", "choose"), ("yes", "try"), ("no", "leave it"), ("back", "look at the map"))
    ANSWERS = (Demolish(True), Demolish(False))

    def __init__(self, desk: Desk, pair: tuple[int, int], comer: int) -> None:
        """`comer` is the unit that is now next to it, -1 if that is not known."""
        super().__init__(desk, queries.wired_bridge(desk.game).answers)
        self.pair = pair
        self._lines = wrap(self._question(comer), self.width - 4)

    def _question(self, comer: int) -> str:
        game = self.desk.game
        board, state = game.scenario.board, game.state
        kinds = {crossing.pair: crossing.kind for crossing in queries.crossings(game)}
        low, high = min(self.pair), max(self.pair)
        at = f"{board.describe(self.pair[0])} and {board.describe(self.pair[1])}"
        question = f"The {kinds.get((low, high), '')} bridge between {at}".replace("  ", " ")
        if comer >= 0:
            unit = state.units[comer]
            name = game.scenario.sides[unit.side].name
            question += f": {name} {unit.id} is now next to it, at {state.number(state.location[comer])}"
        return f"{question}. Now or never ({queries.wired_bridge(game).case})."

    def rows(self, width: int) -> Sequence[Row]:
        return [*(row(line) for line in self._lines), row(), *super().rows(width)]

    def act(self, action: str) -> bool:
        if action in ("yes", "no"):
            self.desk.close()
            self.chosen(0 if action == "yes" else 1)
            return True
        return super().act(action)

    def chosen(self, at: int) -> None:
        tell_news(self.desk, self.desk.apply(self.ANSWERS[at]))

    def hexes(self) -> Sequence[int]:
        return self.pair
