"""Write figures to files, and compare two files: the changes between two commits."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.table import Figure

Parts = Mapping[str, Sequence[Figure]]
NOISE = 0.1
"""Changes below this share are not worth a remark."""


def write(path: Path, parts: Parts) -> None:
    """Write the figures of all parts to a file."""
    data = {part: [figure._asdict() | {"verdict": figure.verdict} for figure in found] for part, found in parts.items()}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> dict[str, list[Figure]]:
    """Return the figures of a file."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return {part: [Figure(**{k: f[k] for k in Figure._fields}) for f in found] for part, found in data.items()}


def compare(before: Parts, after: Parts) -> str:
    """Return the figures that both files have, line by line, with their change."""
    old = {(part, figure.what): figure for part, found in before.items() for figure in found}
    rows = [("", "before", "after", "", "")]
    for part, found in after.items():
        for figure in found:
            was = old.get((part, figure.what))
            if was is not None and was.worst is not None and figure.worst is not None:
                rows.append((figure.what, f"{was.worst:.4g}", f"{figure.worst:.4g}", figure.unit, _change(was, figure)))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows)


def _change(before: Figure, after: Figure) -> str:
    assert before.worst is not None
    assert after.worst is not None
    if not before.worst or not after.worst or abs(after.worst / before.worst - 1) < NOISE:
        return "" if before.worst == after.worst or (before.worst and after.worst) else "changed"
    better = (after.worst > before.worst) == after.higher
    return f"{after.worst / before.worst:.2f} times, {'better' if better else 'WORSE'}"
