"""What is left to fight in a Combat Phase, and its best division into combats."""

from collections.abc import Collection, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from westwall_tui.ai import assault
from westwall_tui.ai.combat import Fight
from westwall_tui.ai.division import Contacts
from westwall_tui.ai.view import View
from westwall_tui.engine import queries


class Left(NamedTuple):
    """The combats that a side could still fight in this phase."""

    touched: dict[int, list[int]]
    """By unit that can still attack: the enemies next to it that can still be attacked."""
    foes: list[int]
    """All enemies that can still be attacked, in unit order."""
    guns: list[int]
    """Artillery that is free to barrage."""
    fights: list[Fight]
    """The best division, with artillery and Ground Support where they do most."""

    @property
    def value(self) -> float:
        """What the division is worth to who attacks."""
        return fsum(fight.value for fight in self.fights if fight.attackers or fight.barrage or fight.support)


def left(view: View, fought: Collection[int] = ()) -> Left:
    """What the side of a view could still fight, in its own Combat Phase, where its position has the units.

    `fought`: units that are taken to have fought as well.
    """
    state, position = view.game.state, view.position
    serial = state.serial
    where = position.where
    foes = [
        foe
        for foe in view.foes
        if where[foe] >= 0 and state.defended[foe] != serial and state.advanced[foe] != serial and foe not in fought
    ]
    fresh = set(foes)
    touched: dict[int, list[int]] = {}
    due: set[int] = set()
    guns = []
    for unit in view.own:
        h = where[unit]
        if h < 0 or state.advanced[unit] == serial:
            continue
        near = view.near(h)
        now = [foe for foe in near if state.advanced[foe] != serial]
        if where[unit] == view.home[unit]:
            due.update(now)
        if unit in fought:
            continue
        spent = state.attacked[unit] == serial or (position.gun[unit] and state.displaced[unit] == serial)
        if spent:
            continue
        able = [foe for foe in now if foe in fresh]
        if able:
            touched[unit] = able
        elif position.gun[unit] and not now and not view.wet[h]:
            guns.append(unit)
    support = queries.support_left(view.game, view.side)
    for unit in view.combats.bound:
        over = assault.over_the_river(view, where[unit], fresh)
        if over and state.attacked[unit] != serial and unit not in fought:
            aims = _left_to_him(view, over, touched) or over
            contacts = Contacts(touched, view.foes, guns, support)
            touched[unit] = [assault.aimed(view, unit, where[unit], aims, contacts).foe]
    free = fresh - {foe for near in touched.values() for foe in near}
    owed = [foe for foe in foes if foe in free and foe in due]
    alone = _alone(view, [foe for foe in foes if foe in free and foe not in due], guns)
    divided = view.division.best(Contacts(touched, foes, guns, support), owed, alone)
    return Left(touched, foes, guns, divided.fights)


def due_first(view: View, touched: Mapping[int, Sequence[int]], fights: Sequence[Fight]) -> list[Fight]:
    """The same combats, first those next to artillery that has no room in any.

    It must attack (8.31) until those next to it have been fought: until then units that could make room for it may not
    attack elsewhere.
    """
    busy = {unit for fight in fights for unit in fight.attackers}
    due = {foe for unit, near in touched.items() if view.position.gun[unit] and unit not in busy for foe in near}
    return sorted(fights, key=lambda fight: due.isdisjoint(fight.defenders))


def _left_to_him(view: View, over: Sequence[int], touched: Mapping[int, Sequence[int]]) -> list[int]:
    """Of the enemies that a unit may assault, those who must be attacked (7.11) and whom nobody else touches."""
    must = queries.outstanding(view.game).enemies
    others = {foe for near in touched.values() for foe in near}
    return [foe for foe in over if foe in must and foe not in others]


def _alone(view: View, foes: Sequence[int], guns: Sequence[int]) -> list[Fight]:
    """Enemies whom nobody touches, for artillery with nothing better to do."""
    if view.goals.limits.proportional:
        return []
    position = view.position
    rows = [(position.land.distance(position.where[gun]), position.range[gun]) for gun in guns]
    return [Fight((), (foe,)) for foe in foes if any(row[position.where[foe]] <= reach for row, reach in rows)]
