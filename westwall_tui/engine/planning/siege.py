"""Ways in which the enemy could surround a unit in the next Movement Phase, and then attack it.

The moves are carried out on a copy by the rules of movement and retreat, so they are possible in the current position;
the enemy may have other ways that the search does not find. Reinforcements that are due then come too. Everything that
happens before that phase is left out.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations, product

from westwall_tui.engine.decisions.movement import Movement
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.planning.ahead import (
    PreparedAttack,
    fullest_attack,
    imagined,
    landed,
    spare_attacker,
    way_of,
)
from westwall_tui.engine.planning.attack import fatal_dice, fate, guns_alone, strongest, strongest_legal, under_fire
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import movement
from westwall_tui.engine.rules.artillery import in_range
from westwall_tui.engine.rules.displacement import open_ground
from westwall_tui.engine.rules.exits import next_movement
from westwall_tui.engine.rules.obligations import Duties
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import VACANT, State
from westwall_tui.engine.terrain import ROAD_COST

MOST_MOVES = 3
"""Maximum number of enemies that move to close the ring."""
MOST_TRIED = 24
"""Maximum number of rings tried before the unit is considered safe."""
MOST_JOINING = 8
"""Maximum number of further moves tried to make the attack stronger."""


class Siege(Record):
    """A way to surround a unit, and its result."""

    moves: tuple[tuple[int, int], ...]
    """Each enemy that moves, with its hex: first those that close the ring, then others that join the attack.

    The last ones attack other units, without which the attack would be illegal (7.11).
    """
    ring: int
    """Number of moves that close the ring."""
    attackers: tuple[int, ...]
    """The enemies that then attack the unit."""
    barrage: tuple[int, ...]
    """The enemies that barrage it."""
    support: int
    """The Ground Support Points of the attack."""
    dice: int
    """Number of rolls, of six, on which the unit is lost after all Final Protective Fire that can help it."""
    unfired: int
    """Number of such rolls without Final Protective Fire."""

    @property
    def enemies(self) -> tuple[int, ...]:
        """The enemies that close the ring, then the others that attack the unit from the next hex."""
        return tuple(dict.fromkeys((*(enemy for enemy, _ in self.moves[: self.ring]), *self.attackers)))

    @property
    def hexes(self) -> tuple[int, ...]:
        """The hexes to which these enemies move."""
        return tuple([h for enemy, h in self.moves if enemy in self.enemies])


class EnemyTurn:
    """The enemy's next Movement Phase with some units in imagined hexes, and the hexes that the enemy could reach."""

    def __init__(self, game: Game, side: int, places: Sequence[tuple[int, int]] = ()) -> None:
        """Begin the turn of the enemy of `side`. `places` has the units, of either side, with their imagined hexes."""
        self.game = game.copy()
        self.side, self.foe = side, 1 - side
        state = self.game.state
        for unit, h in places:
            state.place(unit, h)
        turn = next_movement(state, self.foe)
        if turn != state.turn:
            state.support = tuple([each.support(turn) for each in game.scenario.sides])
        if (state.side, state.phase) != (self.foe, Phase.MOVEMENT):
            state.serial += 1
        state.turn, state.side, state.phase, state.combat = turn, self.foe, Phase.MOVEMENT, None
        state.frames = [Movement(self.foe)]
        self.comes = turn <= game.scenario.last_turn
        """True if the game lasts until that turn."""
        limits, enemies = state.rules.allowance, state.on_map(self.foe)
        due = state.rules.arriving(state, self.foe) if state.turn and self.comes else ()
        self.arriving = tuple(enemy for enemy in due if state.location[enemy] < 0)
        """The enemies that may enter or land in that turn (4.1). Each is judged as the first of its column."""
        self._near = {enemy: limits(state, enemy) // ROAD_COST for enemy in enemies}
        """By enemy on the map: the maximum number of hexes that it could move by road."""
        self._ways: dict[int, movement.Spread] = {}
        self._ground = movement.field(state, self.foe)

    @property
    def state(self) -> State:
        """The position before the enemy moves."""
        return self.game.state

    @property
    def fights(self) -> bool:
        """True if the enemy then has a Combat Phase."""
        return self.comes and self.game.rules.fights(self.state)

    def starts(self) -> dict[int, movement.Start]:
        """Return how each enemy that may then move begins its move, for `loops.EnemyReach`."""
        if not self.fights:
            return {}
        movers = (enemy for enemy in (*self._near, *self.arriving) if not _has_moved(self.state, enemy))
        return {enemy: self._start(enemy) for enemy in movers}

    def _start(self, enemy: int) -> movement.Start:
        state, rules = self.state, self.state.rules
        if state.location[enemy] >= 0:
            return movement.Start(rules.steps(state, enemy), rules.allowance(state, enemy))
        if not rules.landings.lands(state, enemy):
            entries = tuple(movement.sources(state, enemy))
            return movement.Start(rules.steps(state, enemy), rules.allowance(state, enemy), entries)
        hexes = rules.landings.hexes(state, enemy)
        if not hexes:
            return movement.Start((), 0)
        after = landed(state, enemy, hexes[0])
        return movement.Start(rules.steps(after, enemy), rules.allowance(after, enemy), tuple((h, 0) for h in hexes))

    def goes(self, enemy: int, h: int) -> bool:
        """Return True if an enemy is in a hex, or could move there if no other enemy moved."""
        state = self.state
        if state.location[enemy] == h:
            return True
        if _has_moved(state, enemy):
            return False
        return self._way(enemy).cost[h] != movement.FAR and movement.may_stop(self._ground, state, enemy, h)

    def _way(self, enemy: int) -> movement.Spread:
        way = self._ways.get(enemy)
        if way is None:
            way = self._ways[enemy] = way_of(self.state, enemy, self._ground)[0]
        return way

    def hexes(self) -> frozenset[int]:
        """Return every hex where a move, entry or landing of an enemy could end."""
        found: set[int] = set()
        for enemy in (*self._near, *self.arriving):
            if _has_moved(self.state, enemy):
                continue
            reached = (h for h, cost in enumerate(self._way(enemy).cost) if cost != movement.FAR)
            found.update(h for h in reached if self.goes(enemy, h))
        return frozenset(found)

    def comers(self, h: int) -> list[int]:
        """Return the enemies that are in a hex or could move there, the strongest attackers first, artillery last.

        Among equally strong enemies, those with the cheapest move come first.
        """
        location, units = self.state.location, self.state.units
        found = {
            enemy: 0 if location[enemy] == h else self._way(enemy).cost[h]
            for enemy in self._within(h, 0)
            if self.goes(enemy, h)
        }

        def rank(enemy: int) -> tuple[bool, int, int, int]:
            return units[enemy].is_artillery, -units[enemy].strength.attack, found[enemy], enemy

        return sorted(found, key=rank)

    def can_touch(self, h: int) -> list[int]:
        """Return enemies other than artillery that could come next to a hex and attack a unit in it."""
        state, around = self.state, self.state.ground.zone[h]
        able = (enemy for enemy in self._within(h, 1) if not state.units[enemy].is_artillery)
        return [enemy for enemy in able if any(self.goes(enemy, n) for n in around)]

    def _within(self, h: int, more: int) -> Iterator[int]:
        """Yield the enemies that could come as near to a hex as `more` hexes if the roads were free, and arrivals."""
        location, away = self.state.location, self.state.scenario.board.grid.distances(h)
        yield from (enemy for enemy, most in self._near.items() if away[location[enemy]] <= most + more)
        yield from self.arriving


def traps(game: Game, side: int) -> dict[int, Siege]:
    """Return the units of a side that the other could surround in its next Movement Phase, and how, the surest first.

    If that phase is under way, units that have moved stay in place (5.15).
    """
    turn = EnemyTurn(game, side)
    sieges = {unit: siege(turn, unit) for unit in game.state.on_map(side)}
    found = {unit: way for unit, way in sieges.items() if way is not None and way.unfired}
    return dict(sorted(found.items(), key=lambda each: (-each[1].unfired, -each[1].dice, each[0])))


def siege(turn: EnemyTurn, unit: int, most: int = MOST_MOVES) -> Siege | None:
    """Return a way in which the enemy could surround a unit in the next turn and attack it; None if no way is found.

    At most `most` enemy units move to close the ring.
    """
    if not turn.fights or turn.state.location[unit] < 0:
        return None
    for moves, after in _rings(turn, unit, most):
        closing = len(moves)
        _join(turn, unit, moves, after)
        found = _attacked(unit, moves, after)
        if found is not None:
            return Siege(tuple(moves), closing, *found)
    return None


def worst_attack(turn: EnemyTurn, unit: int) -> PreparedAttack:
    """Return the attack of the enemy's next turn that a unit has to fear most.

    It is the strongest attack, or one that surrounds the unit if more rolls then eliminate it.
    """
    if not turn.fights:
        return PreparedAttack((unit,), {})
    strongest, found = fullest_attack(turn.game, unit), siege(turn, unit)
    if found is None:
        return strongest
    attack = strongest.preview(turn.game)
    if attack is not None:
        alone = guns_alone(turn.game, strongest.places)
        room = next(each for each in attack.fates if each.unit == unit)
        if len(fatal_dice(turn.game, room, attack.odds.results, alone=alone)) >= found.unfired:
            return strongest
    moves, location = dict(found.moves), turn.state.location
    attackers = {each: moves.get(each, location[each]) for each in (*found.attackers, *found.barrage)}
    closing = {each: h for each, h in found.moves[: found.ring] if each not in attackers}
    others = {each: h for each, h in found.moves[found.ring :] if each not in attackers}
    return PreparedAttack((unit,), attackers, found.support, others, closing)


def _rings(turn: EnemyTurn, unit: int, most: int) -> Iterator[tuple[list[tuple[int, int]], Game]]:
    """Yield sets of moves that surround the unit, the smallest first, each with the game after them."""
    for moves in islice(_closing(turn, unit, most), MOST_TRIED):
        for order in permutations(moves):
            after = _carried_out(turn.game, order)
            if after is not None and _is_surrounded(after, unit):
                yield list(order), after
                break


def _closing(turn: EnemyTurn, unit: int, most: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield sets of moves that could close all ways out of a unit's hex: each enemy, with its new hex."""
    state, h = turn.state, turn.state.location[unit]
    ways = open_ground(state, turn.side).steps(unit, h)
    if not ways:
        yield ()
        return
    zone = state.ground.zone
    near = state.scenario.board.grid.within(h, 2)
    closes = {at: frozenset(n for n in ways if n == at or n in zone[at]) for at in near if at != h}
    comers = {at: turn.comers(at) for at, shut in closes.items() if shut}
    spots = sorted((at for at in comers if comers[at]), key=lambda at: (-len(closes[at]), at not in zone[h], at))
    held = {state.location[enemy] for enemy in state.on_map(turn.foe)}
    for count in range(1, most + 1):
        for hexes in combinations(spots, count):
            if len(frozenset().union(*(closes[at] for at in hexes))) < len(ways):
                continue
            for enemies in islice(product(*(comers[at][:MOST_MOVES] for at in hexes)), MOST_MOVES * MOST_MOVES):
                if len(set(enemies)) == count:
                    moves = tuple(zip(enemies, hexes, strict=True))
                    yield tuple([each for each in moves if each[1] not in held or state.location[each[0]] != each[1]])
                    break


def _carried_out(game: Game, moves: Sequence[tuple[int, int]]) -> Game | None:
    """Return the game after enemies have moved one after another; None if one of them cannot move."""
    after = game.copy()
    for enemy, h in moves:
        if not _move(after.state, enemy, h):
            return None
    return after


def _move(state: State, enemy: int, h: int) -> bool:
    """Move or bring in an enemy if it can stop in a hex in the current position. Return True if it did."""
    first = _first_hex(state, enemy, h)
    if first == NOWHERE:
        return False
    _place(state, enemy, h, first)
    return True


def _first_hex(state: State, enemy: int, h: int) -> int:
    """Return the hex where an enemy's path to a hex begins, if the enemy can stop there now; otherwise `NOWHERE`."""
    if _has_moved(state, enemy):
        return NOWHERE
    ground = movement.field(state, state.side)
    way, _ = way_of(state, enemy, ground)
    if way.cost[h] == movement.FAR or not movement.may_stop(ground, state, enemy, h):
        return NOWHERE
    return way.path(h)[0]


def _has_moved(state: State, enemy: int) -> bool:
    """Return True if an enemy on the map has moved in the Movement Phase that is under way (5.15)."""
    return state.location[enemy] >= 0 and state.moved[enemy] == state.serial


def _place(state: State, enemy: int, h: int, first: int) -> None:
    """Put an enemy in a hex, after it has entered or landed at its `first` hex if it was not on the map."""
    if state.location[enemy] < 0:
        state.rules.entered(state, enemy, first)
    state.place(enemy, h)


def _is_surrounded(game: Game, unit: int) -> bool:
    """Return True if a unit cannot retreat into any hex, not even by displacing a friendly unit."""
    state = game.state
    return not open_ground(state, state.units[unit].side).steps(unit, state.location[unit])


def _join(turn: EnemyTurn, unit: int, moves: list[tuple[int, int]], after: Game) -> None:
    """Move more enemies next to the unit, the strongest first, as long as the ring stays closed."""
    state, left = after.state, MOST_JOINING
    h = state.location[unit]
    for at in state.ground.zone[h]:
        if state.at[at] != VACANT:
            continue
        moved = {enemy for enemy, _ in moves}
        standing = {enemy for enemy in state.on_map(turn.foe) if state.location[enemy] in state.ground.zone[h]}
        for enemy in turn.comers(at):
            if not left or state.units[enemy].is_artillery:
                break
            if enemy in moved or enemy in standing:
                continue
            left -= 1
            if _bring(after, unit, enemy, at):
                moves.append((enemy, at))
                break


def _bring(after: Game, unit: int, enemy: int, h: int) -> bool:
    """Move or bring in an enemy if it can stop in a hex and the ring stays closed. Return True if it did."""
    state = after.state
    first, before = _first_hex(state, enemy, h), state.location[enemy]
    if first == NOWHERE:
        return False
    state.place(enemy, h)
    closed = _is_surrounded(after, unit)
    state.place(enemy, before)
    if closed:
        _place(state, enemy, h, first)
    return closed


def _attacked(
    unit: int, moves: list[tuple[int, int]], after: Game
) -> tuple[tuple[int, ...], tuple[int, ...], int, int, int] | None:
    """Return the strongest attack on a unit after these moves, and the numbers of rolls that eliminate it.

    The result has the attackers, the barraging artillery, the Ground Support, and the rolls after and before FPF. It is
    None if the unit has no attackers, or if they all must attack others (7.11). If more moves make the attack legal,
    these are added.
    """
    game = imagined(after)
    duties = Duties(game.state)
    near, guns = duties.found.attackers.get(unit, ()), duties.found.guns
    near = [enemy for enemy in near if not game.rules.river_assaults.assaults(game.state, enemy)]
    if not near:
        return None
    combat = strongest(game.state, (unit,), near, [gun for gun in guns if in_range(game.state, gun, unit)])
    neglected = duties.neglected(combat.attackers, combat.barrage, (unit,))
    if neglected:
        _add_others(unit, moves, after, neglected, (*near, *combat.barrage))
        game = imagined(after)
        duties = Duties(game.state)
    state = game.state
    if not duties.allow(combat.attackers, combat.barrage, (unit,)):
        legal = strongest_legal(state, duties, (unit,))
        if legal is None:
            return None
        combat = legal
    room = fate(game, unit)
    alone = fight.alone(state, combat)
    fired, unfired = (
        len(fatal_dice(game, room, fight.odds(state, each).results, alone=alone))
        for each in (under_fire(game, combat), combat)
    )
    return combat.attackers, combat.barrage, combat.support, fired, unfired


def _add_others(
    unit: int, moves: list[tuple[int, int]], after: Game, neglected: Sequence[int], attackers: Sequence[int]
) -> None:
    """Move other enemies than the attackers to units that an attack would neglect (7.11), and keep the ring closed."""
    busy = {enemy: after.state.location[enemy] for enemy in attackers}
    for other in neglected:
        for enemy, h in spare_attacker(after, other, busy | dict(moves)).items():
            if _bring(after, unit, enemy, h):
                moves.append((enemy, h))
