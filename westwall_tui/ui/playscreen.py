"""The playing screen: phase bar, map and side panel, log, prompt, keys; and the box of an open dialog."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click, Event, Key, MouseEvent, MouseScrollDown, MouseScrollUp, Paste, Resize
from textual.geometry import Region
from textual.geometry import Size as Extent
from textual.message import Message
from textual.screen import Screen

from westwall_tui.engine import queries
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.files.session import Session
from westwall_tui.files.settings import Settings
from westwall_tui.ui.computer.thinking import Question, Thought
from westwall_tui.ui.keys import OF_THE_APP, Keymap
from westwall_tui.ui.kit.dialog import Dialog
from westwall_tui.ui.kit.pane import Box, Pane, cells_of, changed_spans
from westwall_tui.ui.kit.rows import Row, Span
from westwall_tui.ui.kit.themes import NO_UNICODE
from westwall_tui.ui.map.boundaries import shown_pairs
from westwall_tui.ui.map.counters import Token, token_of
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SMALL
from westwall_tui.ui.map.marks import NOTE_ROLES
from westwall_tui.ui.map.nations import nation_of
from westwall_tui.ui.map.signs import ASCII, DONE, UNICODE, Signs
from westwall_tui.ui.map.view import MapView
from westwall_tui.ui.map.ways import BRIDGE_SIGN
from westwall_tui.ui.panels.away import away_rows
from westwall_tui.ui.panels.keybar import KeyBar, key_bar
from westwall_tui.ui.panels.lists import ABOVE, list_rows
from westwall_tui.ui.panels.logpane import LogPane, PromptLine, last_lines, wrapped
from westwall_tui.ui.panels.measures import AROUND, measures
from westwall_tui.ui.panels.phasebar import PhaseBar, phase_bar
from westwall_tui.ui.panels.sidepanel import SidePanel, hex_rows
from westwall_tui.ui.play import Play, next_size

PICTURES = {"small": SMALL, "middle": MIDDLE, "large": LARGE}
WHEEL = 2
"""Hexes that the map scrolls with a step of the wheel."""


class Home(Protocol):
    """What the playing screen asks of the app."""

    settings: Settings

    @property
    def palette(self) -> str:
        """How everything is painted (`kit/palettes.py`)."""

    @property
    def unicode(self) -> bool:
        """Whether the signs of the map are Unicode's."""

    def change(self, settings: Settings) -> str:
        """Switch to these settings and save them; what went wrong, or nothing."""

    def back_to_title(self) -> None:
        """Leave the game."""


class PlayScreen(Screen[None]):
    """A game at the keyboard."""

    AUTO_FOCUS = None
    CSS = """
    PlayScreen { layout: vertical; }
    PlayScreen Horizontal { height: 1fr; }
    """

    def __init__(self, session: Session, home: Home) -> None:
        super().__init__()
        self.home = home
        self.keymap = Keymap(home.settings.keys)
        self.play = Play(session, self, handover=home.settings.handover, quick=home.settings.quick, keymap=self.keymap)
        board, lines = session.game.scenario.board, shown_pairs(session.game)
        self.map = MapView(board, PICTURES[home.settings.size], self.signs, lines)
        self.bar, self.panel, self.log_pane = PhaseBar(), SidePanel(), LogPane()
        self.prompt_line, self.key_bar = PromptLine(), KeyBar()
        self.panes: Sequence[Pane] = (
            self.bar,
            self.map,
            self.panel,
            self.log_pane,
            self.prompt_line,
            self.key_bar,
        )
        for pane in self.panes:
            pane.palette = home.palette
        self._tokens: dict[int, Token] = {}
        self._extent = Extent(0, 0)
        self._measures = measures(self._extent, self._extent)
        self._lists: Sequence[Row] = ()
        """The foot of the side panel: what the cursor does not change."""
        self._at_head = False
        self._clicked: tuple[str, int] | None = None
        """What was clicked last, if no key has been pressed since: a hex or a line of the open box."""
        self._seen = 0.0
        """Keys pressed before this time were meant for what was on the screen before."""

    def compose(self) -> ComposeResult:
        yield self.bar
        with Horizontal():
            yield self.map
            yield self.panel
        yield self.log_pane
        yield self.prompt_line
        yield self.key_bar

    def on_mount(self) -> None:
        """Lay the screen out and begin, so that the first paint shows everything."""
        self._lay_out()
        self.play.begin()
        self.play.session.listen(self._called)
        if not self.play.session.is_verified:
            self.call_after_refresh(self.run_worker, self._verify, thread=True)
        if self.home.settings.glyphs == "unicode" and not self.home.unicode:
            self.play.say(NO_UNICODE)
            self._paint_prompt()

    def _verify(self) -> None:
        """Replay the orders of a game that was resumed at once, in a thread of its own while the screen is there."""
        self.play.session.verify()
        self.app.call_from_thread(self.play.catch_up)

    def on_resize(self, event: Resize) -> None:
        """Lay the screen out again."""
        if self._extent != self.app.size:
            self._lay_out()
            self.call_after_refresh(self._repaint)

    def _lay_out(self) -> None:
        self._extent = self.app.size
        picture = self.map.picture
        self._measures = measures(self._extent, Extent(picture.width, picture.height))
        self.panel.styles.width = self._measures.panel
        self.log_pane.styles.height = self._measures.log

    def _repaint(self) -> None:
        self.paint_game()
        self.paint()
        self.paint_dialog()

    # -- keys

    def interrupted(self) -> None:
        """Ctrl+C."""
        self.play.interrupted()

    def on_key(self, event: Key) -> None:
        """Do what a key does; while a dialog takes text, keys that print are text.

        `Keymap` finds the action, not Textual's bindings: those know no keys that mean one thing on the map and another
        in a box.
        """
        dialog = self.play.dialog
        action = self.keymap.action((event.key, *event.aliases), box=dialog is not None)
        if not self.is_current or (event.key in OF_THE_APP and not action):
            return
        event.stop()
        event.prevent_default()
        if event.time < self._seen:
            return
        self._clicked = None
        typing = dialog is not None and dialog.typing
        if typing and event.key == "backspace":
            self.play.typed("")
        elif typing and event.is_printable and event.character:
            self.play.typed(event.character)
        elif action:
            self.play.act(action)
        elif not typing:
            self.play.unknown(_key_name(event))

    # -- the mouse, if the settings want it

    def on_click(self, event: Click) -> None:
        """On the map a click is the cursor, in a box the bar; a second one on the same hex or line is Enter."""
        event.stop()
        if not self.is_current or event.time < self._seen:
            return
        x, y = int(event.screen_x), int(event.screen_y)
        before, self._clicked = self._clicked, self._chosen(x, y)
        if self._clicked is not None and self._clicked == before:
            self._clicked = None
            self.play.act("confirm")
        elif self._clicked is not None and self._clicked[0] == "hex":
            self.play.point(self._clicked[1])

    def _chosen(self, x: int, y: int) -> tuple[str, int] | None:
        """What a cell of the screen chooses: a hex, or a line of the open box, whose bar goes there."""
        dialog, box = self.play.dialog, self.map.box
        if dialog is not None and box is not None:
            line = dialog.pick(y - box.region.y - 1) if box.region.contains(x, y) else -1
            return ("line", line) if line >= 0 else None
        at = self.map.region
        h = self.map.hex_at(x - at.x, y - at.y) if at.contains(x, y) else NOWHERE
        return ("hex", h) if h != NOWHERE else None

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel scrolls the map, with Shift to the side, or moves the bar of the open box."""
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel, the other way."""
        self._wheel(event, 1)

    def _wheel(self, event: MouseEvent, step: int) -> None:
        event.stop()
        if not self.is_current or event.time < self._seen:
            return
        if self.play.dialog is not None:
            self.play.dialog.act("up" if step < 0 else "down")
        else:
            self.map.pan(*((step * WHEEL, 0) if event.shift else (0, step * WHEEL)))

    def on_paste(self, event: Paste) -> None:
        """Pasted text goes into the open field."""
        event.stop()
        if self.is_current and event.time >= self._seen:
            self.play.pasted(event.text)

    def hold_keys(self) -> None:
        """Drop the keys that are pressed before the next decision, or the box of one, is on the screen."""
        self._seen = float("inf")
        self.call_after_refresh(self._all_seen)

    def _all_seen(self) -> None:
        self._seen = Event().time

    # -- other terminals

    class Called(Message):
        """There is something to hear from other terminals."""

    def _called(self) -> None:
        self.post_message(self.Called())

    def on_play_screen_called(self, event: Called) -> None:
        """Hear it."""
        event.stop()
        self.play.hear()

    def ring(self) -> None:
        """Ring the terminal's bell: the player is asked."""
        self.app.bell()

    # -- the computer

    class Answered(Message):
        """A thought came from its thread."""

        def __init__(self, thought: Thought) -> None:
            super().__init__()
            self.thought = thought

    @work(thread=True, exclusive=True, exit_on_error=False, group="computer")
    def think(self, question: Question) -> None:
        """Have a question answered in a thread, which touches nothing of the screen."""
        self.post_message(self.Answered(question()))

    def on_play_screen_answered(self, event: Answered) -> None:
        """The thought is there."""
        event.stop()
        self.play.computer.answered(event.thought)

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        """Do something after a while, or when all that is under way is done."""
        if seconds:
            self.set_timer(seconds, then)
        else:
            self.call_later(then)

    def on_unmount(self) -> None:
        """The program ends: nobody waits for a thought any more, so its thread ends soon."""
        self.play.computer.rest()
        self.play.session.leave()

    def on_screen_resume(self) -> None:
        """Back from a page: the computer has waited."""
        self.play.computer.nudge()

    @property
    def on_top(self) -> bool:
        """Whether no page hides the map."""
        return self.app.screen is self

    @property
    def speed(self) -> str:
        """How the computer's orders are shown."""
        return self.home.settings.computer_speed

    def set_speed(self, speed: str) -> None:
        """Show them at another speed from now on."""
        trouble = self.home.change(replace(self.home.settings, computer_speed=speed))
        if trouble:
            self.play.say(trouble)

    def sees(self, h: int) -> bool:
        """Whether a hex is in sight."""
        return self.map.sees([h], 0, self.map.size.height)

    # -- painting

    @property
    def cursor(self) -> int:
        """The hex under the cursor."""
        return self.map.cursor

    def move_cursor(self, h: int) -> None:
        """Put the cursor on a hex and bring it into sight."""
        self.map.move_cursor(h)

    def paint(self) -> None:
        """Paint what may have changed in the mode: marks, panel, prompt, keys."""
        play = self.play
        self.map.show_marks(play.mode.marks())
        self.panel.show(self._panel_rows())
        self._paint_prompt()
        self.key_bar.show([key_bar(play.keys(), self.keymap, self._extent.width)])

    def _panel_rows(self) -> list[Row]:
        """What the side panel says of the hex under the cursor; at the foot of a wide one, the lists."""
        play, h, width = self.play, self.cursor, self._measures.panel - 1
        about = hex_rows
        if self._measures.detailed:
            from westwall_tui.ui.panels.widepanel import wide_rows as about  # not at 80x24
        rows = [*about(play.game, h, width, play.viewer), *play.looking.places.panel(h, width)]
        extra = [*play.mode.panel(h), *play.looking.panel(h, width, detailed=self._measures.detailed)]
        rows += [(), *extra] if extra and rows[-1:] != [()] else extra
        away = away_rows(self.map, play.mode.marks()) if play.dialog is None else ()  # a box would cut them in two
        foot = [*self._lists, *away]
        between = self._extent.height - AROUND - self._measures.log - len(rows) - len(foot)
        return [*rows, *[()] * between, *foot[max(0, -between) :]]

    def _list_rows(self) -> Sequence[Row]:
        if not self._measures.detailed:
            return ()
        room = self._extent.height - AROUND - self._measures.log - ABOVE
        keys = self.keymap.first("reinforcements"), self.keymap.first("tables")
        return list_rows(self.play.game, self._measures.panel - 1, room, keys)

    def paint_game(self) -> None:
        """Paint what an order may have changed: counters, zones, phase bar, log."""
        play = self.play
        self._lists = self._list_rows()
        self.map.show_units({} if play.looking.hidden else self._counters())
        markers = queries.markers(play.game, play.viewer)
        notes = {m.hex: (m.sign, NOTE_ROLES[m.sign]) for m in markers if m.sign in NOTE_ROLES}
        self.map.show_signs({**play.looking.places.signs(), **notes})
        self.map.show_gates(self._gates())
        self.map.show_boundaries(shown_pairs(play.game))
        self.map.show_zones(play.looking.marks())
        self.bar.show([phase_bar(play.game, self._extent.width, play.looking.switched())])
        self._paint_prompt()

    def _paint_prompt(self) -> None:
        """The prompt, and above it the end of the log; a prompt longer than its line takes some of the log's."""
        width, height = self._extent.width - 1, self._measures.log
        said = wrapped(self.play.prompt(), width)[: height + 1]
        log = last_lines(self.play.log, width, height + 1 - len(said))
        self.log_pane.show([*log, *[()] * (height + 1 - len(said) - len(log)), *said[:-1]])
        self.prompt_line.show(said[-1:])

    def _counters(self) -> dict[int, Token]:
        """The counters by hex; where two units stand, that of the last, with their number."""
        state = self.play.game.state
        counts = Counter(state.location)
        return {h: self._token(unit, counts[h]) for h, unit in state.occupants().items()}

    def _gates(self) -> dict[tuple[int, int], str]:
        """The bridges that are wired, blown or laid, with the names of their signs."""
        found = (crossing for crossing in queries.crossings(self.play.game) if crossing.state)
        return {crossing.pair: BRIDGE_SIGN[crossing.state] for crossing in found}

    def _token(self, unit: int, count: int) -> Token:
        game = self.play.game
        token = self._tokens.get(unit)
        if token is None:
            token = token_of(game.state.units[unit], nation_of(game.scenario, unit))
            self._tokens[unit] = token
        state = game.state
        fought = state.serial in (state.attacked[unit], state.defended[unit], state.fired[unit])
        return token._replace(units=count, state=DONE if fought else token.state)

    @property
    def signs(self) -> Signs:
        """The signs that the player chose."""
        return UNICODE if self.home.unicode else ASCII

    def set_size(self, step: int) -> None:
        """Draw the map larger or smaller, and keep it so."""
        settings = self.home.settings
        size = next_size(settings.size, step)
        if size == settings.size:
            self.play.say(f"Hexes can't get any {'larger' if step > 0 else 'smaller'}")
            return
        trouble = self.home.change(replace(settings, size=size))
        self._tokens.clear()
        self.map.set_picture(PICTURES[size], self.signs)
        self._lay_out()
        self.paint_game()
        if trouble:
            self.play.say(trouble)

    # -- dialogs

    def paint_dialog(self) -> None:
        """Paint the open dialog, or what was behind it."""
        old = self.map.box
        dialog = self.play.dialog
        new = self._box(dialog) if dialog is not None else None
        if (old is None) != (new is None):
            self.panel.show(self._panel_rows())
        if old is not None and new is not None and old.region == new.region:
            at = new.region
            regions = [
                Region(at.x + first, at.y + y, last - first, 1)
                for y, (a, b) in enumerate(zip(old.lines, new.lines, strict=True))
                for first, last in changed_spans(a, b)
            ]
        else:
            regions = [box.region for box in (old, new) if box is not None]
        for pane in self.panes:
            pane.box = new
            pane.refresh_screen(regions)

    def _box(self, dialog: Dialog) -> Box:
        """The box of a dialog: at the foot of the map, or at its head."""
        width = min(dialog.width, self.size.width)
        rows = dialog.within(dialog.rows(width - 4), max(1, self.size.height - 4))
        height = len(rows) + 2
        x = max(0, min((self.map.size.width - width) // 2 + 1, self.size.width - width))
        y = 1 if self._at_head else max(1, self._foot(dialog) - height)
        title = f" {dialog.title} " if dialog.title else ""
        rule = "+-" + title + "-" * (width - 3 - len(title)) + "+"
        lines = [cells_of((Span(rule[:width], "box"),), width)]
        side: tuple[tuple[str, str], ...] = (("|", "box"), (" ", ""))
        lines += [side + cells_of(row, width - 4) + side[::-1] for row in rows]
        lines.append(cells_of((Span("+" + "-" * (width - 2) + "+", "box"),), width))
        return Box(Region(x, y, width, height), tuple(lines))

    def _foot(self, dialog: Dialog) -> int:
        """The line below the box: one that is about some hexes covers the log rather than them."""
        return self.log_pane.region.bottom if dialog.hexes() else self.map.region.bottom

    def make_room(self, dialog: Dialog) -> None:
        """Put the box at the foot or the head of the map, and move the map if the box would hide what it is about."""
        self._at_head = False
        hexes, room = list(dialog.hexes()), self.map.size.height
        if not hexes or not room:
            return
        height = len(dialog.rows(min(dialog.width, self._extent.width) - 4)) + 2
        free = {False: (0, room + self._measures.log - height), True: (height, room)}
        """The lines of the map that a box at its foot leaves in sight, and one at its head."""
        for at_head, lines in free.items():
            if self.map.sees(hexes, *lines):
                self._at_head = at_head
                return
        # At the rim of the board the map cannot move as it likes; what the box is about in the first place comes first.
        ways = [(at_head, group) for group in (hexes, hexes[:1]) for at_head in free]
        self._at_head, group = next((way for way in ways if self.map.can_bring(way[1], *free[way[0]])), ways[0])
        self.map.bring_between(group, *free[self._at_head])

    def open_look(self, name: str) -> None:
        """Open a dialog for finding your way: go to, commands, messages, legend."""
        from westwall_tui.ui.dialogs.commands import CommandsDialog
        from westwall_tui.ui.dialogs.goto import GotoDialog
        from westwall_tui.ui.dialogs.legend import LegendDialog
        from westwall_tui.ui.dialogs.messages import MessagesDialog

        play = self.play
        if name == "goto":
            play.open(GotoDialog(play))
        elif name == "commands":
            play.open(CommandsDialog(play, play.act, self.keymap))
        elif name == "messages":
            play.open(MessagesDialog(play, [line.text for line in play.log], self.size.height - 6))
        else:
            play.open(LegendDialog(play, self.signs))

    # -- other screens

    def show_page(self, name: str) -> None:
        """Show a page of its own."""
        from westwall_tui.ui.pages.catalogue import page_named

        play = self.play
        page = page_named(name, play.game, play.session.path, self.home.settings.keys, self.leave)
        self.app.push_screen(page)

    def show_overview(self) -> None:
        """Show the whole board; the cursor goes where it is left."""
        from westwall_tui.ui.map.overview import Overview, Seen
        from westwall_tui.ui.pages.overview import OverviewScreen

        play, board, signs = self.play, self.play.game.scenario.board, self.signs
        places = play.looking.places.signs()
        front = play.looking.front.marks() if queries.front_side(play.game) >= 0 else {}
        seen = Seen(self._counters(), places, shown_pairs(play.game), front, self._gates())

        def told(h: int) -> str:
            state = play.game.state
            units = ", ".join(state.ids(queries.units_at(play.game, h)))
            return board.describe(h) + (f": {units}" if units else "")

        def go(h: int | None) -> None:
            if h is not None and h >= 0:
                self.move_cursor(h)
            self.paint()

        screen = OverviewScreen(
            lambda columns, lines: Overview(board, lines, signs, columns), seen, self.cursor, self.map.in_sight, told,
            self.keymap, self.home.palette,
        )  # fmt: skip
        self.app.push_screen(screen, go)

    def leave(self) -> None:
        """Back to the title; the game is saved."""
        self.play.computer.rest()
        self.play.session.leave()
        self.home.back_to_title()


def _key_name(event: Key) -> str:
    """What to call a key."""
    return event.character if event.is_printable and event.character else event.key
