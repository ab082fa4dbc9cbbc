"""Coming onto the map and leaving it: reinforcements, landings, exits, and what has become of a unit."""

from enum import StrEnum
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES, NOWHERE
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules import reinforcements
from westwall_tui.engine.state import ELIMINATED, EXITED


def entering(game: Game, side: int) -> list[int]:
    """Reinforcements whose time has come and that are not on the map yet (all may be withheld)."""
    return reinforcements.available(game.rules, game.state, side)


def may_arrive(game: Game, unit: int) -> bool:
    """Whether a unit off the map may come onto it in this Game-Turn."""
    return game.rules.may_arrive(game.state, unit)


def lands(game: Game, unit: int) -> bool:
    """Whether a unit off the map comes onto it from the air."""
    return game.state.location[unit] < 0 and game.rules.lands(game.state, unit)


def entry_hexes(game: Game, unit: int) -> tuple[int, ...]:
    """Where a reinforcement may enter or land now, costs and enemies not considered."""
    if game.rules.lands(game.state, unit):
        return game.rules.landing_hexes(game.state, unit)
    return game.rules.entry_hexes(game.state, unit)


def landing_place(game: Game, unit: int) -> str:
    """Where a unit comes down from the air, in a few words, if that is more than the hexes of its schedule."""
    return game.rules.landing_place(game.state, unit)


def ways_out(game: Game, unit: int) -> tuple[str, ...]:
    """The edges by which the battle lets a unit leave the map now, however far away they are."""
    found = []
    for edge in EDGES:
        try:
            game.rules.check_exit(game.state, unit, edge)
        except IllegalOrder:
            continue
        found.append(edge)
    return tuple(found)


def left_the_map(game: Game) -> list[int]:
    """The units of both sides that have left the map by an edge, in unit order."""
    return [unit for unit, where in enumerate(game.state.location) if where in EXITED]


def return_turn(game: Game, unit: int) -> int | None:
    """The Game-Turn from which a unit that has left the map may come back; None if it never may."""
    return game.rules.return_turn(game.state, unit)


class Place(StrEnum):
    """Where a unit can be."""

    MAP = "map"
    SETUP = "set-up"
    """Off the map, to be set up by its player before the game."""
    RESERVE = "reserve"
    """Off the map, a reinforcement."""
    LEFT = "left"
    """Off the map, which it has left by an edge."""
    ELIMINATED = "eliminated"


class Whereabouts(NamedTuple):
    """What has become of a unit."""

    place: Place
    hex: int = NOWHERE
    """Where it stands on the map, else `NOWHERE`."""
    edge: str = ""
    """By which edge it has left."""
    turn: int = 0
    """The Game-Turn of its arrival at the earliest, or in which it left or was eliminated; else 0."""


def whereabouts(game: Game, unit: int) -> Whereabouts:
    """Where a unit is, on the map or off it."""
    state = game.state
    where = state.location[unit]
    if where >= 0:
        return Whereabouts(Place.MAP, hex=where)
    if where == ELIMINATED:
        return Whereabouts(Place.ELIMINATED, turn=state.gone[unit])
    if where in EXITED:
        return Whereabouts(Place.LEFT, edge=EDGES[EXITED.index(where)], turn=state.gone[unit])
    group = game.scenario.arrivals.get(unit)
    return Whereabouts(Place.SETUP) if group is None else Whereabouts(Place.RESERVE, turn=group.turn)
