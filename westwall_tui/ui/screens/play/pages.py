"""What keys do to the playing screen: how the map is drawn, boxes to find your way, pages, the whole board, the end."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual.screen import Screen

from westwall_tui.engine import queries
from westwall_tui.files.players.settings import GLYPHS, SIZES
from westwall_tui.ui.around.layout import hex_size
from westwall_tui.ui.around.sidepanel import SidePanel
from westwall_tui.ui.map.hexes.counters import gates
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.keys import Actions, Keys
from westwall_tui.ui.screens.play.panes import Panes
from westwall_tui.ui.terminal.keymap import Keymap
from westwall_tui.ui.terminal.rows import Row, Span

if TYPE_CHECKING:
    from westwall_tui.files.sessions.local import LocalSession
    from westwall_tui.ui.map.far.overview import OnBoard, Overview
    from westwall_tui.ui.terminal.page import PaperScreen

PAGES_OF_FILES = ("saves", "your_games")
"""They list files of this machine, which are not the player's while he plays on somebody's server."""

BOX = 78
"""Columns in which a box is read for the cases that it names."""


class PlayPages(Screen[None]):
    """A screen with a game on it, as far as boxes and pages are opened there; `PlayScreen` is the whole of it."""

    preferences: Preferences
    keymap: Keymap
    play: GameInPlay
    keys: Keys
    map: MapView
    panel: SidePanel
    panes: Panes
    head: int

    def draw(self) -> None:
        """Draw what has changed."""
        raise NotImplementedError

    def lay_out(self) -> None:
        """Give the panes their places on a screen of this size."""
        raise NotImplementedError

    def act(self, action: str) -> None:
        """Do what the key of an action does."""
        raise NotImplementedError

    def leave(self) -> None:
        """Back to where the player came from."""
        raise NotImplementedError

    def begin_another(self, session: "LocalSession", swapped: bool) -> None:
        """Begin another game like this one."""
        raise NotImplementedError

    def screen_actions(self) -> Actions:
        """What keys do to the screen itself."""
        looks = ("goto", "commands", "messages", "legend")
        return {
            "overview": self.show_overview,
            "objectives": self.show_points,
            "characters": self._change_characters,
            "options": self.show_options,
            "larger": lambda: self._set_size(1),
            "smaller": lambda: self._set_size(-1),
            "leave": self.leave,
            "replay_back": partial(self.watch_again, "the last order"),
            "replay_on": partial(self.watch_again, "the last turn"),
            "since": lambda: self.watch_again(self.play.session.since),
            **{name: partial(self.open_look, name) for name in looks},
        }

    def _set_size(self, step: int) -> None:
        """Draw the map larger or smaller, and keep it so."""
        settings = self.preferences.settings
        at = SIZES.index(settings.size) + step
        size = SIZES[min(max(0, at), len(SIZES) - 1)]
        if size == settings.size:
            self.play.say(f"Hexes can't get any {'larger' if step > 0 else 'smaller'}")
            return
        trouble = self.preferences.change(replace(settings, size=size))
        self._draw_again(trouble)

    def _change_characters(self) -> None:
        """Draw the map in the next kind of characters that the terminal can show, and keep it so."""
        settings = self.preferences.settings
        at, trouble, glyphs = GLYPHS.index(settings.glyphs), "", ""
        for glyphs in (*GLYPHS[at + 1 :], *GLYPHS[: at + 1]):
            trouble = self.preferences.change(replace(settings, glyphs=glyphs))
            if glyphs == "ascii" or self.preferences.fine:
                break
        self._draw_again(trouble)
        shown = {"ascii": "in ASCII", "unicode": "in Unicode", "drawn": "drawn"}[glyphs]
        self.play.say(trouble or f"The map is {shown} now")

    def _draw_again(self, trouble: str) -> None:
        """Draw the map again with the settings as they are now; `trouble`: what went wrong when they were saved."""
        size = hex_size(self.app.size, self.map.board, self.preferences.settings.size, self.head)
        self.map.set_picture(size, self.preferences.signs, self.preferences.drawing)
        self.lay_out()
        self.play.update_game()
        if trouble:
            self.play.say(trouble)

    def show_options(self) -> None:
        """Show the options that can be changed in a game."""
        from westwall_tui.ui.screens.menus import OptionsScreen

        self.app.push_screen(OptionsScreen(self.preferences, self._change_look, partial(self.keys.act, "all_keys")))

    def _change_look(self, trouble: str) -> None:
        """Draw everything as the settings are now."""
        for pane in self.panes.all:
            pane.palette = self.preferences.palette
            pane.refresh()
        self._draw_again(trouble)
        self.draw()

    # -- boxes and pages

    def open_look(self, name: str) -> None:
        """Open a dialog for finding your way: go to, commands, messages, legend."""
        from westwall_tui.ui.boxes.help import LegendDialog
        from westwall_tui.ui.boxes.search import CommandsDialog, GotoDialog, MessagesDialog

        play = self.play
        if name == "goto":
            play.open(GotoDialog(play))
        elif name == "commands":
            play.open(CommandsDialog(play, self.act, self.keymap))
        elif name == "messages":
            play.open(MessagesDialog(play, play.log.lines, self.size.height - 6))
        else:
            play.open(LegendDialog(play, self.preferences.signs, self.preferences.could_draw, self.preferences.palette))

    def show_page(self, name: str) -> None:
        """Show a page of its own."""
        play = self.play
        if name == "account" and play.game.outcome is not None:
            self._show_end()
            return
        if name in PAGES_OF_FILES and not self.preferences.at_home:
            play.say("Your games are in the lobby")
            self.draw()
            return
        if name == "rules":
            self._show_rules()
            return
        from westwall_tui.ui.pages.catalogue import page_by_name

        self._open_page(page_by_name(name, play.game, play.session.path, self.preferences.keymap))

    def _show_rules(self) -> None:
        """Show the rules, first the case of a refusal, then those that the open box names, then those about the hex."""
        from westwall_tui.ui.pages.rules import RulesScreen, cases_about, cases_named

        play, game = self.play, self.play.game
        box = play.dialog.rows(BOX) if play.dialog is not None else ()
        named = (*filter(None, [play.refused_case]), *cases_named("".join(span.text for line in box for span in line)))
        told = game.scenario.board.describe(play.cursor)
        here = (*named, *cases_about(game, play.cursor))
        where = f"what is on the screen, and {told}" if named else told
        self._open_page(RulesScreen(game.scenario.rules, "", tuple(dict.fromkeys(here)), where))

    def _open_page(self, page: "PaperScreen") -> None:
        """Open a page; on a wide screen the map stays in sight at its left."""
        from westwall_tui.ui.terminal.page import BESIDE_MAP

        screen = self.app.size
        if screen.width >= BESIDE_MAP and page.keeps_map:
            lines = [self.map.line(y) for y in range(self.map.size.height)]
            page.keep_map(lines, screen, self.panel.rule)
        self.app.push_screen(page)

    def show_points(self) -> None:
        """Show what gives points now and still can; a hex or a source of it is then shown on the map."""
        from westwall_tui.ui.pages.points import PointsScreen

        play = self.play

        def go(h: int) -> None:
            play.move_cursor(h)
            play.update()
            self.draw()

        def show(source: queries.Source) -> None:
            play.look.show_source(source)
            self.draw()

        self._open_page(PointsScreen(play.game, show, go, self.act))

    def watch_again(self, opens: str | int = "") -> None:
        """Watch the game, as far as the player may know it; `opens`: where, as `WatchScreen` takes it."""
        from westwall_tui.files.sessions.recording import recording_of_session
        from westwall_tui.ui.screens.boards.watch import WatchScreen

        play = self.play
        recording = recording_of_session(play.session, play.viewer)
        self.app.push_screen(WatchScreen(recording, self.preferences, self.app.pop_screen, opens))

    def _show_end(self) -> None:
        """Show how the game ended, and what can be done next."""
        from westwall_tui.files.sessions.local import LocalSession
        from westwall_tui.ui.pages.end import Next, VictoryScreen

        play, session = self.play, self.play.session
        play.catch_up()
        ways: dict[str, Callable[[], None]] = {"course": partial(self.show_page, "course"), "leave": self.leave}
        mine = isinstance(session, LocalSession)
        if isinstance(session, LocalSession) and not session.is_hosted:
            ways |= {name: partial(self.begin_another, session, name == "swap") for name in ("again", "swap")}

        def chart(columns: int, lines: int) -> list[Row]:
            found = self._new_overview(columns, lines)
            rows = found.rows(self._on_board())
            left, top = max(0, (found.width - columns) // 2), max(0, (len(rows) - lines) // 2)
            return [tuple(Span(*cell) for cell in line[left : left + columns]) for line in rows[top : top + lines]]

        saved = "" if not mine or session.trouble else session.path.name
        self.app.push_screen(
            VictoryScreen(play.game, chart, Next(ways, self.watch_again, saved, self._export_report if saved else None))
        )

    def _export_report(self) -> str:
        """Write the report beside the save, and say where."""
        from westwall_tui.files.disk.reach import sentence
        from westwall_tui.files.disk.writing import write_out
        from westwall_tui.files.saves.file import Save
        from westwall_tui.prints.report.document import as_html

        session = self.play.session
        target = session.path.with_suffix(".html")
        save = Save(self.play.game.copy(), session.seats, [*session.history])
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_out(target, as_html(save))
        except OSError as error:
            return f"No report was written: {sentence(error)}."
        return f"The report is {target.name}, in {target.parent}"

    def show_overview(self) -> None:
        """Show the whole board; the cursor goes where it is left."""
        from westwall_tui.ui.pages.whole_board import OverviewScreen, by_place

        play, board = self.play, self.play.game.scenario.board

        def told(h: int) -> str:
            units = ", ".join(play.game.state.names(queries.units_at(play.game, h)))
            return board.describe(h) + (f": {units}" if units else "")

        def go(h: int | None) -> None:
            if h is not None and h >= 0:
                play.move_cursor(h)
            play.update()
            self.draw()

        overview = OverviewScreen(
            self._new_overview, self._on_board(), self.play.cursor, self.map.in_sight, told,
            partial(by_place, play.game), self.keymap, self.preferences.palette,
        )  # fmt: skip
        self.app.push_screen(overview, go)

    def _new_overview(self, columns: int, lines: int) -> "Overview":
        """The whole board for a screen of that many columns and lines."""
        from westwall_tui.ui.map.far.overview import Overview

        board = self.play.game.scenario.board
        if (drawing := self.preferences.drawing) is None:
            return Overview(board, lines, self.preferences.signs, columns)
        from westwall_tui.ui.map.drawn.far import DrawnOverview

        return DrawnOverview(board, lines, drawing, self.preferences.signs, columns)

    def _on_board(self) -> "OnBoard":
        """What stands on it."""
        from westwall_tui.ui.map.far.overview import OnBoard

        play = self.play
        front = play.look.views.front.marks() if queries.front_side(play.game) >= 0 else {}
        lines, units = boundary_pairs(play.game), self.panes.counters.of(play.game)
        return OnBoard(units, play.look.views.places.signs(), lines, front, gates(play.game))
