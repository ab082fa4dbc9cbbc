"""Retreats that cost a unit which another order would save (7.7, 7.8).

Several units retreat one after the other: one may stand in the way of the next, or take the hex that it needs. What a
retreat or a displacement costs shows only when the others have gone, too.
"""

from collections.abc import Collection

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order

ASKED = ("retreat", "displace")
"""The decisions that are looked at."""
MOST_TRIED = 400
"""So many orders are tried on each side of the comparison."""


def needless_loss(game: Game, order: Order) -> tuple[int, ...]:
    """The own units that a legal order loses, at once or whatever follows, though another order loses fewer.

    Empty if it loses none, if every other order loses as many, or if there are too many ways to tell.
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
    """A search for the retreats by which a side loses fewest, until somebody else decides or nobody has to go."""

    def __init__(self, side: int, gone: Collection[int], enough: int = 0) -> None:
        """`gone` are lost already; with no more than `enough` losses the search ends."""
        self.side, self.gone, self.enough = side, gone, enough
        self.left = MOST_TRIED
        """Orders that may still be tried."""
        self.fewest: tuple[int, ...] | None = None
        """The units that are lost by the best retreats found."""

    def look(self, game: Game) -> None:
        """Try all that may follow in a position."""
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
