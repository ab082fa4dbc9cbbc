"""A player's process, forked from the prefork parent: a screen or a command on the club's database.

The screen is that of the game at home, with the lobby instead of the title and without access to files. Settings are
kept in the player's row. Pages that list or write files are not offered.
"""

import asyncio
import socket
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.console import RenderableType
from textual.geometry import Size
from textual.screen import Screen

from westwall_tui.club.command_line import FAILED, MAX_SCREEN, NEW
from westwall_tui.club.context import ChangeFeed, Context
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.people import ClubPlayer, People
from westwall_tui.club.database.store import Store, Unavailable
from westwall_tui.club.screens.lobby import LobbyScreen
from westwall_tui.club.screens.page import ClubPage
from westwall_tui.club.server.log import log_failure
from westwall_tui.club.server.player_commands import answer, register, sentence
from westwall_tui.club.session import ClubSession, begin, open_game, parse_number, position_summary
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions.recording import recording_of_session
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.screens.boards.watch import WatchScreen
from westwall_tui.ui.starts import GameStart, ScreenStart

PLAY, WATCH, LOBBY = "play", "watch", "lobby"
OUT = "the lobby"
"""The name of the place to which a player returns from a game."""
BUG = "Something went wrong and your session was closed. Your games are unaffected."
PRELOADED = ("quick/noville", "bastogne/spearhead", "arnhem/historical", "hurtgen/historical", "remagen/historical")


class ClubGameStart(NamedTuple):
    """A game of the club to begin with, to play or to watch."""

    number: int
    watches: bool

    def screen(self, app: GameApp) -> Screen[None]:
        assert isinstance(app, ClubApp)
        return GameStart(app.join_game(self.number, watches=self.watches)).screen(app)


class ClubApp(WestwallApp):
    """The screen of a player of the club: the lobby, and the player's games."""

    largest = Size(*MAX_SCREEN)  # a terminal may also send its size as keys

    def __init__(
        self,
        club: str,
        store: Store,
        player: ClubPlayer,
        settings: Settings,
        feed: ChangeFeed,
        start: ScreenStart | None = None,
        *,
        asks: bool = False,
    ) -> None:
        """Open the screen with `start`, or with the lobby; if it `asks`, first with the choice of a map's style."""
        super().__init__(start, settings, asks=asks, at_home=False)
        self.context = Context(club, store, player, feed, self.play)
        self.preferences.keep, self.preferences.out = self._keep_settings, OUT
        self.playing: ClubSession | None = None
        feed.on_change(self._show_news_of_game)

    def _keep_settings(self, settings: Settings, _: Settings) -> str:
        """Save the settings in the player's row."""
        self.context.people.keep_settings(self.context.player.id, settings)
        return ""

    def _show_news_of_game(self, game: int) -> None:
        """Show that a game has changed. The thread that listens to the server calls this."""
        if self.playing is not None:
            if self.playing.number == game:
                self.playing.changed()
        else:
            self.call_later(self._show_change_of_game, game)

    def _show_change_of_game(self, game: int) -> None:
        screen = self.screen
        if isinstance(screen, ClubPage):
            screen.changed(game)

    def title_screen(self) -> Screen[None]:
        """Return the lobby."""
        self.playing = None
        self.context.feed.watch_lists()
        return LobbyScreen(self.context)

    def join_game(self, game: int, *, watches: bool = False) -> ClubSession:
        """Open a game to play or to watch. Raises `FileError` if the player may not."""
        session = open_game(self.context.games, game, self.context.player, self.context.feed.changed, watches=watches)
        session.after_paint = self.call_after_refresh
        self.playing = session
        self.context.feed.watch(game)
        session.mark_seen()
        return session

    def play(self, game: int, *, watches: bool = False, again: int | None = None) -> None:
        """Show a game in place of the lobby, or its replay above the lobby. Raises `FileError`."""
        if again is None:
            session = self.join_game(game, watches=watches)
            if isinstance(self.screen, ClubPage) and not isinstance(self.screen, LobbyScreen):
                self.pop_screen()  # the game replaces its page
            self.show_game(session)
            return
        session = open_game(self.context.games, game, self.context.player, lambda _: None, watches=True)
        recording = recording_of_session(session, session.side)
        self.push_screen(WatchScreen(recording, self.preferences, self.pop_screen, again))

    def fault_in_words(self, error: BaseException) -> str:
        """Write a failure to the administrator's log, and return the message for the player."""
        log_failure(f"the screen of {self.context.player.name} failed", error)
        return BUG

    def panic(self, *renderables: RenderableType) -> None:
        """Close the screen if Textual itself fails. Textual's message goes to the log."""
        self._failed = True
        super().panic(*renderables)


def preload_screens() -> None:
    """Show all screens without a terminal, so that modules that load on first use are loaded before any fork."""
    store = Store(":memory:")
    store.prepare()
    people = People(store)
    player = people.register("Rehearsal")
    games = Games(store)
    for key in PRELOADED:
        game = begin(key)
        number = Challenges(games).new_game(
            key, game.scenario.digest, {}, ((player.id, 0), (None, 2)), position_summary(game)
        )
        start = ClubGameStart(number, watches=False)
        app = ClubApp("club", store, player, Settings(), ChangeFeed(), start)
        _press_keys(app, ["right", "left", "tab", "question_mark", "escape"])
    _press_keys(ClubApp("club", store, player, Settings(), ChangeFeed()), ["down", "up", "n", "escape"])
    store.close()


def _press_keys(app: ClubApp, keys: Sequence[str]) -> None:
    async def walk() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press(*keys)
            await pilot.pause()

    asyncio.run(walk())


def run(request: dict[str, Any], wake: socket.socket) -> int:
    """Serve a player, or run the thinker. Return the exit status."""
    words: list[str] = request["words"]
    if words[:1] == ["think"]:
        from westwall_tui.club.server.thinker import think

        return think(request, ChangeFeed(wake))
    try:
        store = _open_store(request["database"])
        people = People(store)
        player = people.by_number(request["player"])
        if words[0] == NEW or player is None:
            player = register(people, words[1:], request)
            if not request["terminal"]:
                return 0
            words = [LOBBY]
        if words[0] not in (PLAY, WATCH, LOBBY):
            return answer(Games(store), people, player, words, ChangeFeed(wake).changed, sys.stdin, sys.stdout)
        start = None
        if words[0] != LOBBY:
            start = ClubGameStart(parse_number(words[1] if len(words) == 2 else ""), watches=words[0] == WATCH)
            open_game(
                Games(store), start.number, player, lambda _: None, watches=start.watches
            )  # raises `FileError` if the player may not
        settings = people.settings(player.id)
        app = ClubApp(request["club"], store, player, settings, ChangeFeed(wake), start, asks=True)
        app.context.sends_mail = request["mail"] is not None
        status = app.serve(mouse=False)
    except (FileError, IllegalOrder) as error:
        print(sentence(error), file=sys.__stderr__)
        return 1
    if status:
        print(BUG, file=sys.__stderr__)  # Textual has written the failure to the log
        return FAILED
    return 0


def _open_store(database: str) -> Store:
    """Open the club's database. Raises `FileError` without the database's location, which only the log may name."""
    try:
        return Store(database, create=False)
    except FileError as error:
        raise Unavailable(error) from None
