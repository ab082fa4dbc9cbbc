"""The boxes and pages over the playing screen: for finding things, for reference, for the whole board and the end."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.screen import Screen

from westwall_tui.engine import queries
from westwall_tui.engine.game import TURN
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.disk.reach import from_home, is_visible_file, sentence
from westwall_tui.ui.around.bars import short_date
from westwall_tui.ui.around.layout import frame_of
from westwall_tui.ui.map.hexes.counters import Counters, gates
from westwall_tui.ui.map.overlays.edges import edge_arrows
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.keys import Actions
from westwall_tui.ui.screens.play.look import LookedAt
from westwall_tui.ui.terminal.abilities import TINTED
from westwall_tui.words.keymap import LOG, POSITION, REPORT
from westwall_tui.words.rows import Row, Span

if TYPE_CHECKING:
    from westwall_tui.engine.game import Game
    from westwall_tui.files.sessions.base import Session
    from westwall_tui.history.story import Story
    from westwall_tui.ui.map.far.overview import OnBoard, Overview
    from westwall_tui.ui.screens.boards.notes import NotesScreen, Ways
    from westwall_tui.ui.terminal.page import PaperScreen

REPORT_ENDING = ".html"
IN_THE_LOBBY = "Your games are in the lobby"
"""The answer on a server, whose files aren't the player's own."""

BOX = 78
"""Columns of a box whose text is searched for the cases that it names."""


class Callbacks(NamedTuple):
    """The callbacks by which pages change the playing screen."""

    draw: Callable[[], None]
    act: Callable[[str], None]
    """Carry out an action."""
    leave: Callable[[], None]
    begin_another: "Callable[[Callable[[], Session | None]], None]"
    """Go on to another game, which the function returns; None if that game will continue in this session."""


class MapPages:
    """The boxes and pages about any game on a map."""

    def __init__(
        self,
        screen: Screen[None],
        play: LookedAt,
        view: MapView,
        preferences: Preferences,
        draw: Callable[[], None],
        act: Callable[[str], None],
    ) -> None:
        """Take the functions of the screen that draw it and carry out an action."""
        self._screen, self._play, self._map, self._preferences = screen, play, view, preferences
        self._draw, self._act = draw, act

    def open_look(self, name: str) -> None:
        """Open a box for finding something on the map (`goto`), or the legend."""
        from westwall_tui.ui.boxes.help import LegendDialog
        from westwall_tui.ui.boxes.search import GotoDialog

        play, own = self._play, self._preferences
        if name == "goto":
            play.open(GotoDialog(play))
        else:
            play.open(LegendDialog(play, own.signs, own.drawing, own.palette))

    def show(self, name: str) -> None:
        """Show a page about the game."""
        if name == "rules":
            self._show_rules()
            return
        from westwall_tui.ui.pages.catalog import page_by_name

        self._open_page(page_by_name(name, self._play.game, self._preferences.keymap))

    def _show_rules(self) -> None:
        """Show the rules.

        The first cases are that of a refusal, then those named in the open box, then those about the hex.
        """
        from westwall_tui.ui.pages.rules import RulesScreen, cases_about, cases_named

        play, game = self._play, self._play.game
        box = play.dialog.rows(BOX) if play.dialog is not None else ()
        named = (*filter(None, [play.refused_case]), *cases_named("".join(span.text for line in box for span in line)))
        ground = game.scenario.board.describe(play.cursor)
        here = (*named, *cases_about(game, play.cursor))
        where = f"what is on the screen, and {ground}" if named else ground
        self._open_page(RulesScreen(game.scenario.rules, "", tuple(dict.fromkeys(here)), where))

    def _open_page(self, page: "PaperScreen") -> None:
        """Open a page; on a wide screen the map stays visible at its left."""
        from westwall_tui.ui.terminal.page import BESIDE_MAP

        screen = self._screen.app.size
        if screen.width >= BESIDE_MAP and page.keeps_map:
            lines = [self._map.line(y) for y in range(self._map.size.height)]
            page.keep_map(lines, screen, frame_of(self._map).down)
        self._screen.app.push_screen(page)

    def show_points(self) -> None:
        """Show the sources of points, scored and still possible.

        Unless a box is open, the player may pick a source or a hex to see on the map.
        """
        from westwall_tui.ui.pages.points import PointsScreen

        play = self._play

        def go(h: int) -> None:
            play.move_cursor(h)
            play.update()
            self._draw()

        def show(source: queries.Source) -> None:
            play.look.show_source(source)
            self._draw()

        is_free = play.dialog is None
        self._open_page(PointsScreen(play.game, show if is_free else None, go if is_free else None, self._act))

    def show_overview(self) -> None:
        """Show the whole board; the cursor goes where the player leaves it."""
        from westwall_tui.ui.pages.whole_board import OverviewScreen, by_place, objectives_held

        play, board = self._play, self._play.game.scenario.board

        def described(h: int) -> str:
            units = ", ".join(play.game.state.names(queries.units_at(play.game, h)))
            return board.describe(h) + (f": {units}" if units else "")

        def go(h: int | None) -> None:
            if h is not None and h >= 0:
                play.move_cursor(h)
            play.update()
            self._draw()

        scenario, turn = play.game.scenario, play.game.state.turn
        when = ", ".join(filter(None, (short_date(scenario.date(turn)), f"turn {turn} of {scenario.last_turn}")))
        overview = OverviewScreen(
            self._new_overview, self._on_board(), self._play.cursor, self._map.in_sight, described,
            partial(by_place, play.game), play.keymap, self._preferences.palette, when,
            partial(objectives_held, play.game),
        )  # fmt: skip
        self._screen.app.push_screen(overview, go)

    def _new_overview(self, columns: int, lines: int) -> "Overview":
        """Return the whole board for a screen of this size."""
        from westwall_tui.ui.map.far.overview import Overview

        board = self._play.game.scenario.board
        if (drawing := self._preferences.drawing) is None:
            return Overview(board, lines, self._preferences.signs, columns)
        from westwall_tui.ui.map.drawn.far import DrawnOverview

        return DrawnOverview(board, lines, drawing, self._preferences.signs, columns)

    def _on_board(self) -> "OnBoard":
        """Return the units, objectives and other signs on the board."""
        from westwall_tui.ui.map.far.overview import OnBoard

        play = self._play
        front = play.look.views.front.marks() if queries.front_side(play.game) >= 0 else {}
        lines, units = boundary_pairs(play.game), Counters().of(play.game)
        arrows = edge_arrows(play.game, self._preferences.signs, drawn=self._preferences.drawing is not None)
        marks = {**arrows, **front}
        return OnBoard(units, play.look.views.places.signs(), lines, marks, gates(play.game))


class Pages(MapPages):
    """The boxes and pages that can open over a game."""

    _play: GameInPlay

    def __init__(
        self, screen: Screen[None], play: GameInPlay, view: MapView, preferences: Preferences, callbacks: Callbacks
    ) -> None:
        super().__init__(screen, play, view, preferences, callbacks.draw, callbacks.act)
        self._do = callbacks

    def actions(self) -> Actions:
        """Return the actions that open boxes and pages."""
        looks = ("goto", "commands", "messages", "legend")
        return {
            "overview": self.show_overview,
            "objectives": self.show_points,
            "replay_back": partial(self.watch_again, "the last order"),
            "replay_on": partial(self.watch_again, "the last turn"),
            "saves": self.open_saves,
            "since": lambda: self.watch_again(self._play.session.since),
            "copy": lambda: self._play.copy(POSITION),
            "notes": self.show_notes,
            **{name: partial(self.open_look, name) for name in looks},
        }

    def open_look(self, name: str) -> None:
        """Open a box for finding things: go to, commands, messages, legend."""
        from westwall_tui.ui.boxes.search import CommandsDialog, MessagesDialog

        play = self._play
        if name == "commands":
            play.open(CommandsDialog(play, self._do.act, play.keymap))
        elif name == "messages":
            play.open(MessagesDialog(play, play.log.lines, self._screen.size.height - 6))
        else:
            super().open_look(name)

    def open_saves(self) -> None:
        """Open the list of saved games."""
        from westwall_tui.ui.boxes.search import SavesDialog

        if self._preferences.at_home:
            self._play.open(SavesDialog(self._play, self._play.session.path))
        else:
            self._play.say(IN_THE_LOBBY)

    def show(self, name: str) -> None:
        """Show a page of its own."""
        play = self._play
        if name == "account":
            (self.show_points if play.game.outcome is None else self._show_end)()
            return
        if name == "bid":
            from westwall_tui.ui.screens.play.talk import OtherTerminals

            OtherTerminals(play).open_bid()
            self._do.draw()
            return
        if name == "next_game":
            if (following := play.session.next_game) is not None:
                self._do.begin_another(following)
            return
        if name == "your_games" and not self._preferences.at_home:
            play.say(IN_THE_LOBBY)
            self._do.draw()
            return
        if name == "your_games":
            self._app.show_results()
            return
        if name == "conditions":
            self._show_conditions()
            return
        if name == "course":
            from westwall_tui.ui.pages.course import CourseScreen

            self._open_page(CourseScreen(play.game, self.watch_again))
            return
        super().show(name)

    def _show_conditions(self) -> None:
        """Show the player's conditions, or say why there are none."""
        from westwall_tui.ui.pages.conditions import ConditionsScreen

        play = self._play
        if play.may_show("conditions"):
            try:
                self._open_page(ConditionsScreen(play.session, play.keeper))
            except IllegalOrder as refusal:
                play.refuse(refusal)
        self._do.draw()

    def watch_again(self, opens: str | int = "") -> None:
        """Watch the part of the game that the player may see; `opens` is the place, as for `WatchScreen`."""
        from westwall_tui.files.sessions.recording import recording_of_session
        from westwall_tui.ui.screens.boards.watch import WatchScreen

        play = self._play
        recording = recording_of_session(play.session, play.viewer)
        app = self._screen.app
        app.push_screen(WatchScreen(recording, self._preferences, app.pop_screen, opens, self._notes_page))

    def show_notes(self) -> None:
        """Show the player's notes, or say why there are none."""
        from westwall_tui.files.sessions.recording import as_known
        from westwall_tui.ui.screens.boards.notes import Ways

        play = self._play
        play.catch_up()
        if play.game.is_trial:
            play.say(f"Your notes are kept with the game. {play.key('leave')}: back to it")
            self._do.draw()
            return

        def go(h: int) -> None:
            play.move_cursor(h)
            play.update()
            self._do.draw()

        ways = Ways(go, self.watch_again, lambda turn: self.watch_again(f"{TURN} {turn}"))
        now = as_known(play.session, play.game, play.keeper)
        page = self._notes_page(now, (play.cursor, len(play.game.log)), ways) if play.may_show("notes") else None
        if page is not None:
            self._screen.app.push_screen(page)
            return
        if play.keeper < 0 and not play.seats.hands_over:
            play.say("Only the players of a game keep notes with it")
        self._do.draw()

    def _notes_page(self, now: "Game", here: tuple[int, int], ways: "Ways") -> "NotesScreen | None":
        """Return the page of the player's notes, as `NotesScreen` describes it; None if none may be shown."""
        from westwall_tui.files.sessions.notebook import notebook_of
        from westwall_tui.ui.screens.boards.notes import NotesScreen

        notebook = notebook_of(self._play.session, self._play.keeper)
        if notebook is None:
            return None

        def changed() -> None:
            self._play.read_notes()
            self._do.draw()

        self._play.read_notes()
        return NotesScreen(notebook, now, here, ways, changed, self._preferences)

    def _show_end(self) -> None:
        """Show how the game ended, and what the player can do next."""
        from westwall_tui.files.sessions.local import LocalSession
        from westwall_tui.ui.pages.end import Next, VictoryScreen

        play, session = self._play, self._play.session
        play.catch_up()
        choices: dict[str, Callable[[], None]] = {"course": partial(self.show, "course"), "leave": self._do.leave}
        following: dict[str, Callable[[], Session | None]] = {}
        if session.next_game is not None:
            following = {"next_game": session.next_game}
        elif isinstance(session, LocalSession) and not session.is_hosted:
            following = {name: partial(session.another, swapped=name == "swap") for name in ("again", "swap")}
        choices |= {name: partial(self._do.begin_another, make) for name, make in following.items()}

        def board(columns: int, lines: int) -> list[Row]:
            from westwall_tui.ui.pages.whole_board import fitting_board

            preferences = self._preferences
            found = fitting_board(play.game.scenario.board, columns, lines, preferences.drawing, preferences.signs)
            left = max(0, (found.width - columns) // 2)
            rows = found.rows(self._on_board())[:lines]
            return [tuple(Span(*cell) for cell in line[left : left + columns]) for line in rows]

        saved = session.saved_in_words if isinstance(session, LocalSession) else ""
        players = ["" if seat.level else seat.name for seat in session.seats]
        par = ""
        with play.advice("the comparison"):
            from westwall_tui.words.par import par_in_words

            par = par_in_words(play.game, session.seats)
        export, poster = (self._export_report, self._show_poster) if saved else (None, None)
        is_in_club = session.is_hosted and not self._preferences.at_home
        kept = self._report_from_club if is_in_club else saved
        after = Next(choices, self.watch_again, kept, players, par, session.match_after_game(), export, poster)
        self._screen.app.push_screen(VictoryScreen(play.game, board, after))

    def _export_report(self, with_notes: bool) -> str:
        """Write the report beside the save, with the player's notes or without. Return a sentence about it."""
        from westwall_tui.files.saves.file import Save
        from westwall_tui.prints.report.document import as_html
        from westwall_tui.words.notes import for_report

        play, session = self._play, self._play.session
        save = Save(play.game.copy(), session.seats, [*session.history])
        notes = for_report(play.notes.all, play.game.scenario.board)
        what = "report with your notes" if with_notes and notes else "report"
        told = self._write_beside_save(what, REPORT_ENDING, lambda: as_html(save, notes if with_notes else ()))
        return f"{play.key('export')}: add your notes. {told}" if notes and not with_notes else told

    def _show_poster(self, story: "Story") -> None:
        """Show the poster of the game, which can be written beside the save."""
        from westwall_tui.files.saves.file import Save
        from westwall_tui.files.sessions.local import LocalSession
        from westwall_tui.ui.pages.poster import LARGE, Poster, PosterScreen, as_svg

        def export(poster: Poster, palette: str) -> str:
            tinted = palette if palette in TINTED else "night"
            return self._write_beside_save("poster", ".svg", lambda: as_svg(poster, LARGE, tinted))

        session = self._play.session
        match = session.match if isinstance(session, LocalSession) else None
        save = Save(self._play.game, session.seats, match=match)
        poster = Poster.of_save(save, session.path.stem, story)
        self._screen.app.push_screen(PosterScreen(poster, export))

    def _write_beside_save(self, what: str, suffix: str, make: Callable[[], str]) -> str:
        """Write a file beside the save. Return a sentence that says where, or why not."""
        from westwall_tui.files.disk.writing import write_out

        target = self._play.session.path.with_suffix(suffix)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_out(target, make())
        except OSError as error:
            return f"The {what} could not be written: {sentence(error)}."
        return f"The {what} is {target.name} in {from_home(target.parent)}"

    def copied(self, what: str) -> str:
        """Copy the position, the log or the path of the report. Return a sentence that says where the copy is."""
        from westwall_tui.words.copies import log_copied, position_copied

        play = self._play
        what, _, rest = what.partition(" ")
        if what == REPORT:
            return self._copy_path()
        if what == LOG:
            play.catch_up()
            copy = log_copied(play.log.lines, play.game, rest)
        else:
            copy = position_copied(play.game, play.viewer)
        away = "Your terminal takes no copies" + ("" if what == LOG else f". In a shell: {self._in_club('board')}")
        return self._app.copy_out(copy, "" if self._preferences.at_home else away)

    def _copy_path(self) -> str:
        """Copy the path of the report. Return a sentence that says where the report is, or how to write it."""
        from westwall_tui.files.sessions.local import LocalSession
        from westwall_tui.words.copies import Copy

        session = self._play.session
        if not self._preferences.at_home:
            return self._report_from_club
        if not isinstance(session, LocalSession):
            return "The host has the game's file, and can write a report on it"
        path = session.path.with_suffix(REPORT_ENDING)
        if not is_visible_file(path):
            return f"No report was written yet. In a shell: westwall report {session.path.stem} --html {path.name}"
        where = f"The report is {path.name} in {from_home(path.parent)}"
        return self._app.copy_out(Copy(f"The path of {path.name}", str(path)), where)

    @property
    def _report_from_club(self) -> str:
        """A sentence that says how to write a report on a game of a club at the player's own computer."""
        return f"For a report, type {self._in_club('save')} > mine.toml; westwall report mine.toml"

    def _in_club(self, command: str) -> str:
        """Return a command of a club for this game."""
        return f"ssh CLUB {command} {self._play.session.path.stem.removeprefix('game ')}"

    @property
    def _app(self) -> GameApp:
        app = self._screen.app
        assert isinstance(app, GameApp)
        return app
