"""What retreats would mean for the units of a combat (7.7)."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.rules import retreat
from westwall_tui.engine.rules.displacement import Open, open_ground
from westwall_tui.engine.rules.results_table import FURTHEST, effect


class Fate(NamedTuple):
    """What retreats would mean for a unit in the position as it stands."""

    unit: int
    room: int
    """Hexes that it could retreat, at most 4; less than a result asks for means that it is lost (7.74)."""
    ways: tuple[int, ...]
    """Hexes into which it could take its first step."""
    held: int = 0
    """Hexes, at most, that a result may ask for and its owner may make nothing of: in a city of some battles."""


def fates(game: Game, units: Sequence[int]) -> tuple[Fate, ...]:
    """How far each of some units could retreat in the position as it stands, if it went first (7.7)."""
    sides = [game.state.units[unit].side for unit in units]
    ground = {side: open_ground(game.rules, game.state, side) for side in sorted(set(sides))}
    return tuple([fate(game, unit, ground[side]) for unit, side in zip(units, sides, strict=True)])


def fate(game: Game, unit: int, ground: Open | None = None) -> Fate:
    """How far a unit could retreat in the position as it stands (7.7). `ground` saves finding it again."""
    rules, state = game.rules, game.state
    first = retreat.choices(rules, state, unit, 1, ground=ground)
    if first.lost:
        return Fate(unit, 0, ())
    ways = dict.fromkeys(path[1] for path in first.paths if len(path) > 1)
    held = 0
    while held < FURTHEST and _holds(
        first if held == 0 else retreat.choices(rules, state, unit, held + 1, ground=ground)
    ):
        held += 1
    return Fate(unit, retreat.room(rules, state, unit, FURTHEST, ground), tuple(ways), held)


def _holds(found: retreat.Choices) -> bool:
    """Whether a unit may stay where it is and not be lost."""
    return not found.lost and any(len(path) == 1 for path in found.paths)


def fatal_dice(game: Game, fate: Fate, results: Sequence[str], *, alone: bool = False) -> list[int]:
    """The dice, 1 to 6, on which a unit would be lost in a combat, outright or because it has no room (7.74).

    `results` are those of the six dice. A unit of the phasing side attacks, others defend. `alone`: artillery and
    Ground Support attack by themselves (8.15).
    """
    asked = (asked_of(game, fate.unit, result, alone=alone) for result in results)
    return [die for die, hexes in enumerate(asked, 1) if hexes > fate.room]


def asked_of(game: Game, unit: int, result: str, *, alone: bool = False) -> int:
    """Hexes that a result makes a unit of the combat retreat (7.62): 0 for none, 5 where it is eliminated outright."""
    asked = effect(result, alone=alone)
    return asked.attackers if game.state.units[unit].side == game.state.side else asked.defenders
