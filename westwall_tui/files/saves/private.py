"""The table of notes, sandboxes and conditions that a side's player keeps with a game, for nobody else.

A save on this computer has it for each side (`[private.German]`), a club for each player in a row of its database, and
a guest of a hosted game in a file of their own. Letters, exported saves and the games of other players never have it.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import tomli_w

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.disk.reach import is_visible_file
from westwall_tui.files.disk.writing import file_lock, replace_whole
from westwall_tui.files.faults import why_no_line
from westwall_tui.files.tables import MAX_NAME_LENGTH, SourceFile, TomlTable, parse, read

CASE = "private"
"""The case number of a refusal that doesn't come from the rules."""
MAX_NOTES, MAX_NOTE_LENGTH = 200, 500
"""The maximum number of notes, and of characters in each."""
MAX_SANDBOXES, MAX_SANDBOX_ORDERS = 20, 1_000
"""The maximum number of sandboxes, and of orders in each."""
MAX_CONDITIONS, MAX_CONDITION_LENGTH = 60, 200
"""The maximum number of conditions, and of characters in each."""
MAX_ORDER_LENGTH = 10_000
"""The maximum number of characters in an order, as in the log of a save."""
MAX_LENGTH = 100_000
"""The maximum number of bytes of the whole table as text."""


class Note(NamedTuple):
    """A note of a player: at the game, at a Game-Turn, at a hex, or at a position as a bookmark."""

    text: str
    turn: int = 0
    """The Game-Turn that the note is about; 0 for none."""
    hex: str = ""
    """The number of the hex that the note is about; empty for none."""
    order: int = -1
    """The number of orders before the bookmarked position; -1 for any other note."""
    name: str = ""
    """The name of the bookmark."""
    course: str = ""
    """A fingerprint of the game's orders before the bookmark, which shows whether they have been undone since."""


class Sandbox(NamedTuple):
    """A line of play that a player tries out beside the game."""

    name: str
    start: int
    """The number of the game's orders before the sandbox begins."""
    orders: tuple[str, ...] = ()
    """The orders of the sandbox, dice included."""
    course: str = ""
    """A fingerprint of the game's orders before the sandbox, which shows whether they have been undone since."""


class Private(NamedTuple):
    """Everything that a side's player keeps with a game."""

    notes: tuple[Note, ...] = ()
    sandboxes: tuple[Sandbox, ...] = ()
    conditions: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """Return the table for a TOML file, without what is empty."""
        notes = [
            {key: value for key, value in note._asdict().items() if value != Note._field_defaults.get(key)}
            for note in self.notes
        ]
        boxes = [{**box._asdict(), "orders": [*box.orders]} for box in self.sandboxes]
        found: dict[str, Any] = {"conditions": [*self.conditions], "note": notes, "sandbox": boxes}
        return {key: value for key, value in found.items() if value}

    def text(self) -> str:
        """Return the table as the text of a TOML file."""
        return tomli_w.dumps(self.data())

    def changed(self, change: "Change") -> "Private":
        """Return the table after a change. Raises `IllegalOrder` if it cannot be stored."""
        new = change(self)
        for box in new.sandboxes:
            _check_length(box.name, MAX_NAME_LENGTH, "the name of a sandbox")
            _check_count(box.orders, MAX_SANDBOX_ORDERS, f"orders in the sandbox {box.name}", "begin a new sandbox")
        for note in new.notes:
            _check_length(note.text or note.name, MAX_NOTE_LENGTH, "a note")
            _check_length(note.name or note.text[:1], MAX_NAME_LENGTH, "the name of a bookmark")
            _check_length(note.hex or "-", MAX_NAME_LENGTH, "the hex of a note")
        for line in new.conditions:
            _check_length(line, MAX_CONDITION_LENGTH, "a condition")
        _check_count(new.notes, MAX_NOTES, "notes in this game", "delete a note first")
        _check_count(new.sandboxes, MAX_SANDBOXES, "sandboxes in this game", "delete a sandbox first")
        _check_count(new.conditions, MAX_CONDITIONS, "conditions in this game", "delete a condition first")
        names = [box.name.casefold() for box in new.sandboxes]
        if len(set(names)) < len(names):
            _refuse("this game already has a sandbox of that name; choose another name")
        if len(new.text().encode()) > MAX_LENGTH:
            _refuse("your notes, sandboxes and conditions of this game are too long in all; delete some of them first")
        return new


Change = Callable[[Private], Private]
"""A change of the table."""
NOTHING = Private()
Both = tuple[Private, Private]
"""The tables of both sides, for a game on this computer."""


def _refuse(reason: str) -> NoReturn:
    raise IllegalOrder(CASE, reason)


def _check_length(text: str, longest: int, what: str) -> None:
    if not text.strip():
        _refuse(f"{what} must not be empty")
    if why := why_no_line(text, longest):
        _refuse(f"{what} must be one line of at most {longest} characters, but this one {why}")


def _check_count(items: Sequence[object], most: int, what: str, remedy: str) -> None:
    if len(items) > most:
        _refuse(f"you may have at most {most:,} {what}; {remedy}")


# -- reading


def private_of_table(table: TomlTable) -> Private:
    """Return a table from a file, and note its faults."""
    conditions = table.texts("conditions", required=False, longest=MAX_CONDITION_LENGTH)
    notes = [_read_note(each) for each in table.tables("note", "name")]
    boxes = [_read_sandbox(each) for each in table.tables("sandbox", "name")]
    for key, found, most in (
        ("conditions", conditions, MAX_CONDITIONS), ("note", notes, MAX_NOTES), ("sandbox", boxes, MAX_SANDBOXES),
    ):  # fmt: skip
        if len(found) > most:
            table.fault(key, f"there may be at most {most}, not {len(found)}")
    table.finish()
    return Private(tuple(notes), tuple(boxes), tuple(conditions))


def _read_note(table: TomlTable) -> Note:
    text, name = table.text("text", "", longest=MAX_NOTE_LENGTH), table.text("name", "")
    note = Note(text, table.number("turn", 0), table.text("hex", ""), table.number("order", -1, low=-1), name)
    note = note._replace(course=table.text("course", ""))
    table.finish()
    return note


def _read_sandbox(table: TomlTable) -> Sandbox:
    orders = table.texts("orders", required=False, longest=MAX_ORDER_LENGTH)
    if len(orders) > MAX_SANDBOX_ORDERS:
        table.fault("orders", f"there may be at most {MAX_SANDBOX_ORDERS}, not {len(orders)}")
    course = table.text("course", "")
    box = Sandbox(table.text("name"), table.number("start"), tuple(orders), course)
    table.finish()
    return box


def private_of_text(source: SourceFile) -> Private:
    """Return the table of a whole text. Raises `FileError`."""
    top = parse(source)
    found = private_of_table(top)
    top.faults.check()
    return found


def change_file(path: Path, change: Change) -> Private:
    """Change the table in a file of its own, and return it. Raises `IllegalOrder`, and `OSError` or `FileError`.

    If its folder is new, only its user can enter it.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with file_lock(path):
        new = read_file(path).changed(change)
        replace_whole(path, new.text())
    return new


def read_file(path: Path) -> Private:
    """Return the table in a file of its own; an empty one if there is no file. Raises `FileError`."""
    return private_of_text(read(path)) if is_visible_file(path) else NOTHING
