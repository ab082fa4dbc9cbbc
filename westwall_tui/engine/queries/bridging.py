"""Bridges that fall, are laid and are destroyed."""

from collections.abc import Sequence

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Bridge
from westwall_tui.engine.rules.answers import Crossing, Standing


def crossings(game: Game) -> Sequence[Crossing]:
    """The bridges that the battle has rules for, and those that have fallen or been laid."""
    return game.rules.crossings(game.state)


def bridges(game: Game) -> Sequence[Standing]:
    """How each bridge stands that is laid and destroyed: there, due or gone (11.0 of Remagen); none in most battles."""
    return game.rules.standing_bridges(game.state)


def bridge_sites(game: Game) -> list[Bridge]:
    """The bridges that may be laid now, as a part of the Movement Phase (11.1 of Remagen)."""
    return list(game.rules.bridge_sites(game.state))


def destruction_case(game: Game) -> str:
    """The case by which units destroy the bridges that they stand on."""
    return game.rules.destruction_case
