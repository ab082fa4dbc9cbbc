"""A screen with a board on which nobody plays, such as a game to watch or an example; the cursor only looks around."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key, Resize
from textual.geometry import Size as Extent

from westwall_tui.engine.game import Game
from westwall_tui.ui.around.bars import KeyBar, PhaseBar, PromptLine
from westwall_tui.ui.around.layout import NARROW, WIDEST_PANEL
from westwall_tui.ui.around.sidepanel import MARGIN, SidePanel
from westwall_tui.ui.map.geometry import SIZE_CALLED
from westwall_tui.ui.map.hexes.counters import Counters
from westwall_tui.ui.map.pane.follow import FAR, step
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.ui.map.signs import ASCII_FRAME, UNICODE_FRAME
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.terminal.page import TellingScreen
from westwall_tui.ui.terminal.pane import Pane, key_name
from westwall_tui.words.keymap import OF_THE_APP
from westwall_tui.words.rows import row


class BoardScreen(TellingScreen):
    """The bar, the map with its panel, and the lines below them; subclasses add panes of their own."""

    AUTO_FOCUS = None
    CSS = """
    BoardScreen { layout: vertical; }
    BoardScreen Horizontal { height: 1fr; }
    """
    place: str
    """The keymap's name for the place in which this screen's keys work."""

    def __init__(self, game: Game, preferences: Preferences, leave: Callable[[], object]) -> None:
        """Take a callback that goes back to where the screen was opened."""
        super().__init__()
        self.preferences, self._leave = preferences, leave
        self.keymap = preferences.keymap
        size = SIZE_CALLED[preferences.settings.size]
        self.map = MapView(game.scenario.board, size, preferences.signs, boundary_pairs(game))
        self.map.drawing = preferences.drawing
        self.bar, self.panel, self.prompt_line, self.key_bar = PhaseBar(), SidePanel(), PromptLine(), KeyBar()
        self.panel.rule = (UNICODE_FRAME if preferences.fine else ASCII_FRAME).down
        self.cursor = self.map.cursor
        self._counters = Counters()
        self._extent = Extent(0, 0)
        for pane in (*self._above, *self._boards, self.panel, *self._below):
            pane.palette = preferences.palette

    @property
    def _above(self) -> tuple[Pane, ...]:
        """The panes above the map."""
        return (self.bar,)

    @property
    def _boards(self) -> tuple[Pane, ...]:
        """The panes at the left of the panel, of which one is displayed."""
        return (self.map,)

    @property
    def _below(self) -> tuple[Pane, ...]:
        """The panes below the map."""
        return self.prompt_line, self.key_bar

    def compose(self) -> ComposeResult:
        yield from self._above
        with Horizontal():
            yield from self._boards
            yield self.panel
        yield from self._below

    def on_resize(self, event: Resize) -> None:
        """Lay the screen out again for a new size."""
        if self._extent != self.app.size:
            self._lay_out()
            self._paint_after_layout()

    def _paint_after_layout(self) -> None:
        """Paint once the panes have their new sizes."""

        def paint() -> None:
            with self.guarded():  # Textual calls it outside the messages of this screen
                self._paint_resized()

        self.call_after_refresh(paint)

    def _lay_out(self) -> None:
        """Give the panes their sizes."""
        raise NotImplementedError

    def _paint_resized(self) -> None:
        """Paint whatever depends on the size of the screen."""
        raise NotImplementedError

    def _paint_around(self) -> None:
        """Paint everything but the map."""
        raise NotImplementedError

    @property
    def _board_extent(self) -> Extent:
        """Columns and lines of the whole board."""
        return Extent(self.map.picture.width, self.map.picture.height)

    @property
    def _panel_width(self) -> int:
        """Columns of the panel's text, which has a blank on either side."""
        wide = int(self.panel.styles.width.value) if self.panel.styles.width else NARROW
        return min(wide, WIDEST_PANEL) - MARGIN

    # -- keys

    def on_key(self, event: Key) -> None:
        """Carry out the action of a key, or say that the key does nothing here."""
        action = self.keymap.action_in(frozenset({self.place}), (event.key, *event.aliases))
        if not self.is_active or (event.key in OF_THE_APP and not action):
            return
        event.stop()
        event.prevent_default()
        if action:
            self.act(action)
        else:
            in_games = self.keymap.action((event.key, *event.aliases), box=False)
            why = "works only in a game" if in_games else "does nothing here"
            self.say(f"{key_name(event)} {why}. {self.keymap.first('help')}: the keys that work")

    def say(self, text: str) -> None:
        """Show a message below the map until the next key."""
        self.prompt_line.show([row(f" {text}")])

    def act(self, action: str) -> None:
        """Carry out an action."""
        raise NotImplementedError

    def _look_around(self, action: str) -> None:
        """Move the cursor one step, or several if the action is a far one."""
        for _ in range(FAR if action.startswith("far_") else 1):
            self.cursor = step(self.map.board, self.cursor, action.removeprefix("far_"))
        self.map.move_cursor(self.cursor)
        self._paint_around()
