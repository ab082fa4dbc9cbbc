"""The engine for loops: a position to try many things in, as numbers, without checking anything legal twice.

    >>> from westwall_tui import load_scenario
    >>> from westwall_tui.engine.game import Game
    >>> game = Game(load_scenario("hurtgen/historical"), seed=1)
    >>> play = Play(game.state.copy())
    >>> way = next(play.marches(play.movers()[0]))
    >>> then = play.copy()
    >>> events = then.do(way)
    >>> then.state.location[way.unit] == way.path[-1]
    True
    >>> game.apply(play.order(way)) == events
    True

Units and hexes are numbers, as in `State`. Results of `marches` and `attacks` are legal where they were found, and `do`
carries them out there without a second check; it writes no log and rolls no die. To undo, keep a `copy` from before,
which is cheaper. To play them in a real game, give `Game.apply` the `order`.

To weigh thousands of positions that differ only in where units stand, take a `Position`: it moves a unit in
microseconds, and answers with the rules' numbers.
"""

from westwall_tui.engine.loops.land import FAR, FlatGround, land_of
from westwall_tui.engine.loops.play import Play
from westwall_tui.engine.loops.position import NOBODY, Position
from westwall_tui.engine.rules.answers import UNLIMITED, ArtilleryLimit, GroundSupport
from westwall_tui.engine.rules.combat import BRIDGED, DRY, WET
from westwall_tui.engine.rules.movement import Field
from westwall_tui.engine.rules.moves import March
from westwall_tui.engine.state import Combat

__all__ = [
    "BRIDGED",
    "DRY",
    "FAR",
    "NOBODY",
    "UNLIMITED",
    "WET",
    "ArtilleryLimit",
    "Combat",
    "Field",
    "FlatGround",
    "GroundSupport",
    "March",
    "Play",
    "Position",
    "land_of",
]
