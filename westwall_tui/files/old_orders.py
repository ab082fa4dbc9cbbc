"""Orders of old logs as they would be written today, so that a game replays as it was played."""

from collections.abc import Callable, Iterable, Mapping


def _pin_step(line: str) -> str:
    """A lone hex next to the unit was the direct step, even where another way was cheaper: named twice, it still is."""
    match line.split():
        case ["move", _, h] | ["enter", _, _, h]:
            return f"{line} {h}"
        case ["exit", unit, h, edge]:
            return f"exit {unit} {h} {h} {edge}"
    return line


REREAD: Mapping[int, Callable[[str], str]] = {1: _pin_step}
"""By revision of the rules: what turns an order of a log written under it into one of the next revision."""


def reread(log: Iterable[str], revision: int) -> list[str]:
    """A log that was written under a revision of the rules, as it would be written today."""
    lines = list(log)
    for old, step in sorted(REREAD.items()):
        if old >= revision:
            lines = [step(line) for line in lines]
    return lines
