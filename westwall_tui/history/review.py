"""A player's best and worst acts in a Player-Turn, by expectation rather than luck.

A combat is weighed by its six rolls in the position before the roll. A place counts by the points that the other side
scores for it at the end of the turn. A unit that can be surrounded counts by how often that happens.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Exit, Order, end_of, parse
from westwall_tui.engine.planning import Outlook
from westwall_tui.engine.state import VACANT
from westwall_tui.history.entries import Chronicle, Fight
from westwall_tui.history.record import History

WORTH_TELLING = 0.4
"""Minimum number of points for the best or the worst act."""


class Act(NamedTuple):
    """An act of a player in the turn."""

    value: float
    """The worth of the act in Victory Points, on the scale that decides the game."""
    hexes: tuple[int, ...]
    unit: int = -1
    """The unit that exited or is at risk."""
    fight: Fight | None = None
    dice: int = 0
    """The number of rolls that eliminate a unit: an enemy unit if the combat was good, else a friendly unit."""
    place: str = ""
    """The place that changed hands."""
    holder: int = -1
    """The side that scores the place afterward; -1 for neither."""


class Review(NamedTuple):
    """The best and the worst act of a Player-Turn, each None if it is not worth mentioning."""

    best: Act | None
    worst: Act | None


def review(game: Game, log: Sequence[str], advised: Callable[[Order], bool] | None = None) -> Review:
    """Return the best and the worst of what the phasing side did by these orders, from the start of its Player-Turn.

    `game` is at that start, and is changed. The last order ends the Player-Turn. An order that was `advised` isn't a
    mistake. Neither is a combat whose attackers are all where they were advised to go.
    """
    side, first = game.state.side, game.copy()
    chronicle = Chronicle(game, len(game.log))
    acts: list[Act] = []
    last, sent, attacks = first, set[int](), False
    for line in log:
        last = before = game.copy()
        order = parse(line)
        if isinstance(order, Attack):
            attacks = advised is not None and advised(order)
        send(before, order, sent, advised)
        entry = chronicle.carry_out(line)
        if entry.rolls and entry.fight is not None and entry.fight.side == side:
            act = _review_combat(before, entry.fight)
            if act.value > 0 or not (attacks or sent.issuperset(entry.fight.combat.attackers)):
                acts.append(act)
        acts += [
            Act(
                _gain_of_side(before, game, side),
                (game.scenario.board.hex(event.path[-1]),),
                game.scenario.by_id[event.unit.lower()],
            )
            for event in entry.events
            if isinstance(event, ev.Exited)
        ]
    acts += _review_places(first, game, side)
    acts += _review_exposed(first, last, side)
    acts = [act for act in acts if act.value > 0 or not _follows_advice(first, act, sent)]
    ranked = sorted(acts, key=lambda act: -act.value)
    good, bad = ranked[:1], ranked[-1:]
    return Review(
        good[0] if good and good[0].value >= WORTH_TELLING else None,
        bad[0] if bad and bad[0].value <= -WORTH_TELLING else None,
    )


def best_attack(history: History) -> Act | None:
    """Return the combat of a game that was worth most to its attacker before the roll; None if no combat was good."""
    acts = [_review_combat(history.position(fight.order), fight) for fight in history.fights]
    return max((act for act in acts if act.value > 0), key=lambda act: act.value, default=None)


def follows(order: Order, hint: Order) -> bool:
    """Return True if an order does what a hint proposed. The path and the sequence of units do not matter."""
    match order, hint:
        case Attack(), Attack():
            return {*order.attackers} == {*hint.attackers} and {*order.defenders} == {*hint.defenders}
        case Exit(), Exit():
            return (order.unit.lower(), order.edge) == (hint.unit.lower(), hint.edge)
    if type(order) is type(hint) and (unit := getattr(order, "unit", "")):
        return (unit.lower(), end_of(order)) == (str(getattr(hint, "unit", "")).lower(), end_of(hint))
    return order == hint


def send(game: Game, order: Order, sent: set[int], advised: Callable[[Order], bool] | None) -> None:
    """Add to `sent` the units that an order of the log left where they were advised to go."""
    unit = game.scenario.by_id.get(str(getattr(order, "unit", "")).lower())
    if unit is None:
        return
    if advised is not None and advised(order):
        sent.add(unit)
    else:
        sent.discard(unit)


def _follows_advice(first: Game, act: Act, sent: set[int]) -> bool:
    """Return True if all units of the act, or those that left its place, went where they were advised to go."""
    if act.unit >= 0:
        return act.unit in sent
    left = {first.state.at[h] for h in act.hexes} - {VACANT}
    return bool(act.place) and bool(left) and left <= sent


def _review_combat(before: Game, fight: Fight) -> Act:
    """Return a combat, weighed by its six rolls in the position before the roll."""
    outlook, value, lost = Outlook(before), 0.0, {1: 0, -1: 0}
    for units, sign in ((fight.combat.defenders, 1), (fight.combat.attackers, -1)):
        for unit in units:
            back = planning.fate(before, unit)
            dice = len(planning.fatal_dice(before, back, fight.faces, alone=fight.alone))
            lost[sign] = max(lost[sign], dice)
            value += sign * dice / 6 * outlook.worth(unit)
    where = tuple(dict.fromkeys(fight.where[unit] for unit in fight.combat.defenders))
    return Act(value, where, fight=fight, dice=lost[1 if value >= 0 else -1])


def _gain_of_side(before: Game, after: Game, side: int) -> float:
    """Return the change of a side's lead in points."""
    scale = queries.scale(after)
    gained = scale.balance(queries.totals(after)) - scale.balance(queries.totals(before))
    return float(gained if side == 0 else -gained)


def _review_places(first: Game, last: Game, side: int) -> list[Act]:
    """Return the places that score for another side than they did at the start of the turn."""
    scale, now = queries.scale(last), {place.name: place for place in queries.objectives(last)}
    acts = []
    for then in queries.objectives(first):
        place = now.get(then.name)
        if place is None or place.side == then.side:
            continue
        gained = scale.balance(place.scored) - scale.balance(then.scored)
        acts.append(Act(float(gained if side == 0 else -gained), place.hexes, place=place.name, holder=place.side))
    return acts


def _review_exposed(first: Game, last: Game, side: int) -> list[Act]:
    """Return the units that the enemy can surround where they went but could not surround where they were before."""
    outlook = Outlook(last)
    moved = [i for i, h in enumerate(last.state.location) if h != first.state.location[i]]
    found = outlook.standing(side, moved)
    before = {risk.unit for risk in Outlook(first).standing(side, [risk.unit for risk in found])}
    new = [risk for risk in found if risk.unit not in before]
    return [Act(-outlook.weight(risk), risk.hexes, risk.unit, dice=risk.dice) for risk in new]
