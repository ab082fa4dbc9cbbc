"""The lobby, which does what the title's menus ask for: it opens new, saved and hosted games, and changes settings."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from westwall_tui.files.command_line import DRAWN, MANUAL, SEEDED
from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.players.settings import Settings
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.screens.title.newgame import NewGame

if TYPE_CHECKING:
    from westwall_tui.files.sessions.base import Session
    from westwall_tui.files.workshop.opening import OpenBattle
    from westwall_tui.learn import example_list
    from westwall_tui.learn.lessons.catalog import ListedLesson
    from westwall_tui.learn.puzzles.catalog import ListedPuzzle
    from westwall_tui.net.command import HostedGame

DAY = 86_400
T = TypeVar("T")


class SeatRequest(NamedTuple):
    """A request for a seat at a hosted game, which may take a while."""

    wanted: Callable[[], bool]
    """True unless the player has given up waiting."""
    done: Callable[["FileError | None"], None]
    """Report the outcome: an error, or None once the player is seated. Call it only while the seat is `wanted`."""


class Lobby:
    """The place where games begin, and to which players return."""

    def __init__(self, app: GameApp) -> None:
        self._app = app
        self.in_browser = app.is_web
        """True in a browser: its player has no access to letters, and its server decides how long a host waits."""
        self.preferences = app.preferences
        self.called = ""
        """The player's name for others at a hosted game; empty for the login name."""
        self.password = ""
        """The password of the seat that the player takes next; forgotten once it has been sent."""
        self.linger = DAY
        """Seconds for which a host in the background waits for players to return."""

    def start(self, chosen: NewGame) -> None:
        """Start a new game. Raises `FileError`."""
        from westwall_tui.files.saves.matches import Match
        from westwall_tui.files.scenarios.briefings import has_briefing
        from westwall_tui.files.scenarios.catalog import load_scenario
        from westwall_tui.files.sessions.local import LocalSession

        loaded = load_scenario(chosen.key)
        session = LocalSession.new(
            loaded,
            seed=int(chosen.seed) if chosen.seed and chosen.dice == SEEDED else None,
            manual=chosen.dice == MANUAL,
            drawn=chosen.dice == DRAWN,
            strict=chosen.strict,
            options=chosen.options,
            seats=chosen.named_seats,
            match=Match.new(chosen.match, same_dice=chosen.same_dice) if chosen.match and chosen.mine >= 0 else None,
        )
        self._app.show_game(session, "briefing" if has_briefing(loaded) else "")

    def start_by_mail(self, chosen: NewGame, passphrase: str) -> None:
        """Start a new game by mail. Raises `FileError` or `PassphraseWanted`."""
        import getpass

        from westwall_tui.files.scenarios.briefings import has_briefing
        from westwall_tui.files.scenarios.catalog import load_scenario
        from westwall_tui.mail.opening import Terms, answer_with, begin

        loaded, terms, side = load_scenario(chosen.key), chosen.by_mail, max(chosen.mine, 0)
        me = terms.me or getpass.getuser()
        players = (me, terms.other) if side == 0 else (terms.other, me)
        agreed = Terms(side, players, terms.dice, terms.defense, match=terms.match)
        session = begin(loaded, agreed, answer_with(passphrase), strict=chosen.strict, options=chosen.options)
        self._app.show_game(session, "briefing" if has_briefing(loaded) else "")

    def resume(self, name: str, passphrase: str = "") -> None:
        """Resume a saved game by its path, or open a letter. Raises `FileError` or `PassphraseWanted`."""
        from westwall_tui.files.saves.catalog import read_info
        from westwall_tui.files.sessions.local import LocalSession

        if read_info(Path(name)).mail:
            from westwall_tui.mail.opening import answer_with, open_mail

            by_mail = open_mail(Path(name), answer_with(passphrase))
            self._app.show_game(by_mail, "since" if by_mail.has_news else "")
            return
        session = LocalSession.resume(Path(name), at_once=True)
        session.set_host("")
        self._app.show_game(session)

    def learn(self, lesson: "ListedLesson", left: "Callable[[ListedLesson], None]") -> None:
        """Begin a lesson. At its end, or at the end of a later lesson, the player comes back here. Raises `FileError`.

        `left` gets the lesson that the player has left.
        """
        from westwall_tui.ui.screens.learn.lessons import LessonCourse

        self._app.push_screen(LessonCourse(self._app, self._back_after(left)).screen(lesson))

    def solve(self, puzzle: "ListedPuzzle", left: "Callable[[ListedPuzzle], None]") -> None:
        """Begin a puzzle. At its end, or at the end of a later puzzle, the player comes back here. Raises `FileError`.

        `left` gets the puzzle that the player has left.
        """
        from westwall_tui.ui.screens.learn.puzzle import PuzzleCourse

        self._app.push_screen(PuzzleCourse(self._app, self._back_after(left)).screen(puzzle))

    def work_on(self, battle: "OpenBattle", left: "Callable[[OpenBattle], None]") -> None:
        """Open a battle in the workshop, from which the player comes back here. `left` gets the battle then."""
        from westwall_tui.ui.screens.workshop.screen import WorkshopScreen

        leave = self._back_after(left)
        self._app.push_screen(WorkshopScreen(battle, self.preferences, lambda: leave(battle)))

    def _back_after(self, left: "Callable[[T], None]") -> "Callable[[T], None]":
        """Return a function that calls `left` with the lesson or puzzle that was left, and goes back to the title."""

        def leave(last: T) -> None:
            left(last)
            self._app.pop_screen()

        return leave

    def show_example(self, example: "example_list.ListedExample") -> None:
        """Show an example of play. Raises `FileError`."""
        from westwall_tui.ui.screens.boards.example import show_example

        show_example(self._app, example)

    # -- games at several terminals

    def look(self, found: "Callable[[Sequence[HostedGame]], None]") -> None:
        """Look up the games that are hosted on this machine, and call `found` with them. Raises `FileError`."""
        from westwall_tui.net.command import hosted_games

        self._ask_hosts(hosted_games, found)

    def look_for(self, save: Path, found: "Callable[[HostedGame | None], None]") -> None:
        """Look up the host of a save on this machine, and call `found` with its game or None. Raises `FileError`."""
        from westwall_tui.net.command import hosted_game_of

        self._ask_hosts(partial(hosted_game_of, save), found)

    def _ask_hosts(self, ask: "Callable[[Path], T]", found: "Callable[[T], None]") -> None:
        """Ask the hosts of a folder in a thread, and call `found` with the answer."""
        from westwall_tui.net.addresses import check_folder, games_folder

        folder = games_folder()
        check_folder(folder)
        self._app.run_worker(lambda: self._app.call_later(found, ask(folder)), thread=True)

    def join(self, game: str, side: str, request: SeatRequest) -> None:
        """Begin to take a seat at a hosted game; without a side, the player watches."""
        from westwall_tui.net.addresses import games_folder
        from westwall_tui.net.command import sit_down

        password, self.password = self.password, ""
        self._sit_down(lambda: sit_down(game, games_folder(), side, self.called, password=password), request)

    def host(self, chosen: NewGame, request: SeatRequest) -> None:
        """Begin to host a new game in the background and to play it."""
        arguments = [chosen.key, *(["--strict"] if chosen.strict else [])]
        arguments += ["--dice", chosen.dice] + (["--seed", chosen.seed] if chosen.seed else [])
        for name, value in chosen.options.items():
            arguments += ["--option", f"{name}={int(value)}"]
        arguments += ["--match", chosen.match] if chosen.match else []
        arguments += ["--bid"] if chosen.bid and not any(seat.is_computer for seat in chosen.seats) else []
        for side, seat in zip(chosen.sides, chosen.seats, strict=True):
            arguments += ["--computer", f"{side}={seat.level}"] if seat.is_computer else []
        self._host_and_join(arguments, chosen.sides[chosen.mine] if chosen.mine >= 0 else "", request)

    def host_save(self, name: str, side: str, request: SeatRequest) -> None:
        """Begin to host a saved game in the background and to play a side of it."""
        self._host_and_join([name], side, request)

    def _host_and_join(self, arguments: Sequence[str], side: str, request: SeatRequest) -> None:
        from westwall_tui.net.addresses import games_folder
        from westwall_tui.net.spawn import host_and_join

        arguments = [*arguments, "--linger", str(self.linger), *([f"--as={self.called}"] if self.called else [])]
        password, self.password = self.password, ""
        self._sit_down(
            lambda: host_and_join(arguments, games_folder(), side, self.called, request.wanted, password), request
        )

    def _sit_down(self, sit: "Callable[[], Session]", request: SeatRequest) -> None:
        """Ask for a seat in a daemon thread, so that quitting does not wait for it."""
        from westwall_tui.net.client import Lost

        def work() -> None:
            try:
                came: Session | FileError = sit()
            except Lost as lost:
                came = FileError([Fault("", "", "", str(lost))])
            except FileError as error:
                came = error
            self._app.call_later(self._take_seat, came, request)

        Thread(target=work, daemon=True, name="sitting down").start()

    def _take_seat(self, came: "Session | FileError", request: SeatRequest) -> None:
        """Show the game once the host has answered, or report the error; leave the game if the player has given up."""
        wanted = request.wanted()
        if isinstance(came, FileError):
            if wanted:
                request.done(came)
        elif wanted:
            request.done(None)
            self._app.show_game(came)
        else:
            came.leave()

    # -- settings and pages

    def change(self, settings: Settings) -> str:
        """Switch to these settings and save them. Return the error, or an empty text."""
        if settings.theme in self._app.available_themes:
            self._app.theme = settings.theme
        return self.preferences.change(settings)

    def show_rules(self) -> None:
        """Show the rules."""
        from westwall_tui.ui.pages.rules import RulesScreen

        self._app.push_screen(RulesScreen())

    def show_your_games(self, open_save: "Callable[[Path], None]") -> None:
        """Show the player's results; `open_save` opens a saved game."""
        from westwall_tui.ui.screens.title.results import ResultsScreen

        self._app.push_screen(ResultsScreen(open_save))

    def show_keys(self) -> None:
        """Show the keys."""
        from westwall_tui.ui.pages.catalog import KeysScreen
        from westwall_tui.words.keymap import keymap_of

        self._app.push_screen(KeysScreen(keymap_of(self.preferences.settings)))

    def quit(self) -> None:
        """Quit the program."""
        self._app.exit(0)
