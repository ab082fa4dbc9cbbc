"""A game that is kept elsewhere, at a host's table or in a club's database: what every such session answers alike."""

from collections.abc import Sequence

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.files.saves import Save
from westwall_tui.files.seats import Seat


class SessionElsewhere:
    """A `files.session.Session` whose game is not on this disk; how it is changed and followed is the subclass's."""

    _save: Save
    owner = -1
    since = -1

    @property
    def game(self) -> Game:
        """The game as it is here; for reading."""
        return self._save.game

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Who plays the sides: at this keyboard, or away."""
        return self._save.seats

    @property
    def is_verified(self) -> bool:
        """Always: the game was read whole."""
        return True

    def verify(self) -> None:
        """Nothing is left to replay."""

    @property
    def notes(self) -> Sequence[str]:
        """Always empty: how the save was read is its keeper's affair, and the position alone could reveal secrets."""
        return ()

    @property
    def history(self) -> Sequence[str]:
        """Orders from before a position that could not be replayed; for reading only."""
        return self._save.history

    def past(self) -> Sequence[Sequence[Event]]:
        """The events of the opening, and then of each order of the log."""
        return self._save.past()

    @property
    def is_hosted(self) -> bool:
        """Always: others may play and watch at terminals of their own."""
        return True

    @property
    def waiting(self) -> str:
        """Nothing: somebody elsewhere decides, or is away for a while."""
        return ""

    def save(self) -> bool:
        """It is kept already."""
        return True

    def news(self) -> str:
        """Nothing: the file is its keeper's affair."""
        return ""
