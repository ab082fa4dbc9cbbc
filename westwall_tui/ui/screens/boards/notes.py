"""The page of a player's notes: it adds, changes and deletes them, and leads to their hexes and positions."""

from collections.abc import Callable, Sequence
from textwrap import shorten
from typing import NamedTuple

from textual.events import Key, Paste
from textual.geometry import Size

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.words import capital
from westwall_tui.files.faults import printable
from westwall_tui.files.saves.private import MAX_NOTE_LENGTH, Note
from westwall_tui.files.sessions.notebook import Notebook
from westwall_tui.files.tables import MAX_NAME_LENGTH
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import ItemsPage, MenuItem
from westwall_tui.ui.terminal.page import TellingScreen
from westwall_tui.ui.terminal.typed import TypedLine
from westwall_tui.words.keymap import BOX, SANDBOXES
from westwall_tui.words.notes import about_note, as_typed, in_order, place_of, with_text
from westwall_tui.words.rows import Row

ABOUT = "Only you see your notes."
UNDONE = "The orders before this position have been undone."
PLACE, TEXT = 18, 28
"""Maximum characters of a note's place and of its text in the list."""


class Ways(NamedTuple):
    """The functions that lead to the place of a note."""

    to_hex: Callable[[int], object]
    to_order: Callable[[int], object]
    """Show the position after a number of orders."""
    to_turn: Callable[[int], object]
    """Show the beginning of a Game-Turn."""


class NotesScreen(TellingScreen, ItemsPage):
    """The list of a player's notes; beside it is the map around the chosen one."""

    heading = "Your notes"

    def __init__(
        self,
        notebook: Notebook,
        now: Game,
        here: tuple[int, int],
        ways: Ways,
        changed: Callable[[], None],
        preferences: Preferences,
    ) -> None:
        """Take the position on the screen, as its player may know it, its hex, and the number of orders before it.

        `changed` is called after each change.
        """
        super().__init__(preferences)
        self._book, self._now, self._ways, self._changed = notebook, now, ways, changed
        self._hex, order = here
        self._blanks = notebook.blanks(self._hex, now.state.turn, order)
        self._new = 0
        """The number of the place of a new note."""
        self._line: TypedLine | None = None
        """The text of the chosen or new note, while it is typed."""
        self._asks = False
        """True while the page asks whether to delete the chosen note."""

    @property
    def _listed(self) -> Sequence[Note]:
        """The notes in the order of the list."""
        return in_order(self._book.notes, self._blanks[0].hex)

    @property
    def _chosen(self) -> Note | None:
        return self._listed[self._at - 1] if self._at else None

    @property
    def _blank(self) -> Note:
        return self._blanks[self._new]

    # -- the list

    def items(self) -> Sequence[MenuItem]:
        """Return the item for a new note, then one for each note."""
        found = [MenuItem(f"New: < {self._new_place} >", self._begin, self._change_place, info=self._about_chosen)]
        board = self._now.scenario.board
        for note in self._listed:
            place = shorten(place_of(note, board), PLACE, placeholder="...")
            text = shorten(printable(note.text), TEXT, placeholder=" ...")
            found.append(MenuItem(f"{place:<{PLACE}}  {text}".rstrip(), self._open, info=self._about_chosen))
        return found

    @property
    def _new_place(self) -> str:
        """The words for the place of a new note."""
        if self._blank.order >= 0:
            return "bookmark of this position"
        return f"note on {'hex ' if self._blank.hex else ''}{place_of(self._blank, self._now.scenario.board)}"

    def _about_chosen(self) -> Sequence[str]:
        chosen = self._chosen
        if self._line is not None:
            is_bookmark = (chosen or self._blank).order >= 0
            asked = "Its name, and after a colon a text" if is_bookmark else "Its text"
            return (f"{asked}: {self._line.text}_",)
        if chosen is None:
            return (ABOUT,)
        if self._asks:
            return (f"Delete this note: {as_typed(chosen)}?",)
        gone = [UNDONE] if chosen.order >= 0 and self._book.place(chosen) < 0 else []
        return (about_note(chosen, self._now.scenario.board), *gone)

    def subject(self) -> object:
        """Return the chosen note, whose place the picture shows."""
        return self._chosen

    def draw_picture(self, subject: Note | None, extent: Size) -> Sequence[Row]:
        """Draw the map around the hex of the chosen note, the position of a bookmark, or the map around the cursor."""
        hexes = self._now.scenario.board.by_number
        marked = self._book.position(subject) if subject is not None and subject.order >= 0 else None
        still = self.map_of(marked or self._now)
        if marked is None:
            still.cursor = hexes.get(subject.hex, self._hex) if subject is not None else self._hex
        return still.rows(extent)

    def keys(self, item: MenuItem) -> Sequence[tuple[str, str]]:
        """Return the keys for the chosen line."""
        if self._line is not None:
            return [("confirm", "done")]
        if self._asks:
            return [("yes", "delete")]
        choose = [("up", ""), ("down", "choose")]
        if self._chosen is None:
            return [*choose, ("west", ""), ("east", "place"), ("confirm", "write")]
        return [*choose, ("confirm", "go there"), ("rename", "rewrite"), ("delete", "delete")]

    # -- keys

    def press(self, event: Key) -> None:
        """Do what a key of the list does, or take the character of a text."""
        names = event.key, *event.aliases
        action, direction = self.keymap.action_in(SANDBOXES, names), self.keymap.action(names, box=False)
        if self._line is not None:
            self._type(event, self._line)
        elif self._asks:
            self._asks = False
            if self.keymap.action_in(BOX, names) == "yes" and self._chosen is not None:
                self._try(self._book.delete, self._chosen)
        elif self._chosen is not None and action == "rename":
            self._write(as_typed(self._chosen))
        elif self._chosen is not None and action == "delete":
            self._asks = True
        elif self._chosen is None and direction in ("west", "east"):
            self._change_place(1 if direction == "east" else -1)
        elif direction == "notes":
            self.dismiss()
        else:
            super().press(event)

    def _type(self, event: Key, line: TypedLine) -> None:
        if end := line.take(event):
            self._line = None
        if end == "enter":
            self._store(line)

    def on_paste(self, event: Paste) -> None:
        """Add pasted text to the text that is typed."""
        event.stop()
        if self._line is not None:
            self._line.paste(event.text)
            self.paint()

    def _change_place(self, step: int) -> None:
        self._new = (self._new + step) % len(self._blanks)

    def _begin(self) -> None:
        self._write("")

    def _write(self, text: str) -> None:
        """Let the player change the text of the chosen note, or write a new note."""
        name = MAX_NAME_LENGTH if (self._chosen or self._blank).order >= 0 else 0
        self._line = TypedLine(MAX_NOTE_LENGTH + name, text)

    def _store(self, line: TypedLine) -> None:
        """Store a typed text, or say why it cannot be stored, and let the player go on typing."""
        if not line.text.strip():
            return
        old, new = self._chosen, with_text(self._chosen or self._blank, line.text)
        if self._try(self._book.add, new) if old is None else self._try(self._book.replace, old, new):
            self._at = 1 + self._listed.index(new)
        else:
            self._line = line

    def _open(self) -> None:
        """Close this page and show the place of the chosen note, or say why that isn't possible.

        A note on the whole game is rewritten.
        """
        note, hexes = self._chosen, self._now.scenario.board.by_number
        assert note is not None
        order = self._book.place(note) if note.order >= 0 else -1
        if order >= 0:
            self._leave_for(self._ways.to_order, order)
        elif note.order >= 0:
            self._trouble = UNDONE
        elif note.hex in hexes:
            self._leave_for(self._ways.to_hex, hexes[note.hex])
        elif not note.turn:
            self._write(as_typed(note))
        elif note.turn > self._book.turn:
            self._trouble = "That Game-Turn has not begun yet."
        else:
            self._leave_for(self._ways.to_turn, note.turn)

    def _leave_for(self, way: Callable[[int], object], place: int) -> None:
        self.dismiss()
        self.call_later(way, place)

    def _try(self, change: Callable[..., None], *notes: Note) -> bool:
        """Change the notes; return False, and say why, if that isn't possible."""
        try:
            change(*notes)
        except IllegalOrder as refusal:
            self._trouble = f"{capital(refusal.reason)}."
            return False
        self._changed()
        return True
