"""Dangers in sentences: the enemy's possible moves of the next turn are tried on a copy of the game."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from westwall_tui.ai.value.view import View
from westwall_tui.ai.words.reason import FEW_NAMES, compared_in_words, hexes_in_words, names_or_number, number_in_words
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.planning import Siege
from westwall_tui.engine.terrain import entry_of
from westwall_tui.engine.words import capital, listed, signed

NEAR = 2
"""Maximum distance of friendly units that count as near."""


class Exposure(NamedTuple):
    """The danger to a friendly unit next turn if all other friendly units stay in place."""

    enemies: tuple[int, ...] = ()
    """The enemies of the strongest attack on it."""
    odds: int = 0
    """The differential of that attack."""
    sides: int = 0
    """The number of hexes from which the unit can be attacked, other than by barrage."""
    siege: Siege | None = None
    """The way in which the unit can be surrounded."""

    @property
    def dice(self) -> int:
        """The number of rolls, out of six, that eliminate the unit once it is surrounded."""
        return self.siege.dice if self.siege else 0

    @property
    def attack(self) -> tuple[bool, int, int, int]:
        """The enemy's means of attack, to be compared: a greater tuple is worse for us."""
        return bool(self.enemies), self.odds, len(self.enemies), self.sides


def exposure_of(view: View, target: int, unit: int, h: int, now: Game | None = None) -> Exposure:
    """Return the danger to `target` with `unit` in hex `h`, or off the map, and all other units as in the view.

    With `now`, all units besides these two are where they are in that game.
    """
    game, where = now or view.game, view.position.where
    state, at = game.state, h if target == unit else where[target]
    places = [(own, h if own == unit else where[own]) for own in view.own if now is None or own in (unit, target)]
    turn = planning.EnemyTurn(game, view.side, [each for each in places if state.location[each[0]] != each[1]])
    if at < 0 or not turn.fights:
        return Exposure()
    strongest = planning.fullest_attack(turn.game, target)
    attack, near = strongest.preview(turn.game), turn.can_touch(at)
    sides = sum(any(turn.goes(enemy, n) for enemy in near) for n in state.ground.zone[at])
    odds = attack.odds.differential if attack is not None else 0
    return Exposure(tuple(strongest.places), odds, sides, planning.siege(turn, target))


def own_danger_in_words(view: View, now: Game, unit: int, h: int, instead: int, *, better: bool) -> str:
    """Return why a unit is in less or more danger in hex `h` than in `instead`: the most useful difference.

    It is empty if the enemy's strongest attack says the opposite. `now` is the game as it is.
    """
    if h < 0:
        return "the enemy cannot hurt it off the map"
    told = _own_danger(view, unit, h, instead, better=better)
    return told and first_moved(view, now, unit, unit, (h, instead)) + told


def first_moved(view: View, now: Game, target: int, unit: int, hexes: Sequence[int]) -> str:
    """Return `once the others have moved, ` if the enemy could attack `target` otherwise in the game as it is."""
    for h in hexes:
        planned, present = exposure_of(view, target, unit, h), exposure_of(view, target, unit, h, now)
        if (planned.enemies, planned.odds) != (present.enemies, present.odds):
            return "once the others have moved, "
    return ""


def _own_danger(view: View, unit: int, h: int, instead: int, *, better: bool) -> str:
    here, there = exposure_of(view, unit, unit, h), exposure_of(view, unit, unit, instead)
    number = view.game.state.number
    at, threatened, other = (instead, there, here) if better else (h, here, there)
    if threatened.siege and threatened.dice > other.dice:
        if at == view.home[unit]:
            alone = "" if _friends_near(view, unit, at) else " on its own"
            return f"if it stays at {number(at)}{alone}, {siege_in_words(view, threatened.siege, 'it')}"
        if at == h:
            return siege_in_words(view, threatened.siege, "it", "there")
        return f"it avoids {number(at)}, where {siege_in_words(view, threatened.siege, 'it')}"
    if _tells_apart(here, there, better=better):
        if instead < 0 or here.attack[:3] != there.attack[:3]:
            first = f"{view.goals.soon} {_attack_on(view, here, 'it', there)}"
            attackers = _attackers(view, there, here)
            comma = "," if attackers[0].isdigit() else ""
            return first if instead < 0 else f"{first}. At {number(instead)}{comma} {attackers}"
        sides = _from_hexes(here.sides, there.sides, "only " if better else "")
        first = f"at {number(h)} enemies could attack it {sides[0]} {view.goals.soon}"
        return f"{first}; at {number(instead)}, {sides[1]}"
    plain = f"it will be in {'less' if better else 'more'} danger {view.goals.soon}"
    if instead < 0:
        return plain
    unlike = "" if _tells_apart(here, there, better=not better) else f"{plain} than at {number(instead)}"
    return next(_differences(view, unit, h, instead, better=better), unlike)


def friend_in_words(view: View, now: Game, friend: int, unit: int, h: int, instead: int, *, better: bool) -> str:
    """Return why a friendly unit is in less or more danger with a unit in hex `h` than in `instead`.

    It is empty if the enemy's strongest attack says the opposite. `now` is the game as it is.
    """
    told = _danger_to_friend(view, friend, unit, h, instead, better=better)
    return told and first_moved(view, now, friend, unit, (h, instead)) + told


def _danger_to_friend(view: View, friend: int, unit: int, h: int, instead: int, *, better: bool) -> str:
    here, there = exposure_of(view, friend, unit, h), exposure_of(view, friend, unit, instead)
    state = view.game.state
    name, at = state.units[friend].name, state.number(view.position.where[friend])
    threatened, other, where = (there, here, instead) if better else (here, there, h)
    if threatened.siege and threatened.dice > other.dice:
        return f"{_condition(view, unit, where)}, {siege_in_words(view, threatened.siege, name, f'at {at}')}"
    if _tells_apart(here, there, better=better):
        condition, elsewhere = _condition(view, unit, h), _condition(view, unit, instead)
        if here.attack[:3] == there.attack[:3]:
            sides = _from_hexes(here.sides, there.sides)
            first = f"{condition}, enemies could attack {name} at {at} {sides[0]} {view.goals.soon}"
            return f"{first}; {elsewhere}, {sides[1]}"
        attack = _attack_on(view, here, f"{name} at {at}", there)
        return f"{condition}, {attack} {view.goals.soon}. {capital(elsewhere)}, {_attackers(view, there, here)}"
    row = view.position.land.distance(view.position.where[friend])
    near = [each >= 0 and row[each] <= NEAR for each in (h, instead)]
    if view.threat.is_shared and near == [better, not better]:
        draws = f"it {'can' if better else 'can no longer'} draw attacks away from {name} at {at}"
        return f"from {state.number(h)} {draws}" if h >= 0 else draws
    if _tells_apart(here, there, better=not better):
        return ""
    plain = f"{name} at {at} will be in {'less' if better else 'more'} danger {view.goals.soon}"
    return f"{_condition(view, unit, h)}, {plain} than {_condition(view, unit, instead)}"


def siege_in_words(view: View, siege: Siege, whom: str, at: str = "") -> str:
    """Return how a unit can be surrounded, and the effects of the roll after that.

    `five enemies could surround it there, from 2612 and 2713; then any roll eliminates it`.
    """
    foes = siege.enemies
    hexes = view.game.state.numbers(siege.hexes[:FEW_NAMES])
    place = f" {at}" if at else ""
    whence = f"{',' if at else ''} from {listed(hexes)}" if hexes else ""
    dice = {1: "1 of 6 rolls eliminates", 6: "any roll eliminates"}.get(
        siege.dice, f"{siege.dice} of 6 rolls eliminate"
    )
    return f"{names_or_number(view, foes, 'enemies')} could surround {whom}{place}{whence}; then {dice} {whom}"


def _from_hexes(here: int, there: int, only: str = "") -> tuple[str, str]:
    """Return from how many hexes a unit can be attacked in two cases: `from only one hex`, `from two`."""
    if here and there:
        return f"from {only}{hexes_in_words(here)}", f"from {number_in_words(there)}"
    first = f"from {only}{hexes_in_words(here)}" if here else f"{only}by barrage"
    return first, f"from {hexes_in_words(there)}" if there else "by barrage"


def _tells_apart(here: Exposure, there: Exposure, *, better: bool) -> bool:
    """Return True if the enemy's means of attack are less here than there; with `better` false, if they are greater."""
    return here.attack < there.attack if better else here.attack > there.attack


def _attack_on(view: View, found: Exposure, whom: str, more: Exposure) -> str:
    """Return `X and Y could attack it at only +4` or `no enemy could ...`. `only` requires that `more` is worse."""
    if not found.enemies:
        return f"no enemy could attack {whom}"
    less_odds = bool(more.enemies) and found.odds < more.odds
    fewer = "only " if not less_odds and more.enemies and found.attack < more.attack else ""
    enemies = names_or_number(view, found.enemies, "enemies")
    return f"{fewer}{enemies} could attack {whom} at {'only ' if less_odds else ''}{signed(found.odds)}"


def _attackers(view: View, found: Exposure, other: Exposure) -> str:
    """Return the clause for a second hex: `X and Y could do so at +4`, or without the odds if `other` has the same."""
    if not found.enemies:
        return "no enemy could"
    odds = "" if other.enemies and other.odds == found.odds else f" do so at {signed(found.odds)}"
    return f"{names_or_number(view, found.enemies, 'enemies')} could{odds}"


def _condition(view: View, unit: int, h: int) -> str:
    """Return `with it at 1416`, `if it stays at 1416`, or `without it`."""
    if h < 0:
        return "without it"
    number = view.game.state.number(h)
    return f"if it stays at {number}" if h == view.home[unit] else f"with it at {number}"


def _differences(view: View, unit: int, h: int, instead: int, *, better: bool) -> Iterator[str]:
    position, state = view.position, view.game.state
    here, there = state.number(h), state.number(instead)
    sign = 1 if better else -1
    rooms = view.own_room(unit, h), view.own_room(unit, instead)
    if sign * (rooms[0] - rooms[1]) > 0:
        if not rooms[0]:
            yield f"it cannot retreat from {here}, but could retreat {hexes_in_words(rooms[1])} from {there}"
        else:
            few, more = ("", " only") if better else (" only", "")
            rest = f"{more} {number_in_words(rooms[1])} from {there}" if rooms[1] else f" not at all from {there}"
            yield f"it can retreat{few} {hexes_in_words(rooms[0])} from {here}, but{rest}"
    lines = position.land.line[h], position.land.line[instead]
    if sign * (lines[1] - lines[0]) > 0:
        terrain = [entry_of(state.scenario.board.terrain[at]).name for at in (h, instead)]
        yield f"the terrain at {here} is {terrain[0]}; at {there} it is {terrain[1]}"
    friends = _friends_near(view, unit, h), _friends_near(view, unit, instead)
    if view.threat.is_shared and sign * (friends[0] - friends[1]) > 0:
        near = compared_in_words(*friends, "friendly unit", "friendly units")
        verb = "draws" if friends[0] == 1 else "draw"
        yield f"near {here} {near[0]} {verb} attacks away from it; near {there}, {near[1]} would"


def _friends_near(view: View, unit: int, h: int) -> int:
    row, where = view.position.land.distance(h), view.position.where
    return sum(friend != unit and where[friend] >= 0 and row[where[friend]] <= NEAR for friend in view.own)
