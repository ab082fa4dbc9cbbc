"""The screen of a lesson: the playing screen with three lines of words under the phase bar."""

from collections.abc import Callable, Sequence
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from westwall_tui.files.sessions.base import Session
from westwall_tui.learn.lessons.catalog import ListedLesson
from westwall_tui.learn.lessons.judge import LessonJudge
from westwall_tui.learn.lessons.script import Lesson
from westwall_tui.learn.progress import read_progress
from westwall_tui.learn.session import LessonSession
from westwall_tui.ui.around.bars import WORDS, headed_bar
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.learn.guided import WordedPanes
from westwall_tui.ui.screens.learn.lesson_game import LessonInPlay, LessonKeys
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.keys import Keys
from westwall_tui.ui.screens.play.panes import Panes
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.words.rows import Row, row

if TYPE_CHECKING:
    from westwall_tui.ui.decisions.die import Die

BESIDE_SIGNS = 3
"""Lines of the panel around the signs: their heading, and a blank line above it and below the signs."""
ROOM_FOR_SIGNS = BESIDE_SIGNS + 1
"""Minimum blank lines in the panel for a sign."""

LOW = 32
"""A screen with fewer lines has no room for a die and signs."""


class LessonPanes(WordedPanes):
    """The panes of a lesson."""

    def __init__(self, play: LessonInPlay, keys: Keys, screen: "LessonScreen") -> None:
        super().__init__(play, keys, screen.map)
        self._lesson, self._title = play, screen.lesson_title
        self._preferences = screen.preferences

    def words_rows(self, width: int) -> Sequence[Row]:
        lesson = self._lesson
        first, rest, ink = (" ! ", "   ", "warning") if lesson.wrong else (" ", " ", "bold")
        lines = wrap(lesson.words, min(width, 80) - len(first) - 1)[:WORDS]
        return [row(f"{rest if i else first}{line}", ink) for i, line in enumerate(lines)]

    def _panel_rows(self) -> list[Row]:
        """Return the panel's lines. Its widest gap shows the signs that the lesson has explained, as many as fit."""
        rows, signs = super()._panel_rows(), self._lesson.signs
        room, end = widest_gap(rows)
        if signs and room < len(self._lesson.judge.step.signs) + BESIDE_SIGNS:
            rows = close_up(rows)
            room, end = widest_gap(rows)
        if not signs or room < ROOM_FOR_SIGNS:
            return rows
        from westwall_tui.ui.boxes.help import sign_rows  # seldom needed

        below: list[Row] = [()] if end < len(rows) else []
        looks = self._preferences.signs, self._lesson.game.scenario, self._preferences.drawing
        shown = [
            row("Signs", "heading"),
            *sign_rows(signs[len(below) + 2 - room :], *looks),
            *below,
        ]
        return [*rows[: end - len(shown)], *shown, *rows[end:]]

    def _die_rows(self, die: "Die | None", width: int, side: int = 0) -> list[Row]:
        """Return the die, but nothing if a low panel needs the room for the signs that the step explains."""
        low = self._screen.height < LOW
        return [] if low and self._lesson.judge.step.signs else super()._die_rows(die, width, side)

    def bar_row(self, width: int) -> Row:
        """Return the bar: the lesson and its step, then the phase."""
        judge = self._lesson.judge
        head = f"{self._title}  step {judge.number + 1} of {len(judge.lesson.steps)}"
        return headed_bar(head, judge.game, width, self.play.look.switches())


def widest_gap(rows: Sequence[Row]) -> tuple[int, int]:
    """Return the number of blank rows in the widest gap below the first line, and the index of its end."""
    found, at = (0, 0), 0
    for is_blank, run in groupby(rows, key=lambda line: not line):
        begins, length = at, len(list(run))
        at += length
        if is_blank and begins:
            found = max(found, (length, at))
    return found


def close_up(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with every gap reduced to one blank row; the remaining blank rows are moved to the end."""
    closed = [line for at, line in enumerate(rows) if line or (at and rows[at - 1])]
    return [*closed, *[()] * (len(rows) - len(closed))]


class LessonScreen(PlayScreen):
    """A lesson."""

    head = 1 + WORDS

    def __init__(
        self, lesson: Lesson, title: str, step: int, preferences: Preferences, leave: Callable[[], None],
        following: Callable[[], object],
    ) -> None:  # fmt: skip
        """Take the `step` to begin with, counted from 0, and callbacks.

        `leave` goes back to the list of lessons; `following` goes to the next lesson.
        """
        self.lesson_title = title
        self._following = following
        super().__init__(LessonSession(LessonJudge(lesson, step)), preferences, leave)

    def new_play(self, session: Session) -> GameInPlay:
        assert isinstance(session, LessonSession)
        return LessonInPlay(session, self.preferences, self.keymap, self._following, self.leave)

    def new_keys(self) -> Keys:
        return LessonKeys(self.lesson, self.screen_actions())

    def new_panes(self) -> Panes:
        return LessonPanes(self.lesson, self.keys, self)

    @property
    def lesson(self) -> LessonInPlay:
        """The lesson in play."""
        assert isinstance(self.play, LessonInPlay)
        return self.play


def lesson_screen(
    listed: ListedLesson,
    lesson: Lesson,
    preferences: Preferences,
    leave: Callable[[], None],
    following: Callable[[], object],
) -> PlayScreen:
    """Return the screen of a lesson, at the learner's step."""
    title = f"Lesson {listed.number}: {listed.title}" if listed.number else listed.title
    step = listed.done(read_progress()) % listed.steps  # the first step again if all are done
    return LessonScreen(lesson, title, step, preferences, leave, following)
