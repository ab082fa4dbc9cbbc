"""Hexes for a field of a form, chosen on the map."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.files.workshop.draft import BOARD, Field, file_of
from westwall_tui.ui.screens.workshop.editing import HERE, Editing, Marks, WorkshopMode, hexes_of_set

if TYPE_CHECKING:
    from westwall_tui.ui.screens.workshop.form import FormDialog

COUNTS = {"hex": 1, "place": 1, "hexside": 2, "corners": 2, "numbers": 1000}
"""The number of hexes that are picked one by one, by what a field names."""

CHANGES = ("undo", "redo", "go_on", "test_battle")
"""Actions of every mode that have to wait until the form is back."""
ASKED: Mapping[str, Sequence[str]] = {
    "hex": ("Which hex?",),
    "place": ("Which place?",),
    "corners": ("Which hex is one corner?", "Which hex is the opposite corner?"),
    "hexside": ("Which hex is on one side?", "Which hex is on the other side?"),
}
"""The questions for hexes that are picked one by one."""


class _FromForm(WorkshopMode):
    """A mode that was opened by a form, and goes back to it."""

    def __init__(self, editing: Editing, form: "FormDialog") -> None:
        super().__init__(editing)
        self._form, self._before = form, editing.mode
        self.on_sheet = file_of(form.table) == BOARD
        editing.close()

    def _stay(self) -> bool:
        """Say that something else has to wait, and return True."""
        self.editing.say(f"Finish this first. {self.editing.key('back')}: back to the form")
        return True

    def _go_back(self) -> None:
        self.editing.turn_to_mode(self._before)
        self.editing.open(self._form)


class ShowHexes(_FromForm):
    """The hexes of a table, marked on the map."""

    def prompt(self) -> str:
        return f"{self._form.title}: the hexes that it names"

    def marks(self) -> Marks:
        return self.editing.marks_of(self._form.table, self._form.values)

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("back", "back to the form"),)

    def act(self, action: str) -> bool:
        if action not in ("back", "confirm", "leave"):
            return action in CHANGES and self._stay()
        self._go_back()
        return True


class PickHexes(_FromForm):
    """Hexes that are picked for a field: a hex set, one hex, the two hexes of a hexside, or two corners."""

    def __init__(self, editing: Editing, form: "FormDialog", field: Field) -> None:
        super().__init__(editing, form)
        self._key, self._what, self._asked = field.key, field.asked.what, field.asked
        self.on_sheet = self.on_sheet or self._what == "corners"
        value = form.values.get(field.key)
        terms = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        self._terms = [str(term) for term in terms]
        self._count = COUNTS.get(self._what, 0)
        """The number of hexes to pick one by one; 0 for a set."""
        self._board = editing.draft.sheet if self.on_sheet else editing.draft.scenario.board
        """The board whose hexes the field names."""
        numbers = " ".join(self._terms).split() if self._what == "numbers" else []
        self._picked = [number for number in numbers if number in self._board.by_number]

    def prompt(self) -> str:
        if self._what in ASKED:
            asked = ASKED[self._what]
            return f"{self._form.title}: {asked[min(len(self._picked), len(asked) - 1)]}"
        many = len(self._hexes())
        return f"{self._form.title}, {self._key}: {many} hex{'es' * (many != 1)}"

    def _hexes(self) -> Sequence[int]:
        board = self._board
        if self._what == "corners" and self._picked:
            return self._inside(board.by_number[self._picked[0]], self.editing.cursor)
        if self._what == "place":
            return hexes_of_set(board, [f"place {term}" for term in self._terms])
        if self._count:
            terms = self._picked or " ".join(self._terms).replace("/", " ").split()
            return [board.by_number[number] for number in terms if number in board.by_number]
        return hexes_of_set(board, self._terms)

    def _inside(self, first: int, second: int) -> Sequence[int]:
        """Return the hexes of the part of the board with these two corners."""
        positions = self._board.grid.positions
        (c1, r1), (c2, r2) = positions[first], positions[second]
        columns, rows = range(min(c1, c2), max(c1, c2) + 1), range(min(r1, r2), max(r1, r2) + 1)
        return [h for h in self._board.playable if positions[h][0] in columns and positions[h][1] in rows]

    def marks(self) -> Marks:
        return dict.fromkeys(self._hexes(), HERE)

    def keys(self) -> Sequence[tuple[str, str]]:
        if self._count in (1, 2):
            return (("confirm", "pick"), ("back", "cancel"))
        return (("pick_hex", "add, drop"), ("confirm", "done"), ("back", "cancel"))

    def act(self, action: str) -> bool:
        number = self.editing.board.number(self.editing.cursor)
        if action in ("back", "leave"):
            self._go_back()
        elif action == "pick_hex" or (action == "confirm" and self._count in (1, 2)):
            self._pick(number)
        elif action == "confirm":
            self._done(self._picked if self._count else self._terms)
        else:
            return action in CHANGES and self._stay()
        return True

    def _pick(self, number: str) -> None:
        """Add a hex, or drop it; the terms of a set stay as they are."""
        if self._count:
            others = [other for other in self._picked if other != number]
            self._picked = others if number in self._picked else [*others, number]
            if len(self._picked) == self._count:
                self._done(self._picked)
        elif number in self._terms:
            self._terms.remove(number)
        elif f"not {number}" in self._terms:
            self._terms.remove(f"not {number}")
        else:
            inside = self.editing.cursor in self._hexes()
            self._terms.append(f"not {number}" if inside else number)
        self.editing.update()

    def _done(self, hexes: Sequence[str]) -> None:
        if self._what == "place":
            hexes = [name for number in hexes if (name := self._board.names.get(self._board.by_number[number]))]
            if not hexes:
                self._picked = []
                self.editing.say("This hex does not have the name of a place")
                return
        self._go_back()
        is_text = not self._asked.words.startswith("a list")
        joined = ("/" if self._what == "hexside" else " ").join(hexes)
        self._form.take(self._key, (joined if is_text else [*hexes]) or None)
