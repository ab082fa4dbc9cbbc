"""What the enemy could do to a unit with his next turn, in words: his moves are tried on a copy by the rules."""

from collections.abc import Iterator
from typing import NamedTuple

from westwall_tui.ai.value.view import View
from westwall_tui.ai.words.combats import Chances, rolls_in_words
from westwall_tui.ai.words.reason import FEW_NAMES, compared_in_words, hexes_in_words, names_or_number, number_in_words
from westwall_tui.engine import planning
from westwall_tui.engine.combinatorics import largest_matching
from westwall_tui.engine.planning import Siege
from westwall_tui.engine.terrain import entry_of
from westwall_tui.engine.words import listed, signed

NEAR = 2
"""Hexes within which friends are near."""


class Exposure(NamedTuple):
    """What the enemy could do to one of our units with his next turn, all units where they stand."""

    enemies: tuple[int, ...] = ()
    """Who can attack it, the strongest first; artillery is left out."""
    odds: int = 0
    """The differential if as many as fit attack at once, without artillery."""
    sides: int = 0
    """The hexes from which it can be attacked."""
    siege: Siege | None = None
    """How it can be shut in."""

    @property
    def dice(self) -> int:
        """On how many of six rolls it is lost once it is shut in."""
        return self.siege.dice if self.siege else 0

    @property
    def attack(self) -> tuple[bool, int, int, int]:
        """What he can attack with, to be compared: more is worse."""
        return bool(self.enemies), self.odds, len(self.enemies), self.sides


def exposure_of(view: View, target: int, unit: int, h: int) -> Exposure:
    """What he could do to `target` with `unit` in hex `h`, or off the map, and the others where the view has them."""
    state, where = view.game.state, view.position.where
    places = [(own, h if own == unit else where[own]) for own in view.own]
    at = h if target == unit else where[target]
    turn = planning.EnemyTurn(view.game, view.side, [each for each in places if state.location[each[0]] != each[1]])
    if at < 0 or not turn.fights:
        return Exposure()
    attack = view.position.attack
    enemies = sorted(turn.can_touch(at), key=lambda enemy: (-attack[enemy], enemy))
    around = [n for n in state.ground.zone[at] if turn.state.at[n] < 0 or turn.state.at[n] in enemies]
    comers = {enemy: [n for n in around if turn.goes(enemy, n)] for enemy in enemies}
    seats = largest_matching(comers)
    odds = sum(attack[enemy] for enemy in seats) - view.position.defense[target]
    sides = len({n for hexes in comers.values() for n in hexes})
    return Exposure(tuple(enemies), odds if enemies else 0, sides, planning.siege(turn, target))


def own_danger_in_words(view: View, unit: int, h: int, instead: int, *, better: bool) -> str:
    """Why a unit is in less danger in hex `h` than in `instead`, or in more: what differs most for a player."""
    if h < 0:
        return "the enemy cannot hurt it off the map"
    here, there = exposure_of(view, unit, unit, h), exposure_of(view, unit, unit, instead)
    number, name = view.game.state.number, view.game.state.units[unit].name
    at, shut, other = (instead, there, here) if better else (h, here, there)
    if shut.siege and shut.dice > other.dice:
        told = siege_in_words(view, unit, shut.siege)
        if at != view.home[unit]:
            return f"at {number(at)} {told}"
        alone = "" if _friends_near(view, unit, at) else "alone "
        return f"if {name} stays {alone}at {number(at)}, {told}"
    if _agrees(here, there, better=better):
        told = f"next turn {_attackers(view, here)} can attack {name} at {number(h)}"
        if instead < 0:
            return told + _odds(here)
        if here.attack[:3] == there.attack[:3]:
            return f"{told} from {hexes_in_words(here.sides)}, at {number(instead)} from {number_in_words(there.sides)}"
        return f"{told}{_odds(here)}; at {number(instead)} {_attackers(view, there)}{_odds(there)}"
    plain = f"it is in {'less' if better else 'more'} danger there next turn"
    if instead < 0:
        return plain
    return next(_differences(view, unit, h, instead, better=better), f"{plain} than at {number(instead)}")


def friend_in_words(view: View, friend: int, unit: int, h: int, instead: int, *, better: bool) -> str:
    """Why a friend is in less danger with a unit in hex `h` than in `instead`, or in more."""
    here, there = exposure_of(view, friend, unit, h), exposure_of(view, friend, unit, instead)
    name, at = view.game.state.units[friend].name, view.game.state.number(view.position.where[friend])
    shut, other, where = (there, here, instead) if better else (here, there, h)
    if shut.siege and shut.dice > other.dice:
        return f"{_condition(view, unit, where)}, {siege_in_words(view, friend, shut.siege, at)}"
    if _agrees(here, there, better=better):
        told = f"{_condition(view, unit, h)}, {_attackers(view, here)} can attack {name} at {at} next turn"
        elsewhere = "without it" if instead < 0 else f"with it at {view.game.state.number(instead)}"
        if here.attack[:3] == there.attack[:3]:
            return f"{told} from {hexes_in_words(here.sides)}, {elsewhere} from {number_in_words(there.sides)}"
        return f"{told}{_odds(here)}; {elsewhere} {_attackers(view, there)}{_odds(there)}"
    row = view.position.land.distance(view.position.where[friend])
    near = [each >= 0 and row[each] <= NEAR for each in (h, instead)]
    if view.threat.is_shared and near == [better, not better]:
        draws = "can draw" if better else "can no longer draw"
        return (
            f"from {view.game.state.number(h)} it {draws} attacks off {name} at {at}"
            if h >= 0
            else (f"it {draws} attacks off {name} at {at}")
        )
    return f"{_condition(view, unit, h)}, {name} at {at} is in {'less' if better else 'more'} danger next turn"


def siege_in_words(view: View, unit: int, siege: Siege, at: str = "") -> str:
    """How he can shut a unit in, and what the dice then do: `21 and 22 can shut 28 in: lost on 6 of 6 rolls`."""
    state = view.game.state
    foes = tuple(dict.fromkeys((*(enemy for enemy, _ in siege.moves), *siege.attackers)))
    hexes = state.numbers([h for _, h in siege.moves[:FEW_NAMES]])
    shut = f"{names_or_number(view, foes, 'enemies')} can shut {state.units[unit].name} in" + (
        f" at {at}" if at else ""
    )
    chances = Chances(siege.dice, siege.dice)
    whence = f" from {listed(hexes)}" if hexes else ""
    return f"{shut}{whence}: {rolls_in_words(chances, chances)}"


def _agrees(here: Exposure, there: Exposure, *, better: bool) -> bool:
    """True if what the enemy can attack with tells the two hexes apart in this direction."""
    return here.attack < there.attack if better else here.attack > there.attack


def _attackers(view: View, found: Exposure) -> str:
    return names_or_number(view, found.enemies, "enemies") if found.enemies else "no enemy"


def _odds(found: Exposure) -> str:
    return f", up to {signed(found.odds)}" if found.enemies else ""


def _condition(view: View, unit: int, h: int) -> str:
    """`with 1/3 at 1416`, `if 1/3 stays at 1416`, or `without 1/3`."""
    state = view.game.state
    name = state.units[unit].name
    if h < 0:
        return f"without {name}"
    return f"if {name} stays at {state.number(h)}" if h == view.home[unit] else f"with {name} at {state.number(h)}"


def _differences(view: View, unit: int, h: int, instead: int, *, better: bool) -> Iterator[str]:
    position, state = view.position, view.game.state
    name, here, there = state.units[unit].name, state.number(h), state.number(instead)
    sign = 1 if better else -1
    rooms = view.own_room(unit, h), view.own_room(unit, instead)
    if sign * (rooms[0] - rooms[1]) > 0:
        yield f"{name} can retreat {hexes_in_words(rooms[0])} from {here}, {number_in_words(rooms[1])} from {there}"
    lines = position.land.line[h], position.land.line[instead]
    if sign * (lines[1] - lines[0]) > 0:
        terrain = [entry_of(state.scenario.board.terrain[at]).name for at in (h, instead)]
        yield f"{name} is in {terrain[0]} at {here}, in {terrain[1]} at {there}"
    friends = _friends_near(view, unit, h), _friends_near(view, unit, instead)
    if view.threat.is_shared and sign * (friends[0] - friends[1]) > 0:
        told = compared_in_words(*friends, "friend", "friends")
        verb = "draws" if friends[0] == 1 else "draw"
        yield f"{told[0]} near {here} {verb} attacks off {name}, {told[1]} near {there}"


def _friends_near(view: View, unit: int, h: int) -> int:
    row, where = view.position.land.distance(h), view.position.where
    return sum(friend != unit and where[friend] >= 0 and row[where[friend]] <= NEAR for friend in view.own)
