"""Where lessons begin: their list on the title, and from one lesson to the next."""

from collections.abc import Callable
from functools import partial

from textual.app import App

from westwall_tui.learn.lessons import Listed, after, listed
from westwall_tui.learn.progress import read_progress
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.lesson import lesson_screen
from westwall_tui.ui.screens.menus import Menu, MenuItem, lines
from westwall_tui.ui.screens.play import PlayScreen

COLUMNS = f"{'':34}{'minutes':>8}"


class Learning:
    """Goes from lesson to lesson."""

    def __init__(self, app: App[int], preferences: Preferences, leave: Callable[[], None]) -> None:
        """`leave` goes back to where the first lesson was asked for."""
        self._app, self._preferences, self._leave = app, preferences, leave

    def screen(self, lesson: Listed, *, easier: bool = False) -> PlayScreen:
        """The screen of a lesson. Raises `FileError`."""
        following, again = partial(self._follow, lesson), partial(self._again, lesson)
        return lesson_screen(lesson, self._preferences, self._leave, following, again, easier=easier)

    def _follow(self, lesson: Listed) -> None:
        """Go on to what comes after a lesson."""
        following = after(lesson)
        if following is None:
            self._leave()
        else:
            self._show(self.screen(following))

    def _again(self, lesson: Listed, easier: bool) -> None:
        self._show(self.screen(lesson, easier=easier))

    def _show(self, screen: PlayScreen) -> None:
        """Show a screen in place of the one on top."""
        if len(self._app.screen_stack) > 1:
            self._app.pop_screen()
        self._app.push_screen(screen)


def lessons_menu(learn: Callable[[Listed], None]) -> Menu:
    """The lessons, and how far the learner has come; `learn` opens one."""
    found = listed()
    progress = read_progress()
    first = next((i for i, lesson in enumerate(found) if lesson.done(progress) < lesson.steps), 0)

    def items() -> list[MenuItem]:
        now = read_progress()
        return [
            MenuItem(
                f"{lesson.number:>2}  {lesson.title:<30}{lesson.minutes:>8}  {lesson.stand(now)}",
                partial(learn, lesson),
                info=lines(lesson.story),
            )
            for lesson in found
        ]

    return Menu("Learn: about an hour, step by step, and a first fight", items, at=first, head=COLUMNS)
