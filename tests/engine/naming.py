"""Units and hexes of a game by the names that tests and players use."""

from collections.abc import Iterable

from westwall_tui.engine.game import Game


def at(game: Game, number: str) -> int:
    """Return a hex by its printed number."""
    return game.scenario.board.hex(number)


def numbers(game: Game, hexes: Iterable[int]) -> str:
    """Return the printed numbers of hexes, sorted: `0504 0505`."""
    return " ".join(sorted(game.state.number(h) for h in hexes))


def way(game: Game, hexes: Iterable[int]) -> str:
    """Return the printed numbers of hexes in the given order."""
    return " ".join(game.state.number(h) for h in hexes)


def unit(game: Game, name: str) -> int:
    """Return a unit by its id."""
    return game.scenario.by_id[name.lower()]


def ids(game: Game, units: Iterable[int]) -> str:
    """Return the ids of units in the given order: `A B`."""
    return " ".join(game.state.ids([*units]))
