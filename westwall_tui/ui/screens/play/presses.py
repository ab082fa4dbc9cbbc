"""Key presses: which ones count for what is on the screen, which must wait, and which are dropped; and the mouse."""

from collections.abc import Callable, Sequence
from functools import partial

from textual.events import Event, Key

from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.terminal.pane import Pane
from westwall_tui.words.keymap import KEYS

HELD = 0.25
"""Seconds. A key that comes again within that time was held down, or pressed twice by mistake."""
TEXT = frozenset({"commands", "goto", "say"})
"""Actions that open a field, so that the keys after them are text."""
LONGEST = 200
"""Maximum number of text keys typed ahead."""
WHEEL = 2
"""Hexes that the map scrolls with a step of the wheel."""


class Presses:
    """A filter for keys, clicks and pastes, which passes those made for what is on the screen now."""

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
        """Presses before this time were meant for the previous screen."""
        self._unpainted: set[Pane] = set()
        """The panes that must still be painted before a press counts again."""
        self._until_shown = False
        """True if the terminal must also have shown the panes."""
        self._last_key = "", 0.0
        """The last key and its time."""

    def begin(self) -> None:
        """Let presses count from now on, because the screen is new."""
        self._until_shown = False
        self._begin_at(Event().time)

    def _begin_at(self, time: float) -> None:
        self._seen = time
        ahead, self._ahead = self._ahead, []
        for event in ahead:
            self._press(Key(event.key, event.character))

    def take(self, event: Key, *, is_text: bool) -> bool:
        """Return True if a key counts now. If a key belongs to a text and is typed too early, keep it for later.

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
        """Return True if a press was meant for what is on the screen."""
        return event.time >= self._seen

    def repeats(self, event: Key) -> bool:
        """Return True for a key that is held down, or was pressed twice by mistake. Call this once for each key."""
        (before, at), self._last_key = self._last_key, (event.key, event.time)
        return event.key == before and event.time - at < HELD

    def hold(self, *, until_shown: bool = False) -> None:
        """Drop keys until the next decision, or its box, is on the screen.

        With `until_shown`, drop them until the terminal has shown it, which takes longer over a slow connection.

        This waits for each pane and not for the screen, which is refreshed before its panes have painted.
        """
        self._until_shown = until_shown or (not self.ready and self._until_shown)
        self._seen = float("inf")
        self._unpainted = waiting = set(self._panes)
        for pane in self._panes:
            pane.call_after_refresh(self._pane_painted, pane, waiting)

    def _pane_painted(self, pane: Pane, waiting: set[Pane]) -> None:
        """Note that a pane has been painted or had nothing to paint; after the last one, keys count again."""
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
        """True if the pending decision is on the screen, so that keys are meant for it."""
        return not self._unpainted and not self._until_shown


class Mouse:
    """The mouse, if the settings want it: a click moves the cursor or a box's bar, and a second click is Enter."""

    def __init__(
        self, play: GameScreen, view: MapView, point: Callable[[int], None], confirm: Callable[[], None]
    ) -> None:
        """Take callbacks: `point` puts the cursor on a hex, `confirm` does what Enter does."""
        self._play, self._map, self._point, self._confirm = play, view, point, confirm
        self._clicked: tuple[str, int] | None = None
        """The hex or the line of a box that was clicked last, if no key has been pressed since."""

    def forget(self) -> None:
        """Make the next click a first one, because a key was pressed."""
        self._clicked = None

    def click(self, x: int, y: int) -> None:
        """Handle a click on a cell of the screen."""
        before, self._clicked = self._clicked, self._choice_at(x, y)
        if self._clicked is not None and self._clicked == before:
            self._clicked = None
            self._confirm()
        elif self._clicked is not None and self._clicked[0] == "hex":
            self._point(self._clicked[1])

    def _choice_at(self, x: int, y: int) -> tuple[str, int] | None:
        """Return the hex at a cell, or the line of the open box, to which the bar moves."""
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


# -- keys that wait until the orders of a resumed game have been replayed


WAITING = "One moment: the keys you pressed will take effect after the replay"
READS_THE_LOG = frozenset({"course", "messages"})
"""Pages and boxes about past orders."""
LOOKS = frozenset(
    {key.name for key in KEYS if key.group in ("cursor", "map", "lists")} - READS_THE_LOG
    | {"up", "down", "page_up", "page_down", "first", "last"}
    | {"next", "previous", "back", "commands", "options", "leave"}
)
"""Actions that need only the position, which is on the screen."""


class HeldKeys:
    """Keys that wait while the orders are replayed in a thread, from `begin` to `release`.

    Otherwise the first order would wait for that thread on a frozen screen, and a key pressed again would act twice.
    """

    def __init__(self, play: GameInPlay) -> None:
        self._play = play
        self.waits = False
        """True while the orders are being replayed."""
        self._actions: list[str] = []

    def begin(self) -> None:
        """Hold keys from now on, because the orders are being replayed."""
        self.waits = True

    def takes(self, action: str) -> bool:
        """Return True if a key has to wait; then keep it and say so in the prompt.

        While other keys wait, every key waits. A repeated key is dropped: it was pressed because nothing happened.
        """
        if not self.waits or not (self._actions or self._needs_orders(action)):
            return False
        if self._actions[-1:] != [action]:
            self._actions.append(action)
        self._play.say(WAITING)
        return True

    def release(self) -> Sequence[str]:
        """Return the keys that were kept, in order, now that the orders have been replayed."""
        kept, self._actions, self.waits = self._actions, [], False
        return kept

    def _needs_orders(self, action: str) -> bool:
        play = self._play
        if action in LOOKS or play.decision.hands_over or (play.dialog is not None and play.dialog.typing):
            return False
        selects = action == "confirm" and play.dialog is None and play.game.prompt.kind in ("movement", "combat")
        return not (selects and play.mode.selected_unit() < 0)
