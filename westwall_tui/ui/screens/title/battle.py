"""The picture of a battle that one may choose, and the notes on it: board, forces, aims, dates and figures.

This module needs the engine and the map, so menus load it in a thread, as `preview.py`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
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
NONE: Row = ()
NO_PART: Part = []
HIGH, MOST_FORCES = 24, 12
"""Minimum lines of a picture with counters, and lines of counters below a map for which the map may be smaller."""


@lru_cache(maxsize=8)
def _new_game(key: str, _: int) -> Game:
    return Game(load_scenario(key), seed=1)


def battle_rows(subject: Subject, extent: Extent, preferences: Preferences, noted: int) -> Sequence[Row]:
    """Return the whole board of a scenario at its start, with its dates, forces, aims and figures.

    They are arranged so that the fewest cells are empty. The picture leaves out what `noted` lines of notes show; if
    they show the side that was chosen, its texts are those of the other side.
    """
    game = _new_game(subject.name, subject.changed)
    dates = _dates(game, extent.width)
    high = extent.height - len(dates)
    own = subject.side if subject.side >= 0 else int(preferences.settings.second)
    told = (own,) if subject.side >= 0 else (0, 1)  # whose aims are among the notes
    aims_of = [[] if noted >= LEAST_AIMS and side in told else aims(game, side, you=False) for side in (0, 1)]
    other = advice(game, 1 - own if noted else own)

    def figures(width: int) -> list[Row]:
        return [] if noted else [*_figures(game, width, preferences)]

    def board_in(height: int) -> Sequence[Row]:
        return fitted_board(game, Extent(extent.width, height), preferences.signs, preferences.drawing)

    def texts(parts: list[Part], more: Part, width: int, room: int) -> list[Row]:
        """Return the parts that fit, after a blank row, and then some of what else there is to say."""
        rows = fitting(parts, width, room - 1)
        rows = [row(), *rows] if rows else []
        return [*rows, *some_of(more, width, room - len(rows))]

    def board_above(below: Sequence[Row], parts: list[Part]) -> Sequence[Row]:
        """Return the board, as large as fits above these rows, and below them the texts that still fit."""
        room = high - len(below)
        board = board_in(room) if room >= LEAST_MAP else ()
        rows = [*board, *([row()] * (0 < len(board) < room)), *below]
        return [*rows, *texts(parts, other, extent.width, high - len(rows))]

    words = [*_forces_in_words(game, extent.width), *figures(extent.width)]
    found = [board_above([shortened(line, extent.width) for line in words], in_turn(aims_of))]
    if high >= HIGH:
        board = board_in(high)
        across, free = max(map(width_of, board), default=extent.width) + 1, high - len(board)
        strip = extent.width - across
        forces = _forces_in_strip(game, strip, high - len(figures(strip))) if strip >= LEAST_STRIP else []
        if forces:
            beside = [*forces, *figures(strip)]
            here, there = ([], other) if strip >= LEAST_TEXT else (other, [])
            beside += texts([], there, strip, high - len(beside))
            found.append(side_by_side([*board, *texts(in_turn(aims_of), here, across - 2, free)], beside, across))
        below, room = figures(extent.width), max(MOST_FORCES, free - 1)
        for beside_forces in (True, False):
            parts = aims_of if beside_forces else [[], []]
            forces = _forces_in_columns(game, extent.width, room - len(below), parts)
            found.append(board_above([*forces, *below], [] if beside_forces else in_turn(aims_of)))
    return [*dates, *max(found, key=_filled)][: extent.height]


def battle_notes(subject: Subject, extent: Extent, preferences: Preferences) -> Sequence[Row]:
    """Return the figures of a scenario and texts about its sides or, if a side is chosen, that side's briefing."""
    game = _new_game(subject.name, subject.changed)
    if subject.side >= 0:
        rows = fitting(aims(game, subject.side), extent.width, extent.height)
        return [*rows, *some_of(advice(game, subject.side), extent.width, extent.height - len(rows))]
    rows = [*_figures(game, extent.width, preferences)]
    if extent.height >= LEAST_AIMS:
        parts = in_turn([aims(game, side, you=False) for side in (0, 1)])
        rows += [row(), *fitting(parts, extent.width, extent.height - len(rows) - 1)]
    own = advice(game, int(preferences.settings.second))
    return [*rows, *some_of(own, extent.width, extent.height - len(rows))]


def in_turn(parts: Sequence[Sequence[Part]]) -> list[Part]:
    """Return the first part of both sides, then the second, and so on."""
    return [part for pair in zip_longest(*parts, fillvalue=NO_PART) for part in pair if part]


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


def _forces_in_columns(game: Game, width: int, room: int, parts: Sequence[list[Part]]) -> Sequence[Row]:
    """Return both sides' units as counters beside each other, each side with as many of its `parts` as fit."""
    half = (width - 2) // 2
    counters = counters_of(game, game.scenario.of_side, half, room - 1, max)
    if not all(counters):
        return [*_forces_in_words(game, width)]
    columns: list[list[Row]] = []
    for head, own, more in zip(_heads(game, half), counters, parts, strict=True):
        rows = [head, *own, row()]
        columns.append([*rows, *fitting([*more], half, room - len(rows))])
    return side_by_side(columns[0], columns[1], width - half)


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
