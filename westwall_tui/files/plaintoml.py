"""Reads plain TOML, which is what our files are made of, in a fifth of the time that `tomllib` takes.

Plain are table headers, comments, and keys with strings that hold no escapes, whole numbers, true and false, and lists
of such strings. Some other values are left to `tomllib` one by one. A text that is not plain is left to it whole, and
so is every fault, because it says best what is wrong.
"""

import re
import tomllib
from typing import Any

MOST_OTHERS = 50
"""Other values in a text; with more it is quicker to leave all to `tomllib`."""
MOST_DOTS = 100
"""Dots in another value. What `tomllib` needs to read a dotted key grows with the square of its parts."""

_PRINTED = r'[^"\\\x00-\x08\x0a-\x1f\x7f]*+'
_KEY = rf'(?:[A-Za-z0-9_-]++|"{_PRINTED}")'
_SPACE, _WHITE = r"[ \t]*+", r"[ \t\n]*+"
_END = rf"{_SPACE}(?:#[^\x00-\x08\x0a-\x1f\x7f]*+)?+(?:\n|\Z)"
_VALUES = (
    rf'"(?!"")(?P<text>{_PRINTED})"',
    r'"""\n?+(?P<lines>(?:[^"\\\x00-\x08\x0b-\x1f\x7f]|"(?!""))*+)"""',
    r"(?P<number>-?+(?:0|[1-9][0-9]{0,17}+))",
    r"(?P<flag>true|false)",
    rf'\[{_WHITE}(?P<list>(?:"{_PRINTED}"{_WHITE}(?:,{_WHITE}|(?=\])))*+)\]',
)
_LINE = re.compile(
    rf"(?P<key>{_KEY}){_SPACE}={_SPACE}(?:(?:{'|'.join(_VALUES)}){_END}|(?P<other>))"
    rf"|\[\[(?P<item>{_KEY})\]\]{_END}"
    rf"|\[(?P<table>{_KEY}(?:\.{_KEY}){{0,3}}+)\]{_END}"
    rf"|(?P<blank>){_END}"
)
_PART = re.compile(rf"(?:\.|^)({_KEY})")
_LONG = {"[": "\n]\n", '"""': '"""\n'}
"""What values of several lines begin with, and how they usually end."""
_STRING = re.compile(r'"([^"]*)"')


def read(text: str) -> dict[str, Any] | None:
    """The tables of a text, just as `tomllib.loads` has them; None if it is not plain."""
    top: dict[str, Any] = {}
    into, tables, items = top, dict[str, dict[str, Any]](), dict[str, list[dict[str, Any]]]()
    at, others, match = 0, 0, _LINE.match
    while at < len(text):
        found = match(text, at)
        if found is None:
            return None
        begun, at, kind = at, found.end(), found.lastgroup
        value: Any
        if kind == "blank":
            continue
        if kind == "item":
            name = _bare(found["item"])
            if name not in items:
                if name in top:
                    return None
                top[name] = items[name] = []
            into = {}
            items[name].append(into)
            continue
        if kind == "table":
            table = _table(top, tables, found["table"])
            if table is None:
                return None
            into = table
            continue
        if kind in ("text", "lines"):
            value = found[kind]
        elif kind == "number":
            value = int(found["number"])
        elif kind == "list":
            value = _STRING.findall(found["list"])
        elif kind == "flag":
            value = found["flag"] == "true"
        else:
            others += 1
            other = _other(text, begun, at) if others <= MOST_OTHERS else None
            if other is None:
                return None
            at, value = other
        key = _bare(found["key"])
        if key in into:
            return None
        into[key] = value
    return top


def _bare(key: str) -> str:
    return key[1:-1] if key[0] == '"' else key


def _table(top: dict[str, Any], tables: dict[str, dict[str, Any]], name: str) -> dict[str, Any] | None:
    """The new table of a header; None if something is there already. `tables` has those of earlier headers by name."""
    within, path = top, ""
    parts = [_bare(part) for part in _PART.findall(name)]
    for i, part in enumerate(parts):
        path += f".{part}\n"  # no part holds a line's end
        if path in tables and i < len(parts) - 1:
            within = tables[path]
        elif part in within:
            return None
        else:
            within[part] = tables[path] = {}
            within = tables[path]
    return within


def _other(text: str, key: int, value: int) -> tuple[int, Any] | None:
    """What `tomllib` makes of a value that begins there, and where its line ends, or the last of its lines.

    None if it finds a fault, or cannot be asked.
    """
    line = text.find("\n", value)
    last = next((mark for begin, mark in _LONG.items() if text.startswith(begin, value)), "\n")
    for mark in dict.fromkeys(("\n", last)):
        at = text.find(mark, line) if line >= 0 else -1
        end = len(text) if at < 0 else at + len(mark)
        alone = text[key:end]
        if alone.count(".") <= MOST_DOTS:
            try:
                (found,) = tomllib.loads(alone).values()
            except ValueError:
                continue
            return end, found
    return None
