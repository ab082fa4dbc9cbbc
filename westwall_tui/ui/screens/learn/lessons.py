"""The course of lessons: their list on the title, the way from one to the next, and the fight that ends the course.

The fight is a saved game against the computer, and counts as a lesson.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from textwrap import shorten

from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import LEVELS, SEATS, Seat, steady
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.files.scenarios.catalog import first_battle, load_scenario
from westwall_tui.files.scenarios.texts import LoadedScenario
from westwall_tui.files.sessions.base import Session
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn import example_list
from westwall_tui.learn.lessons.catalog import ListedLesson, all_lessons, lesson_after, next_lesson
from westwall_tui.learn.lessons.script import Lesson, load_lesson
from westwall_tui.learn.progress import FIGHT, keep_fight, read_progress
from westwall_tui.ui.boxes.kinds import WhatNowDialog
from westwall_tui.ui.decisions.lesson import StoryDialog
from westwall_tui.ui.gamescreen import Dialog
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.screens.learn.lesson import lesson_screen
from westwall_tui.ui.screens.menus import Menu, MenuItem, Subject, lines
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.words.rulebook import book_name

BEGUN, FOUND, RESUMED = "begun", "found", "resumed"
"""The ways in which a fight opens: as a new one, as an unfinished one that was found, or resumed by the player."""


def new_fight(lesson: Lesson, *, easier: bool = False) -> LocalSession:
    """Return a new fight of a lesson, or the easier one."""
    seats = [steady(lesson.against), steady(lesson.against)]
    seats[lesson.learner] = Seat()
    scenario = lesson.easier if easier and lesson.easier is not None else lesson.scenario
    return LocalSession.new(scenario, seats=seats)


def is_fight_of(lesson: Lesson, scenario: Scenario) -> bool:
    """Return True if a scenario is the fight of a lesson or the easier one, judged by the texts of its files."""
    own = [_words_of_files(each) for each in (lesson.scenario, lesson.easier) if each is not None]
    return _words_of_files(scenario) in own


def _words_of_files(scenario: Scenario) -> Sequence[str]:
    """Return the texts of a scenario's files."""
    texts = scenario.texts if isinstance(scenario, LoadedScenario) else None
    return [source.text for source in texts or ()]


def is_named_as_fight(save: Path) -> bool:
    """Return True if the name of a saved game is that of a fight; the file is not read."""
    return save.stem.startswith(FIGHT.partition("-")[2])


def fight_in_play(lesson: Lesson) -> LocalSession | None:
    """Return the fight of a lesson that was saved last; None if that fight is over or there is none."""
    for save in list_saves():
        if not save.trouble and not save.host and save.path.stem.startswith(lesson.scenario.key):
            try:
                session = LocalSession.resume(save.path, at_once=True)
            except FileError:
                continue
            if is_fight_of(lesson, session.game.scenario):
                return session if session.game.outcome is None else None
    return None


class FightInPlay(GameInPlay):
    """A fight in play, always with the coach."""

    opening: Callable[[], Dialog | None]
    """Return the box that is open at the beginning, if there is one."""
    wants = ""
    """The learner's aim, in a line."""

    def aim(self, width: int) -> str:
        """Return the learner's aim on every Game-Turn, because the story with the aim is no longer shown."""
        return shorten(f"Aim: {self.wants}", width, placeholder=" ...") if self.game.outcome is None else ""

    @property
    def coached(self) -> bool:
        return True

    def begin(self) -> None:
        """Begin with the story, or ask whether to continue a fight."""
        super().begin()
        dialog = self.opening()
        if dialog is not None:
            self.open(dialog)


class FightScreen(PlayScreen):
    """The screen of a fight, with its story at the beginning and a conclusion at the end."""

    def __init__(
        self,
        lesson: Lesson,
        session: Session,
        preferences: Preferences,
        leave: Callable[[], None],
        again: Callable[[bool], object],
        whole: Callable[[], object],
        begins: str,
    ) -> None:
        """Take callbacks: `leave` goes back, `again` starts the fight over, easier if its argument is true, and
        `whole` begins a whole battle.

        `begins` says how the fight opens.
        """
        self._fought, self._again, self._whole, self._begins = lesson, again, whole, begins
        self._concluded = session.game.outcome is not None
        super().__init__(session, preferences, leave)

    def new_play(self, session: Session) -> GameInPlay:
        play = FightInPlay(session, self.preferences, self.keymap, self.think, self._do_later)
        play.opening, play.wants = self._opening_dialog, self._fought.aim
        return play

    def _opening_dialog(self) -> Dialog | None:
        lesson, play = self._fought, self.play
        if self._begins == BEGUN:
            return StoryDialog(play, lesson, play.update, self.leave)
        if self._begins == FOUND:
            question = f"You stopped at Game-Turn {play.game.state.turn}. Continue where you left off?"
            choices = [("Go on", play.update), ("Start over", lambda: self._again(False)), ("Back", self.leave)]
            return WhatNowDialog(play, "lesson", lesson.title, [question], choices)
        return None

    def draw(self) -> None:
        """Draw what has changed; when the fight is over, say how it went."""
        if self.play.game.outcome is not None and not self._concluded:
            self._concluded = True
            self.play.changes.page = ""
            self._ask_after_end()
        super().draw()

    def _ask_after_end(self) -> None:
        lesson, play = self._fought, self.play
        outcome = play.game.outcome
        won = outcome is not None and outcome.winner == lesson.learner
        if self.preferences.at_home:
            keep_fight(lesson.name, won=won)
        choices: list[tuple[str, Callable[[], object]]] = [("How it went", lambda: play.show_page("account"))]
        again = [("Fight it again", lambda: self._again(False))]
        if not won and lesson.easier is not None and read_progress().wants_easier:
            again.insert(0, ("Fight it with one more unit", lambda: self._again(True)))
        if won and self.preferences.at_home:
            choices = [(f"Play a whole battle: {first_battle().name}", self._whole), *choices]
        choices = [*choices, *again] if won else [*again, *choices]
        title = "You won" if won else "You lost"
        text = lesson.end if won else lesson.lost
        play.open(WhatNowDialog(play, "lesson", title, [text], [*choices, ("Back", self.leave)]))


COLUMNS = f"{'':34}{'minutes':>8}"
EXAMPLES = "Small boards that act out each section of the rules."


class LessonCourse:
    """The course of lessons, which leads from each lesson to the next."""

    def __init__(self, app: GameApp, leave: Callable[[ListedLesson], None]) -> None:
        """Take a callback that goes from a lesson back to where the first one was opened."""
        self._app, self._preferences, self._leave = app, app.preferences, leave

    def screen(self, lesson: ListedLesson) -> PlayScreen:
        """Return the screen of a lesson, or of its fight in the present state. Raises `FileError`."""
        loaded = load_lesson(lesson.folder)
        if loaded.steps:
            following = partial(self._follow_lesson, lesson)
            return lesson_screen(lesson, loaded, self._preferences, partial(self._leave, lesson), following)
        session = fight_in_play(loaded) if self._preferences.at_home else None
        if session is None:
            return self._fight_screen(lesson, loaded, new_fight(loaded), BEGUN)
        return self._fight_screen(lesson, loaded, session, FOUND)

    def resumed(self, session: Session) -> PlayScreen | None:
        """Return the screen of a saved game if it is the fight of a lesson, else None. Raises `FileError`."""
        for lesson in all_lessons():
            if lesson.fights:
                loaded = load_lesson(lesson.folder)
                if is_fight_of(loaded, session.game.scenario):
                    return self._fight_screen(lesson, loaded, session, RESUMED)
        return None

    def _fight_screen(self, lesson: ListedLesson, loaded: Lesson, session: Session, begins: str) -> PlayScreen:
        leave, again = partial(self._leave, lesson), partial(self._fight_again, lesson, loaded)
        return FightScreen(loaded, session, self._preferences, leave, again, self._play_battle, begins)

    def _follow_lesson(self, lesson: ListedLesson) -> None:
        """Show the lesson after this one."""
        following = lesson_after(lesson)
        if following is None:
            self._leave(lesson)
        else:
            self._app.show_instead(self.screen(following))

    def _play_battle(self) -> None:
        """Begin a game of the first quick battle against the computer's lowest level, with the coach."""
        battle = load_scenario(first_battle().key)
        self._preferences.change(self._preferences.settings._replace(coach=True))
        self._app.leave_all()
        self._app.show_game(LocalSession.new(battle, seats=[Seat(), SEATS[LEVELS[0]]]), "briefing")

    def _fight_again(self, lesson: ListedLesson, loaded: Lesson, easier: bool) -> None:
        self._app.show_instead(self._fight_screen(lesson, loaded, new_fight(loaded, easier=easier), BEGUN))


def lessons_menu(
    learn: Callable[[ListedLesson, Callable[[ListedLesson], None]], None], examples: Callable[[], None], advice: str
) -> Menu:
    """Return the menu of lessons with the learner's progress, and of the examples of play.

    `learn` opens a lesson, and must call its second argument with the lesson that the learner has left. `advice` is
    shown below the next lesson.
    """
    found, at = all_lessons(), next_lesson(read_progress()).number - 1
    first_example = Subject("example", str(example_list.all_examples()[0].folder))

    def items() -> list[MenuItem]:
        now = read_progress()
        shown = [
            MenuItem(
                f"{lesson.number:>2}  {lesson.title:<30}{lesson.minutes:>8}  {lesson.status(now)}",
                partial(learn, lesson, left),
                info=lines(lesson.story, *([advice] if advice and lesson.number == at + 1 else [])),
                subject=Subject("lesson", str(lesson.folder)),
            )
            for lesson in found
        ]
        return [*shown, MenuItem("    Examples of play", examples, info=lines(EXAMPLES), subject=first_example)]

    def left(lesson: ListedLesson) -> None:
        """Put the bar on the lesson that was left or, if that lesson is done, on the next one."""
        is_done = lesson.done(read_progress()) == lesson.steps
        menu.at = min(lesson.number - (not is_done), len(found) - 1)

    menu = Menu("Learn: about an hour of lessons, and a first fight", items, at=at, head=COLUMNS)
    return menu


def examples_menu(show: Callable[[example_list.ListedExample], None]) -> Menu:
    """Return the menu of the examples of play, by section; `show` opens one."""
    found = example_list.all_examples()
    sections = 2 + max(len(", ".join(each.sections)) for each in found)
    items = [
        MenuItem(
            f"{', '.join(each.sections):<{sections}}{each.title}",
            partial(show, each),
            info=lines(book_name(each.book)),
            subject=Subject("example", str(each.folder)),
            more=f"  {book_name(each.book)}",
        )
        for each in found
    ]
    return Menu("Examples of play, section by section", lambda: items)
