"""The playing screen: phase bar, map and side panel, log, prompt, keys; and the box of an open dialog.

Whatever happens here, a key, a thought of the computer, news from another terminal, goes to the game in play; what that
changed is drawn once, when it is over (`draw`).
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from time import sleep
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click, Key, MouseEvent, MouseScrollDown, MouseScrollUp, Paste, Resize
from textual.geometry import Size as Extent
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from westwall_tui.ai.thinker import Question, Thought
from westwall_tui.files.disk.writing import Advice
from westwall_tui.files.players.settings import GLYPHS, SIZES
from westwall_tui.files.sessions.base import Session
from westwall_tui.ui.around.layout import hex_size, measures
from westwall_tui.ui.gamescreen import Changes, Dialog
from westwall_tui.ui.map.geometry import SIZE_CALLED
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.keys import Actions, Keys
from westwall_tui.ui.screens.play.pages import Callbacks, Pages
from westwall_tui.ui.screens.play.panes import Panes
from westwall_tui.ui.screens.play.presses import TEXT, Mouse, Presses
from westwall_tui.ui.terminal.abilities import NO_UNICODE
from westwall_tui.ui.terminal.pane import in_sight, key_name
from westwall_tui.ui.terminal.writer import Window
from westwall_tui.words.keymap import BOX, OF_THE_APP

if TYPE_CHECKING:
    from westwall_tui.files.sessions.local import LocalSession

DUSK = 1.0
"""Seconds for which the map still shows after a move where the unit could go."""
PAUSE = 0.1
"""Seconds without a key after which the rest of what a step changes is painted."""
AT_REST = 0.03
"""Seconds that the first paint, on its way to the terminal in a thread of its own, has the processor to itself."""


class PlayScreen(Screen[None]):
    """A game at the keyboard."""

    AUTO_FOCUS = None
    head = 1
    """Lines above the map."""
    CSS = """
    PlayScreen { layout: vertical; }
    PlayScreen Horizontal { height: 1fr; }
    """

    def __init__(self, session: Session, preferences: Preferences, leave: Callable[[], None], page: str = "") -> None:
        """`leave` goes back to the title; `page` is one to show first."""
        self._first_page = page
        super().__init__()
        self.preferences = preferences
        self.keymap = preferences.keymap
        self._leave = leave
        board, lines = session.game.scenario.board, boundary_pairs(session.game)
        self.map = MapView(board, SIZE_CALLED[preferences.settings.size], self.preferences.signs, lines)
        self.map.drawing = preferences.drawing
        self.play = self.new_play(session)
        self.pages = Pages(
            self, self.play, self.map, preferences, Callbacks(self.draw, self.act, self.leave, self.begin_another)
        )
        self.keys = self.new_keys()
        self.panes = panes = self.new_panes()
        self.bar, self.panel, self.log_pane = panes.bar, panes.panel, panes.log_pane
        self.prompt_line, self.key_bar = panes.prompt_line, panes.key_bar
        for pane in panes.all:
            pane.palette = preferences.palette
        self._extent = Extent(0, 0)
        self.presses = Presses(panes.all, self._when_shown, self.on_key)
        self._mouse = Mouse(self.play, self.map, self.keys.point, self._click_again)
        self._dialog: Dialog | None = None
        """The dialog that was drawn last."""
        self._pause: Timer | None = None
        """Runs from the last key until what waits for a pause is shown."""

    def _click_again(self) -> None:
        """Carry out a second click: Enter on the map; in a box, its `clicked` action."""
        dialog = self.play.dialog
        self.keys.act("confirm" if dialog is None else dialog.clicked)

    def new_play(self, session: Session) -> GameInPlay:
        """The game in play, once there is a map."""
        return GameInPlay(session, self.preferences, self.keymap, self.think, self._do_later)

    def new_keys(self) -> Keys:
        """What keys do, once there is a game in play."""
        return Keys(self.play, self.screen_actions())

    def new_panes(self) -> Panes:
        """The panes, once there are keys."""
        return Panes(self.play, self.keys, self.map)

    def screen_actions(self) -> Actions:
        """What keys do to the screen itself."""
        return {
            **self.pages.actions(),
            "characters": self._change_characters,
            "options": self._show_options,
            "larger": lambda: self._set_size(1),
            "smaller": lambda: self._set_size(-1),
            "leave": self.leave,
        }

    def compose(self) -> ComposeResult:
        yield from self.panes.above
        with Horizontal():
            yield self.map
            yield self.panel
        yield self.log_pane
        yield self.prompt_line
        yield self.key_bar

    def on_mount(self) -> None:
        """Lay the screen out and begin, so that the first paint shows everything."""
        self.lay_out()
        self.play.begin()
        if self.preferences.settings.glyphs == "unicode" and not self.preferences.unicode:
            self.play.say(NO_UNICODE)
        if self._first_page:
            self.keys.show(self._first_page)
        self.draw()
        if self.play.dialog is not None:  # the map had no size yet
            self.call_after_refresh(self._make_room)
        self.play.session.listen(self._post_call)
        self.call_after_refresh(self.run_worker, self._load_what_can_wait, thread=True)
        self.presses.begin()

    def _make_room(self) -> None:
        if self.play.dialog is not None:
            self.panes.make_room(self.play.dialog)

    def _load_what_can_wait(self) -> None:
        """What can wait for the first paint, in a thread of its own while the screen is there.

        The orders of a game that was resumed at once are replayed, and pages are loaded before a key asks for one.
        """
        if not self.play.session.is_verified:
            self.keys.held.begin()
            sleep(AT_REST)
            self.play.session.verify()
            self.app.call_from_thread(self._catch_up)
        with Advice(lambda: None):  # the game can be played without that line
            self.play.read_aims()
        self.post_message(self.AimsRead())
        drawn = () if self.map.drawing is None else ("map.drawn.far",)
        for name in ("pages.rules", "pages.points", "pages.whole_board", *drawn):
            import_module(f"westwall_tui.ui.{name}")

    class AimsRead(Message):
        """The message that the aims of the sides are read."""

    def on_play_screen_aims_read(self, event: AimsRead) -> None:
        """Show the aim above the prompt."""
        event.stop()
        if in_sight(self):
            self.panes.paint_prompt()

    def _catch_up(self) -> None:
        self.play.catch_up()
        self.draw()
        for action in self.keys.held.release():
            if self.takes_keys:  # it was meant for what is on the screen now
                self.act(action)
        self._nudge_computer()

    def on_resize(self, event: Resize) -> None:
        """Lay the screen out again."""
        if self._extent != self.app.size:
            self.lay_out()
            self.call_after_refresh(self._repaint_game)

    def lay_out(self) -> None:
        """Give the panes their places on a screen of this size."""
        self._extent = self.app.size
        size = hex_size(self._extent, self.map.board, self.preferences.settings.size, self.head)
        if self.map.picture.size is not size:
            self.map.set_picture(size, self.preferences.signs, self.map.drawing)
        picture = self.map.picture
        self.panes.lay_out(self._extent, measures(self._extent, Extent(picture.width, picture.height), self.head))

    def _repaint_game(self) -> None:
        self.panes.paint_game()
        self.panes.paint(at_pause=True)

    # -- how the map is drawn

    def _set_size(self, step: int) -> None:
        """Draw the map larger or smaller, and keep it so."""
        settings = self.preferences.settings
        at = SIZES.index(settings.size) + step
        size = SIZES[min(max(0, at), len(SIZES) - 1)]
        if size == settings.size:
            self.play.say(f"Hexes can't get any {'larger' if step > 0 else 'smaller'}")
            return
        trouble = self.preferences.change(settings._replace(size=size))
        self._draw_again(trouble)

    def _change_characters(self) -> None:
        """Draw the map in the next kind of characters that the terminal can show, and keep it so."""
        settings = self.preferences.settings
        at, trouble, glyphs = GLYPHS.index(settings.glyphs), "", ""
        for glyphs in (*GLYPHS[at + 1 :], *GLYPHS[: at + 1]):
            trouble = self.preferences.change(settings._replace(glyphs=glyphs))
            if glyphs == "ascii" or self.preferences.fine:
                break
        self._draw_again(trouble)
        shown = {"ascii": "in ASCII", "unicode": "in Unicode", "drawn": "drawn"}[glyphs]
        self.play.say(trouble or f"The map is now {shown}")

    def _draw_again(self, trouble: str) -> None:
        """Draw the map again with the settings as they are now; `trouble`: what went wrong when they were saved."""
        size = hex_size(self.app.size, self.map.board, self.preferences.settings.size, self.head)
        self.map.set_picture(size, self.preferences.signs, self.preferences.drawing)
        self.lay_out()
        self.play.update_game()
        if trouble:
            self.play.say(trouble)

    def _show_options(self) -> None:
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

    # -- what changed is drawn

    def draw(self) -> None:
        """Draw what has changed."""
        changes, self.play.changes = self.play.changes, Changes()
        dirty = self.panes.dim() or changes.dirty
        if self.panes.dims:
            self.set_timer(DUSK, self.draw)
        if changes.unseen:
            self.presses.hold(until_shown=changes.final)
        if changes.bell:
            self.app.bell()
        if changes.cursor:
            with self.play.advice("the map"):
                self.map.follower.goals = self.play.goals()
            self.map.move_cursor(self.play.cursor)
        if changes.game:
            self.panes.paint_game()
        before, self._dialog = self._dialog, self.play.dialog
        if self._dialog is not None and self._dialog is not before:
            self.panes.make_room(self._dialog)
        if dirty:
            self.panes.paint()
        if changes.page:
            with self.play.advice("this page"):
                self.pages.show(changes.page)
        if self._pause is not None:
            self._pause.stop()
        self._pause = self.set_timer(PAUSE, self._at_pause) if self.panes.waits else None
        if before is not None and self._dialog is None and self.play.computer.decides:
            self.call_later(self._nudge_computer)

    def _at_pause(self) -> None:
        """No key has come for a moment: paint what waited for that."""
        if self.panes.waits:
            self.panes.paint(at_pause=True)

    def act(self, action: str) -> None:
        """Do what the key of an action does, and draw what that changed."""
        self.keys.act(action)
        self.draw()

    def _when_shown(self, then: Callable[[float], object]) -> None:
        assert isinstance(self.app, GameApp)
        self.app.when_shown(then)

    # -- keys

    def interrupted(self) -> None:
        """Ctrl+C."""
        self.keys.interrupted()
        self.draw()

    @property
    def takes_keys(self) -> bool:
        """True if the pending decision is on the screen, so that a key means that; others are dropped."""
        return self.presses.ready

    def on_key(self, event: Key) -> None:
        """Do what a key does; while a dialog takes text, keys that print are text.

        `Keymap` finds the action, not Textual's bindings: those know no keys that mean one thing on the map and another
        in a box.
        """
        dialog = self.play.dialog
        action = self.keymap.action_in(self.play.mode.places if dialog is None else BOX, (event.key, *event.aliases))
        if not self.is_active or (event.key in OF_THE_APP and not action):
            return
        event.stop()
        event.prevent_default()
        again = self.presses.repeats(event)
        typing = dialog is not None and dialog.typing
        asked_for = dialog is not None and not dialog.unseen if typing else action in TEXT
        if not self.presses.take(event, is_text=asked_for):
            return
        if again and action == "confirm" and dialog is not None and dialog.follows_orders:
            return
        self._mouse.forget()
        if typing and event.key == "backspace":
            self.keys.typed("")
        elif typing and event.is_printable and event.character:
            self.keys.typed(event.character)
        elif action:
            self.keys.act(action)
        elif not typing:
            self.keys.unknown(key_name(event))
        self.draw()

    # -- the mouse, if the settings want it

    def on_click(self, event: Click) -> None:
        """On the map a click is the cursor, in a box the bar; a second one on the same hex or line is Enter."""
        event.stop()
        if self.is_active and self.presses.count(event):
            self._mouse.click(int(event.screen_x), int(event.screen_y))
            self.play.update()
            self.draw()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel scrolls the map, with Shift to the side, or moves the bar of the open box."""
        self._turn_wheel(event, -1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel, the other way."""
        self._turn_wheel(event, 1)

    def _turn_wheel(self, event: MouseEvent, step: int) -> None:
        event.stop()
        if self.is_active and self.presses.count(event):
            self._mouse.turn_wheel(step, sideways=event.shift)
            self.play.update()
            self.draw()

    def on_paste(self, event: Paste) -> None:
        """Pasted text goes into the open field."""
        event.stop()
        if self.is_active and self.presses.count(event):
            self.keys.pasted(event.text)
            self.draw()

    # -- other terminals

    class Called(Message):
        """There is something to hear from other terminals."""

    def _post_call(self) -> None:
        self.post_message(self.Called())

    def on_play_screen_called(self, event: Called) -> None:
        """Hear it."""
        event.stop()
        from westwall_tui.ui.screens.play.talk import OtherTerminals

        OtherTerminals(self.play).hear()
        self.draw()

    # -- the computer

    class Answered(Message):
        """The computer has answered a question, in its thread."""

        def __init__(self, thought: Thought) -> None:
            super().__init__()
            self.thought = thought

    @work(thread=True, exclusive=True, group="computer")
    def think(self, question: Question) -> None:
        """Have a question answered in a thread, which touches nothing of the screen."""
        self.post_message(self.Answered(question()))

    def on_play_screen_answered(self, event: Answered) -> None:
        """What it has thought of is there."""
        event.stop()
        self.play.computer.answered(event.thought)
        self._nudge_computer()

    def _do_later(self, seconds: float, then: Callable[[], None]) -> None:
        """Do something after a while; then the computer may go on."""

        def end() -> None:
            then()
            self._nudge_computer()

        self.set_timer(seconds, end)

    def notice_failure(self, text: str) -> None:
        """Tell the player that a page or advice has failed."""
        self.play.notice_failure(text)
        self.draw()

    def _nudge_computer(self) -> None:
        """The computer's order is given, if it is due and nothing lies over the map."""
        if in_sight(self):
            self.play.nudge()
        self.draw()

    def on_screen_resume(self) -> None:
        """Back from a page: the computer has waited."""
        self._nudge_computer()

    def on_unmount(self) -> None:
        """The program ends: nobody waits for a thought any more, so its thread ends soon."""
        self.play.computer.rest()
        self.play.session.leave()

    # -- the map

    @property
    def window(self) -> Window:
        """Which part of its picture the map shows, and where."""
        return Window(self.map.region, self.map.left, self.map.top)

    @property
    def cursor(self) -> int:
        """The hex under the cursor."""
        return self.play.cursor

    # -- the end

    class Another(Message):
        """Another game begins in place of this one, which is over."""

        def __init__(self, session: Session) -> None:
            super().__init__()
            self.session = session

    def begin_another(self, session: "LocalSession", swapped: bool) -> None:
        """Begin another game like this one, which is over; with the sides swapped if you want."""
        another = session.another(swapped=swapped)
        self.play.computer.rest()
        session.leave()
        self.post_message(self.Another(another))

    def leave(self) -> None:
        """Back to the title; the game is saved."""
        self.play.computer.rest()
        self.play.session.leave()
        self._leave()
