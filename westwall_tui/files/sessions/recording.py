"""Recordings of games without secrets of the other side, and new games that continue from a moment of a recording."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.catalog import FROM_ORDER
from westwall_tui.files.saves.file import Save, read_save
from westwall_tui.files.scenarios.own import short_key
from westwall_tui.files.sessions.base import Session
from westwall_tui.files.sessions.dice import roll_due
from westwall_tui.files.sessions.local import LocalSession


class Recording(NamedTuple):
    """A game with all its orders, as a viewer may see it."""

    game: Game
    """The game without the secrets that the viewer may not know. Once the game is over, nothing is secret."""
    viewer: int
    """The side whose secrets may be shown; -1 for none."""
    seats: tuple[Seat, Seat]
    """The players of a new game that continues from here."""
    drawn: bool
    """True if the program rolls the dice of such a new game; otherwise the players do."""
    may_go_on: bool = True
    """False while a newly received letter is shown, because the game itself continues after that letter."""

    def go_on_from(self, position: Game, folder: Path | None = None) -> LocalSession:
        """Return a new game that continues from a position of this one, with its own dice. Its first order saves it.

        The new file is named after the order where the game continues. If the dice came from a seed, the system draws
        them from now on, because the same seed would give the same rolls again.
        """
        game = position.rolled_by_hand()
        if self.drawn:
            roll_due(game)
        name = f"{short_key(game.scenario.key)}{FROM_ORDER}{len(position.log)}"
        return LocalSession.of_save(Save(game, self.seats, drawn=self.drawn), folder, name)


def recording_of_save(path: Path) -> Recording:
    """Return the recording of a save. Raises `FileError`."""
    save = read_save(path)
    return recorded(save.game, save.seats, manual=save.game.seed is None and not (save.drawn or save.host))


def recording_of_session(session: Session, viewer: int) -> Recording:
    """Return the recording of a game in play, with the secrets of the side `viewer`; -1 stands for neither side."""
    session.verify()
    game = session.game
    if _is_of_viewer(session, viewer):
        game = game.rolled_by_hand()
        return Recording(game, viewer, _seats_here(session.seats), not _rolled_by_hand(session), session.since < 0)
    return recorded(game, session.seats, viewer, manual=_rolled_by_hand(session))


def as_known(session: Session, game: Game, viewer: int) -> Game:
    """Return an earlier or the present position of a session's game as a side may know it, with rolls as orders."""
    return game.rolled_by_hand() if _is_of_viewer(session, viewer) else game.known(viewer)


def _is_of_viewer(session: Session, viewer: int) -> bool:
    """Return True if the file of a session is the viewer's own, so that it has no secrets of the other side."""
    return viewer >= 0 and viewer == session.owner


def _rolled_by_hand(session: Session) -> bool:
    """Return True if the players roll the dice and type the results."""
    return isinstance(session, LocalSession) and session.game.seed is None and not session.draws_dice


def recorded(game: Game, seats: Sequence[Seat], viewer: int = -1, *, manual: bool) -> Recording:
    """Return the recording of a game for a `viewer`, by default the only player at this keyboard.

    In a game that continues from here, players from other terminals have their seats at this keyboard.
    """
    people = [side for side, seat in enumerate(seats) if seat.is_person]
    if viewer < 0 and len(people) == 1:
        viewer = people[0]
    known = game.known(viewer) if game.outcome is None else game
    return Recording(known, viewer, _seats_here(seats), not manual)


def _seats_here(seats: Sequence[Seat]) -> tuple[Seat, Seat]:
    """Return the seats of a game that continues at this keyboard."""
    first, second = (seat if seat.is_computer else Seat() for seat in seats)
    return first, second
