"""A desk without a screen, on which modes and dialogs are tested by the names of their actions."""

from collections.abc import Iterable, Sequence
from typing import Self

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.ui.decisions.mode import Mode, mode_for
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words.keymap import Keymap
from westwall_tui.words.odds import outcome_in_words


class BareDesk(GameScreen):
    """A game in play for modes and boxes, without anything drawn."""

    def __init__(self, game: Game, keymap: Keymap | None = None) -> None:
        super().__init__(keymap or Keymap())
        self._game = game
        self.said = ""
        self.refused: IllegalOrder | None = None
        self.page = ""
        self.plan_of: tuple[Sequence[int], int] = (), 0
        """The units and the Ground Support of a plan, for `units_on_the_way` and `plan_against`."""
        self.mode: Mode = mode_for(game.prompt.kind, self)
        self.mode.begin()

    @property
    def game(self) -> Game:
        return self._game

    @property
    def can_undo(self) -> bool:
        return self._game.can_undo

    @property
    def viewer(self) -> int:
        return self._game.prompt.side

    def apply(self, order: Order) -> list[Event] | None:
        try:
            events = self._game.apply(order)
        except IllegalOrder as refusal:
            self.refuse(refusal)
            return None
        self.said = outcome_in_words(self._game, events) or self.said
        self.turn_to(self._game.prompt.kind)
        return events

    def apply_all(self, orders: Iterable[Order]) -> bool:
        for order in orders:
            self._game.apply(order)
        self.turn_to(self._game.prompt.kind)
        return True

    def turn_to(self, kind: str) -> None:
        self.mode = mode_for(kind, self)
        self.mode.begin()

    def undo(self, what: str = "") -> None:
        self._game.undo(what)

    def redo(self) -> None:
        self._game.redo()

    def refuse(self, refusal: IllegalOrder, do: str = "") -> None:
        self.refused = refusal
        self.said = do

    def say(self, text: str) -> None:
        self.said = text

    def units_on_the_way(self) -> Sequence[int]:
        return self.plan_of[0]

    def plan_against(self, enemy: int) -> tuple[Sequence[int], int]:
        return self.plan_of

    def show_page(self, name: str) -> None:
        self.page = name

    # -- the keyboard

    def act(self, *actions: str) -> Self:
        """Give actions to the dialog or to the mode."""
        for action in actions:
            if self.dialog is not None:
                if not self.dialog.act(action) and action == "back":
                    self.close()
            elif action == "confirm":
                self.mode.confirm(self.cursor)
            elif action == "back":
                self.mode.back()
            elif action in ("next", "previous"):
                self.mode.next(1 if action == "next" else -1)
            elif action == "skip":
                self.mode.skip()
            elif action == "end":
                self.mode.end()
            else:
                self.mode.actions()[action]()
        return self

    def at(self, number: str) -> Self:
        """Put the cursor on a hex."""
        self.cursor = self._game.scenario.board.hex(number)
        return self

    @property
    def here(self) -> str:
        """The hex under the cursor."""
        return self._game.state.number(self.cursor)

    @property
    def box(self) -> str:
        """The text of the open dialog."""
        assert self.dialog is not None
        return text_of(self.dialog.rows(70))

    @property
    def footer(self) -> str:
        """The keys of the open dialog, as `d declare`."""
        assert self.dialog is not None
        return "  ".join(f"{self.key(name)} {word}".rstrip() for name, word in self.dialog.keys())  # noqa: SIM118

    @property
    def open_now(self) -> bool:
        """True if a dialog is open."""
        return self.dialog is not None

    @property
    def marked(self) -> dict[str, str]:
        """The marks by printed hex number."""
        return {self._game.state.number(h): mark.char for h, mark in self.mode.marks().items()}

    @property
    def panel(self) -> str:
        """The mode's rows in the panel about the hex under the cursor, its meaning for the selected unit first."""
        return text_of([row for row in (self.mode.means(self.cursor), *self.mode.panel(self.cursor)) if row])


def text_of(rows: Sequence[Sequence[tuple[str, str]]]) -> str:
    """Return rows as text."""
    return "\n".join("".join(text for text, _ in row).rstrip() for row in rows)
