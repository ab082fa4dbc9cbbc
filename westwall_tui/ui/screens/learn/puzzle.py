"""The screen of a puzzle, with the task and the last judgment under the phase bar; and the title's list of puzzles."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any

from textual import work

from westwall_tui.engine.words import capital
from westwall_tui.files.sessions.base import Session
from westwall_tui.files.sessions.dice import new_seed
from westwall_tui.learn.progress import read_progress
from westwall_tui.learn.puzzles.catalog import GRADES, ListedPuzzle, Puzzle, all_puzzles, load_puzzle, of_the_day
from westwall_tui.learn.puzzles.prover import TooLong
from westwall_tui.learn.puzzles.trial import PuzzleSession, Trial
from westwall_tui.ui.around.bars import WORDS, headed_bar
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.screens.learn.guided import WordedPanes
from westwall_tui.ui.screens.learn.puzzle_game import PuzzleInPlay, PuzzleKeys
from westwall_tui.ui.screens.menus import Menu, MenuItem, Subject, lines
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.keys import Keys
from westwall_tui.ui.screens.play.panes import Panes
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.terminal.internals import ENDED
from westwall_tui.words.puzzles import progress_in_words
from westwall_tui.words.rows import Row, Span, cut, text_rows


class PuzzlePanes(WordedPanes):
    """The panes of a puzzle."""

    def __init__(self, play: PuzzleInPlay, keys: Keys, screen: "PuzzleScreen") -> None:
        super().__init__(play, keys, screen.map)
        self._puzzle = play

    def words_rows(self, width: int) -> Sequence[Row]:
        """Return the text about the last decision in full, and above it as much of the task as fits."""
        play, inner = self._puzzle, width - 2
        said = text_rows(play.words, inner + 1, indent=" ")
        if play.went_wrong:
            said = text_rows(f"! {play.words}", inner + 1, "warning", indent=" ", hang="  ")
        task = cut(play.trial.puzzle.task, inner, max(WORDS - len(said), 0), "bold") if len(said) < WORDS else []
        return [*((Span(" "), *line) for line in task), *said][:WORDS]

    def bar_row(self, width: int) -> Row:
        """Return the bar: the puzzle and its level, then the phase."""
        puzzle = self._puzzle.trial.puzzle
        head = f"{puzzle.name}  level {puzzle.grade} of {GRADES}"
        return headed_bar(head, self.play.game, width, self.play.look.switches())


class PuzzleScreen(PlayScreen):
    """A puzzle."""

    head = 1 + WORDS

    def __init__(
        self,
        puzzle: Puzzle,
        preferences: Preferences,
        leave: Callable[[], None],
        following: Callable[[], object],
    ) -> None:
        """Take callbacks: `leave` goes back, `following` to the next puzzle. Each try has dice of its own."""
        self._following = following
        super().__init__(PuzzleSession(Trial(puzzle, new_seed())), preferences, leave)

    def new_play(self, session: Session) -> GameInPlay:
        assert isinstance(session, PuzzleSession)
        threads, leads = (self.ask, self.think, self._do_later), (self._following, self.leave)
        return PuzzleInPlay(session, self.preferences, self.keymap, threads, leads)

    def new_keys(self) -> Keys:
        return PuzzleKeys(self.puzzle, self.screen_actions())

    def new_panes(self) -> Panes:
        return PuzzlePanes(self.puzzle, self.keys, self)

    @property
    def puzzle(self) -> PuzzleInPlay:
        """The puzzle in play."""
        assert isinstance(self.play, PuzzleInPlay)
        return self.play

    @work(thread=True, group="prover")
    def ask(self, question: Callable[[], Any], then: Callable[[Any], object]) -> None:
        """Ask the prover in a thread, and pass its answer on, unless the player has left the screen."""
        try:
            found = question()
        except TooLong:
            return
        with suppress(*ENDED):
            self.app.call_from_thread(self._pass_on, then, found)

    def _pass_on(self, then: Callable[[Any], object], found: Any) -> None:
        if self.is_attached:
            then(found)
            self.draw()

    def on_unmount(self) -> None:
        """Stop the prover, because its answers are no longer needed."""
        self.puzzle.trial.stop()


class PuzzleCourse:
    """The series of puzzles, which leads from each puzzle to the next."""

    def __init__(self, app: GameApp, leave: Callable[[ListedPuzzle], None]) -> None:
        """Take a callback that goes from a puzzle back to where the first one was opened."""
        self._app, self._leave = app, leave

    def screen(self, puzzle: ListedPuzzle) -> PuzzleScreen:
        """Return the screen of a puzzle. Raises `FileError`."""
        leave, follow = partial(self._leave, puzzle), partial(self._follow_puzzle, puzzle)
        return PuzzleScreen(load_puzzle(puzzle.path), self._app.preferences, leave, follow)

    def _follow_puzzle(self, puzzle: ListedPuzzle) -> None:
        """Go on to the next unsolved puzzle, or back if all are solved."""
        found, tries = all_puzzles(), read_progress().puzzles
        at = next((i for i, each in enumerate(found) if each.key == puzzle.key), 0)
        others = (*found[at + 1 :], *found[:at])
        following = next((each for each in others if tries.get(each.key, 0) <= 0), None)
        if following is None:
            self._leave(puzzle)
        else:
            self._app.show_instead(self.screen(following))


def today() -> int:
    """Return today's date as an ordinal number, by the player's clock."""
    return datetime.now().astimezone().toordinal()


def puzzles_menu(solve: Callable[[ListedPuzzle, Callable[[ListedPuzzle], None]], None]) -> Menu:
    """Return the menu with the puzzle of the day and then all puzzles, easy ones first.

    `solve` opens one; it must call its second argument with the puzzle that the player has left.
    """
    found = all_puzzles()
    daily = of_the_day(found, today())
    solved = read_progress().puzzles
    name = max(len(each.name) for each in found)
    first = next((i for i, each in enumerate(found, 1) if solved.get(each.key, 0) <= 0), 0)

    def items() -> list[MenuItem]:
        tries = read_progress().puzzles
        done = sum(tries.get(each.key, 0) > 0 for each in found)
        shown = [("Today", daily), *((f"level {each.grade}", each) for each in found)]
        return [
            MenuItem(
                f"{mark:<8} {each.name:<{name}}  {progress_in_words(tries.get(each.key, 0))}".rstrip(),
                partial(solve, each, left),
                info=lines(
                    f"{each.task} {capital(each.theme)}, level {each.grade} of {GRADES}. You have solved {done} of "
                    f"{len(found)} puzzles."
                ),
                subject=Subject("puzzle", str(each.path)),
            )
            for mark, each in shown
        ]

    def left(puzzle: ListedPuzzle) -> None:
        """Put the bar on the puzzle that was left, or on the puzzle of the day if that was begun there."""
        if not (menu.at == 0 and puzzle.key == daily.key):
            menu.at = next((i for i, each in enumerate(found, 1) if each.key == puzzle.key), menu.at)

    menu = Menu("Puzzles: every best answer is proven", items, at=first)
    return menu
