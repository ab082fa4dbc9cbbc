"""The notes that a player keeps with a game: at the game, a Game-Turn, a hex, or a position as a bookmark."""

from collections.abc import Callable, Sequence

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.saves.private import Note, Private
from westwall_tui.files.sessions.base import Session
from westwall_tui.files.sessions.course import course_marks, positions

Notes = tuple[Note, ...]


class Notebook:
    """The notes of a side's player, as they were last read or changed here."""

    def __init__(self, session: Session, side: int) -> None:
        """Raise `IllegalOrder` if the side isn't that of a player at this keyboard."""
        self._session, self._side = session, side
        self.notes: Notes = ()
        self.read()

    def read(self) -> None:
        """Read the notes again, because the player may have changed them at another terminal."""
        self.notes = self._session.private(self._side).notes

    def blanks(self, h: int, turn: int, order: int) -> Sequence[Note]:
        """Return empty notes at a hex, at a Game-Turn (0 for none), at the game, and at the position after `order`.

        `order` counts the orders that can be replayed.
        """
        marks, at = course_marks(self._session, self._side), order + len(self._session.history)
        number = self._session.game.scenario.board.number(h)
        turns = [Note("", turn=turn)] if turn else []
        return [Note("", hex=number), *turns, Note(""), Note("", turn=turn, order=at, course=marks[at])]

    def place(self, bookmark: Note) -> int:
        """Return the number of orders to replay up to a bookmark; -1 if they were undone or cannot be replayed."""
        marks = course_marks(self._session, self._side)
        same = 0 <= bookmark.order < len(marks) and marks[bookmark.order] == bookmark.course
        return max(-1, bookmark.order - len(self._session.history)) if same else -1

    def position(self, bookmark: Note) -> Game | None:
        """Return the position of a bookmark, as its player may know it; None if `place` does not find it."""
        if self.place(bookmark) < 0:
            return None
        return positions(self._session, self._side, [bookmark.order]).get(bookmark.order)

    @property
    def turn(self) -> int:
        """The present Game-Turn."""
        return self._session.game.state.turn

    def add(self, note: Note) -> None:
        """Add a note. Raises `IllegalOrder` if it cannot be stored."""
        self._change(lambda notes: (*notes, note))

    def replace(self, old: Note, *new: Note) -> None:
        """Replace a note, or delete it if there is no new one. Raises `IllegalOrder` if the new one cannot be stored.

        If another terminal has changed or deleted the note, nothing happens.
        """

        def replaced(notes: Notes) -> Notes:
            at = notes.index(old) if old in notes else len(notes)
            return (*notes[:at], *(new if at < len(notes) else ()), *notes[at + 1 :])

        self._change(replaced)

    def delete(self, note: Note) -> None:
        """Delete a note."""
        self.replace(note)

    def _change(self, change: Callable[[Notes], Notes]) -> None:
        def changed(private: Private) -> Private:
            return private._replace(notes=change(private.notes))

        self.notes = self._session.change_private(self._side, changed).notes


def notebook_of(session: Session, side: int) -> Notebook | None:
    """Return the notes of a side's player; None for a side that isn't a player's here, or without a player."""
    try:
        return Notebook(session, side) if side >= 0 else None
    except IllegalOrder:
        return None
