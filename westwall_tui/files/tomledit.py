"""Changes values in a TOML text that a person wrote, and leaves the rest alone."""

import re
from collections.abc import Mapping

import tomli
import tomli_w

_VALUE = r"""(\"{3}(?:[^\\]|\\.)*?\"{3}|'{3}[^\\]*?'{3}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s"'\[{#]+)"""
_KEY = re.compile(r"^[ \t]*[\w-]+[ \t]*=.*$", re.MULTILINE)
_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)


def with_values(text: str, values: Mapping[str, object]) -> str:
    """Set some top keys of a text; comments and unknown keys stay. Raises `ValueError` if it isn't TOML.

    Each change is one line: the key's own, or a new one after the last top key, or at the very top if that key is not
    what it seems. If no such change works, as when a setting was a table, the whole text is rewritten: it loses its
    comments, but no key.
    """
    wanted = {**tomli.loads(text), **values}
    for last in (True, False):
        edited = text
        for key, value in values.items():
            edited = _set_value(edited, key, value, last=last)
        if _reads_as(edited, wanted):
            return edited
    return tomli_w.dumps(wanted)


def _reads_as(text: str, wanted: Mapping[str, object]) -> bool:
    """True if a text reads as `wanted`. It compares written forms, since `nan` never equals itself."""
    try:
        found = tomli.loads(text)
    except tomli.TOMLDecodeError:
        return False
    return found.keys() == wanted.keys() and all(repr(found[key]) == repr(value) for key, value in wanted.items())


def _set_value(text: str, key: str, value: object, *, last: bool) -> str:
    """Set one key: replace its value, or add a line after the `last` top key or at the top."""
    header = _HEADER.search(text)
    at = header.start() if header else len(text)
    head, tables = text[:at], text[at:]
    line = tomli_w.dumps({key: value})
    there = re.compile(rf"^([ \t]*([\"']?){re.escape(key)}\2[ \t]*=[ \t]*){_VALUE}(?=[ \t]*(?:#.*)?$)", re.MULTILINE)
    if there.search(head):
        written = line.partition("=")[2].strip()
        return there.sub(lambda found: found[1] + written, head, count=1) + tables
    ends = [found.end() for found in _KEY.finditer(head)]
    before, after = (head[: ends[-1]] + "\n", head[ends[-1] :].removeprefix("\n")) if ends and last else ("", head)
    return before + line + after + tables
