"""Units off the map: set-up, secret notes, entries, landings, and exited units."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from westwall_tui.engine.decisions.setup import Setup, free_hexes, undeployed
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES, NOWHERE
from westwall_tui.engine.orders import Deploy, Done, Enter, Exit, IllegalOrder, Land, Move, parse
from westwall_tui.engine.rules import movement, moves, zones
from westwall_tui.engine.rules.movement import FAR
from westwall_tui.engine.rules.whereabouts import Whereabouts, where_is
from westwall_tui.engine.scenario import Phase, Reinforcements
from westwall_tui.engine.state import EXITED, RESERVE
from westwall_tui.engine.terrain import Hexside

# -- The set-up (3.0).


def to_set_up(game: Game) -> list[int]:
    """Return the units that the deciding side still has to set up, in unit order."""
    return undeployed(game.state, game.side)


def setup_hexes(game: Game, unit: int) -> frozenset[int]:
    """Return the free hexes where a unit may be set up (3.0); none for a unit without a set-up."""
    if unit not in game.scenario.setup_of:
        return frozenset()
    return frozenset(free_hexes(game.state, unit))


def suggested_setup(game: Game) -> list[Deploy]:
    """Return the scenario's suggested set-up for the deciding side's remaining units (3.0).

    A unit whose hex is occupied goes to the nearest vacant one. Raises `IllegalOrder` if the scenario suggests nothing.
    """
    state = game.state
    frame = state.pending
    if not isinstance(frame, Setup):
        raise IllegalOrder("3.0", "no side sets up units now")
    taken: set[int] = set()
    found = []
    for unit in undeployed(state, frame.side):
        counter, group = state.units[unit], state.scenario.setup_of[unit]
        if not group.suggest:
            raise IllegalOrder("3.0", f"the scenario suggests no hex for {counter.name}", (counter.id,))
        wanted = group.suggest[group.units.index(unit)]
        free = setup_hexes(game, unit) - taken
        if not free:
            raise IllegalOrder("3.0", f"no free hex is left for {counter.name}; move another unit first", (counter.id,))
        h = min((state.scenario.board.grid.distance(wanted, h), h) for h in free)[1]
        taken.add(h)
        found.append(Deploy(counter.id, state.number(h)))
    return found


# -- A side's secret notes before the game.


def notes(game: Game, side: int) -> tuple[str, ...]:
    """Return the names of a side's secret notes before the game; none in most battles."""
    return game.rules.notes.subjects if side == game.rules.notes.side else ()


def notes_left(game: Game, side: int) -> tuple[str, ...]:
    """Return the secret notes that a side still has to make."""
    return game.rules.notes.unnoted(game.state) if side == game.rules.notes.side else ()


def note_case(game: Game) -> str:
    """Return the case on secret notes."""
    return game.rules.notes.case


def holds_secret(game: Game, side: int) -> bool:
    """Return True if a side has notes that its enemy must not see."""
    return side >= 0 and side == game.rules.notes.side and game.rules.notes.hidden(game.state)


# -- Arrivals and exits: reinforcements, landings, exits, and the places of units off the map.


def entering(game: Game, side: int) -> list[int]:
    """Return the due reinforcements that are not yet on the map, whether or not they may wait (`may_withhold`)."""
    return game.rules.arriving(game.state, side)


def arrival(game: Game, unit: int) -> Reinforcements | None:
    """Return the group with which a unit arrives or arrived; None for a unit that was on the map from the start."""
    return game.rules.arrival(game.state, unit)


def may_arrive(game: Game, unit: int) -> bool:
    """Return True if a unit off the map may arrive this Game-Turn."""
    return game.rules.may_arrive(game.state, unit)


def is_arriving(game: Game, side: int) -> bool:
    """Return True if it is a side's Movement Phase, the only time when its reinforcements arrive."""
    return game.state.phase is Phase.MOVEMENT and game.state.side == side


def may_withhold(game: Game, unit: int) -> bool:
    """Return True if a reinforcement that can enter may stay off the map."""
    return game.rules.may_withhold(unit)


def lands(game: Game, unit: int) -> bool:
    """Return True if a unit off the map will arrive by air."""
    return game.state.location[unit] < 0 and game.rules.landings.lands(game.state, unit)


def entry_hexes(game: Game, unit: int | str) -> tuple[int, ...]:
    """Return the hexes where a reinforcement may enter or land now, without regard to the cost and to enemies."""
    unit = game.scenario.unit(unit)
    if game.rules.landings.lands(game.state, unit):
        return game.rules.landings.hexes(game.state, unit)
    return game.rules.entry_hexes(game.state, unit)


def entries_to_come(game: Game) -> list[tuple[int, ...]]:
    """Return the hexes of each group of reinforcements that has units yet to enter on the ground, now or later.

    If a unit is due, its hexes are those of this Game-Turn, without regard to the cost and to enemies.
    """
    state, found = game.state, []
    for group in game.scenario.reinforcements:
        waiting = [unit for unit in group.units if state.location[unit] == RESERVE]
        if waiting and not game.rules.landings.lands(state, waiting[0]):
            found.append(game.rules.entry_hexes(state, waiting[0]) or group.hexes)
    return found


def scoring_exits(game: Game) -> Mapping[str, tuple[int, ...]]:
    """Return, by edge, the hexes where units on the map or yet to enter may exit, and should for their points."""
    state, found = game.state, dict[str, tuple[int, ...]]()
    for counted in game.rules.counted(state):
        if state.location[counted.unit] >= RESERVE:
            found |= {e: game.rules.exit_hexes(state, counted.unit, e) for e in counted.exits if e not in found}
    return found


def landing_place(game: Game, unit: int, *, brief: bool = False) -> str:
    """Return a unit's landing place in words (fewer if `brief`), or nothing if it is the schedule's hexes."""
    return game.rules.landings.place(game.state, unit, brief=brief)


def landings_left(game: Game) -> int | None:
    """Return the number of units that may still land in this Game-Turn, or None if there is no limit."""
    return game.rules.landings.left(game.state)


def ways_out(game: Game, unit: int) -> tuple[str, ...]:
    """Return the edges by which a unit may exit now, at whatever distance."""
    return tuple([edge for edge in EDGES if moves.may_leave(game.state, unit, edge)])


def left_the_map(game: Game) -> list[int]:
    """Return the exited units of both sides, in unit order."""
    return [unit for unit, where in enumerate(game.state.location) if where in EXITED]


def return_turn(game: Game, unit: int) -> int | None:
    """Return the first Game-Turn in which an exited unit may return; None if it never may."""
    return game.rules.return_turn(game.state, unit)


def whereabouts(game: Game, unit: int | str) -> Whereabouts:
    """Return the place or fate of a unit: on the map, due on a Game-Turn, exited by an edge, or eliminated."""
    return where_is(game.state, game.scenario.unit(unit))


# -- Columns of reinforcements: the best entry hex, the path of the last unit, and the order for the next unit.


def best_entries(game: Game, unit: int) -> list[int]:
    """Return the hexes where a reinforcement can enter now, the best first; none for a unit that lands.

    Hexes on a road come first, then hexes on a trail; a tie goes to the hex from which the unit could move farthest.
    """
    state, rules = game.state, game.rules
    ground = movement.field(state, state.units[unit].side)
    steps, limit = rules.steps(state, unit), rules.allowance(state, unit)
    distance = state.scenario.board.grid.distance
    ranked = []
    for h, spent in movement.sources(state, unit):
        if spent > limit or ground.blocked[h]:
            continue
        ways = movement.spread(steps, [(h, spent)], limit, ground.blocked, ground.halting)
        stops = [
            distance(h, to)
            for to, cost in enumerate(ways.cost)
            if cost != FAR and movement.may_stop(ground, state, unit, to)
        ]
        if stops:
            ranked.append((_rank(game, h), -max(stops), h))
    return [h for _, _, h in sorted(ranked)]


def _rank(game: Game, h: int) -> int:
    """Return 0 for an entry hex on a road that leaves the map, 1 on a trail, otherwise 2."""
    way = game.scenario.board.leaving.get(h, Hexside.NOTHING)
    return 0 if way & Hexside.ROAD else 1 if way & Hexside.TRAIL else 2


def last_entry(game: Game) -> tuple[int, ...]:
    """Return the path of the reinforcement that entered last, beginning with its entry hex.

    The path is empty if the unit's side has moved, landed or exited another unit since, or if the phase is over.
    """
    for text in reversed(game.log):
        order = parse(text)
        if isinstance(order, Enter):
            # A single step is named twice if a detour is cheaper.
            return tuple(game.scenario.board.hex(number) for number, _ in groupby(order.hexes))
        if isinstance(order, Move | Land | Exit | Done):
            break
    return ()


def road_in(game: Game, unit: int, h: int) -> tuple[int, ...]:
    """Return a reinforcement's path from an entry hex along the road or trail, as far as its allowance reaches.

    At a fork the path leads toward the objectives, or if the battle has none toward the hex farthest from the entry. It
    ends before the first enemy zone, so that no unit has to attack. The path consists of the entry hex alone if no road
    leads on, and is empty if the unit cannot enter there.
    """
    state, rules = game.state, game.rules
    spent = dict(movement.sources(state, unit)).get(h)
    if spent is None:
        return ()
    ground = movement.field(state, state.units[unit].side)
    shut = zones.either(ground.blocked, ground.halting)
    board = state.scenario.board
    kinds = int(Hexside.WAY if _rank(game, h) else Hexside.ROAD)
    steps = [
        [(to, cost) for to, cost in costs if sides[around.index(to)] & kinds]
        for costs, sides, around in zip(rules.steps(state, unit), board.sides, board.grid.neighbors, strict=True)
    ]
    ways = movement.spread(steps, [(h, spent)], rules.allowance(state, unit), shut, shut)
    distance = board.grid.distance
    goals = [goal for objective in rules.objectives(state) for goal in objective.hexes]
    there = [to for to, cost in enumerate(ways.cost) if cost != FAR and not ground.friends[to]]
    deep = 3 * max((distance(h, to) for to in there), default=0)  # a column needs three quarters of the depth
    ends = [
        (min((distance(to, goal) for goal in goals), default=0), -distance(h, to), ways.cost[to], to)
        for to in there
        if 4 * distance(h, to) >= deep
    ]
    return ways.path(min(ends)[-1]) if ends else ()


def following(game: Game, unit: int, way: Sequence[int]) -> Enter | None:
    """Return the order that enters a reinforcement along a path, up to its last free hex within reach.

    None if there is no such hex.
    """
    state = game.state
    taken = state.occupants()
    for end in range(len(way), 0, -1):
        if way[end - 1] in taken:
            continue
        order = Enter(state.units[unit].id, state.numbers(tuple(way[:end])))
        if game.explain(order) is None:
            return order
    return None


def last_landing(game: Game) -> int:
    """Return the hex where the last unit landed; `NOWHERE` if its side has since done more than move that unit."""
    moved = ""
    for text in reversed(game.log):
        order = parse(text)
        if isinstance(order, Land):
            return game.scenario.board.hex(order.hex) if moved in ("", order.unit) else NOWHERE
        if isinstance(order, Move) and not moved:
            moved = order.unit
        elif isinstance(order, Move | Enter | Exit | Done):
            break
    return NOWHERE


def landing_near(game: Game, unit: int, h: int) -> int:
    """Return the landing hex nearest to a hex, outside enemy zones if possible; `NOWHERE` if the unit cannot land.

    A tie goes to the hex nearest to the middle of the landing hexes, so that units that land together stay together.
    """
    distance = game.scenario.board.grid.distance
    middle = middle_landing(game, unit)
    return _landing(game, unit, lambda to: (distance(to, h), distance(to, middle)))


def middle_landing(game: Game, unit: int) -> int:
    """Return the middle of a unit's landing hexes, outside enemy zones if possible; `NOWHERE` if it cannot land."""
    distance = game.scenario.board.grid.distance
    hexes = game.rules.landings.hexes(game.state, unit)
    return _landing(game, unit, lambda to: (sum(distance(to, h) for h in hexes),))


def _landing(game: Game, unit: int, far: Callable[[int], tuple[int, ...]]) -> int:
    state = game.state
    hexes = game.rules.landings.hexes(state, unit)
    shut = zones.controlled(state, 1 - state.units[unit].side)
    return min(hexes, key=lambda h: (bool(shut[h]), far(h), h), default=NOWHERE)
