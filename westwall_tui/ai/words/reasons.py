"""Reasons in words: what changes most in a plan's value if a unit is elsewhere."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.ai.combats.odds import effects, exceeds
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.goals.base import Aspect
from westwall_tui.ai.value.view import Parts, View
from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.state import EXITED, Combat
from westwall_tui.engine.units import in_words

WORTH_TELLING = 0.25
"""Points by which a part of the value must differ to be named."""
LEAST_SHOWN = 0.05
"""Points from which a reason shows its number."""
MOST_REASONS = 3
RISKY = 3
"""From so many dice in six it is told that the attacker is thrown back; a loss is always told."""
FEW_NAMES = 2
"""More units than this are counted, not named."""
NEIGHBOURS = 2
"""Hexes within which a unit changes what threatens a friend."""


class Reason(NamedTuple):
    """One reason and its points; below 0 it speaks against the order."""

    points: float
    text: str

    def __str__(self) -> str:
        but = "but " if self.points < 0 else ""
        return f"{but}{self.text} ({self.points:+.1f})" if abs(self.points) >= LEAST_SHOWN else f"{but}{self.text}"


POINTS = re.compile(r" \(([+-]\d+\.\d)\)$")
"""The points of a reason in words, at its end."""


def points_in(reasons: Sequence[str]) -> float:
    """The points that some reasons name, all together."""
    return sum(float(found) for reason in reasons for found in POINTS.findall(reason))


def without_points(reason: str) -> str:
    """A reason in words without its points."""
    return POINTS.sub("", reason)


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
    saved = view.change([(unit, h)])
    around = _with_friends_near(view, unit, (h, instead))
    with_it = _local_situation(view, around)
    moved = view.change([(unit, instead)])
    without = _local_situation(view, around)
    view.restore(moved)
    view.restore(saved)
    mine, other = with_it.parts, without.parts
    found = [
        Reason(mine.places - other.places, _words_for_place(view, unit, h, instead, better=mine.places > other.places)),
        Reason(mine.fights - other.fights, _words_for_combats(view, unit, instead, with_it, without, now or view.game)),
        Reason(other.dangers - mine.dangers, _words_for_danger(view, unit, h, instead, with_it, without)),
        Reason(mine.goals - other.goals, _words_for_stake(view, h, instead, with_it, without)),
    ]
    found = sorted((each for each in found if abs(each.points) >= least), key=lambda each: -each.points)
    against = [each for each in found if each.points < 0][-1:]
    told = [*(each for each in found if each.points > 0)][: MOST_REASONS - len(against)] + against
    name, number = view.game.state.units[unit].name, view.game.state.number(h) if h >= 0 else ""
    stays = h >= 0 and view.game.state.location[unit] == h
    return [each._replace(text=_with_names(each, name, number, stays=stays)) for each in told]


COMPARES = re.compile(r"\b(nearer|farther|less|more|fewer|better|worse)\b")
"""Words of a reason that compare."""


def than_at(text: str, number: str) -> str:
    """A reason that holds of a hex and not of another one: `1/3 is nearer to the river than at 1416`."""
    if f"at {number} " in text:
        return text
    return f"{text} than at {number}" if COMPARES.search(text) else f"unlike at {number}, {text}"


def _with_names(reason: Reason, name: str, number: str, *, stays: bool) -> str:
    """A reason with its unit and its hex in place of `it` and `there`, so that its number does not stand alone."""
    text = reason.text or f"it is {'better' if reason.points > 0 else 'worse'} placed there"
    if stays and text.startswith(("it is nearer", "it is farther")) and "," not in text:
        text += " where it is"
    text = re.sub(r" there\b", f" at {number}" if number else "", text)
    text = re.sub(r"^its\b", f"{name}'s", text)
    named_in = re.sub(r"\bit\b", name, text, count=1)
    if named_in != text or name in text:
        return named_in
    return f"{text} with {name}" + (f" at {number}" if number else "")


def of_ground(view: View, unit: int, h: int) -> str:
    """What can be said of a hex by itself, where no other hex is clearly worse or better."""
    town, name = _town_at(view, h), view.game.state.units[unit].name
    if town:
        return f"{name} is in {town}"
    if not view.danger(unit, h):
        return f"no enemy can attack {name} there next turn"
    if view.own_room(unit, h):
        return f"{name} can retreat from there"
    return "no hex within reach is better"


class Chances(NamedTuple):
    """What the six dice of a combat do to a unit."""

    lost: int
    """It is eliminated."""
    moved: int
    """It is driven off, or eliminated."""


def rolls_in_words(quiet: Chances, fired: Chances) -> str:
    """On how many rolls a unit is lost or driven back: without Final Protective Fire, and with all that can be given.

    `lost on 2 of 6 rolls, and driven back on 3 more`; where the fire matters, `lost on 1 to 3 of 6 rolls`.
    """
    moved = _number_or_range(quiet.moved, fired.moved)
    if not (quiet.lost or fired.lost):
        return f"driven back on {moved} of 6 rolls"
    lost = f"lost on {_number_or_range(quiet.lost, fired.lost)} of 6 rolls"
    if quiet == fired:
        return f"{lost}, and driven back on {quiet.moved - quiet.lost} more" if quiet.moved > quiet.lost else lost
    return lost if moved == _number_or_range(quiet.lost, fired.lost) else f"{lost}, and at least driven back on {moved}"


def _number_or_range(a: int, b: int) -> str:
    """Two numbers, the lower one first: `2`, `1 or 2`, `1 to 3`, `up to 3`."""
    low, high = min(a, b), max(a, b)
    if low == high:
        return str(low)
    return f"up to {high}" if not low else f"{low} {'or' if high == low + 1 else 'to'} {high}"


def signed(n: int) -> str:
    """A differential: `+4`, `-2`, `0`."""
    return f"{n:+d}" if n else "0"


class CombatInWords:
    """A combat of the position that a view holds, in words: what it is, who takes part, and what the dice do."""

    def __init__(self, view: View, fight: PlannedCombat) -> None:
        self.view, self.fight = view, fight
        position = view.position
        strength = sum(position.attack[each] for each in (*fight.attackers, *fight.barrage)) + fight.support
        self.differential = strength - sum(position.defense[each] for each in fight.defenders)
        """Before Final Protective Fire."""
        combats = view.combats
        line, expected, self.alone = combats.terms(fight.attackers, fight.defenders, combats.extra(fight))
        self.fired = self.differential - self._all_fire()
        """After all the fire in defense that can be given (8.4)."""
        self._expected, self._quiet, self._fired = (
            effects(line, each, alone=self.alone) for each in (expected, self.differential, self.fired)
        )

    def _all_fire(self) -> int:
        """What the defender can add at most by Final Protective Fire and Ground Support, by the rules."""
        view, state = self.view, self.view.game.state
        where = view.position.where
        moved = {unit: where[unit] for unit in view.own if where[unit] != state.location[unit]}
        fight = self.fight
        combat = Combat(view.side, fight.attackers, fight.barrage, fight.defenders, fight.support)
        return planning.most_fire(planning.imagined(view.game, moved), combat)

    def __str__(self) -> str:
        """Where and at what differential it is fought, and what the rolls do to each defender."""
        view = self.view
        rooms = {foe: view.room(foe) for foe in self.fight.defenders}
        hexes = sorted({view.game.state.number(view.position.where[foe]) for foe in self.fight.defenders})
        return f"the odds in {' and '.join(hexes)} are {self._words_for_odds()}: {self._words_for_dice(rooms, rooms)}"

    def reasons(self) -> list[Reason]:
        """The reasons for it; what it may cost comes before what it may win."""
        view, fight = self.view, self.fight
        found = [Reason(fight.value, str(self))]
        hopeless = not any(
            quiet.moved for quiet, _ in self._chances_of_defenders(dict.fromkeys(fight.defenders, 0)).values()
        )
        if (hopeless or fight.value < WORTH_TELLING) and fight.attackers:
            them = fight.attackers
            must = f"{_names_of(view, them)} {_is_or_are(them)} next to an enemy and must attack (7.12)"
            found = [Reason(0.0, must), Reason(0.0, found[0].text)]
        zones, where = view.position.zones[view.side], view.position.where
        if not fight.attackers and any(zones[where[foe]] for foe in fight.defenders):
            whom = _names_of(view, fight.defenders)
            free = f"{whom} must be attacked (7.11); a gun does it without risk and frees the others"
            found = [Reason(0.0, free), Reason(0.0, found[0].text)]
        return [*found, *self._cost_to_attackers(), *self._hex_to_win()]

    def joined_by(self, unit: int, rooms: Mapping[int, int], now: Game) -> str:
        """Why a unit joins it: whom it attacks, with whom, and what the dice do.

        `rooms` is the enemies' room for retreat, since the view may hold another position by now.
        """
        whom = _names_of(self.view, self.fight.defenders, blocked=rooms, where=True)
        company, odds = self._words_for_company(unit, now), self._words_for_odds()
        return f"it attacks {whom}{company} at {odds}: {self._words_for_dice(rooms, {})}"

    def _words_for_company(self, unit: int, now: Game) -> str:
        """Who else takes part, and who of them is still to come."""
        view = self.view
        units = [each for each in self.fight.attackers if each != unit]
        guns = [each for each in self.fight.barrage if each != unit]
        who = [_names_or_number(view, units, "others")] if units else []
        who += [f"the fire of {_names_or_number(view, guns, 'guns')}"] if guns else []
        if not who:
            return ""
        others = [*units, *guns]
        late = [each for each in others if now.state.location[each] != view.position.where[each]]
        whom = "" if late == others else f"{_names_or_number(view, late, 'of them')} "
        return f" with {' and '.join(who)}" + (f" ({whom}yet to move)" if late else "")

    def _words_for_odds(self) -> str:
        """The differential and, with guns in range, what all Final Protective Fire would leave of it."""
        fired = f" ({signed(self.fired)} after all FPF)" if self.fired != self.differential else ""
        return f"{signed(self.differential)}{fired}"

    def _words_for_dice(self, rooms: Mapping[int, int], blocked: Mapping[int, int]) -> str:
        """What the dice do to the defenders, a phrase for all with the same chances."""
        view, found, chances = self.view, [], self._chances_of_defenders(rooms)
        for same in dict.fromkeys(chances.values()):
            units = [foe for foe in chances if chances[foe] == same]
            if same[0].moved:
                found.append(f"{_names_of(view, units, blocked=blocked)} {_is_or_are(units)} {rolls_in_words(*same)}")
            else:
                where = "out of the city" if any(self._relief_of(foe) for foe in units) else "back"
                found.append(f"no roll drives {_names_of(view, units)} {where}")
        return "; ".join(found)

    def _chances_of_defenders(self, rooms: Mapping[int, int]) -> dict[int, tuple[Chances, Chances]]:
        """By defender: what the dice do to it without fire and after all of it, with so much room for retreat."""
        dice = [[push for _, push, _ in faces] for faces in (self._quiet, self._fired)]
        return {foe: self._chances_of(foe, dice, rooms[foe]) for foe in self.fight.defenders}

    def _chances_of(self, unit: int, dice: Sequence[Sequence[int]], room: int) -> tuple[Chances, Chances]:
        """What six dice do to a unit, without fire and after all of it: `dice` has the hexes that each drives it off,
        `room` the hexes it can retreat."""
        relief = self._relief_of(unit)
        quiet, fired = (
            Chances(sum(exceeds(far, room) for far in faces), sum(exceeds(far, relief) for far in faces))
            for faces in dice
        )
        return quiet, fired

    def _relief_of(self, unit: int) -> int:
        """Hexes by which a unit may shorten its retreat where it stands."""
        return self.view.position.relief(unit, self.view.position.where[unit])

    def _cost_to_attackers(self) -> list[Reason]:
        """What the dice do to the attackers, the worst off first."""
        view, hits = self.view, [[hit for hit, _, _ in faces] for faces in (self._quiet, self._fired)]
        where, first = view.position.where, self.fight.defenders[0]
        chances = {u: self._chances_of(u, hits, view.own_room(u, where[u])) for u in self.fight.attackers}
        for unit in view.combats.bound.intersection(chances):  # it takes the hex, or is lost
            fails = [6 - self._winning_dice(first, faces) for faces in (self._quiet, self._fired)]
            chances[unit] = Chances(fails[0], fails[0]), Chances(fails[1], fails[1])
        lost = max((fired.lost for _, fired in chances.values()), default=0)
        back = max((fired.moved for _, fired in chances.values()), default=0)
        units = [unit for unit, (_, fired) in chances.items() if fired.lost == lost]
        if not units or not (lost or back >= RISKY):
            return []
        return [Reason(0.0, f"but {_names_of(view, units)} {_is_or_are(units)} {rolls_in_words(*chances[units[0]])}")]

    def _hex_to_win(self) -> list[Reason]:
        """The most valuable hex to be taken, if its worth times its chance is worth telling."""
        view, where, gain = self.view, self.view.position.where, self.view.goals.gain
        foe = max(self.fight.defenders, key=lambda foe: (gain[where[foe]], -foe))
        points = gain[where[foe]] * self._winning_dice(foe, self._expected) / 6
        if points < WORTH_TELLING:
            return []
        town, number = _town_at(view, where[foe]), view.game.state.number(where[foe])
        return [
            Reason(points, f"the winner may advance {f'into {town}' if town else f'to {number}, which is good ground'}")
        ]

    def _winning_dice(self, foe: int, faces: Sequence[tuple[int, int, bool]]) -> int:
        """On how many of six dice a defender leaves his hex and an attacker may advance; artillery alone does not."""
        relief = self._relief_of(foe)
        return 0 if self.alone else sum(won and exceeds(push, relief) for _, push, won in faces)


def words_for_value(parts: Parts) -> str:
    """A plan's value, for the log."""
    return (
        f"{parts.total:.2f} (places {parts.places:.2f}, combats {parts.fights:.2f}, dangers {-parts.dangers:.2f}, "
        f"goals {parts.goals:.2f})"
    )


def _local_situation(view: View, around: tuple[int, ...]) -> LocalSituation:
    where = view.position.where
    dangers = {unit: view.danger(unit, where[unit]) if where[unit] >= 0 else 0.0 for unit in around}
    rooms = {foe: view.room(foe) for foe in _enemies_fought(view)}
    return LocalSituation(view.parts, view.fights, dangers, rooms, view.goals.stakes(view))


def _enemies_fought(view: View) -> list[int]:
    return sorted({foe for fight in view.fights for foe in fight.defenders})


def _with_friends_near(view: View, unit: int, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """A unit, on the map or off it, and its friends near some hexes."""
    position = view.position
    rows = [position.land.distance(h) for h in hexes if h >= 0]
    own = [friend for friend in view.own if position.where[friend] >= 0 and friend != unit]
    return (unit, *(friend for friend in own if any(row[position.where[friend]] <= NEIGHBOURS for row in rows)))


def _words_for_place(view: View, unit: int, h: int, instead: int, *, better: bool) -> str:
    if h in EXITED:
        return f"it exits by the {EDGES[EXITED.index(h)]} edge in time"
    if h < 0:
        return "it waits off the map"
    if instead in EXITED:
        return "it is still needed on the map"
    if instead < 0:
        return "it is needed on the map"
    if view.position.gun[unit]:
        there, here = _in_range(view, unit, h), _in_range(view, unit, instead)
        if there != here and better == (there > here):
            return f"it has {_more_or_fewer(there - here)} in range there"
        return "its fire reaches more there" if better else "its fire reaches less there"
    return _words_for_largest_difference(view.goals.draws(unit, h), view.goals.draws(unit, instead), better=better)


def _words_for_largest_difference(here: Sequence[Aspect], there: Sequence[Aspect], *, better: bool) -> str:
    """The words of the aspect in which two places, or two positions, differ most; empty without aspects."""
    sign = 1 if better else -1
    parts = [(sign * (mine.points - other.points), mine) for mine, other in zip(here, there, strict=True)]
    if not parts:
        return ""
    _, aspect = max(parts, key=lambda part: part[0])
    return aspect.better if better else aspect.worse


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
            whom = _names_of(view, fight.defenders, where=True)
            return f"at {view.game.state.number(instead)} it would have to attack {whom}"
    closed = [foe for foe, room in with_it.rooms.items() if room < without.rooms.get(foe, room)]
    if closed:
        return f"it cuts off the retreat of {_names_of(view, closed, where=True)} there"
    mine, other = ({foe: f.value for f in each.fights for foe in f.defenders} for each in (with_it, without))
    gains = {foe: mine.get(foe, 0.0) - other.get(foe, 0.0) for foe in {*mine, *other}}
    better = with_it.parts.fights > without.parts.fights
    most = max(gains, key=lambda foe: (gains[foe] if better else -gains[foe], -foe), default=-1)
    whom = _names_of(view, [most], where=True) if most >= 0 else "the enemy"
    return f"others can attack {whom} {'better' if better else 'less well'}"


def _words_for_danger(
    view: View, unit: int, h: int, instead: int, with_it: LocalSituation, without: LocalSituation
) -> str:
    saved = {u: without.dangers[u] - with_it.dangers[u] for u in with_it.dangers}
    better = with_it.parts.dangers < without.parts.dangers
    most = max(saved, key=lambda u: (saved[u] if better else -saved[u], -u), default=unit)
    if most != unit:
        name = view.game.state.units[most].name
        return f"{name} is in {'less' if better else 'more'} danger next turn"
    if h < 0:
        return "the enemy cannot hurt it off the map"
    at = instead if better else h
    told = enemy_turn_in_words(view, unit, at)
    if told:
        name, number = view.game.state.units[unit].name, view.game.state.number(at)
        if at != view.home[unit]:
            return f"at {number} {told}"
        return f"if {name} stays {_company_at(view, unit, at)}at {number}, {told}"
    if better and not with_it.dangers[unit]:
        return "no enemy can attack it there next turn"
    return f"it is in {'less' if better else 'more'} danger there next turn"


def _company_at(view: View, unit: int, h: int) -> str:
    """`alone `, or nothing: whether no friend is near where a unit stays."""
    row, where = view.position.land.distance(h), view.position.where
    friends = (friend for friend in view.own if friend != unit and where[friend] >= 0)
    return "" if any(row[where[friend]] <= NEIGHBOURS for friend in friends) else "alone "


def enemy_turn_in_words(view: View, unit: int, h: int) -> str:
    """What the enemy could do to a unit in a hex with his next turn, the others where the view has them; or nothing.

    His moves were carried out on a copy by the rules: `21 and 22 shut 28 in: lost on 6 of 6 rolls`.
    """
    state, where = view.game.state, view.position.where
    if h < 0:
        return ""
    places = [(own, h if own == unit else where[own]) for own in view.own if own == unit or where[own] >= 0]
    turn = planning.EnemyTurn(view.game, view.side, [each for each in places if state.location[each[0]] != each[1]])
    found = planning.siege(turn, unit)
    if found is None or not found.dice:
        return ""
    movers = [enemy for enemy, _ in found.moves]
    foes = tuple(dict.fromkeys((*movers, *found.attackers)))
    shut = f"{_names_or_number(view, foes, 'enemies')} can shut {state.units[unit].name} in"
    to = f" from {' and '.join(state.numbers([at for _, at in found.moves[:FEW_NAMES]]))}" if found.moves else ""
    return f"{shut}{to}: {rolls_in_words(Chances(found.dice, found.dice), Chances(found.dice, found.dice))}"


def _town_at(view: View, h: int) -> str:
    """The name of the place worth points in which a hex lies, or nothing; whole areas of the map do not count."""
    return next((each.name for each in queries.objectives(view.game) if not each.area and h in each.hexes), "")


def _words_for_stake(view: View, h: int, instead: int, with_it: LocalSituation, without: LocalSituation) -> str:
    """What counts for points: a place that only one of the two hexes holds or controls, else what differs most."""
    better = with_it.parts.goals > without.parts.goals
    to, other = (h, instead) if better else (instead, h)
    zone = view.position.land.zone
    for place in queries.objectives(view.game):
        hexes = {*place.hexes, *place.area}
        own = place.points[view.side] > 0
        reached = [at >= 0 and (at in hexes or not (own or hexes.isdisjoint(zone[at]))) for at in (to, other)]
        if reached == [True, False]:
            if own:
                does = f"counts for points ({place.name})" if place.area else f"helps to hold {place.name}"
                return f"it {does if better else 'no longer ' + does}"
            return f"it {'keeps' if better else 'no longer keeps'} the enemy from scoring {place.name}"
    return _words_for_largest_difference(with_it.stakes, without.stakes, better=better)


def _names_of(
    view: View, units: Sequence[int], *, blocked: Mapping[int, int] | None = None, where: bool = False
) -> str:
    """Units in one phrase; those with a room of 0 in `blocked` are marked. `where`: bare numbers with their hexes."""
    said = []
    for unit in units:
        counter, h = view.game.state.units[unit], view.position.where[unit]
        at = f" at {view.game.state.number(h)}" if where and counter.id.isdigit() and h >= 0 else ""
        said.append(counter.name + at + (" (no way out)" if (blocked or {}).get(unit) == 0 else ""))
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


def _more_or_fewer(n: int) -> str:
    """`one more enemy`, `two fewer enemies`."""
    return f"{in_words(abs(n))} {'more' if n > 0 else 'fewer'} {'enemy' if abs(n) == 1 else 'enemies'}"


def _names_or_number(view: View, units: Sequence[int], more: str) -> str:
    """Units by their names, or how many they are."""
    return _names_of(view, units) if len(units) <= FEW_NAMES else f"{in_words(len(units))} {more}"


def _is_or_are(units: Sequence[int]) -> str:
    return "is" if len(units) == 1 else "are"
