"""The attacks that may be declared in a Combat Phase (7.0), listed or drawn at random."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from westwall_tui.engine.combinatorics import fitting, subsets
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import Attack
from westwall_tui.engine.rules.answers import Share
from westwall_tui.engine.rules.artillery import artillery_fits, reaches, support_left, those_in_range
from westwall_tui.engine.rules.combat import attacking_share
from westwall_tui.engine.rules.obligations import Contacts, Duties
from westwall_tui.engine.state import Combat, State


class Rivals(NamedTuple):
    """Enemies that can be attacked in one combat, and the units that could join it."""

    defenders: tuple[int, ...]
    near: list[int]
    """Units next to all defenders."""
    guns: list[int]
    """Artillery that could barrage one of the defenders."""
    support: int
    """The usable Ground Support Points."""


def rivals(duties: Duties) -> Iterator[Rivals]:
    """Find every set of enemies that can be attacked in one combat."""
    state, found = duties.state, duties.found
    in_reach = {d: those_in_range(state, found.guns, d) for d in found.attackers}
    for defenders in _sets_of_enemies(found):
        near = [u for u in found.attackers[defenders[0]] if all(u in found.attackers[d] for d in defenders)]
        guns = sorted({g for d in defenders for g in in_reach[d]})
        yield Rivals(defenders, near, guns, support_left(state, state.side, defenders))


def attacks(state: State, unit: int | None = None) -> Iterator[Combat]:
    """Find every legal attack: all sets of defenders with all sets of attackers, artillery and support.

    There can be very many, therefore they are found one by one. With a `unit`, only the attacks that it joins.
    """
    duties = Duties(state)
    for defenders, near, guns, support in rivals(duties):
        if unit is not None and unit not in near and unit not in guns:
            continue
        for group in subsets(near):
            if unit in near and unit not in group:
                continue
            share = share_of(state, group)
            for barrage in fitting(guns, partial(fits, state, share)):
                if (unit in guns and unit not in barrage) or not leaves_duties(duties, group, defenders, barrage):
                    continue
                for points in range(support + 1):
                    if points and not fits(state, share, barrage, points):
                        break
                    if group or barrage or points:
                        yield Combat(state.side, group, barrage, defenders, points)


def _sets_of_enemies(found: Contacts) -> Iterator[tuple[int, ...]]:
    """Find the sets of enemies that can be attacked in one combat: each alone, then enemies that share a contact."""
    yield from ((enemy,) for enemy in found.attackers)
    for count in range(2, len(found.attackers) + 1):
        yield from sorted({group for near in found.touched.values() for group in combinations(near, count)})


def share_of(state: State, group: Sequence[int]) -> Share:
    """Return the share of the adjacent units in a combat, for limits on artillery."""
    return attacking_share(state, Combat(state.side, tuple(group), (), (), 0))


def fits(state: State, share: Share, barrage: Sequence[int], points: int = 0) -> bool:
    """Return True if a battle's limit on artillery lets units attack together with artillery and Ground Support."""
    share = Share(share.side, True, share.ground, (*share.guns, *barrage), points)
    return not (share.guns or points) or artillery_fits(state, share)


def leaves_duties(duties: Duties, group: Sequence[int], defenders: Sequence[int], barrage: Sequence[int]) -> bool:
    """Return True if these attackers may attack these enemies together and all obligations can still be met."""
    if len(defenders) > 1 and (not group or any(unit in group for unit in duties.found.assaults)):
        return False  # 8.13; a unit assaults only one enemy
    return duties.allow(group, barrage, defenders)


def order_of(state: State, combat: Combat) -> Attack:
    """Return the order that declares a combat."""
    ids = state.ids
    return Attack(ids(combat.attackers), ids(combat.defenders), ids(combat.barrage), combat.support)


def random_attack(duties: Duties, enemies: Sequence[int], draw: Draw) -> Combat | None:
    """Draw an attack on one of the enemies; None if it is not legal."""
    state, found = duties.state, duties.found
    defenders = [draw.pick(enemies)]
    near = found.attackers[defenders[0]]
    group = [u for u in near if draw.below(4)] or near[:1]
    touched = [found.touched[u] for u in group]
    others = [e for e in touched[0] if e != defenders[0] and all(e in each for each in touched)] if group else []
    defenders += [e for e in others if draw.below(2)]
    guns = [gun for gun in found.guns if not draw.below(3) and reaches(state, gun, defenders)]
    points = draw.below(support_left(state, state.side, defenders) + 1) if draw.below(2) else 0
    share = share_of(state, group)
    while (guns or points) and not fits(state, share, guns, points):
        guns, points = (guns, 0) if points else (guns[:-1], 0)
    if not (group or guns or points) or not fits(state, share, guns, points):
        return None
    if not leaves_duties(duties, group, defenders, guns):
        return None
    return Combat(state.side, tuple(group), tuple(guns), tuple(sorted(defenders)), points)
