"""Desk: what modes and dialogs may ask of the playing screen. Dialog: a box over the map that takes your keys.

The box paints nothing but itself and is no Textual screen, since a `ModalScreen` repaints everything behind it. The
panes of the playing screen (`pane.py`) ask the open box for the cells that it covers; a dialog is what is in the box
and what its keys do.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.ui.terminal.rows import Row, Span, row


class Desk(Protocol):
    """What modes and dialogs may ask of the playing screen."""

    @property
    def game(self) -> Game:
        """The game; for reading."""

    @property
    def cursor(self) -> int:
        """The hex under the cursor."""

    @property
    def viewer(self) -> int:
        """The side whose secrets may be shown; -1 while nobody's may."""

    @property
    def can_undo(self) -> bool:
        """Whether the last order may be taken back here."""

    skipped: set[int]
    """Units that their player skipped in this phase."""

    def move_cursor(self, h: int) -> None:
        """Put the cursor on a hex and bring it into sight."""

    def apply(self, order: Order) -> list[Event] | None:
        """Give an order; it is saved and logged, and the next mode takes over. None if it was refused.

        The refusal is shown in the prompt line.
        """

    def apply_all(self, orders: Iterable[Order]) -> bool:
        """Give legal orders that belong together; they are saved once, then the next mode takes over.

        The next is asked for when the one before it has been carried out. False, and the refusal is shown in the prompt
        line, if one was refused.
        """

    def refuse(self, refusal: IllegalOrder, do: str = "") -> None:
        """Show a refusal, `CASE: reason`, and what to do instead."""

    def say(self, text: str) -> None:
        """Show a line in place of the prompt until the next key."""

    def key(self, action: str) -> str:
        """The key of an action as the player has set it, for hints."""

    def turn_to(self, kind: str) -> None:
        """Put a mode in place for a part of the pending decision; that of `game.prompt.kind` follows the next order."""

    def coming(self) -> Sequence[int]:
        """Units of the attack plan on the map that are not yet where it wants them."""

    def planned(self, enemy: int) -> tuple[Sequence[int], int]:
        """Whom the plan made for this Combat Phase takes in against an enemy, and its Ground Support Points.

        Units that attack and further enemies; nobody and 0 if there is no such plan.
        """

    def update(self) -> None:
        """Paint what may have changed in the mode: marks, prompt, panel, footer."""

    def show_page(self, name: str) -> None:
        """Show a page of its own: `reinforcements`, `tables`, `rules`, `rules:7.12`, `account`."""

    def open(self, dialog: "Dialog") -> None:
        """Open a dialog over the map; one that is open is replaced."""

    def close(self) -> None:
        """Close the dialog that is open, if one is."""

    def refresh_dialog(self) -> None:
        """Paint what changed in the dialog."""


class Dialog:
    """What a box shows and does. After anything changes, call `desk.refresh_dialog()`."""

    title = ""
    width = 74
    """Of the whole box at most, its border included; narrower where the screen is."""
    about = ""
    """What its help explains, by the name of a text (`words/helptext.py`); its keys are listed anyway."""
    typing = False
    """Whether printable keys are text (`typed`) and not keys of actions."""
    unseen = True
    """Whether keys pressed before the box was first on the screen are dropped: nobody meant them for it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def rows(self, width: int) -> Sequence[Row]:
        """What is in the box, as rows of at most that width; their number should stay the same while it is open."""
        raise NotImplementedError

    def within(self, rows: Sequence[Row], room: int) -> Sequence[Row]:
        """The rows that are shown where only so many fit; the last one has the keys."""
        return rows if len(rows) <= room else [*rows[: room - 1], rows[-1]]

    def act(self, action: str) -> bool:
        """Do what a key does here: `confirm`, `up`, `yes`, `put` ... True if the box has a use for it.

        If not, `back` and `leave` close the box, and pages can be looked up; nothing else works while it is open.
        """
        return False

    def pick(self, row: int) -> int:
        """Put the bar on the line in a row of the box, as the mouse does; the line's number, -1 if there is none."""
        return -1

    def keys(self) -> Sequence[tuple[str, str]]:
        """What the footer shows while it is open: actions, and what each does in a word or two."""
        return (("back", "back"),)

    def hint(self, width: int, *keys: tuple[str, str]) -> Row:
        """The last row of the box: keys and what they do, as many as there is room for.

        `("up down", "line"), ("confirm", "go there")` is `Up Down: line   Enter: go there`.
        """
        parts = [f"{' '.join(map(self.desk.key, names.split()))}: {does}" for names, does in keys]
        gap = "   " if len("   ".join(parts)) <= width else "  "
        while len(gap.join(parts)) > width and len(parts) > 1:
            parts.pop()
        return row(gap.join(parts)[:width], "bold")

    def typed(self, character: str) -> None:
        """A character was typed (`typing`); an empty string is Backspace."""

    def pasted(self, text: str) -> None:
        """A line was pasted (`typing`): as if it were typed."""
        for character in text:
            self.typed(character)

    def hexes(self) -> Sequence[int]:
        """Hexes that should stay in sight beside the box if that can be."""
        return ()


class TextDialog(Dialog):
    """Text to read, which scrolls where the screen is too low for it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._first = 0
        self._room = 0
        """Rows of text on show, where not all are."""

    def within(self, rows: Sequence[Row], room: int) -> Sequence[Row]:
        """As many rows as fit, from where the text was scrolled to, and the keys with those that scroll."""
        if len(rows) <= room:
            self._first = self._room = 0
            return rows
        self._room = room - 1
        self._first = max(0, min(self._first, len(rows) - 1 - self._room))
        key = self.desk.key
        scroll = Span(f"   {key('up')} {key('down')}: more", "bold")
        return [*rows[:-1][self._first : self._first + self._room], (*rows[-1], scroll)]

    def act(self, action: str) -> bool:
        """Scroll."""
        steps = {"up": -1, "down": 1, "page_up": -self._room, "page_down": self._room}
        if action not in steps or not self._room:
            return False
        self._first += steps[action]
        self.desk.refresh_dialog()
        return True


class Confirm(Dialog):
    """A question about what cannot be undone at will: y, or the key that asked it again, is yes, and Enter is neither.

    So a key that was meant for the map decides nothing. Escape or n is no.
    """

    width = 64

    def __init__(
        self,
        desk: Desk,
        title: str,
        rows: Sequence[Row],
        yes: Callable[[], object],
        *,
        also: str = "",
        does: str = "yes",
        stays: str = "no",
    ) -> None:
        """`also` is an action whose key says yes, too: the one that asked. `does` and `stays`: what yes and no do."""
        super().__init__(desk)
        self.title = title
        self._rows = rows
        self._yes = yes
        self._also = also
        self._does = does
        self._stays = stays

    def rows(self, width: int) -> Sequence[Row]:
        """The question, and the keys that answer it."""
        return [*self._rows, row(), self.hint(width, (self._keys, self._does), ("back", self._stays))]

    @property
    def _keys(self) -> str:
        """The actions that are yes: y, and the one that asked."""
        return f"yes {self._also}".strip()

    def act(self, action: str) -> bool:
        """Yes, or no."""
        if action == "no":
            self.desk.close()
        elif action in self._keys.split():
            self.desk.close()
            self._yes()
        elif action in ("confirm", "put"):
            key = self.desk.key
            self.desk.say(f"{key('yes')}: {self._does}, {key('back')}: {self._stays}")
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        """Yes and no."""
        *first, last = self._keys.split()
        return (*((name, "") for name in first), (last, self._does), ("back", self._stays))
