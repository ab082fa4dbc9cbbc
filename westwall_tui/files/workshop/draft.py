"""A battle in the making: the texts of its three files, changed one step at a time.

A draft can always be played, because a change that would make a file faulty is refused, in the words of
`westwall check`. The readers of the files say which keys a table may have (`tables.Asked`), so forms need no
description of their own.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from westwall_tui.engine.battles import rules_of
from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import NOWHERE, HexGrid
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import lower
from westwall_tui.engine.words import listed
from westwall_tui.files.disk.folders import is_plain_name
from westwall_tui.files.faults import Fault, FileError, brief, refuse
from westwall_tui.files.scenarios.boards import build_board
from westwall_tui.files.scenarios.briefings import MAX_ITEMS
from westwall_tui.files.scenarios.overview import LINE, TEXT
from westwall_tui.files.scenarios.reader import Read, build_scenario
from westwall_tui.files.scenarios.remarks import remarks_on_board, remarks_on_part
from westwall_tui.files.scenarios.texts import LoadedScenario, Texts
from westwall_tui.files.scenarios.units import UnitEntry, build_units
from westwall_tui.files.tables import Asked, SourceFile, TomlTable
from westwall_tui.files.workshop.pieces import Block, Pieces
from westwall_tui.files.workshop.ways import extended, fit, key_of_way, without

SCENARIO, BOARD, UNITS = range(3)
"""The files of a battle, in the order of `Texts`."""
TABLES: Sequence[Sequence[str]] = (
    (
        *("sides", "start", "place", "setup", "reinforcements", "landings", "special", "closed", "points", "victory"),
        *("briefing", "briefing.points", "briefing.achievement", "briefing.side"),
    ),
    (
        *("roads", "trails", "railways", "streams", "canals", "rivers", "bridges", "ferries", "places", "lines"),
        *("areas", "entries"),
    ),
    ("nations", "units"),
)
"""The tables of each file, in the order in which a new file has them."""
HEADS = ("scenario", "board", "counters")
"""The words for the keys at the top of each file."""
SINGLE = frozenset({*HEADS, "start", "special", "victory", "briefing", "briefing.points", "nations"})
"""The tables that a file has at most once."""
GROUPS = ("place", "setup", "reinforcements", "landings")
"""The tables that name the units of a scenario."""
OWN_FILES = ("scenario.toml", "board.toml", "units.toml")
FIRST_GUESSES: Mapping[str, object] = {"minutes": 45, "hard": 1}
"""The playing time and the difficulty in a new briefing."""
NOTHING_SPECIAL = "This battle uses the Standard Rules."
CUT = " ... "
"""The sign of a text that was shortened in the middle."""
_FIXED = frozenset({"format", "kind", "board", "units", "terrain"})
"""The keys that forms don't show."""


class Field(NamedTuple):
    """A key of a form."""

    key: str
    asked: Asked
    value: object
    """The value in the file; None if the file has none."""
    fault: str = ""


class Form(NamedTuple):
    """A table with every key that it may have."""

    title: str
    """The table as faults name it: `[[setup]] 2 "US"`."""
    fields: Sequence[Field]
    faults: Sequence[str]
    """The faults of anything but these keys."""

    @property
    def is_good(self) -> bool:
        """True if the values have no fault."""
        return not self.faults and not any(field.fault for field in self.fields)


class Whereabouts(NamedTuple):
    """The table that a unit is in, and its number there, from 1."""

    table: str
    number: int


class Draft:
    """A battle in the making, with every step to it."""

    def __init__(self, texts: Texts, name: str, keep: Callable[[Mapping[str, str]], None] = lambda _: None) -> None:
        """Begin with a battle's texts. Raises `FileError` if they have faults.

        `keep` is called with the names and texts of the battle's files (`own_files`) before any change is carried out;
        if it raises an error, nothing changes.
        """
        self.name = name
        self._keep = keep
        texts = Texts(*(source._replace(file=own) for source, own in zip(texts, OWN_FILES, strict=True)))
        self._show(texts, *self._build(texts))
        self._past: list[tuple[str, Texts]] = []
        self._future: list[tuple[str, Texts]] = []

    def _build(self, texts: Texts) -> tuple[LoadedScenario, Read]:
        """Return the scenario of some texts, and the tables read. Raises `FileError`."""
        tables: Read = ([], [], [])
        return build_scenario(texts, self.name, tables=tables), tables

    def _show(self, texts: Texts, scenario: LoadedScenario, tables: Read) -> None:
        self.texts, self.scenario, self._tables = texts, scenario, tables
        self.data = [read[0].data for read in tables]
        """The content of each file."""
        for name in ("sheet", "entries", "remarks", "_where"):
            self.__dict__.pop(name, None)

    # -- what there is

    @cached_property
    def sheet(self) -> Board:
        """The whole board, of which the scenario may use a part."""
        return build_board(self.texts.board) if "part" in self.data[SCENARIO] else self.scenario.board

    @cached_property
    def entries(self) -> Mapping[str, UnitEntry]:
        """The counters of the units file by lower-case id, in its order."""
        return {entry.id.lower(): entry for entry in build_units(self.texts.units)}

    @cached_property
    def remarks(self) -> Sequence[str]:
        """The remarks of `westwall check`: things that are valid but look wrong."""
        on_part = remarks_on_part(self.sheet, self.scenario.board) if self.sheet is not self.scenario.board else ()
        on_board = remarks_on_board(self.sheet, self.texts.board.file) if self._is_own(BOARD) else ()
        return [*map(str, on_part), *map(str, on_board)]

    def _is_own(self, file: int) -> bool:
        """Return True if the battle has a board or counters of its own, not those of a shipped battle."""
        return file == SCENARIO or is_own(str(self.data[SCENARIO].get(HEADS_KEYS[file], "")))

    @property
    def own_files(self) -> Mapping[str, str]:
        """The names and texts of the files that the battle needs: a shipped board or shipped counters need none."""
        return _own_files(self.texts, self.data[SCENARIO])

    @cached_property
    def _where(self) -> Mapping[str, Whereabouts]:
        return {
            lower(unit): Whereabouts(table, number)
            for table in GROUPS
            for number, values in enumerate(self.data[SCENARIO].get(table, ()), 1)
            for unit in ([values["unit"]] if table == "place" else values["units"])
        }

    def where(self, unit: str) -> Whereabouts | None:
        """Return the table that a unit is in, or None for a counter that the scenario doesn't use."""
        return self._where.get(lower(unit))

    def unused(self) -> list[UnitEntry]:
        """Return the counters of the scenario's sides that it doesn't use."""
        sides = {side.name for side in self.scenario.sides}
        return [entry for word, entry in self.entries.items() if word not in self._where and entry.side in sides]

    def unit_at(self, h: int) -> str:
        """Return the unit that starts in a hex of the scenario's board or is suggested there, or an empty string."""
        for unit, at in self.starts():
            if at == h:
                return unit
        return ""

    def starts(self) -> Iterator[tuple[str, int]]:
        """Yield the units that begin on the map with their hexes, those of set-ups in the suggested ones."""
        units = self.scenario.units
        yield from ((units[unit].id, h) for unit, h in self.scenario.placed)
        for group in self.scenario.setup:
            yield from ((units[unit].id, h) for unit, h in zip(group.units, group.suggest, strict=False))

    def count(self, table: str) -> int:
        """Return the number of tables with a name."""
        return len(self._values(table))

    def values(self, table: str, number: int = 1) -> Mapping[str, object]:
        """Return the keys and values of a table that the file has. Raises `FileError` if there is no such table."""
        found = self._values(table)
        if not 1 <= number <= len(found):
            many = "no" if not found else "one" if len(found) == 1 else f"only {len(found)}"
            refuse(self.name, f"has {many} [[{table}]]" if table not in SINGLE else f"has no [{table}]")
        return found[number - 1]

    def _values(self, table: str) -> list[Mapping[str, object]]:
        file, inner = file_of(table), self.data[file_of(table)]
        if table == HEADS[file]:
            return [inner]
        *outer, last = table.split(".")
        for name in outer:
            inner = inner.get(name, {})
        found = inner.get(last, [])
        return [found] if isinstance(found, dict) else list(found)

    # -- forms

    def form(self, table: str, number: int = 0, values: Mapping[str, object] | None = None) -> Form:
        """Return a table as a form. With `values`, the table has these instead of its own; number 0 is a new table."""
        texts = self.texts
        if values is not None or not number:
            texts, number = self._with_table(table, number, values or {})
        tables: Read = ([], [], [])
        found: Sequence[Fault] = ()
        try:
            build_scenario(texts, self.name, tables=tables)
        except FileError as error:
            found = error.faults
        return self._form_of(tables[file_of(table)], table, number, found)

    def _form_of(self, tables: Sequence[TomlTable], table: str, number: int, faults: Sequence[Fault]) -> Form:
        """Return the form of one of the tables that were read."""
        title = label_of(table, number)
        read = [each for each in tables if re.fullmatch(rf'{re.escape(title)}(?: ".*)?', each.label, re.DOTALL)]
        asked = {key: how for each in read for key, how in each.asked.items()}
        if table in HEADS:  # a faulty part of the board ends the reading before the other keys
            asked |= {key: how for key, how in self._tables[file_of(table)][0].asked.items() if key not in asked}
        data = read[0].data if read else {}
        asked |= {key: Asked("a value", False) for key in self._other_keys(table, data) if key not in asked}
        if table == "units" and "side" in asked:  # any name is valid, because other scenarios may have other sides
            asked["side"] = asked["side"]._replace(what="side", options=[side.name for side in self.scenario.sides])
        label = read[0].label if read else title
        inner = [key for key, how in asked.items() if how.words.startswith(("tables:", "a table:"))]
        at: dict[str, list[str]] = {}
        others = []
        for fault in faults:
            if fault.table == label and fault.key in asked and fault.key not in inner:
                at.setdefault(fault.key, []).append(fault.reason)
            else:
                others.append(str(fault._replace(file="") if fault.table == label else fault))
        fields = [
            Field(key, how, data.get(key), "; ".join(at.get(key, ())))
            for key, how in asked.items()
            if key not in inner and (table not in HEADS or key not in (*_FIXED, *TABLES[file_of(table)]))
        ]
        return Form(label, fields, others)

    def _other_keys(self, table: str, data: Mapping[str, object]) -> Iterable[str]:
        """Return the keys that only a battle's rules read, and those in the file that nobody has asked for."""
        battle = table == "victory" and self.scenario.rules != "standard"
        known = rules_of(self.scenario).victory_keys if battle else ()
        return (*known, *(data if table not in HEADS else ()))

    # -- changes

    def put(self, table: str, number: int, values: Mapping[str, object]) -> None:
        """Give keys of a table new values; None removes a key. Raises `FileError`, and changes nothing."""
        block, file, pieces = self._block(table, number)
        for key, value in values.items():
            if table in HEADS and key in _FIXED:
                refuse(key, "cannot be changed here")
            if value is None:
                block.drop(key)
            else:
                block.put(key, value)
        self._change(
            self._texts_of(file, pieces), f"{', '.join(values)} of {label_of(table, number) or f'the {table}'}"
        )

    def add(self, table: str, values: Mapping[str, object]) -> int:
        """Add a table and return its number. Raises `FileError`, and changes nothing."""
        texts, number = self._with_table(table, 0, values)
        self._change(texts, label_of(table, number))
        return number

    def begin_briefing(self) -> None:
        """Add a briefing that says what the program would say without one. Raises `FileError`, and changes nothing."""
        from westwall_tui.files.scenarios.written import written_briefings  # needs the engine's battles

        if self.count("briefing"):
            refuse(self.name, "has a briefing already; change it")
        scenario, order = self.scenario, TABLES[SCENARIO]
        about = " ".join(scenario.about) or f"{scenario.title}."
        pieces = Pieces(self.texts.scenario.text)
        head = {"line": brief(about, LINE - len(CUT)), "about": brief(about, TEXT - len(CUT)), **FIRST_GUESSES}
        pieces.add("briefing", head, order, listed=False)
        written = written_briefings(scenario)
        names = [side.name for side in scenario.sides]
        sources = {names[each.side]: [list(source) for source in each.own[:MAX_ITEMS]] for each in written}
        pieces.add("briefing.points", sources, order, listed=False)
        for each in written:
            texts = {
                "side": names[each.side],
                "situation": brief(each.situation, TEXT - len(CUT)),
                "wins": [*each.wins[:MAX_ITEMS]],
                "clock": [list(event) for event in each.clock[:MAX_ITEMS]],
                "tips": [*each.tips],
                "special": brief(each.special, TEXT - len(CUT)) or NOTHING_SPECIAL,
                "enemy": brief(each.enemy, TEXT - len(CUT)),
            }
            pieces.add("briefing.side", texts, order)
        self._change(self._texts_of(SCENARIO, pieces), "a briefing")

    def replace(self, table: str, number: int, values: Mapping[str, object]) -> None:
        """Give a table exactly these values. Raises `FileError`, and changes nothing."""
        old = self.values(table, number)
        gone = {key: None for key in old if key not in values}
        self.put(table, number, gone | {key: value for key, value in values.items() if old.get(key) != value})

    def remove(self, table: str, number: int = 1) -> None:
        """Remove a table, and those inside it. Raises `FileError`, and changes nothing."""
        block, file, pieces = self._block(table, number)
        pieces.remove(block)
        for inner in pieces.blocks:
            if table in SINGLE and inner.name.startswith(f"{table}."):
                pieces.remove(inner)
        self._change(self._texts_of(file, pieces), label_of(table, number))

    def place(self, unit: str, number: str) -> None:
        """Let a unit start in a hex. If a set-up suggests a hex for it, the suggestion changes.

        Raises `FileError`, and changes nothing.
        """
        word, at = self._known(unit), self.where(unit)
        pieces = Pieces(self.texts.scenario.text)
        if at is not None and at.table == "place":
            pieces.find("place")[at.number - 1].put("hex", number)
        elif at is not None and at.table == "setup" and "suggest" in self.values(*at):
            values = self.values(*at)
            suggest = list(_strings(values["suggest"]))
            suggest[_index(values, word)] = number
            pieces.find("setup")[at.number - 1].put("suggest", suggest)
        else:
            self._take_out(pieces, [word])
            pieces.add("place", {"unit": self.entries[word].id, "hex": number}, TABLES[SCENARIO])
        self._change(self._texts_of(SCENARIO, pieces), f"{self.entries[word].id} at {number}")

    def take_out(self, units: Collection[str]) -> None:
        """Remove units from the scenario. Raises `FileError`, and changes nothing."""
        words = [self._known(unit) for unit in units]
        for word in words:
            if word not in self._where:
                refuse(self.entries[word].id, "is not in the scenario")
        pieces = Pieces(self.texts.scenario.text)
        self._take_out(pieces, words)
        self._change(self._texts_of(SCENARIO, pieces), f"without {listed(self.entries[w].id for w in words)}")

    def assign(self, units: Sequence[str], table: str, number: int) -> None:
        """Put units into a set-up, reinforcements or landings. Raises `FileError`, and changes nothing."""
        if table not in GROUPS[1:]:
            refuse(table, f"has no list of units; name {listed(GROUPS[1:], joined='or')}")
        words = [self._known(unit) for unit in units]
        values = self.values(table, number)
        words = [word for word in words if word not in map(lower, _strings(values["units"]))]
        pieces = Pieces(self.texts.scenario.text)
        block = pieces.find(table)[number - 1]
        self._take_out(pieces, words)
        block.put("units", [*_strings(values["units"]), *(self.entries[word].id for word in words)])
        if "suggest" in values:
            free = self._free_hexes(number)
            block.put("suggest", [*_strings(values["suggest"]), *(next(free, "0000") for _ in words)])
        self._change(self._texts_of(SCENARIO, pieces), f"{listed(units)} in {label_of(table, number)}")

    def _free_hexes(self, number: int) -> Iterator[str]:
        """Yield the hexes of a set-up where no unit starts, those next to its own units first."""
        board, group = self.scenario.board, self.scenario.setup[number - 1]
        taken = {h for _, h in self.starts()}
        near = {n for h in group.suggest for n in board.grid.neighbors[h]}
        for h in sorted(group.hexes, key=lambda h: (h not in near, h)):
            if h not in taken:
                yield board.number(h)

    def paint(self, terrain: Terrain, hexes: Iterable[int]) -> None:
        """Give hexes of the whole board (`sheet`) another terrain. Raises `FileError`, and changes nothing."""
        grid = self.sheet.grid
        rows = [list(line) for line in str(self.data[BOARD]["terrain"]).rstrip("\n").split("\n")]
        numbers = []
        for h in hexes:
            column, row = grid.positions[h]
            rows[row - 1][column - 1] = str(terrain)
            numbers.append(self.sheet.number(h))
        pieces = Pieces(self.texts.board.text)
        pieces.blocks[0].put("terrain", "".join("".join(row) + "\n" for row in rows))
        self._change(self._texts_of(BOARD, pieces), f"terrain of {listed(numbers, 5)}")

    def resize(self, columns: int, rows: int) -> None:
        """Give the whole board another size. New hexes are clear; what no longer fits on the board is cut off.

        Raises `FileError`, and changes nothing.
        """
        old = str(self.data[BOARD]["terrain"]).rstrip("\n").split("\n")
        clear = str(Terrain.CLEAR)
        lines = [(line + clear * columns)[:columns] for line in (old + [""] * rows)[:rows]]
        pieces = Pieces(self.texts.board.text)
        for key, value in (("columns", columns), ("rows", [rows, rows]), ("terrain", "\n".join(lines) + "\n")):
            pieces.blocks[0].put(key, value)
        grid = HexGrid(columns, rows, rows)
        outside = {h for h, (column, row) in enumerate(grid.positions) if lines[row - 1][column - 1] == Terrain.NONE}

        def is_edge(number: str) -> bool:
            return any(n == NOWHERE or n in outside for n in grid.neighbors[grid.parse(number)])

        fit(pieces, grid, is_edge)
        self._change(self._texts_of(BOARD, pieces), f"board of {columns} by {rows}")

    def extend(self, table: str, number: int, steps: Sequence[str]) -> None:
        """Extend a path by hexes, or a chain by hexsides, at the end that they touch. Raises `FileError`."""
        key = key_of_way(table)
        way = str(self.values(table, number)[key]).split()
        self.put(table, number, {key: " ".join(extended(self.sheet, way, steps))})

    def cut(self, table: str, number: int, step: str) -> None:
        """Remove a hex from a path, or a hexside from a chain; in the middle, the way becomes two.

        Raises `FileError`, and changes nothing.
        """
        key, values = key_of_way(table), self.values(table, number)
        way = str(values[key]).split()
        if step not in way:
            refuse(step, f"is not one of these steps: {values[key]}")
        parts = [" ".join(part) for part in without(way, lambda other: other == step)]
        if not parts:
            return self.remove(table, number)
        block, file, pieces = self._block(table, number)
        block.put(key, parts[0])
        for part in parts[1:]:
            pieces.add(table, {**values, key: part}, TABLES[file])
        return self._change(self._texts_of(file, pieces), f"{label_of(table, number)} cut at {step}")

    def join(self, steps: int, words: str) -> None:
        """Make one change of the last ones, so that one undo takes them back."""
        if steps > 1:
            self._past[-steps:] = [(words, self._past[-steps][1])]

    # -- undo

    def undo(self) -> str:
        """Take the last change back and return its words, or an empty string if there is none."""
        return self._step(self._past, self._future)

    def redo(self) -> str:
        """Carry out again what was taken back and return its words, or an empty string."""
        return self._step(self._future, self._past)

    def _step(self, source: list[tuple[str, Texts]], other: list[tuple[str, Texts]]) -> str:
        if not source:
            return ""
        words, texts = source[-1]
        built = self._build(texts)
        self._keep(_own_files(texts, built[1][SCENARIO][0].data))
        source.pop()
        other.append((words, self.texts))
        self._show(texts, *built)
        return words

    # -- the ways to change texts

    def _change(self, texts: Texts, words: str) -> None:
        """Show the changed texts. Raises `FileError` if they have faults, or `OSError` if they cannot be kept."""
        if texts == self.texts:
            return
        built = self._build(texts)
        self._keep(_own_files(texts, built[1][SCENARIO][0].data))
        self._past.append((words, self.texts))
        self._future.clear()
        self._show(texts, *built)

    def _texts_of(self, file: int, pieces: Pieces) -> Texts:
        """Return the texts with one file changed. The first change of a shipped board or of its counters copies it."""
        texts = list(self.texts)
        texts[file] = SourceFile(texts[file].file, pieces.text)
        if not self._is_own(file):
            head = Pieces(texts[SCENARIO].text)
            own = OWN_FILES[file] if OWN_FILES[file] not in self.own_files else f"own-{OWN_FILES[file]}"
            head.blocks[0].put(HEADS_KEYS[file], own)
            texts[SCENARIO] = SourceFile(texts[SCENARIO].file, head.text)
        return Texts(*texts)

    def _block(self, table: str, number: int) -> tuple[Block, int, Pieces]:
        """Return a table's block with its file and the pieces of the file. Raises `FileError` if there is none."""
        self.values(table, number)
        file = file_of(table)
        pieces = Pieces(self.texts[file].text)
        found = pieces.blocks[:1] if table in HEADS else pieces.find(table)
        if len(found) < number:
            refuse(self.texts[file].file, f"writes {table} inside another table; change it in the file")
        return found[number - 1], file, pieces

    def _with_table(self, table: str, number: int, values: Mapping[str, object]) -> tuple[Texts, int]:
        """Return the texts with a new table, or with other values of a table; and the table's number."""
        if number:
            block, file, pieces = self._block(table, number)
            for key in [*block.keys]:
                if key not in values:
                    block.drop(key)
            for key, value in values.items():
                if self.values(table, number).get(key) != value:
                    block.put(key, value)
            return self._texts_of(file, pieces), number
        file = file_of(table)
        if table in SINGLE and self.count(table):
            refuse(self.name, f"has {table} already; change it")
        pieces = Pieces(self.texts[file].text)
        pieces.add(table, values, TABLES[file], listed=table not in SINGLE)
        return self._texts_of(file, pieces), self.count(table) + 1

    def _known(self, unit: str) -> str:
        """Return the lower-case id of a unit. Raises `FileError` if there is no such counter."""
        if lower(unit) not in self.entries:
            refuse(unit, "is not a counter of this battle")
        return lower(unit)

    def _take_out(self, pieces: Pieces, words: Collection[str]) -> None:
        """Remove units from every table that has them, and tables that become empty."""
        for table in GROUPS:
            for block, values in zip(pieces.find(table), self._values(table), strict=True):
                if table == "place":
                    if lower(str(values["unit"])) in words:
                        pieces.remove(block)
                    continue
                units = _strings(values["units"])
                left = [i for i, unit in enumerate(units) if lower(unit) not in words]
                if not left:
                    pieces.remove(block)
                elif len(left) < len(units):
                    block.put("units", [units[i] for i in left])
                    if "suggest" in values:
                        block.put("suggest", [_strings(values["suggest"])[i] for i in left])


HEADS_KEYS = ("", "board", "units")
"""The keys of a scenario that name the other files."""


def is_own(named: str) -> bool:
    """Return True if a board or counters are named by their file, not as those of a shipped battle."""
    return named.endswith(".toml")


def _own_files(texts: Texts, head: Mapping[str, object]) -> Mapping[str, str]:
    """Return the names and texts of the files that a battle needs, the scenario last because it names the others.

    Raises `FileError` for a name that could lead to another folder, or to another file of the battle.
    """
    files: dict[str, str] = {}
    for file in (BOARD, UNITS):
        name = str(head[HEADS_KEYS[file]])
        if is_own(name):
            if not is_plain_name(name) or lower(name) in (OWN_FILES[SCENARIO], *map(lower, files)):
                refuse(OWN_FILES[SCENARIO], f"{name!r} cannot be the name of this file", key=HEADS_KEYS[file])
            files[name] = texts[file].text
    return {**files, OWN_FILES[SCENARIO]: texts.scenario.text}


def file_of(table: str) -> int:
    """Return the file that has a table. Raises `FileError` if none has."""
    for file, names in enumerate(TABLES):
        if table in names or table == HEADS[file]:
            return file
    refuse(table, f"is not a table of a battle: {', '.join((*HEADS, *(name for names in TABLES for name in names)))}")


def label_of(table: str, number: int) -> str:
    """Return a table as faults name it: `[[setup]] 2` or `[start]`."""
    if table in HEADS:
        return ""
    return f"[{table}]" if table in SINGLE else f"[[{table}]] {number}"


def _strings(value: object) -> Sequence[str]:
    assert isinstance(value, list)
    return value


def _index(values: Mapping[str, object], word: str) -> int:
    return [lower(unit) for unit in _strings(values["units"])].index(word)
