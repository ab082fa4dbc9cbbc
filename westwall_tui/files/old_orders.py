"""Puts the orders of old logs into today's words, so that a game replays as it was played."""

from collections.abc import Callable, Iterable, Mapping


def _pin_step(line: str) -> str:
    """A lone hex next to the unit was the direct step, even if another way is cheaper. Named twice, it always is."""
    match line.split():
        case ["move", _, h] | ["enter", _, _, h]:
            return f"{line} {h}"
        case ["exit", unit, h, edge]:
            return f"exit {unit} {h} {h} {edge}"
    return line


REREAD: Mapping[int, Callable[[str], str]] = {1: _pin_step}
"""For each revision of the rules, what turns an order written under it into one of the next revision."""


def reread(log: Iterable[str], revision: int) -> list[str]:
    """A log written under a revision of the rules, in today's words."""
    lines = list(log)
    for old, step in sorted(REREAD.items()):
        if old >= revision:
            lines = [step(line) for line in lines]
    return lines


def pinned(log: Iterable[str]) -> list[str]:
    """A log whose orders are in full, with every way as it was: where the ground has changed another may be cheaper."""
    return [_pin_step(line) for line in log]
