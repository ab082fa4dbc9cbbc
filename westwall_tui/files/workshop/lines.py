"""Lines that change a draft: `place 1/8 0303`, `set setup 2 hexes = west edge`. Keys on the screen make the same lines.

A value is typed as in a form (`values.py`) or in TOML.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

from westwall_tui.engine.terrain import TERRAIN_KEY, Terrain
from westwall_tui.engine.units import lower
from westwall_tui.engine.words import count, listed
from westwall_tui.files.faults import refuse
from westwall_tui.files.scenarios.hexsets import read_hexes
from westwall_tui.files.workshop.draft import HEADS, SINGLE, TABLES, Draft, file_of
from westwall_tui.files.workshop.values import shown_value, typed_value

NO_LAND: Mapping[Terrain, str] = {Terrain.RIVER: "river", Terrain.NONE: "no hex of the board"}
"""The words for terrain where no unit can be."""
LONGEST = 70
"""The maximum number of characters of a value in a list of tables."""
SEPARATOR = ";"
"""Separates the keys of a new table on a line."""


class Line(NamedTuple):
    """A kind of line."""

    usage: str
    about: str
    carry_out: Callable[[Draft, str], str]


def carry_out(draft: Draft, line: str) -> str:
    """Change a draft as a line says, and return a sentence. Raises `FileError` if nothing changed."""
    word, _, rest = line.strip().partition(" ")
    found = LINES.get(lower(word))
    if found is None:
        refuse(word or "the line", f"is not one of {', '.join(LINES)}")
    return found.carry_out(draft, rest.strip())


def _misread(word: str) -> NoReturn:
    refuse(word, f"is written {LINES[word].usage}")


def _place(draft: Draft, rest: str) -> str:
    match rest.split():
        case [unit, number]:
            draft.place(unit, number)
            return f"{draft.entries[lower(unit)].id} begins in {number}"
    _misread("place")


def _remove(draft: Draft, rest: str) -> str:
    units = rest.split()
    if not units:
        _misread("remove")
    draft.take_out(units)
    return f"{listed(draft.entries[lower(unit)].id for unit in units)} {_is(units)} not in the scenario now"


def _is(units: Sequence[str]) -> str:
    return "is" if len(units) == 1 else "are"


def _assign(draft: Draft, rest: str) -> str:
    units, found, group = rest.partition(" to ")
    table, number = table_of(group, LINES["assign"].usage)
    if not found or not units.split():
        _misread("assign")
    draft.assign(units.split(), table, number)
    return f"{listed(draft.entries[lower(unit)].id for unit in units.split())} {_is(units.split())} in {group.strip()}"


def table_of(words: str, usage: str) -> tuple[str, int]:
    """Return the table and the number in `setup 2` or `victory`. Raises `FileError`, which says the `usage`."""
    match words.split():
        case [table] if table in SINGLE:
            return table, 1
        case [table, number] if number.isascii() and number.isdigit() and len(number) < 4:
            return table, int(number)
        case [table]:
            file_of(table)
            refuse(table, "needs a number, from 1, in the order of the file")
    refuse(usage.partition(" ")[0], f"is written {usage}")


def _set(draft: Draft, rest: str) -> str:
    head, found, value = rest.partition("=")
    *words, key = head.split() or [""]
    if not found or not words:
        _misread("set")
    table, number = table_of(" ".join(words), LINES["set"].usage)
    if table in SINGLE and table not in HEADS and not draft.count(table):
        draft.add(table, _values(draft, table, 0, {key: value}))
    else:
        draft.put(table, number, _values(draft, table, number, {key: value}))
    return f"{table}{f' {number}' * (table not in SINGLE)}: {key} is {value.strip()}"


def _unset(draft: Draft, rest: str) -> str:
    *words, key = rest.split() or [""]
    table, number = table_of(" ".join(words), LINES["unset"].usage)
    if key not in draft.values(table, number):
        refuse(key, f"is not a key of {' '.join(words)}")
    draft.put(table, number, {key: None})
    return f"{' '.join(words)} has no {key} now"


def _add(draft: Draft, rest: str) -> str:
    table, _, keys = rest.partition(" ")
    file_of(table)
    if table == "briefing" and not keys.strip():
        draft.begin_briefing()
        return "The briefing is new: change its texts"
    texts = {}
    for part in keys.split(SEPARATOR):
        key, found, value = part.partition("=")
        if not found:
            _misread("add")
        texts[key.strip()] = value
    number = draft.add(table, _values(draft, table, 0, texts))
    return f"{table} {number} is new" if table not in SINGLE else f"{table} is new"


def _values(draft: Draft, table: str, number: int, texts: Mapping[str, str]) -> Mapping[str, object]:
    """Return typed values. The kind of a table decides its keys, so the form is asked again once that is known."""
    old = dict(draft.values(table, number)) if number else {}
    values: dict[str, object] = dict(texts)
    for _ in range(2):
        asked = {field.key: field.asked for field in draft.form(table, number, old | values).fields}
        for key, text in texts.items():
            if key in asked:
                values[key] = typed_value(text, asked[key])
    return values


def _delete(draft: Draft, rest: str) -> str:
    table, number = table_of(rest, LINES["delete"].usage)
    draft.remove(table, number)
    return f"{rest} is gone"


def _paint(draft: Draft, rest: str) -> str:
    letter, _, terms = rest.partition(" ")
    if letter not in list(Terrain) or not terms.strip():
        _misread("paint")
    hexes = _hexes(draft, terms)
    draft.paint(Terrain(letter), hexes)
    names = f"{draft.sheet.number(hexes[0])} is" if len(hexes) == 1 else f"{count(len(hexes), 'hex', 'hexes')} are"
    entry = TERRAIN_KEY.get(Terrain(letter))
    return f"{names} {entry.name if entry is not None else NO_LAND[Terrain(letter)]} now"


def _hexes(draft: Draft, terms: str) -> list[int]:
    """Return hexes of the whole board: hex numbers, also of river hexes and of places without a hex, or a hex set."""
    words, grid = terms.replace(",", " ").split(), draft.sheet.grid
    if all(word in grid.numbers for word in words):
        return [grid.parse(word) for word in words]
    faults: list[str] = []
    found = read_hexes(draft.sheet, [term.strip() for term in terms.split(",")], faults.append, lambda _: None)
    if faults:
        refuse("paint", faults[0])
    return list(found)


def _extend(draft: Draft, rest: str) -> str:
    words = rest.split()
    table, number = table_of(" ".join(words[:2]), LINES["extend"].usage)
    if len(words) < 3:
        _misread("extend")
    draft.extend(table, number, words[2:])
    return f"{table} {number} leads to {words[-1]}"


def _cut(draft: Draft, rest: str) -> str:
    words = rest.split()
    table, number = table_of(" ".join(words[:2]), LINES["cut"].usage)
    if len(words) != 3:
        _misread("cut")
    before = draft.count(table)
    draft.cut(table, number, words[2])
    two = f"; the rest is {table} {draft.count(table)}" if draft.count(table) > before else ""
    return (
        f"{table} {number} is cut at {words[2]}{two}" if draft.count(table) >= before else f"{table} {number} is gone"
    )


def _resize(draft: Draft, rest: str) -> str:
    match rest.lower().replace("x", " ").split():
        case [columns, rows] if columns.isascii() and rows.isascii() and columns.isdigit() and rows.isdigit():
            if len(columns) < 4 and len(rows) < 4:
                draft.resize(int(columns), int(rows))
                return f"The board has {columns} columns and {rows} rows"
    _misread("resize")


def _undo(draft: Draft, _: str) -> str:
    words = draft.undo()
    return f"Undone: {words}" if words else "There is nothing to undo"


def _redo(draft: Draft, _: str) -> str:
    words = draft.redo()
    return f"Redone: {words}" if words else "There is nothing to redo"


LINES: Mapping[str, Line] = {
    "place": Line("place UNIT HEX", "place a unit in the hex where it begins", _place),
    "remove": Line("remove UNIT ...", "take units out of the scenario", _remove),
    "assign": Line("assign UNIT ... to setup|reinforcements|landings N", "put units into a group", _assign),
    "add": Line("add TABLE KEY = VALUE; KEY = VALUE ...", "add a table", _add),
    "set": Line("set TABLE [N] KEY = VALUE", "change a key of a table", _set),
    "unset": Line("unset TABLE [N] KEY", "remove a key", _unset),
    "delete": Line("delete TABLE [N]", "remove a table", _delete),
    "paint": Line(f"paint {'|'.join(Terrain)} HEX ...", "change the terrain of hexes, or of a hex set", _paint),
    "extend": Line("extend roads|rivers ... N HEX|HEX/HEX|edge ...", "continue a path or a chain of hexsides", _extend),
    "cut": Line("cut roads|rivers ... N HEX|HEX/HEX|edge", "remove a step of a path or of a chain", _cut),
    "resize": Line("resize COLUMNS ROWS", "change the size of the board", _resize),
    "undo": Line("undo", "undo the last change", _undo),
    "redo": Line("redo", "redo the change", _redo),
}


def tables_told(draft: Draft, wanted: str = "") -> Iterator[str]:
    """Yield a line for each table with a name, or for each table of the scenario: `setup 2: side US, units 52, 2 ...`.

    Raises `FileError` if there is no such table.
    """
    names = (HEADS[0], *TABLES[0]) if not wanted else (wanted, *(n for n in SINGLE if n.startswith(f"{wanted}.")))
    for table in names:
        file_of(table)
        for number in range(1, draft.count(table) + 1):
            told = (f"{key} {_short(value)}" for key, value in draft.values(table, number).items() if _is_value(value))
            yield f"{table}{f' {number}' * (table not in SINGLE)}: {', '.join(told)}"


def _is_value(value: object) -> bool:
    """Return False for tables, which have lines of their own."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not any(isinstance(item, dict) or (isinstance(value, dict) and isinstance(item, list)) for item in inner)


def _short(value: object) -> str:
    """Return a value in at most a line."""
    text = shown_value(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
