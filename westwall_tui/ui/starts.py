"""The things that the app can start with, one class for each kind; every object makes its own screen.

Commands make these objects, and the app shows them without knowing their kinds.
"""

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from westwall_tui.files.scenarios.random_battles import RandomBattle
    from westwall_tui.files.sessions.base import Session
    from westwall_tui.files.sessions.recording import Recording
    from westwall_tui.files.workshop.opening import OpenBattle
    from westwall_tui.learn.lessons.catalog import ListedLesson
    from westwall_tui.learn.puzzles.catalog import ListedPuzzle
    from westwall_tui.learn.session import Demonstration
    from westwall_tui.ui.screens import GameApp


class ScreenStart(Protocol):
    """Something that the app can start with."""

    def screen(self, app: "GameApp") -> "Screen[None]":
        """Return the screen, from which the player can go back to the title. Raises `FileError`."""


class TitleStart:
    """The title screen."""

    def screen(self, app: "GameApp") -> "Screen[None]":
        return app.title_screen()


class GameStart(NamedTuple):
    """A game (new, saved, hosted or by mail), and the name of a page to show over it; empty for no page."""

    session: "Session"
    page: str = ""

    def screen(self, app: "GameApp") -> "Screen[None]":
        from westwall_tui.ui.screens.play.screen import PlayScreen

        if not getattr(self.session.game.scenario, "shipped", True):  # the game may be the fight of a lesson
            from westwall_tui.ui.screens.learn.lessons import LessonCourse

            fight = LessonCourse(app, lambda _: app.back_to_title()).resumed(self.session)
            if fight is not None:
                return fight
        return PlayScreen(self.session, app.preferences, app.back_to_title, self.page)


class TrialStart(NamedTuple):
    """A random battle that must be tried before the game."""

    seed: int
    begin: "Callable[[RandomBattle], Session]"
    """Begins the game once the battle is found."""

    def screen(self, app: "GameApp") -> "Screen[None]":
        from westwall_tui.ui.screens.title.trial import TrialScreen

        def begin(battle: "RandomBattle") -> None:
            session = self.begin(battle)
            app.leave_all()
            app.show_game(session)

        return TrialScreen(self.seed, begin, app.back_to_title)


class LessonStart(NamedTuple):
    """A lesson."""

    lesson: "ListedLesson"

    def screen(self, app: "GameApp") -> "Screen[None]":
        from westwall_tui.ui.screens.learn.lessons import LessonCourse

        return LessonCourse(app, lambda _: app.back_to_title()).screen(self.lesson)


class PuzzleStart(NamedTuple):
    """A puzzle."""

    puzzle: "ListedPuzzle"

    def screen(self, app: "GameApp") -> "Screen[None]":
        from westwall_tui.ui.screens.learn.puzzle import PuzzleCourse

        return PuzzleCourse(app, lambda _: app.back_to_title()).screen(self.puzzle)


class DemoStart(NamedTuple):
    """A demonstration game between two computer players."""

    demonstration: "Demonstration"

    def screen(self, app: "GameApp") -> "Screen[None]":
        from westwall_tui.ui.screens.learn.demo import DemoScreen

        return DemoScreen(self.demonstration, app.preferences, app.back_to_title)


class WatchStart(NamedTuple):
    """A game to watch from its beginning."""

    recording: "Recording"

    def screen(self, app: "GameApp") -> "Screen[None]":
        from westwall_tui.ui.screens.boards.watch import WatchScreen

        return WatchScreen(self.recording, app.preferences, app.exit)


class WorkshopStart(NamedTuple):
    """A battle to work on, or None for the menu of battles."""

    battle: "OpenBattle | None"

    def screen(self, app: "GameApp") -> "Screen[None]":
        if self.battle is None:
            from westwall_tui.ui.screens.title.screen import TitleScreen

            title = app.title_screen()
            if isinstance(title, TitleScreen):
                title.call_later(title.open_workshop)
            return title
        from westwall_tui.ui.screens.workshop.screen import WorkshopScreen

        return WorkshopScreen(self.battle, app.preferences, app.back_to_title)
