"""The computer player's numbers for a battle, as TOML (docs/computer-player.md).

A file has weights (`[weights]`), the weights of a temperament (`[temperament.NAME]`), set-ups (`[[opening]]`), and
forecasts of points (`[[prospect]]`).
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeGuard

from westwall_tui.engine.orders import Deploy, Note, OrderSyntaxError
from westwall_tui.engine.orders import parse as parse_order
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.faults import Faults
from westwall_tui.files.players.seats import STEADY, TEMPERAMENTS
from westwall_tui.files.tables import SourceFile, TomlTable, parse, read

KIND = "computer"
MAX_WEIGHT = 1000.0
"""The largest weight."""
Opening = tuple[Deploy | Note, ...]
"""The orders that set up a side's units, or that name its drop zones."""


Both = tuple[float, float]
"""A number for each side."""


class Forecast(NamedTuple):
    """A forecast of the points that each side will still gain, from the start of each Game-Turn to the end of the game.

    `python -m benchmarks.shipped.prospects` measures it by self-play.
    """

    turn: int
    """The first Game-Turn of the forecast."""
    more: tuple[Both, ...]
    """The average points by Game-Turn."""
    spread: tuple[Both, ...]
    """The standard deviations of the points by Game-Turn."""


class Known(NamedTuple):
    """The contents of a file of the computer player's numbers."""

    weights: Mapping[str, float]
    openings: Mapping[tuple[str, str], tuple[Opening, ...]]
    """Set-ups by scenario key and side name. An empty set-up stands for the one that the scenario suggests."""
    temperaments: Mapping[str, Mapping[str, float]]
    """For each temperament, the weights that differ from `weights`."""
    forecasts: Mapping[str, Forecast]
    """Forecasts by scenario key."""


NOTHING = Known({}, {}, {}, {})


def build(source: SourceFile) -> Known:
    """Build the numbers of a text. Raises `FileError`."""
    top = parse(source, KIND)
    weights = _read_numbers(top.mapping("weights"), "weights", top.faults)
    temperaments = {}
    for name, table in top.mapping("temperament").items():
        if name not in TEMPERAMENTS[1:] or not isinstance(table, Mapping):
            top.faults.add("temperament", name, f"must be a table called {' or '.join(TEMPERAMENTS[1:])}")
        else:
            temperaments[name] = _read_numbers(table, f"temperament.{name}", top.faults)
    forecasts = {}
    for row in top.tables("prospect", "scenario"):
        name = row.text("scenario")
        forecasts[name] = _read_forecast(row)
    openings: dict[tuple[str, str], tuple[Opening, ...]] = {}
    for table in top.tables("opening", "scenario"):
        whose = table.text("scenario"), table.text("side")
        openings[whose] = (*openings.get(whose, ()), _read_orders(table))
        table.finish()
    top.check()
    return Known(weights, openings, temperaments, forecasts)


def _read_forecast(table: TomlTable) -> Forecast:
    turn = table.number("turn", low=1)
    table.number("games", low=1)
    found = Forecast(turn, _read_pairs(table, "more"), _read_pairs(table, "spread"))
    if not found.more or len(found.more) != len(found.spread):
        table.fault("spread", "must have as many Game-Turns as more, at least one")
    table.finish()
    return found


def _read_numbers(found: Mapping[str, object], where: str, faults: Faults) -> dict[str, float]:
    """Return the numbers of a table by name."""
    numbers = {}
    for name, value in found.items():
        if not is_weight(value):
            faults.add(where, name, f"must be a number from -{MAX_WEIGHT:g} to {MAX_WEIGHT:g}")
        else:
            numbers[name] = float(value)
    return numbers


def is_weight(value: object) -> TypeGuard[int | float]:
    """Return True if a value may be a weight."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_WEIGHT


def _read_pairs(table: TomlTable, name: str) -> tuple[Both, ...]:
    """Return a list of pairs of numbers, at least one."""
    found: list[Both] = []
    for pair in table.items(name):
        if isinstance(pair, list) and len(pair) == 2 and is_weight(pair[0]) and is_weight(pair[1]):
            found.append((float(pair[0]), float(pair[1])))
        else:
            table.fault(name, "must be pairs of numbers")
            break
    return tuple(found)


def _read_orders(table: TomlTable) -> Opening:
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
    """Build the weights of a text, by name. Raises `FileError`."""
    return build(source).weights


def read_weights(path: Path) -> Mapping[str, float]:
    """Read the weights in a file. Raises `FileError`."""
    return build_weights(read(path))


@lru_cache(maxsize=8)
def known_of(battle: str) -> Known:
    """Return a battle's shipped numbers by the name of its rules; empty if it has no file.

    Raises `FileError` if the file is damaged.
    """
    path = shipped_root() / battle / f"{KIND}.toml"
    return build(read(path)) if path.is_file() else NOTHING


def weights_of(battle: str, temperament: str = STEADY) -> Mapping[str, float]:
    """Return a battle's shipped weights for a temperament, by the name of its rules.

    Raises `FileError` if the file is damaged.
    """
    known = known_of(battle)
    return {**known.weights, **known.temperaments.get(temperament, {})}
