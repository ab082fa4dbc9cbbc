"""Risks of a move, or of a position at the end of a phase, that a player should know in advance.

Each risk really exists in the current position: it follows from the rules, or from enemy moves carried out on a copy.
The enemy may or may not make those moves; risks that rarely come true are left out (`SERIOUS`, `CLOSED_BY`).
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from math import prod

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Advance, Demolish, Enter, Land, Move, Order, end_of
from westwall_tui.engine.planning.ahead import imagined, way_of
from westwall_tui.engine.planning.attack import Preview, asked_of, fatal_dice, fate, most_fire, strongest, under_fire
from westwall_tui.engine.planning.end_of_phase import price_of_ending
from westwall_tui.engine.planning.siege import EnemyTurn, siege
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import movement, obligations
from westwall_tui.engine.rules.answers import NOBODY, Counted, Objective, by_side
from westwall_tui.engine.rules.artillery import in_range, support_left
from westwall_tui.engine.rules.exits import leaves_in_time
from westwall_tui.engine.rules.results_table import results
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import ELIMINATED, VACANT, Combat, State, changed
from westwall_tui.engine.terrain import LINE_ORDER

SERIOUS = 3
"""Minimum number of losing rolls, of six, for a warning that a unit can be surrounded."""
CLOSED_BY, CLOSED_BY_FOR_POINTS = 1, 2
"""Maximum number of enemy moves that close the ring around a unit: in general, and if it costs `MANY_POINTS`."""
MANY_POINTS = 3
MOST_BLOCKS = 2
"""Maximum number of enemy moves in a warning about cut lines; the second cuts the most further lines."""

COMES_TRUE = (0.3, 0.3, 0.12)
"""Shares of units lost if 0, 1 or 2 enemy moves could surround them, measured in games of the computer."""
STRENGTH_WORTH = 0.25
"""Weight of a Strength Point, in Victory Points, on top of the points that the loss of its unit costs."""
COMES_BACK = 0.5
"""Share of enemies that can still attack after an attack has only driven them back."""


class Peril(StrEnum):
    """A kind of risk."""

    SURROUNDED = "surrounded"
    """The enemy can surround the unit in the next Movement Phase, and then attack it."""
    NO_WAY_BACK = "no way out"
    """The unit must attack from its new hex, and a bad roll eliminates it because it cannot retreat."""
    ILL_MATCHED = "ill matched"
    """The unit must attack, and even at its best odds some rolls eliminate it, whether or not it can retreat."""
    UNDER_FIRE = "under fire"
    """The unit attacks, and more rolls eliminate it if the defender uses all possible Final Protective Fire."""
    WIRED = "wired"
    """The unit's path leads to a bridge that the enemy may then blow."""
    CUT_OFF = "cut off"
    """The unit would have no Line of Communication."""
    CUTS = "cuts"
    """The move costs other units, or places that score, their Lines of Communication."""
    BLOCKED = "blocked"
    """The enemy can move onto Lines of Communication, and cut units off."""
    GUN = "gun"
    """The move leaves artillery without another unit, where the enemy can come next to it."""
    EMPTY = "empty"
    """The move leaves a scoring place empty, where the enemy can come."""
    LATE = "late"
    """From its new hex the unit can no longer exit in time."""


class Risk(Record):
    """One risk."""

    peril: Peril
    unit: int
    """The unit at risk, or the unit whose move causes the risk."""
    hexes: tuple[int, ...]
    """The hexes concerned: for instance, those of the enemy, the bridge or the place."""
    points: float = 0.0
    """Victory Points at stake: the change in the balance of both sides' points, times the chance of the dice."""
    dice: int = 0
    """Number of rolls, of six, on which the risk comes true, if dice decide; otherwise 0."""
    moves: int = 0
    """Number of enemy moves that surround the unit, for that kind of risk."""
    at_worst: int = 0
    """If the unit itself attacks: the number of such rolls after all possible Final Protective Fire; otherwise 0."""
    others: tuple[int, ...] = ()
    """Other units concerned: the enemies that can move there, the artillery, the units that lose a line."""
    places: tuple[str, ...] = ()
    """Names of the places that are left, or that lose their lines."""
    unless: tuple[int, ...] = ()
    """Enemies each of which the risk needs, and which must be attacked before it can come true (7.11)."""
    stays: float = 1.0
    """Probability, from 0 to 1, that none of the enemies in `unless` has been driven off by then."""


class Outlook:
    """The risks in one position of a game. Results that apply to all moves are calculated once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._stakes: dict[int, int] = {}
        self._cleared: dict[tuple[tuple[int, int], ...], Mapping[int, float]] = {}
        """Probabilities that enemies are not driven off, for each set of units in imagined hexes."""

    @cached_property
    def _totals(self) -> tuple[int, int]:
        return self.game.rules.totals(self.game.state)

    @cached_property
    def _supplied(self) -> Mapping[int, Sequence[int]]:
        """Hexes of the Line of Communication of each unit that has one."""
        return {supply.unit: supply.line for supply in self.game.rules.supplies(self.game.state) if supply.line}

    @cached_property
    def _places(self) -> Sequence[Objective]:
        return self.game.rules.objectives(self.game.state)

    @cached_property
    def _counted(self) -> Sequence[Counted]:
        return self.game.rules.counted(self.game.state)

    def of_move(self, unit: int, h: int, way: Sequence[int] = ()) -> list[Risk]:
        """Return the risks if a unit of the phasing side moves or advances along a path to a hex, worst first.

        The other units are where they are now, and could still move to reduce the risk.
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
        """Return the risks that the enemy surrounds a side's units in the next Movement Phase, worst first.

        With `units`, return only the risks of these units.
        """
        turn, on_map = EnemyTurn(self.game, side), self.game.state.on_map(side)
        asked = on_map if units is None else [unit for unit in on_map if unit in units]
        return by_weight([risk for unit in asked for risk in self._surrounded(turn, unit)])

    def blocks(self, side: int) -> list[Risk]:
        """Return the risks that the enemy's next moves cut a side's Lines of Communication (17.3), worst first.

        Only battles that give points for units without a line have such risks.
        """
        return self._worst_blocks(side, self._cutting(side))

    def cuts(self, side: int) -> list[Risk]:
        """Return each move of the enemy's next turn that would cut a side's lines, worst first.

        Hexes from which a unit would cut the same lines are together. Each move has its cost alone: the points that the
        enemy gains, and those that the side does not score, at the end of the Game-Turn. Moves without a cost are left
        out.
        """
        lead = self._lead_at_end(side, self.game.state)
        hexes: dict[tuple[float, float, int, tuple[int, ...]], list[int]] = {}
        for often, enemy, h, cut in self._cutting(side):
            after = self.game.state.copy()
            after.place(enemy, h)
            points = often * max(lead - self._lead_at_end(side, after), 0)
            hexes.setdefault((points, often, enemy, tuple(sorted(cut))), []).append(h)
        return by_weight(
            [
                Risk(Peril.BLOCKED, enemy, tuple(at), points, others=cut, unless=(enemy,) * (often < 1), stays=often)
                for (points, often, enemy, cut), at in hexes.items()
                if points
            ]
        )

    def _cutting(self, side: int) -> list[tuple[float, int, int, set[int]]]:
        """Return each move that cuts a side's lines: its probability, the enemy, its hex, and the units cut off.

        An enemy unit or its zone may cut a line.
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
        return found

    def _worst_blocks(self, side: int, found: Sequence[tuple[float, int, int, set[int]]]) -> list[Risk]:
        """Return the worst of the moves that cut lines, then the move that cuts the most further lines."""
        risks: list[Risk] = []
        after = self.game.state.copy()
        lead, known = self._lead_at_end(side, after), set[int]()
        while len(risks) < MOST_BLOCKS:
            often, enemy, h, cut = max(
                found, key=lambda each: (each[0] * len(each[3] - known), -each[2]), default=(0.0, -1, -1, known)
            )
            if not cut - known:
                break
            others, unless = tuple(sorted(cut - known)), (enemy,) if often < 1 else ()
            after.place(enemy, h)
            then = self._lead_at_end(side, after)
            risks.append(Risk(Peril.BLOCKED, enemy, (h,), often * max(lead - then, 0), others=others, unless=unless,
                              stays=often))  # fmt: skip
            lead = then
            known |= cut
        return risks

    def _lead_at_end(self, side: int, state: State) -> int:
        """Return a side's lead with the points that the end of the Game-Turn would give in a position."""
        points = list(self.game.rules.totals(state))
        for score in self.game.rules.due(state):
            points[score.side] += score.points
        return self._lead(side, (points[0], points[1]))

    def _surest(self, turn: EnemyTurn, comers: Sequence[int]) -> tuple[float, int]:
        """Return the enemy that is most likely not to be driven off before its turn, after that probability."""
        chances = self._stays(()) if turn.side == self.game.state.side else {}
        return max(((chances.get(enemy, 1.0), -i, enemy) for i, enemy in enumerate(comers)), default=(0.0, 0, -1))[::2]

    def at_stake(self, unit: int) -> int:
        """Return the cost to a unit's side of losing the unit, in the balance of both sides' points.

        For a unit that should exit the map, the cost includes the points for its exit.
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
        """Return the full weight of losing a unit: its points at stake, plus a share of its Strength."""
        strength = self.game.state.units[unit].strength
        return self.at_stake(unit) + STRENGTH_WORTH * (max(strength.attack, strength.barrage) + strength.defense)

    def weight(self, risk: Risk) -> float:
        """Return the weight of a risk: its points, or if dice decide the unit's worth times its probability."""
        if not risk.dice:
            return risk.points
        weight = self.worth(risk.unit) * risk.dice / 6
        return COMES_TRUE[risk.moves] * risk.stays * weight if risk.peril is Peril.SURROUNDED else weight

    def _lead(self, side: int, points: tuple[int, int]) -> int:
        """Return a side's lead with these points; below 0, the enemy is ahead."""
        ahead = self.game.rules.scale.balance(points)
        return ahead if side == 0 else -ahead

    # -- attacks of the enemy on the unit, and its own attack

    def _surrounded(self, turn: EnemyTurn, unit: int, places: Sequence[tuple[int, int]] = ()) -> list[Risk]:
        """Return the risk that a unit is surrounded; `places` has the units in imagined hexes, as in `turn`."""
        found = siege(turn, unit, CLOSED_BY_FOR_POINTS)
        if found is None or found.dice < SERIOUS or (found.ring > CLOSED_BY and self.at_stake(unit) < MANY_POINTS):
            return []
        unless, often = self._hang_on(turn, unit, places)
        if not often:
            return []
        hexes = (turn.state.location[unit], *found.hexes)
        points = self.at_stake(unit) * found.dice / 6 * often
        return [
            Risk(
                Peril.SURROUNDED,
                unit,
                hexes,
                points,
                found.dice,
                found.ring,
                others=found.enemies,
                unless=unless,
                stays=often,
            )
        ]

    def _hang_on(self, turn: EnemyTurn, unit: int, places: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], float]:
        """Return the enemies that must be attacked first, and without any one of which the unit cannot be surrounded.

        Also return the probability that none of these has been driven off by then.
        """
        chances = self._stays(tuple(places)) if turn.side == self.game.state.side else {}
        needed = {
            enemy: chance
            for enemy, chance in chances.items()
            if chance < 1 and siege(EnemyTurn(self.game, turn.side, [*places, (enemy, ELIMINATED)]), unit) is None
        }
        return tuple(needed), prod(needed.values())

    def _stays(self, places: tuple[tuple[int, int], ...]) -> Mapping[int, float]:
        """Return for each enemy to be attacked this Player-Turn the probability that it can attack afterward."""
        if self.game.prompt.kind == "combat" or not self.game.rules.fights(self.game.state):
            return {}
        if places not in self._cleared:
            self._cleared[places] = stays(imagined(self.game, dict(places)))
        return self._cleared[places]

    def _no_way_back(self, unit: int, h: int) -> list[Risk]:
        """Return the risk that a unit must attack from a hex, where any attack can eliminate it (7.11, 7.74)."""
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

    # -- effects of the move on bridges, lines, guns, places and exits

    def _bridges(self, unit: int, way: Sequence[int]) -> list[Risk]:
        pairs = self.game.rules.wiring.on_way(self.game.state, unit, way)
        return [Risk(Peril.WIRED, unit, pair) for pair in pairs[:1]]

    def _lines_cut(self, unit: int, h: int) -> list[Risk]:
        """Return the risks for the unit's own Line of Communication, and for lines through the hex that it leaves.

        A line leads through an enemy zone only where a friendly unit is. A unit that leaves any other hex cannot cut a
        line.
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
        """Return the places that no longer have the Line of Communication that the phasing side needs to score them."""
        had = {place.name for place in self._places if place.line and place.side == after.side}
        if not had:
            return ()
        return tuple(
            place.called for place in self.game.rules.objectives(after) if place.name in had and not place.line
        )

    def _guns_left(self, turn: EnemyTurn, unit: int, here: int) -> list[Risk]:
        """Return the risk for artillery that has only this unit beside it and would be alone after the move."""
        after, units = turn.state, turn.state.units
        if units[unit].is_artillery or not turn.fights:
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
        """Return the risks for scoring places that this move leaves empty and the enemy can reach."""
        side, held = turn.side, turn.state.held[turn.side]
        found = []
        for place in self._places:
            if place.per or place.area or here not in place.hexes or any(held[n] for n in place.hexes):
                continue
            scores = by_side((place.side, place.points[place.side])) if place.side != NOBODY else (0, 0)
            taken = by_side((1 - side, place.points[1 - side]))
            lost = self._lead(side, scores) - self._lead(side, taken)
            if lost > 0 and any(turn.comers(n) for n in place.hexes):
                found.append(Risk(Peril.EMPTY, unit, place.hexes, float(lost), places=(place.called,)))
        return found

    def _too_late(self, unit: int, h: int) -> list[Risk]:
        """Return the risk that a unit which should leave the map could no longer do so in time, even unopposed."""
        state = self.game.state
        for each in self._counted:
            if each.unit != unit or not each.exits or not each.exit_by or not any(each.gain):
                continue
            if leaves_in_time(state, unit, each.exits, each.exit_by) and state.location[unit] != h:
                after = state.copy()
                after.place(unit, h)
                after.moved = changed(after.moved, after.serial, unit)
                if not leaves_in_time(after, unit, each.exits, each.exit_by):
                    return [Risk(Peril.LATE, unit, (h,), float(self.at_stake(unit)))]
        return []


def risks_of_ending(game: Game) -> list[Risk]:
    """Return the risks if the phasing side's phase ends now, worst first.

    Attacks that its units must then make are judged at their best odds in the current position (7.11).
    """
    outlook, side = Outlook(game), game.state.side
    found = [*outlook.standing(side), *outlook.blocks(side)]
    if game.prompt.kind == "movement" and game.rules.fights(game.state):
        combat = imagined(game)
        for clash in price_of_ending(game).clashes:
            for unit in clash.attackers:
                back = fate(combat, unit)
                met = [attack for attack in clash.attacks if unit in attack.attackers]
                if not met:  # artillery for which a limit leaves no room
                    continue
                rolls = [
                    [len(fatal_dice(combat, back, odds.results)) for odds in (each.odds, each.fired)] for each in met
                ]
                (dice, worst), best = min(zip(rolls, met, strict=True), key=lambda each: each[0])
                if dice:
                    hexes = (game.state.location[unit], *(game.state.location[enemy] for enemy in best.enemies))
                    points = outlook.at_stake(unit) * dice / 6
                    found.append(
                        Risk(Peril.ILL_MATCHED, unit, hexes, points, dice, at_worst=worst, others=best.enemies)
                    )
    return by_weight(found)


def risks_of_attack(game: Game, found: Preview, *, alone: bool = False) -> list[Risk]:
    """Return the risks for attackers that an attack may unexpectedly eliminate, the most points first.

    These attackers cannot retreat, or all Final Protective Fire adds rolls that eliminate them (8.4). `alone` is True
    if artillery and Ground Support attack without ground units.
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


def risks_of_moves(game: Game, orders: Sequence[Order]) -> list[Risk]:
    """Return the risks of legal orders to move, enter, land or advance, worst first; other orders have none.

    After several orders, only their units count that the enemy could then surround, and wired bridges on their way.
    """
    state, board, find = game.state, game.scenario.board, game.scenario.unit
    moves = [order for order in orders if isinstance(order, Advance | Enter | Land | Move)]
    places = {find(order.unit): board.hex(end_of(order)) for order in moves}
    if len(orders) > 1:
        after = game.copy()
        for order in orders:
            if after.prompt.kind == "demolition":
                after.apply(Demolish(False))
            if after.explain(order) is not None:
                break
            after.apply(order)
        standing = Outlook(after).standing(state.side, [*places])
        return by_weight([*risks_of_bridges(game, places), *standing])
    for unit, h in places.items():
        hexes = getattr(moves[0], "hexes", ())
        if len(hexes) == 1 and game.prompt.kind == "movement":
            hexes = way_of(state, unit, movement.field(state, state.side))[0].path(h)[1:]
        return Outlook(game).of_move(unit, h, (state.location[unit], *hexes))
    return []


def risks_of_bridges(game: Game, places: Mapping[int, int]) -> list[Risk]:
    """Return the wired bridges that the enemy may blow while units of the phasing side move to these hexes."""
    state, found = game.state, dict[tuple[int, int], Risk]()
    ground = movement.field(state, state.side)
    for unit, h in places.items():
        here = state.location[unit]
        way, _ = way_of(state, unit, ground)
        path = way.path(h) if h != here and way.cost[h] != movement.FAR else ()
        for pair in game.rules.wiring.on_way(state, unit, path if here >= 0 else (here, *path)):
            found.setdefault(pair, Risk(Peril.WIRED, unit, pair))
    return list(found.values())


def by_weight(found: Sequence[Risk]) -> list[Risk]:
    """Return risks with the most points at stake first, then by kind."""
    kinds = list(Peril)
    return sorted(found, key=lambda risk: (-risk.points, kinds.index(risk.peril), risk.unit))


def _fatal_at_best(game: Game, then: Game, unit: int, enemy: int) -> tuple[int, int]:
    """Return the numbers of rolls on which the best attack on an enemy makes a unit retreat, before and after FPF.

    The attack is stronger than possible: it has each friendly unit that could join, and all artillery is in range
    (8.4).
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


# -- enemies that may be driven off before their turn, by attacks still to come in this phase


def stays(game: Game) -> Mapping[int, float]:
    """Return for each enemy that must still be attacked (7.11) the probability that it can attack afterward.

    The probability, from 0 to 1, is that after the strongest attack on this enemy alone and all possible FPF. `game`
    must be in a Combat Phase; `imagined` brings it there.
    """
    state, found = game.state, {}
    contacts = obligations.contacts(state)
    for enemy, near in contacts.attackers.items():
        if not near:
            continue
        combat = strongest(state, (enemy,), near, [gun for gun in contacts.guns if in_range(state, gun, enemy)])
        results = fight.odds(state, under_fire(game, combat)).results
        alone, back = fight.alone(state, combat), fate(game, enemy)
        lost = len(fatal_dice(game, back, results, alone=alone))
        moved = sum(asked_of(game, enemy, result, alone=alone) > back.held for result in results)
        found[enemy] = 1 - (lost + (moved - lost) * (1 - COMES_BACK)) / len(results)
    return found
