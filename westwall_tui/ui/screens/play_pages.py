"""What the playing screen opens: boxes to find your way, pages, the whole board, the game watched again, its end."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from westwall_tui.engine import queries
from westwall_tui.ui.map.counters import gates
from westwall_tui.ui.map.printed import boundary_pairs
from westwall_tui.ui.terminal.rows import Row, Span

if TYPE_CHECKING:
    from westwall_tui.ui.map.overview import OnBoard, Overview
    from westwall_tui.ui.screens.play import PlayScreen

PAGES_OF_FILES = ("saves", "your_games")
"""They list files of this machine, which are not the player's while he plays on somebody's server."""


class PlayPages:
    """The boxes and pages of a game at the keyboard."""

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen

    def open_look(self, name: str) -> None:
        """Open a dialog for finding your way: go to, commands, messages, legend."""
        from westwall_tui.ui.boxes.help import LegendDialog
        from westwall_tui.ui.boxes.lists import MessagesDialog
        from westwall_tui.ui.boxes.search import CommandsDialog, GotoDialog

        screen, play = self._screen, self._screen.play
        if name == "goto":
            play.open(GotoDialog(play))
        elif name == "commands":
            play.open(CommandsDialog(play, screen.act, screen.keymap))
        elif name == "messages":
            play.open(MessagesDialog(play, play.log.lines, screen.size.height - 6))
        else:
            play.open(LegendDialog(play, screen.signs, screen.preferences.could_draw))

    def show(self, name: str) -> None:
        """Show a page of its own."""
        screen, play = self._screen, self._screen.play
        if name == "account" and play.game.outcome is not None:
            self._show_end()
            return
        if name in PAGES_OF_FILES and not screen.preferences.at_home:
            play.say("Your games are in the lobby")
            screen.draw()
            return
        from westwall_tui.ui.pages.catalogue import page_by_name

        screen.app.push_screen(page_by_name(name, play.game, play.session.path, screen.preferences.settings.keys))

    def show_points(self) -> None:
        """Show what gives points now and still can; a hex or a source of it is then shown on the map."""
        from westwall_tui.ui.pages.points import PointsScreen

        screen, play = self._screen, self._screen.play

        def go(h: int) -> None:
            play.move_cursor(h)
            play.update()
            screen.draw()

        def show(source: queries.Source) -> None:
            play.look.show_source(source)
            screen.draw()

        screen.app.push_screen(PointsScreen(play.game, show, go, screen.act))

    def watch_again(self, opens: str = "") -> None:
        """Watch the game, as far as the player may know it; `opens` is one of `watch.OPENINGS`."""
        from westwall_tui.files.recording import recording_of_session
        from westwall_tui.ui.screens.watch import WatchScreen

        screen, play = self._screen, self._screen.play
        recording = recording_of_session(play.session, play.viewer)
        screen.app.push_screen(WatchScreen(recording, screen.preferences, screen.app.pop_screen, opens))

    def _show_end(self) -> None:
        """Show how the game ended, and what can be done next."""
        from westwall_tui.files.session import LocalSession
        from westwall_tui.ui.pages.end import Next, VictoryScreen

        screen, play, session = self._screen, self._screen.play, self._screen.play.session
        play.catch_up()
        ways: dict[str, Callable[[], None]] = {"course": partial(self.show, "course"), "leave": screen.leave}
        ways["replay_back"] = self.watch_again
        if isinstance(session, LocalSession):
            ways |= {name: partial(screen.begin_another, session, name == "swap") for name in ("again", "swap")}

        def chart(columns: int, lines: int) -> list[Row]:
            found = self._overview(columns, lines)
            rows = found.rows(self._on_board())
            left, top = max(0, (found.width - columns) // 2), max(0, (len(rows) - lines) // 2)
            return [tuple(Span(*cell) for cell in line[left : left + columns]) for line in rows[top : top + lines]]

        saved = "" if session.is_hosted or session.trouble else session.path.name
        screen.app.push_screen(VictoryScreen(play.game, chart, Next(ways, saved, self._export if saved else None)))

    def _export(self) -> str:
        """Write the report beside the save, and say where."""
        from westwall_tui.files.reach import sentence
        from westwall_tui.files.saves import Save
        from westwall_tui.files.writing import write_out
        from westwall_tui.prints.report.written import as_html

        session = self._screen.play.session
        target = session.path.with_suffix(".html")
        save = Save(self._screen.play.game.copy(), session.seats, [*session.history])
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_out(target, as_html(save))
        except OSError as error:
            return f"No report was written: {sentence(error)}."
        return f"The report is {target.name}, in {target.parent}"

    def show_overview(self) -> None:
        """Show the whole board; the cursor goes where it is left."""
        from westwall_tui.ui.pages.whole_board import OverviewScreen, by_place

        screen, play, board = self._screen, self._screen.play, self._screen.play.game.scenario.board

        def told(h: int) -> str:
            state = play.game.state
            units = ", ".join(state.ids(queries.units_at(play.game, h)))
            return board.describe(h) + (f": {units}" if units else "")

        def go(h: int | None) -> None:
            if h is not None and h >= 0:
                play.move_cursor(h)
            play.update()
            screen.draw()

        overview = OverviewScreen(
            self._overview, self._on_board(), screen.cursor, screen.map.in_sight, told, partial(by_place, play.game),
            screen.keymap, screen.preferences.palette,
        )  # fmt: skip
        screen.app.push_screen(overview, go)

    def _overview(self, columns: int, lines: int) -> "Overview":
        """The whole board for a screen of that many columns and lines."""
        from westwall_tui.ui.map.overview import Overview

        screen, board = self._screen, self._screen.play.game.scenario.board
        if (drawing := screen.preferences.drawing) is None:
            return Overview(board, lines, screen.signs, columns)
        from westwall_tui.ui.map.drawn.far import DrawnOverview

        return DrawnOverview(board, lines, drawing, screen.signs, columns)

    def _on_board(self) -> "OnBoard":
        """What stands on it."""
        from westwall_tui.ui.map.overview import OnBoard

        play = self._screen.play
        front = play.look.front.marks() if queries.front_side(play.game) >= 0 else {}
        lines, units = boundary_pairs(play.game), self._screen.panes.counters.of(play.game)
        return OnBoard(units, play.look.places.signs(), lines, front, gates(play.game))
