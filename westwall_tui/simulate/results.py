"""Results in a CSV file, one game a line: written as games end, and read again to go on where one was interrupted.

A line that was cut short when the machine went down is not counted, and its game is played again.
"""

import csv
import json
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path

from westwall_tui.simulate.games import Result

NAMES = [field.name for field in fields(Result)]
_TUPLES = ("points", "lost", "seconds", "slowest", "causes")


def read(path: Path) -> list[Result]:
    """The results in a file; empty if there is none. Raises `ValueError` for a file of another kind."""
    if not path.exists():
        return []
    rows = csv.DictReader(_whole_lines(path.read_bytes()).decode("utf-8").splitlines(keepends=True))
    if rows.fieldnames != NAMES:
        raise ValueError(f"{path} is not a file of results")
    return [_result(row) for row in rows]


def append(path: Path, results: Iterable[Result]) -> None:
    """Add results to a file, with headings if it is new."""
    new = not path.exists()
    if not new:
        held = path.read_bytes()
        if not held.endswith(b"\n"):
            path.write_bytes(_whole_lines(held))
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, NAMES, lineterminator="\n")
        if new:
            writer.writeheader()
        for result in results:
            row = asdict(result)
            writer.writerow({name: json.dumps(value) if name in _TUPLES else value for name, value in row.items()})


def _whole_lines(held: bytes) -> bytes:
    return held[: held.rfind(b"\n") + 1]


def _result(row: dict[str, str]) -> Result:
    pair = {name: tuple(json.loads(row[name])) for name in _TUPLES}
    causes = tuple((int(side), str(cause), int(points)) for side, cause, points in pair["causes"])
    return Result(
        key=row["key"],
        scenario=row["scenario"],
        seed=int(row["seed"]),
        first=row["first"],
        second=row["second"],
        winner=int(row["winner"]),
        verdict=row["verdict"],
        points=(pair["points"][0], pair["points"][1]),
        margin=float(row["margin"]),
        turns=int(row["turns"]),
        orders=int(row["orders"]),
        lost=(pair["lost"][0], pair["lost"][1]),
        seconds=(pair["seconds"][0], pair["seconds"][1]),
        slowest=(pair["slowest"][0], pair["slowest"][1]),
        refused=int(row["refused"]),
        causes=causes,
    )
