"""A wired bridge: the other player may try to blow it, now or never."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.orders import Demolish
from westwall_tui.ui.dialogs.demolition import DemolitionDialog
from westwall_tui.ui.modes.base import CHOSEN, OFFERED, Mark, Mode, register


@register
class DemolitionMode(Mode):
    """The box is open from the start; close it to look at the map, and Enter opens it again."""

    kinds = ("demolition",)

    def begin(self) -> None:
        pair = self._pair()
        if self.desk.cursor not in pair:
            self.desk.move_cursor(next((h for h in pair if self._comer() in queries.units_at(self.game, h)), pair[0]))
        self._ask()

    def _pair(self) -> tuple[int, int]:
        a, b = self.game.prompt.hexes
        return a, b

    def _comer(self) -> int:
        return queries.under_way(self.game)

    def _ask(self) -> None:
        self.desk.open(DemolitionDialog(self.desk, self._pair(), self._comer()))

    def prompt(self) -> str:
        return f"{self.game.prompt.text}, now or never. {self.desk.key('confirm')}: decide"

    def marks(self) -> Mapping[int, Mark]:
        found = dict.fromkeys(self._pair(), OFFERED)
        comer = self._comer()
        if comer >= 0:
            found[self.game.state.location[comer]] = CHOSEN
        return found

    def confirm(self, h: int) -> None:
        self._ask()

    def next(self, step: int) -> None:
        self._ask()

    def end(self) -> None:
        self.desk.say(f"The bridge comes first. {self.desk.key('confirm')}: decide")

    def actions(self) -> Mapping[str, Callable[[], None]]:
        return {"stand": lambda: self._give(False)}

    def _give(self, attempt: bool) -> None:
        self.desk.apply(Demolish(attempt))

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "decide"), ("stand", "leave it"))
