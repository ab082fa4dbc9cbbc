"""Records in a CSV file, one a line: written as they come, and read again to go on where somebody was interrupted.

A line that was cut short when the machine went down is not counted.
"""

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Line = TypeVar("Line", bound="DataclassInstance")


def read(path: Path, kind: type[Line]) -> list[Line]:
    """The records in a file; empty if there is none. Raises `ValueError` for a file of another kind."""
    if not path.exists():
        return []
    kinds = get_type_hints(kind)
    rows = csv.DictReader(_whole_lines(path.read_bytes()).decode("utf-8").splitlines(keepends=True))
    if rows.fieldnames != _names(kind):
        raise ValueError(f"{path} is not a file of results")
    return [kind(**{name: _value(kinds[name], text) for name, text in row.items()}) for row in rows]


def append(path: Path, lines: Sequence["DataclassInstance"]) -> None:
    """Add records of one kind, one at least, to a file, with headings if it is new."""
    new = not path.exists()
    if not new:
        held = path.read_bytes()
        if not held.endswith(b"\n"):
            path.write_bytes(_whole_lines(held))
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _names(type(lines[0])), lineterminator="\n")
        if new:
            writer.writeheader()
        for line in lines:
            writer.writerow({name: _text(value) for name, value in asdict(line).items()})


def _names(kind: type["DataclassInstance"]) -> list[str]:
    return [field.name for field in fields(kind)]


def _whole_lines(held: bytes) -> bytes:
    return held[: held.rfind(b"\n") + 1]


def _text(value: object) -> object:
    return json.dumps(value) if isinstance(value, tuple) else value


def _value(kind: Any, text: str) -> object:
    """A word, a number, or a tuple of whatever."""
    return kind(text) if kind in (str, int, float) else _tuple(json.loads(text))


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
