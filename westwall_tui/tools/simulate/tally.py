"""Results of games, stored in a CSV file with one result per line, and their summaries.

Lines are written as games end, and read again to continue an interrupted run. An incomplete last line, as after a crash
of the machine, is ignored.
"""

import csv
import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from westwall_tui.files.disk.reach import BYTE_ORDER_MARK
from westwall_tui.tools.simulate.games import Result

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


Line = TypeVar("Line", bound="DataclassInstance")
LARGEST = 64_000_000
"""Maximum bytes of a file; 100,000 games need about 30 million."""
_ADVICE = "fix or remove the line, or use another file"


def read(path: Path, kind: type[Line]) -> list[Line]:
    """Return the records in a file, or none if it is missing. Raises `ValueError` for another kind of file."""
    if not path.exists():
        return []
    if not path.is_file():
        raise ValueError(f"{path} isn't a file")
    if path.stat().st_size > LARGEST:
        raise ValueError(f"{path} has more than {LARGEST:,} bytes; use another file")
    held = _whole_lines(path.read_bytes())
    if not held:
        return []
    try:
        text = held.decode("utf-8").removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        number = held.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{path}, line {number}: is not UTF-8 text; {_ADVICE}") from error
    return [*_read_records(path, text.splitlines(keepends=True), kind)]


def _read_records(path: Path, lines: Sequence[str], kind: type[Line]) -> list[Line]:
    kinds, names = get_type_hints(kind), _names_of_fields(kind)
    rows = csv.reader(lines, strict=True)
    found = []
    try:
        if next(rows) != names:
            raise ValueError(f"{path} is not a file of results: its headings are different")
    except csv.Error as error:
        raise ValueError(f"{path}, line 1: {error}; {_ADVICE}") from error
    try:
        for row in rows:
            if len(row) != len(names):
                raise ValueError(f"has {len(row)} entries, not {len(names)}")
            found.append(kind(**{name: _read_value(kinds[name], text) for name, text in zip(names, row, strict=True)}))
    except RecursionError:
        raise ValueError(f"{path}, line {rows.line_num}: is nested too deeply; {_ADVICE}") from None
    except (ValueError, csv.Error) as error:
        raise ValueError(f"{path}, line {rows.line_num}: {error}; {_ADVICE}") from error
    return found


def open_for(path: Path) -> None:
    """Check that a file can be written, before any game is played. Raises `OSError`."""
    path.open("ab").close()


def append(path: Path, lines: Sequence["DataclassInstance"]) -> None:
    """Append records of one kind to a file, with headings if it has none."""
    if not _ends_with_a_line(path):
        path.write_bytes(_whole_lines(path.read_bytes()))
    new = not path.exists() or not path.stat().st_size
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _names_of_fields(type(lines[0])), lineterminator="\n")
        if new:
            writer.writeheader()
        for line in lines:
            row = asdict(line).items()
            writer.writerow({name: json.dumps(value) if isinstance(value, tuple) else value for name, value in row})


def _ends_with_a_line(path: Path) -> bool:
    """Return True if the last line of a file is complete, or the file is empty."""
    if not path.exists() or not path.stat().st_size:
        return True
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() == b"\n"


def _names_of_fields(kind: type["DataclassInstance"]) -> list[str]:
    return [field.name for field in fields(kind)]


def _whole_lines(held: bytes) -> bytes:
    return held[: held.rfind(b"\n") + 1]


def _read_value(kind: Any, text: str) -> object:
    """Return the value of a cell: a word, number or tuple.

    Raises `ValueError` or `RecursionError` for anything else.
    """
    if kind is str:
        return text
    try:
        value = json.loads(text)
    except ValueError:
        raise ValueError(f"{text[:40]!r} is unexpected") from None
    return _fit_value(kind, value)


def _fit_value(kind: Any, value: Any) -> Any:
    """Return a JSON value as a tuple, number or word of a kind. Raises `ValueError` if it is of another kind."""
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if kind in (int, str) and type(value) is kind:
        return value
    parts = get_args(kind)
    if not parts or not isinstance(value, list):
        raise ValueError(f"{str(value)[:40]!r} is unexpected")
    if parts[-1] is ...:
        parts = parts[:1] * len(value)
    if len(parts) != len(value):
        raise ValueError(f"{str(value)[:40]!r} should have {len(parts)} entries")
    return tuple(map(_fit_value, parts, value))


Z = 1.96
"""Number of standard deviations on each side of a 95% interval."""


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the 95% interval of a share (Wilson's score interval); (0, 1) for no games."""
    if not games:
        return 0.0, 1.0
    share, z2 = won / games, Z * Z
    middle = share + z2 / (2 * games)
    spread = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    low, high = (middle - spread) / (1 + z2 / games), (middle + spread) / (1 + z2 / games)
    return max(low, 0.0), min(high, 1.0)


def pairs(results: Iterable[Result]) -> list[tuple[Result, Result]]:
    """Return pairs of games with the same scenario and seed but swapped players, the original order first."""
    waiting: dict[tuple[str, int, str, str], Result] = {}
    found = []
    for result in results:
        other = waiting.pop((result.scenario, result.seed, result.second, result.first), None)
        if other is None:
            waiting[result.scenario, result.seed, result.first, result.second] = result
        else:
            found.append((other, result))
    return found


def pair_score(pair: tuple[Result, Result]) -> float:
    """Return 1 if the first game's First Player does better over both games, 0 if the opponent does, else 0.5."""
    balance = pair[0].margin - pair[1].margin
    return 1.0 if balance > 0 else 0.0 if balance < 0 else 0.5


def summary(results: Sequence[Result]) -> dict[str, object]:
    """Return the summary of games of one scenario between the same two players, as plain data."""
    games = len(results)
    sides = []
    for side in (0, 1):
        won = sum(result.winner == side for result in results)
        low, high = wilson(won, games)
        sides.append(
            {
                "won": won,
                "share": round(won / games, 4) if games else None,
                "interval": [round(low, 4), round(high, 4)],
                "points": _mean_of(result.points[side] for result in results),
                "lost": _mean_of(result.lost[side] for result in results),
                "seconds_a_turn": _mean_of((result.seconds[side] for result in results), 3),
                "slowest_turn": round(max((result.slowest[side] for result in results), default=0.0), 3),
                "causes": {name: round(mean, 2) for name, (mean, _) in sources(results, side).items()},
                "games_with": {name: games for name, (_, games) in sources(results, side).items()},
            }
        )
    return {
        "games": games,
        "verdicts": dict(sorted(Counter(result.verdict for result in results).items(), key=lambda c: (-c[1], c[0]))),
        "turns": _mean_of(result.turns for result in results),
        "refused": sum(result.refused for result in results),
        "sides": sides,
    }


def sources(results: Sequence[Result], side: int) -> Mapping[str, tuple[float, int]]:
    """Return the average points of a side by their source, the best one first, and the games in which it gave some."""
    found: dict[str, list[int]] = {}
    for result in results:
        for owner, name, points in result.sources:
            if owner == side:
                found.setdefault(name, []).append(points)
    means = {name: (sum(all_points) / len(results), sum(map(bool, all_points))) for name, all_points in found.items()}
    return dict(sorted(means.items(), key=lambda each: -each[1][0]))


def _mean_of(numbers: Iterable[float], digits: int = 2) -> float:
    found = list(numbers)
    return round(sum(found) / len(found), digits) if found else 0.0
