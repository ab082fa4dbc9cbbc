"""Decisions other than moves and attacks: fire in defense, combat results, bridges, fronts, set-up, notes.

Each function takes what the side knows and returns its choices, the best first.
"""

from collections.abc import Callable, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from westwall_tui.ai import goals
from westwall_tui.ai.answers import manners, setup
from westwall_tui.ai.combats.odds import exceeds
from westwall_tui.ai.combats.worth import DRIVEN_OFF, DRIVEN_OFF_WORTH
from westwall_tui.ai.value.view import View
from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import Position
from westwall_tui.engine.orders import (
    DRAW,
    Accept,
    Advance,
    Demolish,
    Destroy,
    Displace,
    Done,
    Fpf,
    Move,
    NameFront,
    Order,
    Retreat,
    Stand,
)
from westwall_tui.engine.words import count, listed

FIRE_ABOVE, FIRE_EACH = 0.12, 0.1
"""Minimum points that fire must save, and the price in points of each gun that fires."""
ADVANCE_ABOVE = 0.15
"""Minimum points for an advance, unless the temperament has its own minimum (`advance above`)."""
CLOSES = 0.35
"""Points for an advance that closes a retreat hex to an enemy that is still to be attacked."""
BEST_HEX = "{} is the best hex within reach."
MOST_NAMED = 2
"""Maximum number of units that a reason names."""


class Knowledge(NamedTuple):
    """A game as one side knows it."""

    game: Game
    """A fork of the game with its own dice and none of the enemy's secrets."""
    side: int
    weights: Mapping[str, float]
    seed: int
    """The player's seed."""
    about: str = ""
    """The unit or the division that a hint is about; empty if the hint may be about any."""


class Choice(NamedTuple):
    """An order, its worth in points, and the reason for it."""

    order: Order
    value: float
    why: str = ""


def view_of(known: Knowledge) -> View:
    """Return the present position without the friendly combats to come."""
    view = View(known.game, goals.of(known.game, known.side, known.weights))
    view.battle = False
    view.recount()
    return view


def best_first(choices: Sequence[Choice]) -> list[Choice]:
    """Return choices with the best first; equal choices keep their order."""
    return sorted(choices, key=lambda choice: -choice.value)


# -- Final Protective Fire (8.4)


def fire(known: Knowledge) -> list[Choice]:
    """Return Final Protective Fire by guns and Ground Support, ranked by the points that it saves minus its price."""
    game = known.game
    combat = game.state.under_way
    value = goals.of(game, known.side, known.weights)
    position = value.position
    guns = [
        unit
        for unit in position.on_map(known.side)
        if position.gun[unit] and game.explain(Fpf(game.state.ids((unit,)))) is None
    ]
    guns.sort(key=lambda unit: (-position.fpf[unit], unit))
    bundles: list[tuple[int, ...]] = [(), *((gun,) for gun in guns)]
    bundles += [tuple(guns[:count]) for count in range(2, len(guns) + 1)]
    bundles += [(a, b) for i, a in enumerate(guns[:5]) for b in guns[i + 1 : 5]]
    left = queries.support_left(game, known.side)
    orders = dict.fromkeys(
        Fpf(game.state.ids(tuple(sorted(bundle))), points) for bundle in bundles for points in range(left + 1)
    )
    found = []
    nothing = _cost_to_defender(known, value.worth, value.gain, position, Fpf())
    state = game.state
    defended = " and ".join(f"{state.units[u].name} at {state.number(state.location[u])}" for u in combat.defenders)
    for order in orders:
        cost = FIRE_EACH * (len(order.units) + 0.3 * order.support) + (FIRE_ABOVE if order != Fpf() else 0.0)
        suffered = nothing if order == Fpf() else _cost_to_defender(known, value.worth, value.gain, position, order)
        if suffered is not None and nothing is not None:
            saved = nothing - suffered
            found.append(
                Choice(order, saved - cost, f"This protects {defended} and saves {saved:.1f} points on average.")
            )
    fire = max((choice for choice in found if choice.order != Fpf()), key=lambda choice: choice.value, default=None)
    if fire is not None:
        small = "Even the best fire is not worth it."
        found = [choice if choice.order != Fpf() else choice._replace(why=small) for choice in found]
    return best_first(found)


def _cost_to_defender(
    known: Knowledge, worth: Sequence[float], gain: Sequence[float], position: Position, order: Fpf
) -> float | None:
    """Return the average cost of the combat to the defender, in points; None if the order to fire is not allowed."""
    game = known.game
    answer = planning.answer(game, order)
    combat = game.state.combat
    if answer is None or combat is None or answer.refusal is not None:
        return None
    total = 0.0
    for result in answer.odds.results:
        for unit in combat.defenders:
            h = position.where[unit]
            hexes = planning.asked_of(game, unit, result)
            if not exceeds(hexes, position.relief(unit, h)):
                continue
            lost = exceeds(hexes, position.room(unit, h))
            total += worth[unit] if lost else DRIVEN_OFF + DRIVEN_OFF_WORTH * worth[unit]
            total += 0.5 * gain[h]
        for unit in combat.attackers:
            h = position.where[unit]
            hexes = planning.asked_of(game, unit, result)
            if exceeds(hexes, position.relief(unit, h)):
                total -= worth[unit] if exceeds(hexes, position.room(unit, h)) else 0.3
    return total / 6


# -- after the die


def retreat(known: Knowledge) -> list[Choice]:
    """Return orders for the units to retreat, ranked by the worth of the hexes where their paths end.

    A unit that would be lost goes last, because a hex vacated by another unit may become its way out (7.74).
    """
    game, view = known.game, view_of(known)
    ways = {unit: queries.retreats(game, unit) for unit in game.prompt.units}
    some_live = not all(choices.lost for choices in ways.values())
    found = []
    for unit, choices in ways.items():
        if choices.lost and some_live:
            continue
        for path in choices.paths:
            number = game.state.numbers(path[1:] or path)
            saved = view.change([(unit, path[-1])]) if view.position.at[path[-1]] < 0 else None
            value = view.parts.total - 0.02 * len(path)
            if saved:
                view.restore(saved)
            else:
                value += view.place(unit, path[-1]) - view.place(unit, view.position.where[unit])
            best = BEST_HEX.format(game.state.number(path[-1]))
            found.append(Choice(Retreat(game.state.units[unit].id, number), value, best))
    return best_first(found)


def displace(known: Knowledge) -> list[Choice]:
    """Return the hexes for a displaced unit, by their worth (7.8)."""
    game, view = known.game, view_of(known)
    unit = game.prompt.units[0]
    found = []
    for h in queries.displacements(game):
        if view.position.at[h] >= 0:
            value = view.place(unit, h) - 5.0
        else:
            saved = view.change([(unit, h)])
            value = view.parts.total
            view.restore(saved)
        number = game.state.number(h)
        found.append(Choice(Displace(game.state.units[unit].id, number), value, BEST_HEX.format(number)))
    return best_first(found)


def advance(known: Knowledge) -> list[Choice]:
    """Return advances by worth; one that closes the retreat of an enemy still to be attacked is worth more."""
    game, view = known.game, view_of(known)
    state = game.state
    base = view.parts.total
    found = []
    touched = view.position.contacts(game).touched if state.side == view.side else {}
    waiting = sorted({foe for near in touched.values() for foe in near})
    rooms = {foe: view.room(foe) for foe in waiting}
    for unit in game.prompt.units:
        for h in queries.advances(game, unit):
            saved = view.change([(unit, h)])
            closed = sum(rooms[foe] - view.room(foe) for foe in waiting)
            gain = 0.5 * view.goals.gain[h] + CLOSES * closed
            value = view.parts.total - base + gain
            cut = [state.units[foe].name for foe in waiting if view.room(foe) < rooms[foe]]
            view.restore(saved)
            number = state.number(h)
            prize = view.goals.prize(h).removesuffix(f" at {number}")
            why = (
                f"At {number} it cuts off the retreat of {listed(cut, MOST_NAMED)}."
                if cut
                else f"At {number} it is {prize or 'better placed'}."
            )
            points = f" ({gain:+.1f})" if round(gain, 1) > 0 else ""
            found.append(Choice(Advance(state.units[unit].id, number), value, why + points))
    if game.explain(Stand()) is None:
        numbers = sorted({choice.order.hex for choice in found if isinstance(choice.order, Advance)})
        why = f"An advance to {listed(numbers, joined='or')} would gain too little."
        found.append(Choice(Stand(), view.goals.weight("advance above", ADVANCE_ABOVE), why))
    return best_first(found)


# -- bridges


def demolish(known: Knowledge) -> list[Choice]:
    """Try to blow the bridge in any case: it would help the enemy, and there is no second attempt."""
    why = "The bridge would help the enemy, and there is no second attempt."
    return [Choice(Demolish(True), 1.0, why), Choice(Demolish(False), 0.0)]


def destroy(known: Knowledge) -> list[Choice]:
    """Destroy the bridge in any case, to deny the enemy a crossing."""
    state = known.game.state
    found = [
        Choice(Destroy(number), 1.0, f"This denies the enemy the crossing at {number}.")
        for number in map(state.number, known.game.prompt.hexes)
    ]
    return [*found, Choice(Stand(), 0.0)]


# -- a front


def front(known: Knowledge) -> list[Choice]:
    """Return two fronts: the one that the rules propose, and the one that loses the least worth in units."""
    game, state = known.game, known.game.state
    want = goals.of(game, known.side, known.weights)
    worth = {unit: round(value) for unit, value in enumerate(want.worth)}
    found = []
    for each in (queries.front(game), queries.front(game, worth=worth)):
        if each is not None:
            use = fsum(want.worth[unit] - want.points(unit) for unit in (state.at[h] for h in each.lost))
            why = f"The gaps in this front and the units beyond it cost {count(each.cost, 'point')}."
            found.append(Choice(NameFront(state.numbers(each.hexes)), -each.cost - use, why))
    return best_first(found)


def halted(known: Knowledge) -> list[Choice]:
    """Return the orders for a unit whose bridge has fallen: go on to another hex, or halt where it is."""
    game = known.game
    view = View(game, goals.of(game, known.side, known.weights))
    unit = game.prompt.units[0]
    name = game.state.units[unit].id
    here = f"{game.state.units[unit].name} is best placed at {game.state.number(game.state.location[unit])}."
    found = [Choice(Stand(), view.parts.total, here)]
    for h, path in queries.onward(game).ways.items():
        if view.position.at[h] >= 0:
            continue
        saved = view.change([(unit, h)])
        best = BEST_HEX.format(game.state.number(h))
        found.append(Choice(Move(name, game.state.numbers(path[1:])), view.parts.total, best))
        view.restore(saved)
    return best_first(found)


# -- before the game


def set_up(known: Knowledge) -> list[Choice]:
    """Return the next unit of the set-up."""
    order, why = setup.deployment(known.game, known.weights, known.seed, known.about)
    if order is None:
        return [Choice(Done(), 1.0, "All units are set up.")]
    return [Choice(order, 1.0, why)]


def note(known: Knowledge) -> list[Choice]:
    """Return the next drop zone."""
    division = setup.to_note(known.game, known.about)
    orders, why = setup.notes(known.game, known.seed, division), setup.origin(known.game, division)
    found = [Choice(order, 1.0, why) for order in orders]
    return found or [Choice(Done(), 1.0, "All drop zones are noted.")]


# -- offers


def offered(known: Knowledge) -> list[Choice]:
    """Return whether to accept the enemy's offer: a concession always, a draw if the side expects no more than that."""
    accept, play_on = (
        Choice(Accept(), 1.0, "The enemy gives up."),
        Choice(Stand(), 0.0, "A better result than a draw is likely."),
    )
    if queries.offered(known.game) != DRAW:
        return [accept, play_on]
    ahead = manners.expected(known.game)
    if ahead is None or ahead > 0:
        return [play_on, accept._replace(value=-1.0, why="A draw is fair.")]
    return [accept._replace(why="No better result is likely."), play_on]


def default(known: Knowledge) -> list[Choice]:
    """Return the usual answer to a prompt that has no function here."""
    return [Choice(queries.default_order(known.game), 0.0, "This is the usual answer.")]


ANSWERS: dict[str, Callable[[Knowledge], list[Choice]]] = {
    "advance": advance,
    "bridges": destroy,
    "demolition": demolish,
    "displace": displace,
    "fpf": fire,
    "front": front,
    "halted": halted,
    "notes": note,
    "offer": offered,
    "retreat": retreat,
    "set-up": set_up,
}
"""Functions by kind of prompt. `movement` and `combat` have their own tasks (`phases`); a roll requires no decision."""
