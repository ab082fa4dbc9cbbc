"""The pictures beside the menus, each of what the chosen line is about: a battle, a position, or the look of the map.

This module needs the engine and the map, so the menus and the pages of a club load it in a thread.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from textual.geometry import Size as Extent

from westwall_tui.engine.game import Game
from westwall_tui.files.saves.file import open_save, read_save
from westwall_tui.history.story import Story
from westwall_tui.ui.boxes.help import legend_rows
from westwall_tui.ui.pages.chart import chart_signs
from westwall_tui.ui.pages.course import known_history, picture_rows
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import NOWHERE, Subject
from westwall_tui.ui.screens.title.battle import battle_notes, battle_rows
from westwall_tui.ui.screens.title.lastgame import LastGame, famous_morning, last_game, score_row
from westwall_tui.words.rows import Row, row, shortened

LEAST_MAP = 5
"""Minimum lines of a map. With fewer lines there is none."""


def picture_of(subject: Subject, extent: Extent, preferences: Preferences, noted: Extent = NOWHERE) -> Sequence[Row]:
    """Return the picture of a subject, in at most the columns and lines of `extent`. Raises `FileError`.

    There are notes in the columns and lines of `noted`, and the picture of a scenario leaves out what is among them.
    """
    if subject.kind == "scenario":
        return battle_rows(subject, extent, preferences, noted)
    return position(GAMES[subject.kind](subject.name), extent, preferences)


def notes_of(subject: Subject, extent: Extent, preferences: Preferences) -> Sequence[Row]:
    """Return what is below a list about the subject of its picture, in the columns and lines of `extent`.

    A scenario has its figures and what its sides want or, if a side is chosen, that side's briefing; a saved game has
    its course, and the look of the map its signs. Raises `FileError`.
    """
    if subject.kind == "scenario":
        return battle_notes(subject, extent, preferences)
    if subject.kind == "look":
        return legend_rows(preferences.signs, extent.width, preferences.drawing)[: extent.height]
    if subject.kind == "board":
        return ()
    return _course(_story(subject.name, Path(subject.name).stat().st_mtime_ns), extent, preferences)


def course_notes(game: Game, extent: Extent, preferences: Preferences) -> Sequence[Row]:
    """Return the course of a game, in the columns and lines of `extent`; nothing in its first Player-Turn."""
    return _course(Story(known_history(game)), extent, preferences)


def _course(story: Story, extent: Extent, preferences: Preferences) -> Sequence[Row]:
    if len(story.history.turns) < 2:
        return ()
    signs = chart_signs(preferences.drawing, fine=preferences.fine)
    return picture_rows(story, extent.width, extent.height, signs)[: extent.height]


@lru_cache(maxsize=8)
def _story(path: str, _: int) -> Story:
    return Story(known_history(read_save(Path(path)).game))


# -- a position


def position(shown: LastGame, extent: Extent, preferences: Preferences) -> Sequence[Row]:
    """Return the map around the decision, with its caption above and its status below."""
    status = [shortened(shown.status, extent.width)] if shown.status else []
    room = extent.height - 1 - len(status)
    if room < LEAST_MAP:
        return status
    return [
        shortened(row(shown.caption, "bold"), extent.width),
        *shown.map(Extent(extent.width, room), preferences),
        *status,
    ]


def _saved(path: str) -> LastGame:
    save = open_save(Path(path))
    shown = last_game(save.game, save.seats, save.host)
    shown.status = score_row(save.game)  # the list says what is to be decided
    return shown


def _puzzle(path: str) -> LastGame:
    from westwall_tui.learn.puzzles.catalog import load_puzzle

    puzzle = load_puzzle(Path(path))
    return LastGame(puzzle.game(), puzzle.battle)


def _lesson(folder: str) -> LastGame:
    from westwall_tui.learn.lessons.script import load_lesson

    lesson = load_lesson(Path(folder))
    return LastGame(Game(lesson.scenario, seed=1), lesson.title)


def _example(folder: str) -> LastGame:
    from westwall_tui.learn.examples import load_example

    example = load_example(Path(folder))
    return LastGame(Game(example.scenario, seed=1), example.title)


def _look(_: str) -> LastGame:
    return famous_morning()


def _board(battle: str) -> LastGame:
    from westwall_tui.files.workshop.opening import new_on_board

    return LastGame(Game(new_on_board(battle).draft.scenario, seed=1), "The board")


GAMES: Mapping[str, Callable[[str], LastGame]] = {
    "save": _saved, "puzzle": _puzzle, "lesson": _lesson, "example": _example, "look": _look,
    "board": _board,
}  # fmt: skip
"""For each kind of subject other than a battle, the function that opens its position."""
