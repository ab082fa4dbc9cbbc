"""Cities (11.0 of Arnhem): City hexes in which units shorten their retreats."""

from collections.abc import Collection, Sequence

from westwall_tui.engine.board import Board
from westwall_tui.engine.rules.answers import Refuges, Relief
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind, Unit

REDUCTION = 2
"""Hexes by which the rest of a retreat may be reduced (11.1)."""
STEADFAST = (Kind.AIRBORNE, Kind.GLIDER)
"""The Allied kinds that keep this reduction when they are surrounded (11.2)."""


def refuges(board: Board) -> frozenset[int]:
    """Return the City hexes (11.1)."""
    return frozenset(h for h, terrain in enumerate(board.terrain) if terrain is Terrain.CITY)


def reliefs(units: Sequence[Unit], airborne: Collection[int]) -> tuple[Relief, ...]:
    """Return the relief of each unit: two hexes if it isn't surrounded or is `STEADFAST` (11.1, 11.2).

    Airborne artillery has no relief.
    """
    return tuple([_relief(unit.kind, airborne=i in airborne) for i, unit in enumerate(units)])


def _relief(kind: Kind, *, airborne: bool) -> Relief:
    if kind is Kind.AIRBORNE_ARTILLERY:
        return Relief()
    return Relief(REDUCTION, REDUCTION if airborne and kind in STEADFAST else 0)


def cities(board: Board, units: Sequence[Unit], airborne: Collection[int]) -> Refuges:
    """Return the cities as refuges; only `airborne` units of `STEADFAST` kinds use them when surrounded (11.2)."""
    return Refuges(refuges(board), reliefs(units, airborne), "city", "11.1")
