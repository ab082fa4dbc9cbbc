"""Small boards under Remagen's rules, for the tests of its sections."""

from dataclasses import replace
from functools import cache

from tests.drawn import board, drawn, play
from westwall_tui.engine import queries
from westwall_tui.engine.battles.remagen import Remagen
from westwall_tui.engine.board import Place
from westwall_tui.engine.events import Entered, Moved
from westwall_tui.engine.game import Game
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)
"""Load a scenario of the package, once."""

RHINE = "\n".join(["...~....."] * 9)
"""Three columns of the west bank, the Rhine, five columns of the east bank. The bridge at 0405 joins 0306 and 0505."""
LUDENDORFF = "0306 0405 0505"
WAYS = ("roads", "trails", "railways", "streams", "canals", "rivers", "ferries", "bridges")


def rhine(terrain: str = RHINE, *, us=(), german=(), towns=None, entries=None, bridge=LUDENDORFF, **what) -> Game:
    """Return a game by Remagen's rules, the U.S. first.

    The Autobahn is column 7, the Limit of Advance the near side of column 9. `towns` are hexes by name, each worth 5 to
    the U.S. and 20 to the German.
    """
    ways = {key: what.pop(key) for key in list(what) if key in WAYS}
    if bridge:
        ways["roads"] = [bridge, *ways.get("roads", ())]
    sheet = board(terrain, **ways)
    column = {h: c for h, (c, _) in enumerate(sheet.grid.positions)}
    land = [h for h, here in enumerate(sheet.terrain) if here is not Terrain.RIVER]
    areas = {
        "West bank": tuple(h for h in land if column[h] < 4),
        "East bank": tuple(h for h in land if column[h] > 3),
        "On or east of the Autobahn": tuple(h for h in land if column[h] >= 7),
        "Beyond the Limit of Advance": tuple(h for h in land if column[h] >= 9),
    }
    places = tuple(
        Place(name, "town", tuple(sheet.hex(number) for number in numbers.split()))
        for name, numbers in (towns or {}).items()
    )
    lettered = {name: tuple(sheet.hex(n) for n in numbers.split()) for name, numbers in (entries or {}).items()}
    victory = {
        "us_towns": {place.name: 5 for place in places},
        "german_towns": {place.name: 20 for place in places},
        **what.pop("victory", {}),
    }
    return drawn(
        replace(sheet, places=places, areas=areas, entries=lettered),
        blue=us,
        red=german,
        names=("US", "German"),
        rules="remagen",
        victory=victory,
        **what,
    )


def rules_of(game: Game) -> Remagen:
    assert isinstance(game.rules, Remagen)
    return game.rules


def cost(game: Game, line: str) -> float:
    """Return the cost of a move or an entry, in Movement Points."""
    (event,) = play(game, line)
    assert isinstance(event, Entered | Moved)
    return event.cost / 2


def account(game: Game) -> dict[str, int]:
    """Return the points by cause, those that count something."""
    return {line.cause: line.points for line in queries.account(game) if line.points}
