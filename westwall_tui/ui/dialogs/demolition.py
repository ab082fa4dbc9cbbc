"""Whether to try to blow a wired bridge."""

from collections.abc import Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.orders import Demolish
from westwall_tui.ui.terminal.dialog import Desk, Dialog
from westwall_tui.ui.terminal.rows import Row, row


class DemolitionDialog(Dialog):
    """Whether to try to blow a bridge: y or n, since it is now or never; Enter decides nothing."""

    width = 66
    title = "A bridge is wired"
    about = "demolition"
    HINTS = (("yes", "try"), ("no", "leave it"), ("back", "look at the map"))

    def __init__(self, desk: Desk, pair: tuple[int, int], comer: int) -> None:
        """`comer` is the unit that is now next to it, -1 if that is not known."""
        super().__init__(desk)
        self.pair = pair
        self._answers = queries.wired_bridge(desk.game).answers
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
        keys = map(self.desk.key, ("yes", "no"))
        answers = [row(f"{key}: {answer}"[:width]) for key, answer in zip(keys, self._answers, strict=True)]
        return [*(row(line) for line in self._lines), row(), *answers, row(), self.hint(width, *self.HINTS)]

    def act(self, action: str) -> bool:
        if action in ("yes", "no"):
            self.desk.close()
            self.desk.apply(Demolish(action == "yes"))
        elif action in ("confirm", "put"):
            key = self.desk.key
            self.desk.say(f"Now or never: {key('yes')} to try, {key('no')} to leave the bridge standing")
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return self.HINTS

    def hexes(self) -> Sequence[int]:
        return self.pair
