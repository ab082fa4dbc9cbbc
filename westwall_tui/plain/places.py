"""Describes hexes, and finds hexes by name: `2520 Nijmegen, town; to the north the Waal, bridge wired`."""

from collections.abc import Iterable, Iterator

from westwall_tui.engine import queries
from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Hexside
from westwall_tui.engine.words import with_article
from westwall_tui.plain.speech import listed
from westwall_tui.words.places import directions

STATES = {"wired": "wired", "safe": "no longer wired", "blown": "blown", "laid": "laid in this game"}
"""The states of bridges in words, for battles with rules about bridges."""


def ground_in_words(game: Game, h: int) -> str:
    """Return a hex with its name and terrain: `2520 Nijmegen, town`."""
    entry = queries.terrain_entry(game, h)
    return f"{game.scenario.board.describe(h)}, {entry.name.lower() if entry else 'which no unit can enter'}"


# -- roads through a hex, and water along its sides


def sides_in_words(game: Game, h: int) -> Iterator[str]:
    """Yield the roads, trails and railways of a hex, then its water: `to the north the Waal, bridge wired`."""
    found = queries.ways_of(game, h)
    names = dict(zip(("N", "NE", "SE", "S", "SW", "NW"), directions(game.scenario.board), strict=True))
    roads = roads_at(game.scenario.board, h)
    for kind in ("road", "trail", "railway"):
        if kind in found:
            called = f" ({listed(roads[kind])})" if roads.get(kind) else ""
            yield f"{kind} to the {listed(names[d] for d in found[kind])}{called}"
    by_water: dict[str, list[str]] = {}
    for number, side in enumerate(names):
        water = _water_in_words(game, h, number)
        if water:
            by_water.setdefault(water, []).append(names[side])
    yield from (f"to the {listed(sides)} {water}" for water, sides in by_water.items())


def roads_at(board: Board, h: int) -> dict[str, list[str]]:
    """Return the names of the roads, trails and railways through a hex, by kind."""
    kinds = (("road", board.roads), ("trail", board.trails), ("railway", board.railways))
    return {
        kind: [*dict.fromkeys(path.name for path in paths if path.name and h in path.hexes)] for kind, paths in kinds
    }


def _water_in_words(game: Game, h: int, side: int) -> str:
    """Return the water on a hexside and what leads across it; empty if there is neither water nor a bridge."""
    board = game.scenario.board
    other = board.grid.neighbors[h][side]
    if other == NOWHERE:
        return ""
    pair, features = (min(h, other), max(h, other)), game.state.ground.hexside(h, other)
    water = f"the {_name_of_water(board, pair, features)}" if features & Hexside.WATER else ""
    crossing = next((each for each in queries.crossings(game) if each.pair == pair), None)
    over = ""
    if crossing is not None:
        kind = f"{crossing.kind} bridge" if crossing.kind else "bridge"
        over = f"{kind} {STATES.get(crossing.state, '')}".rstrip()
    elif features & Hexside.BRIDGE:
        over = "bridge"
    elif features & Hexside.FERRY:
        over = "ferry"
    elif water:
        over = "no bridge"
    return ", ".join(filter(None, (water, over)))


def _name_of_water(board: Board, pair: tuple[int, int], features: Hexside) -> str:
    kinds = (("river", Hexside.RIVER, board.rivers), ("canal", Hexside.CANAL, board.canals))
    for kind, flag, chains in (*kinds, ("stream", Hexside.STREAM, board.streams)):
        if features & flag:
            names = (each.name for each in chains if each.name and {pair, pair[::-1]} & {*each.pairs})
            return next(names, kind)
    return "water"


def marks_in_words(game: Game, h: int, viewer: int) -> Iterator[str]:
    """Yield a hex's zones, markers, places that score, entry areas and other areas."""
    sides, board = game.scenario.sides, game.scenario.board
    zones = [sides[side].adjective for side in queries.zones_at(game, h)]
    if zones:
        yield f"in {' and '.join(map(with_article, zones))} Zone of Control"
    yield from (marker.name for marker in queries.markers(game, viewer) if marker.hex == h)
    for place in queries.objectives(game):
        if h in place.hexes:
            holder = sides[place.side].people if place.side >= 0 else "neither side"
            held = place.side >= 0 and not place.points[place.side]
            yield f"{place.called}, which {f'{holder} have' if held else f'scores for {holder}'}"
    yield from (f"entry area {name}" for name, hexes in board.entries.items() if h in hexes)
    found = {name: frozenset(hexes) for name, hexes in queries.areas(game).items() if h in hexes}
    yield from (name for name, hexes in found.items() if not any(other < hexes for other in found.values()))


def hex_in_words(game: Game, h: int, viewer: int) -> str:
    """Return a description of a hex in one sentence, without its units."""
    return "; ".join((ground_in_words(game, h), *sides_in_words(game, h), *marks_in_words(game, h, viewer)))


# -- hexes by name


def find_hexes(board: Board, words: str) -> tuple[int, ...]:
    """Return the hexes that a player names: by a printed number, by a place's name, or by the beginning of a name.

    Hyphens stand for spaces. Raises `ValueError` if there are no such hexes.
    """
    words = " ".join(words.split())
    if not words:
        raise ValueError  # `ask` then explains how to write the question
    if words.isdigit():
        return (board.hex(words),)
    wanted = words.casefold().replace("_", "-")
    for alike in (str.__eq__, str.startswith):
        found = [place.hexes for place in board.places if alike(_key_of_name(place.name), wanted.replace(" ", "-"))]
        if len(found) == 1 or (found and alike is str.__eq__):
            return tuple(h for h in found[0] if h in board.playable) or found[0]
    raise ValueError(f"there is no hex or place {words!r} on this map")


def hexes_with_prefix(board: Board, word: str) -> list[int]:
    """Return the hexes of all places whose names begin with a word."""
    wanted = word.casefold().replace("_", "-")
    return [h for place in board.places if _key_of_name(place.name).startswith(wanted) for h in place.hexes]


def _key_of_name(name: str) -> str:
    return name.casefold().replace(" ", "-")


def middle(board: Board, hexes: Iterable[int]) -> int:
    """Return the hex, among some hexes, that is nearest to all of them."""
    found = [*hexes]
    return min(found, key=lambda h: (sum(board.grid.distance(h, other) for other in found), h))
