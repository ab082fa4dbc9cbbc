"""The picture of a battle that one may choose, and the notes on it: board, forces, aims, dates and figures.

This module needs the engine and the map, so menus load it in a thread, as `preview.py`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import zip_longest

from textual.geometry import Size as Extent

from westwall_tui.engine.game import Game
from westwall_tui.engine.words import people
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.files.scenarios.catalog import load_scenario, overview_of_scenario
from westwall_tui.files.scenarios.overview import HIGHEST_LEVEL
from westwall_tui.ui.around.counter import counters_of
from westwall_tui.ui.map.fitted import fitted_board
from westwall_tui.ui.map.signs import kind_word
from westwall_tui.ui.pages.briefing import Part, advice, aims, fitting, some_of
from westwall_tui.ui.pages.your_games import games_of
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import Subject
from westwall_tui.words.rows import HARD, Row, Span, row, shortened, text_rows, width_of

BAR = 20
"""Maximum columns of the bar of games won between equals."""
LEAST_MAP, LEAST_STRIP, LEAST_TEXT, LEAST_AIMS = 5, 15, 24, 14
"""Minimum lines of a map, minimum columns of forces and of text beside it, and minimum lines of notes with aims."""
LEAST_COLUMN = 30
"""Minimum columns of the texts about one side beside those about the other."""
NONE: Row = ()
NO_PART: Part = []
HIGH, MOST_FORCES, SMALL_FORCES = 24, 12, 6
"""Minimum lines of a picture with counters; lines of counters below a map for which the map may be smaller; and the
lines that are enough for counters without names, which leave room for texts."""


@lru_cache(maxsize=8)
def _new_game(key: str, _: int) -> Game:
    return Game(load_scenario(key), seed=1)


class Texts:
    """The texts about both sides of a battle. A text that is shown is taken out, so that it is shown only once."""

    def __init__(self, game: Game, subject: Subject, preferences: Preferences) -> None:
        self._chosen = subject.side
        own = subject.side if subject.side >= 0 else int(preferences.settings.second)
        self.aims: Sequence[list[Part]] = [aims(game, side, you=side == subject.side) for side in (0, 1)]
        """For each side, what it should do, the most important part first."""
        self.advice: Sequence[Part] = [advice(game, side) for side in (0, 1)]
        """For each side, its situation and tips."""
        self._order = own, 1 - own

    def copy(self) -> "Texts":
        """Return the same texts, so that one can try what fits."""
        found = copy(self)
        found.aims, found.advice = [[*own] for own in self.aims], [[*own] for own in self.advice]
        return found

    def notes(self, figures: Sequence[Row], extent: Extent) -> list[Row]:
        """Take out what is below the list: the briefing of the chosen side; without one the figures and both aims."""
        if self._chosen >= 0:
            rows = fitting(self.aims[self._chosen], *extent)
            return [*rows, *some_of(self.advice[self._chosen], extent.width, extent.height - len(rows))]
        rows = [*figures]
        half = (extent.width - 2) // 2
        if half >= LEAST_COLUMN:
            first, second = (self.of_side(side, half, extent.height - len(rows) - 1) for side in (0, 1))
            return [*rows, row(), *side_by_side(first, second, extent.width - half)]
        if extent.height >= LEAST_AIMS:
            rows += self._aims(extent.width, extent.height - len(rows))
        return [*rows, *some_of(self.advice[self._order[0]], extent.width, extent.height - len(rows))]

    def rest(self, width: int, room: int, *, advice_only: bool = False) -> list[Row]:
        """Take out the aims that fit, after a blank row, and then some advice."""
        rows = [] if advice_only else self._aims(width, room)
        for side in self._order:
            rows += some_of(self.advice[side], width, room - len(rows))
        return rows

    def of_side(self, side: int, width: int, room: int) -> list[Row]:
        """Take out the aims of a side that fit, and then some advice."""
        rows = fitting(self.aims[side], width, room)
        return [*rows, *some_of(self.advice[side], width, room - len(rows))[not rows :]]

    def _aims(self, width: int, room: int) -> list[Row]:
        """Take out the aims of both sides that fit, in turn, after a blank row."""
        parts = [part for pair in zip_longest(*self.aims, fillvalue=NO_PART) for part in pair if part]
        rows = fitting(parts, width, room - 1)
        for own in self.aims:
            own[:] = [part for part in own if part in parts]
        return [row(), *rows] if rows else []


def battle_rows(subject: Subject, extent: Extent, preferences: Preferences, noted: Extent) -> Sequence[Row]:
    """Return the whole board of a scenario at its start, with its dates, forces, aims and figures.

    They are arranged so that the fewest cells are empty. The picture leaves out what is among the notes, in the columns
    and lines of `noted`.
    """
    game = _new_game(subject.name, subject.changed)
    dates = _dates(game, extent.width)
    high = extent.height - len(dates)
    untold = Texts(game, subject, preferences)
    if noted.height:
        untold.notes([*_figures(game, noted.width, preferences)], noted)

    def figures(width: int) -> list[Row]:
        return [] if noted.height else [*_figures(game, width, preferences)]

    def board_in(height: int) -> Sequence[Row]:
        return fitted_board(game, Extent(extent.width, height), preferences.signs, preferences.drawing)

    def board_above(below: Sequence[Row], texts: Texts) -> Sequence[Row]:
        """Return the board, as large as fits above these rows, and below them the texts that still fit."""
        room = high - len(below)
        board = board_in(room) if room >= LEAST_MAP else ()
        rows = [*board, *([row()] * (0 < len(board) < room)), *below]
        return [*rows, *texts.rest(extent.width, high - len(rows))]

    words = [*_forces_in_words(game, extent.width), *figures(extent.width)]
    found = [board_above([shortened(line, extent.width) for line in words], untold.copy())]
    if high >= HIGH:
        board = board_in(high)
        across, free = max(map(width_of, board), default=extent.width) + 1, high - len(board)
        strip = extent.width - across
        half, own_figures = (extent.width - 2) // 2, figures(strip)
        for room in (high, len(board)) if strip >= LEAST_STRIP else ():
            if not (forces := _forces_in_strip(game, strip, room - len(own_figures))):
                continue
            texts, beside = untold.copy(), [*forces, *own_figures]
            if len(beside) <= len(board):
                first, second = (texts.of_side(side, half, free - 1) for side in (0, 1))
                above = [*side_by_side(board, beside, across), row()]
                found.append([*above, *side_by_side(first, second, extent.width - half)])
                texts = untold.copy()
            if strip >= LEAST_TEXT:
                beside += texts.rest(strip, high - len(beside), advice_only=True)
            found.append(side_by_side([*board, *texts.rest(across - 2, free)], beside, across))
        below = figures(extent.width)
        for room in (max(MOST_FORCES, free - 1) - len(below), SMALL_FORCES):
            for with_texts in (True, False):
                texts = untold.copy()
                columns = _forces_in_columns(game, half, room)
                if with_texts:
                    columns = [
                        [*rows, *texts.of_side(side, half, free - 1 - len(below) - len(rows))]
                        for side, rows in enumerate(columns)
                    ]
                forces = side_by_side(columns[0], columns[1], extent.width - half) if any(columns) else words
                found.append(board_above([*forces, *below], texts))
    return [*dates, *max(found, key=_filled)][: extent.height]


def battle_notes(subject: Subject, extent: Extent, preferences: Preferences) -> Sequence[Row]:
    """Return the figures of a scenario and texts about its sides or, if a side is chosen, that side's briefing."""
    game = _new_game(subject.name, subject.changed)
    return Texts(game, subject, preferences).notes([*_figures(game, extent.width, preferences)], extent)


def _filled(rows: Sequence[Row]) -> int:
    """Return the number of cells that aren't empty."""
    return sum(len(text) if style else len(text) - text.count(" ") for line in rows for text, style in line)


def side_by_side(left: Sequence[Row], right: Sequence[Row], across: int) -> Sequence[Row]:
    """Return rows beside each other, the `right` ones from the column `across` on."""
    joined = zip_longest(left, right, fillvalue=NONE)
    return [(*line, Span(" " * (across - width_of(line))), *other) for line, other in joined]


def _dates(game: Game, width: int) -> Sequence[Row]:
    """Return the number of Game-Turns with the first and the last date, each of which stays in one line."""
    scenario = game.scenario
    first, last = (scenario.date(turn) for turn in (scenario.first_turn, scenario.last_turn))
    turns = f"{scenario.last_turn - scenario.first_turn + 1} Game-Turns"
    if not first:
        return [row(turns, "bold")]
    return text_rows(f"{turns}, {first.replace(' ', HARD)} to {last.replace(' ', HARD)}", width, "bold")


def _heads(game: Game, width: int) -> Sequence[Row]:
    """Return each side's name and its number of units, without the word for units if it doesn't fit."""
    scenario = game.scenario
    heads: list[Row] = []
    for side, (info, units) in enumerate(zip(scenario.sides, scenario.of_side, strict=True)):
        chip, count = Span(f" {info.adjective} ", f"chip_{scenario.colors(side)}"), f" {len(units)} units"
        fits = len(chip.text) + len(count) <= width
        heads.append((chip, Span(f"{count}  " if fits else count.removesuffix(" units"), "bold")))
    return heads


def _forces_in_words(game: Game, width: int) -> Iterator[Row]:
    """Yield each side's units by kind, the most numerous first."""
    scenario = game.scenario
    for side, head in enumerate(_heads(game, width)):
        army = scenario.colors(side)
        kinds = Counter(kind_word(scenario.units[unit].kind, army) for unit in scenario.of_side[side])
        named = [f"{count}{HARD}{kind}" if count > 1 else kind for kind, count in kinds.most_common()]
        indent = width_of(head) if width_of(head) < width // 2 else 0
        first, *rest = text_rows(" ".join(named), width - indent)
        yield from ((*head, *first),) if indent else (head, first)
        yield from ((Span(" " * indent), *line) for line in rest)


def _forces_in_strip(game: Game, width: int, room: int) -> Sequence[Row]:
    """Return both sides' units as counters, below each other; nothing if they don't fit."""
    first, second = _heads(game, width)
    counters = counters_of(game, game.scenario.of_side, width, room - 4)
    if width < LEAST_STRIP or not all(counters):
        return []
    return [first, *counters[0], row(), second, *counters[1], row()]


def _forces_in_columns(game: Game, width: int, room: int) -> list[list[Row]]:
    """Return each side's units as counters of a height, above a blank row; nothing if they don't fit."""
    counters = counters_of(game, game.scenario.of_side, width, room - 1, max)
    if not all(counters):
        return [[], []]
    return [[head, *own, row()] for head, own in zip(_heads(game, width), counters, strict=True)]


def _figures(game: Game, width: int, preferences: Preferences) -> Iterator[Row]:
    """Yield the time, the difficulty, the games between equals, and the player's own games."""
    overview = overview_of_scenario(game.scenario)
    if overview is not None:
        hours = overview.minutes // 60
        time = f"{hours} hours" if hours else f"{overview.minutes} minutes"
        yield from text_rows(f"{time}, difficulty {overview.level} of {HIGHEST_LEVEL}", width)
        if overview.even is not None:
            side, points = overview.even
            yield from text_rows(f"Even with +{points} for {people(side)}" if points else "Even as it is", width)
        elif overview.balance is not None:
            side, won, played = overview.balance
            sides = game.scenario.sides
            mine = round(100 * (won if side == sides[0].name else played - won) / max(1, played))
            first, second = f"Between equals: {sides[0].adjective} {mine}%", f"{100 - mine}% {sides[1].adjective}"
            room = min(BAR, width - len(first) - len(second) - 2)
            full = round(max(0, room) * mine / 100)
            signs = "\u2588\u2591" if preferences.fine else "#-"
            text = f"{first} {signs[0] * full + signs[1] * (room - full)} {second}"
            short = f"Equal players: {sides[0].adjective} {mine} : {100 - mine} {sides[1].adjective}"
            yield from text_rows(text if room >= 0 else short, width)
    if preferences.at_home:
        yield from _own_games(game.scenario.title, width)


def _own_games(title: str, width: int) -> Iterator[Row]:
    """Yield a line on the player's games of a scenario; nothing if there are none."""
    own = games_of(save for save in list_saves() if save.title == title and not save.trouble)
    over = [game for game in own if game.winner is not None]
    if own:
        won = sum(game.winner == game.yours for game in over if game.yours >= 0)
        text = f"Your games: {len(own)}, {len(over)} finished" + (f", {won} won" if won else "")
        yield from text_rows(text, width, "good")
