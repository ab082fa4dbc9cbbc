"""The computer player's numbers for a battle (`[weights]`) and its set-ups (`[[opening]]`), as TOML.

docs/computer-player.md explains both.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from westwall_tui.engine.orders import Deploy, Note, OrderSyntaxError
from westwall_tui.engine.orders import parse as parse_order
from westwall_tui.files.faults import Faults
from westwall_tui.files.folders import shipped_root
from westwall_tui.files.tables import SourceFile, TomlTable, header, parse, read

KIND = "computer"
MOST = 1000.0
"""The largest weight."""
Opening = tuple[Deploy | Note, ...]
"""A set-up, or drop zones, as orders."""


class Known(NamedTuple):
    """The contents of a file."""

    weights: Mapping[str, float]
    openings: Mapping[tuple[str, str], tuple[Opening, ...]]
    """By scenario key and side name; a player picks one."""


NOTHING = Known({}, {})


def build(source: SourceFile) -> Known:
    """The contents of a text. Raises `FileError`."""
    faults = Faults(source.file)
    top = parse(source, faults)
    header(top, KIND)
    weights = {}
    for name, value in top.mapping("weights").items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST:
            faults.add("weights", name, f"must be a number from -{MOST:g} to {MOST:g}")
        else:
            weights[name] = float(value)
    openings: dict[tuple[str, str], tuple[Opening, ...]] = {}
    for table in top.tables("opening", "scenario"):
        key = table.text("scenario"), table.text("side")
        openings[key] = (*openings.get(key, ()), _orders(table))
        table.finish()
    top.finish()
    faults.check()
    return Known(weights, openings)


def _orders(table: TomlTable) -> Opening:
    found: list[Deploy | Note] = []
    for text in table.texts("orders"):
        try:
            order = parse_order(text)
        except OrderSyntaxError as error:
            table.fault("orders", f"{text!r}: {error}")
            continue
        if isinstance(order, Deploy | Note):
            found.append(order)
        else:
            table.fault("orders", f"{text!r} is not for the set-up")
    return tuple(found)


def build_weights(source: SourceFile) -> Mapping[str, float]:
    """The weights of a text, by name. Raises `FileError`."""
    return build(source).weights


def read_weights(path: Path) -> Mapping[str, float]:
    """The weights in a file. Raises `FileError`."""
    return build_weights(read(path))


@lru_cache(maxsize=8)
def known_of(battle: str) -> Known:
    """A battle's shipped numbers and openings, by the name of its rules; empty if it has no file.

    Raises `FileError` for a file that is damaged.
    """
    path = shipped_root() / battle / f"{KIND}.toml"
    return build(read(path)) if path.is_file() else NOTHING


def weights_of(battle: str) -> Mapping[str, float]:
    """A battle's shipped weights, by the name of its rules. Raises `FileError` for a file that is damaged."""
    return known_of(battle).weights
