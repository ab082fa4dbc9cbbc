"""A combat thought over before it is fought: `westwall.planning`. Each function takes a `Game` and changes nothing."""

from collections.abc import Sequence
from typing import TypeVar

from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.library import UnitName
from westwall_tui.engine.orders import Attack, Fpf, Order, as_order
from westwall_tui.engine.planning import Answer, Candidates, Fate, Preview

Kind = TypeVar("Kind", bound=Order)

__all__ = ["answer", "candidates", "fate", "preview", "price_of_ending", "suggested", "targets"]

price_of_ending = planning.price_of_ending


def targets(game: Game, unit: UnitName | None = None) -> list[int]:
    """Enemies that could be attacked in this phase; with a `unit`, those that it could attack or barrage itself."""
    return planning.targets(game) if unit is None else planning.targets_of(game, game.scenario.unit(unit))


def candidates(game: Game, defenders: Sequence[UnitName]) -> Candidates:
    """Who could attack all of these defenders in one combat."""
    return planning.candidates(game, _units(game, defenders))


def suggested(game: Game, defenders: Sequence[UnitName]) -> tuple[int, ...]:
    """The adjacent units to begin an attack on these defenders with: all of them, if that is allowed."""
    return planning.suggested(game, _units(game, defenders))


def preview(game: Game, order: Attack | str) -> Preview | None:
    """What would come of an attack: its odds, the six results, the room to retreat, and why it could not be made.

    None if a unit is not there, or no enemy is named.
    """
    return planning.preview(game, _read(order, Attack, "an attack"))


def answer(game: Game, order: Fpf | str) -> Answer | None:
    """The combat under way as it would be with this Final Protective Fire; None where there is no combat."""
    return planning.answer(game, _read(order, Fpf, "Final Protective Fire"))


def fate(game: Game, unit: UnitName) -> Fate:
    """How far a unit could retreat in the position as it stands (7.7)."""
    return planning.fate(game, game.scenario.unit(unit))


def _units(game: Game, units: Sequence[UnitName]) -> tuple[int, ...]:
    if isinstance(units, str):
        raise TypeError(f"give the units as a list: [{units!r}]")
    return tuple([game.scenario.unit(unit) for unit in units])


def _read(order: Order | str, kind: type[Kind], name: str) -> Kind:
    found = as_order(order)
    if not isinstance(found, kind):
        raise TypeError(f"{str(found)!r} is not {name}")
    return found
