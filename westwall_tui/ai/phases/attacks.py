"""The best division of the combats that are left in a Combat Phase."""

from collections.abc import Collection, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from westwall_tui.ai.combats.division import OpenContacts
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.phases import assault
from westwall_tui.ai.value.view import View
from westwall_tui.engine import queries


class CombatsLeft(NamedTuple):
    """The combats that a side could still fight in this phase."""

    contacts: OpenContacts
    fights: list[PlannedCombat]
    """The best division, with artillery and Ground Support where they gain most."""

    @property
    def value(self) -> float:
        """The worth of these combats for their attacker."""
        return fsum(fight.value for fight in self.fights if fight.attackers or fight.barrage or fight.support)


def combats_left(view: View, fought: Collection[int] = ()) -> CombatsLeft:
    """Return the combats left for the side of a view, with the units where its position has them.

    Return none in the enemy's Player-Turn. Units in `fought` count as having attacked.
    """
    if view.game.state.side != view.side:
        return CombatsLeft(OpenContacts({}, (), (), 0), [])
    found = view.position.contacts(view.game, fought)
    bound = [unit for unit in found.assaults if unit in found.touched]
    touched = {unit: _touched_among(view, unit, near) for unit, near in found.touched.items() if unit not in bound}
    contacts, due = OpenContacts(touched, list(found.attackers), found.guns, view.support), set(found.obliged)
    for unit in bound:
        touched[unit] = [_best_to_assault(view, unit, found.touched[unit], contacts)]
    near = {foe for each in touched.values() for foe in each}
    view.combats.see_struck(tuple(sorted(near)))
    owed = [foe for foe in contacts.foes if foe in due and foe not in near]
    alone = _for_guns_alone(view, [foe for foe in contacts.foes if foe not in due and foe not in near], contacts.guns)
    return CombatsLeft(contacts, view.division.best(contacts, owed, alone).fights)


def due_first(view: View, touched: Mapping[int, Sequence[int]], fights: Sequence[PlannedCombat]) -> list[PlannedCombat]:
    """Return the combats, with those first that let artillery without room attack.

    Some artillery may have no room in any combat. It must attack (8.31) unless the enemies next to it have all been
    attacked, or a unit that could make room for it has made room for other artillery. Until then, units that could make
    room for it may not attack elsewhere, and no combat without adjacent artillery may leave it out.
    """
    busy, gun = {unit for fight in fights for unit in fight.attackers}, view.position.gun
    due = {foe for unit, near in touched.items() if gun[unit] and unit not in busy for foe in near}

    def rank(fight: PlannedCombat) -> int:
        here = not due.isdisjoint(fight.defenders)
        if any(gun[unit] for unit in fight.attackers):
            if here:
                return 0
            if not all(due.isdisjoint(touched[unit]) for unit in fight.attackers):
                return 1
        return 2 if here else 3

    return sorted(fights, key=rank)


def _touched_among(view: View, unit: int, foes: Collection[int]) -> list[int]:
    """Return the enemies among `foes` that a unit touches, in the same order as in plans."""
    return [foe for foe in view.near(view.position.where[unit]) if foe in foes]


def _best_to_assault(view: View, unit: int, foes: Collection[int], contacts: OpenContacts) -> int:
    """Return the best enemy for a unit to assault across a river.

    Enemies that must be attacked (7.11) and that no other unit touches come first.
    """
    must, h = queries.outstanding(view.game).enemies, view.position.where[unit]
    others = {foe for near in contacts.touched.values() for foe in near}
    over = assault.over_the_river(view, h, foes)
    aims = [foe for foe in over if foe in must and foe not in others] or over
    return assault.best_target(view, unit, h, aims, contacts._replace(foes=view.foes)).foe


def _for_guns_alone(view: View, foes: Sequence[int], guns: Sequence[int]) -> list[PlannedCombat]:
    if not view.combats.limit.alone:
        return []
    position = view.position
    rows = [(position.land.distance(position.where[gun]), position.range[gun]) for gun in guns]
    return [PlannedCombat((), (foe,)) for foe in foes if any(row[position.where[foe]] <= reach for row, reach in rows)]
