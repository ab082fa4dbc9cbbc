"""What the six dice of a combat do, counted once for each line of the Combat Results Table and differential (7.61)."""

from typing import NamedTuple

from westwall_tui.engine.board import Line
from westwall_tui.engine.queries import tables

LINES = tuple(Line)
"""The lines of the table by number, the best for the defender first."""
LOWEST, HIGHEST = -8, 13
"""Differentials beyond these give the same results."""
MOST_ROOM = 6
"""Hexes of room beyond which no result is fatal but elimination outright; a City's relief counts as two."""


class Dice(NamedTuple):
    """How many of the six dice do what."""

    lost: tuple[int, ...]
    """Of a defender with so much room for retreat (from 0): eliminated."""
    moved: int
    """Of defenders: driven off or eliminated."""
    won: int
    """The attacker may advance."""
    killed: tuple[int, ...]
    """Of an attacker with so much room (from 0): eliminated."""
    back: int
    """Of attackers: driven off or eliminated."""


def _count(results: tuple[str, ...], *, alone: bool) -> Dice:
    """`alone`: artillery and Ground Support attack by themselves, so less happens (8.15)."""
    lost, killed = [0] * (MOST_ROOM + 1), [0] * (MOST_ROOM + 1)
    moved = won = back = 0
    for result in results:
        hit, push, decided = tables.effect(result, alone=alone)
        moved += push > 0
        won += push > 0 and decided
        back += hit > 0
        for room in range(MOST_ROOM + 1):
            lost[room] += push > room or push == tables.LOST
            killed[room] += hit > room or hit == tables.LOST
    return Dice(tuple(lost), moved, won, tuple(killed), back)


def _table(*, alone: bool) -> tuple[tuple[Dice, ...], ...]:
    return tuple(
        tuple(_count(tables.results(line, differential), alone=alone) for differential in range(LOWEST, HIGHEST + 1))
        for line in LINES
    )


WITH_UNITS, GUNS_ALONE = _table(alone=False), _table(alone=True)
"""By line and differential from `LOWEST`."""


EFFECTS = tuple(
    tuple(
        tuple(
            tuple(tables.effect(result, alone=alone) for result in tables.results(line, differential))
            for differential in range(LOWEST, HIGHEST + 1)
        )
        for line in LINES
    )
    for alone in (False, True)
)
"""What each die does, 1 first: by whether artillery attacks alone, line, and differential from `LOWEST`."""


def effects(line: int, differential: int, *, alone: bool = False) -> tuple[tuple[int, int, bool], ...]:
    """By die, 1 first: hexes that the attacker and the defender retreat (or `tables.LOST`), and whether one has won."""
    return EFFECTS[alone][line][min(max(differential, LOWEST), HIGHEST) - LOWEST]


def dice(line: int, differential: int, *, alone: bool = False) -> Dice:
    """The dice of a combat; the line is an index of `LINES`."""
    index = min(max(differential, LOWEST), HIGHEST) - LOWEST
    return (GUNS_ALONE if alone else WITH_UNITS)[line][index]
