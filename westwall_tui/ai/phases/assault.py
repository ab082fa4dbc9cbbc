"""The assault across a river from the Engineer's hex: one unit against one enemy.

The unit is lost if the assault fails. The search for a plan leaves assaults out, because two units share a hex. Once
the plan is made, each hex of the Engineer opposite an enemy is tried, with each unit that could join the Engineer and
give up its own hex in the plan.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from westwall_tui.ai.combats.division import OpenContacts
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.value.view import View
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import NOBODY
from westwall_tui.engine.state import RESERVE

LEAST_GAIN = 0.5
"""Minimum gain of an assault in points, because so much depends on one roll."""


class Assault(NamedTuple):
    """A unit that joins the Engineer."""

    unit: int
    hex: int
    gain: float
    """The points that the assault adds to the plan."""


class Target(NamedTuple):
    """An enemy that a unit could assault."""

    value: float
    """The worth of all combats including the assault."""
    foe: int
    won: int
    """Number of rolls, out of six, with which the unit takes the enemy's hex."""


def best(view: View, game: Game) -> Assault | None:
    """Return the assault that adds most to the view's plan; None if none is worth it."""
    engineer, position = view.goals.engineer, view.position
    if not view.battle or engineer < 0 or view.home[engineer] < 0 or view.combats.bound:
        return None
    found = []
    for h in dict.fromkeys((view.home[engineer], *view.options.get(engineer, ()))):
        if h < 0 or position.zones[1 - view.side][h] or position.at[h] not in (NOBODY, engineer):
            continue
        if over_the_river(view, h, view.foes):
            found += [_weigh_assault(view, unit, h) for unit in _units_able_to_join(view, game, h)]
    most = max(found, key=lambda found: (found.gain, -found.unit, -found.hex), default=None)
    return most if most is not None and most.gain > LEAST_GAIN else None


def _units_able_to_join(view: View, game: Game, h: int) -> list[int]:
    movers = [unit for unit in view.options if unit in view.goals.boats and view.home[unit] >= 0]
    if h == view.home[view.goals.engineer]:
        return [unit for unit in movers if h in queries.reach(game, unit).shared]
    return [unit for unit in movers if h in view.options[unit]]


def adopt(view: View, found: Assault) -> None:
    """Put the Engineer and the unit into the hex of the assault."""
    view.change([(found.unit, RESERVE), (view.goals.engineer, found.hex)])
    view.change([(found.unit, found.hex)])


def over_the_river(view: View, h: int, foes: Collection[int]) -> list[int]:
    """Return the enemies among `foes` across a river hexside of a hex: adjacent to it, and not in its zone."""
    land, at = view.position.land, view.position.at
    return [at[n] for n in land.around[h] if at[n] in foes and n not in land.zone[h]]


def best_target(view: View, unit: int, h: int, foes: Sequence[int], contacts: OpenContacts) -> Target:
    """Return the best of these enemies for a unit to assault; `contacts` are the contacts of the other attackers."""
    where, combats = view.position.where, view.combats
    before, where[unit] = where[unit], h
    tried = []
    for foe in foes:
        divided = view.division.best(contacts._replace(touched={**contacts.touched, unit: [foe]}))
        own = next((fight for fight in divided.fights if unit in fight.attackers), PlannedCombat((unit,), (foe,)))
        tried.append(Target(divided.value, foe, combats.rolls_won(own.attackers, own.defenders, combats.extra(own))))
    where[unit] = before
    return max(tried, key=lambda found: found.value)


def _weigh_assault(view: View, unit: int, h: int) -> Assault:
    """Return the points that the plan gains if a unit leaves its place and assaults from the Engineer's hex."""
    before = view.parts.total
    saved = view.change([(unit, RESERVE), (view.goals.engineer, h)])
    view.combats.bound = frozenset((unit,))
    found = best_target(view, unit, h, over_the_river(view, h, view.foes), view.contacts())
    there = view.position.where[found.foe]
    stays = view.place(unit, there) - view.fear * view.danger(unit, there)
    after = view.parts.total - view.place(unit, RESERVE) - view.parts.fights + found.value + found.won / 6 * stays
    view.combats.bound = frozenset()
    view.restore(saved)
    return Assault(unit, h, after - before)
