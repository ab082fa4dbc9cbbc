"""A table of a battle as a form: its keys, what they mean, and their faults as they are typed.

The readers of the files say which keys a table may have (`Asked`). The form works on a copy of the table's values,
which goes into the battle as soon as it has no faults; a new table is added by the form's last line.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from westwall_tui.engine.board import FOOT, WHEELS
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.units import lower
from westwall_tui.files.tables import Asked
from westwall_tui.files.workshop.draft import HEADS, SINGLE, Field, Form
from westwall_tui.files.workshop.values import SENTENCES, shown_value, typed_value
from westwall_tui.ui.boxes.search import SearchDialog
from westwall_tui.ui.gamescreen import Dialog
from westwall_tui.ui.screens.workshop.editing import NO_TABLE, Editing, Marks, Named, hexes_of_set
from westwall_tui.ui.screens.workshop.picking import PickHexes, ShowHexes
from westwall_tui.words.rows import Row, Span, chosen_row, cut, row, rule, shortened, text_rows, width_of, with_more
from westwall_tui.words.workshop import TITLES, meaning_of, meaning_of_choice, name_of_table

ABOUT = 4
"""Rows below the fields, for the meaning of the chosen one and its fault."""
PICKED = ("hexes", "hex", "hexside", "corners", "numbers", "place")
"""Kinds of hexes (`Asked.what`) that can be picked on the map."""
KINDS: Mapping[str, str] = {
    "a string": "text",
    "a list of strings": "with commas between them",
    "true or false": "yes or no",
    "a value": "as it is written in the file",
}
"""Kinds of values in a player's words."""
MOST_OPTIONS = 6
"""Options that are named below the fields."""


PART = "|"
"""The sign between the parts of a line."""
STEPS = ("previous_hex", "next_hex", "first", "last")
"""The actions that move within a text."""


class Typed(NamedTuple):
    """A text that is being typed, and the place of the next character."""

    text: str
    at: int

    @classmethod
    def end_of(cls, text: str) -> "Typed":
        """Return a text with the next character at its end."""
        return cls(text, len(text))

    def with_key(self, character: str) -> "Typed":
        """Return the text with a character, or without the last one if it is empty (Backspace)."""
        text, at = self
        if character:
            return Typed(text[:at] + character + text[at:], at + len(character))
        return Typed(text[: at - 1] + text[at:], at - 1) if at else self

    def moved(self, action: str) -> "Typed":
        """Return the text with the place moved by one of `STEPS`."""
        steps = {"previous_hex": self.at - 1, "next_hex": self.at + 1, "first": 0, "last": len(self.text)}
        return self._replace(at=max(0, min(steps[action], len(self.text))))

    def row(self, head: str, width: int) -> Row:
        """Return the chosen line of a list: a head, and as much of the text around the place as fits."""
        room = width - len(head) - 1
        first = max(0, self.at - room + 1)
        before, here = self.text[first : self.at], self.text[self.at : self.at + 1] or " "
        after = self.text[self.at + 1 :]
        line = (Span(head, "text@here"), *row(before, "bold@here"), *row(here, "chip_cursor"))
        line = (*line, *row(after[: max(0, first + room - self.at - 1)], "bold@here"))
        return (*line, Span(" " * max(0, width - width_of(line)), "text@here"))


class FormDialog(Dialog):
    """A table as a form."""

    wide = True
    unseen = False

    def __init__(
        self, editing: Editing, named: Named, back: Callable[[], object], values: Mapping[str, object] | None = None
    ) -> None:
        """Open a table, or with number 0 a new one that begins with these values. `back` shows the list of tables."""
        super().__init__(editing)
        self.editing, self.table, self.number, self._back = editing, *named, back
        self.at = 0
        self._first: Mapping[str, object] = values or {}
        self._typed: Typed | None = None
        """The text typed into the chosen field; None if its value is as it was."""
        self._shown = range(0)
        """The lines on show."""
        self._warned = False
        """True once the player has been told that going back loses values."""
        self._cached_for: object = None
        self._forms: dict[str, Form] = {}
        """The forms for these texts, by values: a key needs the one with the typed text, and the one without."""
        self.values = dict(self._own_values)
        """The values of the form, which may have faults; those of the table have none."""
        if self.number and self.table not in HEADS:
            editing.chosen = named

    @property
    def _own_values(self) -> Mapping[str, object]:
        """The values of the table in the battle."""
        return self.editing.draft.values(self.table, self.number) if self.number else self._first

    @property
    def title(self) -> str:  # type: ignore[override]
        new = not self.number
        return f"New: {TITLES[self.table]}" if new else name_of_table(self.table, self.number)

    # -- the fields

    def _form_with(self, values: Mapping[str, object]) -> Form:
        texts, wanted = self.editing.draft.texts, repr(values)
        if texts is not self._cached_for:
            self._cached_for, self._forms = texts, {}
        if wanted not in self._forms:
            self._forms[wanted] = self.editing.draft.form(self.table, self.number, values)
        return self._forms[wanted]

    @property
    def form(self) -> Form:
        """The table with its faults, as it would be with what is being typed."""
        values = self.values
        if self._typed is not None and (fields := self._form_with(values).fields) and self.at < len(fields):
            field = fields[self.at]
            if _is_prose(field.asked):
                return self._form_with(values)  # not checked before it is kept, so that typing stays fast
            values = _with(values, field.key, self._value_of(field))
        return self._form_with(values)

    def _value_of(self, field: Field) -> object:
        """Return the value that the typed text means; None for no value."""
        text = self._typed.text if self._typed is not None else ""
        return typed_value(text, field.asked) if text.strip() else None

    @property
    def _fields(self) -> Sequence[Field]:
        return self.form.fields

    @property
    def _field(self) -> Field | None:
        """The chosen field, or None if a line below the fields is chosen."""
        fields = self._fields
        return fields[self.at] if self.at < len(fields) else None

    def _lines_below(self) -> Sequence[tuple[str, Callable[[], object]]]:
        """Return the lines below the fields, each with its action."""
        found: list[tuple[str, Callable[[], object]]] = []
        if self.marks():
            found.append(("Show it on the map", lambda: self.editing.turn_to_mode(ShowHexes(self.editing, self))))
        if self.table == "setup" and self.values.get("units") and not self.values.get("suggest"):
            found.append(("Suggest a hex for each unit, so that they are on the map", self._suggest))
        if self.table.startswith("briefing") and self.number:
            found.append(("Show the briefing", lambda: self.editing.show_page("briefing")))
        if not self.number:
            found.append(("Add it to the battle", self._add))
        elif self.table in SINGLE or self.editing.draft.count(self.table) > 1 or self.table != "sides":
            found += [("Remove it from the battle", self._remove)] if self.table not in ("scenario", "board") else []
        return found

    @property
    def typing(self) -> bool:  # type: ignore[override]
        return self._field is not None

    # -- what is shown

    def rows(self, width: int) -> Sequence[Row]:
        form, below = self.form, self._lines_below()
        self.at = max(0, min(self.at, len(form.fields) + len(below) - 1))
        label = max((len(field.key) for field in form.fields), default=0) + 1
        lines = [self._field_row(field, i == self.at, label, width) for i, field in enumerate(form.fields)]
        for i, (text, _) in enumerate(below, len(lines)):
            lines.append(chosen_row(f" {text}", width) if i == self.at else row(f"   {text}"))
        about = self._about_rows(form, width)
        room = max(3, self.room - len(about) - 1)
        first = max(0, min(self.at - room // 2, len(lines) - room))
        shown = with_more(lines[first : first + room], width, first, max(0, len(lines) - first - room))
        self._shown = range(first, first + len(shown))
        return [*shown, rule(), *about]

    def pick(self, row: int) -> int:
        if not 0 <= row < len(self._shown):
            return -1
        self._keep()
        self.at = self._shown[row]
        return self.at

    def _field_row(self, field: Field, is_chosen: bool, label: int, width: int) -> Row:
        """Return a field with its value, and a sign if it has a fault."""
        name = f"{field.key.replace('_', ' ')}:".ljust(label + 1)
        value = self._text_of(field)
        sign = "!" if field.fault else " "
        if is_chosen:
            return (self._typed or Typed.end_of(value)).row(f">{sign} {name} ", width)
        default = field.asked.default
        usual = shown_value(default) if value == "" and default not in (None, "") else ""
        shown = row(f" {usual}", "dim") if usual else row(f" {value}")
        return shortened((Span(" "), Span(sign, "danger"), Span(f" {name}"), *shown), width)

    def _text_of(self, field: Field) -> str:
        """Return a field's value as it is shown, in one line."""
        if self._typed is not None and self._field is not None and field.key == self._field.key:
            return self._typed.text
        value = self.values.get(field.key)
        if _has_lines(self.table, field):
            return " / ".join(_lines_of(value))
        return shown_value(value) if value != [] else ""

    def _about_rows(self, form: Form, width: int) -> list[Row]:
        """Return what the chosen line means, its kind, and the fault; always of the same height."""
        field = self._field
        rows: list[Row] = []
        height = ABOUT
        if field is not None:
            group, sides = str(self.values.get("kind", "")), self.editing.draft.scenario.sides
            meaning = meaning_of(self.table, field.key, group, sides[0].name, sides[1].name)
            kind = _kind_of(field.asked) if not _has_lines(self.table, field) else "one line for each"
            rows += text_rows(f"{meaning[:1].upper()}{meaning[1:]} ({kind})" if meaning else kind, width)
            now = self.values.get(field.key, field.asked.default)
            if choice := meaning_of_choice(group, field.key, now):
                rows += text_rows(f"{now}: {choice}", width)
            if field.fault:
                rows += cut(field.fault, width, 2, "danger")
            elif len(text := self._text_of(field)) > width - 20:
                rows += text_rows(text, width, "dim")
                height = max(ABOUT, min(len(rows), self.room // 2))
        if field is None or not field.fault:
            rows += [line for fault in form.faults[:2] for line in cut(fault, width, 2, "danger")]
        return [*rows[:height], *[()] * (height - len(rows))]

    def prompt(self) -> str:
        if not self.number:
            return "Fill in the new table, and add it with the last line"
        return "Change the values; each is stored as soon as it has no faults"

    def keys(self) -> Sequence[tuple[str, str]]:
        field = self._field
        move = ("up", ""), ("down", "line")
        if field is None:
            return (*move, ("confirm", "do it"), ("back", "back"))
        what = field.asked.what
        picks = "choose units" if what == "units" else "pick on the map" if what in PICKED else ""
        picks = "write" if _has_lines(self.table, field) else picks
        if _choices(field) and self._typed is None:
            pick = (("confirm", picks),) if picks else ()
            return (*move, ("previous_hex", ""), ("next_hex", "change"), *pick, ("back", "back"))
        enter = "keep" if self._typed is not None else picks or "next"
        return (*move, ("confirm", enter), ("back", "cancel" if self._typed is not None else "back"))

    def marks(self) -> Marks:
        return self.editing.marks_of(self.table, self.values)

    # -- keys

    def act(self, action: str) -> bool:
        count = len(self._fields) + len(self._lines_below())
        if action in ("up", "down"):
            self._keep()
            self.at = (self.at + (1 if action == "down" else -1)) % max(1, count)
        elif action in STEPS:
            self._step(action)
        elif action == "confirm":
            self._enter()
        elif action == "back" and self._typed is not None:
            self._typed = None
        elif action in ("back", "leave"):
            self._go_back()
            return True
        else:
            return action in ("next", "previous")
        self._warned = False
        return True

    def _step(self, action: str) -> None:
        """Change a choice, or move within the text."""
        field = self._field
        if field is None or _has_lines(self.table, field):
            return
        options = _choices(field)
        if options and self._typed is None and action in ("previous_hex", "next_hex"):
            default = field.asked.default
            now = self.values.get(field.key, default)
            step = 1 if action == "next_hex" else -1
            if now in options:
                at = options.index(now)
            else:  # the default, typed or in the file, has the place of no value
                at = 0 if default is not None and now == default else min(0, -step)
            self._put(field.key, options[(at + step) % len(options)])
            return
        self._typed = (self._typed or Typed.end_of(self._text_of(field))).moved(action)

    def typed(self, character: str) -> None:
        field, self._warned = self._field, False
        if field is None:
            return
        if _has_lines(self.table, field):
            lines = SentencesDialog(self.editing, self, field)
            self.editing.open(lines)
            lines.typed(character)
            return
        if _choices(field) and self._typed is None and character == " ":
            self._step("next_hex")
            return
        # A new text replaces the old one, unless the player has moved within that.
        typed = self._typed or (Typed("", 0) if character else Typed.end_of(self._text_of(field)))
        self._typed = typed.with_key(character)

    def pasted(self, text: str) -> None:
        self.typed(text)

    def _enter(self) -> None:
        field = self._field
        if field is None:
            below = self._lines_below()
            below[self.at - len(self._fields)][1]()
        elif self._typed is not None:
            self._keep()
            self.at += not self._fields[self.at].fault
        elif field.asked.what == "units":
            self.editing.open(UnitsDialog(self.editing, self, field))
        elif field.asked.what in PICKED:
            self.editing.turn_to_mode(PickHexes(self.editing, self, field))
        elif _has_lines(self.table, field):
            self.editing.open(SentencesDialog(self.editing, self, field))
        else:
            self.at += 1

    # -- changes

    def _keep(self) -> None:
        """Take what has been typed as the value of the chosen field."""
        field = self._field
        if self._typed is not None and field is not None:
            value = self._value_of(field)
            self._typed = None
            self._put(field.key, value)

    def take(self, key: str, value: object) -> None:
        """Take a value that was chosen elsewhere, and show the form again."""
        self.editing.open(self)
        self._put(key, value)

    def _put(self, key: str, value: object) -> None:
        """Give a field a value, and store the table if it has no faults now."""
        self.values = _with(self.values, key, value)
        form = self._form_with(self.values)
        if not self.number or not form.is_good or self.values == dict(self._own_values):
            return
        draft = self.editing.draft

        def store() -> str:
            draft.replace(self.table, self.number, self.values)
            return f"{name_of_table(self.table, self.number)} has changed"

        if self.editing.change(store):
            self.editing.message = ()

    def _suggest(self) -> None:
        """Suggest a free hex for each unit of a set-up."""
        draft, board = self.editing.draft, self.editing.draft.scenario.board
        free = [h for h in hexes_of_set(board, _strings(self.values.get("hexes"))) if not draft.unit_at(h)]
        found: list[str] = []
        for unit in _strings(self.values.get("units")):
            entry = draft.entries.get(lower(unit))
            way = WHEELS if entry is not None and entry.unit(0).is_vehicle else FOOT
            h = next((h for h in free if h in board.ground.standing[way]), NOWHERE)
            if h == NOWHERE:
                self.editing.say("There is no room for all units in these hexes")
                return
            free.remove(h)
            found.append(board.number(h))
        self._put("suggest", found)

    def _add(self) -> None:
        form = self.form
        if not form.is_good:
            faulty = [i for i, field in enumerate(form.fields) if field.fault]
            self.at = faulty[0] if faulty else self.at
            self.editing.say("Nothing was added: some values have faults")
            return

        def add() -> str:
            number = self.editing.draft.add(self.table, self.values)
            self.editing.chosen = Named(self.table, number)
            return f"{name_of_table(self.table, number)} is new"

        if self.editing.change(add):
            self._back()

    def _remove(self) -> None:
        line = f"delete {self.table}" + (f" {self.number}" if self.table not in SINGLE else "")
        if self.editing.carry_out(line):
            self.editing.chosen = NO_TABLE
            self._back()

    def _go_back(self) -> None:
        """Go back; if values would be lost, say so first, and lose them only when the key is pressed again."""
        if self.values == dict(self._own_values) or self._warned:
            self._back()
            return
        self._warned = True
        lost = "The last line adds the new table" if not self.number else "Some new values have faults"
        self.editing.say(f"{lost}. {self.editing.key('back')} again discards what you have typed")


def _with(values: Mapping[str, object], key: str, value: object) -> dict[str, object]:
    """Return values with one of them changed, or without it."""
    return {name: old for name, old in values.items() if name != key} if value is None else {**values, key: value}


def _choices(field: Field) -> Sequence[object]:
    """Return the values to choose from, None for no value, which shows the default; empty if the value is typed."""
    asked = field.asked
    if asked.words == "true or false":
        return (True, False) if asked.default else (False, True)
    if not asked.options or asked.words != "a string":
        return ()
    return asked.options if asked.required else (None, *(each for each in asked.options if each != asked.default))


def _has_rows(table: str, field: Field) -> bool:
    """Return True if each item of a value has several parts, such as a Game-Turn and an event."""
    return table in ("briefing.side", "briefing.points") and field.asked.words == "a list"


def _has_lines(table: str, field: Field) -> bool:
    """Return True if a value is a list of texts, which may have commas, or of items with several parts."""
    value, words = field.value, field.asked.words
    if _has_rows(table, field):
        return True
    is_list = isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)
    return field.asked.what in ("", SENTENCES) and (words == "a list of strings" or (is_list and words == "a list"))


def _is_prose(asked: Asked) -> bool:
    """Return True for a text that may say anything."""
    return asked.words == "a string" and not asked.what and not asked.options


def _lines_of(value: object) -> list[str]:
    """Return each item of a list as a line, with its parts separated."""
    items = value if isinstance(value, list) else []
    return [f" {PART} ".join(map(str, item)) if isinstance(item, list) else str(item) for item in items]


def _kind_of(asked: Asked) -> str:
    """Return the kind of a value, its limits, and the words to choose from."""
    words = KINDS.get(asked.words, asked.words).partition(":")[0]
    if asked.options:
        words = ", ".join(option for option in asked.options if option)
        if len(asked.options) > MOST_OPTIONS:
            words = f"{', '.join(asked.options[:MOST_OPTIONS])} ..."
    elif "whole number" in words:
        words += f" from {asked.low} to {asked.high}"
    if asked.default not in (None, "") and not asked.required:
        return f"{words}; if empty: {shown_value(asked.default)}"
    return words if asked.required else f"{words}; optional"


class UnitsDialog(SearchDialog):
    """The units that a table can name, several of them marked. Space marks one, Enter takes all marked ones."""

    asks = "unit"
    does = "done"

    def __init__(self, editing: Editing, form: FormDialog, field: Field) -> None:
        super().__init__(editing)
        self.editing, self._form, self._key = editing, form, field.key
        self.title = f"{form.title}: {field.key}"
        value = form.values.get(field.key)
        self._one = field.asked.words == "a string"
        self._marked = [value] if isinstance(value, str) else [str(v) for v in value] if isinstance(value, list) else []

    def prompt(self) -> str:
        return f"{len(self._marked)} marked. Type to search; Space marks a unit" if not self._one else "Which unit?"

    def _entries(self) -> Sequence[str]:
        """Return the units to choose from: those in the scenario for points, else the unused ones, and those marked."""
        draft, form = self.editing.draft, self._form
        side = form.values.get("side")
        marked = {lower(unit) for unit in self._marked}
        of_points = form.table in ("points", "victory", "briefing.achievement")
        unused = {lower(entry.id) for entry in draft.unused()}
        own = {lower(unit) for unit in _strings(form.values.get(self._key))}
        return [
            word for word, entry in draft.entries.items()
            if word in marked | own or (
                (word not in unused if of_points else word in unused) and (not side or entry.side == side)
            )
        ]  # fmt: skip

    def matches(self) -> Sequence[tuple[str, Callable[[], object]]]:
        entries, words = self.editing.draft.entries, lower(self.text).split()
        marked, found = {lower(unit) for unit in self._marked}, []
        for word in self._entries():
            entry = entries[word]
            line = f"{entry.id:<12} {entry.kind:<10} {entry.strength!s:<7} {entry.formation}"
            if all(each in lower(line) for each in words):
                sign = "*" if word in marked else " "
                found.append((f"{sign} {line}", partial(self._done, entry.id)))
        return found

    def typed(self, character: str) -> None:
        if character == " " and not self._one:
            found = self.matches()
            if found:
                self._toggle(found[self.at][0][2:].split()[0])
        else:
            super().typed(character)

    def _toggle(self, unit: str) -> None:
        if unit in self._marked:
            self._marked.remove(unit)
        else:
            self._marked.append(unit)

    def _done(self, unit: str) -> None:
        chosen = self._marked if self._marked and not self._one else [unit]
        value: object = unit if self._one else chosen
        self._form.take(self._key, value)

    def act(self, action: str) -> bool:
        if action == "back":
            self.editing.open(self._form)
            return True
        return super().act(action)

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "choose"), ("put", "mark"), ("confirm", self.does), ("back", "back"))


def _strings(value: object) -> Sequence[str]:
    return [str(item) for item in value] if isinstance(value, list) else [value] if isinstance(value, str) else []


class SentencesDialog(Dialog):
    """The texts of a list, one on each line. Enter begins a new line, and Backspace removes an empty one."""

    wide = True
    unseen = False
    typing = True

    def __init__(self, editing: Editing, form: FormDialog, field: Field) -> None:
        super().__init__(editing)
        self.editing, self._form, self._key = editing, form, field.key
        self.title = f"{form.title}: {field.key}"
        self._has_parts, self._required = _has_rows(form.table, field), field.asked.required
        self._lines = _lines_of(form.values.get(field.key)) or [""]
        self._number = len(self._lines) - 1
        self._typed = Typed.end_of(self._lines[-1])

    def prompt(self) -> str:
        return f"Separate the parts of a line by {PART}" if self._has_parts else "Each line is a separate text"

    def rows(self, width: int) -> Sequence[Row]:
        about = text_rows(self._typed.text, width, "dim")[:ABOUT]
        room = max(3, self.room - ABOUT - 1)
        first = max(0, min(self._number - room // 2, len(self._lines) - room))
        shown = [
            self._typed.row("> ", width) if i == self._number else shortened(row(f"  {line}"), width)
            for i, line in enumerate(self._lines[first : first + room], first)
        ]
        shown = with_more(shown, width, first, max(0, len(self._lines) - first - room))
        blank = [row()] * (room - len(shown))
        return [*shown, *blank, rule(), *about, *[row()] * (ABOUT - len(about))]

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "line"), ("confirm", "new line"), ("back", "done"))

    def _value_of(self, line: str) -> object:
        return [part.strip() for part in line.split(PART)] if self._has_parts else line.strip()

    def _turn_to(self, number: int) -> None:
        self._number = max(0, min(number, len(self._lines) - 1))
        self._typed = Typed.end_of(self._lines[self._number])

    def typed(self, character: str) -> None:
        if not character and not self._typed.text and len(self._lines) > 1:
            del self._lines[self._number]
            self._turn_to(self._number - 1)
            return
        self._typed = self._typed.with_key(character)
        self._lines[self._number] = self._typed.text

    def pasted(self, text: str) -> None:
        self.typed(text)

    def act(self, action: str) -> bool:
        if action in ("up", "down"):
            self._turn_to(self._number + (1 if action == "down" else -1))
        elif action in STEPS:
            self._typed = self._typed.moved(action)
        elif action == "confirm":
            self._lines.insert(self._number + 1, "")
            self._turn_to(self._number + 1)
        elif action in ("back", "leave"):
            found = [self._value_of(line) for line in self._lines if line.strip()]
            self._form.take(self._key, found if found or self._required else None)
        else:
            return False
        return True
