"""The effects of the six rolls of a combat, by line of the Combat Results Table and differential (7.61)."""

from functools import cache
from typing import NamedTuple

from westwall_tui.engine.queries import tables
from westwall_tui.engine.terrain import LINE_ORDER

LOWEST, HIGHEST = -8, 13
"""Differentials beyond these give the same results."""
MOST_ROOM = 6
"""Room for retreat beyond which only outright elimination is fatal."""


class Dice(NamedTuple):
    """The number of rolls, of six, on which each effect occurs."""

    lost: tuple[int, ...]
    """A defender is eliminated, by its room for retreat from 0 on, after possible reductions."""
    moved: int
    """A defender is driven off or eliminated."""
    won: int
    """The attacker may advance."""
    killed: tuple[int, ...]
    """An attacker is eliminated, by its room from 0 on."""
    back: int
    """An attacker is driven off or eliminated."""


def exceeds(hexes: int, most: int) -> bool:
    """Return True if a result demands more than `most` hexes, as outright elimination always does.

    If `most` is the room to retreat, the unit is then lost; if it is the relief, the unit has to move.
    """
    return hexes > most or hexes == tables.LOST


def _count_dice(results: tuple[str, ...], *, alone: bool, relief: int) -> Dice:
    """Return the dice of some results. `alone`: artillery and Ground Support attack by themselves (8.15).

    `relief`: hexes by which the side in question may reduce its retreat.
    """
    lost, killed = [0] * (MOST_ROOM + 1), [0] * (MOST_ROOM + 1)
    moved = won = back = 0
    for result in results:
        hit, push, decided = tables.effect(result, alone=alone)
        moved += exceeds(push, relief)
        won += exceeds(push, relief) and decided
        back += exceeds(hit, relief)
        for room in range(MOST_ROOM + 1):
            lost[room] += exceeds(push, room)
            killed[room] += exceeds(hit, room)
    return Dice(tuple(lost), moved, won, tuple(killed), back)


@cache
def _dice_by_line(alone: bool, relief: int) -> tuple[tuple[Dice, ...], ...]:
    spread = range(LOWEST, HIGHEST + 1)
    return tuple(
        tuple(_count_dice(tables.results(line, differential), alone=alone, relief=relief) for differential in spread)
        for line in LINE_ORDER
    )


EFFECTS = tuple(
    tuple(
        tuple(
            tuple(tables.effect(result, alone=alone) for result in tables.results(line, differential))
            for differential in range(LOWEST, HIGHEST + 1)
        )
        for line in LINE_ORDER
    )
    for alone in (False, True)
)
"""Effects of each roll, 1 first: by whether artillery attacks alone, line, and differential from `LOWEST`."""


def effects(line: int, differential: int, *, alone: bool = False) -> tuple[tuple[int, int, bool], ...]:
    """Return by roll, 1 first, both retreats, attacker's first (or `tables.LOST`), and whether one side has won."""
    return EFFECTS[alone][line][column(differential)]


def column(differential: int) -> int:
    """Return the index of a differential in the result of `dice_by_column`."""
    return min(max(differential, LOWEST), HIGHEST) - LOWEST


def dice_by_column(line: int, *, alone: bool, relief: int) -> tuple[Dice, ...]:
    """Return the dice of a combat, for each `column`."""
    return _dice_by_line(alone, relief)[line]


def dice(line: int, differential: int, *, alone: bool = False, relief: int = 0) -> Dice:
    """Return the dice of a combat.

    The line is an index of `LINE_ORDER`; `relief` reduces retreats (`Position.relief`).
    """
    return dice_by_column(line, alone=alone, relief=relief)[column(differential)]
