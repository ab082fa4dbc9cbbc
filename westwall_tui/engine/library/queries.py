"""Questions about a game: `westwall.queries`. Each function takes a `Game` and changes nothing.

Answers name units and hexes by index; `Game.state.ids` and `Game.state.numbers` turn them into names. Movement Points
are counted in halves.
"""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.library import HexName, UnitName
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.queries import Marker, Reach, Whereabouts

__all__ = [
    "account",
    "advances",
    "entry_hexes",
    "losses",
    "markers",
    "movers",
    "objectives",
    "outstanding",
    "reach",
    "retreats",
    "suggested_setup",
    "supplies",
    "totals",
    "units_at",
    "whereabouts",
    "why_not",
    "zone",
]

account = queries.account
movers = queries.movers
objectives = queries.objectives
outstanding = queries.outstanding
suggested_setup = queries.suggested_setup
supplies = queries.supplies
totals = queries.totals


def reach(game: Game, unit: UnitName, pins: Sequence[HexName] = ()) -> Reach:
    """Where a unit could move, or enter the map, if it were its player's Movement Phase now (5.0).

    The path passes the `pins`. Raises `ValueError` for a unit or hex that is not there.
    """
    return queries.reach(game, game.scenario.unit(unit), [game.scenario.board.hex(pin) for pin in pins])


def why_not(game: Game, unit: UnitName, h: HexName) -> IllegalOrder | None:
    """Why a unit on the map could not move to a hex, with the case that forbids it; None if it could (5.0)."""
    return queries.why_not(game, game.scenario.unit(unit), game.scenario.board.hex(h))


def entry_hexes(game: Game, unit: UnitName) -> tuple[int, ...]:
    """The hexes where a reinforcement may enter the map, or land."""
    return queries.entry_hexes(game, game.scenario.unit(unit))


def whereabouts(game: Game, unit: UnitName) -> Whereabouts:
    """Where a unit is: on the map, due on a Game-Turn, exited by an edge, or eliminated."""
    return queries.whereabouts(game, game.scenario.unit(unit))


def units_at(game: Game, h: HexName) -> tuple[int, ...]:
    """The units in a hex, in unit order."""
    return queries.units_at(game, game.scenario.board.hex(h))


def zone(game: Game, side: int | str) -> frozenset[int]:
    """The hexes in the Zones of Control of a side's units (6.1)."""
    return queries.zone(game, game.scenario.side(side))


def losses(game: Game, side: int | str) -> list[int]:
    """The side's eliminated units, in unit order."""
    return queries.losses(game, game.scenario.side(side))


def markers(game: Game, viewer: int | str | None = None) -> Sequence[Marker]:
    """Markers on the map, as far as a side may know; None: public ones."""
    return queries.markers(game, -1 if viewer is None else game.scenario.side(viewer))


def retreats(game: Game, unit: UnitName) -> queries.Choices:
    """A unit's retreat paths (7.7); none if it need not retreat now."""
    return queries.retreats(game, game.scenario.unit(unit))


def advances(game: Game, unit: UnitName) -> Mapping[int, tuple[int, ...]]:
    """By hex where a unit may advance after the combat just fought, the path there (7.9)."""
    return queries.advances(game, game.scenario.unit(unit))
