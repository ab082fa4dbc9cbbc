"""What a move, or a position at the end of a phase, puts at risk: what you would rather know before than after.

Each risk is true as the units stand: the rules were asked, or the enemy's moves were carried out on a copy. Whether he
will do it is another question; what he seldom does is left out (`SERIOUS`, `CLOSED_BY`).
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from math import prod

from westwall_tui.engine.game import Game
from westwall_tui.engine.planning.ahead import imagined
from westwall_tui.engine.planning.attack import Preview, asked_of, fatal_dice, fate, most_fire, strongest, under_fire
from westwall_tui.engine.planning.end_of_phase import price_of_ending
from westwall_tui.engine.planning.siege import EnemyTurn, siege
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import movement, obligations
from westwall_tui.engine.rules.answers import NOBODY, Counted, Objective, by_side
from westwall_tui.engine.rules.artillery import in_range, support_left
from westwall_tui.engine.rules.exits import soonest_exit
from westwall_tui.engine.rules.results_table import results
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import ELIMINATED, VACANT, Combat, State, changed
from westwall_tui.engine.terrain import LINE_ORDER

SERIOUS = 3
"""With fewer losing rolls of six than this, it is not worth a warning that a unit can be shut in."""
CLOSED_BY, CLOSED_BY_FOR_POINTS = 1, 2
"""So many enemy moves close the ring around a unit that is warned of; the second if it costs `MANY_POINTS`."""
MANY_POINTS = 3
MOST_BLOCKS = 2
"""Enemy moves that cut lines, of which a warning tells; the second by what it cuts besides."""

COMES_TRUE = (0.3, 0.3, 0.12)
"""How often a unit is really lost if so many enemy moves can shut it in, measured in games of the computer."""
STRENGTH_WORTH = 0.25
"""What a Strength Point weighs, in Victory Points, on top of the points that the loss of its unit costs."""
COMES_BACK = 0.5
"""How often an enemy who was only driven back can still do what is feared of him."""


class Peril(StrEnum):
    """A kind of risk."""

    SURROUNDED = "surrounded"
    """The enemy can shut the unit in with his next moves, and attack it."""
    NO_WAY_BACK = "no way out"
    """It must attack from there, and a bad roll eliminates it since it cannot retreat."""
    ILL_MATCHED = "ill matched"
    """It must attack, and at the best odds that it has some rolls eliminate it, with a way back or without."""
    UNDER_FIRE = "under fire"
    """It attacks, and more rolls eliminate it if the defender uses all possible Final Protective Fire."""
    WIRED = "wired"
    """Its way leads to a bridge that the enemy may then blow."""
    CUT_OFF = "cut off"
    """It would have no Line of Communication."""
    CUTS = "cuts"
    """Others, or places that score, lose their Lines of Communication by the move."""
    BLOCKED = "blocked"
    """The enemy can come where Lines of Communication run, and leave units without one."""
    GUN = "gun"
    """It leaves artillery alone where the enemy can come next to it."""
    EMPTY = "empty"
    """It leaves a place that scores empty, and the enemy can come there."""
    LATE = "late"
    """From there it can no longer exit in time."""


class Risk(Record):
    """One thing that is at risk."""

    peril: Peril
    unit: int
    """The unit at risk, or the one whose move brings it."""
    hexes: tuple[int, ...]
    """The hexes to look at: where the enemy would stand, the bridge, the place ..."""
    points: float = 0.0
    """Victory Points at stake, as both sides' points are held against each other, times the chance of the dice."""
    dice: int = 0
    """On how many of six rolls it comes about, if dice decide it; else 0."""
    moves: int = 0
    """How many enemy moves it takes to shut the unit in, if that is the risk."""
    at_worst: int = 0
    """The same rolls with all possible fire in defense, in an attack by the unit itself; else 0."""
    others: tuple[int, ...] = ()
    """Other units concerned: the enemies that can do it, the gun, who loses a line."""
    places: tuple[str, ...] = ()
    """Names of the places that are lost or left."""
    unless: tuple[int, ...] = ()
    """Enemies without any one of whom it cannot happen, and who must be attacked before (7.11)."""
    stays: float = 1.0
    """How likely it is, from 0 to 1, that none of these has been driven off by then."""


class Outlook:
    """The risks in one position of a game; what is the same for every move is worked out once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._stakes: dict[int, int] = {}
        self._cleared: dict[tuple[tuple[int, int], ...], Mapping[int, float]] = {}
        """Which enemies attacks will drive off, by the units imagined elsewhere."""

    @cached_property
    def _totals(self) -> tuple[int, int]:
        return self.game.rules.totals(self.game.state)

    @cached_property
    def _supplied(self) -> Mapping[int, Sequence[int]]:
        """By unit that has a Line of Communication: its hexes."""
        return {supply.unit: supply.line for supply in self.game.rules.supplies(self.game.state) if supply.line}

    @cached_property
    def _places(self) -> Sequence[Objective]:
        return self.game.rules.objectives(self.game.state)

    @cached_property
    def _counted(self) -> Sequence[Counted]:
        return self.game.rules.counted(self.game.state)

    def of_move(self, unit: int, h: int, way: Sequence[int] = ()) -> list[Risk]:
        """What is at risk if a unit of the phasing side moves, or advances, to a hex by a way, the most points first.

        The others stand as they do now, and may still mend it.
        """
        game, here = self.game, self.game.state.location[unit]
        turn = EnemyTurn(game, game.state.units[unit].side, [(unit, h)])
        found = [*self._surrounded(turn, unit, [(unit, h)]), *self._no_way_back(unit, h), *self._bridges(unit, way)]
        if here != h:
            found += [*self._lines_cut(unit, h), *self._too_late(unit, h)]
        if here != h and here >= 0:
            found += [*self._guns_left(turn, unit, here), *self._places_left(turn, unit, here)]
        return by_weight(found)

    def standing(self, side: int, units: Sequence[int] | None = None) -> list[Risk]:
        """Which units of a side the enemy can shut in with his next moves as all stand now, the most points first.

        `units` limits the question to these.
        """
        turn, on_map = EnemyTurn(self.game, side), self.game.state.on_map(side)
        asked = on_map if units is None else [unit for unit in on_map if unit in units]
        return by_weight([risk for unit in asked for risk in self._surrounded(turn, unit)])

    def blocks(self, side: int) -> list[Risk]:
        """17.3: where the enemy's next moves can cut the most Lines of Communication of a side, the most points first.

        Only where units without one give points. A line may be cut by his unit or by its zone.
        """
        rules, state = self.game.rules, self.game.state
        turn = EnemyTurn(self.game, side) if rules.needs_lines and rules.no_line_points else None
        if turn is None or not turn.comes:
            return []
        zone = state.ground.zone
        lines = {unit: line for unit, line in self._supplied.items() if state.units[unit].side == side}
        touched = sorted({n for line in lines.values() for h in line for n in (h, *zone[h])})
        found = []
        for h in touched:
            often, enemy = self._surest(turn, turn.comers(h) if not state.held[side][h] else ())
            if often:
                after = state.copy()
                after.place(enemy, h)
                without = {supply.unit for supply in rules.supplies(after) if not supply.line}
                if cut := without & lines.keys():
                    found.append((often, enemy, h, cut))
        return self._worst_blocks(found)

    def _worst_blocks(self, found: Sequence[tuple[float, int, int, set[int]]]) -> list[Risk]:
        """The worst of the moves that cut lines, then the one that cuts the most others."""
        risks: list[Risk] = []
        known: set[int] = set()
        while len(risks) < MOST_BLOCKS:
            often, enemy, h, cut = max(
                found, key=lambda each: (each[0] * len(each[3] - known), -each[2]), default=(0.0, -1, -1, known)
            )
            if not cut - known:
                break
            points = often * len(cut - known) * self.game.rules.no_line_points
            others, unless = tuple(sorted(cut - known)), (enemy,) if often < 1 else ()
            risks.append(Risk(Peril.BLOCKED, enemy, (h,), points, others=others, unless=unless, stays=often))
            known |= cut
        return risks

    def _surest(self, turn: EnemyTurn, comers: Sequence[int]) -> tuple[float, int]:
        """How likely the enemy who is least likely to be driven off stays until his turn, and which one that is."""
        chances = self._stays(()) if turn.side == self.game.state.side else {}
        return max(((chances.get(enemy, 1.0), -i, enemy) for i, enemy in enumerate(comers)), default=(0.0, 0, -1))[::2]

    def at_stake(self, unit: int) -> int:
        """What losing a unit costs its side, as its points weigh against the other side's.

        For a unit that should leave the map, also what leaving would have brought.
        """
        if unit not in self._stakes:
            state, rules, side = self.game.state, self.game.rules, self.game.state.units[unit].side
            after = state.copy()
            after.place(unit, ELIMINATED)
            after.gone = changed(after.gone, after.turn, unit)
            lost = self._lead(side, self._totals) - self._lead(side, rules.totals(after))
            even = self._lead(side, (0, 0))
            gains = (self._lead(side, each.gain) - even for each in self._counted if each.unit == unit)
            self._stakes[unit] = max(lost, *gains, 0)
        return self._stakes[unit]

    def worth(self, unit: int) -> float:
        """What losing a unit weighs in all: the points that it costs, plus its Strength."""
        strength = self.game.state.units[unit].strength
        return self.at_stake(unit) + STRENGTH_WORTH * (max(strength.attack, strength.barrage) + strength.defense)

    def weight(self, risk: Risk) -> float:
        """What a risk weighs against others: by its points, the unit's Strength, the dice, and how often it happens."""
        if not risk.dice:
            return risk.points
        weight = self.worth(risk.unit) * risk.dice / 6
        return COMES_TRUE[risk.moves] * risk.stays * weight if risk.peril is Peril.SURROUNDED else weight

    def _lead(self, side: int, points: tuple[int, int]) -> int:
        """By how much a side is ahead with these points."""
        ahead = self.game.rules.scale.balance(points)
        return ahead if side == 0 else -ahead

    # -- what the enemy can do to the unit, and its own attack

    def _surrounded(self, turn: EnemyTurn, unit: int, places: Sequence[tuple[int, int]] = ()) -> list[Risk]:
        """`places` are those of the `turn`."""
        found = siege(turn, unit, CLOSED_BY_FOR_POINTS)
        if found is None or found.dice < SERIOUS or (found.ring > CLOSED_BY and self.at_stake(unit) < MANY_POINTS):
            return []
        unless, often = self._hang_on(turn, unit, places)
        if not often:
            return []
        hexes = (turn.state.location[unit], *(h for _, h in found.moves))
        enemies = tuple(dict.fromkeys((*(enemy for enemy, _ in found.moves), *found.attackers)))
        points = self.at_stake(unit) * found.dice / 6 * often
        return [
            Risk(
                Peril.SURROUNDED,
                unit,
                hexes,
                points,
                found.dice,
                found.ring,
                others=enemies,
                unless=unless,
                stays=often,
            )
        ]

    def _hang_on(self, turn: EnemyTurn, unit: int, places: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], float]:
        """The enemies who must be attacked before their turn comes, and without any one of whom they cannot surround a
        unit; and how often none of these has been driven off."""
        chances = self._stays(tuple(places)) if turn.side == self.game.state.side else {}
        needed = {
            enemy: chance
            for enemy, chance in chances.items()
            if chance < 1 and siege(EnemyTurn(self.game, turn.side, [*places, (enemy, ELIMINATED)]), unit) is None
        }
        return tuple(needed), prod(needed.values())

    def _stays(self, places: tuple[tuple[int, int], ...]) -> Mapping[int, float]:
        """How likely each enemy that must still be attacked this Player-Turn can do his worst afterwards."""
        if self.game.prompt.kind == "combat" or not self.game.rules.fights(self.game.state):
            return {}
        if places not in self._cleared:
            self._cleared[places] = stays(imagined(self.game, dict(places)))
        return self._cleared[places]

    def _no_way_back(self, unit: int, h: int) -> list[Risk]:
        """7.11, 7.74: it must attack from there, and even with all who could join it some rolls eliminate it."""
        game = self.game
        if game.state.phase is not Phase.MOVEMENT or not game.rules.fights(game.state):
            return []
        if not game.state.zones[1 - game.state.side][h]:
            return []
        then = imagined(game, {unit: h})
        touched = obligations.contacts(then.state).touched.get(unit, ())
        back = fate(then, unit)
        if not touched or back.room or back.held or then.rules.river_assaults.assaults(then.state, unit):
            return []
        found = ((foe, *_fatal_at_best(game, then, unit, foe)) for foe in touched)
        enemy, dice, worst = min(found, key=lambda each: (each[1], each[2]))
        if not dice:
            return []
        at = then.state.location[enemy]
        points = self.at_stake(unit) * dice / 6
        return [Risk(Peril.NO_WAY_BACK, unit, (h, at), points, dice, at_worst=worst, others=(enemy,))]

    # -- what the move does to bridges, lines, guns, places and exits

    def _bridges(self, unit: int, way: Sequence[int]) -> list[Risk]:
        pairs = self.game.rules.wiring.on_way(self.game.state, unit, way)
        return [Risk(Peril.WIRED, unit, pair) for pair in pairs[:1]]

    def _lines_cut(self, unit: int, h: int) -> list[Risk]:
        """The unit's own Line of Communication, and those of others that pass the hex it leaves.

        These run on through an enemy zone only where a friend stands, so another hex may be left.
        """
        rules, state = self.game.rules, self.game.state
        side, here, now = state.side, state.location[unit], self._supplied if rules.needs_lines else ()
        contested = here >= 0 and bool(state.zones[1 - side][here])
        if not rules.needs_lines or not (unit in now or contested):
            return []
        after = state.copy()
        after.place(unit, h)
        without = [supply.unit for supply in rules.supplies(after) if not supply.line and supply.unit in now]
        found = [Risk(Peril.CUT_OFF, unit, (h,), float(rules.no_line_points))] if unit in without else []
        cut = tuple(other for other in without if other != unit and state.units[other].side == side)
        places = self._places_cut(after) if contested else ()
        if cut or places:
            lost = self._lead(side, self._totals) - self._lead(side, rules.totals(after))
            points = max(lost, len(cut) * rules.no_line_points)
            hexes = (here, *(state.location[other] for other in cut))
            found.append(Risk(Peril.CUTS, unit, hexes, float(points), others=cut, places=places))
        return found

    def _places_cut(self, after: State) -> tuple[str, ...]:
        """Places that no longer have the Line of Communication the phasing side needs to score them."""
        had = {place.name for place in self._places if place.line and place.side == after.side}
        if not had:
            return ()
        return tuple(place.name for place in self.game.rules.objectives(after) if place.name in had and not place.line)

    def _guns_left(self, turn: EnemyTurn, unit: int, here: int) -> list[Risk]:
        """Artillery that has this unit beside it now and would have nobody after the move."""
        after, units = turn.state, turn.state.units
        if units[unit].is_artillery:
            return []
        beside = after.scenario.board.grid.within
        found = []
        for gun in after.on_map(turn.side):
            at = after.location[gun]
            if not units[gun].is_artillery or at not in beside(here, 1):
                continue
            friends = [after.at[n] for n in beside(at, 1) if after.held[turn.side][n]]
            if all(units[friend].is_artillery for friend in friends) and (foes := turn.can_touch(at)):
                found.append(Risk(Peril.GUN, unit, (at,), float(self.at_stake(gun)), others=(gun, *foes[:1])))
        return found[:1]

    def _places_left(self, turn: EnemyTurn, unit: int, here: int) -> list[Risk]:
        """Places that score, that this move leaves empty, and where the enemy can come."""
        side, held = turn.side, turn.state.held[turn.side]
        found = []
        for place in self._places:
            if place.per or place.area or here not in place.hexes or any(held[n] for n in place.hexes):
                continue
            scores = by_side((place.side, place.points[place.side])) if place.side != NOBODY else (0, 0)
            taken = by_side((1 - side, place.points[1 - side]))
            lost = self._lead(side, scores) - self._lead(side, taken)
            if lost > 0 and any(turn.comers(n) for n in place.hexes):
                found.append(Risk(Peril.EMPTY, unit, place.hexes, float(lost), places=(place.name,)))
        return found

    def _too_late(self, unit: int, h: int) -> list[Risk]:
        """A unit that should leave the map in time and, from there, could not any more, even without enemies."""
        state = self.game.state
        for each in self._counted:
            if each.unit != unit or not each.exits or not each.exit_by or not any(each.gain):
                continue
            if _leaves_in_time(state, unit, each.exits, each.exit_by) and state.location[unit] != h:
                after = state.copy()
                after.place(unit, h)
                after.moved = changed(after.moved, after.serial, unit)
                if not _leaves_in_time(after, unit, each.exits, each.exit_by):
                    return [Risk(Peril.LATE, unit, (h,), float(self.at_stake(unit)))]
        return []


def risks_of_ending(game: Game) -> list[Risk]:
    """What is at risk if the phasing side's phase ends now, the most points first.

    Attacks that its units then must make are weighed at the best odds that each has as it stands (7.11).
    """
    outlook, side = Outlook(game), game.state.side
    found = [*outlook.standing(side), *outlook.blocks(side)]
    if game.prompt.kind == "movement" and game.rules.fights(game.state):
        combat = imagined(game)
        for clash in price_of_ending(game).clashes:
            for unit in clash.attackers:
                back = fate(combat, unit)
                met = [matchup for matchup in clash.matchups if matchup.unit == unit]
                rolls = [
                    [len(fatal_dice(combat, back, odds.results)) for odds in (each.best, each.fired)] for each in met
                ]
                (dice, worst), best = min(zip(rolls, met, strict=True), key=lambda each: each[0])
                if dice:
                    hexes = (game.state.location[unit], game.state.location[best.enemy])
                    points = outlook.at_stake(unit) * dice / 6
                    found.append(
                        Risk(Peril.ILL_MATCHED, unit, hexes, points, dice, at_worst=worst, others=(best.enemy,))
                    )
    return by_weight(found)


def risks_of_attack(game: Game, found: Preview, *, alone: bool = False) -> list[Risk]:
    """Return the attackers that an attack may unexpectedly eliminate, the most points first.

    They cannot retreat, or all Final Protective Fire eliminates them on more rolls (8.4). `alone`: artillery
    and Ground Support attack without ground units.
    """
    outlook, risks = Outlook(game), []
    for back in found.attacker_fates:
        dice, worst = (len(fatal_dice(game, back, odds.results, alone=alone)) for odds in (found.odds, found.fire_odds))
        stuck = not (back.room or back.held)
        if worst > dice or (stuck and worst):
            points = outlook.at_stake(back.unit) * worst / 6
            at = game.state.location[back.unit]
            peril = Peril.NO_WAY_BACK if stuck else Peril.UNDER_FIRE
            risks.append(Risk(peril, back.unit, (at,), points, dice, at_worst=max(dice, worst)))
    return by_weight(risks)


def by_weight(found: Sequence[Risk]) -> list[Risk]:
    """Risks with the most points at stake first, then by kind."""
    kinds = list(Peril)
    return sorted(found, key=lambda risk: (-risk.points, kinds.index(risk.peril), risk.unit))


def _fatal_at_best(game: Game, then: Game, unit: int, enemy: int) -> tuple[int, int]:
    """The rolls that make a unit with no way back retreat, if all who still can come attack this enemy with it: before
    and after all the fire in defense that he can be given (8.4).

    More than can in truth: each friend counts by itself, and all artillery is in range.
    """
    state, rules, units = then.state, then.rules, then.state.units
    at = state.location[enemy]
    ground = movement.field(game.state, game.state.side)
    free = [n for n in state.ground.zone[at] if state.at[n] == VACANT]
    with_it = [n for n in obligations.contacts(state).attackers.get(enemy, ()) if not units[n].is_artillery]
    comers = []
    for friend in state.on_map(state.side):
        if friend in with_it or units[friend].is_artillery or game.state.moved[friend] == game.state.serial:
            continue
        way = movement.reach(game.state, friend, ground)
        if any(way.cost[n] != movement.FAR for n in free):
            comers.append(units[friend].strength.attack)
    attack = sum(units[friend].strength.attack for friend in with_it) + sum(
        sorted(comers)[-len(free) :] if free else ()
    )
    guns = [units[gun].strength.barrage for gun in state.on_map(state.side) if units[gun].is_artillery]
    limit = rules.artillery_limit(state, state.side, attacking=True)
    fire = sum(sorted(guns)[::-1][: limit.guns]) + support_left(state, state.side, (enemy,))
    best = attack + min(fire, limit.points(attack)) - units[enemy].strength.defense
    fired = best - most_fire(then, Combat(state.side, tuple(with_it), (), (enemy,), 0))
    line = LINE_ORDER[rules.defense_line(state, enemy).rank]
    first, last = (sum(asked_of(then, unit, each) > 0 for each in results(line, odds)) for odds in (best, fired))
    return first, last


def _leaves_in_time(state: State, unit: int, exits: Sequence[str], turn: int) -> bool:
    found = soonest_exit(state, unit, exits)
    return found is not None and found.turn <= turn


# -- enemies that attacks still to come this phase may drive off, before they can do what is feared of them


def stays(game: Game) -> Mapping[int, float]:
    """How often each enemy that must still be attacked (7.11) can do his worst afterwards, from 0 to 1.

    It is the strongest attack on him alone, with all the fire in defense that he can be given. `game` is in a Combat
    Phase; `imagined` brings it there.
    """
    state, found = game.state, {}
    contacts = obligations.contacts(state)
    for enemy, near in contacts.attackers.items():
        if not near:
            continue
        combat = strongest(state, enemy, near, [gun for gun in contacts.guns if in_range(state, gun, enemy)])
        results = fight.odds(state, under_fire(game, combat)).results
        alone, back = fight.alone(state, combat), fate(game, enemy)
        lost = len(fatal_dice(game, back, results, alone=alone))
        moved = sum(asked_of(game, enemy, result, alone=alone) > back.held for result in results)
        found[enemy] = 1 - (lost + (moved - lost) * (1 - COMES_BACK)) / len(results)
    return found
