"""An attack, thought through before it is declared: who could take part, the arithmetic, and what would come of it."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.board import Line, entry_of
from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, IllegalOrder
from westwall_tui.engine.planning.answering import fullest_fire
from westwall_tui.engine.planning.fates import Fate, fates
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import obligations
from westwall_tui.engine.rules.artillery import in_range, reaches
from westwall_tui.engine.rules.combat import Odds
from westwall_tui.engine.rules.obligations import Contacts, Outstanding
from westwall_tui.engine.state import Combat


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
    near = tuple(found.next_to_all(defenders))
    guns = tuple(gun for gun in found.guns if reaches(state, gun, defenders))
    others = tuple(e for e in found.attackers if e not in defenders and any(u in near for u in found.attackers[e]))
    return Candidates(near, guns, others, rules.support_left(state, state.side, defenders))


def suggested(game: Game, defenders: Sequence[int], unit: int = -1) -> tuple[int, ...]:
    """The adjacent units to begin an attack with: all if that is allowed, or all but artillery.

    Otherwise those with no other enemy to attack, and `unit`; if there are none, all but artillery.
    """
    near = candidates(game, defenders).attackers
    ground = tuple(u for u in near if not game.state.units[u].is_artillery)
    ids = game.state.ids
    for group in (near, ground):
        if group and game.explain(Attack(ids(group), ids(tuple(defenders)))) is None:
            return group
    others = [candidates(game, (enemy,)).attackers for enemy in candidates(game, defenders).others]
    bound = {u for u in ground if not any(u in attackers for attackers in others)}
    return tuple(sorted(bound | ({unit} & set(near)))) or ground


def targets(game: Game) -> list[int]:
    """Enemies that could be attacked in this phase: adjacent, or in reach of artillery or Ground Support."""
    return _targets(game, obligations.contacts(game.rules, game.state))


def _targets(game: Game, found: Contacts) -> list[int]:
    state, rules = game.state, game.rules

    def shelled(enemy: int) -> bool:
        in_reach = any(in_range(state, g, enemy) and obligations.alone(rules, state, g) for g in found.guns)
        return in_reach or obligations.support_alone(rules, state, enemy)

    return [e for e, near in found.attackers.items() if near or shelled(e)]


def targets_of(game: Game, unit: int) -> list[int]:
    """The `targets` that a unit could attack: from next to them, or by barrage."""
    found = obligations.contacts(game.rules, game.state)
    fires = unit in found.guns
    return [
        enemy
        for enemy in _targets(game, found)
        if unit in found.attackers[enemy] or (fires and in_range(game.state, unit, enemy))
    ]


def why_no_target(game: Game, enemy: int) -> IllegalOrder:
    """Why nobody can attack an enemy that is not among the `targets`."""
    state = game.state
    found = game.explain(Attack((), state.ids((enemy,))))
    if found is not None and found.case not in ("7.0", "7.15"):
        return found
    name = state.units[enemy].id
    reason = f"no unit that may attack {name} is next to it, and no artillery that may is in range"
    return IllegalOrder("7.15", reason, (name,), (state.number(state.location[enemy]),))


def why_idle(game: Game, unit: int) -> IllegalOrder:
    """Why a unit of the phasing side has nobody to attack: its `targets_of` are none."""
    state = game.state
    anybody = state.on_map(1 - state.side)[:1]
    found = game.explain(Attack(state.ids((unit,)), state.ids(anybody)))
    if found is not None and found.case in ("7.14", "7.96", "7.82"):
        return found
    return IllegalOrder("7.15", f"{state.units[unit].id} has no enemy to attack", state.ids((unit,)))


def attack_points(game: Game, unit: int) -> int:
    """What a unit adds to an attack: its attack Strength, of artillery its barrage Strength (8.31)."""
    counter = game.state.units[unit]
    return counter.strength.barrage if counter.is_artillery else counter.strength.attack


class Preview(NamedTuple):
    """A combat before it is declared."""

    odds: Odds
    refusal: IllegalOrder | None
    """Why it could not be declared as it is, or None."""
    reason: str
    """Why the combat is on its line, in a few words."""
    fire: int
    """FPF and Ground Support that the defender could add at most."""
    fire_odds: Odds
    """The same combat with all that."""
    fates: tuple[Fate, ...]
    """The defenders' room for retreat."""
    attacker_fates: tuple[Fate, ...]
    still: Outstanding
    """What would still be obliged after it."""


def preview(game: Game, order: Attack) -> Preview | None:
    """The arithmetic of an attack that has at least one defender; None if a unit is not there, or no enemy is named.

    Units that are not next to all of its defenders are left out of it, artillery apart; the refusal names one.
    """
    state, rules = game.state, game.rules
    wanted = sketch(game, order)
    if wanted is None:
        return None
    combat = wanted._replace(attackers=_next_to_all(game, wanted))
    guns, support = fullest_fire(game, combat)
    fire = sum(state.units[g].strength.fpf for g in guns) + support
    found = obligations.contacts(rules, state)
    left = found.after((*combat.attackers, *combat.barrage), combat.defenders)
    odds = fight.odds(state, combat)
    return Preview(
        odds,
        _refusal(game, order, found),
        _line_reason(game, combat, odds.line),
        fire,
        fight.odds(state, combat._replace(fire=guns, fire_support=support), odds.line),
        fates(game, combat.defenders),
        fates(game, combat.attackers),
        obligations.outstanding(rules, state, left),
    )


def _refusal(game: Game, order: Attack, found: Contacts) -> IllegalOrder | None:
    """What `Game.explain` says of an attack; in a Combat Phase the contacts need not be found again."""
    if not game.state.frames or not isinstance(game.state.frames[-1], CombatPhase):
        return game.explain(order)
    try:
        fight.declare(game.rules, game.state, order, found)
    except IllegalOrder as refusal:
        return refusal
    return None


def _next_to_all(game: Game, combat: Combat) -> tuple[int, ...]:
    """The attackers of a combat without those that are not next to all of its defenders (7.23); artillery stays."""
    state, around = game.state, game.scenario.board.grid.neighbours
    at = {state.location[defender] for defender in combat.defenders}
    return tuple(u for u in combat.attackers if state.units[u].is_artillery or at.issubset(around[state.location[u]]))


def sketch(game: Game, order: Attack) -> Combat | None:
    """The combat that an order means, whether or not it is legal; None if a unit is not there, or no enemy is named."""
    try:
        return fight.meant(game.state, order)
    except IllegalOrder:
        return None


def line_reason(game: Game, combat: Combat) -> str:
    """Why a combat is resolved on its line: `Town at 1417`, `stream, which all attackers cross`."""
    return _line_reason(game, combat, fight.terrain_line(game.state, combat))


def _line_reason(game: Game, combat: Combat, line: Line) -> str:
    state = game.state
    for defender in combat.defenders:
        h = state.location[defender]
        entry = entry_of(state.scenario.board.terrain[h])
        if entry.line is line:
            return f"{entry.name} at {state.number(h)}"
    if any(game.rules.assaults(state, unit) for unit in combat.attackers):
        return "river, which the attack is made over"
    return "stream, which all attackers cross" if line is Line.BROKEN else "bridge, which attackers must cross"


def attackers_alone(game: Game, order: Attack) -> bool:
    """Whether an attack would be one of artillery and Ground Support alone (8.15)."""
    combat = sketch(game, order)
    return combat is not None and fight.alone(game.state, combat)
