"""The workshop's screen: the map of a battle in the making, with its tables, and the remarks of the check below."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from textual.events import Click, Key, MouseEvent, MouseScrollDown, MouseScrollUp, Paste

from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import GLYPHS, SIZES
from westwall_tui.files.workshop.opening import OpenBattle
from westwall_tui.ui.around.bars import LogPane, wrap_row
from westwall_tui.ui.around.layout import Boxes, frame_of, hex_size, measures
from westwall_tui.ui.around.sidepanel import Part, hex_parts, panel_rows
from westwall_tui.ui.gamescreen import Changes, Dialog
from westwall_tui.ui.map.hexes.counters import Counters, gates
from westwall_tui.ui.map.overlays.edges import edge_arrows
from westwall_tui.ui.map.overlays.objectives import TOWN
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.boards.board_screen import BoardScreen
from westwall_tui.ui.screens.play.pages import MapPages
from westwall_tui.ui.screens.play.presses import Mouse
from westwall_tui.ui.screens.workshop.board import BoardMode
from westwall_tui.ui.screens.workshop.editing import Editing, WorkshopMode
from westwall_tui.ui.screens.workshop.scenario import WORKSHOP_KEYS, PlayDialog, ScenarioMode, WorkshopHelp
from westwall_tui.ui.screens.workshop.tables import list_rows, where_rows
from westwall_tui.ui.terminal.pane import Pane, key_name
from westwall_tui.words.keymap import BOX, OF_THE_APP
from westwall_tui.words.rows import Row, Span, cut, first_line, key_bar, row, spread, width_of

NOTES = 2
"""Lines below the map for messages and the remarks of the check."""
ENDS = ("goto", "help", "commands", "leave")
"""Actions whose keys are at the right end of the key bar."""


class WorkshopScreen(BoardScreen):
    """A battle in the making."""

    place = "workshop"

    def __init__(self, battle: OpenBattle, preferences: Preferences, leave: Callable[[], object]) -> None:
        """Take a callback that goes back to where the workshop was opened."""
        self.editing = Editing(battle, preferences.keymap, leave)
        self.notes = LogPane()
        super().__init__(self.editing.game, preferences, leave)
        self._modes: Sequence[WorkshopMode] = (ScenarioMode(self.editing), BoardMode(self.editing))
        self.editing.turn_to_mode(self._modes[0])
        self._boxes = Boxes(self.map)
        self._mouse = Mouse(self.editing, self.map, self.editing.move_cursor, self._click_again)
        self._pages = MapPages(self, self.editing, self.map, preferences, self.draw, self.act)
        self._board_texts, self._settings = self._texts_of_board(), preferences.settings
        self._dialog: Dialog | None = None
        """The box that was drawn last."""

    @property
    def _below(self) -> tuple[Pane, ...]:
        return self.notes, self.prompt_line, self.key_bar

    @property
    def cursor(self) -> int:
        """The hex under the cursor."""
        return self.editing.cursor

    @cursor.setter
    def cursor(self, h: int) -> None:
        self.editing.cursor = h

    def on_mount(self) -> None:
        """Show the battle with the cursor among its units."""
        from westwall_tui.ui.map.pane.still import middle_of

        self._lay_out()
        self.editing.move_cursor(middle_of(self.editing.game))
        self.editing.update_game()
        battle = self.editing.battle
        new = () if battle.is_stored else (f"Your first change will store this battle as {battle.name}.",)
        if told := (*battle.notes, *new):
            self.editing.say(" ".join(told))
        self.draw()

    # -- drawing

    def _lay_out(self) -> None:
        self._extent = self.app.size
        size = hex_size(self._extent, self.map.board, self.preferences.settings.size)
        if self.map.picture.size is not size:
            self.map.set_picture(size, self.preferences.signs, self.map.drawing)
        self._measures = measures(self._extent, self._board_extent)._replace(log=NOTES)
        self.panel.styles.width = self._measures.panel
        self.notes.styles.height = NOTES

    def _paint_resized(self) -> None:
        self.editing.update_game()
        self.draw()

    def _paint_around(self) -> None:
        self.editing.update()
        self.draw()

    def _texts_of_board(self) -> tuple[object, ...]:
        """Return what decides which board the map shows."""
        draft, board = self.editing.draft, self.editing.board
        return draft.texts.board.text, draft.values("scenario").get("part"), len(board.grid)

    def draw(self) -> None:
        """Draw what has changed."""
        editing = self.editing
        changes, editing.changes = editing.changes, Changes()
        if changes.game and (texts := self._texts_of_board()) != self._board_texts:
            self._board_texts = texts
            self.map.show_board(editing.board, self._lines())
            self._lay_out()
        if changes.game:
            self._paint_board()
        if changes.cursor or self.map.cursor != editing.cursor:
            self.map.move_cursor(editing.cursor)
        before, self._dialog = self._dialog, editing.dialog
        if self._dialog is not None and self._dialog is not before:
            with editing.advice("this box"):
                self._boxes.make_room(self._dialog, self._extent, self._measures)
        if changes.dirty or changes.game or changes.cursor:
            self._paint()
        if changes.page:
            with editing.advice("this page"):
                self._pages.show(changes.page)

    def _lines(self) -> Sequence[tuple[int, int]]:
        """Return the hexsides of the named lines, and of the chain that is walked."""
        return (*boundary_pairs(self.editing.game), *self.editing.mode.sides())

    def _paint_board(self) -> None:
        """Paint everything on the map but marks."""
        editing, game = self.editing, self.editing.game
        with editing.advice("the map"):
            objectives = editing.look.views.places
            arrows = edge_arrows(game, self.map.picture.signs, drawn=self.map.drawing is not None)
            self.map.show_gates(gates(game))
            self.map.show_signs({**arrows, **editing.signs(), **objectives.signs()})
            self.map.show_objectives(h for place in objectives.places for h in place.hexes)
            if self.map.drawing is not None:
                kinds = {h: game.state.units[unit].kind for h, unit in game.state.occupants().items()}
                rings = [place.hexes for place in objectives.places if len(place.hexes) <= TOWN]
                self.map.show_traces(editing.look.supply_lines(), rings, kinds)
            self.map.show_zones({**editing.closed_ground(), **editing.look.marks()})
        # A change of the tables gives units other numbers, so no counter is kept.
        occupants = {} if editing.look.counters_hidden else Counters().of(game)
        units = game.state.occupants()
        self.map.show_units({
            h: token._replace(state=editing.state_of(game.state.units[units[h]].id)) for h, token in occupants.items()
        })  # fmt: skip

    def _paint(self) -> None:
        """Paint the marks, and everything around the map."""
        editing, width = self.editing, self._extent.width
        dialog = editing.dialog
        box = self._boxes.box(dialog, self._extent, self._measures) if dialog is not None else None
        if box is None and self.map.box is not None:
            self.map.stay_on_board()
        for pane in (*self._above, *self._boards, self.panel, *self._below):
            pane.show_box(box)
        with editing.advice("the map"):
            self.map.route = editing.mode.route()
            self.map.show_boundaries(self._lines())
            shown = dialog.marks() if dialog is not None else {}
            self.map.show_marks(shown or editing.mode.marks())
        self.panel.rule = frame_of(self.map).down
        with editing.advice("the bar"):
            self.bar.show([self._bar_row(width)])
        with editing.advice("the panel"):
            self.panel.show(self._panel_rows(self._panel_width))
        with editing.advice("the remarks"):
            self.notes.show(self._note_rows(width))
        prompt = dialog.prompt() if dialog is not None and not dialog.informs else editing.mode.prompt()
        self.prompt_line.show([row(f" {prompt}", "bold")])
        keys = dialog.keys() if dialog is not None else editing.mode.keys()
        ends = self._ends(dialog, is_walk=("leave", "cancel") in keys)
        self.key_bar.show([key_bar([*keys, *ends], self.keymap, width, ENDS)])

    @staticmethod
    def _ends(dialog: Dialog | None, *, is_walk: bool) -> Sequence[tuple[str, str]]:
        if dialog is not None:
            return ()
        if is_walk:
            return (("help", "help"),)
        return [("goto", "go to"), ("help", "help"), ("commands", "more"), ("leave", "quit")]

    def _bar_row(self, width: int) -> Row:
        draft = self.editing.draft
        scenario = draft.scenario
        turns = f"turns {scenario.first_turn} to {scenario.last_turn}"
        left = Span(f" Workshop: {draft.name}", "heading"), Span(f"  {scenario.title}  {turns}")
        remarks = 0 if self.editing.mode.is_painting else len(draft.remarks)
        right = row(f"{remarks} remark{'s' * (remarks != 1)}" if remarks else "no faults")
        fits = width_of(left) + width_of(right) + 3 <= width
        return spread(left if fits else left[:1], right, width)

    def _panel_rows(self, width: int) -> list[Row]:
        editing, h = self.editing, self.map.cursor
        room = self.panel.size.height or self._extent.height - NOTES - 3
        parts = hex_parts
        if self._measures.shows_details:
            from westwall_tui.ui.around.widepanel import wide_parts as parts  # not at 80x24

        units, *about = parts(editing.game, h, width)
        units = units._replace(rows=[*units.rows[:-1], *where_rows(editing, h, width), ()])
        rows = panel_rows([units, *about, Part([(), *editing.mode.panel(width)])], room)
        return [*rows, *list_rows(editing, width, room - len(rows))]

    def _note_rows(self, width: int) -> list[Row]:
        """Return the message or, without one, the first remarks of the check."""
        if self.editing.message:
            message = "".join(span.text for span in self.editing.message)
            return [(Span(" "), *line) for line in cut(message, width - 2, NOTES, self.editing.message[0].style)]
        remarks = () if self.editing.mode.is_painting else self.editing.draft.remarks
        lines = [line for text in remarks for line in wrap_row(row(f"check: {text}", "warning"), width)]
        return lines[:NOTES]

    # -- keys

    def on_key(self, event: Key) -> None:
        """Do what a key does; while a box takes text, printable keys are text."""
        dialog, names = self.editing.dialog, (event.key, *event.aliases)
        action = self.keymap.action_in(frozenset({self.place}) if dialog is None else BOX, names)
        if not self.is_active or (event.key in OF_THE_APP and not action):
            return
        event.stop()
        event.prevent_default()
        self._mouse.forget()
        self.editing.message = ()
        self.editing.update()
        if dialog is not None and dialog.typing and event.key == "backspace":
            dialog.typed("")
        elif dialog is not None and dialog.typing and event.is_printable and event.character:
            dialog.typed(event.character)
        elif dialog is not None:
            self._act_in_box(dialog, action)
        elif action:
            self.act(action)
        else:
            in_games = self.keymap.action(names, box=False)
            why = "works only in a game" if in_games else "does nothing here"
            self.editing.say(f"{key_name(event)} {why}. {self.keymap.first('help')}: the keys that work")
        self.draw()

    def on_paste(self, event: Paste) -> None:
        """Put pasted text into the open field."""
        event.stop()
        dialog = self.editing.dialog
        if self.is_active and dialog is not None and dialog.typing:
            dialog.pasted(first_line(event.text))
            self.editing.update()
            self.draw()

    def say(self, text: str) -> None:
        """Show a message below the map until the next key."""
        self.editing.say(text)
        self.draw()

    notice_failure = say

    def _act_in_box(self, dialog: Dialog, action: str) -> None:
        if dialog.act(action):
            return
        if action in ("back", "leave"):
            self.editing.close()
        elif action == "help":
            from westwall_tui.ui.boxes.help import BoxHelp

            self.editing.open(BoxHelp(self.editing, dialog))

    def interrupted(self) -> None:
        """Answer Ctrl+C, which copies in some terminals and stops programs in others."""
        self.say(f"{self.keymap.first('leave')}: back; every change is stored. Ctrl+Q: quit at once")

    # -- the mouse, if the settings want it

    def on_click(self, event: Click) -> None:
        """Move the cursor on the map, or the bar in a box; a second click in the same place is Enter."""
        event.stop()
        if self.is_active:
            self.editing.message = ()
            self._mouse.click(int(event.screen_x), int(event.screen_y))
            self.editing.update()
            self.draw()

    def _click_again(self) -> None:
        dialog = self.editing.dialog
        if dialog is None:
            self.act("confirm")
        else:
            self._act_in_box(dialog, dialog.clicked)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll the map, sideways with Shift, or move the bar of the open box."""
        self._turn_wheel(event, -1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll the map or move the bar in the other direction."""
        self._turn_wheel(event, 1)

    def _turn_wheel(self, event: MouseEvent, step: int) -> None:
        event.stop()
        if self.is_active:
            self._mouse.turn_wheel(step, sideways=event.shift)
            self.editing.update()
            self.draw()

    def act(self, action: str) -> None:
        editing = self.editing
        if editing.mode.act(action) or editing.look.walk(action):
            return
        actions: dict[str, Callable[[], object]] = {
            "undo": partial(editing.carry_out, "undo"),
            "redo": partial(editing.carry_out, "redo"),
            "larger": partial(self._set_size, 1),
            "smaller": partial(self._set_size, -1),
            "characters": self._change_characters,
            "leave": self._leave,
            "go_on": lambda: editing.open(PlayDialog(editing, self._play)),
            "test_battle": self._test,
            "board_mode": self._change_mode,
            "objectives": self._pages.show_points,
            "overview": self._pages.show_overview,
            "help": self._help,
            "all_keys": partial(editing.show_page, f"keys:{WORKSHOP_KEYS}"),
            **{name: partial(self._pages.open_look, name) for name in ("goto", "legend")},
            **{name: partial(editing.show_page, name) for name in PAGES},
        }
        look = editing.look.actions()
        does = actions.get(action) or (look[action] if action in LOOKS else None)
        if does is not None:
            does()
        else:
            editing.say(f"{self.keymap.first(action)} does nothing here. {self.keymap.first('help')}: the keys")

    def _help(self) -> None:
        """Show the help with the mode; a mode without one has only keys."""
        if self.editing.mode.help:
            self.editing.open(WorkshopHelp(self.editing))
        else:
            self.editing.show_page(f"keys:{WORKSHOP_KEYS}")

    def _change_mode(self) -> None:
        """Turn from the scenario to its board, or back."""
        modes, mode = self._modes, self.editing.mode
        if mode in modes:
            self.editing.turn_to_mode(modes[(modes.index(mode) + 1) % len(modes)])

    # -- a game from here

    def _play(self, seats: Sequence[Seat]) -> None:
        """Start a new game of the battle as it is now; quitting that game comes back here."""
        from westwall_tui.files.scenarios.briefings import has_briefing
        from westwall_tui.files.sessions.local import LocalSession
        from westwall_tui.ui.screens.play.screen import PlayScreen

        scenario = self.editing.draft.scenario
        session = LocalSession.new(scenario, seats=seats)
        page = "briefing" if has_briefing(scenario) else ""

        def leave() -> None:
            self.app.pop_screen()

        self.app.push_screen(PlayScreen(session, self.preferences, leave, page))

    def _test(self) -> None:
        """Show the page on which the computer plays games of the battle."""
        from westwall_tui.ui.screens.workshop.playtest import PlaytestScreen

        page = PlaytestScreen(self.editing.draft.scenario, self.preferences, self._take_start)
        self.app.push_screen(page)

    def _take_start(self, points: Mapping[str, int]) -> None:
        """Give the sides these points at the start."""
        draft = self.editing.draft
        told = ", ".join(f"{side} {count}" for side, count in points.items())

        def take() -> str:
            if draft.count("victory"):
                draft.put("victory", 1, {"start": dict(points) or None})
            elif points:
                draft.add("victory", {"start": dict(points)})
            return f"Points at the start: {told or 'none'}"

        self.editing.change(take)
        self.draw()

    # -- the style of the map

    def _set_size(self, step: int) -> None:
        settings = self.preferences.settings
        at = SIZES.index(settings.size) + step
        if not 0 <= at < len(SIZES):
            self.editing.say(f"Hexes can't get any {'larger' if step > 0 else 'smaller'}")
            return
        self._draw_again(self.preferences.change(settings._replace(size=SIZES[at])))

    def _change_characters(self) -> None:
        settings = self.preferences.settings
        at, trouble = GLYPHS.index(settings.glyphs), ""
        for glyphs in (*GLYPHS[at + 1 :], *GLYPHS[: at + 1]):
            trouble = self.preferences.change(settings._replace(glyphs=glyphs))
            if glyphs == "ascii" or self.preferences.fine:
                break
        self._draw_again(trouble)

    def on_screen_resume(self) -> None:
        """Show the map as the settings say, because a game over the workshop may have changed them."""
        if self._settings != self.preferences.settings:
            for pane in (*self._above, *self._boards, self.panel, *self._below):
                pane.palette = self.preferences.palette
                pane.refresh()
            self._draw_again("")
            self.draw()

    def _draw_again(self, trouble: str) -> None:
        """Draw the map again with the present settings; `trouble` is the error if they could not be saved."""
        size = hex_size(self.app.size, self.map.board, self.preferences.settings.size)
        self.map.set_picture(size, self.preferences.signs, self.preferences.drawing)
        self._settings = self.preferences.settings
        self._lay_out()
        self.editing.update_game()
        if trouble:
            self.editing.say(trouble)


PAGES = ("reinforcements", "briefing", "rules")
"""Actions that show a page about the battle, by the name of the page."""
LOOKS = ("zones", "objective_marks", "counters", "next_place", "previous_place")
"""Actions of looking around that make sense before a game."""
