"""Retreats and displacements against an exhaustive search (7.7, 7.8 and the rulings on them).

What is taken to be true:

- A step leads to an adjacent hex of the map that holds no enemy, is not Enemy-controlled (Zones of Control stop only at
  unbridged rivers), is not across an unbridged river, and, for vehicles, is not woods, broken or rough ground, nor
  across water, but by road.
- A retreat of N hexes is N steps that end N hexes away. Where one through vacant hexes exists, it is one of those;
  else one whose friends on the way can all be displaced; else it is the longest there is through vacant hexes, by the
  same measure, and the unit is lost at its end.
- A displaced unit makes one step: to a vacant hex, or to a friend's after that friend has been displaced. Friends that
  wait for a hex to be vacated stand fast meanwhile. Nobody may be lost by it, not even by a later step of the same
  retreat; among the steps that allow that, vacant hexes come first.
"""

from dataclasses import dataclass

import pytest

from tests.engine.small_boards import position, random_board, random_unit, scatter
from tests.long import sample
from westwall_tui.engine import queries
from westwall_tui.engine.decisions.combat import Aftermath
from westwall_tui.engine.decisions.displace import Displacing
from westwall_tui.engine.decisions.retreat import Retreats
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Displace, Retreat
from westwall_tui.engine.rules import retreat
from westwall_tui.engine.sampling import Draw
from westwall_tui.engine.state import Combat
from westwall_tui.engine.terrain import Hexside, Terrain

pytestmark = pytest.mark.slow

POSITIONS = sample(600, 100)


@dataclass
class Oracle:
    """The exhaustive search. It reads the position, and nothing else of the engine."""

    game: Game

    def __post_init__(self):
        state = self.game.state
        self.board = state.scenario.board
        self.units = state.units
        self.start = {u: h for u, h in enumerate(state.location) if self.units[u].side == 1}
        enemies = [h for u, h in enumerate(state.location) if self.units[u].side == 0]
        self.shut = {*enemies, *(n for h in enemies for n in self.around(h) if not self.unbridged(h, n))}

    def around(self, h):
        return [n for n in self.board.grid.neighbours[h] if n != NOWHERE]

    def unbridged(self, a, b):
        return self.board.hexside(a, b) & (Hexside.RIVER | Hexside.BRIDGE) == Hexside.RIVER

    def steps(self, unit, h):
        """Where a unit may step from a hex, friends aside."""
        return [n for n in self.around(h) if n not in self.shut and self.passable(unit, h, n)]

    def passable(self, unit, a, b):
        side = self.board.hexside(a, b)
        if self.unbridged(a, b):
            return False
        if side & Hexside.ROAD or not self.units[unit].is_vehicle:
            return True
        return not side & Hexside.WATER and self.board.terrain[b] not in (Terrain.WOODS, Terrain.BROKEN, Terrain.ROUGH)

    def walks(self, unit, count):
        """All walks of that many steps that end that many hexes away."""
        paths: list[tuple[int, ...]] = [(self.start[unit],)]
        for _ in range(count):
            paths = [(*path, n) for path in paths for n in self.steps(unit, path[-1])]
        return [path for path in paths if self.board.grid.distance(path[0], path[-1]) == count]

    def choices(self, unit, count):
        """The legal paths, and whether the unit is lost and whether friends must make way."""
        friends = {h for u, h in self.start.items() if u != unit}
        full = self.walks(unit, count)
        vacant = [path for path in full if not friends & {*path}]
        if vacant:
            return vacant, False, False
        through = [path for path in full if self.plans(unit, path)]
        if through:
            return through, False, True
        for fewer in range(count - 1, -1, -1):
            partial = [path for path in self.walks(unit, fewer) if not friends & {*path}]
            if partial:
                return partial, True, False
        raise AssertionError("to stay is always possible")

    def plans(self, unit, path):
        """Every way to carry a retreat out: the displaced units with their hexes, in the order of the decisions."""
        return [plan for plan, _ in self._along(self.start, unit, path[1:])]

    def _along(self, where, unit, rest):
        if not rest:
            yield (), where
            return
        friend = next((u for u, h in where.items() if h == rest[0]), None)
        ways = [((), where)] if friend is None else self._displaced(where, friend, (unit,))
        for plan, then in ways:
            for more, end in self._along({**then, unit: rest[0]}, unit, rest[1:]):
                yield plan + more, end

    def _displaced(self, where, unit, waiting):
        occupants = {h: u for u, h in where.items()}
        for n in self.steps(unit, where[unit]):
            if n not in occupants:
                yield ((unit, n),), {**where, unit: n}
            elif occupants[n] not in waiting:
                for plan, then in self._displaced(where, occupants[n], (*waiting, unit)):
                    if n not in then.values():
                        yield ((unit, n), *plan), {**then, unit: n}


def random_retreat(number):
    """A crowded position in which one unit must retreat."""
    draw = Draw(number)
    ground = draw.pick((".", "..f", ".fo%^"))
    board = random_board(
        draw,
        4 + draw.below(2),
        4,
        ground=ground,
        river=draw.pick((0, 8)),
        stream=draw.pick((0, 10)),
        bridge=40,
        road=draw.pick((0, 20)),
    )
    enemies, friends = 1 + draw.below(3), 1 + draw.below(9)
    units = tuple(
        random_unit(draw, side, f"{'GA'[side]}{n}", 25)
        for side, count in ((0, enemies), (1, friends))
        for n in range(count)
    )
    game = position("standard", board, units, scatter(draw, board, len(units)), support=0)
    unit, count = enemies + draw.below(friends), 1 + draw.below(4)
    game.state.combat = Combat(0, (0,), (), (unit,), 0)
    game.state.frames = [Aftermath(0), Retreats(1, (unit,), count)]
    return game, unit, count, draw


@pytest.mark.parametrize("start", range(0, POSITIONS, 100))
def test_7_7_paths_of_retreat_agree_with_exhaustive_search(start):
    for number in range(start, start + 100):
        game, unit, count, _ = random_retreat(number)
        paths, lost, displacing = Oracle(game).choices(unit, count)
        found = retreat.choices(game.state, unit, count)
        assert sorted(found.paths) == sorted(paths), number
        assert (found.lost, found.displacing) == (lost, displacing), number
        room = next((n for n in range(4) if Oracle(game).choices(unit, n + 1)[1]), 4)
        assert retreat.room(game.state, unit, 4) == room, number


@pytest.mark.parametrize("start", range(0, POSITIONS, 100))
def test_7_8_displacements_agree_with_exhaustive_search(start):
    for number in range(start, start + 100):
        game, unit, count, draw = random_retreat(number)
        oracle = Oracle(game)
        paths, lost, _ = oracle.choices(unit, count)
        path = draw.pick(paths)
        state = game.state
        plans = [] if lost else oracle.plans(unit, path)
        game.apply(Retreat(state.units[unit].id, state.numbers(path[1:] or path)))
        where = play_out(game, oracle, plans, unit, path, draw, number)
        if lost:
            assert game.state.location[unit] < 0
        else:
            assert {u: game.state.location[u] for u in where} == where, number


def play_out(game, oracle, plans, unit, path, draw, number):
    """Make every displacement of a retreat as the search allows it; where everybody stands in the end."""
    done = 0
    where = dict(oracle.start)
    while plans and len(plans[0]) > done:
        options = {plan[done] for plan in plans}
        moving = {u for u, _ in options}
        assert len(moving) == 1
        held = {*positions_after(where, plans[0][:done], unit, path).values()}
        vacant = {(u, h) for u, h in options if h not in held}
        options = vacant or options
        choice = draw.pick(sorted(options))
        if len(options) > 1:
            frame = game.state.frames[-1]
            assert isinstance(frame, Displacing), number
            assert frame.unit == choice[0], number
            offered = {(frame.unit, h) for h in queries.displacements(game)}
            assert offered == options, number
            game.apply(Displace(game.state.units[choice[0]].id, game.state.number(choice[1])))
        plans = [plan for plan in plans if plan[done] == choice]
        done += 1
    return positions_after(where, plans[0] if plans else (), unit, path)


def positions_after(start, plan, unit, path):
    """Where everybody stands after the decisions of a plan; with some still to be made, right before the next one."""
    where = dict(start)
    todo = list(plan)
    for h in path[1:]:
        chain = {}
        needed = h
        while needed in where.values():
            if not todo:
                return where
            friend, needed = todo.pop(0)
            chain[friend] = needed
        where |= chain
        where[unit] = h
    return where


@pytest.mark.parametrize("number", range(sample(12, 4)))
def test_7_8_a_crowd_makes_way_without_long_search(number):
    """Fifty friends, foot and vehicles, around the unit: far too many chains to look at each."""
    draw = Draw(number)
    board = random_board(draw, 9, 8, ground="..f^", road=15)
    units = (random_unit(draw, 0, "G0", 0), *(random_unit(draw, 1, f"A{n}", 20) for n in range(50)))
    game = position("standard", board, units, scatter(draw, board, len(units)), support=0)
    state = game.state
    for unit in range(1, 9):
        game.state = state.copy()
        game.state.combat = Combat(0, (0,), (), (unit,), 0)
        game.state.frames = [Aftermath(0), Retreats(1, (unit,), 3)]
        found = retreat.choices(game.state, unit, 3)
        game.apply(Retreat(units[unit].id, state.numbers(found.paths[-1][1:] or found.paths[-1])))
        while game.state.frames:
            game.apply(draw.pick(list(game.legal())))
        assert (game.state.location[unit] == found.paths[-1][-1]) is not found.lost
