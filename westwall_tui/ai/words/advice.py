"""Advice: the reasons for the order that the player has chosen, and the second-best order."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from westwall_tui.ai import goals
from westwall_tui.ai.answers.choices import Knowledge, view_of
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.value.view import View
from westwall_tui.ai.words import combats, moves
from westwall_tui.ai.words.combats import rolls
from westwall_tui.ai.words.reason import LEAST_SHOWN, Reason
from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Advance, Attack, Displace, Done, Fpf, Move, Order, Retreat, Stand, end_of
from westwall_tui.engine.units import lower
from westwall_tui.engine.words import signed

FEW = 2
"""If a move has fewer reasons, reasons against the second best are added."""
FINER = 0.08
"""Minimum difference in points for a reason against the second best."""
LEAST = 0.01
"""Minimum difference for a unit that must go somewhere, where all paths are about equally good."""
MOST_ASKED = 6
"""Number of units whose other hexes are tried when a phase ends."""


def differs(order: Order, other: Order) -> bool:
    """Return True if two orders are different decisions rather than the same decision written differently.

    The sequence of units does not matter. Of a retreat only the last hex matters, not the path.
    """
    match order, other:
        case Attack(), Attack():
            return _units_and_support(order) != _units_and_support(other)
        case Fpf(), Fpf():
            return ({*order.units}, order.support) != ({*other.units}, other.support)
        case Retreat(), Retreat():
            return order.unit == other.unit and end_of(order) != end_of(other)
    return order != other


def hexes_best_first(view: View, game: Game, unit: int) -> list[int]:
    """Return the hexes where a unit could go, the best first, with all other units where the view has them.

    The unit's own hex comes first unless another is clearly better, because the search has not tried everything. A unit
    that must come onto the map may not stay off it.
    """
    h = view.position.where[unit]
    tried = [(-view.parts.total - FINER, h)]
    for other in view.options[unit]:
        if other != h and (other < 0 or view.position.at[other] < 0):
            saved = view.change([(unit, other)])
            tried.append((-view.parts.total, other))
            view.restore(saved)
    found = [other for _, other in sorted(tried)]
    return [other for other in found if other >= 0] or found if must_come(game, unit) else found


def must_come(game: Game, unit: int) -> bool:
    """Return True if the phase may not end before a unit has entered or landed."""
    state = game.state
    refused = game.explain(Done()) if state.location[unit] < 0 else None
    return refused is not None and state.units[unit].id in refused.units


def of_target(
    view: View, game: Game, unit: int, others: Sequence[int], order_to: Callable[[int], Order | None]
) -> tuple[tuple[str, ...], Order | None]:
    """Return why the plan in the view sends a unit to its hex, or leaves it there, and its second-best order.

    `others` are hexes where the unit could be, the best first; `order_to` makes the order that brings it to a hex.
    """
    h, home = view.position.where[unit], view.home[unit]
    other, second = _first_possible(game, [each for each in others if each not in (h, home)], order_to)
    if h == home:
        found = [] if second is None else _reasons_for_hex(view, game, unit, h, other)
        if found and h >= 0 and found[0].points < 0:
            found.insert(0, Reason(0.0, moves.of_ground(view, game, unit, h)))
        return _texts_or(
            found,
            moves.of_ground(view, game, unit, h) if h >= 0 else "It gains nothing by entering now.",
        ), second
    friend = view.occupied(home)
    if must_come(game, unit):
        found = [Reason(0.0, "It must enter now and may not be withheld.")]
    elif friend >= 0:
        number = game.state.number(home)
        found = [Reason(0.0, f"It makes room for {game.state.units[friend].name} at {number}.")]
    else:
        found = _reasons_for_hex(view, game, unit, h, home)
    if second is not None and len(found) < FEW:
        number = game.state.number(other) if other >= 0 else ""
        known = {_first_clause(reason) for reason in found}
        finer = moves.of_move(view, unit, h, other, FINER, game)
        rather = [each for each in finer if each.points > 0 and _first_clause(each) not in known]
        for each in rather[: FEW - len(found)]:
            found.append(Reason(each.points, moves.unlike_at(each.text, number) if number and h >= 0 else each.text))
    return _texts_or(found, moves.of_ground(view, game, unit, h) if h >= 0 else "It can do nothing more here."), second


def _first_clause(reason: Reason) -> str:
    """Return `From 0915 it is only to Linz`, without the distances, which may be in words or figures."""
    return re.sub(r"\S+ hex(es)? ", "", reason.text.partition(";")[0])


def of_staying(
    view: View, game: Game, units: Sequence[int], order_to: Callable[[int, int], Order | None]
) -> tuple[str, ...]:
    """Return why none of these units should move: the best move left, and what it would lose; or nothing.

    `order_to` makes the order that brings a unit to a hex.
    """
    found = []
    for unit in sorted(units, key=lambda unit: (-view.goals.worth[unit], unit))[:MOST_ASKED]:
        h = view.position.where[unit]
        hexes = [
            other for other in hexes_best_first(view, game, unit)[:MOST_ASKED] if other not in (h, view.home[unit])
        ]
        other, order = _first_possible(game, hexes, partial(order_to, unit))
        if order is not None:
            saved = view.change([(unit, other)])
            found.append((view.parts.total, -unit, other))
            view.restore(saved)
    total, unit, other = max(found, default=(view.parts.total, 0, NOWHERE))
    if total >= view.parts.total:
        return ()
    name = game.state.units[-unit].name
    best = f"{name} to {game.state.number(other)}" if other >= 0 else f"to exit {name}"
    loss = view.parts.total - total
    price = f"{loss:.1f} points" if loss >= LEAST_SHOWN else "next to nothing"
    because = moves.of_move(view, -unit, other, view.position.where[-unit], LEAST, game)
    return (
        f"No other move helps. The best move is {best}, which loses {price}.",
        *[each.text for each in because if each.points < 0][-1:],
    )


def of_answer(known: Knowledge, order: Order, second: Order | None, why: Sequence[str]) -> tuple[str, ...]:
    """Return the reasons for an attack, for fire in defense, or for a hex after combat.

    `why` has the player's reasons.
    """
    if isinstance(order, Attack):
        return _of_attack(known, order)
    if isinstance(order, Fpf) and isinstance(second, Fpf):
        return (*why, *_of_fire(known.game, order, second))
    if isinstance(order, Retreat | Displace):
        return _of_going(known, order, second)
    if isinstance(order, Advance | Move | Stand) and second is not None:
        found = _of_way(known, order, second)
        return (*(() if any(reason.points > 0 for reason in found) else why), *map(str, found))
    return tuple(why)


def _units_and_support(order: Attack) -> tuple[object, ...]:
    return {*order.attackers}, {*order.defenders}, {*order.barrage}, order.support


def _reasons_for_hex(view: View, game: Game, unit: int, h: int, other: int) -> list[Reason]:
    return moves.of_move(view, unit, h, other, now=game) or moves.of_move(view, unit, h, other, FINER, game)


def _first_possible(
    game: Game, others: Sequence[int], order_to: Callable[[int], Order | None]
) -> tuple[int, Order | None]:
    """Return the first of some hexes to which the unit can be ordered, and the order."""
    for other in others:
        order = order_to(other)
        if order is not None and game.explain(order) is None:
            return other, order
    return NOWHERE, None


def _of_going(known: Knowledge, order: Retreat | Displace, second: Order | None) -> tuple[str, ...]:
    game = known.game
    unit = game.scenario.by_id[lower(order.unit)]
    h = _end_hex(game, unit, order)
    way = _of_way(known, order, second) if second is not None else []
    if isinstance(order, Retreat) and queries.retreats(game, unit).lost:
        return ("It cannot retreat in full (7.74).", *map(str, way))
    found = _texts_or(way, moves.of_ground(view_of(known), game, unit, h))
    if isinstance(order, Retreat) and h == game.state.location[unit]:
        takes = queries.refuges(game)
        return (f"The {takes.place} absorbs the result ({takes.case}).", *found)
    return found


def _of_attack(known: Knowledge, order: Attack) -> tuple[str, ...]:
    view = View(known.game, goals.of(known.game, known.side, known.weights))
    by_id = known.game.scenario.by_id
    attackers, defenders, barrage = (
        tuple(by_id[name.lower()] for name in names) for names in (order.attackers, order.defenders, order.barrage)
    )
    extra = sum(view.position.attack[gun] for gun in barrage) + order.support
    fight = PlannedCombat(attackers, defenders, barrage, order.support, view.combats.value(attackers, defenders, extra))
    return _texts_or(combats.CombatInWords(view, fight).reasons())


def _of_fire(game: Game, order: Fpf, second: Fpf) -> list[str]:
    """Return what fire in defense does, or would do, to an attack: the odds, and how many rolls still hurt."""
    nothing, fire = planning.answer(game, Fpf()), planning.answer(game, second if order == Fpf() else order)
    combat = game.state.combat
    if nothing is None or fire is None or combat is None:
        return []
    before, after = (signed(each.odds.differential) for each in (nothing, fire))
    cuts = f"{'It would cut' if order == Fpf() else 'This cuts'} the attack from {before} to {after}"
    would = "would" if order == Fpf() else "will"
    for unit in combat.defenders:
        name = game.state.units[unit].name
        hexes = [[planning.asked_of(game, unit, each) for each in answer.odds.results] for answer in (nothing, fire)]
        dice = [sum(far > 0 for far in each) for each in hexes]
        if dice[0] != dice[1]:
            return [f"{cuts}: {rolls(dice[1])} {would} then drive {name} back, instead of {rolls(dice[0])}."]
        if hexes[0] != hexes[1]:
            return [f"{cuts}, and {'would shorten' if order == Fpf() else 'shortens'} the retreat of {name}."]
    return [f"{cuts}, which {'would change' if order == Fpf() else 'changes'} nothing."]


def _of_way(known: Knowledge, order: Order, second: Order) -> list[Reason]:
    """Return why a unit goes to one hex rather than another; nothing if the two cannot be compared."""
    named = order if hasattr(order, "unit") else second
    unit = known.game.scenario.by_id.get(str(getattr(named, "unit", "")).lower(), -1)
    if unit < 0 or getattr(second, "unit", getattr(named, "unit", "")) != getattr(named, "unit", ""):
        return []
    view = view_of(known)
    here, there = (_end_hex(known.game, unit, each) for each in (order, second))
    if here == there or any(h >= 0 and view.position.at[h] not in (-1, unit) for h in (here, there)):
        return []
    return moves.of_move(view, unit, here, there, FINER) or moves.of_move(view, unit, here, there, LEAST)


def _end_hex(game: Game, unit: int, order: Order) -> int:
    number = end_of(order)
    return game.scenario.board.hex(number) if number else game.state.location[unit]


def _texts_or(found: Sequence[Reason], *otherwise: str) -> tuple[str, ...]:
    return tuple(str(reason) for reason in found) or otherwise
