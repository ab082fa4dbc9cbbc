"""A puzzle at the keyboard: the box with its task, and the mode that shows the best line at the end."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine.orders import OrderSyntaxError, parse, units_of
from westwall_tui.engine.words import listed
from westwall_tui.learn.puzzles.catalog import TRIED
from westwall_tui.ui.boxes.kinds import NoticeDialog
from westwall_tui.ui.decisions.mode import PATH, SELECTED, ForwardMode, Mark
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words.rows import Row, text_rows

LUCK = "Luck does not count: each of your decisions is compared with the proven best one."


class TaskDialog(NoticeDialog):
    """The box with the task; closing it begins the puzzle."""

    about = "puzzle"
    onward = ("put", "confirm", "back", "leave")

    def __init__(self, screen: GameScreen, title: str, about: str, task: str, solved_by: Sequence[int]) -> None:
        super().__init__(screen)
        self.title = title
        self._about, self._task, self._solved_by = about, task, solved_by

    def rows(self, width: int) -> Sequence[Row]:
        about = text_rows(self._about, width)
        asked = text_rows(self._task, width, "bold")
        levels = f"The computer does not solve it at any level up to {TRIED[-1]}."
        if self._solved_by:
            many = "s" * (len(self._solved_by) > 1)
            levels = f"The computer solves it at level{many} {listed(map(str, self._solved_by))}."
        return [*about, (), *asked, (), *text_rows(f"{LUCK} {levels}", width, "dim")]

    def prompt(self) -> str:
        return "What do you do?"

    def hexes(self) -> Sequence[int]:
        """Return the hexes of all units, beginning with those that can act, because the task is about them."""
        state, acting = self.game.state, self.game.prompt.units
        places = [state.location[unit] for unit in (*acting, *range(len(state.units)))]
        return list(dict.fromkeys(h for h in places if h >= 0))

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("put", "begin"),)


class BestLineMode(ForwardMode):
    """The mode that shows the best line step by step: the next order is marked, and Space carries it out."""

    about = "puzzle"

    def __init__(
        self, screen: GameScreen, order: Callable[[], str], prompt: Callable[[], str], on: Callable[[], object]
    ) -> None:
        """Take functions: `order` returns the next order, empty at the end; `on` carries it out, or ends the puzzle."""
        super().__init__(screen)
        self._order, self._prompt, self._on = order, prompt, on

    def prompt(self) -> str:
        return self._prompt()

    def marks(self) -> Mapping[int, Mark]:
        """Return marks on the units and hexes that the next order names."""
        game, line = self.game, self._order()
        try:
            order = parse(line)
        except OrderSyntaxError:
            return {}
        board, location = game.scenario.board, game.state.location
        hexes = [board.hex(word) for word in line.split() if word in board.by_number]
        units = [location[game.scenario.unit(name)] for name in units_of(order)]
        return dict.fromkeys(hexes, PATH) | {h: SELECTED for h in units if h >= 0}

    def go_on(self) -> None:
        self._on()

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("skip", "next step"),)
