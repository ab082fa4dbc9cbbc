"""The notes of the player who looks at the screen, on the map and in the panel."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.sessions.base import Session
from westwall_tui.ui.map.signs import NOTE
from westwall_tui.ui.preferences import Preferences
from westwall_tui.words.rows import Row, cut

if TYPE_CHECKING:
    from westwall_tui.files.saves.private import Note

NOTE_LINES = 3
"""Maximum lines of a note in the panel, which has room for two such notes of a hex."""


class OwnNotes:
    """The notes of the player who looks at the screen."""

    def __init__(self, session: Session, keeper: Callable[[], int], preferences: Preferences) -> None:
        """Take a function that returns the side whose player's notes may be shown; -1 for none."""
        self._session, self._keeper, self._preferences = session, keeper, preferences
        self._read: dict[int, Sequence[Note]] = {}
        """The notes of each side's player, once they have been read."""

    @property
    def all(self) -> "Sequence[Note]":
        """The notes that may be shown now."""
        side = self._keeper()
        if side not in self._read:
            self._read[side] = ()
            with suppress(IllegalOrder):
                self._read[side] = self._session.private(side).notes
        return self._read[side]

    def forget(self) -> None:
        """Read the notes again when they are shown next, because they may have changed."""
        self._read.clear()

    @property
    def sign(self) -> str:
        """The sign of a note on the map; empty if there are no notes."""
        own = self._preferences
        sign = NOTE.ascii if own.drawing is None and not own.signs.unicode else NOTE.unicode
        return sign if self.all else ""

    def with_signs(self, signs: Mapping[int, tuple[str, str]]) -> Mapping[int, tuple[str, str]]:
        """Return the signs on the map together with those of the notes, which come after any other sign."""
        hexes, sign = self._session.game.scenario.board.by_number, self.sign
        found = dict(signs)
        for h in {hexes[note.hex] for note in self.all if note.hex in hexes}:
            text, role = signs.get(h, ("", NOTE.role))
            found[h] = text + sign, role
        return found

    def rows(self, h: int, width: int) -> Sequence[Row]:
        """Return the notes about a hex, for the panel."""
        if not self.all:
            return ()
        from westwall_tui.words.notes import notes_at  # not loaded at the start

        texts = notes_at(self.all, self._session.game.scenario.board.number(h))
        lines = [line for text in texts for line in cut(f"{self.sign} {text}", width, NOTE_LINES)]
        return lines[: 2 * NOTE_LINES]
