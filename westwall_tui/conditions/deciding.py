"""Decisions by a table of conditions, and what it leaves to the player."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from westwall_tui.conditions.lines import (
    TERRAINS,
    Advancing,
    Blowing,
    Condition,
    ConditionFault,
    Fire,
    Place,
    Retreating,
    Wish,
    is_on,
    parse,
    without_switch,
)
from westwall_tui.engine import orders, planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Advance, Demolish, Displace, Fpf, IllegalOrder, Order, Retreat, Stand

if TYPE_CHECKING:
    from westwall_tui.files.sessions.base import Session

MOST_TRIED, MOST_AHEAD = 4, 100
"""Maximum number of retreats that are checked for the needless loss of a unit (7.74), and of orders tried for each."""
T = TypeVar("T")


class Decided(NamedTuple):
    """An order by conditions."""

    order: Order
    lines: tuple[int, ...]
    """The numbers of the lines that led to it, from 1."""


def decide(game: Game, lines: Sequence[str]) -> Order | None:
    """Return the order that a table gives for the pending decision of the enemy's Player-Turn.

    Return None if the table is off or has a fault, or if no line covers the decision: then the game has to wait for the
    player.
    """
    found = decided_by(game, lines)
    return None if found is None else found.order


def decided_by(game: Game, lines: Sequence[str]) -> Decided | None:
    """Return the order that a table gives, with the numbers of its lines; None as in `decide`."""
    if not is_on(lines) or not queries.is_defense(game):
        return None
    try:
        table = [parse(line, game.scenario, game.side) for line in lines]
    except ConditionFault:
        return None
    found = _DECIDERS[game.prompt.kind](game, table)
    return found if found is not None and game.explain(found.order) is None else None


def decided_in(session: "Session") -> Decided | None:
    """Return the order by the conditions of a player at this keyboard, if it is due; None as in `decide`."""
    game = session.game
    if not queries.is_defense(game) or game.is_trial or session.defends_elsewhere:
        return None
    if not session.seats[game.side].is_person:
        return None
    try:
        lines = session.private(game.side).conditions
    except IllegalOrder:  # someone else's side, or an absent player's
        return None
    return decided_by(game, lines)


def _of(table: Sequence[Condition], kind: type[T]) -> Iterator[tuple[int, T]]:
    """Yield the lines of one kind with their numbers."""
    return ((number, line) for number, line in enumerate(table, 1) if isinstance(line, kind))


# -- Final Protective Fire (8.4) and Ground Support (9.0)


def _fire(game: Game, table: Sequence[Condition]) -> Decided | None:
    """Return the fewest of a line's guns that reach what the line wants.

    A line whose guns cannot reach its differential, or cannot change the column, leaves the decision to a later line.
    """
    state, vain = game.state, 0
    before = planning.current(game)
    if before is None:
        return None
    for number, line in _of(table, Fire):
        if not any(line.who.holds(unit, state.location[unit]) for unit in game.prompt.units):
            continue
        if not line.low <= before.differential <= line.high:
            continue
        if line.guns == () and not line.support:
            return Decided(Fpf(), (number,))
        order = _fewest(game, line)
        if order is not None and (order != Fpf() or line.to is not None):
            return Decided(order, (number,))
        if order is not None:
            vain = vain or number
    return Decided(Fpf(), (vain,)) if vain else None


def _fewest(game: Game, line: Fire) -> Fpf | None:
    """Return the fewest guns, and then the fewest points, that reach a line's differential or the best column.

    Return None if they cannot reach the differential.
    """
    able, points = planning.protection(game)
    strength = {gun: planning.fire_points(game, gun) for gun in able}
    wanted = sorted(able, key=lambda gun: (-strength[gun], gun)) if line.guns is None else line.guns

    def fire(guns: Sequence[int], support: int = 0) -> Fpf:
        return Fpf(game.state.ids(sorted(guns)), support)

    def reached(order: Fpf) -> tuple[str, int]:
        answer = planning.answer(game, order)
        assert answer is not None
        return answer.odds.column, answer.odds.differential

    guns, steps = list[int](), [fire(())]
    for gun in (gun for gun in wanted if gun in strength):
        if game.explain(fire((*guns, gun))) is None:
            guns.append(gun)
            steps.append(fire(guns))
    steps += [more for n in range(min(line.support, points)) if game.explain(more := fire(guns, n + 1)) is None]
    best, _ = reached(steps[-1])

    def is_enough(order: Fpf) -> bool:
        column, differential = reached(order)
        return column == best if line.to is None else differential <= line.to

    enough = next((order for order in steps if is_enough(order)), None)
    if enough is None:
        return None
    guns = guns[: len(enough.units)]
    for gun in tuple(guns):  # it is left out if it is superfluous, and a weaker gun takes its place if that will do
        others = [other for other in guns if other != gun]
        weaker = (each for each in reversed(wanted) if line.guns is None and strength[each] < strength[gun])
        less = (others, *([*others, each] for each in weaker if each not in guns))
        guns = next((few for few in less if is_enough(fire(few, enough.support))), guns)
    return fire(guns, enough.support)


# -- retreats and displacement, 7.7 and 7.8


class _Wishes:
    """The wishes of a table for one unit."""

    def __init__(self, game: Game, table: Sequence[Condition], unit: int) -> None:
        self.game, self.unit = game, unit
        state = game.state
        about = [(n, line) for n, line in _of(table, Retreating) if line.who.holds(unit, state.location[unit])]
        self.lines = tuple([number for number, _ in about])
        self.wishes = [wish for _, line in about for wish in line.wishes]
        self.never = {h for _, line in about for place in line.never for h in place.hexes}
        self._enemies = [state.location[enemy] for enemy in state.on_map(1 - game.side)]

    def rank(self, path: Sequence[int]) -> tuple[object, ...]:
        """Return the rank of a path, which begins with the unit's hex: the lower, the better."""
        barred = sum(h in self.never for h in path[1:])
        return (
            barred,
            *(self._worth(wish, path) for wish in self.wishes),
            len(path),
            self.game.state.numbers(tuple(path)),
        )

    def _worth(self, wish: Wish, path: Sequence[int]) -> int:
        """Return how far a path is from fulfilling a wish."""
        end, away = path[-1], self.game.scenario.board.grid.distances(path[-1])
        match wish.word:
            case "toward":
                return min(away[h] for place in wish.places for h in place.hexes)
            case "away":
                return -min((away[h] for h in self._enemies), default=0)
            case "cover":
                return queries.defense_line(self.game, end).rank
            case "stay":
                return len(path)
        return next((i for i, place in enumerate(wish.places) if end in place.hexes), len(wish.places))


def _retreat(game: Game, table: Sequence[Condition]) -> Decided | None:
    """Return the retreat of the first unit that can be saved, along its best path.

    A unit that would be lost goes last, because a hex vacated by another unit may become its way out (7.74).
    """
    wishes = {unit: _Wishes(game, table, unit) for unit in game.prompt.units}
    if not all(each.lines for each in wishes.values()):
        return None
    state, ways = game.state, {unit: queries.retreats(game, unit) for unit in wishes}
    order = sorted(wishes, key=lambda unit: (ways[unit].lost, unit))
    choices = [
        Decided(Retreat(state.units[unit].id, state.numbers(path[1:] or path)), wishes[unit].lines)
        for unit in order
        for path in sorted(ways[unit].paths, key=wishes[unit].rank)
    ]
    return _first_without_loss(game, choices) if len(wishes) > 1 else choices[0]


def _first_without_loss(game: Game, choices: Sequence[Decided]) -> Decided:
    """Return the first choice that loses no unit needlessly, or the first of all."""
    saves = (each for each in choices[:MOST_TRIED] if not planning.needless_loss(game, each.order, MOST_AHEAD))
    return next(saves, choices[0])


def _displace(game: Game, table: Sequence[Condition]) -> Decided | None:
    unit = game.prompt.units[0]
    wishes, state = _Wishes(game, table, unit), game.state
    if not wishes.lines:
        return None
    hexes = sorted(queries.displacements(game), key=lambda h: wishes.rank((state.location[unit], h)))
    return _first_without_loss(
        game, [Decided(Displace(state.units[unit].id, state.number(h)), wishes.lines) for h in hexes]
    )


# -- advances (7.9) and wired bridges


def _advance(game: Game, table: Sequence[Condition]) -> Decided | None:
    """Return the advance of the first unit for which a line has one, or no advance if lines cover all units."""
    state, found, stay = game.state, list[Decided](), dict[int, None]()
    for unit in game.prompt.units:
        name, ways = state.units[unit].id, queries.advances(game, unit)
        mine = [(n, line) for n, line in _of(table, Advancing) if line.who.holds(unit, state.location[unit])]
        if not mine:
            return None
        for number, line in mine:
            h = -1 if line.none else _goal(game, ways, line.into)
            if h >= 0:
                found.append(Decided(Advance(name, state.number(h)), (number,)))
            if line.none or h >= 0:
                stay |= {number: None} if line.none else {}
                break
        else:
            stay[mine[0][0]] = None
    return found[0] if found else Decided(Stand(), tuple(sorted(stay)))


def _goal(game: Game, ways: Mapping[int, Sequence[int]], into: Sequence[Place]) -> int:
    """Return the nearest hex of the first place that a unit can reach by its advance; -1 if there is none."""
    near = sorted(ways, key=lambda h: (len(ways[h]), game.state.number(h)))
    if not into:
        return next(iter(near), -1)
    return next((h for place in into for h in near if h in place.hexes), -1)


def _demolish(game: Game, table: Sequence[Condition]) -> Decided | None:
    bridge = (min(game.prompt.hexes), max(game.prompt.hexes))
    lines = (each for each in _of(table, Blowing) if not each[1].bridges or bridge in each[1].bridges)
    return next((Decided(Demolish(line.attempt), (number,)) for number, line in lines), None)


_DECIDERS = {"fpf": _fire, "retreat": _retreat, "displace": _displace, "advance": _advance, "demolition": _demolish}
"""By kind of decision (`queries.DEFENSE`), the function that reads the table for it."""


# -- a table as a whole


def covering(lines: Sequence[Condition], at: int) -> int:
    """Return the index of an earlier line that decides wherever the line at an index applies; -1 if there is none."""
    line = lines[at]

    def covers(earlier: Condition) -> bool:
        match earlier, line:
            case Fire(), Fire():
                about = earlier.who.all or earlier.who == line.who
                always = earlier.guns == () and not earlier.support
                return always and about and earlier.low <= line.low and line.high <= earlier.high
            case Advancing(), Advancing():
                return earlier.none and (earlier.who.all or earlier.who == line.who)
            case Blowing(), Blowing():
                return not earlier.bridges or bool(line.bridges and {*line.bridges} <= {*earlier.bridges})
        return False

    return next((n for n, earlier in enumerate(lines[:at]) if covers(earlier)), -1)


class Gap(NamedTuple):
    """Decisions that a table may leave to the player."""

    kind: str
    """The kind of decision, one of `queries.DEFENSE`; `retreat` also stands for displacement."""
    whole: bool
    """True if no line at all covers such decisions."""


def gaps(game: Game, side: int, lines: Sequence[str]) -> list[Gap]:
    """Return what a side's table may leave to the player. Lines with faults cover nothing."""
    table = list[Condition]()
    for line in without_switch(lines):
        with suppress(ConditionFault):
            table.append(parse(line, game.scenario, side))
    whole = {
        Fire: [line for _, line in _of(table, Fire) if line == Fire(line.guns, support=line.support)],
        Retreating: [line for _, line in _of(table, Retreating) if line.who.all],
        Advancing: [line for _, line in _of(table, Advancing) if line.who.all],
        Blowing: [line for _, line in _of(table, Blowing) if not line.bridges],
    }
    kinds = {"fpf": Fire, "retreat": Retreating, "advance": Advancing}
    if queries.wired_bridge(game).side == side:
        kinds["demolition"] = Blowing
    return [
        Gap(kind, not any(isinstance(line, form) for line in table)) for kind, form in kinds.items() if not whole[form]
    ]


def suggested(game: Game, side: int, lines: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the lines of a table to begin with, which covers every decision, without those that the player has."""
    support = 1 if any(game.scenario.sides[side].support(turn) for turn in range(game.scenario.last_turn + 1)) else 0
    stay = " stay" if queries.refuges(game).hexes else ""
    town = "town " if TERRAINS["town"].intersection(game.scenario.board.terrain) else ""
    table = (
        "fire all at +1.. to 0",
        "fire all at +4.." + " support 9" * support,
        "fire none",
        f"retreat all{stay} prefer {town}cover away",
        "advance none",
        *(["demolish all yes"] if queries.wired_bridge(game).side == side else []),
    )
    return tuple(line for line in table if line not in lines)


class Trial(NamedTuple):
    """A decision of the last enemy Player-Turn, and the decision that a table makes there."""

    turn: int
    """The Game-Turn."""
    game: Game
    """The game before the decision, as the side knew it."""
    given: Order
    """The order that was given."""
    decided: Decided | None


def tried(game: Game, side: int, lines: Sequence[str]) -> list[Trial]:
    """Replay the last enemy Player-Turn in which a side had to decide something, and let a table decide there."""
    replay, found, turn = game.root().rolled_by_hand(), list[tuple[Game, str]](), -1
    for line in game.log:
        if queries.is_defense(replay) and replay.side == side:
            if replay.state.turn != turn:
                turn = replay.state.turn
                found.clear()
            found.append((replay.fork(viewer=side), line))
        replay.replay([line])
    table = without_switch(lines)
    return [Trial(turn, here, orders.parse(line), decided_by(here, table)) for here, line in found]
