"""Pages with a picture beside their lists, of the game or the scenario under the bar, and notes on it below them."""

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from textual.geometry import Size

from westwall_tui.club.context import Context
from westwall_tui.club.database.games import Head
from westwall_tui.club.database.lists import ListedGame, names
from westwall_tui.club.screens.page import ClubPage
from westwall_tui.club.session import replayed
from westwall_tui.engine.words import capital
from westwall_tui.ui.terminal.page import Picture
from westwall_tui.words.rows import Row, row, shortened

FIRST = "quick/noville"
"""The scenario whose picture is shown if there is no game."""
LEAST_NOTES = 4
"""Minimum lines of notes."""


class Shown(NamedTuple):
    """The subject of a picture: a game with its orders, or a scenario."""

    caption: str
    scenario: str
    head: Head | None = None
    lines: Sequence[str] = ()
    side: int = -1
    """The side of the player, whose aims are shown; -1 for none."""
    noted: Size = Size(0, 0)
    """Columns and lines of the notes below the lists."""
    outcome: str = ""
    """The outcome of the game in words; empty if it goes on."""


class PicturedPage(ClubPage):
    """A page with a picture beside its lists."""

    has_part_beside = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._seen: tuple[object, ...] = (0, 0)
        """The game that the picture shows, its number of orders, and what changes without an order."""
        self._subject = Shown("", FIRST)
        self._picture: Picture[Shown] = Picture(self, self._draw)
        self._notes: Picture[Shown] = Picture(self, self._draw_notes)
        self._noted = Size(0, 0)
        """Columns and lines of the notes below the lists."""

    @abstractmethod
    def game_shown(self) -> ListedGame | None:
        """Return the game whose picture is shown; None for that of a first battle."""

    def below(self, extent: Size) -> Sequence[Row]:
        """Return the course of the game, or the figures and aims of the scenario."""
        self._noted = extent if extent.height >= LEAST_NOTES else Size(0, 0)
        self._choose_subject()
        return self._notes.rows(self._subject, extent) if self._noted.height else ()

    def picture_rows(self, extent: Size) -> Sequence[Row]:
        """Return the picture below its caption."""
        self._choose_subject()
        shown = self._subject._replace(noted=self._noted)
        caption = [shortened(row(shown.caption, "heading"), extent.width)] if shown.caption else []
        return [*caption, *self._picture.rows(shown, Size(extent.width, extent.height - len(caption)))]

    def beside(self, extent: Size) -> Sequence[Row]:
        return self.picture_rows(extent)

    def beneath(self, extent: Size) -> Sequence[Row]:
        self._noted = Size(0, 0)
        return self.picture_rows(extent)

    def _choose_subject(self) -> None:
        """Read the game that is shown, if it has changed."""
        game = self.game_shown()
        seen = (game.id, game.orders, game.players, game.started, game.ended) if game is not None else (0, 0)
        if seen == self._seen and self._subject.caption:
            return
        self._seen = seen
        if game is None:
            self._subject = Shown(f"A first battle: {names(FIRST).title}", FIRST)
            return
        caption, outcome = f"{game.title}: {' - '.join(game.players)}", game.outcome if game.ended else ""
        self._subject = Shown(caption, game.scenario, side=game.own_side, outcome=outcome)
        if game.started:
            with suppress(LookupError):  # it is gone
                head, entries = self.context.games.since(game.id, -1)
                self._subject = self._subject._replace(head=head, lines=[line for _, line, _ in entries])

    def _draw(self, shown: Shown, extent: Size) -> Sequence[Row]:
        from westwall_tui.ui.screens.menus import Subject
        from westwall_tui.ui.screens.title.lastgame import last_game, score_row
        from westwall_tui.ui.screens.title.preview import picture_of, position

        if shown.head is None:
            return picture_of(Subject("scenario", shown.scenario, shown.side), extent, self.preferences, shown.noted)
        save = replayed(shown.head, shown.lines)
        found = last_game(save.game, save.seats)
        # The foot says what is to be decided, and a game does not know its outcome, for instance if a player gave up.
        found.status = (*score_row(save.game), *row(capital(shown.outcome)))
        return position(found, extent, self.preferences)

    def _draw_notes(self, shown: Shown, extent: Size) -> Sequence[Row]:
        from westwall_tui.ui.screens.menus import Subject
        from westwall_tui.ui.screens.title.preview import course_notes, notes_of

        course: Sequence[Row] = ()
        if shown.head is not None:
            course = course_notes(replayed(shown.head, shown.lines).game, extent, self.preferences)
        return course or notes_of(Subject("scenario", shown.scenario, shown.side), extent, self.preferences)
