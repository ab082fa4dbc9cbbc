"""What lives as long as a decision or a turn on the screen: who decides in which mode, what orders did meanwhile."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.state import State
from westwall_tui.ui.decisions.mode import Mode

if TYPE_CHECKING:
    from westwall_tui.history.deeds import Deed

COMPUTER, ELSEWHERE = "computer", "elsewhere"
"""In place of the kind of decision while it is the computer's, or somebody's at another terminal."""


class ModeInPlace(NamedTuple):
    """The decision on the screen: whose it is, and the mode in which it is made."""

    mode: Mode
    kind: str = ""
    """As in `game.prompt`; `COMPUTER` or `ELSEWHERE` while nothing is decided here."""
    side: int = -1
    hands_over: bool = False
    """True while the notice for the other player is open: nobody's secrets are shown then."""

    @property
    def is_here(self) -> bool:
        """True if somebody at this keyboard decides."""
        return self.kind not in (COMPUTER, ELSEWHERE)


class Turn:
    """Since the player at the keyboard sat down, or orders were taken back: what he is still to be told, and said."""

    def __init__(self) -> None:
        self.happened: list[str] = []
        """What orders did that he has not been told yet."""
        self.concedes = -1
        """The side that has conceded while the computer decided; it is carried out when that side is asked."""

    def news(self) -> str:
        """What happened, to be told once."""
        told, self.happened = " ".join(self.happened), []
        return told


class Since:
    """The position at the last decision, and at the beginning of its Player-Turn."""

    def __init__(self, game: Game) -> None:
        self.state: State = game.state
        self._orders = len(game.log)
        self._began: State | None = None
        """The position when the Player-Turn began, as far as it is known."""

    def mark(self, game: Game) -> None:
        """A decision is on the screen."""
        self.state, self._orders = game.state.copy(), len(game.log)
        began = self._began
        if began is not None and (began.turn, began.side) != (game.state.turn, game.state.side):
            self._began = None  # orders were taken back

    def deeds(self, game: Game) -> "Sequence[Deed]":
        """What the orders since then did."""
        from westwall_tui.history.deeds import Chronicle, deeds_since  # not loaded at the start

        chronicle = Chronicle(position_at(game, self.state, self._orders), self._orders, self._began)
        found = [chronicle.carry_out(line) for line in game.log[self._orders :]]
        known = self._began is not None or not self._orders
        if not known and any(deed.ended for deed in found):  # a game that was resumed in the middle of this turn
            found = deeds_since(game.root().rolled_by_hand(), game.log)[self._orders :]
        if known or any(deed.ended for deed in found):
            self._began = chronicle.began
        return found


def position_at(game: Game, state: State, orders: int) -> Game:
    """The game as it stood in a position that it has passed."""
    before = game.copy()
    before.state = state.copy()
    del before.log[orders:]
    return before
