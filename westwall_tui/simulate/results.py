"""Results in a CSV file, one game a line: written as games end, and read again to go on where one was interrupted."""

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
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        if rows.fieldnames != NAMES:
            raise ValueError(f"{path} is not a file of results")
        return [_result(row) for row in rows if None not in row.values()]


def append(path: Path, results: Iterable[Result]) -> None:
    """Add results to a file, with headings if it is new."""
    new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, NAMES, lineterminator="\n")
        if new:
            writer.writeheader()
        for result in results:
            row = asdict(result)
            writer.writerow({name: json.dumps(value) if name in _TUPLES else value for name, value in row.items()})


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
