"""The map: units, zones, hexsides, markers, fronts, and bridges that can be blown, laid or destroyed."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import DIRECTIONS, NOWHERE
from westwall_tui.engine.rules.answers import TERRAIN_LINES, BridgeState, Crossing, DefenseLine, Front, Marker
from westwall_tui.engine.terrain import BRIDGE_HEX, TERRAIN_KEY, Hexside, TerrainEntry

# -- Units, Zones of Control, hexsides, markers.


def units_at(game: Game, h: int | str) -> tuple[int, ...]:
    """Return the units in a hex, in unit order: one, unless the battle lets two units stop there (5.31)."""
    h = game.scenario.board.hex(h)
    return tuple(unit for unit, at in enumerate(game.state.location) if at == h)


def terrain_entry(game: Game, h: int) -> TerrainEntry | None:
    """Return the line of the Terrain Key for a hex; None if no unit may enter it."""
    found = TERRAIN_KEY.get(game.scenario.board.terrain[h])
    return found or (BRIDGE_HEX if game.state.ground.zone[h] else None)


def defense_line(game: Game, h: int) -> DefenseLine:
    """Return the line of the table for attacks on the unit in a hex; for a vacant hex, the terrain's line."""
    units = units_at(game, h)
    if units:
        return game.rules.defense_line(game.state, units[0])
    return TERRAIN_LINES[game.scenario.board.terrain[h]]


def no_attack_case(game: Game, h: int) -> str:
    """Return the case that forbids attacks from a hex, such as 11.12 of Remagen; empty if units may attack."""
    closed = game.rules.no_attacks
    return closed.case if h in closed.hexes else ""


def zone(game: Game, side: int | str) -> frozenset[int]:
    """Return the hexes in the Zones of Control of a side's units (6.1)."""
    return frozenset(h for h, c in enumerate(game.state.zones[game.scenario.side(side)]) if c)


def zones_at(game: Game, h: int) -> tuple[int, ...]:
    """Return the sides that control a hex (6.0)."""
    return tuple(side for side in (0, 1) if game.state.zones[side][h])


_FEATURES = {
    int(Hexside[name.upper()]): name
    for name in ("road", "trail", "stream", "canal", "river", "bridge", "ferry", "railway")
}
"""The name of each feature of hexsides, by its number."""


def ways_of(game: Game, h: int) -> dict[str, tuple[str, ...]]:
    """Return, by feature (road, trail, stream, river, bridge ...), the directions of a hex that have it."""
    ground, around = game.state.ground, game.scenario.board.grid.neighbors[h]
    features = [(d, ground.features(h, n)) for d, n in zip(DIRECTIONS, around, strict=True) if n != NOWHERE]
    found: dict[str, tuple[str, ...]] = {}
    for feature, name in _FEATURES.items():
        sides = tuple(d for d, side in features if side & feature)
        if sides:
            found[name] = sides
    return found


def markers(game: Game, viewer: int | str | None = None) -> Sequence[Marker]:
    """Return the markers on the map that a side may see; for None or -1, the public markers."""
    return game.rules.markers(game.state, -1 if viewer in (None, -1) else game.scenario.side(viewer))


def boundaries(game: Game) -> Sequence[str]:
    """Return the named lines of the board that matter now."""
    return game.rules.boundaries(game.state)


def areas(game: Game) -> Mapping[str, Sequence[int]]:
    """Return the named areas of the board that matter now, with their hexes."""
    return game.rules.areas(game.state)


# -- Bridges that are blown, laid and destroyed.


def crossings(game: Game) -> Sequence[Crossing]:
    """Return the bridges with rules of their own, and those that are blown or laid."""
    return game.rules.crossings(game.state)


def bridges(game: Game) -> Sequence[BridgeState]:
    """Return the state of each bridge that can be laid or destroyed (11.0 of Remagen); none in most battles."""
    return game.rules.bridging.standing(game.state)


def destruction_case(game: Game) -> str:
    """Return the case on destroying bridges."""
    return game.rules.bridging.case


# -- the front that a side must name, 14.0 of Remagen


def front_side(game: Game) -> int:
    """Return the side that names a front at the end of its Player-Turn; -1 if neither does."""
    return game.rules.front.side


def front(game: Game, *, pins: Sequence[int] = (), worth: Mapping[int, int] | None = None) -> Front | None:
    """Return the proposed front (14.0 of Remagen) through all `pins`; None if no front is due or found.

    `worth` is the caller's price of losing each unit; the default is its Victory Points.
    """
    return game.rules.front.propose(game.state, pins=pins, worth=worth)
