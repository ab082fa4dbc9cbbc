"""Words of a scenario's `[victory]` as hexes, units and numbers; files have been checked when they were loaded."""

from collections.abc import Mapping

from westwall_tui.engine.game import Game


def words(value: object) -> list[str]:
    """A list of strings; empty if left out."""
    return [str(word) for word in value] if isinstance(value, list | tuple) else []


def hexes(game: Game, value: object) -> tuple[int, ...]:
    """Hexes by their printed numbers."""
    return tuple(game.scenario.board.hex(word) for word in words(value))


def units(game: Game, value: object) -> tuple[int, ...]:
    """Units by their ids."""
    return tuple(game.scenario.by_id[word.lower()] for word in words(value))


def number(value: object, standard: int) -> int:
    """A whole number."""
    return value if isinstance(value, int) else standard


def towns(game: Game, value: object) -> dict[str, tuple[tuple[int, ...], int]]:
    """Places of the board by name, with their hexes and points."""
    known = {place.name: place.hexes for place in game.scenario.board.places}
    table = value if isinstance(value, Mapping) else {}
    return {str(name): (known[str(name)], number(points, 0)) for name, points in table.items()}
