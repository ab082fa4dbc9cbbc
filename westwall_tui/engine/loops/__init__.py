"""The engine for loops: a position in which many things are tried, in numbers, and nothing legal is checked twice.

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

Units and hexes are numbers, as in `State`. What `marches` and `attacks` yield is legal where it was found, and there
`do` carries it out without looking again; it writes no log and rolls no die. To take something back, keep a `copy`
from before: that costs less than undoing it. Whoever plays a game, and not just thinks, gives `Game.apply` the `order`.

Whoever weighs thousands of positions in which he has only put units elsewhere takes a `Position`: it is moved in
microseconds, and answers with the rules' numbers for where its units stand.
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
