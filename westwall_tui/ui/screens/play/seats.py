"""The display of other players' orders, and the box that changes the players."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Order
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import SPEEDS
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.words.places import hex_to_show
from westwall_tui.words.rows import Row, chosen_row, row, shortened

if TYPE_CHECKING:
    from westwall_tui.history.entries import Entry
    from westwall_tui.ui.around.entry import OpponentRecord, Trace


class OrdersElsewhere:
    """The display of the orders of the computer or of a person elsewhere. The cursor follows these orders.

    The cursor stops following while the player looks around.
    """

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._at = -1
        """The hex where the cursor was put last."""
        self._seen: OpponentRecord | None = None
        """The other players' orders since the player here acted."""

    # -- their orders

    def note(self, entries: "Sequence[Entry]", viewer: int, *, shows: bool) -> None:
        """Keep the effects of another player's orders; call this with no entries when that player begins to decide.

        `viewer` is the side at this keyboard. If it is -1 (no side), the record starts over with each Player-Turn. With
        `shows`, show the effects at once.
        """
        from westwall_tui.ui.around.entry import OpponentRecord  # not loaded at the start

        game = self._screen.game
        if self._seen is None or (viewer < 0 and self._seen.turn != (game.state.turn, game.state.side)):
            self._seen = OpponentRecord(game)
        if entries:
            self._seen.note(game, entries, viewer, shows=shows)

    @property
    def lasts(self) -> bool:
        """True while the effects of other players' orders are on the screen."""
        return self._seen is not None

    @property
    def trace(self) -> "Trace | None":
        """The traces of the last of these orders on the map; None if they are no longer shown."""
        return None if self._seen is None or self._seen.entry is None else self._seen.trace

    @property
    def marks(self) -> Mapping[int, tuple[str, str]]:
        """The marks on the hexes where something happened."""
        return {} if self._seen is None else self._seen.marks

    def rows(self, width: int) -> Sequence[Row]:
        """Return the last of these orders for the panel, while the cursor is where it took effect."""
        trace, screen = self.trace, self._screen
        if self._seen is None or trace is None or screen.cursor not in (trace.place, self._at):
            return ()
        return self._seen.rows(screen.game, width)

    def forget_last(self) -> None:
        """Stop showing the last order, because the player here decides.

        Keep the marks, and mark places that changed hands.
        """
        if self._seen is not None:
            self._seen.forget_last()
            self._seen.note_places(self._screen.game)

    def forget(self) -> None:
        """Show nothing of these orders any more, because the player here has acted."""
        self._seen = None

    # -- the cursor

    def begin(self) -> None:
        """Follow another player's orders from where the cursor is."""
        self._at = self._screen.cursor

    def follow(self, order: Order, events: Sequence[Event]) -> None:
        """Put the cursor where an order did something."""
        screen = self._screen
        if screen.cursor != self._at:
            return
        h = hex_to_show(screen.game, order, events)
        if h >= 0:
            screen.move_cursor(h)
            self._at = h


class PlayersDialog(Dialog):
    """A box with a line for each side and one for the speed, if there is one; Enter confirms the changes."""

    narrow = True
    title = "Who plays"

    def __init__(
        self,
        screen: GameScreen,
        seats: Sequence[Sequence[Seat]],
        speed: str,
        chosen: Callable[[Mapping[int, Seat], str], None],
    ) -> None:
        """Take each side's possible players, the present one first; `chosen` gets the changed seats and the speed."""
        super().__init__(screen)
        self._seats, self._speed, self._chosen = seats, speed, chosen
        self._turned = [0] * len(seats)
        self._at = 0

    def _lines_of_players(self) -> list[str]:
        sides = [side.adjective for side in self.game.scenario.sides]
        lines = [f"{name + ':':<10}{self._seats[side][self._turned[side]]}" for side, name in enumerate(sides)]
        return [*lines, f"{'Computer:':<10}{SPEEDS[self._speed]}"] if self._speed else lines

    def rows(self, width: int) -> Sequence[Row]:
        lines = enumerate(self._lines_of_players())
        return [chosen_row(line, width) if i == self._at else shortened(row(f"  {line}"), width) for i, line in lines]

    def act(self, action: str) -> bool:
        steps = {"next_hex": 1, "put": 1, "previous_hex": -1}
        if action in ("up", "down"):
            self._at = (self._at + (1 if action == "down" else -1)) % len(self._lines_of_players())
        elif action in steps:
            self._turn_choice(steps[action])
        elif action == "confirm":
            self.screen.close()
            self._chosen({side: self._seats[side][at] for side, at in enumerate(self._turned) if at}, self._speed)
            return True
        else:
            return False
        return True

    def _turn_choice(self, step: int) -> None:
        if self._at == len(self._seats):
            names = tuple(SPEEDS)
            self._speed = names[(names.index(self._speed) + step) % len(names)]
        elif len(seats := self._seats[self._at]) > 1:
            self._turned[self._at] = (self._turned[self._at] + step) % len(seats)
        else:
            self.screen.say("Only that player, or the host while the player is away, can give up the seat")

    def pick(self, row: int) -> int:
        if not 0 <= row < len(self._lines_of_players()):
            return -1
        self._at = row
        return row

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "line"), ("next_hex", "change"), ("confirm", "done"), ("back", "back"))
