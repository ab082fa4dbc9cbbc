"""The state of a decision, a phase or a turn on the screen: its mode, the effects of orders, and the combats."""

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.events import Event, Rolled
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Roll
from westwall_tui.engine.state import State
from westwall_tui.ui.decisions.mode import Mode
from westwall_tui.ui.gamescreen import GameScreen

if TYPE_CHECKING:
    from westwall_tui.history.entries import Entry
    from westwall_tui.ui.decisions.die import Die
    from westwall_tui.ui.decisions.result import Fought


COMPUTER, ELSEWHERE = "computer", "elsewhere"
"""Values of `ModeInPlace.kind` while the computer or someone at another terminal decides."""


class ModeInPlace(NamedTuple):
    """The decision on the screen: its side, and the mode in which it is made."""

    mode: Mode
    kind: str = ""
    """The kind of `game.prompt`; `COMPUTER` or `ELSEWHERE` while nothing is decided here."""
    side: int = -1
    hands_over: bool = False
    """True while the hand-over notice is open; until it closes, no secrets are shown."""

    @property
    def is_here(self) -> bool:
        """True if a player at this keyboard decides."""
        return self.kind not in (COMPUTER, ELSEWHERE)


class News:
    """The news since the player at the keyboard took over, or an order was undone."""

    def __init__(self) -> None:
        self.happened: list[str] = []
        """The effects of orders that the player has not been told yet."""
        self.scored: list[str] = []
        """The points scored meanwhile, even in turns of the computer whose other effects are only in the log."""
        self.concedes = -1
        """The side that has conceded while the computer decided; the order is given when that side decides."""

    def take(self) -> str:
        """Return the news, and forget them."""
        news, self.happened, self.scored = " ".join((*self.happened, *self.scored)), [], []
        return news


class LastDecision:
    """The positions at the last decision and at the beginning of its Player-Turn."""

    def __init__(self, game: Game) -> None:
        self.state: State = game.state
        self._orders = len(game.log)
        self._began: State | None = None
        """The position when the Player-Turn began, if it is known."""

    def mark(self, game: Game) -> None:
        """Remember the position of a decision that is on the screen."""
        self.state, self._orders = game.state.copy(), len(game.log)
        began = self._began
        if began is not None and (began.turn, began.side) != (game.state.turn, game.state.side):
            self._began = None  # orders were undone

    def entries(self, game: Game) -> "Sequence[Entry]":
        """Return the entries of the orders since that decision."""
        from westwall_tui.history.entries import Chronicle, entries_since  # not loaded at the start

        chronicle = Chronicle(position_at(game, self.state, self._orders), self._orders, self._began)
        found = [chronicle.carry_out(line) for line in game.log[self._orders :]]
        known = self._began is not None or not self._orders
        if not known and any(entry.ended for entry in found):  # the game was resumed in the middle of this turn
            found = entries_since(game.root().rolled_by_hand(), game.log)[self._orders :]
        if known or any(entry.ended for entry in found):
            self._began = chronicle.began
        return found


def position_at(game: Game, state: State, orders: int) -> Game:
    """Return the game in an earlier position."""
    before = game.copy()
    before.state = state.copy()
    del before.log[orders:]
    return before


class PhaseCombats:
    """The last combat of the phase, and the positions in that phase at which no combat was under way."""

    def __init__(self, game: Game) -> None:
        self.last = ""
        """One line about the last combat whose die has been rolled; empty before the first one."""
        self._combat = ""
        """One line about the combat under way, up to its present state."""
        self._before: State = game.state
        self._outside: list[tuple[State, int, str]] = []
        """The positions without a combat, each with the number of orders before it and the last combat at that time."""
        self._orders = 0
        self._phase = -1
        self._die: tuple[tuple[int, Sequence[str]], Die] | None = None
        """The latest die, after the number of orders before its combat, and the orders up to the roll."""

    def mark(self, game: Game) -> None:
        """Remember the position of a decision that is on the screen."""
        self._before = game.state.copy()
        if game.state.serial != self._phase:
            self._phase, self._outside, self._combat, self.last = game.state.serial, [], "", ""
        orders, combat = len(game.log), game.state.combat
        if orders < self._orders and (combat is None or not combat.die):  # combats may have been undone
            self.last = next((last for _, before, last in reversed(self._outside) if before <= orders), "")
        self._orders = orders
        self._outside = [place for place in self._outside if place[1] < orders]
        if combat is None:
            self._combat = ""  # over, or undone
            self._outside.append((self._before, orders, self.last))

    @property
    def is_rolled(self) -> bool:
        """True if the decision on the screen follows the die of a combat."""
        combat = self._before.combat
        return combat is not None and combat.die > 0

    def fought(self, game: Game, events: Sequence[Event]) -> "Fought | None":
        """Return the combat that these events ended; None if there is none."""
        from westwall_tui.words.odds import combat_in_words, is_rolled  # not loaded at the start

        if not self._combat and self._before.combat is not None:  # the game was opened in the middle of the combat
            self._combat = combat_in_words(self._events_so_far(game))
        self._combat = combat_in_words(events, self._combat)
        if is_rolled(self._combat):
            self.last = self._combat
        rolled = self.is_rolled or any(isinstance(event, Rolled) for event in events)
        if not rolled or game.state.combat is not None:
            return None
        return _fought_since(self._before_combat(game, _orders_before_combat(game.log)), game)

    def die(self, game: Game) -> "Die | None":
        """Return the die of the combat under way; None if there is none, or it isn't rolled."""
        combat = game.state.combat
        if combat is None or not combat.die:
            return None
        at = _orders_before_combat(game.log)
        key = at, [*takewhile(lambda line: not line.startswith(Roll.word), game.log[at:]), str(combat.die)]
        if self._die is None or self._die[0] != key:
            from westwall_tui.ui.decisions.die import Die

            fought = _fought_since(self._before_combat(game, key[0]), game)
            self._die = (key, Die(fought)) if fought is not None else None
        return self._die[1] if self._die is not None else None

    def _events_so_far(self, game: Game) -> list[Event]:
        """Return the events of the combat that was under way at the last decision, up to that decision."""
        from westwall_tui.history.entries import entries_since

        log = game.log[: self._orders]
        entries = entries_since(self._before_combat(game, _orders_before_combat(log)), log)
        return [event for entry in entries for event in entry.events]

    def _before_combat(self, game: Game, orders: int) -> Game:
        """Return the position after a number of orders; if the game was opened later, replay these."""
        state = next((state for state, before, _ in reversed(self._outside) if before == orders), None)
        if state is not None:
            return position_at(game, state, orders)
        before = game.root().rolled_by_hand()
        before.replay(game.log[:orders])
        return before


def _orders_before_combat(log: Sequence[str]) -> int:
    """Return the number of orders before the attack that was declared last."""
    return next((at for at in range(len(log) - 1, -1, -1) if log[at].startswith(f"{Attack.word} ")), 0)


def _fought_since(before: Game, game: Game) -> "Fought | None":
    """Return the last combat between two positions of a game; None if no die was rolled."""
    from westwall_tui.history.entries import entries_since
    from westwall_tui.ui.decisions.result import Fought

    entries = entries_since(before.copy(), game.log)
    fight = next((entry.fight for entry in reversed(entries) if entry.fight is not None), None)
    return Fought(before, fight) if fight is not None else None


def show_result(screen: GameScreen, fought: "Fought", goes_on: str, *, seen: bool) -> None:
    """Show the result of a combat in a box, with the cursor on its hex; `goes_on` is the question after it.

    `seen`: the player has decided with the six faces in sight.
    """
    from westwall_tui.ui.decisions.result import ResultDialog

    put_back = partial(screen.move_cursor, screen.cursor)
    screen.message = ()
    screen.move_cursor(fought.fight.place)
    screen.open(ResultDialog(screen, fought, goes_on, put_back, seen=seen))
