"""Fingerprints of a game's course, which show whether orders before a place have been undone since."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from westwall_tui.engine.orders import Note
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.files.sessions.base import Session


def orders_so_far(session: Session) -> Sequence[str]:
    """Return the orders of a game, those before its base included."""
    return [*session.history, *session.game.log]


def compared(session: Session, side: int, lines: Iterable[str]) -> list[str]:
    """Return the orders that tell a side one course from another: all but the other side's secret notes."""
    if session.game.rules.notes.side in (side, NOBODY):
        return [*lines]
    return [line for line in lines if not line.startswith(f"{Note.word} ")]


def course_marks(session: Session, side: int) -> list[str]:
    """Return a fingerprint of the orders before each place in a game, of which the last is the present."""
    found = sha256()
    marks = [found.hexdigest()[:16]]
    for line in orders_so_far(session):
        for each in compared(session, side, [line]):
            found.update(f"{each}\n".encode())
        marks.append(found.hexdigest()[:16])
    return marks
