"""The fight after the lessons: a saved game against the computer like any other, which counts as a lesson."""

from collections.abc import Callable, Sequence
from pathlib import Path

from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.faults import FileError
from westwall_tui.files.savefiles import list_saves
from westwall_tui.files.scenario_cache import LoadedScenario
from westwall_tui.files.seats import Seat, steady
from westwall_tui.files.session import LocalSession, Session
from westwall_tui.learn.progress import FIGHT, keep_fight, read_progress
from westwall_tui.learn.script import Lesson
from westwall_tui.ui.decisions.lesson import ChoicesDialog, StoryDialog
from westwall_tui.ui.gamescreen import Dialog
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.game import GameInPlay
from westwall_tui.ui.screens.play import PlayScreen

BEGUN, FOUND, RESUMED = "begun", "found", "resumed"
"""How the screen of a fight opens: with a new one, with one in play that the learner may not expect, or as it stood."""


def new_fight(lesson: Lesson, *, easier: bool = False) -> LocalSession:
    """A fight from its beginning; the easier one if that is true."""
    seats = [steady(lesson.against), steady(lesson.against)]
    seats[lesson.learner] = Seat()
    scenario = lesson.easier if easier and lesson.easier is not None else lesson.scenario
    return LocalSession.new(scenario, seats=seats)


def is_fight_of(lesson: Lesson, scenario: Scenario) -> bool:
    """True if a scenario is the fight of a lesson, or its easier one: their files are the same, word by word."""
    own = [_words(each) for each in (lesson.scenario, lesson.easier) if each is not None]
    return _words(scenario) in own


def _words(scenario: Scenario) -> Sequence[str]:
    """What stands in the files of a scenario."""
    texts = scenario.texts if isinstance(scenario, LoadedScenario) else None
    return [source.text for source in texts or ()]


def is_named_as_fight(save: Path) -> bool:
    """True if a saved game has the name that the fight's get; nothing is read."""
    return save.stem.startswith(FIGHT.partition("-")[2])


def fight_in_play(lesson: Lesson) -> LocalSession | None:
    """The fight of a lesson that was saved last, if it is not over."""
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
    """The fight in play: the coach is there, whatever the settings say."""

    opening: Callable[[], Dialog | None]
    """The box that it begins with."""

    @property
    def coached(self) -> bool:
        return True

    def begin(self) -> None:
        """Begin with the story, or ask whether a fight in play is to go on."""
        super().begin()
        dialog = self.opening()
        if dialog is not None:
            self.open(dialog)


class FightScreen(PlayScreen):
    """The fight: its story before it, and at the end what was learned."""

    def __init__(
        self,
        lesson: Lesson,
        session: Session,
        preferences: Preferences,
        leave: Callable[[], None],
        again: Callable[[bool], object],
        begins: str,
    ) -> None:
        """`leave` goes back, `again` fights it once more, easier if that is true; `begins` is how it opens."""
        self._fought, self._again, self._begins = lesson, again, begins
        self._told = session.game.outcome is not None
        super().__init__(session, preferences, leave)

    def new_play(self, session: Session) -> GameInPlay:
        play = FightInPlay(session, self.preferences, self.keymap, self.think, self._later)
        play.opening = self._opening
        return play

    def _opening(self) -> Dialog | None:
        lesson, play = self._fought, self.play
        if self._begins == BEGUN:
            return StoryDialog(play, lesson.title, lesson.story, lesson.minutes, play.update)
        if self._begins == FOUND:
            said = f"You have fought up to Game-Turn {play.game.state.turn}. It stands as you left it."
            choices = [("Go on", play.update), ("Begin again", lambda: self._again(False)), ("Back", self.leave)]
            return ChoicesDialog(play, lesson.title, said, choices)
        return None

    def draw(self) -> None:
        """Draw what has changed; when the fight is over, say how it went."""
        if self.play.game.outcome is not None and not self._told:
            self._told = True
            self.play.changes.page = ""
            self._end()
        super().draw()

    def _end(self) -> None:
        lesson, play = self._fought, self.play
        outcome = play.game.outcome
        won = outcome is not None and outcome.winner == lesson.learner
        if self.preferences.at_home:
            keep_fight(lesson.name, won=won)
        choices: list[tuple[str, Callable[[], object]]] = [("How it went", lambda: play.show_page("account"))]
        again = [("Fight it again", lambda: self._again(False))]
        if not won and lesson.easier is not None and read_progress().wants_easier:
            again.insert(0, ("Fight it with one unit more", lambda: self._again(True)))
        choices = [*choices, *again] if won else [*again, *choices]
        title = "You have won" if won else "You have lost"
        play.open(ChoicesDialog(play, title, lesson.end if won else lesson.lost, [*choices, ("Back", self.leave)]))
