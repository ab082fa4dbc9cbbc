"""The commands with `--plain`: they run a game, lessons or a demonstration in lines, and return the exit status."""

import contextlib
import shlex
import sys
from collections.abc import Callable

from westwall_tui.files.disk.reach import discard_output
from westwall_tui.files.faults import FileError, printable
from westwall_tui.files.players.settings import Settings, load_settings
from westwall_tui.files.scenarios.catalog import is_quick
from westwall_tui.files.sessions.base import Session
from westwall_tui.files.workshop.opening import OpenBattle, open_battle
from westwall_tui.learn.lessons.catalog import ListedLesson, lesson_after
from westwall_tui.learn.lessons.judge import LessonJudge
from westwall_tui.learn.lessons.script import load_lesson
from westwall_tui.learn.progress import read_progress
from westwall_tui.learn.session import Demonstration
from westwall_tui.mail.session import MailSession
from westwall_tui.net.session import HostedSession
from westwall_tui.plain.console import Console
from westwall_tui.plain.hosted import PlainGuest
from westwall_tui.plain.lesson import PlainFight, PlainLesson
from westwall_tui.plain.mail import PlainMail
from westwall_tui.plain.sandbox import SandboxCommands
from westwall_tui.plain.table import PlainGame
from westwall_tui.plain.workshop import PlainWorkshop, names_told

INTERRUPTED = 130
"""Exit status after Ctrl+C, as in shells."""
ENDED = 0
"""Exit status of a game that the player quit, or whose output was closed."""


def play(make: Callable[[], Session]) -> int:
    """Play a game in lines, and return the exit status."""
    console, settings = _open_console()
    status = _play_to_end(_with_sandboxes(PlainGame(make(), console, settings)), console)
    return ENDED if status is None else status


def mail(session: MailSession) -> int:
    """Play a game by mail in lines up to its next letter, or all games of a match. Return the exit status."""
    console, settings = _open_console()
    status = _play_to_end(_with_sandboxes(PlainMail(session, console, settings)), console)
    for other in session.games:
        if status is None and other is not session and (other.is_due or other.has_news):
            status = _play_to_end(_with_sandboxes(PlainMail(other, console, settings)), console)
    return ENDED if status is None else status


def join(session: HostedSession) -> int:
    """Play a hosted game in lines, and return the exit status."""
    console, settings = _open_console()
    status = _play_to_end(_with_sandboxes(PlainGuest(session, console, settings)), console)
    return ENDED if status is None else status


def _with_sandboxes(game: PlainGame) -> PlainGame:
    """Return a game after adding the commands about sandboxes."""
    SandboxCommands(game)
    return game


def edit(battle: OpenBattle | None) -> int:
    """Work on a battle in lines, or on one that the user chooses, and return the exit status."""
    console, settings = _open_console()
    try:
        if battle is None and (battle := _choose_battle(console)) is None:
            return ENDED
        workshop = PlainWorkshop(battle, console, settings)
        try:
            workshop.run()
        except KeyboardInterrupt:
            workshop.farewell("Interrupted. ")
            return INTERRUPTED
        workshop.farewell()
    except BrokenPipeError:
        discard_output()
    return ENDED


def _choose_battle(console: Console) -> OpenBattle | None:
    """Ask which battle to open until there is one; return None at the end of input."""
    console.say(*names_told(), "Type the name of a battle, or the path to a file or a saved game.")
    while (name := console.ask("Battle: ")) is not None and name != "quit":
        try:
            return open_battle(name)
        except FileError as error:
            console.say(*str(error).splitlines())
    return None


def learn(found: ListedLesson) -> int:
    """Play a lesson and as many of the following lessons as the learner wants, and return the exit status."""
    console, settings = _open_console()
    following: ListedLesson | None = found
    while following is not None:
        lesson = load_lesson(following.folder)
        title = f"Lesson {following.number}: {lesson.title}" if following.number else lesson.title
        if lesson.steps:
            judge = LessonJudge(lesson, following.done(read_progress()) % following.steps)
            game: PlainGame = PlainLesson(judge, title, console, settings)
        else:
            game = PlainFight(lesson, console, settings)
        status = _play_to_end(game, console)
        if status is not None:
            return status
        following = lesson_after(following)
        if following is not None:
            console.say(f"The next lesson is {following.title}. Press Enter to begin it, or type quit.")
            if console.ask("Enter: ") != "":
                break
    return ENDED


def _open_console() -> tuple[Console, Settings]:
    settings, faults = load_settings()
    console = Console()
    for fault in faults:
        console.say(f"Remark: {fault}")
    return console, settings


def _play_to_end(game: PlainGame, console: Console) -> int | None:
    """Play a game to its end and return None; if the game stops before its end, return the exit status.

    In either case the game is saved, and a sentence says so.
    """
    try:
        return None if game.play() else ENDED
    except KeyboardInterrupt:
        console.say("")
        game.farewell("Interrupted. ")
        return INTERRUPTED
    except BrokenPipeError:
        discard_output()
        with contextlib.suppress(OSError, AttributeError):
            sys.stderr.write(f"westwall: the output was closed. {printable(game.way_back)}\n")
        return ENDED
    finally:
        game.session.leave()


class DemoGame(PlainGame):
    """A game between two computers. It stops after its first Game-Turn, unless it is a quick battle."""

    named = ""
    """The scenario as named on the command line."""

    @property
    def _is_whole(self) -> bool:
        """True if the whole game is shown."""
        return is_quick(self.game.scenario.key)

    @property
    def goes_on(self) -> bool:
        """True during the set-up and the first Game-Turn; in a quick battle, until the game is over."""
        return super().goes_on and (self._is_whole or self.game.state.turn <= self.game.scenario.first_turn)

    def begin(self) -> None:
        """Introduce the demonstration."""
        how_long = "" if self._is_whole else " for one Game-Turn"
        self.say(f"This is a demonstration: two computers play {self.game.scenario.name}{how_long}")
        super().begin()

    def end(self) -> None:
        """Say how the user can play."""
        name = printable(shlex.quote(self.named))
        if self.game.outcome is None:
            self.say("That was one Game-Turn")
        self.say(f"To play it yourself at a terminal, run: westwall play {name}")
        self.say(f"To play it in plain text like this, run: westwall play {name} --plain")


def show(demonstration: Demonstration, named: str) -> int:
    """Show a demonstration of the scenario `named` by the user, and return the exit status."""
    game = DemoGame(demonstration, Console(), load_settings()[0])
    game.named = named
    game.play()
    return 0
