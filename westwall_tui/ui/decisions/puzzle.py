"""A puzzle after its last decision: it is over, or its best line is shown on the board."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine.orders import OrderSyntaxError, parse, units_of
from westwall_tui.ui.decisions.mode import PATH, SELECTED, Mark, Mode
from westwall_tui.ui.gamescreen import GameScreen


class PuzzleOverMode(Mode):
    """Nothing is decided any more: Enter opens the choices again."""

    def __init__(self, screen: GameScreen, prompt: str, choose: Callable[[], object]) -> None:
        super().__init__(screen)
        self._prompt, self._choose = prompt, choose

    @property
    def about(self) -> str:
        return "puzzle"

    def prompt(self) -> str:
        return self._prompt

    def confirm(self, h: int) -> None:
        self._choose()

    def next(self, step: int) -> None:
        self._choose()

    def skip(self) -> None:
        self._choose()

    def end(self) -> None:
        self._choose()

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "go on"),)


class BestLineMode(Mode):
    """Best play, step by step: the order is marked, and Space carries it out."""

    def __init__(
        self, screen: GameScreen, order: Callable[[], str], prompt: Callable[[], str], on: Callable[[], object]
    ) -> None:
        """`order`: the one that comes next, or nothing; `on` carries it out, or goes on when there is none."""
        super().__init__(screen)
        self._order, self._prompt, self._on = order, prompt, on

    @property
    def about(self) -> str:
        return "puzzle"

    def prompt(self) -> str:
        return self._prompt()

    def marks(self) -> Mapping[int, Mark]:
        """The units and the hexes that the next order names."""
        game, line = self.game, self._order()
        try:
            order = parse(line)
        except OrderSyntaxError:
            return {}
        board, location = game.scenario.board, game.state.location
        hexes = [board.hex(word) for word in line.split() if word in board.by_number]
        units = [location[game.scenario.unit(name)] for name in units_of(order)]
        return dict.fromkeys(hexes, PATH) | {h: SELECTED for h in units if h >= 0}

    def confirm(self, h: int) -> None:
        self._on()

    def next(self, step: int) -> None:
        self._on()

    def skip(self) -> None:
        self._on()

    def end(self) -> None:
        self._on()

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("skip", "next step"),)
