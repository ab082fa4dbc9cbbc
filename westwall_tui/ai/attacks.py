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

    contacts: Contacts
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
    contacts, due = _contacts(view, fought)
    _let_assault(view, contacts, fought)
    near = {foe for each in contacts.touched.values() for foe in each}
    owed = [foe for foe in contacts.foes if foe in due and foe not in near]
    alone = _alone(view, [foe for foe in contacts.foes if foe not in due and foe not in near], contacts.guns)
    return Left(contacts, view.division.best(contacts, owed, alone).fights)


def _contacts(view: View, fought: Collection[int]) -> tuple[Contacts, set[int]]:
    """Who could still fight whom, and the enemies who must be attacked, whoever has fought next to them (7.11)."""
    state, position = view.game.state, view.position
    serial, where = state.serial, position.where
    foes = [
        foe
        for foe in view.foes
        if where[foe] >= 0 and state.defended[foe] != serial and state.advanced[foe] != serial and foe not in fought
    ]
    fresh, due = set(foes), set[int]()
    touched: dict[int, list[int]] = {}
    guns = []
    for unit in view.own:
        h = where[unit]
        if h < 0 or state.advanced[unit] == serial:
            continue
        now = [foe for foe in view.near(h) if state.advanced[foe] != serial]
        if h == view.home[unit]:  # otherwise it is thought to have advanced, and obliges nobody
            due.update(now)
        displaced = position.gun[unit] and state.displaced[unit] == serial
        if unit in fought or state.attacked[unit] == serial or displaced:
            continue
        able = [foe for foe in now if foe in fresh]
        if able:
            touched[unit] = able
        elif position.gun[unit] and not now and not position.quiet[h]:
            guns.append(unit)
    return Contacts(touched, foes, guns, view.support), due


def _let_assault(view: View, contacts: Contacts, fought: Collection[int]) -> None:
    """Let who is bound to assault over a river touch the enemy across it who is the best for it."""
    state, where, touched = view.game.state, view.position.where, contacts.touched
    for unit in view.combats.bound:
        over = assault.over_the_river(view, where[unit], set(contacts.foes))
        if over and state.attacked[unit] != state.serial and unit not in fought:
            aims = _left_to_him(view, over, touched) or over
            touched[unit] = [assault.aimed(view, unit, where[unit], aims, contacts._replace(foes=view.foes)).foe]


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
    if not view.combats.limit.alone:
        return []
    position = view.position
    rows = [(position.land.distance(position.where[gun]), position.range[gun]) for gun in guns]
    return [Fight((), (foe,)) for foe in foes if any(row[position.where[foe]] <= reach for row, reach in rows)]
