"""Where lessons begin: their list on the title, and from one lesson to the next."""

from collections.abc import Callable
from functools import partial

from textual.app import App

from westwall_tui.files.session import Session
from westwall_tui.learn import example_list
from westwall_tui.learn.lessons import ListedLesson, after, listed, next_lesson
from westwall_tui.learn.progress import read_progress
from westwall_tui.learn.script import Lesson, load_lesson
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.first_fight import (
    BEGUN,
    FOUND,
    RESUMED,
    FightScreen,
    fight_in_play,
    is_fight_of,
    new_fight,
)
from westwall_tui.ui.screens.lesson import lesson_screen
from westwall_tui.ui.screens.menus import Menu, MenuItem, lines
from westwall_tui.ui.screens.play import PlayScreen
from westwall_tui.ui.words.rulebook import book_name

COLUMNS = f"{'':34}{'minutes':>8}"
EXAMPLES = "For each section of the rules a small board, and what happens on it."


class Learning:
    """Goes from lesson to lesson."""

    def __init__(self, app: App[int], preferences: Preferences, leave: Callable[[ListedLesson], None]) -> None:
        """`leave` goes from a lesson back to where the first one was asked for."""
        self._app, self._preferences, self._leave = app, preferences, leave

    def screen(self, lesson: ListedLesson) -> PlayScreen:
        """The screen of a lesson, or of its fight as far as that was fought. Raises `FileError`."""
        loaded = load_lesson(lesson.folder)
        if loaded.steps:
            following = partial(self._follow, lesson)
            return lesson_screen(lesson, loaded, self._preferences, partial(self._leave, lesson), following)
        session = fight_in_play(loaded) if self._preferences.at_home else None
        if session is None:
            return self._fight(lesson, loaded, new_fight(loaded), BEGUN)
        return self._fight(lesson, loaded, session, FOUND)

    def resumed(self, session: Session) -> PlayScreen | None:
        """The screen of a saved game, if that is the fight of a lesson. Raises `FileError`."""
        for lesson in listed():
            if lesson.fights:
                loaded = load_lesson(lesson.folder)
                if is_fight_of(loaded, session.game.scenario):
                    return self._fight(lesson, loaded, session, RESUMED)
        return None

    def _fight(self, lesson: ListedLesson, loaded: Lesson, session: Session, begins: str) -> PlayScreen:
        leave, again = partial(self._leave, lesson), partial(self._again, lesson, loaded)
        return FightScreen(loaded, session, self._preferences, leave, again, begins)

    def _follow(self, lesson: ListedLesson) -> None:
        """Go on to what comes after a lesson."""
        following = after(lesson)
        if following is None:
            self._leave(lesson)
        else:
            self._show(self.screen(following))

    def _again(self, lesson: ListedLesson, loaded: Lesson, easier: bool) -> None:
        self._show(self._fight(lesson, loaded, new_fight(loaded, easier=easier), BEGUN))

    def _show(self, screen: PlayScreen) -> None:
        """Show a screen in place of the one on top."""
        if len(self._app.screen_stack) > 1:
            self._app.pop_screen()
        self._app.push_screen(screen)


def lessons_menu(
    learn: Callable[[ListedLesson, Callable[[ListedLesson], None]], None], examples: Callable[[], None]
) -> Menu:
    """The lessons, and how far the learner has come; below them the way to the examples of play.

    `learn` opens one; what it is given besides is to be told which lesson he has left.
    """
    found = listed()

    def items() -> list[MenuItem]:
        now = read_progress()
        shown = [
            MenuItem(
                f"{lesson.number:>2}  {lesson.title:<30}{lesson.minutes:>8}  {lesson.stand(now)}",
                partial(learn, lesson, left),
                info=lines(lesson.story),
            )
            for lesson in found
        ]
        return [*shown, MenuItem("    Examples of play", examples, info=lines(EXAMPLES))]

    def left(lesson: ListedLesson) -> None:
        """The cursor stands on the lesson that was left, or once that is done on the next."""
        is_done = lesson.done(read_progress()) == lesson.steps
        menu.at = min(lesson.number - (not is_done), len(found) - 1)

    at = next_lesson(read_progress()).number - 1
    menu = Menu("Learn: about an hour, step by step, and a first fight", items, at=at, head=COLUMNS)
    return menu


def examples_menu(show: Callable[[example_list.ListedExample], None]) -> Menu:
    """The examples of play by section; `show` opens one."""
    items = [
        MenuItem(f"{', '.join(each.sections):<11}{each.title:<38}{book_name(each.book)}", partial(show, each))
        for each in example_list.listed()
    ]
    return Menu("Examples of play, section by section", lambda: items)
