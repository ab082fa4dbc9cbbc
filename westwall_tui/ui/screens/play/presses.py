"""Which presses count: those that were meant for what is on the screen, and those that must wait; and the mouse."""

from collections.abc import Callable, Sequence
from functools import partial

from textual.events import Event, Key

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.terminal.pane import Pane
from westwall_tui.words.keymap import KEYS

HELD = 0.25
"""Seconds within which a key comes again that is held down, or was pressed twice by mistake."""
TEXT = frozenset({"commands", "goto", "say"})
"""Actions that open a field, so that the keys after them are text."""
LONGEST = 200
"""Maximum number of text keys typed ahead."""
WHEEL = 2
"""Hexes that the map scrolls with a step of the wheel."""


class Presses:
    """Knows which keys, clicks and pastes were made for what is on the screen now."""

    def __init__(
        self,
        panes: Sequence[Pane],
        when_shown: Callable[[Callable[[float], object]], object],
        press: Callable[[Key], object],
    ) -> None:
        """Take callbacks: `when_shown` calls a function with the time, once the terminal has shown what was painted.

        `press` handles a key that was typed ahead.
        """
        self._panes, self._when_shown, self._press = panes, when_shown, press
        self._ahead: list[Key] = []
        """Text that was typed ahead, after the key that opens its field."""
        self._seen = 0.0
        """What was pressed before this time was meant for what was on the screen before."""
        self._unpainted: set[Pane] = set()
        """The panes that are still to be painted before a press counts again."""
        self._until_shown = False
        """True if the terminal must also have shown them."""
        self._last_key = "", 0.0
        """The key that was pressed last, and when."""

    def begin(self) -> None:
        """The screen is new: nothing that was pressed before counts."""
        self._until_shown = False
        self._begin_at(Event().time)

    def _begin_at(self, time: float) -> None:
        self._seen = time
        ahead, self._ahead = self._ahead, []
        for event in ahead:
            self._press(Key(event.key, event.character))

    def take(self, event: Key, *, is_text: bool) -> bool:
        """Return True if a key counts now; a key of a text that is typed too early is kept for later.

        `is_text`: the key opens a field, or is typed into a field that the player has opened. Text means the same on
        any screen, so it is kept until the next decision is shown: dropping only its first keys would turn the others
        into orders.
        """
        if self.count(event) or (is_text and self.ready):
            return True
        goes_on = bool(self._ahead) and self._ahead[-1].key not in ("enter", "escape")
        if (is_text or goes_on) and len(self._ahead) < LONGEST:
            self._ahead.append(event)
        return False

    def count(self, event: Event) -> bool:
        """True if a press was meant for what is on the screen."""
        return event.time >= self._seen

    def repeats(self, event: Key) -> bool:
        """True for a key that is held down, or was pressed twice by mistake; to be asked of each key, once."""
        (before, at), self._last_key = self._last_key, (event.key, event.time)
        return event.key == before and event.time - at < HELD

    def hold(self, *, until_shown: bool = False) -> None:
        """Drop the keys that are pressed before the next decision, or the box of one, is on the screen.

        `until_shown`: also those before the terminal has shown it, which over a slow connection is later.

        Each pane is asked, not the screen: that hears of what there is to paint only after the panes, and has painted
        everything, as it believes, before it begins.
        """
        self._until_shown = until_shown or (not self.ready and self._until_shown)
        self._seen = float("inf")
        self._unpainted = waiting = set(self._panes)
        for pane in self._panes:
            pane.call_after_refresh(self._pane_painted, pane, waiting)

    def _pane_painted(self, pane: Pane, waiting: set[Pane]) -> None:
        """A pane has been painted, or had nothing to paint; with the last that is waited for, keys count again."""
        waiting.discard(pane)
        if waiting or waiting is not self._unpainted:
            return
        if self._until_shown:
            self._when_shown(partial(self._shown, waiting))
        else:
            self.begin()

    def _shown(self, painted: set[Pane], at: float) -> None:
        if painted is self._unpainted:
            self._until_shown = False
            self._begin_at(at)

    @property
    def ready(self) -> bool:
        """True if the pending decision is on the screen, so that a key means that."""
        return not self._unpainted and not self._until_shown


class Mouse:
    """The mouse, if the settings want it: a click is the cursor, or in a box the bar; a second one there is Enter."""

    def __init__(
        self, play: GameInPlay, view: MapView, point: Callable[[int], None], confirm: Callable[[], None]
    ) -> None:
        """`point` puts the cursor on a hex, `confirm` does what Enter does."""
        self._play, self._map, self._point, self._confirm = play, view, point, confirm
        self._clicked: tuple[str, int] | None = None
        """What was clicked last, if no key has been pressed since: a hex or a line of the open box."""

    def forget(self) -> None:
        """A key was pressed: the next click is a first one."""
        self._clicked = None

    def click(self, x: int, y: int) -> None:
        """A cell of the screen was clicked."""
        before, self._clicked = self._clicked, self._choice_at(x, y)
        if self._clicked is not None and self._clicked == before:
            self._clicked = None
            self._confirm()
        elif self._clicked is not None and self._clicked[0] == "hex":
            self._point(self._clicked[1])

    def _choice_at(self, x: int, y: int) -> tuple[str, int] | None:
        """What a cell of the screen chooses: a hex, or a line of the open box, whose bar goes there."""
        dialog, box = self._play.dialog, self._map.box
        if dialog is not None and box is not None:
            line = dialog.pick(y - box.region.y - 1) if box.region.contains(x, y) else -1
            return ("line", line) if line >= 0 else None
        at = self._map.region
        h = self._map.hex_at(x - at.x, y - at.y) if at.contains(x, y) else NOWHERE
        return ("hex", h) if h != NOWHERE else None

    def turn_wheel(self, step: int, *, sideways: bool) -> None:
        """Scroll the map, or move the bar of the open box."""
        dialog = self._play.dialog
        if dialog is None:
            self._map.pan(*((step * WHEEL, 0) if sideways else (0, step * WHEEL)))
        else:
            dialog.act("up" if step < 0 else "down")


# -- keys that wait for the orders of a game that was resumed at once


WAITING = "One moment: your keys will be carried out after the replay"
READS_THE_LOG = frozenset({"course", "messages"})
"""Pages and boxes of what has happened."""
LOOKS = frozenset(
    {key.name for key in KEYS if key.group in ("cursor", "map", "lists")} - READS_THE_LOG
    | {"up", "down", "page_up", "page_down", "first", "last"}
    | {"next", "previous", "back", "commands", "options", "leave"}
)
"""Actions that need only the position, which is on the screen."""


class HeldKeys:
    """From `begin` on, while the orders are replayed in a thread, keys that need them are kept for `release`.

    Otherwise the first order waits for that thread with a dead screen, and a key that is pressed again acts twice.
    """

    def __init__(self, play: GameInPlay) -> None:
        self._play = play
        self.waits = False
        """True while the orders are being replayed."""
        self._actions: list[str] = []

    def begin(self) -> None:
        """The orders are being replayed."""
        self.waits = True

    def takes(self, action: str) -> bool:
        """Keep a key for later if it has to wait, and say so in the prompt. False if it can be acted on now.

        A key waits behind others that wait. The same key again is dropped: it was pressed because nothing happened.
        """
        if not self.waits or not (self._actions or self._needs_orders(action)):
            return False
        if self._actions[-1:] != [action]:
            self._actions.append(action)
        self._play.say(WAITING)
        return True

    def release(self) -> Sequence[str]:
        """The orders have been replayed. Returns the keys that were kept, the first one first."""
        kept, self._actions, self.waits = self._actions, [], False
        return kept

    def _needs_orders(self, action: str) -> bool:
        play = self._play
        if action in LOOKS or play.decision.hands_over or (play.dialog is not None and play.dialog.typing):
            return False
        selects = action == "confirm" and play.dialog is None and play.game.prompt.kind in ("movement", "combat")
        return not (selects and play.mode.unit_in_hand() < 0)
