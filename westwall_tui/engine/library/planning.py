"""Combats before they are fought: `westwall.planning`. Each function takes a `Game` and changes nothing."""

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
    """Enemies that could be attacked this phase; with a `unit`, those that it could attack or barrage."""
    return planning.targets(game) if unit is None else planning.targets_of(game, game.scenario.unit(unit))


def candidates(game: Game, defenders: Sequence[UnitName]) -> Candidates:
    """The units that could attack all of these defenders in one combat."""
    return planning.candidates(game, _units(game, defenders))


def suggested(game: Game, defenders: Sequence[UnitName]) -> tuple[int, ...]:
    """The adjacent units to begin an attack with: all of them if that is allowed."""
    return planning.suggested(game, _units(game, defenders))


def preview(game: Game, order: Attack | str) -> Preview | None:
    """An attack's odds, six results, retreats, and its refusal if it is illegal.

    None if a unit is not there, or no enemy is named.
    """
    return planning.preview(game, _read(order, Attack, "an attack"))


def answer(game: Game, order: Fpf | str) -> Answer | None:
    """The combat under way with this Final Protective Fire; None if there is no combat."""
    return planning.answer(game, _read(order, Fpf, "Final Protective Fire"))


def fate(game: Game, unit: UnitName) -> Fate:
    """How far a unit could retreat now (7.7)."""
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
