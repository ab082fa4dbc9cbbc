"""TOML files, read in one pass that finds all faults.

A `TomlTable` returns values of the kind that the caller wants. If a value is missing or wrong, the table notes a fault
and returns a harmless value. Don't use the result before calling `Faults.check`.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from westwall_tui.files.disk.reach import MAX_SIZE, read_text
from westwall_tui.files.faults import Faults, FileError, brief, refuse

try:
    import tomli as _toml
except ImportError:  # without the extra `fast`
    import tomllib as _toml  # type: ignore[no-redef]

toml = _toml
"""The TOML reader: tomli, which is compiled and four times as fast, or else Python's own."""

MAX_NUMBER = 1_000_000
MAX_NAME_LENGTH = 60
MAX_KEY_PARTS = 8
"""The maximum number of parts of a key such as `scenario.files.board`."""
MAX_DEPTH = 16
"""The maximum nesting of tables and lists. The deepest real file, a save in mid-combat, has half as many levels."""
MULTILINE = frozenset(("terrain", "source"))
"""The keys whose strings may have several lines: a board's drawing and credits."""
WHOLE_FILES = frozenset(
    (
        *("mail.second", "mail.third"),
        *(f"{of}files.{part}" for of in ("", "scenario.") for part in ("scenario", "board", "units")),
    )
)
"""The keys whose strings are the texts of other files. They may have any character, and are checked when read."""
EARLIEST, LATEST = datetime(1970, 1, 2, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)
"""Times between these limits are valid in every time zone."""

_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+"""
# A key never begins after a backslash, which must be inside a string: there, each quote would search to the end of the
# line. The whole pattern is not possessive, because before Python 3.11.5 it would end behind the last part that fails.
_LONG_KEY = rf"(?<![A-Za-z0-9_\\-])(?:{_PART}\.[ \t]*+){{{MAX_KEY_PARTS},}}"
_KEY_END = rf"(?:{_PART})?[=\]]"


class SourceFile(NamedTuple):
    """The text of a file, and its name for messages."""

    file: str
    text: str


def read(path: Path, shown: str = "", largest: int = MAX_SIZE) -> SourceFile:
    """Read the text of a file. Raises `FileError`."""
    shown = shown or str(path)
    return SourceFile(shown, read_text(path, shown, largest))


def parse(source: SourceFile, kind: str = "", tables: "list[TomlTable] | None" = None) -> "TomlTable":
    """Return the top table of a TOML file. Every table that is read is appended to `tables`.

    Raises `FileError` if the file isn't TOML, has control characters, or is of another `kind` than the caller wants.
    """
    faults = Faults(source.file, tables)
    _refuse_long_keys(source.text, faults)
    try:
        data = toml.loads(source.text)
    except toml.TOMLDecodeError as error:
        faults.add("", "", f"is not TOML: {error}")
    except RecursionError:
        faults.add("", "", "cannot be used: its lists or tables are nested too deeply")
    except ValueError:
        faults.add("", "", "cannot be used: it has a number with thousands of digits")
    else:
        _check_text(data, faults)
        top = TomlTable(data, "", faults)
        if kind:
            header(top, kind)
        return top
    raise FileError(faults.all())


def _refuse_long_keys(text: str, faults: Faults) -> None:
    """Raise `FileError` for a key such as `a.a.a.a ...`, which takes Python quadratic time."""
    if text.count(".") < MAX_KEY_PARTS:
        return  # true of nearly all saves
    long_key, key_end = re.compile(_LONG_KEY), re.compile(_KEY_END)
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") < MAX_KEY_PARTS:
            continue  # and of nearly all lines
        for found in long_key.finditer(line):
            if key_end.match(line, found.end()):
                faults.add("", brief(found[0], MAX_NAME_LENGTH), f"is nested too deeply (line {number})")
                raise FileError(faults.all())


_Where = tuple[Any, str] | None
"""A place in a file: the place of its parent, and its key there.

The full name is not stored, because it may be as long as the file.
"""


def _full_name(where: _Where) -> str:
    """Return the full name of a place, with each key shortened to the length of a name."""
    keys: list[str] = []
    while where is not None:
        where, key = where
        keys.append(brief(key, MAX_NAME_LENGTH))
    return ".".join(reversed(keys))


def _check_text(data: dict[str, Any], faults: Faults) -> None:
    """Check that strings and keys have no control or hidden characters. Raises `FileError` for deep nesting."""
    left: list[tuple[object, _Where, int]] = [(data, None, 0)]
    while left:
        value, where, depth = left.pop()
        if depth > MAX_DEPTH:
            faults.add("", brief(_full_name(where), MAX_NAME_LENGTH), "is nested too deeply")
            raise FileError(faults.all())
        if isinstance(value, dict):
            for key in value:
                if not key.isprintable():
                    faults.add(_full_name(where), key, "a key must not contain control characters")
            left += reversed([(inner, (where, key), depth + 1) for key, inner in value.items()])
        elif isinstance(value, list):
            strings = depth < MAX_DEPTH and all(type(inner) is str for inner in value)
            if strings and "".join(value).isprintable():
                continue  # nearly all orders pass this quick check
            left += [(inner, where, depth + 1) for inner in reversed(value)]
        elif isinstance(value, str) and not value.isprintable():
            name = _full_name(where)
            if name in WHOLE_FILES:
                continue
            text = value.replace("\n", "") if name in MULTILINE else value
            bad = next((ch for ch in text if not ch.isprintable()), None)
            if bad is not None:
                faults.add("", name, f"contains the character U+{ord(bad):04X}, which is not plain text")


def describe(value: object) -> str:
    """Return a value's kind in words."""
    if isinstance(value, bool):
        return "true or false"
    for kind, words in ((int, "a whole number"), (float, "a number"), (str, "a string"), (list, "a list")):
        if isinstance(value, kind):
            return words
    return "a table" if isinstance(value, dict) else "a date or time"


def suggestion(word: str, known: Collection[str]) -> str:
    """Return ` (did you mean "x"?)`, or an empty string."""
    if len(word) > MAX_NAME_LENGTH:
        return ""
    names = {name.lower(): name for name in known if name}
    close = get_close_matches(word.lower(), names, 1)
    return f' (did you mean "{names[close[0]]}"?)' if close else ""


class Asked(NamedTuple):
    """A key that a table may have, as its reader asked for it: what a form needs."""

    words: str
    """The kind of value: `a whole number`."""
    required: bool
    default: object = None
    low: int = 0
    high: int = MAX_NUMBER
    options: Sequence[str] = ()
    """The words to choose from; empty if any text will do."""
    what: str = ""
    """The kind of thing that the value names; empty for anything else.

    `hexes` (a hex set), `numbers` (hexes, one by one), `hex`, `hexside`, `corners` (of a part), `units`, `side`,
    `place` or `edge`.
    """


class TomlTable:
    """A table of a file."""

    def __init__(self, data: dict[str, Any], label: str, faults: Faults) -> None:
        self.data = data
        self.label = label
        self.faults = faults
        self.asked: dict[str, Asked] = {}
        """The keys that the reader has asked for, in order."""
        if faults.tables is not None:
            faults.tables.append(self)

    def fault(self, key: str, reason: str) -> None:
        """Note a fault of a key, or of the table if the key is empty."""
        self.faults.add(self.label, key, reason)

    @property
    def _path(self) -> str:
        """The prefix for the names of inner tables: `briefing.` in `[briefing]`."""
        return f"{self.label[1:-1]}." if self.label.startswith("[") and self.label.endswith("]") else ""

    def _get(self, key: str, kind: type, asked: Asked) -> Any:
        """Return the value of a key, or None if it is missing or of another kind."""
        self.asked[key] = asked
        if key not in self.data:
            if asked.required:
                self.fault(key, f"is missing; it must be {asked.words}")
            return None
        value = self.data[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.fault(key, f"must be {asked.words}, not {describe(value)}")
            return None
        return value

    def mean(self, key: str, what: str, options: Sequence[str] = ()) -> None:
        """Note what the value of a key names, and the words to choose from, for forms (see `Asked`)."""
        if self.faults.tables is not None and key in self.asked:
            self.asked[key] = self.asked[key]._replace(what=what, options=options)

    def has(self, key: str) -> bool:
        """Return True if the file has the key."""
        return key in self.data

    def text(self, key: str, default: str | None = None, *, longest: int = MAX_NAME_LENGTH) -> str:
        """Return a string; required unless it has a default."""
        value: str | None = self._get(key, str, Asked("a string", default is None, default))
        if value is None:
            return default or ""
        if default is None and not value.strip():
            self.fault(key, "must not be empty")
        if len(value) > longest:
            self.fault(key, f"is longer than {longest} characters")
        return value

    def choice(self, key: str, options: Collection[str], default: str | None = None) -> str:
        """Return one of some words. After a fault, return the first word, or an empty string if there are none."""
        value: str | None = self._get(key, str, Asked("a string", default is None, default, options=tuple(options)))
        if value is None:
            return default if default is not None else next(iter(options), "")
        if value not in options:
            self.refuse_word(key, value, options)
            return next(iter(options), "")
        return value

    def refuse_word(self, key: str, word: str, options: Collection[str], what: str = "") -> None:
        """Note that a word is not one of the options, which `what` names: `the sides`. Suggest the closest one."""
        names = f"{what and f'{what}: '}{', '.join(filter(None, options))}"
        self.fault(key, f"{word!r} is not one of {names}{self.suggest(word, options)}")

    def refuse_key(self, key: str, reason: str) -> None:
        """Note a fault of a key that the table may have, but not here, so that `finish` does not call it unknown."""
        self.asked.setdefault(key, Asked("a value", False))
        self.fault(key, reason)

    def suggest(self, word: str, known: Collection[str]) -> str:
        """Return what `suggestion` does, or an empty string once faults are only counted, because it takes time."""
        return "" if self.faults.is_full else suggestion(word, known)

    def number(self, key: str, default: int | None = None, *, low: int = 0, high: int = MAX_NUMBER) -> int:
        """Return a whole number within limits."""
        value: int | None = self._get(key, int, Asked("a whole number", default is None, default, low, high))
        if value is None:
            return low if default is None else default
        if not low <= value <= high:
            self.fault(key, f"must be from {low} to {high}")
            return min(max(value, low), high)
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        value: bool | None = self._get(key, bool, Asked("true or false", False, default))
        return default if value is None else value

    def moment(self, key: str) -> datetime | None:
        """Return a date and time; None if the file has none."""
        value: datetime | None = self._get(key, datetime, Asked("a date and time", False))
        if value is None:
            return None
        try:
            found = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        except OverflowError:
            found = None
        if found is None or not EARLIEST <= found <= LATEST:
            self.fault(key, f"must be a time from {EARLIEST.year} to {LATEST.year}")
            return None
        return found

    def texts(self, key: str, *, required: bool = True, longest: int = MAX_NAME_LENGTH) -> list[str]:
        """Return a list of strings."""
        value: list[object] | None = self._get(key, list, Asked("a list of strings", required))
        found = []
        for item in value or ():
            if not isinstance(item, str):
                self.fault(key, f"must be a list of strings, but contains {describe(item)}")
            elif len(item) > longest:
                self.fault(key, f"contains a string longer than {longest} characters")
            else:
                found.append(item)
        return found

    def numbers(self, key: str, count: int, low: int, high: int) -> list[int]:
        """Return a list of `count` whole numbers."""
        value: list[object] | None = self._get(
            key, list, Asked(f"a list of {count} whole numbers", True, None, low, high)
        )
        return self.check_numbers(key, value if value is not None else [low] * count, count, low, high)

    def check_numbers(self, key: str, value: object, count: int, low: int, high: int) -> list[int]:
        """Return a list that was already read if it has `count` whole numbers within limits."""
        given: list[object] = value if isinstance(value, list) else []
        found = [n for n in given if isinstance(n, int) and not isinstance(n, bool) and low <= n <= high]
        if len(found) == len(given) == count:
            return found
        self.fault(key, f"must be {count} whole numbers from {low} to {high}")
        return [low] * count

    def items(self, key: str) -> list[object]:
        """Return a list of anything; empty if the file has none."""
        return self._get(key, list, Asked("a list", False)) or []

    def mapping(self, key: str, words: str = "") -> dict[str, Any]:
        """Return a table as a plain mapping; empty if the file has none. `words` describe an inline table."""
        return self._get(key, dict, Asked(words or f"a table: [{key}]", False)) or {}

    def table(self, key: str) -> "TomlTable | None":
        """Return a table, or None if the file has none."""
        value = self._get(key, dict, Asked(f"a table: [{self._path}{key}]", False))
        return None if value is None else TomlTable(value, f"[{self._path}{key}]", self.faults)

    def tables(self, key: str, name: str = "name") -> "Iterator[TomlTable]":
        """Yield the tables of a list; faults name each by its number and its `name`."""
        value = self._get(key, list, Asked(f"tables: [[{self._path}{key}]]", False)) or []
        for number, item in enumerate(value, 1):
            if not isinstance(item, dict):
                self.fault(key, f"must be tables: [[{self._path}{key}]]")
                return
            called = item.get(name)
            label = f"[[{self._path}{key}]] {number}" + (
                f' "{called[:MAX_NAME_LENGTH]}"' if isinstance(called, str) else ""
            )
            yield TomlTable(item, label, self.faults)

    def finish(self) -> None:
        """Note a fault for every unknown key."""
        for key in self.data:
            if key not in self.asked:
                self.fault(
                    key, f"unknown key{self.suggest(key, self.asked)}; the keys here are: {', '.join(self.asked)}"
                )

    def check(self) -> None:
        """Report unknown keys of a file's top table. Raises `FileError` if the file has any fault."""
        self.finish()
        self.faults.check()


def read_format(table: TomlTable, newest: int = 1) -> int:
    """Return the format of a file. A format above `newest` is a fault."""
    version = table.number("format", low=1)
    if version > newest:
        table.fault("format", f"is {version}, but this version of the game reads only up to {newest}; get a newer one")
    return version


def header(table: TomlTable, kind: str) -> None:
    """Check the version and kind with which every file begins.

    Raises `FileError` for a file of another kind, because its other faults would be meaningless.
    """
    read_format(table)
    found = table.text("kind")
    if table.has("kind") and found != kind:
        refuse(table.faults.file, why_other_kind(found, kind), key="kind")


_OPENED_BY: Mapping[str, str] = {
    **dict.fromkeys(("scenario", "battle"), "play"),
    "save": "resume",
    "puzzle": "puzzle",
}
"""The commands that open files, by their kind."""


def why_other_kind(found: str, wanted: str) -> str:
    """Return the fault of a file of another kind, and the command that opens such files, if there is one."""
    command = _OPENED_BY.get(found, "")
    return f'must be "{wanted}"' + (f'; westwall {command} opens files of the kind "{found}"' if command else "")
