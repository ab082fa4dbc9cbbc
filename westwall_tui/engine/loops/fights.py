"""The fights that remain in a Combat Phase, as numbers, for a search of all lines of play.

Each function takes a `Play` whose state is in a Combat Phase, and changes nothing.
"""

from typing import NamedTuple

from westwall_tui.engine.decisions.displace import Retreating
from westwall_tui.engine.decisions.retreat import Retreats
from westwall_tui.engine.loops import Play
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import retreat
from westwall_tui.engine.rules.artillery import protectors, support_left
from westwall_tui.engine.rules.obligations import Contacts, contacts
from westwall_tui.engine.rules.results_table import FURTHEST
from westwall_tui.engine.state import Combat
from westwall_tui.engine.terrain import LINE_ORDER, Line


class Weight(NamedTuple):
    """The line and differential of a combat."""

    line: Line
    differential: int


def contacts_of(play: Play) -> Contacts:
    """Return the contacts between units that can still fight."""
    return contacts(play.state)


def weigh(play: Play, combat: Combat) -> Weight:
    """Return the line and differential of a combat, including Final Protective Fire given so far."""
    odds = fight.odds(play.state, combat)
    return Weight(odds.line, odds.differential)


def by_guns_alone(play: Play, combat: Combat) -> bool:
    """Return True if only artillery and Ground Support attack (8.15)."""
    return fight.alone(play.state, combat)


def possible_fire(play: Play, combat: Combat) -> tuple[int, ...]:
    """Return the points, including 0, by which the defender's fire could lower a combat's differential (8.4).

    A battle's limit on artillery may forbid some of them.
    """
    state = play.state
    if fight.alone(state, combat):
        return (0,)
    sums = {0}
    for gun in protectors(state, combat.defenders):
        sums |= {total + state.units[gun].strength.fpf for total in sums}
    points = support_left(state, 1 - combat.side, combat.defenders)
    return tuple(sorted({total + more for total in sums for more in range(points + 1)}))


def line_in(play: Play, unit: int) -> Line:
    """Return the line of a unit in its hex, the most favorable line that its attackers can have (7.42)."""
    return LINE_ORDER[play.state.rules.defense_line(play.state, unit).rank]


def retreating(play: Play) -> frozenset[int]:
    """Return the units that must still complete their retreat."""
    found: set[int] = set()
    for frame in play.state.frames:
        if isinstance(frame, Retreats):
            found.update(frame.units)
        elif isinstance(frame, Retreating):
            found.add(frame.unit)
    return frozenset(found)


def room(play: Play, unit: int) -> int:
    """Return the number of hexes that a unit could retreat now and survive, at most `FURTHEST`."""
    return retreat.room(play.state, unit, FURTHEST)


def survives(play: Play) -> int:
    """Return the only unit that must retreat now, if it can go the full distance; otherwise -1."""
    state = play.state
    frame = state.pending
    if isinstance(frame, Retreats) and len(frame.units) == 1 and len(frame.trail) <= 1:
        unit = frame.units[0]
        if retreat.room(state, unit, frame.hexes) == frame.hexes:
            return unit
    return -1


def assaulting(play: Play) -> tuple[int, ...]:
    """Return the units that assault across a river, which are lost if they win and cannot advance."""
    return play.state.rules.river_assaults.assaulting(play.state)
