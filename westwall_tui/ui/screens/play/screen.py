"""The playing screen: phase bar, map and side panel, log, prompt and keys; and the box of an open dialog.

Every key, thought of the computer and message from another terminal goes to the game in play. The changes are drawn
once, at the end (`draw`).
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
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
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.disk.writing import Advice
from westwall_tui.files.faults import FileError
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
from westwall_tui.ui.screens.play.turn import ModeInPlace
from westwall_tui.ui.terminal.abilities import NO_UNICODE
from westwall_tui.ui.terminal.internals import ENDED
from westwall_tui.ui.terminal.pane import in_sight, key_name
from westwall_tui.ui.terminal.writer import Window
from westwall_tui.words.keymap import BOX, OF_THE_APP

if TYPE_CHECKING:
    from westwall_tui.ui.decisions.die import Die
    from westwall_tui.ui.screens.menus import MenuItem

DUSK = 1.0
"""Seconds for which the map still shows a unit's reach after its move."""
PAUSE = 0.1
"""Seconds without a key after which the rest of a step's changes are painted."""
ROLLS, TURNS = 0.4, (2, 5, 3)
"""Seconds for which a die rolls, and the sides that it shows meanwhile, counted on from the one on which it lies."""
AT_REST = 0.03
"""Seconds to wait before loading the rest, so that the first paint reaches the terminal undisturbed."""


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
        """Take a callback that goes back to the title (`leave`), and a `page` to show first."""
        self._first_page = page
        self.tell_sandbox: Callable[[str], None] | None = None
        """A function that tells the player news of this game, while the screen of a sandbox is above this one."""
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
        self._named: ModeInPlace | None = None
        """The decision that the title of the window names."""
        self._pause: Timer | None = None
        """The timer that was started at the last key, and paints the waiting changes."""
        self._roll: Timer | None = None
        """The timer of a die that is rolling; all other changes wait until it lies."""

    def _click_again(self) -> None:
        """Carry out a second click: Enter on the map; in a box, its `clicked` action."""
        dialog = self.play.dialog
        self.keys.act("confirm" if dialog is None else dialog.clicked)

    def new_play(self, session: Session) -> GameInPlay:
        """Return the game in play; the map exists already."""
        return GameInPlay(session, self.preferences, self.keymap, self.think, self._do_later)

    def new_keys(self) -> Keys:
        """Return the keys; the game in play exists already."""
        return Keys(self.play, self.screen_actions())

    def new_panes(self) -> Panes:
        """Return the panes; the keys exist already."""
        return Panes(self.play, self.keys, self.map)

    def screen_actions(self) -> Actions:
        """Return the screen's own actions."""
        return {
            **self.pages.actions(),
            "characters": self._change_characters,
            "options": self._show_options,
            "larger": lambda: self._set_size(1),
            "smaller": lambda: self._set_size(-1),
            "leave": self.leave,
            "sandboxes": self._show_sandboxes,
            "give": lambda: self.play.say(f"You are not in a sandbox. {self.play.key('sandboxes')}: your sandboxes"),
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
        """Load in a thread everything that can wait for the first paint.

        This replays the orders of a resumed game, if they have not been replayed yet, and loads pages before a key asks
        for them.
        """
        if not self.play.session.is_verified:
            self.keys.held.begin()
            sleep(AT_REST)
            self.play.session.verify()
            with suppress(*ENDED):
                self.app.call_from_thread(self._catch_up)
        with Advice(lambda: None):  # the game can do without the aims
            self.play.aims.read(self.play.game)
        self.post_message(self.AimsRead())
        drawn = () if self.map.drawing is None else ("map.drawn.far",)
        for name in ("pages.rules", "pages.points", "pages.whole_board", *drawn):
            import_module(f"westwall_tui.ui.{name}")

    class AimsRead(Message):
        """The message that the aims of the sides have been read."""

    def on_play_screen_aims_read(self, event: AimsRead) -> None:
        """Show the aim above the prompt."""
        event.stop()
        if in_sight(self):
            self.panes.paint_prompt()

    def _catch_up(self) -> None:
        self.play.catch_up()
        self.draw()
        for action in self.keys.held.release():
            if self.takes_keys:  # the key was meant for what is on the screen now
                self.act(action)
        self._nudge_computer()

    def on_resize(self, event: Resize) -> None:
        """Lay the screen out again for a new size."""
        if self._roll is not None:
            self.draw()
        if self._extent != self.app.size:
            self.lay_out()
            self.call_after_refresh(self._repaint_game)

    def lay_out(self) -> None:
        """Place and size the panes for this screen."""
        self._extent = self.app.size
        size = hex_size(self._extent, self.map.board, self.preferences.settings.size, self.head)
        if self.map.picture.size is not size:
            self.map.set_picture(size, self.preferences.signs, self.map.drawing)
        picture = self.map.picture
        self.panes.lay_out(self._extent, measures(self._extent, Extent(picture.width, picture.height), self.head))

    def _repaint_game(self) -> None:
        self.panes.paint_game()
        self.panes.paint(at_pause=True)

    # -- the style of the map

    def _set_size(self, step: int) -> None:
        """Draw the map larger or smaller, and save the setting."""
        settings = self.preferences.settings
        at = SIZES.index(settings.size) + step
        size = SIZES[min(max(0, at), len(SIZES) - 1)]
        if size == settings.size:
            self.play.say(f"Hexes can't get any {'larger' if step > 0 else 'smaller'}")
            return
        trouble = self.preferences.change(settings._replace(size=size))
        self._draw_again(trouble)

    def _change_characters(self) -> None:
        """Draw the map in the next style that the terminal can show, and save the setting."""
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
        """Draw the map again with the present settings; `trouble` is the error if they could not be saved."""
        size = hex_size(self.app.size, self.map.board, self.preferences.settings.size, self.head)
        self.map.set_picture(size, self.preferences.signs, self.preferences.drawing)
        self.lay_out()
        self.play.update_game()
        if trouble:
            self.play.say(trouble)

    def _show_options(self) -> None:
        """Show the options that can be changed in a game."""
        from westwall_tui.ui.screens.menus import OptionsScreen, quick_item

        play, keys = self.play, partial(self.keys.act, "all_keys")

        def change_quick(quick: bool) -> None:
            play.change_quick(quick)
            self.draw()

        def of_game() -> "Sequence[MenuItem]":
            return [quick_item(play.seats.quick, change_quick)] if play.seats.shared else []

        self.app.push_screen(OptionsScreen(self.preferences, self._change_look, keys, of_game, play.game))

    def _change_look(self, trouble: str) -> None:
        """Draw everything with the present settings."""
        for pane in self.panes.all:
            pane.palette = self.preferences.palette
            pane.refresh()
        self._draw_again(trouble)
        self.draw()

    # -- drawing the changes

    @property
    def rolls_dice(self) -> bool:
        """True if a die rolls before it lies."""
        return not self.app.is_headless and self.preferences.rolls_dice

    def _begin_roll(self, die: "Die | None") -> bool:
        """Let a die roll, and return True; return False if there is none, or it may not roll."""
        if die is None or not self.rolls_dice:
            return False
        self._turn_die(die, 0)
        return True

    def _turn_die(self, die: "Die", turn: int) -> None:
        """Paint the next side of a rolling die or, after the last one, all changes."""
        self._roll = None
        if turn == len(TURNS):
            self._nudge_computer()
            return
        with self.play.advice("the die"):
            self.panes.paint_roll(die, (die.side - 1 + TURNS[turn]) % 6 + 1)
        self._roll = self.set_timer(ROLLS / len(TURNS), partial(self._turn_die, die, turn + 1))

    @property
    def whose_move(self) -> str:
        """The scenario and whose move it is, for the title of the window."""
        return self.play.whose_move

    def draw(self) -> None:
        """Draw what has changed. If a die has been rolled, let it roll first; drawing again ends that."""
        if self._roll is not None:
            self._roll.stop()
            self._roll = None
        if self.play.changes.copies:
            with self.play.advice("the copy"):
                self.play.say(self.pages.copied(self.play.changes.copies))
            self.play.changes.copies = ""
        die, self.play.changes.die = self.play.changes.die, None
        if self._begin_roll(die):
            return
        changes, self.play.changes = self.play.changes, Changes()
        if self.play.decision is not self._named:
            self._named = self.play.decision
            with self.play.advice("the title of the window"):
                self._app.name_window(self.whose_move)
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
        """Paint the changes that waited until no key had come for a moment."""
        if self.panes.waits:
            self.panes.paint(at_pause=True)

    def act(self, action: str) -> None:
        """Carry out an action, and draw the changes."""
        self.keys.act(action)
        self.draw()

    def _when_shown(self, then: Callable[[float], object]) -> None:
        self._app.when_shown(then)

    @property
    def _app(self) -> GameApp:
        assert isinstance(self.app, GameApp)
        return self.app

    # -- keys

    def interrupted(self) -> None:
        """Answer Ctrl+C."""
        self.keys.interrupted()
        self.draw()

    @property
    def takes_keys(self) -> bool:
        """True if the pending decision is on the screen, so that keys are meant for it; others are dropped."""
        return self.presses.ready

    def on_key(self, event: Key) -> None:
        """Do what a key does; while a dialog takes text, printable keys are text.

        `Keymap` finds the action instead of Textual's bindings, because a key may mean one thing on the map and another
        in a box.
        """
        dialog = self.play.dialog
        action = self.keymap.action_in(self.play.mode.places if dialog is None else BOX, (event.key, *event.aliases))
        if not self.is_active or (event.key in OF_THE_APP and not action):
            return
        if self._roll is not None:
            self.draw()
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
        """Move the cursor on the map, or the bar in a box; a second click in the same place is Enter."""
        event.stop()
        if self.is_active and self.presses.count(event):
            self._mouse.click(int(event.screen_x), int(event.screen_y))
            self.play.update()
            self.draw()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll the map, sideways with Shift, or move the bar of the open box."""
        self._turn_wheel(event, -1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll the map or move the bar in the other direction."""
        self._turn_wheel(event, 1)

    def _turn_wheel(self, event: MouseEvent, step: int) -> None:
        event.stop()
        if self.is_active and self.presses.count(event):
            self._mouse.turn_wheel(step, sideways=event.shift)
            self.play.update()
            self.draw()

    def on_paste(self, event: Paste) -> None:
        """Put pasted text into the open field."""
        event.stop()
        if self.is_active and self.presses.count(event):
            self.keys.pasted(event.text)
            self.draw()

    # -- other terminals

    class Called(Message):
        """The message that there is news from other terminals."""

    def _post_call(self) -> None:
        self.post_message(self.Called())

    def on_play_screen_called(self, event: Called) -> None:
        """Handle news from other terminals."""
        event.stop()
        from westwall_tui.ui.screens.play.talk import OtherTerminals

        news = OtherTerminals(self.play).hear()
        self.draw()
        if self.tell_sandbox is not None and news:
            self.tell_sandbox(news)

    def _show_sandboxes(self) -> None:
        assert isinstance(self.app, GameApp)
        self.app.show_sandboxes()

    # -- the computer

    class Answered(Message):
        """The message that the computer has answered a question, in its thread."""

        def __init__(self, thought: Thought) -> None:
            super().__init__()
            self.thought = thought

    @work(thread=True, exclusive=True, group="computer")
    def think(self, question: Question) -> None:
        """Answer a question in a thread, which does not touch the screen."""
        self.post_message(self.Answered(question()))

    def on_play_screen_answered(self, event: Answered) -> None:
        """Take the computer's answer."""
        event.stop()
        self.play.computer.answered(event.thought)
        self._nudge_computer()

    def _do_later(self, seconds: float, then: Callable[[], None]) -> None:
        """Call a function later, and then let the computer continue."""

        def end() -> None:
            then()
            self._nudge_computer()

        self.set_timer(seconds, end)

    def notice_failure(self, text: str) -> None:
        """Tell the player that a page or advice has failed."""
        self.play.notice_failure(text)
        self.draw()

    def _nudge_computer(self) -> None:
        """Carry out the computer's order, if it is due and nothing covers the map; it waits for a rolling die."""
        if self._roll is not None:
            return
        if in_sight(self):
            self.play.nudge()
        self.draw()

    def on_screen_resume(self) -> None:
        """Let the computer continue after a page is closed, and name the window after this game again."""
        self._named = None
        self._nudge_computer()

    def on_unmount(self) -> None:
        """Stop the computer's thought and leave the session at the end of the program."""
        self.play.computer.rest()
        self.play.session.leave()

    # -- the map

    @property
    def window(self) -> Window:
        """The part of its picture that the map shows, and where."""
        return Window(self.map.region, self.map.left, self.map.top)

    @property
    def cursor(self) -> int:
        """The hex under the cursor."""
        return self.play.cursor

    # -- the end

    class Another(Message):
        """The message that another game replaces this one, which is over."""

        def __init__(self, session: Session) -> None:
            super().__init__()
            self.session = session

    def begin_another(self, make: Callable[[], Session | None]) -> None:
        """Go on to another game, which `make` returns; None if that game will continue in this session."""
        try:
            another = make()
        except (FileError, IllegalOrder) as error:
            self.play.say(str(error))
            self.draw()
            return
        if another is None:
            self.draw()
            return
        self.play.computer.rest()
        self.play.session.leave()
        self.post_message(self.Another(another))

    def leave(self) -> None:
        """Go back to the title; the game is saved."""
        self.play.computer.rest()
        self.play.session.leave()
        self._leave()
