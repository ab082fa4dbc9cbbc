"""A wired bridge: the other player may try to blow it, now or never."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.orders import Demolish
from westwall_tui.ui.decisions.mode import CHOSEN, OFFERED, Mark, Mode, register
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.ui.terminal.rows import Row, fold_row, row


@register
class DemolitionMode(Mode):
    """The box is open from the start; close it to look at the map, and Enter opens it again."""

    kinds = ("demolition",)

    def begin(self) -> None:
        pair = self._bridge_hexes()
        if self.screen.cursor not in pair:
            self.screen.move_cursor(
                next((h for h in pair if self._unit_beside_bridge() in queries.units_at(self.game, h)), pair[0])
            )
        self._ask()

    def _bridge_hexes(self) -> tuple[int, int]:
        a, b = self.game.prompt.hexes
        return a, b

    def _unit_beside_bridge(self) -> int:
        return queries.under_way(self.game)

    def _ask(self) -> None:
        self.screen.open(DemolitionDialog(self.screen, self._bridge_hexes(), self._unit_beside_bridge()))

    def prompt(self) -> str:
        return f"{self.game.prompt.text}, now or never"

    def marks(self) -> Mapping[int, Mark]:
        found = dict.fromkeys(self._bridge_hexes(), OFFERED)
        comer = self._unit_beside_bridge()
        if comer >= 0:
            found[self.game.state.location[comer]] = CHOSEN
        return found

    def confirm(self, h: int) -> None:
        self._ask()

    def next(self, step: int) -> None:
        self._ask()

    def end(self) -> None:
        self.screen.say(f"The bridge first. {self.screen.key('confirm')}: decide")

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"stand": lambda: self.screen.apply(Demolish(False))}

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "decide"), ("stand", "leave it"))


# -- whether to try to blow a wired bridge


class DemolitionDialog(Dialog):
    """Whether to try to blow a bridge: y or n, since it is now or never; Enter decides nothing."""

    wide = True
    title = "A bridge is wired"
    about = "demolition"
    HINTS = (("yes", "try"), ("no", "leave it"), ("back", "look at the map"))

    def __init__(self, screen: GameScreen, pair: tuple[int, int], comer: int) -> None:
        """`comer` is the unit that is now next to it, -1 if that is not known."""
        super().__init__(screen)
        self.pair = pair
        self._answers = queries.wired_bridge(screen.game).answers
        self._asked = self._question(comer)

    def _question(self, comer: int) -> str:
        game = self.screen.game
        board, state = game.scenario.board, game.state
        kinds = {crossing.pair: crossing.kind for crossing in queries.crossings(game)}
        low, high = min(self.pair), max(self.pair)
        at = f"{board.describe(self.pair[0])} and {board.describe(self.pair[1])}"
        question = f"The {kinds.get((low, high), '')} bridge between {at}".replace("  ", " ")
        if comer >= 0:
            unit = state.units[comer]
            name = game.scenario.sides[unit.side].name
            question += f": {name} {unit.name} is now next to it, at {state.number(state.location[comer])}"
        return f"{question}. Now or never ({queries.wired_bridge(game).case})."

    def rows(self, width: int) -> Sequence[Row]:
        answers = [part for answer in self._answers for part in fold_row(row(f"- {answer}"), width)]
        return [*(row(line) for line in wrap(self._asked, width)), row(), *answers]

    def act(self, action: str) -> bool:
        if action in ("yes", "no"):
            self.screen.close()
            self.screen.apply(Demolish(action == "yes"))
        elif action in ("confirm", "put"):
            key = self.screen.key
            self.screen.say(f"Now or never: {key('yes')} to try, {key('no')} to leave the bridge standing")
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return self.HINTS

    def hexes(self) -> Sequence[int]:
        return self.pair
