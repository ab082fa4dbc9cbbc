"""An example of play, step by step: its text under the phase bar, the board, and the effects of the orders."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from westwall_tui.learn.example_list import ListedExample
from westwall_tui.learn.examples import Example, ExampleStage, ExampleWalk, load_example
from westwall_tui.ui.around.bars import WORDS, WordsPane, headed_bar
from westwall_tui.ui.around.example import StageView
from westwall_tui.ui.around.layout import hex_size, measures
from westwall_tui.ui.around.sidepanel import head_rows
from westwall_tui.ui.map.pane.follow import WAYS
from westwall_tui.ui.map.pane.still import show_position
from westwall_tui.ui.pages.catalog import KeysScreen
from westwall_tui.ui.pages.rules import ReadingScreen
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.screens.boards.board_screen import BoardScreen
from westwall_tui.ui.terminal.pane import Pane
from westwall_tui.words.rows import Row, key_bar, row

WAYS_OUT = ("help", "step_out")
"""Actions whose keys are at the right end of the key bar."""


class ExampleScreen(BoardScreen):
    """An example of play."""

    place = "example"

    def __init__(self, example: Example, preferences: Preferences, leave: Callable[[], object]) -> None:
        """Take a callback that goes back to where the example was opened."""
        self.walk, self.at = ExampleWalk(example), 1
        self.words = WordsPane()
        super().__init__(self.stage.game, preferences, leave)

    @property
    def _above(self) -> tuple[Pane, ...]:
        return self.bar, self.words

    @property
    def stage(self) -> ExampleStage:
        """The board at the step that is shown."""
        return self.walk.stage(self.at)

    def on_mount(self) -> None:
        """Show the first step."""
        self._lay_out()
        self.paint()

    def _lay_out(self) -> None:
        self._extent = self.app.size
        size = hex_size(self._extent, self.map.board, self.preferences.settings.size, 1 + WORDS)
        if self.map.picture.size is not size:
            self.map.set_picture(size, self.map.picture.signs, self.map.drawing)
        self.panel.styles.width = measures(self._extent, self._board_extent, 1 + WORDS).panel

    # -- painting

    def paint(self) -> None:
        """Paint the step, with the cursor on the first thing that its text names."""
        stage = self.stage
        layers = StageView(stage).layers()
        show_position(self.map, stage.game, self._counters, -1)
        self.map.route = layers.route
        self.map.show_zones(layers.lost)
        self.map.show_marks(layers.marks)
        if stage.hexes:
            self.cursor = stage.hexes[0]
        self.map.move_cursor(self.cursor)
        self._paint_around()

    def _paint_around(self) -> None:
        width, example, game = self._extent.width, self.walk.example, self.stage.game
        head = f"Example {', '.join(example.sections)}  {self.at} of {len(self.walk)}"
        self.bar.show([headed_bar(head, game, width)])
        lines = wrap(self.stage.step.say, min(width, 80) - 2)[:WORDS]
        self.words.show([row(f" {line}", "bold") for line in lines])
        self.panel.show(self._panel_rows(self._panel_width))
        self.prompt_line.show([row(f" {example.title}"[:width])])
        self.key_bar.show([key_bar(self._keys_of_step(), self.keymap, width, WAYS_OUT)])

    _paint_resized = _paint_around

    def _panel_rows(self, width: int) -> list[Row]:
        """Return the panel's lines: the effects of the step, the units, and at the bottom the hex under the cursor."""
        view = StageView(self.stage)
        happened = view.rows(width)
        foot = head_rows(self.stage.game, self.cursor, width)[:1]
        room = (self.panel.size.height or self._extent.height - WORDS - 3) - len(foot) - 1
        rows: Sequence[Row] = [*happened, *([()] if happened else []), *view.unit_rows(width)][:room]
        return [*rows, *[()] * (room + 1 - len(rows)), *foot]

    def _keys_of_step(self) -> list[tuple[str, str]]:
        on = [("step_on", "next")] if self.at < len(self.walk) else []
        back = [("step_back", "previous")] if self.at > 1 else []
        look = [("north", ""), ("south", ""), ("west", ""), ("east", "look")]
        return [*on, *back, *look, ("rules", "the rule"), ("help", "help"), ("step_out", "back")]

    # -- keys

    def act(self, action: str) -> None:
        if action in ("step_out", "leave"):
            self._leave()
        elif action in ("step_on", "step_back"):
            at = self.at + (1 if action == "step_on" else -1)
            if 1 <= at <= len(self.walk):
                self.at = at
                self.paint()
        elif action == "rules":
            example = self.walk.example
            self.app.push_screen(ReadingScreen(example.scenario.rules, example.sections[0]))
        elif action == "help":
            self.app.push_screen(KeysScreen(self.keymap, self.place))
        elif action.removeprefix("far_") in WAYS:
            self._look_around(action)


def show_example(app: GameApp, example: ListedExample) -> None:
    """Show an example over the present screen. Raises `FileError`."""

    def leave() -> None:
        app.pop_screen()

    app.push_screen(ExampleScreen(load_example(example.folder), app.preferences, leave))
