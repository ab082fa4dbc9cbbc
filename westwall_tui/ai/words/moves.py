"""Reasons for a unit's hex: the greatest changes in a plan's value if the unit were elsewhere."""

from collections.abc import Callable, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.goals.base import Aspect
from westwall_tui.ai.value.view import Parts, View
from westwall_tui.ai.words.combats import CombatInWords
from westwall_tui.ai.words.dangers import exposure_of, first_moved, friend_in_words, own_danger_in_words
from westwall_tui.ai.words.reason import (
    WORTH_TELLING,
    Reason,
    compared_in_words,
    hexes_in_words,
    names_of,
    number_in_words,
    town_at,
)
from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES, NOWHERE
from westwall_tui.engine.state import EXITED
from westwall_tui.engine.words import capital, in_words, scored_at, signed

MOST_REASONS = 3
NEIGHBORS = 2
"""Distance within which a unit changes the danger to a friend."""


class LocalSituation(NamedTuple):
    """A position: its value, its combats, and the threats to units near a hex."""

    parts: Parts
    fights: tuple[PlannedCombat, ...]
    dangers: Mapping[int, float]
    rooms: Mapping[int, int]
    stakes: Sequence[Aspect]


class Weighed(NamedTuple):
    """A difference between two hexes for a unit, and the function that puts it into words."""

    points: float
    words: Callable[[], str]
    risk: bool = False
    """True for a difference in what the enemy could do."""


def of_move(
    view: View, unit: int, h: int, instead: int, least: float = WORTH_TELLING, now: Game | None = None
) -> list[Reason]:
    """Return why a unit is better in hex `h` than in `instead`: the weightiest reasons first, an objection last.

    The other units are where the view has them. `now` is the game if it has gone on since. The list is empty if no
    reason weighs at least `least` points.
    """
    found = _weightiest(view, unit, h, instead, least, now or view.game)
    saved = view.change([(unit, h)])  # the sentences are about combats as they would be
    number = view.game.state.number
    worse_than = f" than at {number(instead)}" if instead >= 0 else ""
    reasons = []
    for each in found:
        clause = each.words()
        placed = f"it is {'better' if each.points > 0 else 'worse'} placed{worse_than}"
        reasons.append(Reason.of(each.points, clause or placed, risk=each.risk and bool(clause)))
    view.restore(saved)
    return reasons


def gain_of_move(view: View, unit: int, h: int, instead: int) -> float:
    """Return the sum of the points of the reasons for a move.

    Return 0 for a unit that makes room for another one of the plan, because it cannot be weighed in its old hex.
    """
    if view.occupied(instead) not in (NOWHERE, unit):
        return 0.0
    return fsum(each.points for each in _weightiest(view, unit, h, instead, WORTH_TELLING, view.game))


def _weightiest(view: View, unit: int, h: int, instead: int, least: float, now: Game) -> list[Weighed]:
    saved = view.change([(unit, h)])
    around = _with_friends_near(view, unit, (h, instead))
    with_it = _local_situation(view, around)
    moved = view.change([(unit, instead)])
    without = _local_situation(view, around)
    view.restore(moved)
    view.restore(saved)
    mine, other = with_it.parts, without.parts
    weighed = [
        Weighed(
            mine.places - other.places, lambda: _words_for_place(view, unit, h, instead, mine.places > other.places)
        ),
        Weighed(mine.fights - other.fights, lambda: _words_for_combats(view, unit, instead, with_it, without, now)),
        Weighed(
            other.dangers - mine.dangers,
            lambda: _words_for_danger(view, now, unit, h, instead, with_it, without),
            risk=True,
        ),
        Weighed(mine.goals - other.goals, lambda: _words_for_stake(view, h, instead, with_it, without)),
    ]
    found = sorted((each for each in weighed if abs(each.points) >= least), key=lambda each: -each.points)
    against = [each for each in found if each.points < 0][-1:]
    return [*(each for each in found if each.points > 0)][: MOST_REASONS - len(against)] + against


def unlike_at(text: str, number: str) -> str:
    """Return a reason that holds in one hex and not in another, such as `It guards a bridge, unlike at 1416`.

    A reason of two sentences remains as it is, because the second, about the rolls, is not the difference.
    """
    return text if number in text or ". " in text else f"{text.removesuffix('.')}, unlike at {number}."


def of_ground(view: View, now: Game, unit: int, h: int) -> str:
    """Return a sentence about a hex for a unit that has no clearly better or worse hex."""
    town, number = town_at(view, h), view.game.state.number(h)
    place = view.goals.prize(h) or (f"in {town}" if town else "")
    if place:
        return f"At {number} it is {place}."
    if not exposure_of(view, unit, unit, h).enemies:
        if view.goals.left == 1 and not planning.EnemyTurn(view.game, view.side).comes:
            return f"The game ends before an enemy can attack it at {number}."
        moved = first_moved(view, now, unit, unit, (h,))
        return f"{capital(moved + 'no enemy can attack it at')} {number} {view.goals.soon}."
    if view.own_room(unit, h):
        return f"It can retreat {hexes_in_words(view.own_room(unit, h))} from {number}."
    return f"No hex within reach is better for it than {number}."


def _local_situation(view: View, around: tuple[int, ...]) -> LocalSituation:
    where = view.position.where
    dangers = {unit: view.danger(unit, where[unit]) if where[unit] >= 0 else 0.0 for unit in around}
    rooms = {foe: view.room(foe) for foe in sorted({foe for fight in view.fights for foe in fight.defenders})}
    return LocalSituation(view.parts, view.fights, dangers, rooms, view.goals.stakes(view))


def _with_friends_near(view: View, unit: int, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """Return a unit, on or off the map, and the friendly units near some hexes."""
    position = view.position
    rows = [position.land.distance(h) for h in hexes if h >= 0]
    own = [friend for friend in view.own if position.where[friend] >= 0 and friend != unit]
    return (unit, *(friend for friend in own if any(row[position.where[friend]] <= NEIGHBORS for row in rows)))


def _words_for_place(view: View, unit: int, h: int, instead: int, better: bool) -> str:
    if h in EXITED:
        return f"it exits by the {EDGES[EXITED.index(h)]} edge in time"
    if h < 0:
        return "it waits off the map"
    gun = view.position.gun[unit]
    draws = (view.goals.to_enemy(unit, h),) if gun else view.goals.draws(unit, h)
    if instead < 0:
        nearness = _nearness(draws, view.game.state.number(h))
        if instead in EXITED:
            return f"it is still needed on the map{'. I' + nearness[1:] if nearness else ''}"
        return nearness or "it is needed on the map"
    if gun:
        return _words_for_fire(view, unit, h, instead, better=better)
    mine, other = _largest_difference(draws, view.goals.draws(unit, instead), better=better)
    if mine is None or other is None:
        return ""
    here = view.game.state.number(h)
    if mine.goal and not (better and mine.better):
        return _compared(mine, other, here, view.game.state.number(instead), better=better)
    return _at(here, mine.better if better else mine.worse)


def _nearness(draws: Sequence[Aspect], number: str) -> str:
    """Return how near a hex is to the first goal that has a place; empty if there is none."""
    for aspect in draws:
        if aspect.goal:
            if not aspect.many:
                return _at(number, aspect.better)
            near = "next to" if aspect.many == 1 else f"within {hexes_in_words(aspect.many)} of"
            return f"it gets {near} {_goal_of(aspect)}"
    return ""


def _at(number: str, clause: str) -> str:
    """Return `at 1814 it is in Linz`. A clause that names the hex remains as it is."""
    return clause if number in clause else f"at {number} {clause}"


def _goal_of(aspect: Aspect) -> str:
    """Return the name of a goal, such as `Linz`; if it is a kind of enemy, with the nearest one."""
    return f"{aspect.goal}, {aspect.fact}" if aspect.fact else aspect.goal


def _compared(mine: Aspect, other: Aspect, here: str, there: str, *, better: bool) -> str:
    """Return the distances to a goal from two hexes, as a clause."""
    goal = _goal_of(mine)
    comma = "," if mine.fact else ""
    if not (mine.many and other.many):
        ends = ((here, mine, goal), (there, other, _goal_of(other)))
        return "; ".join(
            f"from {h} it is {hexes_in_words(end.many)} to {to}"
            if end.many
            else f"at {h} {end.better or f'it is at {to}'}"
            for h, end, to in ends
        )
    if mine.goal == other.goal and (mine.many >= other.many if better else mine.many <= other.many):
        return f"the route to {goal}{comma} is {'shorter' if better else 'longer'} from {here} than from {there}"
    hexes = compared_in_words(mine.many, other.many, "hex", "hexes")
    to_other = "" if other.goal == mine.goal else f" to {_goal_of(other)}"
    if to_other and (mine.many >= other.many if better else mine.many <= other.many):
        to, instead = (f"for {_goal_of(end)}, {away} away" for end, away in zip((mine, other), hexes, strict=True))
        return f"from {here} it would head {to}; from {there} it would head {instead}"
    only = "only " if better and mine.many < other.many else ""
    return f"from {here} it is {only}{hexes[0]} to {goal}; from {there} it is {hexes[1]}{to_other}"


def _words_for_fire(view: View, gun: int, h: int, instead: int, *, better: bool) -> str:
    """Return why artillery is placed better in one hex than in another."""
    number, goals = view.game.state.number, view.goals
    here, there = goals.to_enemy(gun, h), goals.to_enemy(gun, instead)
    beside, at = (there, instead) if better else (here, h)
    if beside.many == 1:
        return f"at {number(at)} it would be next to {beside.fact} and could not fire at any other enemy (8.31)"
    many = _in_range(view, gun, h), _in_range(view, gun, instead)
    if many[0] != many[1] and better == (many[0] > many[1]):
        enemies = compared_in_words(*many, "enemy", "enemies")
        first = f"{'only ' if many[0] and not better else ''}{enemies[0]}"
        return f"at {number(h)} it has {first} in range; at {number(instead)} it has {enemies[1]}"
    if here.many != there.many:
        hexes = compared_in_words(here.many, there.many, "hex", "hexes")
        whom = "" if there.fact == here.fact else f" to {there.fact}"
        return (
            f"from {number(h)} it is {hexes[0]} to {here.fact}; from {number(instead)} it is {hexes[1]}{whom}. "
            f"The range of {view.game.state.units[gun].name} is {view.position.range[gun]}"
        )
    return f"its fire reaches {'more' if better else 'fewer'} enemies from {number(h)} than from {number(instead)}"


def _largest_difference(
    here: Sequence[Aspect], there: Sequence[Aspect], *, better: bool
) -> tuple[Aspect | None, Aspect | None]:
    """Return the aspect in which two places or two positions differ most, for both of them; None if none differs."""
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
    better = with_it.parts.fights > without.parts.fights
    for fight in with_it.fights:
        if unit in (*fight.attackers, *fight.barrage):
            combat = CombatInWords(view, fight)
            text = combat.joined_by(unit, with_it.rooms, now, better=better)
            return (
                f"{text}. This helps the other attacks" if better and (fight.value < 0 or combat.is_hopeless) else text
            )
    for fight in without.fights:
        if unit in fight.attackers:
            whom = names_of(view, fight.defenders, where=True)
            return f"at {view.game.state.number(instead)} it {'would have to' if better else 'could'} attack {whom}"
    trapped = [foe for foe, room in with_it.rooms.items() if room < without.rooms.get(foe, room)]
    if trapped:
        return f"it cuts off the retreat of {names_of(view, trapped, where=True)}"
    mine, other = ({foe: f for f in each.fights for foe in f.defenders} for each in (with_it, without))

    def gain(foe: int) -> float:
        values = [each[foe].value if foe in each else 0.0 for each in (mine, other)]
        return values[0] - values[1] if better else values[1] - values[0]

    most = max({*mine, *other}, key=lambda foe: (gain(foe), -foe), default=-1)
    if most < 0:
        return f"other units can then make {'better' if better else 'worse'} attacks"
    whom = names_of(view, [most], where=True)
    odds = [signed(_odds_of(view, each[most])) if most in each else "" for each in (mine, other)]
    if odds[0] == odds[1]:
        return f"other units can then make a {'better' if better else 'worse'} attack on {whom}"
    if not odds[0]:
        return f"no unit can then attack {whom}"
    return f"other units can then attack {whom} at {odds[0]}{f', not {odds[1]}' if odds[1] else ''}"


def _odds_of(view: View, fight: PlannedCombat) -> int:
    attack, defense = view.position.attack, view.position.defense
    strength = sum(attack[each] for each in (*fight.attackers, *fight.barrage)) + fight.support
    return strength - sum(defense[each] for each in fight.defenders)


def _words_for_danger(
    view: View, now: Game, unit: int, h: int, instead: int, with_it: LocalSituation, without: LocalSituation
) -> str:
    """Return who is in less or more danger: the unit itself, or the friendly unit for which it matters most."""
    saved = {u: without.dangers[u] - with_it.dangers[u] for u in with_it.dangers}
    better = with_it.parts.dangers < without.parts.dangers
    most = max(saved, key=lambda u: (saved[u] if better else -saved[u], -u), default=unit)
    if most == unit:
        return own_danger_in_words(view, now, unit, h, instead, better=better)
    return friend_in_words(view, now, most, unit, h, instead, better=better)


def _words_for_stake(view: View, h: int, instead: int, with_it: LocalSituation, without: LocalSituation) -> str:
    """Return what counts for points: a place that only one of two hexes holds or controls, else the main difference."""
    better = with_it.parts.goals > without.parts.goals
    to, other = (h, instead) if better else (instead, h)
    zone, number = view.position.land.zone, view.game.state.number
    for place in queries.objectives(view.game):
        hexes = {*place.hexes, *place.area}
        own = place.points[view.side] > 0
        reached = [at >= 0 and (at in hexes or not (own or hexes.isdisjoint(zone[at]))) for at in (to, other)]
        if reached == [True, False]:
            does = _use_of_place(place, view.side, gained=better)
            if to < 0:
                return f"it {does}"
            return f"at {number(to)} it {does.replace(f' at {number(to)}', '')}"
    mine, theirs = _largest_difference(with_it.stakes, without.stakes, better=better)
    if mine is None or theirs is None:
        return ""
    text = mine.better if better else mine.worse
    differs = mine.many != theirs.many and (mine.many > theirs.many) == (mine.more == better)
    if mine.fact and (differs or (mine.many == theirs.many and mine.fact != theirs.fact)):
        number_here, number_there = _numbers(mine, theirs)
        return f"{text}: {mine.fact.format(number_here)}{theirs.contrast.format(number_there)}"
    if h < 0 or not text.startswith("it "):
        return text
    return f"at {number(h)} {text.replace(f' at {number(h)}', '')}"


def _numbers(mine: Aspect, theirs: Aspect) -> tuple[str, str]:
    """Return the numbers of both aspects, both in words or both in figures."""
    if in_words(max(mine.many, theirs.many)).isdigit():
        return str(mine.many or "none"), str(theirs.many or "none")
    return number_in_words(mine.many), number_in_words(theirs.many)


def _use_of_place(place: queries.Objective, side: int, *, gained: bool) -> str:
    """Return what a unit does for points in a place or next to it; if not `gained`, what it would do.

    `helps to hold Linz (10 points)`, `would help to hold Linz (10 points)`.
    """
    n = place.points[side] or place.points[1 - side]
    points = f"{n} point{'' if n == 1 else 's'}"
    where = scored_at(place.called) if place.area else f"for {place.called}"
    if not place.points[side]:
        verb, rest = "keep", f"the enemy from scoring {where} ({points})"
    elif not place.area:
        verb, rest = "help", f"to hold {place.called} ({points})"
    elif not where.startswith("for "):
        return f"is {where} and scores {points}" if gained else f"would be {where} and score {points}"
    else:
        verb, rest = "count", f"{where} ({points})"
    return f"{verb}s {rest}" if gained else f"would {verb} {rest}"
