"""The course of a game: positions in it, and fingerprints that show whether orders have been undone since."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Note
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.files.sessions.base import Session
from westwall_tui.files.sessions.recording import as_known


def orders_so_far(session: Session) -> Sequence[str]:
    """Return the orders of a game, those before its base included."""
    return [*session.history, *session.game.log]


def compared(session: Session, side: int, lines: Iterable[str]) -> list[str]:
    """Return the orders that tell a side one course from another: all but the other side's secret notes."""
    if session.game.rules.notes.side in (side, NOBODY):
        return [*lines]
    return [line for line in lines if not line.startswith(f"{Note.word} ")]


def positions(session: Session, side: int, places: Iterable[int]) -> dict[int, Game]:
    """Return the positions after some numbers of a game's orders, as a side may know them.

    Orders before the game's base cannot be replayed, so places among them are left out.
    """
    before, log, found = len(session.history), session.game.log, dict[int, Game]()
    replayed: Game | None = None
    for at in sorted({*places}):
        if at == before + len(log):
            found[at] = as_known(session, session.game, side)
        elif before <= at < before + len(log):
            replayed = session.game.root().rolled_by_hand() if replayed is None else replayed
            replayed.replay(log[len(replayed.log) : at - before])
            found[at] = as_known(session, replayed, side)
    return found


def course_marks(session: Session, side: int) -> list[str]:
    """Return a fingerprint of the orders before each place in a game, of which the last is the present."""
    found = sha256()
    marks = [found.hexdigest()[:16]]
    for line in orders_so_far(session):
        for each in compared(session, side, [line]):
            found.update(f"{each}\n".encode())
        marks.append(found.hexdigest()[:16])
    return marks
