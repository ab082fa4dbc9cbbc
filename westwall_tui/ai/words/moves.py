"""Reasons for where a unit goes: what changes most in a plan's value if it is elsewhere."""

import re
from collections.abc import Callable, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.goals.base import Aspect
from westwall_tui.ai.value.view import Parts, View
from westwall_tui.ai.words.combats import CombatInWords
from westwall_tui.ai.words.dangers import friend_in_words, own_danger_in_words
from westwall_tui.ai.words.reason import WORTH_TELLING, Reason, compared_in_words, hexes_in_words, names_of, town_at
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.state import EXITED
from westwall_tui.engine.words import signed

MOST_REASONS = 3
NEIGHBORS = 2
"""Hexes within which a unit changes what threatens a friend."""


class LocalSituation(NamedTuple):
    """A position: its value, its combats, and what threatens the units near a hex."""

    parts: Parts
    fights: tuple[PlannedCombat, ...]
    dangers: Mapping[int, float]
    rooms: Mapping[int, int]
    stakes: Sequence[Aspect]


def of_move(
    view: View, unit: int, h: int, instead: int, least: float = WORTH_TELLING, now: Game | None = None
) -> list[Reason]:
    """Why a unit is better in hex `h` than in `instead`: the weightiest reasons first, the strongest objection last.

    The other units stand where the view has them; `now` is the game if it has gone on since. Empty if no reason weighs
    `least` points.
    """
    name, number = view.game.state.units[unit].name, view.game.state.number(h) if h >= 0 else ""
    found = _weightiest(view, unit, h, instead, least, now or view.game)
    saved = view.change([(unit, h)])  # the words are of combats as they would be
    told = [Reason(points, _with_names(points, words(), name, number)) for points, words in found]
    view.restore(saved)
    return told


def gain_of_move(view: View, unit: int, h: int, instead: int) -> float:
    """The points of these reasons, all together."""
    return fsum(points for points, _ in _weightiest(view, unit, h, instead, WORTH_TELLING, view.game))


def _weightiest(
    view: View, unit: int, h: int, instead: int, least: float, now: Game
) -> list[tuple[float, Callable[[], str]]]:
    saved = view.change([(unit, h)])
    around = _with_friends_near(view, unit, (h, instead))
    with_it = _local_situation(view, around)
    moved = view.change([(unit, instead)])
    without = _local_situation(view, around)
    view.restore(moved)
    view.restore(saved)
    mine, other = with_it.parts, without.parts
    weighed: list[tuple[float, Callable[[], str]]] = [
        (mine.places - other.places, lambda: _words_for_place(view, unit, h, instead, mine.places > other.places)),
        (mine.fights - other.fights, lambda: _words_for_combats(view, unit, instead, with_it, without, now)),
        (other.dangers - mine.dangers, lambda: _words_for_danger(view, unit, h, instead, with_it, without)),
        (mine.goals - other.goals, lambda: _words_for_stake(view, h, instead, with_it, without)),
    ]
    found = sorted((each for each in weighed if abs(each[0]) >= least), key=lambda each: -each[0])
    against = [each for each in found if each[0] < 0][-1:]
    return [*(each for each in found if each[0] > 0)][: MOST_REASONS - len(against)] + against


COMPARES = re.compile(r"\b(nearer|farther|less|more|fewer|better|worse)\b")
"""Words of a reason that compare."""


def than_at(text: str, number: str) -> str:
    """A reason that holds of a hex and not of another one: `1/3 is nearer to the river than at 1416`."""
    if number in text:
        return text
    return f"{text} than at {number}" if COMPARES.search(text) else f"unlike at {number}, {text}"


def _with_names(points: float, text: str, name: str, number: str) -> str:
    """A reason with its unit and its hex in place of `it` and `there`, so that its number does not stand alone."""
    text = text or f"it is {'better' if points > 0 else 'worse'} placed there"
    text = re.sub(r" there\b", f" at {number}" if number else "", text)
    text = re.sub(r"^its\b", f"{name}'s", text)
    of_unit = rf"(?<![\w/]){re.escape(name)}(?![\w/])"
    named_in = text if re.search(of_unit, text) else re.sub(r"\bit\b", name, text, count=1)
    if re.search(of_unit, named_in):
        return named_in
    return f"{text} with {name}" + (f" at {number}" if number else "")


def of_ground(view: View, unit: int, h: int) -> str:
    """What can be said of a hex by itself, where no other hex is clearly worse or better."""
    state = view.game.state
    town, name, number = town_at(view, h), state.units[unit].name, state.number(h)
    if town:
        return f"{name} is in {town} at {number}"
    if not view.danger(unit, h):
        return f"no enemy can attack {name} at {number} next turn"
    if view.own_room(unit, h):
        return f"{name} can retreat {hexes_in_words(view.own_room(unit, h))} from {number}"
    return f"no hex within reach is better for {name} than {number}"


def _local_situation(view: View, around: tuple[int, ...]) -> LocalSituation:
    where = view.position.where
    dangers = {unit: view.danger(unit, where[unit]) if where[unit] >= 0 else 0.0 for unit in around}
    rooms = {foe: view.room(foe) for foe in sorted({foe for fight in view.fights for foe in fight.defenders})}
    return LocalSituation(view.parts, view.fights, dangers, rooms, view.goals.stakes(view))


def _with_friends_near(view: View, unit: int, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """A unit, on the map or off it, and its friends near some hexes."""
    position = view.position
    rows = [position.land.distance(h) for h in hexes if h >= 0]
    own = [friend for friend in view.own if position.where[friend] >= 0 and friend != unit]
    return (unit, *(friend for friend in own if any(row[position.where[friend]] <= NEIGHBORS for row in rows)))


def _words_for_place(view: View, unit: int, h: int, instead: int, better: bool) -> str:
    if h in EXITED:
        return f"it exits by the {EDGES[EXITED.index(h)]} edge in time"
    if h < 0:
        return "it waits off the map"
    number, gun = view.game.state.number, view.position.gun[unit]
    draws = (view.goals.to_enemy(unit, h),) if gun else view.goals.draws(unit, h)
    if instead in EXITED:
        return f"it is still needed on the map{_nearness(draws, number(h))}"
    if instead < 0:
        return f"it is needed on the map{_nearness(draws, number(h))}"
    if gun:
        return _words_for_fire(view, unit, h, instead, better=better)
    mine, other = _largest_difference(draws, view.goals.draws(unit, instead), better=better)
    if mine is None or other is None:
        return ""
    text = mine.better if better else mine.worse
    if not mine.goal:
        return text if re.search(r"\bthere\b", text) else f"{text} there"
    text += f" ({mine.fact})" if mine.fact else ""
    if "it is nearer" not in text and "it is farther" not in text:
        return text if number(h) in text else f"{text} at {number(h)}"
    if mine.many >= other.many if better else mine.many <= other.many:
        shorter = "shorter" if better else "longer"
        return f"from {number(h)} the path to {mine.goal} is {shorter} for it than from {number(instead)}"
    told = compared_in_words(mine.many, other.many, "hex", "hexes")
    return f"{text}: {told[0]} from {number(h)}, {told[1]} from {number(instead)}"


def _nearness(draws: Sequence[Aspect], number: str) -> str:
    """How near a hex is to the first goal that has a place."""
    for aspect in draws:
        if aspect.goal:
            if not aspect.many:
                return f": at {number} {aspect.better}"
            whom = f" ({aspect.fact})" if aspect.fact else ""
            return f": {number} is {hexes_in_words(aspect.many)} from {aspect.goal}{whom}"
    return ""


def _words_for_fire(view: View, gun: int, h: int, instead: int, *, better: bool) -> str:
    """Why a gun has a better place in a hex than in another: enemies in range, the nearest of them, none beside it."""
    number, goals = view.game.state.number, view.goals
    here, there = goals.to_enemy(gun, h), goals.to_enemy(gun, instead)
    beside, at = (there, instead) if better else (here, h)
    if beside.many == 1:
        return f"at {number(at)} it would be next to {beside.fact}, and fire at no other enemy (8.31)"
    many = _in_range(view, gun, h), _in_range(view, gun, instead)
    if many[0] != many[1] and better == (many[0] > many[1]):
        told = compared_in_words(*many, "enemy", "enemies")
        return f"it has {told[0]} in range at {number(h)}, {told[1]} at {number(instead)}"
    if here.many != there.many:
        where = [f"from {each.fact} at {number(at)}" for each, at in ((here, h), (there, instead))]
        reach = f"its range is {view.position.range[gun]}"
        told = compared_in_words(here.many, there.many, "hex", "hexes")
        return f"it is {told[0]} {where[0]}, {told[1]} {where[1]}; {reach}"
    return f"its fire reaches {'more' if better else 'less'} at {number(h)}"


def _largest_difference(
    here: Sequence[Aspect], there: Sequence[Aspect], *, better: bool
) -> tuple[Aspect | None, Aspect | None]:
    """The aspect in which two places, or two positions, differ most, in both; None without aspects."""
    sign = 1 if better else -1
    pairs = [*zip(here, there, strict=True)]
    return max(pairs, key=lambda pair: sign * (pair[0].points - pair[1].points), default=(None, None))


def _in_range(view: View, gun: int, h: int) -> int:
    position = view.position
    row = position.land.distance(h)
    return sum(row[position.where[foe]] <= position.range[gun] for foe in view.foes)


def _words_for_combats(
    view: View, unit: int, instead: int, with_it: LocalSituation, without: LocalSituation, now: Game
) -> str:
    for fight in with_it.fights:
        if unit in (*fight.attackers, *fight.barrage):
            text = CombatInWords(view, fight).joined_by(unit, with_it.rooms, now)
            pays = fight.value < 0 < with_it.parts.fights - without.parts.fights
            return f"{text}, but it helps the other attacks" if pays else text
    for fight in without.fights:
        if unit in fight.attackers:
            whom = names_of(view, fight.defenders, where=True)
            return f"at {view.game.state.number(instead)} it would have to attack {whom}"
    closed = [foe for foe, room in with_it.rooms.items() if room < without.rooms.get(foe, room)]
    if closed:
        return f"it cuts off the retreat of {names_of(view, closed, where=True)} there"
    mine, other = ({foe: f for f in each.fights for foe in f.defenders} for each in (with_it, without))
    better = with_it.parts.fights > without.parts.fights

    def gain(foe: int) -> float:
        values = [each[foe].value if foe in each else 0.0 for each in (mine, other)]
        return values[0] - values[1] if better else values[1] - values[0]

    most = max({*mine, *other}, key=lambda foe: (gain(foe), -foe), default=-1)
    if most < 0:
        return f"others can attack the enemy {'better' if better else 'less well'}"
    whom = names_of(view, [most], where=True)
    odds = [signed(_odds_of(view, each[most])) if most in each else "" for each in (mine, other)]
    if odds[0] == odds[1]:
        return f"others can attack {whom} {'better' if better else 'less well'}"
    if not all(odds):
        return f"{'others' if odds[0] else 'nobody'} can attack {whom} then{f' ({odds[0]})' if odds[0] else ''}"
    return f"others can attack {whom} at {odds[0]}, not {odds[1]}"


def _odds_of(view: View, fight: PlannedCombat) -> int:
    attack, defense = view.position.attack, view.position.defense
    strength = sum(attack[each] for each in (*fight.attackers, *fight.barrage)) + fight.support
    return strength - sum(defense[each] for each in fight.defenders)


def _words_for_danger(
    view: View, unit: int, h: int, instead: int, with_it: LocalSituation, without: LocalSituation
) -> str:
    """Who is in less danger or in more: the unit itself, or the friend for whom it matters most."""
    saved = {u: without.dangers[u] - with_it.dangers[u] for u in with_it.dangers}
    better = with_it.parts.dangers < without.parts.dangers
    most = max(saved, key=lambda u: (saved[u] if better else -saved[u], -u), default=unit)
    if most == unit:
        return own_danger_in_words(view, unit, h, instead, better=better)
    return friend_in_words(view, most, unit, h, instead, better=better)


def _words_for_stake(view: View, h: int, instead: int, with_it: LocalSituation, without: LocalSituation) -> str:
    """What counts for points: a place that only one of the two hexes holds or controls, else what differs most."""
    better = with_it.parts.goals > without.parts.goals
    to, other = (h, instead) if better else (instead, h)
    zone, number = view.position.land.zone, view.game.state.number
    for place in queries.objectives(view.game):
        hexes = {*place.hexes, *place.area}
        own = place.points[view.side] > 0
        reached = [at >= 0 and (at in hexes or not (own or hexes.isdisjoint(zone[at]))) for at in (to, other)]
        if reached == [True, False]:
            worth = place.points[view.side if own else 1 - view.side]
            score = f", {worth} points" if worth else ""
            holds = f"counts for points ({place.name})" if place.area else f"helps to hold {place.name}"
            does = holds if own else f"keeps the enemy from scoring {place.name}"
            if better:
                return f"from {number(to)} it {does}{score}" if to >= 0 else f"it {does}{score}"
            return f"it no longer {does}{score}" + (f", as it does at {number(to)}" if to >= 0 else "")
    mine, theirs = _largest_difference(with_it.stakes, without.stakes, better=better)
    if mine is None or theirs is None:
        return ""
    text = mine.better if better else mine.worse
    text += " there" if text.startswith("it ") else ""
    if "{}" in mine.fact and mine.many != theirs.many and (mine.many > theirs.many) == (mine.more == better):
        return f"{text}: {mine.fact.format(f'{mine.many}, not {theirs.many},')}"
    named = "{}" not in mine.fact and mine.fact != theirs.fact
    return f"{text}: {mine.fact}, not {theirs.fact}" if named else text
