"""Why an order: what changes most in a plan's value if a unit is elsewhere, in words."""

from collections.abc import Mapping
from typing import NamedTuple

from westwall_tui.ai.combat import Fight
from westwall_tui.ai.odds import MOST_ROOM, Dice, dice
from westwall_tui.ai.view import Parts, View
from westwall_tui.engine import queries
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.queries import named
from westwall_tui.engine.state import EXITED

WORTH_TELLING = 0.25
"""Points by which a part must differ to be named."""
MOST_REASONS = 3
RISKY = 3
"""Dice in six that throw the attacker back, from which that is told."""
NEIGHBOURS = 2
"""Hexes within which a unit changes what threatens a friend."""


class Reason(NamedTuple):
    """One reason, with the points that it weighs; below 0 it speaks against the order."""

    points: float
    text: str

    def __str__(self) -> str:
        but = "but " if self.points < 0 else ""
        return f"{but}{self.text} ({self.points:+.1f})" if self.points else self.text


class Weighed(NamedTuple):
    """A position: its value, its combats, and what threatens the units near a hex."""

    parts: Parts
    fights: tuple[Fight, ...]
    dangers: Mapping[int, float]
    rooms: Mapping[int, int]


def of_move(view: View, unit: int, h: int, instead: int, least: float = WORTH_TELLING) -> list[Reason]:
    """Why a unit is in a hex rather than another: what speaks for it, the weightiest first, and what most against it.

    The other units stand where the view has them. Empty if nothing weighs `least` points.
    """
    saved = view.change([(unit, h)])
    around = _around(view, unit, (h, instead))
    with_it = _weigh(view, around)
    moved = view.change([(unit, instead)])
    without = _weigh(view, around)
    view.restore(moved)
    view.restore(saved)
    mine, other = with_it.parts, without.parts
    found = [
        Reason(mine.places - other.places, _place(view, unit, h, instead, better=mine.places > other.places)),
        Reason(mine.fights - other.fights, _combat(view, unit, with_it, without)),
        Reason(other.dangers - mine.dangers, _danger(view, unit, h, with_it, without)),
        Reason(mine.goals - other.goals, _stake(view, h, instead, better=mine.goals > other.goals)),
    ]
    found = sorted((each for each in found if abs(each.points) >= least), key=lambda each: -each.points)
    against = [each for each in found if each.points < 0][-1:]
    return [*(each for each in found if each.points > 0)][: MOST_REASONS - len(against)] + against


def _weigh(view: View, around: tuple[int, ...]) -> Weighed:
    where = view.position.where
    dangers = {unit: view.danger(unit, where[unit]) if where[unit] >= 0 else 0.0 for unit in around}
    return Weighed(view.parts, view.fights, dangers, {foe: view.room(foe) for foe in _fought(view)})


def _fought(view: View) -> list[int]:
    return sorted({foe for fight in view.fights for foe in fight.defenders})


def _around(view: View, unit: int, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """A unit, on the map or off it, and its friends near some hexes."""
    position = view.position
    rows = [position.land.distance(h) for h in hexes if h >= 0]
    own = [friend for friend in view.own if position.where[friend] >= 0 and friend != unit]
    return (unit, *(friend for friend in own if any(row[position.where[friend]] <= NEIGHBOURS for row in rows)))


def _place(view: View, unit: int, h: int, instead: int, *, better: bool) -> str:
    if h in EXITED:
        return f"it leaves the map by the {EDGES[EXITED.index(h)]} edge in time"
    if h < 0:
        return "it waits off the map"
    if instead < 0:
        return "it comes onto the map where it is needed"
    if view.position.gun[unit]:
        there, here = _in_range(view, unit, h), _in_range(view, unit, instead)
        if there != here:
            return f"it has {there} enemies in range there, not {here}"
        return "its fire reaches better from there" if better else "its fire reaches less far from there"
    return view.goals.aim if better else "it is farther from where it is needed"


def _in_range(view: View, gun: int, h: int) -> int:
    position = view.position
    row = position.land.distance(h)
    return sum(row[position.where[foe]] <= position.range[gun] for foe in view.foes)


def _combat(view: View, unit: int, with_it: Weighed, without: Weighed) -> str:
    for fight in with_it.fights:
        if unit in (*fight.attackers, *fight.barrage):
            return of_fight(view, fight, unit, with_it.rooms)
    for fight in without.fights:
        if unit in fight.attackers:
            return f"it would have to attack {_names(view, fight.defenders)} there"
    closed = [foe for foe, room in with_it.rooms.items() if room < without.rooms.get(foe, room)]
    return f"it closes ways back of {_names(view, closed)}" if closed else "it changes what others can attack"


def _danger(view: View, unit: int, h: int, with_it: Weighed, without: Weighed) -> str:
    saved = {u: without.dangers[u] - with_it.dangers[u] for u in with_it.dangers}
    better = with_it.parts.dangers < without.parts.dangers
    most = max(saved, key=lambda u: (saved[u] if better else -saved[u], -u), default=unit)
    if most != unit:
        name = named(view.game.state.units[most].id)
        return f"{name} nearby is in {'less' if better else 'more'} danger in the enemy's next turn"
    if h < 0:
        return "the enemy cannot hurt it off the map"
    if better and not with_it.dangers[unit]:
        return "no enemy can hurt it there in his next turn"
    return f"the enemy can do it {'less' if better else 'more'} harm there in his next turn"


def _stake(view: View, h: int, instead: int, *, better: bool) -> str:
    """What counts for points: a place by its name, if only one of the hexes is in it or has its zone on it."""
    to, other = (h, instead) if better else (instead, h)
    zone = view.position.land.zone
    for place in queries.objectives(view.game):
        hexes = {*place.hexes, *place.area}
        own = place.points[view.side] > 0
        reached = [at >= 0 and (at in hexes or not (own or hexes.isdisjoint(zone[at]))) for at in (to, other)]
        if reached == [True, False]:
            does = "counts for" if own else "denies"
            return f"it {does} {place.name}" if better else f"it no longer {does} {place.name}"
    return view.goals.stake if better else "it costs points elsewhere"


def of_fight(view: View, fight: Fight, unit: int = -1, rooms: Mapping[int, int] | None = None) -> str:
    """A combat in a few words: who is attacked, with whom, at what differential, and on how many dice he is lost.

    `unit` takes part in it; `rooms` are the enemies' for retreat where the view shows another position.
    """
    units = view.game.state.units
    position = view.position
    room = {foe: (rooms or {}).get(foe, view.room(foe)) for foe in fight.defenders}
    each = {foe: _dice(view, fight, position.relief(foe, position.where[foe])) for foe in fight.defenders}
    lost = max(six.lost[min(room[foe], MOST_ROOM)] for foe, six in each.items())
    moved = max(six.moved for six in each.values())
    way = ", which has no way back," if 0 in room.values() else ""
    others = [units[each].id for each in (*fight.attackers, *fight.barrage) if each != unit]
    beside = f" with {' and '.join(others)}" if unit >= 0 and len(others) in (1, 2) else ""
    beside = f" with {len(others)} others" if unit >= 0 and len(others) > 2 else beside
    fate = f"lost on {lost}" if lost else f"driven back on {moved}"
    names = ", ".join(units[foe].id for foe in fight.defenders)
    return (
        f"it attacks {names}{way}{beside} at {_differential(view, fight):+d} before fire in defense: {fate} of 6 dice"
    )


def _differential(view: View, fight: Fight) -> int:
    """Without fire in defense."""
    position = view.position
    strength = sum(position.attack[each] for each in (*fight.attackers, *fight.barrage)) + fight.support
    return strength - sum(position.defense[each] for each in fight.defenders)


def _dice(view: View, fight: Fight, relief: int = 0) -> Dice:
    alone = all(view.position.gun[each] for each in fight.attackers)
    line = view.fighting.line(fight.attackers, fight.defenders)
    return dice(line, _differential(view, fight), alone=alone, relief=relief)


def of_attack(view: View, fight: Fight) -> list[Reason]:
    """Why a combat, in the position that the view holds; what it may cost comes before what it may win."""
    position = view.position
    found = [Reason(fight.value, of_fight(view, fight))]
    back = _dice(view, fight).back if fight.attackers else 0
    if back >= RISKY:
        found.append(Reason(0.0, f"but your own units go back or are lost on {back} of 6 dice"))
    taken = {
        position.where[foe]: _dice(view, fight, position.relief(foe, position.where[foe])).won
        for foe in fight.defenders
    }
    h = max(taken, key=lambda h: taken[h] * view.goals.gain[h])
    gain = taken[h] * view.goals.gain[h] / 6
    if gain >= WORTH_TELLING and fight.attackers:
        place = next((each.name for each in queries.objectives(view.game) if h in {*each.hexes, *each.area}), "")
        found.append(Reason(gain, f"{place or 'its hex'} is yours to take on {taken[h]} of 6 dice"))
    if fight.value < WORTH_TELLING and fight.attackers:
        must = f"{_names(view, fight.attackers)}: whoever is next to an enemy must attack (7.11)"
        found[0] = Reason(0.0, found[0].text)
        found.insert(0, Reason(0.0, must))
    return found


def _names(view: View, units: tuple[int, ...] | list[int]) -> str:
    return ", ".join(named(view.game.state.units[unit].id) for unit in units)


def told(parts: Parts) -> str:
    """A plan's value, for the log."""
    return (
        f"{parts.total:.2f} (places {parts.places:.2f}, combats {parts.fights:.2f}, dangers {-parts.dangers:.2f}, "
        f"goals {parts.goals:.2f})"
    )
