"""Combats thought over before they are fought: who could take part, the arithmetic, and what would come of it."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from westwall_tui.engine.board import Line, entry_of
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Fire, IllegalOrder
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import obligations, retreat
from westwall_tui.engine.rules.answers import Share
from westwall_tui.engine.rules.artillery import in_range, protectors
from westwall_tui.engine.rules.obligations import Outstanding
from westwall_tui.engine.state import Combat

__all__ = ["Fate", "Outstanding", "Preview"]


class Candidates(NamedTuple):
    """Who could take part in an attack on some defenders."""

    attackers: tuple[int, ...]
    """Units adjacent to all of them that may still attack, adjacent artillery included (7.23, 8.31)."""
    guns: tuple[int, ...]
    """Artillery that could barrage them (8.11)."""
    others: tuple[int, ...]
    """Further enemies that could be attacked together with them by some of the attackers (7.2)."""
    support: int
    """Ground Support Points that may be used (9.0)."""


def candidates(game: Game, defenders: Sequence[int]) -> Candidates:
    """Who could attack all of these defenders in one combat."""
    state, rules = game.state, game.rules
    found = obligations.contacts(rules, state)
    near = tuple(u for u in found.touched if all(u in found.attackers.get(d, ()) for d in defenders))
    guns = tuple(g for g in found.guns if any(in_range(state, g, d) for d in defenders))
    others = tuple(e for e in found.attackers if e not in defenders and any(u in near for u in found.attackers[e]))
    return Candidates(near, guns, others, rules.support_left(state, state.side, defenders))


def targets(game: Game) -> list[int]:
    """Enemies that could be attacked in this phase: adjacent, or in reach of artillery or Ground Support."""
    state, rules = game.state, game.rules
    found = obligations.contacts(rules, state)

    def shelled(enemy: int) -> bool:
        in_reach = any(in_range(state, g, enemy) and obligations.alone(rules, state, g) for g in found.guns)
        return in_reach or obligations.support_alone(rules, state, enemy)

    return [e for e, near in found.attackers.items() if near or shelled(e)]


class Fate(NamedTuple):
    """What retreats would mean for a unit in the position as it stands."""

    unit: int
    room: int
    """Hexes that it could retreat, at most 4; less than a result asks for means that it is lost (7.74)."""
    ways: tuple[int, ...]
    """Hexes into which it could take its first step."""


class Preview(NamedTuple):
    """A combat before it is declared."""

    odds: fight.Odds
    refusal: IllegalOrder | None
    """Why it could not be declared as it is, or None."""
    reason: str
    """Why the combat is on its line, in a few words."""
    fire: int
    """FPF and Ground Support that the defender could add at most."""
    fire_odds: fight.Odds
    """The same combat with all that."""
    fates: tuple[Fate, ...]
    """The defenders' room for retreat."""
    attacker_fates: tuple[Fate, ...]
    still: Outstanding
    """What would still be obliged after it."""


def preview(game: Game, order: Attack) -> Preview | None:
    """The arithmetic of an attack that has at least one defender; None when its units do not exist or have no enemy."""
    state, rules = game.state, game.rules
    combat = _sketch(game, order)
    if combat is None:
        return None
    guns, support = _fullest_fire(game, combat)
    fire = sum(state.units[g].strength.fpf for g in guns) + support
    after = state.copy()
    fight.begin(after, combat)
    return Preview(
        fight.odds(state, combat),
        game.explain(order),
        line_reason(game, combat),
        fire,
        fight.odds(state, combat._replace(fire=guns, fire_support=support)),
        tuple(fate(game, unit) for unit in combat.defenders),
        tuple(fate(game, unit) for unit in combat.attackers),
        obligations.outstanding(rules, after),
    )


def _fullest_fire(game: Game, combat: Combat) -> tuple[tuple[int, ...], int]:
    """The FPF units and Ground Support Points with which the defender would answer a combat most strongly."""
    state, rules = game.state, game.rules
    if fight.alone(state, combat):
        return (), 0
    guns = protectors(state, combat.defenders)
    share = fight.defending_share(state, combat)
    best: tuple[int, tuple[int, ...], int] = (0, (), 0)
    for count in range(len(guns) + 1):
        for group in combinations(guns, count):
            fire = sum(state.units[g].strength.fpf for g in group)
            for points in range(rules.support_left(state, 1 - combat.side, combat.defenders), -1, -1):
                if fire + points <= best[0]:
                    break
                if rules.artillery_fits(state, share._replace(guns=group, support=points)):
                    best = (fire + points, group, points)
                    break
    return best[1], best[2]


def _sketch(game: Game, order: Attack) -> Combat | None:
    """The combat that an order means, whether or not it is legal."""
    state = game.state
    find = state.scenario.by_id
    named = [find.get(name.lower(), -1) for name in (*order.attackers, *order.barrage)]
    defenders = [find.get(name.lower(), -1) for name in order.defenders]
    if not defenders or any(unit < 0 or state.location[unit] < 0 for unit in (*named, *defenders)):
        return None
    attackers, barrage = fight.by_contact(state, named)
    return Combat(state.side, attackers, barrage, tuple(sorted(defenders)), order.support)


def line_reason(game: Game, combat: Combat) -> str:
    """Why a combat is resolved on its line: `Town at 1417`, `stream, which all attackers cross`."""
    state = game.state
    line = fight.terrain_line(state, combat)
    for defender in combat.defenders:
        h = state.location[defender]
        entry = entry_of(state.scenario.board.terrain[h])
        if entry.line is line:
            return f"{entry.name} at {state.number(h)}"
    if any(game.rules.assaults(state, unit) for unit in combat.attackers):
        return "river, which the attack is made over"
    return "stream, which all attackers cross" if line is Line.BROKEN else "bridge, which attackers must cross"


def current(game: Game) -> fight.Odds | None:
    """The arithmetic of the combat under way until its die is rolled; after that its units move."""
    combat = game.state.combat
    return None if combat is None or combat.result else fight.odds(game.state, combat)


def fate(game: Game, unit: int) -> Fate:
    """How far a unit could retreat in the position as it stands (7.7)."""
    room = 0
    ways: tuple[int, ...] = ()
    for hexes in range(1, 5):
        found = retreat.choices(game.rules, game.state, unit, hexes)
        if found.lost:
            break
        room = hexes
        if hexes == 1:
            ways = tuple(dict.fromkeys(path[1] for path in found.paths if len(path) > 1))  # in a city it may hold
    return Fate(unit, room, ways)


def protection(game: Game) -> tuple[tuple[int, ...], int]:
    """The artillery units that may give FPF to the current combat, and the Ground Support Points that may be added."""
    state = game.state
    if state.combat is None or fight.alone(state, state.combat):
        return (), 0
    side, defenders = 1 - state.combat.side, state.combat.defenders
    return tuple(protectors(state, defenders)), game.rules.support_left(state, side, defenders)


class Answer(NamedTuple):
    """A combat as it would be with the defender's fire."""

    odds: fight.Odds
    refusal: IllegalOrder | None
    """Why that fire could not be given, or None."""


def answer(game: Game, order: Fire) -> Answer | None:
    """The current combat's arithmetic with Final Protective Fire and Ground Support, before they are given."""
    state = game.state
    if state.combat is None:
        return None
    find = state.scenario.by_id
    guns = tuple(sorted(find[name.lower()] for name in order.units if name.lower() in find))
    combat = state.combat._replace(fire=guns, fire_support=order.support)
    return Answer(fight.odds(state, combat), game.explain(order))


def attackers_alone(game: Game, order: Attack) -> bool:
    """Whether an attack would be one of artillery and Ground Support alone (8.15)."""
    combat = _sketch(game, order)
    return combat is not None and fight.alone(game.state, combat)


def artillery_limit(game: Game, share: Share) -> str:
    """What limits a side's artillery in a combat, and what it uses of that; nothing where there is no limit."""
    rules, state = game.rules, game.state
    if not rules.limits_artillery:
        return ""
    case = rules.artillery_limit_case(share)
    most = rules.most_guns(state, share.side, attacking=share.attacking)
    if most is not None:
        return f"artillery units {len(share.guns)} of at most {most} ({case})"
    strengths = [state.units[gun].strength for gun in share.guns]
    used = sum(s.barrage if share.attacking else s.fpf for s in strengths) + share.support
    limit = max((n for n in range(100) if rules.artillery_fits(state, share._replace(guns=(), support=n))), default=0)
    return f"artillery and support {used} of at most {limit} ({case})"
