"""Where puzzles begin: their list on the title, the puzzle of the day, and from one puzzle to the next."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from textual.app import App

from westwall_tui.learn.progress import read_progress
from westwall_tui.learn.puzzles import GRADES, ListedPuzzle, listed, load_puzzle, of_the_day
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import Menu, MenuItem, lines
from westwall_tui.ui.screens.puzzle import PuzzleScreen
from westwall_tui.ui.words.puzzles import STARS, stand_in_words


class Puzzling:
    """Goes from puzzle to puzzle."""

    def __init__(self, app: App[int], preferences: Preferences, leave: Callable[[ListedPuzzle], None]) -> None:
        """`leave` goes from a puzzle back to where the first one was asked for."""
        self._app, self._preferences, self._leave = app, preferences, leave

    def screen(self, puzzle: ListedPuzzle) -> PuzzleScreen:
        """The screen of a puzzle. Raises `FileError`."""
        leave, follow = partial(self._leave, puzzle), partial(self._follow, puzzle)
        return PuzzleScreen(load_puzzle(puzzle.path), self._preferences, leave, follow)

    def _follow(self, puzzle: ListedPuzzle) -> None:
        """Go on to the next puzzle that is not solved; back if all are."""
        found, tries = listed(), read_progress().puzzles
        at = next((i for i, each in enumerate(found) if each.key == puzzle.key), 0)
        others = (*found[at + 1 :], *found[:at])
        following = next((each for each in others if tries.get(each.key, 0) <= 0), None)
        if following is None:
            self._leave(puzzle)
            return
        if len(self._app.screen_stack) > 1:
            self._app.pop_screen()
        self._app.push_screen(self.screen(following))


def today() -> int:
    """The number of the day where the player is."""
    return datetime.now().astimezone().toordinal()


def puzzles_menu(solve: Callable[[ListedPuzzle, Callable[[ListedPuzzle], None]], None]) -> Menu:
    """The puzzle of the day, then all of them, easy ones first.

    `solve` opens one; what it is given besides is to be told which puzzle the player has left.
    """
    found = listed()
    daily = of_the_day(found, today())
    solved = read_progress().puzzles
    first = next((i for i, each in enumerate(found, 1) if solved.get(each.key, 0) <= 0), 0)

    def items() -> list[MenuItem]:
        tries = read_progress().puzzles
        done = sum(tries.get(each.key, 0) > 0 for each in found)
        shown = [("Today", daily), *((STARS[: each.grade], each) for each in found)]
        return [
            MenuItem(
                f"{mark:<5} {each.name:<36} {each.battle:<15} {stand_in_words(tries.get(each.key, 0))}",
                partial(solve, each, left),
                info=lines(f"{each.task} {_kind(each)} {done} of {len(found)} solved."),
            )
            for mark, each in shown
        ]

    def left(puzzle: ListedPuzzle) -> None:
        """The cursor stands on the puzzle that was left; on that of the day, if it was begun there."""
        if not (menu.at == 0 and puzzle.key == daily.key):
            menu.at = next((i for i, each in enumerate(found, 1) if each.key == puzzle.key), menu.at)

    menu = Menu("Puzzles: the best chance of each is proven", items, at=first)
    return menu


def _kind(puzzle: ListedPuzzle) -> str:
    """`Artillery, grade 1 of 4.`"""
    return f"{puzzle.theme[:1].upper()}{puzzle.theme[1:]}, grade {puzzle.grade} of {GRADES}."
