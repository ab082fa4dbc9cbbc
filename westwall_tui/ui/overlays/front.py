"""The front that a side must hold at the end of its Player-Turn, as it stands now."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.kit.rows import Row, row

HELD = "F", "zone"
GAP = "__", "target"
LOST = "L", "obliged"
"""A unit that would be lost beyond it."""
SIGNS = "F held, __ gap, L unit that would be lost"


class FrontView:
    """The front as it would be judged if the Player-Turn ended now."""

    def __init__(self, game: Game) -> None:
        self.front = queries.front(game)

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """Its hexes, gaps, and the units that would be lost."""
        if self.front is None:
            return {}
        found = dict.fromkeys(self.front.hexes, HELD) | dict.fromkeys(self.front.gaps, GAP)
        return found | dict.fromkeys(self.front.lost, LOST)

    def panel(self, h: int) -> Sequence[Row]:
        """What to say about a hex."""
        sign = self.marks().get(h)
        words = {HELD: "front: held", GAP: "front: a gap", LOST: "beyond the front: lost"}
        return () if sign is None else (row(words[sign], "bold"),)

    def summary(self) -> str:
        """The front in one line."""
        front = self.front
        if front is None:
            return "There is no front to hold yet"
        if not front.gaps and not front.lost:
            return "The front is unbroken"
        gaps = f"{_count(len(front.gaps), 'hex', 'hexes')} of gaps" if front.gaps else ""
        lost = f"{_count(len(front.lost), 'unit', 'units')} lost beyond it" if front.lost else ""
        return f"The front now: {' and '.join(part for part in (gaps, lost) if part)}, {front.cost} points"


Found = FrontView | None
Work = Callable[[Callable[[], Found], Callable[[Found], None]], object]
"""Has a job done in a thread, and then something with what came of it."""


class FrontNow:
    """The front of a game as it stands, which a thread works out when it is first asked for: a crowd's takes a while.

    The engine keeps the fronts that it has found last, so whoever asks it afterwards need not wait.
    """

    def __init__(self, game: Callable[[], Game], work: Work, arrived: Callable[[], None]) -> None:
        """`arrived` is called when it is known."""
        self._game, self._work, self._arrived = game, work, arrived
        self._position = 0
        """Counts the positions: what was asked of an earlier one is of no use."""
        self._asked = False
        self._view: FrontView | None = None
        self._then: Callable[[], None] | None = None

    @property
    def view(self) -> FrontView | None:
        """The front; None while it is being worked out."""
        if not self._asked:
            self._asked = True
            game, position = self._game().copy(), self._position
            self._work(lambda: self._look(game, position), lambda view: self._found(view, position))
        return self._view

    @property
    def wanted(self) -> bool:
        """Whether something waits for it."""
        return self._then is not None

    def then(self, do: Callable[[], None]) -> None:
        """Do something when it is known, in place of what was to be done before; never if the position changes."""
        self._then = do

    def never_mind(self) -> None:
        """Nothing waits for it any more."""
        self._then = None

    def forget(self) -> None:
        """The position has changed."""
        self._position += 1
        self._asked, self._view, self._then = False, None, None

    def _look(self, game: Game, position: int) -> Found:
        """In the thread: the front; None if the position has changed before it was begun, as when orders come fast."""
        return FrontView(game) if position == self._position else None

    def _found(self, view: Found, position: int) -> None:
        if view is None or position != self._position:
            return
        self._view = view
        self._arrived()
        do, self._then = self._then, None
        if do is not None:
            do()


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
