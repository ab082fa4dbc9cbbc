"""The effects of the six rolls of a combat, by line of the Combat Results Table and differential (7.61)."""

from functools import cache
from typing import NamedTuple

from westwall_tui.engine.queries import tables
from westwall_tui.engine.terrain import LINE_ORDER

LOWEST, HIGHEST = -8, 13
"""Differentials beyond these give the same results."""
MOST_ROOM = 6
"""The greatest room for retreat that is told apart; a unit with this much is lost only to outright elimination."""


class Dice(NamedTuple):
    """The number of rolls, out of six, on which each effect occurs."""

    lost: tuple[int, ...]
    """By the defender's room for retreat from 0 on, after possible reductions: a defender is eliminated."""
    moved: int
    """A defender is driven off or eliminated."""
    won: int
    """The attacker may advance."""
    killed: tuple[int, ...]
    """By the attacker's room for retreat from 0 on: an attacker is eliminated."""
    back: int
    """An attacker is driven off or eliminated."""


def exceeds(hexes: int, most: int) -> bool:
    """Return True if a result demands more than `most` hexes, as outright elimination always does.

    If `most` is a unit's room for retreat, True means that the unit is lost. If `most` is its relief, True means that
    the unit has to move.
    """
    return hexes > most or hexes == tables.LOST


def _count_dice(results: tuple[str, ...], *, alone: bool, relief: int) -> Dice:
    """Return the dice for some results.

    With `alone`, artillery and Ground Support attack by themselves (8.15). `relief` is the number of hexes by which the
    side in question may reduce its retreat.
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
"""The effects of each roll, 1 first: by whether artillery attacks alone, by line, and by differential from `LOWEST`."""


def effects(line: int, differential: int, *, alone: bool = False) -> tuple[tuple[int, int, bool], ...]:
    """Return for each roll, 1 first, the attacker's and the defender's retreat, and whether one side has won.

    A retreat is a number of hexes or `tables.LOST`.
    """
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
