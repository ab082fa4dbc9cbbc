"""The pictures beside the menus, each of what the chosen line is about: a battle, a position, or the look of the map.

This module needs the engine and the map, so the menus and the pages of a club load it in a thread.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from textual.geometry import Size as Extent

from westwall_tui.engine.game import Game
from westwall_tui.engine.words import people
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.files.saves.file import open_save
from westwall_tui.files.scenarios.catalog import ListedScenario, all_scenarios, load_scenario
from westwall_tui.files.scenarios.overview import HIGHEST_LEVEL
from westwall_tui.ui.map.fitted import fitted_board
from westwall_tui.ui.map.signs import kind_word
from westwall_tui.ui.pages.your_games import games_of
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import Subject
from westwall_tui.ui.screens.title.lastgame import LastGame, famous_morning, last_game, score_row
from westwall_tui.words.rows import HARD, Row, Span, row, shortened, text_rows, width_of

BAR = 20
"""Maximum columns of the bar of games won between equals."""
LEAST_MAP = 5
"""Minimum lines of a map. With fewer lines there is none."""


def picture_of(subject: Subject, extent: Extent, preferences: Preferences) -> Sequence[Row]:
    """Return the picture of a subject, in at most the columns and lines of `extent`. Raises `FileError`."""
    if subject.kind == "scenario":
        return _battle(subject.name, extent, preferences)
    return position(GAMES[subject.kind](subject.name), extent, preferences)


# -- a battle that one may choose


@lru_cache(maxsize=8)
def _new_game(key: str) -> Game:
    return Game(load_scenario(key), seed=1)


def _battle(key: str, extent: Extent, preferences: Preferences) -> Sequence[Row]:
    """Return the whole board of a scenario at its start; above it the dates, below it the forces and figures."""
    game = _new_game(key)
    listed = next((each for each in all_scenarios() if each.shipped.key == key), None)
    figures = _figures(game, listed, extent.width, preferences)
    dates = _dates(game, extent.width)
    about = [shortened(line, extent.width) for line in (*_forces(game, extent.width), *figures)]
    room = extent.height - len(about) - len(dates) - 1
    if room < LEAST_MAP:
        return [*dates, *about][: extent.height]
    board = fitted_board(game, Extent(extent.width, room), preferences.signs, preferences.drawing)
    return [*dates, *board, row(), *about]


def _dates(game: Game, width: int) -> Sequence[Row]:
    """Return the number of Game-Turns with the first and the last date, each of which stays in one line."""
    scenario = game.scenario
    first, last = (scenario.date(turn) for turn in (scenario.first_turn, scenario.last_turn))
    turns = f"{scenario.last_turn - scenario.first_turn + 1} Game-Turns"
    if not first:
        return [row(turns, "bold")]
    return text_rows(f"{turns}, {first.replace(' ', HARD)} to {last.replace(' ', HARD)}", width, "bold")


def _forces(game: Game, width: int) -> Iterator[Row]:
    """Yield each side's units by kind, the most numerous first."""
    scenario = game.scenario
    for side, info in enumerate(scenario.sides):
        units = scenario.of_side[side]
        army = scenario.colors(side)
        kinds = Counter(kind_word(scenario.units[unit].kind, army) for unit in units)
        chip, number = Span(f" {info.adjective} ", f"chip_{army}"), Span(f" {len(units)} units  ", "bold")
        indent = width_of((chip, number))
        named = [f"{count}{HARD}{kind}" if count > 1 else kind for kind, count in kinds.most_common()]
        first, *rest = text_rows(" ".join(named), width - indent)
        yield (chip, number, *first)
        yield from ((Span(" " * indent), *line) for line in rest)


def _figures(game: Game, listed: ListedScenario | None, width: int, preferences: Preferences) -> Iterator[Row]:
    """Yield the time, the difficulty, the games between equals, and the player's own games."""
    overview = listed.overview if listed is not None else None
    if overview is not None:
        hours = overview.minutes // 60
        time = f"{hours} hours" if hours else f"{overview.minutes} minutes"
        yield row(f"About {time}, difficulty {overview.level} of {HIGHEST_LEVEL}")
        if overview.even is not None:
            side, points = overview.even
            yield row(f"Even with +{points} for {people(side)}" if points else "Even as it is")
        elif overview.balance is not None:
            side, won, played = overview.balance
            sides = game.scenario.sides
            mine = round(100 * (won if side == sides[0].name else played - won) / max(1, played))
            first, second = f"Between equals: {sides[0].adjective} {mine}%", f"{100 - mine}% {sides[1].adjective}"
            room = max(0, min(BAR, width - len(first) - len(second) - 2))
            full = round(room * mine / 100)
            signs = "\u2588\u2591" if preferences.fine else "#-"
            yield row(f"{first} {signs[0] * full + signs[1] * (room - full)} {second}")
    if preferences.at_home:
        yield from _own_games(game.scenario.title)


def _own_games(title: str) -> Iterator[Row]:
    """Yield a line on the player's games of a scenario; nothing if there are none."""
    own = games_of(save for save in list_saves() if save.title == title and not save.trouble)
    over = [game for game in own if game.winner is not None]
    if own:
        won = sum(game.winner == game.yours for game in over if game.yours >= 0)
        text = f"Your games: {len(own)}, {len(over)} finished" + (f", {won} won" if won else "")
        yield row(text, "good")


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


GAMES: Mapping[str, Callable[[str], LastGame]] = {
    "save": _saved, "puzzle": _puzzle, "lesson": _lesson, "example": _example, "look": _look,
}  # fmt: skip
"""For each kind of subject other than a battle, the function that opens its position."""
