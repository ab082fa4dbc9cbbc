"""Coming onto the map and leaving it: reinforcements, landings, exits, and what has become of a unit."""

from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules import reinforcements
from westwall_tui.engine.rules.whereabouts import Whereabouts, where_is
from westwall_tui.engine.state import EXITED


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


def whereabouts(game: Game, unit: int) -> Whereabouts:
    """Where a unit is, on the map or off it."""
    return where_is(game.state, unit)
