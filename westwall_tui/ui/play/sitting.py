"""Who sits at this keyboard: whose decision is answered here, and whose secrets may be shown."""

from westwall_tui.engine.game import Game
from westwall_tui.files.session import Session

SHARED = ("retreat", "displace", "advance")
"""Decisions after the die of a combat; in a quick game the phasing player answers them for both sides."""


class Sitting:
    """The players at this keyboard: both, one, or nobody."""

    def __init__(self, session: Session, *, quick: bool) -> None:
        """`quick`: the phasing player decides retreats, displacements and advances for both sides."""
        self._session = session
        self._quick = quick
        self.decides = -1
        """The side whose player is at the keyboard; -1 if nobody's."""

    @property
    def _game(self) -> Game:
        return self._session.game

    def is_here(self, side: int) -> bool:
        """Whether a side's player sits at this keyboard."""
        return side >= 0 and self._session.seats[side].is_person

    @property
    def both_here(self) -> bool:
        """Whether two people share this keyboard."""
        return self.is_here(0) and self.is_here(1)

    @property
    def asked(self) -> int:
        """The side whose player answers the pending decision; -1 if nobody decides any more."""
        prompt = self._game.prompt
        if prompt.kind in SHARED and self._quick and self.both_here:
            return self._game.state.side
        if prompt.kind == "roll" and self.decides >= 0:
            return self.decides  # a die is no decision: whoever sits there rolls it
        return prompt.side

    @property
    def waits(self) -> bool:
        """Whether somebody at another terminal is asked, or a die waits for him."""
        if not self._session.is_hosted or self._game.side < 0:
            return False
        return self._game.prompt.kind == "roll" or not self.is_here(self.asked)

    @property
    def viewer(self) -> int:
        """The side that looks at the screen: who is asked, if he sits here, else the other; -1 if nobody does."""
        side = self.asked
        return next((other for other in (side, 1 - side) if self.is_here(other)), -1) if side >= 0 else -1

    def begin(self) -> None:
        """Somebody sits down: who is asked, if he is here."""
        self.decides = next((side for side in (self.asked, 0, 1) if self.is_here(side)), -1)
