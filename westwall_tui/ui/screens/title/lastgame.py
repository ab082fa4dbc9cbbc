"""The game shown beside the title's menu: the one that Continue resumes, or a famous morning if there is none.

This module needs the engine and the map, so the title loads it in a thread after its first paint.
"""

from collections.abc import Sequence

from textual.geometry import Size as Extent

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.words import capital, people
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.last_table import Joined, read_joined
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import SIZES
from westwall_tui.files.saves.catalog import SaveInfo, list_saves
from westwall_tui.files.saves.file import open_save
from westwall_tui.files.scenarios.catalog import FAMOUS, load_scenario
from westwall_tui.ui.around.bars import points_as_counted
from westwall_tui.ui.map.geometry import SIZE_CALLED
from westwall_tui.ui.map.pane.still import GameMap
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import YOUR_MOVE
from westwall_tui.words.rows import HARD, Row, Span, row

LEAST_ROWS = 4
"""Minimum rows of hexes that are drawn larger than in the settings."""


def last_played() -> Joined | SaveInfo | None:
    """Return the game that was played last: a saved one, or one at another user's host. Raises `FileError`."""
    joined = read_joined()
    newest = next((save for save in list_saves() if not save.trouble), None)
    return joined if joined is not None and (newest is None or newest.when <= joined.when) else newest


class LastGame:
    """A game as the title shows it: its map, the lines under Continue, and the score."""

    def __init__(self, game: Game, caption: str, about: Sequence[str] = (), status: Row = ()) -> None:
        """Take the lines under Continue (`about`) and the `status` of the game."""
        self.game, self.caption, self.about, self.status = game, caption, about, status
        self._still: GameMap | None = None
        self._made_for: tuple[str, ...] = ()
        """The settings with which the map was drawn."""

    def map(self, extent: Extent, preferences: Preferences) -> Sequence[Row]:
        """Return the map around the pending decision in this size, drawn as the settings say.

        If the board is narrower than this, its hexes are drawn larger, as far as a few rows of them fit.
        """
        settings = preferences.settings
        wanted = settings.size, settings.glyphs, preferences.palette, str(extent)
        if self._still is None or self._made_for != wanted:
            for size in SIZES[SIZES.index(settings.size) :]:
                if size != settings.size and extent.height < LEAST_ROWS * SIZE_CALLED[size].down:
                    break
                self._still = GameMap(self.game, SIZE_CALLED[size], preferences.signs, preferences.drawing)
                if self._still.picture.width >= extent.width:
                    break
            self._made_for = wanted
        assert self._still is not None
        return self._still.rows(extent)


def find_last_game() -> LastGame:
    """Return the last game, or the famous morning. Raises `FileError` if neither can be read."""
    found = last_played()
    if isinstance(found, SaveInfo):
        try:
            save = open_save(found.path)
        except FileError:  # Continue says what is wrong with it
            return famous_morning()
        return last_game(save.game, save.seats, found.host, found.mail)
    morning = famous_morning()
    if found is not None:
        morning.about = (found.title, f"you play {people(found.side)}", "at another terminal")
    return morning


def last_game(game: Game, seats: Sequence[Seat], host: str = "", mail: str = "") -> LastGame:
    """Return a saved game for the title. In a game by mail, `mail` says whose move it is."""
    scenario, turn = game.scenario, game.state.turn
    name = f"{scenario.battle}: {scenario.name}" if scenario.battle else scenario.name
    name += " by mail" if mail else ""
    date = scenario.date(turn).replace(".m.", "m")
    when = f"turn {turn} of {scenario.last_turn}" + (f", {date.replace(' ', HARD)}" if date else "")
    caption = f"{scenario.battle or scenario.name}, {date or f'turn {turn}'}"
    hosted = (f"hosted by {host}",) if host else ()
    return LastGame(game, caption, (name, when, mail or whose_move(game, seats), *hosted), status_row(game))


def whose_move(game: Game, seats: Sequence[Seat]) -> str:
    """Return the deciding player, in a few words."""
    side = game.side
    if side < 0:
        return "the game is over"
    info = game.scenario.sides[side]
    if all(seat.is_person for seat in seats):
        return f"{capital(info.people)} to move"
    return f"{YOUR_MOVE} ({info.adjective})" if seats[side].is_person else f"{info.adjective}: {seats[side]}"


def status_row(game: Game) -> Row:
    """Return the score, and how the game ended or what is to be decided."""
    return (*score_row(game), *row(game.outcome.sentence if game.outcome is not None else game.prompt.text))


def score_row(game: Game) -> Row:
    """Return both sides' points, the winner's first; nothing if the game has none."""
    spans: list[Span] = []
    if not queries.account(game):
        return ()
    points = points_as_counted(game)
    for side in (1, 0) if game.outcome is not None and game.outcome.winner == 1 else (0, 1):
        name, color = game.scenario.sides[side].adjective, game.scenario.colors(side)
        spans += [
            Span(name, f"chip_{color}"),
            Span(f" {points[side]}", "bold"),
            Span("  " if len(spans) > 2 else " : "),
        ]
    return tuple(spans)


def famous_morning() -> LastGame:
    """Return a scenario's first morning. Raises `FileError` if its files cannot be read."""
    scenario = load_scenario(FAMOUS)
    return LastGame(Game(scenario, seed=1), f"{scenario.battle}, {scenario.date(scenario.first_turn)} 1944")
