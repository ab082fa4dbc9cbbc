"""A puzzle at the keyboard: its boxes, for what is asked and how it went; and its mode after the last decision."""

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
    """What is asked; whatever closes it begins the puzzle."""

    about = "puzzle"
    onward = ("put", "confirm", "back", "leave")

    def __init__(self, screen: GameScreen, title: str, about: str, task: str, solved_by: Sequence[int]) -> None:
        super().__init__(screen)
        self.title = title
        self._about, self._task, self._solved_by = about, task, solved_by

    def rows(self, width: int) -> Sequence[Row]:
        said = text_rows(self._about, width)
        asked = text_rows(self._task, width, "bold")
        many = "s" * (len(self._solved_by) > 1)
        found = f"level{many} {listed(map(str, self._solved_by))}" if self._solved_by else f"no level up to {TRIED[-1]}"
        levels = f"The computer finds it at {found}."
        return [*said, (), *asked, (), *text_rows(f"{LUCK} {levels}", width, "dim")]

    def prompt(self) -> str:
        return "What do you do?"

    def hexes(self) -> Sequence[int]:
        """The hexes of all units, those first that can act: the task is about them."""
        state, acting = self.game.state, self.game.prompt.units
        places = [state.location[unit] for unit in (*acting, *range(len(state.units)))]
        return list(dict.fromkeys(h for h in places if h >= 0))

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("put", "begin"),)


class BestLineMode(ForwardMode):
    """Best play, step by step: the order is marked, and Space carries it out."""

    about = "puzzle"

    def __init__(
        self, screen: GameScreen, order: Callable[[], str], prompt: Callable[[], str], on: Callable[[], object]
    ) -> None:
        """`order`: the one that comes next, or nothing; `on` carries it out, or goes on when there is none."""
        super().__init__(screen)
        self._order, self._prompt, self._on = order, prompt, on

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

    def go_on(self) -> None:
        self._on()

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("skip", "next step"),)
