"""The combats of a phase: which was the last, what brought one to its end, and the box that shows its result."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from westwall_tui.engine.events import Event, Rolled
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import State
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.screens.turn import position_at

if TYPE_CHECKING:
    from westwall_tui.ui.decisions.result import Fought


class PhaseCombats:
    """The last combat of the phase, and the positions of the phase outside combats."""

    def __init__(self, game: Game) -> None:
        self.last = ""
        """The last one whose die is rolled, in a line; empty before the first."""
        self._combat = ""
        """The one under way, in a line, as far as it has come."""
        self._before: State = game.state
        self._outside: list[tuple[State, int, str]] = []
        """Each with the orders before it, and what was the last combat then."""
        self._orders = 0
        self._phase = -1

    def mark(self, game: Game) -> None:
        """A decision is on the screen."""
        self._before = game.state.copy()
        if game.state.serial != self._phase:
            self._phase, self._outside, self._combat, self.last = game.state.serial, [], "", ""
        orders, combat = len(game.log), game.state.combat
        if orders < self._orders and (combat is None or not combat.die):  # combats may have been taken back
            self.last = next((last for _, before, last in reversed(self._outside) if before <= orders), "")
        self._orders = orders
        self._outside = [place for place in self._outside if place[1] < orders]
        if combat is None:
            self._combat = ""  # over, or taken back
            self._outside.append((self._before, orders, self.last))

    def fought(self, game: Game, events: Sequence[Event]) -> "Fought | None":
        """The combat that these events brought to an end; None if none was, or it began before the game was seen."""
        from westwall_tui.ui.words.odds import combat_in_words, is_rolled  # not loaded at the start

        self._combat = combat_in_words(events, self._combat)
        if is_rolled(self._combat):
            self.last = self._combat
        before = self._before.combat
        rolled = (before is not None and before.die) or any(isinstance(event, Rolled) for event in events)
        if not rolled or game.state.combat is not None or not self._outside:
            return None
        from westwall_tui.history.deeds import deeds_since
        from westwall_tui.ui.decisions.result import Fought

        state, orders, _ = self._outside[-1]
        deeds = deeds_since(position_at(game, state, orders), game.log)
        fight = next((deed.fight for deed in reversed(deeds) if deed.fight is not None), None)
        return Fought(position_at(game, state, orders), fight) if fight is not None else None


def show_result(screen: GameScreen, fought: "Fought", goes_on: str) -> None:
    """Open the box with the result of a combat, with the cursor where it was fought; `goes_on`: what is asked then."""
    from westwall_tui.history.words import place_of  # not loaded at the start
    from westwall_tui.ui.decisions.result import ResultDialog

    put_back = partial(screen.move_cursor, screen.cursor)
    screen.message = ()
    screen.move_cursor(place_of(fought.fight))
    screen.open(ResultDialog(screen, fought, goes_on, put_back))
