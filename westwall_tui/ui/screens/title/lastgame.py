"""The game at the title's side: the one that Continue goes on with, or a famous morning while there is none.

It needs the engine and the map, so the title asks for it in a thread, after its first paint.
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
from westwall_tui.ui.map.geometry import SIZE_CALLED
from westwall_tui.ui.map.hexes.counters import Counters, gates
from westwall_tui.ui.map.pane.still import StillMap, middle_of
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import YOUR_MOVE
from westwall_tui.words.rows import Row, Span, row


def last_played() -> Joined | SaveInfo | None:
    """The game that was played last: a saved one, or one at another user's host. Raises `FileError`."""
    joined = read_joined()
    newest = next((save for save in list_saves() if not save.trouble), None)
    return joined if joined is not None and (newest is None or newest.when <= joined.when) else newest


class LastGame:
    """What the title shows of a game."""

    def __init__(self, game: Game, caption: str, about: Sequence[str] = (), stand: Row = ()) -> None:
        """`about`: the lines under Continue; `stand`: how the game stands."""
        self.game, self.caption, self.about, self.stand = game, caption, about, stand
        self._still: Still | None = None
        self._made_for: tuple[str, ...] = ()
        """The settings that the map was drawn with."""

    def map(self, extent: Extent, preferences: Preferences) -> Sequence[Row]:
        """The map round what is to be decided, as large as that, as the settings want it.

        Where the board is narrower than that its hexes are larger.
        """
        settings = preferences.settings
        wanted = settings.size, settings.glyphs, preferences.palette, str(extent.width)
        if self._still is None or self._made_for != wanted:
            for size in SIZES[SIZES.index(settings.size) :]:
                self._still = Still(self.game, preferences, size)
                if self._still.picture.width >= extent.width:
                    break
            self._made_for = wanted
        assert self._still is not None
        return self._still.rows(extent)


class Still(StillMap):
    """The map of a game."""

    def __init__(self, game: Game, preferences: Preferences, size: str) -> None:
        super().__init__(game.scenario.board, SIZE_CALLED[size], preferences.signs, boundary_pairs(game))
        self.drawing = preferences.drawing
        self.cursor = middle_of(game)
        self.show_objectives(h for place in queries.objectives(game) for h in place.hexes)
        self.show_units(Counters().of(game))
        self.show_gates(gates(game))


def find_last_game() -> LastGame:
    """The last game as it stands, or the famous morning. Raises `FileError` if there is neither."""
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
    """A saved game as it stands; `mail`: whose move it is, if it goes by mail."""
    scenario, turn = game.scenario, game.state.turn
    name = f"{scenario.battle}: {scenario.name}" if scenario.battle else scenario.name
    name += " by mail" if mail else ""
    date = scenario.date(turn).replace(".m.", "m")
    when = f"turn {turn} of {scenario.last_turn}" + (f", {date}" if date else "")
    caption = f"{scenario.battle or scenario.name}, {date or f'turn {turn}'}"
    hosted = (f"hosted by {host}",) if host else ()
    return LastGame(game, caption, (name, when, mail or whose_move(game, seats), *hosted), how_it_stands(game))


def whose_move(game: Game, seats: Sequence[Seat]) -> str:
    """Who decides now, in a few words."""
    side = game.side
    if side < 0:
        return "the game is over"
    info = game.scenario.sides[side]
    if all(seat.is_person for seat in seats):
        return f"{capital(info.people)} to move"
    return f"{YOUR_MOVE} ({info.adjective})" if seats[side].is_person else f"{info.adjective}: {seats[side]}"


def how_it_stands(game: Game) -> Row:
    """The points of both sides as they stand, and how it ended or what is to be decided."""
    words = game.outcome.sentence if game.outcome is not None else game.prompt.text
    if not queries.account(game):
        return row(words)
    spans: list[Span] = []
    for side, points in enumerate(queries.totals(game)):
        name, color = game.scenario.sides[side].adjective, game.scenario.colors(side)
        spans += [Span(name, f"chip_{color}"), Span(f" {points}", "bold"), Span(" : " if side == 0 else "  ")]
    return (*spans, *row(words))


def famous_morning() -> LastGame:
    """A scenario's first morning. Raises `FileError` if its files cannot be read."""
    scenario = load_scenario(FAMOUS)
    return LastGame(Game(scenario, seed=1), f"{scenario.battle}, {scenario.date(scenario.first_turn)} 1944")
