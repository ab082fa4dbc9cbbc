"""The parts shared by lessons, puzzles and demonstrations: words under the phase bar, and barred keys."""

from collections.abc import Sequence

from westwall_tui.ui.around.bars import WordsPane
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.keys import Keys
from westwall_tui.ui.screens.play.panes import Panes
from westwall_tui.words.rows import Row, row


class WordedPanes(Panes):
    """The panes of a game with words under the phase bar."""

    def __init__(self, play: GameInPlay, keys: Keys, view: MapView) -> None:
        super().__init__(play, keys, view)
        self.words = WordsPane()
        self.above = (self.bar, self.words)
        self.all = (*self.above, *self.all[1:])

    def paint(self, *, at_pause: bool = False) -> None:
        """Paint the words, and the panes that the mode may have changed."""
        super().paint(at_pause=at_pause)
        self.words.show(self.words_rows(self._screen.width))

    def words_rows(self, width: int) -> Sequence[Row]:
        """Return the words for this width."""
        raise NotImplementedError


class GuidedKeys(Keys):
    """The keys of a lesson or a puzzle.

    Keys that would lead elsewhere are barred, and Esc leaves the lesson or puzzle.
    """

    called = ""
    """The kind of activity: `lesson` or `puzzle`."""
    barred = frozenset({
        "players", "concede", "saves", "say", "replay_back", "replay_on", "course", "briefing", "sandboxes", "give",
        "notes",
    })  # fmt: skip
    """Actions that would lead elsewhere, or give the solution away."""

    def act(self, action: str) -> None:
        if answer := self.why_not(action):
            self._play.say(answer)
        else:
            super().act(action)

    def why_not(self, action: str) -> str:
        """Return the message for an action that is barred here; empty if the action works as in a game."""
        return f"That is only available in a game, not in a {self.called}" if action in self.barred else ""

    def _step_back(self) -> None:
        if not self._play.mode.back():
            self._leave_game()

    def _ask_to_leave(self, *lines: str) -> None:
        """Ask before going back, because Esc is easily pressed once too often."""
        rows, title = [row(line) for line in lines], f"Quit the {self.called}?"
        leave = self._screen["leave"]
        self._play.open(Confirm(self._play, title, rows, leave, also="leave", does="quit", stays="stay"))

    def keys(self) -> Sequence[tuple[str, str]]:
        pairs = super().keys()
        return [(name, word) for name, word in pairs if name not in ("hint", "goto")]
