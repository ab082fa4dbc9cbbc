"""Search for retreats that lose a unit which another order would save (7.7, 7.8).

Units retreat one after another: one may block the next, or take the hex it needs. The cost of a retreat is therefore
known only when the others have gone too.
"""

from collections.abc import Collection

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order

ASKED = ("retreat", "displace")
"""The decisions it covers."""
MOST_TRIED = 400
"""Maximum number of orders tried on each side of the comparison."""


def needless_loss(game: Game, order: Order) -> tuple[int, ...]:
    """Return the units that a legal order loses, now or inevitably later, although another order loses fewer.

    Return nothing if it loses none, if every other order loses as many, or if there are too many ways to tell.
    """
    side = game.side
    if game.prompt.kind not in ASKED:
        return ()
    here = game.fork(viewer=side)
    gone = frozenset(here.state.eliminated(side))
    then = here.copy()
    then.apply(order)
    after = _Losses(side, gone)
    after.look(then)
    if not after.fewest or not after.left:
        return ()
    before = _Losses(side, gone, enough=len(after.fewest) - 1)
    before.look(here)
    saves = before.fewest is not None and len(before.fewest) < len(after.fewest)
    return after.fewest if saves else ()


class _Losses:
    """Searches for the retreats that lose fewest units, until the other side decides or no unit has to retreat."""

    def __init__(self, side: int, gone: Collection[int], enough: int = 0) -> None:
        """Begin a search. `gone` are already lost; it ends at `enough` losses or fewer."""
        self.side, self.gone, self.enough = side, gone, enough
        self.left = MOST_TRIED
        """Number of orders that may still be tried."""
        self.fewest: tuple[int, ...] | None = None
        """The units that are lost by the best retreats found."""

    def look(self, game: Game) -> None:
        """Try every order that may follow in a position."""
        lost = tuple([unit for unit in game.state.eliminated(self.side) if unit not in self.gone])
        if self.fewest is not None and len(lost) >= len(self.fewest):
            return
        if game.side != self.side or game.prompt.kind not in ASKED:
            self.fewest = lost
            return
        for order in game.legal():
            if not self.left or (self.fewest is not None and len(self.fewest) <= self.enough):
                return
            self.left -= 1
            then = game.copy()
            then.apply(order)
            self.look(then)
